"""How a file spells things, and which reads are those of one number."""

from __future__ import annotations

import ast

import pytest
from test_flow import view

from torchfix_codemods.analysis.graphs.scalars import scalar_index
from torchfix_codemods.analysis.inference.kinds import Certainty
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import parse


@pytest.mark.parametrize(
    ("imports", "spelled"),
    [
        ("import torch", "torch.nn.init.zeros_"),
        ("import torch\nimport torch.nn as nn", "nn.init.zeros_"),
        ("from torch import nn", "nn.init.zeros_"),
        ("from torch.nn import init as I", "I.zeros_"),
        ("from torch.nn.init import zeros_", "zeros_"),
        ("import torch.nn.functional as F", None),
        ("import torch\ntorch = 3", None),
    ],
)
def test_spelling_by_the_imports(imports: str, spelled: str | None) -> None:
    tree = parse(f"{imports}\nplace\n")
    place = tree.module.body[-1]
    assert spelling(tree, "torch.nn.init.zeros_", place) == spelled


def test_spelling_where_a_parameter_has_the_name() -> None:
    tree = parse("import torch\nfrom torch import nn\ndef f(nn):\n    place\n")
    assert spelling(tree, "torch.nn.init.zeros_", tree.nodes(ast.Name)[-1]) == "torch.nn.init.zeros_"


def test_an_expression_is_shown_in_one_short_line() -> None:
    tree = parse("x = (a +\n    b)\ny = f('" + "long " * 30 + "')\n")
    first, second = (node.value for node in tree.nodes(ast.Assign))
    assert shown(tree, first) == "(a + b)"
    assert len(shown(tree, second)) < 50


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("loss = nn.MSELoss()(torch.ones(2), torch.ones(2))\nloss.data.cpu().numpy()[0]", Certainty.EVIDENCE),
        ("loss = nn.MSELoss()(torch.ones(2), torch.ones(2))\nloss[1]", None),
        ("loss = f(1)\nloss.requires_grad\nloss.data[0]", Certainty.CONVENTION),
        ("loss = f(1)\nloss.requires_grad\nloss[0]", None),
        ("losses = f(1)\nlosses.requires_grad\nlosses.data[0]", None),
        ("loss_weight = f(1)\nloss_weight.requires_grad\nloss_weight.data[0]", None),
        ("err_G = f(1)\nerr_G.requires_grad\nerr_G.data[0]", Certainty.CONVENTION),
    ],
)
def test_scalar_index(text: str, certainty: Certainty | None) -> None:
    file = view(text)
    read = scalar_index(file.tree.nodes(ast.Subscript)[-1], file.kind, file.tree)
    assert (None if read is None else read.certainty) is certainty
