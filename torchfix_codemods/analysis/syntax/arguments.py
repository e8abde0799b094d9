"""Which parameter of a function of the file a call gives which argument. `project.passing` asks that over files."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.parts import has_star_arguments, keyword
from torchfix_codemods.analysis.syntax.tree import Function, Tree


def filled(tree: Tree, call: ast.Call, function: Function, argument: int | str) -> ast.arg | None:
    """The parameter that gets the argument at a position (from 0), or that of a keyword; none where that is open."""
    if isinstance(argument, str):
        named = [*function.args.args, *function.args.kwonlyargs]
        return next((parameter for parameter in named if parameter.arg == argument), None)
    if any(isinstance(given, ast.Starred) for given in call.args[: argument + 1]):
        return None
    parameters = _positional(tree, call, function)
    return parameters[argument] if argument < len(parameters) else None


def given(tree: Tree, call: ast.Call, function: Function, parameter: str) -> ast.expr | None:
    """What a call passes for a parameter; nothing where it leaves it to its default, or that cannot be told."""
    named = keyword(call, parameter)
    if named is not None and all(only.arg != parameter for only in function.args.posonlyargs):
        return named.value
    for known, argument in zip(_positional(tree, call, function), call.args, strict=False):
        if isinstance(argument, ast.Starred):
            return None
        if known.arg == parameter:
            return argument
    return None


def passed(tree: Tree, call: ast.Call, function: Function, parameter: ast.arg) -> ast.expr | None:
    """As `given`, with the parameter's default where the call leaves it to that."""
    value = given(tree, call, function, parameter.arg)
    if value is not None or has_star_arguments(call):
        return value
    return default_of(function.args, parameter)


def default_of(arguments: ast.arguments, parameter: ast.arg) -> ast.expr | None:
    """The default value of a parameter, None where it has none."""
    positional = [*arguments.posonlyargs, *arguments.args]
    for known, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        if known is parameter:
            return default
    for known, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if known is parameter:
            return value
    return None


def _positional(tree: Tree, call: ast.Call, function: Function) -> list[ast.arg]:
    """The parameters that the arguments of a call without a keyword fill, in order."""
    parameters = [*function.args.posonlyargs, *function.args.args]
    return parameters[1:] if _takes_object(tree, call, function) else parameters


def _takes_object(tree: Tree, call: ast.Call, function: Function) -> bool:
    """Is the first parameter filled by what stands before the dot, or made by the call?"""
    owner = tree.class_of(function)
    decorators = {decorator.id for decorator in function.decorator_list if isinstance(decorator, ast.Name)}
    if owner is None or "staticmethod" in decorators:
        return False
    if "classmethod" in decorators or not isinstance(call.func, ast.Attribute):
        return True
    before = call.func.value  # `Net.forward(net, x)` passes the object itself
    return not isinstance(before, ast.Name) or all(binding.node is not owner for binding in tree.bindings(before))
