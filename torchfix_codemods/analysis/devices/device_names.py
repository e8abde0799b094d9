"""Which device name is in scope at a place of the program, and bound there.

A variable `device`, else `self.device`, else `args.device`. The binding must have run whenever the place is reached.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from torchfix_codemods.analysis.devices.compute import ComputeDevices
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.functions import handed_back
from torchfix_codemods.analysis.syntax.guards import binding_before, binds, is_main_guard, runs_before
from torchfix_codemods.analysis.syntax.tree import (
    FUNCTIONS,
    LOOPS,
    Binding,
    Function,
    Scope,
    Tree,
    dotted,
)
from torchfix_codemods.analysis.values.device_values import NAMESPACES, DeviceValues, Worth, join

# Beside `device` itself: these count only where the value shows that they are made from CUDA.
_OTHER_NAMES = ("DEVICE", "dev", "_device", "torch_device", "cuda_device")


@dataclass(frozen=True, slots=True)
class ExistingName:
    """A device that the program itself names. `reason` is empty where using it keeps the results."""

    expression: str
    reason: str
    evidence: Evidence


class DeviceNames:
    """The device names of one file."""

    def __init__(self, file: File) -> None:
        self.tree = file.tree
        self.spare = file.options.device_name
        self.values = DeviceValues(file.tree, file.options.device_expression)
        self.compute = ComputeDevices(file, self.values)

    def at(self, node: ast.AST) -> ExistingName | None:
        """The first of the program's own names that may be used at `node`."""
        for found in self._candidates(node):
            if found is not None:
                return found
        return None

    def _candidates(self, node: ast.AST) -> Iterator[ExistingName | None]:
        yield self._variable("device", node)
        for name in dict.fromkeys((self.spare, f"{self.spare}_2", f"{self.spare}_3", *_OTHER_NAMES, *self._made)):
            found = self._variable(name, node)
            yield found if found is not None and not found.reason else None
        yield self._own_attribute(node)
        yield from self._options(node)

    # ---- variables

    @cached_property
    def _made(self) -> list[str]:
        """The names, whatever they are, that are given what `torch.device(..)` makes."""
        calls = (call for call in self.tree.nodes(ast.Call) if self.tree.qualified_name(call.func) == "torch.device")
        values = (self._choice_with(call) for call in calls)
        return [
            place.id for value in values for place in self.tree.assigned.targets(value) if isinstance(place, ast.Name)
        ]

    def _choice_with(self, value: ast.expr) -> ast.expr:
        """The whole of `a if b else c` that an expression is one side of."""
        parent = self.tree.parents[value]
        return self._choice_with(parent) if isinstance(parent, ast.IfExp) and parent.test is not value else value

    def _variable(self, name: str, node: ast.AST) -> ExistingName | None:
        scope = self.tree.scope(node).lookup(name)
        if scope is None:
            return None
        reaching = self._reaching(scope, name, node)
        if not reaching:
            return None
        bindings = scope.bindings[name]
        worths = [self.values.binding_worth(scope, name, bindings.index(binding)) for binding in reaching]
        if name != "device" and name != self.spare and join(worths) is not Worth.CUDA:
            return None
        values = [binding.value for binding in reaching]
        if not self.compute.is_one(name, node, values, reaching):
            return None
        return self._judged(name, worths, reaching[0].line, values, node)

    def _judged(
        self, expression: str, worths: list[Worth], line: int, values: list[ast.expr | None], node: ast.AST
    ) -> ExistingName | None:
        worth = join(worths)
        if worth is Worth.CUDA and self._may_be_a_replica(node) and any(map(_names_first_gpu, values)):
            worth = Worth.INDEXED
        if worth in (Worth.OTHER, Worth.NONE) or expression in self.values.no_devices:
            return None
        evidence = Evidence(line, f"`{expression}` is {worth.value}")
        if worth is Worth.CPU:
            return ExistingName(expression, f"`{expression}` is the CPU by default (line {at(line)})", evidence)
        if worth is Worth.UNSEEN:
            return ExistingName(expression, f"what `{expression}` is cannot be seen on line {at(line)}", evidence)
        if worth is Worth.INDEXED and not self._is_current(values):
            reason = f"`{expression}` names one GPU (line {at(line)}), and `.cuda()` means the current one"
            return ExistingName(expression, reason, evidence)
        return ExistingName(expression, "", evidence)

    def _may_be_a_replica(self, node: ast.AST) -> bool:
        """Is this in `forward`? DataParallel runs it on every GPU, with that one as the current."""
        function = self.tree.function(node)
        return function is not None and function.name == "forward" and self.tree.class_of(function) is not None

    def _is_current(self, values: list[ast.expr | None]) -> bool:
        """Is the GPU that these values number also made the current one?"""
        numbers = {
            ast.unparse(call.args[0])
            for call in self.tree.nodes(ast.Call)
            if call.args and self.tree.qualified_name(call.func) == "torch.cuda.set_device"
        }
        numbers |= {number.removeprefix("int(").removesuffix(")") for number in numbers}
        texts = [ast.unparse(value) for value in values if value is not None]
        return bool(numbers) and any(any(number in text for number in numbers) for text in texts)

    def _reaching(self, scope: Scope, name: str, node: ast.AST) -> list[Binding]:
        """The bindings whose value the name may have at `node`; empty where it may be unbound."""
        bindings = scope.bindings[name]
        parameters = [binding for binding in bindings if isinstance(binding.node, ast.arg)]
        anchor = binding_before(self.tree, name, node, scope.node)
        late = anchor is None and isinstance(scope.node, ast.Module)
        if late:
            anchor = self._module_binding(name, node)
        if anchor is None and not parameters:
            return []
        if late or not self._same_function(scope.node, node):
            first = anchor.lineno if anchor is not None and not late else 0
            return [binding for binding in bindings if binding.line >= first or binding in parameters]
        found = [binding for binding in bindings if self._may_reach(binding, anchor, node)]
        return [*parameters, *found] if anchor is None else found

    def _same_function(self, holder: ast.AST, node: ast.AST) -> bool:
        for up in self.tree.ancestors(node):
            if up is holder:
                return True
            if isinstance(up, FUNCTIONS):
                return False
        return False

    def _may_reach(self, binding: Binding, anchor: ast.stmt | None, node: ast.AST) -> bool:
        if isinstance(binding.node, ast.arg):
            return False
        if anchor is not None and binding.line < anchor.lineno:
            return False
        if binding.line <= getattr(node, "lineno", 0) and not self.tree.within(node, binding.statement):
            return True
        loops = [up for up in self.tree.ancestors(node) if isinstance(up, LOOPS)]
        return any(self.tree.within(binding.statement, loop) for loop in loops) and (
            anchor is None or not any(self.tree.within(anchor, loop) for loop in loops)
        )

    def _module_binding(self, name: str, node: ast.AST) -> ast.stmt | None:
        """A statement of the module that binds the name before any function of the file can run."""
        if self.tree.function(node) is None:
            return None
        for statement in self.tree.module.body:
            if binds(self.tree, statement, name) and not is_main_guard(statement):
                return None if calls_own_code_before(self.tree, statement) else statement
        return None

    # ---- attributes

    def _own_attribute(self, node: ast.AST) -> ExistingName | None:
        """`self.device`, where the class sets it before this method can run."""
        scope = self.tree.scope(node).lookup("self")
        method = scope.node if scope is not None else None
        if not isinstance(method, FUNCTIONS) or not method.args.args or method.args.args[0].arg != "self":
            return None
        owner = self.tree.class_of(method)
        if owner is None:
            return None
        found = self._set_by_class(owner)
        if found is None:
            return None
        values, line, stores = found
        if not stores and method.name in _run_by_constructor(owner):
            return None  # a property may need what the constructor has not made yet
        if method.name == "__init__" and not any(runs_before(self.tree, store, node) for store in stores):
            return None
        worths = [self.values.worth(value) if value else Worth.NAMED for value in values]
        if not self.compute.is_one("self.device", node, values):
            return None
        return self._judged("self.device", worths, line, values, node)

    def _set_by_class(self, owner: ast.ClassDef) -> tuple[list[ast.expr | None], int, list[ast.stmt]] | None:
        """Values of `self.device` (None for a property), the first line, and the statements that store it."""
        for statement in owner.body:
            if isinstance(statement, FUNCTIONS) and statement.name == "device":
                values = self._of_property(statement, owner)
                return None if values is None else (values, statement.lineno, [])
        stores = self._own_stores.get(owner, [])
        init = next((s for s in owner.body if isinstance(s, FUNCTIONS) and s.name == "__init__"), None)
        if init is None or not stores:
            return None
        first = next((statement for statement, _ in stores if self.tree.parents[statement] is init), None)
        if first is None or _calls_own_method_before(owner, init, first):
            return None
        return [value for _, value in stores], first.lineno, [statement for statement, _ in stores]

    def _of_property(self, getter: Function, owner: ast.ClassDef) -> list[ast.expr | None] | None:
        """What a property gives: what the attribute holds that it reads. None where it is none, or finds out more."""
        if not any((dotted(d) or "").endswith("property") for d in getter.decorator_list):
            return None
        returned = [n.value for n in self.tree.nodes(ast.Return) if self.tree.function(n) is getter]
        values: list[ast.expr | None] = []
        for value in returned:
            held = self.tree.assigned.values(dotted(value), owner) if value is not None else ()
            values += [handed_back(self.tree, one) for one in held] or [value]
        worths = [self.values.worth(value) for value in values]
        is_named = all(isinstance(value, ast.Name) for value in values)
        return values if values and (is_named or join(worths) in (Worth.CUDA, Worth.NAMED)) else None

    @cached_property
    def _own_stores(self) -> dict[ast.ClassDef | None, list[tuple[ast.stmt, ast.expr | None]]]:
        """Class -> the statements that store `self.device`, and what they store."""
        table: dict[ast.ClassDef | None, list[tuple[ast.stmt, ast.expr | None]]] = {}
        for part in self.tree.assigned.to("self.device"):
            statement = self.tree.statement(part.node)
            table.setdefault(self._class_at(statement), []).append((statement, part.source))
        return table

    def _class_at(self, statement: ast.stmt) -> ast.ClassDef | None:
        method = self.tree.function(statement)
        return None if method is None else self.tree.class_of(method)

    def _options(self, node: ast.AST) -> Iterator[ExistingName | None]:
        """`args.device`, where the program has such an option."""
        for name in self._option_holders:
            scope = self.tree.scope(node).lookup(name)
            if scope is not None and self._reaching(scope, name, node):
                yield self._option(name, scope, node)

    @cached_property
    def _option_holders(self) -> list[str]:
        """The names of what may have `device` as an option."""
        attributes = [a for a in self.tree.nodes(ast.Attribute) if a.attr == "device"]
        names = {a.value.id for a in attributes if isinstance(a.value, ast.Name)} & NAMESPACES
        return sorted(names | self._parsed_names)

    @cached_property
    def _parsed_names(self) -> set[str]:
        """What the results of `parse_args()` are called."""
        targets = (part for call in self.tree.calls_named("parse_args") for part in self.tree.assigned.targets(call))
        return {target.id for target in targets if isinstance(target, ast.Name)}

    def _option(self, name: str, scope: Scope, node: ast.AST) -> ExistingName | None:
        expression = f"{name}.device"
        values: list[ast.expr | None] = []
        lines: list[int] = []
        for part in self.tree.assigned.to(expression):
            statement = self.tree.statement(part.node)
            same = self.tree.scope(part.target).lookup(name) is scope
            if same and not runs_before(self.tree, statement, node) and self._same_function(scope.node, part.target):
                continue
            values.append(part.source)
            lines.append(statement.lineno)
        if not self.compute.is_one(expression, node, values):
            return None
        if values:
            return self._judged(expression, [self.values.worth(value) for value in values], lines[0], values, node)
        option = self.values.option
        if option is None:
            return None
        return self._judged(expression, [self.values.option_worth(option)], option.lineno, [], node)


