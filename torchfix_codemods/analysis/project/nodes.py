"""The nodes of a stretch of the program by class, and what is assigned there."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar

from torchfix_codemods.analysis.syntax.assignments import ASSIGNING, Way, assigned_by
from torchfix_codemods.analysis.syntax.order import PARTS
from torchfix_codemods.analysis.syntax.scopes import FUNCTIONS, Function

Node = TypeVar("Node", bound=ast.AST)
_DEFINITIONS = frozenset({*FUNCTIONS, ast.ClassDef})


class Nodes:
    """Found in one walk, in no certain order. With `is_shallow`, functions and classes in it are left out, but for what
    is evaluated outside of them."""

    def __init__(self, roots: Iterable[ast.AST], is_shallow: bool = False) -> None:
        self._by_class: dict[type[ast.AST], list[ast.AST]] = {}
        self.definitions: list[Function | ast.ClassDef] = []  # that were left out, in source order
        by_class, parts_of = self._by_class, PARTS
        stack: list[Any] = list(roots)
        while stack:
            node = stack.pop()
            kind = node.__class__
            fields = parts_of.get(kind)
            if fields is None:  # a text or number, or None
                continue
            if is_shallow and kind in _DEFINITIONS:
                self.definitions.append(node)
                stack += _evaluated_outside(node)
                continue
            same = by_class.get(kind)
            if same is None:
                same = by_class[kind] = []
            same.append(node)
            for field in fields:
                value = getattr(node, field, None)
                if value.__class__ is list:
                    stack += value
                elif value is not None:
                    stack.append(value)
        self.definitions.sort(key=lambda node: node.lineno)

    def include(self, other: Nodes) -> None:
        """Take the nodes of another stretch, too."""
        for kind, nodes in other._by_class.items():
            self._by_class.setdefault(kind, []).extend(nodes)

    def of(self, kind: type[Node]) -> list[Node]:
        """The nodes of exactly this class."""
        return self._by_class.get(kind, [])  # type: ignore[return-value]

    def assignments(self) -> list[tuple[ast.expr, ast.expr | None]]:
        """(target, value) of all that gives a name, attribute or item a value; None where it gets a part of one.

        What a loop gives its variable is written as an item of what it goes through.
        """
        return self._assigned[0]

    def parted(self) -> list[tuple[ast.expr, ast.expr]]:
        """(target, what it is a part of) where `assignments` gives no value: `a` of `a, b = x`, `for a, b in x`."""
        return self._assigned[1]

    @cached_property
    def _assigned(self) -> tuple[list[tuple[ast.expr, ast.expr | None]], list[tuple[ast.expr, ast.expr]]]:
        """What is assigned there; asked for only when all stretches are included."""
        given: list[tuple[ast.expr, ast.expr | None]] = []
        parted: list[tuple[ast.expr, ast.expr]] = []
        for kind in ASSIGNING:
            for node in self.of(kind):
                if isinstance(node, ast.Assign) and node.targets[0].__class__ is ast.Name and len(node.targets) == 1:
                    given.append((node.targets[0], node.value))  # most are like this
                    continue
                for assignment in assigned_by(node):
                    value = assignment.value
                    if value is None and assignment.path != ():
                        parted.append((assignment.target, assignment.source))
                    elif value is None and assignment.way is Way.ELEMENT:
                        value = ast.Subscript(assignment.source, ast.Constant(0), ast.Load())
                    given.append((assignment.target, value))
        return given, parted


def _evaluated_outside(node: Function | ast.ClassDef) -> list[ast.AST]:
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases]
    return [*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
