"""Is a graph that a backward pass runs over older than an edit in place?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torchfix_codemods.analysis.syntax.geometry import ending, position
from torchfix_codemods.analysis.syntax.tree import dotted

if TYPE_CHECKING:
    from torchfix_codemods.analysis.graphs.backward import Backward


@dataclass(frozen=True, slots=True)
class Question:
    """Is a graph older than `edit`? With a `loop`, only what was bound outside it is older: the rest is made anew."""

    backward: Backward
    edit: ast.AST
    owner: str | None
    computed: bool
    loop: ast.AST | None
    any_time: bool = False  # graphs that were built after the edit count too
    carried: ast.AST | None = None  # a loop around the edit that ends before the backward pass: its graphs are old, too
    # Where none was found, and how far back one looked.
    nothing: dict[tuple[ast.expr, tuple[int, int]], int] = field(default_factory=dict)

    def old_graph(
        self, value: ast.expr, before: tuple[int, int], first: bool = False, depth: int = 8
    ) -> ast.AST | None:
        """The statement that built an old graph for `value`, or the value's own name if nothing in sight built it."""
        if depth <= self.nothing.get((value, before), 0) and not first:
            return None
        self.backward.tree.budget.spend()
        if depth == 0 or not self.may_be_old(value, before, first, depth):
            return None
        for name in self.backward.carriers(value):
            bound = self.backward.sources(name, before)
            if self.computed and dotted(name) == self.owner and all(self._is_old(s) for s, _ in bound):
                return bound[0][0] if bound else name
            if not bound and first and name is value and not self._is_import(name):
                return name
            kept = None if bound or not first else self.backward.kept(name, self.owner)
            if kept is not None:
                return kept
            for statement, source in bound:
                if self.builds(statement, source):
                    return statement
                found = self.old_graph(source, position(statement), depth=depth - 1)
                if found is not None:
                    return found
        if not first:
            self.nothing[value, before] = depth
        return None

    def may_be_old(self, value: ast.expr, before: tuple[int, int], first: bool = False, depth: int = 8) -> bool:
        """False if nothing that the value is made by can be old; this is seen without a search for each question."""
        history = self.backward.history(value, before, depth)
        if self.any_time or (self.computed and self.owner in history.unbound):
            return True
        if first and dotted(value) in history.unbound:
            return True
        if first and any(self.backward.kept(name, self.owner) for name in self.backward.carriers(value)):
            return True
        if history.first is None or history.last is None:
            return False
        if self.loop is not None:
            return history.first < position(self.loop) or history.last > ending(self.loop)
        if self.carried is not None and history.last >= position(self.carried):
            return True
        return history.first < position(self.edit)

    def builds(self, statement: ast.AST, source: ast.expr) -> bool:
        """Does this very expression build such a graph?"""
        return self._is_old(statement) and self.backward.makes_graph(source, self.owner)

    def _is_import(self, name: ast.expr) -> bool:
        return self.backward.tree.qualified_name(name) is not None

    def _is_old(self, statement: ast.AST) -> bool:
        if self.any_time:
            return True
        if self.loop is not None:
            return not self.backward.tree.within(statement, self.loop)
        if self.carried is not None and self.backward.tree.within(statement, self.carried):
            return True
        return position(statement) < position(self.edit)
