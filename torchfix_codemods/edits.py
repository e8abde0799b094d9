"""The verbs a codemod may ask for, as plain data.

An edit names the place of one `ast` node and what should become of it. Nothing here imports libcst: findings with
their edits cross the process pool and go into json. `rewrite/apply.py` interprets them on the *updated* libcst node, so
edits on nested nodes compose in one round.

Code in an edit (`arguments`, `template`, `header`, ...) is Python source text. It is indented and quoted by `apply`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """The place of one `ast` node.

    Lines start at 1, columns at 0 and count UTF-8 bytes, as in `ast`; the end is exclusive. `kind` is the name of the
    node's class, which tells apart the nodes that share a span (a statement `f()` and its call).
    """

    line: int
    column: int
    end_line: int
    end_column: int
    kind: str


def target(node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.ExceptHandler) -> Target:
    """The place of `node`, which must come from a parsed source (its position is known)."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    return Target(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, type(node).__name__)


@dataclass(frozen=True, slots=True)
class AttributeToCall:
    """`x.data` becomes `x.detach()`. The target is the Attribute."""

    target: Target
    method: str
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class RenameAttribute:
    """`x.old` becomes `x.name`. The target is the Attribute."""

    target: Target
    name: str


@dataclass(frozen=True, slots=True)
class EditCall:
    """Change a call and keep its layout: comments, line breaks and trailing comma. The target is the Call.

    `rename` replaces the last name of the callee (`x.cuda` becomes `x.to`). The argument edits are done in this order,
    all positions counted in the original call: `drop` (positions of positional arguments, names of keywords),
    `keyword_for` (gives the positional argument at that position a keyword), `rename_keywords` (old, new),
    `replace` (position or keyword name -> new source text of the value), `first` (a new first positional argument),
    `add` (keyword, source text of the value) at the end, before a trailing comma or `**kwargs`.
    """

    target: Target
    rename: str | None = None
    drop: tuple[int | str, ...] = ()
    keyword_for: tuple[tuple[int, str], ...] = ()
    rename_keywords: tuple[tuple[str, str], ...] = ()
    replace: tuple[tuple[int | str, str], ...] = ()
    first: str | None = None
    add: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Unwrap:
    """An expression becomes one of its own parts: `Variable(x)` becomes `x`, parenthesised where that is needed."""

    target: Target
    part: Target


PLACEHOLDER = re.compile(r"\$(\d+)")  # a part, in the template of a Replace


@dataclass(frozen=True, slots=True)
class Replace:
    """An expression or a simple statement is written anew from a template.

    `$0`, `$1`, ... in the template stand for `parts`, nodes inside the target or the target itself, which keep their
    own text and their own edits; they are parenthesised where that is needed:
    `Replace(stmt, "$0.detach().sub_($1)", (x, u))`.
    A replaced statement keeps its indentation, trailing comment and semicolon.
    """

    target: Target
    template: str
    parts: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveStatement:
    """A statement goes, with its trailing comment. Comment lines above it stay.

    An emptied `else` goes with it, another emptied block gets `pass`. The statements in `around`, which stand around
    this one, go too where nothing is left in them. No comment is lost that way. It is refused where there are comments
    within the statement.
    """

    target: Target
    around: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class InsertStatement:
    """Put the statements in `code` before (or after) the target statement, at its indentation.

    Equal insertions at one place are made once.
    """

    target: Target
    code: str
    after: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A simple statement goes before (or after) the statement `to`, at that one's indentation.

    It takes its trailing comment along, and the comment lines that stand directly above it; those above `to` stay with
    `to`. Edits inside the statement are made all the same. The statements in `around`, which stand around this one, go
    where nothing is left in them, as with `RemoveStatement`.
    """

    target: Target
    to: Target
    after: bool = False
    around: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class WrapStatements:
    """Put the run of sibling statements from `first` to `last` under `header`, for example `with torch.no_grad():`."""

    first: Target
    last: Target
    header: str


@dataclass(frozen=True, slots=True)
class Decorate:
    """Put `@decorator` above a function or class, below the decorators it has."""

    target: Target
    decorator: str


@dataclass(frozen=True, slots=True)
class AddImport:
    """`import module`, or `from module import name`, after the existing imports, unless it is there already."""

    module: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class InsertAfterImports:
    """Put `code` once after docstring, `__future__` imports and the module's import block, before its first use.

    The import block ends at the last import statement of the module's top level that stands before the first
    statement which is neither an import, a docstring, a `try`/`if`/`with` that holds only imports, nor a call such as
    `sys.path.append(..)` between imports.
    """

    code: str


Edit: TypeAlias = (
    AttributeToCall
    | RenameAttribute
    | EditCall
    | Unwrap
    | Replace
    | RemoveStatement
    | InsertStatement
    | Move
    | WrapStatements
    | Decorate
    | AddImport
    | InsertAfterImports
)
