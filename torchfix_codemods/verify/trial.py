"""Runs a program in a fresh copy of its project, and gathers what it leaves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from torchfix_codemods.verify.command import prepare
from torchfix_codemods.verify.compare import Question
from torchfix_codemods.verify.model import Program, VerifyError
from torchfix_codemods.verify.process import Workshop
from torchfix_codemods.verify.ran import Ran, read_run
from torchfix_codemods.verify.sandbox import Files, Sandbox, snapshot, written
from torchfix_codemods.verify.server import COVERED

Progress: TypeAlias = Callable[[str], None]

# How much of what a run prints is kept and compared.
OUTPUT_LIMIT = 4 * 2**20
SEED = 0
_COMPARING = 3600.0


def cover_of(sandbox: Sandbox) -> Mapping[str, Any] | None:
    """What a run has to know of its sandbox's shelter."""
    if not sandbox.shelter.is_there:
        return None
    return {"box": str(sandbox.box), "layer": str(sandbox.layer), "roots": list(sandbox.shelter.roots)}


@dataclass
class Trial:
    """Runs of one program. `tell` is told what happens."""

    program: Program
    workshop: Workshop
    sandbox: Sandbox
    timeout: float
    tell: Progress = lambda text: None
    limit: int = OUTPUT_LIMIT
    _asked: int = 0

    def run(self, files: Files, name: str, *, shift: bool = False) -> Ran:
        """Run the program once with some files of the project replaced.

        Args:
            files: the replaced files.
            name: what this run is called, also the name of its folder. An earlier run of that name is gone then.
            shift: lay objects at other addresses than usual.
        """
        box = self.sandbox.box
        output = box / f"{name}.capture"
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        before = self.sandbox.prepare(files)
        answer = self.workshop.run(self._request(output, shift))
        if not (output / "stdout").exists() and not answer.get("is_lost"):
            raise VerifyError(f"a run has removed the folder that verify keeps its results in: {box}")
        self._check_cover(output)
        outside = self.sandbox.gather()
        changed = written(before, snapshot(self.sandbox.work))
        folder = self.sandbox.put_away(name)
        ran = read_run(answer, output, folder, self.sandbox.work, self.limit, changed)
        return replace(ran, outside=tuple(outside)) if self.sandbox.shelter.is_there else ran

    def _check_cover(self, output: Path) -> None:
        """A run that could not be kept from the user's files has not begun."""
        if not self.sandbox.shelter.is_there:
            return
        try:
            error = json.loads((output / COVERED).read_bytes())["error"]
        except (OSError, ValueError):  # it has removed what stood there
            return
        if error:
            raise VerifyError(f"the runs cannot be kept from your files: {error}")

    def forget(self, name: str) -> None:
        """Remove what a run has left."""
        for folder in (self.sandbox.box / name, self.sandbox.box / f"{name}.capture"):
            shutil.rmtree(folder, ignore_errors=True)

    def ask(self, questions: Sequence[Question]) -> Sequence[Mapping[str, Any]]:
        """Have tensors compared, in a child process.

        Raises:
            VerifyError: it could not be done.
        """
        self._asked += 1
        output = self.sandbox.box / "questions"
        output.mkdir(exist_ok=True)
        asked, answered = output / f"{self._asked}.json", output / f"{self._asked}.answers.json"
        asked.write_text(json.dumps(questions), "utf-8")
        self.workshop.run(
            {
                "do": "tensors",
                "output": str(output),
                "cwd": str(output),
                "timeout": _COMPARING,
                "limit": self.limit,
                "questions": str(asked),
                "answers": str(answered),
            }
        )
        if not answered.exists():
            said = (output / "stderr").read_text("utf-8", "replace").strip().splitlines()
            raise VerifyError(f"the values of two runs could not be compared ({said[-1] if said else 'no answer'})")
        answers: Sequence[Mapping[str, Any]] = json.loads(answered.read_bytes())
        return answers

    def _request(self, output: Path, shift: bool) -> dict[str, Any]:
        work, program = self.sandbox.work, self.program
        request = {
            "output": str(output),
            "cwd": str(work / program.folder),
            "timeout": self.timeout,
            "limit": self.limit,
            "seed": SEED,
            "device": self.workshop.device,
            "folders": [str(work), str(self.sandbox.temporary)],
            "original": str(self.sandbox.original),
            "shift": shift,
            "cover": cover_of(self.sandbox),
            "refuses": not (self.sandbox.shelter.is_there or self.sandbox.allows),
        }
        if program.command:
            environment = prepare(program, request, self.sandbox)
            return {**request, "do": "command", "command": program.command, "environment": environment}
        return {
            **request,
            "do": "script",
            "script": str(work / program.script),
            "name": Path(program.script).name,
            "arguments": program.arguments,
            "environment": {"TMPDIR": str(self.sandbox.temporary)},
        }
