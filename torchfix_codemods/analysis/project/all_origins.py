"""What made a value over the run, with what annotations say, and only where every way to it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Given
from torchfix_codemods.analysis.project.origins import UNKNOWN, Makers, Origin, Step
from torchfix_codemods.analysis.project.passing import argument
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.users import Users

# Decorators that leave what a function gives.
_UNWRAPPED = frozenset({"torch.no_grad", "torch.enable_grad", "torch.inference_mode", "staticmethod", "classmethod"})
_PROPERTIES = frozenset({"property", "functools.cached_property"})


class AllMakers(Makers):
    """Answers over the run.

    Besides the kinds of `Origin` there are `instance` (of the class at `place`, or of that named `text`, or of one that
    derives from it) and `again` (what the other origins are, with what follows it).
    """

    def __init__(self, project: ProjectFacts) -> None:
        super().__init__(project)
        self._users = project.shared(Users)
        self._attributes: dict[tuple[Place, str], tuple[Origin, ...]] = {}

    def of_function(self, place: Place) -> tuple[Origin, ...]:
        """What a function gives, apart from its parameters: those are the caller's to know."""
        function = self.project.definitions.function_at(place)
        if function is None or not function.gives or not _UNWRAPPED.issuperset(function.decorators):
            return (UNKNOWN,)
        if function.result:
            return tuple(self._of_annotation(function.result, place.path)) or (UNKNOWN,)
        given = tuple(one for one in function.gives if one.kind != "parameter")
        return self.of(given, place.path, place.name) if given else ()

    def of_attribute(self, owner: Place, name: str) -> tuple[Origin, ...]:
        """What an attribute of the instances of a class is: from any method, class below, and file that sets it.

        Nothing where no file shows it, or it is a method.
        """
        key = owner, name
        if key not in self._attributes:
            self._attributes[key] = ()  # a circle
            steps = list(self._all_of_attribute(name, owner))
            found = (origin for step in steps for origin in self.of((step.given,), step.path, step.inside))
            self._attributes[key] = tuple(dict.fromkeys(found))
        return self._attributes[key]

    def _all_of_attribute(self, name: str, owner: Place) -> Iterator[Step]:
        definitions = self.project.definitions
        family = dict.fromkeys(definitions.ancestry(owner)[0])
        family |= dict.fromkeys(self.project.heirs(owner))
        for place in family:
            kind = definitions.class_at(place)
            if kind is None:
                continue
            if name in kind.methods:
                method = Place(place.path, f"{place.name}.{name}")
                function = definitions.function_at(method)
                is_property = function is not None and _PROPERTIES.issuperset(function.decorators)
                gives = function.gives if function is not None and is_property and function.decorators else ()
                yield from (Step(given, place.path, method.name) for given in gives or (Given("other"),))
            for given in dict(kind.attributes).get(name, ()):
                yield Step(given, place.path, f"{place.name}.__init__")
        if "typing.NamedTuple" in definitions.ancestry(owner)[1]:  # nobody can set its attributes
            return
        group = self.project.group(owner.path)
        for path, inside, values in self._sets.get(name, ()):
            if path in group:
                yield from (Step(given, path, inside) for given in values)

    @cached_property
    def _sets(self) -> dict[str, list[tuple[str, str, tuple[Given, ...]]]]:
        """attribute -> (file, function, what it gives to the attribute of something) of all that do."""
        table: dict[str, list[tuple[str, str, tuple[Given, ...]]]] = {}
        for path, interface in self.project.files.items():
            for name, inside, values in interface.sets:
                table.setdefault(name, []).append((path, inside, values))
        return table

    # ---- one step

    def _of_kind(self, given: Given, path: str, inside: str) -> Iterator[Step | Origin]:
        if given.kind == "again":
            yield Origin("again", given.text)
        elif given.kind == "instance":
            yield from self._of_annotation(given.text, path)
        elif given.kind == "self" and "." in inside:
            found = tuple(self._all_of_attribute(given.text, Place(path, inside.rpartition(".")[0])))
            yield from found or (UNKNOWN,)
        else:
            yield from super()._of_kind(given, path, inside)

    def _of_annotation(self, target: str, path: str) -> Iterator[Origin]:
        places = self.project.definitions.find(path, target)
        yield from (Origin("instance", place=place) for place in places if self.project.definitions.class_at(place))
        if not places:
            outside = self.project.definitions.outside(path, target)
            yield UNKNOWN if outside is None else Origin("instance", outside)

    def _of_result(self, place: Place) -> Iterator[Step | Origin]:
        function = self.project.definitions.function_at(place)
        if function is None or not _UNWRAPPED.issuperset(function.decorators):
            yield UNKNOWN
        elif function.result:
            yield from self._of_annotation(function.result, place.path)
        else:
            yield from super()._of_result(place)

    def _of_parameter(self, name: str, place: Place) -> Iterator[Step | Origin]:
        function = self.project.definitions.function_at(place)
        if function is None or self._is_called_unseen(place):
            yield UNKNOWN
            return
        if name in function.defaults and any(argument(function, call, name) == () for _, call in self.calls_of(place)):
            yield UNKNOWN
        yield from super()._of_parameter(name, place)

    def _is_called_unseen(self, place: Place) -> bool:
        """Does something call a function or class by another way than its name?"""
        method = place.name.rpartition(".")[2]
        if method == "__init__":
            place = Place(place.path, place.name.removesuffix(".__init__"))
            return any(call is None for heir in self.project.heirs(place) for _, _, call in self._users.of(heir))
        if method == "forward" or method.startswith("__") or not self.project.sees_calls_of(place):
            return True
        return any(call is None for _, _, call in self._users.of(place))
