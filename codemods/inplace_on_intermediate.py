"""Find an in-place edit of a result that backward still needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.graph_sinks import End
from torchfix_codemods.analysis.graphs.kept_graphs import KeptGraphs
from torchfix_codemods.analysis.inference.kinds import Evidence, Graph
from torchfix_codemods.analysis.syntax.assignments import Assignment
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.tables.torch_api import is_in_place
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

# Their derivative is computed from their result, which autograd saves for that (derivatives.yaml, column `result`).
_SAVES_RESULT = frozenset(
    {"exp", "expm1", "sigmoid", "tanh", "softmax", "log_softmax", "sqrt", "rsqrt", "relu", "elu", "selu", "reciprocal"}
)
_LAYERS = frozenset({"torch.nn.Sigmoid", "torch.nn.Tanh", "torch.nn.Softmax", "torch.nn.LogSoftmax", "torch.nn.ReLU"})
_MODULES = ("torch.", "torch.nn.functional.")


class InplaceOnIntermediate(Codemod):
    """Autograd computes the derivative of `exp`, `sigmoid`, `tanh`, `softmax`, `sqrt`, `relu` and some more from their
    result, and saves it. An in-place edit of the result before `backward()` changes what was saved: autograd notices
    and raises "modified by an inplace operation" (through `.data` it would not, and the gradient would be wrong).

    The edit is reported where a backward pass over its tensor is in sight. `y = y + 1` instead of `y += 1` keeps the
    saved result as it is. Results of additions, multiplications by numbers and normalisations may be edited.
    """

    code = "TFC603"
    source = "https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-correctness-checks"
    since = "0.4"
    triggers = ("backward",)
    examples = (
        Example(
            """
            import torch

            x = torch.ones(3, requires_grad=True)
            y = torch.exp(x)
            y += 1
            total = y.sum()
            try:
                total.backward()
            except RuntimeError:
                print("modified by an inplace operation")
            """,
            """
            import torch

            x = torch.ones(3, requires_grad=True)
            y = torch.exp(x)
            y += 1
            total = y.sum()
            try:
                total.backward()
            except RuntimeError:
                print("modified by an inplace operation")
            """,
            same="total",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a new tensor": (
            "import torch\nx = torch.ones(3, requires_grad=True)\ny = torch.exp(x)\ny = y + 1\ny.sum().backward()\n"
        ),
        "an operation that saves nothing": (
            "import torch\nx = torch.ones(3, requires_grad=True)\ny = x * 2\ny += 1\ny.sum().backward()\n"
        ),
        "after the backward pass": (
            "import torch\nx = torch.ones(3, requires_grad=True)\ny = torch.exp(x)\ny.sum().backward()\n"
            "with torch.no_grad():\n    y += 1\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        written = _written_names(file.tree) - {""}
        named = (part for part in file.tree.assigned.given if getattr(part.target, "id", "") in written)
        made = [part for part in named if _saved_by(part.source, file)]
        if not made:
            return
        kept = file.get(KeptGraphs)
        for assignment in made:
            yield from self._edits(assignment, kept, file)

    def _edits(self, part: Assignment, kept: KeptGraphs, file: FileView) -> Iterator[Finding]:
        name, value = part.target, part.source
        if not isinstance(name, ast.Name) or file.kind(value).graph is not Graph.YES:
            return
        if file.get(GradMode).is_managed_by_hand or file.get(GradMode).is_covered(part.node):
            return
        backward = kept.trace(value).first(End.GRADIENT)
        if backward is None:
            return
        saved = _saved_by(value, file)
        for statement in _written_after(file.tree.statement(part.node), name, file.tree):
            if statement.lineno > backward.line or file.get(GradMode).is_covered(statement):
                continue
            text = shown(file.tree, value)
            yield self.report(
                statement,
                f"`{name.id}` is edited in place, but `{saved}` saved it for the backward pass "
                f"on line {at(backward.line)}",
                reason=f"`backward()` raises: make a new tensor here, or edit a copy (`{text}.clone()`)",
                evidence=Evidence(name.lineno, f"`{text}` saves its result"),
            )


def _saved_by(value: ast.expr, file: FileView) -> str:
    """The operation that gave a value and saved it; empty for any other."""
    if not isinstance(value, ast.Call):
        return ""
    name = file.qualified_name(value.func) or ""
    for module in _MODULES:
        if name.startswith(module) and name.removeprefix(module) in _SAVES_RESULT:
            return name.removeprefix(module)
    if isinstance(value.func, ast.Attribute) and value.func.attr in _SAVES_RESULT and not name:
        return value.func.attr if file.kind(value.func.value).is_tensor else ""
    if not name and isinstance(value.func, (ast.Name, ast.Attribute, ast.Call)):
        layer = file.kind(value.func)
        if layer.is_module and layer.qualified in _LAYERS:
            return (layer.qualified or "").rsplit(".", 1)[-1]
    return ""


def _written_names(tree: Tree) -> frozenset[str]:
    """The variables that some statement writes into: what the others stand for need not be asked."""
    statements = (node for kind in (ast.AugAssign, ast.Assign, ast.Expr) for node in tree.nodes(kind))
    return frozenset(name for statement in statements for name in _written_by(statement))


def _written_after(assignment: ast.stmt, name: ast.Name, tree: Tree) -> Iterator[ast.stmt]:
    """Statements behind the assignment in its own block that write into the tensor while the name still holds it."""
    block, index = tree.block(assignment)
    for statement in block[index + 1 :]:
        if name.id in _written_by(statement):
            yield statement
        if any(
            isinstance(n, ast.Name) and n.id == name.id and not isinstance(n.ctx, ast.Load) for n in _plain(statement)
        ):
            return


def _plain(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement, none for `y += 1`, which keeps the tensor."""
    return iter(()) if isinstance(statement, ast.AugAssign) else ast.walk(statement)


def _written_by(statement: ast.stmt) -> list[str]:
    """The variables that a statement itself writes into."""
    if isinstance(statement, ast.AugAssign):
        return [_root(statement.target)]
    if isinstance(statement, ast.Assign):
        return [_root(target) for target in statement.targets if isinstance(target, ast.Subscript)]
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return []
    return [_root(call.func.value)] if is_in_place(call.func.attr) else []


def _root(node: ast.expr) -> str:
    """`y` of `y`, `y[0]`, `y[:, 1]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
