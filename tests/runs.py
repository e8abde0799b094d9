"""A folder with rules of its own to run on, in this process and in workers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.regular import read_regular
from torchfix_codemods.result import FixResult
from torchfix_codemods.run import Run, RunRequest
from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import discover

LOUD = "import torch\nLOUD = 1\n"
QUIET = "import torch\nquiet = 1\n"
IDLE = "import torch\nx = 1\n"

# What a worker sees must be installed: what a test replaces in this process is not replaced in a spawned one.
_RULE = '''
"""Be quiet"""
import os
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Codemod
from torchfix_codemods.edits import Replace, target

class Shout(Codemod):
    """A demonstration."""
    code = "RUN100"
    source = "https://example.org"
    since = "1.0"
    triggers = ("LOUD", "DIE")

    def check_Name(self, node, file):
        if node.id == "DIE":
            os._exit(7)
        if node.id == "LOUD":
            yield self.safe(node, "too loud", Replace(target(node), "quiet"), evidence=Evidence(node.lineno, "is loud"))
'''
_SECOND = _RULE.replace("RUN100", "RUN200").replace("Shout", "Sing").replace('"LOUD"', '"SONG"').replace("loud", "sung")


def install(site: Path) -> None:
    """Make a folder look as if a distribution with the rules had been installed there."""
    package = site / "run_rules"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "shout.py").write_text(_RULE, encoding="utf-8")
    (package / "sing.py").write_text(_SECOND, encoding="utf-8")
    information = site / "run_rules-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: run-rules\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[torchfix_codemods]\nrun = run_rules\n", encoding="utf-8")


class Folder:
    """The working directory of a test, and runs over all of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.read: list[str] = []  # names of the files that were read
        self.looked_at: list[str] = []  # names of the files that went through the rules
        self.requests: dict[str, FixRequest] = {}
        self.warnings: list[str] = []
        self.configure()

    def configure(self, table: str = 'select = ["RUN"]', folder: str = ".") -> None:
        self.write(f"{folder}/pyproject.toml", f'[tool.torchfix]\nplugins = ["run-rules"]\n{table}\n')

    def write(self, name: str, text: str | bytes = LOUD, *, settled: bool = True) -> Path:
        """Write a file that looks as if it had not changed for a long time, unless it is not settled."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        if settled:
            os.utime(file, ns=(10**18, 10**18 + len(text)))
        return file

    def text(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    def start(self, *paths: str, settings: Mapping[str, Any] | None = None, **request: Any) -> Run:
        found = discover([Path(path) for path in paths or (".",)], resolver(**(settings or {})))
        assert not found.problems
        return Run(found.sources, RunRequest(**request))

    def run(self, *paths: str, settings: Mapping[str, Any] | None = None, **request: Any) -> dict[str, FileOutcome]:
        self.read.clear()
        self.looked_at.clear()
        run = self.start(*paths, settings=settings, **request)
        outcomes = {outcome.source.display: outcome for outcome in run}
        self.warnings = run.warnings
        assert list(outcomes) == [source.display for source in run.sources]
        return outcomes

    def leftovers(self) -> list[str]:
        return [path.name for path in self.root.rglob("*") if path.name.endswith(".tmp")]


def watch(folder: Folder, patch: Any) -> None:
    """Take note of what is read, and fix by replacing a word: nothing here depends on what writes code."""

    def noting(path: Path, most: int) -> bytes:
        folder.read.append(path.name)
        return read_regular(path, most)

    patch.setattr("torchfix_codemods.run.read_regular", noting)

    def replacing(data: bytes, path: str, request: FixRequest) -> FixResult:
        folder.looked_at.append(path)
        folder.requests[path] = request
        result = fix(data, path, FixRequest(request.codes, request.plugins, apply=False))
        after = data.replace(b"LOUD", b"quiet")
        return FixResult(path, after if request.apply and after != data else None, result.findings, result.problems)

    patch.setattr("torchfix_codemods.pool.fix", replacing)


def problems(outcomes: Mapping[str, FileOutcome]) -> Iterator[tuple[str, str]]:
    for name, outcome in outcomes.items():
        yield from ((name, problem.reason) for problem in outcome.result.problems)
