"""Move to a device that follows a flag without asking for the flag again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.assignments import assigned_by
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Binding, Tree, dotted
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Move, target


class NeedlessGuard(Codemod):
    """Once there is a `device` that is the CPU where the flag is off, `if use_cuda: x = x.to(device)` says the same
    thing twice: without the flag the move goes to the CPU, where `x` is already, and gives `x` itself.

    The guard goes where nothing but moves to that device stands under it, every one of a tensor or module back to its
    own name, and where the program places nothing on a GPU in another way. Where comments stand under it, it stays.
    """

    code = "TFC311"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html"
    since = "0.4"
    triggers = ("to",)
    examples = (
        Example(
            """
            import torch

            use_cuda = torch.cuda.is_available()
            device = torch.device("cuda" if use_cuda else "cpu")
            model = torch.nn.Linear(2, 1)
            x = torch.ones(1, 2)
            if use_cuda:
                model.to(device)
                x = x.to(device)
            y = model(x).sum().item()
            """,
            """
            import torch

            use_cuda = torch.cuda.is_available()
            device = torch.device("cuda" if use_cuda else "cpu")
            model = torch.nn.Linear(2, 1)
            x = torch.ones(1, 2)
            model.to(device)
            x = x.to(device)
            y = model(x).sum().item()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "something else is under it": """
            import torch

            use_cuda = torch.cuda.is_available()
            device = torch.device("cuda" if use_cuda else "cpu")
            x = torch.ones(1)
            if use_cuda:
                x = x.to(device)
                print("on the GPU")
        """,
        "another flag": """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            x = torch.ones(1)
            if args.move:
                x = x.to(device)
        """,
    }

    def check_If(self, node: ast.If, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        if (
            node.orelse
            or _is_elif(node, tree)
            or _has_comments(node, tree)
            or not isinstance(node.test, (ast.Name, ast.Attribute, ast.Call))
        ):
            return
        devices = [device for statement in node.body for device in _devices_moved_to(statement, file)]
        if not devices or None in devices:
            return
        lines = [_line_of_device(device, node.test, tree) for device in devices if device is not None]
        if None in lines or _places_otherwise(file):
            return
        flag, device = shown(tree, node.test), shown(tree, devices[0] or node.test)
        message = f"without `{flag}` `{device}` is the CPU, where this is already: the condition is not needed"
        around = (target(node),)
        edits = [Move(target(statement), target(node), around=around) for statement in node.body]
        yield self.safe(
            node, message, *edits, evidence=Evidence(lines[0] or node.lineno, f"`{device}` follows `{flag}`")
        )


def _has_comments(node: ast.If, tree: Tree) -> bool:
    """May there be a comment in it, or behind its last statement? A text with the sign in it counts, too."""
    return any("#" in tree.line(number) for number in range(node.lineno, (node.end_lineno or node.lineno) + 1))


def _is_elif(node: ast.If, tree: Tree) -> bool:
    parent = tree.parents[node]
    return isinstance(parent, ast.If) and node in parent.orelse


def _devices_moved_to(statement: ast.stmt, file: FileView) -> Iterator[ast.Name | None]:
    """The device of each move that a statement consists of; None for what is no move back to its own name."""
    node = statement.value if isinstance(statement, ast.Expr) else statement
    if isinstance(statement, ast.Expr) and not isinstance(node, ast.NamedExpr):
        yield _device(statement.value, file, module_only=True)
        return
    given = list(assigned_by(node)) if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else []
    for one in given:
        goal, moved = dotted(one.target), one.value
        if goal is None or not isinstance(moved, ast.Call) or not isinstance(moved.func, ast.Attribute):
            yield None
        else:
            yield _device(moved, file) if dotted(moved.func.value) == goal else None
    if not given:
        yield None


def _device(call: ast.expr, file: FileView, module_only: bool = False) -> ast.Name | None:
    """The name of the device in `x.to(device)`, where `x` is surely a tensor or a module."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "to":
        return None
    others = [word for word in call.keywords if word.arg != "non_blocking"]
    if len(call.args) != 1 or others or not isinstance(call.args[0], ast.Name):
        return None
    kind = file.kind(call.func.value)
    return call.args[0] if kind.is_module or (kind.is_tensor and not module_only) else None


def _line_of_device(device: ast.Name, flag: ast.expr, tree: Tree) -> int | None:
    """The line that makes the device, the CPU wherever the flag is off; None where that is not sure."""
    bindings = tree.bindings(device)
    if len(bindings) != 1 or not _follows(bindings[0], flag, tree):
        return None
    line = bindings[0].line
    for part in ast.walk(flag):
        if isinstance(part, ast.Name) and len(tree.bindings(part)) > 1:
            return None
        if isinstance(part, ast.Attribute) and _is_set_after(part, line, tree):
            return None
    return line


def _follows(binding: Binding, flag: ast.expr, tree: Tree) -> bool:
    value = binding.value
    if not isinstance(value, ast.Call) or tree.qualified_name(value.func) != "torch.device" or len(value.args) != 1:
        return False
    choice = value.args[0]
    if not isinstance(choice, ast.IfExp) or not isinstance(choice.orelse, ast.Constant) or choice.orelse.value != "cpu":
        return False
    both = isinstance(choice.test, ast.BoolOp) and isinstance(choice.test.op, ast.And)
    tests = choice.test.values if both and isinstance(choice.test, ast.BoolOp) else [choice.test]
    return any(ast.dump(test) == ast.dump(flag) for test in tests)


def _is_set_after(attribute: ast.Attribute, line: int, tree: Tree) -> bool:
    """Is the flag given another value below the line, or in a function that anybody may call?"""
    return any(
        other.attr == attribute.attr
        and not isinstance(other.ctx, ast.Load)
        and (other.lineno >= line or tree.function(other) is not None)
        for other in tree.nodes(ast.Attribute)
    )


def _places_otherwise(file: FileView) -> bool:
    """Does the file put anything on a GPU without a device that follows a flag?"""
    tree = file.tree
    if any(node.attr == "cuda" and tree.qualified_name(node) != "torch.cuda" for node in tree.nodes(ast.Attribute)):
        return True
    return any(
        isinstance(text.value, str) and text.value.startswith("cuda") and not isinstance(tree.parents[text], ast.IfExp)
        for text in tree.nodes(ast.Constant)
    )
