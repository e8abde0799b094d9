"""Where something is expected to fail: in blocks and functions of tests, or because its error is caught."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted

_EXPECTING = re.compile(r"assert_?(?:warns|fails)\w*|\w*raises(?:_?regexp?)?|warns", re.IGNORECASE)
# Decorators, and calls of pytest for a parameter or, as `pytestmark`, for a whole module or class.
_MARKS = frozenset({"xfail", "expectedFailure"})
_MARKED = "pytestmark"
_SUPPRESS = "suppress"
_Holder: TypeAlias = Function | ast.ClassDef


def is_expectation(name: str) -> bool:
    """Is it the name of a function of a test framework that waits for an error or a warning?"""
    return _EXPECTING.fullmatch(name) is not None or name in _MARKS


def expects_failure(statement: ast.With | ast.AsyncWith) -> bool:
    """Is an exception or a warning expected of the block, which may be about any call in it?"""
    return any(is_expectation(name) for item in statement.items for name in _names_in(item.context_expr))


def failing_lines(tree: Tree) -> list[tuple[int, int]]:
    """The first and the last line of each block, function, class or module of which a test expects a failure."""
    blocks: list[ast.With | ast.AsyncWith] = [*tree.nodes(ast.With), *tree.nodes(ast.AsyncWith)]
    found = [(block.body[0].lineno, block.end_lineno or block.lineno) for block in blocks if expects_failure(block)]
    if not any(mark in tree.text for mark in _MARKS):
        return found
    if _is_marked(tree, tree.module):
        return [(1, len(tree.lines))]
    functions: list[Function] = [*tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
    marked = [one for one in (*functions, *tree.nodes(ast.ClassDef)) if _is_marked(tree, one)]
    return found + [(one.lineno, one.end_lineno or one.lineno) for one in marked]


def is_expected_to_fail(tree: Tree, node: ast.AST, *errors: type[Exception]) -> bool:
    """Does a test expect that this fails, or does its function go on where it fails by one of these errors?"""
    return _is_tested(tree, node) or _is_caught(tree, node, errors)


def _is_tested(tree: Tree, node: ast.AST) -> bool:
    for up in (node, *tree.ancestors(node)):
        if isinstance(up, (ast.With, ast.AsyncWith)) and expects_failure(up):
            return True
        if isinstance(up, (*FUNCTIONS, ast.ClassDef, ast.Module)) and _is_marked(tree, up):
            return True
    return False


def _is_marked(tree: Tree, holder: _Holder | ast.Module) -> bool:
    decorators = [] if isinstance(holder, ast.Module) else holder.decorator_list
    given = [
        part.source
        for name in tree.names(_MARKED)
        if (part := tree.assigned.at(name)) is not None and tree.parent(tree.statement(part.node)) is holder
    ]
    return any(not _MARKS.isdisjoint(_names_in(mark)) for mark in (*decorators, *given))


def _is_caught(tree: Tree, node: ast.AST, errors: tuple[type[Exception], ...]) -> bool:
    child = node
    for up in (node, *tree.ancestors(node)):
        if isinstance(up, (*FUNCTIONS, ast.Lambda)):
            return False
        if isinstance(up, (ast.With, ast.AsyncWith)) and any(_suppresses(item, errors) for item in up.items):
            return True
        handlers: list[ast.ExceptHandler] = getattr(up, "handlers", [])
        if handlers and child in getattr(up, "body", ()) and any(_catches(one, errors) for one in handlers):
            return True
        child = up
    return False


def _suppresses(item: ast.withitem, errors: tuple[type[Exception], ...]) -> bool:
    call = item.context_expr
    return isinstance(call, ast.Call) and callee_name(call) == _SUPPRESS and _take(call.args, errors)


def _catches(handler: ast.ExceptHandler, errors: tuple[type[Exception], ...]) -> bool:
    if isinstance(handler.body[-1], ast.Raise):
        return False
    if handler.type is None:
        return True
    return _take(handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type], errors)


def _take(kinds: list[ast.expr], errors: tuple[type[Exception], ...]) -> bool:
    """Does one of these classes of exceptions take one of the errors? A class that is not Python's own may."""
    for kind in kinds:
        known = getattr(builtins, dotted(kind) or "", None)
        if not isinstance(known, type) or any(issubclass(error, known) for error in errors):
            return True
    return False


def _names_in(node: ast.expr) -> set[str]:
    """The last part of every name in an expression."""
    found = [getattr(part, "attr", "") or getattr(part, "id", "") for part in ast.walk(node)]
    return {name for name in found if name}
