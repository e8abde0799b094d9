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
    asked = [call.args[1] for call in calls if getattr(call.func, "id", "") in _ASKING and len(call.args) == 2]
    asked += [call.args[0] for call in calls if getattr(call.func, "id", "") == "super" and call.args]
    asked += [node.annotation for node in nodes.of(ast.AnnAssign)]
    apart |= {id(part) for node in asked for part in ast.walk(node)}
    chains: list[ast.Name | ast.Attribute] = [*nodes.of(ast.Name), *nodes.of(ast.Attribute)]
    bases = (node.value for node in nodes.of(ast.Attribute))
    apart |= {id(base) for base in bases if isinstance(base, ast.Name) and base.id in names.defined}
    return _names([chain for chain in chains if id(chain) not in apart], names, hidden)


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
        elif isinstance(node, ast.Name):
            if node.id not in hidden and node.id not in _BUILTINS:
                found.add(node.id)
        elif isinstance(node.value, ast.Name) and node.value.id == "self":
            found.add(f"self.{node.attr}")
    return tuple(sorted(found))
