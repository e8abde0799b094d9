"""Let a DataLoader put batches that go to a GPU into pinned memory."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.placement import Placement
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, LoaderCall
from torchfix_codemods.analysis.syntax.spelling import spelling
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS
from torchfix_codemods.analysis.values.uses import How, uses_of
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import AddImport, EditCall, target

_MOVES = frozenset({"cuda", "to"})
_AVAILABLE = "torch.cuda.is_available"
# Tensors are made on the GPU by default, or batches are moved by somebody who may also pin them.
_ELSEWHERE = re.compile(r"\bset_default_tensor_type\b|\bset_default_device\b|\bpin_memory\(")


class MissingPinMemory(Codemod):
    """A copy from pageable memory to a GPU goes through a pinned buffer of the driver, and the program waits for it.
    With `pin_memory=True` the loader puts the batches into pinned memory in a thread of its own: the copy is about
    twice as fast, and `batch.to(device, non_blocking=True)` goes on beside the computation.

    It is of use only where the batches are moved to a GPU, and fails where they are there already. So it is written
    only for loaders whose batches the file moves, as `pin_memory=torch.cuda.is_available()`: without a GPU torch would
    warn about `True`.
    """

    code = "TFC402"
    source = "https://docs.pytorch.org/docs/stable/data.html#memory-pinning"
    since = "0.1"
    triggers = ("DataLoader",)
    examples = (
        Example(
            """
            import torch
            from torch.utils.data import DataLoader

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            total = 0
            for batch in DataLoader(torch.arange(8), batch_size=4):
                total += batch.to(device).sum().item()
            """,
            """
            import torch
            from torch.utils.data import DataLoader

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            total = 0
            for batch in DataLoader(torch.arange(8), batch_size=4, pin_memory=torch.cuda.is_available()):
                total += batch.to(device).sum().item()
            """,
            same="total",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the batches stay": (
            "from torch.utils.data import DataLoader\nfor x in DataLoader(data, batch_size=4):\n    print(x.sum())\n"
        ),
        "somebody decided": (
            "from torch.utils.data import DataLoader\nfor x in DataLoader(data, pin_memory=False):\n    f(x.cuda())\n"
        ),
        "it may be among the other arguments": (
            "from torch.utils.data import DataLoader\nfor x in DataLoader(data, **options):\n    step(x.cuda())\n"
        ),
        "the items are on the GPU already": (
            "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\nxs = torch.zeros(8).cuda()\n"
            "for x in DataLoader(TensorDataset(xs)):\n    step(x[0].cuda())\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        loaders = file.get(DataLoaders)
        waiting = [one for one in loaders.calls if one.complete and not _is_decided(one)]
        if not waiting or _ELSEWHERE.search(file.tree.text):
            return
        for loader in waiting:
            line = _moving_line(loader, loaders, file)
            if line and not _may_give_gpu_tensors(loader, loaders, file):
                yield self._say(loader, line, file)

    def _say(self, loader: LoaderCall, line: int, file: FileView) -> Finding:
        name = spelling(file.tree, _AVAILABLE, loader.call)
        edit = EditCall(target(loader.call), add=(("pin_memory", f"{name or _AVAILABLE}()"),))
        return self.unsafe(
            loader.call,
            "the batches of this loader go to a GPU from memory that is not pinned",
            edit,
            *([] if name else [AddImport("torch")]),
            reason="pinned memory is taken from the rest of the machine, and a batch of a class of its own is pinned "
            "only if that has a method pin_memory",
            evidence=Evidence(line, "moves a batch"),
        )


def _is_decided(loader: LoaderCall) -> bool:
    return any(name in loader.arguments for name in ("pin_memory", "pin_memory_device"))


def _moving_line(loader: LoaderCall, loaders: DataLoaders, file: FileView) -> int:
    """The line that moves a batch of this loader to a GPU, 0 where there is none."""
    for place in loaders.iterations:
        if loader not in place.loaders:
            continue
        for batch in place.targets:
            for read in loaders.variables.reads(batch):
                line = _moved_from(read, loaders, file, 3)
                if line:
                    return line
    return 0


def _moved_from(node: ast.expr, loaders: DataLoaders, file: FileView, depth: int) -> int:
    for use in uses_of(file.tree, node, loaders.variables):
        call = use.node
        if not isinstance(call, ast.Call):
            continue
        if use.how is How.METHOD and use.name in _MOVES and file.get(Placement).on_gpu(call) is not None:
            return call.lineno
        # `Variable(x)` and `x.type(..)` are still the batch.
        wraps = use.how is How.ARGUMENT and use.name.rsplit(".", 1)[-1] == "Variable" and use.argument == 0
        if wraps and depth and (line := _moved_from(call, loaders, file, depth - 1)):
            return line
    return 0


def _may_give_gpu_tensors(loader: LoaderCall, loaders: DataLoaders, file: FileView) -> bool:
    """Are the items, or what the collate function makes of them, on a GPU?"""
    for name in ("dataset", "collate_fn"):
        given = loader.arguments.get(name)
        if given is None:
            continue
        for source in (given, *loaders.sources.of(given)):
            if file.get(Placement).on_gpu(source) is not None or _holds_moves(source, loaders, file):
                return True
    return False


def _holds_moves(source: ast.expr, loaders: DataLoaders, file: FileView) -> bool:
    """Does the class or function of the file that this is an instance of move anything?"""
    holders: list[ast.AST] = []
    if isinstance(source, ast.Call):
        made = loaders.sources.class_called(source)
        holders += [made] if made is not None else [*source.args, *(k.value for k in source.keywords)]
    if isinstance(source, ast.Name):
        holders += [b.node for b in file.tree.bindings(source) if isinstance(b.node, FUNCTIONS)]
    if isinstance(source, ast.Lambda):
        holders.append(source)
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr in _MOVES and file.get(Placement).on_gpu(node) is not None)
        for holder in holders
        for node in ast.walk(holder)
    )
