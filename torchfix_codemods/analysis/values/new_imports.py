"""An import of an old name, written anew: the statement, and every place that uses what it binds."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from torchfix_codemods.analysis.project.origins import FileOfRun
from torchfix_codemods.analysis.syntax.spelling import spelling
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, bound_name
from torchfix_codemods.analysis.values.old_names import uses_of
from torchfix_codemods.edits import AddImport, Edit, InsertStatement, RemoveStatement, Replace, target

Import = ast.Import | ast.ImportFrom
_WIDEST = 100


def new_import(
    statement: Import, alias: ast.alias, new: str, tree: Tree, keeps_name: bool
) -> tuple[tuple[Edit, ...], str] | None:
    """The edits after which the import brings `new`, a dotted name or a builtin, and what is to be written, in words.

    `keeps_name`: others may take the name from this file, so that it has to stay. None where the name is used in a way
    that cannot be followed.
    """
    bound = bound_name(alias, statement)
    module, _, last = new.rpartition(".")
    uses = uses_of(alias, bound, tree)
    if not module and hasattr(builtins, new):
        if uses is None or keeps_name or (new != bound and any(is_taken(new, name, tree) for name in uses)):
            return None
        return (*without_alias(statement, alias), *_renamed(uses, new)), new
    if isinstance(statement, ast.Import) and alias.asname is None and "." in alias.name:
        return _with(statement, alias, f"import {new}"), f"import {new}"
    name, renames = alias.asname or last, tuple[Edit, ...]()
    if alias.asname is None and last != bound:
        free = uses is not None and not keeps_name and not _is_bound(tree, last, new)
        name, renames = (last, _renamed(uses or (), last)) if free else (bound, ())
    if isinstance(statement, ast.Import) and module:
        name = alias.asname or bound  # `import urllib.parse as urlparse`
        code = f"import {new} as {name}"
        return _with(statement, alias, code), code
    if isinstance(statement, ast.ImportFrom) and module == statement.module:
        other = ast.alias(last, None if name == last else name)
        listed = [other if part is alias else part for part in statement.names]
        edit = Replace(target(statement), _from(module, listed))
        return (edit, *renames), ast.unparse(other)
    code = f"from {module} import {last}" if module else f"import {new}"
    code += "" if name == last else f" as {name}"
    return (*_with(statement, alias, code), *renames), code


def from_module(statement: ast.ImportFrom, module: str) -> tuple[Edit, ...]:
    """The edit after which everything comes from another module."""
    return (Replace(target(statement), _from(module, statement.names)),)


def spelled(qualified: str, module: str, at: ast.AST, tree: Tree) -> tuple[str, tuple[AddImport, ...]] | None:
    """How a dotted name out of a module is written at a place, and the import that it needs there.

    Without a module it needs none. None where its first word means something else there.
    """
    known = spelling(tree, qualified, at)
    root = qualified.partition(".")[0]
    if known is None and is_taken(root, at, tree):
        return None
    is_torch = module.partition(".")[0] == "torch"  # which imports all of its own modules itself
    # `import scipy` alone does not bring `scipy.special`.
    is_part = "." in module and not is_torch
    if known is not None and (not is_part or known.count(".") < qualified.count(".")):
        return known, ()
    needed = "torch" if is_torch else module
    return qualified, (AddImport(needed),) if needed else ()


def is_taken(name: str, at: ast.AST, tree: Tree) -> bool:
    """Does the program itself give a meaning to a name at a place?"""
    return tree.scope(at).lookup(name) is not None


def without_alias(statement: Import, alias: ast.alias) -> tuple[Edit, ...]:
    """The edit after which this part of the import is gone."""
    rest = [other for other in statement.names if other is not alias]
    if not rest:
        return (RemoveStatement(target(statement)),)
    if isinstance(statement, ast.Import):
        return (Replace(target(statement), f"import {', '.join(map(ast.unparse, rest))}"),)
    return (Replace(target(statement), _from("." * statement.level + (statement.module or ""), rest)),)


def _with(statement: Import, alias: ast.alias, code: str) -> tuple[Edit, ...]:
    if len(statement.names) == 1:
        return (Replace(target(statement), code),)
    return (*without_alias(statement, alias), InsertStatement(target(statement), code, after=True))


def _from(module: str, names: Sequence[ast.alias]) -> str:
    listed = ", ".join(map(ast.unparse, names))
    code = f"from {module} import {listed}"
    return code if len(code) <= _WIDEST else f"from {module} import ({listed})"


def _renamed(uses: Sequence[ast.Name], name: str) -> tuple[Edit, ...]:
    return tuple(Replace(target(use), name) for use in uses)


def _is_bound(tree: Tree, name: str, new: str) -> bool:
    """Does the file give the name another meaning anywhere?"""
    return any(
        name in scope.bindings
        and any(
            not isinstance(binding.node, ast.alias) or tree.target_of(binding.node, binding.statement) != new
            for binding in scope.bindings[name]
        )
        for scope in set(tree.scopes.values())
    )


def is_idle(alias: ast.alias, node: Import, file: FileOfRun) -> bool:
    """Is the import one of a plain line, and does neither this file nor another one use what it brings?"""
    tree, name = file.tree, bound_name(alias, node)
    if file.path.endswith("__init__.py") or tree.names(name) or file.project.hands_on(file.path, name):
        return False
    if not isinstance(tree.parents[node], (ast.Module, *FUNCTIONS)):
        return False
    comment = tree.comment_behind(node)
    if "noqa" in comment or (comment and len(node.names) == 1) or "(" in tree.source(node):
        return False
    texts = (text for text in tree.nodes(ast.Constant) if isinstance(text.value, str) and name in text.value)
    return not any(_may_use(text, name) for text in texts)


def _may_use(text: ast.Constant, name: str) -> bool:
    """May a string be code that uses the name: an annotation, an entry of `__all__`, an example in a docstring?"""
    value = str(text.value)
    if ">>>" in value:
        return True
    try:
        return any(getattr(node, "id", "") == name for node in ast.walk(ast.parse(value.strip())))
    except (SyntaxError, ValueError):
        return False
