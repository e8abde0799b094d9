"""What a call gives a parameter, and which parameter takes an argument."""

from __future__ import annotations

import ast

import pytest

from torchfix_codemods.analysis.syntax.arguments import filled, given, passed
from torchfix_codemods.analysis.syntax.tree import Tree, parse

SOURCE = """
def plain(a, b=1, *rest, c=2, **more): ...
def strict(a, /, **more): ...
class Net:
    def forward(self, a, b=1): ...
    @classmethod
    def build(cls, a): ...
    @staticmethod
    def help(a): ...
{call}
"""


def look(text: str, name: str) -> tuple[Tree, ast.Call, ast.FunctionDef]:
    tree = parse(SOURCE.format(call=text))
    call = tree.nodes(ast.Call)[0]
    return tree, call, next(node for node in tree.nodes(ast.FunctionDef) if node.name == name)


@pytest.mark.parametrize(
    ("text", "name", "parameter", "value"),
    [
        ("plain(x, y)", "plain", "b", "y"),
        ("plain(x)", "plain", "b", "1"),
        ("plain(x, c=z)", "plain", "c", "z"),
        ("plain(x)", "plain", "c", "2"),
        ("plain(x, *y)", "plain", "a", "x"),
        ("plain(x, *y)", "plain", "b", None),
        ("plain(*x, b=y)", "plain", "b", "y"),
        ("plain(**x)", "plain", "b", None),
        ("strict(x, a=y)", "strict", "a", "x"),
        ("net.forward(x, y)", "forward", "b", "y"),
        ("net.forward(x)", "forward", "b", "1"),
        ("Net.forward(net, x)", "forward", "a", "x"),
        ("Net.build(x)", "build", "a", "x"),
        ("Net.help(x)", "help", "a", "x"),
        ("net.help(x)", "help", "a", "x"),
    ],
)
def test_what_a_call_passes(text: str, name: str, parameter: str, value: str | None) -> None:
    tree, call, function = look(text, name)
    everything = function.args
    known = [*everything.posonlyargs, *everything.args, *everything.kwonlyargs]
    only = next(one for one in known if one.arg == parameter)
    found = passed(tree, call, function, only)
    assert value == (None if found is None else ast.unparse(found))
    direct = given(tree, call, function, parameter)
    assert direct is None or direct is found


@pytest.mark.parametrize(
    ("text", "name", "argument", "parameter"),
    [
        ("plain(x, y)", "plain", 1, "b"),
        ("plain(x, y, z)", "plain", 2, None),
        ("plain(x, *y)", "plain", 0, "a"),
        ("plain(*x, y)", "plain", 1, None),
        ("plain(x, c=y)", "plain", "c", "c"),
        ("plain(x, d=y)", "plain", "d", None),
        ("strict(x, a=y)", "strict", "a", None),
        ("net.forward(x)", "forward", 0, "a"),
        ("Net.forward(net, x)", "forward", 0, "self"),
        ("Net.help(x)", "help", 0, "a"),
    ],
)
def test_what_an_argument_fills(text: str, name: str, argument: int | str, parameter: str | None) -> None:
    found = filled(*look(text, name), argument)
    assert parameter == (None if found is None else found.arg)
