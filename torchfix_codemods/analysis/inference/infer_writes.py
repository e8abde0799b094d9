"""Whose values change when something is written into an expression: a view shares the storage of its tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_values import Cell, What
from torchfix_codemods.analysis.inference.kinds import Graph
from torchfix_codemods.analysis.syntax.scopes import Binding
from torchfix_codemods.analysis.tables.builtin_names import HOLDING
from torchfix_codemods.analysis.tables.torch_api import VIEW_ATTRIBUTES, VIEW_METHODS, WHOLE_NUMBERS, is_in_place


def note_write(node: ast.expr, frame: Frame) -> None:
    """Something with history has been written into what this is, or into what it holds or is a view of."""
    for cell in clean_cells(node, frame):
        cell.dirty = True


def clean_cells(node: ast.expr, frame: Frame) -> list[Cell]:
    """Those of the tensors without a graph whose storage an expression is, holds or shares.

    Not those of whole numbers: no graph can ever hang on them.
    """
    values = (frame.know.values.get(part) for part in _owners(node, frame))
    found = [
        value.cell
        for value in values
        if value is not None and value.what is What.TENSOR and value.graph is Graph.NO and value.cell is not None
        if value.name != WHOLE_NUMBERS
    ]
    return [cell for cell in found if not cell.dirty]


def _owners(node: ast.expr, frame: Frame) -> Iterator[ast.expr]:
    """The expression, and those whose storage it shares."""
    stack = [node]
    seen: set[ast.expr] = set()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        yield part
        if isinstance(part, ast.Name):
            stack += [given for binding in frame.know.tree.bindings(part) for given in _given(binding)]
            continue
        if isinstance(part, (ast.List, ast.Tuple, ast.Set)):
            stack += part.elts
        elif isinstance(part, ast.Dict):
            stack += part.values
        elif isinstance(part, (ast.Subscript, ast.Starred, ast.NamedExpr)):
            stack.append(part.value)
        elif isinstance(part, ast.IfExp):
            stack += [part.body, part.orelse]
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in HOLDING | {"next"}:
            stack += part.args
        elif isinstance(part, ast.Attribute):
            stack += [part.value] if part.attr in VIEW_ATTRIBUTES else []
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and _gives_itself(part.func.attr):
            stack.append(part.func.value)


def _given(binding: Binding) -> list[ast.expr]:
    """What a name is given, or a part of it: `row` of `row = buffer[0]`, `a, b = buffer`, `for row in buffer`."""
    if binding.value is not None:
        return [binding.value]
    statement = binding.statement
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [statement.iter]
    return [statement.value] if isinstance(statement, ast.Assign) else []


def _gives_itself(method: str) -> bool:
    """Does it give a view of the tensor, or as `x.mul_(2)` the tensor itself?"""
    return method in VIEW_METHODS or is_in_place(method)
