"""Is what a program calls `device` the place where it computes, or only where it stores, loads from, or is now?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from torchfix_codemods.analysis.devices.device_sites import device_argument
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.project.interface import Given
from torchfix_codemods.analysis.project.origins import Origin, Origins
from torchfix_codemods.analysis.project.passing import argument
from torchfix_codemods.analysis.syntax.arguments import default_of
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.tree import Binding, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.device_values import DeviceValues, Worth

_AVAILABLE = "is_available"
_PARAMETERS = frozenset({"parameters", "buffers", "named_parameters", "state_dict"})


class ComputeDevices:
    """Answers for the names of one file. `values` says what an expression is worth as a device."""

    def __init__(self, file: File, values: DeviceValues) -> None:
        self.file = file
        self.tree = file.tree
        self.values = values

    def is_one(
        self, expression: str, site: ast.AST, given: Sequence[ast.expr | None], bindings: Sequence[Binding] = ()
    ) -> bool:
        """May `.to(expression)` stand at a place where `.cuda()` did?

        Each call over the run that gives the value can give CUDA, and where the program chooses by a flag of its own,
        or loads by the name, a model goes there. Where something is now says nothing of where it is to go.

        Args:
            expression: the name, with dots.
            site: the place.
            given: what the name is given, as far as these are expressions.
            bindings: what binds it, parameters and imports too.
        """
        if any(map(_is_where_it_is, given)):
            return False
        for parameter, function in self._parameters(given, bindings):
            if any(True for _ in self._calls_without_cuda(parameter, function)):
                return False
        if any(map(self._is_never_cuda, (*given, *self._imported(expression, bindings)))):
            return False
        return self._goes_there(expression, site, given)

    # ---- what callers give

    def _parameters(
        self, given: Sequence[ast.expr | None], bindings: Sequence[Binding]
    ) -> Iterator[tuple[ast.arg, ast.AST]]:
        """The parameters whose value the name has, with their functions."""
        found = [*bindings]
        for value in given:
            if isinstance(value, ast.Name):
                found += self.tree.bindings(value)
        for binding in found:
            if isinstance(binding.node, ast.arg):
                yield binding.node, binding.statement

    def _calls_without_cuda(self, parameter: ast.arg, function: ast.AST) -> Iterator[tuple[str, int]]:
        """The calls over the run that certainly pass something else than CUDA."""
        origins = self.file.get(Origins)
        place = origins.place(function)
        known = origins.project.definitions.function_at(place)
        if known is None or parameter.arg not in known.parameters:
            return
        for path, call in origins.makers.calls_of(place):
            passed = argument(known, call, parameter.arg)
            if passed == ():
                default = self._default(parameter, function)
                if default is not None and self.values.worth(default) is Worth.CPU:
                    continue  # the name is the CPU by default, which its user is told
            elif passed is not None and self._excludes_cuda(passed, path, call.inside):
                yield path, call.line

    def _default(self, parameter: ast.arg, function: ast.AST) -> ast.expr | None:
        arguments = getattr(function, "args", None)
        return default_of(arguments, parameter) if isinstance(arguments, ast.arguments) else None

    def _excludes_cuda(self, given: tuple[Given, ...], path: str, inside: str) -> bool:
        return all(map(_is_no_cuda, self.file.get(Origins).makers.of(given, path, inside)))

    # ---- what it is given

    def _is_never_cuda(self, value: ast.expr | None) -> bool:
        """Does what the line does not show itself turn out to be no GPU, over the whole run?"""
        if value is None or self.values.worth(value) not in (Worth.NAMED, Worth.UNSEEN):
            return False
        if isinstance(value, ast.Name) and any(isinstance(b.node, ast.arg) for b in self.tree.bindings(value)):
            return False  # each call for itself
        return all(map(_is_no_cuda, self.file.get(Origins).of(value)))

    def _imported(self, expression: str, bindings: Sequence[Binding]) -> list[ast.expr | None]:
        """A read of the name, where an import binds it."""
        if not any(isinstance(binding.node, ast.alias) for binding in bindings):
            return []
        return [*self.tree.names(expression)[:1]]

    # ---- what goes there

    def _goes_there(self, expression: str, site: ast.AST, given: Sequence[ast.expr | None]) -> bool:
        kinds = {kind for text, kind in self._placed if text == expression}
        if Kind.MODULE in kinds:
            return True
        is_location = expression in self._locations
        if is_location and not kinds:
            return False
        choices = [value for value in given if value is not None and self._is_own_choice(value)]
        if not choices and not is_location:
            return True
        if not self._moves_modules:
            return True
        return bool(choices) and all(self._asks_the_same(choice, site) for choice in choices)

    @cached_property
    def _placed(self) -> set[tuple[str, Kind]]:
        """The names by which something is put somewhere, and what that is."""
        found: set[tuple[str, Kind]] = set()
        for call in self.tree.nodes(ast.Call):
            where = None
            kind = Kind.TENSOR
            if callee_name(call) == "to" and isinstance(call.func, ast.Attribute):
                where = device_argument(call)
                kind = Kind.MODULE if self.file.kind(call.func.value).kind is Kind.MODULE else Kind.TENSOR
            elif (named := keyword(call, "device")) is not None:
                where = named.value
            text = None if where is None else dotted(where)
            if text is not None:
                found.add((text, kind))
        return found

    @cached_property
    def _locations(self) -> set[str]:
        """The names by which files are loaded."""
        given = [word.value for word in self.tree.nodes(ast.keyword) if word.arg == "map_location"]
        given += [call.args[1] for call in self.tree.calls_named("load") if len(call.args) > 1]
        return {text for value in given if (text := dotted(value)) is not None}

    @cached_property
    def _moves_modules(self) -> bool:
        """Does a model of the file go to the GPU by `.cuda()`, and not by a name?"""
        calls = (call.func for call in self.tree.calls_named("cuda"))
        return any(isinstance(func, ast.Attribute) and self.file.kind(func.value).kind is Kind.MODULE for func in calls)

    def _is_own_choice(self, value: ast.expr) -> bool:
        """Is it the CPU or CUDA by something else than whether there is a GPU?"""
        parts = [part for part in ast.walk(value) if isinstance(part, (ast.IfExp, ast.BoolOp))]
        return bool(parts) and not any(_is_availability(_test_of(part)) for part in parts)

    def _asks_the_same(self, choice: ast.expr, site: ast.AST) -> bool:
        """Does a test on the way to the place ask what the choice asks?"""
        asked = {
            ast.unparse(test) for part in ast.walk(choice) if isinstance(part, ast.IfExp) for test in (_test_of(part),)
        }
        return any(truth and ast.unparse(test) in asked for test, truth in conditions(self.tree, site))


def _is_where_it_is(value: ast.expr | None) -> bool:
    """Is it `next(self.parameters()).device`, the device of a module's own parameters?"""
    if not isinstance(value, ast.Attribute) or value.attr != "device":
        return False
    return any(isinstance(part, ast.Call) and callee_name(part) in _PARAMETERS for part in ast.walk(value.value)) or (
        dotted(value.value) or ""
    ).endswith((".weight", ".bias"))


def _test_of(part: ast.expr) -> ast.expr:
    return part.test if isinstance(part, ast.IfExp) else part


def _is_availability(test: ast.expr) -> bool:
    return isinstance(test, ast.Call) and callee_name(test) == _AVAILABLE


def _is_no_cuda(origin: Origin) -> bool:
    """Is it a text or a device that is certainly no GPU?"""
    if origin.kind not in ("constant", "device") or origin.then:
        return False
    return origin.text.strip("'\"").partition(":")[0] in ("cpu", "meta", "None")
