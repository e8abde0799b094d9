"""Normalize grey images by one mean and one deviation, where three are given for their only channel."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, has_star_arguments, keyword
from torchfix_codemods.analysis.tables.torch_api import GREY_IMAGES
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, target

_NORMALIZE = "torchvision.transforms.Normalize"
_COMPOSE = "torchvision.transforms.Compose"
# Steps that leave a grey image one of one channel. `Lambda`, `Grayscale(3)` or an own step may repeat it.
_KEEP_CHANNELS = frozenset(
    {
        "CenterCrop", "Normalize", "Pad", "RandomAffine", "RandomCrop", "RandomErasing", "RandomHorizontalFlip",
        "RandomResizedCrop", "RandomRotation", "RandomSizedCrop", "RandomVerticalFlip", "Resize", "Scale", "ToTensor",
    }
)  # fmt: skip
_PLACES = (("mean", 0), ("std", 1))


class NormalizeOfGreyImages(Codemod):
    """`transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))` on MNIST took the first of the three values for the one
    channel there is. Since torchvision 0.3 it raises: "output with shape [1, 28, 28] doesn't match the broadcast shape
    [3, 28, 28]".

    One value is written where the transform goes to a data set of grey images and no step in between adds channels.
    Where the three differ and the same transform also goes somewhere else, nothing is changed.
    """

    code = "TFC907"
    source = "https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.Normalize.html"
    since = "0.4"
    triggers = (
        "EMNIST Normalize", "FashionMNIST Normalize", "KMNIST Normalize", "MNIST Normalize", "Omniglot Normalize",
        "QMNIST Normalize", "USPS Normalize",
    )  # fmt: skip
    examples = (
        Example(
            """
            from torchvision import datasets, transforms

            digits = datasets.MNIST(
                "data",
                transform=transforms.Compose([
                    transforms.ToTensor(),
                    transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
                ]),
            )
            """,
            """
            from torchvision import datasets, transforms

            digits = datasets.MNIST(
                "data",
                transform=transforms.Compose([
                    transforms.ToTensor(),
                    transforms.Normalize((0.5,), (0.5,)),
                ]),
            )
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "images with three channels": """
            from torchvision import datasets, transforms

            scale = transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))
            photos = datasets.CIFAR10("data", transform=transforms.Compose([transforms.ToTensor(), scale]))
            digits = datasets.MNIST("data")
        """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if file.qualified_name(node.func) != _NORMALIZE or has_star_arguments(node):
            return
        several = [values for values in (_values(node, *place) for place in _PLACES) if values is not None]
        if not several:
            return
        goes_to = _data_sets(node, file)
        grey = [call for call in goes_to if call is not None and _is_grey(call, file)]
        if not grey:
            return
        differ = any(len({file.tree.source(part) for part in values.elts}) > 1 for values in several)
        if differ and len(grey) < len(goes_to):
            return
        edits = tuple(Replace(target(values), _one(values), (target(values.elts[0]),)) for values in several)
        name = callee_name(grey[0])
        message = f"`{name}` has grey images, and several values for their one channel raise today: give one"
        yield self.safe(node, message, *edits, evidence=Evidence(grey[0].lineno, f"`{name}` takes it as its transform"))


def _values(call: ast.Call, name: str, place: int) -> ast.Tuple | ast.List | None:
    """The argument that is written out with more than one number."""
    named = keyword(call, name)
    given = named.value if named is not None else call.args[place] if place < len(call.args) else None
    if not isinstance(given, (ast.Tuple, ast.List)) or len(given.elts) < 2:
        return None
    return given if all(isinstance(part, ast.Constant) for part in given.elts) else None


def _one(values: ast.Tuple | ast.List) -> str:
    return "($0,)" if isinstance(values, ast.Tuple) else "[$0]"


def _data_sets(normalize: ast.Call, file: FileView) -> list[ast.Call | None]:
    """The calls that the transform with this step is handed to; None for each use that is no such call."""
    tree = file.tree
    steps = tree.parent(normalize)
    compose = tree.parent(steps) if isinstance(steps, (ast.List, ast.Tuple)) else None
    if not isinstance(compose, ast.Call) or file.qualified_name(compose.func) != _COMPOSE:
        return []
    if not isinstance(steps, (ast.List, ast.Tuple)) or not all(_keeps_channels(step, file) for step in steps.elts):
        return []
    given = tree.assigned.of(compose)
    if not given:
        return [_taking_it(compose, tree)]
    goals = {part.target.id for part in given if isinstance(part.target, ast.Name) and part.value is compose}
    if len(goals) < len(given):
        return []
    reads = [name for goal in goals for name in tree.names(goal) if isinstance(name.ctx, ast.Load)]
    known = all(len(tree.bindings(name)) == 1 and tree.bindings(name)[0].value is compose for name in reads)
    handed_on = any(file.project.hands_on(file.path, goal) for goal in goals)
    if not known:
        return []
    used_on = tree.assigned.used_on(compose)
    uses = [*reads, *([used_on] if used_on is not None else [])]
    return [*(_taking_it(use, tree) for use in uses), *([None] if handed_on else [])]


def _keeps_channels(step: ast.expr, file: FileView) -> bool:
    name = file.qualified_name(step.func) if isinstance(step, ast.Call) else None
    return name is not None and name.rpartition(".")[2] in _KEEP_CHANNELS and name.startswith("torchvision.")


def _taking_it(value: ast.expr, tree: Tree) -> ast.Call | None:
    """The call that takes the value as its `transform`, by name or by its place."""
    parent = tree.parent(value)
    if isinstance(parent, ast.keyword):
        call = tree.parent(parent)
        return call if parent.arg == "transform" and isinstance(call, ast.Call) else None
    return parent if isinstance(parent, ast.Call) and value in parent.args[2:3] else None


def _is_grey(call: ast.Call, file: FileView) -> bool:
    name = file.qualified_name(call.func) or ""
    return name.startswith("torchvision.datasets.") and name.rpartition(".")[2] in GREY_IMAGES
