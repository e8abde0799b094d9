"""Bring a tensor to the CPU, and off the graph, before it becomes a numpy array."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from torchfix_codemods.analysis.devices.placement import Placement
from torchfix_codemods.analysis.devices.script import Hardware, is_test_file
from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.hidden_writes import is_detached
from torchfix_codemods.analysis.graphs.scalar_arrays import scalar_array
from torchfix_codemods.analysis.graphs.scalars import without_detour
from torchfix_codemods.analysis.inference.kinds import Evidence, Graph, Inferred, Kind
from torchfix_codemods.analysis.saving.load_calls import is_about_cuda
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.analysis.values.uses import uses_of
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Replace, target

# Functions of numpy that make an array of their argument, whatever that has for methods.
_CONVERT = frozenset(
    {
        "append", "array", "asanyarray", "asarray", "ascontiguousarray", "concatenate", "hstack", "save", "savetxt",
        "stack", "vstack",
    }
)  # fmt: skip
_PLOT = frozenset(
    {"bar", "boxplot", "contour", "fill_between", "hist", "imshow", "imsave", "plot", "scatter", "semilogy"}
)
_BACK_TO_TORCH = frozenset({"from_numpy", "tensor", "as_tensor", "Tensor", "FloatTensor", "DoubleTensor"})
# Without one of these a file has no graph, and nothing on a GPU: arrays are all it makes.
_COMPUTES = frozenset({"nn", "cuda", "to", "requires_grad", "requires_grad_", "eval", "Parameter"})
# The result of these is where its input is, without a graph where that has none.
_KEEPS = frozenset(
    {"clone", "contiguous", "cpu", "detach", "double", "flatten", "float", "permute", "reshape", "squeeze", "unsqueeze"}
)
_ASKS_DEVICE = ("cuda", "gpu", "device")


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Why numpy may refuse a tensor: the lines by which it can have a graph, and be on a GPU."""

    graph: Evidence | None
    gpu: Evidence | None

    @property
    def text(self) -> str:
        parts = (["be on a GPU"] if self.gpu else []) + (["have a graph"] if self.graph else [])
        return " and ".join(parts)

    @property
    def evidence(self) -> Evidence | None:
        return self.gpu or self.graph


