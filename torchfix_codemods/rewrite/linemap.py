"""Which line of the old text a line of the new text comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineMap:
    """`olds[n - 1]` is the old line of the new line `n`. An inserted line has that of the code it was put next to."""

    olds: tuple[int, ...]

    @staticmethod
    def identity(lines: int) -> LineMap:
        return LineMap(tuple(range(1, lines + 1)))

    def old(self, new_line: int) -> int:
        """The line of the old text that the line `new_line` (from 1) of the new text comes from."""
        if not self.olds:
            return new_line
        return self.olds[min(max(new_line, 1), len(self.olds)) - 1]

    def after(self, earlier: LineMap) -> LineMap:
        """The map over two steps: `earlier` first, then this one."""
        return LineMap(tuple(earlier.old(line) for line in self.olds))


def aligned(old: Sequence[str], new: Sequence[str], first: int) -> list[int]:
    """The old line numbers of `new`, which replaces `old`, the lines from `first` on.

    Equal lines at both ends are paired; what is between them is paired from the top.
    """
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    last_changed = max(len(old) - tail - 1, 0)
    middle = [min(i, last_changed) for i in range(same, len(new) - tail)]
    return [first + i for i in (*range(same), *middle, *range(len(old) - tail, len(old)))]
