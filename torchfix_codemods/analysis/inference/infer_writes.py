"""Whose values change when something is written into an expression: a view shares the storage of its tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_values import Cell, What
from torchfix_codemods.analysis.inference.kinds import Graph
from torchfix_codemods.analysis.syntax.scopes import Binding
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.tables.builtin_names import HOLDING
from torchfix_codemods.analysis.tables.torch_api import VIEW_ATTRIBUTES, WHOLE_NUMBERS, gives_itself

_HANDING_ON = HOLDING | {"next"}


def note_write(node: ast.expr, frame: Frame) -> None:
    """Something with history has been written into what this is, or into what it holds or is a view of."""
    for cell in clean_cells(node, frame):
        cell.dirty = True


def clean_cells(node: ast.expr, frame: Frame) -> list[Cell]:
    """Those of the tensors without a graph whose storage an expression is, holds or shares.

    Not those of whole numbers: no graph can ever hang on them.
    """
    if not frame.know.has_clean:
        return []
    know = frame.know
    owners = know.owners.get(node)
    if owners is None:
        owners = know.owners[node] = tuple(_owners(node, know.tree))
    found: list[Cell] = []
    for part in owners:
        value = know.values.get(part)
        if value is None or value.graph is not Graph.NO or value.what is not What.TENSOR:
            continue
        if value.cell is not None and not value.cell.dirty and value.name != WHOLE_NUMBERS:
            found.append(value.cell)
    return found


def _owners(node: ast.expr, tree: Tree) -> Iterator[ast.expr]:
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
            stack += [given for binding in tree.bindings(part) for given in _given(binding)]
            continue
        if isinstance(part, (ast.List, ast.Tuple, ast.Set)):
            stack += part.elts
        elif isinstance(part, ast.Dict):
            stack += part.values
        elif isinstance(part, (ast.Subscript, ast.Starred, ast.NamedExpr)):
            stack.append(part.value)
        elif isinstance(part, ast.IfExp):
            stack += [part.body, part.orelse]
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in _HANDING_ON:
            stack += part.args
        elif isinstance(part, ast.Attribute):  # a history that gets onto `x.data` is not one of `x`
            stack += [part.value] if part.attr in VIEW_ATTRIBUTES and part.attr != "data" else []
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and gives_itself(part.func.attr):
            stack.append(part.func.value)


def _given(binding: Binding) -> list[ast.expr]:
    """What a name is given, or a part of it: `row` of `row = buffer[0]`, `a, b = buffer`, `for row in buffer`."""
    if binding.value is not None:
        return [binding.value]
    statement = binding.statement
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [statement.iter]
    return [statement.value] if isinstance(statement, ast.Assign) else []
