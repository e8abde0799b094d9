"""In which mode a model is saved, and whether the program sets the mode again after loading.

A whole model in a file keeps the mode that it was saved in. A new one is in training mode.
"""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.saving.model_loads import Place, Shape
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.values.model_names import Switch, mode_switches, model_names, same_model
from torchfix_codemods.analysis.values.variables import Variables

_EITHER = "the mode that it was saved in is not in the file"


class Modes:
    """Answers for one file."""

    def __init__(self, tree: Tree, variables: Variables) -> None:
        self.tree = tree
        self.variables = variables
        self.switches = mode_switches(tree)

    def at(self, save: ast.Call, node: ast.expr) -> bool | None:
        """Is the model that `node` gives in training mode when it is saved? None where that cannot be seen."""
        if all(switch.training for switch in self.switches):
            return True
        return self._mode_at(save, model_names(self.tree, node))

    def lost_anew(self, place: Place, training: bool | None) -> tuple[bool, str]:
        """Must `.eval()` be called on a new model, or (as a clause) what is not known, by how it was saved."""
        if self._is_set_later(place):
            return False, ""
        if training is None:
            return False, _EITHER
        return not training, ""

    def lost_in_place(self, place: Place, training: bool | None) -> str:
        """A clause that says what is not known, for a model that is filled and keeps its own mode."""
        if self._is_set_later(place) or (training and not any(not switch.training for switch in self.switches)):
            return ""
        names = model_names(self.tree, place.target) if place.target is not None else frozenset()
        now = self._mode_at(place.model, names)
        return "" if training is not None and training is now else _EITHER

    def _mode_at(self, place: ast.expr, names: frozenset[str]) -> bool | None:
        """Is a model in training mode at a place? None where that cannot be seen."""
        function = self.tree.function(place)
        mine = [s for s in self.switches if self.tree.function(s.call) is function and same_model(s.names, names)]
        before = [switch for switch in mine if position(switch.call) < position(place)]
        others = [switch for switch in self.switches if not switch.training and switch not in mine]
        if not before:
            return None if mine or others else True
        last = max(before, key=lambda switch: position(switch.call))
        called = [s for s in others if position(last.call) < position(s.call) < position(place)]
        return None if called or self._calls_a_switch(last.call, place) else last.training

    def _calls_a_switch(self, start: ast.expr, end: ast.expr) -> bool:
        """Is a function of this file called in between that switches a mode?"""
        switching = {getattr(self.tree.function(switch.call), "name", "") for switch in self.switches} - {""}
        between = [c for c in self.tree.nodes(ast.Call) if position(start) < position(c) < position(end)]
        return any(isinstance(call.func, ast.Name) and call.func.id in switching for call in between)

    def _is_set_later(self, place: Place) -> bool:
        if "eval" in place.methods or "train" in place.methods:
            return True
        if place.shape is Shape.RETURNED or place.target is None:
            return self._is_set_by_callers(place)
        return self._is_set(place.target, place.statement)

    def _is_set_by_callers(self, place: Place) -> bool:
        function = self.tree.function(place.statement)
        calls = self.variables.calls_of(function) if function is not None else None
        for call in calls or ():
            holder = self.tree.parents[call]
            if isinstance(holder, ast.Attribute) and holder.attr in ("eval", "train"):
                return True
            if any(self._is_set(goal, self.tree.statement(call)) for goal in self.tree.assigned.targets(call)):
                return True
        return False

    def _is_set(self, goal: ast.expr, statement: ast.stmt) -> bool:
        names = model_names(self.tree, goal)
        return any(same_model(s.names, names) and self._follows(s, statement) for s in self.switches) or any(
            self._is_set_inside(read, statement) for read in self._reads(goal)
        )

    def _follows(self, switch: Switch, statement: ast.stmt) -> bool:
        if self.tree.function(switch.call) is not self.tree.function(statement):
            return True
        return position(switch.call) > position(statement)

    def _reads(self, goal: ast.expr) -> list[ast.Name]:
        return self.variables.reads(goal) if isinstance(goal, ast.Name) else []

    def _is_set_inside(self, read: ast.Name, statement: ast.stmt) -> bool:
        """Is the model passed to a function of this file that sets its mode?"""
        call = self.tree.parents[read]
        if not isinstance(call, ast.Call) or read not in call.args:
            return False
        parameter = self.variables.parameter(call, call.args.index(read))
        if parameter is None:
            return False
        return any(parameter.arg in switch.names for switch in self.switches)
