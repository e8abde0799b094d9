"""Whether the models and helpers of a region are seen, anywhere in the run, and whether they take gradients there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from torchfix_codemods.analysis.project.definitions import Place, is_module_class
from torchfix_codemods.analysis.project.gradients import FORWARD_HOOKS, GradientTakers, Taker
from torchfix_codemods.analysis.project.mentions import made_of, mentioned
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.project.origins import UNKNOWN, Origin, Origins
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted
from torchfix_codemods.analysis.values.model_names import Switch

# Functions of torchvision and of torch.hub give models whose forward passes take no gradients, by their sources.
_NOTHING = Origin("constant", "None")
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
            model = None if origin.then or origin.kind != "class" else origin.place
            if model is not None and (taker := self.takers.of_model(model)) is not None:
                yield taker
        for method in self.origins.methods_called(call):
            if (taker := self.takers.of_function(method)) is not None:
                yield taker

    def taker_of(self, switches: Iterable[Switch]) -> Taker | None:
        """Does the forward pass of one of these models take gradients?"""
        for switch in switches:
            for origin in self.origins.of(switch.receiver):
                place = None if origin.then or origin.kind != "class" else origin.place
                taker = None if place is None else self.takers.of_model(place)
                if taker is not None:
                    return taker
            if isinstance(switch.receiver, ast.Name) and (taker := self._of_variable(switch.receiver)) is not None:
                return taker
        return None

    def _of_variable(self, model: ast.Name) -> Taker | None:
        """Does something take gradients that the model was made of, that is put into it, or that hooks into it?"""
        tree = self.origins.tree
        made = [value for binding in tree.bindings(model) if (value := binding.value) is not None]
        made += [
            part.source
            for part in tree.assigned.given
            if (dotted(part.target) or "").startswith(f"{model.id}.")
            if tree.function(model) is tree.function(part.target)
        ]
        for call in tree.nodes(ast.Call):
            values = [*call.args, *(word.value for word in call.keywords)]
            if any(isinstance(value, ast.Name) and value.id == model.id for value in values):
                made += [call.func] if self._adds_hooks(call) else []
            elif callee_name(call) in FORWARD_HOOKS and (dotted(call.func) or "").startswith(f"{model.id}."):
                made += values
        return next((taker for value in made for taker in self._of_names_in(value, is_making=True)), None)

    def taker_named_in(self, statements: Iterable[ast.stmt]) -> Taker | None:
        """Does something take gradients that stands in the statements as a value, and may be called there?"""
        return next((taker for statement in statements for taker in self._of_names_in(statement)), None)

    def _of_names_in(self, node: ast.AST, *, is_making: bool = False) -> Iterator[Taker]:
        """What takes gradients among the functions and classes that are named somewhere, and what variables hold."""
        names, path = self.origins.reading.names, self.origins.path
        found = made_of(node, names) if is_making else mentioned(Nodes([node]), names, self._local_names(node))
        for name in found:
            if (taker := self.takers.of_mention(path, name)) is not None:
                yield taker

    def _local_names(self, node: ast.AST) -> frozenset[str]:
        function = self.origins.tree.function(node)
        return frozenset() if function is None else frozenset(self.origins.tree.scope(node).bindings)

    def _adds_hooks(self, call: ast.Call) -> bool:
        """Does a function of the run that gets the model give it hooks?"""
        find = self.takers.definitions.find
        places = (p for callee in self.origins.callees(call) for p in find(self.origins.path, callee))
        return any(map(self.takers.adds_hooks, places))

    def unseen(self, switches: Iterable[Switch]) -> str:
        """Why it is not known what a forward pass does; empty where every model's class is seen or torch's own."""
        for switch in switches:
            found = self.origins.of(switch.receiver)
            # `self.net = None` until there is one: that could not be switched to a mode.
            for origin in sorted(one for one in found if one != _NOTHING) or [UNKNOWN]:
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
