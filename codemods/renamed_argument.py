"""Write arguments as their functions take them today: renamed, merged into another one, or left out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.arguments import default_of
from torchfix_codemods.analysis.syntax.assignments import Assignment
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name, has_star_arguments, keyword
from torchfix_codemods.analysis.tables.old_api import ARGUMENTS
from torchfix_codemods.analysis.tables.old_api.rows import Argument
from torchfix_codemods.analysis.tables.old_api.torch_arguments import LOSSES
from torchfix_codemods.analysis.values.old_names import (
    by_name,
    calls_of,
    is_for_some_version,
    is_wanted,
    last_words,
    said_of,
)
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, RenameAttribute, Replace, target

_ROWS = by_name(ARGUMENTS)
_CALLED = last_words(_ROWS)
_REDUCED = {f"torch.nn.{name}": places for name, _, places, _ in LOSSES} | {
    f"torch.nn.functional.{name}": places for _, name, _, places in LOSSES
}
_LOSS_WORDS = last_words(_REDUCED)
_ALL = frozenset({*_ROWS, *_REDUCED})
_OLD = ("size_average", "reduce")
_DEFAULT = '"mean"'


class RenamedArgument(Codemod):
    """`loss.backward(retain_variables=True)`, `RandomAffine(9, resample=2)` and `save_image(x, range=(0, 1))` raise a
    TypeError today: the argument has another name. `size_average=False` and `pretrained=True` still work, with
    a warning at each run: they are `reduction="sum"` and `weights="IMAGENET1K_V1"`.

    The table of old names says what each argument is called, which values stand for the old ones, and which default
    has to be written out so that a call keeps its meaning. Weights are those that `pretrained=True` has always meant,
    never newer ones.
    """

    code = "TFC903"
    source = "https://github.com/pytorch/pytorch/releases"
    since = "0.4"
    triggers = (
        "ConstantLR verbose", "CosineAnnealingLR verbose", "CosineAnnealingWarmRestarts verbose", "CyclicLR verbose",
        "ExponentialLR verbose", "Hardtanh max_value", "Hardtanh min_value", "LambdaLR verbose", "LinearLR verbose",
        "MultiStepLR verbose", "MultiplicativeLR verbose", "OneCycleLR verbose", "PolynomialLR verbose",
        "ReduceLROnPlateau verbose", "SequentialLR verbose", "StepLR verbose", "TSNE n_iter", "affine fillcolor",
        "affine resample", "backward retain_variables", "checkpoint checkpoint", "checkpoint checkpoint_sequential",
        "data Sampler", "deeplabv3_resnet101 pretrained_backbone", "deeplabv3_resnet50 pretrained_backbone",
        "export _retain_param_name", "export aten", "export enable_onnx_checker", "export example_outputs",
        "export strip_doc_string", "export use_external_data_format",
        "fasterrcnn_mobilenet_v3_large_fpn pretrained_backbone", "fasterrcnn_resnet50_fpn pretrained_backbone",
        "fcn_resnet101 pretrained_backbone", "fcn_resnet50 pretrained_backbone", "grad retain_variables",
        "keypointrcnn_resnet50_fpn pretrained_backbone", "librosa mel", "maskrcnn_resnet50_fpn pretrained_backbone",
        "matplotlib hist", "matplotlib use", "meshgrid", "numpy histogram",
        "retinanet_resnet50_fpn pretrained_backbone", "rotate resample", "sampler Sampler", "save_image range",
        "structural_similarity multichannel", "torchvision RandomAffine", "torchvision RandomRotation",
        "torchvision alexnet", "torchvision convnext_tiny", "torchvision deeplabv3_resnet101",
        "torchvision deeplabv3_resnet50", "torchvision densenet121", "torchvision densenet161",
        "torchvision densenet169", "torchvision densenet201", "torchvision efficientnet_b0",
        "torchvision efficientnet_b1", "torchvision efficientnet_b2", "torchvision efficientnet_b3",
        "torchvision efficientnet_b4", "torchvision efficientnet_b5", "torchvision efficientnet_b6",
        "torchvision efficientnet_b7", "torchvision fasterrcnn_mobilenet_v3_large_fpn",
        "torchvision fasterrcnn_resnet50_fpn", "torchvision fcn_resnet101", "torchvision fcn_resnet50",
        "torchvision googlenet", "torchvision inception_v3", "torchvision keypointrcnn_resnet50_fpn",
        "torchvision make_grid", "torchvision maskrcnn_resnet50_fpn", "torchvision mnasnet0_5",
        "torchvision mnasnet1_0", "torchvision mobilenet_v2", "torchvision mobilenet_v3_large",
        "torchvision mobilenet_v3_small", "torchvision resnet101", "torchvision resnet152", "torchvision resnet18",
        "torchvision resnet34", "torchvision resnet50", "torchvision resnext101_32x8d", "torchvision resnext50_32x4d",
        "torchvision retinanet_resnet50_fpn", "torchvision shufflenet_v2_x0_5", "torchvision shufflenet_v2_x1_0",
        "torchvision squeezenet1_0", "torchvision squeezenet1_1", "torchvision vgg11", "torchvision vgg11_bn",
        "torchvision vgg13", "torchvision vgg13_bn", "torchvision vgg16", "torchvision vgg16_bn", "torchvision vgg19",
        "torchvision vgg19_bn", "torchvision wide_resnet101_2", "torchvision wide_resnet50_2", "BCELoss",
        "BCEWithLogitsLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "HingeEmbeddingLoss", "KLDivLoss", "L1Loss",
        "MSELoss", "MarginRankingLoss", "MultiLabelMarginLoss", "MultiLabelSoftMarginLoss", "MultiMarginLoss",
        "NLLLoss", "PoissonNLLLoss", "SmoothL1Loss", "SoftMarginLoss", "TripletMarginLoss", "binary_cross_entropy",
        "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cross_entropy", "hinge_embedding_loss", "kl_div",
        "l1_loss", "margin_ranking_loss", "mse_loss", "multi_margin_loss", "multilabel_margin_loss",
        "multilabel_soft_margin_loss", "nll_loss", "poisson_nll_loss", "smooth_l1_loss", "soft_margin_loss",
        "triplet_margin_loss",
    )  # fmt: skip
    examples = (
        Example(
            """
            import torch
            from torch import nn

            x, y = torch.zeros(3), torch.ones(3)
            loss = nn.MSELoss(size_average=False)(x, y)
            each = nn.functional.l1_loss(x, y, reduce=False)
            """,
            """
            import torch
            from torch import nn

            x, y = torch.zeros(3), torch.ones(3)
            loss = nn.MSELoss(reduction="sum")(x, y)
            each = nn.functional.l1_loss(x, y, reduction="none")
            """,
            same="(loss + each).tolist()",
        ),
        Example(
            """
            from torchvision import models


            def network(pretrained):
                return models.resnet18(pretrained=pretrained)


            teacher = models.vgg16(pretrained=True)
            """,
            """
            from torchvision import models


            def network(pretrained):
                return models.resnet18(weights="IMAGENET1K_V1" if pretrained else None)


            teacher = models.vgg16(weights="IMAGENET1K_V1")
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the new form": 'import torch\nloss = torch.nn.MSELoss(reduction="sum")\n',
        "its own function": """
            import torch


            def backward(retain_variables):
                pass


            backward(retain_variables=True)
        """,
        "arguments that cannot be seen": "import torch\nloss = torch.nn.MSELoss(**options)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        for call in calls_of(_CALLED | _LOSS_WORDS | {"__init__"}, _ALL, file):
            yield from self._call(call, file)
        if _OLD[0] in file.tree.words:
            for part in file.tree.assigned.given:
                yield from self._attribute(part, file)

    def _attribute(self, part: Assignment, file: FileView) -> Iterator[Finding]:
        """`criterion.size_average = False`, which nothing reads any more."""
        place, value = part.target, part.source
        if not isinstance(place, ast.Attribute) or place.attr != _OLD[0] or not isinstance(value, ast.Constant):
            return
        made = file.get(Sources).of(place.value)
        names = [file.qualified_name(call.func) for call in made if isinstance(call, ast.Call)]
        if not names or len(names) != len(made) or not set(names) <= _REDUCED.keys():
            return
        if len(file.tree.assigned.of(value)) != 1:  # something else gets the same constant
            return
        new = '"mean"' if value.value else '"sum"'
        message = f"`{_OLD[0]}` became `reduction` in torch 0.4.1, and nothing reads it: set `reduction` to {new}"
        edits = (RenameAttribute(target(place), "reduction"), Replace(target(value), new))
        evidence = Evidence(made[0].lineno, f"makes a `{names[0]}`")
        yield self.unsafe(
            file.tree.statement(part.node),
            message,
            *edits,
            reason="today the attribute has no effect",
            evidence=evidence,
        )

    def _call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        word = callee_name(node)
        name = file.qualified_name(node.func) or _constructor(node, file)
        if name is None:
            if f"Tensor.{word}" in _ROWS and isinstance(node.func, ast.Attribute):
                yield from self._arguments(node, f"Tensor.{word}", file)
        elif name in _REDUCED:
            yield from self._reduced(node, name, file)
        elif name in _ROWS:
            yield from self._arguments(node, name, file)

    def _arguments(self, node: ast.Call, name: str, file: FileView) -> Iterator[Finding]:
        for row in _ROWS[name]:
            edit = _edit(node, row, file)
            if edit is None or not is_wanted(row, file.options.target_torch) or is_for_some_version(node, file.tree):
                continue
            evidence, reason = Evidence(node.lineno, f"calls `{name}`"), row.unsafe
            if name.startswith("Tensor.") and isinstance(node.func, ast.Attribute):
                receiver = file.kind(node.func.value)
                if receiver.is_tensor:
                    evidence = receiver.shown_by(node.func.value)
                else:
                    reason = f"whether `{shown(file.tree, node.func.value)}` is a tensor cannot be seen"
            message = _said(row, edit, shown(file.tree, node.func))
            if reason:
                stops = bool(row.gone) and reason == row.unsafe
                yield self.unsafe(node, message, edit, reason=reason, evidence=evidence, stops=stops)
            else:
                yield self.safe(node, message, edit, evidence=evidence)
            return  # the next one is for the next round: both change the call

    def _reduced(self, node: ast.Call, name: str, file: FileView) -> Iterator[Finding]:
        """`size_average` and `reduce` are one argument today."""
        given = _given_of_two(node, _REDUCED[name])
        if given is None or is_for_some_version(node, file.tree):
            return
        target_torch = file.options.target_torch
        values = [found for _, found in given]
        value = _reduction(values, file)
        if value is None or (target_torch is not None and target_torch < (0, 4)):
            return
        dropped = tuple(place for place, _ in given if place != "")
        edit = EditCall(target(node), drop=dropped, add=() if value == _DEFAULT else (("reduction", value),))
        written = " and ".join(f"`{word}`" for word, (place, _) in zip(_OLD, given, strict=True) if place != "")
        what = "leave it out, for the mean is the default" if value == _DEFAULT else f"write `reduction={value}`"
        message = f"{written} became one argument, `reduction`, in torch 0.4.1: {what}"
        evidence = Evidence(node.lineno, f"calls `{name}`")
        doubtful = next((value for value in values if value is not None and _may_be_none(value, file)), None)
        if doubtful is not None:
            reason = f"the old argument took None for True, and `{shown(file.tree, doubtful)}` may be None"
            yield self.unsafe(node, message, edit, reason=reason, evidence=evidence)
        else:
            yield self.safe(node, message, edit, evidence=evidence)


