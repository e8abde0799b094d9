"""Other ways to write the same program: each spelling is a table entry, a transformer of the syntax tree."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OWN_SCOPE = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Spelling(ast.NodeTransformer):
    """One way to write the same program otherwise. `changed` counts the places, `others` are further files."""

    in_class_body = True  # can an assignment of a class body be written so?
    others: ClassVar[Mapping[str, str]] = {}

    def __init__(self) -> None:
        self.changed = 0
        self.scopes: list[ast.AST] = []

    @classmethod
    def plain(cls, module: ast.Module) -> ast.Module:
        """The program that the spelling is compared to."""
        return module

    def fresh(self, stem: str) -> str:
        self.changed += 1
        return f"{stem}_{self.changed}"

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt | list[ast.stmt] | None:
        """What to write for `target = value`; None to leave it."""
        return None

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, (ast.Name, ast.Attribute)):
            return node
        if not self.in_class_body and self.scopes and isinstance(self.scopes[-1], ast.ClassDef):
            return node
        return self.assigned(target, node.value) or node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.in_scope(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self.in_scope(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self.in_scope(node)

    def in_scope(self, node: ast.AST) -> ast.AST:
        self.scopes.append(node)
        self.generic_visit(node)
        self.scopes.pop()
        return node

    @property
    def in_function(self) -> bool:
        return bool(self.scopes) and isinstance(self.scopes[-1], _FUNCTIONS)


class Annotated(Spelling):
    """`x: object = value`"""

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt:
        self.changed += 1
        return ast.AnnAssign(target, ast.Name("object", ast.Load()), value, int(isinstance(target, ast.Name)))


class Chained(Spelling):
    """`kept_1 = x = value`"""

    in_class_body = False

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt:
        return ast.Assign([_store(self.fresh("kept")), target], value)


class Paired(Spelling):
    """`x, other_1 = value, 0`"""

    in_class_body = False

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt:
        goals = ast.Tuple([target, _store(self.fresh("other"))], ast.Store())
        return ast.Assign([goals], ast.Tuple([value, ast.Constant(0)], ast.Load()))


class Walrus(Spelling):
    """`(x := value)`"""

    in_class_body = False

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt | None:
        if isinstance(target, ast.Attribute):
            return None
        self.changed += 1
        return ast.Expr(ast.NamedExpr(target, value))


class GuardedFunction(Spelling):
    """The body of each function in `try: .. finally: pass`."""

    def in_scope(self, node: ast.AST) -> ast.AST:
        super().in_scope(node)
        if isinstance(node, _FUNCTIONS):
            start = int(ast.get_docstring(node) is not None)
            if node.body[start:]:
                self.changed += 1
                node.body[start:] = [_guarded(node.body[start:])]
        return node


class GuardedLoop(Spelling):
    """Each loop in `try: .. finally: pass`."""

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        self.changed += 1
        return _guarded([node])


class NamedArgument(Spelling):
    """`part_1 = f(x); g(part_1)` for `g(f(x))`."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        call = node.value
        if not isinstance(call, ast.Call) or not call.args or not self.in_function:
            return node
        first = call.args[0]
        if isinstance(first, (ast.Name, ast.Constant, ast.Starred, ast.GeneratorExp)):
            return node
        name = self.fresh("part")
        call.args[0] = ast.Name(name, ast.Load())
        return [ast.Assign([_store(name)], first), node]


class OwnAttribute(Spelling):
    """In a method, what is only ever assigned plainly becomes `self.x`."""

    def in_scope(self, node: ast.AST) -> ast.AST:
        is_method = isinstance(node, _FUNCTIONS) and self.scopes and isinstance(self.scopes[-1], ast.ClassDef)
        if is_method and isinstance(node, _FUNCTIONS) and node.args.args and node.args.args[0].arg == "self":
            names = _plain_locals(node)
            if names:
                self.changed += 1
                _ToAttribute(names).generic_visit(node)
        return super().in_scope(node)


