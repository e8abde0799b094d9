"""The calls that read a saved file, and what they say about the device that its content goes to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from torchfix_codemods.analysis.syntax.functions import outermost
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, has_star_arguments, keyword

# Qualified name -> the position of `map_location`.
# https://docs.pytorch.org/docs/stable/generated/torch.load.html and https://docs.pytorch.org/docs/stable/hub.html
LOADERS = {
    "torch.load": 1,
    "torch.serialization.load": 1,
    "torch.hub.load_state_dict_from_url": 2,
    "torch.utils.model_zoo.load_url": 2,
    "torchvision.models.utils.load_state_dict_from_url": 2,
    "torchvision._internally_replaced_utils.load_state_dict_from_url": 2,
}
_LAST_NAMES = frozenset(name.rsplit(".", 1)[-1] for name in LOADERS)
# They call what they are given, now or later, with the other arguments.
_CALLING = frozenset(
    {
        "partial",
        "partialmethod",
        "map",
        "imap",
        "imap_unordered",
        "map_async",
        "starmap",
        "submit",
        "apply",
        "apply_async",
        "delayed",
        "to_thread",
        "run_in_executor",
    }
)
_ABOUT_CUDA = re.compile(r"cuda|gpu|cpu|device", re.IGNORECASE)


def load_calls(tree: Tree) -> list[ast.Call]:
    """The calls of a loader with known arguments, in source order."""
    names = _local_names(tree)
    return [
        call
        for call in tree.nodes(ast.Call)
        if callee_name(call) in names
        and tree.qualified_name(call.func) in LOADERS
        and not has_star_arguments(call)
        and (call.args or call.keywords)
    ]


def references(tree: Tree) -> Iterator[ast.expr]:
    """The places that hand a loader on, without a `map_location`, to be called by somebody else."""
    names = _local_names(tree)
    spelled: list[ast.Attribute | ast.Name] = [node for node in tree.nodes(ast.Attribute) if node.attr in names]
    spelled += [node for node in tree.nodes(ast.Name) if node.id in names]
    for node in spelled:
        if not isinstance(node.ctx, ast.Load):
            continue
        if tree.qualified_name(node) in LOADERS and _is_handed_on(tree, node):
            yield node


def given_location(tree: Tree, call: ast.Call) -> ast.expr | None:
    """The value of a load call's `map_location`, by keyword or position."""
    named = keyword(call, "map_location")
    if named is not None:
        return named.value
    position = LOADERS[tree.qualified_name(call.func) or "torch.load"]
    return call.args[position] if position < len(call.args) else None


def is_chosen_by_branch(tree: Tree, call: ast.Call, calls: list[ast.Call]) -> bool:
    """Does the other branch of a condition about CUDA, or an except clause, load with a `map_location`?"""
    if tree.enclosing(call, ast.Try) is None and next(conditions(tree, call), None) is None:
        return False
    function = outermost(tree, call)
    for other in calls:
        if other is call or outermost(tree, other) is not function or given_location(tree, other) is None:
            continue
        if _stands_in_handler_for(tree, other, call) or _exclude_each_other(tree, other, call):
            return True
    return False


def is_about_cuda(test: ast.expr) -> bool:
    """Does a condition ask for a device?"""
    return bool(_ABOUT_CUDA.search(ast.unparse(test)))


def _local_names(tree: Tree) -> frozenset[str]:
    """The last names by which this file may call a loader."""
    names = set(_LAST_NAMES)
    names |= {local for local, qualified in tree.imported.items() if qualified in LOADERS}
    for statement in tree.nodes(ast.ImportFrom):
        names |= {
            alias.asname for alias in statement.names if alias.asname and tree.target_of(alias, statement) in LOADERS
        }
    for part in tree.assigned.given:
        if _last_name(part.source) in names and tree.qualified_name(part.source) in LOADERS:
            names |= {part.target.id} if isinstance(part.target, ast.Name) else set()
    return frozenset(names)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_handed_on(tree: Tree, node: ast.expr) -> bool:
    parent = tree.parents[node]
    if isinstance(parent, ast.Call):
        return node is not parent.func and callee_name(parent) in _CALLING and not _gives_location(parent)
    if targets := tree.assigned.targets(node):
        is_kept = any(isinstance(target, ast.Attribute) for target in targets)
        return is_kept or all(_is_never_read(tree, target) for target in targets)
    if isinstance(parent, ast.keyword):
        call = tree.parents[parent]
        return isinstance(call, ast.Call) and not _gives_location(call)
    return isinstance(parent, (ast.arguments, ast.Dict, ast.List, ast.Tuple, ast.Return, ast.IfExp, ast.Lambda))


def _gives_location(call: ast.Call) -> bool:
    return any(k.arg in (None, "map_location") for k in call.keywords)


def _is_never_read(tree: Tree, name: ast.expr) -> bool:
    """Is it a plain name that nothing in the file reads? (Reads through it are calls or references themselves.)"""
    if not isinstance(name, ast.Name):
        return False
    reads = (use for use in tree.names(name.id) if isinstance(use.ctx, ast.Load))
    return next(reads, None) is None


def _stands_in_handler_for(tree: Tree, other: ast.Call, call: ast.Call) -> bool:
    for up in tree.ancestors(call):
        if not isinstance(up, ast.Try) or not any(tree.within(call, statement) for statement in up.body):
            continue
        if any(tree.within(other, handler) for handler in up.handlers):
            return True
    return False


def _exclude_each_other(tree: Tree, one: ast.Call, other: ast.Call) -> bool:
    """Is there a condition about CUDA that is true for one of them and false for the other?"""
    known = {ast.dump(test): truth for test, truth in conditions(tree, one) if is_about_cuda(test)}
    return any(known.get(ast.dump(test), truth) is not truth for test, truth in conditions(tree, other))
