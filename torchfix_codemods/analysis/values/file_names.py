"""Do two places of a program name the same file? Paths as far as the text shows them.

A path is a sequence of known text and of values that are not known, each with an identity: two places that read the
same variable, the same option, or call the same function with the same arguments have the same value there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from torchfix_codemods.analysis.project.loads import file_label
from torchfix_codemods.analysis.syntax.arguments import passed
from torchfix_codemods.analysis.syntax.memory import followed, remembered
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Binding, Function, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.device_values import NAMESPACES
from torchfix_codemods.analysis.values.variables import Variables

_FIELD = re.compile(r"\{[^{}]*\}")
_PERCENT = re.compile(r"%(?:\((?P<key>\w+)\))?[-+ #0-9.*]*[a-zA-Z]")
# A call of these gives another value each time.
_NEVER_TWICE = re.compile(
    r"now|today|time|strftime|uuid\w*|mk\w*temp|rand\w*|input|getpid|\w*tempfile|\w*tempdir\w*", re.I
)
_IN_MEMORY = frozenset(
    {"io.BytesIO", "BytesIO", "io.StringIO", "tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile"}
)
_TEMPORARY = frozenset({"tempfile.NamedTemporaryFile", "tempfile.TemporaryDirectory", "tempfile.mkstemp"})


class Same(Enum):
    """Do two paths name one file?"""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Value:
    """A part of a path that is not known. `varies`: it differs from one time to the next, as in a loop."""

    identity: str
    varies: bool = False


@dataclass(frozen=True, slots=True)
class FileName:
    """What is known of a path. `in_memory`: it is no file of its own that another run could read."""

    parts: tuple[str | Value, ...]
    in_memory: bool = False

    @property
    def is_known(self) -> bool:
        return all(isinstance(part, str) for part in self.parts)

    @property
    def label(self) -> str:
        """The last part of the path, with `{}` for what is not known."""
        return file_label("".join(part if isinstance(part, str) else "{}" for part in self.parts))

    def same_as(self, other: FileName) -> Same:
        """Is it the same file, or, where a part varies, one of the same series?"""
        if self.parts == other.parts:
            return Same.YES
        if self.is_known and other.is_known:
            return Same.NO
        if self._shape == other._shape and self._has_stem and _same_series(self.parts, other.parts):
            return Same.YES
        mine, theirs = _without_common_ends(self.parts, other.parts)
        if not mine or not theirs:
            rest = mine or theirs
            return Same.NO if any(isinstance(part, str) for part in rest) else Same.MAYBE
        starts = mine[0], theirs[0]
        ends = mine[-1], theirs[-1]
        if _texts_differ(starts, from_end=False) or _texts_differ(ends, from_end=True):
            return Same.NO
        return Same.MAYBE

    @property
    def _shape(self) -> tuple[str | None, ...]:
        return tuple(part if isinstance(part, str) else None for part in self.parts)

    @property
    def _has_stem(self) -> bool:
        """Does the known text say more than a folder and an extension?"""
        text = "".join(part if isinstance(part, str) else "\0" for part in self.parts).rsplit("/", 1)[-1]
        return len(re.findall(r"[A-Za-z]", text.rsplit(".", 1)[0])) > 1


def _same_series(one: Sequence[str | Value], other: Sequence[str | Value]) -> bool:
    """Do the unknown parts differ only where one of them varies?"""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return all(isinstance(a, Value) and isinstance(b, Value) and (a.varies or b.varies) for a, b in pairs)


def _without_common_ends(
    one: Sequence[str | Value], other: Sequence[str | Value]
) -> tuple[list[str | Value], list[str | Value]]:
    mine, theirs = list(one), list(other)
    while mine and theirs and mine[0] == theirs[0]:
        del mine[0], theirs[0]
    while mine and theirs and mine[-1] == theirs[-1]:
        del mine[-1], theirs[-1]
    return mine, theirs


def _texts_differ(pair: tuple[str | Value, str | Value], *, from_end: bool) -> bool:
    one, other = pair
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    length = min(len(one), len(other))
    return one[-length:] != other[-length:] if from_end else one[:length] != other[:length]


class FileNames:
    """Reads the paths of one file's calls."""

    def __init__(self, tree: Tree, variables: Variables) -> None:
        self.tree = tree
        self.variables = variables

    @remembered
    def of(self, node: ast.expr) -> FileName:
        """The path, or the open file, that an expression stands for."""
        parts = _merged(self._parts(node))
        if parts and isinstance(parts[0], str):
            parts = (parts[0].replace("\\", "/").removeprefix("./"), *parts[1:])
        return FileName(parts, self._is_in_memory(node))

    def _is_in_memory(self, node: ast.expr) -> bool:
        for source in self._sources(node):
            if isinstance(source, ast.Call):
                name = self.tree.qualified_name(source.func) or dotted(source.func)
                if name in _IN_MEMORY or name in _TEMPORARY:
                    return True
        return False

    def _sources(self, node: ast.expr) -> Iterator[ast.expr]:
        """The expression and what its variable was made by."""
        while isinstance(node, ast.Attribute):
            node = node.value  # `file.name` of a temporary file
        yield node
        if isinstance(node, ast.Name):
            for binding in self.tree.bindings(node):
                value = binding.value or _entered(self.tree, binding)
                if value is not None:
                    yield value

    def _parts(self, node: ast.expr) -> list[str | Value]:
        found = self._found_parts(node)
        return [self._unknown(node)] if found is None else found

    @followed(None)
    def _found_parts(self, node: ast.expr) -> list[str | Value] | None:
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.JoinedStr):
            return [part for value in node.values for part in self._parts(value)]
        if isinstance(node, ast.FormattedValue):
            return self._parts(node.value)
        if isinstance(node, ast.BinOp):
            return self._of_operator(node)
        if isinstance(node, ast.Call):
            return self._of_call(node)
        if isinstance(node, ast.Name):
            return self._of_name(node)
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node)
        return [self._unknown(node)]

    def labels(self, name: FileName) -> set[str]:
        """The last part of a path, also that which is the default of an option."""
        found = {name.label} - {"{}"}
        for part in name.parts[-1:]:
            if isinstance(part, Value) and "." in part.identity:
                found |= {file_label(text) for text in self._defaults(part.identity.rsplit(".", 1)[-1])}
        return found

    def _defaults(self, option: str) -> Iterator[str]:
        """The defaults that `add_argument("--option", default=..)` gives."""
        for call in self.tree.nodes(ast.Call):
            names = {option_name(str(a.value)) for a in call.args if isinstance(a, ast.Constant)}
            default = keyword(call, "default")
            value = default.value if default is not None else None
            if callee_name(call) == "add_argument" and option in names and isinstance(value, ast.Constant):
                yield str(value.value)

    # ---- expressions

    def _of_operator(self, node: ast.BinOp) -> list[str | Value]:
        if isinstance(node.op, ast.Add):
            return [*self._parts(node.left), *self._parts(node.right)]
        if isinstance(node.op, ast.Div):
            return [*self._parts(node.left), "/", *self._parts(node.right)]
        template = node.left
        if not isinstance(node.op, ast.Mod) or not isinstance(template, ast.Constant):
            return [self._unknown(node)]
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return self._filled(str(template.value), _PERCENT, values)

    def _filled(self, template: str, field: re.Pattern[str], values: Sequence[ast.expr]) -> list[str | Value]:
        """A template with its fields filled from left to right."""
        parts: list[str | Value] = []
        at = 0
        for index, found in enumerate(field.finditer(template)):
            parts.append(template[at : found.start()])
            parts += self._parts(values[index]) if index < len(values) else [Value(f"?{found.group()}", True)]
            at = found.end()
        return [*parts, template[at:]]

    def _of_call(self, call: ast.Call) -> list[str | Value]:
        name = self.tree.qualified_name(call.func) or dotted(call.func) or ""
        last = callee_name(call)
        if last == "format" and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Constant):
            return self._of_format(call, str(call.func.value.value))
        if name in ("os.path.join", "posixpath.join"):
            return self._joined(call.args)
        if last == "joinpath" and isinstance(call.func, ast.Attribute):
            return self._joined([call.func.value, *call.args])
        if name in ("pathlib.Path", "str", "os.fspath", "os.path.abspath", "os.path.expanduser", "open", "io.open"):
            return self._joined(call.args if name == "pathlib.Path" else call.args[:1])
        if last == "open" and isinstance(call.func, ast.Attribute):
            if self.tree.qualified_name(call.func.value) is not None and call.args:
                return self._joined(call.args[:1])  # `gzip.open(path)`, `PathManager.open(path)`
            return self._parts(call.func.value)  # of a pathlib.Path
        return [self._unknown(call)]

    def _of_format(self, call: ast.Call, template: str) -> list[str | Value]:
        given = {str(index): value for index, value in enumerate(call.args)}
        given |= {k.arg: k.value for k in call.keywords if k.arg}
        keys = [found.group()[1:-1].split(":")[0].split("!")[0] for found in _FIELD.finditer(template)]
        values = [given.get(key or str(index)) for index, key in enumerate(keys)]
        known = [value for value in values if value is not None]
        return self._filled(template, _FIELD, known) if len(known) == len(values) else [self._unknown(call)]

    def _joined(self, values: Sequence[ast.expr]) -> list[str | Value]:
        parts: list[str | Value] = []
        for value in values:
            more = self._parts(value)
            ends_open = parts and not (isinstance(parts[-1], str) and parts[-1].endswith("/"))
            parts += ["/", *more] if ends_open and more != [""] else more
        return parts or [""]

    # ---- variables

    def _of_name(self, name: ast.Name) -> list[str | Value]:
        reaching = self.variables.reaching(name)
        if len(reaching) != 1:
            identity = f"{name.id}@{sorted(binding.line for binding in reaching)}"
            return [Value(identity, varies=len(reaching) > 1)]
        binding = reaching[0]
        if isinstance(binding.node, ast.arg):
            return self._passed(binding.node)
        entered = _entered(self.tree, binding)
        if entered is not None:
            return self._parts(entered)
        if binding.value is not None and not self.tree.within(name, binding.statement):
            return self._parts(binding.value)
        if isinstance(binding.node, ast.alias):
            return [Value(self.tree.qualified_name(name) or name.id)]
        return [Value(f"{name.id}@{binding.line}", varies=isinstance(binding.statement, (ast.For, ast.AsyncFor)))]

    def _passed(self, parameter: ast.arg) -> list[str | Value]:
        """What all calls pass, where they pass the same."""
        unknown: list[str | Value] = [Value(_option(parameter.arg) or f"{parameter.arg}@{parameter.lineno}")]
        if parameter.arg in NAMESPACES:
            return unknown
        given = given_to(self.tree, self.variables, parameter)
        if not given or any(value is None for value in given):
            return unknown
        ways = {_merged(self._parts(value)) for value in given if value is not None}
        return list(ways.pop()) if len(ways) == 1 else unknown

    def _of_attribute(self, node: ast.Attribute) -> list[str | Value]:
        if node.attr == "name" and isinstance(node.value, ast.Name):
            return self._parts(node.value)  # of an open file
        text = dotted(node)
        if text is None:
            return [self._unknown(node)]
        root = text.split(".", 1)[0]
        if root in ("self", "cls"):
            owner = self.tree.enclosing(node, ast.ClassDef)
            stored = [] if owner is None else self.tree.assigned.values(text, owner)
            if len(stored) == 1:
                return self._parts(stored[0])
            return [Value(f"{owner.name if owner else ''}:{text}", varies=len(stored) > 1)]
        qualified = self.tree.qualified_name(node)
        return [Value(qualified or _option(text) or self._identity(node))]

    def _unknown(self, node: ast.expr) -> Value:
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and _NEVER_TWICE.fullmatch(callee_name(call)):
                return Value(f"{node.lineno}:{node.col_offset}", varies=True)
        return Value(self._identity(node))

    def _identity(self, node: ast.expr) -> str:
        """The text, with the lines that bind its names."""
        lines = sorted(
            {f"{n.id}@{b.line}" for n in ast.walk(node) if isinstance(n, ast.Name) for b in self.tree.bindings(n)}
        )
        return f"{ast.unparse(node)} {' '.join(lines)}"