class _ToAttribute(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names:
            return node
        return ast.Attribute(ast.Name("self", ast.Load()), f"own_{node.id}", node.ctx)


class ThroughHelper(Spelling):
    """`x = handed_back(value)`, where `handed_back` gives back what it is given."""

    in_class_body = False
    definition = "def handed_back(given):\n    return given\n"

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> ast.stmt | None:
        if _is_only_for_here(value) or not self.in_function:
            return None
        self.changed += 1
        return ast.Assign([target], ast.Call(ast.Name("handed_back", ast.Load()), [value], []))

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self.generic_visit(node)
        if self.changed:
            node.body[_after_imports(node) : _after_imports(node)] = ast.parse(self.definition).body
        return node


class ThroughImported(ThroughHelper):
    """`from helper import handed_back`, and `x = handed_back(value)`."""

    definition = "from helper import handed_back\n"
    others: ClassVar[Mapping[str, str]] = {"helper.py": ThroughHelper.definition}

    @classmethod
    def plain(cls, module: ast.Module) -> ast.Module:
        """A file that imports another one is a part of a program, of which more is known: so is its twin."""
        module.body[_after_imports(module) : _after_imports(module)] = ast.parse(cls.definition).body
        return module


class ComputedByHelper(Spelling):
    """`def made_1(): return value` and `x = made_1()`."""

    in_class_body = False

    def assigned(self, target: ast.Name | ast.Attribute, value: ast.expr) -> list[ast.stmt] | None:
        if _is_only_for_here(value) or not self.in_function:
            return None
        name = self.fresh("made")
        helper = ast.parse(f"def {name}():\n    return None").body[0]
        assert isinstance(helper, ast.FunctionDef)
        helper.body = [ast.Return(value)]
        return [helper, ast.Assign([target], ast.Call(ast.Name(name, ast.Load()), [], []))]


class Renamed(Spelling):
    """`v_1` for what the program binds itself: evidence counts, not convention."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        nodes = list(ast.walk(node))
        kept = set(_names_with_a_meaning(nodes))
        new: dict[str, str] = {}
        for part in nodes:
            name = part.id if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) else None
            name = part.arg if isinstance(part, ast.arg) else name
            if name is not None and name not in kept and not name.startswith("__"):
                new.setdefault(name, f"v_{len(new) + 1}")
        for part in nodes:
            if isinstance(part, ast.Name):
                part.id = new.get(part.id, part.id)
            elif isinstance(part, ast.arg):
                part.arg = new.get(part.arg, part.arg)
        self.changed = len(new)
        return node


def _names_with_a_meaning(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Names that others know too, or that stand where no Name does."""
    yield from ("self", "cls", "_", "pytestmark", *dir(builtins))
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]
        elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name is not None:
            yield node.name
        if isinstance(node, ast.ClassDef):
            stored = [n for part in node.body for n in ast.walk(part) if not isinstance(part, _FUNCTIONS)]
            yield from (n.id for n in stored if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _guarded(body: list[ast.stmt]) -> ast.Try:
    return ast.Try(body=body, handlers=[], orelse=[], finalbody=[ast.Pass()])


def _is_only_for_here(value: ast.expr) -> bool:
    """May the expression not be moved into a call or another function?"""
    special = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Starred, ast.Constant)
    return any(isinstance(n, special) or (isinstance(n, ast.Name) and n.id == "super") for n in ast.walk(value))


def _after_imports(module: ast.Module) -> int:
    imports = [i for i, s in enumerate(module.body) if isinstance(s, (ast.Import, ast.ImportFrom))]
    return imports[-1] + 1 if imports else int(ast.get_docstring(module) is not None)


def _plain_locals(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The variables of a function that only statements `name = value` bind, and no inner scope reads."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    plain = {
        node.targets[0].id
        for node in nodes
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    }
    targets = {id(node.targets[0]) for node in nodes if isinstance(node, ast.Assign) and len(node.targets) == 1}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and id(node) not in targets:
            plain.discard(node.id)
        elif isinstance(node, _OWN_SCOPE):
            plain -= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | {
                n.arg for n in ast.walk(node) if isinstance(n, ast.arg)
            }
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            plain -= set(node.names)
    return plain - {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}


SPELLINGS: dict[str, type[Spelling]] = {
    "annotated": Annotated,
    "chained": Chained,
    "paired": Paired,
    "walrus": Walrus,
    "guarded function": GuardedFunction,
    "guarded loop": GuardedLoop,
    "named argument": NamedArgument,
    "own attribute": OwnAttribute,
    "through a helper": ThroughHelper,
    "computed by a helper": ComputedByHelper,
    "through an imported helper": ThroughImported,
    "renamed": Renamed,
}
