"""How many dimensions a tensor has at least, as far as a function shows it: only those count that its code asks for."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.guards import runs_before
from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, Function, Tree
from torchfix_codemods.analysis.tables.torch_api import ELEMENTWISE, KEEP_SHAPE, RESHAPING_IN_PLACE
from torchfix_codemods.analysis.tables.words import words

_DEPTH = 12
# These give as many as the receiver has, or more.
_SAME = (KEEP_SHAPE | ELEMENTWISE | words("transpose t narrow unfold expand_as")) - {"squeeze"}
_SIZED = words("view reshape expand permute repeat")
_RESHAPING = RESHAPING_IN_PLACE | words("squeeze_ t_ transpose_ swapaxes_ swapdims_")
_MAY_BE_SKIPPED = (ast.IfExp, ast.BoolOp, ast.Lambda, *COMPREHENSIONS)


def constant(node: ast.expr) -> float | None:
    """The number that is written there."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = constant(node.operand)
        return None if number is None else -number
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    return node.value if is_number and isinstance(node, ast.Constant) else None  # type: ignore[return-value]


class Dimensions:
    """Answers for a statement of a function. What the function asks for on the way there counts."""

    def __init__(self, tree: Tree, function: Function, statement: ast.stmt) -> None:
        self.tree = tree
        self.function = function
        self.statement = statement

    def at_least(self, node: ast.expr, depth: int = _DEPTH) -> int:
        """As many dimensions the tensor has, or more."""
        if not depth:
            return 0
        if isinstance(node, ast.Name):
            bindings = self.tree.bindings(node)
            value = bindings[0].value if len(bindings) == 1 else None
            return max(self._asked(node.id), 0 if value is None else self.at_least(value, depth - 1))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return self._of_method(node, node.func, depth - 1)
        if isinstance(node, ast.Subscript):
            return self._of_part(node, depth - 1)
        if isinstance(node, ast.BinOp):
            return max(self.at_least(node.left, depth - 1), self.at_least(node.right, depth - 1))
        if isinstance(node, ast.UnaryOp):
            return self.at_least(node.operand, depth - 1)
        if isinstance(node, ast.Attribute) and node.attr in ("data", "T"):
            return self.at_least(node.value, depth - 1)
        return 0

    def _of_method(self, call: ast.Call, func: ast.Attribute, depth: int) -> int:
        if func.attr == "unsqueeze":
            return self.at_least(func.value, depth) + 1
        if func.attr == "flatten":
            return 1
        if func.attr in _SIZED and (count := _written_sizes(call)):
            return count
        if func.attr.removesuffix("_") not in _SAME or func.attr in _RESHAPING:
            return 0
        return max(self.at_least(func.value, depth), _needed_by(call))

    def _of_part(self, node: ast.Subscript, depth: int) -> int:
        """A slice keeps its dimension, `None` makes one, a number takes one away."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        kept = sum(isinstance(p, ast.Slice) or (isinstance(p, ast.Constant) and p.value is None) for p in parts)
        if len(parts) == 1 and constant(parts[0]) is not None:
            return max(self.at_least(node.value, depth) - 1, 0)
        return kept

    def _asked(self, name: str) -> int:
        """The most that the code needs of a variable before the statement has run: `x.size(1)` fails with one."""
        most = 0
        for use in self.tree.names(name):
            if self.tree.function(use) is not self.function or not isinstance(use.ctx, ast.Load):
                continue
            parent = self.tree.parents[use]
            if not isinstance(parent, ast.Attribute):
                continue
            if parent.attr in _RESHAPING:
                return 0
            if self._is_certain(use):
                most = max(most, self._needed(parent))
        return most

    def _needed(self, attribute: ast.Attribute) -> int:
        holder = self.tree.parents[attribute]
        if attribute.attr == "shape":
            if isinstance(holder, ast.Subscript) and isinstance(holder.ctx, ast.Load):
                return _reaching(holder.slice)
            return self._unpacked(attribute)
        if not isinstance(holder, ast.Call) or holder.func is not attribute:
            return 0
        if attribute.attr == "size" and not holder.args:
            above = self.tree.parents[holder]
            return _reaching(above.slice) if isinstance(above, ast.Subscript) else self._unpacked(holder)
        return _needed_by(holder)

    def _unpacked(self, sizes: ast.expr) -> int:
        """`batch, length = x.size()`"""
        parent = self.tree.parents[sizes]
        if not isinstance(parent, ast.Assign) or not isinstance(parent.targets[0], (ast.Tuple, ast.List)):
            return 0
        return sum(not isinstance(part, ast.Starred) for part in parent.targets[0].elts)

    def _is_certain(self, use: ast.Name) -> bool:
        asking = self.tree.statement(use)
        if isinstance(asking, ast.Assert):
            return False
        for up in self.tree.ancestors(use):
            if up is asking:
                break
            if isinstance(up, _MAY_BE_SKIPPED):
                return False
        return asking is self.statement or runs_before(self.tree, asking, self.statement)


def _needed_by(call: ast.Call) -> int:
    """How many dimensions a method with these arguments needs of its receiver."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name == "size" and len(call.args) == 1:
        return _reaching(call.args[0])
    if name == "unsqueeze" and len(call.args) == 1:
        return max(_reaching(call.args[0]) - 1, 0)
    if name == "transpose" and len(call.args) == 2:
        dimensions = [_reaching(argument) for argument in call.args]
        return max(dimensions) if max(dimensions) > 1 else 0
    if name == "permute" and _written_sizes(call) > 1:
        return _written_sizes(call)
    return 0


def _reaching(index: ast.expr) -> int:
    """How many dimensions there must be for one to have this number."""
    number = constant(index)
    if number is None or number != int(number):
        return 0
    return int(number) + 1 if number >= 0 else -int(number)


def _written_sizes(call: ast.Call) -> int:
    """How many sizes or dimensions are written out; a single one may be a list of any length."""
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return 0
    if len(call.args) != 1:
        return len(call.args)
    (only,) = call.args
    if isinstance(only, (ast.Tuple, ast.List)):
        return 0 if any(isinstance(part, ast.Starred) for part in only.elts) else len(only.elts)
    return 1 if constant(only) is not None else 0
