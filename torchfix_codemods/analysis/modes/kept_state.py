"""What a module keeps of a forward pass in its own attributes, for the next one or for whoever reads it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_ends import CUTTING_ATTRIBUTES
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph, Inferred, Kind
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.functions import outermost
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name

_DEEPEST = 6
_PLAIN = (ast.Constant, ast.Compare, ast.JoinedStr)
_PLAIN_CALLS = frozenset({"int", "len", "float", "bool", "str", "item", "tolist", "numpy", "size", "detach"})


@dataclass(frozen=True, slots=True)
class Kept:
    """An attribute that is set with what may have a graph, and where it is read again."""

    store: ast.Attribute
    read: ast.Attribute

    @property
    def name(self) -> str:
        return self.store.attr


class KeptState:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred], uses: GradientUses) -> None:
        self.tree = tree
        self.kind = kind
        self.uses = uses

    def of_calls(self, statements: Sequence[ast.stmt]) -> Kept | None:
        """The first state that the functions called in these statements keep, if somebody reads it later."""
        path = self._path(statements)
        for function in filter(self._is_of_module, path):
            for store in self._stores.get(function, ()):
                for read in self.tree.reads.get(store.attr, ()):
                    if self._is_later(store, read, path):
                        return Kept(store, read)
        return None

    def _path(self, statements: Sequence[ast.stmt]) -> dict[Function, None]:
        """The functions of the file that the statements run, in the order of their calls."""
        found: dict[Function, None] = {}
        todo = [(statements, 0)]
        while todo:
            block, depth = todo.pop(0)
            for call in self.uses.calls_in(block) if depth < _DEEPEST else ():
                for function in self.uses.called(call):
                    if function not in found:
                        found[function] = None
                        todo.append((function.body, depth + 1))
        return found

    def _is_of_module(self, function: Function) -> bool:
        owner = self.tree.class_of(function)
        return owner is not None and self.uses.method(owner, "forward") is not None

    @cached_property
    def _stores(self) -> dict[Function, list[ast.Attribute]]:
        """What functions set on `self` that may have a graph."""
        table: dict[Function, list[ast.Attribute]] = {}
        for store in self.tree.nodes(ast.Attribute):
            if isinstance(store.ctx, ast.Store) and isinstance(store.value, ast.Name) and store.value.id == "self":
                function = outermost(self.tree, store)
                if function is not None and self._may_have_graph(store):
                    table.setdefault(function, []).append(store)
        return table

    def _may_have_graph(self, store: ast.Attribute) -> bool:
        values = list(_values_of(self.tree, store))
        return any(not self._is_plain(value) for value in values)

    def _is_plain(self, value: ast.expr) -> bool:
        while isinstance(value, ast.Subscript) and isinstance(value.value, (ast.Subscript, ast.Attribute)):
            value = value.value
        if isinstance(value, ast.Attribute) and value.attr in CUTTING_ATTRIBUTES:
            return True
        if isinstance(value, _PLAIN) or (isinstance(value, ast.Call) and callee_name(value) in _PLAIN_CALLS):
            return True
        if isinstance(value, (ast.List, ast.Tuple, ast.Dict)):
            return not any(isinstance(child, ast.expr) for child in ast.iter_child_nodes(value))
        inferred = self.kind(value)
        if inferred.kind is Kind.TENSOR:
            return inferred.graph is Graph.NO and inferred.certainty is Certainty.EVIDENCE
        if inferred.kind is Kind.UNKNOWN:
            return False
        return not (inferred.kind is Kind.OTHER and isinstance(value, (ast.Call, ast.Name, ast.Subscript)))

    def _is_later(self, store: ast.Attribute, read: ast.Attribute, path: dict[Function, None]) -> bool:
        """Is it read by somebody else, or by the next pass?"""
        function = outermost(self.tree, read)
        owner, holder = self.tree.enclosing(store, ast.ClassDef), self.tree.enclosing(read, ast.ClassDef)
        if isinstance(read.value, ast.Name) and read.value.id == "self" and owner is not holder:
            return False
        parent = self.tree.parents[read]
        if isinstance(parent, ast.Call) and parent.func is read:
            return False
        if not isinstance(function, FUNCTIONS) or function not in path:
            return True
        if function is not outermost(self.tree, store):
            return False
        return position(read) < position(store) or self.tree.within(read, self.tree.statement(store))


def _values_of(tree: Tree, target: ast.expr) -> Iterator[ast.expr]:
    """The expressions that give a target its value."""
    part = tree.assigned.at(target)
    if part is not None and part.way in (Way.GIVEN, Way.AUGMENTED):
        yield part.source
