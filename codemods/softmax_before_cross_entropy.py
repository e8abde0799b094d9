"""Find a softmax whose result goes into a cross entropy, which applies it once more."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.graphs.last_layers import Activation, LastLayers
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import has_star_arguments, keyword
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Unwrap, target

_CROSS_ENTROPY = ("torch.nn.functional.cross_entropy", "torch.nn.CrossEntropyLoss")
_NLL = ("torch.nn.functional.nll_loss", "torch.nn.NLLLoss")


class SoftmaxBeforeCrossEntropy(Codemod):
    """`cross_entropy` and `CrossEntropyLoss` expect logits: they apply `log_softmax` themselves. For probabilities
    they take the softmax of a softmax, whose values lie close together. The loss then cannot come near zero, gradients
    are small, and the model trains slowly or not at all, without an error.

    `NLLLoss` expects log-probabilities: a softmax in front of it is the same kind of mistake, a `log_softmax` is right.
    `log_softmax` in front of a cross entropy changes nothing, and soft targets are the second argument: neither is
    reported.

    The fix changes the numbers, on purpose: it is unsafe, and offered only where the softmax stands in the call itself.
    A softmax at the end of the model is reported, because other code may want the probabilities.
    """

    code = "TFC803"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html"
    since = "0.1"
    triggers = ("CrossEntropyLoss", "cross_entropy", "NLLLoss", "nll_loss")
    examples = (
        Example(
            """
            import torch
            from torch.nn import functional as F

            logits, y = torch.tensor([[8.0, 0.0]]), torch.tensor([0])
            loss = F.cross_entropy(F.softmax(logits, dim=1), y)  # 0.3134 for a sure and right answer
            """,
            """
            import torch
            from torch.nn import functional as F

            logits, y = torch.tensor([[8.0, 0.0]]), torch.tensor([0])
            loss = F.cross_entropy(logits, y)  # 0.3134 for a sure and right answer
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "log-probabilities into the negative log likelihood": (
            "import torch\nfrom torch.nn import functional as F\n"
            "loss = F.nll_loss(F.log_softmax(torch.ones(1, 2), dim=1), torch.tensor([0]))\n"
        ),
        "soft targets": (
            "import torch\nfrom torch.nn import functional as F\n"
            "loss = F.cross_entropy(torch.ones(1, 2), F.softmax(torch.ones(1, 2), dim=1))\n"
        ),
        "probabilities beside the loss": (
            "import torch\nfrom torch.nn import functional as F\nlogits = torch.ones(1, 2)\n"
            "p = F.softmax(logits, dim=1)\nloss = F.cross_entropy(logits, torch.tensor([0]))\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if "oftmax" not in file.tree.text:
            return
        layers = LastLayers(file.tree, file.kind)
        for call in file.tree.nodes(ast.Call):
            given = _given(call)
            if given is None:
                continue
            wants = _wants(call, file)
            if not wants:
                continue
            activation = layers.of(given)
            if activation is not None and activation.name == "softmax":
                yield self._finding(given, wants, activation, file)

    def _finding(self, given: ast.expr, wants: str, activation: Activation, file: FileView) -> Finding:
        evidence = Evidence(activation.node.lineno, f"`{shown(file.tree, activation.node)}` gives probabilities")
        message = f"`{shown(file.tree, given)}` is a probability already, and the loss expects {wants}"
        if wants != "logits":
            reason = "write `log_softmax` for `softmax`, or use a cross entropy on the logits"
            return self.report(given, message, reason=reason, evidence=evidence)
        if activation.node is given and activation.input is not None and not has_star_arguments(activation.node):
            reason = "the loss and the training change, as they should"
            edit = Unwrap(target(given), target(activation.input))
            return self.unsafe(given, message, edit, reason=reason, evidence=evidence)
        reason = (
            f"take away the softmax on line {at(activation.node.lineno)}, and apply it where probabilities are read"
        )
        return self.report(given, message, reason=reason, evidence=evidence)


def _given(call: ast.Call) -> ast.expr | None:
    """What a loss gets as its input, if the call has the shape of one."""
    named = keyword(call, "input")
    if named is not None:
        return named.value
    if len(call.args) + len(call.keywords) < 2 or not call.args or isinstance(call.args[0], ast.Starred):
        return None
    return call.args[0] if isinstance(call.args[0], (ast.Name, ast.Call, ast.Subscript)) else None


def _wants(call: ast.Call, file: FileView) -> str:
    """What the called loss expects, empty for anything else."""
    name = file.qualified_name(call.func)
    if name is None:
        inferred = file.kind(call.func)
        name = inferred.qualified if inferred.is_module else ""
    if name in _CROSS_ENTROPY:
        return "logits"
    return "log-probabilities" if name in _NLL else ""
