"""Random programs, and what holds for all of them. `python tests/fuzz` tries as many as there is time for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from casefiles import Case, all_cases
from fuzz.outside import Gap, Into, missing
from fuzz.programs import GENERATORS, program
from fuzz.properties import faults, found_otherwise
from fuzz.spelling import WAYS, same_program, spellings

from torchfix_codemods.registry import RuleInfo, known_rules, triggered

_SEED = 7
_PROGRAMS = 18  # of each generator
_SHARE = 0.2
_ALWAYS = sorted(GENERATORS.keys() - {"any"})  # that one takes seconds, and an optional dependency


def _first_cases() -> Sequence[Case]:
    """For each rule the first case in which something is fixed, else the first."""
    chosen: dict[str, Case] = {}
    for case in sorted(all_cases(), key=lambda case: (case.output is None, case.file.name.startswith("silent"))):
        if case.parses:
            chosen.setdefault(case.rule, case)
    return [chosen[rule] for rule in sorted(chosen)]


@pytest.mark.parametrize("generator", _ALWAYS)
def test_what_must_hold_for_every_program(generator: str) -> None:
    for index in range(_PROGRAMS):
        text = program(generator, _SEED, index)
        found = list(faults(text, Random(index), unsafe=index % 3 == 0, share=_SHARE))
        assert not found, f"{generator}:{index} (seed {_SEED})\n{text}"


def test_a_seed_gives_the_same_programs() -> None:
    for generator in _ALWAYS:
        texts = [program(generator, _SEED, index) for index in range(5)]
        assert texts == [program(generator, _SEED, index) for index in range(5)]
        assert len(set(texts)) == 5


@pytest.mark.parametrize(
    ("old", "new", "gaps", "gone"),
    [
        (b"a.data + b\n", b"a.detach() + b\n", [Gap(1, 6)], ""),
        (b"a.data + b\n", b"a.detach()  + b\n", [Gap(1, 6)], ""),  # what an edit writes is its own
        (b"a.data + b\n", b"a.detach() + c\n", [Gap(1, 6)], "line 1: b' + b\\n'"),
        (b"a.data + b\n", b"a.detach() + b\n\n", [Gap(1, 6)], r"behind the end: b'\n'"),
        (b"a\nb\n", b"a\nc\nb\n", [Gap(2, 2, Into.LINES)], ""),
        (b"a\nb\n", b"a\nc; b\n", [Gap(2, 2, Into.LINES)], "line 2: b'b\\n'"),
        (b"if a: b\n", b"if a:\n    b\n", [Gap(5, 6, Into.LAYOUT)], ""),
        (b"if a: b\n", b"if a:\n    c; b\n", [Gap(5, 6, Into.LAYOUT)], "line 1: b'b\\n'"),
    ],
)  # fmt: skip
def test_a_byte_outside_the_edits_is_missed(old: bytes, new: bytes, gaps: list[Gap], gone: str) -> None:
    assert missing(old, new, gaps) == gone


def test_every_way_of_spelling_changes_programs_and_not_what_they_say() -> None:
    changed: set[str] = set()
    for case in _first_cases():
        for way, text in spellings(case.before, Random(1)):
            changed.add(way)
            assert same_program(case.before, text), way
    assert changed == {way.__name__ for way in WAYS}


@pytest.mark.parametrize("case", _first_cases(), ids=str)
def test_a_rule_finds_as_much_however_a_program_is_spelled(case: Case) -> None:
    for way, text in spellings(case.before, Random(2), comments=False):
        if way == "widened":
            continue  # some rules look for words in the text: they miss such names, which nobody writes
        assert found_otherwise(case, text) == "", f"{way}\n{text}"


@pytest.mark.parametrize("rule", known_rules(), ids=lambda rule: rule.name)
def test_every_spelling_has_the_triggers(rule: RuleInfo) -> None:
    cases = [case for case in all_cases() if case.parses and case.rule == rule.name]
    assert cases or rule.name == "async-keyword"  # what it is about does not parse
    for case in cases[::8]:
        expected = triggered([rule], case.before.encode())
        for _, text in spellings(case.before.replace("\r\n", "\n"), Random(3), rates=(0.3,)):
            assert triggered([rule], text.encode()) == triggered([rule], text) == expected
