"""What a function writes in place into the attributes of objects: `self.states[i].copy_(state)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from torchfix_codemods.analysis.project.given import Names
from torchfix_codemods.analysis.project.interface import UNKNOWN, Given
from torchfix_codemods.analysis.project.leaks import LEAK, Leaks
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name, keyword
from torchfix_codemods.analysis.tables.torch_api import (
    FACTORIES,
    TAKING_A_TENSOR,
    TENSOR_CLASSES,
    TENSOR_GIVES_OTHER,
    VIEW_ATTRIBUTES,
    WITHOUT_GRAPH,
    gives_itself,
    is_function_of_tensors,
    is_in_place,
    is_tensor_class,
    is_tensor_method,
)
from torchfix_codemods.analysis.tables.words import words

_COUNTING = frozenset({"range", "len", "int", "float", "bool", "round"})
_PASSING = frozenset({"reversed", "sorted", "list", "tuple"})
_PUTTING = words("append insert extend")
_SETTING = frozenset({"requires_grad", "data"})
_MOST = 40


class Fills:
    """Reads one function, or the module. `given` and `parts` are what its variables are given, and get parts of."""

    def __init__(
        self,
        nodes: Nodes,
        names: Names,
        given: Mapping[str, Sequence[ast.expr | None]],
        parts: Mapping[str, Sequence[ast.expr]],
        parameters: frozenset[str],
        hidden: frozenset[str],
        first: str | None,
    ) -> None:
        self.nodes = nodes
        self.names = names
        self.given = given
        self.parts = parts
        self.parameters = parameters
        self.hidden = hidden
        self.leaks = Leaks(nodes, names, given, first)

    def all(self) -> Iterator[tuple[str, tuple[Given, ...]]]:
        """(attribute, what a graph can come from that the written value carries), each write once."""
        for into, values in self._writes():
            attributes = set(self._attributes(into, set()))
            if not attributes:
                continue
            found = tuple(dict.fromkeys(given for value in values for given in self._sources(value, set())))
            sources = found if len(found) <= _MOST else (UNKNOWN,)
            yield from ((name, sources) for name in sorted(attributes))
        for leaks, source in ((self.leaks.seen_here(), UNKNOWN), (self.leaks.unseen(), LEAK)):
            found_there = {name for leak in leaks for name in self._attributes(leak, set())}
            yield from ((name, (source,)) for name in sorted(found_there))
        yield from ((name, (LEAK,)) for name in sorted(set(self.leaks.attributes())))

    def yielded(self) -> list[tuple[Given, ...]]:
        """What a graph can come from that the items of the yielded tuples carry; nothing where others are yielded."""
        values = [node.value for node in self.nodes.of(ast.Yield)]
        tuples = [value for value in values if isinstance(value, ast.Tuple)]
        if len(tuples) < len(values) or self.nodes.of(ast.YieldFrom) or len({len(one.elts) for one in tuples}) != 1:
            return []
        items = zip(*(one.elts for one in tuples), strict=True)
        found = [dict.fromkeys(given for value in item for given in self._sources(value, set())) for item in items]
        return [tuple(sources) if len(sources) <= _MOST else (UNKNOWN,) for sources in found]

    def _writes(self) -> Iterator[tuple[ast.expr, list[ast.expr | None]]]:
        """(what is written into, what is written)."""
        for augmented in self.nodes.of(ast.AugAssign):
            yield augmented.target, [augmented.value]
        asking = [word for word in self.nodes.of(ast.keyword) if word.arg in (None, "requires_grad")]
        for target, value in self.nodes.assignments():
            if isinstance(target, ast.Subscript):
                yield target.value, [value]
            elif isinstance(target, ast.Attribute) and target.attr in _SETTING:
                yield target.value, [None]
            elif isinstance(target, ast.Attribute) and value is not None and asking and _has_one(value, asking):
                yield target, [None]
        for word in self.nodes.of(ast.keyword):
            if word.arg == "out":
                yield word.value, [None]
        for call in self.nodes.of(ast.Call):
            name = callee_name(call)
            if not name.endswith("_") or not isinstance(call.func, ast.Attribute):
                continue
            if name == "requires_grad_":
                yield call.func.value, [None]
            elif is_in_place(name):
                values: list[ast.expr | None] = [*call.args, *(word.value for word in call.keywords)]
                if not (self.names.target(call.func) or "").startswith("torch"):
                    yield call.func.value, values
                elif call.args:
                    yield call.args[0], values[1:]

    # ---- whose storage

    def _attributes(self, node: ast.expr | None, seen: set[str]) -> Iterator[str]:
        """The attributes whose storage an expression may be, or a part of it."""
        if isinstance(node, (ast.Subscript, ast.Starred, ast.NamedExpr)):
            yield from self._attributes(node.value, seen)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for item in node.elts:
                yield from self._attributes(item, seen)
        elif isinstance(node, ast.IfExp):
            yield from self._attributes(node.body, seen)
            yield from self._attributes(node.orelse, seen)
        elif isinstance(node, ast.BoolOp):
            for part in node.values:
                yield from self._attributes(part, seen)
        elif isinstance(node, ast.Attribute):
            if node.attr in VIEW_ATTRIBUTES:  # a history that gets onto `x.data` is not one of `x`
                yield from () if node.attr == "data" else self._attributes(node.value, seen)
            elif self.names.target(node, self.hidden) is None:
                yield node.attr
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and gives_itself(node.func.attr):
                yield from self._attributes(node.func.value, seen)
            elif self._may_give_back(node):
                for given in (*node.args, *(word.value for word in node.keywords)):
                    yield from self._attributes(given, seen)
        elif isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            for value in (*self.given.get(node.id, ()), *self.parts.get(node.id, ()), *self._put_into(node.id)):
                yield from self._attributes(value, seen)

    def _may_give_back(self, call: ast.Call) -> bool:
        """`zip(self.a, xs)`, or a function that may give back what it gets."""
        if isinstance(call.func, ast.Attribute) and is_tensor_method(call.func.attr):
            return False
        return (self.names.target(call.func, self.hidden) or "").partition(".")[0] not in ("torch", "numpy")

    def _put_into(self, name: str) -> list[ast.expr]:
        return self._put.get(name, [])

    @cached_property
    def _put(self) -> dict[str, list[ast.expr]]:
        """Variable -> what is put into the list that it is."""
        table: dict[str, list[ast.expr]] = {}
        for call in self.nodes.of(ast.Call):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr in _PUTTING and isinstance(func.value, ast.Name):
                table.setdefault(func.value.id, []).extend(call.args)
        return table

    @cached_property
    def _written(self) -> dict[str, list[ast.expr | None]]:
        """Variable -> what is written into it, or into what stands beside it there."""
        table: dict[str, list[ast.expr | None]] = {}
        for into, values in self._writes():
            for name in {part.id for part in ast.walk(into) if isinstance(part, ast.Name)}:
                table.setdefault(name, []).extend(values)
        for leak in self.leaks.unseen(of_variables=True):
            for name in {part.id for part in _held(leak) if isinstance(part, ast.Name)}:
                table.setdefault(name, []).append(None)
        return table

    # ---- where a graph can come from

    def _sources(self, node: ast.expr | None, seen: set[str]) -> Iterator[Given]:
        if isinstance(node, (ast.Constant, ast.Compare, ast.Slice)):
            return
        if isinstance(node, ast.BinOp):
            yield from (*self._sources(node.left, seen), *self._sources(node.right, seen))
        elif isinstance(node, ast.UnaryOp):
            yield from self._sources(node.operand, seen)
        elif isinstance(node, ast.IfExp):
            yield from (*self._sources(node.body, seen), *self._sources(node.orelse, seen))
        elif isinstance(node, (ast.Subscript, ast.Starred)):
            yield from self._sources(node.value, seen)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for item in node.elts:
                yield from self._sources(item, seen)
        elif isinstance(node, ast.Attribute):
            if node.attr != "data":
                yield from self._of_attribute(node, seen)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, seen)
        elif isinstance(node, ast.Name):
            yield from self._of_name(node.id, seen)
        else:
            yield UNKNOWN

    def _of_attribute(self, node: ast.Attribute, seen: set[str]) -> Iterator[Given]:
        if node.attr in VIEW_ATTRIBUTES:
            yield from self._sources(node.value, seen)
        elif node.attr not in TENSOR_GIVES_OTHER and node.attr not in ("shape", "device", "dtype"):
            is_name = isinstance(node.value, ast.Name) and self.names.target(node, self.hidden) is None
            yield Given("self", node.attr) if is_name else UNKNOWN

    def _of_name(self, name: str, seen: set[str]) -> Iterator[Given]:
        if name in seen:
            return
        seen.add(name)
        values = [*self.given.get(name, ())]
        if name in self.parameters:
            yield Given("parameter", name)
        elif not values or name not in self.hidden:
            yield UNKNOWN  # of somewhere else
        for value in values:
            if value is None and self.parts.get(name):
                continue
            yield from self._sources(value, seen) if value is not None or not self._is_augmented(name) else ()
        for part in self.parts.get(name, ()):
            yield from self._sources(part, seen)
        for put in self._put_into(name):
            yield from self._sources(put, seen)
        for written in self._written.get(name, ()):
            yield from self._sources(written, seen)

    def _is_augmented(self, name: str) -> bool:
        """Is it `x += v` that gives it a value that cannot be told? What is added is one of the writes."""
        others = [value for value in self.given.get(name, ()) if value is None]
        augmented = (node.target for node in self.nodes.of(ast.AugAssign))
        return len(others) == sum(isinstance(target, ast.Name) and target.id == name for target in augmented)

    def _of_call(self, node: ast.Call, seen: set[str]) -> Iterator[Given]:
        func = node.func
        if keyword(node, "requires_grad") is not None or any(word.arg is None for word in node.keywords):
            yield UNKNOWN
            return
        target = self.names.target(func, self.hidden) or ""
        owner, _, name = target.rpartition(".")
        given: list[ast.expr] = [*node.args, *(word.value for word in node.keywords)]
        if isinstance(func, ast.Name) and not target and func.id not in self.hidden:
            if func.id in _PASSING:
                yield from (one for value in given for one in self._sources(value, seen))
            elif func.id not in _COUNTING:
                yield UNKNOWN
        elif target.startswith("numpy."):
            return
        elif owner == "torch" or is_tensor_class(target, TENSOR_CLASSES):
            if is_tensor_class(target, TENSOR_CLASSES) or name in (FACTORIES | WITHOUT_GRAPH) - TAKING_A_TENSOR:
                return
            if not is_function_of_tensors(name):
                yield UNKNOWN
            yield from (one for value in given for one in self._sources(value, seen))
        elif not target and isinstance(func, ast.Attribute):
            if func.attr in WITHOUT_GRAPH or func.attr in TENSOR_GIVES_OTHER:
                return
            if func.attr == "requires_grad_" or not is_tensor_method(func.attr):
                yield UNKNOWN
            yield from self._sources(func.value, seen)
            yield from (one for value in given for one in self._sources(value, seen))
        else:
            yield UNKNOWN


def _held(node: ast.expr | None) -> Iterator[ast.expr]:
    """What an expression gives as it is: `x` of `[x]`, `x[0]`, `x.view(1)`."""
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts:
            yield from _held(item)
    elif isinstance(node, (ast.Subscript, ast.Starred, ast.NamedExpr)):
        yield from _held(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and gives_itself(node.func.attr):
        yield from _held(node.func.value)
    elif node is not None:
        yield node


def _has_one(value: ast.expr, asking: list[ast.keyword]) -> bool:
    """Does a keyword in it ask for gradients, or bring others that cannot be seen?"""
    return any(part in asking for part in ast.walk(value) if isinstance(part, ast.keyword))
