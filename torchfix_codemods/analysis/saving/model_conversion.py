"""How the place that gets a whole model from a file is written for a state_dict, or why it cannot be.

Either the model that stands under the same name is filled in place, or its constructor is called once more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from torchfix_codemods.analysis.devices.devices import Devices
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.saving.abroad import Abroad
from torchfix_codemods.analysis.saving.carried import Carried
from torchfix_codemods.analysis.saving.load_calls import given_location
from torchfix_codemods.analysis.saving.model_changes import Change, Changes
from torchfix_codemods.analysis.saving.model_loads import Place, Shape
from torchfix_codemods.analysis.saving.model_modes import Modes
from torchfix_codemods.analysis.saving.model_origin import MOVES, Origin, Origins
from torchfix_codemods.analysis.saving.model_rebuild import Rebuild
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import common_loop, position
from torchfix_codemods.analysis.syntax.guards import binding_before, runs_before
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Scope, Tree, callee_name, dotted
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import Edit, EditCall, InsertStatement, Replace, Unwrap, target

_CPU = "cpu"
_ROUNDING = frozenset({"half", "double", "bfloat16", "type"})
_NAMES = ("model", "net", "loaded_model")


@dataclass(frozen=True, slots=True)
class Source:
    """What the file holds: where the model was saved, and how it had been made.

    `training` is its mode then, None where that cannot be seen. `carried` is set where another file saves it.
    """

    save: ast.Call
    node: ast.expr
    origin: Origin
    changes: tuple[Change, ...]
    moved: bool
    training: bool | None
    carried: Carried | None = None


@dataclass(frozen=True, slots=True)
class Conversion:
    """The edits for one place; where there can be none, `reason` says why. `notes` is what is lost all the same.

    `together` are the files that have to be rewritten with it.
    """

    edits: tuple[Edit, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    anew: bool = False
    together: frozenset[str] = frozenset()


class Conversions:
    """Answers for one file."""

    def __init__(self, file: File, variables: Variables, origins: Origins, changes: Changes) -> None:
        self.file = file
        self.tree: Tree = file.tree
        self.variables = variables
        self.origins = origins
        self.changes = changes
        self.rebuild = Rebuild(file.tree, file.kind, variables)
        self.abroad = Abroad(file, variables)
        self.modes = Modes(file.tree, variables)

    def of(self, place: Place, load: ast.Call, source: Source) -> Conversion:
        """The conversion of one place that gets the model of `source` from `load`."""
        if place.shape is Shape.FED:
            return Conversion()
        if place.shape is Shape.WEIGHTS:
            return self._weights(place, source)
        if place.shape is Shape.OTHER:
            return Conversion(reason=f"line {at(place.model.lineno)} uses what it loads on the spot")
        if place.rest is None:
            return Conversion(reason=f"line {at(place.model.lineno)} gives other names a value in the same statement")
        if place.inside and source.origin.wrapper != "module":
            return Conversion(
                reason=f"line {at(place.model.lineno)} reads `.module` of it, which the saved model has not"
            )
        if place.inside or not (conversion := self._in_place(place, load, source)):
            conversion = self._anew(place, load, source)
        return conversion

    def _weights(self, place: Place, source: Source) -> Conversion:
        """`loaded.state_dict()` is what the file holds."""
        if not _ROUNDING.isdisjoint(place.methods):
            return Conversion(reason=f"line {at(place.model.lineno)} changes the number format on the way")
        if source.origin.wrapper and not place.inside:
            return Conversion(reason=f"line {at(place.model.lineno)} takes keys with the prefix of the wrapper")
        if place.inside and source.origin.wrapper != "module":
            return Conversion(
                reason=f"line {at(place.model.lineno)} reads `.module` of it, which the saved model has not"
            )
        return Conversion((Unwrap(target(place.whole), target(place.model)),))

    # ---- into the model that is there

    def _in_place(self, place: Place, load: ast.Call, source: Source) -> Conversion | None:
        """None where no such model stands under that name."""
        goal = place.target
        if goal is None or place.annotation is not None:
            return None
        if source.carried is None:
            wrapper = self._stands_there(goal, load, source.origin)
        else:
            wrapper = self._made_alike(goal, load, source.carried)
        if wrapper is None or self._has_other_names(goal, load, source):
            return None
        late = [
            change
            for change in source.changes
            if change.by_class or source.carried is not None or not self._is_before(change.node, place, source)
        ]
        if late:
            return Conversion(reason=late[0].reason)
        name = self.tree.source(goal)
        holder = f"{name}.{wrapper}" if wrapper else name
        edits: list[Edit] = [
            Replace(target(place.statement), f"{holder}.load_state_dict($0)", (target(place.model),)),
            *self._location(place, load),
        ]
        after = [text for text in (f"{name}{place.tail}" if place.tail else "", place.rest) if text]
        mode = self.modes.lost_in_place(place, source.training)
        if after:
            edits.append(InsertStatement(target(place.statement), "\n".join(after), after=True))
        return Conversion(tuple(edits), notes=(mode,) if mode else ())

    def _stands_there(self, goal: ast.expr, load: ast.Call, origin: Origin) -> str | None:
        """The wrapper of the model that stands under that name before the load; None if it is not the saved one."""
        if isinstance(goal, ast.Attribute):
            return self._stands_in_attribute(goal, load, origin)
        assert isinstance(goal, ast.Name)
        scope = self.tree.scope(goal).lookup(goal.id)
        if scope is None or (scope, goal.id) not in self._held(origin):
            return None
        others = [b for b in scope.bindings[goal.id] if b.node is not goal]
        if scope is not self.tree.scope(goal):  # by `global`
            tops = [b for b in others if self.tree.parent(b.statement) is self.tree.module]
            if not tops or len(tops) != len(others):
                return None
            values = [b.value for b in tops]
        else:
            nearest = binding_before(self.tree, goal.id, load, scope.node)
            if nearest is None:
                return None
            values = [
                b.value
                for b in others
                if position(nearest) <= position(b.node) < position(load) and not isinstance(b.node, ast.arg)
            ]
        return self._common_wrapper(values, origin)

    def _made_alike(self, goal: ast.expr, load: ast.Call, carried: Carried) -> str | None:
        """The wrapper of a model that stands under that name and is made as another file makes the saved one."""
        scope = self.tree.scope(goal).lookup(goal.id) if isinstance(goal, ast.Name) else None
        if scope is None or not isinstance(goal, ast.Name) or scope is not self.tree.scope(goal):
            return None
        before = binding_before(self.tree, goal.id, load, scope.node)
        values = [b.value for b in scope.bindings[goal.id] if b.statement is before and b.value is not None]
        found = self.origins.of(values[0]) if len(values) == 1 else None
        if found is None or found.call is None or not self.abroad.is_alike(carried, found.call):
            return None
        first = position(self.tree.statement(found.call))
        held = replace(found, variables=(*found.variables, goal))
        changed = any(first < position(change.node) < position(load) for change in self.changes.of(held, load))
        return None if changed else found.wrapper

    def _common_wrapper(self, values: list[ast.expr | None], origin: Origin) -> str | None:
        wrappers: set[str] = set()
        for value in values:
            if value is None:
                return None
            found = self.origins.of(value)
            if found.reason or not set(found.calls) <= set(origin.calls):
                return None
            wrappers.add(found.wrapper)
        return wrappers.pop() if len(wrappers) == 1 else None

    def _held(self, origin: Origin) -> set[tuple[Scope | None, str]]:
        names = [v for v in origin.variables if isinstance(v, ast.Name)]
        return {(self.tree.scope(name).lookup(name.id), name.id) for name in names}

    def _stands_in_attribute(self, goal: ast.Attribute, load: ast.Call, origin: Origin) -> str | None:
        text = dotted(goal)
        function = self.tree.function(load)
        if text is None or not text.startswith("self.") or function is None:
            return None
        if text not in {dotted(v) for v in origin.variables if isinstance(v, ast.Attribute)}:
            return None
        stores = [
            part
            for part in self.tree.assigned.to(text)
            if not self.tree.within(load, part.node)
            and self.tree.enclosing(part.node, ast.ClassDef) is self.tree.enclosing(load, ast.ClassDef)
        ]
        for statement in (self.tree.statement(part.node) for part in stores):
            maker = self.tree.parent(statement)  # the function itself: not in a branch of it
            if not isinstance(maker, FUNCTIONS) or maker.name != "__init__":
                return None
            if maker is function and not runs_before(self.tree, statement, load):
                return None
        return self._common_wrapper([part.source for part in stores[-1:]], origin)

    def _has_other_names(self, goal: ast.expr, load: ast.Call, source: Source) -> bool:
        """Does something else hold the same model, and would it change with it?"""
        text = dotted(goal)
        spelled: list[ast.Name | ast.Attribute] = [*self.tree.nodes(ast.Name), *self.tree.nodes(ast.Attribute)]
        for node in spelled:
            if not isinstance(node.ctx, ast.Load) or dotted(node) != text or node is source.node:
                continue
            early = position(node) < position(load) or common_loop(self.tree, node, load) is not None
            if early and self._gives_another_name(node, text):
                return True
        return False

    def _gives_another_name(self, node: ast.expr, text: str | None) -> bool:
        """Is the model put somewhere else here: into a variable, a list, an object that is made of it?"""
        goals = [part.target for part in self.tree.assigned.holding(node)]
        if goals and all(dotted(goal) == text for goal in goals):
            return False
        parent = self.tree.parents[node]
        if self.tree.assigned.targets(node) or isinstance(parent, (ast.List, ast.Tuple, ast.Dict)):
            return bool(goals)
        if isinstance(parent, ast.keyword):
            parent = self.tree.parents[parent]
        if not isinstance(parent, ast.Call) or parent.func is node:
            return False
        name = callee_name(parent)
        return name in ("append", "add", "insert") or name[:1].isupper()

    def _is_before(self, change: ast.AST, place: Place, source: Source) -> bool:
        """Has the model that is there the change too when it is filled?"""
        if common_loop(self.tree, change, source.save) is not None:
            return False
        function = self.tree.function(change)
        if function is not self.tree.function(place.statement):
            return function is not None and function is self.tree.function(source.origin.calls[0])
        return position(change) < min(position(place.statement), position(source.save))

    # ---- a new model

    def _anew(self, place: Place, load: ast.Call, source: Source) -> Conversion:
        origin = source.origin
        if source.changes:
            return Conversion(reason=source.changes[0].reason)
        if origin.call is None:
            lines = " and ".join(at(call.lineno) for call in origin.calls)
            return Conversion(reason=origin.reason or f"it may be made on line {lines}, which is for the file to say")
        if source.carried is not None:
            made = self.abroad.at(source.carried, place.model)
        else:
            made = self.rebuild.at(origin.call, place.model)
        if made.reason:
            return Conversion(reason=made.reason)
        inner = self._inner_uses(place) if origin.wrapper and not place.inside else None
        if inner is not None:
            return Conversion(reason=f"line {at(inner.lineno)} reads `.module` of the loaded model")
        move, edits, doubt = self._move(place, load, source)
        if doubt:
            return Conversion(reason=doubt)
        name = self.tree.source(place.target) if place.target is not None else self._free_name(place)
        if not name:
            return Conversion(reason=f"no name for the model is free on line {at(place.model.lineno)}")
        typed = f"{name}: {self.tree.source(place.annotation)}" if place.annotation is not None else name
        eval_, note = self.modes.lost_anew(place, source.training)
        after = [f"{name}.eval()"] if eval_ else []
        if place.shape is Shape.RETURNED:
            after.append(f"return {name}")
        after += [place.rest] if place.rest else []
        statement = target(place.statement)
        edits += [
            *made.edits,
            InsertStatement(statement, f"{typed} = {made.text}{move}{place.tail}"),
            Replace(statement, f"{name}.load_state_dict($0)", (target(place.model),)),
            *self._location(place, load),
        ]
        if after:
            edits.append(InsertStatement(statement, "\n".join(after), after=True))
        notes = [note] if note else []
        if origin.wrapper == "module" and not place.inside:
            notes.append("the loaded model is no DataParallel, so its inputs have to be where it is")
        return Conversion(tuple(edits), notes=tuple(notes), anew=True)

    def _free_name(self, place: Place) -> str:
        function = self.tree.function(place.statement)
        assert function is not None
        used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} | {function.name}
        free = (name for name in _NAMES if name not in used and name not in self.tree.scopes[function].bindings)
        return next(free, "")

    def _inner_uses(self, place: Place) -> ast.expr | None:
        """Where the wrapper's `.module` is read off the loaded model."""
        text = dotted(place.target) if place.target is not None else None
        uses = (
            node
            for node in self.tree.nodes(ast.Attribute)
            if node.attr == "module"
            and text is not None
            and dotted(node.value) == text
            and self.tree.function(node) is self.tree.function(place.statement)
            and position(node) > position(place.model)
        )
        return next(uses, None)

    # ---- devices

    def _location(self, place: Place, load: ast.Call) -> Iterator[Edit]:
        """`map_location="cpu"`, where the loaded weights are all that the file holds."""
        if place.model is load and given_location(self.tree, load) is None:
            yield EditCall(target(load), add=(("map_location", '"cpu"'),))

    def _move(self, place: Place, load: ast.Call, source: Source) -> tuple[str, list[Edit], str]:
        """The call that brings a new model to where the loaded one was, the edits that it needs, or a reason."""
        if self._is_moved_later(place):
            return "", [], ""
        location = given_location(self.tree, load)
        if location is not None and not (isinstance(location, ast.Constant) and location.value is None):
            text, doubt = self._device_of(location)
            return (f".to({text})" if text else ""), [], doubt
        if not source.moved and source.origin.wrapper != "module":  # DataParallel moves what it wraps
            return "", [], ""
        choice = self.file.get(Devices).name(place.model)
        if not choice.expression:
            return "", [], f"the loaded model comes back on the device that it was saved on, and {choice.reason}"
        return f".to({choice.expression})", list(choice.edits), ""

    def _device_of(self, location: ast.expr) -> tuple[str, str]:
        """A `map_location` as a device, empty for the CPU; or why it is none."""
        text = " ".join(self.tree.source(location).split())
        doubt = f"where `map_location={text}` puts the model cannot be seen"
        for value in (location, *self._values(location)):
            if isinstance(value, ast.Lambda):
                arguments = value.args.args
                stays = bool(arguments) and isinstance(value.body, ast.Name) and value.body.id == arguments[0].arg
                return "", "" if stays else doubt
            if isinstance(value, ast.Dict):
                return "", doubt
        constant = location.args[0] if isinstance(location, ast.Call) and location.args else location
        if isinstance(constant, ast.Constant):
            return ("", "") if constant.value == _CPU else (text, "" if isinstance(constant.value, str) else doubt)
        if self.file.kind(location).kind is Kind.DEVICE or isinstance(location, (ast.Call, ast.IfExp, ast.JoinedStr)):
            return text, ""
        return "", doubt

    def _values(self, location: ast.expr) -> list[ast.expr]:
        bindings = self.tree.bindings(location) if isinstance(location, ast.Name) else []
        return [binding.value for binding in bindings if binding.value is not None]

    def _is_moved_later(self, place: Place) -> bool:
        if not MOVES.isdisjoint(place.methods):
            return True
        if place.shape is Shape.RETURNED:
            return self._is_moved_by_callers(place)
        return place.target is not None and any(self._moves(place.target, place.statement))

    def _is_moved_by_callers(self, place: Place) -> bool:
        function = self.tree.function(place.statement)
        calls = self.variables.calls_of(function) if function is not None else None
        for call in calls or ():
            holder = self.tree.parents[call]
            if isinstance(holder, ast.Attribute) and holder.attr in MOVES:
                return True
            goals = self.tree.assigned.targets(call)
            if any(any(self._moves(goal, self.tree.statement(goal))) for goal in goals):
                return True
        return False

    def _moves(self, goal: ast.expr, statement: ast.stmt) -> Iterator[bool]:
        """The moves of a variable that stand below a statement."""
        text = dotted(goal)
        for call in self.tree.nodes(ast.Call):
            func = call.func
            if (
                isinstance(func, ast.Attribute)
                and func.attr in MOVES
                and dotted(func.value) == text
                and text is not None
            ):
                below = position(call) > position(statement) or any(
                    self.tree.within(call, loop) for loop in self.tree.ancestors(statement) if isinstance(loop, LOOPS)
                )
                yield below or self.tree.function(call) is not self.tree.function(statement)
