"""Where a loaded model goes: the statement that gives it a name, the calls on it, the state_dict taken out of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from torchfix_codemods.analysis.saving.load_calls import load_calls
from torchfix_codemods.analysis.saving.saved import Kinds, has_model_name
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME
from torchfix_codemods.analysis.values.variables import Variables

_ENTRY_METHODS = frozenset({"get", "pop"})
_LOOKS = frozenset({"keys", "print", "len", "type", "isinstance"})
_MODES = frozenset({"eval", "train"})  # nothing else in a file has these methods
_LIMIT = 60


class Shape(Enum):
    """What becomes of a loaded model."""

    NAMED = "it gets a name"
    RETURNED = "it is returned"
    WEIGHTS = "its state_dict is taken"  # `loaded.state_dict()`
    FED = "it is given to load_state_dict as it is"
    OTHER = "something else"


_UNSEEN = frozenset({Shape.RETURNED, Shape.OTHER})


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a loaded model goes.

    `model` is the expression that gives it (`torch.load(p)`, `ckpt["model"]`), `whole` the same with the calls that
    return it (`torch.load(p).to(device).eval()`), `tail` their text. `inside`: `.module` is read off it.
    `target` is what it is assigned to, `statement` the statement to write anew. `rest` is what
    that one does besides, to be done behind; None where it cannot be taken apart.
    """

    shape: Shape
    model: ast.expr
    whole: ast.expr
    statement: ast.stmt
    tail: str = ""
    methods: tuple[str, ...] = ()
    inside: bool = False
    target: ast.expr | None = None
    annotation: ast.expr | None = None
    rest: str | None = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A load call and what is done with its content.

    `places` say where the whole content goes, `entries` (key, place) where the entries of a dictionary go. `unclear` is
    a use of the content that is neither. `is_model`, `models` and `unpacks_model`: the file shows that the content, or
    the entry of this key, or a variable that the content is unpacked into, is a module. `by_name`: its name says so.
    """

    call: ast.Call
    path: ast.expr
    places: tuple[Place, ...]
    entries: tuple[tuple[str, Place], ...]
    unclear: ast.AST | None
    is_model: bool
    models: frozenset[str]
    unpacks_model: bool
    by_name: bool

    @property
    def may_be_whole(self) -> bool:
        """Can the file hold whole models, as far as its use shows?"""
        return self.is_model or bool(self.models) or self.unpacks_model or self.by_name

    @property
    def is_open(self) -> bool:
        """Can it hold whole models, or is the content handed to somebody whose use of it is not seen?"""
        is_handed_on = not self.entries and any(place.shape in _UNSEEN for place in self.places)
        return self.may_be_whole or is_handed_on


def loads(tree: Tree, kind: Kinds, variables: Variables) -> list[Loaded]:
    """The calls of torch.load with known arguments, in source order."""
    reader = _Reader(tree, kind, variables)
    found = []
    for call in load_calls(tree):
        name = tree.qualified_name(call.func) or ""
        if name in ("torch.load", "torch.serialization.load"):
            path = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "f"), None)
            if path is not None:
                found.append(reader.read(call, path))
    return found


class _Reader:
    def __init__(self, tree: Tree, kind: Kinds, variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables

    def read(self, call: ast.Call, path: ast.expr) -> Loaded:
        held = self._holders(call)
        entries: list[tuple[str, Place]] = []
        unclear: ast.AST | None = None
        models: set[str] = set()
        for holder in held:
            for key, entry in self._entries_of(holder):
                place = self.place_of(entry)
                entries.append((key, place))
                if self._is_model(place):
                    models.add(key)
            if unclear is None and self._is_unclear(holder):
                unclear = holder
        place = self.place_of(call)
        places = [place]
        if place.shape is Shape.NAMED:
            later = [self.place_of(holder) for holder in held if holder is not call]
            weights = [p for p in later if p.shape in (Shape.WEIGHTS, Shape.FED)]
            if weights and len(weights) == len(later):
                places = weights
        is_model = not entries and (self.kind(call).is_module or self._is_model(place))
        named = place.target is not None and has_model_name(place.target)
        by_name = named and not entries and place.shape is Shape.NAMED and places == [place]
        unpacks = self._unpacks_model(held)
        return Loaded(call, path, tuple(places), tuple(entries), unclear, is_model, frozenset(models), unpacks, by_name)

    def _unpacks_model(self, held: list[ast.expr]) -> bool:
        for holder in held:
            names = [part.target for part in self.tree.assigned.of(holder) if part.path]
            if any(self.kind(r).is_module for n in names if isinstance(n, ast.Name) for r in self.variables.reads(n)):
                return True
        return False

    def _is_model(self, place: Place) -> bool:
        if place.inside or place.shape is Shape.WEIGHTS or not _MODES.isdisjoint(place.methods):
            return True
        if place.shape is Shape.NAMED and place.target is not None and isinstance(place.target, ast.Name):
            reads = self.variables.reads(place.target)
            return any(self.kind(read).is_module or self._switches_mode(read) or self._calls(read) for read in reads)
        return self.kind(place.model).is_module

    def _calls(self, read: ast.expr) -> bool:
        """Is the content called? No tensor, no state_dict can be."""
        call = self.tree.parents[read]
        return isinstance(call, ast.Call) and call.func is read

    def _switches_mode(self, read: ast.expr) -> bool:
        method = self.tree.parents[read]
        call = self.tree.parents.get(method)
        is_method = isinstance(method, ast.Attribute) and method.attr in _MODES
        return is_method and isinstance(call, ast.Call) and call.func is method

    # ---- the whole content

    def _holders(self, call: ast.Call) -> list[ast.expr]:
        """The expressions that stand for the content: the call, reads of its variable, parameters it is passed to."""
        found: list[ast.expr] = []
        todo: list[ast.expr] = [call]
        while todo and len(found) < _LIMIT:
            node = todo.pop(0)
            if node in found:
                continue
            found.append(node)
            todo += self._next(node)
        return found

    def _next(self, node: ast.expr) -> Iterator[ast.expr]:
        parent = self.tree.parents[node]
        if targets := self.tree.assigned.targets(node):
            for goal in targets:
                if isinstance(goal, ast.Name):
                    yield from self.variables.reads(goal)
                elif isinstance(goal, ast.Attribute):
                    yield from self.variables.attribute_reads(goal)
        elif isinstance(parent, ast.Return):
            function = self.tree.function(parent)
            yield from (self.variables.calls_of(function) or ()) if function is not None else ()
        elif isinstance(parent, ast.Call) and node in parent.args:
            parameter = self.variables.parameter(parent, parent.args.index(node))
            if parameter is not None:
                yield from self.variables.reads(parameter)
        elif isinstance(parent, ast.keyword) and isinstance(holder := self.tree.parents[parent], ast.Call):
            parameter = self.variables.parameter(holder, parent.arg or "")
            if parameter is not None:
                yield from self.variables.reads(parameter)

    def _entries_of(self, holder: ast.expr) -> Iterator[tuple[str, ast.expr]]:
        """The entries of a dictionary that are read off this expression."""
        parent = self.tree.parents[holder]
        if isinstance(parent, ast.Subscript) and parent.value is holder and isinstance(parent.ctx, ast.Load):
            yield (str(parent.slice.value) if isinstance(parent.slice, ast.Constant) else "*"), parent
        elif isinstance(parent, ast.Attribute) and parent.attr in _ENTRY_METHODS:
            call = self.tree.parents[parent]
            if isinstance(call, ast.Call) and call.func is parent and call.args:
                key = call.args[0]
                yield (str(key.value) if isinstance(key, ast.Constant) else "*"), call

    def _is_unclear(self, holder: ast.expr) -> bool:
        """Can a dictionary be read here in a way that does not show which entries are?"""
        parent = self.tree.parents[holder]
        if goals := self.tree.assigned.of(holder):
            return not all(isinstance(goal.target, (ast.Name, ast.Attribute)) and goal.path == () for goal in goals)
        if isinstance(parent, ast.Return):
            return not list(self._next(holder))
        if isinstance(parent, (ast.Subscript, ast.Expr, ast.Delete, ast.If, ast.Compare)):
            return False
        if isinstance(parent, ast.Attribute):
            return parent.attr not in _ENTRY_METHODS | _LOOKS
        if isinstance(parent, (ast.Call, ast.keyword)):
            call = parent if isinstance(parent, ast.Call) else self.tree.parents[parent]
            passed_on = bool(list(self._next(holder)))
            return not passed_on and not (isinstance(call, ast.Call) and callee_name(call) in _LOOKS)
        return True

    # ---- one model

    def place_of(self, model: ast.expr) -> Place:
        """Where the model that an expression gives goes."""
        node, inside, methods = model, False, list[str]()
        statement = self.tree.statement(model)
        while True:
            parent = self.tree.parents[node]
            outer = self.tree.parents.get(parent)
            if not isinstance(parent, ast.Attribute) or parent.value is not node:
                break
            if parent.attr == "module" and not (isinstance(outer, ast.Call) and outer.func is parent):
                node, inside = parent, True
                continue
            if not isinstance(outer, ast.Call) or outer.func is not parent:
                break
            if parent.attr == "state_dict" and not outer.args and not outer.keywords:
                return Place(Shape.WEIGHTS, model, outer, statement, "", tuple(methods), inside)
            if parent.attr not in MODULE_SAME:
                break
            methods.append(parent.attr)
            node = outer
        tail = _text_after(self.tree, model, node)
        return self._ending(model, node, statement, tail, tuple(methods), inside)

    def _ending(
        self, model: ast.expr, whole: ast.expr, statement: ast.stmt, tail: str, methods: tuple[str, ...], inside: bool
    ) -> Place:
        parent = self.tree.parents[whole]
        shape, target = Shape.OTHER, None
        annotation = parent.annotation if isinstance(parent, ast.AnnAssign) else None
        goals = [goal for goal in self.tree.assigned.targets(whole) if isinstance(goal, (ast.Name, ast.Attribute))]
        if goals:
            shape, target = Shape.NAMED, next((goal for goal in goals if has_model_name(goal)), goals[-1])
        elif isinstance(parent, ast.Return) and isinstance(self.tree.function(parent), FUNCTIONS):
            shape = Shape.RETURNED
        elif isinstance(parent, ast.Call) and callee_name(parent) == "load_state_dict" and not methods and not inside:
            shape = Shape.FED if parent.args[:1] == [whole] else Shape.OTHER
        rest = _rest(self.tree, whole, target)
        return Place(shape, model, whole, statement, tail, methods, inside, target, annotation, rest)


def _rest(tree: Tree, whole: ast.expr, target: ast.expr | None) -> str | None:
    """What the statement does besides giving this value to the target; None where that has to be one with it."""
    parent = tree.parents[whole]
    if isinstance(parent, ast.Tuple) and target is not None:
        return _rest_of_pair(tree, parent, target)
    if isinstance(parent, ast.Assign) and target is not None:
        others = [other for other in parent.targets if other is not target]
        if not all(_is_apart(other, target) for other in others):
            return None
        return " = ".join([*map(tree.source, others), tree.source(target)]) if others else ""
    return None if isinstance(parent, (ast.Tuple, ast.List)) or tree.assigned.used_on(whole) is not None else ""


def _rest_of_pair(tree: Tree, values: ast.Tuple, target: ast.expr) -> str | None:
    """`other = 0` of `net, other = torch.load(path), 0`: what runs no code, and asks for nothing that is given here."""
    statement = tree.parents[values]
    goals = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    if not isinstance(goals, ast.Tuple) or len(goals.elts) != len(values.elts):
        return None
    given = {dotted(goal) for goal in goals.elts}
    others = [pair for pair in zip(goals.elts, values.elts, strict=True) if pair[0] is not target]
    if not others or not all(_is_apart(goal, target) for goal, _ in others):
        return None
    if not all(isinstance(v, ast.Constant) or (isinstance(v, ast.Name) and v.id not in given) for _, v in others):
        return None
    left, right = (", ".join(map(tree.source, side)) for side in zip(*others, strict=True))
    return f"{left} = {right}"


def _is_apart(other: ast.expr, target: ast.expr) -> bool:
    """Is it a name, or an attribute of one, that is the same place whether or not the target has its new value?"""
    place = dotted(other)
    return place is not None and not f"{place}.".startswith(f"{dotted(target)}.")


def _text_after(tree: Tree, inner: ast.expr, outer: ast.expr) -> str:
    """The source of `outer` behind `inner`, without `.module`."""
    text, start = tree.source(outer), tree.source(inner)
    rest = text[len(start) :] if text.startswith(start) else ""
    return rest.removeprefix(".module")
