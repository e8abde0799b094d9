"""Carries out edits on whole statements: insert, remove, wrap, decorate. Lines are moved, never reformatted."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from torchfix_codemods.rewrite.imports import holds_only_imports
from torchfix_codemods.rewrite.indent import at_indent, deeper, indent_unit, laid_out
from torchfix_codemods.rewrite.linemap import LineMap
from torchfix_codemods.rewrite.plan import Code, Plan, Travel, else_line, empties_block
from torchfix_codemods.rewrite.regions import (
    Layout,
    Unit,
    blocks,
    characters,
    indent_of,
    last_line,
)

# A comment that divides a file, or tells a tool where something begins and ends, is about no statement.
_MARK = re.compile(
    r"#\s*(%%|In\s?\[|[-=#*~_+]{3}|(fmt|yapf|isort|ruff|pylint|flake8|mypy|torchfix|type):|(end)?region\b)|#!|#__torchfix_codemods_"
)


@dataclass(frozen=True, slots=True)
class Moved:
    """The text after a plan and where its lines come from.

    `changed` are the stretches that changed, in order: first and last old line, number of new lines.
    """

    text: str
    lines: LineMap
    changed: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of statements to wrap: where it ends, the lines of its header, its indentation, the step to be added."""

    last_line: int
    last_unit: int
    header: list[str]
    indent: str
    step: str


