"""Which reads see the value that an assignment gives a variable, and who calls a function of the file."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from torchfix_codemods.analysis.device_values import NAMESPACES
from torchfix_codemods.analysis.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    Binding,
    Function,
    Scope,
    Tree,
    all_arguments,
    dotted,
)

_TRANSPARENT_DECORATORS = frozenset({"staticmethod", "classmethod"})


class Variables:
    """The variables of one file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @cached_property
    def _loads(self) -> dict[tuple[Scope, str], list[ast.Name]]:
        """Variable -> where it is read, in source order."""
        table: dict[tuple[Scope, str], list[ast.Name]] = {}
        for name in self.tree.nodes(ast.Name):
            if isinstance(name.ctx, ast.Load):
                scope = self.tree.scope(name).lookup(name.id)
                if scope is not None:
                    table.setdefault((scope, name.id), []).append(name)
        return table

    @cached_property
    def _attributes(self) -> dict[str, list[ast.Attribute]]:
        """Attribute name -> where an attribute of that name is read."""
        table: dict[str, list[ast.Attribute]] = {}
        for node in self.tree.nodes(ast.Attribute):
            if isinstance(node.ctx, ast.Load):
                table.setdefault(node.attr, []).append(node)
        return table

    # ---- variables

    def reads(self, target: ast.Name | ast.arg) -> list[ast.Name]:
        """The reads that can see the value bound at `target`, a name that is assigned or a parameter."""
        name, scope = self._variable(target)
        if scope is None:
            return []
        loads = self._loads.get((scope, name), [])
        if isinstance(scope.node, COMPREHENSIONS):
            return loads  # the element is written before its `for`
        others = _in_order(b for b in scope.bindings.get(name, []) if b.node is not target)
        return [read for read in loads if self._reaches(target, read, others)]

    def reaching(self, read: ast.Name) -> list[Binding]:
        """The bindings whose value a read can see. Definitions and imports count as seen from everywhere."""
        scope = self.tree.scope(read).lookup(read.id)
        if scope is None or isinstance(scope.node, COMPREHENSIONS):
            return self.tree.bindings(read)
        bindings = scope.bindings[read.id]
        return [
            binding
            for binding in bindings
            if not isinstance(binding.node, (ast.Name, ast.arg))
            or self._reaches(binding.node, read, [b for b in bindings if b is not binding])
        ]

    def reads_later(self, name: ast.Name) -> list[ast.Name]:
        """The reads of a variable that can happen after it was used at `name`, up to its next binding."""
        scope = self.tree.scope(name).lookup(name.id)
        if scope is None:
            return []
        others = _in_order(b for b in scope.bindings.get(name.id, []) if _position(b.node) > _position(name))
        return [
            read
            for read in self._loads.get((scope, name.id), [])
            if read is not name and self._reaches(name, read, others)
        ]

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
            for read in self._attributes.get(attribute.attr, [])
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

    # ---- order

    def _reaches(self, start: ast.Name | ast.arg, read: ast.Name, others: list[Binding]) -> bool:
        home = self._function_of_parameter(start) if isinstance(start, ast.arg) else self.tree.function(start)
        if home is not self.tree.function(read):
            return True  # read at a time that nobody knows
        loop = self._common_loop(start, read)
        if loop is None and (self._is_before(read, start) or self._in_other_branch(start, read)):
            return False
        # The binding that comes just before the read is the likeliest to hide the others.
        split = bisect_left(others, _position(read), key=_place)
        return not any(self._hides(other, start, read, loop) for other in (*others[:split][::-1], *others[split:]))

    def _is_before(self, read: ast.Name, start: ast.Name | ast.arg) -> bool:
        if isinstance(start, ast.arg):
            return False
        statement = self.tree.statement(start)
        is_target = isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and isinstance(
            start.ctx, ast.Store
        )
        if is_target and not isinstance(self.tree.parents[start], ast.NamedExpr) and self.tree.within(read, statement):
            return True  # the right-hand side is evaluated first
        return _position(read) < _position(start)

    def _common_loop(self, start: ast.AST, read: ast.Name) -> ast.AST | None:
        """The outermost loop of the function that repeats both."""
        found: ast.AST | None = None
        for up in self.tree.ancestors(read):
            if isinstance(up, FUNCTIONS):
                break
            if isinstance(up, LOOPS) and self.tree.within(start, up) and not isinstance(start, ast.arg):
                found = up
        return found

    def _in_other_branch(self, start: ast.AST, read: ast.Name) -> bool:
        for up in self.tree.ancestors(read):
            if isinstance(up, (ast.If, ast.IfExp)) and self.tree.within(start, up):
                return _branch(self.tree, start, up) + _branch(self.tree, read, up) in (
                    ("body", "orelse"),
                    ("orelse", "body"),
                )
        return False

    def _hides(self, other: Binding, start: ast.AST, read: ast.Name, loop: ast.AST | None) -> bool:
        """Does another binding for certain come between, on every way from `start` to `read`?"""
        statement = other.statement
        if not isinstance(statement, ast.stmt) or isinstance(other.node, ast.arg):
            return False
        if isinstance(statement, ast.AugAssign) or isinstance(self.tree.parent(other.node), ast.NamedExpr):
            return False
        if _position(start) < _position(read) and _position(other.node) < _position(start):
            return False
        if _position(read) < _position(other.node) or self._is_own_value(statement, read):
            return False
        if _position(read) < _position(start) and loop is not None and not self.tree.within(statement, loop):
            return False
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            return any(self.tree.within(read, child) for child in statement.body)
        return self._precedes(statement, read)

    def _is_own_value(self, statement: ast.stmt, read: ast.Name) -> bool:
        return isinstance(statement, (ast.Assign, ast.AnnAssign)) and self.tree.within(read, statement)

    def _precedes(self, statement: ast.stmt, read: ast.Name) -> bool:
        """Does the statement stand in a block that the read is also in, so that it is run before the read?"""
        holder = self.tree.parents.get(statement)
        for up in chain([read], self.tree.ancestors(read)):
            if self.tree.parents.get(up) is holder and isinstance(up, ast.stmt):
                return _same_block(holder, statement, up) or up is statement
        return False

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
            uses += self._loads.get((scope, function.name), [])
        else:
            uses += [a for a in self._attributes.get(function.name, []) if self._is_of_class(a.value, owner)]
        calls = [parent for use in uses if isinstance(parent := self.tree.parent(use), ast.Call) and parent.func is use]
        return calls if calls and len(calls) == len(uses) else None

    def parameter(self, call: ast.Call, argument: int | str) -> ast.arg | None:
        """The parameter of a function of this file that takes an argument of a call."""
        function = self._called(call.func)
        if function is None or any(isinstance(a, ast.Starred) for a in call.args):
            return None
        positional = [*function.args.posonlyargs, *function.args.args]
        if isinstance(argument, str):
            return next((a for a in [*positional, *function.args.kwonlyargs] if a.arg == argument), None)
        if self.tree.class_of(function) and not any(_decorator(d) == "staticmethod" for d in function.decorator_list):
            argument += 1
        return positional[argument] if argument < len(positional) else None

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


def _in_order(bindings: Iterable[Binding]) -> list[Binding]:
    return sorted(bindings, key=_place)


def _place(binding: Binding) -> tuple[int, int]:
    return _position(binding.node)


def _position(node: ast.AST) -> tuple[int, int]:
    return int(getattr(node, "lineno", 0)), int(getattr(node, "col_offset", 0))


def _decorator(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _branch(tree: Tree, node: ast.AST, holder: ast.If | ast.IfExp) -> tuple[str]:
    for name in ("body", "orelse"):
        value = getattr(holder, name)
        if any(tree.within(node, item) for item in (value if isinstance(value, list) else [value])):
            return (name,)
    return ("test",)


def _same_block(holder: ast.AST | None, one: ast.stmt, other: ast.stmt) -> bool:
    for block in vars(holder).values() if holder is not None else ():
        if isinstance(block, list) and one in block:
            return other in block
    return False
