"""Use `torch.no_grad()` where it has an effect."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.syntax.expected import is_expected_to_fail
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, callee_name, dotted
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, RemoveStatement, Replace, WrapStatements, target

_BLOCKS = frozenset({"torch.no_grad", "torch.enable_grad", "torch.inference_mode"})
_BLOCKS_OF_OLD = frozenset({f"torch.autograd.{name}" for name in ("no_grad", "enable_grad", "inference_mode")})
_OFF = ("no_grad", "inference_mode")
# Whoever takes the generator runs its body as two halves around a block or a test, where the switch is wanted.
_CONTEXTS = re.compile(r"contextmanager|fixture|hook", re.I)
_TENSORS = frozenset({Kind.TENSOR})
# Since then `@torch.no_grad` without parentheses decorates.
_DECORATES_BARE = (2, 1)


class NoGradMisuse(Codemod):
    """`torch.no_grad()` makes an object that switches gradients off when a block is entered with it, or when a function
    is called that it decorates. As a statement of its own it does nothing, and all that follows records a graph.

    `with torch.no_grad:` without the call raises. A block around a `yield` stays entered while the consumer of the
    generator runs, who then trains without gradients. A decorated `async def` only makes its coroutine in the block.
    """

    code = "TFC205"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html"
    since = "0.4"
    triggers = ("no_grad", "inference_mode", "enable_grad")
    expected = ("requires_grad", "graph-nodes")
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 1)

            def predict(x):
                with torch.no_grad:
                    return net(x)
            """,
            """
            import torch

            net = torch.nn.Linear(3, 1)

            def predict(x):
                with torch.no_grad():
                    return net(x)
            """,
        ),
        Example(
            """
            import torch

            def predict(net, x):
                net.eval()
                torch.no_grad()
                out = net(x)
                return out.argmax(1)
            """,
            """
            import torch

            def predict(net, x):
                net.eval()
                with torch.no_grad():
                    out = net(x)
                    return out.argmax(1)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "kept for later": """
            import torch

            guard = torch.no_grad()
            guard.__enter__()
            """,
        "a context manager of its own": """
            import contextlib
            import torch

            @contextlib.contextmanager
            def evaluating(net):
                net.eval()
                with torch.no_grad():
                    yield net
                net.train()
            """,
    }

    # ---- statements and headers

    def check_Expr(self, node: ast.Expr, file: FileView) -> Iterator[Finding]:
        call = node.value
        if not isinstance(call, ast.Call) or call.args or call.keywords or not _is_switch(call.func, file):
            return
        if is_expected_to_fail(file.tree, node):
            return
        text = file.tree.source(call)
        edits = _rest_in_block(node, text, file)
        if edits is not None:
            message = f"`{text}` as a statement switches nothing: what follows it records a graph"
            yield self.unsafe(call, message, *edits, reason="tensors that leave the block will have no graph")
            return
        reason = f"which of the following statements were meant is for the author to say: put them under `with {text}:`"
        yield self.report(call, f"`{text}` as a statement switches nothing", reason=reason)

    def check_With(self, node: ast.With, file: FileView) -> Iterator[Finding]:
        yield from self._headers(node, file)
        yield from self._around_yield(node, file)

    def check_AsyncWith(self, node: ast.AsyncWith, file: FileView) -> Iterator[Finding]:
        yield from self._headers(node, file)

    def _headers(self, node: ast.With | ast.AsyncWith, file: FileView) -> Iterator[Finding]:
        for item in node.items:
            context = item.context_expr
            if isinstance(context, (ast.Name, ast.Attribute)) and _is_switch(context, file):
                if is_expected_to_fail(file.tree, node, AttributeError, TypeError):
                    return
                text = file.tree.source(context)
                yield self._uncalled(context, text, f"`with {text}:` raises: the block needs the result of `{text}()`")

    def _uncalled(self, node: ast.expr, text: str, message: str) -> Finding:
        evidence = Evidence(node.lineno, f"names torch's `{text}` without calling it")
        return self.safe(node, message, Replace(target(node), f"{text}()"), evidence=evidence)

    def _around_yield(self, node: ast.With, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        function = tree.function(node)
        if function is None or not any(_is_off(item.context_expr, file) for item in node.items):
            return
        if any(_CONTEXTS.search(ast.unparse(decorator)) for decorator in function.decorator_list):
            return
        if _CONTEXTS.search(function.name) or function.name in ("__enter__", "__iter__"):
            return
        yields: list[ast.Yield | ast.YieldFrom] = [*tree.nodes(ast.Yield), *tree.nodes(ast.YieldFrom)]
        inside = [
            y for y in yields if tree.within(y, node) and tree.function(y) is function and not _in_lambda(y, file)
        ]
        if not inside or _is_used_as_context(function, file):
            return
        context = next(item.context_expr for item in node.items if _is_off(item.context_expr, file))
        text = file.tree.source(context)
        message = f"gradients stay off for whoever consumes `{function.name}` while it waits at the yield"
        reason = (
            f"let the block end before the yield, or put `@{text}` above the function, which switches back in between"
        )
        yield self.report(
            context, message, reason=reason, evidence=Evidence(inside[0].lineno, "the block is still entered")
        )

    # ---- decorators and calls

    def check_AsyncFunctionDef(self, node: ast.AsyncFunctionDef, file: FileView) -> Iterator[Finding]:
        for decorator in node.decorator_list:
            if _is_off(decorator, file):
                text = file.tree.source(decorator)
                message = (
                    f"`@{text}` has no effect on `async def {node.name}`: only the making of its coroutine is covered"
                )
                reason = f"use `with {text.removesuffix('()')}():` around its statements between two awaits"
                yield self.report(decorator, message, reason=reason)

    def check_FunctionDef(self, node: ast.FunctionDef, file: FileView) -> Iterator[Finding]:
        version = file.options.target_torch
        if version is None or version >= _DECORATES_BARE:
            return
        for decorator in node.decorator_list:
            if isinstance(decorator, (ast.Name, ast.Attribute)) and _is_switch(decorator, file):
                text = file.tree.source(decorator)
                yield self._uncalled(decorator, text, f"`@{text}` needs parentheses before torch 2.1")

    def check_ClassDef(self, node: ast.ClassDef, file: FileView) -> Iterator[Finding]:
        for decorator in node.decorator_list:
            if _is_off(decorator, file):
                text = file.tree.source(decorator)
                message = f"`@{text}` above a class covers its construction only, not its methods"
                yield self.report(decorator, message, reason="put it above the methods that are meant")

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if len(node.args) != 1 or node.keywords or not _is_switch(node.func, file):
            return
        if callee_name(node) == "inference_mode" or is_expected_to_fail(file.tree, node, TypeError):
            return  # takes a mode, or a function
        given = node.args[0]
        found = file.kind(given)
        if found.kind not in _TENSORS and not isinstance(given, ast.Call):
            return
        if isinstance(given, ast.Call) and found.kind not in _TENSORS and file.kind(given.func).kind is not Kind.MODULE:
            return
        text = file.tree.source(node.func)
        message = f"`{text}(..)` takes functions: `{ast.unparse(given)[:40]}` is computed before, with a graph"
        reason = f"it gives no tensor back: use `with {text}():` around the computation, or `.detach()` on its result"
        yield self.report(node, message, reason=reason, evidence=found.evidence)

    def check_If(self, node: ast.If, file: FileView) -> Iterator[Finding]:
        test = node.test
        if isinstance(test, ast.Call) and not test.args and _is_off(test, file):
            text = file.tree.source(test)
            yield self.report(test, f"`{text}` is always true and switches nothing", reason=f"write `with {text}:`")


def _is_switch(node: ast.expr, file: FileView) -> bool:
    """Is it `torch.no_grad` itself, or one of its kind?"""
    name = file.qualified_name(node)
    if name is None and (dotted(node) or "") in _BLOCKS and isinstance(node, ast.Attribute):
        root = node.value
        return isinstance(root, ast.Name) and not file.tree.bindings(root)  # by `from .. import *`
    return name in _BLOCKS or name in _BLOCKS_OF_OLD


def _rest_in_block(node: ast.Expr, text: str, file: FileView) -> tuple[Edit, ...] | None:
    """Edits that put the rest of a function's block under the switch; None where that is not plainly meant."""
    tree = file.tree
    block, index = tree.block(node)
    rest = block[index + 1 :]
    if not rest or tree.function(node) is None or "enable" in text:
        return None
    if not any(isinstance(part, ast.Call) for statement in rest for part in ast.walk(statement)):
        return None  # nothing is computed
    if file.get(GradientUses).first_in(rest) is not None:
        return None
    pauses = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
    if any(isinstance(part, (*FUNCTIONS, ast.ClassDef, *pauses)) for s in rest for part in ast.walk(s)):
        return None
    comment = tree.comment_behind(node)
    header = f"with {text}:  {comment}" if comment else f"with {text}:"
    return RemoveStatement(target(node)), WrapStatements(target(rest[0]), target(rest[-1]), header)


def _is_off(node: ast.expr, file: FileView) -> bool:
    """Does a block with it switch gradients off? Called or not."""
    func = node.func if isinstance(node, ast.Call) else node
    if isinstance(node, ast.Call) and (node.args or node.keywords):
        return False
    return _is_switch(func, file) and (dotted(func) or "").rsplit(".", 1)[-1] in _OFF


def _in_lambda(node: ast.AST, file: FileView) -> bool:
    return any(isinstance(up, ast.Lambda) for up in file.tree.ancestors(node))


def _is_used_as_context(function: Function, file: FileView) -> bool:
    """Is it made a context manager elsewhere: `evaluating = contextmanager(evaluating)`?"""
    for call in file.tree.nodes(ast.Call):
        if _CONTEXTS.search(callee_name(call)) and any(dotted(value) == function.name for value in call.args):
            return True
    return False
