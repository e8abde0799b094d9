"""Every way in which a name, an attribute or an item gets a value, one entry for each target.

`x = v`, `x: T = v`, `y = x = v`, `x, y = v, w`, `(x := v)`, `x += v`, `for x in v`, `with v as x`: who asks what was
given to `x`, or where `v` goes to, asks here and need not know the spelling.
"""

from __future__ import annotations

import ast
import weakref
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from torchfix_codemods.analysis.syntax.parts import dotted

if TYPE_CHECKING:
    from torchfix_codemods.analysis.syntax.tree import Tree

ASSIGNING = (
    ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign, ast.For, ast.AsyncFor, ast.comprehension, ast.withitem,
)  # fmt: skip
_SEQUENCES = (ast.Tuple, ast.List)


class Way(Enum):
    """How a target comes to its value."""

    GIVEN = "given"
    AUGMENTED = "augmented"  # `x += v`
    ELEMENT = "element"  # `for x in v`, also of a comprehension
    ENTERED = "entered"  # `with v as x`


class Assignment(NamedTuple):
    """One target and what it gets.

    `target` is a Name, an Attribute or a Subscript. It gets the value of `source`, or the part of it that is unpacked
    at `path`, positions from the outermost tuple to the innermost. `node` is what assigns: a statement, a NamedExpr, a
    withitem or a comprehension. `path` is None where it cannot be told, as behind a star.
    """

    target: ast.expr
    source: ast.expr
    path: tuple[int, ...] | None
    way: Way
    node: ast.AST

    @property
    def value(self) -> ast.expr | None:
        """The very expression whose value the target gets; None where it gets a part of one, or an element."""
        return self.source if self.way is Way.GIVEN and self.path == () else None


class Assignments:
    """Those of one file."""

    def __init__(self, tree: Tree) -> None:
        # Not the tree itself, which holds this: a circle would keep all its nodes until the collector comes.
        self.tree = weakref.proxy(tree)

    @cached_property
    def all(self) -> list[Assignment]:
        """All that is assigned, `for` and `with` too, by class of the assigning node and in source order."""
        return [found for kind in ASSIGNING for node in self.tree.nodes(kind) for found in assigned_by(node)]

    def inside(self, holder: ast.AST) -> list[Assignment]:
        """The same for what is assigned in a node, or by it."""
        kinds = (self.tree.nodes_inside(kind, holder) for kind in ASSIGNING)
        return [found for nodes in kinds for node in nodes for found in assigned_by(node)]

    @cached_property
    def given(self) -> list[Assignment]:
        """Those that give a target the value of one expression, in source order."""
        found = [assignment for assignment in self.all if assignment.value is not None]
        return sorted(found, key=lambda assignment: (assignment.target.lineno, assignment.target.col_offset))

    @cached_property
    def _at(self) -> dict[ast.AST, Assignment]:
        return {assignment.target: assignment for assignment in self.all}

    def at(self, target: ast.AST) -> Assignment | None:
        """What a target (a Name, Attribute or Subscript) gets."""
        return self._at.get(target)

    @cached_property
    def _from(self) -> dict[ast.expr, list[Assignment]]:
        table: dict[ast.expr, list[Assignment]] = {}
        for assignment in self.all:
            if assignment.way is Way.GIVEN:
                table.setdefault(assignment.source, []).append(assignment)
        return table

    def of(self, source: ast.expr) -> list[Assignment]:
        """What is given the value of this very expression, or a part of it: `x` and `y` for `v` in `x, y = v`."""
        return self._from.get(source, [])

    def holding(self, node: ast.AST) -> list[Assignment]:
        """What is given the value that `node` is a part of the expression of: `x` for `v` in `x = f(v)`."""
        up: ast.AST | None = node
        while isinstance(up, (ast.expr, ast.keyword, ast.comprehension)):
            if isinstance(up, ast.expr) and (found := self.of(up)):
                return found
            up = self.tree.parent(up)
        return []

    def targets(self, value: ast.expr) -> list[ast.expr]:
        """The targets that get the value of this very expression: `x`, `y` for `v` in `x = y = v` or `x, y = v, v`."""
        return [assignment.target for assignment in self.of(value) if assignment.path == ()]

    def used_on(self, value: ast.expr) -> ast.NamedExpr | None:
        """The `(x := value)` that gives its value to what is around it, too: none where it is a statement."""
        holder = self.tree.parent(value)
        if not isinstance(holder, ast.NamedExpr) or holder.value is not value:
            return None
        return None if isinstance(self.tree.parent(holder), ast.Expr) else holder

    @cached_property
    def renamed(self) -> frozenset[str]:
        """The variables that are given what another name, or an attribute, stands for."""
        values = ((part.target, part.value) for part in self.all)
        return frozenset(
            target.id
            for target, value in values
            if isinstance(target, ast.Name) and isinstance(value, (ast.Name, ast.Attribute))
        )

    @cached_property
    def _by_text(self) -> dict[str, list[Assignment]]:
        table: dict[str, list[Assignment]] = {}
        for assignment in self.given:
            if (text := dotted(assignment.target)) is not None:
                table.setdefault(text, []).append(assignment)
        return table

    def to(self, text: str | None, owner: ast.AST | None = None) -> list[Assignment]:
        """What gives a value to the place with this dotted text (`x`, `self.x`), of those that stand in `owner`."""
        found = self._by_text.get(text or "", [])
        return found if owner is None else [part for part in found if self.tree.within(part.node, owner)]

    def values(self, text: str | None, owner: ast.AST | None = None) -> list[ast.expr]:
        """The same as expressions."""
        return [part.source for part in self.to(text, owner)]