class _Writer:
    """Writes the lines of a text with a plan."""

    def __init__(self, layout: Layout, plan: Plan) -> None:
        self.layout = layout
        self.plan = plan
        self.unit = indent_unit(layout)
        self.ended = layout.lines[-1] == ""
        self.end = "\r" if layout.newline == "\r\n" else ""
        self.lines = [*layout.lines[:-1], *([] if self.ended else [layout.lines[-1] + layout.missing_end])]
        self.before: dict[int, list[str]] = defaultdict(list)
        self.after: dict[int, list[tuple[int, list[str]]]] = defaultdict(list)  # with the index of the unit
        self.decorators: dict[int, list[str]] = defaultdict(list)
        self.replaced: dict[int, tuple[int, list[str]]] = {}
        self.wraps: dict[int, _Run] = {}
        self.out: list[str] = []
        self.olds: list[int] = []
        self.changed: list[tuple[int, int, int]] = []

    # ---- from units to lines

    def prepare(self) -> None:
        plan, units = self.plan, self.layout.units
        for index, codes in plan.before.items():
            travels = index in plan.travelling or any(isinstance(code, Travel) for code in codes)
            line = self._first_line(units[index], with_comments=travels)
            self.before[line] += self._codes(codes, index)
        for index, codes in sorted(plan.after.items(), reverse=True):  # the inner of two that end on one line first
            self.after[self._end_of(units[index])].append((index, self._codes_after(codes, index)))
        for index, names in plan.decorators.items():
            unit = units[index]
            assert not isinstance(unit, ast.match_case)
            self.decorators[unit.lineno] += self._codes([f"@{name}" for name in names], index)
        if plan.top:
            self.before[plan.top_line] = [*self._laid_out(plan.top, ""), *self.before[plan.top_line]]
        for index in sorted(plan.removed, reverse=True):  # what is around another one comes after it
            self._remove(units[index])
        for index in plan.without_else:
            self._remove_else(units[index])
        for first, (last, header) in plan.wraps.items():
            unit = units[first]
            end = self.layout.end_of(last_line(units[last]))
            run = _Run(end, last, self._codes([header], first), self._indent(unit), self._step(unit))
            self.wraps[self._first_line(unit, with_comments=first in plan.travelling)] = run

    def _indent(self, unit: Unit) -> str:
        """The indentation of the logical line that the unit is on."""
        first, _ = self.layout.logical_line(unit)
        return indent_of(self.layout.lines[self.layout.first_line(self.layout.places[unit].block[first]) - 1])

    def _step(self, unit: Unit) -> str:
        """The step by which the block around the unit is indented, else the file's."""
        holder = self.layout.places[unit].holder
        if not isinstance(holder, ast.Module):
            assert isinstance(holder, (ast.stmt, ast.ExceptHandler, ast.match_case))
            outer, inner = self._indent(holder), self._indent(unit)
            if inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
        return self.unit

    def _first_line(self, unit: Unit, *, with_comments: bool) -> int:
        """The first line of a statement, or of the comment lines directly above it, which are about it."""
        line = self.layout.first_line(unit)
        indent = indent_of(self.lines[line - 1])
        while with_comments and line > 1 and _is_about_next(self.lines[line - 2], indent):
            line -= 1
        return line

    def _codes(self, codes: Sequence[Code], index: int) -> list[str]:
        return self._laid_out(codes, self._indent(self.layout.units[index]))

    def _codes_after(self, codes: Sequence[Code], index: int) -> list[str]:
        """With a blank line between the import block and the first code below it, where one is there now.

        isort, ruff and black all want it (isort's `lines_after_imports`).
        """
        unit = self.layout.units[index]
        end = self._end_of(unit)
        sets_off = end == len(self.lines) or not self.lines[end].strip()
        if not isinstance(self.layout.places[unit].holder, ast.Module) or not sets_off or not _imports(unit):
            return self._codes(codes, index)
        imports = [code for code in codes if isinstance(code, str) and code.startswith(("import ", "from "))]
        others = [code for code in codes if code not in imports]
        blank = [self.end] if others else []
        return [*self._codes(imports, index), *blank, *self._codes(others, index)]

    def _laid_out(self, codes: Sequence[Code], indent: str) -> list[str]:
        return [line for code in codes for line in self._lines_of(code, indent)]

    def _lines_of(self, code: Code, indent: str) -> list[str]:
        if isinstance(code, str):
            return [line + self.end for line in laid_out(code, indent, self.unit)]
        unit = self.layout.units[code.index]
        first = self._first_line(unit, with_comments=True)
        return at_indent(self.lines[first - 1 : self.layout.end_of(last_line(unit))], self._indent(unit), indent)

    def _end_of(self, unit: Unit) -> int:
        """The last line of a statement, with what stands on it and the comments at the end of its block."""
        _, last = self.layout.logical_line(unit)
        end = self.layout.end_of(last_line(self.layout.places[unit].block[last]))
        if not list(blocks(unit)):
            return end
        indent, comment = self._indent(unit), end
        while comment < len(self.lines):
            line = self.lines[comment]
            if line.strip() and not (line.lstrip().startswith("#") and len(indent_of(line)) > len(indent)):
                break
            comment += 1
            if line.strip():
                end = comment
        return end

    # ---- removal

    def _remove(self, unit: Unit) -> None:
        layout, plan = self.layout, self.plan
        place = layout.places[unit]
        first, last = layout.logical_line(unit)
        group = place.block[first : last + 1]
        gone = [layout.index[other] in plan.removed for other in group]
        goes_whole = layout.index[unit] in plan.travelling
        start, end = self._first_line(group[0], with_comments=goes_whole), layout.end_of(last_line(group[-1]))
        one_line_suite = layout.is_one_line_suite(unit)
        if not all(gone) or one_line_suite:
            self.replaced[start] = (end, self._without(group, gone))
            return
        leaves_nothing = place.holder is not layout.tree.module and empties_block(layout, plan, place.block)
        lines = [f"{self._indent(unit)}pass{self.end}"] if leaves_nothing and place.block[0] is unit else []
        self.replaced[start] = (end, lines)

    def _remove_else(self, unit: Unit) -> None:
        start = else_line(self.layout, unit)
        assert start is not None
        self.replaced[start] = (self.layout.end_of(last_line(dict(blocks(unit))["orelse"][-1])), [])

    def _without(self, group: Sequence[Unit], gone: Sequence[bool]) -> list[str]:
        """The lines of `a; b; c` without some of these; `pass` where none is left."""
        spans = [self._offsets(unit) for unit in group]
        first, last = self.layout.first_line(group[0]), self.layout.end_of(last_line(group[-1]))
        text = "\n".join(self.lines[first - 1 : last])
        starts = [0]
        for line in self.lines[first - 1 : last]:
            starts.append(starts[-1] + len(line) + 1)
        places = [(starts[a - first] + b, starts[c - first] + d) for a, b, c, d in spans]
        kept = ""
        for i, (start, end) in enumerate(places):
            if not gone[i]:
                kept += (text[places[i - 1][1] : start] if kept else "") + text[start:end]
        return (text[: places[0][0]] + (kept or "pass") + text[places[-1][1] :]).split("\n")

    def _offsets(self, unit: Unit) -> tuple[int, int, int, int]:
        assert isinstance(unit, ast.stmt) and unit.end_lineno is not None and unit.end_col_offset is not None
        lines = self.lines
        start = characters(lines[unit.lineno - 1], unit.col_offset)
        return unit.lineno, start, unit.end_lineno, characters(lines[unit.end_lineno - 1], unit.end_col_offset)

    # ---- writing

    def write(self) -> Moved:
        line, count = 1, len(self.lines)
        while line <= count:
            self._insert(line, line, self.before.get(line, ()))
            run = self.wraps.get(line)
            line, last = (self._copy(line), -1) if run is None else (self._wrap(line, run), run.last_unit)
            for index, lines in self.after.get(line - 1, ()):
                if index <= last or last < 0:
                    self._insert(line, line - 1, lines)
        self._insert(count + 1, count, self.before.get(count + 1, ()))
        if not self.ended and self.out and self.changed and self.changed[-1][1:] == (count, 0):
            # The last line is gone; the one before it keeps its line end.
            self._put([""], count)
            self.changed[-1] = (self.changed[-1][0], count, 1)
        text = "\n".join(self.out)
        if not self.ended:
            return Moved(text.removesuffix("\r"), LineMap(tuple(self.olds)), tuple(self.changed))
        text += "\n" if self.out else ""
        return Moved(text, LineMap((*self.olds, count + 1)), tuple(self.changed))

    def _insert(self, before: int, origin: int, lines: Sequence[str]) -> None:
        if lines:
            self._put(lines, origin)
            self.changed.append((before, before - 1, len(lines)))

    def _put(self, lines: Sequence[str], origin: int) -> None:
        self.out += lines
        self.olds += [max(origin, 1)] * len(lines)

    def _copy(self, line: int) -> int:
        """Write one line, or what replaces it and the following ones; the number of the next line."""
        self._insert(line, line, self.decorators.get(line, ()))
        replaced = self.replaced.get(line)
        if replaced is None:
            self._put([self.lines[line - 1]], line)
            return line + 1
        last, lines = replaced
        self._put(lines, line)
        self.changed.append((line, last, len(lines)))
        return last + 1

    def _wrap(self, first: int, run: _Run) -> int:
        """Write a run of statements under its header; the number of the line after the run."""
        at, changes = len(self.out), len(self.changed)
        line = first
        while line <= run.last_line:
            if line != first:
                self._put(self.before.get(line, ()), line)
            line = self._copy(line)
            for index, lines in self.after.get(line - 1, ()):
                if line <= run.last_line or index > run.last_unit:
                    self._put(lines, line - 1)
        self.out[at:] = [*run.header, *deeper(self.out[at:], run.indent, run.step)]
        self.olds[at:at] = [first] * len(run.header)
        self.changed[changes:] = [(first, line - 1, len(self.out) - at)]
        return line


def _is_about_next(line: str, indent: str) -> bool:
    """Is it a comment line at this indentation, and no mark of a section?"""
    return indent_of(line) == indent and line.lstrip().startswith("#") and _MARK.match(line.strip()) is None


def _imports(unit: Unit) -> bool:
    return isinstance(unit, ast.stmt) and holds_only_imports(unit)


def write(layout: Layout, plan: Plan) -> Moved:
    """The text with a plan carried out."""
    writer = _Writer(layout, plan)
    writer.prepare()
    return writer.write()
