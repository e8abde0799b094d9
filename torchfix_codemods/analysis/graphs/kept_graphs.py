"""Tensors that keep their autograd graph alive beyond the step that made it: summed up, or put into a list."""

from __future__ import annotations

import ast
from functools import cached_property

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_sinks import Trace
from torchfix_codemods.analysis.graphs.graph_trace import Tracer
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence, Graph
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Tree, callee_name
from torchfix_codemods.analysis.values.frameworks import Frameworks, Task
from torchfix_codemods.analysis.values.variables import Variables

_SCALING = (ast.Mult, ast.Div)
_RECORDS = ("nn", "backward", "manual_backward", "requires_grad", "requires_grad_", "Parameter")


def may_record(tree: Tree, modules: frozenset[str]) -> bool:
    """Can anything have a graph here? Cheap: most lists and sums of most files are of other things.

    `modules` are the classes of the run that derive from torch.nn.Module.
    """
    if any(word in _RECORDS or word.endswith("Module") for word in tree.words):
        return True
    return any(origin.rsplit(".", 1)[-1] in modules for origin in tree.imported.values())


class KeptGraphs:
    """Answers for one file."""

    def __init__(self, file: File) -> None:
        self.tree = file.tree
        self.kind = file.kind
        self.file = file

    @classmethod
    def for_file(cls, file: File) -> KeptGraphs:
        return cls(file)

    @cached_property
    def _tracer(self) -> Tracer:
        return Tracer(self.tree, self.kind, self.file.get(Variables), self.file.get(GradientUses))

    @cached_property
    def _backwards(self) -> dict[str, list[tuple[ast.Call, ast.Name]]]:
        """Name of a variable -> the calls of its `backward`, with the read that they are made on."""
        found: dict[str, list[tuple[ast.Call, ast.Name]]] = {}
        for call in self.tree.nodes(ast.Call):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr == "backward" and isinstance(func.value, ast.Name):
                found.setdefault(func.value.id, []).append((call, func.value))
        return found

    def source_of_graph(self, value: ast.expr) -> tuple[ast.expr, Evidence] | None:
        """The part of a value that a graph certainly hangs on, and what shows it: `loss` of `loss * len(x)`.

        None where gradients are off, where a framework detaches what is logged, or where no graph is certain.
        """
        part = self._tensor_in(value)
        if part is None or self.file.get(GradMode).is_managed_by_hand or self.file.get(GradMode).is_covered(value):
            return None
        if self.file.get(Frameworks).doing(Task.LOGGING, value) is not None:
            return None
        inferred = self.kind(part)
        if inferred.is_tensor and inferred.graph is Graph.YES:
            return part, inferred.evidence or Evidence(part.lineno, "it has a graph")
        backward = self._backward_on(part)
        if backward is not None and not (inferred.is_tensor and inferred.graph is Graph.NO):
            return part, Evidence(backward.lineno, f"`{self.tree.source(part)}.backward()` shows its graph")
        return None

    def trace(self, part: ast.expr) -> Trace:
        """Where the graph of an expression goes from there."""
        return self._tracer.trace([part], self.tree.function(part))

    def loop_around(self, node: ast.AST) -> ast.For | ast.AsyncFor | ast.While | None:
        """The nearest loop in the same function in whose body a node stands."""
        child = node
        for up in self.tree.ancestors(node):
            if isinstance(up, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
                return None
            if isinstance(up, LOOPS) and any(child is statement for statement in up.body):
                return up
            child = up
        return None

    def made_outside(self, name: ast.Name, loop: ast.AST, adding: ast.stmt | None = None) -> ast.expr | None:
        """The value that a variable is given before a loop begins, if that is the only place that binds it.

        Besides `adding` and augmented assignments.
        """
        bindings = [b for b in self.tree.bindings(name) if not isinstance(b.statement, ast.AugAssign)]
        bindings = [b for b in bindings if b.statement is not adding]
        if len(bindings) != 1 or bindings[0].value is None:
            return None
        made = bindings[0].statement
        if self.tree.within(made, loop) or self.tree.function(made) is not self.tree.function(name):
            return None
        return bindings[0].value

    def _tensor_in(self, value: ast.expr) -> ast.expr | None:
        """`loss` of `loss`, `loss * n`, `n * loss`, `loss / n`."""
        if isinstance(value, ast.BinOp) and isinstance(value.op, _SCALING):
            sides = [side for side in (value.left, value.right) if self._may_have_graph(side)]
            return self._tensor_in(sides[0]) if len(sides) == 1 else None
        return value if isinstance(value, (ast.Name, ast.Call)) else None

    def _may_have_graph(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Call) and callee_name(node) in ("len", "size")):
            return False
        return self.kind(node).is_tensor or self._backward_on(node) is not None

    def _backward_on(self, node: ast.expr) -> ast.Call | None:
        """`loss.backward()` in the block that `loss` is used in, or in one around it up to its loop."""
        if not isinstance(node, ast.Name):
            return None
        calls = self._backwards.get(node.id)
        loop = self.loop_around(node) if calls else None
        if not calls or loop is None:
            return None
        function = self.tree.function(node)
        return next(
            (
                call
                for call, read in calls
                if self.tree.function(call) is function
                and self.tree.within(call, loop)
                and self._same_value(read, node, loop)
            ),
            None,
        )

    def _same_value(self, one: ast.Name, other: ast.Name, loop: ast.AST) -> bool:
        """Is the variable bound once in the loop, so that both reads see that value?"""
        inside = [b for b in self.tree.bindings(one) if self.tree.within(b.statement, loop)]
        return len(inside) == 1 and inside[0].line <= min(one.lineno, other.lineno)