def _names_first_gpu(value: ast.expr | None) -> bool:
    """Does the value say `cuda:0`, or `torch.device("cuda", 0)`?"""
    parts = [part.value for part in ast.walk(value) if isinstance(part, ast.Constant)] if value is not None else []
    return "cuda:0" in parts or (0 in parts and "cuda" in parts)


def calls_own_code_before(tree: Tree, statement: ast.stmt) -> bool:
    """Can a function or class of this file run before `statement`, a statement of the module, has run?"""
    for earlier in tree.module.body:
        if earlier is statement:
            return False
        if any(_is_own_code(tree, name) for call in _calls_at_once(earlier) for name in _names(call)):
            return True
    return False


def _calls_at_once(statement: ast.stmt) -> Iterator[ast.Call]:
    """The calls that run when the module does, not those inside functions."""
    stack: list[ast.AST] = [statement]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Call):
            yield part
        if isinstance(part, FUNCTIONS):
            stack += part.decorator_list
        elif not isinstance(part, ast.Lambda):
            stack += list(ast.iter_child_nodes(part))


def _names(call: ast.Call) -> Iterator[ast.Name]:
    for part in (call.func, *call.args):
        while isinstance(part, ast.Attribute):
            part = part.value
        if isinstance(part, ast.Name):
            yield part


def _is_own_code(tree: Tree, name: ast.Name) -> bool:
    own = (*FUNCTIONS, ast.ClassDef)
    return any(isinstance(b.node, own) or isinstance(b.value, ast.Lambda) for b in tree.bindings(name))


def _calls_own_method_before(owner: ast.ClassDef, init: Function, store: ast.stmt) -> bool:
    methods = {s.name for s in owner.body if isinstance(s, FUNCTIONS)}
    for statement in init.body:
        if statement is store:
            return False
        if methods & set(_own_methods_called(statement)):
            return True
    return False


def _run_by_constructor(owner: ast.ClassDef) -> set[str]:
    """The methods that may run before the constructor of the class has ended."""
    methods = {s.name: s for s in owner.body if isinstance(s, FUNCTIONS)}
    found: set[str] = set()
    new = {"__init__"} & methods.keys()
    while new:
        found |= new
        new = {name for one in new for name in _own_methods_called(methods[one])} & methods.keys() - found
    return found


def _own_methods_called(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and dotted(part.func.value) == "self":
            yield part.func.attr
