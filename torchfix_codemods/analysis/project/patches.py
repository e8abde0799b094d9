"""Methods that statements give a class or an object from outside: `Net.cuda = move`, `setattr(x, "to", f)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.project.given import Names
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.parts import callee_name, dotted

# Those that rules replace by others, or call instead of others.
_METHODS = frozenset({"cuda", "to"})
# What makes a function of one. The flag in `args.cuda = torch.cuda.is_available()` is no function.
_MAKERS = frozenset({"MethodType", "partial", "partialmethod", "wraps", "__get__"})


def patched(nodes: Nodes, names: Names) -> Iterator[str]:
    """The names of the methods that are given anywhere in a file; `names` are those that it defines or imports."""
    if any(node.attr in _METHODS and isinstance(node.ctx, ast.Store) for node in nodes.of(ast.Attribute)):
        for target, value in nodes.assignments():
            if not isinstance(target, ast.Attribute) or target.attr not in _METHODS or value is None:
                continue
            if _is_function(value, target.value, nodes, names):
                yield target.attr
    for call in nodes.of(ast.Call):
        if callee_name(call) in ("setattr", "__setattr__") and len(call.args) > 2:
            owner, name, value = call.args[:3]
            if isinstance(name, ast.Constant) and name.value in _METHODS and _is_function(value, owner, nodes, names):
                yield str(name.value)


def _is_function(value: ast.expr, owner: ast.expr, nodes: Nodes, names: Names) -> bool:
    """Is what `owner` gets a function? Of a flag of another object (`args.cuda = config.cuda`) it is none."""
    if isinstance(value, ast.Lambda):
        return True
    if isinstance(value, ast.Call):
        return callee_name(value) in _MAKERS
    if isinstance(value, ast.Attribute):
        return (dotted(owner) or "").rpartition(".")[2][:1].isupper()
    if not isinstance(value, ast.Name):
        return False
    inner: list[ast.FunctionDef | ast.AsyncFunctionDef] = [*nodes.of(ast.FunctionDef), *nodes.of(ast.AsyncFunctionDef)]
    return names.target(value) is not None or any(function.name == value.id for function in inner)
