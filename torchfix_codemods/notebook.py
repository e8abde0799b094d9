"""A notebook through all rules: its code cells as one Python source, the result back in its cells.

Only the JSON strings of the cells that change are written anew; every other byte of the file stays. Cells share one
namespace, so an import in one serves all. The format is that of https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.analysis.syntax.cells import BORDER, border
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.fix import FixRequest, fix_marked
from torchfix_codemods.magics import QUIET, Disguise, is_python, marks
from torchfix_codemods.notebook_text import Cell, NotANotebookError, code_cells, is_about_python, with_new_sources
from torchfix_codemods.registry import known_rules
from torchfix_codemods.result import FixResult, Problem, Reported, Span, TextChange

Fix: TypeAlias = Callable[[bytes, str, FixRequest], FixResult]

# Two lines, so that no comment in the first cell is where Python looks for the encoding.
_HEADER = "#__torchfix_codemods_notebook__"
_BY_HAND = "it stands in a magic command, so it has to be changed by hand"
_ACROSS = "its fix would reach over several cells of the notebook"

# Names that are used in code, and not in prose: as an attribute, a call or an argument, or quoted.
_USED = re.compile(r"""[.'"]\s*(\w+)|\b(\w+)\s*[(=]""")


def fix_notebook(data: bytes, path: str, request: FixRequest, fix: Fix = fix_marked) -> FixResult:
    """Run the rules of `request` on the code cells of one notebook.

    Args:
        data: the file's bytes.
        path: what the result calls the file.
        request: the rules and how to apply them.
        fix: what fixes one Python source and leaves the lines in its texts to be told.

    Never raises for what the file holds: trouble comes back as `FixResult.problems`. A notebook in another language
    comes back as it is. The lines of findings are counted in their cell.
    """
    try:
        text = data.decode("utf-8")
        notebook, cells = code_cells(text)
    except UnicodeDecodeError:
        return FixResult(path, problems=(Problem(path, "is not UTF-8, as notebooks must be"),))
    except NotANotebookError as error:
        return FixResult(path, problems=(Problem(path, error.reason, error.line, error.hint),))
    if not is_about_python(notebook):
        return FixResult(path)
    sheet = _Sheet.of(cells, request)
    if not sheet.parts:
        return FixResult(path)
    try:
        virtual = sheet.text.encode("utf-8")
    except UnicodeEncodeError:
        return FixResult(path, problems=(Problem(path, "has a cell that is no valid Unicode"),))
    result, sources = _fix_within_cells(virtual, path, request, fix, sheet)
    on_magics = _found_on_magics(virtual, path, request, fix, sheet)
    findings = sorted([*result.findings, *on_magics], key=lambda finding: (finding.span, finding.code))
    problems = (*result.problems, *sheet.print_statements(path))
    result = sheet.in_cells(replace(result, findings=tuple(findings), problems=problems))
    if not sources:
        return replace(result, after=None, left=())
    after = with_new_sources(text, sources)
    if after is None:
        problem = Problem(
            path, "could not be put together again", hint="the file was left as it was; please report this"
        )
        unfixed = tuple(replace(finding, fixed=False) for finding in result.findings)
        return replace(result, after=None, findings=unfixed, left=(), problems=(*result.problems, problem))
    return replace(result, after=after.encode("utf-8"), left=_left(after, path, request, fix))


def _left(after: str, path: str, request: FixRequest, fix: Fix) -> tuple[Reported, ...]:
    """What is left in a rewritten notebook, counted in its cells as they are now."""
    _, cells = code_cells(after)
    sheet = _Sheet.of(cells, request)
    virtual, looking = sheet.text.encode("utf-8"), replace(request, apply=False, render_changes=False)
    result = fix(virtual, path, looking)
    found = [*result.findings, *_found_on_magics(virtual, path, looking, fix, sheet)]
    wanted = (Applicability.SAFE, Applicability.UNSAFE) if request.unsafe_fixes else (Applicability.SAFE,)
    told_why = [replace(f, reason=_ACROSS) if f.fixable and f.applicability in wanted else f for f in found]
    findings = sorted(told_why, key=lambda finding: (finding.span, finding.code))
    return sheet.in_cells(replace(result, findings=tuple(findings))).findings


def python_of(data: bytes) -> bytes:
    """The code in a notebook's cells, for a look at its words and imports; the bytes themselves of what is none."""
    try:
        _, cells = code_cells(data.decode("utf-8"))
        return "\n".join(cell.source for cell in cells).encode("utf-8", "replace")
    except (UnicodeDecodeError, NotANotebookError, RecursionError):
        return data


@dataclass(frozen=True, slots=True)
class _Part:
    """A cell in the sheet: its lines there begin at `first` (from 1)."""

    cell: Cell
    first: int
    lines: tuple[str, ...]

    @property
    def end(self) -> int:
        return self.first + len(self.lines)


@dataclass(frozen=True)
class _Sheet:
    """All code cells that are Python, in one text, each below a border line."""

    parts: tuple[_Part, ...]
    disguise: Disguise

    @classmethod
    def of(cls, cells: Iterable[Cell], request: FixRequest) -> _Sheet:
        """Put the cells together. What is no Python stays out, unless a rule might have something to say about it."""
        disguise = Disguise()
        rules = [rule for rule in known_rules(request.plugins) if rule.code in request.codes]
        triggers = {trigger.decode() for rule in rules for trigger in rule.triggers}
        parts: list[_Part] = []
        first = 3
        for cell in cells:
            lines = disguise.put_on(cell.source) if cell.source.strip() else None
            if lines is None:
                continue
            if not is_python(lines):
                words = {word for pair in _USED.findall(cell.source) for word in pair}
                if words.isdisjoint(triggers):
                    continue
            parts.append(_Part(cell, first, tuple(lines)))
            first += len(lines) + 1
        return cls(tuple(parts), disguise)

    @property
    def text(self) -> str:
        lines = [_HEADER]
        for part in self.parts:
            lines += [border(part.cell.number), *part.lines]
        return "\n".join(lines) + "\n"

    def sources_in(self, after: str) -> dict[Cell, str] | None:
        """The cells that are different in a fixed sheet, with their new source; None if the cells ran together."""
        lines = after.removesuffix("\n").split("\n")
        borders = [number for number, line in enumerate(lines) if BORDER.match(line)]
        if [lines[number] for number in borders] != [border(part.cell.number) for part in self.parts]:
            return None
        if lines.count(_HEADER) != 1:
            return None
        above = [line for line in lines[: borders[0]] if line != _HEADER]
        new: dict[Cell, str] = {}
        for part, start, end in zip(self.parts, borders, [*borders[1:], len(lines)], strict=True):
            shown = above + lines[start + 1 : end]
            above = []
            real = self.disguise.take_off(shown)
            if real is None or marks(shown) != marks(part.lines) or _moves_cell_magic(part, real):
                return None
            source = "\n".join(real)
            if source != part.cell.source:
                new[part.cell] = source
        return new

    def running_magics(self) -> dict[int, Span]:
        """The lines of the sheet that stand for magics which run Python, with the places of the originals."""
        found: dict[int, Span] = {}
        for part in self.parts:
            for number, line in enumerate(part.lines, part.first):
                placeholder = self.disguise.at(line)
                if placeholder is not None and placeholder.runs:
                    original = placeholder.original
                    column = len(original) - len(original.lstrip()) + 1
                    found[number] = Span(number, column, number, len(original.rstrip()) + 1)
        return found

    def print_statements(self, path: str) -> Iterator[Problem]:
        """A problem for each cell with print statements of Python 2: everything else in it is done."""
        for part in self.parts:
            places = [self.disguise.at(line) for line in part.lines]
            lines = [number for number, place in enumerate(places, part.first) if place is not None and place.prints]
            if lines:
                reason = "has a print statement of Python 2, which was left as it is"
                yield Problem(path, reason, lines[0], "write `print(...)`", fatal=False)

    def in_cells(self, result: FixResult) -> FixResult:
        """A result with its places counted in the cells."""
        return replace(
            result,
            findings=tuple(self._finding(finding) for finding in result.findings),
            problems=tuple(self._problem(problem) for problem in result.problems),
            unused_suppressions=tuple(self._suppression(*unused) for unused in result.unused_suppressions),
        )

    def _finding(self, finding: Reported) -> Reported:
        part = self._part_at(finding.span.line)
        finding = finding.worded(lambda text: self._told(text, part))
        if part is None:
            return finding
        evidence = finding.evidence
        if evidence is not None and not evidence.path:
            there = self._part_at(evidence.line) or part
            where = "" if there is part else f" (cell {there.cell.number})"
            evidence = replace(evidence, line=evidence.line - there.first + 1, text=evidence.text + where)
        # Places in a change have no cell: one that reaches into another cell cannot be told.
        spans = [change.span for change in finding.changes]
        inside = all(part.first <= span.line and span.end_line <= part.end for span in spans)
        changes = tuple(TextChange(_up(c.span, part.first - 1), c.content) for c in finding.changes) if inside else ()
        span = _up(finding.span, part.first - 1)
        return replace(finding, cell=part.cell.number, span=span, evidence=evidence, changes=changes)

    def _told(self, text: str, here: _Part | None) -> str:
        """A text for somebody who reads the cell `here`."""
        return told(text, lambda line: self._line_name(line, here))

    def _line_name(self, line: int, here: _Part | None) -> str:
        """A line of the sheet as somebody who reads the cell `here` counts it."""
        part = self._part_at(line)
        if part is None:
            return str(line)
        number = line - part.first + 1
        return str(number) if part is here else f"{number} of cell {part.cell.number}"

    def _problem(self, problem: Problem) -> Problem:
        part = self._part_at(problem.line)
        problem = problem.worded(lambda text: self._told(text, part))
        if part is None:
            return problem
        return replace(problem, line=problem.line - part.first + 1, reason=f"cell {part.cell.number}: {problem.reason}")

    def _suppression(self, line: int, comment: str) -> tuple[int, str]:
        part = self._part_at(line)
        return (line - part.first + 1, f"{comment} (cell {part.cell.number})") if part else (line, comment)

    def _part_at(self, line: int) -> _Part | None:
        return next((part for part in self.parts if part.first <= line < part.end), None)


def _fix_within_cells(
    virtual: bytes, path: str, request: FixRequest, fix: Fix, sheet: _Sheet
) -> tuple[FixResult, Mapping[Cell, str]]:
    """Fix the sheet, without the rules whose fixes would make cells run into one another."""
    result = fix(virtual, path, request)
    sources = _sources(result, sheet)
    if sources is not None:
        return result, sources
    codes = sorted({finding.code for finding in result.findings if finding.fixed})
    alone = {code: fix(virtual, path, replace(request, codes=(code,))) for code in codes}
    crossing = {code for code in codes if _sources(alone[code], sheet) is None}
    within = tuple(code for code in request.codes if code not in crossing)
    result = fix(virtual, path, replace(request, codes=within))
    sources = _sources(result, sheet)
    across = fix(virtual, path, replace(request, codes=tuple(sorted(crossing)), apply=False)) if crossing else result
    if sources is None or not crossing:  # it takes several rules together: leave all of it
        across, sources, result = fix(virtual, path, replace(request, apply=False)), {}, FixResult(path)
    left = tuple(replace(f, reason=_ACROSS if f.fixable else f.reason) for f in across.findings)
    findings = tuple(sorted([*result.findings, *left], key=lambda finding: (finding.span, finding.code)))
    return replace(result, findings=findings, problems=(*result.problems, *across.problems)), sources


def _found_on_magics(virtual: bytes, path: str, request: FixRequest, fix: Fix, sheet: _Sheet) -> list[Reported]:
    """What rules say about the Python that magics run: to be told, as it has to be changed by hand."""
    running = sheet.running_magics()
    if not running:
        return []
    # Without the comments that keep rules quiet, and with every character in its place.
    loud = virtual.replace(f"#{QUIET} __torchfix".encode(), f"#{' ' * len(QUIET)} __torchfix".encode())
    found = fix(loud, path, replace(request, apply=False, render_changes=False)).findings
    return [
        replace(
            finding,
            span=running[finding.span.line],
            applicability=Applicability.REPORT,
            fixed=False,
            fixable=False,
            reason=_BY_HAND,
        )
        for finding in found
        if finding.span.line in running
    ]


def _sources(result: FixResult, sheet: _Sheet) -> Mapping[Cell, str] | None:
    return {} if result.after is None else sheet.sources_in(result.after.decode("utf-8"))


def _moves_cell_magic(part: _Part, lines: Sequence[str]) -> bool:
    """Would `%%time` no longer be its cell's first line?"""
    return part.cell.source.lstrip().startswith("%%") and not "\n".join(lines).lstrip().startswith("%%")


def _up(span: Span, lines: int) -> Span:
    return replace(span, line=span.line - lines, end_line=span.end_line - lines)
