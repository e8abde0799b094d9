"""Names that cannot stand for a tensor, told without inferring the file: most files that mention one need no more."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.scopes import FUNCTIONS, Binding, Scope
from torchfix_codemods.analysis.syntax.tree import Tree

_TESTS = ("isinstance", "is_tensor")


def is_no_tensor(node: ast.expr, tree: Tree) -> bool:
    """Is it certainly none: the object or class that a method is run on, or an imported package?"""
    if not isinstance(node, ast.Name):
        return False
    scope = tree.scope(node).lookup(node.id)
    if scope is None:
        return False
    bindings = scope.bindings[node.id]
    if not _is_own(scope, bindings) and not _is_package(bindings):
        return False
    return not any(_is_about(call, node.id) for test in _TESTS for call in tree.calls_named(test))


def _is_own(scope: Scope, bindings: list[Binding]) -> bool:
    """`self` and `cls`, unless they are given another value."""
    function = scope.node
    if not isinstance(function, FUNCTIONS) or len(bindings) != 1:
        return False
    first = [*function.args.posonlyargs, *function.args.args][:1]
    owner = bindings[0].statement
    return bindings[0].node in first and owner is function and _is_method(function, scope)


def _is_method(function: ast.AST, scope: Scope) -> bool:
    assert isinstance(function, FUNCTIONS)
    outer = scope.parent
    in_class = outer is not None and isinstance(outer.node, ast.ClassDef) and function in outer.node.body
    return in_class and not any("staticmethod" in ast.dump(decorator) for decorator in function.decorator_list)


def _is_package(bindings: list[Binding]) -> bool:
    """Is it bound by `import`, and to nothing else but None where that fails?"""
    rest = [binding.value for binding in bindings if not isinstance(binding.statement, ast.Import)]
    return len(rest) < len(bindings) and all(isinstance(value, ast.Constant) and value.value is None for value in rest)


def _is_about(call: ast.Call, name: str) -> bool:
    """Does a test ask what the value of this name is?"""
    return any(isinstance(argument, ast.Name) and argument.id == name for argument in call.args)
