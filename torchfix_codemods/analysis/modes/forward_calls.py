"""Which calls run a model: of the model itself, of its parts and methods, of functions of the file that run it."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.inference.kinds import Certainty, Inferred, Kind
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, all_arguments, dotted
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME, ONLY_MODULES_CALL
from torchfix_codemods.analysis.values.model_names import Switch, is_part_of, mode_switches, model_names, same_model
from torchfix_codemods.analysis.values.variables import Variables

# Methods by which models of a class that is not in sight are run.
_RUNNING = re.compile(
    r"(?:forward|generate|predict|sample|encode|decode|infer|extract|embed|reconstruct|translate|classify|detect"
    r"|beam_search|greedy|score|search|inference)(?:_\w+)?\Z|(?:get|compute|extract)_\w*(?:features?|embeddings?|logits)\Z"
)
_NOT_RUNNING = (
    ONLY_MODULES_CALL
    | MODULE_SAME
    | {"state_dict", "load_state_dict", "zero_grad", "save", "load", "items", "keys", "values", "get", "append"}
)
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Pass:
    """A forward pass in a function of the file, and the functions with the calls that lead there, outermost first."""

    call: ast.Call
    way: tuple[tuple[Function, ast.Call], ...]


class ForwardCalls:
    """Answers for one file."""

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        variables: Variables,
        mode: GradMode,
        uses: GradientUses,
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self.mode = mode
        self.uses = uses
        self._names: dict[ast.expr, frozenset[str]] = {}
        self._passes: dict[tuple[ast.Call, frozenset[str], int], list[Pass]] = {}

    @cached_property
    def switches(self) -> list[Switch]:
        """Every call that sets a mode."""
        return sorted(mode_switches(self.tree), key=_place)

    def switches_between(self, start: tuple[int, int], end: tuple[int, int]) -> list[Switch]:
        """The switches whose call begins at or after one position and before the other."""
        first, last = (bisect_left(self.switches, place, key=_place) for place in (start, end))
        return self.switches[first:last]

    @cached_property
    def switches_by_function(self) -> dict[Function | None, list[Switch]]:
        """Function (None: the module) -> the switches in it."""
        table: dict[Function | None, list[Switch]] = {}
        for switch in self.switches:
            table.setdefault(self.tree.function(switch.call), []).append(switch)
        return table

    @cached_property
    def by_function(self) -> dict[Function | None, list[ast.Call]]:
        """Function (None: the module) -> the calls in it, in source order."""
        table: dict[Function | None, list[ast.Call]] = {}
        for call in sorted(self.tree.nodes(ast.Call), key=position):
            if not self._is_in_lambda(call):  # nobody knows when that runs
                table.setdefault(self.tree.function(call), []).append(call)
        return table

    def _is_in_lambda(self, node: ast.AST) -> bool:
        for up in self.tree.ancestors(node):
            if isinstance(up, (ast.Lambda, ast.stmt)):
                return isinstance(up, ast.Lambda)
        return False

    # ---- which calls run the model

    def names_of(self, node: ast.expr) -> frozenset[str]:
        """The names that an expression has as a model."""
        found = self._names.get(node)
        if found is None:
            found = self._names[node] = model_names(self.tree, node)
        return found

    def is_forward(self, call: ast.Call, names: frozenset[str]) -> bool:
        """Does the call run one of these models, as a whole or in part?"""
        func = call.func
        if isinstance(func, ast.Name) and func.id == "map" and len(call.args) == 2 and not self.tree.bindings(func):
            return same_model(self.names_of(call.args[0]), names)
        if isinstance(func, ast.Attribute) and func.attr in ("forward", "__call__"):
            func = func.value
        callee = self.names_of(func)
        if same_model(callee, names):
            return True
        return isinstance(func, ast.Attribute) and is_part_of(callee, names) and self._part_runs(func, call)

    def _part_runs(self, func: ast.Attribute, call: ast.Call) -> bool:
        """Is an attribute of a model, which is called here, a part of it or a method that runs it?"""
        name = func.attr
        if name in _NOT_RUNNING:
            return False
        part = self.kind(func)
        # What is only called, with no input, is a method: `net.fuse_model()`.
        given = [*call.args, *(word.value for word in call.keywords)]
        has_input = any(not isinstance(value, ast.Constant) for value in given)
        if part.kind is Kind.MODULE and (part.certainty is Certainty.EVIDENCE or has_input):
            return True
        owner = self.uses.class_of(func.value)
        if owner is None:
            return _RUNNING.match(name) is not None and self._may_be_module(func.value)
        method = self.uses.method(owner, name)
        return method is not None and self._runs_self(method)

    def _may_be_module(self, node: ast.expr) -> bool:
        return self.kind(node).kind in (Kind.MODULE, Kind.UNKNOWN) and not (
            isinstance(node, ast.Name) and node.id == "self"
        )

    @followed(False)
    def _runs_self(self, method: Function) -> bool:
        """Does a method of a module run the module, or a part of it?"""
        for call in self.by_function.get(method, []):
            name = dotted(call.func) or ""
            if name == "self" or name in ("self.forward", "self.__call__"):
                return True
            if name.startswith("self.") and self.kind(call.func).kind is Kind.MODULE:
                return True
            if name.startswith("self.") and isinstance(call.func, ast.Attribute):
                owner = self.tree.class_of(method)
                inner = self.uses.method(owner, call.func.attr) if owner is not None else None
                if inner is not None and self._runs_self(inner):
                    return True
        return False

    def passes_in(self, call: ast.Call, names: frozenset[str], depth: int = _DEEPEST) -> list[Pass]:
        """The forward passes of the models in the functions of the file that a call leads to.

        Only where the function leaves mode and gradients alone, so that both are up to its caller.
        """
        known = self._passes.get((call, names, depth))
        if known is None:
            known = self._passes[call, names, depth] = self._passes_in(call, names, depth)
        return known

    def _passes_in(self, call: ast.Call, names: frozenset[str], depth: int) -> list[Pass]:
        found: list[Pass] = []
        for function in self.uses.called(call) if depth else ():
            inner = self._names_inside(call, function, names)
            if not inner or function in self.switches_by_function:
                continue
            for other in self.by_function.get(function, []):
                if self.mode.is_covered(other):
                    continue
                if self.is_forward(other, inner):
                    found.append(Pass(other, ((function, call),)))
                else:
                    deeper = self.passes_in(other, inner, depth - 1)
                    found += [Pass(one.call, ((function, call), *one.way)) for one in deeper]
        return found

    def _names_inside(self, call: ast.Call, function: Function, names: frozenset[str]) -> frozenset[str]:
        """What the models are called in a function that is called."""
        inner: set[str] = set()
        keys: list[tuple[int | str, ast.expr]] = [*enumerate(call.args)]
        keys += [(word.arg, word.value) for word in call.keywords if word.arg is not None]
        for key, value in keys:
            if same_model(self.names_of(value), names):
                parameter = self.variables.parameter(call, key)
                if parameter is not None and self.tree.parents[self.tree.parents[parameter]] is function:
                    inner.add(parameter.arg)
        local = {argument.arg for argument in all_arguments(function.args)} | set(self.tree.scopes[function].bindings)
        is_method = isinstance(call.func, ast.Attribute) and dotted(call.func.value) == "self"
        for name in names:
            root = name.split(".")[0].split("[")[0]
            if root == "self":
                stays = is_method and name != "self"
            else:
                stays = root not in local and self._is_global(root, call)
            if stays:
                inner.add(name)
        return frozenset(inner)

    def _is_global(self, name: str, call: ast.Call) -> bool:
        scope = self.tree.scope(call).lookup(name)
        return scope is None or isinstance(scope.node, (ast.Module, *FUNCTIONS))


def _place(switch: Switch) -> tuple[int, int]:
    return position(switch.call)
