"""Reads one function: what it does to its parameters, what it gives, whom it calls with what."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cached_property

from torchfix_codemods.analysis.project.fills import Fills
from torchfix_codemods.analysis.project.fresh import fresh_arguments
from torchfix_codemods.analysis.project.given import Names, annotated, constant, values_given
from torchfix_codemods.analysis.project.interface import UNKNOWN, Call, Function, Given
from torchfix_codemods.analysis.project.mentions import mentioned
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.project.shares import Shares
from torchfix_codemods.analysis.syntax.scopes import Function as Definition
from torchfix_codemods.analysis.syntax.scopes import all_arguments
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted
from torchfix_codemods.analysis.tables.gradient_words import (
    NEED_GRADIENTS,
    TAKE_GRADIENTS,
    TELL_OF_GRADIENTS,
    TELLING_ATTRIBUTES,
)
from torchfix_codemods.analysis.tables.outside_names import KNOWN_ROOTS, is_plain_method
from torchfix_codemods.analysis.tables.tensor_methods import is_tensor_attribute
from torchfix_codemods.analysis.tables.torch_api import is_in_place
from torchfix_codemods.analysis.tables.words import words

_MOVING = frozenset({"cuda", "to", "cpu"})
_OF_TENSORS = frozenset({"data", "grad", "requires_grad"})
_KEEPING = words("append extend insert add update setdefault appendleft put push")
_BUILTINS = frozenset(vars(builtins))


class FunctionReader:
    """Reads a function from its nodes; the module or a class body (`definition` None) as if it were one."""

    def __init__(
        self, name: str, names: Names, definition: Definition | None, nodes: Nodes, owner: str | None = None
    ) -> None:
        self.name = name
        self.names = names
        self.definition = definition
        self.nodes = nodes
        self.owner = owner
        self.parameters = [] if definition is None else all_arguments(definition.args)
        self._own_names = frozenset(argument.arg for argument in self.parameters)
        self._assignments = nodes.assignments()
        self._values: dict[str, list[ast.expr | None]] = {}
        for target, value in self._assignments:
            if isinstance(target, ast.Name):
                self._values.setdefault(target.id, []).append(value)
        self._parts: dict[str, list[ast.expr]] = {}
        for target, source in nodes.parted():
            if isinstance(target, ast.Name):
                self._parts.setdefault(target.id, []).append(source)
        # A local name hides a module-level one; in the module itself it is that one.
        self._hidden = self._own_names | (frozenset(self._values) if definition is not None else frozenset())
        self._described: dict[str, tuple[Given, ...]] = {}
        self._open: set[str] = set()  # variables that are being described
        self._called = [(call, callee_name(call)) for call in nodes.of(ast.Call)]

    # ---- what it says

    def function(self) -> Function:
        """The function as the other files see it."""
        assert self.definition is not None
        arguments = self.definition.args
        stars = {arguments.vararg.arg: "*"} if arguments.vararg else {}
        stars |= {arguments.kwarg.arg: "**"} if arguments.kwarg else {}
        is_later = isinstance(self.definition, ast.AsyncFunctionDef) or self._yields()
        returned = [] if is_later else [node.value for node in self.nodes.of(ast.Return) if node.value is not None]
        return Function(
            self.name,
            self.definition.lineno,
            tuple(f"{stars.get(argument.arg, '')}{argument.arg}" for argument in self.parameters),
            _sorted(self._written()),
            _sorted(self._kept()),
            _sorted(self._returned()),
            _sorted(self._moved()),
            tuple(dict.fromkeys(given for value in returned for given in self.describe(value))),
            min(lines := list(self._gradient_lines()), default=0),
            tuple(self._decorator(node) for node in self.definition.decorator_list),
            min(self._telling_lines(), default=0),
            min(filter(self._is_inside, lines), default=0),
            self.mentions(),
            _sorted(self._marked()),
            annotated(self.definition.returns, self.names) if returned else "",
            _items(returned),
            tuple(_with_values(arguments)),
        )

    def calls(self) -> Iterator[Call]:
        """The calls whose callee can be of the run, with what they pass."""
        fresh = {} if self.definition is None else fresh_arguments(self.definition.body, self.nodes)
        for node in self.nodes.of(ast.Call):
            callee = self.callee(node)
            if not callee:
                continue
            arguments = [self.describe(value) for value in node.args if not isinstance(value, ast.Starred)]
            keywords = [(word.arg, self.describe(word.value)) for word in node.keywords if word.arg]
            yield Call(
                callee,
                node.lineno,
                self.name,
                tuple(arguments),
                tuple(keywords),
                len(arguments) < len(node.args) or len(keywords) < len(node.keywords),  # stars, which cannot be seen
                fresh.get(node, ()),
                self._receiver(node) if callee.startswith("?.") else (),
            )

    def _receiver(self, call: ast.Call) -> tuple[Given, ...]:
        found = self.describe(call.func.value) if isinstance(call.func, ast.Attribute) else ()
        return () if any(one == UNKNOWN or one.kind == "again" for one in found) else found

    def assigned(self) -> dict[str, tuple[Given, ...]]:
        """What the names get that are assigned here."""
        return {name: self._variable(name) or (UNKNOWN,) for name in self._values}

    def mentions(self) -> tuple[str, ...]:
        """The names that stand as values in it, and may be functions, classes or holders of them."""
        return mentioned(self.nodes, self.names, self._hidden)

    def attributes(self) -> dict[str, list[Given]]:
        """What the attributes of `self` get here."""
        found: dict[str, list[Given]] = {}
        for target, value in self._assignments:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                found.setdefault(target.attr, []).extend((UNKNOWN,) if value is None else self.describe(value))
        return found

    def _yields(self) -> bool:
        return bool(self.nodes.of(ast.Yield) or self.nodes.of(ast.YieldFrom))

    def sets(self) -> Iterator[tuple[str, str, tuple[Given, ...]]]:
        """(attribute, function, what it gets) for what is no `self`."""
        for target, value in self._assignments:
            if not isinstance(target, ast.Attribute) or target.attr in _OF_TENSORS:
                continue
            if not isinstance(target.value, ast.Name) or target.value.id != "self":
                yield target.attr, self.name, (UNKNOWN,) if value is None else self.describe(value)
        for call, name in self._called:
            if name == "setattr" and len(call.args) == 3 and isinstance(call.args[1], ast.Constant):
                yield str(call.args[1].value), self.name, self.describe(call.args[2])

    @cached_property
    def _fills(self) -> Fills:
        is_method = self.owner is not None and bool(self.parameters)
        first = self.parameters[0].arg if is_method else None if self.definition is None else ""
        return Fills(self.nodes, self.names, self._values, self._parts, self._own_names, self._hidden, first)

    def fills(self) -> Iterator[tuple[str, str, tuple[Given, ...]]]:
        """(attribute, function, where a graph can come from) for what is written into tensors of objects."""
        yield from ((name, self.name, sources) for name, sources in self._fills.all())

    def yields(self) -> Iterator[tuple[str, str, tuple[Given, ...]]]:
        """(position, function, where a graph can come from) for the items of the tuples that it yields."""
        yield from ((str(index), self.name, sources) for index, sources in enumerate(self._fills.yielded()))

    def _decorator(self, node: ast.expr) -> str:
        func = node.func if isinstance(node, ast.Call) else node
        return self.names.target(func) or dotted(func) or "?"

    # ---- values

    def describe(self, node: ast.expr) -> tuple[Given, ...]:
        """What an expression can be."""
        if isinstance(node, ast.Constant):
            return (constant(node),)
        return values_given(node, self.names, self._variable, self._own_names, self._hidden, self._inner)

    @cached_property
    def _inner(self) -> dict[str, ast.expr]:
        """The functions inside of this one that take nothing and only compute one expression."""
        found: dict[str, list[ast.expr | None]] = {}
        for one in self.nodes.of(ast.FunctionDef):
            first = one.body[0]
            is_simple = len(one.body) == 1 and not one.decorator_list and not all_arguments(one.args)
            found.setdefault(one.name, []).append(first.value if is_simple and isinstance(first, ast.Return) else None)
        once = {name: given[0] for name, given in found.items() if len(given) == 1 and name not in self._hidden}
        return {name: given for name, given in once.items() if given is not None}

    def _variable(self, name: str) -> tuple[Given, ...] | None:
        """What a variable of this function can be; None if it is none."""
        if name not in self._values:
            return None
        if name not in self._described:
            self._described[name] = (Given("again", name),)  # asked for while it is being found: a loop
            found = [Given("parameter", name)] if name in self._own_names else []
            self._open.add(name)
            for value in self._values[name]:
                found += (UNKNOWN,) if value is None else self.describe(value)
            self._open.discard(name)
            found = [UNKNOWN if one.kind == "again" and one.text in self._open else one for one in found]
            self._described[name] = tuple(dict.fromkeys(found))
        return self._described[name]

    def callee(self, node: ast.Call) -> str:
        """The callee as `interface.Call` names it; empty where it is nothing that a run could define."""
        func = node.func
        if isinstance(func, ast.Name):
            target = self.names.target(func, self._hidden)
            if target is None:
                return "" if func.id in self._hidden or func.id in _BUILTINS else func.id
        elif isinstance(func, ast.Attribute):
            target = self.names.target(func, self._hidden)
            if target is None:
                if isinstance(func.value, ast.Name) and func.value.id == "self" and self.owner is not None:
                    return f".{self.owner}.{func.attr}"
                return "" if is_plain_method(func.attr) else f"?.{func.attr}"
        else:
            return ""
        return "" if target.partition(".")[0] in KNOWN_ROOTS else target

    # ---- what becomes of parameters

    @cached_property
    def _shares(self) -> Shares:
        return Shares(self._own_names, self._values, self._parts)

    def _written(self) -> Iterator[str]:
        for augmented in self.nodes.of(ast.AugAssign):
            yield from self._shares.of(augmented.target)
        for item in self.nodes.of(ast.Subscript):
            if not isinstance(item.ctx, ast.Load):
                yield from self._shares.of(item.value)
        for call, name in self._called:
            if is_in_place(name):
                is_torch = (self.names.target(call.func) or "").startswith("torch")
                written = (
                    call.args[:1] if is_torch else [call.func.value] if isinstance(call.func, ast.Attribute) else []
                )
                for value in written:
                    yield from self._shares.of(value)
            for word in call.keywords:
                if word.arg == "out":
                    yield from self._shares.of(word.value)

    def _marked(self) -> Iterator[str]:
        """Those that it asks to require gradients."""
        for attribute in self.nodes.of(ast.Attribute):
            is_set = attribute.attr == "requires_grad" and isinstance(attribute.ctx, ast.Store)
            if is_set or attribute.attr == "requires_grad_":
                yield from self._shares.of(attribute.value)

    def _kept(self) -> Iterator[str]:
        """Stored in attributes, containers and outer variables."""
        outer = {name for node in self.nodes.of(ast.Global) for name in node.names}
        outer |= {name for node in self.nodes.of(ast.Nonlocal) for name in node.names}
        for target, value in self._assignments:
            if not isinstance(target, ast.Name) or target.id in outer:
                yield from self._shares.of(value)
        for call, name in self._called:
            if name in _KEEPING and isinstance(call.func, ast.Attribute):
                for given in call.args:
                    yield from self._shares.of(given)

    def _returned(self) -> Iterator[str]:
        no_tensors = self._no_tensors_behind()
        nodes: list[ast.Return | ast.Yield | ast.YieldFrom] = [*self.nodes.of(ast.Return), *self.nodes.of(ast.Yield)]
        for node in (*nodes, *self.nodes.of(ast.YieldFrom)):
            value = node.value
            is_chosen = isinstance(value, ast.IfExp) and _asked_for_tensor(value.test) is not None
            shared = self._shares.of(value.body if isinstance(value, ast.IfExp) and is_chosen else value)
            yield from (name for name in shared if no_tensors.get(name, node.lineno) >= node.lineno)

    def _no_tensors_behind(self) -> dict[str, int]:
        """Parameter -> the line below which it is no tensor: `if hasattr(x, "item"): return x.item()` took those."""
        assert self.definition is not None
        return {
            name: statement.end_lineno or statement.lineno
            for statement in reversed(self.definition.body)  # the first counts
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], (ast.Return, ast.Raise))
            if (name := _asked_for_tensor(statement.test)) is not None
        }

    def _moved(self) -> Iterator[str]:
        for call, name in self._called:
            if name in _MOVING and isinstance(call.func, ast.Attribute):
                yield from self._shares.of(call.func.value)

    def _gradient_lines(self) -> Iterator[int]:
        """The lines that take gradients, or that tell whether they are on."""
        for call, name in self._called:
            if name in NEED_GRADIENTS or name in TELL_OF_GRADIENTS:
                if not (name == "requires_grad_" and call.args and _is_false(call.args[0])):
                    yield call.lineno
            elif self.names.import_torch and (self.names.target(call.func) or "").startswith(TAKE_GRADIENTS):
                yield call.lineno
        for word in self.nodes.of(ast.keyword):
            if word.arg == "create_graph":
                yield word.value.lineno
        for attribute in self.nodes.of(ast.Attribute):
            is_read = attribute.attr == "grad" and isinstance(attribute.ctx, ast.Load)
            if is_read and self.names.target(attribute) is None:
                yield attribute.lineno
        for target, value in self._assignments:
            is_asked = isinstance(target, ast.Attribute) and target.attr == "requires_grad"
            if is_asked and not (value is not None and _is_false(value)):
                yield target.lineno

    def _is_inside(self, line: int) -> bool:
        """Is a line one of a function or lambda that is defined in this one?"""
        inner: list[ast.FunctionDef | ast.Lambda] = [*self.nodes.of(ast.FunctionDef), *self.nodes.of(ast.Lambda)]
        return any(node.lineno <= line <= (node.end_lineno or node.lineno) for node in inner)

    def _telling_lines(self) -> Iterator[int]:
        """The lines that ask a tensor whether it has a graph; a parameter has the same answer in any mode."""
        asked = [
            attribute
            for attribute in self.nodes.of(ast.Attribute)
            if attribute.attr in TELLING_ATTRIBUTES and isinstance(attribute.ctx, ast.Load)
        ]
        if not asked:
            return
        loops: list[ast.For | ast.comprehension] = [*self.nodes.of(ast.For), *self.nodes.of(ast.comprehension)]
        over_parameters = [loop.target for loop in loops if "parameters()" in ast.unparse(loop.iter)]
        parameters = {part.id for node in over_parameters for part in ast.walk(node) if isinstance(part, ast.Name)}
        for attribute in asked:
            if not (isinstance(attribute.value, ast.Name) and attribute.value.id in parameters):
                yield attribute.lineno


def _with_values(arguments: ast.arguments) -> Iterator[str]:
    """The parameters whose default is no None."""
    positional = [*arguments.posonlyargs, *arguments.args]
    given = [*zip(reversed(positional), reversed(arguments.defaults), strict=False)]
    for parameter, default in [*given, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]:
        if default is not None and not (isinstance(default, ast.Constant) and default.value is None):
            yield parameter.arg


def _items(returned: list[ast.expr]) -> int:
    """How many values all returns give as a tuple; 0 where one does not, or not as many."""
    counts = {
        len(node.elts) if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts) else 0
        for node in returned
    }
    return counts.pop() if len(counts) == 1 else 0


def _sorted(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


def _asked_for_tensor(test: ast.expr) -> str | None:
    """`x` of `hasattr(x, "item")`, of which every tensor makes it true."""
    if not isinstance(test, ast.Call) or not isinstance(test.func, ast.Name) or test.func.id != "hasattr":
        return None
    if len(test.args) != 2 or not isinstance(test.args[0], ast.Name) or not isinstance(test.args[1], ast.Constant):
        return None
    return test.args[0].id if is_tensor_attribute(str(test.args[1].value)) else None


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def handed_back(function: ast.FunctionDef, inside: Nodes) -> tuple[int, str] | None:
    """Place and name of the parameter that a function gives back whatever happens; None where there is none."""
    last = function.body[-1]
    name = last.value.id if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) else ""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if name not in names or function.decorator_list:
        return None
    returned = [node.value for node in inside.of(ast.Return)]
    is_same = all(isinstance(value, ast.Name) and value.id == name for value in returned)
    is_bound = any(node.id == name and not isinstance(node.ctx, ast.Load) for node in inside.of(ast.Name))
    is_generator = bool(inside.of(ast.Yield)) or bool(inside.of(ast.YieldFrom))
    return None if is_bound or is_generator or not is_same else (names.index(name), name)
