"""An own look at what a rewriting has changed: every byte outside the edits that were asked for must be where it was.

Nothing here uses the code that rewrites: places come from `ast` and Python's tokenizer. The old text, without the
stretches that edits are about, is looked for in the new one.
"""

from __future__ import annotations

import ast
import token
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from keyword import iskeyword

from torchfix_codemods.analysis.syntax.tokens import tokens
from torchfix_codemods.edits import (
    PLACEHOLDER,
    AddImport,
    AttributeToCall,
    Decorate,
    Edit,
    EditCall,
    InsertAfterImports,
    InsertStatement,
    Move,
    RemoveStatement,
    RenameAttribute,
    Replace,
    Target,
    Unwrap,
    WrapStatements,
)

LINE_END = b"\n"
_LAYOUT = frozenset(b" \t\f\\\r\n")
_QUIET = frozenset({token.INDENT, token.DEDENT, token.NL, token.COMMENT, token.ENDMARKER})


class Into(Enum):
    """What may stand in the place of a gap."""

    CODE = "anything"
    LINES = "nothing, or whole lines"
    LAYOUT = "white space and backslashes"


@dataclass(frozen=True)
class Gap:
    """A stretch of the old text that may change, in bytes."""

    start: int
    end: int
    into: Into = Into.CODE


@dataclass(frozen=True)
class _Line:
    """A logical line: where it starts (its indentation) and ends (behind its line end), the gaps between statements."""

    start: int
    end: int
    between: tuple[Gap, ...]


