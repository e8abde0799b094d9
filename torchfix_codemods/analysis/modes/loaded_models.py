"""Models whose weights a file loads and which it then runs for their output, without ever setting their mode."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.inference.kinds import Inferred, Kind
from torchfix_codemods.analysis.syntax.geometry import common_loop, exclusive, position
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME, WRAPPERS
from torchfix_codemods.analysis.training.training import Training, What
from torchfix_codemods.analysis.values.model_names import Switch, is_part_of, mode_switches, model_names, same_model

_INFERENCE = re.compile(
    r"(?:^|_)(?:test|valid|validate|validation|eval|evaluate|predict|prediction|infer|inference)(?:_|\Z)"
)
_NO_MODEL = re.compile(r"optim|sched|scaler|criterion|loss|ema\b|teacher|target", re.I)
# Layers that do something else in training mode.
_HAS_MODES = re.compile(r"ropout|Norm\w*\(|(?<!grad_)norm\w*\(|Transformer|RReLU|models\.|timm|dropout")
_SETS_MODES = re.compile(
    r"eval_?mode|set_?mode|set_?eval|to_?eval|inference_?mode_?on|\.training\b|\.requires_grad_\(False\)\.eval"
)
_BUILDERS = ("torchvision.models.", "timm.", "segmentation_models_pytorch.")
_LOADS = re.compile(r"load|checkpoint|restore", re.I)


@dataclass(frozen=True, slots=True)
class Unswitched:
    """A forward pass for inference: `load` gives the model its weights, nothing sets its mode in between.

    `can_insert`: `eval()` right after `load` covers this pass.
    """

    forward: ast.Call
    load: ast.Call
    model: ast.expr
    can_insert: bool


class LoadedModels:
    """Answers for one file. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred], mode: GradMode, training: Training) -> None:
        self.tree = tree
        self.kind = kind
        self.mode = mode
        self.training = training

    @property
    def sets_modes_by_name(self) -> bool:
        """Does the file have something of its own that switches modes?"""
        return _SETS_MODES.search(self.tree.text) is not None

    def unswitched(self) -> Iterator[Unswitched]:
        """The first such pass of each function and model."""
        if self.sets_modes_by_name or not self._loads:
            return
        switches = mode_switches(self.tree)
        if any(not switch.names or "self" in switch.names for switch in switches if not switch.training):
            return
        evaluated = [switch for switch in switches if not switch.training]
        trained = [switch for switch in switches if switch.training]
        seen: set[tuple[Function | None, frozenset[str]]] = set()
        for load, model, names in self._loads:
            if any(_related(names, switch.names) for switch in evaluated) or not self.has_modes(model):
                continue
            for forward, place in self._forwards(load, names):
                function = self.tree.function(forward)
                if any(self._is_switched_there(switch, forward) for switch in evaluated):
                    continue
                again = [switch for switch in trained if _related(names, switch.names)]
                if (function, names) not in seen and not any(self._is_chosen(s, forward, load) for s in again):
                    seen.add((function, names))
                    free = not again and not self._is_trained_elsewhere(load, names)
                    yield Unswitched(forward, load, model, free and self._covers(load, place))

    def _is_trained_elsewhere(self, load: ast.Call, names: frozenset[str]) -> bool:
        """Does another function run backward over the model's results, so that eval mode could last into training?"""
        home = self.tree.function(load)
        trains = {self.tree.function(call) for call in self.tree.calls_named("backward")}
        return any(
            self.tree.function(call) in trains - {home} and _related(names, model_names(self.tree, call.func))
            for call in (self.tree.nodes(ast.Call) if trains - {home} else ())
        )

    def _is_switched_there(self, switch: Switch, forward: ast.Call) -> bool:
        """Does the function of the forward pass set eval mode itself, under its own name for the model?"""
        if self.tree.function(switch.call) is not self.tree.function(forward):
            return False
        return _related(switch.names, model_names(self.tree, forward.func))

    def _is_chosen(self, switch: Switch, forward: ast.Call, load: ast.Call) -> bool:
        """Does the function of the forward pass ask for training mode itself, after the weights were loaded?"""
        function = self.tree.function(forward)
        if self.tree.function(switch.call) is not function:
            return False
        return function is not self.tree.function(load) or position(switch.call) > position(load)

    @cached_property
    def _loads(self) -> list[tuple[ast.Call, ast.expr, frozenset[str]]]:
        """Every `model.load_state_dict(..)` of weights from a file, with the model and its names."""
        found: list[tuple[ast.Call, ast.expr, frozenset[str]]] = []
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) != "load_state_dict" or not isinstance(call.func, ast.Attribute) or not call.args:
                continue
            model = call.func.value
            names = model_names(self.tree, model)
            text = dotted(model) or ""
            if names and text and not _NO_MODEL.search(text) and self._is_from_file(call.args[0]):
                found.append((call, model, names))
        return found

    @followed(False)
    def _is_from_file(self, node: ast.expr) -> bool:
        """Has it been loaded? Not taken from another model."""
        if any(isinstance(part, ast.Attribute) and part.attr == "state_dict" for part in ast.walk(node)):
            return False
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and _LOADS.search(callee_name(part)):
                return True
            values = [b.value for b in self.tree.bindings(part)] if isinstance(part, ast.Name) else []
            if any(value is not None and self._is_from_file(value) for value in values):
                return True
        return False

    # ---- the model

    def has_modes(self, model: ast.expr) -> bool:
        """Is it seen how the model is made, and may it have layers that behave differently in training?"""
        values = self._values(model)
        return bool(values) and all(self._makes_model(value) for value in values)

    def _values(self, model: ast.expr) -> list[ast.expr | None]:
        if isinstance(model, ast.Name):
            return [b.value for b in self.tree.bindings(model) if not self._is_same(b.value, model.id)]
        owner = self.tree.enclosing(model, ast.ClassDef)
        if not isinstance(model, ast.Attribute) or owner is None or not self._is_plain(owner):
            return []
        text = dotted(model)
        return [value for value in self.tree.assigned.values(text, owner) if not self._is_same(value, text or "")]

    def _is_same(self, value: ast.expr | None, name: str) -> bool:
        """Is it `net.to(device)` or `DataParallel(net)`, assigned to `net` again?"""
        while isinstance(value, ast.Call):
            if callee_name(value) in WRAPPERS and value.args:
                value = value.args[0]
            elif isinstance(value.func, ast.Attribute) and value.func.attr in MODULE_SAME:
                value = value.func.value
            else:
                return False
        return value is not None and dotted(value) == name

    def _is_plain(self, owner: ast.ClassDef) -> bool:
        """Is the class no module, whose own `eval()` would reach the model?"""
        return all((dotted(base) or "") in ("object", "ABC") for base in owner.bases)

    def _makes_model(self, value: ast.expr | None) -> bool:
        while isinstance(value, ast.Call) and (
            (callee_name(value) in WRAPPERS and value.args)
            or (isinstance(value.func, ast.Attribute) and value.func.attr in MODULE_SAME)
        ):
            value = value.args[0] if callee_name(value) in WRAPPERS else value.func.value  # type: ignore[attr-defined]
        if not isinstance(value, ast.Call):
            return False
        name = callee_name(value)
        qualified = self.tree.qualified_name(value.func) or ""
        if "from_pretrained" in name or "hub" in qualified:
            return False
        if isinstance(value.func, ast.Name):
            own = [b.node for b in self.tree.bindings(value.func) if isinstance(b.node, ast.ClassDef)]
            if own:
                return self.kind(value).kind is Kind.MODULE and _HAS_MODES.search(self.tree.text) is not None
        if qualified.startswith("torch.nn."):  # its layers are written there, or have names
            parts = [part.id for part in ast.walk(value) if isinstance(part, ast.Name)]
            text = self.tree.source(value) if set(parts) <= set(self.tree.imported) else self.tree.text
            return _HAS_MODES.search(text) is not None
        if qualified.startswith(_BUILDERS):
            return True
        return name[:1].isupper() and self.kind(value).kind in (Kind.MODULE, Kind.UNKNOWN)

    # ---- the forward pass

    def _forwards(self, load: ast.Call, names: frozenset[str]) -> Iterator[tuple[ast.Call, ast.Call]]:
        """The calls that run the model after it was loaded, where only its output is wanted.

        Each with the call that leads there in the function of the load.
        """
        home = self.tree.function(load)
        trained: dict[Function | None, bool] = {}
        for call, own in self._passes:
            function = self.tree.function(call)
            if function not in trained:
                trained[function] = self._is_trained_after(function, load)
            if trained[function] or not self._is_inference(call, function):
                continue
            place = self._place(own, function, call, load, home, names)
            if place is not None:
                yield call, place

    @cached_property
    def _passes(self) -> list[tuple[ast.Call, frozenset[str]]]:
        """The calls that may run a model, in order, with the names of what they call."""
        found: list[tuple[ast.Call, frozenset[str]]] = []
        for call in sorted(self.tree.nodes(ast.Call), key=position):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr == "forward":
                func = func.value
            if isinstance(func, (ast.Name, ast.Attribute)) and (call.args or call.keywords):
                own = model_names(self.tree, func)
                if own:
                    found.append((call, own))
        return found

    @cached_property
    def _calls(self) -> dict[tuple[Function | None, Function], list[ast.Call]]:
        """Function that calls and function that is called -> the calls, in source order."""
        table: dict[tuple[Function | None, Function], list[ast.Call]] = {}
        for call in self.tree.nodes(ast.Call):
            for function in {*self.training.called(call)}:
                table.setdefault((self.tree.function(call), function), []).append(call)
        return table

    def _place(
        self,
        own: frozenset[str],
        function: Function | None,
        call: ast.Call,
        load: ast.Call,
        home: Function | None,
        names: frozenset[str],
    ) -> ast.Call | None:
        """By which call the function of the load gets to this forward pass, if it is one of the loaded model."""
        if function is home:
            follows = position(load) < position(call) and not exclusive(self.tree, load, call)
            return call if follows and same_model(own, names) else None
        if function is None:
            return None
        if any(name.startswith("self.") for name in names):
            same = self.tree.class_of(function) is self.tree.class_of(home or function)
            return load if same and same_model(own, names) else None
        for outer in self._calls.get((home, function), []):
            if position(outer) < position(load) or exclusive(self.tree, load, outer):
                continue
            if same_model(self.training.outside(own, (outer,)), names):
                return outer
        is_global = home is None and same_model(own, names) and not self._is_local(own, function)
        return load if is_global else None

    def _is_local(self, names: frozenset[str], function: Function) -> bool:
        bound = self.tree.scopes[function].bindings
        return any(name.split(".")[0] in bound for name in names)

    def _is_trained_after(self, function: Function | None, load: ast.Call) -> bool:
        """Is anything trained there after the load?"""
        for event in self.training.events_of(function):
            is_over = function is self.tree.function(load) and position(event.place) < position(load)
            if event.what is What.BACKWARD and (not is_over or common_loop(self.tree, load, event.place) is not None):
                return True
        return False

    def _is_inference(self, call: ast.Call, function: Function | None) -> bool:
        """Is it run without gradients, or by a function that says so?"""
        if self.mode.is_covered(call):
            return True
        return function is not None and _INFERENCE.search(function.name) is not None

    def _covers(self, load: ast.Call, forward: ast.Call) -> bool:
        """Does every run that gets to the pass come by the load?"""
        statement = self.tree.statement(load)
        if not isinstance(statement, ast.Expr):
            return False
        holder = self.tree.parents[statement]
        return isinstance(holder, (*FUNCTIONS, ast.Module)) or (
            forward is not load and self.tree.within(forward, holder)
        )


def _related(one: frozenset[str], other: frozenset[str]) -> bool:
    """Can they be one model, or one a part of the other, or the same under an attribute of another object?"""
    last = {name.rsplit(".", 1)[-1].lstrip("_") for name in one} & {
        name.rsplit(".", 1)[-1].lstrip("_") for name in other
    }
    return bool(last) or same_model(one, other) or is_part_of(one, other) or is_part_of(other, one)
