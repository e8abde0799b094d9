"""The changes between two versions of a file, as stretches of lines that can be made one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from torchfix_codemods.verify.text import cut_alike

# Lines that are as alike as this are one line, changed.
_ALIKE = 0.6
# Comparing every line with every other is for small stretches.
_MOST_PAIRS = 2500
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Change:
    """Lines `start` to `end` (from 0, exclusive) of the old version become `new`. `old` is what stands there."""

    start: int
    end: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]

    @property
    def line(self) -> int:
        """The number of the first line, from 1."""
        return self.start + 1

    @property
    def shown(self) -> str:
        """The first line that goes and the first that comes; of a block with both, the first two that differ."""
        olds, news = ([line.decode("utf-8", "replace").strip() for line in lines] for lines in (self.old, self.new))
        pairs = list(zip_longest(olds, news, fillvalue=""))
        old, new = next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])
        short, long = cut_alike(old, new, _MOST_SHOWN)
        if old == new:
            return f"`{short}` with another indentation"
        if old and new:
            return f"`{short}` -> `{long}`"
        return f"without `{short}`" if old else f"with `{long}`"


def changes_between(before: bytes, after: bytes) -> list[Change]:
    """The changes in order, line by line where it is plain which line became which."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    changes: list[Change] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for start, end, first, last in _parts(old[a:b], new[c:d]):
            changes.append(
                Change(a + start, a + end, tuple(old[a + start : a + end]), tuple(new[c + first : c + last]))
            )
    return changes


def applied(before: bytes, changes: Iterable[Change]) -> bytes:
    """The old version with some of its changes."""
    lines = before.splitlines(keepends=True)
    for change in sorted(changes, key=lambda change: (change.start, change.end), reverse=True):
        lines[change.start : change.end] = change.new
    return b"".join(lines)


def _parts(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """A stretch that differs in parts: start and end in the old lines, start and end in the new ones."""
    pairs = _pairs(old, new) if len(old) * len(new) <= _MOST_PAIRS else []
    # A block that got another indentation is one change: no part of it makes sense alone.
    if any(_indentation(old[i]) != _indentation(new[j]) for i, j in pairs):
        pairs = []
    i = j = 0
    for paired, partner in [*pairs, (len(old), len(new))]:
        if i < paired or j < partner:
            yield i, paired, j, partner
        if paired < len(old):
            yield paired, paired + 1, partner, partner + 1
        i, j = paired + 1, partner + 1


def _pairs(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """Lines that became lines, in order; as many and as alike as can be."""
    best: list[list[tuple[float, list[tuple[int, int]]]]] = [[(0.0, [])] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            choices = [best[i + 1][j], best[i][j + 1]]
            alike = SequenceMatcher(None, old[i].strip(), new[j].strip(), autojunk=False).ratio()
            if alike >= _ALIKE:
                score, rest = best[i + 1][j + 1]
                choices.append((score + alike, [(i, j), *rest]))
            best[i][j] = max(choices, key=lambda choice: choice[0])
    return best[0][0][1]


def _indentation(line: bytes) -> int:
    return len(line) - len(line.lstrip())
