"""A folder with files and settings of its own, and the tool run in it as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.plan import read_interface

# What a process needs of the surroundings; one lets coverage measure it.
INHERITED = ("PATH", "SYSTEMROOT", "HOME", "COVERAGE_", "TORCHFIX_CACHE_DIR")
DIRTY = "import torch\n\nx = torch.zeros(3)\nsafe_word(x)\n"
FIXED = "import torch\n\nx = torch.zeros(3)\nsafe_name(x)\n"
MIXED = DIRTY + "unsafe_word(x)\nreport_word(x)\n"
CLEAN = "import torch\n\nx = torch.zeros(3)\n"
BROKEN = "import torch\nprint 'safe_word'\n"

# A rule of an installed distribution, so that these tests do not depend on what the built-in rules say.
RULE = '''
"""Rename what is called a word"""
import ast
import os
import signal
import time
from pathlib import Path
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Codemod
from torchfix_codemods.edits import EditCall, target

class Words(Codemod):
    """A demonstration."""
    code = "DEMO100"
    source = "https://example.org"
    since = "1.0"
    triggers = ("safe_word", "unsafe_word", "report_word", "slow_word")

    def check_Call(self, node, file):
        name = getattr(node.func, "id", "")
        edit = EditCall(target(node), rename=name.replace("word", "name"))
        if name == "safe_word":
            yield self.safe(node, "say `safe_name`", edit, evidence=Evidence(node.lineno, "is so called"))
        if name == "unsafe_word":
            yield self.unsafe(node, "say `unsafe_name`", edit, reason="somebody may listen")
        if name == "report_word":
            yield self.report(node, "decide", reason="nobody knows")
        if name == "bad_word":
            raise ValueError("odd")
        if name == "kill_word":
            os.kill(os.getpid(), signal.SIGKILL)
        if name == "slow_word":
            Path("started").touch()
            time.sleep(60)
'''


def facts_of(*texts: str, **modules: str) -> ProjectFacts:
    """What files say together: those without a name are `file0.py`, `file1.py`, ..., the others modules of that name.

    Two underscores in a name stand for a folder: `pkg__nets` is `pkg/nets.py`, `pkg__INIT` is `pkg/__init__.py`.
    """
    files = {f"file{number}.py": text for number, text in enumerate(texts)}
    files |= {f"{name.replace('__', '/').replace('INIT', '__init__')}.py": text for name, text in modules.items()}
    return ProjectFacts({path: read_interface(dedent(text).encode()) for path, text in files.items()})


def unmeasured(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment for a process that coverage stays out of: it loads a lot itself, and doubles the time of runs."""
    return {name: value for name, value in environment.items() if not name.startswith("COV")}


def install_rules(site: Path) -> None:
    """Make a folder look as if a distribution with the rule had been installed there."""
    (site / "demo_words").mkdir()
    (site / "demo_words" / "__init__.py").touch()
    (site / "demo_words" / "words.py").write_text(RULE, encoding="utf-8")
    information = site / "demo_words-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: demo-words\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[torchfix_codemods]\ndemo = demo_words\n", encoding="utf-8")


class Project:
    """A folder of its own, and the tool in it."""

    def __init__(self, root: Path, site: Path) -> None:
        self.root = root
        inherited = {name: value for name, value in os.environ.items() if name.startswith(INHERITED)}
        self.environment = {
            **inherited,
            "PYTHONPATH": str(site),
            "PYTHONIOENCODING": "utf-8",
            "PYTHONWARNINGS": "error",
        }
        self.write("pyproject.toml", '[tool.torchfix]\nselect = ["DEMO"]\nplugins = ["demo-words"]\n')

    def write(self, name: str, text: str | bytes) -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def read(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    def run(
        self, *arguments: str, text: bytes = b"", folder: str = ".", timeout: float | None = None, **environment: str
    ) -> Ran:
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root / folder,
            env={**self.environment, **environment},
            input=text,
            capture_output=True,
            check=False,
            timeout=timeout,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "torchfix_codemods", *arguments]


class Ran:
    """What a process left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out.replace("\r\n", "\n")
        self.err = err.replace("\r\n", "\n")
        assert "Traceback" not in err, err


def heed_signals() -> None:
    """Under `nohup`, or in the background of a script, tests inherit that these are ignored, and would wait forever."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def git(folder: Path, *arguments: str, text: str = "") -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, input=text.encode(), capture_output=True, check=True)
