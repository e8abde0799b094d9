"""Edits on expressions and simple statements: cut a region, let libcst rewrite it, put it back."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.edits import (
    PLACEHOLDER,
    AttributeToCall,
    Edit,
    EditCall,
    RenameAttribute,
    Replace,
    Target,
    Unwrap,
)
from torchfix_codemods.rewrite import guard
from torchfix_codemods.rewrite.choose import Nodes, argument, is_inside
from torchfix_codemods.rewrite.errors import RefusedError, RewriteError
from torchfix_codemods.rewrite.indent import indent_unit
from torchfix_codemods.rewrite.linemap import LineMap, aligned
from torchfix_codemods.rewrite.quotes import bracket_depth, quote_style
from torchfix_codemods.rewrite.regions import BLOCKS, Layout, Region, Unit, characters, units

if TYPE_CHECKING:
    from torchfix_codemods.rewrite.spans import Span
    from torchfix_codemods.rewrite.transform import Job, Rewritten

Expression: TypeAlias = AttributeToCall | RenameAttribute | EditCall | Unwrap | Replace
EXPRESSIONS = (AttributeToCall, RenameAttribute, EditCall, Unwrap, Replace)

# libcst's parser and visitors are recursive. Measured: Python's recursion limit of 1,000 ends the visitors at about 320
# nested nodes or 140 brackets; beyond, the parser exhausts the stack and takes the process with it, between 1,000 and
# 2,000 brackets where the stack has 8 MB.
MAX_DEPTH = 200
MAX_BRACKETS = 60


@dataclass
class Wish:
    """One edit and the groups that ask for it."""

    edit: Expression
    groups: list[int]


@dataclass(frozen=True, slots=True)
class Changed:
    """The text after the edits, or, where some were refused, only these: group -> reason."""

    tree: Tree
    lines: LineMap
    refused: dict[int, str] = field(default_factory=dict)


@dataclass
class _Result:
    """What became of a region: its new text without scaffold and its units, or refusals (position of the wish)."""

    text: str = ""
    units: Sequence[Unit] = ()
    refused: dict[int, str] = field(default_factory=dict)
    failure: str = ""  # the region could not be cut out


class Expressions:
    """Rewrites the expressions of one tree. What was worked out for a region is kept for the next attempt."""

    def __init__(self, layout: Layout, nodes: Nodes) -> None:
        self.layout = layout
        self.tree = layout.tree
        self.nodes = nodes
        self._results: dict[tuple[Region, tuple[Expression, ...]], _Result] = {}

    def rewrite(self, edits: Sequence[tuple[int, Edit]]) -> Changed:
        """Make the edits on expressions among `edits`, each with its group.

        Raises:
            RewriteError: the guard found that something else would change.
        """
        wishes = self._wishes(edits)
        if not wishes:
            return Changed(self.tree, LineMap.identity(len(self.layout.lines)))
        results: list[tuple[Region, _Result]] = []
        refused: dict[int, str] = {}
        failed: dict[int, str] = {}
        for region, asked in sorted(wishes.items(), key=lambda item: item[0].first):
            result = self._region(region, asked)
            results.append((region, result))
            into = failed if result.failure else refused
            for position, reason in result.refused.items():
                into.update(dict.fromkeys(asked[position].groups, reason))
        if refused:
            return self._refusing(refused)
        if failed:
            return self._whole(wishes, failed)
        return self._spliced(results)

    def _refusing(self, refused: dict[int, str]) -> Changed:
        return Changed(self.tree, LineMap(()), refused)

    def _wishes(self, edits: Sequence[tuple[int, Edit]]) -> dict[Region, list[Wish]]:
        by_edit: dict[Expression, Wish] = {}
        regions: dict[Region, list[Wish]] = {}
        for group, edit in edits:
            if not isinstance(edit, EXPRESSIONS):
                continue
            wish = by_edit.get(edit)
            if wish is not None:
                wish.groups.append(group)
                continue
            wish = by_edit[edit] = Wish(edit, [group])
            region = self.layout.region(self.layout.unit_of(self.nodes.find(edit.target)))
            regions.setdefault(region, []).append(wish)
        return regions

    # ---- one region

    def _region(self, region: Region, wishes: Sequence[Wish]) -> _Result:
        key = region, tuple(wish.edit for wish in wishes)
        result = self._results.get(key)
        if result is None:
            result = self._results[key] = self._rewritten(region, wishes)
        return result

    def _rewritten(self, region: Region, wishes: Sequence[Wish]) -> _Result:
        text, tail = self.layout.text(region)
        everyone = range(len(wishes))
        if is_too_deep(self.layout.units[region.start : region.stop], text):
            return _Result(refused=dict.fromkeys(everyone, "the code is nested too deeply for libcst"))
        try:
            self._check_cut(region, text)
            made = self._transformed(region, text, wishes)
            if made.refused:
                return _Result(refused=dict(made.refused))
            new_units = units(guard.parsed(made.text).module)
        except RewriteError as error:
            return _Result(refused=dict.fromkeys(everyone, error.reason), failure=error.reason)
        except RecursionError:
            return _Result(refused=dict.fromkeys(everyone, "the code is nested too deeply for libcst"))
        start = region.scaffold_units
        own = new_units[start : start + region.stop - region.start]
        return _Result(made.text[len(region.head) : len(made.text) - len(tail)], own)

    def _check_cut(self, region: Region, text: str) -> None:
        """RewriteError where the region, cut out, is not what it is in its place."""
        found = units(guard.parsed(text).module)[region.scaffold_units :][: region.stop - region.start]
        guard.check_own_parts(self.layout.units[region.start : region.stop], found, {}, blocks=False)

    def _transformed(self, region: Region, text: str, wishes: Sequence[Wish]) -> Rewritten:
        from torchfix_codemods.rewrite.transform import Rewritten, Style, rewrite

        checks: dict[Span, str] = {}
        jobs: list[Job] = []
        refused: dict[int, str] = {}
        for position, wish in enumerate(wishes):
            try:
                jobs.append(self._job(position, wish.edit, region, checks))
            except RefusedError as refusal:
                refused[position] = refusal.reason
        if refused:
            return Rewritten("", refused)
        return rewrite(text, jobs, Style(self.quote, self.unit), checks)

    def _job(self, position: int, edit: Expression, region: Region, checks: dict[Span, str]) -> Job:
        from torchfix_codemods.rewrite.transform import Job

        node = self.nodes.find(edit.target)
        _check(edit, node)
        parts = parts_of(edit)
        if not all(isinstance(self.nodes.find(part), ast.expr) and is_inside(part, edit.target) for part in parts):
            raise RefusedError("what should be kept is no expression inside the target")
        spans = []
        for place in (edit.target, *parts):
            span = self._span(place, region)
            found = node if place is edit.target else self.nodes.find(place)
            if self._in_f_string(found):
                if place in self.nodes.shared:
                    raise RefusedError("the position inside the f-string is not certain")
                checks[span] = ast.dump(found)
            spans.append(span)
        return Job(position, edit, spans[0], tuple(spans[1:]))

    def _span(self, place: Target, region: Region) -> Span:
        shift = region.head.count("\n") - region.first + 1
        lines = self.layout.lines
        start = characters(lines[place.line - 1], place.column)
        end = characters(lines[place.end_line - 1], place.end_column)
        return place.line + shift, start, place.end_line + shift, end, place.kind

    def _in_f_string(self, node: ast.AST) -> bool:
        up: ast.AST | None = node
        while up is not None and not isinstance(up, ast.stmt):
            if isinstance(up, ast.JoinedStr):
                return True
            up = self.tree.parents.get(up)
        return False

    @cached_property
    def quote(self) -> str:
        return quote_style(self.tree)

    @cached_property
    def unit(self) -> str:
        return indent_unit(self.layout)

    # ---- all regions

    def _spliced(self, results: Sequence[tuple[Region, _Result]]) -> Changed:
        old = self.layout.lines
        lines: list[str] = []
        olds: list[int] = []
        changed: list[tuple[int, int, int]] = []
        expected: dict[int, Unit] = {}
        at = 0
        for region, result in results:
            lines += old[at : region.first - 1]
            olds += range(at + 1, region.first)
            new = result.text.removesuffix("\n").split("\n") if region.last < len(old) else result.text.split("\n")
            lines += new
            olds += aligned(old[region.first - 1 : region.last], new, region.first)
            changed.append((region.first, region.last, len(new)))
            expected.update(zip(range(region.start, region.stop), result.units, strict=True))
            at = region.last
        lines += old[at:]
        olds += range(at + 1, len(old) + 1)
        guard.check_lines(old, lines, changed)
        return self._checked("\n".join(lines), LineMap(tuple(olds)), expected)

    def _checked(self, text: str, lines: LineMap, expected: dict[int, Unit]) -> Changed:
        tree = guard.parsed(text)
        guard.check_own_parts(self.layout.units, units(tree.module), expected)
        return Changed(tree, lines)

    def _whole(self, wishes: dict[Region, list[Wish]], failed: dict[int, str]) -> Changed:
        """Rewrite the whole text at once: a statement could not be cut out."""
        region = self.layout.whole()
        everything = [wish for asked in wishes.values() for wish in asked]
        result = self._region(region, everything)
        if result.refused:
            return self._refusing(failed)
        old, new = self.layout.lines, result.text.split("\n")
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        changed, olds = [], []
        for tag, first, last, new_first, new_last in matcher.get_opcodes():
            if tag != "equal":
                changed.append((first + 1, last, new_last - new_first))
            olds += aligned(old[first:last], new[new_first:new_last], first + 1)
        may_change = {line for r in wishes for line in range(r.first, r.last + 1)}
        if not all(may_change.issuperset(range(min(first, last), last + 1)) for first, last, _ in changed):
            raise RewriteError("a line outside the changed statements would change")
        touched = {i for r in wishes for i in range(r.start, r.stop)}
        return self._checked(result.text, LineMap(tuple(olds)), {i: result.units[i] for i in touched})


def parts_of(edit: Edit) -> tuple[Target, ...]:
    """The places that an edit keeps."""
    return (edit.part,) if isinstance(edit, Unwrap) else edit.parts if isinstance(edit, Replace) else ()


def _check(edit: Expression, node: ast.AST) -> None:
    """RefusedError where the verb does not fit the node."""
    if isinstance(edit, (AttributeToCall, RenameAttribute)):
        if not isinstance(node, ast.Attribute):
            raise RefusedError("it is no attribute")
        if isinstance(edit, AttributeToCall) and not isinstance(node.ctx, ast.Load):
            raise RefusedError("a call cannot be assigned to")
    elif isinstance(edit, EditCall):
        if not isinstance(node, ast.Call):
            raise RefusedError("it is no call")
        for key in (*edit.drop, *(key for key, _ in edit.replace)):
            if argument(node, key) is None:
                raise RefusedError(f"the call has no argument {key!r}")
    elif isinstance(edit, Replace):
        for number in PLACEHOLDER.findall(edit.template):
            if int(number) >= len(edit.parts):
                raise RefusedError(f"the template asks for a part ${number} that is not given")


def is_too_deep(own: Sequence[Unit], text: str) -> bool:
    """Would libcst overflow the stack on the own parts of these units?"""
    stack: list[tuple[ast.AST, int]] = [(unit, 0) for unit in own]
    while stack:
        node, depth = stack.pop()
        if depth > MAX_DEPTH:
            return True
        stack += [(child, depth + 1) for child in _own_children(node)]
    return bracket_depth(text) > MAX_BRACKETS


def _own_children(node: ast.AST) -> Iterator[ast.AST]:
    is_unit = isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case))
    for name, value in ast.iter_fields(node):
        if is_unit and name in BLOCKS:
            continue
        if isinstance(value, ast.AST):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
