"""Keep losses and outputs for the log without their graphs."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.graphs.graph_sinks import End
from torchfix_codemods.analysis.graphs.kept_graphs import KeptGraphs, may_record
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, target


class StoredGraph(Codemod):
    """`history.append(loss)` keeps the autograd graph of every step alive as long as the list lives, with all
    activations in it. `history.append(loss.detach())` keeps the value only.

    Unsafe, because what a list is used for later can be far away. Nothing is said where the list, or what is made of
    it, meets `backward()`, is returned, or goes where it cannot be followed: there the graphs may be wanted, as in
    policy gradients.
    """

    code = "TFC702"
    source = "https://docs.pytorch.org/docs/stable/notes/faq.html#my-model-reports-cuda-runtime-error-2-out-of-memory"
    since = "0.4"
    triggers = ("append",)
    expected = ("requires_grad", "graph-nodes", "warnings")
    examples = (
        Example(
            """
            import torch

            torch.manual_seed(0)
            model = torch.nn.Linear(3, 1)
            history = []
            for step in range(4):
                loss = model(torch.ones(2, 3)).mean()
                loss.backward()
                history.append(loss)
            print("%.4f" % history[-1])
            """,
            """
            import torch

            torch.manual_seed(0)
            model = torch.nn.Linear(3, 1)
            history = []
            for step in range(4):
                loss = model(torch.ones(2, 3)).mean()
                loss.backward()
                history.append(loss.detach())
            print("%.4f" % history[-1])
            """,
            same="history[-1]",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "backpropagated later": (
            "import torch\nmodel = torch.nn.Linear(3, 1)\nlosses = []\nfor x in torch.ones(2, 1, 3):\n"
            "    losses.append(model(x).mean())\ntorch.stack(losses).sum().backward()\n"
        ),
        "numbers": (
            "import torch\nmodel = torch.nn.Linear(3, 1)\nlosses = []\nfor x in torch.ones(2, 1, 3):\n"
            "    losses.append(model(x).mean().item())\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        calls = [call for call in file.tree.nodes(ast.Call) if _is_append(call)]
        if not calls or not may_record(file.tree, file.project.modules):
            return
        kept = file.get(KeptGraphs)
        for call in calls:
            finding = self._finding(call, kept, file)
            if finding is not None:
                yield finding

    def _finding(self, call: ast.Call, kept: KeptGraphs, file: FileView) -> Finding | None:
        loop = kept.loop_around(call)
        holder = call.func.value if isinstance(call.func, ast.Attribute) else None
        if loop is None or not isinstance(holder, ast.Name):
            return None
        made = kept.made_outside(holder, loop)
        if not _is_empty_list(made) or _is_given_away(holder, file):
            return None
        (value,) = call.args
        found = kept.source_of_graph(value)
        if found is None or found[0] is not value:
            return None
        trace = kept.trace(value)
        if trace.handed or any(sink.end is not End.SHOWN for sink in trace.sinks):
            return None
        name = shown(file.tree, value)
        return self.unsafe(
            value,
            f"`{holder.id}` keeps the graph of every `{name}` alive: append `{name}.detach()`",
            Replace(target(value), "$0.detach()", (target(value),)),
            reason="what the list is used for later may want the graphs",
            evidence=found[1],
        )


def _is_given_away(holder: ast.Name, file: FileView) -> bool:
    """Does a function get the list that may do anything with it?"""
    scope = file.tree.scope(holder).lookup(holder.id)
    reads = (n for n in file.tree.nodes(ast.Name) if n.id == holder.id and file.tree.scope(n).lookup(n.id) is scope)
    calls = (file.tree.parents[read] for read in reads)
    return any(isinstance(call, ast.Call) and not _only_looks(call, file) for call in calls)


def _only_looks(call: ast.Call, file: FileView) -> bool:
    """Is it a function that shows or sums up numbers, or one whose result is followed?"""
    name = file.qualified_name(call.func) or ""
    if name.startswith(("torch.", "numpy.", "matplotlib.", "statistics.")):
        return True
    return isinstance(call.func, ast.Name) and not file.tree.bindings(call.func) and hasattr(builtins, call.func.id)


def _is_append(call: ast.Call) -> bool:
    """`a.append(b)` as a statement can be one; only names and calls carry graphs."""
    return (
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and len(call.args) == 1
        and not call.keywords
        and isinstance(call.args[0], (ast.Name, ast.Call))
    )


def _is_empty_list(node: ast.expr | None) -> bool:
    if isinstance(node, ast.List):
        return not node.elts
    return isinstance(node, ast.Call) and callee_name(node) in ("list", "deque") and not node.args
