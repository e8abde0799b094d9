"""Whole models: the two sides are never parted, and pairs are run before and after the rewrite."""

from __future__ import annotations

import contextlib
import io
import pickle
import sys
import types
import warnings
from pathlib import Path
from textwrap import dedent

import pytest
from projects import facts_of

from torchfix_codemods.analysis.project.loads import file_label
from torchfix_codemods.analysis.project.model_files import ModelFiles
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.result import FixResult

BOTH = ("TFC502", "TFC503")


def result_of(text: str, codes: tuple[str, ...] = BOTH, project: ProjectFacts | None = None) -> FixResult:
    request = FixRequest(codes, unsafe_fixes=True, project=project or ProjectFacts())
    result = fix(dedent(text).lstrip("\n").encode(), "case.py", request)
    assert not result.problems
    return result


def fixed(text: str, *codes: str) -> str:
    result = result_of(text, codes or BOTH)
    return dedent(text).lstrip("\n") if result.after is None else result.after.decode()


# ---- the other files of a run

PAIR = """
    import torch

    net = torch.nn.Linear(2, 1)
    torch.save(net, "runs/net.pt")
    net = torch.load("runs/net.pt")
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('model = torch.load("runs/net.pt")\n', ("net.pt",)),
        ('self.net = torch.load("%s/net_%d.pt" % (d, e))\n', ("net_{}.pt",)),
        ('model = torch.load("{}/flappy".format(d))\n', ("flappy",)),
        ('P = "net.pt"\nwith open(P, "rb") as f:\n    model = torch.load(f)\n', ("net.pt",)),
        ('torch.load("net.pt").eval()\n', ("net.pt",)),
        ('net.load_state_dict(torch.load("net.pt"))\n', ()),
        ('state = torch.load("net.pt")\n', ()),
        ('model = load("net.pt")\n', ()),
        ("model = torch.load(options.path)\n", ("*",)),
        ('path = "net.pt"\nmodel = torch.load(path)\n', ("net.pt",)),
        ("state = torch.load(options.path)\n", ()),
    ],
)
def test_files_that_may_load_whole_models_name_them(text: str, names: tuple[str, ...]) -> None:
    assert tuple(facts_of(f"import torch\n{text}").shared(ModelFiles).loads) == names


def test_a_path_has_a_label() -> None:
    assert file_label("runs/net_{epoch:03d}.pt") == "net_{}.pt"


def test_a_pair_stays_where_another_file_loads_the_model() -> None:
    other = 'import torch\nmodel = torch.nn.Sequential(torch.load("net.pt").eval())\n'
    alone = result_of(PAIR, project=facts_of(case=PAIR))
    assert alone.after is not None
    together = result_of(PAIR, project=facts_of(other, case=PAIR))
    assert together.after is None
    assert {finding.reason for finding in together.findings} == {
        "file0.py line 2 uses what it loads on the spot: one side does not go without the other"
    }


def test_the_default_of_an_option_names_the_file_too() -> None:
    text = """
        import argparse
        import torch

        parser = argparse.ArgumentParser()
        parser.add_argument("--save", default="net.pt")
        args = parser.parse_args()
        net = torch.nn.Linear(2, 1)
        torch.save(net, args.save)
        net = torch.load(args.save)
    """
    other = 'import torch\nmodel = torch.nn.Sequential(torch.load(find("net.pt")).eval())\n'
    assert result_of(text).after is not None
    assert result_of(text, project=facts_of(other, other, case=text)).after is None


# ---- both sides or none


@pytest.mark.parametrize(
    "codes", [("TFC502",), ("TFC503",), BOTH, ("TFC501", *BOTH), ("TFC301", "TFC302", "TFC501", *BOTH)]
)
def test_whoever_fixes_one_side_fixes_both(codes: tuple[str, ...]) -> None:
    after = fixed(PAIR, *codes)
    assert 'torch.save(net.state_dict(), "runs/net.pt")' in after
    assert 'net.load_state_dict(torch.load("runs/net.pt", map_location=' in after
    assert after.count("map_location") == 1


def test_nothing_is_changed_without_unsafe_fixes() -> None:
    result = fix(dedent(PAIR).encode(), "case.py", FixRequest(BOTH))
    assert result.after is None
    assert [finding.code for finding in result.findings] == ["TFC502", "TFC503"]


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: TFC502", "# torchfix: ignore[TFC503] kept"])
@pytest.mark.parametrize("line", [4, 5])
def test_a_suppressed_side_keeps_the_other(comment: str, line: int) -> None:
    lines = dedent(PAIR).strip().splitlines()
    lines[line - 1] += f"  {comment}"
    text = "\n".join(lines) + "\n"
    assert fixed(text) == text


def test_moves_and_devices_come_to_an_end_together() -> None:
    text = """
        import torch

        net = torch.nn.Linear(2, 1).cuda()
        torch.save(net, "net.pt")
        best = torch.load("net.pt").cuda()
        best.eval()
    """
    after = fixed(text, "TFC301", "TFC302", "TFC501", *BOTH)
    assert "cuda()" not in after
    assert after.count("map_location") == 1
    assert "best = torch.nn.Linear(2, 1).to(device)\n" in after
    assert fixed(after, "TFC301", "TFC302", "TFC501", *BOTH) == after


# ---- before and after

NET = """
    import torch
    from torch import nn


    class Net(nn.Module):
        def __init__(self, width, p=0.5):
            super().__init__()
            self.body = nn.Sequential(nn.Linear(3, width), nn.BatchNorm1d(width), nn.Dropout(p))
            self.register_buffer("seen", torch.zeros(1))

        def forward(self, x):
            return self.body(x) + self.seen


    x = torch.arange(12.0).reshape(4, 3)
    torch.manual_seed(1)
