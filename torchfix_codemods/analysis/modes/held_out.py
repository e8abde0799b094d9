"""Finds validation of a model that is still in training mode: no file of loaded weights, nothing but `no_grad`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.modes.loaded_models import LoadedModels
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, callee_name
from torchfix_codemods.analysis.values.model_names import mode_switches, model_names

# What a loop over held-out data goes through: `test_loader`, `enumerate(valset)`, `loaders["val"]`.
_HELD_OUT = re.compile(
    r"(?<![A-Za-z])(?:test|val|valid|validation|eval|dev)(?:_?(?:loader|set|data|dl|iter|batches|gen)\w*)?(?![A-Za-z])"
)


# Layers that do something else in training mode. A class from another file may have none of them.
_HAS_MODES = re.compile(r"[dD]ropout|(?:Batch|Instance)Norm|(?:batch|instance)_norm\(|TransformerEncoder|RReLU")


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A forward pass over held-out data in training mode. `trained` is a backward pass of the file."""

    forward: ast.Call
    trained: ast.Call


def validations(models: LoadedModels) -> Iterator[HeldOut]:
    """The first such pass of each model and function, in a file that trains, and switches no mode anywhere."""
    tree = models.tree
    trained = next(iter(tree.calls_named("backward")), None)
    if trained is None or not _HAS_MODES.search(tree.text) or models.sets_modes_by_name or mode_switches(tree):
        return
    seen: set[tuple[Function | None, frozenset[str]]] = set()
    for loop in tree.nodes(ast.For):
        if not _HELD_OUT.search(ast.unparse(loop.iter)) or _trains(loop):
            continue
        for call in (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, ast.Call)):
            names = model_names(tree, call.func) if isinstance(call.func, (ast.Name, ast.Attribute)) else frozenset()
            key = tree.function(call), names
            if not names or key in seen or not models.mode.is_covered(call) or not _has_modes(call.func, models):
                continue
            seen.add(key)
            yield HeldOut(call, trained)


def _trains(loop: ast.For) -> bool:
    return any(isinstance(node, ast.Call) and callee_name(node) == "backward" for node in ast.walk(loop))


def _has_modes(model: ast.expr, models: LoadedModels) -> bool:
    """Is it made in this file with layers that have modes, also where it is handed to a function?"""
    tree = models.tree
    bindings = tree.bindings(model) if isinstance(model, ast.Name) else []
    if not any(isinstance(binding.node, ast.arg) for binding in bindings):
        return models.has_modes(model)
    (binding,) = bindings if len(bindings) == 1 else (None,)
    function = binding.statement if binding is not None else None
    if not isinstance(function, FUNCTIONS):
        return False
    index = next((i for i, arg in enumerate(function.args.args) if arg is binding.node), None)  # type: ignore[union-attr]
    calls = [call for call in tree.calls_named(function.name) if isinstance(call.func, ast.Name)]
    given = [c.args[index] for c in calls if index is not None and index < len(c.args)]
    return bool(given) and len(given) == len(calls) and all(models.has_modes(value) for value in given)
