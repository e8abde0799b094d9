"""Tensors that autograd takes gradients for at the source: parameters, and what was made with `requires_grad=True`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted, keyword

_PARAMETER = "torch.nn.Parameter"
_PARAMETERS = (_PARAMETER, "torch.nn.parameter.Parameter")
_FACTORIES = re.compile(
    r"torch\.(?:zeros|ones|rand|randn|full|empty|tensor|eye|linspace|arange|randn?_like|zeros_like|ones_like)\Z"
)
_VARIABLE = "torch.autograd.Variable"
# An element of such a layer is a Parameter; after these words in a file one may have been frozen.
_LAYER_PARAMETERS = frozenset({"weight", "bias"})
_FREEZING = re.compile(r"requires_grad\s*=\s*False|requires_grad_\(\s*False|\.detach_\(|set_requires_grad|freeze", re.I)
_VIEWS = frozenset({"view", "view_as", "t", "transpose", "permute", "squeeze", "unsqueeze", "narrow", "expand"})


class Leaves:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind
        self._may_be_frozen = _FREEZING.search(tree.text) is not None

    @followed(None)
    def of(self, node: ast.expr) -> Evidence | None:
        """What shows that an expression is a leaf that requires gradients, or a view of one, if anything does."""
        node = _behind_views(node)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute) and not self._may_be_frozen:
            return self._attribute(node)
        return None

    def _name(self, name: ast.Name) -> Evidence | None:
        bindings = [b for b in self.tree.bindings(name) if not isinstance(b.statement, ast.AugAssign)]
        if len(bindings) != 1:
            return None
        value = bindings[0].value
        if value is not None:
            return self.made(value)
        loop = bindings[0].statement
        if isinstance(loop, ast.For) and loop.target is bindings[0].node and not self._may_be_frozen:
            return self._element(loop.iter)
        return None

    def _element(self, iterable: ast.expr) -> Evidence | None:
        """A loop over `model.parameters()`."""
        if not isinstance(iterable, ast.Call) or callee_name(iterable) != "parameters" or iterable.args:
            return None
        func = iterable.func
        if isinstance(func, ast.Attribute) and self.kind(func.value).is_module:
            return Evidence(iterable.lineno, f"an element of `{self.tree.source(iterable)}`")
        return None

    def made(self, value: ast.expr) -> Evidence | None:
        """By this expression: a factory with `requires_grad=True`, `nn.Parameter(..)`, a view of a leaf."""
        if isinstance(value, ast.Attribute):
            return None if self._may_be_frozen else self._attribute(value)
        if not isinstance(value, ast.Call):
            return None
        name = self.tree.qualified_name(value.func) or ""
        wants = keyword(value, "requires_grad")
        is_on = wants is not None and isinstance(wants.value, ast.Constant) and wants.value.value is True
        if name in _PARAMETERS and (wants is None or is_on) and not self._may_be_frozen:
            return Evidence(value.lineno, "a parameter")
        if (_FACTORIES.match(name) or name == _VARIABLE) and is_on:
            return Evidence(value.lineno, "made with `requires_grad=True`")
        func = value.func
        if isinstance(func, ast.Attribute) and func.attr == "requires_grad_" and not (value.args or value.keywords):
            maker = func.value
            if isinstance(maker, ast.Call) and _FACTORIES.match(self.tree.qualified_name(maker.func) or ""):
                return Evidence(value.lineno, "made with `requires_grad_()`")
        if isinstance(func, ast.Attribute) and func.attr in _VIEWS:
            return self.of(func.value)
        return None

    def _attribute(self, node: ast.Attribute) -> Evidence | None:
        """`layer.weight` of one of torch's layers, or `self.x` that is given a parameter in the class."""
        if node.attr in _LAYER_PARAMETERS:
            owner = self.kind(node.value)
            if owner.is_module and (owner.qualified or "").startswith("torch.nn."):
                return Evidence(
                    owner.evidence.line if owner.evidence else node.lineno, f"a parameter of a {owner.qualified}"
                )
        if dotted(node.value) != "self":
            return None
        definition = self.tree.enclosing(node, ast.ClassDef)
        return None if definition is None else self._kept(definition, node.attr)

    @followed(None)
    def _kept(self, definition: ast.ClassDef, name: str) -> Evidence | None:
        """What shows it of all that an attribute is given in the class: asked once, however often it is used."""
        made = [self.made(value) for value in self.tree.assigned.values(f"self.{name}", definition)]
        return made[0] if made and all(evidence is not None for evidence in made) else None


def _behind_views(node: ast.expr) -> ast.expr:
    """`w` of `w[0]`, `w.view(-1)`, `w.t()[1]`."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
            node = node.func.value
        else:
            return node
