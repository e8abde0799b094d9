"""Tensors that are taken for one number because of where they come from, or because they are used as one."""

from __future__ import annotations

import ast
import re

from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.syntax.tree import Binding, Tree, callee_name, keyword

_ACCURACY = re.compile(r"accuracy|precision", re.I)
_OF_ACCURACY = re.compile(r"(?:\w*_)?(?:prec|precision|acc|accuracy|top|err)_?(?:at_?)?\d*\Z", re.I)
_MANY = re.compile(r"[^s]s\Z|(?:mask|map|weight|bias|vec|vector|list|dict|tensor|image|data|out|outputs?)\Z", re.I)
# A number with digits behind the point: `%.3f`, `{:.4f}`, `{0:g}`.
_PRINTED = re.compile(r"%[-+ #0-9.]*[fFeEgG]|\{[^{}]*:[^{}]*[fFeEgG%]\}")
# It was written when every variable was a `Variable`.
_OLD_WORDS = frozenset({"Variable", "volatile"})


def is_called_accuracy(name: str) -> bool:
    """Is a variable called `prec1`, `top5`, `acc`?"""
    return _OF_ACCURACY.match(name) is not None


def why_one_number(root: ast.expr, index: ast.Subscript, tree: Tree, *, kind: Kind, by_data: bool) -> str:
    """The reason to take `root` for one number where it is indexed; empty where there is none.

    Args:
        kind: what it is, as far as is known.
        by_data: it is read through `.data`.
    """
    if not isinstance(root, ast.Name):
        return ""
    bindings = tree.bindings(root)
    if not bindings:
        return ""
    if by_data and _is_sum(bindings):
        return "what is summed up in `{}` cannot be seen"
    if kind not in (Kind.TENSOR, Kind.UNKNOWN):
        return ""
    if is_called_accuracy(root.id) and all(_is_accuracy(one, tree) for one in bindings):
        return "only what it comes from, an accuracy, says that `{}` is one number"
    if not by_data:
        return ""
    if all(_is_sampled(one) for one in bindings):
        return "`{}` is one number only where one action is drawn from one row of probabilities"
    if _MANY.search(root.id) or not (kind is Kind.TENSOR or (_OLD_WORDS & tree.words and _are_results(bindings))):
        return ""
    return "only its use as a number says that `{}` is one" if _is_used_as_number(index, tree) else ""


def _is_accuracy(binding: Binding, tree: Tree) -> bool:
    """Is it, or a part of it, what the usual function for the accuracy gives: no tensor that kept its dimension?"""
    statement = binding.statement
    call = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(call, ast.Call) or not _ACCURACY.search(callee_name(call)):
        return False
    helpers = [one for one in tree.nodes(ast.FunctionDef) if one.name == callee_name(call)]
    if not helpers:
        return bool(_OLD_WORDS & tree.words)
    kept = (one for helper in helpers for one in ast.walk(helper) if isinstance(one, ast.Call))
    return all(keyword(one, "keepdim") is None and not _sums_with_dimension(one) for one in kept)


def _sums_with_dimension(call: ast.Call) -> bool:
    """`x.sum(0, True)`"""
    return callee_name(call) == "sum" and len(call.args) > 1


def _is_sampled(binding: Binding) -> bool:
    call = binding.value
    return isinstance(call, ast.Call) and callee_name(call) == "sample" and not call.args and not call.keywords


def _is_sum(bindings: list[Binding]) -> bool:
    """`score = 0`, and then only `score += ..`."""
    starts = [one for one in bindings if not isinstance(one.statement, ast.AugAssign)]
    zero = all(isinstance(one.value, ast.Constant) and one.value.value == 0 for one in starts)
    return bool(starts) and zero and len(starts) < len(bindings)


def _are_results(bindings: list[Binding]) -> bool:
    """Is it always what a call gives, or a part of that?"""
    return all(isinstance(one.statement, ast.Assign) and isinstance(one.statement.value, ast.Call) for one in bindings)


def _is_used_as_number(index: ast.Subscript, tree: Tree) -> bool:
    """Is it printed as a number, added to a sum, or given to a meter with the size of the batch?"""
    parent = tree.parents[index]
    if isinstance(parent, ast.AugAssign):
        return parent.value is index and isinstance(parent.op, ast.Add)
    if isinstance(parent, ast.Call) and callee_name(parent) == "update":
        return len(parent.args) > 1 and parent.args[0] is index
    return _is_printed_as_number(index, tree)


def _is_printed_as_number(index: ast.Subscript, tree: Tree) -> bool:
    """Is it put into a text at a place for a number: `"%.3f" % x.data[0]`, `"{:.3f}".format(x.data[0])`?"""
    node: ast.AST = index
    while isinstance(parent := tree.parents[node], (ast.Tuple, ast.keyword)):
        node = parent
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and parent.right is node:
        text: ast.AST = parent.left
    elif isinstance(parent, ast.Call) and callee_name(parent) == "format" and isinstance(parent.func, ast.Attribute):
        text = parent.func.value
    else:
        return False
    return isinstance(text, ast.Constant) and _PRINTED.search(str(text.value)) is not None
