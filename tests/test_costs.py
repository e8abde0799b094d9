"""The work grows with the text, not with its square. Calls are counted, because times depend on the machine."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import shapes
from click.testing import CliRunner

from torchfix_codemods.analysis.syntax import budget, tree
from torchfix_codemods.analysis.syntax.budget import MOST_CHARACTERS, Budget
from torchfix_codemods.cli import cli
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules

CORPUS = Path(__file__).parent.parent / "corpus"
CODES = tuple(rule.code for rule in known_rules())


def calls(text: str, *, apply: bool = False) -> int:
    """How many functions are called, and generators resumed, on the way of a text through all rules."""
    count = 0

    def counting(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        fix(text.encode(), "x.py", FixRequest(CODES, apply=apply, unsafe_fixes=apply))
    finally:
        sys.setprofile(before)
    return count


# With every read compared with every assignment, the calls grew by a factor of 28 to 52.
@pytest.mark.parametrize("name", ["amp", "autograd_notes", "char_rnn", "gan", "homework", "mean_teacher", "wgan"])
def test_a_script_that_is_written_out_four_times_as_often_costs_few_times_as_much(name: str) -> None:
    text = CORPUS.joinpath(f"{name}.py").read_text() + "\n"
    calls(text)  # loads the rules
    assert calls(text * 8) < 7 * calls(text * 2)


SHAPES = {
    "pairs": "x = torch.ones(3).cuda()\nprint(x.data[0])\n",
    "loops": "for _ in range(3):\n    model.eval()\n    for x in data:\n        print(model(x))\n",
    "states": "h = torch.ones(3)\nfor x in data:\n    h = h * x\n    h.data.zero_()\n    h.sum().backward()\n",
}


@pytest.mark.parametrize("apply", [False, True])
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_many_findings_of_one_kind_cost_as_much_each(shape: str, apply: bool) -> None:
    head = "import torch\nfrom torch import nn\nmodel = nn.Linear(3, 3)\ndata = []\n"
    calls(head + SHAPES[shape], apply=apply)
    assert calls(head + SHAPES[shape] * 80, apply=apply) < 7 * calls(head + SHAPES[shape] * 20, apply=apply)


class _Counting(Budget):
    """Never ends, and tells what was spent."""

    def spent(self) -> int:
        return self.most - self.left


def steps(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many steps the analysis of a text takes."""
    made: list[_Counting] = []

    def make(nodes: int) -> _Counting:
        made.append(_Counting(nodes * 10**6))
        return made[-1]

    monkeypatch.setattr(tree, "budget_of", make)
    result = fix(text.encode(), "x.py", FixRequest(CODES, apply=False))
    assert not [problem for problem in result.problems if "failed" in problem.reason]
    return sum(budget.spent() for budget in made)


# What grows with the square of the text, so far: the budget ends it.
STEEP = {
    "branches",
    "branches in a loop",
    "branches of models",
    "chain of writes",
    "elifs",
    "elifs over devices",
    "loops side by side",
    "nested tries",
    "recursion over loaded values",
    "recursion with paths",
    "saves of one file",
    "saves of states",
    "tuples",
    "walrus",
}


@pytest.mark.parametrize("shape", sorted(shapes.SHAPES.keys() - STEEP))
def test_a_text_of_a_hard_shape_costs_what_its_length_costs(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shapes.SHAPES[shape]
    assert steps(text(32), monkeypatch) < 6 * steps(text(8), monkeypatch)


@pytest.mark.parametrize("shape", sorted(STEEP))
def test_no_shape_is_worse_than_its_square(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shapes.SHAPES[shape]
    assert steps(text(32), monkeypatch) < 20 * steps(text(8), monkeypatch)


def test_a_long_script_of_trainings_is_no_text_that_is_too_complex() -> None:
    result = fix(shapes.SHAPES["trainings"](400).encode(), "x.py", FixRequest(CODES, apply=False))
    assert not result.problems and result.findings


def test_what_takes_too_many_steps_is_named_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "budget_of", lambda nodes: Budget(1000))
    text = shapes.SHAPES["branches"](30)
    result = fix(text.encode(), "x.py", FixRequest(CODES, apply=True))
    assert result.after is None and not result.findings and result.failed
    (problem,) = result.problems
    assert problem.reason == "is too complex: after 1,000 steps the analysis has not come to an end"
    assert problem.hint == "split the file, or exclude it"


def test_what_is_too_long_is_named_and_left() -> None:
    result = fix(b"import torch\nx.data\n" + b"#" * MOST_CHARACTERS, "x.py", FixRequest(CODES, apply=True))
    assert [p.reason for p in result.problems] == [
        "is too long: it has 5,000,020 characters, and 5,000,000 are the most"
    ]


def test_what_has_too_many_nodes_is_named_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_NODES", 100)
    result = fix(shapes.SHAPES["sums"](30).encode(), "x.py", FixRequest(CODES, apply=True))
    assert [p.reason for p in result.problems] == ["is too large: its syntax tree has 282 nodes, and 100 are the most"]


def test_a_file_that_is_too_complex_costs_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_NODES", 100)
    tmp_path.joinpath("large.py").write_text(shapes.SHAPES["sums"](30))
    tmp_path.joinpath("small.py").write_text("import torch\nx = torch.ones(3)\ny = x.data\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["check", "--no-cache", "."])
    assert result.exit_code == 2
    # Before click 8.2 the two streams were one, unless asked for in a way that later ones do not know.
    assert "small.py" in result.output and "large.py: is too large" in result.output
