"""What computed a value last: the activation that ends a model, followed from the place where its output is used.

Within one file: through names, unpacked tuples, the `forward` of a class of the file, its attributes, and
`nn.Sequential`. A value whose way is not simple has no answer.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from torchfix_codemods.analysis.inference.kinds import Inferred
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.functions import returned
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name

_FUNCTIONS = {
    "torch.softmax": "softmax",
    "torch.nn.functional.softmax": "softmax",
    "torch.special.softmax": "softmax",
    "torch.log_softmax": "log_softmax",
    "torch.nn.functional.log_softmax": "log_softmax",
}
_LAYERS = {
    "torch.nn.Softmax": "softmax",
    "torch.nn.Softmax2d": "softmax",
    "torch.nn.LogSoftmax": "log_softmax",
}
_METHODS = frozenset({"softmax", "log_softmax"})
# The same values in another shape, on another device, or as another object.
_KEEPS_VALUES = frozenset(
    {"view", "reshape", "squeeze", "unsqueeze", "contiguous", "flatten", "to", "cuda", "cpu", "float"}
)

_Seen: TypeAlias = set[tuple[ast.expr, int | None]]


@dataclass(frozen=True, slots=True)
class Activation:
    """`name` is softmax or log_softmax. `node` is its call or its layer's constructor, `input` what the call gets."""

    name: str
    node: ast.Call
    input: ast.expr | None


class LastLayers:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind
        self._classes = {definition.name: definition for definition in tree.nodes(ast.ClassDef)}

    def of(self, node: ast.expr) -> Activation | None:
        """The activation whose result an expression is."""
        return self._value(node, None, set())

    def _value(self, node: ast.expr, index: int | None, seen: _Seen) -> Activation | None:
        """The same for the item `index` of a tuple that the expression gives, for the whole where it is None."""
        if (node, index) in seen:
            return None
        seen.add((node, index))
        if isinstance(node, ast.Tuple) and index is not None:
            return self._value(node.elts[index], None, seen) if index < len(node.elts) else None
        if isinstance(node, ast.Name):
            return self._name(node, index, seen)
        if isinstance(node, ast.Subscript) and index is None and isinstance(node.slice, ast.Constant):
            position = node.slice.value
            return self._value(node.value, position, seen) if type(position) is int and position >= 0 else None
        if isinstance(node, ast.Call):
            return self._call(node, index, seen)
        return None

    def _call(self, call: ast.Call, index: int | None, seen: _Seen) -> Activation | None:
        func, first = call.func, call.args[0] if call.args else None
        name = _FUNCTIONS.get(self.tree.qualified_name(func) or "")
        if name is not None:
            return Activation(name, call, first) if index is None else None
        if isinstance(func, ast.Attribute) and func.attr in _METHODS and self.kind(func.value).is_tensor:
            return Activation(func.attr, call, func.value) if index is None else None
        if isinstance(func, ast.Attribute) and func.attr in _KEEPS_VALUES and index is None:
            return self._value(func.value, None, seen)
        layer = self._layer_of(func)
        if isinstance(layer, Activation):
            return Activation(layer.name, layer.node, first) if index is None else None
        forward = self._forward(func)
        return None if forward is None else self._returned(forward, index, seen)

    def _name(self, name: ast.Name, index: int | None, seen: _Seen) -> Activation | None:
        """What the variable was given last before this read."""
        before = [b for b in self.tree.bindings(name) if b.line < name.lineno or b.line == name.lineno]
        before = [b for b in before if b.statement is not self.tree.statement(name)]
        before = [b for b in before if self.tree.function(b.statement) is self.tree.function(name)]
        if not before:
            return None
        last = max(before, key=lambda binding: binding.line)
        if last.value is not None:
            return self._value(last.value, index, seen)
        part = self.tree.assigned.at(last.node)
        if index is not None or part is None or part.way is not Way.GIVEN or part.path is None or len(part.path) != 1:
            return None
        return self._value(part.source, part.path[0], seen)

    # ---- models

    def _layer_of(self, func: ast.expr) -> Activation | None:
        """The activation that a called layer is or ends in."""
        made = func if isinstance(func, ast.Call) else self._constructor(func)
        return None if made is None else self._end_of(made)

    def _end_of(self, made: ast.expr) -> Activation | None:
        """The activation at the end of the module that a constructor call makes."""
        if not isinstance(made, ast.Call):
            return None
        name = self.tree.qualified_name(made.func) or ""
        if name in _LAYERS:
            return Activation(_LAYERS[name], made, None)
        if callee_name(made) in ("to", "cuda", "cpu", "eval", "train", "float") and isinstance(
            made.func, ast.Attribute
        ):
            return self._end_of(made.func.value)
        if name == "torch.nn.Sequential" and made.args and not made.keywords:
            return self._end_of(made.args[-1])
        return None

    def _constructor(self, func: ast.expr) -> ast.expr | None:
        """The call that made what is called: the only value of a variable, or of `self.x` and `net.x` in its class."""
        if isinstance(func, ast.Name):
            values = [binding.value for binding in self.tree.bindings(func)]
            return self._first_of(values)
        if not isinstance(func, ast.Attribute):
            return None
        if isinstance(func.value, ast.Name) and func.value.id == "self":
            owner = self.tree.enclosing(func, ast.ClassDef)
        else:
            owner = self._class_of(func.value)
        return None if owner is None else self._first_of([*self.tree.assigned.values(f"self.{func.attr}", owner)])

    def _class_of(self, model: ast.expr) -> ast.ClassDef | None:
        """The class of this file that a module is of."""
        inferred = self.kind(model)
        return self._classes.get(inferred.qualified or "") if inferred.is_module else None

    def _first_of(self, values: list[ast.expr | None]) -> ast.expr | None:
        """The constructor, where all other values are moves of the same object (`net = net.cuda()`)."""
        calls = [value for value in values if isinstance(value, ast.Call) and callee_name(value) not in _KEEPS_VALUES]
        return calls[0] if len(calls) == 1 and None not in values else None

    def _forward(self, func: ast.expr) -> Function | None:
        """The `forward` that runs when a module of a class of this file is called."""
        owner = self._class_of(func)
        if owner is None:
            return None
        return next((s for s in owner.body if isinstance(s, FUNCTIONS) and s.name == "forward"), None)

    def _returned(self, forward: Function, index: int | None, seen: _Seen) -> Activation | None:
        """What the only `return` of a function gives."""
        values = returned(self.tree, forward)
        return self._value(values[0], index, seen) if len(values) == 1 else None
