"""Which model an expression stands for, as text, so that `net.eval()` and `net(x)` are seen to be about one model.

A name is the dotted text of the expression without what does not change the model: `net.module.to(device)` is `net`.
An element of a container whose key is not written out is `nets[*]`, and so is the variable of a loop over it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.syntax.tree import Binding, Tree, callee_name, keyword
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME, WRAPPERS

_SUBSCRIPT = re.compile(r"\[[^\]]*\]")
_SAME_ELEMENTS = frozenset({"list", "tuple", "reversed", "sorted", "iter", "tqdm", "values"})
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Switch:
    """A call that sets the mode of a model.

    `names` are the names of the model from here on, `receiver` the expression that the method is called on, `training`
    False for eval mode (True also where the mode cannot be seen). `called` is the call of the switched model itself in
    `net.eval()(x)`.
    """

    call: ast.Call
    receiver: ast.expr
    names: frozenset[str]
    training: bool
    called: ast.Call | None = None


def sets_eval_mode(tree: Tree) -> bool:
    """Is any model of the file switched to eval mode?"""
    return any(_mode(call) is False for call in tree.nodes(ast.Call))


def mode_switches(tree: Tree) -> list[Switch]:
    """Every `.eval()`, `.train()` and `.train(mode)` of the file, in source order."""
    found: list[Switch] = []
    for call in tree.nodes(ast.Call):
        training = _mode(call)
        if training is not None:
            assert isinstance(call.func, ast.Attribute)
            names, called = _names_after(tree, call)
            found.append(Switch(call, call.func.value, names, training, called))
    return found


def _mode(call: ast.Call) -> bool | None:
    """Does the call switch to training mode? None if it is no switch."""
    if not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr == "eval":
        return False if not call.args and not call.keywords else None
    if call.func.attr != "train" or len(call.args) + len(call.keywords) > 1:
        return None
    given = keyword(call, "mode")
    if call.keywords and given is None:
        return None
    value = given.value if given is not None else call.args[0] if call.args else None
    return not (isinstance(value, ast.Constant) and value.value in (False, 0))


def _names_after(tree: Tree, call: ast.Call) -> tuple[frozenset[str], ast.Call | None]:
    """The names that the switched model has, also those that the result is given on the spot, and its own call."""
    assert isinstance(call.func, ast.Attribute)
    names = set(model_names(tree, call.func.value))
    node: ast.expr = call
    while True:
        parent = tree.parents[node]
        outer = tree.parents.get(parent)
        if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and parent.attr in MODULE_SAME:
            node = outer
        elif isinstance(parent, ast.Call) and node in parent.args and callee_name(parent) in WRAPPERS:
            node = parent
        elif isinstance(parent, ast.Call) and parent.func is node:
            return frozenset(names), parent
        else:
            break
    for target in tree.assigned.targets(node):
        names |= model_names(tree, target)
    return frozenset(names - {"_"}), None


def model_names(tree: Tree, node: ast.expr) -> frozenset[str]:
    """The names that an expression has as a model; empty for an expression that is no plain place."""
    return frozenset(_names(tree, node, _DEEPEST))


def _names(tree: Tree, node: ast.expr, depth: int) -> set[str]:
    if depth == 0:
        return set()
    if isinstance(node, ast.Call):
        func = node.func
        same = isinstance(func, ast.Attribute) and func.attr in MODULE_SAME
        return _names(tree, func.value, depth) if same and isinstance(func, ast.Attribute) else set()
    if isinstance(node, ast.Attribute):
        owners = _names(tree, node.value, depth)
        return owners if node.attr == "module" else {f"{owner}.{node.attr}" for owner in owners}
    if isinstance(node, ast.Subscript):
        key = f"[{node.slice.value!r}]" if isinstance(node.slice, ast.Constant) else "[*]"
        return {f"{owner}{key}" for owner in _names(tree, node.value, depth)}
    if not isinstance(node, ast.Name):
        return set()
    scope = tree.scope(node).lookup(node.id)
    if scope is None:
        return {node.id}
    known = tree.model_names.get((scope, node.id, depth))
    if known is None:
        known = frozenset(_names_of_variable(tree, node, depth))
        tree.model_names[scope, node.id, depth] = known
    return set(known)


def _names_of_variable(tree: Tree, node: ast.Name, depth: int) -> set[str]:
    bindings = tree.bindings(node)
    elements: set[str] = set()
    for binding in bindings:
        elements |= set(_as_element(tree, binding, depth))
    if elements:
        return elements
    values = [binding.value for binding in bindings]
    if values and all(isinstance(value, (ast.Attribute, ast.Name)) for value in values):
        for value in values:
            assert value is not None
            elements |= _names(tree, value, depth - 1)
    return elements | {node.id}


def _as_element(tree: Tree, binding: Binding, depth: int) -> Iterator[str]:
    """The names of the things that a loop's variable goes through."""
    child, path = binding.node, list[int]()
    for up in tree.ancestors(child):
        if isinstance(up, (ast.Tuple, ast.List)):
            path.insert(0, next(i for i, item in enumerate(up.elts) if item is child))
        elif isinstance(up, (ast.For, ast.AsyncFor, ast.comprehension)) and up.target is child:
            yield from _elements(tree, up.iter, path, depth - 1)
            return
        else:
            return
        child = up


