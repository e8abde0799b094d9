"""Read the number in a scalar tensor with `.item()`, not through numpy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import ClassVar

from torchfix_codemods.analysis.graphs.scalar_arrays import scalar_array
from torchfix_codemods.analysis.graphs.scalars import is_read_by_numpy, is_read_further, scalar_index
from torchfix_codemods.analysis.inference.kinds import Certainty
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, target


class ScalarNumpy(Codemod):
    """`loss.data.cpu().numpy()` makes an array without dimensions of one number. `loss.item()` gives the number itself,
    from any device and with or without a graph, so the whole chain goes.

    Safe where the value is used up on the spot in a way that is the same for both: `float(..)`, `"%.3f" % ..`, an
    f-string, a condition. A Python number is a float64, so text made by `str` or `print`, comparisons, arithmetic and
    what is kept for later can differ: these are unsafe fixes. `[0]` behind it raises for an array without dimensions.
    """

    code = "TFC801"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html"
    since = "0.4"
    triggers = ("numpy",)
    expected = ("global-type",)
    examples = (
        Example(
            """
            import torch

            loss = torch.nn.functional.mse_loss(torch.full((3,), 0.1), torch.zeros(3))
            line = "loss %.9f" % loss.data.cpu().numpy()
            """,
            """
            import torch

            loss = torch.nn.functional.mse_loss(torch.full((3,), 0.1), torch.zeros(3))
            line = "loss %.9f" % loss.item()
            """,
            same="line",
        ),
        Example(
            """
            import torch

            score = torch.ones(3).mean()
            if score.cpu().numpy():
                line = f"{float(score.detach().numpy())} {score.numpy():.2f}"
            """,
            """
            import torch

            score = torch.ones(3).mean()
            if score.item():
                line = f"{float(score.item())} {score.item():.2f}"
            """,
            same="line",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "an array is needed": """
            import torch

            value = torch.ones(3).mean().numpy()
            values = value.astype("float64")
        """,
        "more than one number": """
            import torch

            means = torch.ones(3, 2).mean(dim=1)
            print("%s" % means.numpy())
        """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        read = scalar_array(node, file.tree, file.kind, file.get(Variables))
        if read is None:
            return
        name = shown(file.tree, read.root)
        message = f"`{shown(file.tree, node)}` makes an array of one number: write `{name}.item()`"
        edit = Replace(target(node), "$0.item()", (target(read.root),))
        if read.is_safe:
            yield self.safe(node, message, edit, evidence=read.shown)
        else:
            yield self.unsafe(node, message, edit, reason=read.reason, evidence=read.place or read.evidence)

    def check_Subscript(self, node: ast.Subscript, file: FileView) -> Iterator[Finding]:
        """`loss.numpy()[0]`."""
        if not is_read_by_numpy(node) or is_read_further(file.tree, node):
            return  # a number has no items and none of the members of an array
        read = scalar_index(node, file.kind, file.tree)
        if read is None:
            return
        name = shown(file.tree, read.root)
        message = f"`{name}` has no dimension to index: write `{name}.item()`"
        edit = Replace(target(node), "$0.item()", (target(read.root),))
        if read.certainty is Certainty.EVIDENCE:
            yield self.safe(node, message, edit, evidence=read.shown)
            return
        yield self.unsafe(node, message, edit, reason=read.doubt.format(name), evidence=read.evidence)
