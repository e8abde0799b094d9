"""Questions about regions: is this initialisation, what follows an in-place edit, who uses a value.

All answers are about one file, and cautious: what cannot be seen counts as the worse case where the doc says so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from torchfix_codemods.analysis.aliases import (
    RESHAPING_METHODS,
    How,
    Use,
    Variables,
    always_before,
    common_loop,
    evaluated_at,
    exclusive,
    position,
    use_of,
)
from torchfix_codemods.analysis.kinds import Graph, Inferred, Kind
from torchfix_codemods.analysis.roles import Holder, Roles
from torchfix_codemods.analysis.tree import Function, Tree, callee_name, dotted

Assignment: TypeAlias = ast.Assign | ast.AnnAssign | ast.AugAssign

_INIT_NAME = re.compile(r"_*(?:\w+_)?(?:init|initiali[sz]e|reset|re_?init)(?:_\w+)?_*\Z|weights?_?init\w*\Z", re.I)
_HOOKS = re.compile(r"register_\w*hook\Z")
_NO_GRAPH_METHODS = frozenset({"detach", "item", "tolist", "numpy", "size", "dim", "numel"})
_NO_GRAPH_ATTRIBUTES = frozenset({"data", "shape", "device", "dtype"})
_CHANGES_OBJECT = RESHAPING_METHODS | {"requires_grad_", "retain_grad", "register_hook"}
# Not OTHER: a recurrent layer gives a tuple of tensors.
_NOT_GRAPH_KINDS = frozenset({Kind.MODULE, Kind.OPTIMIZER, Kind.LOADER, Kind.DEVICE})


@dataclass(frozen=True, slots=True)
class StaleBackward:
    """A backward pass over a graph that was built before an edit. `graph` is the statement that built it, if seen."""

    call: ast.Call
    graph: ast.AST | None


class Flow:
    """Answers about one tree. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind

    @cached_property
    def roles(self) -> Roles:
        return Roles(self.tree, self.kind)

    @cached_property
    def variables(self) -> Variables:
        return Variables(self.tree, self._is_tensor)

    def _is_tensor(self, node: ast.expr) -> bool:
        return self.kind(node).is_tensor

    def role(self, node: ast.expr) -> Holder:
        """What a tensor is to autograd."""
        return self.roles.of(node)

    def use(self, node: ast.expr) -> Use:
        """What is done to the value of this expression on the spot."""
        return use_of(self.tree, node, self._is_tensor)

    def uses(self, node: ast.expr) -> Iterator[Use]:
        """What is done to the value of this expression, also through the names it is given."""
        return self.variables.follow(node)

    def object_changed(self, node: ast.expr) -> ast.AST | None:
        """The first place that changes the tensor itself rather than its values: `requires_grad_()`, `resize_()`, ...

        It makes a difference between a tensor and another handle on the same storage. A variable or an attribute may
        be changed anywhere in the file, any other value where it is followed to.
        """
        name = dotted(node)
        if name is not None:
            return next((a for a in self._object_changes if dotted(a.value) == name), None)
        for bound in self.use(node).names:
            for later in self.variables.reached(bound):
                parent = self.tree.parents[later]
                if isinstance(parent, ast.Attribute) and parent in self._object_changes:
                    return parent
        return next((use.node for use in self.uses(node) if use.how is How.RESHAPE), None)

    @cached_property
    def _object_changes(self) -> list[ast.Attribute]:
        """Attributes such as `x.requires_grad_` in `x.requires_grad_()`, and all that are assigned to."""
        return [
            node
            for node in self.tree.nodes(ast.Attribute)
            if isinstance(node.ctx, ast.Store) or node.attr in _CHANGES_OBJECT
        ]

    # ---- where a node stands

    def in_initialisation(self, node: ast.AST) -> bool:
        """Does it run before any graph exists: a constructor, `reset_parameters`, a function given to `.apply`?"""
        function = self.tree.function(node)
        if function is None:
            return False
        if _INIT_NAME.match(function.name) or function.name == "__new__":
            return True
        return self._is_applied(function)

    def _is_applied(self, function: Function) -> bool:
        return any(
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "apply"
            and len(call.args) == 1
            and (dotted(call.args[0]) or "").rsplit(".", 1)[-1] == function.name
            for call in self.tree.nodes(ast.Call)
        )

    def in_forward(self, node: ast.AST) -> bool:
        """Is it part of a forward pass: a module's `forward`, a method that it calls, a hook?"""
        function = self.tree.function(node)
        return function is not None and function in self._forward_functions

    @cached_property
    def _forward_functions(self) -> set[Function]:
        tree = self.tree
        methods: dict[tuple[ast.ClassDef, str], Function] = {}
        functions: list[Function] = [*tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
        found: set[Function] = set()
        for function in functions:
            owner = tree.class_of(function)
            if owner is not None:
                methods[owner, function.name] = function
                if function.name == "forward":
                    found.add(function)
        found |= self._hooks(functions)
        todo = list(found)
        while todo:
            function = todo.pop()
            owner = tree.class_of(function)
            for call in ast.walk(function):
                name = dotted(call.func) if isinstance(call, ast.Call) else None
                if owner is None or name is None or not name.startswith("self."):
                    continue
                method = methods.get((owner, name.removeprefix("self.")))
                if method is not None and method not in found:
                    found.add(method)
                    todo.append(method)
        return found

    def _hooks(self, functions: list[Function]) -> set[Function]:
        names = {
            (dotted(call.args[0]) or "").rsplit(".", 1)[-1]
            for call in self.tree.nodes(ast.Call)
            if _HOOKS.match(callee_name(call)) and call.args
        }
        return {function for function in functions if function.name in names}

    def in_autograd_function(self, node: ast.AST) -> bool:
        """Is it in a method of a `torch.autograd.Function`, where autograd records nothing?"""
        definition = self.tree.enclosing(node, ast.ClassDef)
        if definition is None:
            return False
        names = [self.tree.qualified_name(base) or dotted(base) or "" for base in definition.bases]
        return any(name.rsplit(".", 1)[-1] in ("Function", "InplaceFunction") for name in names)

    # ---- backward passes

    @cached_property
    def _backward_calls(self) -> list[ast.Call]:
        return [call for call in self.tree.nodes(ast.Call) if self._is_backward(call)]

    def _is_backward(self, call: ast.Call) -> bool:
        if callee_name(call) in ("backward", "manual_backward"):
            return not (isinstance(call.func, ast.Attribute) and dotted(call.func.value) in ("super", "self"))
        return (self.tree.qualified_name(call.func) or "") == "torch.autograd.grad"

    def stale_backward(self, edit: ast.AST, owner: str | None, *, computed: bool = False) -> StaleBackward | None:
        """The first backward pass that can run after `edit` over a graph that was built before it.

        `owner` is what the edited tensor belongs to, as dotted text: only graphs that were built with it count. None
        means that any graph counts. Where the tensor was `computed`, so that it has a graph of its own, `owner` is its
        variable, and all that is made of it counts. Callers of the function in the file are looked at too.
        """
        found = self._stale_here(edit, owner, computed)
        function = self.tree.function(edit)
        if found is not None or function is None:
            return found
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) == function.name and self.tree.function(call) is not function:
                found = self._stale_here(call, self._owner_at(call, function, owner), computed)
                if found is not None:
                    return found
        return None

    def _owner_at(self, call: ast.Call, function: Function, owner: str | None) -> str | None:
        """What the owner is called where the function is called."""
        if owner is None:
            return None
        root, _, rest = owner.partition(".")
        if root == "self":
            receiver = dotted(call.func.value) if isinstance(call.func, ast.Attribute) else None
            return None if receiver is None else ".".join(filter(None, [receiver, rest]))
        if root not in self.tree.scopes[function].bindings:
            return owner  # a variable of the module
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        if names[:1] == ["self"] and isinstance(call.func, ast.Attribute):
            names = names[1:]
        given = dict(zip(names, call.args, strict=False))
        given |= {k.arg: k.value for k in call.keywords if k.arg is not None}
        argument = dotted(given[root]) if root in given else None
        return None if argument is None else ".".join(filter(None, [argument, rest]))

    def _stale_here(self, edit: ast.AST, owner: str | None, computed: bool) -> StaleBackward | None:
        tree = self.tree
        function = tree.function(edit)
        for call in self._backward_calls:
            if tree.function(call) is not function or tree.within(call, edit):
                continue
            loop = common_loop(tree, edit, call)
            after = position(call) > position(edit)
            if loop is None and (not after or exclusive(tree, edit, call)):
                continue
            question = _Question(self, edit, owner, computed, None if after else loop)
            for root in _roots(call):
                graph = question.old_graph(root, position(call), first=not call.args)
                if graph is not None:
                    return StaleBackward(call, graph if isinstance(graph, ast.stmt) else None)
        return None

    # ---- pieces for _Question

    @cached_property
    def assignments(self) -> list[Assignment]:
        """All of the file, last first."""
        tree = self.tree
        found: list[Assignment] = [*tree.nodes(ast.Assign), *tree.nodes(ast.AnnAssign), *tree.nodes(ast.AugAssign)]
        return sorted(found, key=position, reverse=True)

    def makes_graph(self, value: ast.expr, owner: str | None) -> bool:
        """Can this expression build a graph that holds a tensor of `owner`?"""
        inferred = self.kind(value)
        if inferred.kind in _NOT_GRAPH_KINDS or (inferred.kind is Kind.TENSOR and inferred.graph is Graph.NO):
            return False
        if not any(isinstance(part, (ast.Call, ast.BinOp)) for part in ast.walk(value)):
            return False
        return owner is None or any(self._may_use(part, owner) for part in ast.walk(value))

    def carriers(self, value: ast.expr) -> list[ast.expr]:
        """Names and attribute chains in an expression through which a graph can come in."""
        return self._carriers(value, frozenset())

    def _carriers(self, node: ast.expr, cutting: frozenset[ast.AST]) -> list[ast.expr]:
        """The same, with functions of this file that are taken to cut the graph, because the question is whether."""
        if isinstance(node, (ast.Name, ast.Attribute)) and dotted(node) is not None:
            return [] if isinstance(node, ast.Attribute) and node.attr in _NO_GRAPH_ATTRIBUTES else [node]
        if isinstance(node, (ast.Lambda, ast.Compare)):
            return []
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            found = self._carriers(node.elt, cutting)
            return [*found, *(part.iter for part in node.generators)] if found else []
        if isinstance(node, ast.Call):
            if self._cuts_graph(node, cutting):
                return []
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            parts: list[ast.expr] = [*receiver, *node.args, *(k.value for k in node.keywords)]
        else:
            parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return [carrier for part in parts for carrier in self._carriers(part, cutting)]

    def _cuts_graph(self, call: ast.Call, cutting: frozenset[ast.AST]) -> bool:
        """Has the result no graph: `x.detach()`, or a function of this file that returns only such things?"""
        if isinstance(call.func, ast.Attribute):
            return call.func.attr in _NO_GRAPH_METHODS
        if not isinstance(call.func, ast.Name):
            return False
        functions = [binding.node for binding in self.tree.bindings(call.func)]
        if len(functions) != 1 or not isinstance(functions[0], ast.FunctionDef):
            return False
        if functions[0] in cutting:
            return True
        inner = cutting | {functions[0]}
        returned = [n.value for n in ast.walk(functions[0]) if isinstance(n, ast.Return) and n.value is not None]
        return bool(returned) and not any(self._carriers(value, inner) for value in returned)

    def _may_use(self, part: ast.AST, owner: str) -> bool:
        if isinstance(part, (ast.Name, ast.Attribute)):
            name = dotted(part)
            if name is not None and (name == owner or name.startswith(f"{owner}.") or owner.startswith(f"{name}.")):
                return True
        # A function of this file may use anything.
        return (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and any(isinstance(b.node, (ast.FunctionDef, ast.Lambda)) for b in self.tree.bindings(part.func))
        )


