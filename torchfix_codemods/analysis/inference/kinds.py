"""What an expression is, as far as this file shows it, and the line that shows it.

The vocabulary of the inference. `infer.py` fills it in; rules read it through `FileView.kind`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum, IntEnum

from torchfix_codemods.analysis.tables.members import plain_members


@plain_members
class Kind(str, Enum):
    """What a value is."""

    TENSOR = "tensor"
    MODULE = "module"
    OPTIMIZER = "optimizer"
    LOADER = "loader"
    DEVICE = "device"
    OTHER = "other"
    UNKNOWN = "unknown"


@plain_members
class Certainty(IntEnum):
    """How well it is known. Only EVIDENCE allows a safe fix."""

    NONE = 0
    CONVENTION = 1  # a name such as `loss`, a parameter of `forward`
    EVIDENCE = 2  # a constructor, an annotation, a torch call, a use that only this kind allows


@plain_members
class Graph(str, Enum):
    """Can autograd history hang on the value?"""

    NO = "no"  # made without one: a factory, a loader's batch, an integer tensor, `.detach()`, under no_grad
    YES = "yes"  # comes out of a module's call, or has requires_grad
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The line (from 1) that shows it, and a clause that says what it shows; `path` where it is in another file."""

    line: int
    text: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Inferred:
    """What an expression is.

    `qualified` is the dotted name of its class where that is known (`torch.nn.DataParallel`, or `Net` for a class of
    the file). `scalar` means a 0-dim tensor for certain: the result of a criterion with a reduction, of `.mean()`
    without dim, of arithmetic on such.
    """

    kind: Kind = Kind.UNKNOWN
    certainty: Certainty = Certainty.NONE
    evidence: Evidence | None = None
    scalar: bool = False
    graph: Graph = Graph.UNKNOWN
    qualified: str | None = None

    @property
    def is_tensor(self) -> bool:
        """A tensor on evidence."""
        return self.kind is Kind.TENSOR and self.certainty is Certainty.EVIDENCE

    @property
    def is_module(self) -> bool:
        """A torch.nn.Module on evidence."""
        return self.kind is Kind.MODULE and self.certainty is Certainty.EVIDENCE

    def shown_by(self, node: ast.expr) -> Evidence:
        """The line that shows it: where it is known without another one, that of the expression."""
        return self.evidence or Evidence(node.lineno, f"is a {self.kind.value}")


UNKNOWN = Inferred()
