"""Tensors that objects keep and fill in place, as a store of past steps does: what a graph could come into them by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Call, Class, Given
from torchfix_codemods.analysis.project.leaks import ANY, LEAK
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.writers import Writers
from torchfix_codemods.analysis.tables.torch_api import (
    FACTORIES,
    TAKING_A_TENSOR,
    TENSOR_CLASSES,
    VIEW_METHODS,
    is_tensor_class,
)

_MOST = 60


class Filling(NamedTuple):
    """What a buffer depends on: the buffers that are computed with, and the parameters that are written into them."""

    attributes: frozenset[str]
    parameters: frozenset[tuple[Place, str]]


class Buffers:
    """Answers over the run."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._known: dict[tuple[str, str], Filling | None] = {}

    def filling(self, attribute: str, path: str) -> Filling | None:
        """What the tensors called so depend on; None where a graph may come from what cannot be told.

        What the file at `path` writes in place is left out: who asks knows more of it.
        """
        key = attribute, path
        if key not in self._known:
            self._known[key] = self._find(attribute, path)
        return self._known[key]

    def _find(self, attribute: str, path: str) -> Filling | None:
        if ANY in self._fills:
            return None
        seen = {attribute}
        waiting = [attribute]
        parameters: set[tuple[Place, str]] = set()
        while waiting:
            name = waiting.pop()
            sources = [*self._given(name), *self._written(name, path)]
            if len(seen) > _MOST or not self._classes.get(name) or self._is_written_by_others(name):
                return None
            for place, given in sources:
                if given.kind == "parameter" and place.name and not given.then:
                    if self._is_called_unseen(place):
                        return None
                    parameters.add((place, given.text))
                elif given.kind == "self" and _keeps_graph(given.then):
                    if given.text not in seen:
                        seen.add(given.text)
                        waiting.append(given.text)
                elif not _is_clean(given):
                    return None
        return Filling(frozenset(seen), frozenset(parameters))

    def yielded(self, place: Place, position: int) -> tuple[Given, ...] | None:
        """What a graph can come from in an item of the tuples that a function yields; None where it yields others."""
        return self._yields.get((place, position))

    def hands_out(self, attribute: str) -> Iterator[Place]:
        """The methods that may give away a part of an object that has such an attribute."""
        owners = [Place(path, kind.name) for path, kind in self._classes.get(attribute, ())]
        for owner in dict.fromkeys((*owners, *(heir for one in owners for heir in self.project.heirs(one)))):
            for method, function in self.project.definitions.methods_of(owner):
                if function.parameters and function.parameters[0] in function.returns:
                    yield method

    def _given(self, name: str) -> Iterator[tuple[Place, Given]]:
        """What objects get as this attribute; a parameter without its function, as a class does not tell which."""
        for path, kind in self._classes.get(name, ()):
            heirs = [kind, *map(self.project.definitions.class_at, self.project.heirs(Place(path, kind.name)))]
            if any(one is not None and name in one.methods for one in heirs):
                yield Place(path, ""), Given("other")
            yield from ((Place(path, ""), given) for given in dict(kind.attributes)[name])
        for path, values in self._sets.get(name, ()):
            yield from ((Place(path, ""), given) for given in values)

    def _written(self, name: str, besides: str) -> Iterator[tuple[Place, Given]]:
        for path, inside, sources in self._fills.get(name, ()):
            if path != besides or LEAK in sources:
                yield from ((Place(path, inside), given) for given in sources)

    def _is_called_unseen(self, place: Place) -> bool:
        """Is a function called under another name, or found by a text?"""
        name = place.name.rpartition(".")[2]
        return any(LEAK in sources for _, _, sources in self._fills.get(name, ()))

    def _is_written_by_others(self, name: str) -> bool:
        """Is it passed to a function of the run that may write into it?"""
        return any(
            self._may_write(path, call.callee, position, word)
            for path, call, position, word in self._passed.get(name, ())
        )

    def _may_write(self, path: str, callee: str, position: int, word: str) -> bool:
        writers = self.project.shared(Writers)
        if not callee.startswith("?."):
            return writers.may_write(path, callee, position, word)
        for method in self._methods.get(callee.removeprefix("?."), ()):
            function = self.project.definitions.function_at(method)
            is_bound = function is None or "staticmethod" not in function.decorators
            if writers.writes_argument(method, position + is_bound, word):
                return True
        return False

    # ---- tables

    @cached_property
    def _methods(self) -> dict[str, list[Place]]:
        table: dict[str, list[Place]] = {}
        for path, interface in self.project.files.items():
            for function in interface.functions:
                owner, _, name = function.name.rpartition(".")
                if owner:
                    table.setdefault(name, []).append(Place(path, function.name))
        return table

    @cached_property
    def _classes(self) -> dict[str, list[tuple[str, Class]]]:
        table: dict[str, list[tuple[str, Class]]] = {}
        for path, interface in self.project.files.items():
            for kind in interface.classes:
                for name, _ in kind.attributes:
                    table.setdefault(name, []).append((path, kind))
        return table

    @cached_property
    def _sets(self) -> dict[str, list[tuple[str, tuple[Given, ...]]]]:
        table: dict[str, list[tuple[str, tuple[Given, ...]]]] = {}
        for path, interface in self.project.files.items():
            for name, _, values in interface.sets:
                table.setdefault(name, []).append((path, values))
        return table

    @cached_property
    def _fills(self) -> dict[str, list[tuple[str, str, tuple[Given, ...]]]]:
        table: dict[str, list[tuple[str, str, tuple[Given, ...]]]] = {}
        for path, interface in self.project.files.items():
            for name, inside, sources in interface.fills:
                table.setdefault(name, []).append((path, inside, sources))
        return table

    @cached_property
    def _yields(self) -> dict[tuple[Place, int], tuple[Given, ...]]:
        return {
            (Place(path, function), int(position)): sources
            for path, interface in self.project.files.items()
            for position, function, sources in interface.yields
        }

    @cached_property
    def _passed(self) -> dict[str, list[tuple[str, Call, int, str]]]:
        """Attribute -> (file, call, position, keyword) of the calls that are given it."""
        table: dict[str, list[tuple[str, Call, int, str]]] = {}
        for path, interface in self.project.files.items():
            for call in interface.calls:
                given = [(values, position, "") for position, values in enumerate(call.arguments)]
                given += [(values, 0, word) for word, values in call.keywords]
                for values, position, word in given:
                    for one in values:
                        names = {step for step in one.then if not step.endswith((")", "]"))}
                        for name in names | ({one.text} if one.kind == "self" else set()):
                            table.setdefault(name, []).append((path, call, position, word))
        return table


def _is_clean(given: Given) -> bool:
    """Is it made without a graph?"""
    if given.kind == "constant":
        return True
    owner, _, name = given.text.rpartition(".")
    if given.kind != "call" or not _keeps_graph(given.then):
        return False
    is_made = owner == "torch" and name in FACTORIES - TAKING_A_TENSOR
    return is_made or is_tensor_class(given.text, TENSOR_CLASSES) or owner == "numpy"


def _keeps_graph(then: tuple[str, ...]) -> bool:
    """Do these attributes, methods and items of a tensor without a graph give another one?"""
    return all(step in ("[]", "data") or step.removesuffix("()") in VIEW_METHODS - {"requires_grad_"} for step in then)
