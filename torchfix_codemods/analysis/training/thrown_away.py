"""Gradients that are cleared before the optimizer has used them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from torchfix_codemods.analysis.syntax.geometry import ending, exclusive, position
from torchfix_codemods.analysis.syntax.tree import LOOPS, Function, callee_name
from torchfix_codemods.analysis.training.clearing import Clearing, is_periodic
from torchfix_codemods.analysis.training.training import MODES, Event, Loop, What
from torchfix_codemods.analysis.values.model_names import is_part_of, same_model

# What may compute gradients in a way that is not seen.
_MAY_COMPUTE = re.compile(r"grad(?!_?(?:norm|value|scaler))|backward|loss|train|reduce|sync", re.I)


@dataclass(frozen=True, slots=True)
class ThrownAway:
    """`clear` throws away what `backward` has computed before `step` can use it.

    `periodic`: only in the iterations in which there is no step, so that nothing is accumulated.
    """

    backward: Event
    clear: Event
    step: Event
    periodic: bool = False


def thrown_away(clearing: Clearing) -> Iterator[ThrownAway]:
    """Every such place of a file, each clear once."""
    tree = clearing.tree
    functions: list[Function | None] = [None, *tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
    seen: set[ast.AST] = set()
    for found in (*(f for function in functions for f in _in_order(clearing, function)), *_accumulations(clearing)):
        if found.clear.node not in seen:
            seen.add(found.clear.node)
            yield found


def _in_order(clearing: Clearing, function: Function | None) -> Iterator[ThrownAway]:
    """Backward, clear and step follow each other."""
    events = tuple(e for e in clearing.training.events_of(function) if e.what not in MODES)
    for index, clear in enumerate(events):
        if clear.what is not What.CLEAR or not clear.names:
            continue
        backward = _last_backward(events[:index])
        step = next((e for e in events[index + 1 :] if e.what is not What.CLEAR), None)
        if backward is None or step is None or step.what is not What.STEP:
            continue
        between = events[index + 1 : events.index(step)]
        if any(not event.names for event in between) or not _clears(clearing, clear, step):
            continue
        if _is_straight(clearing, backward, clear, step) and not _may_compute(clearing, clear, step):
            yield ThrownAway(backward, clear, step)


def _last_backward(events: tuple[Event, ...]) -> Event | None:
    """The backward pass whose gradients nothing has used or cleared yet."""
    for event in reversed(events):
        if event.what is What.BACKWARD:
            return event
        if event.what is not What.CLEAR or not event.names:
            return None
    return None


def _clears(clearing: Clearing, clear: Event, step: Event) -> bool:
    """Does it for certain clear all gradients that the step uses?"""
    if clear.names == step.names and len(clear.names) == 1:
        return True
    models = clearing.optimizers.models(step.names)
    return (
        bool(models)
        and models is not None
        and all(same_model(frozenset({m}), clear.names) or is_part_of(frozenset({m}), clear.names) for m in models)
    )


def _is_straight(clearing: Clearing, backward: Event, clear: Event, step: Event) -> bool:
    """Does every run that gets from the pass to the step come by the clear?"""
    tree = clearing.tree
    places = [event.place for event in (backward, clear, step)]
    if any(exclusive(tree, one, other) for one, other in pairwise(places)):
        return False
    depth = 0
    ways = [(*event.way, event.node) for event in (clear, step)]
    while depth < min(map(len, ways)) - 1 and ways[0][depth] is ways[1][depth]:
        depth += 1
    one, other = ways[0][depth], ways[1][depth]
    if len(ways[0]) > depth + 1 and clearing.training.branches(replace(clear, way=clear.way[depth + 1 :]), tree.module):
        return False
    holder = tree.parents[tree.statement(one)]
    while isinstance(holder, (ast.With, *LOOPS)) and not tree.within(other, holder):
        if isinstance(holder, LOOPS):
            return False
        holder = tree.parents[holder]
    if not tree.within(other, holder):
        return False
    # A loop that holds the clear and the step, but not the pass, clears for its own passes.
    last = (*backward.way, backward.node)
    same = depth < len(last) and all(a is b for a, b in zip(last[:depth], ways[0][:depth], strict=True))
    loops = [up for up in tree.ancestors(one) if isinstance(up, LOOPS)]
    return not same or all(tree.within(last[depth], loop) for loop in loops)


def _may_compute(clearing: Clearing, clear: Event, step: Event) -> bool:
    """Is something between the two that may compute new gradients?"""
    start, end = ending(clear.place), position(step.place)
    function = clearing.tree.function(clear.place)
    return any(
        _MAY_COMPUTE.search(callee_name(call)) is not None
        for call in clearing.tree.nodes(ast.Call)
        if start <= position(call) < end and clearing.tree.function(call) is function and call is not step.place
    )


def _accumulations(clearing: Clearing) -> Iterator[ThrownAway]:
    """A step in every k-th iteration, and a clear in all of them."""
    for loop in clearing.training.loops:
        steps, clears, backwards = loop.of(What.STEP), loop.of(What.CLEAR), loop.of(What.BACKWARD)
        if len({step.names for step in steps}) != 1 or len(clears) != 1 or loop.of(What.HANDED):
            continue
        if any(clearing.training.branches(event, loop.node) for event in (*clears, *backwards)):
            continue
        if all(_is_only_periodic(clearing, step, loop) for step in steps) and _clears(clearing, clears[0], steps[0]):
            yield ThrownAway(backwards[0], clears[0], steps[0], periodic=True)


def _is_only_periodic(clearing: Clearing, step: Event, loop: Loop) -> bool:
    branches = clearing.training.branches(step, loop.node)
    return bool(branches) and any(
        is_periodic(up) and part in up.body for up, part in branches if isinstance(up, ast.If)
    )
