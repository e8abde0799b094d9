"""What happens in training loops, in the order of execution, also in the functions of the file that are called.

Backward passes, optimizer steps, what clears gradients, and switches of the mode. Functions that are called, methods of
classes of the file, and the closure of `optimizer.step(closure)` are looked into; the names of their parameters become
those of the caller.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.syntax.geometry import ending, position
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Function, all_arguments, callee_name, dotted
from torchfix_codemods.analysis.values.model_names import Switch, mode_switches, model_names

_CLEARS = re.compile(r"(?:zero|reset|clear|null)_?(?:all_?)?(?:the_?)?grad|grads?_?(?:to_?)?(?:zero|none|reset)", re.I)
_OPTIMIZER = re.compile(
    r"(?:^|_)(?:opt|optim|opti|optimi[sz]er|solver|adam|sgd|rmsprop)s?(?:_?\w{1,6}|_\w+)?\Z"
    r"|(?:opt|optim|optimi[sz]er|solver)(?:_?[A-Za-z]?\d?)\Z",
    re.I,
)
_NO_OPTIMIZER = re.compile(r"sched|option|opts?\Z|args|config|env|state|train", re.I)
_IN_PLACE = frozenset({"zero_", "fill_", "mul_", "copy_", "set_", "detach_"})
_SETS_MODE = re.compile(r"(?:set|to|switch|toggle|restore)_\w*(?:train|mode)\w*\Z|train(?:ing)?_mode\Z", re.I)
_LOSS_GIVEN = re.compile(r"(?:^|[._])(?:accelerator|fabric|amp|scaler|self|autograd|torch)\Z", re.I)
_CALLS = _IN_PLACE | {"backward", "step", "optimizer_step", "manual_backward"}
_DEEPEST = 5
_MOST_EVENTS = 400


class What(str, Enum):
    """What happens."""

    BACKWARD = "backward"
    STEP = "step"
    CLEAR = "clear"
    EVAL = "eval"
    TRAIN = "train"
    HANDED = "handed"  # a function that does one of these is given away, nobody knows when it runs


MODES = frozenset({What.EVAL, What.TRAIN})


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens.

    `node` is the call or assignment, `subject` the loss or optimizer as it is written there, `names` the names of the
    optimizer or model for whoever asks (empty: could be any), `way` the calls of functions of the file that lead to it,
    outermost first.
    """

    what: What
    node: ast.expr | ast.stmt
    subject: ast.expr | None = None
    names: frozenset[str] = frozenset()
    way: tuple[ast.Call, ...] = ()

    @property
    def place(self) -> ast.expr | ast.stmt:
        """Where it happens in the function of whoever asks: the event itself, or the call that leads to it."""
        return self.way[0] if self.way else self.node

    @property
    def line(self) -> int:
        return self.node.lineno


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop with the events of one iteration of it, in the order of execution; `modes` are those that set a mode."""

    node: ast.For | ast.AsyncFor | ast.While
    events: tuple[Event, ...]
    modes: tuple[Event, ...] = ()

    def of(self, what: What) -> list[Event]:
        return [event for event in self.events if event.what is what]


class Training:
    """Answers for the file of these uses of gradients."""

    def __init__(self, uses: GradientUses) -> None:
        self.tree = uses.tree
        self.kind = uses.kind
        self.uses = uses
        self._known: dict[Function | None, tuple[Event, ...]] = {}

    @classmethod
    def for_file(cls, file: File) -> Training:
        return cls(file.get(GradientUses))

    # ---- loops and functions

    @cached_property
    def loops(self) -> list[Loop]:
        """The loops that run a backward pass and an optimizer step in one iteration, the inner ones first."""
        found: list[Loop] = []
        nodes: list[ast.For | ast.AsyncFor | ast.While] = [
            *self.tree.nodes(ast.For),
            *self.tree.nodes(ast.AsyncFor),
            *self.tree.nodes(ast.While),
        ]
        for node in sorted(nodes, key=position, reverse=True):
            first, last = position(node.body[0]), ending(node.body[-1])
            everything = self.events_of(self.tree.function(node))
            events = tuple(e for e in everything if first <= position(e.place) < last)
            what = {event.what for event in events}
            if What.STEP in what and What.BACKWARD in what:
                modes = tuple(event for event in events if event.what in MODES)
                found.append(Loop(node, tuple(event for event in events if event.what not in MODES), modes))
        return found

    def events_of(self, function: Function | None) -> tuple[Event, ...]:
        """The events of one call of a function (None: of the module's statements), in the order of execution."""
        if function not in self._known:
            self._known[function] = ()  # for functions that call each other
            found: list[Event] = []
            for call in self._places.get(function, []):
                found += self._at(call)
                if len(found) > _MOST_EVENTS:
                    break
            self._known[function] = tuple(found)
        return self._known[function]

    @cached_property
    def _places(self) -> dict[Function | None, list[ast.expr | ast.stmt]]:
        """Function -> the calls and assignments that may be or hold events, in the order of execution."""
        table: dict[Function | None, list[ast.expr | ast.stmt]] = {}
        own = {f.name for f in self._functions}
        found: list[ast.expr | ast.stmt] = []
        for call in self.tree.nodes(ast.Call):
            name = callee_name(call)
            says_so = _CLEARS.search(name) or _SETS_MODE.match(name)
            if says_so or name in _CALLS or name in own or call in self._switches or self._hands_on(call, own):
                found.append(call)
        for node in self.tree.nodes(ast.Attribute):
            if node.attr in ("grad", "training") and not isinstance(node.ctx, ast.Load):
                found.append(self.tree.statement(node))
        # An argument is evaluated before the call: whoever ends first happens first.
        for place in sorted(found, key=ending):
            table.setdefault(self.tree.function(place), []).append(place)
        return table

    @cached_property
    def _functions(self) -> list[Function]:
        return [*self.tree.nodes(ast.FunctionDef), *self.tree.nodes(ast.AsyncFunctionDef)]

    def _hands_on(self, call: ast.Call, own: set[str]) -> bool:
        values = [*call.args, *(word.value for word in call.keywords)]
        return any((dotted(value) or "").rsplit(".", 1)[-1] in own for value in values)

    # ---- one place

    def _at(self, node: ast.expr | ast.stmt) -> Iterator[Event]:
        if not isinstance(node, ast.Call):
            is_mode = any(isinstance(n, ast.Attribute) and n.attr == "training" for n in ast.walk(node))
            yield Event(What.TRAIN if is_mode else What.CLEAR, node)
            return
        yield from self._of_closures(node)
        functions = self.called(node)
        inner = [event for function in functions for event in self._inside(node, function)]
        if inner:
            yield from inner
            return
        event = self._own(node)
        if event is not None:
            yield event

    def _of_closures(self, call: ast.Call) -> Iterator[Event]:
        """What the functions do that a call is given: an optimizer runs its closure, others do what nobody knows."""
        for value in (*call.args, *(word.value for word in call.keywords)):
            if not isinstance(value, ast.Name):
                continue
            for binding in self.tree.bindings(value):
                if not isinstance(binding.node, FUNCTIONS):
                    continue
                events = [event for event in self.events_of(binding.node) if event.what not in MODES]
                if events:
                    if callee_name(call) == "step":
                        yield from (replace(e, way=(call, *e.way)) for e in events if len(e.way) < _DEEPEST)
                    else:
                        yield Event(What.HANDED, call)

    def called(self, call: ast.Call) -> list[Function]:
        """The functions of this file that a call runs, also by the only method of that name in the file."""
        func = call.func
        if isinstance(func, ast.Name):
            return [b.node for b in self.tree.bindings(func) if isinstance(b.node, FUNCTIONS)]
        if not isinstance(func, ast.Attribute):
            return []
        methods = self._methods.get(func.attr, [])
        if not methods:
            return []
        found = self.uses.called(call)
        if found or len(methods) != 1 or self.kind(func.value).kind is not Kind.UNKNOWN:
            return found
        return [] if func.attr in ("step", "zero_grad", "backward", "train", "eval", "forward") else methods

    @cached_property
    def _methods(self) -> dict[str, list[Function]]:
        table: dict[str, list[Function]] = {}
        for function in self._functions:
            if self.tree.class_of(function) is not None:
                table.setdefault(function.name, []).append(function)
        return table

    def _inside(self, call: ast.Call, function: Function) -> Iterator[Event]:
        if self.tree.within(call, function):
            return
        given = self._given(call, function)
        for event in self.events_of(function):
            if len(event.way) < _DEEPEST:
                names = frozenset(new for name in event.names for new in self._renamed(name, given, function))
                yield replace(event, names=names, way=(call, *event.way))

    def _given(self, call: ast.Call, function: Function) -> dict[str, frozenset[str]]:
        """Parameter -> the names that the caller has for what it gives."""
        parameters = [argument.arg for argument in all_arguments(function.args)]
        table: dict[str, frozenset[str]] = {}
        is_static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
        if self.tree.class_of(function) is not None and not is_static:
            if isinstance(call.func, ast.Attribute) and parameters:
                table[parameters[0]] = model_names(self.tree, call.func.value) or frozenset({parameters[0]})
            parameters = parameters[1:]
        for parameter, value in zip(parameters, call.args, strict=False):
            table[parameter] = self.names(value)
        for word in call.keywords:
            if word.arg is not None:
                table[word.arg] = self.names(word.value)
        return {parameter: names for parameter, names in table.items() if names}

    def _renamed(self, name: str, given: dict[str, frozenset[str]], function: Function) -> Iterator[str]:
        """The caller's names for what a function calls `name`; `function:name` for what is only known inside."""
        root = re.split(r"[.\[]", name, maxsplit=1)[0]
        if root in given:
            yield from (new + name[len(root) :] for new in given[root])
        else:
            yield f"{function.name}:{name}" if root in self.tree.scopes[function].bindings else name

    def outside(self, names: frozenset[str], way: tuple[ast.Call, ...]) -> frozenset[str]:
        """What whoever makes the first call of `way` calls what has these names where the way ends."""
        for call in reversed(way):
            functions = self.called(call)
            if not functions:
                return frozenset()
            given = self._given(call, functions[0])
            names = frozenset(new for name in names for new in self._renamed(name, given, functions[0]))
        return names

    @cached_property
    def _switches(self) -> dict[ast.Call, Switch]:
        return {switch.call: switch for switch in mode_switches(self.tree)}

    def names(self, node: ast.expr) -> frozenset[str]:
        """The names of an optimizer or a model, empty where there is none to be had."""
        return model_names(self.tree, node)

    # ---- what a call itself does

    def _own(self, call: ast.Call) -> Event | None:
        name = callee_name(call)
        func = call.func
        if name == "step" and isinstance(func, ast.Attribute):
            return self._step(call, func)
        if name == "optimizer_step" and call.args:
            return Event(What.STEP, call, call.args[0], self.names(call.args[0]))
        if name in ("backward", "manual_backward"):
            return self._backward(call)
        if name in _IN_PLACE:
            attributes = _attributes(func)
            return Event(What.CLEAR, call) if "grad" in attributes else None
        switch = self._switches.get(call)
        if switch is not None:
            return Event(What.TRAIN if switch.training else What.EVAL, call, switch.receiver, switch.names)
        if _SETS_MODE.match(name):
            return Event(What.TRAIN, call)
        if _CLEARS.search(name):
            names = self.names(func.value) if isinstance(func, ast.Attribute) and name == "zero_grad" else frozenset()
            return Event(What.CLEAR, call, func.value if isinstance(func, ast.Attribute) else None, names)
        return None

    def _step(self, call: ast.Call, func: ast.Attribute) -> Event | None:
        owner = (dotted(func.value) or "").rsplit(".", 1)[-1].lower()
        if "scaler" in owner and call.args:
            return Event(What.STEP, call, call.args[0], self.names(call.args[0]))
        if any(word.arg and _CLEARS.search(word.arg) for word in call.keywords):
            return Event(What.CLEAR, call)
        return Event(What.STEP, call, func.value, self.names(func.value)) if self.is_optimizer(func.value) else None

    def is_optimizer(self, node: ast.expr) -> bool:
        """By what it is, or by its name; no scheduler."""
        found = self.kind(node)
        if found.kind is Kind.OPTIMIZER:
            return "lr_scheduler" not in (found.qualified or "")
        if isinstance(node, ast.Subscript):
            return self.is_optimizer(node.value)
        if found.kind not in (Kind.UNKNOWN, Kind.OTHER):
            return False
        name = (dotted(node) or "").rsplit(".", 1)[-1]
        return _OPTIMIZER.search(name) is not None and (_NO_OPTIMIZER.search(name) is None or name == "opt")

    def _backward(self, call: ast.Call) -> Event | None:
        func = call.func
        if not isinstance(func, ast.Attribute):
            return Event(What.BACKWARD, call, call.args[0] if call.args else None)
        owner = dotted(func.value) or ""
        if call.args and _LOSS_GIVEN.search(owner):
            return Event(What.BACKWARD, call, call.args[0])
        if call.args and (self.is_optimizer(func.value) or self._is_engine(func.value, call.args[0])):
            return Event(What.HANDED, call)  # `optimizer.backward(loss)`, `engine.backward(loss)` may do more than that
        return Event(What.BACKWARD, call, func.value)

    def _is_engine(self, owner: ast.expr, given: ast.expr) -> bool:
        """Is it given a loss, one number, and not a gradient, which a tensor's own `backward` takes?"""
        is_loss = self.kind(given).scalar or "loss" in (dotted(given) or "").lower()
        return is_loss and not self.kind(owner).is_tensor

    # ---- ways

    def branches(self, event: Event, holder: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
        """What decides whether, or how often, an event happens in one run of `holder`'s body, the inner ones last.

        Pairs of an `if`, loop, handler... and the part of it that the event is in.
        """
        found: list[tuple[ast.AST, ast.AST]] = []
        nodes: tuple[ast.AST, ...] = (*event.way, event.node)
        for node in reversed(nodes):
            child = node
            for up in self.tree.ancestors(node):
                if up is holder or isinstance(up, FUNCTIONS):
                    break
                if isinstance(up, (ast.If, ast.IfExp, ast.BoolOp, ast.ExceptHandler, ast.Match, *LOOPS)):
                    found.append((up, child))
                child = up
        return list(reversed(found))


def _attributes(node: ast.expr) -> set[str]:
    found: set[str] = set()
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    return found
