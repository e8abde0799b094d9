"""Name the autograd functions of the old style, which torch calls no longer."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function
from torchfix_codemods.codemod import Codemod, FileView, Finding

_BASES = frozenset(
    {
        "torch.autograd.Function",
        "torch.autograd.function.Function",
        "torch.autograd.function.InplaceFunction",
        "torch.autograd.InplaceFunction",
    }
)
_STATIC = frozenset({"staticmethod", "classmethod"})


class FunctionWithoutContext(Codemod):
    """Since torch 1.5 an autograd function has static methods `forward(ctx, ...)` and `backward(ctx, ...)`, and `apply`
    calls it. One whose `forward(self, ...)` keeps its state on the object raises at its first call: "Legacy autograd
    function with non-static forward method is deprecated".

    What has to become an argument, and what has to be kept in `ctx`, is the author's to say, so it is reported, with
    the form that it has to have.
    """

    code = "TFC906"
    source = "https://docs.pytorch.org/docs/stable/notes/extending.html#extending-torch-autograd"
    since = "0.2"
    triggers = ("Function", "InplaceFunction")
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the form of today": """
            from torch.autograd import Function


            class Double(Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2

                @staticmethod
                def backward(ctx, grad):
                    return grad * 2
        """,
    }

    def check_ClassDef(self, node: ast.ClassDef, file: FileView) -> Iterator[Finding]:
        if not any(file.qualified_name(base) in _BASES for base in node.bases):
            return
        methods = {part.name: part for part in node.body if isinstance(part, FUNCTIONS)}
        forward = methods.get("forward")
        if forward is None or _is_static(forward):
            return
        message = f"`{node.name}` is an autograd function of the old style, which torch calls no longer since 1.5"
        taken = ", ".join(["ctx", *(argument.arg for argument in forward.args.args[1:])])
        reason = (
            f"write `@staticmethod def forward({taken})` and a static `backward(ctx, ...)`, keep tensors by "
            f"`ctx.save_for_backward`, and call `{node.name}.apply(...)`"
        )
        evidence = Evidence(forward.lineno, "`forward` is not static")
        yield self.report(node, message, reason=reason, evidence=evidence, stops=True)


def _is_static(function: Function) -> bool:
    return any(isinstance(part, ast.Name) and part.id in _STATIC for part in function.decorator_list)
