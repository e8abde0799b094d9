"""The work grows with the text, not with its square. Calls are counted, because times depend on the machine."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

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
