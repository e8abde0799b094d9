"""What becomes of a tensor's storage: read, written to in place, given another name, taken out of the function.

A tensor and its views share storage, so a use of a view (`x.view(-1).zero_()`, `x[0] = 1`) is a use of the tensor.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, Tree, callee_name, keyword
from torchfix_codemods.analysis.tables.builtin_names import HOLDING
from torchfix_codemods.analysis.tables.torch_api import VIEW_ATTRIBUTES, VIEW_METHODS, is_in_place
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.variables import Variables

IsTensor: TypeAlias = Callable[[ast.expr], bool]


# In place, but of the handle and not of the values: what shares storage with it does not see them.
RESHAPING_METHODS = words("""
    resize_ resize_as_ set_ t_ transpose_ squeeze_ unsqueeze_ swapaxes_ swapdims_ as_strided_
""")
_VIEW_FUNCTIONS = VIEW_METHODS | words("as_tensor asarray")
_HANDLES = words("Parameter Buffer")  # new objects on the same storage
_VARIABLE = "torch.autograd.Variable"
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
        return (
            parent
            if _holds_arguments(tree, parent) or _views(tree, parent, node)
            else _argument_use(tree, node, parent)
        )
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
    return isinstance(call.func, ast.Name) and call.func.id in HOLDING and not tree.bindings(call.func)


def _views(tree: Tree, call: ast.Call, value: ast.AST) -> bool:
    """Is it a function of torch whose result shares the storage of its first argument: `torch.squeeze(x)`?"""
    module, _, name = (tree.qualified_name(call.func) or "").rpartition(".")
    is_first = bool(call.args) and call.args[0] is value
    return is_first and ((module == "torch" and name in _VIEW_FUNCTIONS) or (name in _HANDLES and "torch" in module))


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


def follow(
    tree: Tree,
    variables: Variables,
    value: ast.expr,
    use_at: Callable[[ast.expr], Use],
    gives_back: Callable[[ast.Call, ast.expr], bool],
) -> Iterator[tuple[ast.expr, Use]]:
    """Every use of a value in the file, also through the names it is given, with what stands for it there.

    Uses of kind NAME are not among them. `use_at` is `use_of` with its answers kept; `gives_back` tells whether what a
    call gives may be the value that it is passed, which is followed then as well. That `Variable(value)` is taken out
    of the function counts for nothing: it is how old programs hand on the numbers of a state, and only what is done to
    it here is of interest. What a function returns is followed to its calls in the file.
    """
    todo: list[tuple[ast.expr, bool]] = [(value, False)]
    seen: set[ast.expr] = {value}
    while todo:
        tree.budget.spend()
        node, is_cut_off = todo.pop()
        use = use_at(node)
        function = tree.function(use.node) if isinstance(use.node, ast.Return) else None
        later: list[ast.expr] = [*(variables.calls_of(function) or ())] if function is not None else []
        is_inside = function is not None and bool(variables.inner_calls(function))
        if use.how is How.NAME:
            later += [read for name in use.names for read in variables.reached(name)]
            later += [use.node] if isinstance(use.node, ast.expr) else []
        elif is_cut_off and use.how is How.LEAVE:
            kept = [part.target for part in tree.assigned.holding(node) if isinstance(part.target, ast.Attribute)]
            later += [read for target in kept for read in variables.attribute_reads(target)]
        elif not is_inside:
            yield node, use
            if isinstance(use.node, ast.Call) and not isinstance(tree.parents[use.node], ast.Expr):
                is_handle = tree.qualified_name(use.node.func) == _VARIABLE
                is_cut_off = is_cut_off or is_handle
                later += [use.node] if is_handle or _comes_back(use.how, use.node, node, gives_back) else []
        for further in later:
            if further not in seen:
                seen.add(further)
                todo.append((further, is_cut_off))


def _comes_back(how: How, call: ast.Call, value: ast.expr, gives_back: Callable[[ast.Call, ast.expr], bool]) -> bool:
    """Is what a call gives the value that it works on? So is that of an edit in place."""
    return how is How.WRITE or (how is How.ARGUMENT and gives_back(call, value))
