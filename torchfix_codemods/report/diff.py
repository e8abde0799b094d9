"""Unified diffs that `git apply` and `patch -p1` take.

In bytes from end to end: a file's encoding and its line ends are its own business, and difflib's own text functions
lose a missing newline at the end. Names are relative to the repository's root and stand behind a `diff --git` line:
only then does git take them from a subfolder too (its apply.c: `is_toplevel_relative`).
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from torchfix_codemods.report.model import Report

Tag: TypeAlias = Literal[" ", "-", "+"]

_CONTEXT = 3  # unchanged lines around a change, as everywhere
_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_ESCAPES = dict(zip(b'\a\b\t\n\v\f\r"\\', b'abtnvfr"\\', strict=True))


@dataclass(frozen=True, slots=True)
class Hunk:
    """Neighbouring changes with the lines around them. `old` and `new` are the first line's numbers, from 1."""

    old: int
    new: int
    rows: tuple[tuple[Tag, bytes], ...]

    @property
    def header(self) -> str:
        """The `@@` line, without its newline."""
        removed = sum(tag != "+" for tag, _ in self.rows)
        added = sum(tag != "-" for tag, _ in self.rows)
        return f"@@ -{_range(self.old, removed)} +{_range(self.new, added)} @@"


class Stretch(NamedTuple):
    """Old lines `a` to `b` stand against new lines `c` to `d`, counted from 0, ends exclusive."""

    equal: bool
    a: int
    b: int
    c: int
    d: int

    @property
    def start(self) -> Stretch:
        length = min(_CONTEXT, self.b - self.a)
        return self._replace(b=self.a + length, d=self.c + length)

    @property
    def end(self) -> Stretch:
        length = min(_CONTEXT, self.b - self.a)
        return self._replace(a=self.b - length, c=self.d - length)


def hunks(before: bytes, after: bytes) -> list[Hunk]:
    """The changes from `before` to `after`, in order, with up to three unchanged lines around each."""
    old, new = _lines(before), _lines(after)
    return [_hunk(group, old, new) for group in _groups(stretches(before, after))]


def unified_diff(before: bytes, after: bytes, name: str) -> bytes:
    """A patch for one file, empty when nothing changed.

    Args:
        name: the file's path relative to the repository's root, with forward slashes.
    """
    changes = hunks(before, after)
    if not changes:
        return b""
    old, new = f"a/{name}", f"b/{name}"
    parts = [b"diff --git %b %b\n" % (_quoted(old), _quoted(new))]
    parts += [b"--- %b\n" % _heading(old), b"+++ %b\n" % _heading(new)]
    for hunk in changes:
        parts.append(hunk.header.encode() + b"\n")
        parts += [tag.encode() + (line if line.endswith(b"\n") else line + _NO_NEWLINE) for tag, line in hunk.rows]
    return b"".join(parts)


def render(report: Report) -> bytes:
    """One patch for all that a run changed, or would change."""
    parts = []
    for outcome in report.changed:
        assert outcome.before is not None and outcome.result.after is not None
        name = name_in_repository(str(outcome.source.path))
        parts.append(unified_diff(outcome.before, outcome.result.after, name))
    return b"".join(parts)


def name_in_repository(path: str) -> str:
    """What a patch calls a file: its path relative to the root of its git repository, else to the current folder.

    A file that lies in neither gets its absolute path without the leading slash (`patch -p1 -d /` takes it).
    """
    # Not resolved: git, too, knows a link by its own name.
    absolute = Path(os.path.abspath(path))  # noqa: PTH100
    for folder in (repository_root(absolute.parent), Path.cwd()):
        if folder is not None and absolute.is_relative_to(folder):
            return absolute.relative_to(folder).as_posix()
    return absolute.relative_to(absolute.anchor).as_posix()


@lru_cache(maxsize=1024)
def repository_root(folder: Path) -> Path | None:
    """The nearest folder upwards that holds a `.git` (a folder, or a file in worktrees and submodules)."""
    return next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), None)


