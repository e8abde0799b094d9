"""Read the number in a scalar tensor with `.item()`, not with `[0]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import ClassVar

from torchfix_codemods.analysis.graphs.scalars import ScalarRead, is_read_further, may_be_scalar, scalar_index
from torchfix_codemods.analysis.inference.kinds import Certainty
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, Unwrap, target


class ScalarIndex(Codemod):
    """Until PyTorch 0.3 a loss had one element in one dimension, and `loss.data[0]` read it. Since 0.4 it has no
    dimension, and the index raises `IndexError`. `loss.item()` gives the number as a Python one, from any device.

    Safe where the file shows that the tensor has no dimension (a criterion with a reduction, `.mean()` without `dim`):
    there the original cannot have worked. Where only the name says so it is an unsafe fix, because `[0]` of a real
    vector is a legal read.
    """

    code = "TFC802"
    source = "https://pytorch.org/blog/pytorch-0_4_0-migration-guide/"
    since = "0.4"
    triggers = ("0",)
    expected = ("global-type",)
    examples = (
        Example(
            """
            import torch

            loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
            print("loss %.3f" % loss.data[0])
            """,
            """
            import torch

            loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
            print("loss %.3f" % loss.item())
            """,
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "the first element of a vector": """
            import torch

            scores = torch.ones(3)
            best = scores.data[0]
        """,
        "one number for each sample": """
            import torch

            loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3), reduction="none")
            first = loss[0]
        """,
    }

    def check_Subscript(self, node: ast.Subscript, file: FileView) -> Iterator[Finding]:
        if is_read_further(file.tree, node):
            return  # a number has no items and none of the methods of a tensor
        if not may_be_scalar(node.value, file.tree):
            return
        read = scalar_index(node, file.kind, file.tree)
        if read is None or read.by_numpy:  # through numpy it is another rule's
            return
        if isinstance(node.ctx, ast.Store):
            yield from self._written(node, read, file)
            return
        name = shown(file.tree, read.root)
        edit = Replace(target(node), "$0.item()", (target(read.root),))
        message = f"`{name}` has no dimension to index: write `{name}.item()`"
        if read.certainty is Certainty.EVIDENCE:
            yield self.safe(node, message, edit, evidence=read.shown)
            return
        reason = read.doubt.format(name)
        yield self.unsafe(node, message, edit, reason=reason, evidence=read.evidence)

    def _written(self, node: ast.Subscript, read: ScalarRead, file: FileView) -> Iterator[Finding]:
        """`loss.data[0] += x`: the tensor itself is what is written to."""
        statement = file.tree.parents[node]
        if not isinstance(statement, ast.AugAssign):
            return
        whole = shown(file.tree, node.value)
        message = f"`{shown(file.tree, read.root)}` has no dimension to index: write to `{whole}`"
        edit = Unwrap(target(node), target(node.value))
        if read.certainty is Certainty.EVIDENCE:
            yield self.safe(node, message, edit, evidence=read.shown)
            return
        reason = read.doubt.format(shown(file.tree, read.root))
        yield self.unsafe(node, message, edit, reason=reason, evidence=read.evidence)
