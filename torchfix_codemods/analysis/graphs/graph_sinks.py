"""Where a value with an autograd graph leaves the place at which the graph was built."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from enum import Enum


class End(Enum):
    """How a graph leaves the place where it was built."""

    GRADIENT = "given to what needs gradients"
    RETURNED = "returned"
    YIELDED = "yielded"
    STORED = "stored"
    SHOWN = "shown as text"
    SAVED = "saved"
    CAPTURED = "captured by a function"
    LOST = "not followed to its end"


@dataclass(frozen=True, slots=True)
class Sink:
    """One such place. `what` is the expression that carries the graph there, `on_host` if it went through `.cpu()`."""

    end: End
    node: ast.AST
    what: ast.expr
    text: str = ""
    on_host: bool = False

    @property
    def line(self) -> int:
        return int(getattr(self.node, "lineno", getattr(self.what, "lineno", 1)))


@dataclass
class Trace:
    """What was found from some expressions on: all places where their graph is touched, and where it leaves.

    `handed` are the calls of functions that cannot be seen, which get a value with the graph.
    """

    touched: list[ast.expr] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    handed: list[ast.Call] = field(default_factory=list)

    def first(self, *ends: End) -> Sink | None:
        """The first sink of one of these kinds."""
        return next((sink for sink in self.sinks if sink.end in ends), None)
