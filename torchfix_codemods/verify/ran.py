"""What a run has left behind: how it ended, what it printed, what its capture says, and the files that it wrote."""

from __future__ import annotations

import array
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torchfix_codemods.verify.model import Crash, Ending, RunSummary
from torchfix_codemods.verify.said import said_lines, without_bars
from torchfix_codemods.verify.text import lines_of

_MOST_LOSSES = 10_000_000
_SHOWN = 20_000


@dataclass(frozen=True)
class Captured:
    """What one process of a run has told of itself. `label` is what process it was."""

    folder: Path
    document: Mapping[str, Any]
    losses: Sequence[float]
    label: str = ""

    @property
    def has_values(self) -> bool:
        return (self.folder / "leaves.json").exists()


@dataclass(frozen=True)
class Ran:
    """One run. `folder` is the copy of the project that it worked in, `work` where that was during the run."""

    folder: Path
    work: str
    output: Path
    ending: Ending
    seconds: float
    stdout: str
    stderr: str
    printed_bytes: int
    limit: int
    captures: tuple[Captured, ...] = ()
    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lines: tuple[str, ...] = field(default=())
    said: tuple[str, ...] = field(default=())  # the lines of standard error that can be compared
    said_bytes: int = 0
    outside: tuple[str, ...] | None = None  # what it has written outside of the copy, where that is known for all

    @property
    def is_cut(self) -> bool:
        """Did it print more than was kept?"""
        return self.printed_bytes > self.limit

    @property
    def is_said_cut(self) -> bool:
        """Did it say more on standard error than was kept?"""
        return self.said_bytes > self.limit

    @property
    def losses(self) -> Sequence[float]:
        return [loss for capture in self.captures for loss in capture.losses]

    @property
    def saved(self) -> dict[str, tuple[Captured, Mapping[str, Any]]]:
        """Path in the project -> the capture that tells of `torch.save` with it, and what it tells."""
        start = self.work + "/"
        return {
            path.removeprefix(start): (capture, note)
            for capture in self.captures
            for path, note in capture.document.get("saved", {}).items()
            if path.startswith(start)
        }

    @property
    def summary(self) -> RunSummary:
        return RunSummary(
            ending=self.ending,
            seconds=self.seconds,
            lines=len(self.lines),
            losses=tuple(self.losses),
            steps=sum(capture.document.get("steps", 0) for capture in self.captures),
            printed=self.stdout[:_SHOWN],
            said=self.stderr[-_SHOWN:],
            printed_bytes=self.printed_bytes,
            folder=str(self.folder),
        )


def read_run(
    answer: Mapping[str, Any], output: Path, folder: Path, work: Path, limit: int, changed: tuple[list[str], list[str]]
) -> Ran:
    """Gather what a run has left.

    Args:
        answer: what `Workshop.run` returned.
        output: the folder of the capture.
        folder: where the copy of the project is now.
        work: where it was during the run.
        limit: how many bytes of output were kept.
        changed: files that were written, files that were removed.
    """
    captures = tuple(_captures(output))
    stdout, stderr = _text(output / "stdout"), _text(output / "stderr")
    printed = answer.get("printed", 0)
    lines = lines_of(stdout)
    if printed > limit and lines:
        lines = lines[:-1]  # it may be half a line
    if "\r" in stdout:
        lines = without_bars(lines)
    ending = _ending(answer, captures, output, work)
    warnings = [text for capture in captures for text in capture.document.get("shown_warnings", ())]
    said = said_lines(stderr, warnings, ending)
    if answer.get("said", 0) > limit:
        said = said[:-1]
    return Ran(
        folder=folder,
        work=str(work),
        output=output,
        ending=ending,
        seconds=answer["seconds"],
        stdout=stdout,
        stderr=stderr,
        printed_bytes=printed,
        limit=limit,
        captures=captures,
        written=tuple(changed[0]),
        removed=tuple(changed[1]),
        lines=tuple(lines),
        said=tuple(said),
        said_bytes=answer.get("said", 0),
    )


def _captures(output: Path) -> list[Captured]:
    """That of the script, or those of the processes of a command in the order of their starts."""
    folders = [output, *sorted(path for path in output.glob("process*") if path.is_dir())]
    return [capture for folder in folders if (capture := _capture(folder)) is not None]


def _capture(folder: Path) -> Captured | None:
    losses = array.array("d")
    heard = folder / "losses"
    if not heard.exists():
        return None
    data = heard.read_bytes()[: 8 * _MOST_LOSSES]
    losses.frombytes(data[: len(data) // 8 * 8])
    document: dict[str, Any] = {}
    label = ""
    try:
        document = json.loads((folder / "capture.json").read_bytes())
    except (OSError, ValueError):  # it was killed before its end
        document = {}
    if (folder / "label").exists():
        label = (folder / "label").read_text("utf-8", "replace")
    return Captured(folder, document, losses, label)


def _ending(answer: Mapping[str, Any], captures: Sequence[Captured], output: Path, work: Path) -> Ending:
    crash = None
    for capture in captures:
        told = capture.document.get("crash")
        if told:
            crash = Crash(told["type"], told["text"], told["file"], told["line"])
    place = ""
    if answer["timed_out"]:
        place = _place(_text(output / "place"), str(work))
    return Ending(answer["code"], answer["timed_out"], answer.get("is_lost", False), crash, place)


def _place(traceback: str, work: str) -> str:
    """The innermost line of the project in what faulthandler wrote."""
    for line in traceback.splitlines():
        head, separator, tail = line.strip().partition(", line ")
        file = head.removeprefix('File "').removesuffix('"')
        if separator and file.startswith(work + "/"):
            return f"{file.removeprefix(work + '/')}:{tail.partition(' ')[0]}"
    return ""


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
