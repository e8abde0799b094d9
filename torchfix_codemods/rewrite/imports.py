"""Where imports and other lines for the top of a module go, and whether they are there already."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cached_property

from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tree import Binding, bound_name, import_target
from torchfix_codemods.edits import AddImport, InsertAfterImports
from torchfix_codemods.rewrite.errors import RefusedError
from torchfix_codemods.rewrite.quotes import is_docstring
from torchfix_codemods.rewrite.regions import Layout, last_line

_COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=]")
_IMPORTS = (ast.Import, ast.ImportFrom)
_FALLBACK = (ast.Pass, ast.Raise, ast.Assign, ast.Expr)  # what an `except ImportError:` may hold besides imports


class Top:
    """The top of a module."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tree = layout.tree
        self.body = layout.tree.module.body
        self._by_text: dict[type[ast.stmt], dict[str, list[ast.stmt]]] = {}

    @cached_property
    def import_block(self) -> int:
        """Index of the top-level statement that new lines go after, -1 for the very top."""
        last = -1
        for i, statement in enumerate(self.body):
            if (i == 0 and is_docstring(statement)) or holds_only_imports(statement):
                last = i
            elif not _may_stand_between(statement):
                break
        return last

    @cached_property
    def has_docstring_only(self) -> bool:
        """Is there a docstring, and no import that new lines could go after?"""
        return self.import_block == 0 and is_docstring(self.body[0])

    @cached_property
    def first_free_line(self) -> int:
        """The line before which code goes where there is no import.

        It is below docstring, shebang, coding cookie and a header comment that a blank line sets off, and below that
        blank line.
        """
        lines = self.tree.lines
        if self.has_docstring_only:
            end = self.layout.end_of(last_line(self.body[0]))
        else:
            end = 0
            while end < min(2, len(lines)) and _is_special(lines[end], end):
                end += 1
            header = end
            while header < len(lines) and lines[header].startswith("#"):
                header += 1
            if header == len(lines) or not lines[header].strip():
                end = header
        return end + (2 if 0 < end < len(lines) - 1 and not lines[end].strip() else 1)

    # ---- what an edit asks for

    def import_line(self, edit: AddImport, use: int | None) -> str:
        """The import statement to add; empty where it is there. `use` is the line that needs it, None for "later".

        Raises:
            RefusedError: the name means something else in this module.
        """
        name = edit.name or edit.module.split(".")[0]
        there = [statement for statement in self._imports if _brings(edit, statement)]
        if any(use is None or last_line(statement) < use for statement in there):
            return ""
        wanted = f"{edit.module}.{edit.name}" if edit.name else name
        self._check_free(name, wanted)
        return f"from {edit.module} import {edit.name}" if edit.name else f"import {edit.module}"

    def lines_after_imports(self, edit: InsertAfterImports, use: int | None) -> tuple[str, int]:
        """The code to add (empty where it is there) and the index of the statement it goes after.

        Raises:
            RefusedError: a name that the code binds is taken, or what it needs is bound too late.
        """
        try:
            statements = ast.parse(edit.code).body
        except SyntaxError:
            raise RefusedError(f"`{edit.code}` is no statement") from None
        anchor = self._after_what_it_needs(statements)
        dumps = [ast.dump(statement) for statement in statements]
        there = self._dumped(type(statements[0]))
        here = [s for dump in dict.fromkeys(dumps) for s in there.get(dump, ())]
        if len(here) >= len(dumps) and (use is None or all(last_line(s) < use for s in here)):
            return "", anchor
        for statement in statements:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self._check_free(node.id, None)
        return edit.code, anchor

    def _dumped(self, kind: type[ast.stmt]) -> dict[str, list[ast.stmt]]:
        """The top-level statements of a class by what they say."""
        known = self._by_text.get(kind)
        if known is None:
            known = self._by_text[kind] = {}
            for statement in self.body:
                if type(statement) is kind:
                    known.setdefault(ast.dump(statement), []).append(statement)
        return known

    def check_before(self, anchor: int, use: int | None) -> None:
        """RefusedError where the first use stands above the place for new lines, or there is no such place."""
        if anchor < 0:
            return
        if use is not None and use <= last_line(self.body[anchor]):
            raise RefusedError("the place below the imports comes after the first use")
        if self.layout.logical_line(self.body[anchor])[1] > anchor:
            raise RefusedError("the last import shares its line with another statement")

    def _check_free(self, name: str, wanted: str | None) -> None:
        """RefusedError where the module binds the name to anything but the import of `wanted`."""
        for binding in self.tree.scopes[self.tree.module].bindings.get(name, ()):
            if wanted is None or _means(binding) != wanted:
                raise RefusedError(f"the name `{name}` is taken by line {at(binding.line)}")

    # ---- imports of the module

    @cached_property
    def _imports(self) -> list[ast.Import | ast.ImportFrom]:
        """Imports that run when the module is loaded: top-level ones and those in a `try` or `with` there."""
        found: list[ast.Import | ast.ImportFrom] = []
        stack: list[ast.stmt] = self.body[::-1]
        while stack:
            statement = stack.pop()
            if isinstance(statement, _IMPORTS):
                found.append(statement)
            elif isinstance(statement, (ast.Try, ast.With)):
                stack += statement.body[::-1]
        return found

    def _after_what_it_needs(self, statements: Sequence[ast.stmt]) -> int:
        """The import block, or the later import of a name that the code reads."""
        needed = {n.id for s in statements for n in ast.walk(s) if isinstance(n, ast.Name)}
        anchor = self.import_block
        for statement in self._imports:
            if anchor >= 0 and last_line(statement) <= last_line(self.body[anchor]):
                needed -= _bound(statement)
        for i in range(anchor + 1, len(self.body)):
            later = self.body[i]
            if isinstance(later, _IMPORTS) and needed & _bound(later):
                needed -= _bound(later)
                anchor = i
        return anchor


