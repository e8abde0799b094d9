"""Where a program uses an old name, and whether it does so on purpose: for one version of a library among others."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping

from torchfix_codemods.analysis.syntax.memory import ParsedFile, remembered
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.old_api.rows import Argument, Row, SomeRow
from torchfix_codemods.analysis.tables.words import words

_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError"})
_ANY = frozenset({"Exception", "BaseException"})
# What a handler calls to tell of an error, or to end the program: that is no other way to what failed.
_TELLING = words("""
    print pprint warn warning error exception critical fatal info debug log write echo format str repr join exit _exit
    quit abort print_exc format_exc print_exception set_trace post_mortem fail skip skipTest sleep type
""")
_LIBRARIES = words(
    "torch torchvision torchtext torchaudio functorch numpy scipy sklearn skimage matplotlib librosa PIL"
)
_VERSION = re.compile(r"version|^PY_?[23]$|^is_?py|^hasattr$|^getattr$|^find_spec$", re.I)
_NUMBER = re.compile(r"\d+")


def by_name(rows: Iterable[SomeRow]) -> Mapping[str, tuple[SomeRow, ...]]:
    """Dotted name -> the rows about it, in the order of the table."""
    found: dict[str, tuple[SomeRow, ...]] = {}
    for row in rows:
        for name in (row.function, *row.also) if isinstance(row, Argument) else (row.old,):
            found[name] = (*found.get(name, ()), row)
    return found


def last_words(names: Iterable[str]) -> frozenset[str]:
    """The last word of each dotted name: what an attribute or a name has to be called to be one of them."""
    return frozenset(name.rpartition(".")[2] for name in names)


def is_wanted(row: Row, target_torch: tuple[int, int] | None) -> bool:
    """Does the torch that the code has to run on know the new form?"""
    library, number = row.since.split(" ")
    if target_torch is None or library != "torch":
        return True
    major, minor = (*map(int, _NUMBER.findall(number)), 0)[:2]
    return (major, minor) <= target_torch


def said_of(row: Row, name: str) -> str:
    """What is wrong with the old form, as the beginning of a sentence: `name` is how the program writes it."""
    if row.gone:
        return f"`{name}` does not exist since {row.gone}"
    return f"`{name}` is the old form, since {row.since}"


def is_for_some_version(node: ast.AST, tree: Tree) -> bool:
    """Is the place meant for one version of a library or of Python, with another way for the others?

    Or is the file one of the library itself, which has its old names on purpose?
    """
    if tree.run_names is not None and tree.run_names.package in _LIBRARIES:
        return True
    child = node
    for up in tree.ancestors(node):
        if isinstance(up, ast.Try) and any(_expects_missing(handler, up, child, tree) for handler in up.handlers):
            return True
        if (
            isinstance(up, (ast.If, ast.IfExp))
            and child is not up.test
            and any(_asks(part) for part in ast.walk(up.test))
        ):
            return True
        child = up
    return False


def _expects_missing(handler: ast.ExceptHandler, statement: ast.Try, part: ast.AST, tree: Tree) -> bool:
    """Is a handler there for what is not there? One of every error is where it has another way."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {(dotted(kind) or "").rpartition(".")[2] if kind is not None else "Exception" for kind in kinds}
    if names & _MISSING:
        return True
    return bool(names & _ANY) and (part in statement.handlers or _has_another_way(handler, statement, part, tree))


def _has_another_way(handler: ast.ExceptHandler, statement: ast.Try, part: ast.AST, tree: Tree) -> bool:
    """Does a handler do what the body was to do: import, bind or return the same, or call something for it?"""
    if part not in statement.body:
        return False
    if any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in tree.inside(handler)):
        return True
    calls = [call for call in tree.nodes_inside(ast.Call, handler) if tree.enclosing(call, ast.Raise) is None]
    if any(callee_name(call) not in _TELLING for call in calls):
        return True
    bound = {target for one in statement.body for target in _bound(one, tree)}
    return not bound.isdisjoint(_bound(handler, tree))


