"""Sum a loss for the log without its graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from torchfix_codemods.analysis.graphs.graph_sinks import End, Sink
from torchfix_codemods.analysis.graphs.kept_graphs import KeptGraphs, may_record
from torchfix_codemods.analysis.project.gradients import GradientTakers
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, target

_LEAVES = (End.RETURNED, End.YIELDED, End.STORED, End.SAVED, End.CAPTURED, End.LOST)


class AccumulatedLoss(Codemod):
    """`total += loss` keeps the autograd graph of every loss that was ever added, with all activations in it, until the
    sum is let go of: memory grows with every batch. `total += loss.detach()` gives the same sum, bit for bit, and
    nothing is kept.

    `loss.item()` would keep nothing either, but adds up in double precision and waits for the GPU in every step, so it
    is not what is written. A sum that is backpropagated is an objective and stays. Where the sum leaves the function or
    is printed as a tensor (its text would lose `grad_fn`), the fix is unsafe.
    """

    code = "TFC701"
    source = "https://docs.pytorch.org/docs/stable/notes/faq.html#my-model-reports-cuda-runtime-error-2-out-of-memory"
    since = "0.4"
    triggers = ("for", "while")
    expected = ("requires_grad", "graph-nodes", "warnings")
    examples = (
        Example(
            """
            import torch

            torch.manual_seed(0)
            model = torch.nn.Linear(3, 1)
            running = 0.0
            for step in range(4):
                loss = model(torch.ones(2, 3)).mean()
                loss.backward()
                running += loss
            print("%.4f" % (running / 4))
            """,
            """
            import torch

            torch.manual_seed(0)
            model = torch.nn.Linear(3, 1)
            running = 0.0
            for step in range(4):
                loss = model(torch.ones(2, 3)).mean()
                loss.backward()
                running += loss.detach()
            print("%.4f" % (running / 4))
            """,
            same="running",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the sum is the objective": (
            "import torch\nmodel = torch.nn.Linear(3, 1)\ntotal = 0\nfor x in torch.ones(2, 1, 3):\n"
            "    total += model(x).mean()\ntotal.backward()\n"
        ),
        "a number already": (
            "import torch\nmodel = torch.nn.Linear(3, 1)\ntotal = 0\nfor x in torch.ones(2, 1, 3):\n"
            "    total += model(x).mean().item()\n"
        ),
        "without gradients": (
            "import torch\nmodel = torch.nn.Linear(3, 1)\ntotal = 0\nwith torch.no_grad():\n"
            "    for x in torch.ones(2, 1, 3):\n        total += model(x).mean()\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        sums = [found for found in _sums(file.tree) if _may_be_loss(found.added)]
        if not sums or not may_record(file.tree, file.project.modules):
            return
        kept = file.get(KeptGraphs)
        for found in sorted(sums, key=lambda found: found.statement.lineno):
            finding = self._finding(found, kept, file)
            if finding is not None:
                yield finding

    def _finding(self, summed: _Sum, kept: KeptGraphs, file: FileView) -> Finding | None:
        statement = summed.statement
        loop = kept.loop_around(statement)
        if loop is None:
            return None
        start = kept.made_outside(summed.total, loop, statement)
        if not isinstance(start, ast.Constant) or isinstance(start.value, (str, bool, bytes)) or start.value is None:
            return None
        found = kept.source_of_graph(summed.added)
        if found is None:
            return None
        part, evidence = found
        trace = kept.trace(summed.added)
        if trace.first(End.GRADIENT) is not None or _is_trained_on_elsewhere(summed.total, file):
            return None
        name, total = shown(file.tree, part), summed.total.id
        message = f"`{total}` keeps the graph of every `{name}` alive: add `{name}.detach()`"
        edit = Replace(target(part), "$0.detach()", (target(part),))
        leaving = trace.first(End.SHOWN, *_LEAVES)
        unseen = next((call for call in trace.handed if not _is_of_run(call, file)), None)
        if leaving is None and unseen is not None:
            if not _runs_backward(loop, file.tree):
                return None
            called = shown(file.tree, unseen.func)
            reason = f"`{called}` on line {at(unseen.lineno)} gets `{total}` and may run backward through the sum"
            return self.unsafe(statement, message, edit, reason=reason, evidence=evidence)
        if leaving is None and _is_seen_elsewhere(summed.total, file):
            reason = f"other files import this one: one may run backward through `{total}`"
            return self.unsafe(statement, message, edit, reason=reason, evidence=evidence)
        if leaving is None:
            return self.safe(statement, message, edit, evidence=evidence)
        if leaving.end is not End.SHOWN and not _runs_backward(loop, file.tree):
            return (
                None  # a sum that is given away and was not trained on yet is an objective: a penalty, a loss in parts
            )
        return self.unsafe(statement, message, edit, reason=_reason(total, leaving), evidence=evidence)


class _Sum(NamedTuple):
    """`total += added`, or `total = total + added`."""

    statement: ast.stmt
    total: ast.Name
    added: ast.expr


def _sums(tree: Tree) -> Iterator[_Sum]:
    for statement in tree.nodes(ast.AugAssign):
        if isinstance(statement.op, ast.Add) and isinstance(statement.target, ast.Name):
            yield _Sum(statement, statement.target, statement.value)
    for added in tree.nodes(ast.BinOp):
        if not isinstance(added.op, ast.Add) or not isinstance(added.left, ast.Name):
            continue
        for total in tree.assigned.targets(added):
            if isinstance(total, ast.Name) and added.left.id == total.id:
                yield _Sum(tree.statement(added), total, added.right)


def _is_trained_on_elsewhere(total: ast.Name, file: FileView) -> bool:
    """Does a function of the run that gets the sum take gradients?"""
    for call in file.tree.calls_by_function.get(file.tree.function(total), []):
        values = (*call.args, *(word.value for word in call.keywords))
        if not any(isinstance(value, ast.Name) and value.id == total.id for value in values):
            continue
        takers = file.get(Origins).project.shared(GradientTakers)
        if any(takers.of_callee(file.path, callee) for callee in file.get(Origins).callees(call)):
            return True
        if any(map(takers.of_function, file.get(Origins).methods_called(call))):
            return True
    return False


def _is_of_run(call: ast.Call, file: FileView) -> bool:
    """Is it a function of the run that is called, of which is known whether it takes gradients?"""
    origins = file.get(Origins)
    takers = origins.project.shared(GradientTakers)
    return any(takers.knows(file.path, callee) for callee in origins.callees(call)) or any(origins.methods_called(call))


def _is_seen_elsewhere(total: ast.Name, file: FileView) -> bool:
    """Is it a name of the module, which a file of the run imports?"""
    scope = file.tree.scope(total).lookup(total.id)
    return scope is not None and isinstance(scope.node, ast.Module) and file.project.is_imported(file.path)


def _reason(total: str, leaving: Sink) -> str:
    if leaving.end is End.SHOWN:
        return f"`{total}` is shown as a tensor on line {at(leaving.line)}, and its text would lose `grad_fn`"
    return f"`{total}` is {leaving.end.value} on line {at(leaving.line)}: somebody may run backward through the sum"


def _runs_backward(loop: ast.AST, tree: Tree) -> bool:
    return any(callee_name(call).endswith("backward") and tree.within(call, loop) for call in tree.nodes(ast.Call))


def _may_be_loss(value: ast.expr) -> bool:
    """Cheap: a plain name or a call, maybe scaled. Everything else is text, lists and counters."""
    if isinstance(value, ast.BinOp):
        return _may_be_loss(value.left) or _may_be_loss(value.right)
    if isinstance(value, ast.Call):
        return not (isinstance(value.func, ast.Attribute) and value.func.attr in _NUMBERS)
    return isinstance(value, ast.Name)


_NUMBERS = frozenset({"item", "size", "numel", "tolist", "join", "format", "detach", "numpy", "strip"})
