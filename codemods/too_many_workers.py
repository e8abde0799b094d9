"""Find a DataLoader with more workers than help."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_MOST = 16
_COUNTING = frozenset({"cpu_count", "process_cpu_count"})
_COUNTING_OWNERS = frozenset({"os", "multiprocessing", "torch.multiprocessing", "psutil", "joblib"})


class TooManyWorkers(Codemod):
    """Every worker is a process with its own copy of the data set, and its own queue of `prefetch_factor` batches in
    shared memory. Two to four are enough to keep most GPUs busy; more take memory and, where there are fewer cores,
    time from each other. torch itself warns when there are more workers than cores.

    `cpu_count()` is the number of cores of the whole machine, also inside a container or a cluster job that may use
    four of them, and once more for every process of a distributed run.
    """

    code = "TFC404"
    source = "https://docs.pytorch.org/docs/stable/data.html#multi-process-data-loading"
    since = "0.1"
    triggers = ("DataLoader",)
    examples = (
        Example(
            """
            import torch
            from torch.utils.data import DataLoader

            loader = DataLoader(torch.zeros(8), batch_size=4, num_workers=64)
            """,
            """
            import torch
            from torch.utils.data import DataLoader

            loader = DataLoader(torch.zeros(8), batch_size=4, num_workers=64)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a few": "from torch.utils.data import DataLoader\nloader = DataLoader(data, num_workers=4)\n",
        "bounded": (
            "import os\nfrom torch.utils.data import DataLoader\n"
            "loader = DataLoader(data, num_workers=min(8, os.cpu_count()))\n"
        ),
        "a part of the cores": (
            "import os\nfrom torch.utils.data import DataLoader\n"
            "loader = DataLoader(data, num_workers=os.cpu_count() // 4)\n"
        ),
        "chosen elsewhere": "from torch.utils.data import DataLoader\nloader = DataLoader(data, num_workers=workers)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        loaders = file.get(DataLoaders)
        for loader in loaders.calls:
            given = loader.arguments.get("num_workers")
            if given is None:
                continue
            sources = loaders.sources.of(given)
            for source in sources:
                what = _too_many(file.tree, source)
                # A limit further up (`workers = min(workers, 8)`) leaves only the limited value.
                if not what:
                    continue
                evidence = None if source is given else Evidence(source.lineno, what)
                yield self.report(
                    given,
                    f"`num_workers={file.tree.source(given)}`: {what}",
                    reason="start with 2 to 4 and take more only while the GPU waits for data: the best number depends "
                    "on the machine",
                    evidence=evidence,
                )
                break


def _too_many(tree: Tree, node: ast.expr) -> str:
    """What is wrong with this number; empty where nothing is."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int) and node.value > _MOST:
            return f"{node.value} processes for one loader"
        return ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        return _too_many(tree, node.left) if not isinstance(node.left, ast.Constant) else ""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name) and node.func.id in ("max", "int") and not tree.bindings(node.func):
        return next((what for argument in node.args if (what := _too_many(tree, argument))), "")
    if callee_name(node) in _COUNTING and _counts_cores(tree, node):
        return "one process for every core of the machine"
    return ""


def _counts_cores(tree: Tree, call: ast.Call) -> bool:
    name = tree.qualified_name(call.func) or dotted(call.func) or ""
    return name.rpartition(".")[0] in _COUNTING_OWNERS
