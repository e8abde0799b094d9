"""Which names of a run stand in a stretch of the program as values: a function that is handed on, a table of them."""

from __future__ import annotations

import ast
import builtins

from torchfix_codemods.analysis.project.given import Names
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.tables.gradient_words import TAKE_GRADIENTS

_BUILTINS = frozenset(vars(builtins))
_HOLDING = frozenset({"partial", "partialmethod", "dict", "list", "tuple", "zip", "compile"})
_ASKING = frozenset({"isinstance", "issubclass"})


def mentioned(nodes: Nodes, names: Names, hidden: frozenset[str]) -> tuple[str, ...]:
    """The dotted names that stand there, but for callees, annotations, and what `isinstance` and `super` ask for.

    A class of the file that an attribute is taken of (`Net.size`) does not stand there itself.
    """
    calls = nodes.of(ast.Call)
    apart = {id(call.func) for call in calls}
    for call in calls:
        func = call.func
        if not isinstance(func, ast.Name):
            continue
        if func.id in _ASKING and len(call.args) == 2:
            apart |= _parts(call.args[1])
        elif func.id == "super" and call.args:
            apart |= _parts(call.args[0])
    for node in nodes.of(ast.AnnAssign):
        apart |= _parts(node.annotation)
    chains: list[ast.Name | ast.Attribute] = []
    for attribute in nodes.of(ast.Attribute):
        base = attribute.value
        if isinstance(base, ast.Name) and base.id in names.defined:
            apart.add(id(base))
        if id(attribute) not in apart:
            chains.append(attribute)
    chains += [name for name in nodes.of(ast.Name) if name.id not in hidden and id(name) not in apart]
    return _names(chains, names, hidden)


def _parts(node: ast.AST) -> set[int]:
    return {id(part) for part in ast.walk(node)}


def made_of(node: ast.AST, names: Names, hidden: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The dotted names in what makes a value; `()` follows those that are called for it."""
    nodes = Nodes([node])
    is_result = isinstance(node, ast.Call) and not _holds_arguments(node)
    callees = [node.func] if isinstance(node, ast.Call) and is_result else [call.func for call in nodes.of(ast.Call)]
    chains = [func for func in callees if isinstance(func, (ast.Name, ast.Attribute))]
    called = tuple(f"{name}()" for name in _names(chains, names, hidden))
    return called if is_result else mentioned(nodes, names, hidden) + called


def _holds_arguments(call: ast.Call) -> bool:
    """May the result call what is passed: an object, a partial function, a function around another one?"""
    name = callee_name(call)
    return name[:1].isupper() or name in _HOLDING or len(call.args) + len(call.keywords) <= 1


def _names(nodes: list[ast.Name | ast.Attribute], names: Names, hidden: frozenset[str]) -> tuple[str, ...]:
    found: set[str] = set()
    for node in nodes:
        if not isinstance(node.ctx, ast.Load):
            continue
        target = names.target(node, hidden)
        if target is not None:
            if not target.startswith("torch.") or target.startswith(TAKE_GRADIENTS):
                found.add(target)
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                found.add(f"self.{node.attr}")
        elif node.id not in hidden and node.id not in _BUILTINS:
            found.add(node.id)
    return tuple(sorted(found))
