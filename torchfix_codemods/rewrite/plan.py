"""What is to be done with whole statements, what cannot be, and the program that must come out."""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from torchfix_codemods.rewrite.errors import RefusedError
from torchfix_codemods.rewrite.quotes import comments, is_docstring
from torchfix_codemods.rewrite.regions import Layout, Unit, blocks, indent_of, last_line


@dataclass(frozen=True, slots=True)
class Travel:
    """A statement of the text that goes elsewhere, by its index."""

    index: int


Code: TypeAlias = str | Travel


@dataclass
class Plan:
    """What is to be done with whole statements. Statements are named by their index among the units of the text."""

    before: dict[int, list[Code]] = field(default_factory=lambda: defaultdict(list))
    after: dict[int, list[Code]] = field(default_factory=lambda: defaultdict(list))
    decorators: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    removed: set[int] = field(default_factory=set)
    travelling: set[int] = field(default_factory=set)  # of the removed, those that stand elsewhere then
    around: set[int] = field(default_factory=set)  # statements that go where nothing is left in them
    without_else: set[int] = field(default_factory=set)  # statements whose `else` goes, of which nothing is left
    wraps: dict[int, tuple[int, str]] = field(default_factory=dict)  # first -> last, header
    top: list[str] = field(default_factory=list)  # goes before the line `top_line` and the statement `top_index`
    top_line: int = 1
    top_index: int = 0

    def __bool__(self) -> bool:
        return bool(self.before or self.after or self.decorators or self.removed or self.wraps or self.top)

    def move(self, unit: int, to: int, after: bool) -> None:
        """Note that a statement goes before (or after) another one."""
        self.removed.add(unit)
        self.travelling.add(unit)
        codes = (self.after if after else self.before)[to]
        if Travel(unit) not in codes:
            codes.append(Travel(unit))

    def touched(self) -> set[int]:
        """The units at which something happens."""
        return {*self.before, *self.after, *self.decorators, *self.removed, *self.wraps}


# ---- what cannot be done


def check_code(code: str) -> None:
    """RefusedError where code to be inserted holds no statement or does not parse."""
    try:
        if ast.parse(textwrap.dedent(code)).body:
            return
    except SyntaxError:
        pass
    raise RefusedError(f"`{code}` is no statement")


def check_insertion(layout: Layout, unit: Unit, after: bool) -> None:
    """RefusedError where a statement cannot be put before (or after) the unit."""
    if layout.is_elif(unit):
        raise RefusedError("a statement cannot stand between `if` and `elif`")
    if not after and _is_docstring(layout, unit):
        raise RefusedError("the docstring has to stay first")


def check_removal(layout: Layout, unit: Unit) -> None:
    """RefusedError where the statement cannot be taken out."""
    if layout.is_elif(unit):
        raise RefusedError("an `elif` cannot be removed on its own")
    lost = comments(layout.tree.source(unit)) if isinstance(unit, ast.stmt) else []
    if lost:
        raise RefusedError(f"the comment `{lost[0]}` would be lost")


def check_move(layout: Layout, unit: Unit, to: Unit, after: bool) -> None:
    """RefusedError where the unit cannot be put before (or after) the other one."""
    if list(blocks(unit)):
        raise RefusedError("only a simple statement can be moved")
    if unit is to:
        raise RefusedError("a statement cannot be moved before or behind itself")
    if _is_docstring(layout, unit):
        raise RefusedError("the docstring has to stay first")
    check_insertion(layout, to, after)


def check_wrap(layout: Layout, first: Unit, last: Unit) -> None:
    """RefusedError where the run from `first` to `last` cannot stand in a block of its own."""
    if not isinstance(first, ast.stmt) or layout.places[first].block is not layout.places[last].block:
        raise RefusedError("the statements do not stand in one block")
    place = layout.places[first]
    run = place.block[place.index : layout.places[last].index + 1]
    if not run:
        raise RefusedError("the last statement stands before the first")
    for unit in run:
        if layout.is_elif(unit):
            raise RefusedError("an `elif` cannot be wrapped on its own")
        if _is_docstring(layout, unit):
            raise RefusedError("the docstring has to stay first")
        if isinstance(unit, ast.ImportFrom) and unit.module == "__future__":
            raise RefusedError("`from __future__` has to stay at the top")
        if _suspends(unit):
            raise RefusedError("the statements hold a yield or await, which would leave the block open")


def _is_docstring(layout: Layout, unit: Unit) -> bool:
    place = layout.places[unit]
    holds_one = isinstance(place.holder, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    return holds_one and place.index == 0 and is_docstring(unit)


_SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)


def _suspends(unit: Unit) -> bool:
    """Does a statement yield or await in the function that it stands in itself?"""
    stack: list[ast.AST] = [unit]
    while stack:
        node = stack.pop()
        if isinstance(node, _SUSPENDING) or (isinstance(node, ast.comprehension) and node.is_async):
            return True
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            stack += [*node.decorator_list, node.args]
        elif isinstance(node, ast.Lambda):
            stack.append(node.args)
        else:
            stack += ast.iter_child_nodes(node)
    return False


