"""The collector runs rarely while files are fixed, and as before afterwards."""

from __future__ import annotations

import ast
import gc
import weakref
from pathlib import Path

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.garbage import RareCollection
from torchfix_codemods.registry import known_rules

CORPUS = Path(__file__).parent.parent / "corpus"


class _Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


def _ring() -> weakref.ref[_Ring]:
    return weakref.ref(_Ring())


def test_what_files_leave_is_collected_once_it_is_much() -> None:
    with RareCollection() as garbage:
        garbage.before(400_000)
        dead = _ring()
        garbage.before(100_000)
        assert dead() is not None
        garbage.before(400_000)
        assert dead() is None


def test_a_huge_file_is_not_done_without_the_collector() -> None:
    with RareCollection() as garbage:
        garbage.before(10)
        assert not gc.isenabled()
        garbage.before(5_000_000)
        assert gc.isenabled()
        garbage.before(10)
        assert not gc.isenabled()


def test_everything_is_as_before_at_the_end() -> None:
    frozen = gc.get_freeze_count()
    with RareCollection():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_who_switched_the_collector_off_finds_it_off() -> None:
    gc.disable()
    try:
        with RareCollection() as garbage:
            garbage.before(5_000_000)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_no_syntax_tree_waits_for_the_collector() -> None:
    """A circle in an analysis kept the whole tree of its file: collecting took a seventh of the time of a run."""
    request = FixRequest(tuple(rule.code for rule in known_rules()), apply=False)
    sources = [path.read_bytes() for path in sorted(CORPUS.glob("*.py"))]
    gc.collect()
    gc.disable()
    try:
        before = _trees()
        for source in sources:
            fix(source, "case.py", request)
        assert _trees() == before
    finally:
        gc.enable()


def _trees() -> int:
    return sum(type(thing) is ast.Module for thing in gc.get_objects())  # isinstance would wake lazy objects of torch
