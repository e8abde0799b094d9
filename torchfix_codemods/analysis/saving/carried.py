"""What an expression of one file means to the other files of the run.

A name means what it stands for: a definition of the run, one of an outside package, an option of the command line, or
what its variable was given. Two expressions with equal keys have the same value in two files, if the programs get the
same options.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.syntax.at import elsewhere
from torchfix_codemods.analysis.syntax.functions import returned
from torchfix_codemods.analysis.syntax.scopes import import_target
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Binding, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.file_names import given_to
from torchfix_codemods.analysis.values.variables import Variables

_PARSING = frozenset({"parse_args", "parse_known_args"})
_DEEPEST = 8
_OPTIONS = "<options>"


@dataclass(frozen=True, slots=True)
class Part:
    """One name of an expression, `text` as it is written.

    `key` is equal for what is the same in two files, empty where it is not known: `reason` says why, as a clause.
    `place` is a definition of the run, `outside` the dotted name of any other, `option` the name of an option, `inner`
    what a variable was given.
    """

    text: str
    key: str = ""
    place: Place | None = None
    outside: str = ""
    option: str = ""
    inner: Meaning | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """An expression, in pieces of text and names."""

    node: ast.expr
    pieces: tuple[str | Part, ...]

    @property
    def key(self) -> str:
        """What is equal for equal expressions; empty where a name is not known."""
        keys = [piece if isinstance(piece, str) else piece.key for piece in self.pieces]
        return "" if "" in keys else "".join(keys)


@dataclass(frozen=True, slots=True)
class Carried:
    """The constructor call of a model that another file of the run saves. `where` is that call, in words."""

    path: str
    where: str
    call: Meaning
    is_pure: Callable[[ast.expr], bool]


class Meanings:
    """Answers for one file."""

    def __init__(self, file: File, variables: Variables) -> None:
        self.path = file.path
        self.tree = file.tree
        self.project = file.project
        self.variables = variables

    def of(self, node: ast.expr) -> Meaning:
        """What an expression means."""
        return self._of(node, _DEEPEST)

    def of_binding(self, binding: Binding) -> Meaning | None:
        """What a variable with one binding was given; None where that is not known."""
        return self._given(binding, _DEEPEST)

    def _of(self, node: ast.expr, depth: int) -> Meaning:
        marker = _Marker(self, node, depth)
        marked = ast.unparse(marker.visit(copy.deepcopy(node)))
        pieces: list[str | Part] = []
        for number, stretch in enumerate(marked.split(_MARK)):
            pieces.append(marker.parts[int(stretch)] if number % 2 else stretch)
        return Meaning(node, tuple(piece for piece in pieces if piece))

    # ---- names

    def part(self, node: ast.Name | ast.Attribute, depth: int) -> Part | None:
        """What a name, or a dotted one, stands for; None for a builtin, and for an attribute of anything else."""
        text = dotted(node)
        if text is None or (isinstance(node, ast.Attribute) and node.attr == "__dict__"):
            return None
        root, _, rest = text.partition(".")
        name = next(part for part in ast.walk(node) if isinstance(part, ast.Name))
        if root == "self":
            return self._of_self(node, text, depth)
        bindings = self.tree.bindings(name)
        aliases = [b for b in bindings if isinstance(b.node, ast.alias)]
        if aliases and len(aliases) == len(bindings):
            return self._imported(aliases, rest, text)
        if rest:
            return self._of_attribute(node, name, rest, text)
        if not bindings:
            places = self.project.definitions.find(self.path, root)  # by a star import
            return self._at(places, text) if places else None
        if len(bindings) > 1:
            return Part(text, reason=f"`{text}` changes")
        if isinstance(bindings[0].node, (*FUNCTIONS, ast.ClassDef)):
            if self.tree.scope(name).lookup(name.id) is not self.tree.scopes[self.tree.module]:
                return Part(text, reason=f"`{text}` is defined inside of a function")
            return self._at((Place(self.path, root),), text)
        return self._of_variable(name, bindings[0], depth)

    def _imported(self, aliases: Sequence[Binding], rest: str, text: str) -> Part:
        targets = set()
        for binding in aliases:
            assert isinstance(binding.node, ast.alias) and isinstance(binding.statement, (ast.Import, ast.ImportFrom))
            targets.add(import_target(binding.node, binding.statement))
        if len(targets) > 1:
            return Part(text, reason=f"`{text}` may be one of several things")
        target = f"{targets.pop()}.{rest}" if rest else targets.pop()
        places = self.project.definitions.find(self.path, target)
        if places:
            changed = "." in places[0].name and self._is_set(places[0].name)
            return Part(text, reason=f"`{text}` changes") if changed else self._at(places, text)
        outside = self.project.definitions.outside(self.path, target) or target
        if outside.startswith("."):
            return Part(text, reason=f"the module of `{text}` is not among the files of this run")
        return Part(text, f"<{outside}>", outside=outside)

    def _at(self, places: Sequence[Place], text: str) -> Part:
        if len(places) > 1:
            return Part(text, reason=f"`{text}` may be one of several things")
        return Part(text, f"<{places[0].path}:{places[0].name}>", place=places[0])

    def _is_set(self, dotted_name: str) -> bool:
        """Does a file of the program set an attribute of this name?"""
        name = dotted_name.rsplit(".", 1)[-1]
        group = self.project.group(self.path) or {self.path}
        facts = (self.project.files[path] for path in group if path in self.project.files)
        return any(attribute == name for one in facts for attribute, _, _ in one.sets)

    def _of_self(self, node: ast.expr, text: str, depth: int) -> Part:
        owner = self.tree.enclosing(node, ast.ClassDef)
        values = self.tree.assigned.values(text, owner) if owner is not None else []
        if len(values) != 1 or depth == 0:
            return Part(text, reason=f"what `{text}` is cannot be seen")
        inner = self._of(values[0], depth - 1)
        return Part(text, _whole(inner), inner=inner)

    def _of_attribute(self, node: ast.Name | ast.Attribute, name: ast.Name, rest: str, text: str) -> Part | None:
        if self._is_set(rest):
            return Part(text, reason=f"`{text}` changes")
        if "." in rest or not self._holds_options(name):
            return None
        found = self.option(rest)
        if len(found) != 1:
            return Part(text, reason=f"`{text}` is no option that this file defines once")
        return Part(text, found[0], option=rest)

    # ---- options

    def _holds_options(self, name: ast.Name) -> bool:
        """Does a variable hold what argparse gives, by a parser of this file?"""
        for _ in range(_DEEPEST):
            bindings = self.tree.bindings(name)
            value = self._value(bindings[0]) if len(bindings) == 1 else None
            if value is None or isinstance(value, ast.Name):
                if value is None:
                    return False
                name = value
                continue
            return self._parses(value)
        return False

    def _parses(self, value: ast.expr) -> bool:
        if not isinstance(value, ast.Call):
            return False
        if callee_name(value) in _PARSING:
            return True
        bindings = self.tree.bindings(value.func) if isinstance(value.func, ast.Name) else []
        given = returned(self.tree, bindings[0].node) if len(bindings) == 1 else []
        ends = [self._value(b) for v in given if isinstance(v, ast.Name) for b in self.tree.bindings(v)]
        calls = [v for v in (*given, *ends) if isinstance(v, ast.Call)]
        return len(given) == 1 and any(callee_name(call) in _PARSING for call in calls)

    def option(self, name: str) -> list[str]:
        """How the parsers of the file define an option: the keys of its definitions."""
        found = []
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) != "add_argument":
                continue
            dest = keyword(call, "dest")
            texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            long = [text for text in texts if text.startswith("--")] or texts
            named = dest.value.value if dest is not None and isinstance(dest.value, ast.Constant) else None
            if (named or "".join(long[:1]).lstrip("-").replace("-", "_")) == name:
                given = (keyword(call, part) for part in ("default", "type", "action", "nargs", "const"))
                said = " ".join(ast.unparse(part.value) if part is not None else "-" for part in given)
                found.append(f"<--{name} {said}>")
        return found

    # ---- variables

    def _of_variable(self, name: ast.Name, binding: Binding, depth: int) -> Part:
        if self._holds_options(name):
            return Part(name.id, _OPTIONS)
        inner = self._given(binding, depth - 1) if depth > 0 else None
        if inner is None:
            return Part(name.id, reason=f"what `{name.id}` is cannot be seen")
        return Part(name.id, _whole(inner), inner=inner)

    def _value(self, binding: Binding) -> ast.expr | None:
        """What a binding gives its name: an expression of the file, for a parameter that of all callers."""
        if not isinstance(binding.node, ast.arg):
            return binding.value
        given = given_to(self.tree, self.variables, binding.node)
        texts = {ast.dump(value) for value in given if value is not None}
        return given[0] if given and None not in given and len(texts) == 1 else None

    def _given(self, binding: Binding, depth: int) -> Meaning | None:
        value = self._value(binding)
        if value is None or depth <= 0:
            return None
        return self._of(value, depth)


def _whole(meaning: Meaning) -> str:
    """The key of a variable that holds this: it may stand in any expression."""
    key = meaning.key
    is_plain = isinstance(meaning.node, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return key if is_plain or not key else f"({key})"


_MARK = "\ue000"


class _Marker(ast.NodeTransformer):
    """Puts marks in place of the names of an expression. It visits a copy, whose nodes stand where the originals do."""

    def __init__(self, owner: Meanings, node: ast.expr, depth: int) -> None:
        self.owner = owner
        self.depth = depth
        self.node = node
        self.parts: list[Part] = []
        names = (n for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Attribute)))
        self.originals = {_spot(n): n for n in names}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._marked(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._marked(node) or self.generic_visit(node)

    def _marked(self, node: ast.Name | ast.Attribute) -> ast.expr | None:
        original = self.originals[_spot(node)]
        tree = self.owner.tree
        root = next((n for n in ast.walk(original) if isinstance(n, ast.Name)), None)
        scope = tree.scope(root).lookup(root.id) if root is not None else None
        if scope is not None and tree.within(scope.node, self.node):
            return None  # bound inside: a comprehension, a lambda
        part = self.owner.part(original, self.depth)
        if part is None:
            return None
        self.parts.append(part)
        return ast.copy_location(ast.Name(f"{_MARK}{len(self.parts) - 1}{_MARK}", ast.Load()), node)


def _spot(node: ast.Name | ast.Attribute) -> tuple[int, int, int | None, int | None]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def constructor(path: str, call: ast.Call) -> str:
    """A constructor call of another file, in words."""
    return f"its constructor call ({elsewhere(path, call.lineno)})"
