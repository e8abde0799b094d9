"""What the functions of other files of the run give, and what the attributes of their classes are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from torchfix_codemods.analysis.inference.infer_run import gives_tensor, keeps_tensor
from torchfix_codemods.analysis.inference.infer_values import NONE, NOTHING, Value, What, join, known, tensor, tuple_of
from torchfix_codemods.analysis.inference.kinds import Certainty
from torchfix_codemods.analysis.project.all_origins import AllMakers
from torchfix_codemods.analysis.project.definitions import Place, is_module_class
from torchfix_codemods.analysis.project.given import HELD
from torchfix_codemods.analysis.project.interface import Function
from torchfix_codemods.analysis.project.modules import parts_of
from torchfix_codemods.analysis.project.origins import UNKNOWN, Origin
from torchfix_codemods.analysis.project.passing import filled, handed_through
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.tables import torch_api


class Others:
    """Answers for one file."""

    def __init__(self, project: ProjectFacts, path: str) -> None:
        self.project = project
        self.path = path
        self._makers = project.shared(AllMakers)
        self._functions: dict[str, Place | None] = {}
        self._attributes: dict[tuple[Place, str], Value] = {}

    def result(self, name: str, call: ast.Call, args: list[Value], named: dict[str, Value]) -> Value:
        """What a call of a function of another file gives, named as this file imports it."""
        place = self._function(name)
        function = None if place is None else self.project.definitions.function_at(place)
        if place is None or function is None:
            return NOTHING
        text = f"`{name.rpartition('.')[2]}(..)` returns a"
        if function.result or not any(given.kind == "parameter" for given in function.gives):
            return self._together(self._makers.of_function(place), function, call.lineno, text)
        passed = _passed(function, args, named)
        if (same := handed_through(function)) in passed:
            return passed[same]  # whatever other calls pass
        origins = [
            *self._makers.of_function(place),
            *(Origin("passed", given.text, then=given.then) for given in function.gives if given.kind == "parameter"),
        ]
        return self._together(origins, function, call.lineno, text, passed)

    @property
    def has_stars(self) -> bool:
        """Can names come from other files that this one does not name?"""
        return self.path in self.project.files and bool(self.project.files[self.path].stars)

    def starred(self, name: str, call: ast.Call, args: list[Value], named: dict[str, Value]) -> Value:
        """What a call of a function or class gives that a star import brings."""
        place = self._class(name)
        if place is not None and place.path != self.path:
            return self._instance(place, call.lineno, f"`{name}(..)` is a")
        return self.result(name, call, args, named)

    def attribute(self, owner: str, name: str, line: int) -> Value:
        """What an attribute is of an instance of a class, named as this file imports it."""
        place = self._class(owner)
        return NOTHING if place is None else self._of_class(place, name, line)

    def made(self, origins: Iterable[Origin], line: int, text: str) -> Value:
        """What a value is that one of these made."""
        return self._join(origins, lambda origin: self._value(origin, line, text, {}))

    # ---- names

    def _function(self, name: str) -> Place | None:
        if name not in self._functions:
            places = self.project.definitions.find(self.path, name)
            is_plain = len(places) == 1 and "." not in places[0].name and places[0].path != self.path
            self._functions[name] = places[0] if is_plain else None
        return self._functions[name]

    def _class(self, name: str) -> Place | None:
        places = self.project.definitions.find(self.path, name)
        is_class = len(places) == 1 and self.project.definitions.class_at(places[0]) is not None
        return places[0] if is_class else None

    def _name_of(self, place: Place) -> str:
        """The dotted name by which this file can mean a class, whether it imports it or not."""
        return ".".join((*parts_of(place.path), place.name))

    # ---- values

    def _together(
        self,
        origins: Iterable[Origin],
        function: Function,
        line: int,
        text: str,
        passed: dict[str, Value] | None = None,
    ) -> Value:
        found = list(origins)
        if not function.items or function.result:
            return self._join(found, lambda origin: self._value(origin, line, text, passed or {}))
        if any(origin.then[-1:] != (HELD,) for origin in found):
            return NOTHING
        items = [origin._replace(then=origin.then[:-1]) for origin in found]
        item = self._join(items, lambda origin: self._value(origin, line, f"{text} tuple with a", passed or {}))
        return tuple_of((item,) * function.items) if item.known else NOTHING

    def _join(self, origins: Iterable[Origin], value_of: Callable[[Origin], Value]) -> Value:
        found = list(origins)
        if UNKNOWN in found:
            return NOTHING
        result: Value | None = None
        again = [origin.then for origin in found if origin.kind == "again"]
        for origin in found:
            if origin.kind != "again":
                value = value_of(origin)
                result = value if result is None else join(result, value)
                if not result.known:  # of one class, whatever that is
                    return result if len(found) == 1 and result.name is not None else NOTHING
        if result is None or not result.known or result.what is What.NONE:
            return NOTHING
        if any(then and not (result.what is What.TENSOR and keeps_tensor(then)) for then in again):
            return NOTHING
        return result

    def _value(self, origin: Origin, line: int, text: str, passed: dict[str, Value]) -> Value:
        value = self._first(origin, line, text, passed)
        for index, step in enumerate(origin.then):
            if value.what is What.TENSOR:
                return value.at(None)._replace(scalar=False) if keeps_tensor(origin.then[index:]) else NOTHING
            if step.endswith((")", "]")) or value.name is None:
                return NOTHING
            value = self._part(value, step, line)
        return value

    def _part(self, value: Value, name: str, line: int) -> Value:
        if value.what is What.MODULE and name in ("weight", "bias") and torch_api.is_layer(value.name or ""):
            return tensor(line, f"`{name}` of a {value.name}")
        place = self._class(value.name or "")
        return NOTHING if place is None else self._of_class(place, name, line)

    def _of_class(self, place: Place, name: str, line: int) -> Value:
        key = place, name
        if key not in self._attributes:
            self._attributes[key] = NOTHING  # a circle
            text = f"`{name}` of `{place.name}` is a"
            origins = self._makers.of_attribute(place, name)
            self._attributes[key] = self._join(origins, lambda origin: self._value(origin, line, text, {}))
        return self._attributes[key]._replace(line=line)

    def _first(self, origin: Origin, line: int, text: str, passed: dict[str, Value]) -> Value:
        """What was made, without what follows."""
        if origin.kind == "passed":
            value = passed.get(origin.text, NOTHING)
            return value if value.what in (What.TENSOR, What.MODULE, What.NONE) else NOTHING
        if origin.kind == "outside" and gives_tensor(origin.text):
            return tensor(line, f"{text} tensor")
        if origin.kind == "instance" and torch_api.is_tensor_class(origin.text, torch_api.TENSOR_CLASSES):
            return tensor(line, f"{text} tensor")
        if origin.kind in ("outside", "instance") and origin.place is None and is_module_class(origin.text):
            return known(What.MODULE, line, f"{text} module", origin.text)
        if origin.kind in ("class", "instance") and origin.place is not None:
            return self._instance(origin.place, line, text)
        if origin.kind == "constant":
            return NONE if origin.text == "None" else known(What.OTHER, line, f"{text} constant")
        return NOTHING

    def _instance(self, place: Place, line: int, text: str) -> Value:
        is_module = self.project.definitions.is_module(place)
        name = self._name_of(place)
        if self._class(name) != place:
            name = place.name
        if is_module:
            return known(What.MODULE, line, f"{text} module", name)
        certainty = Certainty.CONVENTION if is_module is None else Certainty.EVIDENCE
        return Value(What.OTHER, certainty, line, f"{text} `{place.name}`", name=name)


def _passed(function: Function, args: list[Value], named: dict[str, Value]) -> dict[str, Value]:
    """Parameter -> what a call passes."""
    found = {filled(function, position): value for position, value in enumerate(args)}
    return found | {filled(function, 0, word): value for word, value in named.items()}
