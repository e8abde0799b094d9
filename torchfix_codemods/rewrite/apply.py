"""Turns edits into text: chooses what goes together, rewrites, and lets nothing pass that the guard does not accept."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from torchfix_codemods.analysis.syntax.cells import is_displayed
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.edits import (
    AddImport,
    Decorate,
    Edit,
    InsertAfterImports,
    InsertStatement,
    Move,
    RemoveStatement,
    Target,
    WrapStatements,
)
from torchfix_codemods.rewrite import expand, guard, plan, statements
from torchfix_codemods.rewrite.choose import Nodes, choose, contradicts_itself
from torchfix_codemods.rewrite.errors import RefusedError
from torchfix_codemods.rewrite.errors import RewriteError as RewriteError
from torchfix_codemods.rewrite.expressions import EXPRESSIONS, Changed, Expressions
from torchfix_codemods.rewrite.imports import Top
from torchfix_codemods.rewrite.linemap import LineMap as LineMap
from torchfix_codemods.rewrite.plan import Plan
from torchfix_codemods.rewrite.quotes import requote
from torchfix_codemods.rewrite.regions import Layout

_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a text. Groups are named by their index.

    `done` are in the text. `waiting` are in conflict with a group that won, and can be tried on the new text.
    `swallowed` names for each group whose place was dropped the group that dropped it. `refused` gives the reason why a
    group cannot be done.
    """

    text: str
    done: tuple[int, ...]
    waiting: tuple[int, ...]
    swallowed: dict[int, int]
    lines: LineMap
    refused: dict[int, str] = field(default_factory=dict)


def apply_edits(tree: Tree, groups: Sequence[Sequence[Edit]]) -> Applied:
    """Apply groups of edits, one group for each finding.

    Args:
        tree: the parsed text, without byte order mark.
        groups: the edits of each finding, in order of priority. A group is applied as a whole or not at all.

    Raises:
        RewriteError: the text cannot be rewritten, or the result is not exactly what was asked for.
    """
    lone = next((n for n, line in enumerate(tree.lines, 1) if "\r" in line.removesuffix("\r")), 0)
    if lone:
        raise RewriteError("it has line ends of a lone carriage return", lone)
    try:
        return _apply(tree, groups)
    except RecursionError:
        raise RewriteError("the statements are nested too deeply") from None


def refusals(tree: Tree, groups: Mapping[int, Sequence[Edit]]) -> dict[int, str]:
    """Why groups would be refused, each for itself, as far as that can be told without libcst."""
    of_statements = {i: g for i, g in groups.items() if not all(isinstance(edit, EXPRESSIONS) for edit in g)}
    if not of_statements:
        return {}
    layout, nodes = Layout(tree), Nodes(tree)
    expressions, top = Expressions(layout, nodes), Top(layout)
    found: dict[int, str] = {}
    for group, edits in of_statements.items():
        attempt = _Attempt(layout, nodes, expressions, [(group, edit) for edit in edits], top)
        attempt.foresee()
        found |= attempt.refused
    return found


def _apply(tree: Tree, groups: Sequence[Sequence[Edit]]) -> Applied:
    layout, nodes = Layout(tree), Nodes(tree)
    expressions, top = Expressions(layout, nodes), Top(layout)
    refused = {i: "its edits contradict each other" for i, g in enumerate(groups) if contradicts_itself(g, nodes)}
    while True:
        choice = choose(groups, refused, nodes)
        edits = [(group, edit) for group in choice.now for edit in groups[group]]
        attempt = _Attempt(layout, nodes, expressions, edits, top)
        result = attempt.make()
        if result is not None:
            text, lines = result
            return Applied(text, choice.now, tuple(sorted(choice.waiting)), choice.swallowed, lines, refused)
        refused.update(attempt.refused)


