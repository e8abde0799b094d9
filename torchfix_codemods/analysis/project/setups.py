"""Which functions of a run write only to what was made a moment ago: before any graph can need it."""

from __future__ import annotations

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Call, Function
from torchfix_codemods.analysis.project.passing import argument, argument_place
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.users import Users
from torchfix_codemods.analysis.tables.torch_api import WITH_PARAMETERS

# It may hold the parameters of the layers that it is given.
_HOLDING = "Transformer"


class Setups:
    """Answers over the run. What nobody in it uses runs at a time that nobody knows."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._users = project.shared(Users)
        self._known: dict[Place, bool] = {}

    def runs_early(self, place: Place) -> bool:
        """Is it a constructor, or does each use of it in the run stand in one, over any number of functions?

        Or pass it something new, where that is all it writes to itself.
        """
        if place not in self._known:
            self._known[place] = _is_constructor(place.name) or self._find(place)
        return self._known[place]

    def _find(self, start: Place) -> bool:
        """Each function is looked at once, so that circles end; one that nothing but a circle leads to is unused."""
        reached = [start]
        seen = {start}
        is_used = False
        for place in reached:
            users = [user for user in self._users.of(place) if Place(user[0], user[1]) != place]
            if not users:
                return False
            for path, inside, call in users:
                is_fresh = place == start and call is not None and self._passes_fresh(place, path, call)
                if is_fresh or _is_constructor(inside):
                    is_used = True
                elif not inside:
                    return False
                elif (further := Place(path, inside)) not in seen:
                    seen.add(further)
                    reached.append(further)
        return is_used

    def is_early(self, place: Place, path: str, inside: str, call: Call | None) -> bool:
        """Does this use of a function stand in what runs early itself, or pass it something new to write to?"""
        if call is not None and self._passes_fresh(place, path, call):
            return True
        return bool(inside) and self.runs_early(Place(path, inside))

    def _passes_fresh(self, place: Place, path: str, call: Call) -> bool:
        """Is all that the function writes to a layer of torch.nn that the caller has just made?"""
        function = self.project.definitions.function_at(place)
        if function is None or not function.writes:
            return False
        return all(self._is_fresh(function, name, path, call) for name in function.writes)

    def _is_fresh(self, function: Function, name: str, path: str, call: Call) -> bool:
        given = argument(function, call, name)
        if not given or argument_place(function, call, name) not in call.fresh:
            return False
        layers = [self.project.definitions.outside(path, one.text) or "" for one in given if one.kind == "call"]
        return len(layers) == len(given) and not any(one.then for one in given) and all(map(_is_layer, layers))


def _is_constructor(name: str) -> bool:
    owner, _, method = name.rpartition(".")
    return bool(owner) and method in ("__init__", "__new__")


def _is_layer(qualified: str) -> bool:
    module, _, name = qualified.rpartition(".")
    return module == "torch.nn" and name.startswith(WITH_PARAMETERS) and not name.startswith(_HOLDING)
