"""Find a move to another device whose result is lost, or which turns a parameter into a plain tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.device_sites import is_discarded, is_registered, makes_parameter
from torchfix_codemods.analysis.syntax.tree import keyword
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_MOVES = frozenset({"cuda", "cpu", "to"})


class DiscardedMove(Codemod):
    """`tensor.cuda()` and `tensor.to(device)` give a new tensor and leave the old one where it is; only a module moves
    in place. A statement `batch.cuda()` does nothing.

    `nn.Parameter(t).cuda()` is a plain tensor on a GPU: assigned to an attribute of a module it is not registered, so
    no optimizer sees it and no checkpoint holds it. Move first, then make the parameter.
    """

    code = "TFC306"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html"
    since = "0.4"
    triggers = ("cuda", "cpu", "to")
    examples = (
        Example(
            """
            import torch

            batch = torch.ones(3)
            batch.to("cpu")
            """,
            """
            import torch

            batch = torch.ones(3)
            batch.to("cpu")
            """,
            same="batch",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a module moves in place": """
            import torch

            net = torch.nn.Linear(2, 2)
            net.cpu()
            """,
        "the result is used": """
            import torch

            x = torch.ones(3)
            x = x.cpu()
            """,
        "not known to be a tensor": """
            import torch

            batch = read()
            batch.to("cpu")
            """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _MOVES:
            return
        dropped = is_discarded(file.tree, node)
        if not dropped and (not is_registered(file.tree, node) or _only_dtype(node)):
            return
        receiver = file.kind(node.func.value)
        if not receiver.is_tensor:
            return
        name = node.func.attr
        if dropped:
            message = f"`.{name}(..)` on a tensor gives a new one, which is dropped here: write `x = x.{name}(..)`"
            reason = "it has done nothing so far, and with the assignment it would"
            yield self.report(node, message, reason=reason, evidence=receiver.evidence)
        elif makes_parameter(file, node.func.value):
            message = f"`nn.Parameter(t).{name}(..)` is no parameter any more: write `nn.Parameter(t.{name}(..))`"
            reason = "a tensor that has not been trained so far would be"
            yield self.report(node, message, reason=reason, evidence=receiver.evidence)


def _only_dtype(node: ast.Call) -> bool:
    return not node.args and keyword(node, "dtype") is not None
