"""`torchfix apply --verify`: what is written, and when nothing is."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from verify_tool import GOOD, HEAD, Tool, tools
from verifying import Benches

from torchfix_codemods.verify.scripts import Bench, Request

SMALL = HEAD + "w.square().sum().backward()\n"
# What these rules change without torch, which takes seconds to import.
PLAIN = """# as in torch
class Number(float):
    def absolute(self):
        return Number(self if self > 0 else -self)
    abs = absolute
    def square(self):
        return Number(self * self)

x = Number(-3)
print('size', x.absolute())
"""


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], benches: Benches
) -> Iterator[Tool]:
    yield from tools(tmp_path, monkeypatch, capsys, benches)


def test_apply_writes_what_computes_the_same(tool: Tool) -> None:
    tool.write(train=PLAIN)
    code, out, err = tool("apply", "--verify", "python train.py")
    assert code == 0
    assert out == "rewrote train.py (1 fix)\n"
    assert err.startswith("verified  same, on the CPU: 1 line, 0 losses, 0 values, 0 files\n")
    assert "x.abs()" in (tool.folder / "train.py").read_text()


def test_apply_writes_nothing_that_differs_and_names_the_edit(tool: Tool) -> None:
    tool.write(train=SMALL)
    code, out, err = tool("apply", "--verify", "python train.py")
    assert (code, out) == (1, "")
    assert "guilty    train.py:5: VER200" in err
    assert "differs   loss backward 1 of 1" in err
    assert "differs   global train.py: w.grad: " in err
    assert err.endswith("nothing was written\n")
    assert (tool.folder / "train.py").read_text() == SMALL


def test_apply_writes_nothing_where_it_cannot_be_told(tool: Tool) -> None:
    tool.write(train=PLAIN + "raise ValueError('no')\n")
    code, out, err = tool("apply", "--verify", "python train.py")
    assert (code, out) == (3, "")
    assert "because   both end with exit code 1: ValueError: no (compared up to there: 1 line printed" in err
    assert "absolute" in (tool.folder / "train.py").read_text()


def test_a_hint_names_the_option_of_apply(tool: Tool) -> None:
    tool.write(train=PLAIN + "import time\ntime.sleep(60)\n")
    code, _, err = tool("apply", "--verify-timeout", "0.5", "--verify", "python train.py")
    assert code == 3
    assert "; --verify-timeout gives it more time" in err


def test_a_command_is_also_judged_by_its_exit_code_and_output(tool: Tool) -> None:
    tool.write(train=PLAIN, test_train="from train import Number\n# torch\nassert Number(3).square() == 9\n")
    code, _, err = tool("apply", "--verify", f"{sys.executable} test_train.py")
    assert code == 1
    assert "guilty    test_train.py:3: VER200" in err
    assert "differs   exit end: finishes -> ends with exit code 1" in err


def test_a_command_may_be_any_program(tool: Tool) -> None:
    tool.write(train=PLAIN)
    code, _, err = tool("apply", "--dry-run", "--verify", "cat train.py")
    assert code == 1
    assert """differs   output line 10: "print('size', x.absolute())" -> "print('size', x.abs())\"""" in err


def test_the_whole_repository_is_copied(tool: Tool) -> None:
    tool.write(train=PLAIN)
    below = tool.folder / "below"
    below.mkdir()
    (tool.folder / ".git").mkdir()
    (tool.folder / "data.txt").write_text("7")
    (below / "main.py").write_text(PLAIN + "print(open('../data.txt').read())\n")
    os.chdir(below)
    code, _, err = tool("apply", "--verify", "python main.py")
    assert code == 0
    assert "verified  same, on the CPU: 2 lines" in err


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "--verify needs a command"),
        ("python 'train.py", "cannot be read: No closing quotation"),
        ("no-such-program train.py", "there is no program 'no-such-program' to verify with"),
    ],
)
def test_a_wrong_command_is_one_sentence(command: str, sentence: str, tool: Tool) -> None:
    tool.write(train=GOOD)
    code, out, err = tool("apply", "--verify", command)
    assert (code, out) == (2, "")
    assert sentence in err
    assert (tool.folder / "train.py").read_text() == GOOD


def test_standard_input_is_no_project(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"import torch\n")))
    code, _, err = tool("apply", "-", "--verify", "python train.py")
    assert code == 2
    assert "--verify runs a project" in err


def test_nothing_to_rewrite_is_nothing_to_run(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(request: Request) -> Bench:
        raise AssertionError

    monkeypatch.setattr("torchfix_codemods.verify.scripts.bench", never)
    tool.write(idle="import torch\nprint(1)\n")
    assert tool("apply", "--verify", "python idle.py")[0] == 0
