"""Flatten a transposed tensor by `reshape`, where `view` raises."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, target

_TRANSPOSING = frozenset({"t", "transpose", "permute"})
# What gives a result whose memory is laid out as that of the tensor it is called on.
_KEEPS_LAYOUT = words("""
    eq ne gt ge lt le float double half long int bool byte abs neg exp log sqrt sigmoid tanh relu clone detach add sub
    mul div pow clamp to type type_as cuda cpu
""")


class ViewOfTransposed(Codemod):
    """`correct[:k].view(-1)` in the usual accuracy function worked until torch 1.5: `pred.t()` was laid out anew by the
    comparison behind it. Today the comparison keeps the layout of the transposed tensor, and `view(-1)` raises. A
    `reshape(-1)` gives the same numbers, and the same memory wherever `view` would have worked.
    """

    code = "TFC905"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html"
    since = "0.4"
    triggers = ("t view", "transpose view", "permute view")
    examples = (
        Example(
            """
            import torch

            pred = torch.arange(6).reshape(2, 3).t()
            correct = pred.eq(torch.tensor([0, 4]).view(1, -1).expand_as(pred))
            hits = correct[:2].view(-1).float().sum(0)
            """,
            """
            import torch

            pred = torch.arange(6).reshape(2, 3).t()
            correct = pred.eq(torch.tensor([0, 4]).view(1, -1).expand_as(pred))
            hits = correct[:2].reshape(-1).float().sum(0)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "laid out anew": "import torch\ny = torch.ones(2, 3).t().contiguous().view(-1)\n",
        "nothing is flattened": "import torch\ny = torch.ones(2, 3, 4).transpose(0, 1).view(3, 2, 2, 2)\n",
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if callee_name(node) != "view" or not isinstance(node.func, ast.Attribute) or not _flattens(node):
            return
        transposed = _transposed(node.func.value, file, set())
        if transposed is None or not file.kind(node.func.value).is_tensor:
            return
        receiver = shown(file.tree, node.func.value)
        message = f"`{receiver}` is transposed, and `view(-1)` of it raises: write `reshape(-1)`"
        evidence = Evidence(transposed.lineno, f"`{shown(file.tree, transposed)}` transposes it")
        yield self.safe(node, message, EditCall(target(node), rename="reshape"), evidence=evidence)


def _flattens(call: ast.Call) -> bool:
    if len(call.args) != 1 or call.keywords:
        return False
    size = call.args[0]
    minus = isinstance(size, ast.UnaryOp) and isinstance(size.op, ast.USub) and isinstance(size.operand, ast.Constant)
    return minus and ast.unparse(size) == "-1"


def _transposed(node: ast.expr, file: FileView, seen: set[ast.expr]) -> ast.expr | None:
    """The call that transposes a tensor which this expression gives, or a part of it, in the same layout."""
    if node in seen:
        return None
    seen.add(node)
    for source in [node] if isinstance(node, ast.Subscript) else file.get(Sources).of(node):
        if isinstance(source, ast.Subscript):
            inner: ast.expr | None = source.value
        elif isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute):
            if source.func.attr in _TRANSPOSING and file.qualified_name(source.func) is None:
                return source
            inner = source.func.value if source.func.attr in _KEEPS_LAYOUT else None
        else:
            inner = None
        found = _transposed(inner, file, seen) if inner is not None else None
        if found is not None:
            return found
    return None
