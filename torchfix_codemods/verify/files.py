"""Compares the files that two runs have written: bytes first, then numbers as numbers where the format is known."""

from __future__ import annotations

import filecmp
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torchfix_codemods.verify.model import Difference
from torchfix_codemods.verify.ran import Captured, Ran
from torchfix_codemods.verify.sandbox import Files
from torchfix_codemods.verify.text import MERE_ROUNDING, compare_lines, lines_of

# Where every difference begins that is about a file which only one run has written.
ONLY = "written only"
# A zip archive (torch, npz), a .npy file, a pickle (torch before 1.6).
_ARRAY_STARTS = (b"PK", b"\x93NUMPY", b"\x80")
_MOST_TEXT = 32 * 2**20
_MOST_SHOWN = 5


@dataclass(frozen=True)
class FileQuestion:
    """A file of tensors that two runs have both written, and where its content can be read from safely.

    `kinds` are what was saved ("module", "dict"), empty where nobody saw it being saved.
    """

    name: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    kinds: tuple[str, str]
    paths: tuple[Path, Path]

    def as_bytes(self, reason: str) -> list[Difference]:
        """The difference, where the content turns out to be unreadable."""
        return [Difference("file", self.name, f"other bytes (its content cannot be compared: {reason})")]


@dataclass
class PlainFiles:
    """What could be told without torch. `arrays` names the files that could not."""

    differences: list[Difference] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    count: int = 0


def compare_plain_files(
    before: Ran, after: Ran, sources: tuple[Files, Files], rtol: float | None, atol: float | None
) -> PlainFiles:
    """Compare the files that both runs have written; name those that only one has."""
    found = PlainFiles()
    old, new = _outputs(before, sources[0]), _outputs(after, sources[1])
    for name in sorted(old | new):
        if name not in new or name not in old:
            detail = f"{ONLY} {'before' if name in old else 'after'}"
            found.differences.append(Difference("file", name, detail))
            continue
        found.count += 1
        _compare(name, (before.folder / name, after.folder / name), sources, found, rtol, atol)
    for name in sorted({*before.removed} ^ {*after.removed}):
        side = "before" if name in before.removed else "after"
        found.differences.append(Difference("file", name, f"removed only {side}"))
    kinds = _kinds(before), _kinds(after)
    for name in sorted(old & new):
        if kinds[0].get(name) != kinds[1].get(name) and name not in found.arrays:
            found.arrays.append(name)
    return found


def file_questions(before: Ran, after: Ran, names: Sequence[str]) -> list[FileQuestion]:
    """What to ask about files of tensors."""
    kinds = _kinds(before), _kinds(after)
    saved = before.saved, after.saved
    return [
        FileQuestion(
            name,
            _source(before.folder / name, saved[0].get(name)),
            _source(after.folder / name, saved[1].get(name)),
            (kinds[0].get(name, ""), kinds[1].get(name, "")),
            (before.folder / name, after.folder / name),
        )
        for name in names
    ]


def _outputs(run: Ran, sources: Files) -> set[str]:
    return {name for name in run.written if name not in sources and not name.endswith(".pyc")}


def _kinds(run: Ran) -> dict[str, str]:
    return {name: str(note.get("kind", "")) for name, (_, note) in run.saved.items()}


def _source(path: Path, saved: tuple[Captured, Mapping[str, Any]] | None) -> Mapping[str, Any]:
    """What was noted when it was saved, where the file itself cannot be read without running code."""
    if saved is not None and "data" in saved[1]:
        capture, note = saved
        return {"data": str(capture.folder / note["data"]), "leaves": str(capture.folder / note["leaves"])}
    return {"file": str(path)}


def _compare(
    name: str,
    paths: tuple[Path, Path],
    sources: tuple[Files, Files],
    found: PlainFiles,
    rtol: float | None,
    atol: float | None,
) -> None:
    old, new = paths
    if old.is_symlink() or new.is_symlink():
        if old.is_symlink() != new.is_symlink() or old.readlink() != new.readlink():
            found.differences.append(Difference("file", name, "is another link"))
        return
    if not (old.is_file() and new.is_file()):  # to read a pipe or a device could take for ever
        if stat.S_IFMT(old.stat().st_mode) != stat.S_IFMT(new.stat().st_mode):
            found.differences.append(Difference("file", name, "is another kind of file"))
        return
    if filecmp.cmp(old, new, shallow=False):
        return
    if _is_own_source(old, new, sources):
        found.notes.append(f"{name} is a copy of a rewritten file")
    elif _holds_arrays(old) or _holds_arrays(new):
        found.arrays.append(name)
    else:
        found.differences += _compare_text(name, old, new, rtol, atol)


def _is_own_source(old: Path, new: Path, sources: tuple[Files, Files]) -> bool:
    if max(old.stat().st_size, new.stat().st_size) > _MOST_TEXT:
        return False
    a, b = old.read_bytes(), new.read_bytes()
    return any(a == content and b == sources[1].get(name) for name, content in sources[0].items())


def _holds_arrays(path: Path) -> bool:
    if path.suffix == ".safetensors":
        return True
    with path.open("rb") as file:
        return file.read(8).startswith(_ARRAY_STARTS)


def _compare_text(name: str, old: Path, new: Path, rtol: float | None, atol: float | None) -> Iterator[Difference]:
    sizes = old.stat().st_size, new.stat().st_size
    try:
        if max(sizes) > _MOST_TEXT:
            raise ValueError
        texts = [path.read_bytes().decode() for path in (old, new)]
        if any("\0" in text for text in texts):
            raise ValueError
    except ValueError:
        yield Difference("file", name, f"other bytes ({sizes[0]:,} -> {sizes[1]:,})")
        return
    differences = [
        difference
        for difference in compare_lines(lines_of(texts[0]), lines_of(texts[1]), rtol, atol)
        if difference.rounding > MERE_ROUNDING
    ]
    for difference in differences[:_MOST_SHOWN]:
        yield Difference("file", f"{name} {difference.where}", difference.detail)
    if len(differences) > _MOST_SHOWN:
        yield Difference("file", name, f"{len(differences)} differences in all")
