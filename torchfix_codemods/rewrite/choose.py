"""Which groups of edits go together in one round: conflicts, and edits inside parts that other edits drop."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.edits import (
    AddImport,
    Decorate,
    Edit,
    EditCall,
    InsertAfterImports,
    InsertStatement,
    RemoveStatement,
    Replace,
    Target,
    Unwrap,
    WrapStatements,
    target,
)
from torchfix_codemods.rewrite.errors import RewriteError

Point: TypeAlias = tuple[int, int]
Stretch: TypeAlias = tuple[Point, Point]
_Run: TypeAlias = tuple[int, int, str]  # first and last line, header


class Nodes:
    """Finds the `ast` node of a target."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._by_kind: dict[str, dict[Target, ast.AST]] = {}
        self.shared: set[Target] = set()  # places of several nodes: positions in f-strings have been wrong

    def find(self, place: Target) -> ast.AST:
        """The node; RewriteError where the tree has none there."""
        table = self._by_kind.get(place.kind)
        if table is None:
            table = self._by_kind[place.kind] = self._table(place.kind)
        node = table.get(place)
        if node is None:
            raise RewriteError(f"there is no {place.kind} at column {place.column}", place.line)
        return node

    def _table(self, kind: str) -> dict[Target, ast.AST]:
        node_class: type[ast.AST] | None = getattr(ast, kind, None)
        if node_class is None or "end_lineno" not in node_class._attributes:
            return {}
        table: dict[Target, ast.AST] = {}
        for node in self.tree.nodes(node_class):
            assert isinstance(node, (ast.expr, ast.stmt, ast.keyword, ast.arg, ast.ExceptHandler))
            place = target(node)
            if table.setdefault(place, node) is not node:
                self.shared.add(place)
        return table


def stretch(place: Target) -> Stretch:
    """Start and end of a target."""
    return (place.line, place.column), (place.end_line, place.end_column)


def is_inside(inner: Target, outer: Target) -> bool:
    """Does a target lie within another, or on it?"""
    return _inside(stretch(inner), stretch(outer))


def place_of(edit: Edit) -> Stretch | None:
    """What an edit is about; None for edits that have no place of their own."""
    if isinstance(edit, (AddImport, InsertAfterImports)):
        return None
    if isinstance(edit, WrapStatements):
        return stretch(edit.first)[0], stretch(edit.last)[1]
    return stretch(edit.target)


@dataclass(frozen=True, slots=True)
class _Dropper:
    """A stretch of text that an edit drops, except for the parts it keeps."""

    group: int
    outer: Stretch
    kept: tuple[Stretch, ...]
    includes_itself: bool = True  # an edit on exactly this stretch is dropped too
    beside: tuple[type, ...] = ()  # but edits of these classes are put beside it

    def drops(self, edit: Edit, inner: Stretch) -> bool:
        if inner == self.outer and (not self.includes_itself or isinstance(edit, self.beside)):
            return False
        return _inside(inner, self.outer) and not any(_inside(inner, part) for part in self.kept)


def _inside(inner: Stretch, outer: Stretch) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


# The same statement twice is a conflict or one and the same edit, not a part that is dropped.
_BESIDE_REMOVED = (InsertStatement, RemoveStatement, Replace)
_BESIDE_REPLACED = (*_BESIDE_REMOVED, WrapStatements)


def _droppers(group: int, edit: Edit, nodes: Nodes) -> Iterator[_Dropper]:
    if isinstance(edit, Unwrap):
        yield _Dropper(group, stretch(edit.target), (stretch(edit.part),), includes_itself=False)
    elif isinstance(edit, Replace):
        is_statement = isinstance(nodes.find(edit.target), ast.stmt)
        kept = tuple(stretch(part) for part in edit.parts)
        yield _Dropper(group, stretch(edit.target), kept, is_statement, _BESIDE_REPLACED)
    elif isinstance(edit, RemoveStatement):
        yield _Dropper(group, stretch(edit.target), (), beside=_BESIDE_REMOVED)
    elif isinstance(edit, EditCall):
        call = nodes.find(edit.target)
        for key in (*edit.drop, *(key for key, _ in edit.replace)):
            value = argument(call, key)
            if value is not None:
                yield _Dropper(group, _stretch_of(value), ())


def argument(call: ast.AST, key: int | str) -> ast.expr | None:
    """The value of a call's positional (by position) or keyword argument (by name)."""
    if not isinstance(call, ast.Call):
        return None
    if isinstance(key, int):
        return call.args[key] if key < len(call.args) else None
    return next((k.value for k in call.keywords if k.arg == key), None)


def _stretch_of(node: ast.expr) -> Stretch:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


