"""A change as two columns: the old line at the left of the new one that stands for it, and the words that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torchfix_codemods.encoding import NotTextError, decode
from torchfix_codemods.report.diff import Hunk
from torchfix_codemods.report.streams import printable

_WORDS = re.compile(r"\w+|\s+|.", re.S)
# A line of a notebook can hold a picture: so much of a line is shown, from shortly before the place that differs.
_LONGEST = 600
_BEFORE = 200


@dataclass(frozen=True, slots=True)
class Side:
    """A line as it is shown: its number, and its text in three parts, of which the one in the middle has changed."""

    number: int
    start: str
    changed: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands side by side; None where a line has no counterpart."""

    old: Side | None
    new: Side | None
    is_equal: bool = False


def pairs(hunk: Hunk, encoding: str) -> Iterator[Pair]:
    """The rows of a change."""
    old_number, new_number = hunk.old, hunk.new
    removed: list[str] = []
    added: list[str] = []
    for tag, line in (*hunk.rows, (" ", None)):
        if tag == " " or (tag == "-" and added):
            yield from _beside(removed, added, old_number - len(removed), new_number - len(added))
            removed, added = [], []
        if line is None:
            return
        text = printable(line.rstrip(b"\r\n").decode(encoding, "replace"))
        if tag == " ":
            yield Pair(Side(old_number, _cut(text)), Side(new_number, _cut(text)), is_equal=True)
        else:
            (removed if tag == "-" else added).append(text)
        old_number += tag != "+"
        new_number += tag != "-"


def encoding_of(source: bytes) -> str:
    """What a source is written in, as far as that can be told."""
    try:
        return decode(source).encoding
    except NotTextError:
        return "utf-8"


def _beside(removed: Sequence[str], added: Sequence[str], old: int, new: int) -> Iterator[Pair]:
    """Lines that stand for each other; the fewer at the top or at the bottom, where they are more alike."""
    blank = [None] * abs(len(removed) - len(added))
    at_end = removed and added and _alike(removed[-1], added[-1]) > _alike(removed[0], added[0])
    left: list[str | None] = [*removed]
    right: list[str | None] = [*added]
    shorter = left if len(left) < len(right) else right
    shorter[:] = [*blank, *shorter] if at_end else [*shorter, *blank]
    for before, after in zip(left, right, strict=True):
        if before is not None and after is not None:
            yield _compared(before, after, old, new)
        else:
            yield Pair(
                None if before is None else Side(old, _cut(before)), None if after is None else Side(new, _cut(after))
            )
        old += before is not None
        new += after is not None


def _alike(before: str, after: str) -> float:
    """The share of two lines that their start and their end have in common."""
    words, others = _WORDS.findall(before), _WORDS.findall(after)
    head, tail = _common_ends(words, others)
    return 2 * (head + tail) / (len(words) + len(others) or 1)


def _compared(before: str, after: str, old: int, new: int) -> Pair:
    """Two lines, with what lies between their common start and their common end."""
    words, others = _WORDS.findall(before), _WORDS.findall(after)
    head, tail = _common_ends(words, others)
    if not head and not tail:
        return Pair(Side(old, _cut(before)), Side(new, _cut(after)))
    return Pair(_side(words, head, tail, old), _side(others, head, tail, new))


def _common_ends(words: list[str], others: list[str]) -> tuple[int, int]:
    shortest = min(len(words), len(others))
    head = 0
    while head < shortest and words[head] == others[head]:
        head += 1
    tail = 0
    while tail < shortest - head and words[-1 - tail] == others[-1 - tail]:
        tail += 1
    return head, tail


def _side(words: list[str], head: int, tail: int, number: int) -> Side:
    stop = len(words) - tail
    start, changed, end = "".join(words[:head]), "".join(words[head:stop]), "".join(words[stop:])
    if len(start) + len(changed) + len(end) > _LONGEST:
        start = f"... {start[-_BEFORE:]}" if len(start) > _BEFORE else start
        changed, end = _cut(changed), _cut(end, _BEFORE)
    return Side(number, start, changed, end)


def _cut(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]} ... ({len(text) - longest:,} more characters)"
