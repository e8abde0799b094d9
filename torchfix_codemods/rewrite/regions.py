"""Cuts a statement, or the header of a compound one, out of a text so that it parses on its own.

Whole lines are cut and not dedented: that would break multi-line strings. A scaffold before and after them
(`if 1:`, ` pass`) makes them a program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.rewrite.quotes import comments

Unit: TypeAlias = ast.stmt | ast.ExceptHandler | ast.match_case

# In the order of the text: `try` has its handlers between body and else.
BLOCKS = ("body", "cases", "handlers", "orelse", "finalbody")

_CLAUSE = re.compile(r"[ \t\f]*(elif|else|except|finally)\b")
_INDENT = re.compile(r"[ \t\f]*")
# The patterns of a case and the decorators of a function may stand lines below what they begin with.
_CASE = re.compile(r"[ \t\f]*case\b")
_DECORATOR = re.compile(r"[ \t\f]*@")


def blocks(unit: ast.AST) -> Iterator[tuple[str, list[Unit]]]:
    """The blocks of a compound statement, handler, case or module that hold something, in the order of the text."""
    for name in BLOCKS:
        block = getattr(unit, name, None)
        if isinstance(block, list) and block:
            yield name, block


def units(module: ast.Module) -> list[Unit]:
    """All statements, exception handlers and match cases, in the order of the text."""
    found: list[Unit] = []
    stack: list[Unit] = module.body[::-1]  # type: ignore[assignment]
    while stack:
        unit = stack.pop()
        found.append(unit)
        for _, block in reversed(list(blocks(unit))):
            stack += block[::-1]
    return found


def last_line(unit: Unit) -> int:
    """The line on which a unit ends."""
    if isinstance(unit, ast.match_case):
        return last_line(unit.body[-1])
    assert unit.end_lineno is not None
    return unit.end_lineno


def indent_of(line: str) -> str:
    """The white space a line begins with."""
    found = _INDENT.match(line)
    assert found is not None
    return found.group()


def characters(line: str, column: int) -> int:
    """The character column of a column in UTF-8 bytes."""
    if line.isascii():
        return column
    return len(line.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Region:
    """Lines `first` to `last` (from 1), which hold the units `start` to `stop` of the text, and what makes them parse.

    `scaffold_units` is the number of units in `head`.
    """

    first: int
    last: int
    start: int
    stop: int
    head: str = ""
    tail: str = ""
    scaffold_units: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit stands: in which block of which node, at which index."""

    holder: ast.AST
    field: str
    block: list[Unit]
    index: int