"""
PROGRAMS = {
    "in place": """
        net = Net(2)
        net(x).sum().backward()
        torch.save(net, "net.pt")
        for p in net.parameters():
            p.detach().zero_()
        net = torch.load("net.pt", weights_only=False)
        net.eval()
        print(net(x).tolist())
    """,
    "anew, in eval mode when saved": """
        net = Net(2, p=0.1)
        net(x)
        net.eval()
        torch.save(net, "net.pt")
        again = torch.load("net.pt", weights_only=False)
        print(again(x).tolist(), again.training)
    """,
    "anew, in training mode when saved": """
        net = Net(2, p=0.0)
        torch.save(net, "net.pt")
        again = torch.load("net.pt", weights_only=False)
        print(again(x).tolist(), again.training)
    """,
    "between functions": """
        def train(width):
            model = Net(width)
            model.seen.add_(3)
            torch.save(model, f"net_{width}.pt")

        def test(width):
            model = torch.load(f"net_{width}.pt", weights_only=False).eval()
            return model(x)

        WIDTH = 2
        train(WIDTH)
        print(test(WIDTH).tolist())
    """,
    "a dictionary": """
        net, epoch = Net(2), 7
        net = Net(3)
        net(x)
        torch.save({"net": net, "epoch": epoch}, "all.pt")
        state = torch.load("all.pt", weights_only=False)
        again = state["net"]
        again.eval()
        print(again(x).tolist(), state["epoch"])
    """,
    "a wrapper": """
        net = nn.DataParallel(Net(2))
        net(x)
        torch.save(net, "net.pt")
        again = torch.load("net.pt", weights_only=False)
        again.eval()
        print(again(x).tolist())
    """,
    "a wrapper in place": """
        net = Net(2)
        net = nn.DataParallel(net)
        net(x)
        torch.save(net, "net.pt")
        net = torch.load("net.pt", weights_only=False)
        net.eval()
        print(net(x).tolist(), type(net).__name__)
    """,
    "the state_dict of what is loaded": """
        torch.save(Net(2), "net.pt")
        net = Net(2)
        net.load_state_dict(torch.load("net.pt", weights_only=False).state_dict())
        print(net.eval()(x).tolist())
    """,
    "an attribute, through an open file": """
        class Agent:
            def __init__(self):
                self.net = Net(2)

            def save(self, path):
                with open(path, "wb") as f:
                    torch.save(self.net, f)

            def load(self, path):
                with open(path, "rb") as f:
                    self.net = torch.load(f, weights_only=False)
                self.net.eval()

        agent = Agent()
        agent.net.seen.add_(1)
        agent.save("agent.pt")
        other = Agent()
        other.load("agent.pt")
        print(other.net(x).tolist())
    """,
    "returned": """
        def load():
            return torch.load("net.pt", weights_only=False)

        net = Net(2)
        torch.save(net, "net.pt")
        model = load().eval()
        print(model(x).tolist())
    """,
    "two models that are different objects": """
        net = nn.Linear(3, 1)
        torch.save(net, "net.pt")
        first = net
        with torch.no_grad():
            net.weight.add_(1)
        net = torch.load("net.pt", weights_only=False)
        print((first.weight - net.weight).tolist())
    """,
}


def run(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a program prints, run in a folder of its own. Pickle finds its classes in the module `program`."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    module = types.ModuleType("program")
    monkeypatch.setitem(sys.modules, "program", module)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, "program.py", "exec"), vars(module))
    return printed.getvalue()


def program(name: str) -> str:
    return dedent(NET).lstrip("\n") + dedent(PROGRAMS[name]).lstrip("\n")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_programs_are_rewritten(name: str) -> None:
    after = fixed(program(name))
    assert ".state_dict()" in after
    assert fixed(after) == after


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("codes", [BOTH, ("TFC501", *BOTH)])
def test_the_numbers_stay(name: str, codes: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    before = run(program(name), tmp_path / "before", monkeypatch)
    after = run(fixed(program(name), *codes), tmp_path / "after", monkeypatch)
    assert before
    assert after == before


def test_what_torch_refuses_to_unpickle_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", minversion="2.6")
    text = program("in place").replace(", weights_only=False", "")
    with pytest.raises(pickle.UnpicklingError):
        run(text, tmp_path / "before", monkeypatch)
    assert run(fixed(text), tmp_path / "after", monkeypatch) == run(
        program("in place"), tmp_path / "once more", monkeypatch
    )


def test_the_new_file_is_loaded_where_the_class_has_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    run(fixed(program("anew, in eval mode when saved")), tmp_path / "once", monkeypatch)
    monkeypatch.delitem(sys.modules, "program")
    assert "body.0.weight" in torch.load(tmp_path / "once" / "net.pt", weights_only=True)


def test_a_pair_stays_where_another_file_loads_a_model_from_anywhere() -> None:
    other = "import torch\nmodel = torch.nn.Sequential(torch.load(options.path).eval())\n"
    result = result_of(PAIR, project=facts_of(other, case=PAIR))
    assert result.after is None
    assert {finding.reason for finding in result.findings} == {
        "file0.py line 2 uses what it loads on the spot: one side does not go without the other"
    }
