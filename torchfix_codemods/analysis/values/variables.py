"""Which reads see the value that an assignment gives a variable, and who calls a function of the file."""

from __future__ import annotations

import ast
from functools import cached_property

from torchfix_codemods.analysis.syntax.arguments import filled
from torchfix_codemods.analysis.syntax.memory import ParsedFile, remembered
from torchfix_codemods.analysis.syntax.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    Binding,
    Function,
    Scope,
    Tree,
    all_arguments,
    dotted,
)
from torchfix_codemods.analysis.values.device_values import NAMESPACES
from torchfix_codemods.analysis.values.reach import Reach

_TRANSPARENT_DECORATORS = frozenset({"staticmethod", "classmethod"})


class Variables:
    """The variables of one file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._reaches: dict[tuple[Scope, str], Reach] = {}

    @classmethod
    def for_file(cls, file: ParsedFile) -> Variables:
        return cls(file.tree)

    @cached_property
    def _uses(self) -> dict[tuple[Scope, str], list[ast.Name]]:
        """Variable -> where it is read or changed by `+=`, in source order."""
        table: dict[tuple[Scope, str], list[ast.Name]] = {}
        for name in self.tree.nodes(ast.Name):
            if isinstance(name.ctx, ast.Load) or isinstance(self.tree.parents[name], ast.AugAssign):
                scope = self.tree.scope(name).lookup(name.id)
                if scope is not None:
                    table.setdefault((scope, name.id), []).append(name)
        return table

    # ---- variables

    @remembered
    def reads(self, target: ast.Name | ast.arg) -> list[ast.Name]:
        """The reads that can see the value bound at `target`, a name that is assigned or a parameter."""
        return _reads_among(self.reached(target))

    @remembered
    def reached(self, target: ast.Name | ast.arg) -> list[ast.Name]:
        """The reads, and the targets of `+=`, that can see it."""
        name, scope = self._variable(target)
        if scope is None:
            return []
        if isinstance(scope.node, COMPREHENSIONS):
            return self._uses.get((scope, name), [])  # the element is written before its `for`
        return [use for use in self._reach(scope, name).reads(target) if use is not target]

    def reaching(self, read: ast.Name) -> list[Binding]:
        """The bindings whose value a read can see. Definitions and imports count as seen from everywhere."""
        scope = self.tree.scope(read).lookup(read.id)
        if scope is None or isinstance(scope.node, COMPREHENSIONS):
            return self.tree.bindings(read)
        return self._reach(scope, read.id).reaching(read)

    def reads_later(self, name: ast.Name) -> list[ast.Name]:
        """The reads of a variable that can happen after it was used at `name`, up to its next binding."""
        scope = self.tree.scope(name).lookup(name.id)
        return [] if scope is None else _reads_among(self._reach(scope, name.id).reads_later(name))

    def _reach(self, scope: Scope, name: str) -> Reach:
        known = self._reaches.get((scope, name))
        if known is None:
            uses, bindings = self._uses.get((scope, name), []), scope.bindings.get(name, [])
            known = self._reaches[scope, name] = Reach(self.tree, uses, bindings)
        return known

    def is_local(self, name: ast.Name) -> bool:
        """Is the variable bound in this file and no parameter, so that no caller can see what is put into it?"""
        bindings = self.tree.bindings(name)
        return bool(bindings) and not any(isinstance(binding.node, ast.arg) for binding in bindings)

    def attribute_reads(self, attribute: ast.Attribute) -> list[ast.Attribute]:
        """The reads in this file of what was stored at `self.name`; empty for other things than `self`.

        A read through a variable that is no `self` may be one, except through a bag of options. `x.view(-1).mean(1)`
        reads nothing that was stored at `self.mean`.
        """
        owner = self._class_of_self(attribute.value)
        if owner is None:
            return []
        return [
            read
            for read in self.tree.reads.get(attribute.attr, [])
            if self._class_of_self(read.value) in (owner, None)
            and dotted(read.value) is not None
            and (dotted(read.value) or "").rsplit(".", 1)[-1] not in NAMESPACES
            and read is not attribute
        ]

    def _variable(self, target: ast.Name | ast.arg) -> tuple[str, Scope | None]:
        if isinstance(target, ast.Name):
            return target.id, self.tree.scope(target).lookup(target.id)
        return target.arg, self.tree.scopes.get(self._function_of_parameter(target))

    def _function_of_parameter(self, parameter: ast.arg) -> ast.AST:
        return self.tree.parents[self.tree.parents[parameter]]

    def _class_of_self(self, node: ast.expr) -> ast.ClassDef | None:
        """The class whose `self` (or `cls`) a name is."""
        if not isinstance(node, ast.Name):
            return None
        for binding in self.tree.bindings(node):
            if isinstance(binding.node, ast.arg) and isinstance(binding.statement, FUNCTIONS):
                owner = self.tree.class_of(binding.statement)
                first = all_arguments(binding.statement.args)[0]
                if owner is not None and first is binding.node:
                    return owner
        return None

    # ---- functions

    def calls_of(self, function: Function) -> list[ast.Call] | None:
        """The calls in this file whose value is what `function` returns; None where there are none or not all are seen.

        A method counts as called through `self`, its class, or a variable that is made by calling the class.
        """
        if any(_decorator(d) not in _TRANSPARENT_DECORATORS for d in function.decorator_list):
            return None
        owner = self.tree.class_of(function)
        uses: list[ast.expr] = []
        if owner is None:
            scope = self.tree.scope(function)
            if len(scope.bindings.get(function.name, [])) != 1:
                return None
            uses += self._uses.get((scope, function.name), [])
        else:
            uses += [a for a in self.tree.reads.get(function.name, []) if self._is_of_class(a.value, owner)]
        calls = [parent for use in uses if isinstance(parent := self.tree.parent(use), ast.Call) and parent.func is use]
        return calls if calls and len(calls) == len(uses) else None

    def inner_calls(self, function: Function) -> list[ast.Call]:
        """The calls of a function that another one defines for itself, where all are seen: nobody else can call it."""
        is_inner = self.tree.class_of(function) is None and self.tree.function(function) is not None
        return (self.calls_of(function) or []) if is_inner else []

    def parameter(self, call: ast.Call, argument: int | str) -> ast.arg | None:
        """The parameter of a function of this file that takes an argument of a call."""
        function = self._called(call.func)
        return None if function is None else filled(self.tree, call, function, argument)

    def _called(self, func: ast.expr) -> Function | None:
        """The function of this file that a call's callee is."""
        if isinstance(func, ast.Name):
            bindings = self.tree.bindings(func)
            only = bindings[0].node if len(bindings) == 1 else None
            return only if isinstance(only, FUNCTIONS) and not only.decorator_list else None
        if not isinstance(func, ast.Attribute):
            return None
        owner = self._class_of_self(func.value) or self._class_of_instance(func.value)
        if owner is None:
            return None
        methods = [s for s in owner.body if isinstance(s, FUNCTIONS) and s.name == func.attr]
        if len(methods) != 1 or any(_decorator(d) not in _TRANSPARENT_DECORATORS for d in methods[0].decorator_list):
            return None
        return methods[0]

    def _is_of_class(self, node: ast.expr, owner: ast.ClassDef) -> bool:
        if self._class_of_self(node) is owner or self._class_of_instance(node) is owner:
            return True
        return isinstance(node, ast.Name) and any(b.node is owner for b in self.tree.bindings(node))

    def _class_of_instance(self, node: ast.expr) -> ast.ClassDef | None:
        """The class of this file that a variable with one binding is made by."""
        bindings = self.tree.bindings(node) if isinstance(node, ast.Name) else []
        value = bindings[0].value if len(bindings) == 1 else node
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return None
        made_by = self.tree.bindings(value.func)
        only = made_by[0].node if len(made_by) == 1 else None
        return only if isinstance(only, ast.ClassDef) else None


def _reads_among(names: list[ast.Name]) -> list[ast.Name]:
    return [name for name in names if isinstance(name.ctx, ast.Load)]


def _decorator(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
