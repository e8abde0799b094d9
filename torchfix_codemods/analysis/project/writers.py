"""Which functions of a run may write into what they are given."""

from __future__ import annotations

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Call
from torchfix_codemods.analysis.project.project import ProjectFacts


class Writers:
    """Answers over the run. With `is_cautious`, what is not of the run may write into what it is given, and
    what requires gradients afterwards counts as written to."""

    def __init__(self, project: ProjectFacts, *, is_cautious: bool = True) -> None:
        self.project = project
        self.is_cautious = is_cautious
        self._known: dict[tuple[Place, str], bool] = {}

    def may_write(self, path: str, callee: str, position: int, keyword: str = "") -> bool:
        """May a call write into its argument at `position` (from 0), or into that of `keyword`?

        `callee` is named as in `interface.Call`. What is not of the run may, but for a method of something unknown:
        those are mostly of loggers and meters.
        """
        if not callee or callee.startswith("?."):
            return False
        if "." not in callee and not self.project.files[path].stars:
            return False  # nothing brings the name
        places = self.project.definitions.find(path, callee)
        return (not places and self.is_cautious) or any(
            self.writes_argument(place, position, keyword) for place in places
        )

    def writes_argument(self, place: Place, position: int, keyword: str = "") -> bool:
        """Does a function of the run, or the constructor of a class, write into this argument?"""
        if self.project.definitions.class_at(place) is not None:
            place = Place(place.path, f"{place.name}.__init__")
        function = self.project.definitions.function_at(place)
        if function is None:
            return self.is_cautious
        if keyword:
            name = keyword if keyword in function.parameters else ""
        else:
            skipped = 1 if "." in function.name and "staticmethod" not in function.decorators else 0
            names = list(function.parameters)[skipped:]
            name = names[position] if position < len(names) else ""
        if not name or name.startswith("*"):
            return self.is_cautious
        return self.writes(place, name)

    def writes(self, place: Place, parameter: str) -> bool:
        """Does a function of the run write into this parameter, itself or by what it passes it to?"""
        key = place, parameter
        if key not in self._known:
            self._known[key] = False  # what calls itself adds nothing
            self._known[key] = self._find(place, parameter)
        return self._known[key]

    def _find(self, place: Place, parameter: str) -> bool:
        function = self.project.definitions.function_at(place)
        if function is None:
            return self.is_cautious
        if parameter in function.writes or (self.is_cautious and parameter in function.marks):
            return True
        return any(
            self.may_write(place.path, call.callee, position, keyword)
            for call in self.project.calls_in(place)
            for position, keyword in _passing(call, parameter)
        )


def _passing(call: Call, parameter: str) -> list[tuple[int, str]]:
    """Where a call passes a parameter of the function around it, or a part of it, on."""
    found = [
        (position, "")
        for position, given in enumerate(call.arguments)
        if any(one.kind == "parameter" and one.text == parameter for one in given)
    ]
    return found + [
        (0, word) for word, given in call.keywords if any(o.kind == "parameter" and o.text == parameter for o in given)
    ]
