"""Can a constructor call be written once more at another place of the program, and how does it read there?"""

from __future__ import annotations

import ast
import copy
import re
from dataclasses import dataclass

from torchfix_codemods.analysis.saving.saved import Kinds
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import exclusive, position
from torchfix_codemods.analysis.syntax.guards import binding_before
from torchfix_codemods.analysis.syntax.tree import (
    FUNCTIONS,
    Binding,
    Scope,
    Tree,
    callee_name,
    dotted,
    has_star_arguments,
)
from torchfix_codemods.analysis.values.device_values import NAMESPACES
from torchfix_codemods.analysis.values.file_names import given_to
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import Edit

_LONGEST = 160
_DEEPEST = 4
# Builtins without side effects that give the same again.
_PURE = frozenset(
    {"len", "int", "float", "str", "bool", "max", "min", "sum", "abs", "round", "list", "tuple", "dict", "set", "range",
     "sorted", "getattr"}
)  # fmt: skip
_PURE_PREFIXES = ("math.", "torch.nn.", "torch.device", "torch.Size", "os.path.")
_PURE_METHODS = frozenset({"get", "keys", "values", "items", "split", "lower", "upper", "format", "size"})
_IMPURE = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Starred)
_BUILDING_PACKAGES = ("torchvision.models.", "torch.nn.", "timm.", "torchvision.ops.")


@dataclass(frozen=True, slots=True)
class Written:
    """The text of an expression at another place; where it cannot be written there, `reason` says why.

    `edits` are the imports that it needs.
    """

    text: str = ""
    reason: str = ""
    edits: tuple[Edit, ...] = ()


