"""Select by boolean masks: bytes, and numbers minus a comparison, are masks no longer."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name, keyword
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, Replace, target

_MASKED = frozenset({"masked_fill", "masked_fill_", "masked_select", "masked_scatter", "masked_scatter_"})
_COMPARING = frozenset({"eq", "ne", "gt", "ge", "lt", "le", "isnan", "isinf"})
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# They change where the elements stand, and not what they are.
_SHAPES = frozenset(
    {
        "clone", "contiguous", "cpu", "cuda", "detach", "expand", "expand_as", "flatten", "index_select", "narrow",
        "permute", "repeat", "reshape", "squeeze", "t", "transpose", "unsqueeze", "view",
    }
)  # fmt: skip
_BYTES = frozenset({"torch.ByteTensor", "torch.cuda.ByteTensor"})
_OF_TORCH = {"torch.eq", "torch.ne", "torch.gt", "torch.ge", "torch.lt", "torch.le", "torch.isnan", "torch.isinf"}


class ByteMask(Codemod):
    """Until torch 1.1 a comparison gave a tensor of bytes, and masks were bytes. Today it gives booleans:
    `x.masked_fill(mask.byte(), 0)` raises, and so does `1 - (x == y)`.

    The mask is made boolean where it is used, which selects the same elements, and the inverse of a comparison is
    written with `~`. Only what the file shows to be bytes, or a comparison of tensors, is touched. A comparison by a
    method (`x.eq(0)`) of what is not known to be a tensor is inverted on request.
    """

    code = "TFC904"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill_.html"
    since = "1.2"
    triggers = (
        "eq", "ge", "gt", "le", "lt", "mask", "masked_fill", "masked_fill_", "masked_scatter", "masked_scatter_",
        "masked_select", "masks", "ne",
    )  # fmt: skip
    examples = (
        Example(
            """
            import torch

            x = torch.arange(4.0)
            small = (x < 2).byte()
            y = x.masked_fill(small, 0) + x.masked_fill((x > 2).byte(), 0)
            """,
            """
            import torch

            x = torch.arange(4.0)
            small = (x < 2).byte()
            y = x.masked_fill(small.bool(), 0) + x.masked_fill((x > 2).bool(), 0)
            """,
        ),
        Example(
            """
            import torch

            tokens = torch.tensor([5, 3, 0])
            mask = tokens.eq(0)
            length = (1 - mask).sum()
            """,
            """
            import torch

            tokens = torch.tensor([5, 3, 0])
            mask = tokens.eq(0)
            length = (~mask).sum()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a boolean mask": "import torch\nx = torch.ones(3)\ny = x.masked_fill(x > 1, 0)\n",
        "numbers": "import torch\nmask = (torch.ones(3) > 0).float()\ny = 1 - mask\n",
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        mask = _mask(node, file)
        if mask is None:
            return
        made = _made_of_bytes(mask, file)
        if made is None:
            return
        text = shown(file.tree, mask)
        message = f"`{text}` is a tensor of bytes, which is no mask since torch 1.2: write `.bool()`"
        edit = (
            EditCall(target(mask), rename="bool")
            if mask is made and callee_name(made) == "byte"
            else Replace(target(mask), "$0.bool()", (target(mask),))
        )
        yield self.safe(node, message, edit, evidence=Evidence(made.lineno, f"`{shown(file.tree, made)}` gives bytes"))

    def check_BinOp(self, node: ast.BinOp, file: FileView) -> Iterator[Finding]:
        if not isinstance(node.op, ast.Sub) or not _is_one(node.left):
            return
        compared = _comparison(node.right, file)
        if compared is None:
            return
        text = shown(file.tree, node.right)
        message = f"`{text}` is boolean, and a number minus it raises since torch 1.2: write `~{text}`"
        evidence = Evidence(compared.lineno, f"`{shown(file.tree, compared)}` compares")
        edit = Replace(target(node), "~$0", (target(node.right),))
        if _compares_tensors(compared, file):
            yield self.safe(node, message, edit, evidence=evidence)
        else:
            reason = f"whether `{shown(file.tree, compared)}` compares tensors cannot be seen"
            yield self.unsafe(node, message, edit, reason=reason, evidence=evidence)


def _mask(call: ast.Call, file: FileView) -> ast.expr | None:
    """The mask that a call is given."""
    if callee_name(call) not in _MASKED or not isinstance(call.func, ast.Attribute):
        return None
    named = keyword(call, "mask")
    position = 1 if (file.qualified_name(call.func) or "").startswith("torch.") else 0
    return named.value if named is not None else call.args[position] if position < len(call.args) else None


def _made_of_bytes(mask: ast.expr, file: FileView) -> ast.Call | None:
    """The call that gives it, where everything that it can be is made of bytes."""
    sources = file.get(Sources).of(mask)
    calls = [source for source in sources if isinstance(source, ast.Call) and _gives_bytes(source, file)]
    return calls[0] if calls and len(calls) == len(sources) else None


def _gives_bytes(call: ast.Call, file: FileView) -> bool:
    if file.qualified_name(call.func) in _BYTES:
        return True
    if isinstance(call.func, ast.Attribute) and call.func.attr == "byte" and not call.args:
        return file.kind(call.func.value).is_tensor
    dtype = keyword(call, "dtype")
    return dtype is not None and file.qualified_name(dtype.value) == "torch.uint8" and file.kind(call).is_tensor


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 1


def _comparison(node: ast.expr, file: FileView) -> ast.expr | None:
    """The comparison that gives the value, or of which it is a part, where all that it can be is one."""
    found = [_whole(source) for source in file.get(Sources).of(_whole(node))]
    return found[0] if found and all(_compares(one, file) for one in found) else None


def _whole(node: ast.expr) -> ast.expr:
    """`mask` of `mask[i].unsqueeze(1)`: of the same dtype."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SHAPES:
            node = node.func.value
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        else:
            return node


def _compares(node: ast.expr, file: FileView) -> bool:
    """A comparison by a function of torch, by such a method, or by an operator between tensors."""
    if isinstance(node, ast.Compare) or not isinstance(node, ast.Call):
        return _compares_tensors(node, file)
    name = file.qualified_name(node.func)
    if name is not None:
        return name in _OF_TORCH
    return isinstance(node.func, ast.Attribute) and node.func.attr in _COMPARING and len(node.args) < 2


def _compares_tensors(node: ast.expr, file: FileView) -> bool:
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and isinstance(node.ops[0], _COMPARISONS) and file.kind(node).is_tensor
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if file.qualified_name(node.func) is not None:
        return True
    return file.kind(node.func.value).is_tensor
