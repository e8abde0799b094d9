"""What a parameter is by the calls of its function in all files of the run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property

from torchfix_codemods.analysis.inference.infer_narrow import GUARDS
from torchfix_codemods.analysis.inference.infer_others import Others
from torchfix_codemods.analysis.inference.infer_values import Value, What
from torchfix_codemods.analysis.project.all_origins import AllMakers
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, callee_name


class Passed:
    """Answers for one file; nothing is looked up before the first question."""

    def __init__(self, tree: Tree, origins: Callable[[], Origins]) -> None:
        self._tree = tree
        self._make = origins

    @cached_property
    def _origins(self) -> Origins:
        return self._make()

    @cached_property
    def _others(self) -> Others:
        return Others(self._origins.project, self._origins.path)

    def of(self, node: ast.expr) -> Value | None:
        """What a parameter, or a part of one, is where every call that is seen passes the same kind of thing."""
        name = _root(node)
        if name is None or not self._is_parameter(name):
            return None
        given = self._origins.given(node)
        if any(one.kind != "parameter" for one in given):
            return None
        place = self._origins.place(node)
        made = self._origins.project.shared(AllMakers).of(given, place.path, place.name)
        value = self._others.made(made, node.lineno, "every call in the run passes a")
        return value if value.known and value.what in (What.TENSOR, What.MODULE) else None

    def _is_parameter(self, name: ast.Name) -> bool:
        """Is it one of a function that the other files can see, as it was passed, and never asked what it is?"""
        bindings = self._tree.bindings(name)
        if len(bindings) != 1 or not isinstance(bindings[0].node, ast.arg):
            return False
        function = self._tree.parents[self._tree.parents[bindings[0].node]]
        if not isinstance(function, FUNCTIONS) or self._tree.function(function) is not None:
            return False
        calls = self._tree.nodes_inside(ast.Call, function)
        asked = [call.args[0] for call in calls if call.args and callee_name(call) in GUARDS]
        return not any(isinstance(node, ast.Name) and node.id == name.id for node in asked)


def _root(node: ast.expr) -> ast.Name | None:
    """`x` of `x.layer.weight`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node if isinstance(node, ast.Name) else None
