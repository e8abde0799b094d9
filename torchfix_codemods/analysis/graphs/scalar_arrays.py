"""Reads of one number through numpy: `loss.data.cpu().numpy()`, and whether `loss.item()` does the same there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from torchfix_codemods.analysis.graphs.consumers import Consumer, Consumers, Need
from torchfix_codemods.analysis.graphs.scalars import OneNumber, has_scalar_name, without_detour
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import VIEW_METHODS, is_in_place
from torchfix_codemods.analysis.values.uses import How, uses_of
from torchfix_codemods.analysis.values.variables import Variables

# What an array has and a Python number has not, or not as an array.
_ARRAY_MEMBERS = frozenset(
    {
        "T", "astype", "copy", "dtype", "fill", "flatten", "item", "itemset", "max", "mean", "min", "ndim", "ravel",
        "repeat", "reshape", "round", "shape", "size", "squeeze", "std", "sum", "tobytes", "tofile", "tolist",
        "transpose", "view",
    }
)  # fmt: skip
_DEEPEST = 5
_IS_KEPT = "it is kept, and a Python number has neither the number format nor the memory of the array"


@dataclass(frozen=True, slots=True)
class ScalarArray(OneNumber):
    """Read as an array.

    `reason` says why `.item()` may differ there, empty where it does not; `place` is the line that shows it.
    """

    reason: str = ""
    place: Evidence | None = None

    @property
    def is_safe(self) -> bool:
        return not self.reason


def scalar_array(
    call: ast.Call, tree: Tree, kind: Callable[[ast.expr], Inferred], variables: Variables
) -> ScalarArray | None:
    """What `call` reads, if it is `x.numpy()` of one number that is used where a Python number can stand too."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "numpy" or call.args or call.keywords:
        return None
    root = without_detour(call)
    if Consumers(tree, kind).of(call, root).need is Need.ARRAY:  # most are, which the text alone shows
        return None
    inferred = kind(root)
    if not inferred.is_tensor or not (inferred.scalar or has_scalar_name(root)):
        return None
    consumer, line = _Search(tree, kind, root, variables).of(call)
    if consumer.need is Need.ARRAY:
        return None
    place = Evidence(line, consumer.reason) if line != call.lineno else None
    if inferred.scalar:
        reason = "" if consumer.need <= Need.SAME else consumer.reason or _IS_KEPT
        return ScalarArray(root, Certainty.EVIDENCE, inferred.evidence, reason, place)
    if consumer.need is Need.NUMBER:
        evidence = Evidence(line, "takes one number")
        return ScalarArray(root, Certainty.EVIDENCE, evidence)
    if consumer.need > Need.TEXT:
        return None
    return ScalarArray(root, Certainty.CONVENTION, inferred.evidence, "only its name says that it is one number")


@dataclass
class _Search:
    """Follows the array of one number to those who consume it."""

    tree: Tree
    kind: Callable[[ast.expr], Inferred]
    root: ast.expr
    variables: Variables

    def __post_init__(self) -> None:
        self.consumers = Consumers(self.tree, self.kind)

    def of(self, node: ast.expr, depth: int = 0) -> tuple[Consumer, int]:
        """The consumer that needs most of an array, and its line."""
        found = self.consumers.of(node, self.root)
        if found.need is not Need.KEPT:
            return found, node.lineno
        later = list(self._reads(node)) if depth < _DEEPEST else []
        if not later:
            return self._anywhere(node, found), node.lineno
        worst = max((self.of(read, depth + 1) for read in later), key=lambda pair: pair[0].need)
        if worst[0].need > Need.SAME:
            return worst
        parent = self.tree.parents[node]
        function = self.tree.function(parent) if isinstance(parent, ast.Return) else None
        if function is not None and self.tree.function(function) is None:
            reason = f"callers of `{function.name}` in other files get a Python number in place of an array"
            return Consumer(Need.DIFFERS, reason), node.lineno
        return self._kept_safely(worst[0]), worst[1]

    # ---- where it is kept

    def _reads(self, node: ast.expr) -> Iterator[ast.expr]:
        """Where the array stands again: reads of its variable or parameter, calls of the function that returns it."""
        parent = self.tree.parents[node]
        if isinstance(parent, ast.IfExp):
            node, parent = parent, self.tree.parents[parent]
        if targets := self.tree.assigned.targets(node):
            yield from self._reads_of_targets(targets)
            if (walrus := self.tree.assigned.used_on(node)) is not None:
                yield walrus
        elif isinstance(parent, ast.Return):
            function = self.tree.function(parent)
            yield from (self.variables.calls_of(function) or ()) if function is not None else ()
        elif isinstance(parent, ast.Call) and node in parent.args:
            parameter = self.variables.parameter(parent, parent.args.index(node))
            yield from self.variables.reads(parameter) if parameter is not None else ()

    def _reads_of_targets(self, targets: list[ast.expr]) -> Iterator[ast.expr]:
        if all(isinstance(target, ast.Name) for target in targets):
            for target in targets:
                assert isinstance(target, ast.Name)
                yield from self.variables.reads(target)

    def _anywhere(self, node: ast.expr, found: Consumer) -> Consumer:
        """It is in a container, an attribute, or in other hands: does anybody who is seen there need an array?"""
        for use in uses_of(self.tree, node, self.variables):
            if use.how in (How.METHOD, How.ATTRIBUTE) and use.name in _ARRAY_MEMBERS:
                return Consumer(Need.ARRAY)
        return Consumer(Need.DIFFERS, found.reason or _IS_KEPT)

    def _kept_safely(self, found: Consumer) -> Consumer:
        """A number stays what it was, the array follows when the tensor is written to."""
        base = self.root
        while isinstance(base, ast.Call) and isinstance(base.func, ast.Attribute) and base.func.attr in VIEW_METHODS:
            base = base.func.value
        if isinstance(base, ast.Name) and not self._is_written_to(base.id):
            return found
        if isinstance(base, (ast.Call, ast.BinOp, ast.UnaryOp)):
            return found
        reason = f"the array changes with `{dotted(base) or 'the tensor'}` while it is kept, and a number does not"
        return replace(found, need=Need.DIFFERS, reason=reason)

    def _is_written_to(self, name: str) -> bool:
        for statement in self.tree.nodes(ast.AugAssign):
            if dotted(statement.target) in (name, f"{name}.data"):
                return True
        for call in self.tree.nodes(ast.Call):
            if isinstance(call.func, ast.Attribute) and is_in_place(callee_name(call)):
                owner = dotted(call.func.value) or ""
                if owner in (name, f"{name}.data"):
                    return True
        return False
