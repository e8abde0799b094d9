"""Ask the CUDA runtime for something only where there is a GPU."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.device_sites import is_guarded
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.guards import conditions, covering_handler
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import AddImport, Edit, WrapStatements, target

_DEEDS = frozenset(
    {
        "set_device",
        "synchronize",
        "reset_peak_memory_stats",
        "reset_max_memory_allocated",
        "reset_max_memory_cached",
        "ipc_collect",
        "init",
        "set_per_process_memory_fraction",
    }
)
_ANSWERS = frozenset({"current_device", "get_device_name", "get_device_properties", "get_device_capability"})
# Where these are, the program is for GPUs alone: a guard around one line does not make it run without one.
_NEEDS_GPU = frozenset({"Event", "Stream", "nccl"})
# What only a program with GPUs sets: a flag of this name is as good as one that names CUDA.
_SAYS_GPUS = re.compile(r"parallel|distributed|rank|world_size|\bdist\b|multi_?gpu|num_gpus|n_gpu", re.I)
_PREFIX = "torch.cuda."
_ASKS = "torch.cuda.is_available"


class CudaRuntimeCall(Codemod):
    """`torch.cuda.set_device(0)` or `torch.cuda.synchronize()` raises on a machine without a GPU, also where everything
    else of the program chooses its device. Under `if torch.cuda.is_available():` the line does what it did where there
    is a GPU, and nothing where there is none.

    Where the answer of the runtime is used (`torch.cuda.current_device()`), a person has to say what it should be
    without a GPU. Code that times by CUDA events, or that talks over NCCL, is for GPUs alone and stays as it is.
    """

    code = "TFC310"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html#device-agnostic-code"
    since = "0.4"
    triggers = (
        "current_device", "get_device_capability", "get_device_name", "get_device_properties", "init", "ipc_collect",
        "reset_max_memory_allocated", "reset_max_memory_cached", "reset_peak_memory_stats", "set_device",
        "set_per_process_memory_fraction", "synchronize",
    )  # fmt: skip
    examples = (
        Example(
            """
            import time

            import torch

            torch.cuda.set_device(0)
            start = time.time()
            y = torch.ones(2) @ torch.ones(2)
            torch.cuda.synchronize()
            """,
            """
            import time

            import torch

            if torch.cuda.is_available():
                torch.cuda.set_device(0)
            start = time.time()
            y = torch.ones(2) @ torch.ones(2)
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "under a condition": """
            import torch

            if torch.cuda.is_available():
                torch.cuda.set_device(0)
        """,
        "for GPUs alone": """
            import torch

            start = torch.cuda.Event(enable_timing=True)
            start.record()
            torch.cuda.synchronize()
        """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        word = callee_name(node)
        if word not in _DEEDS and word not in _ANSWERS:
            return
        if file.qualified_name(node.func) != _PREFIX + word or self._may_stay(node, file):
            return
        call = shown(file.tree, node)
        message = f"`{call}` raises where there is no GPU"
        if word in _ANSWERS:
            reason = "only you know what the answer should be without a GPU: ask under `torch.cuda.is_available()`"
            yield self.report(node, message, reason=reason)
            return
        statement = file.tree.parents[node]
        test = spelling(file.tree, _ASKS, node) or _ASKS
        if not isinstance(statement, ast.Expr):
            yield self.report(node, message, reason=f"its value is used: ask under `{test}()`")
            return
        edits: tuple[Edit, ...] = (WrapStatements(target(statement), target(statement), f"if {test}():"),)
        if test == _ASKS and file.tree.scope(node).lookup("torch") is None:
            edits = (*edits, AddImport("torch"))
        evidence = Evidence(node.lineno, "nothing around it asks for a GPU")
        yield self.safe(node, f"{message}: call it under `if {test}():`", *edits, evidence=evidence)

    def _may_stay(self, node: ast.Call, file: FileView) -> bool:
        tree = file.tree
        if is_guarded(tree, node) or covering_handler(tree, node) is not None:
            return True
        if any(_SAYS_GPUS.search(ast.unparse(test)) for test, _ in conditions(tree, node)):
            return True
        texts = {text.value for text in tree.nodes(ast.Constant) if isinstance(text.value, str)}
        return not _NEEDS_GPU.isdisjoint(tree.words | texts)