class Rebuild:
    """Answers for one file. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Kinds, variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables

    def at(self, call: ast.Call, place: ast.expr) -> Written:
        """The constructor call as it is written at `place`, for another model that is made alike."""
        doubt = self._doubt_about(call)
        if doubt:
            return Written(reason=doubt)
        return self.expression(call, place)

    def expression(self, node: ast.expr, place: ast.expr) -> Written:
        """An expression without side effects as it is written at `place`, for the same value."""
        writer = _Writer(self, node, place)
        made = writer.visit(copy.deepcopy(node)) if not writer.check() else node
        if writer.reason:
            return Written(reason=writer.reason)
        text = self.tree.source(node)
        if writer.replaced or "\n" in text:
            text = _unparsed(made)
        if len(text) > _LONGEST:
            return Written(reason=f"its constructor call (line {at(node.lineno)}) is too long to be written twice")
        return Written(text)

    def doubt(self, call: ast.Call) -> str:
        """Why calling this once more, in another file, need not give the same sort of model; empty if it does."""
        doubt = "" if isinstance(call.func, (ast.Subscript, ast.Call)) else self._doubt_about(call)
        if doubt:
            return doubt
        writer = _Writer(self, call, call)
        return writer.reason if writer.check() else ""

    def is_pure(self, node: ast.expr) -> bool:
        """Can an expression be written twice, as no call in it does anything but to compute?"""
        writer = _Writer(self, node, node)
        return not writer.check() and not (isinstance(node, ast.Call) and not writer.is_pure(node))

    def _doubt_about(self, call: ast.Call) -> str:
        """Why calling this once more need not give the same sort of model; empty if it does."""
        name = self.tree.qualified_name(call.func) or dotted(call.func) or ""
        last = callee_name(call)
        if not last:
            return "what constructs it cannot be seen"
        if has_star_arguments(call):
            return f"the arguments of `{last}(..)` (line {at(call.lineno)}) cannot be seen"
        target = self._definition(call.func)
        if isinstance(target, ast.ClassDef):
            return ""
        if isinstance(target, FUNCTIONS):
            return self._doubt_about_function(target)
        if name.startswith(_BUILDING_PACKAGES) and "." in name:
            return ""
        if last[:1].isupper() and (self.tree.qualified_name(call.func) is not None or self._is_from_star(call.func)):
            return ""  # a class, by its name, and what it makes is a module by its use
        return f"what `{last}(..)` on line {at(call.lineno)} does is not in sight, so it is not called once more"

    def _is_from_star(self, func: ast.expr) -> bool:
        """Does nothing bind the name but, perhaps, `from models import *`?"""
        stars = any(alias.name == "*" for s in self.tree.nodes(ast.ImportFrom) for alias in s.names)
        return stars and isinstance(func, ast.Name) and not self.tree.bindings(func)

    def _definition(self, func: ast.expr) -> ast.AST | None:
        bindings = self.tree.bindings(func) if isinstance(func, ast.Name) else []
        return bindings[0].node if len(bindings) == 1 else None

    def _doubt_about_function(self, function: ast.AST) -> str:
        """A function that only builds may be called again."""
        assert isinstance(function, FUNCTIONS)
        for node in ast.walk(function):
            name = callee_name(node) if isinstance(node, ast.Call) else ""
            if name in ("load", "load_state_dict", "save", "print", "input", "open", "seed", "manual_seed", "system"):
                return f"`{function.name}` does more than to build it (line {at(node.lineno)})"  # type: ignore[attr-defined]
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                return f"`{function.name}` sets variables (line {at(node.lineno)})"
        return ""


class _Writer(ast.NodeTransformer):
    """Writes the names of an expression as they are called at another place."""

    def __init__(self, owner: Rebuild, node: ast.expr, place: ast.expr, depth: int = _DEEPEST) -> None:
        self.owner = owner
        self.tree = owner.tree
        self.node = node
        self.place = place
        self.depth = depth
        self.reason = ""
        self.replaced = False
        self.names: dict[tuple[int, int], ast.Name] = {
            (n.lineno, n.col_offset): n for n in ast.walk(node) if isinstance(n, ast.Name)
        }

    def check(self) -> bool:
        """Is there something in the expression that must not run twice? Then `reason` says so."""
        for part in ast.walk(self.node):
            if isinstance(part, _IMPURE):
                self.reason = f"its constructor call (line {at(self.node.lineno)}) holds `{ast.unparse(part)}`"
            elif isinstance(part, ast.Call) and part is not self.node and not self.is_pure(part):
                text = ast.unparse(part.func)
                self.reason = (
                    f"its constructor call (line {at(self.node.lineno)}) calls `{text}(..)`, which is not repeated"
                )
        return bool(self.reason)

    def is_pure(self, call: ast.Call) -> bool:
        """Does a call nothing but to compute?"""
        name = self.tree.qualified_name(call.func)
        if name is not None and name.startswith(_PURE_PREFIXES):
            return True
        if isinstance(call.func, ast.Name) and call.func.id in _PURE and not self.tree.bindings(call.func):
            return True
        if isinstance(call.func, ast.Attribute) and call.func.attr in _PURE_METHODS:
            return True
        return self.owner.kind(call).is_module and not self.owner._doubt_about(call)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        name = self.names.get((node.lineno, node.col_offset))
        if name is None or self.reason or not isinstance(name.ctx, ast.Load):
            return node
        scope = self.tree.scope(name).lookup(name.id)
        if scope is not None and self.tree.within(scope.node, self.node):
            return node  # bound inside: a comprehension, a lambda
        there = self.tree.scope(self.place).lookup(name.id)
        if scope is None:
            if there is not None:
                self.reason = f"`{name.id}` is something else on line {at(self.place.lineno)}"
            return node
        if there is scope and self._is_same_there(name, scope):
            return node
        return self._otherwise(name, scope, there)

    def _is_same_there(self, name: ast.Name, scope: Scope) -> bool:
        """One variable: has it the same value at both places?"""
        bindings = scope.bindings[name.id]
        place_function, own_function = self.tree.function(self.place), self.tree.function(name)
        is_module = isinstance(scope.node, ast.Module)
        first, last = sorted((position(name), position(self.place)))
        if is_module and place_function is not own_function:
            return self._is_settled(name, scope, [n for n in (name, self.place) if self.tree.function(n) is None])
        if any(first < position(b.node) < last for b in bindings):
            return self._refuse(name, "changes in between")
        if any(isinstance(b.node, ast.arg) for b in bindings):
            return True
        if own_function is not place_function and not is_module:
            return len(bindings) == 1 or self._refuse(name, "changes")
        if binding_before(self.tree, name.id, self.place, scope.node) is None:
            return self._refuse(name, f"need not be bound on line {at(self.place.lineno)}")
        return True

    def _is_settled(self, name: ast.Name, scope: Scope, top: list[ast.expr]) -> bool:
        """A variable of the module: has it got its only value before one of the places, and when functions run?"""
        values = [b for b in scope.bindings[name.id] if not _is_definition(b)]
        several = any(not exclusive(self.tree, a.node, b.node) for a in values for b in values if a is not b)
        if any(position(b.node) > position(place) for b in values for place in top) or (several and not top):
            return self._refuse(name, "changes later on")
        if self.place in top and all(position(b.node) > position(self.place) for b in scope.bindings[name.id]):
            return self._refuse(name, f"is not known yet on line {at(self.place.lineno)}")
        if self.place in top and values and binding_before(self.tree, name.id, self.place, scope.node) is None:
            return self._refuse(name, f"need not be bound on line {at(self.place.lineno)}")
        return True

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        text = dotted(node)
        stores = [
            place
            for place in self.tree.nodes(ast.Attribute)
            if isinstance(place.ctx, ast.Store) and place.attr == node.attr and dotted(place) == text
        ]
        if len(stores) > 1 or any(position(store) > position(self.node) for store in stores):
            self.reason = f"`{text}` in its constructor call changes (line {at(stores[-1].lineno)})"
        self.generic_visit(node)
        return node

    def _refuse(self, name: ast.Name, why: str) -> bool:
        self.reason = f"`{name.id}` in its constructor call {why}"
        return False

    def _otherwise(self, name: ast.Name, scope: Scope, there: Scope | None) -> ast.expr:
        """Another variable, or none, has the name there."""
        if self.reason:
            return name
        if name.id in ("self", "cls") and there is not None and self._same_class(name):
            return name
        if name.id in NAMESPACES and there is not None:
            return name
        value = self._value(name, scope)
        if value is not None and self.depth > 0:
            inner = _Writer(self.owner, value, self.place, self.depth - 1)
            made: ast.expr = value if inner.check() else inner.visit(copy.deepcopy(value))
            if not inner.reason:
                self.replaced = True
                return made
        call = f"its constructor call (line {at(self.node.lineno)})"
        self.reason = f"`{name.id}` in {call} is not known on line {at(self.place.lineno)}"
        return name

    def _same_class(self, name: ast.Name) -> bool:
        return self.tree.enclosing(name, ast.ClassDef) is self.tree.enclosing(self.place, ast.ClassDef)

    def _value(self, name: ast.Name, scope: Scope) -> ast.expr | None:
        """What a variable with one binding is; for a parameter what all callers pass."""
        bindings = scope.bindings[name.id]
        if len(bindings) != 1:
            return None
        only = bindings[0]
        if isinstance(only.node, ast.arg) and isinstance(only.statement, FUNCTIONS):
            given = given_to(self.tree, self.owner.variables, only.node)
            texts = {ast.unparse(value) if value is not None else "" for value in given}
            return given[0] if len(texts) == 1 and len(given) == 1 else _constant(given)
        return only.value


def _constant(given: list[ast.expr | None]) -> ast.expr | None:
    """The constant that all of them are."""
    if not given or not all(isinstance(value, ast.Constant) for value in given):
        return None
    return given[0] if len({ast.dump(value) for value in given if value is not None}) == 1 else None


def _is_definition(binding: Binding) -> bool:
    return isinstance(binding.node, (*FUNCTIONS, ast.ClassDef, ast.alias))


def _unparsed(node: ast.AST) -> str:
    """The text of a node on one line, in the quotes that inserted code has."""
    text = ast.unparse(node)
    return text if '"' in text or "\\" in text else re.sub(r"'([^']*)'", r'"\1"', text)
