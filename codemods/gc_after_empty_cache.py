"""Collect garbage before the cache is emptied, not after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.cells import is_displayed
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, Move, Replace, target


class GcAfterEmptyCache(Codemod):
    """`torch.cuda.empty_cache()` gives back the blocks that no tensor uses at that moment. Tensors in reference cycles
    are still there, and `gc.collect()` frees them: right after the cache was emptied, so their blocks stay in it until
    next time. The other way round both are given back.

    Safe: the two calls change nothing but what memory is reserved.
    """

    code = "TFC704"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management"
    since = "0.1"
    triggers = ("empty_cache",)
    examples = (
        Example(
            """
            import gc
            import torch

            torch.cuda.empty_cache()
            gc.collect()
            """,
            """
            import gc
            import torch

            gc.collect()
            torch.cuda.empty_cache()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the right order": "import gc\nimport torch\ngc.collect()\ntorch.cuda.empty_cache()\n",
        "collected before and after": (
            "import gc\nimport torch\ngc.collect()\ntorch.cuda.empty_cache()\ngc.collect()\n"
        ),
        "something in between": (
            "import gc\nimport torch\ntorch.cuda.empty_cache()\nprint(torch.cuda.memory_allocated())\ngc.collect()\n"
        ),
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if not _is_call_of(node, "torch.cuda.empty_cache", file):
            return
        statement = file.tree.parents[node]
        if not isinstance(statement, ast.Expr):
            return
        block, index = file.tree.block(statement)
        following = _call_in(block[index + 1]) if index + 1 < len(block) else None
        if following is None or not _is_call_of(following, "gc.collect", file):
            return
        if index and _is_call_of(_call_in(block[index - 1]), "gc.collect", file):
            return
        emptied, collected = file.tree.source(node), file.tree.source(following)
        message = f"`{collected}` frees tensors after the cache was emptied: put it before `{emptied}`"
        evidence = Evidence(following.lineno, "garbage is collected here")
        edits: tuple[Edit, ...] = (Move(target(block[index + 1]), target(statement)),)
        if statement.end_lineno == following.lineno:  # `a(); b()` stays on one line
            edits = (Replace(target(node), collected), Replace(target(following), emptied))
        if is_displayed(file.tree, block[index + 1]):
            reason = f"the notebook shows what `{collected}` returns, as the last line of a cell"
            yield self.unsafe(node, message, *edits, reason=reason, evidence=evidence)
        else:
            yield self.safe(node, message, *edits, evidence=evidence)


def _call_in(statement: ast.stmt) -> ast.Call | None:
    return statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None


def _is_call_of(call: ast.Call | None, name: str, file: FileView) -> bool:
    return call is not None and file.qualified_name(call.func) == name
