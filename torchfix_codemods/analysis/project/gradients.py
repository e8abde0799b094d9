"""Which functions and models of a run take gradients when they are called, themselves or through what they call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Call
from torchfix_codemods.analysis.project.origins import Makers

_RUNNING = ("forward", "__call__")


class Taker(NamedTuple):
    """The line of a file of the run that takes gradients, or tells whether they are on."""

    path: str
    line: int


class GradientTakers:
    """Answers over the run."""

    def __init__(self, makers: Makers) -> None:
        self.makers = makers
        self.project = makers.project
        self._known: dict[Place, Taker | None] = {}

    def of_model(self, place: Place) -> Taker | None:
        """Does a forward pass of this class take gradients?"""
        for name in _RUNNING:
            method = self.project.definitions.method(place, name)
            if method is not None and (taker := self.of_function(method)) is not None:
                return taker
        return None

    def of_function(self, place: Place) -> Taker | None:
        """Does a call of this function or method take gradients?"""
        if place not in self._known:
            self._known[place] = None  # what calls itself adds nothing
            self._known[place] = self._find(place)
        return self._known[place]

    def _find(self, place: Place) -> Taker | None:
        function = self.project.definitions.function_at(place)
        if function is None:
            return None
        if function.gradient_line:
            return Taker(place.path, function.gradient_line)
        for call in self.project.calls_in(place):
            for taker in self._of_call(place, call):
                return taker
        return None

    def _of_call(self, place: Place, call: Call) -> Iterator[Taker]:
        taker = self.of_callee(place.path, call.callee)
        if taker is not None:
            yield taker
        for model in self._models_called(place, call):
            taker = self.of_model(model)
            if taker is not None:
                yield taker

    def of_callee(self, path: str, callee: str) -> Taker | None:
        """Does what a file calls by this name (see `interface.Call`) take gradients?"""
        for place in self._places(path, callee):
            if self.project.definitions.class_at(place) is not None:
                place = Place(place.path, f"{place.name}.__init__")
            taker = self.of_function(place)
            if taker is not None:
                return taker
        return None

    def _places(self, path: str, callee: str) -> Iterator[Place]:
        """The functions, methods and classes of the run that a call can mean."""
        if not callee.startswith("?."):
            yield from self.project.definitions.find(path, callee)
            return
        name = callee.removeprefix("?.")
        for method in self._methods.get(name, ()):
            if self.project.are_connected(path, method.path):
                yield method

    def _models_called(self, place: Place, call: Call) -> Iterator[Place]:
        """`self.body(x)`: the classes that an attribute can be an instance of."""
        owner, _, attribute = call.callee.removeprefix(".").rpartition(".")
        if not call.callee.startswith(".") or not owner:
            return
        kind = Place(place.path, owner)
        if self.project.definitions.class_at(kind) is None or self.project.definitions.method(kind, attribute):
            return
        for here in self.project.definitions.ancestry(kind)[0]:
            found = self.project.definitions.class_at(here)
            given = dict(found.attributes).get(attribute, ()) if found else ()
            for origin in self.makers.of(given, here.path, f"{here.name}.__init__"):
                if origin.kind == "class" and origin.place is not None and not origin.then:
                    yield origin.place

    @cached_property
    def _methods(self) -> dict[str, list[Place]]:
        table: dict[str, list[Place]] = {}
        for place in self.project.definitions.classes:
            kind = self.project.definitions.class_at(place)
            for method in kind.methods if kind else ():
                table.setdefault(method, []).append(Place(place.path, f"{place.name}.{method}"))
        return table