class Layout:
    """The units of a tree and how they lie on its lines."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.lines = tree.lines
        self.newline = "\r\n" if tree.lines[0].endswith("\r") else "\n"
        self.units = units(tree.module)
        self.index: dict[ast.AST, int] = {unit: i for i, unit in enumerate(self.units)}
        self.places: dict[ast.AST, Place] = {}
        for holder in (tree.module, *self.units):
            for field, block in blocks(holder):
                for i, unit in enumerate(block):
                    self.places[unit] = Place(holder, field, block, i)
        self._regions: dict[ast.AST, Region] = {}

    @property
    def missing_end(self) -> str:
        """What the last line lacks to end like the others when a line break follows: the carriage return."""
        return "\r" if self.newline == "\r\n" and self.lines[-1] else ""

    # ---- units

    def unit_of(self, node: ast.AST) -> Unit:
        """The statement, handler or case in whose own part (not in a block of it) `node` stands."""
        up: ast.AST | None = node
        while up is not None and up not in self.index:
            up = self.tree.parents.get(up)
        if up is None:
            raise ValueError(f"{type(node).__name__} stands in no statement")
        return self.units[self.index[up]]

    def is_elif(self, unit: Unit) -> bool:
        """Is this `if` written as `elif`?"""
        place = self.places[unit]
        if place.field != "orelse" or not isinstance(unit, ast.If) or not isinstance(place.holder, ast.If):
            return False
        line = self.lines[unit.lineno - 1]
        return line.startswith("elif", characters(line, unit.col_offset))

    # ---- logical lines

    def first_line(self, unit: Unit) -> int:
        """The line on which a unit begins, its decorators included."""
        if isinstance(unit, ast.match_case):
            return self._up(unit.pattern.lineno, _CASE)
        decorators = getattr(unit, "decorator_list", ())
        return self._up(decorators[0].lineno, _DECORATOR) if decorators else unit.lineno

    def _up(self, line: int, start: re.Pattern[str]) -> int:
        while line > 1 and not start.match(self.lines[line - 1]):
            line -= 1
        return line

    def before(self, unit: Unit) -> str:
        """What stands on the line before a unit's first token."""
        if isinstance(unit, ast.match_case):
            return indent_of(self.lines[self.first_line(unit) - 1])
        line = self.lines[self.first_line(unit) - 1]
        if getattr(unit, "decorator_list", ()):
            return indent_of(line)
        return line[: characters(line, unit.col_offset)]

    def _continued(self, line_number: int) -> bool:
        """Does the line go on after a backslash?"""
        line = self.lines[line_number - 1].rstrip("\r") if line_number > 0 else ""
        return line.endswith("\\") and not comments(line)

    def end_of(self, line_number: int) -> int:
        """The last line of a statement whose code ends on this one: after a backslash an empty line belongs to it."""
        while self._continued(line_number):
            line_number += 1
        return line_number

    def starts_line(self, unit: Unit) -> bool:
        """Is the unit the first thing on its logical line?"""
        return not self.before(unit).strip() and not self._continued(self.first_line(unit) - 1)

    def _joined(self, unit: Unit, following: Unit) -> bool:
        """Do two neighbours share a logical line (`a; b`)?"""
        return self.first_line(following) <= self.end_of(last_line(unit))

    def logical_line(self, unit: Unit) -> tuple[int, int]:
        """Indices in its block of the first and last statement on the unit's logical line."""
        block, first = self.places[unit].block, self.places[unit].index
        last = first
        while first > 0 and not list(blocks(block[first - 1])) and self._joined(block[first - 1], block[first]):
            first -= 1
        while last + 1 < len(block) and not list(blocks(block[last])) and self._joined(block[last], block[last + 1]):
            last += 1
        return first, last

    def is_one_line_suite(self, unit: Unit) -> bool:
        """Does the unit stand on the line of the clause it belongs to (`if c: a; b`)?"""
        place = self.places[unit]
        first, _ = self.logical_line(unit)
        return first == 0 and place.holder is not self.tree.module and not self.starts_line(place.block[0])

    # ---- regions

    def region(self, unit: Unit) -> Region:
        """The lines to cut for a change in the own part of `unit`."""
        known = self._regions.get(unit)
        if known is None:
            known = self._cut(unit)
            for owned in self.units[known.start : known.stop]:
                self._regions[owned] = known
        return known

    def _cut(self, unit: Unit) -> Region:
        inner = next(blocks(unit), None)
        if inner is not None:
            body = inner[1]
            if inner[0] == "cases" or not self.is_one_line_suite(body[0]):
                return self._header(unit, body[0])
            unit = body[0]
        place = self.places[unit]
        first, last = self.logical_line(unit)
        group = place.block[first : last + 1]
        start = self.index[group[0]]
        line = self.first_line(group[0])
        if self.is_one_line_suite(unit) and place.field in ("body", "cases"):
            assert not isinstance(place.holder, ast.Module)
            start -= 1
            line = self.first_line(self.units[start])
        while self._continued(line - 1):
            line -= 1
        return self._scaffolded(
            line, self.end_of(last_line(group[-1])), start, start + len(group) + (start != self.index[group[0]])
        )

    def _header(self, unit: Unit, inner: Unit) -> Region:
        index = self.index[unit]
        return self._scaffolded(self.first_line(unit), self.first_line(inner) - 1, index, index + 1, header=True)

    def _scaffolded(self, first: int, last: int, start: int, stop: int, header: bool = False) -> Region:
        unit = self.units[start]
        indent, newline = indent_of(self.lines[first - 1]), self.newline
        head, tail, count = "", "", 0
        if isinstance(unit, ast.match_case):
            head, count = f"match 1:{newline}", 1
        elif indent:
            head, count = f"if 1:{newline}", 1
        clause = _CLAUSE.match(self.lines[first - 1])
        if clause is not None:
            before = "try" if clause.group(1) in ("except", "finally") else "if 1"
            head, count = f"{head}{indent}{before}: pass{newline}", count + 2
        if header:
            tail = f"{indent} case _: pass{newline}" if isinstance(unit, ast.Match) else f"{indent} pass{newline}"
        elif isinstance(unit, _TRY):
            tail = f"{indent}finally: pass{newline}"
        return Region(first, last, start, stop, head, tail, count)

    def whole(self) -> Region:
        """The whole text as one region."""
        return Region(1, len(self.lines), 0, len(self.units))

    def text(self, region: Region) -> tuple[str, str]:
        """The program that a region makes, and what ends it that is not in the text."""
        body = "\n".join(self.lines[region.first - 1 : region.last])
        if region.last < len(self.lines):
            return f"{region.head}{body}\n{region.tail}", region.tail
        if not region.tail and not region.head:
            return body, ""
        return f"{region.head}{body}{self.newline}{region.tail}", self.newline + region.tail


_TRY = (ast.Try,) if not hasattr(ast, "TryStar") else (ast.Try, ast.TryStar)