def empties_block(layout: Layout, plan: Plan, block: Sequence[Unit]) -> bool:
    """Does the plan leave nothing in a block?"""
    ends = {layout.index[block[0]]} & plan.before.keys() | {layout.index[block[-1]]} & plan.after.keys()
    return not ends and empties_run(layout, plan, block)


def empties_run(layout: Layout, plan: Plan, run: Sequence[Unit]) -> bool:
    """Does the plan leave nothing in a run of statements? What goes before the first or after the last is outside."""
    indices = [layout.index[unit] for unit in run]
    inserted = {*indices[1:]} & plan.before.keys() | {*indices[:-1]} & plan.after.keys()
    return not inserted and plan.removed.issuperset(indices)


def let_go(layout: Layout, plan: Plan) -> None:
    """Note which statements and `else` clauses go because the plan leaves nothing in them, and no comment is lost."""
    for index in sorted(plan.around, reverse=True):  # the inner before what is around it
        unit = layout.units[index]
        emptied = all(empties_block(layout, plan, block) for _, block in blocks(unit))
        if emptied and not layout.is_elif(unit) and not _comments_in(layout, layout.first_line(unit), unit):
            plan.removed.add(index)
    for index in plan.removed:
        place = layout.places[layout.units[index]]
        if place.field == "orelse" and empties_block(layout, plan, place.block):
            line = else_line(layout, place.holder)
            if line is not None and not _comments_in(layout, line, place.block[-1]):
                plan.without_else.add(layout.index[place.holder])


def else_line(layout: Layout, holder: ast.AST) -> int | None:
    """The line that begins with the `else` of a statement; None where that cannot be seen."""
    block = getattr(holder, "orelse", ())
    if not block:
        return None
    line = layout.first_line(block[0])
    while line > 1 and not _ELSE.match(layout.lines[line - 1]):
        line -= 1
        if layout.lines[line - 1].strip() and not _ELSE.match(layout.lines[line - 1]):
            return None
    return line


_ELSE = re.compile(r"[ \t\f]*else[ \t]*:")


def _comments_in(layout: Layout, first: int, last: Unit) -> bool:
    """Are there comments between this line and the end of a statement, or those at the end of its block?"""
    lines, end = layout.lines, layout.end_of(last_line(last))
    depth = len(indent_of(lines[first - 1]))
    if comments("\n".join(lines[first - 1 : end])):
        return True
    following = next((line for line in lines[end:] if line.strip()), "")
    return following.lstrip().startswith("#") and len(indent_of(following)) > depth


# ---- the program that must come out


def expected(layout: Layout, plan: Plan) -> ast.Module:
    """The program after a plan, built from the syntax tree alone."""
    touched = sorted(plan.touched())
    module = copy.copy(layout.tree.module)
    body = layout.tree.module.body
    module.body = [
        *_block(layout, plan, touched, body[: plan.top_index]),
        *_parsed(layout, plan.top),
        *_block(layout, plan, touched, body[plan.top_index :]),
    ]
    return module


def _parsed(layout: Layout, codes: Sequence[Code]) -> list[ast.stmt]:
    return [statement for code in codes for statement in _statements(layout, code)]


def _statements(layout: Layout, code: Code) -> list[ast.stmt]:
    if isinstance(code, str):
        return ast.parse(code).body
    unit = layout.units[code.index]
    assert isinstance(unit, ast.stmt)
    return [unit]


def _block(layout: Layout, plan: Plan, touched: Sequence[int], block: Sequence[Unit]) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    run: list[ast.stmt] | None = None
    last, header = -1, ""
    for statement in block:
        index = layout.index[statement]
        if index in plan.wraps:
            result += _parsed(layout, plan.before.get(index, ()))
            last, header = plan.wraps[index]
            run = []
        elif index in plan.before:
            (result if run is None else run).extend(_parsed(layout, plan.before[index]))
        if index not in plan.removed:
            kept = _unit(layout, plan, touched, statement)
            assert isinstance(kept, ast.stmt)
            (result if run is None else run).append(kept)
        if index == last and run is not None:
            wrapper = ast.parse(f"{header}\n pass").body[0]
            wrapper.body = run or wrapper.body  # type: ignore[attr-defined]
            result.append(wrapper)
            run = None
        (result if run is None else run).extend(_parsed(layout, plan.after.get(index, ())))
    return result


def _unit(layout: Layout, plan: Plan, touched: Sequence[int], unit: Unit) -> Unit:
    end = unit
    while inner := list(blocks(end)):
        end = inner[-1][1][-1]
    at = bisect_left(touched, layout.index[unit])
    if at == len(touched) or touched[at] > layout.index[end]:
        return unit
    result = copy.copy(unit)
    for name, block in blocks(unit):
        if name in ("handlers", "cases"):
            setattr(result, name, [_unit(layout, plan, touched, part) for part in block])
        else:
            goes = name == "orelse" and layout.index[unit] in plan.without_else
            setattr(result, name, _block(layout, plan, touched, block) or ([] if goes else [ast.Pass()]))
    names = plan.decorators.get(layout.index[unit], ())
    if names:
        assert isinstance(result, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        result.decorator_list = [*result.decorator_list, *(ast.parse(n, mode="eval").body for n in names)]
    return result
