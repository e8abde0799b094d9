"""Gives statements that share a line (`if c: a; b`) lines of their own, where a statement edit needs that."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Collection, Sequence

from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.edits import Edit, InsertStatement, Move, Target, WrapStatements, target
from torchfix_codemods.rewrite.choose import Nodes
from torchfix_codemods.rewrite.guard import check_same
from torchfix_codemods.rewrite.indent import indent_unit
from torchfix_codemods.rewrite.linemap import LineMap
from torchfix_codemods.rewrite.regions import Layout, Unit, blocks, characters, indent_of

_GAP = re.compile(r"(?:[ \t\f]|\\\r?\n)*\Z")


def units_to_part(layout: Layout, nodes: Nodes, edits: Sequence[Edit]) -> set[int]:
    """The units that have to begin a line before these edits can be made."""
    found: set[int] = set()
    for edit in edits:
        if isinstance(edit, InsertStatement):
            unit = layout.unit_of(nodes.find(edit.target))
            found |= _begin(layout, unit) if not edit.after else _end(layout, unit)
        elif isinstance(edit, Move):
            unit, place = layout.unit_of(nodes.find(edit.target)), layout.unit_of(nodes.find(edit.to))
            found |= _begin(layout, unit) | _end(layout, unit)
            found |= _begin(layout, place) if not edit.after else _end(layout, place)
        elif isinstance(edit, WrapStatements):
            found |= _begin(layout, layout.unit_of(nodes.find(edit.first)))
            found |= _end(layout, layout.unit_of(nodes.find(edit.last)))
    return found


def _begin(layout: Layout, unit: Unit) -> set[int]:
    if layout.starts_line(unit):
        return set()
    return {layout.index[unit], *_suite(layout, unit)}


def _end(layout: Layout, unit: Unit) -> set[int]:
    suite = _suite(layout, unit)
    if list(blocks(unit)):
        return suite
    _, last = layout.logical_line(unit)
    place = layout.places[unit]
    return suite | ({layout.index[place.block[place.index + 1]]} if place.index < last else set())


def _suite(layout: Layout, unit: Unit) -> set[int]:
    """The first statement of a one-line suite: none can leave the line of its clause unless the first does."""
    return {layout.index[layout.places[unit].block[0]]} if layout.is_one_line_suite(unit) else set()


def part(layout: Layout, indices: Collection[int]) -> tuple[Tree, LineMap]:
    """The text with a line break before each of these units, which changes nothing for Python."""
    text, lines = layout.tree.text, layout.lines
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    step = indent_unit(layout)
    pieces: list[str] = []
    olds, at = [1], 0
    for index in sorted(indices):
        unit = layout.units[index]
        assert isinstance(unit, ast.stmt)
        begin = starts[unit.lineno - 1] + characters(lines[unit.lineno - 1], unit.col_offset)
        place = layout.places[unit]
        first_line = lines[layout.region(unit).first - 1]
        indent = indent_of(first_line) + (step if layout.is_one_line_suite(unit) else "")
        if place.index > layout.logical_line(unit)[0]:
            previous = place.block[place.index - 1]
            assert isinstance(previous, ast.stmt) and previous.end_lineno is not None
            assert previous.end_col_offset is not None
            before = lines[previous.end_lineno - 1]
            end = starts[previous.end_lineno - 1] + characters(before, previous.end_col_offset)
        else:
            gap = _GAP.search(text, at, begin)
            assert gap is not None
            end = gap.start()
        pieces += [text[at:end], layout.newline, indent]
        olds += range(olds[-1] + 1, olds[-1] + 1 + text.count("\n", at, end))
        olds.append(olds[-1] + text.count("\n", end, begin))
        at = begin
    pieces.append(text[at:])
    olds += range(olds[-1] + 1, olds[-1] + 1 + text.count("\n", at))
    tree = parse("".join(pieces))
    check_same(layout.tree.module, tree.module)
    return tree, LineMap(tuple(olds))


def moved(edits: Sequence[tuple[int, Edit]], nodes: Nodes, tree: Tree) -> list[tuple[int, Edit]]:
    """The same edits for `tree`, which has the same nodes in other places."""
    twins: dict[str, dict[ast.AST, ast.AST]] = {}

    def new_place(place: Target) -> Target:
        old = nodes.find(place)
        table = twins.get(place.kind)
        if table is None:
            pairs = zip(nodes.tree.nodes(type(old)), tree.nodes(type(old)), strict=True)
            table = twins[place.kind] = dict(pairs)
        new = table[old]
        assert isinstance(new, (ast.expr, ast.stmt, ast.keyword, ast.arg, ast.ExceptHandler))
        return target(new)

    result: list[tuple[int, Edit]] = []
    for group, edit in edits:
        changes: dict[str, object] = {}
        for entry in dataclasses.fields(edit):
            value = getattr(edit, entry.name)
            if isinstance(value, Target):
                changes[entry.name] = new_place(value)
            elif entry.name in ("parts", "around"):
                changes[entry.name] = tuple(map(new_place, value))
        result.append((group, dataclasses.replace(edit, **changes)))  # type: ignore[arg-type]
    return result
