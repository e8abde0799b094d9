"""Which functions of a run may write into what they are given, keep it, or give it back."""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Function
from torchfix_codemods.analysis.project.passing import filled, handed_on
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.reaching import nearest

_Key = tuple[Place, str]  # a function and one of its parameters


class Writers:
    """Answers over the run. With `is_cautious`, what is not of the run may write into what it is given, and
    what requires gradients afterwards counts as written to."""

    is_cautious = True

    def _is_end(self, function: Function, parameter: str) -> bool:
        """Does the function itself do it to the parameter?"""
        return parameter in function.writes or (self.is_cautious and parameter in function.marks)

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._known: dict[_Key, bool | None] = {}
        self._next: dict[_Key, tuple[_Key, ...] | None] = {}

    def may_write(self, path: str, callee: str, position: int, keyword: str = "") -> bool:
        """May a call write into its argument at `position` (from 0), or into that of `keyword`?

        `callee` is named as in `interface.Call`. What is not of the run may, but for a method of something unknown:
        those are mostly of loggers and meters.
        """
        return self._leads_to_write(self._called(path, callee, position, keyword))

    def writes_argument(self, place: Place, position: int, keyword: str = "") -> bool:
        """Does a function of the run, or the constructor of a class, write into this argument?"""
        return self._leads_to_write(self._given(place, position, keyword))

    def writes(self, place: Place, parameter: str) -> bool:
        """Does a function of the run write into this parameter, itself or by what it passes it to?"""
        return nearest((place, parameter), self._is_written, self._further, self._known) is not None

    # ---- one step

    def _is_written(self, key: _Key) -> bool | None:
        return True if self._from(key) is None else None

    def _further(self, key: _Key) -> tuple[_Key, ...]:
        return self._from(key) or ()

    def _from(self, key: _Key) -> tuple[_Key, ...] | None:
        """The parameters of other functions that a parameter is passed to; None where it is written into."""
        if key not in self._next:
            self._next[key] = self._find(*key)
        return self._next[key]

    def _find(self, place: Place, parameter: str) -> tuple[_Key, ...] | None:
        function = self.project.definitions.function_at(place)
        if function is None:
            return None if self.is_cautious else ()
        if self._is_end(function, parameter):
            return None
        found = [*self._later(place)] if parameter in function.keeps else []
        for call in self.project.calls_in(place):
            for position, keyword in handed_on(call, parameter):
                further = self._called(place.path, call.callee, position, keyword)
                if further is None:
                    return None
                found += further
        return tuple(dict.fromkeys(found))

    def _later(self, place: Place) -> Iterator[_Key]:
        """What a method keeps, the others of its class may write into: their object is written into then."""
        owner = Place(place.path, place.name.rpartition(".")[0])
        definitions = self.project.definitions
        if not self.is_cautious or definitions.class_at(owner) is None:
            return
        for method, function in definitions.methods_of(owner):
            if function.parameters:
                yield method, function.parameters[0]

    def _called(self, path: str, callee: str, position: int, keyword: str) -> tuple[_Key, ...] | None:
        if not callee or callee.startswith("?."):
            return ()
        if "." not in callee and not self.project.files[path].stars:
            return ()  # nothing brings the name
        places = self.project.definitions.find(path, callee)
        if not places:
            return None if self.is_cautious else ()
        found: list[_Key] = []
        for place in places:
            given = self._given(place, position, keyword)
            if given is None:
                return None
            found += given
        return tuple(found)

    def _given(self, place: Place, position: int, keyword: str) -> tuple[_Key, ...] | None:
        if self.project.definitions.class_at(place) is not None:
            place = Place(place.path, f"{place.name}.__init__")
        function = self.project.definitions.function_at(place)
        name = "" if function is None else filled(function, position, keyword)
        if not name or (self.is_cautious and name.startswith("*")):
            return None if self.is_cautious else ()
        return ((place, name.lstrip("*")),)

    def _leads_to_write(self, keys: tuple[_Key, ...] | None) -> bool:
        return keys is None or any(self.writes(*key) for key in keys)


class CertainWriters(Writers):
    """The same for what certainly writes: what is not of the run is taken not to."""

    is_cautious = False


class Keepers(CertainWriters):
    """The same for what stores what it is given where it outlives the call."""

    def _is_end(self, function: Function, parameter: str) -> bool:
        return parameter in function.keeps


class Returners(CertainWriters):
    """The same for what may give it back, or a view of it."""

    def _is_end(self, function: Function, parameter: str) -> bool:
        return parameter in function.returns
