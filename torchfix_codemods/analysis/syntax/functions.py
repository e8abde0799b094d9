"""What a function gives back, and which functions a place stands in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.syntax.arguments import passed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree
from torchfix_codemods.analysis.tables.builtin_names import HANDING_ON


def functions_around(tree: Tree, node: ast.AST) -> Iterator[Function]:
    """The functions whose bodies a place stands in, the innermost first: one in a method is a part of the method."""
    function = tree.function(node)
    while function is not None:
        yield function
        function = tree.function(function)


def outermost(tree: Tree, node: ast.AST) -> Function | None:
    """The function or method that a place stands in, and all functions that are defined in it."""
    found = None
    for function in functions_around(tree, node):
        found = function
    return found


def hands_on(func: ast.expr, tree: Tree) -> bool:
    """May a function of Python's own give what it gets: `next(..)`, `functools.reduce(..)`?"""
    if isinstance(func, ast.Name) and func.id in HANDING_ON:
        return not tree.bindings(func)
    return (tree.qualified_name(func) or "").partition(".")[0] in ("functools", "itertools", "asyncio")


def returned(tree: Tree, function: ast.AST | None) -> list[ast.expr]:
    """The expression of each `return` of a function."""
    statements = tree.returns.get(function, []) if isinstance(function, FUNCTIONS) else []
    return [statement.value for statement in statements if statement.value is not None]


def attribute_given(tree: Tree, function: ast.AST | None) -> str:
    """The attribute of `self` that is all that a method gives; empty where it gives something else."""
    values = returned(tree, function)
    only = values[0] if len(values) == 1 else None
    if not isinstance(only, ast.Attribute) or not isinstance(only.value, ast.Name) or only.value.id != "self":
        return ""
    return only.attr


def only_calls(tree: Tree, function: ast.AST, parameter: str) -> bool:
    """Does a function nothing with a parameter but to call it, or to hand it on to itself?"""
    uses = [name for name in tree.nodes_inside(ast.Name, function) if name.id == parameter]
    return bool(uses) and all(_is_called(name, tree, function) for name in uses)


def _is_called(name: ast.Name, tree: Tree, function: ast.AST) -> bool:
    call = tree.parents[name]
    if not isinstance(call, ast.Call) or not isinstance(name.ctx, ast.Load):
        return False
    is_itself = isinstance(call.func, ast.Name) and call.func.id == getattr(function, "name", "")
    return call.func is name or is_itself


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


def handed_back(tree: Tree, node: ast.expr) -> ast.expr:
    """What a call has the value of, where all that its function does is to hand it on; else the node itself.

    That is the argument for a function of the file that gives back what it gets, and the expression that an inner
    function without parameters computes. Nobody else can call that one.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return node
    bindings = tree.bindings(node.func)
    function = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return node
    parameter = given_back(tree, function)
    if parameter is not None:
        return passed(tree, node, function, parameter) or node
    is_inner = tree.function(function) is not None and not (node.args or node.keywords)
    only = returned(tree, function) if is_inner and len(function.body) == 1 else []
    return only[0] if len(only) == 1 else node