class NumpyWithoutCpu(Codemod):
    """numpy reads the memory of the CPU and knows nothing of gradients. `.numpy()` raises for a tensor on a GPU and for
    one that requires grad, so a script that works on the CPU, or under `torch.no_grad()`, fails elsewhere.
    `.detach().cpu().numpy()` works everywhere; on the CPU it is the same memory.

    Only where the file shows that it is needed: the output of a module, a tensor that was moved, `requires_grad`. A
    loader's labels are on the CPU and stay as they are, and so does everything in a program no file of which asks for a
    GPU; there only `.detach()` is written. What converts a tensor in passing, as `np.array(t)` and `plt.plot(t)` do, is
    only reported.
    """

    code = "TFC304"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.numpy.html"
    since = "0.4"
    triggers = ("numpy", "pyplot")
    examples = (
        Example(
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            net = torch.nn.Linear(2, 2).to(device)
            x = torch.ones(1, 2, device=device)
            best = net(x).argmax(1).numpy()
            shape = best.shape
            """,
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            net = torch.nn.Linear(2, 2).to(device)
            x = torch.ones(1, 2, device=device)
            best = net(x).argmax(1).cpu().numpy()
            shape = best.shape
            """,
            same="shape",
        ),
        Example(
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            net = torch.nn.Linear(2, 2).to(device)
            scores = net(torch.ones(1, 2, device=device)).numpy()
            with torch.no_grad():
                more = net(torch.ones(1, 2, device=device)).numpy()
            """,
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            net = torch.nn.Linear(2, 2).to(device)
            scores = net(torch.ones(1, 2, device=device)).detach().cpu().numpy()
            with torch.no_grad():
                more = net(torch.ones(1, 2, device=device)).cpu().numpy()
            """,
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "what a loader gives is on the CPU": """
            import torch
            from torch.utils.data import DataLoader

            for images, labels in DataLoader(data):
                show(images.numpy(), labels.numpy())
        """,
        "nothing in the program can be on a GPU": """
            import torch

            net = torch.nn.Linear(2, 2)
            with torch.no_grad():
                scores = net(torch.ones(1, 2)).numpy()
        """,
        "it detaches and copies by itself": """
            import torch

            net = torch.nn.Linear(2, 2)
            scores = net(torch.ones(1, 2)).numpy(force=True)
        """,
        "not known to be a tensor": """
            import torch

            values = compute().numpy()
        """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if callee_name(node) == "numpy" and isinstance(node.func, ast.Attribute):
            if not node.args and not node.keywords:
                yield from self._explicit(node, node.func.value, file)
        else:
            yield from self._implicit(node, file)

    def _explicit(self, node: ast.Call, receiver: ast.expr, file: FileView) -> Iterator[Finding]:
        """`x.numpy()`."""
        if _is_ready(receiver) or _COMPUTES.isdisjoint(file.tree.words):
            return
        inferred = file.kind(receiver)
        trouble = _trouble(receiver, inferred, file)
        if trouble is None or _is_attempt(node, file) or _becomes_item(node, file):
            return
        steps = (".detach()" if trouble.graph else "") + (".cpu()" if trouble.gpu else "")
        inner = receiver
        moved = _moved_to_cpu(receiver)
        if trouble.graph and moved is not None:
            inner, steps = moved, ".detach().cpu()"
        message = (
            f"`{shown(file.tree, receiver)}` can {trouble.text}, which numpy refuses: "
            f"write `{shown(file.tree, inner)}{steps}.numpy()`"
        )
        edit = Replace(target(node), f"$0{steps}.numpy()", (target(inner),))
        cut = _goes_back(node, file) if trouble.graph else None
        if cut is not None:
            reason = f"it goes back into torch on line {at(cut.line)}: `.detach()` would cut the gradient"
            yield self.report(node, message, reason=reason, evidence=cut)
        elif inferred.kind is Kind.UNKNOWN:
            reason = "only its origin says that it is a tensor"
            yield self.unsafe(node, message, edit, reason=reason, evidence=trouble.evidence)
        else:
            yield self.safe(node, message, edit, evidence=trouble.evidence or inferred.shown_by(receiver))

    def _implicit(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        """`np.array(x)`, `plt.plot(x)`, `np.mean([x, y])`."""
        name = file.qualified_name(node.func) or ""
        root, _, last = name.partition(".")
        plots = name.startswith("matplotlib.pyplot.") and name.rsplit(".", 1)[-1] in _PLOT
        if (root != "numpy" and not plots) or _COMPUTES.isdisjoint(file.tree.words):
            return
        for argument in node.args:
            found = _listed(argument, file)
            if found is None and (plots or last in _CONVERT):
                found = _known_trouble(argument, file)
            if found is not None and not _is_attempt(node, file):
                text = shown(file.tree, argument)
                yield self.report(
                    argument,
                    f"`{shown(file.tree, node.func)}` makes an array of a tensor that can {found.text}, and fails then",
                    reason=f"the conversion is not written out: pass numbers (`.item()`) or arrays "
                    f"(`.detach().cpu().numpy()`) in `{text}`",
                    evidence=found.evidence,
                )
                return


# ---- what is wrong


def _is_ready(node: ast.expr) -> bool:
    """Is it written `x.detach().cpu()` or `x.data.cpu()`, in any order and maybe in another shape?"""
    seen: set[str] = set()
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _KEEPS:
            seen.add(node.func.attr)
            node = node.func.value
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            seen.add("detach")
            node = node.value
        else:
            return {"cpu", "detach"} <= seen


def _trouble(node: ast.expr, inferred: Inferred, file: FileView) -> _Trouble | None:
    """Why numpy may refuse the value; None where nothing says so."""
    if inferred.kind not in (Kind.TENSOR, Kind.UNKNOWN):
        return None
    origin = None if _is_on_cpu_here(node, file) else file.get(Placement).on_gpu(node)
    gpu = None if origin is None or file.get(Hardware).is_cpu_only else origin.evidence
    computed = gpu is not None and origin is not None and origin.by_module and inferred.graph is not Graph.NO
    may_have_graph = (computed or inferred.graph is Graph.YES) and not is_detached(node, file.tree, file.kind)
    graph = (inferred.evidence or gpu) if may_have_graph and _records(node, file) else None
    if gpu is None and (graph is None or not inferred.is_tensor):
        return None
    return _Trouble(graph, gpu)


def _known_trouble(node: ast.expr, file: FileView) -> _Trouble | None:
    inferred = file.kind(node)
    return _trouble(node, inferred, file) if inferred.is_tensor else None


def _listed(node: ast.expr, file: FileView) -> _Trouble | None:
    """The trouble of a list's elements: written out, or appended to a variable."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return next((found for part in node.elts if (found := _known_trouble(part, file)) is not None), None)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return _known_trouble(node.elt, file)
    if not isinstance(node, ast.Name):
        return None
    values = [binding.value for binding in file.tree.bindings(node)]
    if not values or not all(isinstance(value, ast.List) and not value.elts for value in values):
        return None
    scope = file.tree.scope(node).lookup(node.id)
    for call in file.tree.nodes(ast.Call):
        if callee_name(call) != "append" or len(call.args) != 1 or not isinstance(call.func, ast.Attribute):
            continue
        owner = call.func.value
        if isinstance(owner, ast.Name) and owner.id == node.id and file.tree.scope(owner).lookup(owner.id) is scope:
            found = _known_trouble(call.args[0], file)
            if found is not None:
                return found
    return None


# ---- what is different at this place


def _records(node: ast.expr, file: FileView) -> bool:
    """Does autograd record here, as far as this file shows?"""
    if file.get(GradMode).is_managed_by_hand or file.get(GradMode).is_covered(node):
        return False
    return not any("grad" in ast.unparse(test) for test, _ in conditions(file.tree, node))


def _is_on_cpu_here(node: ast.expr, file: FileView) -> bool:
    """Is it a test that knows no GPU, or the branch of the CPU: `else` of `if use_cuda`, or `if device == "cpu"`?"""
    if is_test_file(file.path) and not any(word in file.tree.text for word in _ASKS_DEVICE):
        return True
    for test, truth in conditions(file.tree, node):
        text = ast.unparse(test)
        if "cpu" in text or (not truth and any(word in text.lower() for word in _ASKS_DEVICE)):
            return True
    return _was_moved_where_needed(without_detour(node), file)


def _was_moved_where_needed(node: ast.expr, file: FileView) -> bool:
    """Was it brought back by `if torch.cuda.is_available(): x = x.cpu()`?"""
    if not isinstance(node, ast.Name):
        return False
    here = file.tree.function(node)
    for binding in file.tree.bindings(node):
        if binding.line >= node.lineno or file.tree.function(binding.statement) is not here:
            continue
        made = [] if binding.value is None else file.get(Sources).of(binding.value, _stop_on_cpu)
        if not any(_may_be_on_cpu(value, file) for value in made):
            continue
        if any(truth and is_about_cuda(test) for test, truth in conditions(file.tree, binding.statement)):
            return True
    return False


def _may_be_on_cpu(value: ast.expr, file: FileView) -> bool:
    """Is it `x.cpu()`, or made by a function that another file has, which may do the same?"""
    if not isinstance(value, ast.Call):
        return False
    name = file.qualified_name(value.func) or "torch"
    return _moved_to_cpu(value) is not None or name.split(".")[0] != "torch"


def _stop_on_cpu(node: ast.expr) -> tuple[ast.expr, ...] | None:
    return None if _moved_to_cpu(node) is None else ()


def _is_attempt(node: ast.AST, file: FileView) -> bool:
    """Is it tried, with another way for the case that it fails?"""
    child = node
    for up in file.tree.ancestors(node):
        if isinstance(up, ast.Try) and any(child is statement for statement in up.body):
            return any("numpy" in ast.unparse(statement) for handler in up.handlers for statement in handler.body)
        child = up
    return False


def _becomes_item(node: ast.Call, file: FileView) -> bool:
    """Is it the only number of a tensor, which another rule reads by `.item()`?"""
    found = scalar_array(node, file.tree, file.kind, file.get(Variables)) if file.runs("TFC801") else None
    if found is not None and found.is_safe:
        return True
    parent = file.tree.parents[node]
    index = parent.slice if isinstance(parent, ast.Subscript) and parent.value is node else None
    return (
        file.runs("TFC801")
        and isinstance(index, ast.Constant)
        and index.value == 0
        and isinstance(node.func, ast.Attribute)
        and file.kind(node.func.value).scalar
    )


def _moved_to_cpu(node: ast.expr) -> ast.expr | None:
    """`x` of `x.cpu()`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cpu":
        return node.func.value if not node.args and not node.keywords else None
    return None


def _goes_back(node: ast.Call, file: FileView) -> Evidence | None:
    """The line where the array becomes a tensor again, if somebody asks for a gradient."""
    if not file.get(Flow).in_forward(node) and not file.tree.calls_named("backward"):
        return None
    for up in file.tree.ancestors(node):
        if isinstance(up, ast.stmt):
            break
        if isinstance(up, ast.Call) and _makes_tensor(up, file):
            return Evidence(up.lineno, "the array goes back into torch")
    for use in uses_of(file.tree, node, file.get(Variables)):
        if isinstance(use.node, ast.Call) and _makes_tensor(use.node, file):
            return Evidence(use.line, "the array goes back into torch")
    return None


def _makes_tensor(call: ast.Call, file: FileView) -> bool:
    prefix, _, last = (file.qualified_name(call.func) or "").rpartition(".")
    return (prefix == "torch" and last in _BACK_TO_TORCH) or file.kind(call.func).is_module
