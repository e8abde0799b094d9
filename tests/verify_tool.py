"""The command line in a folder of its own, with three rules that an installed distribution brings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from verifying import Benches

from torchfix_codemods.cli import call
from torchfix_codemods.verify.sandbox import new_box
from torchfix_codemods.verify.scripts import Bench, Request

# Two rules of an installed distribution: one that is right, and one that is wrong at some places.
_RULE = '''
"""{name}"""
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Codemod
from torchfix_codemods.edits import EditCall, target

class Rule(Codemod):
    """A demonstration."""
    code = "{code}"
    source = "https://example.org"
    since = "1.0"
    triggers = ("{old}",)

    def check_Call(self, node, file):
        if getattr(node.func, "attr", "") == "{old}":
            old = Evidence(node.lineno, "is old")
            yield self.safe(node, "`{old}` is old: write `{new}`", EditCall(target(node), rename="{new}"), evidence=old)
'''
RULES = {
    "right": ("VER100", "absolute", "abs"),
    "wrong": ("VER200", "square", "abs"),
    "loud": ("VER300", "sqrt", "nosuch"),
}
HEAD = "import torch\n\ntorch.manual_seed(0)\nw = torch.randn(3, requires_grad=True)\n"
GOOD = HEAD + "loss = w.absolute().sum()\nloss.backward()\nprint('loss %.4f' % loss.item())\n"
# Equal for ones, so only one of the two squares matters.
BAD = (
    GOOD + "one = torch.ones(2).square()\nloss = w.square().sum()\nloss.backward()\nprint('last %.4f' % loss.item())\n"
)


@dataclass
class Tool:
    """The tool in a folder of its own."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    def write(self, **files: str) -> None:
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(text, "utf-8")

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = call(arguments)
        out, err = self.capture.readouterr()
        return code, out, err


def tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], benches: Benches
) -> Iterator[Tool]:
    """A tool, until the next step of the iterator. Everything is run by the process that all tests share."""
    site, folder = tmp_path / "site", tmp_path / "project"
    folder.mkdir()
    package = site / "verify_rules"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name, (code, old, new) in RULES.items():
        (package / f"{name}.py").write_text(_RULE.format(name=name, code=code, old=old, new=new), "utf-8")
    information = site / "verify_rules-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: verify-rules\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text("[torchfix_codemods]\nverify = verify_rules\n", "utf-8")
    (folder / "pyproject.toml").write_text('[tool.torchfix]\nselect = ["VER"]\nplugins = ["verify-rules"]\n', "utf-8")
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(folder)

    @contextmanager
    def shared(request: Request) -> Iterator[Bench]:
        own = benches.on("cpu" if request.device == "auto" else request.device)
        own.workshop.tick = request.tick
        with new_box(request.keep) as box:
            yield Bench(request, box, own.workshop, own.found)

    monkeypatch.setattr("torchfix_codemods.verify.scripts.bench", shared)
    yield Tool(folder, capsys)
    for name in [name for name in sys.modules if name.startswith("verify_rules")]:
        del sys.modules[name]
