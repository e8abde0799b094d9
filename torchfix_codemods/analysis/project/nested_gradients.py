"""Can a file make gradients that have a graph of their own?"""

from __future__ import annotations

import ast
from collections.abc import Set

from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.tables.words import words

_GRADIENTS = words("grad _grad")
_WITHOUT_GRAPH = words("data detach zeros_like ones_like from_numpy")
_KEEPING = words("clone to cuda cpu float half double")
# Packages that differentiate an optimizer's step.
_NESTING = words("higher learn2learn backpack torchmeta betty functorch")
# How many arguments these take before `create_graph`.
_BEFORE = {"backward": 2, "grad": 4}


def nests_gradients(nodes: Nodes, words: Set[str]) -> bool:
    """Does it ask for such, or may it set a `.grad` to something with a graph?"""
    if not _NESTING.isdisjoint(words) or any(map(_asks, nodes.of(ast.keyword))):
        return True
    if _GRADIENTS.isdisjoint(words) and "backward" not in words:
        return False
    calls = nodes.of(ast.Call)
    if any(len(call.args) > _BEFORE.get(callee_name(call), len(call.args)) for call in calls):
        return True
    return any(
        isinstance(target, ast.Attribute) and target.attr in _GRADIENTS and not _has_no_graph(value)
        for target, value in nodes.assignments()
    )


def _asks(word: ast.keyword) -> bool:
    return word.arg == "create_graph" and not (isinstance(word.value, ast.Constant) and not word.value.value)


def _has_no_graph(value: ast.expr | None) -> bool:
    """Is it None, another gradient, or a tensor that is cut off from its graph?"""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.IfExp):
        return _has_no_graph(value.body) and _has_no_graph(value.orelse)
    if isinstance(value, ast.Attribute):
        return value.attr in _GRADIENTS or value.attr in _WITHOUT_GRAPH
    if not isinstance(value, ast.Call):
        return False
    name = callee_name(value)
    if name in _WITHOUT_GRAPH:
        return True
    return name in _KEEPING and isinstance(value.func, ast.Attribute) and _has_no_graph(value.func.value)
