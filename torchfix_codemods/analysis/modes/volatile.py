"""Follows a `Variable(x, volatile=True)` to the forward passes that it was meant to keep from building a graph."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred, Kind
from torchfix_codemods.analysis.syntax.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    Tree,
    callee_name,
    dotted,
    has_star_arguments,
    keyword,
)
from torchfix_codemods.analysis.tables.torch_api import NEVER_TORCH
from torchfix_codemods.analysis.values.variables import Variables

VARIABLE = frozenset({"torch.autograd.Variable", "torch.autograd.variable.Variable"})
# What these give is a plain value, or a tensor that was never volatile.
_CUTS = frozenset(
    {
        "data", "detach", "detach_", "device", "dim", "dtype", "grad", "item", "new", "new_empty", "new_full",
        "new_ones", "new_tensor", "new_zeros", "numel", "numpy", "shape", "size", "tolist",
    }
)  # fmt: skip
_HOLDING = frozenset({"list", "tuple", "zip", "enumerate", "dict", "reversed", "iter", "next", "sorted", "map", "sum"})
_PUT = frozenset({"append", "extend", "insert", "add"})
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)
_PASSING = (
    ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Starred, ast.Await, ast.Tuple, ast.List, ast.Set,
    ast.Dict, *COMPREHENSIONS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VolatileCall:
    """A call of `Variable` that says something about `volatile`. `key` is the argument: position or keyword."""

    call: ast.Call
    key: int | str
    value: ast.expr


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring statements of one block."""

    first: ast.stmt
    last: ast.stmt


@dataclass
class Consumers:
    """Who uses a volatile variable.

    `forwards` are the statements that run a module on it, `others` those that only compute with it. `obstacle` is the
    line that forbids to switch gradients off.
    """

    forwards: list[ast.stmt] = field(default_factory=list)
    others: list[ast.stmt] = field(default_factory=list)
    obstacle: Evidence | None = None


def volatile_call(tree: Tree, call: ast.Call) -> VolatileCall | None:
    """`call` as a call of `Variable` with the argument `volatile`."""
    if tree.qualified_name(call.func) not in VARIABLE:
        return None
    named = keyword(call, "volatile")
    if named is not None:
        return VolatileCall(call, "volatile", named.value)
    if len(call.args) == 3 and not has_star_arguments(call):
        return VolatileCall(call, 2, call.args[2])
    return None


