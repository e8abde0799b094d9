"""From the first forward pass in eval mode to the last statement that touches its result.

After `net.eval()` these are the statements that need no graph, if nothing in them or after them asks for gradients.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from torchfix_codemods.analysis.graphs.graph_sinks import Trace
from torchfix_codemods.analysis.graphs.graph_trace import Tracer
from torchfix_codemods.analysis.modes.forward_calls import ForwardCalls
from torchfix_codemods.analysis.syntax.geometry import exclusive, position
from torchfix_codemods.analysis.syntax.tree import Function, Tree
from torchfix_codemods.analysis.values.model_names import Switch, model_names, same_model

_WIDEST_GAP = 2


@dataclass(frozen=True, slots=True)
class Region:
    """A run of sibling statements, `block[first]` to `block[last]`, that runs models in eval mode.

    `switches` are the calls that set the mode, in source order, `forwards` the calls of the models and of functions of
    the file that run them.
    """

    switches: tuple[Switch, ...]
    block: Sequence[ast.stmt] = field(repr=False)
    first: int
    last: int
    forwards: tuple[ast.Call, ...]

    @property
    def statements(self) -> Sequence[ast.stmt]:
        return self.block[self.first : self.last + 1]

    @property
    def names(self) -> frozenset[str]:
        """The names of the models."""
        return frozenset(name for switch in self.switches for name in switch.names)


@dataclass(frozen=True, slots=True)
class Conditional:
    """An eval() that only some runs reach, before forward passes that all reach."""

    switch: Switch
    forwards: tuple[ast.Call, ...]
    statements: Sequence[ast.stmt] = field(repr=False)


class Regions:
    """Answers for one file."""

    def __init__(self, tree: Tree, calls: ForwardCalls, tracer: Tracer) -> None:
        self.tree = tree
        self.calls = calls
        self.mode = calls.mode
        self.variables = tracer.variables
        self.uses = tracer.uses
        self.tracer = tracer
        self._running: dict[tuple[ast.Call, frozenset[str]], bool] = {}
        self._covered: dict[ast.Call, bool] = {}

    # ---- what an eval() reaches

    def after(self, switch: Switch) -> Region | Conditional | None:
        """The forward passes that an eval() certainly precedes, from the first to the last; None where there are none.

        Not yet narrowed to what belongs together: see `split`.
        """
        tree = self.tree
        function = tree.function(switch.call)
        end = self._training_again(switch, function)
        statement: ast.stmt = tree.statement(switch.call)
        block, index = tree.block(statement)
        certain = True
        start = position(switch.call)
        while True:
            forwards = self._forwards(switch, function, block, index, start, end)
            if forwards and certain:
                places = [place for call in forwards if (place := self.index_in(block, call)) is not None]
                return Region((switch,), block, min(places), max(places), tuple(forwards))
            if forwards:
                return Conditional(switch, tuple(forwards), block[index + 1 :])
            holder = tree.parents[statement]
            step = self._passes_through(holder, statement, switch)
            if step is None or not isinstance(holder, ast.stmt):
                return None
            certain = certain and step
            statement = holder
            block, index = tree.block(statement)
            start = (statement.end_lineno or 0, statement.end_col_offset or 0)

    def _forwards(
        self,
        switch: Switch,
        function: Function | None,
        block: Sequence[ast.stmt],
        index: int,
        start: tuple[int, int],
        end: tuple[int, int] | None,
    ) -> list[ast.Call]:
        stop = block[-1].end_lineno or block[-1].lineno, block[-1].end_col_offset or 0
        calls = self.calls.by_function.get(function, [])
        found = [switch.called] if switch.called is not None and self._stands_in(switch.called, block[index]) else []
        # Only these can stand beside each other; asking for each pair takes long in a long script.
        branches = any(isinstance(up, (ast.If, ast.Match, ast.Try)) for up in self.tree.ancestors(switch.call))
        for call in calls[bisect_right(calls, start, key=position) :]:
            if position(call) >= stop or (end is not None and position(call) >= end):
                break
            if call is switch.called or not self._runs(call, switch.names) or self.tree.within(switch.call, call):
                continue
            if not branches or not exclusive(self.tree, switch.call, call):
                found.append(call)
        return [call for call in found if not self._is_covered(call)]

    def _runs(self, call: ast.Call, names: frozenset[str]) -> bool:
        """Does the call run one of the models, itself or in a function of the file?"""
        known = self._running.get((call, names))
        if known is None:
            known = self.calls.is_forward(call, names) or bool(self.calls.passes_in(call, names))
            self._running[call, names] = known
        return known

    def _is_covered(self, call: ast.Call) -> bool:
        if call not in self._covered:
            self._covered[call] = self.mode.is_covered(call)
        return self._covered[call]

    def _stands_in(self, call: ast.Call, statement: ast.stmt) -> bool:
        return self.tree.statement(call) is statement

    def _training_again(self, switch: Switch, function: Function | None) -> tuple[int, int] | None:
        """Where the model goes back to training mode."""
        for other in self.calls.switches_by_function.get(function, []):
            again = other.training and position(other.call) > position(switch.call)
            if again and same_model(other.names, switch.names) and not exclusive(self.tree, switch.call, other.call):
                return position(other.call)
        return None

    def _passes_through(self, holder: ast.AST, child: ast.stmt, switch: Switch) -> bool | None:
        """May the way to the statements after `holder` be taken, with the eval() for certain? None: no."""
        if isinstance(holder, (ast.With, ast.AsyncWith)):
            return True
        if isinstance(holder, ast.Try):
            return True if child in holder.body or child in holder.finalbody else None
        if isinstance(holder, ast.For):
            names = model_names(self.tree, holder.iter)
            over = {f"{name}[*]" for name in names}
            is_literal = isinstance(holder.iter, (ast.Tuple, ast.List))
            return True if is_literal or over & switch.names else None
        if isinstance(holder, ast.If):
            return self._both_ways(holder, switch) or _asks_for_mode(holder.test)
        return None

    def _both_ways(self, holder: ast.If, switch: Switch) -> bool:
        """Is the model switched to eval mode whatever the condition says?"""
        blocks = [holder.body, holder.orelse]
        if not holder.orelse:
            return False
        others = [s for s in self.calls.switches if not s.training and same_model(s.names, switch.names)]
        for block in blocks:
            inner = block[0] if len(block) == 1 else None
            if isinstance(inner, ast.If) and inner.orelse and self._both_ways(inner, switch):
                continue
            if not any(self.tree.statement(s.call) in block for s in others):
                return False
        return True

    def index_in(self, block: Sequence[ast.stmt], node: ast.AST) -> int | None:
        """The index of the statement of a block that holds a node."""
        index = bisect_right(block, position(node), key=position) - 1
        if index >= 0 and self.tree.within(node, block[index]):
            return index
        # A decorator stands before its `def`.
        return next((i for i, statement in enumerate(block) if self.tree.within(node, statement)), None)

    # ---- what belongs together

    def trace(
        self, forwards: Sequence[ast.Call], names: frozenset[str], home: Function | None, more: Sequence[ast.expr] = ()
    ) -> Trace:
        """Where the graphs of forward passes go, and those of `more` expressions of the same function."""
        own = [call for call in forwards if self.calls.is_forward(call, names)]
        inner = [one for call in forwards if call not in own for one in self.calls.passes_in(call, names)]
        entered = [step for one in inner for step in one.way]
        return self.tracer.trace([*own, *more, *(one.call for one in inner)], home, entered)

    def split(self, region: Region) -> list[Region]:
        """The runs of statements from a forward pass to the last use of its result, joined where they meet."""
        function = self.tree.function(region.forwards[0])
        parts: list[Region] = []
        for call in region.forwards:
            nodes = self._touching([call], region, function)
            places = [i for node in nodes if (i := self.index_in(region.block, node)) is not None]
            parts.append(replace(region, first=min(places), last=max(places), forwards=(call,)))
        parts.sort(key=lambda part: part.first)
        return list(self._joined(parts))

    def _touching(self, forwards: Sequence[ast.Call], region: Region, home: Function | None) -> list[ast.expr]:
        """The forward passes and all that touches their results, in the function itself."""
        touched = self.trace(forwards, region.names, home).touched
        return [*forwards, *(node for node in touched if self.tree.function(node) is home)]

    def _joined(self, parts: Sequence[Region]) -> Iterator[Region]:
        current = parts[0]
        for part in parts[1:]:
            if part.first <= current.last + 1 or self._is_small_gap(current.block[current.last + 1 : part.first]):
                last = max(current.last, part.last)
                current = replace(current, last=last, forwards=(*current.forwards, *part.forwards))
            else:
                yield current
                current = part
        yield current

    def _is_small_gap(self, gap: Sequence[ast.stmt]) -> bool:
        simple = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Delete, ast.Assert)
        plain = len(gap) <= _WIDEST_GAP and all(isinstance(statement, simple) for statement in gap)
        return plain and self.uses.first_in(gap) is None

    def narrowed(self, region: Region) -> Region:
        """The same in the innermost block that holds all of it. A loop is taken as a whole."""
        function = self.tree.function(region.forwards[0])
        nodes = self._touching(region.forwards, region, function)
        inside = [node for node in nodes if self.index_in(region.block, node) is not None]
        found = region
        while True:
            inner = self._inner(region, inside)
            if inner is None:
                return found
            region = inner
            if not self._is_elif(region):
                found = region

    def _inner(self, region: Region, nodes: Sequence[ast.AST]) -> Region | None:
        holder = region.block[region.first]
        if region.first != region.last or not isinstance(holder, (ast.If, ast.With, ast.AsyncWith, ast.Try)):
            return None
        for name in ("body", "orelse", "finalbody"):
            block: list[ast.stmt] = getattr(holder, name, [])
            places = [self.index_in(block, node) for node in nodes] if block else [None]
            known = [place for place in places if place is not None]
            if len(known) == len(places):
                return replace(region, block=block, first=min(known), last=max(known))
        return None

    def _is_elif(self, region: Region) -> bool:
        only = region.block[0]
        holder = self.tree.parents[only]
        if len(region.block) != 1 or not isinstance(only, ast.If) or not isinstance(holder, ast.If):
            return False
        in_else = any(statement is only for statement in holder.orelse)
        return in_else and self.tree.source(only).startswith("elif")


def _asks_for_mode(test: ast.expr) -> bool:
    """Is it `if net.training:`? Who is not in training mode is in eval mode already."""
    return isinstance(test, ast.Attribute) and test.attr == "training"
