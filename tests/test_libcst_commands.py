"""Every rule through libcst's own tool."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import libcst
import pytest
from libcst.codemod import CodemodContext, SkipFile

from torchfix_codemods import libcst_commands
from torchfix_codemods.registry import RuleInfo, known_rules

RULES = known_rules()


def tool(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "libcst.tool", "codemod", "--no-format", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_tool_rewrites_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\ny = torch.ones(1).data\n")
    (tmp_path / "b.py").write_text("import torch\nprint(torch.ones(1).data)\n")
    done = tool(tmp_path, "-x", "torchfix_codemods.libcst_commands.DataAttribute", "-j2", ".")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.py").read_text() == "import torch\ny = torch.ones(1).detach()\n"
    assert (tmp_path / "b.py").read_text() == "import torch\nprint(torch.ones(1))\n"


def test_unsafe_fixes_are_asked_for(tmp_path: Path) -> None:
    source = tmp_path / "a.py"
    source.write_text("import torch\n\ndef f(loss):\n    return loss.data[0]\n")
    command = "torchfix_codemods.libcst_commands.ScalarIndex"
    assert "only the name" in tool(tmp_path, "-x", command, "a.py").stderr
    assert source.read_text().endswith("loss.data[0]\n")
    assert tool(tmp_path, "-x", command, "--unsafe-fixes", "a.py").returncode == 0
    assert source.read_text().endswith("loss.item()\n")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_a_command(rule: RuleInfo) -> None:
    command = getattr(libcst_commands, libcst_commands.class_name(rule))
    assert rule.code in command.DESCRIPTION
    assert pickle.loads(pickle.dumps(command)) is command  # as it goes to the tool's workers
    assert libcst_commands.class_name(rule) in dir(libcst_commands)


def test_an_unknown_command_is_named() -> None:
    with pytest.raises(AttributeError, match="no rule's command is called Nonsense; there are: "):
        libcst_commands.Nonsense  # noqa: B018


def test_a_file_that_cannot_be_done_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    from torchfix_codemods.result import FixResult, Problem

    command = libcst_commands.DataAttribute(CodemodContext(filename="a.py"))
    results = iter(
        [
            FixResult("a.py", problems=(Problem("a.py", "a line would change", 3),)),
            FixResult("a.py", problems=(Problem("a.py", "one rule failed", fatal=False),)),
        ]
    )
    monkeypatch.setattr(libcst_commands, "fix", lambda *_: next(results))
    tree = libcst.parse_module("import torch\n")
    with pytest.raises(SkipFile, match="line 3: a line would change"):
        command.transform_module_impl(tree)
    assert command.transform_module_impl(tree) is tree
    assert command.context.warnings == ["one rule failed"]
