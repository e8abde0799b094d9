"""Write `x.detach()` for `x.data`, and what fits an in-place edit or an initialisation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import ClassVar

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.hidden_writes import danger, is_detached
from torchfix_codemods.analysis.graphs.needless_handles import (
    ABOUT_FORM,
    asks_for_class,
    is_needless,
    is_plain_gradient,
)
from torchfix_codemods.analysis.graphs.roles import Role
from torchfix_codemods.analysis.graphs.scalar_arrays import scalar_array
from torchfix_codemods.analysis.graphs.scalars import index_around, scalar_index, without_detour
from torchfix_codemods.analysis.inference.kinds import Certainty, Inferred, Kind
from torchfix_codemods.analysis.inference.no_tensors import is_no_tensor
from torchfix_codemods.analysis.syntax.cells import is_displayed, shows_its_value
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted, has_star_arguments
from torchfix_codemods.analysis.values.aliases import How
from torchfix_codemods.analysis.values.filled_factories import filled_at_once
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import AttributeToCall, Edit, EditCall, Replace, Unwrap, target

# What `X.data OP= u` does, as a method, and the first torch that has it.
_AUGMENTED: dict[type[ast.operator], tuple[str, tuple[int, int]]] = {
    ast.Add: ("add_", (0, 4)),
    ast.Sub: ("sub_", (0, 4)),
    ast.Mult: ("mul_", (0, 4)),
    ast.Div: ("div_", (0, 4)),
    ast.FloorDiv: ("floor_divide_", (1, 5)),
    ast.Mod: ("remainder_", (0, 4)),
    ast.Pow: ("pow_", (0, 4)),
    ast.BitAnd: ("bitwise_and_", (1, 5)),
    ast.BitOr: ("bitwise_or_", (1, 5)),
    ast.BitXor: ("bitwise_xor_", (1, 5)),
    ast.LShift: ("bitwise_left_shift_", (1, 10)),
    ast.RShift: ("bitwise_right_shift_", (1, 10)),
}
# Tensor method -> the function of torch.nn.init that draws the same numbers, and the keywords that both take.
_INIT_TWINS = {
    "normal_": ("normal_", frozenset({"mean", "std"})),
    "uniform_": ("uniform_", frozenset[str]()),
    "fill_": ("constant_", frozenset[str]()),
    "zero_": ("zeros_", frozenset[str]()),
}
# The same on the tensor itself, because the answer has no history.
_METADATA = (ABOUT_FORM - {"new"}) | {"data_ptr", "item", "tolist", "detach"}
# These also give the handle other storage, where it does not suffice.
_RESIZING = frozenset({"resize_", "resize_as_", "set_"})
_DRAWING = frozenset({"torchvision.utils.save_image", "torchvision.utils.make_grid"})
_LAZY = ("LazyLinear", "LazyConv", "LazyBatchNorm", "LazyInstanceNorm", "UninitializedParameter", "UninitializedBuffer")


class DataAttribute(Codemod):
    """`x.data` gives a tensor that shares storage with `x` and that autograd knows nothing about. A write through it
    changes values that a graph may have saved, and the next `backward()` is silently wrong. `x.detach()` shares storage
    in the same way, but autograd counts the writes and raises where one of them would corrupt a gradient.

    Values, random numbers and memory stay the same. A gradient that was silently wrong becomes an error, so an edit
    that a backward pass over an older graph can follow is not safe, and one of an intermediate result is only reported.
    """

    code = "TFC601"
    source = "https://pytorch.org/blog/pytorch-0_4_0-migration-guide/"
    since = "0.4"
    triggers = ("data",)
    fails_alike = True  # for a certain tensor, neither raises
    examples = (
        Example(
            """
            import torch

            weight = torch.ones(3, requires_grad=True)
            norm = weight.data.norm()
            """,
            """
            import torch

            weight = torch.ones(3, requires_grad=True)
            norm = weight.detach().norm()
            """,
            same="norm",
        ),
        Example(
            """
            import torch

            layer = torch.nn.Linear(2, 2)
            layer.weight.data.fill_(0.5)
            for p in layer.parameters():
                p.data -= 0.1
            total = sum(p.sum() for p in layer.parameters()) - layer.bias.sum()
            """,
            """
            import torch

            layer = torch.nn.Linear(2, 2)
            layer.weight.detach().fill_(0.5)
            for p in layer.parameters():
                p.detach().sub_(0.1)
            total = sum(p.sum() for p in layer.parameters()) - layer.bias.sum()
            """,
            same="total",
        ),
        Example(
            """
            import torch
            from torch import nn


            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.out = nn.Linear(4, 2)
                    self.out.weight.data.normal_(0, 0.02)
                    self.out.bias.data.zero_()


            torch.manual_seed(0)
            weight = Net().out.weight
            """,
            """
            import torch
            from torch import nn


            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.out = nn.Linear(4, 2)
                    nn.init.normal_(self.out.weight, 0, 0.02)
                    nn.init.zeros_(self.out.bias)


            torch.manual_seed(0)
            weight = Net().out.weight
            """,
            same="weight",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "an attribute of something that is no tensor": """
            import torch
            from argparse import ArgumentParser

            options = ArgumentParser().parse_args()
            print(torch.__version__, options.data)
        """,
        "an assignment: it may change shape, dtype and device, and shares storage": """
            import torch

            weight = torch.nn.Parameter(torch.ones(3))
            weight.data = torch.zeros(5)
        """,
        "the field of a packed sequence, through which gradients flow": """
            import torch
            from torch.nn.utils.rnn import pack_sequence

            packed = pack_sequence([torch.ones(3, 2), torch.ones(2, 2)])
            print(packed.data.sum())
        """,
    }

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr != "data" or isinstance(node.ctx, ast.Del) or is_no_tensor(node.value, file.tree):
            return
        receiver = file.kind(node.value)
        if receiver.kind is not Kind.TENSOR or _may_be_uninitialized(node, file):
            return
        if isinstance(node.ctx, ast.Store):
            yield self._stored(node, file, receiver)
            return
        parent = file.tree.parents[node]
        if isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Del):
            return
        if isinstance(parent, ast.Attribute) and parent.attr == "_version":
            return  # the one thing that differs: a count of writes, which `.detach()` shares
        if asks_for_class(node, file.tree) or _beside_assignment(node, file) or _belongs_to_scalar_rules(node, file):
            return
        if _changes_only_the_handle(node, file):
            yield self._reshaped(node, file, receiver)
            return
        edits, instead = _rewrite(node, file)
        yield self._fixed(node, node, _message(node, instead, file), edits, file)

    # ---- findings

    def _fixed(
        self, node: ast.expr | ast.stmt, data: ast.Attribute, message: str, edits: tuple[Edit, ...], file: FileView
    ) -> Finding:
        """The finding for edits that stand for `data`, as safe as the file shows them to be."""
        receiver = file.kind(data.value)
        if receiver.certainty is not Certainty.EVIDENCE:
            reason = f"`{shown(file.tree, data.value)}` is known to be a tensor only by its name or position"
            return self.unsafe(node, message, *edits, reason=reason, evidence=receiver.evidence)
        risk = danger(data, file.get(Flow))
        if risk is None:
            return self.safe(node, message, *edits, evidence=receiver.shown_by(data.value))
        evidence = risk.evidence or receiver.evidence
        if risk.of_graph:
            return self.report(node, message, reason=risk.reason, evidence=evidence)
        return self.unsafe(node, message, *edits, reason=risk.reason, evidence=evidence)

    def _stored(self, node: ast.Attribute, file: FileView, receiver: Inferred) -> Finding:
        """`x.data = y`, `x.data += y`."""
        statement = file.tree.parents[node]
        plain = shown(file.tree, node.value)
        if not isinstance(statement, ast.AugAssign):
            advice = f"To give it other values, write `with torch.no_grad(): {plain}.copy_(...)`"
            part = file.tree.assigned.at(node)
            source = None if part is None else part.value
            if isinstance(source, ast.Attribute) and source.attr == "data":
                advice += f"; to tie the two, assign the parameter itself: `{plain} = {shown(file.tree, source.value)}`"
            return self.report(
                node,
                f"`{plain}.data = ...` replaces the storage behind autograd's back",
                reason="no rewrite is equal: the assignment may change shape, dtype and device, and shares storage "
                f"with its right side. {advice}",
                evidence=receiver.evidence,
            )
        method, since = _AUGMENTED.get(type(statement.op), ("", (0, 0)))
        if not method:
            return self.report(
                node,
                f"`{plain}.data @= ...` replaces the storage behind autograd's back",
                reason="tensors have no in-place matrix product: the statement assigns a new tensor to `.data`",
                evidence=receiver.evidence,
            )
        handle = "" if is_plain_gradient(node, file.get(Flow)) else ".detach()"
        message = _message(node, f"{plain}{handle}.{method}(...)", file)
        wanted = file.options.target_torch
        if wanted is not None and wanted < since:
            reason = f"`{method}` needs torch {since[0]}.{since[1]}"
            return self.report(node, message, reason=reason, evidence=receiver.evidence)
        edit = Replace(target(statement), f"$0{handle}.{method}($1)", (target(node.value), target(statement.value)))
        if shows_its_value(file.tree, statement):
            reason = "as the last line of a cell it would be shown: put a `;` behind it"
            return self.unsafe(statement, message, edit, reason=reason, evidence=receiver.evidence)
        return self._fixed(statement, node, message, (edit,), file)

    def _reshaped(self, node: ast.Attribute, file: FileView, receiver: Inferred) -> Finding:
        """`x.data.resize_(..)`, `x.data.t_()`."""
        use = file.get(Flow).use(node)
        name = callee_name(use.node) if isinstance(use.node, ast.Call) else ""
        plain = shown(file.tree, node.value)
        return self.report(
            node,
            f"`{shown(file.tree, node)}.{name}(...)` does not change the shape of `{plain}`",
            reason=f"`.data` gives a new tensor each time, and only that one is changed; what was meant is "
            f"`with torch.no_grad(): {plain}.{name}(...)`",
            evidence=receiver.evidence,
        )


# ---- which sites are ours


def _may_be_uninitialized(node: ast.Attribute, file: FileView) -> bool:
    """A parameter of a lazy module has no values yet: `.data` works on it, `.detach()` and `nn.init` raise."""
    return (
        any(word.startswith(_LAZY) for word in file.tree.words) and file.get(Flow).role(node.value).role is Role.STATE
    )


def _beside_assignment(node: ast.Attribute, file: FileView) -> bool:
    """Is it read in a statement that assigns to another `.data`? That one is reported, and keeps its own style."""
    written = (part.target for part in file.tree.assigned.holding(node))
    return any(
        isinstance(part, ast.Attribute) and part.attr == "data" and dotted(part.value) not in ("self", "cls")
        for part in written
    )


def _belongs_to_scalar_rules(node: ast.Attribute, file: FileView) -> bool:
    """`loss.data[0]` and `loss.data.cpu().numpy()` of one number want `.item()`: other rules see to them."""
    index = index_around(file.tree, node)
    read = None if index is None else scalar_index(index, file.kind, file.tree)
    if read is not None and (not read.by_numpy or file.runs("TFC801")):
        return True
    return file.runs("TFC801") and any(
        isinstance(up, ast.Call) and callee_name(up) == "numpy" and _becomes_item(up, node, file)
        for up in file.tree.ancestors(node)
    )


def _becomes_item(call: ast.Call, node: ast.Attribute, file: FileView) -> bool:
    """Will the whole chain from `x.data` to `.numpy()` be replaced by `x.item()`, without being asked for?"""
    if without_detour(call) is not without_detour(node):
        return False
    found = scalar_array(call, file.tree, file.kind, file.get(Variables))
    return found is not None and found.is_safe


def _changes_only_the_handle(node: ast.Attribute, file: FileView) -> bool:
    """Is it reshaped in place, so that `x` does not see it? The result of `y = x.data.t_()` is a view as any other."""
    use = file.get(Flow).use(node)
    if use.how is not How.RESHAPE or not isinstance(use.node, ast.Call):
        return False
    return callee_name(use.node) in _RESIZING or isinstance(file.tree.parents[use.node], ast.Expr)


# ---- how to write it


def _message(node: ast.Attribute, instead: str, file: FileView) -> str:
    return f"`{shown(file.tree, node)}` is hidden from autograd: write `{instead}`"


def _rewrite(node: ast.Attribute, file: FileView) -> tuple[tuple[Edit, ...], str]:
    """The edits, and the beginning of what is written instead."""
    tree = file.tree
    plain = shown(file.tree, node.value)
    without = Unwrap(target(node), target(node.value))
    parent = tree.parents[node]
    if is_detached(node.value, tree, file.kind) or _is_initialised_by(node, file) or is_needless(node, file.get(Flow)):
        return (without,), plain
    if _is_drawn(node, file):
        return (without,), plain
    if isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load):
        call = tree.parents[parent]
        called = isinstance(call, ast.Call) and call.func is parent
        if parent.attr in _METADATA or (parent.attr == "type" and called and _has_no_arguments(call)):
            return (without,), f"{plain}.{parent.attr}"
        if isinstance(call, ast.Call) and called:
            special = _as_init(node, call, file) or _as_factory(node, call, file)
            if special is not None:
                return special
            if parent.attr == "new":
                return (without,), f"{plain}.new"
    return (AttributeToCall(target(node), "detach"),), f"{plain}.detach()"


def _is_drawn(node: ast.Attribute, file: FileView) -> bool:
    """Is it what `save_image` or `make_grid` shows? torchvision does that without gradients since torch 1.7."""
    call = file.tree.parents[node]
    if not isinstance(call, ast.Call) or call.args[:1] != [node] or file.qualified_name(call.func) not in _DRAWING:
        return False
    return file.options.target_torch is None or file.options.target_torch >= (1, 7)


def _has_no_arguments(call: ast.AST) -> bool:
    return isinstance(call, ast.Call) and not call.args and not call.keywords


def _is_initialised_by(node: ast.Attribute, file: FileView) -> bool:
    """Is it the tensor in a statement `nn.init.xavier_uniform_(w.data)`? These functions record nothing themselves."""
    call = file.tree.parents[node]
    if not isinstance(call, ast.Call) or not call.args or call.args[0] is not node:
        return False
    name = file.qualified_name(call.func) or ""
    statement = file.tree.parents[call]
    is_statement = isinstance(statement, ast.Expr) and not is_displayed(file.tree, statement)
    return name.startswith("torch.nn.init.") and is_statement


def _as_init(node: ast.Attribute, call: ast.Call, file: FileView) -> tuple[tuple[Edit, ...], str] | None:
    """`w.data.normal_(0, 1)` as a statement that initialises a parameter becomes `nn.init.normal_(w, 0, 1)`."""
    twin, keywords = _INIT_TWINS.get(callee_name(call), ("", frozenset[str]()))
    if not twin or not isinstance(file.tree.parents[call], ast.Expr) or has_star_arguments(call):
        return None
    if not all(keyword.arg in keywords for keyword in call.keywords) or "#" in file.tree.source(call):
        return None
    if twin == "constant_" and len(call.args) != 1:
        return None
    if not file.get(Flow).says_initialisation(node) or file.get(Flow).in_forward(node):
        return None
    if file.get(Flow).role(node.value).role is not Role.STATE and not isinstance(node.value, ast.Attribute):
        return None
    name = spelling(file.tree, f"torch.nn.init.{twin}", call)
    if name is None:
        return None
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    labels = [*("" for _ in call.args), *(f"{keyword.arg}=" for keyword in call.keywords)]
    arguments = "".join(f", {label}${index}" for index, label in enumerate(labels, 1))
    parts = (target(node.value), *(target(value) for value in values))
    return (
        Replace(target(call), f"{name}($0{arguments})", parts),
    ), f"{name}({shown(file.tree, node.value)}{', ...' if arguments else ''})"


def _as_factory(node: ast.Attribute, call: ast.Call, file: FileView) -> tuple[tuple[Edit, ...], str] | None:
    """`x.data.new(2, 3).zero_()` becomes `x.new_zeros(2, 3)`."""
    found = filled_at_once(call, file.tree)
    if found is None:
        return None
    filled, name = found
    edits = (
        Unwrap(target(filled), target(call)),
        EditCall(target(call), rename=name),
        Unwrap(target(node), target(node.value)),
    )
    return edits, f"{shown(file.tree, node.value)}.{name}(...)"
