"""What an expression can be, as far as the text of its own file shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from torchfix_codemods.analysis.project.interface import UNKNOWN, Given
from torchfix_codemods.analysis.syntax.parts import dotted

# Variable -> what it is given; None where that cannot be told.
Variables: TypeAlias = Callable[[str], "tuple[Given, ...] | None"]
# Functions that the function around defines for itself -> what each gives. Nobody else can call them.
Inner: TypeAlias = Mapping[str, ast.expr]

HELD = "held"  # in `Given.then`: the value is an item of a list, tuple or dictionary
_HOLDERS = frozenset({"torch.nn.ModuleList", "torch.nn.ModuleDict", "collections.OrderedDict"})
_HOLDING = frozenset({"list", "tuple", "set", "sorted", "reversed", "iter", "dict", "tqdm"})
_LONGEST_TEXT = 60
_MOST = 8  # more alternatives than a reader would keep apart
_MOST_STEPS = 12


@dataclass(frozen=True)
class Names:
    """The module-level names of a file: what it imports, and what it defines itself.

    `handing` are its functions that give back the parameter of this place and name, whatever happens.
    """

    imports: Mapping[str, str]
    defined: frozenset[str]
    handing: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    @cached_property
    def import_torch(self) -> bool:
        """Does a name stand for something of torch?"""
        return any(target.startswith("torch") for target in self.imports.values())

    def target(self, node: ast.AST | None, hidden: frozenset[str] = frozenset()) -> str | None:
        """The dotted name that an expression stands for; a name of the file itself begins with a dot.

        None where it is no chain of names, or its root is one of the `hidden` (local) or unknown ones.
        """
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in hidden:
            return None
        found = self.imports.get(root.id)
        if found is None:
            if root.id not in self.defined:
                return None
            found = f".{root.id}"
        if node is root:
            return found
        rest = ""
        while isinstance(node, ast.Attribute):
            rest = f".{node.attr}{rest}"
            node = node.value
        return found + rest


def values_given(
    node: ast.expr | None,
    names: Names,
    variables: Variables,
    parameters: frozenset[str],
    hidden: frozenset[str],
    inner: Inner | None = None,
) -> tuple[Given, ...]:
    """What an expression can be, each alternative once; `UNKNOWN` among them where it can be anything.

    `hidden` are the names that mean something local there, the `parameters` among them.
    """
    found = _Describer(names, variables, parameters, hidden, inner or {}).of(node, 0)
    if len(found) == 1:
        return (found[0],)
    each = tuple(dict.fromkeys(found))
    return (*each[: _MOST - 1], UNKNOWN) if len(each) > _MOST else each or (UNKNOWN,)


def annotated(node: ast.expr | None, names: Names) -> str:
    """The class that an annotation names: `nn.Module`, `"Net"`, `Optional[Net]`; empty where it says something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        parts = node.value.strip().split(".")
        if not all(part.isidentifier() for part in parts):
            return ""
        node = ast.Name(parts[0])
        for part in parts[1:]:
            node = ast.Attribute(node, part)
    if isinstance(node, ast.Subscript):
        return annotated(node.slice, names) if dotted(node.value) in ("Optional", "typing.Optional") else ""
    return names.target(node) or ""