def assigned_by(node: ast.AST) -> Iterator[Assignment]:
    """What one node of the tree assigns itself."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if target.__class__ is ast.Name:  # nearly all are one
                yield Assignment(target, node.value, (), Way.GIVEN, node)
            else:
                yield from _targets(target, node.value, (), Way.GIVEN, node)
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:  # a bare annotation gives nothing
            yield Assignment(node.target, node.value, (), Way.GIVEN, node)
    elif isinstance(node, ast.NamedExpr):
        yield Assignment(node.target, node.value, (), Way.GIVEN, node)
    elif isinstance(node, ast.AugAssign):
        yield Assignment(node.target, node.value, (), Way.AUGMENTED, node)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield from _targets(node.target, node.iter, (), Way.ELEMENT, node)
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield from _targets(node.optional_vars, node.context_expr, (), Way.ENTERED, node)


def _targets(
    target: ast.expr, source: ast.expr, path: tuple[int, ...] | None, way: Way, node: ast.AST
) -> Iterator[Assignment]:
    if isinstance(target, ast.Starred):
        yield from _targets(target.value, source, None, way, node)
    elif not isinstance(target, _SEQUENCES):
        yield Assignment(target, source, path, way, node)
    else:
        for index, item in enumerate(target.elts):
            part = part_at(target, source, index) if way is Way.GIVEN and path == () else None
            if part is not None:
                yield from _targets(item, part, (), way, node)
            else:
                here = None if path is None or _has_star(target.elts[: index + 1]) else (*path, index)
                yield from _targets(item, source, here, way, node)


def part_at(target: ast.Tuple | ast.List, source: ast.expr, index: int) -> ast.expr | None:
    """The expression that the item `index` of a target gets, where the value is written out as a tuple too."""
    if not isinstance(source, _SEQUENCES) or _has_star(source.elts):
        return None
    count, stars = len(target.elts), [i for i, item in enumerate(target.elts) if isinstance(item, ast.Starred)]
    if not stars:
        return source.elts[index] if len(source.elts) == count else None
    if index == stars[0] or len(source.elts) < count - 1:
        return None
    return source.elts[index if index < stars[0] else index - count]


def _has_star(items: list[ast.expr]) -> bool:
    return any(isinstance(item, ast.Starred) for item in items)
