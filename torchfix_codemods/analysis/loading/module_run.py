"""What a module does when it is run or imported, and which of its statements can go under a main guard.

A worker process that is started by `spawn` imports the main module first. What it needs from there must stay outside:
definitions, and the variables that they read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import is_main_guard
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name
from torchfix_codemods.analysis.values.sources import Sources

_DEFINITIONS = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
_WORKER_METHODS = frozenset({"__getitem__", "__iter__", "__next__", "__len__", "__call__", "__getitems__"})


class ModuleRun:
    """Answers for one file."""

    def __init__(self, tree: Tree, sources: Sources) -> None:
        self.tree = tree
        self.sources = sources
        self.body = tree.module.body
        self._called: dict[ast.AST, list[Function]] = {}

    # ---- what is run

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """The statements of the module that are run by an import: no definitions, nothing under a main guard."""
        return [s for s in self.body if not isinstance(s, _DEFINITIONS) and not is_main_guard(s) and not _is_text(s)]

    def runs(self, statement: ast.stmt, nodes: Sequence[ast.AST]) -> ast.AST | None:
        """The first of the nodes that is executed by this statement, also in functions of the file that it calls."""
        functions = self._reached(statement) if self.tree.nodes_inside(ast.Call, statement) else set()
        for node in nodes:
            function = self.tree.function(node)
            if function in functions or (function is None and self.tree.within(node, statement)):
                return node
        return None

    def _reached(self, statement: ast.stmt) -> set[Function]:
        found: set[Function] = set()
        todo: list[ast.AST] = [statement]
        while todo:
            for function in self._called_in(todo.pop()):
                if function not in found:
                    found.add(function)
                    todo.append(function)
        return found

    def _called_in(self, place: ast.AST) -> list[Function]:
        if place not in self._called:
            self._called[place] = list(dict.fromkeys(self._calls_in(place)))
        return self._called[place]

    def _calls_in(self, place: ast.AST) -> Iterator[Function]:
        inside = self.tree.function(place) if not isinstance(place, FUNCTIONS) else place
        for call in self.tree.nodes_inside(ast.Call, place):
            if self.tree.function(call) is not inside:
                continue
            function = self.sources.function(call)
            if function is not None:
                yield function
            made = self.sources.class_called(call)
            if made is not None:
                yield from (s for s in made.body if isinstance(s, FUNCTIONS) and s.name == "__init__")

    # ---- what can be guarded

    def guarded(self, first: ast.stmt) -> tuple[list[tuple[ast.stmt, ast.stmt]], str]:
        """The runs of statements to be put under guards so that `first` is, each by its first and last statement.

        Everything from `first` on goes, and the assignments right above it that only these statements need. Without
        runs the text says why it cannot be done.
        """
        start = self._start(self.body.index(first))
        run = set(self.statements)
        inside = [s for s in self.body[start:] if s in run]
        for statement in inside:
            for node in self.tree.inside(statement):
                if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                    return [], f"`{node.name}` is defined on line {at(node.lineno)} among the statements that are run"
        before = self._bound(self.body[:start])
        names = self._bound(inside) - before
        needed = self._needed_by_definitions(names, self.body[start:]) or self._needed_by_workers(names)
        if needed is not None:
            return [], f"the worker processes need `{needed.id}` as well (line {at(needed.lineno)})"
        return list(self._runs(start)), ""

    def _runs(self, start: int) -> Iterator[tuple[ast.stmt, ast.stmt]]:
        run: list[ast.stmt] = []
        guarded = set(self.statements)
        for statement in self.body[start:]:
            if statement in guarded:
                run.append(statement)
            elif run:
                yield run[0], run[-1]
                run = []
        if run:
            yield run[0], run[-1]

    def _start(self, index: int) -> int:
        while index > 0 and self._may_go_along(self.body[index - 1]):
            index -= 1
        return index

    def _may_go_along(self, statement: ast.stmt) -> bool:
        """Is it an assignment, or a call of a method of a variable, that no definition of the file depends on?"""
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            func = statement.value.func
            if isinstance(func, ast.Name):
                return func.id == "print"
            owner = func.value if isinstance(func, ast.Attribute) else None
            while isinstance(owner, (ast.Attribute, ast.Call)):
                owner = owner.value if isinstance(owner, ast.Attribute) else owner.func
            if not isinstance(owner, ast.Name):
                return False
            return not any(isinstance(binding.node, ast.alias) for binding in self.tree.bindings(owner))
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
            return False
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if not all(isinstance(t, (ast.Name, ast.Tuple)) for t in targets):
            return False
        return not (self._bound([statement]) & self._read_in_definitions)

    def _bound(self, statements: Sequence[ast.stmt]) -> set[str]:
        """The variables of the module that these statements bind."""
        found: set[str] = set()
        for statement in statements:
            if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
                found.add(statement.name)
                continue
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    found.add(node.id)
                elif isinstance(node, ast.alias):
                    found.add(node.asname or node.name.split(".")[0])
        return found

    @cached_property
    def _read_in_definitions(self) -> set[str]:
        definitions = [s for s in self.body if isinstance(s, (*FUNCTIONS, ast.ClassDef))]
        return {n.id for d in definitions for n in ast.walk(d) if isinstance(n, ast.Name)}

    def _needed_by_definitions(self, names: set[str], body: Sequence[ast.stmt]) -> ast.Name | None:
        """A read of one of the names while a function or class is defined: a default value, a base, a decorator."""
        for statement in body:
            if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
                for node in _at_definition(statement):
                    if isinstance(node, ast.Name) and node.id in names:
                        return node
        return None

    def _needed_by_workers(self, names: set[str]) -> ast.Name | None:
        """A read of one of the names in code that worker processes can run."""
        for function in self._worker_functions:
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                    scope = self.tree.scope(node).lookup(node.id)
                    if scope is not None and scope.node is self.tree.module:
                        return node
        return None

    @cached_property
    def _worker_functions(self) -> list[Function]:
        """Methods of data sets, samplers and callables, functions that are handed on, and what these call."""
        found: list[Function] = []
        for owner in self.tree.nodes(ast.ClassDef):
            methods = [s for s in owner.body if isinstance(s, FUNCTIONS)]
            if any(method.name in _WORKER_METHODS for method in methods):
                found += methods
        for name in self.tree.nodes(ast.Name):
            parent = self.tree.parent(name)
            if isinstance(name.ctx, ast.Load) and not (isinstance(parent, ast.Call) and parent.func is name):
                found += [b.node for b in self.tree.bindings(name) if isinstance(b.node, FUNCTIONS)]
        seen = set(found)
        for function in found:  # grows while it is walked
            for called in self._called_in(function):
                if called not in seen:
                    seen.add(called)
                    found.append(called)
        return found


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _at_definition(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are evaluated when a function or class is defined."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, FUNCTIONS):
            todo += [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
        elif not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)


def starts_by_fork(tree: Tree) -> bool:
    """Does the file choose that processes are forked?"""
    for call in tree.nodes(ast.Call):
        if callee_name(call) in ("set_start_method", "get_context"):
            values = [*call.args, *(k.value for k in call.keywords)]
            if any(isinstance(value, ast.Constant) and value.value == "fork" for value in values):
                return True
    return False