def _constructor(node: ast.Call, file: FileView) -> str | None:
    """The only base class, for a call of its constructor: `super().__init__(data_source)`."""
    func = node.func
    if not isinstance(func, ast.Attribute) or func.attr != "__init__" or not isinstance(func.value, ast.Call):
        return None
    function = file.tree.function(node)
    owner = None if function is None else file.tree.class_of(function)
    if callee_name(func.value) != "super" or owner is None or len(owner.bases) != 1:
        return None
    base = owner.bases[0]
    name = file.qualified_name(base.value if isinstance(base, ast.Subscript) else base)
    return name if name in _ROWS else None


def _given_of_two(node: ast.Call, places: tuple[int, int]) -> list[tuple[int | str, ast.expr | None]] | None:
    """(place, value) of the two arguments, the place "" where one is left out; None where nothing is to be done."""
    if has_star_arguments(node) or keyword(node, "reduction") is not None:
        return None
    found: list[tuple[int | str, ast.expr | None]] = []
    for word, place in zip(_OLD, places, strict=True):
        named = keyword(node, word)
        if named is not None:
            found.append((word, named.value))
        elif place < len(node.args):
            found.append((place, node.args[place]))
        else:
            found.append(("", None))
    positions = [place for place, _ in found if isinstance(place, int)]
    if all(place == "" for place, _ in found) or (positions and len(node.args) != min(positions) + len(positions)):
        return None
    return found