@dataclass(frozen=True, slots=True)
class Choice:
    """Groups to apply now, groups that wait for the next round, and groups that others drop (inner -> outer)."""

    now: tuple[int, ...]
    waiting: frozenset[int]
    swallowed: dict[int, int]


def choose(groups: Sequence[Sequence[Edit]], left_out: Collection[int], nodes: Nodes) -> Choice:
    """Choose the groups of one round, in order of priority.

    Args:
        groups: the edits of each finding, in order of priority.
        left_out: groups that were refused.
        nodes: finds the nodes of the targets.
    """
    waiting: set[int] = set()
    while True:
        alive = [i for i in range(len(groups)) if i not in waiting and i not in left_out]
        swallowed, torn = _swallowed(groups, alive, nodes)
        late = torn or _conflicting(groups, [i for i in alive if i not in swallowed], nodes)
        if not late:
            now = tuple(i for i in alive if i not in swallowed)
            return Choice(now, frozenset(waiting), swallowed)
        waiting |= late


def _swallowed(groups: Sequence[Sequence[Edit]], alive: Sequence[int], nodes: Nodes) -> tuple[dict[int, int], set[int]]:
    """Groups all of whose places are dropped by one other group, and groups that lose only some of them."""
    places = sorted(
        (place, group, position)
        for group in alive
        for position, edit in enumerate(groups[group])
        if (place := place_of(edit)) is not None
    )
    starts = [place[0] for place, _, _ in places]
    droppers = [d for group in alive for edit in groups[group] for d in _droppers(group, edit, nodes)]
    by: dict[tuple[int, int], int] = {}  # (group, position of its edit) -> group that drops it
    droppers.sort(key=lambda d: (d.outer[0], -d.outer[1][0], -d.outer[1][1]))  # the outermost first
    for dropper in droppers:
        for i in range(bisect_left(starts, dropper.outer[0]), bisect_right(starts, dropper.outer[1])):
            place, group, position = places[i]
            if group != dropper.group and dropper.drops(groups[group][position], place):
                by.setdefault((group, position), dropper.group)
    left = Counter(group for _, group, _ in places)
    left.subtract(group for group, _ in by)
    torn = {group for group, _ in by if left[group]}
    return _resolved({group: outer for (group, _), outer in by.items() if group not in torn}), torn


def _resolved(swallowed: dict[int, int]) -> dict[int, int]:
    """Every inner group with the outermost group that is itself applied."""
    resolved: dict[int, int] = {}
    for group in swallowed:
        outer, seen = swallowed[group], {group}
        while outer in swallowed and outer not in seen:
            seen.add(outer)
            outer = swallowed[outer]
        if outer not in swallowed:
            resolved[group] = outer
    return resolved


def _conflicting(groups: Sequence[Sequence[Edit]], candidates: Sequence[int], nodes: Nodes) -> set[int]:
    """Groups that change a node, or wrap a run, which a group before them changes in another way."""
    taken = _Taken(nodes)
    return {group for group in candidates if not taken.add(groups[group])}


def contradicts_itself(edits: Sequence[Edit], nodes: Nodes) -> bool:
    """Do the edits of one group change a node, or wrap statements, in two ways?"""
    taken = _Taken(nodes)
    return not all(taken.add([edit]) for edit in edits)


class _Taken:
    """Nodes and runs of statements that groups have claimed."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.owners: dict[Target, Edit] = {}
        self.runs: list[_Run] = []

    def add(self, edits: Sequence[Edit]) -> bool:
        """Claim what the edits of a group change; False, and nothing is claimed, where it is taken for another edit."""
        claims = [(claim, edit) for edit in edits for claim in _claims(edit, self.nodes)]
        runs = [(e.first.line, e.last.end_line, e.header) for e in edits if isinstance(e, WrapStatements)]
        if any(self.owners.get(claim, edit) != edit for claim, edit in claims):
            return False
        if any(other != run and _overlap(other, run) for run in runs for other in self._near(run)):
            return False
        self.owners.update(claims)
        for run in runs:
            if run not in self._near(run):
                insort(self.runs, run)
        return True

    def _near(self, run: _Run) -> list[_Run]:
        """The claimed runs next to this one. None of those overlap, so it can only overlap these."""
        at = bisect_left(self.runs, run)
        return self.runs[max(at - 1, 0) : at + 1]


def _overlap(one: _Run, other: _Run) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _claims(edit: Edit, nodes: Nodes) -> Iterator[Target]:
    if isinstance(edit, (AddImport, InsertAfterImports, WrapStatements, InsertStatement, Decorate)):
        return
    yield edit.target
    if isinstance(edit, EditCall) and edit.rename is not None:
        call = nodes.find(edit.target)
        if not isinstance(call, ast.Call):
            return
        (start, end), kind = _stretch_of(call.func), type(call.func).__name__
        yield Target(*start, *end, kind)
