"""One file as `ast` sees it: nodes by class, parents, scopes, qualified names. One walk, no libcst.

All positions are those of `ast`: lines from 1, columns from 0 in UTF-8 bytes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TypeVar

from torchfix_codemods.analysis.syntax.assignments import Assignments
from torchfix_codemods.analysis.syntax.budget import budget_of, check_nodes
from torchfix_codemods.analysis.syntax.order import Order, walk
from torchfix_codemods.analysis.syntax.parsing import ParseError, parse_module
from torchfix_codemods.analysis.syntax.parts import RunNames, callee_name, dotted, grouped, has_star_arguments, keyword
from torchfix_codemods.analysis.syntax.scopes import (
    COMPREHENSIONS,
    FUNCTIONS,
    SCOPES,
    Binder,
    Binding,
    Function,
    Scope,
    all_arguments,
    bound_name,
    evaluated_outside,
    import_target,
    names_bound_in,
)

__all__ = [
    "COMPREHENSIONS",
    "FUNCTIONS",
    "LOOPS",
    "SCOPES",
    "Binding",
    "Function",
    "ParseError",
    "Scope",
    "Tree",
    "all_arguments",
    "bound_name",
    "callee_name",
    "dotted",
    "has_star_arguments",
    "import_target",
    "keyword",
    "parse",
]

Node = TypeVar("Node", bound=ast.AST)

LOOPS = (ast.For, ast.AsyncFor, ast.While)

_BLOCKS = frozenset({"body", "orelse", "finalbody", "handlers", "cases"})


class Tree:
    """A parsed text. Build it with `parse`."""

    def __init__(self, text: str, module: ast.Module) -> None:
        self.run_names: RunNames | None = None  # set by who knows the other files
        self.text = text
        self.module = module
        self.lines = text.split("\n")
        self._all, self.parents, self._by_class = walk(module)
        check_nodes(len(self._all))
        self.budget = budget_of(len(self._all))
        self._holders: dict[ast.AST, ast.AST] = {}
        self._functions: dict[ast.AST, Function | None] = {}
        # By `model_names`: what a variable can stand for, so many steps back.
        self.model_names: dict[tuple[Scope, str, int], frozenset[str]] = {}
        # By `guards`: of a block, which statements decide a test or bind a name; of a statement, what it surely binds.
        self.settling: dict[int, list[int]] = {}
        self.binders: dict[int, dict[str, list[int]]] = {}
        self.certain: dict[tuple[ast.stmt, str], bool] = {}
        # By `device_sites`: method -> the classes that have one of that name, and its line.
        self.classes_with: dict[str, dict[str, int]] = {}
        self._encoded: dict[int, bytes] = {}
        self._bound_in: dict[ast.stmt, frozenset[str]] = {}
        self._roots: dict[tuple[Scope, str], str | None] = {}

    # ---- nodes

    def nodes(self, kind: type[Node]) -> list[Node]:
        """All nodes of exactly this class, in source order."""
        found = self._by_class.get(kind, [])
        self.budget.spend(1 + len(found) // 8)
        return found  # type: ignore[return-value]

    @cached_property
    def _order(self) -> Order:
        return Order(self._all, self.parents)

    def inside(self, holder: ast.AST) -> Sequence[ast.AST]:
        """The node and all its parts, in source order; without contexts and operators, which are no parts."""
        found = self._order.inside(holder)
        self.budget.spend(1 + len(found) // 8)
        return found

    def nodes_inside(self, kind: type[Node], holder: ast.AST) -> Sequence[Node]:
        """The nodes of exactly this class that `holder` is or has in it, in source order."""
        found = self._order.of_class_inside(self._by_class.get(kind, ()), kind, holder)
        self.budget.spend(1 + len(found) // 8)
        return found  # type: ignore[return-value]

    @cached_property
    def returns(self) -> dict[Function | None, list[ast.Return]]:
        """The `return` statements of each function, in source order."""
        return grouped(self.nodes(ast.Return), self.function)

    @cached_property
    def calls_by_function(self) -> dict[Function | None, list[ast.Call]]:
        """The calls that each function makes itself (None for the module), in source order."""
        return grouped(self.nodes(ast.Call), self.function)

    def calls_named(self, name: str) -> list[ast.Call]:
        """The calls of `name(..)` or `x.name(..)`, in source order."""
        return self._calls.get(name, [])

    @cached_property
    def _calls(self) -> dict[str, list[ast.Call]]:
        return grouped(self.nodes(ast.Call), callee_name)

    def names(self, name: str) -> list[ast.Name]:
        """Where the name stands, in source order."""
        return self._names.get(name, [])

    @cached_property
    def _names(self) -> dict[str, list[ast.Name]]:
        return grouped(self.nodes(ast.Name), attrgetter("id"))

    @cached_property
    def reads(self) -> dict[str, list[ast.Attribute]]:
        """Attribute name -> where an attribute of that name is read."""
        return grouped((n for n in self.nodes(ast.Attribute) if isinstance(n.ctx, ast.Load)), attrgetter("attr"))

    @cached_property
    def words(self) -> frozenset[str]:
        """The names that the program uses, of whatever: unlike those in the text they do not depend on the spelling."""
        found = set(self._names)
        found.update(node.attr for node in self.nodes(ast.Attribute))
        found.update(node.arg for node in self.nodes(ast.keyword) if node.arg)
        for alias in self.nodes(ast.alias):
            found.update(alias.name.split("."))
        for statement in self.nodes(ast.ImportFrom):
            found.update((statement.module or "").split("."))
        return frozenset(found)

    @cached_property
    def assigned(self) -> Assignments:
        """What names, attributes and items are given, in whatever spelling."""
        return Assignments(self)

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """Parent, grandparent, ... up to the module."""
        parents, spend = self.parents, self.budget.spend
        up = parents.get(node)
        while up is not None:
            spend()
            yield up
            up = parents.get(up)

    def enclosing(self, node: ast.AST, *kinds: type[Node]) -> Node | None:
        """The nearest ancestor of one of these classes."""
        for up in self.ancestors(node):
            if isinstance(up, kinds):
                return up
        return None

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that `node` is or stands in. An argument of a function stands in its `def`."""
        up: ast.AST | None = node
        while up is not None and not isinstance(up, ast.stmt):
            up = self.parents.get(up)
        if up is None:
            raise ValueError(f"{type(node).__name__} stands in no statement of this tree")
        return up

    def function(self, node: ast.AST) -> Function | None:
        """The `def` whose body `node` is executed in; None at module or class level. Lambdas are looked through.

        Decorators, default values and annotations belong to the place around the `def`.
        """
        known, parents = self._functions, self.parents
        self.budget.spend()
        if node in known:
            return known[node]
        way: list[ast.AST] = []
        child, found = node, None
        while child not in known:
            way.append(child)
            up = parents.get(child)
            if up is None:
                break
            if isinstance(child, ast.stmt) and isinstance(up, (*FUNCTIONS, ast.ClassDef)):
                found = None if isinstance(up, ast.ClassDef) else up
                break
            child = up
        else:
            found = known[child]
        for passed in way:
            known[passed] = found
        return found

    def class_of(self, function: ast.AST) -> ast.ClassDef | None:
        """The class whose method `function` is."""
        up = self.parents.get(function)
        while isinstance(up, (ast.If, ast.Try, ast.With)):
            up = self.parents.get(up)
        return up if isinstance(up, ast.ClassDef) else None

    def block(self, statement: ast.stmt) -> tuple[list[ast.stmt], int]:
        """The list of statements that `statement` is in, and its index there."""
        if (block := self._blocks.get(statement)) is None:
            raise ValueError(f"in no block: a statement, {statement.lineno}")
        return block

    @cached_property
    def _blocks(self) -> dict[ast.AST, tuple[list[ast.stmt], int]]:
        holders = [
            node for kind, nodes in self._by_class.items() if not _BLOCKS.isdisjoint(kind._fields) for node in nodes
        ]
        blocks = [getattr(node, field, None) for node in holders for field in _BLOCKS]
        return {item: (block, index) for block in blocks if isinstance(block, list) for index, item in enumerate(block)}

    def within(self, node: ast.AST, holder: ast.AST) -> bool:
        """Is `holder` the node itself or an ancestor of it?"""
        self.budget.spend()
        return self._order.is_within(node, holder)

    # ---- text

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node, without the parentheses around it."""
        end_line, end_column = node.end_lineno, node.end_col_offset
        assert end_line is not None and end_column is not None
        if node.lineno == end_line:
            return self._cut(node.lineno, node.col_offset, end_column)
        first = self._cut(node.lineno, node.col_offset, None)
        last = self._cut(end_line, 0, end_column)
        return "\n".join([first, *self.lines[node.lineno : end_line - 1], last])

    def _cut(self, number: int, start: int, end: int | None) -> str:
        line = self.lines[number - 1]
        if line.isascii():
            return line[start:end]
        if number not in self._encoded:
            self._encoded[number] = line.encode()
        return self._encoded[number][start:end].decode()

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end."""
        return self.lines[number - 1].rstrip("\r")

    def comment_behind(self, statement: ast.stmt) -> str:
        """The comment that follows a simple statement on its last line; empty where something else or nothing does."""
        assert statement.end_lineno is not None
        rest = self._cut(statement.end_lineno, statement.end_col_offset or 0, None).strip("; \t\f\r")
        return rest if rest.startswith("#") else ""

    # ---- names

    @cached_property
    def scopes(self) -> dict[ast.AST, Scope]:
        """The scope that each scope-opening node opens."""
        scopes: dict[ast.AST, Scope] = {self.module: Scope(self.module, None)}
        opening = [node for kind in SCOPES for node in self.nodes(kind) if node is not self.module]
        for node in sorted(opening, key=self._order.numbers.__getitem__):  # outer ones first
            outer = self.scope_holder(node)
            scopes[node] = Scope(node, scopes[outer])
        Binder(self, scopes).bind_all()
        return scopes

    def scope_holder(self, node: ast.AST) -> ast.AST:
        """The scope-opening node in whose scope `node` is evaluated."""
        holders, parents = self._holders, self.parents
        way: list[ast.AST] = []
        below = child = node
        found: ast.AST | None = None
        while found is None:
            # Whoever stands in the same statement has the same holder, unless a scope opens in between.
            if (found := holders.get(child)) is not None:
                break
            up = parents.get(child)
            if up is None:
                found = self.module
            elif isinstance(up, SCOPES) and not evaluated_outside(up, child, below):
                found = up
            if not isinstance(child, ast.comprehension):  # its first iterable has another holder than the rest of it
                way.append(child)
            if up is not None:
                below, child = child, up
        for passed in way:
            holders[passed] = found
        return found

    def scope(self, node: ast.AST) -> Scope:
        """The scope in which `node` is evaluated."""
        self.budget.spend()
        return self.scopes[self._holders.get(node) or self.scope_holder(node)]

    def bindings(self, name: ast.Name) -> list[Binding]:
        """All bindings of the variable that `name` refers to; empty for a builtin or an unknown name."""
        scope = self.scope(name).lookup(name.id)
        return scope.bindings[name.id] if scope is not None else []

    def qualified_name(self, node: ast.AST | None) -> str | None:
        """The dotted name that an expression stands for, by the file's imports; None where it is not an import.

        `nn.Linear` after `import torch.nn as nn` is `torch.nn.Linear`. Relative imports keep their dots
        (`.models.Net`). A name that is also bound otherwise (except to None) is no import. Where the run is known, what
        another file of it imports from elsewhere has its name from there: `base.torch.load` is `torch.load`.
        """
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        root = self._qualified_root(node)
        return None if root is None else self.resolved(".".join([root, *reversed(parts)]))

    def resolved(self, target: str) -> str:
        """What a dotted name stands for, where another file of the run brings it."""
        return target if self.run_names is None else self.run_names.resolved(target)

    @cached_property
    def _brought(self) -> frozenset[str]:
        """The names that can stand for something imported: of all others no scope needs to be asked."""
        return frozenset({*self.imported, *self.assigned.renamed})

    def _qualified_root(self, name: ast.Name) -> str | None:
        if name.id not in self._brought:
            return None
        scope = self.scope(name).lookup(name.id)
        if scope is None:
            return None if self.run_names is None else self.run_names.stars.get(name.id)
        variable = (scope, name.id)
        if variable not in self._roots:
            self._roots[variable] = None  # a name that is bound to itself is no import
            self._roots[variable] = self._imported_as(scope.bindings[name.id])
        return self._roots[variable]

    def _imported_as(self, bindings: list[Binding]) -> str | None:
        found: str | None = None
        for binding in bindings:
            if isinstance(binding.node, ast.alias):
                found = found or import_target(binding.node, binding.statement)
            elif isinstance(binding.value, ast.Constant) and binding.value.value is None:
                continue  # `try: import apex` / `except ImportError: apex = None`
            elif isinstance(binding.value, (ast.Name, ast.Attribute)):
                target = self.qualified_name(binding.value)
                if target is None:
                    return None
                found = found or target
            else:
                return None
        return found

    def bound_in(self, statement: ast.stmt) -> frozenset[str]:
        """The names that are bound anywhere in a statement, also in functions and branches of it."""
        if (known := self._bound_in.get(statement)) is None:
            known = self._bound_in[statement] = names_bound_in(statement)
        return known

    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        return [*self.nodes(ast.Import), *self.nodes(ast.ImportFrom)]

    @cached_property
    def imported(self) -> dict[str, str]:
        """Module-level name -> qualified name, for every import in the file (also inside functions, and by star)."""
        table: dict[str, str] = {}
        for statement in self.imports():
            for alias in statement.names:
                table.setdefault(bound_name(alias, statement), self.target_of(alias, statement))
        for name, target in self.run_names.stars.items() if self.run_names is not None else ():
            table.setdefault(name, target)
        return table

    def target_of(self, alias: ast.alias, statement: ast.AST) -> str:
        """What one part of an import statement stands for, as `qualified_name` has it."""
        return self.resolved(import_target(alias, statement))


def parse(text: str) -> Tree:
    """Parse a text (decoded, without byte order mark).

    Raises:
        ParseError: not Python for the running version, or nested deeper than its parser goes.
        OverBudget: too long or too large.
    """
    return Tree(text, parse_module(text))
