"""What a function gives back."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree


def returned(tree: Tree, function: ast.AST | None) -> list[ast.expr]:
    """The expression of each `return` of a function."""
    statements = tree.returns.get(function, []) if isinstance(function, FUNCTIONS) else []
    return [statement.value for statement in statements if statement.value is not None]


def given_back(tree: Tree, function: ast.AST | None) -> ast.arg | None:
    """The parameter that a function gives back as it got it, whatever it does besides."""
    found: set[ast.AST] = set()
    for value in returned(tree, function):
        bindings = tree.bindings(value) if isinstance(value, ast.Name) else []
        found |= {binding.node for binding in bindings} if len(bindings) == 1 else {value}
    only = found.pop() if len(found) == 1 and isinstance(function, ast.FunctionDef) else None
    if not isinstance(only, ast.arg) or tree.parents[tree.parents[only]] is not function:
        return None
    is_generator = any(tree.function(pause) is function for pause in tree.nodes(ast.Yield))
    return None if is_generator else only