class VolatileUses:
    """Follows the volatile variables of one file. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred], variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables

    def of(self, call: ast.Call) -> Consumers:
        """The consumers of the variable that `call` makes."""
        walk = _Walk(self)
        walk.todo.append(call)
        while walk.todo and walk.found.obstacle is None:
            walk.climb(walk.todo.pop())
        return walk.found

    def runs(self, consumers: Iterable[Consumers]) -> list[Run]:
        """The runs of statements that hold all the forward passes, with what computes between two of them."""
        forwards: list[ast.stmt] = []
        others: list[ast.stmt] = []
        for one in consumers:
            forwards += one.forwards
            others += one.others
        runs: list[Run] = []
        for statement in sorted(set(forwards), key=lambda s: (s.lineno, s.col_offset)):
            if runs and self._follows(runs[-1].last, statement, others):
                runs[-1] = Run(runs[-1].first, statement)
            else:
                runs.append(Run(statement, statement))
        return runs

    def _follows(self, one: ast.stmt, other: ast.stmt, others: list[ast.stmt]) -> bool:
        if self.tree.parents[one] is not self.tree.parents[other]:
            return False
        block, index = self.tree.block(one)
        if other not in block:
            return False
        return all(between in others for between in block[index + 1 : block.index(other)])


class _Walk:
    """One search: places where the value, or something computed from it, stands."""

    def __init__(self, uses: VolatileUses) -> None:
        self.uses = uses
        self.tree = uses.tree
        self.found = Consumers()
        self.todo: list[ast.expr] = []
        self.seen: set[ast.AST] = set()

    def climb(self, node: ast.expr) -> None:
        """Go up from the value to where it ends, or to the names that it is given."""
        while node not in self.seen:
            self.seen.add(node)
            parent = self.tree.parents[node]
            above = self._above(node, parent)
            if above is None:
                return
            node = above

    def _above(self, node: ast.expr, parent: ast.AST) -> ast.expr | None:
        """The larger expression that is volatile too, None where the way ends."""
        if targets := self.tree.assigned.targets(node):
            for target in targets:
                self._bind(target)
            self.found.others.append(self.tree.statement(node))
            return self.tree.assigned.used_on(node)
        if isinstance(parent, ast.Attribute):
            return self._member(parent)
        if isinstance(parent, ast.keyword):
            call = self.tree.parents[parent]
            return self._argument(call) if isinstance(call, ast.Call) else None
        if isinstance(parent, ast.Call):
            return None if parent.func is node else self._argument(parent)
        if isinstance(parent, ast.Subscript):
            return parent if parent.value is node and isinstance(parent.ctx, ast.Load) else None
        if isinstance(parent, ast.comprehension):
            self._bind(parent.target)
            return None
        if isinstance(parent, _PASSING):
            return parent
        self._statement(parent)
        return None

    # ---- where it ends

    def _statement(self, statement: ast.AST) -> None:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                self._bind(target)
            self.found.others.append(statement)
        elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
            self._bind(statement.target)
            self.found.others.append(statement)
        elif isinstance(statement, (ast.For, ast.AsyncFor)):
            self._bind(statement.target)
        elif isinstance(statement, ast.Return):
            function = self.tree.function(statement)
            if function is not None:
                self.todo += self.uses.variables.calls_of(function) or []

    def _bind(self, target: ast.expr) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self._bind(part)
        elif isinstance(target, ast.Starred):
            self._bind(target.value)
        elif isinstance(target, ast.Name):
            self.todo += self.uses.variables.reads(target)
        elif isinstance(target, ast.Attribute):
            self.todo += self.uses.variables.attribute_reads(target)
        elif isinstance(target, ast.Subscript):
            self._put_into(target.value)

    def _put_into(self, container: ast.expr) -> None:
        if isinstance(container, ast.Name):
            self.todo += self.uses.variables.reads_later(container)
        elif isinstance(container, ast.Attribute):
            self.todo += self.uses.variables.attribute_reads(container)

    # ---- members and calls

    def _member(self, attribute: ast.Attribute) -> ast.expr | None:
        if attribute.attr in _CUTS or not isinstance(attribute.ctx, ast.Load):
            return None
        call = self.tree.parents[attribute]
        if not isinstance(call, ast.Call) or call.func is not attribute:
            return attribute
        if attribute.attr == "backward":
            self.found.obstacle = Evidence(call.lineno, "runs backward over what is computed from it")
            return None
        return None if attribute.attr in _PUT else call

    def _argument(self, call: ast.Call) -> ast.expr | None:
        """The value is passed to a call."""
        func = call.func
        name = self.tree.qualified_name(func) or ""
        if name in VARIABLE:
            return None
        if name.startswith("torch.autograd."):
            self.found.obstacle = Evidence(call.lineno, "asks for gradients of what is computed from it")
            return None
        if self._runs_module(func, name):
            self._note_forward(call)
            return call
        if name.startswith("torch."):
            return call
        if name.split(".")[0] in NEVER_TORCH or self._is_builtin(func):
            return call if self._is_builtin(func) and callee_name(call) in _HOLDING else None
        if isinstance(func, ast.Attribute) and func.attr in _PUT:
            self._put_into(func.value)
            return None
        statement = self.tree.statement(call)
        is_kept = not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.NamedExpr)
        if is_kept:  # whoever only shows or counts it gives nothing back
            self._note_forward(call)
        return call

    def _runs_module(self, func: ast.expr, name: str) -> bool:
        if name.startswith("torch.") and not name.startswith("torch.nn.parallel"):
            return False
        if self.uses.kind(func).kind is Kind.MODULE:
            return True
        return isinstance(func, ast.Attribute) and self.uses.kind(func.value).kind is Kind.MODULE

    def _is_builtin(self, func: ast.expr) -> bool:
        return isinstance(func, ast.Name) and not self.tree.bindings(func) and hasattr(builtins, func.id)

    def _note_forward(self, call: ast.Call) -> None:
        statement = self.tree.statement(call)
        inside_lambda = any(isinstance(up, ast.Lambda) for up in self._ups_within(call, statement))
        if isinstance(statement, _SIMPLE) and not inside_lambda:
            self.found.forwards.append(statement)
            return
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return
        what = "a lambda" if inside_lambda else f"the head of `{type(statement).__name__.lower()}`"
        name = dotted(call.func) or "a module"
        self.found.obstacle = Evidence(call.lineno, f"`{name}` is called in {what}, which no block can hold alone")

    def _ups_within(self, node: ast.AST, holder: ast.AST) -> Iterable[ast.AST]:
        for up in self.tree.ancestors(node):
            if up is holder:
                return
            yield up
