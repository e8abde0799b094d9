"""What in a stretch of the program needs gradients, or behaves differently without them."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Inferred, Kind
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.expected import is_expectation
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.gradient_words import (
    GRADIENT_PACKAGES,
    NEED_GRADIENTS,
    TELL_OF_GRADIENTS,
    TELLING_ATTRIBUTES,
    says_gradients,
)
from torchfix_codemods.analysis.tables.torch_api import NEVER_TORCH

# Objects whose methods train, but for these.
_TRAINERS = frozenset({"trainer", "learner", "solver"})
_NOT_TRAINING = frozenset({"eval", "evaluate", "test", "validate", "predict", "save", "load", "log", "print", "info"})
_HOOKS = re.compile(r"register_(?:full_|multi_grad_|module_)*(?:forward|backward)_(?:pre_)?hook\Z|register_hook\Z")
_OPTIMIZER_NAME = re.compile(r"(?:^|_)(?:optim|optimi[sz]er|lr_scheduler)\w*\Z|optimizer\w*\Z", re.I)


@dataclass(frozen=True, slots=True)
class GradientUse:
    """One place that needs gradients. `needs` is False where it only tells whether they are on.

    `text` is a clause such as "`loss.backward()`", or "`attack(..)`" with its own place inside.
    """

    node: ast.AST
    text: str
    needs: bool = True

    @property
    def line(self) -> int:
        return int(getattr(self.node, "lineno", 1))


class GradientUses:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind
        self._called: dict[ast.Call, list[Function]] = {}

    @classmethod
    def for_file(cls, file: File) -> GradientUses:
        return cls(file.tree, file.kind)

    # ---- the whole file

    @cached_property
    def in_file(self) -> GradientUse | None:
        """What makes every place of the file suspect: hooks that may keep activations, packages that take gradients."""
        for call in self.tree.nodes(ast.Call):
            if _HOOKS.match(callee_name(call)):
                return GradientUse(call, f"`{callee_name(call)}(..)`")
        for statement in self.tree.imports():
            names = [a.name for a in statement.names] if isinstance(statement, ast.Import) else [statement.module or ""]
            for name in names:
                if name.split(".")[0] in GRADIENT_PACKAGES:
                    return GradientUse(statement, f"`{name}`")
        return None

    # ---- places

    @cached_property
    def _uses(self) -> list[GradientUse]:
        found = [use for call in self.tree.nodes(ast.Call) if (use := self.of_call(call)) is not None]
        found += [use for a in self.tree.nodes(ast.Attribute) if (use := self._of_attribute(a)) is not None]
        return sorted(found, key=lambda use: position(use.node))

    @cached_property
    def _positions(self) -> list[tuple[int, int]]:
        return [position(use.node) for use in self._uses]

    @cached_property
    def _calls(self) -> list[ast.Call]:
        return sorted(self.tree.nodes(ast.Call), key=position)

    @cached_property
    def _call_positions(self) -> list[tuple[int, int]]:
        return [position(call) for call in self._calls]

    def calls_in(self, nodes: Sequence[ast.stmt]) -> list[ast.Call]:
        """All calls in a run of statements, those in functions defined there too."""
        start, end = _span(nodes)
        return self._calls[bisect_left(self._call_positions, start) : bisect_left(self._call_positions, end)]

    def uses_in(self, nodes: Sequence[ast.stmt]) -> list[GradientUse]:
        """What needs gradients, or tells whether they are on, in a run of statements."""
        start, end = _span(nodes)
        return self._uses[bisect_left(self._positions, start) : bisect_left(self._positions, end)]

    def first_in(self, nodes: Sequence[ast.stmt]) -> GradientUse | None:
        """The first such use, also in functions of the file that are called."""
        if not nodes:
            return None
        uses = self.uses_in(nodes)
        if uses:
            return uses[0]
        for call in self.calls_in(nodes):
            for function in (*self.called(call), *self._handed_on(call)):
                use = self._in_function(function)
                if use is not None:
                    text = f"`{callee_name(call)}(..)`, with {use.text} on line {at(use.line)},"
                    return GradientUse(call, text, use.needs)
        return None

    @followed(None)
    def _in_function(self, function: Function) -> GradientUse | None:
        return self.first_in(function.body)

    def later(self, function: Function | None, after: tuple[int, int]) -> Iterator[GradientUse]:
        """What needs gradients in the rest of a function (None: of the module's own statements)."""
        nodes: Sequence[ast.stmt] = self.tree.module.body if function is None else function.body
        for use in self.uses_in(nodes):
            if not use.needs or position(use.node) < after:
                continue
            if function is not None or self.tree.function(use.node) is None:
                yield use

    # ---- what is called

    def called(self, call: ast.Call) -> list[Function]:
        """The functions of this file that a call runs: by name, as a method of `self`, or as a module's `forward`."""
        known = self._called.get(call)
        if known is None:
            known = self._called[call] = self._find_called(call)
        return known

    def _find_called(self, call: ast.Call) -> list[Function]:
        func = call.func
        if isinstance(func, ast.Name):
            found = [b.node for b in self.tree.bindings(func)]
            functions = [node for node in found if isinstance(node, FUNCTIONS)]
            if functions:
                return functions
        owner = self.class_of(func)
        if owner is not None:
            return [method for name in ("forward", "__call__") if (method := self.method(owner, name)) is not None]
        if isinstance(func, ast.Attribute):
            owner = self.class_of(func.value)
            method = self.method(owner, func.attr) if owner is not None else None
            return [method] if method is not None else []
        return []

    def _handed_on(self, call: ast.Call) -> Iterator[Function]:
        """The functions of this file that a call gets as arguments, and may run."""
        for value in (*call.args, *(word.value for word in call.keywords)):
            if isinstance(value, ast.Name):
                yield from (b.node for b in self.tree.bindings(value) if isinstance(b.node, FUNCTIONS))
            elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "self":
                owner = self.tree.enclosing(value, ast.ClassDef)
                method = self.method(owner, value.attr) if owner is not None else None
                if method is not None:
                    yield method

    def class_of(self, node: ast.expr) -> ast.ClassDef | None:
        """The class of this file whose instance an expression is."""
        if not self._classes:
            return None
        name = self.kind(node).qualified
        if name is not None and name in self._classes:
            return self._classes[name]
        if isinstance(node, ast.Name) and node.id == "self":
            return self.tree.enclosing(node, ast.ClassDef)
        return None

    @cached_property
    def _classes(self) -> dict[str, ast.ClassDef]:
        return {definition.name: definition for definition in self.tree.nodes(ast.ClassDef)}

    @followed(None)
    def method(self, owner: ast.ClassDef, name: str) -> Function | None:
        """A method of a class of this file, or of a base of it that is defined here too."""
        for statement in owner.body:
            if isinstance(statement, FUNCTIONS) and statement.name == name:
                return statement
        for base in owner.bases:
            definition = self._classes.get(base.id) if isinstance(base, ast.Name) else None
            found = self.method(definition, name) if definition is not None else None
            if found is not None:
                return found
        return None

    # ---- one node

    def of_call(self, call: ast.Call) -> GradientUse | None:
        """What this call itself needs gradients for."""
        name = callee_name(call)
        text = f"`{_short(dotted(call.func) or name)}(..)`"
        if name in NEED_GRADIENTS:
            return GradientUse(call, f"`{_short(dotted(call.func) or name)}()`" if not call.args else text)
        if is_expectation(name):  # of an error or a warning that may not come with gradients off
            return GradientUse(call, text, needs=False)
        if isinstance(call.func, ast.Attribute) and name not in _NOT_TRAINING:
            owner = (dotted(call.func.value) or "").rsplit(".", 1)[-1]
            if owner in _TRAINERS and self.kind(call.func.value).kind is Kind.UNKNOWN:
                return GradientUse(call, text)
        if name in TELL_OF_GRADIENTS and (name != "checkpoint" or self._is_torch(call, name)):
            return GradientUse(call, text, needs=False)
        for word in call.keywords:
            if word.arg == "requires_grad" and not _is_false(word.value):
                return GradientUse(call, "`requires_grad=True`")
            if word.arg == "volatile":
                return GradientUse(call, "`volatile`", needs=False)
            if word.arg in ("create_graph", "retain_graph"):
                return GradientUse(call, f"`{word.arg}`")
        if name == "step" and isinstance(call.func, ast.Attribute) and self.is_optimizer(call.func.value):
            return GradientUse(call, text)
        qualified = self.tree.qualified_name(call.func) or ""
        if qualified.startswith("torch.optim.") and "lr_scheduler" not in qualified:
            return GradientUse(call, text)
        if name == "grad" and (isinstance(call.func, ast.Attribute) or qualified.startswith("torch.")):
            return GradientUse(call, text)
        return GradientUse(call, text) if self._says_gradients(call, name, qualified) else None

    def _is_torch(self, call: ast.Call, name: str) -> bool:
        return (self.tree.qualified_name(call.func) or "torch").startswith("torch")

    def _says_gradients(self, call: ast.Call, name: str, qualified: str) -> bool:
        """Does the name of what is called, or of the class that made it, say so? Not for numpy, sklearn and torch."""
        if not says_gradients(name) and not self._is_gradient_tool(call.func):
            return False
        root = qualified.split(".")[0]
        if root in NEVER_TORCH or (root == "torch" and not name.startswith("grad")):
            return False
        if isinstance(call.func, ast.Attribute):
            if _sets_mode(call):
                return False
            value = self._only_value(call.func.value)
            made_by = self.tree.qualified_name(value.func) if isinstance(value, ast.Call) else None
            if made_by is not None and made_by.split(".")[0] in NEVER_TORCH:
                return False
        return not self.called(call)  # its body will tell

    def _is_gradient_tool(self, func: ast.expr) -> bool:
        """Is it `GradCam(model)` by another name?"""
        return dotted(func.value if isinstance(func, ast.Attribute) else func) in self._gradient_tools

    @cached_property
    def _gradient_tools(self) -> set[str]:
        """The variables and attributes that are made by a class or function with such a name, as dotted text."""
        return {
            name
            for part in self.tree.assigned.given
            if isinstance(part.source, ast.Call) and says_gradients(callee_name(part.source))
            if not _sets_mode(part.source)
            if (name := dotted(part.target)) is not None and not self.called(part.source)
        }

    def _only_value(self, node: ast.expr) -> ast.expr | None:
        bindings = self.tree.bindings(node) if isinstance(node, ast.Name) else []
        return bindings[0].value if len(bindings) == 1 else None

    def is_optimizer(self, node: ast.expr) -> bool:
        """An optimizer or scheduler, by what it is or by its name."""
        if self.kind(node).kind is Kind.OPTIMIZER:
            return True
        name = dotted(node) or ""
        return _OPTIMIZER_NAME.search(name.rsplit(".", 1)[-1]) is not None

    def _of_attribute(self, node: ast.Attribute) -> GradientUse | None:
        text = f"`{_short(dotted(node) or node.attr)}`"
        parent = self.tree.parents[node]
        if node.attr == "grad" and not (isinstance(parent, ast.Call) and parent.func is node):
            return None if self.tree.qualified_name(node) else GradientUse(node, text)
        if node.attr == "backward" and not (isinstance(parent, ast.Call) and parent.func is node):
            return GradientUse(node, text)
        if node.attr not in TELLING_ATTRIBUTES:
            return None
        if isinstance(node.ctx, ast.Store):
            part = self.tree.assigned.at(node)
            off = part is not None and part.value is not None and _is_false(part.value)
            return None if off or node.attr != "requires_grad" else GradientUse(node, text)
        return GradientUse(node, text, needs=False)


def _sets_mode(call: ast.Call) -> bool:
    """Is it `net.train()` or `net.train(mode)`?"""
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "train"
    return is_method and len(call.args) + len(call.keywords) <= 1


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (False, None, 0)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:18]}..{text[-18:]}"


def _span(nodes: Sequence[ast.stmt]) -> tuple[tuple[int, int], tuple[int, int]]:
    if not nodes:
        return (0, 0), (0, 0)
    last = nodes[-1]
    return position(nodes[0]), (last.end_lineno or last.lineno, last.end_col_offset or 0)