class _Text:
    """The old text: offsets of lines, logical lines, nodes."""

    def __init__(self, text: str, module: ast.Module) -> None:
        self.data = text.encode()
        self.starts = [0]
        for line in self.data.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.nodes: dict[tuple[int, int, int, int, str], ast.AST] = {}
        self.module = module
        for node in ast.walk(module):
            if "end_lineno" in node._attributes:
                place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
                self.nodes.setdefault((*place, type(node).__name__), node)
        self.statements = {self.at(n.lineno, n.col_offset) for n in self.nodes.values() if isinstance(n, ast.stmt)}
        self.inside: set[int] = set()  # numbers of lines that begin within a token, which no indentation may change
        self.tokens: list[tuple[int, int, str]] = []  # start, end, text of those that are no layout
        self.lines = list(self._logical_lines(text))

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def span(self, node: ast.AST | Target) -> tuple[int, int]:
        if isinstance(node, Target):
            return self.at(node.line, node.column), self.at(node.end_line, node.end_column)
        start = self.at(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        return start, self.at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def node(self, place: Target) -> ast.AST:
        return self.nodes[(place.line, place.column, place.end_line, place.end_column, place.kind)]

    def line_start(self, offset: int) -> int:
        return self.data.rfind(b"\n", 0, offset) + 1

    def line(self, offset: int) -> _Line:
        """The logical line around a place."""
        return next(line for line in self.lines if offset < line.end or line is self.lines[-1])

    def with_brackets(self, start: int, end: int) -> tuple[int, int]:
        """A stretch with the brackets that stand around it and are part of no call."""
        before = bisect_left(self.tokens, (start, 0, "")) - 1
        after = bisect_left(self.tokens, (end, 0, ""))
        while before >= 0 and after < len(self.tokens):
            if self.tokens[before][2] != "(" or self.tokens[after][2] != ")":
                break
            callee = self.tokens[before - 1][2] if before else ""
            if (
                callee in (")", "]", "}")
                or (callee[-1:].isidentifier() and not iskeyword(callee))
                or callee.endswith(("'", '"'))
            ):
                break
            start, end = self.tokens[before][0], self.tokens[after][1]
            before, after = before - 1, after + 1
        return start, end

    def _logical_lines(self, text: str) -> Iterator[_Line]:
        rows = text.split("\n")
        start, depth, last = 0, 0, -1
        between: list[Gap] = []
        mark = -1  # the end of what stands before a statement on the same line
        for part in tokens(text):
            begin, end = (
                self.starts[row - 1] + len((rows[row - 1] if row <= len(rows) else "")[:column].encode())
                for row, column in (part.start, part.end)
            )
            self.inside.update(range(part.start[0] + 1, part.end[0] + 1))
            if part.type not in _QUIET:
                self.tokens.append((begin, end, "" if part.type == token.NEWLINE else part.string))
            if part.type == token.NEWLINE:
                end = min(self.starts[part.start[0]], len(self.data))
                yield _Line(start, end, tuple(between))
                start, between, mark, last = end, [], -1, -1
            if part.type in _QUIET or part.type == token.NEWLINE:
                continue
            if last < 0:
                start = self.line_start(begin)
            if mark >= 0 and begin in self.statements:
                between.append(Gap(mark, begin))
            mark = -1
            if part.type == token.OP and part.string in "([{":
                depth += 1
            elif part.type == token.OP and part.string in ")]}":
                depth -= 1
            elif part.type == token.OP and depth == 0 and part.string in (";", ":"):
                mark = last if part.string == ";" else end
            last = end
        yield _Line(start, len(self.data), tuple(between))


def strayed(old: str, new: str, module: ast.Module, edits: Iterable[Edit]) -> str:
    """What is not where it was, though no edit is about it; empty where all is.

    Args:
        old: the text before.
        new: the text after.
        module: the syntax tree of the text before.
        edits: all that was asked for.
    """
    text, edits = _Text(old, module), list(edits)
    gaps = {*(gap for edit in edits for gap in _gaps(text, edit)), *_emptied(text, edits)}
    return missing(text.data, new.encode(), merged(sorted(gaps, key=lambda gap: (gap.start, gap.end))))


def _emptied(text: _Text, edits: Iterable[Edit]) -> Iterator[Gap]:
    """What goes with removed statements because nothing is left in it: statements around them, and `else` clauses."""
    removals = [edit for edit in edits if isinstance(edit, RemoveStatement)]
    gone = {text.node(edit.target) for edit in removals}
    for place in sorted({place for edit in removals for place in edit.around}, reverse=True):
        node = text.node(place)
        blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody", "handlers", "cases")]
        if all(part in gone for block in blocks for part in block):
            gone.add(node)
            start, end = text.span(place)  # it begins its line, whatever stands behind its colon
            yield Gap(text.line(start).start, text.line(end).end)
    for node in ast.walk(text.module):
        block = getattr(node, "orelse", None)
        if isinstance(block, list) and block and all(part in gone for part in block):
            before = bisect_left(text.tokens, (text.span(block[0])[0], 0, "")) - 1
            while text.tokens[before][2] != "else":
                before -= 1
            yield Gap(text.line_start(text.tokens[before][0]), text.line(text.span(block[-1])[1]).end)


def merged(gaps: Sequence[Gap]) -> list[Gap]:
    """Sorted gaps without overlaps: those that overlap or touch become one."""
    result: list[Gap] = []
    for gap in gaps:
        if result and gap.start <= result[-1].end:
            other = result.pop()
            into = gap.into if gap.into is other.into else Into.CODE
            result.append(Gap(other.start, max(gap.end, other.end), into))
        else:
            result.append(gap)
    return result


def missing(old: bytes, new: bytes, gaps: Sequence[Gap]) -> str:
    """The first piece of the old text between gaps that the new one does not have in its place."""
    at = 0
    ends = {0}  # where in the new text the last piece may have ended
    into: Into | None = None
    for gap in (*gaps, Gap(len(old), len(old))):
        piece = old[at : gap.start]
        ends = {start + len(piece) for start in _starts(new, piece, ends, into)}
        if not ends:
            return f"line {old.count(LINE_END, 0, at) + 1}: {piece[:80]!r}"
        at, into = gap.end, gap.into
    return "" if len(new) in ends else f"behind the end: {new[max(ends) :][:80]!r}"


def _starts(new: bytes, piece: bytes, ends: set[int], into: Into | None) -> Iterator[int]:
    """Where the next piece may begin, if the one before it ended at one of `ends`."""
    if into is None or into is Into.LAYOUT:
        reached = set(ends)
        for end in ends if into else ():
            while end < len(new) and new[end] in _LAYOUT:
                end += 1
                reached.add(end)
        yield from (start for start in reached if new.startswith(piece, start))
        return
    start = new.find(piece, min(ends))
    while start >= 0:
        if into is Into.CODE or start in ends or start == len(new) or new[start - 1 : start] == LINE_END:
            yield start
        start = new.find(piece, start + 1)


# ---- what each verb may change


def _gaps(text: _Text, edit: Edit) -> Iterator[Gap]:
    if isinstance(edit, (AttributeToCall, RenameAttribute)):
        node = text.node(edit.target)
        assert isinstance(node, ast.Attribute)
        yield Gap(text.span(node.value)[1], text.span(node)[1])
    elif isinstance(edit, EditCall):
        yield from _in_call(text, edit)
    elif isinstance(edit, Unwrap):
        yield from _around(text, edit.target, [edit.part])
    elif isinstance(edit, Replace):
        yield from _around(text, edit.target, _in_order(text, edit))
    elif isinstance(edit, RemoveStatement):
        yield from _whole(text, edit.target, with_comments=False)
    elif isinstance(edit, InsertStatement):
        yield from _beside(text, edit.target, edit.after)
    elif isinstance(edit, Move):
        yield from _whole(text, edit.target, with_comments=True)
        yield from _beside(text, edit.to, edit.after)
    elif isinstance(edit, Decorate):
        start = text.line_start(text.span(edit.target)[0])
        yield Gap(start, start, Into.LINES)
    elif isinstance(edit, WrapStatements):
        yield from _wrapped(text, edit)
    else:
        assert isinstance(edit, (AddImport, InsertAfterImports))
        yield from _at_top(text)


def _in_call(text: _Text, edit: EditCall) -> Iterator[Gap]:
    call = text.node(edit.target)
    assert isinstance(call, ast.Call)
    start, end = text.span(call.func)
    if edit.rename is not None:
        yield Gap(text.span(call.func.value)[1] if isinstance(call.func, ast.Attribute) else start, end)
    gone = {*edit.drop, *(key for key, _ in edit.replace)}
    values = [value for i, value in enumerate(call.args) if i not in gone]
    values += [keyword.value for keyword in call.keywords if keyword.arg not in gone]
    # The brackets of a lone generator expression are those of the call.
    own = int(len(values) == 1 and isinstance(values[0], ast.GeneratorExp))
    at = end
    for first, last in sorted(map(text.span, values)):
        yield Gap(at, first + own)
        at = last - own
    yield Gap(at, text.span(call)[1])


def _in_order(text: _Text, edit: Replace) -> list[Target]:
    """The parts of a template that stay where they are, each once and in their order; else none."""
    numbers = [int(number) for number in PLACEHOLDER.findall(edit.template)]
    parts = [edit.parts[number] for number in numbers]
    spans = [text.span(part) for part in parts]
    in_order = all(one[1] <= other[0] for one, other in pairwise(spans))
    return parts if in_order else []


def _around(text: _Text, outer: Target, parts: Sequence[Target]) -> Iterator[Gap]:
    at, end = text.with_brackets(*text.span(outer))  # those of a part may take the place of those around the whole
    for part in parts:
        start, stop = text.span(part)
        yield Gap(at, start)
        at = stop
    yield Gap(at, end)


def _first(text: _Text, place: Target) -> int:
    """Where a statement begins, with its decorators."""
    node = text.node(place)
    decorators = getattr(node, "decorator_list", [])
    start = text.span(place)[0]
    return text.data.rfind(b"@", 0, text.span(decorators[0])[0]) if decorators else start


def _above(text: _Text, start: int) -> int:
    """The start of the comment lines directly above the line that starts here."""
    while start > 0:
        above = text.line_start(start - 1)
        if not text.data[above:start].lstrip().startswith(b"#"):
            break
        start = above
    return start


def _whole(text: _Text, place: Target, with_comments: bool) -> Iterator[Gap]:
    start, end = text.span(place)
    line, last = text.line(start), text.line(end)
    if line.between:
        yield from _parted(line)
        yield Gap(start, end)
    else:
        yield Gap(_above(text, line.start) if with_comments else line.start, last.end)


def _parted(line: _Line) -> Iterator[Gap]:
    """Statements that share a line may get lines of their own."""
    yield from line.between
    yield Gap(line.end, line.end)


def _beside(text: _Text, place: Target, after: bool) -> Iterator[Gap]:
    start, end = _first(text, place), text.span(place)[1]
    line = text.line(max(end - 1, 0) if after else start)
    yield from _parted(line) if line.between else ()
    if after:
        yield Gap(line.end, line.end, Into.LINES if line.end < len(text.data) else Into.CODE)
        return
    yield from (Gap(at, at, Into.LINES) for at in {line.start, _above(text, line.start)})


def _wrapped(text: _Text, edit: WrapStatements) -> Iterator[Gap]:
    start, end = _first(text, edit.first), text.span(edit.last)[1]
    first, last = text.line(start), text.line(max(end - 1, 0))
    for line in (first, last):
        yield from _parted(line) if line.between else ()
    for number, at in enumerate(text.starts[:-1], 1):
        if _above(text, first.start) <= at < last.end and number not in text.inside:
            stop = at + len(text.data[at:]) - len(text.data[at:].lstrip(b" \t\f"))
            yield Gap(at, stop, Into.CODE if at == first.start else Into.LAYOUT)


def _at_top(text: _Text) -> Iterator[Gap]:
    """Between the statements of the module."""
    inner: set[int] = set()
    for statement in text.module.body:
        inner.update(range(statement.lineno + 1, (statement.end_lineno or 0) + 1))
    for number, at in enumerate(text.starts[:-1], 1):
        if number not in inner and number not in text.inside and at <= len(text.data):
            yield Gap(at, at, Into.LINES if at < len(text.data) else Into.CODE)
    yield Gap(len(text.data), len(text.data))
