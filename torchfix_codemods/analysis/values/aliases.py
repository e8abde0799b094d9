"""What becomes of a tensor's storage: read, written to in place, given another name, taken out of the function.

A tensor and its views share storage, so a use of a view (`x.view(-1).zero_()`, `x[0] = 1`) is a use of the tensor.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, LOOPS, Binding, Scope, Tree, callee_name, keyword
from torchfix_codemods.analysis.tables.torch_api import VIEW_ATTRIBUTES, VIEW_METHODS, is_in_place
from torchfix_codemods.analysis.tables.words import words

IsTensor: TypeAlias = Callable[[ast.expr], bool]
_Bindings: TypeAlias = dict[ast.AST, list[tuple[tuple[int, int], Binding]]]

_NOWHERE = (-1, -1)  # before everything


# In place, but of the handle and not of the values: what shares storage with it does not see them.
RESHAPING_METHODS = words("""
    resize_ resize_as_ set_ t_ transpose_ squeeze_ unsqueeze_ swapaxes_ swapdims_ as_strided_
""")
_HOLDING = words("list tuple set dict reversed sorted iter zip enumerate filter")
_CONTAINERS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred)


class How(Enum):
    """What is done to a value."""

    READ = "read"
    WRITE = "written to"
    RESHAPE = "reshaped in place"
    NAME = "given a name"
    ARGUMENT = "passed on"
    LEAVE = "taken out of the function"


@dataclass(frozen=True, slots=True)
class Use:
    """One use. `node` is the expression or statement that makes it; a NamedExpr gives a name and the value itself."""

    how: How
    node: ast.AST
    names: tuple[ast.Name, ...] = ()


def use_of(tree: Tree, value: ast.expr, is_tensor: IsTensor) -> Use:
    """What is done to the value of this very expression, seen through views and containers of it.

    `is_tensor` tells a tensor, into which values are copied, from a container, which keeps the object.
    """
    node: ast.AST = value
    while True:
        step = _step(tree, node, tree.parents[node])
        if not isinstance(step, Use):
            node = step
            continue
        targets = tree.assigned.targets(node) if isinstance(node, ast.expr) and step.how is How.LEAVE else []
        if targets and all(isinstance(target, ast.Subscript) and is_tensor(target.value) for target in targets):
            return Use(How.READ, step.node)  # `x[..] = value` for tensors
        return step


def _step(tree: Tree, node: ast.AST, parent: ast.AST) -> Use | ast.AST:
    """The use, or the larger expression that still stands for the value."""
    if isinstance(node, ast.expr) and (targets := tree.assigned.targets(node)):
        return _bound(tree, tree.assigned.used_on(node) or tree.statement(node), targets)
    if isinstance(parent, ast.Attribute):
        return _attribute_step(tree, parent)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return Use(How.WRITE, parent) if isinstance(parent.ctx, ast.Store) else parent
    if isinstance(parent, ast.AugAssign):
        return Use(How.WRITE if parent.target is node else How.READ, parent)
    if isinstance(parent, ast.keyword):
        return Use(How.WRITE if parent.arg == "out" else How.ARGUMENT, tree.parents[parent])
    if isinstance(parent, ast.Call):
        return parent if _holds_arguments(tree, parent) else _argument_use(tree, node, parent)
    if isinstance(parent, (*_CONTAINERS, ast.NamedExpr, ast.Await, ast.BoolOp)):
        return parent
    if isinstance(parent, ast.IfExp):
        return Use(How.READ, parent) if parent.test is node else parent
    if isinstance(parent, COMPREHENSIONS):
        return parent
    if isinstance(parent, (ast.Return, ast.Yield, ast.YieldFrom)):
        return Use(How.LEAVE, parent)
    if isinstance(parent, ast.Assign):
        return _bound(tree, parent, parent.targets)
    if isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)) and parent.iter is node:
        return _bound(tree, parent, [parent.target])
    return Use(How.READ, parent)


def _attribute_step(tree: Tree, attribute: ast.Attribute) -> Use | ast.AST:
    call = tree.parents[attribute]
    if isinstance(call, ast.Call) and call.func is attribute:
        if attribute.attr in RESHAPING_METHODS:
            return Use(How.RESHAPE, call)
        if attribute.attr in VIEW_METHODS:
            return call
        return Use(How.WRITE if is_in_place(attribute.attr) else How.READ, call)
    if attribute.attr not in VIEW_ATTRIBUTES:
        return Use(How.READ, attribute)
    if isinstance(attribute.ctx, ast.Store) and not isinstance(call, ast.AugAssign):
        return Use(How.RESHAPE, attribute)
    return attribute


def _holds_arguments(tree: Tree, call: ast.Call) -> bool:
    """Is it a builtin whose result holds the very objects: `tuple(x.data for x in xs)`?"""
    return isinstance(call.func, ast.Name) and call.func.id in _HOLDING and not tree.bindings(call.func)


def _argument_use(tree: Tree, node: ast.AST, call: ast.Call) -> Use:
    first = bool(call.args) and call.args[0] is node
    is_function = isinstance(call.func, ast.Name) or tree.qualified_name(call.func) is not None
    if first and is_function and is_in_place(callee_name(call)):
        return Use(How.WRITE, call)  # `nn.init.zeros_(x)`; a method `y.copy_(x)` writes to y
    flag = keyword(call, "inplace")
    if first and flag is not None and not (isinstance(flag.value, ast.Constant) and flag.value.value is False):
        return Use(How.WRITE, call)
    if callee_name(call) == "setattr":
        return Use(How.LEAVE, call)
    return Use(How.ARGUMENT, call)


def _bound(tree: Tree, statement: ast.AST, targets: list[ast.expr]) -> Use:
    names: list[ast.Name] = []
    for target in targets:
        for part in ast.walk(target):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names.append(part)
            elif isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, ast.Store):
                return Use(How.LEAVE, statement)
    if any(is_shared(tree, name) for name in names):
        return Use(How.LEAVE, statement)
    return Use(How.NAME, statement, tuple(names))


def is_shared(tree: Tree, name: ast.Name) -> bool:
    """Is it a variable of an outer scope, by `global` or `nonlocal`?"""
    here = tree.scope(name)
    while isinstance(here.node, COMPREHENSIONS) and here.parent is not None:
        here = here.parent
    if name.id in here.bindings:
        return False
    return here.lookup(name.id) is not None


class Variables:
    """Where the variables of a file are used, and which of their bindings a use may see."""

    def __init__(self, tree: Tree, is_tensor: IsTensor) -> None:
        self.tree = tree
        self.is_tensor = is_tensor
        self._names: dict[str, list[ast.Name]] = {}
        for name in tree.nodes(ast.Name):
            self._names.setdefault(name.id, []).append(name)
        self._uses: dict[tuple[Scope, str], list[ast.Name]] = {}
        self._bindings: dict[tuple[Scope, str], _Bindings] = {}
        self._hidden_from: dict[ast.Name, tuple[int, int]] = {}

    def follow(self, value: ast.expr) -> Iterator[Use]:
        """Every use of a value in the file, also through the names it is given. Uses of kind NAME are not yielded."""
        todo: list[ast.expr] = [value]
        seen: set[ast.expr] = {value}
        while todo:
            use = use_of(self.tree, todo.pop(), self.is_tensor)
            if use.how is not How.NAME:
                yield use
                continue
            later = [read for name in use.names for read in self.reached(name)]
            for node in [*later, *([use.node] if isinstance(use.node, ast.expr) else ())]:
                if node not in seen:
                    seen.add(node)
                    todo.append(node)

    def reached(self, bound: ast.Name) -> list[ast.Name]:
        """The uses (also `+=`) that may see the value which `bound` was given."""
        scope = self.tree.scope(bound).lookup(bound.id)
        if scope is None:
            return []
        function, home = self.tree.function, self.tree.function(bound)
        bindings = self._bindings_of(scope, bound.id)
        return [
            use
            for use in self._uses_of(scope, bound.id)
            if use is not bound and (function(use) is not home or self._sees(use, bound, bindings))
        ]

    def _sees(self, use: ast.Name, bound: ast.Name, bindings: _Bindings) -> bool:
        start, end = evaluated_at(self.tree, bound), position(use)
        if start < end:
            if use not in self._hidden_from:
                self._hidden_from[use] = self._last_before(use, bindings)
            return self._hidden_from[use] <= start
        loop = common_loop(self.tree, bound, use)
        return loop is not None and not self._is_bound_again(use, bound, loop, bindings)

    def _last_before(self, use: ast.Name, bindings: _Bindings) -> tuple[int, int]:
        """The place of the last binding that is on every way to the use: it hides all before it from the use."""
        last = _NOWHERE
        for holder in self.tree.ancestors(use):
            here = bindings.get(holder, ())
            for place, binding in here[: bisect_right(here, position(use), key=_place)][::-1]:
                if place <= last:
                    break
                if always_before(self.tree, binding.statement, use):
                    last = place
        return last

    def _is_bound_again(self, use: ast.Name, bound: ast.Name, loop: ast.AST, bindings: _Bindings) -> bool:
        """Is another binding on every way from the start of the loop's turn to the use?"""
        for holder in self.tree.ancestors(use):
            for place, binding in bindings.get(holder, ()):
                is_other = binding.node is not bound and self.tree.within(binding.node, loop)
                if is_other and place <= position(use) and always_before(self.tree, binding.statement, use):
                    return True
            if holder is self.tree.parent(loop):
                break
        return False

    def _uses_of(self, scope: Scope, name: str) -> list[ast.Name]:
        uses = self._uses.get((scope, name))
        if uses is None:
            uses = self._uses[scope, name] = [
                use
                for use in self._names.get(name, ())
                if (isinstance(use.ctx, ast.Load) or isinstance(self.tree.parents[use], ast.AugAssign))
                and self.tree.scope(use).lookup(name) is scope
            ]
        return uses

    def _bindings_of(self, scope: Scope, name: str) -> _Bindings:
        """What statements stand in -> the bindings by them, in the order in which they take effect."""
        table = self._bindings.get((scope, name))
        if table is None:
            table = self._bindings[scope, name] = {}
            for binding in scope.bindings[name]:
                holder = self.tree.parent(binding.statement)
                if holder is not None and not _is_augmented(binding):
                    table.setdefault(holder, []).append((evaluated_at(self.tree, binding.node), binding))
            for here in table.values():
                here.sort(key=_place)
        return table


