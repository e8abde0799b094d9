"""Whole models that one file saves and another one loads: programs run before and after, and what has to stay."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from torchfix_codemods.cli import cli
from torchfix_codemods.writing import NotWrittenError, write

NETS = """
    import torch
    import torch.nn as nn

    class Net(nn.Module):
        def __init__(self, hidden=4, classes=2):
            super().__init__()
            self.layers = nn.Sequential(nn.Linear(3, hidden), nn.BatchNorm1d(hidden), nn.Linear(hidden, classes))

        def forward(self, x):
            return self.layers(x)

    class Deep(Net):
        pass

    NETS = {"net": Net, "deep": Deep}
"""
TRAINING = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.randn(8, 3)).pow(2).mean().backward()
    optimizer.step()
"""
HEAD = """
import argparse
import os
import torch
from nets import Net
torch.manual_seed(0)
os.makedirs("checkpoint", exist_ok=True)
"""
OPTIONS = """
parser = argparse.ArgumentParser()
parser.add_argument("--hidden", type=int, default=4)
parser.add_argument("--model", default="checkpoint/net.pth")
opt = parser.parse_args()
"""
SHOW = """
model.eval()
print(model(torch.ones(2, 3)).detach().numpy().tolist())
"""


def train(make: str, save: str, head: str = HEAD) -> str:
    return f"{head}{dedent(make)}{TRAINING}{dedent(save)}"


def load(text: str, head: str = "import argparse\nimport torch\n", show: str = SHOW) -> str:
    return f"{head}{dedent(text)}{show}"


