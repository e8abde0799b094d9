"""Compares what was printed: words exactly, numbers as numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)(?![\w])", re.IGNORECASE
)
# Where objects lie in memory.
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_LINE_END = re.compile(r"\r\n|\n|\r")
# Relative and absolute, for numbers that printing has rounded already.
PRINTED = (1e-4, 1e-6)
# A difference of one in the last printed place is rounding without further evidence if it is at most so much.
MERE_ROUNDING = 1e-3
_MOST_SHOWN = 80
_ELLIPSIS = "..."


@dataclass(frozen=True, slots=True)
class TextDifference:
    """`where` is `line 3`, `line 3 number 2` or `lines`.

    `rounding` is the relative size of a difference of one in the last printed place, which may be the same number
    rounded the other way; infinite for any other difference.
    """

    where: str
    detail: str
    rounding: float = math.inf


def lines_of(text: str) -> list[str]:
    """The lines; what a carriage return would overwrite on a terminal is a line of its own."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines and not lines[-1] else lines


def compare_lines(
    before: Sequence[str], after: Sequence[str], rtol: float | None = None, atol: float | None = None
) -> Iterator[TextDifference]:
    """What differs, line by line. Lines that only one text has come last, as one difference.

    Args:
        before, after: the lines.
        rtol, atol: tolerances for numbers with a point or an exponent, in place of those for printed numbers.
    """
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if old != new:
            yield from _compare_line(old, new, f"line {number}", rtol, atol)
    if len(before) != len(after):
        longer = before if len(before) > len(after) else after
        detail = f"{len(before)} lines -> {len(after)} lines; {'gone' if longer is before else 'new'}: "
        yield TextDifference("lines", detail + _shown(longer[min(len(before), len(after))]))


def without_addresses(text: str) -> str:
    """A text without the addresses of objects."""
    return _ADDRESS.sub("0x..", text)


def numbers_shown(old: Any, new: Any) -> str:
    """Two numbers that differ, with as many digits as show it."""
    a, b = (f"{value:.7g}" if isinstance(value, float) else str(value) for value in (old, new))
    return f"{a} -> {b}" if a != b else f"{old!r} -> {new!r}"


def cut_alike(old: str, new: str, most: int) -> tuple[str, str]:
    """Two texts for one line, cut where they are longer than `most` so that the first difference shows in both."""
    if max(len(old), len(new)) <= most:
        return old, new
    pairs = enumerate(zip(old, new, strict=False))
    same = next((index for index, (a, b) in pairs if a != b), min(len(old), len(new)))
    start = max(0, min(same - most // 3, max(len(old), len(new)) - most))
    return _cut(old, start, most), _cut(new, start, most)


def _cut(text: str, start: int, most: int) -> str:
    if start:
        text = _ELLIPSIS + text[start + len(_ELLIPSIS) :]
    return text if len(text) <= most else text[: most - len(_ELLIPSIS)] + _ELLIPSIS


def _compare_line(old: str, new: str, where: str, rtol: float | None, atol: float | None) -> Iterator[TextDifference]:
    old, new = without_addresses(old), without_addresses(new)
    if old == new:
        return
    numbers, others = _NUMBER.findall(old), _NUMBER.findall(new)
    if _NUMBER.sub("#", old).split() != _NUMBER.sub("#", new).split() or len(numbers) != len(others):
        a, b = cut_alike(old.strip(), new.strip(), _MOST_SHOWN)
        yield TextDifference(where, f"{a!r} -> {b!r}")
        return
    for index, (a, b) in enumerate(zip(numbers, others, strict=True), 1):
        if not _is_close(a, b, PRINTED[0] if rtol is None else rtol, PRINTED[1] if atol is None else atol):
            place = where if len(numbers) == 1 else f"{where} number {index}"
            yield TextDifference(place, f"{a} -> {b} in {_shown(new)}", _rounding(a, b))


def _is_close(a: str, b: str, rtol: float, atol: float) -> bool:
    if a == b:
        return True
    x, y = float(a), float(b)
    if _is_whole(a) and _is_whole(b):
        return int(a) == int(b)
    return x == y or (x != x and y != y) or (_are_finite(x, y) and abs(x - y) <= atol + rtol * abs(x))


def _rounding(a: str, b: str) -> float:
    """The relative size of a difference of one in the last printed place, else infinite."""
    x, y = float(a), float(b)
    if not _are_finite(x, y) or (_is_whole(a) and _is_whole(b)):
        return math.inf
    unit = max(_last_place(a), _last_place(b))
    return abs(x - y) / max(abs(x), abs(y)) if abs(x - y) <= 1.01 * unit else math.inf


def _last_place(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return float(10.0 ** (int(exponent or 0) - places))


def _is_whole(number: str) -> bool:
    return number.lstrip("+-").isdigit()


def _are_finite(x: float, y: float) -> bool:
    return math.isfinite(x) and math.isfinite(y)


def _shown(line: str) -> str:
    line = line.strip()
    return repr(_cut(line, 0, _MOST_SHOWN))
