"""Which parameters of a function its values share their storage with."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from torchfix_codemods.analysis.tables.builtin_names import HOLDING
from torchfix_codemods.analysis.tables.torch_api import (
    TENSOR_GIVES_OTHER,
    VIEW_ATTRIBUTES,
    VIEW_METHODS,
    is_in_place,
    is_tensor_method,
)

_GIVES_NO_STORAGE = TENSOR_GIVES_OTHER - {"storage", "untyped_storage"}
_NONE: frozenset[str] = frozenset()


class Shares:
    """Answers for one function: its `parameters`, what its variables are `given`, and what they get `parts` of."""

    def __init__(
        self,
        parameters: frozenset[str],
        given: Mapping[str, Sequence[ast.expr | None]],
        parts: Mapping[str, Sequence[ast.expr]],
    ) -> None:
        self._roots: dict[str, frozenset[str]] = {name: frozenset({name}) for name in parameters}
        if not parameters:
            return
        heirs: dict[str, list[str]] = {}  # variable -> the variables that may get its storage
        for name, values in given.items():
            for value in (*values, *parts.get(name, ())):
                for source in _sources(value):
                    heirs.setdefault(source, []).append(name)
        waiting = [name for name in parameters if name in heirs]
        while waiting:
            source = waiting.pop()
            found = self._roots[source]
            for heir in heirs[source]:
                known = self._roots.get(heir, _NONE)
                if not found <= known:
                    self._roots[heir] = known | found
                    if heir in heirs:
                        waiting.append(heir)

    def of(self, node: ast.expr | None) -> frozenset[str]:
        """The parameters whose storage, or a part of it, an expression may be."""
        if not self._roots:
            return _NONE
        found = _NONE
        for source in _sources(node):
            roots = self._roots.get(source)
            if roots is not None:
                found |= roots
        return found


def _sources(node: ast.expr | None) -> list[str]:
    """The variables whose storage, or a part of it, an expression may be."""
    found: list[str] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Name):
            found.append(part.id)
        elif isinstance(part, ast.Attribute):
            root = part.value
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name):
                found.append(root.id)
            elif part.attr in VIEW_ATTRIBUTES:
                stack.append(part.value)
        elif isinstance(part, ast.Call):
            func = part.func
            if isinstance(func, ast.Attribute):
                method = func.attr
                gives_other = is_tensor_method(method) or method in _GIVES_NO_STORAGE
                if method in VIEW_METHODS or is_in_place(method) or not gives_other:
                    stack.append(func.value)
            elif isinstance(func, ast.Name) and func.id in HOLDING:
                stack += part.args
        elif isinstance(part, (ast.Subscript, ast.NamedExpr, ast.Await, ast.Starred)):
            stack.append(part.value)
        elif isinstance(part, (ast.Tuple, ast.List, ast.Set)):
            stack += part.elts
        elif isinstance(part, (ast.Dict, ast.BoolOp)):
            stack += part.values
        elif isinstance(part, ast.IfExp):
            stack += [part.body, part.orelse]
    return found
