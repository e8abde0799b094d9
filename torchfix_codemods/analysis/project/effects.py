"""What a call of a function of the run certainly does: write into an argument, or run the step of an optimizer."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.project.writers import Writers


class Effects:
    """Answers for the calls of one file. What is not of the run is taken to do neither."""

    def __init__(self, origins: Origins) -> None:
        self.origins = origins
        self.project = origins.project
        self._writers = Writers(origins.project, is_cautious=False)
        self._stepping: dict[Place, bool] = {}

    def writes(self, call: ast.Call, is_meant: Callable[[ast.expr], bool]) -> bool:
        """Does the call write into one of the arguments that are meant?"""
        places = [(position, "") for position, value in enumerate(call.args) if is_meant(value)]
        places += [(0, word.arg) for word in call.keywords if word.arg and is_meant(word.value)]
        if not places:
            return False
        path = self.origins.path
        if any(self._writers.may_write(path, name, *place) for name in self.origins.callees(call) for place in places):
            return True
        methods = self.origins.methods_called(call)
        return any(self._writers.writes_argument(method, *place) for method in methods for place in places)

    def steps(self, call: ast.Call) -> bool:
        """Does a function of the run that is called here run an optimizer's step, itself or by what it calls?"""
        if not self._is_stepping:
            return False
        path = self.origins.path
        if any(self._runs_step(path, callee) for callee in self.origins.callees(call)):
            return True
        return any(map(self._steps_in, self.origins.methods_called(call)))

    @cached_property
    def _is_stepping(self) -> bool:
        """Does any function of the run run a step?"""
        return any(call.callee == "?.step" and call.inside for one in self.project.files.values() for call in one.calls)

    def _runs_step(self, path: str, callee: str) -> bool:
        if callee == "?.step":
            return True
        found = () if callee.startswith("?.") else self.project.definitions.find(path, callee)
        return any(self._steps_in(place) for place in found)

    def _steps_in(self, start: Place) -> bool:
        """Is a step among the calls that can be reached? Each function is looked at once, so that circles end."""
        if start not in self._stepping:
            reached = [start]
            for place in reached:
                for call in self.project.calls_in(place):
                    if call.callee == "?.step":
                        self._stepping[start] = True
                        return True
                    if not call.callee.startswith("?."):
                        found = self.project.definitions.find(place.path, call.callee)
                        reached += [further for further in dict.fromkeys(found) if further not in reached]
            self._stepping[start] = False
        return self._stepping[start]
