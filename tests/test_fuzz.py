"""Random programs, and what holds for all of them. `python tests/fuzz` tries as many as there is time for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from casefiles import Case, all_cases
from fuzz.programs import GENERATORS, program
from fuzz.properties import faults, found_otherwise
from fuzz.spelling import WAYS, same_program, spellings

from torchfix_codemods.registry import RuleInfo, known_rules, triggered

_SEED = 7
_PROGRAMS = 25  # of each generator
_SHARE = 0.2


def _first_cases() -> Sequence[Case]:
    """For each rule the first case in which something is fixed, else the first."""
    chosen: dict[str, Case] = {}
    for case in sorted(all_cases(), key=lambda case: (case.output is None, case.file.name.startswith("silent"))):
        if case.parses:
            chosen.setdefault(case.rule, case)
    return [chosen[rule] for rule in sorted(chosen)]


@pytest.mark.parametrize("generator", sorted(GENERATORS))
def test_what_must_hold_for_every_program(generator: str) -> None:
    for index in range(_PROGRAMS):
        text = program(generator, _SEED, index)
        found = list(faults(text, Random(index), unsafe=index % 3 == 0, share=_SHARE))
        assert not found, f"{generator}:{index} (seed {_SEED})\n{text}"


def test_a_seed_gives_the_same_programs() -> None:
    for generator in GENERATORS:
        texts = [program(generator, _SEED, index) for index in range(5)]
        assert texts == [program(generator, _SEED, index) for index in range(5)]
        assert len(set(texts)) == 5


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_of_spelling_changes_programs_and_not_what_they_say(way: object) -> None:
    changed = 0
    for case in _first_cases():
        for name, text in spellings(case.before, Random(1)):
            if name == getattr(way, "__name__", ""):
                changed += 1
                assert same_program(case.before, text)
    assert changed


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
    for case in cases[::6]:
        expected = triggered([rule], case.before.encode())
        for _, text in spellings(case.before.replace("\r\n", "\n"), Random(3), rates=(0.3,)):
            assert triggered([rule], text.encode()) == triggered([rule], text) == expected
