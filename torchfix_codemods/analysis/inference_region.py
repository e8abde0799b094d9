"""From the first forward pass in eval mode to the last statement that touches its result.

After `net.eval()` these are the statements that need no graph, if nothing in them or after them asks for gradients.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from torchfix_codemods.analysis.aliases import exclusive, position
from torchfix_codemods.analysis.grad_mode import GradMode
from torchfix_codemods.analysis.graph_sinks import Trace
from torchfix_codemods.analysis.graph_trace import Tracer
from torchfix_codemods.analysis.kinds import Inferred, Kind
from torchfix_codemods.analysis.model_names import Switch, is_part_of, mode_switches, model_names, same_model
from torchfix_codemods.analysis.torch_api import MODULE_SAME, ONLY_MODULES_CALL
from torchfix_codemods.analysis.tree import FUNCTIONS, Function, Tree, all_arguments, dotted
from torchfix_codemods.analysis.variables import Variables

# Methods by which models of a class that is not in sight are run.
_RUNNING = re.compile(
    r"(?:forward|generate|predict|sample|encode|decode|infer|extract|embed|reconstruct|translate|classify|detect"
    r"|beam_search|greedy|score|search|inference)(?:_\w+)?\Z|(?:get|compute|extract)_\w*(?:features?|embeddings?|logits)\Z"
)
_NOT_RUNNING = (
    ONLY_MODULES_CALL
    | MODULE_SAME
    | {"state_dict", "load_state_dict", "zero_grad", "save", "load", "items", "keys", "values", "get", "append"}
)
_WIDEST_GAP = 2
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Pass:
    """A forward pass in a function of the file, and the functions with the calls that lead there, outermost first."""

    call: ast.Call
    way: tuple[tuple[Function, ast.Call], ...]


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

    def __init__(
        self, tree: Tree, kind: Callable[[ast.expr], Inferred], variables: Variables, mode: GradMode, tracer: Tracer
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self.mode = mode
        self.uses = tracer.uses
        self.tracer = tracer

    @cached_property
    def switches(self) -> list[Switch]:
        """Every call that sets a mode."""
        return mode_switches(self.tree)

    @cached_property
    def _calls_by_function(self) -> dict[Function | None, list[ast.Call]]:
        table: dict[Function | None, list[ast.Call]] = {}
        for call in sorted(self.tree.nodes(ast.Call), key=position):
            if not self._is_in_lambda(call):  # nobody knows when that runs
                table.setdefault(self.tree.function(call), []).append(call)
        return table

    def _is_in_lambda(self, node: ast.AST) -> bool:
        for up in self.tree.ancestors(node):
            if isinstance(up, (ast.Lambda, ast.stmt)):
                return isinstance(up, ast.Lambda)
        return False

    # ---- which calls run the model

    def is_forward(self, call: ast.Call, names: frozenset[str]) -> bool:
        """Does the call run one of these models, as a whole or in part?"""
        func = call.func
        if isinstance(func, ast.Name) and func.id == "map" and len(call.args) == 2 and not self.tree.bindings(func):
            return same_model(model_names(self.tree, call.args[0]), names)
        if isinstance(func, ast.Attribute) and func.attr in ("forward", "__call__"):
            func = func.value
        callee = model_names(self.tree, func)
        if same_model(callee, names):
            return True
        return isinstance(func, ast.Attribute) and is_part_of(callee, names) and self._part_runs(func)

    def _part_runs(self, func: ast.Attribute) -> bool:
        """Is an attribute of a model, which is called here, a part of it or a method that runs it?"""
        name = func.attr
        if name in _NOT_RUNNING:
            return False
        if self.kind(func).kind is Kind.MODULE:
            return True
        owner = self.uses.class_of(func.value)
        if owner is None:
            return _RUNNING.match(name) is not None and self._may_be_module(func.value)
        method = self.uses.method(owner, name)
        return method is not None and self._runs_self(method, _DEEPEST)

    def _may_be_module(self, node: ast.expr) -> bool:
        return self.kind(node).kind in (Kind.MODULE, Kind.UNKNOWN) and not (
            isinstance(node, ast.Name) and node.id == "self"
        )

    def _runs_self(self, method: Function, depth: int) -> bool:
        """Does a method of a module run the module, or a part of it?"""
        for call in self._calls_by_function.get(method, []):
            name = dotted(call.func) or ""
            if name == "self" or name in ("self.forward", "self.__call__"):
                return True
            if name.startswith("self.") and self.kind(call.func).kind is Kind.MODULE:
                return True
            if name.startswith("self.") and depth and isinstance(call.func, ast.Attribute):
                owner = self.tree.class_of(method)
                inner = self.uses.method(owner, call.func.attr) if owner is not None else None
                if inner is not None and inner is not method and self._runs_self(inner, depth - 1):
                    return True
        return False

    def passes_in(self, call: ast.Call, names: frozenset[str], depth: int = _DEEPEST) -> list[Pass]:
        """The forward passes of the models in the functions of the file that a call leads to.

        Only where the function leaves mode and gradients alone, so that both are up to its caller.
        """
        found: list[Pass] = []
        for function in self.uses.called(call) if depth else ():
            inner = self._names_inside(call, function, names)
            if not inner or any(self.tree.function(s.call) is function for s in self.switches):
                continue
            for other in self._calls_by_function.get(function, []):
                if self.mode.is_covered(other):
                    continue
                if self.is_forward(other, inner):
                    found.append(Pass(other, ((function, call),)))
                else:
                    deeper = self.passes_in(other, inner, depth - 1)
                    found += [Pass(one.call, ((function, call), *one.way)) for one in deeper]
        return found

    def _names_inside(self, call: ast.Call, function: Function, names: frozenset[str]) -> frozenset[str]:
        """What the models are called in a function that is called."""
        inner: set[str] = set()
        keys: list[tuple[int | str, ast.expr]] = [*enumerate(call.args)]
        keys += [(word.arg, word.value) for word in call.keywords if word.arg is not None]
        for key, value in keys:
            if same_model(model_names(self.tree, value), names):
                parameter = self.variables.parameter(call, key)
                if parameter is not None and self.tree.parents[self.tree.parents[parameter]] is function:
                    inner.add(parameter.arg)
        local = {argument.arg for argument in all_arguments(function.args)} | set(self.tree.scopes[function].bindings)
        is_method = isinstance(call.func, ast.Attribute) and dotted(call.func.value) == "self"
        for name in names:
            root = name.split(".")[0].split("[")[0]
            if root == "self":
                stays = is_method and name != "self"
            else:
                stays = root not in local and self._is_global(root, call)
            if stays:
                inner.add(name)
        return frozenset(inner)

    def _is_global(self, name: str, call: ast.Call) -> bool:
        scope = self.tree.scope(call).lookup(name)
        return scope is None or isinstance(scope.node, (ast.Module, *FUNCTIONS))

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
        calls = self._calls_by_function.get(function, [])
        found = [switch.called] if switch.called is not None and self._stands_in(switch.called, block[index]) else []
        for call in calls[bisect_right(calls, start, key=position) :]:
            if position(call) >= stop or (end is not None and position(call) >= end):
                break
            if call is switch.called or self.tree.within(switch.call, call) or exclusive(self.tree, switch.call, call):
                continue
            if self.is_forward(call, switch.names) or self.passes_in(call, switch.names):
                found.append(call)
        return [call for call in found if not self.mode.is_covered(call)]

    def _stands_in(self, call: ast.Call, statement: ast.stmt) -> bool:
        return self.tree.statement(call) is statement

    def _training_again(self, switch: Switch, function: Function | None) -> tuple[int, int] | None:
        """Where the model goes back to training mode."""
        for other in self.switches:
            if other.training and position(other.call) > position(switch.call):
                same = self.tree.function(other.call) is function and same_model(other.names, switch.names)
                if same and not exclusive(self.tree, switch.call, other.call):
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
        others = [s for s in self.switches if not s.training and same_model(s.names, switch.names)]
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
        own = [call for call in forwards if self.is_forward(call, names)]
        inner = [one for call in forwards if call not in own for one in self.passes_in(call, names)]
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
