"""The nearest of what can be reached from somewhere, for questions that are asked again and again over a run."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
Answer = TypeVar("Answer")


def nearest(
    start: Node,
    answer: Callable[[Node], Answer | None],
    further: Callable[[Node], Iterable[Node]],
    known: dict[Node, Answer | None],
) -> Answer | None:
    """The answer of the first node, by steps from `start`, that has one. Each is looked at once, so that circles end.

    `known` keeps what is found, and which nodes lead nowhere. No answer of a node on the way is taken from it: that may
    not be the nearest, and what is found must not depend on what was asked before.
    """
    if start in known:
        return known[start]
    seen = {start}
    waiting = [start]
    for here in waiting:
        if here in known and known[here] is None:  # it leads nowhere
            continue
        found = answer(here)
        if found is not None:
            known[start] = found
            return found
        for one in further(here):
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    known.update(dict.fromkeys(waiting))
    return None