class _Attempt:
    """One try to make some edits together. Where some are refused, the others are tried again without them."""

    def __init__(
        self, layout: Layout, nodes: Nodes, expressions: Expressions, edits: list[tuple[int, Edit]], top: Top
    ) -> None:
        self.layout = layout
        self.nodes = nodes
        self.expressions = expressions
        self.edits = edits
        self.top = top
        self.refused: dict[int, str] = {}

    def make(self) -> tuple[str, LineMap] | None:
        """The new text, or None where edits were refused."""
        self._check()
        if self.refused:
            return None
        parted = self._part()
        plan_ = self._plan()
        changed = self.expressions.rewrite(self.edits)
        self.refused.update(changed.refused)
        if self.refused:
            return None
        lines = changed.lines.after(parted)
        if not plan_:
            return changed.tree.text, lines
        moved = self._move(changed, plan_)
        return moved.text, moved.lines.after(lines)

    def foresee(self) -> None:
        """See what is refused before libcst is asked."""
        self._check()
        if not self.refused:
            self._part()
            self._plan()

    # ---- what cannot be done

    def _check(self) -> None:
        for group, edit in self.edits:
            try:
                self._check_one(edit)
            except RefusedError as refusal:
                self.refused.setdefault(group, refusal.reason)

    def _check_one(self, edit: Edit) -> None:
        layout = self.layout
        if isinstance(edit, InsertStatement):
            plan.check_code(edit.code)
            plan.check_insertion(layout, self._unit(edit.target), edit.after)
            self._check_display(edit.target if edit.after else None)
        elif isinstance(edit, RemoveStatement):
            plan.check_removal(layout, self._unit(edit.target))
        elif isinstance(edit, Move):
            plan.check_move(layout, self._unit(edit.target), self._unit(edit.to), edit.after)
        elif isinstance(edit, Decorate):
            plan.check_code(f"@{edit.decorator}\ndef f(): pass")
            if not isinstance(self._unit(edit.target), (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                raise RefusedError("only functions and classes can be decorated")
        elif isinstance(edit, WrapStatements):
            plan.check_code(f"{edit.header}\n    pass")
            plan.check_wrap(layout, self._unit(edit.first), self._unit(edit.last))
            self._check_display(edit.last)

    def _check_display(self, last: Target | None) -> None:
        """A notebook shows the last expression of a cell only where nothing follows it and no block holds it."""
        if last is not None and is_displayed(self.layout.tree, self._unit(last)):
            raise RefusedError("the cell would no longer show its last expression")

    def _unit(self, place: Target) -> ast.stmt:
        node = self.nodes.find(place)
        if not isinstance(node, ast.stmt):
            raise RefusedError(f"{place.kind} is no statement")
        return node

    # ---- steps

    def _part(self) -> LineMap:
        """Give statements that share a line their own, where that is needed."""
        shared = expand.units_to_part(self.layout, self.nodes, [edit for _, edit in self.edits])
        if not shared:
            return LineMap.identity(len(self.layout.lines))
        tree, lines = expand.part(self.layout, shared)
        self.edits = expand.moved(self.edits, self.nodes, tree)
        self.layout, self.nodes = Layout(tree), Nodes(tree)
        self.expressions, self.top = Expressions(self.layout, self.nodes), Top(self.layout)
        return lines

    def _plan(self) -> Plan:
        made = Plan()
        statement_edits = [(group, edit) for group, edit in self.edits if not isinstance(edit, EXPRESSIONS)]
        if not statement_edits:
            return made
        quote = self.expressions.quote
        for _, edit in statement_edits:
            if isinstance(edit, InsertStatement):
                where = made.after if edit.after else made.before
                _add(where[self._index(edit.target)], requote(textwrap.dedent(edit.code).strip("\n"), quote))
            elif isinstance(edit, RemoveStatement):
                made.removed.add(self._index(edit.target))
                made.around.update(map(self._index, edit.around))
            elif isinstance(edit, Move):
                made.move(self._index(edit.target), self._index(edit.to), edit.after)
                made.around.update(map(self._index, edit.around))
            elif isinstance(edit, WrapStatements):
                made.wraps[self._index(edit.first)] = self._index(edit.last), requote(edit.header, quote)
            elif isinstance(edit, Decorate):
                _add(made.decorators[self._index(edit.target)], requote(edit.decorator, quote))
        self._plan_top(made, statement_edits, quote)
        plan.let_go(self.layout, made)
        self._unwrap_removed(made)
        return made

    def _index(self, place: Target) -> int:
        return self.layout.index[self.nodes.find(place)]

    def _unwrap_removed(self, made: Plan) -> None:
        """A run of which nothing is left needs no wrapper."""
        for first, (last, _) in list(made.wraps.items()):
            place = self.layout.places[self.layout.units[first]]
            run = place.block[place.index : self.layout.places[self.layout.units[last]].index + 1]
            if plan.empties_run(self.layout, made, run):
                del made.wraps[first]

    def _plan_top(self, made: Plan, edits: Iterable[tuple[int, Edit]], quote: str) -> None:
        top, uses = self.top, self._first_uses()
        imports: list[str] = []
        others: list[tuple[str, int]] = []
        for group, edit in edits:
            try:
                if isinstance(edit, AddImport):
                    line = top.import_line(edit, uses.get(group))
                    if line:
                        top.check_before(top.import_block, uses.get(group))
                        _add(imports, line)
                elif isinstance(edit, InsertAfterImports):
                    code, anchor = top.lines_after_imports(edit, uses.get(group))
                    if code:
                        top.check_before(anchor, uses.get(group))
                        _add(others, (requote(code, quote), anchor))
            except RefusedError as refusal:
                self.refused.setdefault(group, refusal.reason)
        for code, anchor in (*((line, top.import_block) for line in imports), *others):
            if anchor < 0 or (anchor == 0 and top.has_docstring_only):
                made.top.append(code)
                made.top_line, made.top_index = top.first_free_line, anchor + 1
            else:
                made.after[self.layout.index[top.body[anchor]]].append(code)

    def _first_uses(self) -> dict[int, int]:
        """The first line of each group's edits that runs when the module is loaded; none where all run later."""
        uses: dict[int, int] = {}
        for group, edit in self.edits:
            line = self._module_line(edit)
            if line is not None:
                uses[group] = min(line, uses.get(group, line))
        return uses

    def _module_line(self, edit: Edit) -> int | None:
        if isinstance(edit, (AddImport, InsertAfterImports)):
            return None
        place = edit.first if isinstance(edit, WrapStatements) else edit.target
        if isinstance(edit, Move):
            place = min(edit.target, edit.to)
        if isinstance(edit, InsertStatement) and place.kind in ("Import", "ImportFrom"):
            return None  # a line among the imports uses nothing that goes below them
        return None if self.layout.tree.function(self.nodes.find(place)) else place.line

    def _move(self, changed: Changed, plan_: Plan) -> statements.Moved:
        layout = self.layout if changed.tree is self.layout.tree else Layout(changed.tree)
        moved = statements.write(layout, plan_)
        end = layout.missing_end  # a last line without line end may get one
        old_lines = [*layout.lines[:-1], layout.lines[-1] + end]
        guard.check_lines(old_lines, (moved.text + end).split("\n"), moved.changed)
        guard.check_same(plan.expected(layout, plan_), guard.parsed(moved.text).module)
        return moved


def _add(entries: list[_Entry], entry: _Entry) -> None:
    """Equal insertions at one place are made once."""
    if entry not in entries:
        entries.append(entry)