def _place(entry: tuple[tuple[int, int], Binding]) -> tuple[int, int]:
    return entry[0]


def _is_augmented(binding: Binding) -> bool:
    return isinstance(binding.statement, ast.AugAssign)


def position(node: ast.AST) -> tuple[int, int]:
    """Line and column of the start of a node."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def ending(node: ast.AST) -> tuple[int, int]:
    """Line and column of the end of a node."""
    return getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0


def evaluated_at(tree: Tree, bound: ast.AST) -> tuple[int, int]:
    """The place from which a name has its new value: the end of its statement, for a loop the end of its iterable."""
    up: ast.AST = bound
    while not isinstance(up, (ast.stmt, ast.comprehension, ast.NamedExpr)):
        parent = tree.parents.get(up)
        if parent is None or isinstance(parent, (ast.With, ast.AsyncWith)):
            return ending(up)
        up = parent
    if isinstance(up, (ast.For, ast.AsyncFor, ast.comprehension)):
        return ending(up.iter)
    if isinstance(up, ast.While):
        return ending(up.test)
    if isinstance(up, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try, ast.Match)):
        return position(up)
    return ending(up)


def common_loop(tree: Tree, one: ast.AST, other: ast.AST) -> ast.AST | None:
    """The innermost loop that runs both nodes again and again."""
    for up in tree.ancestors(one):
        if isinstance(up, LOOPS) and tree.within(other, up):
            return up
    return None


def always_before(tree: Tree, statement: ast.AST, node: ast.AST) -> bool:
    """Given that it stands before `node`: is the statement on every way to it, not in a branch beside it?"""
    holder = tree.parents.get(statement)
    if holder is None or not tree.within(node, holder):
        return False
    if isinstance(holder, ast.Module):
        return True
    return not exclusive(tree, statement, node)


def exclusive(tree: Tree, one: ast.AST, other: ast.AST) -> bool:
    """Do the two stand in different branches of one `if`, `try` or `match`, so that one run takes only one of them?"""
    path: dict[ast.AST, ast.AST] = {}
    child = one
    for up in tree.ancestors(one):
        path[up] = child
        child = up
    child = other
    for up in tree.ancestors(other):
        if up in path:
            return _are_branches(up, path[up], child)
        child = up
    return False


def _are_branches(holder: ast.AST, one: ast.AST, other: ast.AST) -> bool:
    if isinstance(holder, ast.If):
        return holder.test not in (one, other) and (one in holder.body) != (other in holder.body)
    if isinstance(holder, ast.Match):
        return one is not other
    return isinstance(holder, ast.Try) and isinstance(one, ast.ExceptHandler) != isinstance(other, ast.ExceptHandler)