def _elements(tree: Tree, iterable: ast.expr, path: list[int], depth: int) -> Iterator[str]:
    if isinstance(iterable, ast.Call):
        name = callee_name(iterable)
        if name == "enumerate" and path[:1] == [1] and iterable.args:
            yield from _elements(tree, iterable.args[0], path[1:], depth)
        elif name == "zip" and path and path[0] < len(iterable.args):
            yield from _elements(tree, iterable.args[path[0]], path[1:], depth)
        elif name == "items" and path == [1] and isinstance(iterable.func, ast.Attribute):
            yield from (f"{owner}[*]" for owner in _names(tree, iterable.func.value, depth))
        elif name in _SAME_ELEMENTS:
            inner = iterable.func.value if isinstance(iterable.func, ast.Attribute) else None
            argument = inner if name == "values" else iterable.args[0] if iterable.args else None
            if argument is not None:
                yield from _elements(tree, argument, path, depth)
        return
    if path:
        return
    if isinstance(iterable, (ast.Tuple, ast.List)):
        for item in iterable.elts:
            yield from _names(tree, item, depth)
        return
    yield from (f"{owner}[*]" for owner in _names(tree, iterable, depth))
    if isinstance(iterable, ast.Name):
        values = [binding.value for binding in tree.bindings(iterable)]
        if len(values) == 1 and isinstance(values[0], (ast.Tuple, ast.List)):
            yield from _elements(tree, values[0], path, depth)


def same_model(one: frozenset[str], other: frozenset[str]) -> bool:
    """Can two sets of names stand for one model?"""
    if one & other:
        return True
    return any(_may_be(a, b) for a in one if "[" in a for b in other if "[" in b)


def _may_be(one: str, other: str) -> bool:
    if "[*]" not in one and "[*]" not in other:
        return False
    return _SUBSCRIPT.sub("[*]", one) == _SUBSCRIPT.sub("[*]", other)


def without_keys(names: frozenset[str]) -> frozenset[str]:
    """The names with every key left open: `nets['G']` is `nets[*]`."""
    return frozenset(_SUBSCRIPT.sub("[*]", name) for name in names)


def is_part_of(names: frozenset[str], models: frozenset[str]) -> bool:
    """Is it an attribute of one of the models: `net.encoder` of `net`?"""
    owners = {name[:i] for name in names for i, letter in enumerate(name) if letter == "."}
    return any(same_model(frozenset({owner}), models) for owner in owners)
