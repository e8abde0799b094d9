"""Who binds a name: scopes and bindings of one syntax tree."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from torchfix_codemods.analysis.syntax.tree import Tree

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, ast.Module, *COMPREHENSIONS)


class Binding:
    """One place that gives a name a value in a scope.

    `node` is the binding node: Name, arg, alias, FunctionDef, ClassDef, ExceptHandler or a match pattern. `statement`
    is the statement it stands in (for an arg its function), and `value` the very expression whose value it gets, also
    in `x: T = v`, `y = x = v` and `x, y = v, w`; None where there is none, as for the element of a loop.
    """

    __slots__ = ("node", "statement", "value")

    def __init__(self, node: ast.AST, statement: ast.AST, value: ast.expr | None = None) -> None:
        self.node = node
        self.statement = statement
        self.value = value

    @property
    def line(self) -> int:
        return int(getattr(self.node, "lineno", getattr(self.statement, "lineno", 1)))


class Scope:
    """Names bound in one module, class, function, lambda or comprehension."""

    __slots__ = ("bindings", "node", "parent")

    def __init__(self, node: ast.AST, parent: Scope | None) -> None:
        self.node = node
        self.parent = parent
        self.bindings: dict[str, list[Binding]] = {}

    def lookup(self, name: str) -> Scope | None:
        """The scope in which `name`, used here, is bound; class scopes are seen only from their own level."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bindings and (scope is self or not isinstance(scope.node, ast.ClassDef)):
                return scope
            scope = scope.parent
        return None


def evaluated_outside(scope: ast.AST, child: ast.AST, below: ast.AST) -> bool:
    """Is `child`, a direct part of the scope-opening node, evaluated in the scope around it?

    `below` is the part of `child` that the question is about: only the first iterable of a comprehension is evaluated
    outside.
    """
    if isinstance(scope, (*FUNCTIONS, ast.ClassDef)):
        return not isinstance(child, ast.stmt)
    if isinstance(scope, ast.Lambda):
        return child is not scope.body
    if isinstance(scope, COMPREHENSIONS):
        return child is scope.generators[0] and below is scope.generators[0].iter
    return False


def bound_name(alias: ast.alias, statement: ast.AST) -> str:
    """The name that one part of an import statement binds."""
    if alias.asname:
        return alias.asname
    return alias.name.split(".")[0] if isinstance(statement, ast.Import) else alias.name


def names_bound_in(statement: ast.stmt) -> frozenset[str]:
    """The names that are bound anywhere in a statement, whichever scope they belong to."""
    found: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.split(".")[0])
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
    return frozenset(found)


def import_target(alias: ast.alias, statement: ast.AST) -> str:
    """The qualified name that one part of an import statement stands for."""
    if isinstance(statement, ast.ImportFrom):
        module = "." * statement.level + (statement.module or "")
        return f"{module}{'' if module.endswith('.') else '.'}{alias.name}"
    return alias.name if alias.asname else alias.name.split(".")[0]


def all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    """Every parameter, in order: positional-only, positional, `*args`, keyword-only, `**kwargs`."""
    extra = [a for a in (arguments.vararg,) if a is not None]
    last = [a for a in (arguments.kwarg,) if a is not None]
    return [*arguments.posonlyargs, *arguments.args, *extra, *arguments.kwonlyargs, *last]


class Binder:
    """Fills the scopes of a tree with their bindings."""

    def __init__(self, tree: Tree, scopes: dict[ast.AST, Scope]) -> None:
        self.tree = tree
        self.scopes = scopes
        self.redirected: dict[tuple[ast.AST, str], Scope] = {}

    def bind_all(self) -> None:
        tree = self.tree
        self._global_and_nonlocal()
        for statement in tree.imports():
            for alias in statement.names:
                self._bind(bound_name(alias, statement), alias, statement)
        definitions: list[Function | ast.ClassDef] = [
            *tree.nodes(ast.FunctionDef),
            *tree.nodes(ast.AsyncFunctionDef),
            *tree.nodes(ast.ClassDef),
        ]
        for definition in definitions:
            self._bind(definition.name, definition, definition)
        functions: list[Function | ast.Lambda] = [
            *tree.nodes(ast.FunctionDef),
            *tree.nodes(ast.AsyncFunctionDef),
            *tree.nodes(ast.Lambda),
        ]
        for function in functions:
            for argument in all_arguments(function.args):
                scope = self.scopes[function]
                scope.bindings.setdefault(argument.arg, []).append(Binding(argument, function))
        for name in tree.nodes(ast.Name):
            if not isinstance(name.ctx, ast.Load):
                self._bind_name(name)
        patterns: list[ast.ExceptHandler | ast.MatchAs | ast.MatchStar] = [
            *tree.nodes(ast.ExceptHandler),
            *tree.nodes(ast.MatchAs),
            *tree.nodes(ast.MatchStar),
        ]
        for pattern in patterns:
            if pattern.name:
                self._bind(pattern.name, pattern, tree.statement(pattern))

    def _global_and_nonlocal(self) -> None:
        module = self.scopes[self.tree.module]
        statements: list[ast.Global | ast.Nonlocal] = [*self.tree.nodes(ast.Global), *self.tree.nodes(ast.Nonlocal)]
        for statement in statements:
            holder = self.tree.scope_holder(statement)
            outer = self.scopes[holder].parent
            for name in statement.names:
                is_global = isinstance(statement, ast.Global) or outer is None
                self.redirected[holder, name] = module if is_global or outer is None else outer

    def _bind(self, name: str, node: ast.AST, statement: ast.AST, value: ast.expr | None = None) -> None:
        holder = self.tree.scope_holder(node)
        scope = self.redirected.get((holder, name)) or self.scopes[holder]
        scope.bindings.setdefault(name, []).append(Binding(node, statement, value))

    def _bind_name(self, name: ast.Name) -> None:
        tree = self.tree
        if isinstance(name.ctx, ast.Del):
            return
        assignment = tree.assigned.at(name)
        if assignment is None and isinstance(tree.parents[name], ast.AnnAssign):
            return  # a bare annotation binds nothing
        holder = tree.scope_holder(name)
        if assignment is not None and isinstance(assignment.node, ast.NamedExpr):
            while isinstance(holder, COMPREHENSIONS):  # PEP 572: binds in the scope around the comprehension
                holder = tree.scope_holder(holder)
        value = None if assignment is None else assignment.value
        scope = self.redirected.get((holder, name.id)) or self.scopes[holder]
        scope.bindings.setdefault(name.id, []).append(Binding(name, tree.statement(name), value))
