"""`torchfix convert-checkpoint`: old pickles of whole models become state_dicts, in a child process."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from projects import unmeasured

from torchfix_codemods.checkpoint import child
from torchfix_codemods.cli import call

NETS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.fc = nn.Linear(2, width)
        self.register_buffer("seen", torch.zeros(1))

def wide():
    return Net(5)

def other():
    return nn.Linear(2, 1)

def half():
    return Net().half()

def wrapped():
    return nn.DataParallel(Net())

def nothing():
    return 3

def failing():
    raise KeyError("width")

number = 3
"""


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `nets` of the current folder."""
    (tmp_path / "nets.py").write_text(NETS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def torch_and_nets(monkeypatch: pytest.MonkeyPatch, folder: Path) -> tuple[Any, Any]:
    torch = pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "nets", raising=False)
    module = importlib.import_module("nets")
    monkeypatch.setitem(sys.modules, "nets", module)
    return torch, module


# ---- what comes out


def test_a_model_becomes_its_state_dict(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch, module = torch_and_nets(monkeypatch, nets)
    net = module.Net()
    net.seen.fill_(float("nan"))
    torch.save(torch.nn.DataParallel(net), nets / "old.pt")
    command = ["-m", "torchfix_codemods", "convert-checkpoint", "old.pt", "new.pt", "--model", "nets:Net", "--trust"]
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env=unmeasured() | {"PYTHONPATH": str(Path(__file__).parents[1])},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "new.pt: the state_dict of Net with 3 tensors, all equal in a new model\n"
    state = torch.load(nets / "new.pt", weights_only=True)
    assert list(state) == ["seen", "fc.weight", "fc.bias"]
    assert torch.equal(state["fc.weight"], net.fc.weight)
    assert sorted(path.name for path in nets.iterdir() if path.is_file()) == ["nets.py", "new.pt", "old.pt"]


def test_the_models_in_a_dictionary_are_converted_and_the_rest_stays(
    nets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch, module = torch_and_nets(monkeypatch, nets)
    optimizer = torch.optim.SGD(module.Net().parameters(), lr=0.1)
    content = {"g": module.Net(), "d": module.wide(), "epoch": 3, "opt": optimizer}
    torch.save(content, nets / "gan.pt")
    models = ["--model", "g=nets:wrapped", "--model", "d=nets:wide"]
    assert call(["convert-checkpoint", "gan.pt", "new.pt", *models, "--trust"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "new.pt['g']: the state_dict of Net with 3 tensors, all equal in a new model",
        "new.pt['d']: the state_dict of Net with 3 tensors, all equal in a new model",
        "new.pt holds more than tensors and plain values: `weights_only=True` refuses it",
    ]
    again = torch.load(nets / "new.pt", weights_only=False)
    assert list(again) == ["g", "d", "epoch", "opt"]
    assert again["epoch"] == 3
    assert torch.equal(again["d"]["fc.weight"], content["d"].fc.weight)


def test_a_class_of_the_script_is_found_in_the_factory_s_module(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    (nets / "train.py").write_text(f"{NETS}\nif __name__ == '__main__':\n    torch.save(Net(), 'old.pt')\n", "utf-8")
    subprocess.run([sys.executable, "train.py"], check=True, env=unmeasured())
    assert call(["convert-checkpoint", "old.pt", "new.pt", "--model", "train:Net", "--trust"]) == 0


# ---- what is refused


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert call(["convert-checkpoint", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    line = told.err.splitlines()[-1]
    assert line.startswith("torchfix: ")
    return line.removeprefix("torchfix: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["gone.pt", "new.pt", "--model", "nets:Net", "--trust"], "gone.pt: No such file or directory"),
        ([".", "new.pt", "--model", "nets:Net", "--trust"], ". is no file"),
        (["text.pt", "new.pt", "--model", "nets.Net", "--trust"], "--model 'nets.Net' is not MODULE:FACTORY"),
        (["text.pt", "new.pt", "--model", "a=m:F", "--model", "a=m:F", "--trust"], "two factories for 'a'"),
        (["text.pt", "new.pt", "--model", "m:F", "--model", "a=m:F", "--trust"], "KEY=MODULE:FACTORY for each"),
        (["text.pt", "new.pt", "--model", "nets:Net"], "say --trust if you know who made it"),
        (["text.pt", "text.pt", "--model", "nets:Net", "--trust"], "text.pt exists: name another file, or say --force"),
        (["text.pt", ".", "--model", "nets:Net", "--trust"], ". is a folder"),
        (["text.pt", "gone/new.pt", "--model", "nets:Net", "--trust"], "there is no folder"),
    ],
)
def test_what_is_refused_without_a_child(
    arguments: list[str], told: str, nets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (nets / "text.pt").write_text("no pickle", "utf-8")
    assert told in refusal(arguments, capsys)


@pytest.mark.parametrize(
    ("old", "factory", "told"),
    [
        ("text", "nets:Net", "text is no checkpoint that torch.load reads"),
        ("net", "gone:Net", "there is no module 'gone'"),
        ("net", "nets:Gone", "nets has no Gone"),
        ("net", "nets:number", "nets:number is of type int, and no function or class"),
        ("net", "nets:nothing", "the factory gives a value of type int, and no model"),
        ("net", "nets:failing", "--model nets:failing fails: KeyError: 'width'; it is called without arguments"),
        (
            "net",
            "nets:other",
            "the keys differ: net has 'seen', 'fc.weight', 'fc.bias', which the new model has not; "
            "the new model has 'weight', 'bias', which net has not",
        ),
        ("net", "nets:wide", "the shape of 'fc.weight' is (3, 2) in net, and (5, 2) in the new model"),
        ("net", "nets:half", "the dtype of 'seen' is torch.float32 in net, and torch.float16 in the new model"),
        ("state", "nets:Net", "state holds a state_dict already: there is nothing to convert"),
        ("gan", "nets:Net", "gan holds models under 'g', 'd': say `--model g=MODULE:FACTORY` for each of them"),
        ("number", "nets:Net", "number holds a value of type int: there is nothing to convert"),
    ],
)
def test_what_the_child_refuses(old: str, factory: str, told: str, nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch, module = torch_and_nets(monkeypatch, nets)
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    if old == "text":
        (nets / old).write_text("no pickle", "utf-8")
    else:
        net = module.Net()
        kinds = {"net": net, "state": net.state_dict(), "number": 3, "gan": {"g": net, "d": net, "epoch": 3}}
        torch.save(kinds[old], nets / old)
    names = {"shown": old, "name": "new", "folder": str(nets), "factories": {"": factory.split(":")}}
    places = {"old": str(nets / old), "new": str(nets / "new"), "answer": str(nets / "answer")}
    assert child.main(json.dumps(names | places)) == 0
    answer = json.loads((nets / "answer").read_text("utf-8"))
    assert told in answer["error"]
    assert answer["lines"] == []


def test_what_was_there_stays_where_the_child_dies(
    nets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch, _ = torch_and_nets(monkeypatch, nets)
    torch.save(_Killing(), nets / "old")
    (nets / "new").write_text("mine", "utf-8")
    told = refusal(["old", "new", "--model", "nets:Net", "--trust", "--force"], capsys)
    assert told == "old: the process that loads it was ended by SIGKILL"
    assert (nets / "new").read_text("utf-8") == "mine"
    assert not [path for path in nets.iterdir() if path.name.startswith(".torchfix-")]


class _Killing:
    """Ends the process that unpickles it."""

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return eval, ("__import__('os').kill(__import__('os').getpid(), 9)",)


def test_the_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["convert-checkpoint", "--help"]) == 0
    assert "torchfix convert-checkpoint old.pt new.pt --model nets:make_net --trust" in capsys.readouterr().out
