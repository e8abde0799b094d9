"""Find a batch of one sample that goes through BatchNorm in training mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, Iteration, LoaderCall
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.expected import is_expected_to_fail
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import LOOPS, Tree, callee_name
from torchfix_codemods.analysis.values.model_names import mode_switches, model_names, same_model
from torchfix_codemods.analysis.values.sources import before_move
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_NORM = "BatchNorm1d"
# Behind these a channel has more than one value per sample, or what it has cannot be seen.
_SPREAD = ("Conv1d", "ConvTranspose1d", "LSTM", "GRU", "RNN", "Embedding", "Unfold", "transpose", "permute")
_MOVES = frozenset({"to", "cuda"})
_FACTORIES = frozenset({"rand", "randn", "zeros", "ones", "empty"})


class BatchnormSingleSample(Codemod):
    """In training mode BatchNorm divides by the spread of the batch. `BatchNorm1d` behind a linear layer has one value
    per sample and channel, so that a batch of one has no spread, and torch raises "Expected more than 1 value per
    channel when training". With images there are other values in the channel: that runs, but the statistics are those
    of one image.

    Use a larger batch, or GroupNorm or LayerNorm; call `eval()` before a single sample is tried; and give
    `drop_last=True` where the last batch of an epoch can be of one.
    """

    code = "TFC804"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.nn.BatchNorm1d.html"
    since = "0.1"
    triggers = ("BatchNorm1d",)
    examples = (
        Example(
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
            print(net)
            if False:
                net(torch.zeros(1, 3))
            """,
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
            print(net)
            if False:
                net(torch.zeros(1, 3))
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "evaluation": (
            "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))\nnet.eval()\n"
            "net(torch.zeros(1, 3))\n"
        ),
        "a larger batch": (
            "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))\n"
            "net(torch.zeros(2, 3))\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        loaders = file.get(DataLoaders)
        for loader in loaders.calls:
            why = _single(loader, loaders)
            call = _trained_with(loader, loaders) if why else None
            if call is not None:
                yield self.report(
                    loader.call,
                    f"{why}, on which the BatchNorm1d of `{shown(file.tree, call.func)}` fails in training mode",
                    reason="take larger batches, drop_last=True for what is left over at the end, or another norm",
                    evidence=Evidence(call.lineno, "gives the batch to the model"),
                )
        for call in file.tree.nodes(ast.Call):
            if not _is_single(file.tree, call, loaders) or _is_evaluated(file.tree, call):
                continue
            if not is_expected_to_fail(file.tree, call, ValueError):
                yield self.report(
                    call,
                    f"one sample goes through the BatchNorm1d of `{shown(file.tree, call.func)}` in training mode, "
                    "which fails",
                    reason="call `eval()` on the model before, or try it with two samples",
                )


def _single(loader: LoaderCall, loaders: DataLoaders) -> str:
    """Why this loader gives a batch of one; empty where that cannot be seen."""
    if loader.arguments.keys() & {"batch_sampler", "collate_fn", "sampler"}:
        return ""
    sizes = loaders.numbers(loader, "batch_size")
    if sizes is None:
        return "the batches of this loader have one sample" if loader.complete else ""
    if not all(isinstance(size, ast.Constant) and isinstance(size.value, int) for size in sizes):
        return ""
    values = {size.value for size in sizes if isinstance(size, ast.Constant)}
    if values == {1}:
        return "the batches of this loader have one sample"
    count = _length(loader.arguments.get("dataset"), loaders)
    size = next(iter(values))
    if len(values) == 1 and isinstance(size, int) and size > 1 and count % size == 1 and not _drops(loader):
        return f"the last batch of {count} samples has one"
    return ""


def _drops(loader: LoaderCall) -> bool:
    given = loader.arguments.get("drop_last")
    return not loader.complete or (given is not None and not (isinstance(given, ast.Constant) and not given.value))


def _length(node: ast.expr | None, loaders: DataLoaders) -> int:
    """The number of samples of a TensorDataset whose size is written out, else 0."""
    for source in loaders.sources.of(node) if node is not None else ():
        if isinstance(source, ast.Call) and callee_name(source) == "TensorDataset" and source.args:
            for tensor in loaders.sources.of(source.args[0]):
                if isinstance(tensor, ast.Call) and (size := _first_size(loaders.tree, tensor)):
                    return size
    return 0


def _first_size(tree: Tree, call: ast.Call) -> int:
    """The first dimension of a tensor that is made with written-out sizes, else 0."""
    name = tree.qualified_name(call.func) or ""
    if not name.startswith("torch.") or name.removeprefix("torch.") not in _FACTORIES or not call.args:
        return 0
    sizes = call.args[0].elts if isinstance(call.args[0], (ast.Tuple, ast.List)) else call.args
    first = sizes[0] if len(sizes) > 1 else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, int) else 0