def lay_out(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"))


def run(folder: Path, scripts: Sequence[Sequence[str]]) -> str:
    """What the scripts print, one after the other, each as a program of its own."""
    out = io.StringIO()
    before = dict(sys.modules), list(sys.path), list(sys.argv)
    own = {path.relative_to(folder).parts[0].removesuffix(".py") for path in folder.rglob("*.py")}
    try:
        for name, *arguments in scripts:
            sys.argv = [str(folder / name), *arguments]
            sys.path[:] = [str((folder / name).parent), *before[1]]
            for module in [one for one in sys.modules if one.partition(".")[0] in own]:  # of another test
                del sys.modules[module]
            with contextlib.redirect_stdout(out):
                runpy.run_path(sys.argv[0], run_name="__main__")
    finally:
        sys.path[:], sys.argv = before[1], before[2]
        sys.modules.update(before[0])
    return out.getvalue()


PROGRAMS: dict[str, tuple[dict[str, str], Sequence[Sequence[str]], str, str]] = {
    "options of both": (
        {
            "train.py": train("net = Net(opt.hidden)", "torch.save(net, opt.model)", HEAD + OPTIONS),
            "test.py": load(OPTIONS + "model = torch.load(opt.model)"),
        },
        [["train.py", "--hidden", "5"], ["test.py", "--hidden", "5"]],
        "torch.save(net.state_dict(), opt.model)",
        "model = Net(opt.hidden)\nmodel.load_state_dict(torch.load(opt.model, weights_only=False, map_location=",
    ),
    "wrapped in DataParallel": (
        {
            "train.py": train(
                "net = Net(6)\nnet = torch.nn.DataParallel(net)", 'torch.save(net, "./checkpoint/net.pth")'
            ),
            "eval.py": load('model = torch.load("checkpoint/net.pth")\n'),
        },
        [["train.py"], ["eval.py"]],
        "torch.save(net.module.state_dict(), ",
        "model = Net(6).to(device)\nmodel.load_state_dict(",
    ),
    "a path that only the user knows": (
        {
            "train.py": train("net = Net(hidden=7)", 'torch.save(net, "checkpoint/net.pth")'),
            "test.py": load(
                'parser = argparse.ArgumentParser()\nparser.add_argument("--model", required=True)\n'
                "opt = parser.parse_args()\nmodel = torch.load(opt.model)\n"
            ),
        },
        [["train.py"], ["test.py", "--model", "checkpoint/net.pth"]],
        "torch.save(net.state_dict(), ",
        "model = Net(hidden=7)\nmodel.load_state_dict(torch.load(opt.model",
    ),
    "what a data set says": (
        {
            "data.py": "class Corpus:\n    def __init__(self, path):\n        self.words = ['a', 'b', path]\n",
            "main.py": train(
                'corpus = data.Corpus("text")\nntokens = len(corpus.words)\nnet = Net(4, ntokens)',
                'with open("checkpoint/model.pt", "wb") as f:\n    torch.save(net, f)\n',
                HEAD + "import data\n",
            ),
            "generate.py": load(
                """
                import data
                corpus = data.Corpus("text")
                ntokens = len(corpus.words)
                with open("./checkpoint/model.pt", "rb") as f:
                    model = torch.load(f)
                """
            ),
        },
        [["main.py"], ["generate.py"]],
        "torch.save(net.state_dict(), f)",
        "    model = Net(4, ntokens)\n    model.load_state_dict(torch.load(f",
    ),
    "settings of a module": (
        {
            "config.py": "HIDDEN = 9\nCLASSES = 3\n",
            "train.py": train(
                "net = Net(config.HIDDEN, classes=config.CLASSES)",
                'torch.save(net, "checkpoint/net.pth")',
                HEAD + "import config\n",
            ),
            "test.py": load('from config import HIDDEN, CLASSES\nmodel = torch.load("checkpoint/net.pth")\n'),
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), ",
        "model = Net(HIDDEN, classes=CLASSES)\n",
    ),
    "a class that both files have": (
        {
            "train.py": train(
                "net = Net(8)",
                'torch.save(net, "checkpoint/net.pth")',
                dedent(NETS) + HEAD.replace("from nets import Net", ""),
            ),
            "test.py": load('model = torch.load("checkpoint/net.pth")\n', dedent(NETS)),
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), ",
        "model = Net(8)\nmodel.load_state_dict(",
    ),
    "a dictionary of models": (
        {
            "train.py": train(
                "from nets import NETS\nnet = NETS[opt.arch](opt.hidden)\nassert isinstance(net, torch.nn.Module)",
                "torch.save(net, opt.model)",
                HEAD + OPTIONS.replace("opt =", 'parser.add_argument("--arch", default="net")\nopt ='),
            ),
            "test.py": load(
                OPTIONS.replace("opt =", 'parser.add_argument("--arch", default="net")\nopt =')
                + "import nets\nmodel = torch.load(opt.model)\n"
            ),
        },
        [["train.py", "--arch", "deep"], ["test.py", "--arch", "deep"]],
        "torch.save(net.state_dict(), opt.model)",
        "model = nets.NETS[opt.arch](opt.hidden)\n",
    ),
    "an entry of a dictionary": (
        {
            "train.py": train(
                "net = Net()", 'state = {"net": net, "epoch": 3}\ntorch.save(state, "checkpoint/ckpt.t7")'
            ),
            "test.py": load(
                'checkpoint = torch.load("checkpoint/ckpt.t7")\nmodel = checkpoint["net"]\nprint(checkpoint["epoch"])\n'
            ),
        },
        [["train.py"], ["test.py"]],
        'state = {"net": net.state_dict(), "epoch": 3}',
        'model = Net()\nmodel.load_state_dict(checkpoint["net"])',
    ),
    "a model that is made there already": (
        {
            "train.py": train("net = Net(5)", 'torch.save(net, "checkpoint/net.pth")'),
            "test.py": load(
                'from nets import Net\nhidden = 5\nmodel = Net(hidden)\nmodel = torch.load("checkpoint/net.pth")\n'
            ),
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), ",
        "model = Net(hidden)\nmodel.load_state_dict(torch.load(",
    ),
    "a class of the script that trains": (
        {
            "train.py": dedent(NETS)
            + "\n\ndef main():\n    net = Net(4)\n    net(torch.ones(2, 3)).sum().backward()\n"
            + '    torch.save(net, "net.pth")\n\n\nif __name__ == "__main__":\n    torch.manual_seed(1)\n    main()\n',
            "test.py": load('from train import Net\nmodel = torch.load("net.pth")\n'),
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), ",
        "model = Net(4)\nmodel.load_state_dict(",
    ),
    "functions in both": (
        {
            "train.py": "import torch\nfrom nets import Net\n\n\ndef train(hidden, path):\n    net = Net(hidden)\n"
            + '    torch.save(net, path)\n\n\ntorch.manual_seed(3)\ntrain(6, "last.pth")\n',
            "test.py": "import torch\n\n\ndef restore(path):\n    return torch.load(path)\n\n\n"
            + f'model = restore("last.pth")\n{SHOW}',
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), path)",
        "    model = Net(6)\n    model.load_state_dict(torch.load(path",
    ),
    "saved in eval mode by two files": (
        {
            "train.py": train("net = Net(4)", 'net.eval()\ntorch.save(net, "checkpoint/net.pth")'),
            "tune.py": train("net = Net(4)", 'net.eval()\ntorch.save(net, "checkpoint/net.pth")'),
            "test.py": load('model = torch.load("checkpoint/net.pth")\n', show=SHOW.replace("model.eval()", "")),
        },
        [["train.py"], ["test.py"]],
        "torch.save(net.state_dict(), ",
        "model.eval()",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_computes_the_same_with_both_sides(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, scripts, saved, loaded = PROGRAMS[name]
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, {"nets.py": NETS, **files})
    for path in tmp_path.glob("*.py"):  # as torch.load was before 2.6
        path.write_text(re.sub(r"(torch\.load\([^()]+)\)", r"\1, weights_only=False)", path.read_text()))
    before = run(tmp_path, scripts)
    assert before
    asked = ["apply", "--unsafe-fixes", "--no-cache", "--select", "TFC502,TFC503", "."]
    result = CliRunner().invoke(cli, asked)
    assert result.exit_code == 0, result.output
    assert saved in (tmp_path / scripts[0][0]).read_text(), result.output
    assert loaded in (tmp_path / scripts[1][0]).read_text(), result.output
    assert run(tmp_path, scripts) == before
    assert "No findings" in CliRunner().invoke(cli, ["check", "--no-cache", "--select", "TFC502,TFC503", "."]).output


def pair(make: str = "net = Net(5)", save: str = "", test: str = "", head: str = HEAD) -> dict[str, str]:
    return {
        "nets.py": NETS,
        "train.py": train(make, save or 'torch.save(net, "checkpoint/net.pth")', head),
        "test.py": load(test or 'model = torch.load("checkpoint/net.pth")\n'),
    }


REFUSED: dict[str, tuple[dict[str, str], list[str], str]] = {
    "an attribute of the model": (
        pair(save='net.words = ["a"]\ntorch.save(net, "checkpoint/net.pth")'),
        ["."],
        "train.py line 13 sets `net.words`, which the constructor does not",
    ),
    "another default": (
        pair(
            "net = Net(opt.hidden)",
            "torch.save(net, opt.model)",
            OPTIONS.replace("=4", "=8") + "model = torch.load(opt.model)",
            HEAD + OPTIONS,
        ),
        ["."],
        "the option `opt.hidden` in its constructor call (train.py line 12) is defined in another way in test.py",
    ),
    "an option that is not there": (
        pair("net = Net(opt.hidden)", "torch.save(net, opt.model)", "", HEAD + OPTIONS),
        ["."],
        "`opt.hidden` in its constructor call (train.py line 12) is no option of test.py",
    ),
    "a comment at the load": (
        pair(test='model = torch.load("checkpoint/net.pth")  # noqa: TFC503\n'),
        ["."],
        "test.py line 3 is to stay as it is, and one side does not go without the other",
    ),
    "a comment at the save": (
        pair(save='torch.save(net, "checkpoint/net.pth")  # torchfix: ignore[TFC502] read by others'),
        ["."],
        "train.py line 13 is to stay as it is, and one side does not go without the other",
    ),
    "a comment that leaves the file out": (
        pair(test='# torchfix: skip-file\nmodel = torch.load("checkpoint/net.pth")\n'),
        ["."],
        "test.py is to stay as it is, and one side does not go without the other",
    ),
    "used on the spot": (
        pair(test='model = torch.nn.Sequential(torch.load("checkpoint/net.pth").eval())\n'),
        ["."],
        "test.py line 3 uses what it loads on the spot",
    ),
    "two models": (
        {
            **pair(test="import sys\nmodel = torch.load(sys.argv[1])\n"),
            "other.py": train("net = Net(6)", 'torch.save(net, "checkpoint/other.pth")'),
        },
        ["."],
        "save different models",
    ),
    "a class that was copied and changed": (
        {
            "train.py": train(
                "net = Net(8)",
                'torch.save(net, "checkpoint/net.pth")',
                dedent(NETS) + HEAD.replace("from nets import Net", ""),
            ),
            "test.py": load(
                'model = torch.load("checkpoint/net.pth")\n', dedent(NETS).replace("BatchNorm1d", "LayerNorm")
            ),
        },
        ["."],
        "`Net` in its constructor call (train.py line 23) is not known in test.py",
    ),
    "an argument that nothing shows": (
        pair("net = Net(int(input()))"),
        ["."],
        "calls `input(..)`, which is not repeated",
    ),
    "a file that was not named": (
        {**pair(test='import train\nmodel = torch.load("checkpoint/net.pth")\n'), "pyproject.toml": ""},
        ["train.py"],
        "test.py is not among the files that were named, and one side does not go without the other",
    ),
    "a file that is read-only": (
        pair(),
        ["."],
        "test.py is read-only, and one side does not go without the other",
    ),
    "a rule that is off for one file": (
        {**pair(), "pyproject.toml": '[tool.torchfix.per-file-ignores]\n"test.py" = ["TFC503"]\n'},
        ["."],
        "test.py is looked at without TFC503, and one side does not go without the other",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_neither_side_changes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, paths, reason = REFUSED[name]
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, files)
    if name == "a file that is read-only":
        (tmp_path / "test.py").chmod(0o444)
    before = {path: path.read_text() for path in tmp_path.glob("*.py")}
    asked = ["--unsafe-fixes", "--no-cache", "--select", "TFC502,TFC503", *paths]
    applied = CliRunner().invoke(cli, ["apply", *asked])
    said = CliRunner().invoke(cli, ["check", *asked]).output + applied.output
    assert {path: path.read_text() for path in tmp_path.glob("*.py")} == before, applied.output
    assert reason in said


def test_what_was_written_is_put_back_where_the_other_file_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, pair())
    before = {path: path.read_text() for path in tmp_path.glob("*.py")}

    def failing(path: Path, old: bytes, new: bytes, names: object = None) -> tuple[str, ...]:
        if path.name == "train.py":
            raise NotWrittenError("cannot be written: the disk is full")
        return write(path, old, new)

    monkeypatch.setattr("torchfix_codemods.outcomes.write", failing)
    result = CliRunner().invoke(cli, ["apply", "--unsafe-fixes", "--no-cache", "--select", "TFC502,TFC503", "."])
    assert result.exit_code == 2
    assert "was put back: a file that belongs to it could not be written" in result.output
    assert {path: path.read_text() for path in tmp_path.glob("*.py")} == before
