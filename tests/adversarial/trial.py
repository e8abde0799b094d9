"""Runs a program before and after its safe fixes, and says what is different."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from projects import unmeasured

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.notebook import fix_notebook, python_of
from torchfix_codemods.plan import read_interface
from torchfix_codemods.registry import known_rules

DEVICES = ("cpu", "emulate")
_WORKER = Path(__file__).parent / "worker.py"
_ADDRESS = re.compile(r"0x[0-9a-f]+")


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Trial:
    """What became of a program: the codes of the fixes that were made, its files then, and what is different."""

    codes: tuple[str, ...]
    after: Mapping[str, str]
    ran_on: tuple[str, ...] = ()
    difference: str = ""


class Runner:
    """One process for each device, which imports torch and more modules once, and forks for each run."""

    def __init__(self, modules: tuple[str, ...] = ()) -> None:
        self._modules = modules
        self._workers: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for worker in self._workers.values():
            assert worker.stdin is not None
            worker.stdin.close()
            worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()

    def run(self, device: str, files: Mapping[str, str], script: str) -> Ended:
        """Run a script that lies among these files."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / name).write_text(text, "utf-8")
            worker = self._worker(device)
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.write(json.dumps({"folder": folder, "script": script}) + "\n")
            worker.stdin.flush()
            return Ended(**json.loads(worker.stdout.readline()))

    def _worker(self, device: str) -> subprocess.Popen[str]:
        if device not in self._workers:
            environment = {**unmeasured(), "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
            self._workers[device] = subprocess.Popen(
                [sys.executable, os.fspath(_WORKER), device, *self._modules],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
        return self._workers[device]


def fixed(files: Mapping[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The codes of the safe fixes that are made in these files, and the files then."""
    code = {
        name: python_of(text.encode()) if name.endswith(".ipynb") else text.encode() for name, text in files.items()
    }
    project = ProjectFacts({name: read_interface(text) for name, text in code.items()})
    request = FixRequest(tuple(rule.code for rule in known_rules()), project=project)
    codes: list[str] = []
    after: dict[str, str] = {}
    for name, text in files.items():
        data = text.encode()
        result = fix_notebook(data, name, request) if name.endswith(".ipynb") else fix(data, name, request)
        assert not result.problems, (name, result.problems)
        codes += [finding.code for finding in result.findings if finding.fixed]
        after[name] = text if result.after is None else result.after.decode()
    return tuple(sorted(codes)), after


def trial(files: Mapping[str, str], script: str, runner: Runner, devices: tuple[str, ...] = DEVICES) -> Trial:
    """Fix the files and compare: a script that came to its end must come to it again, and print the same."""
    codes, after = fixed(files)
    if after == dict(files):
        return Trial((), after)
    ran_on: list[str] = []
    for device in devices:
        before = runner.run(device, files, script)
        if before.code != 0:
            continue
        ran_on.append(device)
        now = runner.run(device, after, script)
        if now.code != 0:
            last = now.err.strip().splitlines()[-1:] or [f"exit status {now.code}"]
            return Trial(codes, after, tuple(ran_on), f"{device}: it does not come to its end: {last[0]}")
        if _ADDRESS.sub("0x", now.out) != _ADDRESS.sub("0x", before.out):
            pairs = zip([*before.out.splitlines(), ""], [*now.out.splitlines(), ""], strict=False)
            old, new = next(((a, b) for a, b in pairs if a != b), ("", ""))
            return Trial(codes, after, tuple(ran_on), f"{device}: it printed {old!r}, and prints {new!r}")
    return Trial(codes, after, tuple(ran_on))