def _trained_with(loader: LoaderCall, loaders: DataLoaders) -> ast.Call | None:
    """The call of a model with BatchNorm1d in a loop over this loader that trains."""
    for place in loaders.iterations:
        if (
            loader in place.loaders
            and isinstance(place.node, LOOPS)
            and _trains(place.node)
            and not _is_careful(place.node)
        ):
            for call in (node for node in ast.walk(place.node) if isinstance(node, ast.Call)):
                if _has_norm(call, loaders) and _takes_batch(call, place, loaders):
                    return call
    return None


def _trains(loop: ast.AST) -> bool:
    return any(isinstance(node, ast.Call) and callee_name(node) == "backward" for node in ast.walk(loop))


def _is_careful(loop: ast.AST) -> bool:
    """Does the loop look at the size of the batch, or switch to eval mode?"""
    for node in ast.walk(loop):
        if isinstance(node, ast.Compare):
            text = ast.unparse(node)
            if "len(" in text or ".size(" in text or ".shape" in text:
                return True
        elif isinstance(node, ast.Call) and callee_name(node) in ("eval", "freeze_bn", "set_bn_eval"):
            return True
    return False


def _takes_batch(call: ast.Call, place: Iteration, loaders: DataLoaders) -> bool:
    """Is a part of the batch, or what is made of it, an argument?"""
    names = {name.id for name in place.targets}
    for part in loaders.tree.assigned.all:
        if part.way is not Way.GIVEN or not loaders.tree.within(part.node, place.node):
            continue
        if any(isinstance(read, ast.Name) and read.id in names for read in ast.walk(part.source)):
            names |= {name.id for name in ast.walk(part.target) if isinstance(name, ast.Name)}
    return any(isinstance(part, ast.Name) and part.id in names for a in call.args for part in ast.walk(a))


def _has_norm(call: ast.Call, loaders: DataLoaders) -> bool:
    """Is it a call of a model of this file that has a BatchNorm1d on plain features?"""
    if not isinstance(call.func, (ast.Name, ast.Attribute)):
        return False
    for source in _made_by(call.func, loaders):
        made: ast.AST | None = source if callee_name(source) == "Sequential" else loaders.sources.class_called(source)
        if made is not None and _is_norm_of_features(loaders.tree, made):
            return True
    return False


def _made_by(model: ast.expr, loaders: DataLoaders) -> list[ast.Call]:
    """The calls that make a model, before it was moved."""
    return [source for source in loaders.sources.of(model, before_move) if isinstance(source, ast.Call)]


def _is_norm_of_features(tree: Tree, holder: ast.AST) -> bool:
    names = {callee_name(node) for node in ast.walk(holder) if isinstance(node, ast.Call)}
    return _NORM in names and "Linear" in names and not any(name in names for name in _SPREAD)


def _is_single(tree: Tree, call: ast.Call, loaders: DataLoaders) -> bool:
    """Does a model with BatchNorm1d get one sample that is made on the spot, or in the line before?"""
    if len(call.args) != 1 or not _has_norm(call, loaders):
        return False
    made = loaders.sources.of(call.args[0])
    return bool(made) and all(isinstance(one, ast.Call) and _is_one(tree, one, loaders) for one in made)


def _is_one(tree: Tree, call: ast.Call, loaders: DataLoaders, depth: int = 4) -> bool:
    if depth and callee_name(call) in _MOVES and isinstance(call.func, ast.Attribute):
        made = loaders.sources.of(call.func.value)
        return bool(made) and all(isinstance(one, ast.Call) and _is_one(tree, one, loaders, depth - 1) for one in made)
    return _first_size(tree, call) == 1


def _is_evaluated(tree: Tree, call: ast.Call) -> bool:
    """Is the model switched to eval mode anywhere in the file?"""
    models = model_names(tree, call.func)
    return any(not switch.training and same_model(switch.names, models) for switch in mode_switches(tree))