def callers(tree: Tree, variables: Variables, function: Function) -> list[ast.Call]:
    """The calls of a function of the file, of a constructor those of its class; none where they are not all seen."""
    owner = tree.class_of(function)
    if owner is None or function.name != "__init__":
        return variables.calls_of(function) or []
    uses = [n for n in tree.names(owner.name) if any(b.node is owner for b in tree.bindings(n))]
    calls = [parent for use in uses if isinstance(parent := tree.parent(use), ast.Call) and parent.func is use]
    return calls if len(calls) == len(uses) else []


def given_to(tree: Tree, variables: Variables, parameter: ast.arg) -> list[ast.expr | None]:
    """What the calls of its function give a parameter, or leave to its default; nothing where not all are seen."""
    function = tree.parents[tree.parents[parameter]]
    if not isinstance(function, FUNCTIONS):
        return []
    return [passed(tree, call, function, parameter) for call in callers(tree, variables, function)]


def _option(text: str) -> str | None:
    """The name of an option: those of one program are the same wherever it hands them."""
    root = text.split(".", 1)[0]
    return text if root in NAMESPACES else None


def _entered(tree: Tree, binding: Binding) -> ast.expr | None:
    """The `open(..)` of `with open(..) as name`."""
    parent = tree.parent(binding.node)
    return parent.context_expr if isinstance(parent, ast.withitem) else None


def _merged(parts: Sequence[str | Value]) -> tuple[str | Value, ...]:
    """With neighbouring texts put together."""
    merged: list[str | Value] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return tuple(merged)
