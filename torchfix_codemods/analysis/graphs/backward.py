"""Which backward pass can run over a graph that was built before an edit.

Within one file, by the variables through which a graph goes. What cannot be seen counts as the worse case where the
method says so.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from torchfix_codemods.analysis.graphs.old_graphs import Question
from torchfix_codemods.analysis.inference.kinds import Graph, Inferred, Kind
from torchfix_codemods.analysis.syntax.arguments import given
from torchfix_codemods.analysis.syntax.assignments import Assignment, Way
from torchfix_codemods.analysis.syntax.geometry import (
    always_before,
    common_loop,
    evaluated_at,
    exclusive,
    position,
)
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import LOOPS, Function, Tree, callee_name, dotted

Source: TypeAlias = tuple[ast.stmt, ast.expr]
Place: TypeAlias = tuple[int, int]

_NO_GRAPH_METHODS = frozenset({"detach", "item", "tolist", "numpy", "size", "dim", "numel", "state_dict"})
_NO_GRAPH_FUNCTIONS = frozenset({"len", "int", "float", "str", "bool", "repr", "round", "isinstance", "range", "type"})
_NO_GRAPH_ATTRIBUTES = frozenset({"data", "shape", "device", "dtype"})
# Not OTHER: a recurrent layer gives a tuple of tensors.
_NOT_GRAPH_KINDS = frozenset({Kind.MODULE, Kind.OPTIMIZER, Kind.LOADER, Kind.DEVICE})


@dataclass(frozen=True, slots=True)
class History:
    """The first and last statement that a value is made by, and the names on the way that nothing in sight binds."""

    first: Place | None = None
    last: Place | None = None
    unbound: frozenset[str | None] = frozenset()

    def join(self, other: History) -> History:
        firsts = [place for place in (self.first, other.first) if place is not None]
        lasts = [place for place in (self.last, other.last) if place is not None]
        return History(min(firsts, default=None), max(lasts, default=None), self.unbound | other.unbound)


@dataclass(frozen=True, slots=True)
class StaleBackward:
    """A backward pass over a graph that was built before an edit. `graph` is the statement that built it, if seen."""

    call: ast.Call
    graph: ast.AST | None


class Backward:
    """Answers about one tree. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind
        self._graphs: dict[tuple[ast.expr, str | None], bool] = {}
        self._known_carriers: dict[ast.expr, list[ast.expr]] = {}
        self._sources: dict[tuple[ast.expr, Place], list[Source]] = {}
        self._histories: dict[tuple[ast.expr, Place, int], History] = {}

    @cached_property
    def _calls(self) -> dict[Function | None, list[ast.Call]]:
        """The backward passes by the function that they stand in."""
        table: dict[Function | None, list[ast.Call]] = {}
        for call in self.tree.nodes(ast.Call):
            if self._is_backward(call):
                table.setdefault(self.tree.function(call), []).append(call)
        return table

    def _is_backward(self, call: ast.Call) -> bool:
        if callee_name(call) in ("backward", "manual_backward"):
            return not (isinstance(call.func, ast.Attribute) and dotted(call.func.value) in ("super", "self"))
        return (self.tree.qualified_name(call.func) or "") == "torch.autograd.grad"

    def runs_in(self, function: Function) -> bool:
        """Does the function run a backward pass itself?"""
        return any(self.tree.within(call, function) for calls in self._calls.values() for call in calls)

    def runs_here(self, function: Function | None) -> bool:
        """Does a backward pass stand in the function, None for the module?"""
        return function in self._calls

    @remembered
    def follows(self, edit: ast.AST) -> ast.Call | None:
        """A backward pass of the same function that can run after the edit."""
        for call in self._calls.get(self.tree.function(edit), []):
            after = position(call) > position(edit)
            if common_loop(self.tree, edit, call) is not None or (after and not exclusive(self.tree, edit, call)):
                return call
        return None

    def kept(self, name: ast.expr, owner: str | None) -> ast.AST | None:
        """The statement of another method that keeps a graph in this attribute of `self`, built with a tensor of owner.

        Whoever runs backward over it here runs over a graph that is older than what happens here.
        """
        text = dotted(name) or ""
        function = self.tree.function(name)
        if not text.startswith("self.") or function is None:
            return None
        kind = self.tree.class_of(function)
        for part in self.tree.assigned.to(text, kind) if kind is not None else ():
            if self.tree.function(part.node) is not function and self.makes_graph(part.source, owner):
                return self.tree.statement(part.node)
        return None

    def stale(self, edit: ast.AST, owner: str | None, computed: bool) -> StaleBackward | None:
        """See `Flow.stale_backward`."""
        found = self._stale_here(edit, owner, computed)
        function = self.tree.function(edit)
        if found is not None or function is None:
            return found
        for call in (*self.tree.calls_named(function.name), *self.appliers(function)):
            if self.tree.function(call) is not function:
                found = self._stale_here(call, self._owner_at(call, function, owner), computed)
                if found is not None:
                    return found
        return None

    def owner_given(self, call: ast.Call, function: Function) -> str | None:
        """What a call gives a function to work on, as dotted text; None where that cannot be told."""
        given = call.args[0] if call.args else None
        is_method = self.tree.class_of(function) is not None or callee_name(call) == "apply"
        if is_method and isinstance(call.func, ast.Attribute):
            given = call.func.value
        return None if given is None else dotted(given)

    def appliers(self, function: Function) -> list[ast.Call]:
        """The calls `net.apply(function)` of the file, which run it over a model."""
        return [
            call
            for call in self.tree.calls_named("apply")
            if isinstance(call.func, ast.Attribute)
            and len(call.args) == 1
            and any((dotted(one) or "").rsplit(".", 1)[-1] == function.name for one in self._meant(call.args[0]))
        ]

    def _meant(self, given: ast.expr) -> list[ast.expr]:
        """What an argument says, and what its variable is given: `init = self.reset; net.apply(init)`."""
        bindings = self.tree.bindings(given) if isinstance(given, ast.Name) else []
        return [given, *(binding.value for binding in bindings if binding.value is not None)]

    def _owner_at(self, call: ast.Call, function: Function, owner: str | None) -> str | None:
        """What the owner is called where the function is called."""
        if owner is None:
            return None
        root, _, rest = owner.partition(".")
        if callee_name(call) == "apply" and isinstance(call.func, ast.Attribute):
            return dotted(call.func.value)  # of `net.apply(function)`, which gives it every module in the model
        if root == "self":
            receiver = dotted(call.func.value) if isinstance(call.func, ast.Attribute) else None
            return None if receiver is None else ".".join(filter(None, [receiver, rest]))
        if root not in self.tree.scopes[function].bindings:
            return owner  # a variable of the module
        passed = given(self.tree, call, function, root)
        argument = None if passed is None else dotted(passed)
        return None if argument is None else ".".join(filter(None, [argument, rest]))

    @remembered
    def _stale_here(self, edit: ast.AST, owner: str | None, computed: bool) -> StaleBackward | None:
        tree = self.tree
        for call in self._calls.get(tree.function(edit), []):
            after = position(call) > position(edit)
            loop = None if after else common_loop(tree, edit, call)
            if not after and loop is None:
                continue
            question = Question(self, edit, owner, computed, loop, carried=self._carrying_loop(edit, call))
            roots = [r for r in _roots(call) if question.may_be_old(r, position(call), first=not call.args)]
            if not roots or tree.within(call, edit):
                continue
            if after and common_loop(tree, edit, call) is None and exclusive(tree, edit, call):
                continue
            for root in roots:
                graph = question.old_graph(root, position(call), first=not call.args)
                if graph is not None:
                    return StaleBackward(call, graph if isinstance(graph, ast.stmt) else None)
        return None

    def _carrying_loop(self, edit: ast.AST, call: ast.Call) -> ast.AST | None:
        """The outermost loop around an edit that ends before the backward pass, and edits again and again."""
        loops = [up for up in self.tree.ancestors(edit) if isinstance(up, LOOPS)]
        outside = [loop for loop in loops if not self.tree.within(call, loop)]
        return outside[-1] if outside else None

    @remembered
    def returned(self, edit: ast.AST, owner: str, computed: bool) -> ast.AST | None:
        """See `Flow.returned_graph`."""
        function = self.tree.function(edit)
        if function is None or function in self._calls:
            return None
        # The next call of the function has the same parameter, attribute or global variable again, but a new local one.
        bound = self.tree.scopes[function].bindings.get(owner.partition(".")[0], [])
        is_local = bool(bound) and not any(isinstance(binding.node, ast.arg) for binding in bound)
        question = Question(self, edit, owner, computed, None, any_time=not is_local)
        for statement in self._returns.get(function, []):
            assert statement.value is not None
            if question.builds(statement, statement.value) or question.old_graph(statement.value, position(statement)):
                return statement
        return None

    # ---- pieces for Question

    @cached_property
    def _returns(self) -> dict[Function | None, list[ast.Return | ast.Yield]]:
        """What each function gives back, in the order of `ast.walk`: outer statements first."""
        table: dict[Function | None, list[ast.Return | ast.Yield]] = {}
        for statement in ast.walk(self.tree.module):
            if isinstance(statement, (ast.Return, ast.Yield)) and statement.value is not None:
                table.setdefault(self.tree.function(statement), []).append(statement)
        return table

    @cached_property
    def _assignments(self) -> dict[tuple[Function | None, str | None], list[tuple[Place, Assignment]]]:
        """Function, variable or attribute -> where it is given a value, last first, and from where on it has it."""
        tree = self.tree
        found = [part for part in tree.assigned.all if part.way in (Way.GIVEN, Way.AUGMENTED)]
        table: dict[tuple[Function | None, str | None], list[tuple[Place, Assignment]]] = {}
        for part in sorted(found, key=lambda part: position(part.node), reverse=True):
            keys = {dotted(node) for node in ast.walk(part.target) if isinstance(node, (ast.Name, ast.Attribute))}
            for key in keys:
                table.setdefault((tree.function(part.node), key), []).append((evaluated_at(tree, part.target), part))
        return table

    def sources(self, name: ast.expr, before: Place) -> list[Source]:
        """What the variable or attribute was last given before a place, newest first, back to a certain assignment."""
        known = self._sources.get((name, before))
        if known is not None:
            return known
        found = self._sources[name, before] = []
        here = self._assignments.get((self.tree.function(name), dotted(name)), [])
        # Statements that begin later have their value later.
        start = bisect_left(here, (-before[0], -before[1]), key=_backwards)
        for at, part in here[start:]:
            if at > before:
                continue
            statement = self.tree.statement(part.node)
            found.append((statement, part.source))
            if part.way is not Way.AUGMENTED and always_before(self.tree, statement, name):
                break
        return found

    def history(self, value: ast.expr, before: Place, depth: int) -> History:
        """Between which places the statements stand that a value is made by, as far back as one looks."""
        known = self._histories.get((value, before, depth))
        if known is None:
            self.tree.budget.spend()
            found = History()
            for name in self.carriers(value) if depth else ():
                bound = self.sources(name, before)
                if not bound:
                    found = found.join(History(unbound=frozenset({dotted(name)})))
                for statement, source in bound:
                    place = position(statement)
                    found = found.join(History(place, place)).join(self.history(source, place, depth - 1))
            known = self._histories[value, before, depth] = found
        return known

    def makes_graph(self, value: ast.expr, owner: str | None) -> bool:
        """Can this expression build a graph that holds a tensor of `owner`?"""
        if (value, owner) not in self._graphs:
            self._graphs[value, owner] = self._makes_graph(value, owner)
        return self._graphs[value, owner]

    def _makes_graph(self, value: ast.expr, owner: str | None) -> bool:
        inferred = self.kind(value)
        if inferred.kind in _NOT_GRAPH_KINDS or (inferred.kind is Kind.TENSOR and inferred.graph is Graph.NO):
            return False
        parts = list(self._live_parts(value))
        if not any(isinstance(part, (ast.Call, ast.BinOp)) for part in parts):
            return False
        return owner is None or any(self._may_use(part, owner) for part in parts)

    def _live_parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node and its parts, without those whose graph is cut off."""
        if isinstance(node, ast.Call) and self._cuts_graph(node):
            return
        if isinstance(node, ast.Attribute) and node.attr in _NO_GRAPH_ATTRIBUTES:
            return
        yield node
        for child in ast.iter_child_nodes(node):
            yield from self._live_parts(child)

    def carriers(self, value: ast.expr) -> list[ast.expr]:
        """Names and attribute chains in an expression through which a graph can come in."""
        if value not in self._known_carriers:
            self._known_carriers[value] = self._carriers(value)
        return self._known_carriers[value]

    def _carriers(self, node: ast.expr, cutting: set[ast.FunctionDef] | None = None) -> list[ast.expr]:
        """The same, given the functions of this file that cut the graph."""
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

    def _cuts_graph(self, call: ast.Call, cutting: set[ast.FunctionDef] | None = None) -> bool:
        """Has the result no graph: `x.detach()`, or a function of this file that returns only such things?"""
        if isinstance(call.func, ast.Attribute):
            return call.func.attr in _NO_GRAPH_METHODS
        if not isinstance(call.func, ast.Name):
            return False
        if call.func.id in _NO_GRAPH_FUNCTIONS and not self.tree.bindings(call.func):
            return True
        functions = [binding.node for binding in self.tree.bindings(call.func)]
        if len(functions) != 1 or not isinstance(functions[0], ast.FunctionDef):
            return False
        return functions[0] in (self._cutting if cutting is None else cutting)

    @cached_property
    def _cutting(self) -> set[ast.FunctionDef]:
        """The functions that give back nothing with a graph. All are taken for such until one shows its graph."""
        tree = self.tree
        returned = {
            function: [n.value for n in tree.nodes_inside(ast.Return, function) if n.value is not None]
            for function in tree.nodes(ast.FunctionDef)
        }
        cutting = {function for function, values in returned.items() if values}
        todo = list(cutting)
        while todo:
            function = todo.pop()
            tree.budget.spend()
            if function in cutting and any(self._carriers(value, cutting) for value in returned[function]):
                cutting.discard(function)
                for call in tree.calls_named(function.name):
                    todo += [up for up in tree.ancestors(call) if isinstance(up, ast.FunctionDef)]
        return cutting

    def _may_use(self, part: ast.AST, owner: str) -> bool:
        if isinstance(part, (ast.Name, ast.Attribute)):
            name = dotted(part)
            if name is not None and (name == owner or name.startswith(f"{owner}.") or owner.startswith(f"{name}.")):
                return True
        if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Name):
            return False
        functions = [b.node for b in self.tree.bindings(part.func) if isinstance(b.node, (ast.FunctionDef, ast.Lambda))]
        return any(self._mentions(function, owner.partition(".")[0], set()) for function in functions)

    def _mentions(self, function: ast.AST, root: str, seen: set[ast.AST]) -> bool:
        """Does a function of this file use a variable of that name from outside, itself or in one that it calls?"""
        if function in seen:
            return False
        seen.add(function)
        self.tree.budget.spend()
        if root == "self" or any(self.tree.within(name, function) for name in self.tree.names(root)):
            return True
        called = [call.func for call in self.tree.nodes_inside(ast.Call, function)]
        return any(
            self._mentions(binding.node, root, seen)
            for func in called
            if isinstance(func, ast.Name)
            for binding in self.tree.bindings(func)
            if isinstance(binding.node, (ast.FunctionDef, ast.Lambda))
        )


def _backwards(entry: tuple[Place, Assignment]) -> Place:
    line, column = position(entry[1].node)
    return -line, -column


def _roots(call: ast.Call) -> list[ast.expr]:
    """The expressions whose graph a backward call runs over."""
    roots: list[ast.expr] = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    if callee_name(call) == "grad":
        roots = []
    return [*roots, *call.args[:1]]