class _Describer:
    __slots__ = ("hidden", "inner", "names", "parameters", "variables")

    def __init__(
        self, names: Names, variables: Variables, parameters: frozenset[str], hidden: frozenset[str], inner: Inner
    ) -> None:
        self.inner = inner
        self.names = names
        self.variables = variables
        self.parameters = parameters
        self.hidden = hidden

    def of(self, node: ast.expr | None, steps: int) -> list[Given]:
        if node is None or steps > _MOST_STEPS:
            return [UNKNOWN]
        if isinstance(node, ast.Name):
            return self._of_name(node)
        if isinstance(node, ast.Constant):
            return [constant(node)]
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node, steps)
        if isinstance(node, ast.Call):
            return self._of_call(node, steps)
        if isinstance(node, ast.Subscript):
            return self._of_item(node, steps)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return [_then(given, HELD) for item in node.elts for given in self.of(item, steps + 1)]
        if isinstance(node, ast.IfExp):
            return [*self.of(node.body, steps + 1), *self.of(node.orelse, steps + 1)]
        if isinstance(node, ast.BoolOp):
            return [given for value in node.values for given in self.of(value, steps + 1)]
        if isinstance(node, (ast.NamedExpr, ast.Await, ast.Starred)):
            return self.of(node.value, steps + 1)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return [_then(given, HELD) for given in self.of(node.elt, steps + 1)]
        if isinstance(node, ast.Dict):
            return [_then(given, HELD) for item in node.values for given in self.of(item, steps + 1)]
        return [UNKNOWN]

    def _of_name(self, node: ast.Name) -> list[Given]:
        known = self.variables(node.id)
        if known is not None:
            return list(known)
        if node.id in self.parameters:
            return [Given("parameter", node.id)]
        target = self.names.target(node, self.hidden)
        return [UNKNOWN if target is None else Given("name", target)]

    def _of_attribute(self, node: ast.Attribute, steps: int) -> list[Given]:
        target = self.names.target(node, self.hidden)
        if target is not None:
            return [Given("name", target)]
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return [Given("self", node.attr)]
        return [_then(given, node.attr) for given in self.of(node.value, steps + 1)]

    def _of_item(self, node: ast.Subscript, steps: int) -> list[Given]:
        return [_then(given, "[]") for given in self.of(node.value, steps + 1)]

    def _of_call(self, node: ast.Call, steps: int) -> list[Given]:
        func = node.func
        target = self.names.target(func, self.hidden)
        if target in _HOLDERS and len(node.args) == 1:
            return self.of(node.args[0], steps + 1)
        if target == "torch.device" and node.args:
            return [
                given._replace(kind="device") if given.kind == "constant" else given
                for given in self.of(node.args[0], steps + 1)
            ]
        given = self._handed_back(node) if isinstance(func, ast.Name) else None
        if given is not None:
            return self.of(given, steps + 1)
        if target is not None:
            return [Given("call", target)]
        if isinstance(func, ast.Name) and func.id in _HOLDING and len(node.args) == 1:
            return self.of(node.args[0], steps + 1)
        if isinstance(func, ast.Attribute):
            is_own = isinstance(func.value, ast.Name) and func.value.id == "self"
            if is_own:
                return [Given("method", f"self.{func.attr}")]
            return [_then(given, f"{func.attr}()") for given in self.of(func.value, steps + 1)]
        if isinstance(func, ast.Name) and func.id not in self.hidden:
            return [Given("call", func.id)]  # a builtin, or a name from a star import
        return [
            Given("call", given.text) if given.kind == "name" and not given.then else _then(given, "()")
            for given in self.of(func, steps + 1)
        ]

    def _handed_back(self, call: ast.Call) -> ast.expr | None:
        """What a call gives of a function that only hands it on: the argument, or what an inner function computes."""
        name = getattr(call.func, "id", "")
        if name in self.inner and not call.args and not call.keywords:
            return self.inner[name]
        if name in self.hidden or name not in self.names.handing:
            return None
        position, word = self.names.handing[name]
        if any(isinstance(value, ast.Starred) for value in call.args):
            return None
        named = (one.value for one in call.keywords if one.arg == word)
        return call.args[position] if position < len(call.args) else next(named, None)


def constant(node: ast.Constant) -> Given:
    """What a number, a text or the like is."""
    text = repr(node.value)
    return Given("constant", text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT])


def _then(given: Given, step: str) -> Given:
    if given == UNKNOWN or len(given.then) > 6:
        return UNKNOWN
    return Given(given.kind, given.text, joined(given.then, (step,)))


def joined(then: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """What follows a value, and what follows that: an item of what holds a value is the value."""
    while then and more and then[-1] == HELD and more[0] in ("[]", "values()"):
        then, more = then if more[0] == "values()" else then[:-1], more[1:]
    return (*then, *more)