def _lines(data: bytes) -> list[bytes]:
    """Lines as git counts them: only a line feed ends one."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])


def stretches(before: bytes, after: bytes) -> list[Stretch]:
    """Equal and changed stretches in order.

    Lines that either text has once only show what belongs together; difflib, which takes the square of their number
    where many lines are changed, sees what is between such lines.
    """
    old, new = _lines(before), _lines(after)
    whole = Stretch(False, 0, len(old), 0, len(new))
    head, middle, tail = _trimmed(old, new, whole)
    found, (a, c) = [head], (middle.a, middle.c)
    for b, d in (*_anchors(old, new, middle), (middle.b, middle.d)):
        found += _compared(old, new, Stretch(False, a, b, c, d))
        a, c = b, d
    return _merged([*found, tail])


def _anchors(old: list[bytes], new: list[bytes], part: Stretch) -> list[tuple[int, int]]:
    """The longest row of lines in the same order in both texts, among those that each of the two has once."""
    counts = Counter(old[part.a : part.b]), Counter(new[part.c : part.d])
    places = {new[d]: d for d in range(part.c, part.d) if counts[1][new[d]] == 1}
    pairs = [(b, places[old[b]]) for b in range(part.a, part.b) if counts[0][old[b]] == 1 and old[b] in places]
    ends: list[int] = []  # the number of the pair that a row of this length ends with, the earliest in the new text
    before: list[int] = []  # the pair before each
    last: list[int] = []
    for number, (_, d) in enumerate(pairs):
        length = bisect_left(last, d)
        before.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        last[length : length + 1] = [d]
    row, number = [], ends[-1] if ends else -1
    while number >= 0:
        row.append(pairs[number])
        number = before[number]
    return row[::-1]


def _compared(old: list[bytes], new: list[bytes], part: Stretch) -> Iterator[Stretch]:
    from difflib import SequenceMatcher

    head, middle, tail = _trimmed(old, new, part)
    yield head
    if middle.a < middle.b and middle.c < middle.d:
        matcher = SequenceMatcher(None, old[middle.a : middle.b], new[middle.c : middle.d])
        for tag, a, b, c, d in matcher.get_opcodes():
            yield Stretch(tag == "equal", a + middle.a, b + middle.a, c + middle.c, d + middle.c)
    else:
        yield middle
    yield tail


def _trimmed(old: list[bytes], new: list[bytes], part: Stretch) -> tuple[Stretch, Stretch, Stretch]:
    """What is equal at the start, what is between, and what is equal at the end."""
    _, a, b, c, d = part
    shortest = min(b - a, d - c)
    head = 0
    while head < shortest and old[a + head] == new[c + head]:
        head += 1
    tail = 0
    while tail < shortest - head and old[b - 1 - tail] == new[d - 1 - tail]:
        tail += 1
    return (
        Stretch(True, a, a + head, c, c + head),
        Stretch(False, a + head, b - tail, c + head, d - tail),
        Stretch(True, b - tail, b, d - tail, d),
    )


def _merged(found: list[Stretch]) -> list[Stretch]:
    """Without those that hold nothing, and neighbours of one kind in one."""
    merged: list[Stretch] = []
    for stretch in found:
        if stretch.a == stretch.b and stretch.c == stretch.d:
            continue
        if merged and merged[-1].equal == stretch.equal:
            merged[-1] = merged[-1]._replace(b=stretch.b, d=stretch.d)
        else:
            merged.append(stretch)
    return merged


def _groups(found: list[Stretch]) -> Iterator[list[Stretch]]:
    """Changes that are at most two contexts apart belong together; a group begins and ends with its context."""
    group: list[Stretch] = []
    changed = False
    for stretch in found:
        if stretch.equal and changed and stretch.b - stretch.a > 2 * _CONTEXT:
            yield [*group, stretch.start]
            changed = False
        if stretch.equal and not changed:
            group = [stretch.end]
            continue
        group.append(stretch)
        changed = True
    if changed:
        yield [*group[:-1], group[-1].start] if group[-1].equal else group


def _hunk(group: list[Stretch], old: list[bytes], new: list[bytes]) -> Hunk:
    rows: list[tuple[Tag, bytes]] = []
    for stretch in group:
        rows += [(" " if stretch.equal else "-", line) for line in old[stretch.a : stretch.b]]
        if not stretch.equal:
            rows += [("+", line) for line in new[stretch.c : stretch.d]]
    return Hunk(group[0].a + 1, group[0].c + 1, tuple(rows))


def _range(start: int, length: int) -> str:
    if length == 1:
        return str(start)
    return f"{start if length else start - 1},{length}"


def _heading(name: str) -> bytes:
    """A name behind `---`: where it holds a space, a tab says where it ends."""
    quoted = _quoted(name)
    return quoted + b"\t" if b" " in quoted and not quoted.startswith(b'"') else quoted


def _quoted(name: str) -> bytes:
    """A name as git writes it (core.quotePath): controls, quotes, backslashes and non-ASCII as in C, in quotes."""
    raw = os.fsencode(name)
    if all(32 <= byte < 127 and byte not in _ESCAPES for byte in raw):
        return raw
    return b'"%b"' % b"".join(map(_escaped, raw))


def _escaped(byte: int) -> bytes:
    if byte in _ESCAPES:
        return b"\\%c" % _ESCAPES[byte]
    return b"%c" % byte if 32 <= byte < 127 else b"\\%03o" % byte