@dataclass(frozen=True, slots=True)
class _Question:
    """Is a graph older than `edit`? With a `loop`, only what was bound outside it is older: the rest is made anew."""

    flow: Flow
    edit: ast.AST
    owner: str | None
    computed: bool
    loop: ast.AST | None

    def old_graph(
        self, value: ast.expr, before: tuple[int, int], first: bool = False, depth: int = 8
    ) -> ast.AST | None:
        """The statement that built an old graph for `value`, or the value's own name if nothing in sight built it."""
        if depth == 0:
            return None
        for name in self.flow.carriers(value):
            bound = self._bound(name, before)
            if self.computed and dotted(name) == self.owner and all(self._is_old(s) for s, _ in bound):
                return bound[0][0] if bound else name
            if not bound and first and name is value and not self._is_import(name):
                return name
            for statement, source in bound:
                if self._is_old(statement) and self.flow.makes_graph(source, self.owner):
                    return statement
                found = self.old_graph(source, position(statement), depth=depth - 1)
                if found is not None:
                    return found
        return None

    def _is_import(self, name: ast.expr) -> bool:
        return self.flow.tree.qualified_name(name) is not None

    def _is_old(self, statement: ast.AST) -> bool:
        if self.loop is not None:
            return not self.flow.tree.within(statement, self.loop)
        return position(statement) < position(self.edit)

    def _bound(self, name: ast.expr, before: tuple[int, int]) -> list[tuple[ast.stmt, ast.expr]]:
        """What the variable or attribute was last given before a place, newest first, back to a certain assignment."""
        tree = self.flow.tree
        key = dotted(name)
        found: list[tuple[ast.stmt, ast.expr]] = []
        for statement in self.flow.assignments:
            if statement.value is None or tree.function(statement) is not tree.function(name):
                continue
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if evaluated_at(tree, targets[0]) > before or not any(_binds(target, key) for target in targets):
                continue
            found.append((statement, statement.value))
            if not isinstance(statement, ast.AugAssign) and always_before(tree, statement, name):
                break
        return found


def _binds(target: ast.expr, key: str | None) -> bool:
    return any(dotted(part) == key for part in ast.walk(target) if isinstance(part, (ast.Name, ast.Attribute)))


def _roots(call: ast.Call) -> list[ast.expr]:
    """The expressions whose graph a backward call runs over."""
    roots: list[ast.expr] = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    if callee_name(call) == "grad":
        roots = []
    return [*roots, *call.args[:1]]