def _bound(holder: ast.AST, tree: Tree) -> set[str]:
    """What is given a value in a statement, `return` for what its function gives."""
    names = {dotted(assignment.target) or "" for assignment in tree.assigned.inside(holder)}
    returns = any(answer.value is not None for answer in tree.nodes_inside(ast.Return, holder))
    return (names | ({"return"} if returns else set())) - {""}


def _asks(part: ast.AST) -> bool:
    name = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
    return bool(name and _VERSION.search(name))


def is_set_here(name: str, tree: Tree) -> bool:
    """Does the program itself put something at this dotted name: `np.float = float`?"""
    word = name.rpartition(".")[2]
    return word in tree.words and any(
        node.attr == word and not isinstance(node.ctx, ast.Load) and tree.qualified_name(node) == name
        for node in tree.nodes(ast.Attribute)
    )


def is_old_builtin(name: ast.Name, tree: Tree) -> bool:
    """Is it a name that nothing in the file gives a meaning to, as a builtin of another Python has?"""
    if not isinstance(name.ctx, ast.Load) or tree.bindings(name):
        return False
    if tree.run_names is not None and name.id in tree.run_names.stars:
        return False
    return all(alias.name != "*" for node in tree.nodes(ast.ImportFrom) for alias in node.names)


def uses_of(alias: ast.alias, bound: str, tree: Tree) -> list[ast.Name] | None:
    """The places that use what an import binds; None where the name may also mean something else there."""
    found: list[ast.Name] = []
    for name in tree.names(bound):
        bindings = tree.bindings(name)
        if not any(binding.node is alias for binding in bindings):
            continue
        if len(bindings) > 1 or not isinstance(name.ctx, ast.Load):
            return None
        found.append(name)
    return found


class ToldApart:
    """The functions and classes that one file tells apart from others."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @classmethod
    def for_file(cls, file: ParsedFile) -> ToldApart:
        return cls(file.tree)

    @remembered
    def has(self, qualified: str) -> bool:
        """Is it compared somewhere, a key, or one of a list that may be searched?

        Where another one does the same as it today, `act is F.sigmoid` and `table[F.sigmoid]` still want the old one.
        """
        tree, word = self.tree, qualified.rpartition(".")[2]
        places: list[ast.expr] = [node for node in tree.nodes(ast.Attribute) if node.attr == word]
        places += tree.names(word)
        return any(_is_told_apart(place, tree) and tree.qualified_name(place) == qualified for place in places)


def _is_told_apart(place: ast.expr, tree: Tree) -> bool:
    holder = tree.parent(place)
    if isinstance(holder, ast.Dict):
        return place in holder.keys
    if isinstance(holder, ast.Subscript):
        return place is holder.slice
    if isinstance(holder, ast.Call):
        return callee_name(holder) in ("isinstance", "issubclass") and place is not holder.func
    if isinstance(holder, (ast.Tuple, ast.List)):
        return not tree.assigned.targets(place)  # `f, g = F.sigmoid, F.relu`
    return isinstance(holder, (ast.Compare, ast.Set))


def aliases(file: ParsedFile) -> Iterator[tuple[ast.Import | ast.ImportFrom, ast.alias, str]]:
    """Every import of a file: the statement, its part, and what that stands for."""
    for statement in file.tree.imports():
        for alias in statement.names:
            if alias.name != "*":
                yield statement, alias, file.tree.target_of(alias, statement)


def calls_of(last: frozenset[str], names: Container[str], file: ParsedFile) -> list[ast.Call]:
    """The calls whose last word is one of these, or a name under which the file imports one of `names`."""
    wanted = last | {alias.asname for _, alias, name in aliases(file) if alias.asname and name in names}
    wanted &= file.tree.words
    return [call for call in file.tree.nodes(ast.Call) if callee_name(call) in wanted] if wanted else []
