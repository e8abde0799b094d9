"""Edit a parameter in place under `torch.no_grad()`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.leaves import Leaves
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.tables.torch_api import is_in_place
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import WrapStatements, target

# In place, but of the handle and its flags, which autograd allows.
_ALLOWED = frozenset({"requires_grad_", "detach_", "retain_grad_", "share_memory_", "register_hook_"})


class InplaceOnLeaf(Codemod):
    """A leaf tensor that requires gradients must not be edited in place while autograd records: `w += 1` raises "a leaf
    Variable that requires grad is being used in an in-place operation". An update or an initialisation belongs under
    `torch.no_grad()`.

    Unsafe, because the line raises today, and whether the edit was meant to be part of the graph is for the author to
    say. `w = w - lr * w.grad` under `no_grad` does not raise and is worse: it makes `w` a new tensor that requires no
    gradient, and the old one is what the optimizer knows. That is reported.
    """

    code = "TFC602"
    source = "https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-operations-with-autograd"
    since = "0.4"
    triggers = ("requires_grad", "requires_grad_", "Parameter", "weight", "bias", "parameters")
    examples = (
        Example(
            """
            import torch

            w = torch.zeros(3, requires_grad=True)
            w += 1
            """,
            """
            import torch

            w = torch.zeros(3, requires_grad=True)
            with torch.no_grad():
                w += 1
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "under no_grad": ("import torch\nw = torch.zeros(3, requires_grad=True)\nwith torch.no_grad():\n    w += 1\n"),
        "a gradient": ("import torch\nw = torch.zeros(3, requires_grad=True)\nw.sum().backward()\nw.grad.mul_(0.5)\n"),
        "no leaf": "import torch\nw = torch.zeros(3, requires_grad=True)\ny = w * 2\ny += 1\n",
        "a new tensor": "import torch\nw = torch.zeros(3, requires_grad=True)\nv = w.new_zeros(3).fill_(1)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        leaves = Leaves(file.tree, file.kind)
        for statement in file.tree.nodes(ast.AugAssign):
            yield from self._edited(statement, statement.target, leaves, file)
        for expression in file.tree.nodes(ast.Expr):
            call = expression.value
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and _edits(call.func.attr):
                yield from self._edited(expression, call.func.value, leaves, file)
        for part in file.tree.assigned.given:
            whole = file.tree.statement(part.node)
            if isinstance(part.target, ast.Subscript):
                yield from self._edited(whole, part.target, leaves, file)
            elif isinstance(part.target, ast.Name):
                yield from self._replaced(whole, part.target, part.source, leaves, file)

    def _edited(self, statement: ast.stmt, place: ast.expr, leaves: Leaves, file: FileView) -> Iterator[Finding]:
        evidence = leaves.of(place)
        if evidence is None or file.get(GradMode).is_managed_by_hand or file.get(GradMode).is_covered(statement):
            return
        header = spelling(file.tree, "torch.no_grad", statement)
        name = shown(file.tree, place)
        message = f"`{name}` requires gradients and is edited in place, which raises: put it under `torch.no_grad()`"
        if header is None:
            yield self.report(statement, message, reason="`torch` is not imported here", evidence=evidence)
            return
        edit = WrapStatements(target(statement), target(statement), f"with {header}():")
        reason = "the line raises today, and only the author knows whether the edit belongs to the graph"
        yield self.unsafe(statement, message, edit, reason=reason, evidence=evidence)

    def _replaced(
        self, assignment: ast.stmt, name: ast.Name, value: ast.expr, leaves: Leaves, file: FileView
    ) -> Iterator[Finding]:
        """`with torch.no_grad(): w = w - lr * w.grad`."""
        if not isinstance(value, ast.BinOp):
            return
        if not (isinstance(value.left, ast.Name) and value.left.id == name.id) or not _reads_grad_of(value, name.id):
            return
        if not file.get(GradMode).is_covered(assignment) or _asks_again(name, file):
            return
        made = [b for b in file.tree.bindings(name) if b.statement is not assignment]
        if len(made) != 1 or made[0].value is None:
            return
        evidence = leaves.made(made[0].value)
        if evidence is not None:
            yield self.report(
                assignment,
                f"`{name.id}` becomes a new tensor that requires no gradients: write `{name.id} -= ...`",
                reason="the tensor that the graph and the optimizer know is not changed",
                evidence=evidence,
            )


def _edits(method: str) -> bool:
    return is_in_place(method) and method not in _ALLOWED


def _reads_grad_of(value: ast.expr, name: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "grad"
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        for node in ast.walk(value)
    )


def _asks_again(name: ast.Name, file: FileView) -> bool:
    """Is the new tensor made a leaf again: `w.requires_grad_()`, `w.requires_grad = True`?"""
    return any(
        isinstance(node.value, ast.Name)
        and node.value.id == name.id
        and node.attr in ("requires_grad_", "requires_grad")
        for node in file.tree.nodes(ast.Attribute)
    )
