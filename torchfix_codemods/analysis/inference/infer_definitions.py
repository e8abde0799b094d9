"""The classes and functions of a file, with what the inference learns of them."""

from __future__ import annotations

import ast
from collections import deque
from typing import TypeAlias

from torchfix_codemods.analysis.inference.infer_values import NOTHING, Cell, Value, What, join
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, all_arguments

Callable_: TypeAlias = Function | ast.Lambda


class FunctionInfo:
    """A function, method or lambda of the file."""

    __slots__ = (
        "calls",
        "grad_off",
        "is_callback",
        "is_class_method",
        "is_patched",
        "is_property",
        "node",
        "outer",
        "owner",
        "parameters",
        "past_calls",
        "positional",
        "returned",
        "skip",
        "state",
    )

    def __init__(self, node: Callable_, owner: ClassInfo | None) -> None:
        self.node = node
        self.owner = owner
        self.outer: object | None = None  # the frame that it closes over
        self.calls: dict[str, Value] = {}  # what the calls of this round pass
        self.past_calls: dict[str, Value] = {}  # ... and of the round before
        self.returned: Value | None = None
        self.state = 0  # 0 to walk, 1 being walked, 2 walked in this round
        decorators = [] if isinstance(node, ast.Lambda) else [last_name(d) for d in node.decorator_list]
        static = "staticmethod" in decorators
        self.skip = 1 if owner is not None and not static else 0  # `self`
        self.parameters = all_arguments(node.args)
        # Those that positional arguments of a call fill, without `self`.
        self.positional = [*node.args.posonlyargs, *node.args.args][self.skip :]
        self.is_callback = False  # passed on as a value, so called from where it is not seen
        self.is_class_method = "classmethod" in decorators
        self.is_property = bool({"property", "cached_property", "lazy_property"} & set(decorators))
        self.is_patched = bool({"patch", "object", "multiple"} & set(decorators))
        self.grad_off = bool({"no_grad", "inference_mode"} & set(decorators))

    @property
    def name(self) -> str:
        return "" if isinstance(self.node, ast.Lambda) else self.node.name


class ClassInfo:
    """A class of the file."""

    __slots__ = (
        "_lineage",
        "_methods",
        "attributes",
        "bases",
        "below",
        "cells",
        "evidence",
        "is_plain",
        "methods",
        "module",
        "name",
        "node",
    )

    def __init__(self, node: ast.ClassDef) -> None:
        self.node = node
        self.name = node.name
        self.module = Certainty.NONE  # does it derive from torch.nn.Module?
        self.is_plain = False  # it certainly does not
        self.evidence = Evidence(node.lineno, f"`{node.name}` is a class of this file")
        self.bases: list[ClassInfo] = []
        self.below: list[ClassInfo] = []
        self.attributes: dict[str, Value] = {}
        self.cells: dict[str, Cell] = {}
        self.methods: dict[str, FunctionInfo] = {}
        self._lineage: list[ClassInfo] = []
        self._methods: dict[str, FunctionInfo | None] = {}
        for statement in node.body:
            if isinstance(statement, FUNCTIONS):
                self.methods.setdefault(statement.name, FunctionInfo(statement, self))

    def let_go(self) -> None:
        """Forget what leads to other classes and functions, and back from there."""
        self.attributes, self.bases, self.below, self.cells, self.methods = {}, [], [], {}, {}
        self._lineage, self._methods = [], {}

    def lineage(self) -> list[ClassInfo]:
        """The class and its bases in this file, nearest first. To be asked once all bases are known."""
        if not self._lineage:
            found: dict[ClassInfo, None] = {}
            rest = deque([self])
            while rest:
                info = rest.popleft()
                if info not in found:
                    found[info] = None
                    rest += info.bases
            self._lineage = list(found)
        return self._lineage

    def method(self, name: str) -> FunctionInfo | None:
        if name not in self._methods:
            holder = next((info for info in self.lineage() if name in info.methods), None)
            self._methods[name] = None if holder is None else holder.methods[name]
        return self._methods[name]

    def attribute(self, name: str) -> Value:
        """What every assignment to `self.name` says together."""
        result: Value | None = None
        for info in [*self.lineage(), *self.below]:
            value = info.attributes.get(name)
            if value is not None:
                result = value if result is None else join(result, value)
        return NOTHING if result is None else result

    def cell(self, name: str) -> Cell:
        for info in self.lineage():
            if name in info.cells:
                return info.cells[name]
        cell = self.cells[name] = Cell()
        return cell

    def assign(self, name: str, value: Value, *, converted: bool = False) -> None:
        """Note an assignment to `self.name`. `converted` says that the new value is made from the old one by a call."""
        value = value.at(None)
        old = self.attributes.get(name)
        new = value if old is None else join(old, value)
        self.attributes[name] = new
        cell = self.cell(name)
        cell.remade = cell.remade or converted
        if old is not None and old.known and value.known and new.what is What.UNKNOWN:
            cell.mixed = True


def instance(info: ClassInfo, line: int) -> Value:
    """An instance of a class of the file."""
    if info.module is not Certainty.NONE:
        text = f"`{info.name}` derives from a torch module"
        return Value(What.MODULE, info.module, line, text, name=info.name, info=info)
    certainty = Certainty.EVIDENCE if info.is_plain else Certainty.CONVENTION
    return Value(What.OTHER, certainty, line, f"`{info.name}` is no torch class", name=info.name, info=info)


def last_name(node: ast.expr) -> str:
    """The last name of a dotted one, or of what is called."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
