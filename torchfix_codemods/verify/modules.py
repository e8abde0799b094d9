"""Which files of a folder are scripts, and which modules of it a script imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

# A statement of one of these kinds at the top of a file does something when the file is run.
_DOING = (ast.For, ast.While, ast.With, ast.AsyncFor, ast.AsyncWith, ast.AugAssign)


def is_script(source: bytes) -> bool:
    """Does the file do more than define names when it is run?"""
    tree = _parsed(source)
    return tree is not None and any(_does(statement) for statement in tree.body)


def local_modules(script: str, sources: Mapping[str, bytes]) -> frozenset[str]:
    """A script and the modules of its project that it imports, and that those import.

    Args:
        script: the script's name.
        sources: name -> content of all files of the project. Names have forward slashes.
    """
    found: set[str] = set()
    pending = [script]
    while pending:
        name = pending.pop()
        if name in found or name not in sources:
            continue
        found.add(name)
        tree = _parsed(sources[name])
        words = {word for module in _imported(tree) for word in module.split(".")} if tree is not None else set()
        pending += [other for other in sources if words & {*other.removesuffix(".py").split("/")}]
    return frozenset(found)


def _does(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Call, ast.Await))
    if isinstance(statement, ast.If):
        return "__main__" in ast.unparse(statement.test) or any(map(_does, [*statement.body, *statement.orelse]))
    return isinstance(statement, _DOING)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (alias.name for alias in node.names)


def _parsed(source: bytes) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return None
