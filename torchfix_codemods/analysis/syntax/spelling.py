"""How a file spells things: a qualified name by the imports it has at a place, an expression in a message."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.tree import Scope, Tree


def spelling(tree: Tree, qualified: str, at: ast.AST) -> str | None:
    """The expression that stands for `qualified` at the place of `at`, or None if no import there leads to it.

    With `import torch.nn as nn` the name `torch.nn.init.zeros_` is `nn.init.zeros_`. The spelling that writes the most
    of the name out of the file's own imports wins (`init` before `nn.init` before `torch.nn.init`).
    """
    parts = qualified.split(".")
    names = _imported_names(tree)
    for known in range(len(parts), 0, -1):
        prefix = ".".join(parts[:known])
        for name in names.get(prefix, ()):
            if _means(tree, name, prefix, at):
                return ".".join([name, *parts[known:]])
    return None


def _imported_names(tree: Tree) -> dict[str, list[str]]:
    """Qualified name -> the names that the file's imports give it."""
    table: dict[str, list[str]] = {}
    for name, qualified in tree.imported.items():
        table.setdefault(qualified, []).append(name)
    return table


def _means(tree: Tree, name: str, qualified: str, at: ast.AST) -> bool:
    """Is `name`, used at this place, that import and nothing else?"""
    scope = tree.scope(at).lookup(name)
    if scope is None:
        return False
    targets = {_target(tree, scope, name, index) for index in range(len(scope.bindings[name]))}
    return targets == {qualified}


def _target(tree: Tree, scope: Scope, name: str, index: int) -> str | None:
    binding = scope.bindings[name][index]
    return tree.target_of(binding.node, binding.statement) if isinstance(binding.node, ast.alias) else None


def shown(tree: Tree, node: ast.expr) -> str:
    """The text of an expression in one short line, in parentheses where `.method()` could not follow otherwise."""
    text = " ".join(tree.source(node).split())
    short = text if len(text) <= 50 else f"{text[:20]} ... {text[-20:]}"
    return short if isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)) else f"({short})"
