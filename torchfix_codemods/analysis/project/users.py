"""Who calls a function of a run, or hands it on to be called by somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.given import HELD
from torchfix_codemods.analysis.project.interface import Call, Given
from torchfix_codemods.analysis.project.project import ProjectFacts


class Users:
    """Answers over the run."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project

    def of(self, place: Place) -> Iterator[tuple[str, str, Call | None]]:
        """(path, function, call) of all that calls a function or method, or passes it on as a value (without call)."""
        for path, call, _ in self.project.calls_of(place):
            yield path, call.inside, call
        for path, inside, target in self._passed_on.get(place.name.rsplit(".", 1)[-1], ()):
            is_meant = (
                self.project.are_connected(path, place.path)
                if target == "?"
                else self.project.is_meant(place, path, target)
            )
            if is_meant:
                yield path, inside, None

    @cached_property
    def _passed_on(self) -> dict[str, list[tuple[str, str, str]]]:
        """Last name of what is passed as a value -> (path, function, the dotted name there).

        `?` stands for an attribute of something unknown.
        """
        table: dict[str, list[tuple[str, str, str]]] = {}
        for path, interface in self.project.files.items():
            for call in interface.calls:
                for given in (*call.arguments, *(values for _, values in call.keywords)):
                    for one in given:
                        name, target = _passed(one, call.inside)
                        if name:
                            table.setdefault(name, []).append((path, call.inside, target))
            for function in interface.functions:
                owner = function.name.rpartition(".")[0]
                for name in function.mentions:
                    target = f".{owner}.{name.removeprefix('self.')}" if name.startswith("self.") else name
                    table.setdefault(name.rpartition(".")[2], []).append((path, function.name, target))
        return table


def _passed(given: Given, inside: str) -> tuple[str, str]:
    """(last name, dotted name) of what a function passes: `?` for an attribute of something else, empty where it is no
    name."""
    then = tuple(step for step in given.then if step != HELD)
    if then:
        is_attribute = not then[-1].endswith((")", "]"))
        return (then[-1], "?") if is_attribute else ("", "")
    if given.kind == "name":
        return given.text.rpartition(".")[2], given.text
    owner = inside.rpartition(".")[0]
    return (given.text, f".{owner}.{given.text}") if given.kind == "self" and owner else ("", "")
