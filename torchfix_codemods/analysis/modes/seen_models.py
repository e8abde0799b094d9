"""Whether the models and helpers of a region are seen, anywhere in the run, and whether they take gradients there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.project.definitions import Place, is_module_class
from torchfix_codemods.analysis.project.gradients import GradientTakers, Taker
from torchfix_codemods.analysis.project.origins import UNKNOWN, Origin, Origins
from torchfix_codemods.analysis.values.model_names import Switch

# Functions of torchvision and of torch.hub give models whose forward passes take no gradients, by their sources.
_KNOWN_MAKERS = ("torchvision.models.", "torch.nn.")


class SeenModels:
    """Answers for one file."""

    def __init__(self, origins: Origins, takers: GradientTakers) -> None:
        self.origins = origins
        self.takers = takers

    def taker_in(self, calls: Iterable[ast.Call]) -> tuple[ast.Call, Taker] | None:
        """The first call that takes gradients in a function, method or model of the run, with the line that does."""
        for call in calls:
            for taker in self._of_call(call):
                return call, taker
        return None

    def _of_call(self, call: ast.Call) -> Iterator[Taker]:
        place = self.origins.place(call)
        for callee in self.origins.callees(call):
            if (taker := self.takers.of_callee(place.path, callee)) is not None:
                yield taker
        for origin in self.origins.of(call.func):  # an object that is called
            if origin.kind == "class" and origin.place is not None and not origin.then:
                if (taker := self.takers.of_model(origin.place)) is not None:
                    yield taker
            elif origin.kind == "class" and origin.place is not None and len(origin.then) == 1:
                method = self.takers.project.definitions.method(origin.place, origin.then[0].removesuffix("()"))
                if method is not None and (taker := self.takers.of_function(method)) is not None:
                    yield taker

    def taker_of(self, switches: Iterable[Switch]) -> Taker | None:
        """Does the forward pass of one of these models take gradients?"""
        for switch in switches:
            for origin in self.origins.of(switch.receiver):
                place = None if origin.then or origin.kind != "class" else origin.place
                taker = None if place is None else self.takers.of_model(place)
                if taker is not None:
                    return taker
        return None

    def unseen(self, switches: Iterable[Switch]) -> str:
        """Why it is not known what a forward pass does; empty where every model's class is seen or torch's own."""
        for switch in switches:
            for origin in sorted(self.origins.of(switch.receiver)):
                reason = self._why_unseen(origin)
                if reason:
                    return reason
        return ""

    def _why_unseen(self, origin: Origin) -> str:
        if origin == UNKNOWN:
            return "the class of the model is not in sight, and its forward pass may need gradients"
        if origin.kind == "class" and origin.place is not None and not origin.then:
            return self._why_base_unseen(origin.place)
        name = origin.text or (origin.place.name if origin.place else "")
        if origin.kind in ("outside", "outside-name") and (is_module_class(name) or name.startswith(_KNOWN_MAKERS)):
            return ""
        return f"the model comes from `{name}`, which is not in sight, and its forward pass may need gradients"

    def _why_base_unseen(self, place: Place) -> str:
        definitions = self.takers.project.definitions
        if definitions.method(place, "forward") is not None:
            return ""
        outer = {base for base in definitions.ancestry(place)[1] if not is_module_class(base) and base != "object"}
        if not outer:
            return ""
        return f"`{place.name}` runs the forward pass of `{sorted(outer)[0]}`, which is not in sight"


def evidence(call: ast.Call, taker: Taker) -> Evidence:
    """The line of the call, with the place that takes gradients."""
    return Evidence(call.lineno, f"takes gradients on line {taker.line} of {taker.path}")
