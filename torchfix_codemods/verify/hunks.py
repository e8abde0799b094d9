"""The changes between two versions of a file, as stretches of lines that can be made one by one."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher


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
        """The first line that goes and the first that comes."""
        old, new = (lines[0].decode("utf-8", "replace").strip() if lines else "" for lines in (self.old, self.new))
        if old and new:
            return f"`{_short(old)}` -> `{_short(new)}`"
        return f"without `{_short(old)}`" if old else f"with `{_short(new)}`"

    def applied_to(self, text: bytes) -> bytes:
        """The old version with this change, if all changes further down have been made already or never will be."""
        lines = text.splitlines(keepends=True)
        return b"".join([*lines[: self.start], *self.new, *lines[self.end :]])


def changes_between(before: bytes, after: bytes) -> list[Change]:
    """The changes in order. A pair of stretches of equal length is taken line by line."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    changes = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if b - a == d - c:
            pairs = zip(range(a, b), range(c, d), strict=True)
            changes += [Change(i, i + 1, (old[i],), (new[j],)) for i, j in pairs if old[i] != new[j]]
        else:
            changes.append(Change(a, b, tuple(old[a:b]), tuple(new[c:d])))
    return changes


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