def _reduction(values: list[ast.expr | None], file: FileView) -> str | None:
    """The text of the value for `reduction`; None where it would take more than one condition."""
    average, reduces = (None if isinstance(value, ast.Constant) and value.value is None else value for value in values)
    if isinstance(reduces, ast.Constant):
        if not reduces.value:
            return '"none"'
        reduces = None
    if average is not None and reduces is not None:
        return None
    if reduces is not None:
        return f'"mean" if {_condition(reduces, file)} else "none"'
    if average is None:
        return '"mean"'
    if isinstance(average, ast.Constant):
        return '"mean"' if average.value else '"sum"'
    return f'"mean" if {_condition(average, file)} else "sum"'


def _condition(node: ast.expr, file: FileView) -> str:
    return " ".join(file.tree.source(node).split())


def _may_be_none(node: ast.expr, file: FileView) -> bool:
    """Can an argument that is no constant be None, as far as can be seen?"""
    if isinstance(node, (ast.Constant, ast.Compare)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        return False
    if not isinstance(node, ast.Name):
        return True
    return not all(_is_true_or_false(binding.node, binding.value, file) for binding in file.tree.bindings(node))


def _is_true_or_false(node: ast.AST, value: ast.expr | None, file: FileView) -> bool:
    if isinstance(node, ast.arg):
        holder = file.tree.parents[node]
        value = default_of(holder, node) if isinstance(holder, ast.arguments) else None
    return isinstance(value, ast.Compare) or (isinstance(value, ast.Constant) and value.value is not None)


def _edit(node: ast.Call, row: Argument, file: FileView) -> EditCall | None:
    """What makes the call one of today; None where the row has nothing to say about it."""
    if has_star_arguments(node) and not any(k.arg == row.name for k in node.keywords):
        return None
    named = keyword(node, row.name)
    if row.added:
        return None if named is not None else EditCall(target(node), add=((row.name, row.added),))
    place: int | str
    if named is not None and row.new != row.name:
        place, value = row.name, named.value
    elif named is None and row.position is not None and len(node.args) == row.position + 1:
        place, value = row.position, node.args[row.position]
    else:
        return None
    if not row.new:
        return EditCall(target(node), drop=(place,))
    if keyword(node, row.new) is not None and row.new != row.name:
        return None
    new = _value(value, row, file)
    replaced = () if new is None else ((place, new),)
    if isinstance(place, int):
        if new is not None:
            return EditCall(target(node), drop=(place,), add=((row.new, new),))
        return EditCall(target(node), keyword_for=((place, row.new),))
    return EditCall(target(node), rename_keywords=((row.name, row.new),), replace=replaced)


def _value(node: ast.expr, row: Argument, file: FileView) -> str | None:
    """The text of the new value; None where the old one stays."""
    values = dict(row.values)
    if not values:
        return None
    text = _condition(node, file)
    if isinstance(node, ast.Constant):
        return values.get(str(bool(node.value)), text)
    return values["*"].format(
        text if isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)) else f"({text})"
    )


def _said(row: Argument, edit: EditCall, written: str) -> str:
    if row.added:
        return f"`{written}` does not say `{row.name}`, whose default is to change: write `{row.name}={row.added}`"
    if not row.new:
        return f"`{written}` takes no `{row.name}` any more: leave it out"
    added = next(iter(edit.add), None) or next(iter(edit.replace), None)
    new = row.new if added is None else f"{row.new}={added[1]}"
    if row.new == row.name:
        return f"`{written}` takes `{row.name}` by its name only: write `{row.new}=`"
    return f"{said_of(row, row.name)}, as an argument of `{written}`: write `{new}`"
