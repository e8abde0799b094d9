"""Which functions and models of a run take gradients when they are called, themselves or through what they reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Call, Class, Function
from torchfix_codemods.analysis.project.origins import Makers, Origin
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.reaching import nearest
from torchfix_codemods.analysis.tables.gradient_words import TAKE_GRADIENTS

_RUNNING = ("forward", "__call__")
FORWARD_HOOKS = frozenset({"register_forward_hook", "register_forward_pre_hook"})


class Taker(NamedTuple):
    """The line of a file of the run that takes gradients, or tells whether they are on."""

    path: str
    line: int


class _Step(NamedTuple):
    """Something that a call can reach.

    `how` is `run` (the function at `place` runs), `model` (an object of that class is called), `build` (the function
    makes something that may be called later) or `take` (gradients are taken there). `owner` is the class of `self`.
    """

    how: str
    place: Place
    owner: Place | None = None
    line: int = 0


class GradientTakers:
    """Answers over the run."""

    def __init__(self, project: ProjectFacts) -> None:
        self.makers = project.shared(Makers)
        self.project = project
        self.definitions = project.definitions
        self._known: dict[_Step, Taker | None] = {}
        self._reached: dict[_Step, tuple[_Step, ...]] = {}

    def of_model(self, place: Place) -> Taker | None:
        """Does a forward pass of this class take gradients?"""
        return self._first(_Step("model", place))

    def of_function(self, place: Place) -> Taker | None:
        """Does a call of this function or method take gradients?"""
        owner, _, _ = place.name.rpartition(".")
        return self._first(_Step("run", place, Place(place.path, owner) if owner else None))

    def of_callee(self, path: str, callee: str) -> Taker | None:
        """Does what a file calls by this name (see `interface.Call`) take gradients?"""
        return next((taker for step in self._called(path, callee, None) if (taker := self._first(step))), None)

    def knows(self, path: str, callee: str) -> bool:
        """Is what a file calls by this name a function or class of the run?"""
        return any(True for _ in self._called(path, callee, None))

    def of_mention(self, path: str, name: str) -> Taker | None:
        """Does what a file names so take gradients when it is called later?

        What `make()` stands for, a name with `()`, is called before, so that only what it makes counts.
        """
        return next((taker for step in self._named(path, name) if (taker := self._first(step)) is not None), None)

    def adds_hooks(self, place: Place) -> bool:
        """Does a function give a module hooks for its forward pass?"""
        return any(_is_hooking(call) for call in self.project.calls_in(place))

    # ---- what is reached

    def _first(self, start: _Step) -> Taker | None:
        """The nearest place that takes gradients."""
        return nearest(start, _taken_at, self._from, self._known)

    def _from(self, step: _Step) -> tuple[_Step, ...]:
        if step not in self._reached:
            ways = {"model": self._of_object, "run": self._of_run, "build": self._of_build}
            self._reached[step] = tuple(dict.fromkeys(ways[step.how](step)))
        return self._reached[step]

    def _of_object(self, step: _Step) -> Iterator[_Step]:
        kind = step.place
        for name in _RUNNING:
            method = self.definitions.method(kind, name)
            if method is not None:
                yield _Step("run", method, kind)
            else:
                yield from self._of_attribute(kind, name)
        for here in self.definitions.ancestry(kind)[0]:
            made = self.definitions.class_at(here)
            if made is not None and "__init__" in made.methods:
                yield _Step("build", Place(here.path, f"{here.name}.__init__"), kind)

    def _of_run(self, step: _Step) -> Iterator[_Step]:
        function = self.definitions.function_at(step.place)
        if function is None:
            return
        path = step.place.path
        for line in (function.gradient_line, function.telling_line):
            if line:
                yield _Step("take", step.place, None, line)
        for call in self.project.calls_in(step.place):
            if not self._is_foreign(path, call):
                yield from self._called(path, call.callee, step.owner)
        for name in function.mentions:
            yield from self._valued(path, name, step.owner)
        for name in function.decorators:
            yield from self._named(path, name)

    def _of_build(self, step: _Step) -> Iterator[_Step]:
        """What is made or handed on, but for what is only stored in an attribute: whoever uses that says so."""
        function = self.definitions.function_at(step.place)
        if function is None:
            return
        path = step.place.path
        if function.inner_line:
            yield _Step("take", step.place, None, function.inner_line)
        stored = self._stored(step.place)
        for name in (*function.mentions, *(call.callee for call in self.project.calls_in(step.place))):
            if name in stored or name.startswith("?."):
                continue
            is_callee = name not in function.mentions
            for further in self._valued(path, name, step.owner):
                yield further._replace(how="build") if is_callee and further.how == "run" else further

    def _stored(self, place: Place) -> set[str]:
        owner, _, _ = place.name.rpartition(".")
        kind = self.definitions.class_at(Place(place.path, owner))
        given = [one for _, values in (kind.attributes if kind else ()) for one in values]
        return {one.text for one in given if one.kind in ("call", "name") and not one.then}

    def _is_foreign(self, path: str, call: Call) -> bool:
        """Is it a method of an object that is surely of no class of the run: a text, a number, a progress bar?"""
        if not call.receiver:
            return False
        return all(map(_is_outside, self.makers.of(call.receiver, path, call.inside)))

    # ---- names

    def _called(self, path: str, callee: str, owner: Place | None) -> Iterator[_Step]:
        """What a call can mean."""
        if callee.startswith("?."):
            for method in self._methods.get(callee.removeprefix("?."), ()):
                if self.project.are_connected(path, method.path):
                    yield _Step("run", method, Place(method.path, method.name.rpartition(".")[0]))
            return
        own, _, attribute = callee.removeprefix(".").rpartition(".")
        if callee.startswith(".") and own and self.definitions.class_at(Place(path, own)) is not None:
            yield from self._of_member(owner or Place(path, own), attribute)
            return
        yield from self._named(path, callee)
        for place in self.definitions.find(path, callee):
            if (maker := self.definitions.method(place, "__init__")) is not None:
                yield _Step("run", maker, place)

    def _valued(self, path: str, name: str, owner: Place | None) -> Iterator[_Step]:
        if not name.startswith("self."):
            yield from self._called(path, name, owner)
        elif owner is not None:
            yield from self._of_member(owner, name.removeprefix("self."))

    def _of_member(self, kind: Place, name: str) -> Iterator[_Step]:
        """A method or property of a class, or what an attribute of it can be."""
        method = self.definitions.method(kind, name)
        if method is not None:
            yield _Step("run", method, kind)
        else:
            yield from self._of_attribute(kind, name)

    def _of_attribute(self, kind: Place, name: str) -> Iterator[_Step]:
        for here in self.definitions.ancestry(kind)[0]:
            found = self.definitions.class_at(here)
            given = dict(found.attributes).get(name, ()) if found else ()
            for origin in self.makers.of(given, here.path, f"{here.name}.__init__") if given else ():
                if origin.kind == "class" and origin.place is not None and origin.then in ((), ("held",)):
                    yield _Step("model", origin.place)
                elif origin.kind == "definition" and origin.place is not None:
                    yield from self._at(origin.place)
                elif origin.kind == "outside-name" and origin.text.startswith(TAKE_GRADIENTS):
                    yield _Step("take", here, None, found.line if found else 1)

    def _named(self, path: str, name: str) -> Iterator[_Step]:
        """What a dotted name of a file stands for; a variable for all that it may hold."""
        names = [(path, name)]
        for here, dotted_name in names:
            text = dotted_name.removesuffix("()")
            if "." not in text and (held := self._held.get(Place(here, text))) is not None:
                names += [one for one in held if one not in names]
                continue
            if text.startswith(TAKE_GRADIENTS):
                yield _Step("take", Place(here, text), None, 1)
            for place in self.definitions.find(here, text):
                held = self._held.get(place)
                if held is not None and not self._is_defined(place):
                    names += [one for one in held if one not in names]
                else:
                    yield from self._at(place, is_made=text != dotted_name)

    def _at(self, place: Place, *, is_made: bool = False) -> Iterator[_Step]:
        if self.definitions.class_at(place) is not None:
            yield _Step("model", place)
        elif self.definitions.function_at(place) is not None:
            owner, _, _ = place.name.rpartition(".")
            yield _Step("build" if is_made else "run", place, Place(place.path, owner) if owner else None)

    def _is_defined(self, place: Place) -> Class | Function | None:
        return self.definitions.class_at(place) or self.definitions.function_at(place)

    # ---- tables, each made once

    @cached_property
    def _held(self) -> dict[Place, list[tuple[str, str]]]:
        """Module-level variable -> (path, dotted name) of all that stands in what it is given."""
        table: dict[Place, list[tuple[str, str]]] = {}
        for path, interface in self.project.files.items():
            for variable, names in interface.mentions:
                table.setdefault(Place(path, variable), []).extend((path, name) for name in names)
        return table

    @cached_property
    def _methods(self) -> dict[str, list[Place]]:
        table: dict[str, list[Place]] = {}
        for place in self.definitions.classes:
            kind = self.definitions.class_at(place)
            for method in kind.methods if kind else ():
                table.setdefault(method, []).append(Place(place.path, f"{place.name}.{method}"))
        return table


def _taken_at(step: _Step) -> Taker | None:
    return Taker(step.place.path, step.line) if step.how == "take" else None


def _is_outside(origin: Origin) -> bool:
    """Was it made by a class that is not of the run? A function may give back whatever it is given."""
    if origin.then or origin.kind not in ("constant", "device", "outside"):
        return False
    root, _, name = origin.text.rpartition(".")
    return origin.kind != "outside" or name[:1].isupper() or root.partition(".")[0] == "tqdm"


def _is_hooking(call: Call) -> bool:
    return call.callee.rpartition(".")[2] in FORWARD_HOOKS
