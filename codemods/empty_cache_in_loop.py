"""Find a cache that is emptied after every batch."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Function, Tree, callee_name
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_WRAPPERS = frozenset({"enumerate", "tqdm", "trange", "zip", "iter", "islice", "track"})
_LOADER_WORDS = ("loader", "batches", "dataloader")


class EmptyCacheInLoop(Codemod):
    """`torch.cuda.empty_cache()` does not free a tensor that is still referenced, so it mends no leak and makes no room
    for the next batch: the allocator reuses its blocks by itself. It gives unused blocks back to the driver, waits for
    the GPU to do so, and the next batch has to ask for all of them again. Called for every batch it only costs time.

    Look for what keeps memory alive instead: a loss that is summed with its graph, outputs in a list, inference without
    `torch.no_grad()`. After an out-of-memory error, between phases, or every so many steps the call has its place, and
    nothing is said.
    """

    code = "TFC703"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management"
    since = "0.1"
    triggers = ("empty_cache",)
    examples = (
        Example(
            """
            import torch

            loader = torch.utils.data.DataLoader(torch.ones(8, 2))
            total = 0.0
            for batch in loader:
                total += batch.sum().item()
                torch.cuda.empty_cache()
            """,
            """
            import torch

            loader = torch.utils.data.DataLoader(torch.ones(8, 2))
            total = 0.0
            for batch in loader:
                total += batch.sum().item()
                torch.cuda.empty_cache()
            """,
            same="total",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "after an out-of-memory error": (
            "import torch\nfor batch in loader:\n    try:\n        step(batch)\n"
            "    except RuntimeError:\n        torch.cuda.empty_cache()\n"
        ),
        "every hundred batches": (
            "import torch\nfor i, batch in enumerate(loader):\n    step(batch)\n"
            "    if i % 100 == 0:\n        torch.cuda.empty_cache()\n"
        ),
        "between epochs": (
            "import torch\nfor epoch in range(9):\n    for batch in loader:\n        step(batch)\n"
            "    torch.cuda.empty_cache()\n"
        ),
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if file.qualified_name(node.func) != "torch.cuda.empty_cache":
            return
        loop = _batch_loop(node, file) or _loop_that_calls(node, file)
        if loop is None:
            return
        yield self.report(
            node,
            "`torch.cuda.empty_cache()` after every batch frees no tensor and slows the loop down: remove it",
            reason=f"the loop on line {at(loop.lineno)} runs once for each batch; what keeps memory alive is elsewhere",
            evidence=Evidence(loop.lineno, "a loop over batches"),
        )


def _batch_loop(node: ast.AST, file: FileView) -> ast.For | ast.AsyncFor | ast.While | None:
    """The loop over batches whose every turn gets to `node`."""
    child = node
    for up in file.tree.ancestors(node):
        if isinstance(up, (ast.If, ast.IfExp, ast.ExceptHandler, *FUNCTIONS, ast.Lambda, ast.Match, ast.ClassDef)):
            return None
        if isinstance(up, ast.Try) and child not in up.body and child not in up.finalbody:
            return None
        if isinstance(up, LOOPS):
            in_body = any(child is statement for statement in up.body)
            return up if in_body and not _holds_loop(up) and _is_over_batches(up, file) else None
        child = up
    return None


def _loop_that_calls(node: ast.AST, file: FileView) -> ast.For | ast.AsyncFor | ast.While | None:
    """The loop over batches which calls a function of this file that always gets to `node`."""
    function = file.tree.function(node)
    if function is None or not _is_always_run(node, function, file.tree):
        return None
    loops = (_batch_loop(call, file) for call in file.tree.nodes(ast.Call) if _calls(call, function, file.tree))
    return next((loop for loop in loops if loop is not None), None)


def _is_always_run(node: ast.AST, function: Function, tree: Tree) -> bool:
    """Does each call of the function get to this place, as far as no statement leaves early?"""
    child: ast.AST = tree.statement(node)
    for up in tree.ancestors(child):
        if up is function:
            return True
        is_through = isinstance(up, ast.Try) and not isinstance(child, ast.ExceptHandler)
        if not is_through and not isinstance(up, (ast.With, ast.AsyncWith)):
            return False
        child = up
    return False


def _calls(call: ast.Call, function: Function, tree: Tree) -> bool:
    if callee_name(call) != function.name:
        return False
    if isinstance(call.func, ast.Name):
        return [binding.node for binding in tree.bindings(call.func)] == [function]
    owner = tree.class_of(function)
    return owner is not None and isinstance(call.func, ast.Attribute) and _is_self(call.func.value)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _holds_loop(loop: ast.For | ast.AsyncFor | ast.While) -> bool:
    """Is there a loop in it that may be the one over batches? A walk over parameters or layers is none."""
    inner = (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, LOOPS))
    return any(isinstance(node, ast.While) or not _is_over_parts(node.iter) for node in inner)


def _is_over_parts(iterable: ast.expr) -> bool:
    names = {callee_name(node) for node in ast.walk(iterable) if isinstance(node, ast.Call)}
    return bool(names & {"parameters", "named_parameters", "modules", "children", "items", "keys", "values"})


def _is_over_batches(loop: ast.For | ast.AsyncFor | ast.While, file: FileView) -> bool:
    if not isinstance(loop, ast.While) and _gives_batches(loop.iter, file):
        return True
    calls = (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(callee_name(call) == "backward" and isinstance(call.func, ast.Attribute) for call in calls)


def _gives_batches(iterable: ast.expr, file: FileView) -> bool:
    while isinstance(iterable, ast.Call) and callee_name(iterable) in _WRAPPERS and iterable.args:
        iterable = iterable.args[0]
    name = iterable.id if isinstance(iterable, ast.Name) else getattr(iterable, "attr", "")
    return name.lower().endswith(_LOADER_WORDS) or file.kind(iterable).kind is Kind.LOADER