def _brings(edit: AddImport, statement: ast.Import | ast.ImportFrom) -> bool:
    """Does the statement bind the very name that the edit asks for?"""
    names = [alias.name for alias in statement.names if alias.asname in (None, alias.name)]
    if isinstance(statement, ast.ImportFrom):
        return statement.module == edit.module and not statement.level and edit.name in names
    if edit.name is not None:
        return False
    package = f"{edit.module}."  # `import torch.nn` binds `torch` too
    return edit.module in names or ("." not in edit.module and any(name.startswith(package) for name in names))


def _bound(statement: ast.Import | ast.ImportFrom) -> set[str]:
    return {bound_name(alias, statement) for alias in statement.names}


def _means(binding: Binding) -> str:
    """The qualified name that a binding gives its name; empty where it is no import."""
    if not isinstance(binding.node, ast.alias):
        return ""
    target = import_target(binding.node, binding.statement)
    plain = isinstance(binding.statement, ast.Import) and not binding.node.asname
    return target.split(".")[0] if plain else target


def holds_only_imports(statement: ast.stmt) -> bool:
    """Is it an import, or a `try`, `if` or `with` around nothing but imports and what replaces missing ones?"""
    if isinstance(statement, _IMPORTS):
        return True
    if isinstance(statement, ast.With):
        return all(map(holds_only_imports, statement.body))
    if isinstance(statement, ast.If):
        return all(map(holds_only_imports, [*statement.body, *statement.orelse]))
    if isinstance(statement, ast.Try):
        fallback = [s for handler in statement.handlers for s in handler.body]
        fallback += [*statement.orelse, *statement.finalbody]
        return all(map(holds_only_imports, statement.body)) and all(
            holds_only_imports(s) or isinstance(s, _FALLBACK) for s in fallback
        )
    return False


def _may_stand_between(statement: ast.stmt) -> bool:
    """Settings between imports, such as `sys.path.append(..)` and `os.environ[..] = ..`."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, (ast.Subscript, ast.Attribute)) for target in statement.targets)
    return False


def _is_special(line: str, number: int) -> bool:
    """Is it a shebang or a coding cookie (PEP 263), which must stay where they are?"""
    return (number == 0 and line.startswith("#!")) or _COOKIE.match(line) is not None
