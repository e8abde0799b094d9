"""Finding the guilty edits with as few runs as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torchfix_codemods.verify.bisect import Answer, bisect
from torchfix_codemods.verify.model import Edit

EDITS = [Edit("a.py", line, code, "") for code in ("TFC1", "TFC2") for line in range(1, 17)]


def _needs(*guilty: Edit) -> Callable[[Sequence[Edit]], Answer]:
    return lambda edits: "different" if set(guilty) <= set(edits) else "same"


def test_one_edit_is_found_rule_by_rule_and_by_halves() -> None:
    for edit in EDITS:
        blame = bisect(EDITS, _needs(edit), 100)
        assert blame.edits == (edit,)
        assert blame.is_exact
        assert blame.runs <= 10


def test_edits_that_are_guilty_only_together_are_all_named() -> None:
    together = EDITS[3], EDITS[30]
    blame = bisect(EDITS, _needs(*together), 100)
    assert set(blame.edits) == set(together)
    assert blame.is_exact


def test_one_of_several_guilty_edits_is_enough() -> None:
    def attempt(edits: Sequence[Edit]) -> Answer:
        return "different" if {EDITS[5], EDITS[20]} & set(edits) else "same"

    [edit] = bisect(EDITS, attempt, 100).edits
    assert edit in (EDITS[5], EDITS[20])


def test_what_cannot_be_run_alone_is_not_blamed() -> None:
    """An edit that needs another (an import) fails alone, in a way that the whole does not."""
    guilty, helper = EDITS[8], EDITS[2]

    def attempt(edits: Sequence[Edit]) -> Answer:
        if guilty in edits and helper not in edits:
            return "unclear"
        return "different" if guilty in edits else "same"

    blame = bisect(EDITS[:16], attempt, 100)
    assert set(blame.edits) == {guilty, helper}


def test_the_limit_of_runs_holds() -> None:
    count = 0

    def attempt(edits: Sequence[Edit]) -> Answer:
        nonlocal count
        count += 1
        return "same"

    blame = bisect(EDITS, attempt, 7)
    assert count == blame.runs == 7
    assert not blame.is_exact
    assert blame.edits == tuple(EDITS)


def test_one_edit_needs_no_run() -> None:
    blame = bisect(EDITS[:1], _needs(EDITS[0]), 10)
    assert (blame.edits, blame.runs) == ((EDITS[0],), 0)
