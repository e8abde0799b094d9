"""Can a file make gradients that have a graph of their own?"""

from __future__ import annotations

import ast
from collections.abc import Set

from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.tables.words import words

_GRADIENTS = words("grad _grad")
_WITHOUT_GRAPH = words("data detach zeros_like ones_like from_numpy")
_TAKE_TENSORS = words("add_ sub_ copy_ addcmul_ addcdiv_ lerp_ set_ addmm_ addmv_ addr_ index_copy_ index_add_")
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
    if any(_sets_by_name(call) or _adds_graph(call) for call in calls):
        return True
    return any(
        isinstance(target, ast.Attribute) and target.attr in _GRADIENTS and not _has_no_graph(value)
        for target, value in nodes.assignments()
    )


def _asks(word: ast.keyword) -> bool:
    return word.arg == "create_graph" and not (isinstance(word.value, ast.Constant) and not word.value.value)


def _sets_by_name(call: ast.Call) -> bool:
    """`setattr(p, "grad", g)`"""
    name = call.args[1] if callee_name(call) == "setattr" and len(call.args) == 3 else None
    is_gradient = isinstance(name, ast.Constant) and name.value in _GRADIENTS
    return is_gradient and not _has_no_graph(call.args[2])


def _adds_graph(call: ast.Call) -> bool:
    """`p.grad.add_(q)`: what is written into the gradient itself brings its graph along, unlike into `p.grad.data`.

    Where autograd is off it brings none, and that is where most of such are: a gradient of something else counts as
    none, and a plain number or a method of the gradient itself.
    """
    func = call.func
    if not isinstance(func, ast.Attribute) or func.attr not in _TAKE_TENSORS:
        return False
    if not isinstance(func.value, ast.Attribute) or func.value.attr not in _GRADIENTS:
        return False
    given = [*call.args, *(word.value for word in call.keywords)]
    return any(_may_have_graph(value) for value in given)


def _may_have_graph(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return _may_have_graph(value.left) or _may_have_graph(value.right)
    if isinstance(value, ast.UnaryOp):
        return _may_have_graph(value.operand)
    return not _has_no_graph(value)


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
