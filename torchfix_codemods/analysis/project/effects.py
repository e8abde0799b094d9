"""What a call of a function of the run does: write into an argument, keep it, give it back, run an optimizer's step."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.origins import FileOfRun, Origins
from torchfix_codemods.analysis.project.passing import filled, handed_through
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.reaching import nearest
from torchfix_codemods.analysis.project.writers import CertainWriters, Keepers, Returners
from torchfix_codemods.analysis.syntax.tree import has_star_arguments


class Effects:
    """Answers for the calls of one file. What is not of the run is taken to do neither."""

    def __init__(self, origins: Origins) -> None:
        self.origins = origins
        self._stepping = origins.project.shared(_Stepping)

    @classmethod
    def for_file(cls, file: FileOfRun) -> Effects:
        return cls(file.get(Origins))

    def writes(self, call: ast.Call, is_meant: Callable[[ast.expr], bool]) -> bool:
        """Does the call write into one of the arguments that are meant?"""
        return self._does(CertainWriters, call, is_meant)

    def keeps(self, call: ast.Call, is_meant: Callable[[ast.expr], bool]) -> bool:
        """Does it store one of them, so that others can get at it later?"""
        return self._does(Keepers, call, is_meant)

    def gives_back(self, call: ast.Call, is_meant: Callable[[ast.expr], bool]) -> bool:
        """May what the call gives be one of them, or a view of it?"""
        return self._does(Returners, call, is_meant)

    def same_as(self, call: ast.Call) -> ast.expr | None:
        """The argument that a function of another file, which does nothing to it, gives back: all that it can give."""
        given = {value for callee in self.origins.callees(call) for value in self._same_as(call, callee)}
        only = given.pop() if len(given) == 1 else None
        return only if isinstance(only, ast.expr) else None

    def _same_as(self, call: ast.Call, callee: str) -> Iterator[ast.expr | None]:
        """The argument for each function that the callee can be, None for one that gives something else."""
        definitions = self.origins.project.definitions
        for place in definitions.find(self.origins.path, callee) or (None,):
            function = None if place is None else definitions.function_at(place)
            name = handed_through(function) if function is not None else ""
            if function is None or not name or has_star_arguments(call):
                yield None
                continue
            placed: list[ast.expr | None] = [
                value for at, value in enumerate(call.args) if filled(function, at) == name
            ]
            placed += [word.value for word in call.keywords if word.arg == name]
            yield from (placed or [None])

    def _does(self, what: type[CertainWriters], call: ast.Call, is_meant: Callable[[ast.expr], bool]) -> bool:
        places = [(position, "") for position, value in enumerate(call.args) if is_meant(value)]
        places += [(0, word.arg) for word in call.keywords if word.arg and is_meant(word.value)]
        if not places:
            return False
        functions, path = self.origins.project.shared(what), self.origins.path
        if any(functions.may_write(path, name, *place) for name in self.origins.callees(call) for place in places):
            return True
        methods = self.origins.methods_called(call)
        return any(functions.writes_argument(method, *place) for method in methods for place in places)

    def steps(self, call: ast.Call) -> bool:
        """Does a function of the run that is called here run an optimizer's step, itself or by what it calls?"""
        path = self.origins.path
        if any(self._stepping.is_step(path, callee) for callee in self.origins.callees(call)):
            return True
        return any(map(self._stepping.steps_in, self.origins.methods_called(call)))


class _Stepping:
    """Answers over the run."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._known: dict[Place, bool | None] = {}

    def is_step(self, path: str, callee: str) -> bool:
        """Does a call in a file, named as in `interface.Call`, run a step?"""
        return callee == "?.step" or any(map(self.steps_in, self._called(path, callee)))

    def steps_in(self, place: Place) -> bool:
        """Is a step among the calls that can be reached from a function?"""
        return nearest(place, self._has_step, self._further, self._known) is not None

    def _has_step(self, place: Place) -> bool | None:
        return any(call.callee == "?.step" for call in self.project.calls_in(place)) or None

    def _further(self, place: Place) -> Iterator[Place]:
        for call in self.project.calls_in(place):
            yield from self._called(place.path, call.callee)

    def _called(self, path: str, callee: str) -> tuple[Place, ...]:
        if callee.startswith("?.") or not self._is_stepping:
            return ()
        return self.project.definitions.find(path, callee)

    @cached_property
    def _is_stepping(self) -> bool:
        """Does any function of the run run a step?"""
        return any(call.callee == "?.step" and call.inside for one in self.project.files.values() for call in one.calls)
