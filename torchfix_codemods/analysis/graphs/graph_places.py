"""Where a value is put: into what belongs to a function alone, or where others see it."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.scopes import Binding
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name
from torchfix_codemods.analysis.tables.torch_api import is_in_place
from torchfix_codemods.analysis.values.variables import Variables

_FRESH = (
    ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.Constant, ast.BinOp,
    ast.UnaryOp, ast.Compare, ast.JoinedStr,
)  # fmt: skip
_FRESH_CALLS = frozenset({
    "list", "dict", "set", "tuple", "defaultdict", "deque", "zeros", "ones", "empty", "zeros_like", "ones_like",
    "empty_like", "tensor", "full", "rand", "randn", "float", "int",
})  # fmt: skip


def own_reads(tree: Tree, variables: Variables, name: ast.Name) -> list[ast.Name] | None:
    """Every read of a variable whose value was made in the function that uses it; None if others may hold the value.

    Also the reads before something is put into the value: who got it there sees what is put into it later.
    """
    bindings = tree.bindings(name)
    function = tree.function(name)
    if not bindings or any(tree.function(binding.node) is not function for binding in bindings):
        return None
    found: list[ast.Name] = []
    for binding in bindings:
        reads = variables.reads(binding.node) if isinstance(binding.node, ast.Name) else []
        if isinstance(name.ctx, ast.Load) and name not in reads:
            continue  # another value under the same name
        if not _is_fresh(tree, binding, 3):
            return None
        found += [read for read in reads if read is not name]
    return found


def _is_fresh(tree: Tree, binding: Binding, depth: int) -> bool:
    """Is what the variable is given here made here, so that nothing outside refers to it?"""
    if isinstance(binding.statement, ast.AugAssign):
        return True
    value = binding.value
    if isinstance(value, ast.Name) and depth:
        function = tree.function(value)
        others = tree.bindings(value)
        own = bool(others) and all(tree.function(other.node) is function for other in others)
        return own and all(_is_fresh(tree, other, depth - 1) for other in others)
    if isinstance(value, ast.Call):
        name = callee_name(value)
        return name in _FRESH_CALLS or name[:1].isupper()
    return isinstance(value, _FRESH)


def written_by(call: ast.Call) -> list[ast.expr]:
    """The expressions into which a call writes its other arguments: `x.copy_(y)`, `torch.add(x, y, out=z)`."""
    found = [word.value for word in call.keywords if word.arg == "out"]
    if isinstance(call.func, ast.Attribute) and is_in_place(call.func.attr):
        receiver = call.func.value
        while isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute):
            receiver = receiver.func.value
        found.append(receiver)
    return found


def is_dictionary(tree: Tree, node: ast.expr) -> bool:
    """Is it a dictionary that is written out here, or a variable with one?"""
    values = [binding.value for binding in tree.bindings(node)] if isinstance(node, ast.Name) else [node]
    return any(isinstance(value, (ast.Dict, ast.DictComp)) for value in values)
