"""Which model an expression stands for, and where its mode is set."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.analysis.values.model_names import is_part_of, mode_switches, model_names, same_model


def tree(text: str) -> Tree:
    return parse(dedent(text))


def names_of(text: str, expression: str) -> set[str]:
    """The names of the last expression with this text."""
    file = tree(text)
    found = [n for n in ast.walk(file.module) if isinstance(n, ast.expr) and file.source(n) == expression]
    return set(model_names(file, max(found, key=lambda node: (node.lineno, node.col_offset))))


@pytest.mark.parametrize(
    ("text", "expression", "names"),
    [
        ("net(x)", "net", {"net"}),
        ("self.net(x)", "self.net", {"self.net"}),
        ("net.module(x)", "net.module", {"net"}),
        ("net.module.encoder(x)", "net.module.encoder", {"net.encoder"}),
        ("net.to(device).half()(x)", "net.to(device).half()", {"net"}),
        ("nets['G'](x)", "nets['G']", {"nets['G']"}),
        ("nets[i](x)", "nets[i]", {"nets[*]"}),
        ("for net in nets:\n    net(x)", "net", {"nets[*]"}),
        ("for i, net in enumerate(nets):\n    net(x)", "net", {"nets[*]"}),
        ("for x, net in zip(xs, nets):\n    net(x)", "net", {"nets[*]"}),
        ("for name, net in nets.items():\n    net(x)", "net", {"nets[*]"}),
        ("for net in nets.values():\n    net(x)", "net", {"nets[*]"}),
        ("for net in (G, D):\n    net(x)", "net", {"G", "D"}),
        ("nets = [G, D]\nfor net in nets:\n    net(x)", "net", {"nets[*]", "G", "D"}),
        ("[net(x) for net in nets]", "net", {"nets[*]"}),
        ("model = self.model\nmodel(x)", "model", {"model", "self.model"}),
        ("model = self.model\nif a:\n    model = self.model.module\nmodel(x)", "model", {"model", "self.model"}),
        ("model = Net()\nmodel(x)", "model", {"model"}),
        ("Net()(x)", "Net()", set()),
        ("(a or b)(x)", "(a or b)"[1:-1], set()),
    ],
)
def test_names_of_an_expression(text: str, expression: str, names: set[str]) -> None:
    assert names_of(text, expression) == names


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"net"}, {"net"}, True),
        ({"net"}, {"other"}, False),
        ({"nets[*]"}, {"nets['G']"}, True),
        ({"nets['D']"}, {"nets['G']"}, False),
        ({"a", "b"}, {"b", "c"}, True),
        (set(), {"net"}, False),
    ],
)
def test_same_model(one: set[str], other: set[str], same: bool) -> None:
    assert same_model(frozenset(one), frozenset(other)) is same


@pytest.mark.parametrize(
    ("part", "model", "expected"),
    [
        ("net.encoder", "net", True),
        ("net.encoder.layers", "net", True),
        ("self.net.encoder", "self.net", True),
        ("net", "net", False),
        ("network.encoder", "net", False),
        ("other.encoder", "net", False),
    ],
)
def test_parts_of_a_model(part: str, model: str, expected: bool) -> None:
    assert is_part_of(frozenset({part}), frozenset({model})) is expected


@pytest.mark.parametrize(
    ("text", "names", "training"),
    [
        ("net.eval()", {"net"}, False),
        ("net.train()", {"net"}, True),
        ("net.train(False)", {"net"}, False),
        ("net.train(mode=False)", {"net"}, False),
        ("net.train(True)", {"net"}, True),
        ("net.train(was_training)", {"net"}, True),
        ("a = net.eval()", {"a", "net"}, False),
        ("a = net.cuda().eval().half()", {"a", "net"}, False),
        ("a = nn.DataParallel(Net().eval())", {"a"}, False),
        ("a, b = G.eval(), D.eval()", {"a", "G"}, False),
        ("self.a = b = net.eval()", {"self.a", "b", "net"}, False),
        ("_ = net.eval()", {"net"}, False),
        ("a: Net = net.eval()", {"a", "net"}, False),
        ("print(a := net.eval())", {"a", "net"}, False),
    ],
)
def test_switches(text: str, names: set[str], training: bool) -> None:
    switch = mode_switches(tree(text))[0]
    assert switch.names == names
    assert switch.training is training
    assert switch.called is None


def test_a_switched_model_may_be_called_on_the_spot() -> None:
    file = tree("y = net.to(d).eval()(x)")
    [switch] = mode_switches(file)
    assert switch.called is not None
    assert file.source(switch.called) == "net.to(d).eval()(x)"


@pytest.mark.parametrize(
    "text",
    [
        "eval(text)",
        "df.eval('a')",
        "editdistance.eval(a, b)",
        "train(net)",
        "trainer.train(net, loader)",
        "x.train(epochs=3)",
    ],
)
def test_what_sets_no_mode(text: str) -> None:
    assert mode_switches(tree(text)) == []
