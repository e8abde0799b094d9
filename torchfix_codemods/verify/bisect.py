"""Finds the edits that change the numbers, by making fewer and fewer of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from torchfix_codemods.verify.model import Blame, Edit

# What a run with some of the edits says. "unclear": they cannot be made alone, or the run fails in a way of its own.
Answer: TypeAlias = Literal["different", "same", "unclear"]
Try: TypeAlias = Callable[[Sequence[Edit]], Answer]


class _NoMoreRunsError(Exception):
    """The limit is reached."""


@dataclass
class _Search:
    """A search under way. `smallest` is the smallest set of edits so far that makes a difference."""

    attempt: Try
    limit: int
    smallest: tuple[Edit, ...]
    runs: int = 0

    def differs(self, edits: Sequence[Edit]) -> bool:
        if self.runs >= self.limit:
            raise _NoMoreRunsError
        self.runs += 1
        differs = self.attempt(edits) == "different"
        if differs:
            self.smallest = tuple(edits)
        return differs

    def by_rule(self) -> None:
        """Leave one rule's edits, if they make the difference alone."""
        codes = sorted({edit.code for edit in self.smallest})
        everything = self.smallest
        if len(codes) < 2:
            return
        for code in codes:
            if self.differs([edit for edit in everything if edit.code == code]):
                return

    def by_halves(self) -> None:
        """Leave the half that makes the difference alone, as long as one does."""
        while len(self.smallest) > 1:
            middle = len(self.smallest) // 2
            halves = self.smallest[:middle], self.smallest[middle:]
            if not any(self.differs(half) for half in halves):
                return

    def one_by_one(self) -> None:
        """Leave out every edit without which the difference stays: what is left is needed, all of it."""
        for edit in self.smallest:
            rest = [other for other in self.smallest if other != edit]
            if rest:
                self.differs(rest)


def bisect(edits: Sequence[Edit], attempt: Try, limit: int) -> Blame:
    """Name the fewest edits that change the numbers together.

    First rule by rule, then by halves, then one by one where no half does it alone.

    Args:
        edits: all of them, which make the difference together.
        attempt: run with some edits only.
        limit: how many runs at most.
    """
    search = _Search(attempt, limit, tuple(edits))
    try:
        search.by_rule()
        search.by_halves()
        if len(search.smallest) > 1:
            search.one_by_one()
    except _NoMoreRunsError:
        return Blame(search.smallest, search.runs, is_exact=False)
    return Blame(search.smallest, search.runs)
