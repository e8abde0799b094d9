"""Checks a rewritten text against the old one. A wrong rewrite is the worst bug, so every result passes here.

The expectation is built from syntax trees and not from the code that spliced the text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from torchfix_codemods.analysis.syntax.tree import ParseError, Tree, parse
from torchfix_codemods.rewrite.errors import RewriteError
from torchfix_codemods.rewrite.regions import BLOCKS, Unit

_NO_FIELDS: frozenset[str] = frozenset()
_BLOCK_FIELDS = frozenset(BLOCKS)


def parsed(text: str) -> Tree:
    """The tree of rewritten text; RewriteError where it does not parse."""
    try:
        return parse(text)
    except ParseError as error:
        raise RewriteError(f"the result would not parse: {error.reason}", error.line) from None


def first_difference(expected: ast.AST, actual: ast.AST) -> ast.AST | None:
    """The first node of `actual` that is not what `expected` has there, by class, fields and constants."""
    return _difference(expected, actual, _NO_FIELDS)


def _difference(expected: ast.AST, actual: ast.AST, skipped: frozenset[str]) -> ast.AST | None:
    stack: list[tuple[object, object, ast.AST]] = [(expected, actual, actual)]
    while stack:
        old, new, where = stack.pop()
        if old is new:
            continue
        if old.__class__ is not new.__class__:
            return where
        if isinstance(old, ast.AST):
            assert isinstance(new, ast.AST)
            for field in old._fields:
                if field not in skipped:
                    stack.append((getattr(old, field, None), getattr(new, field, None), new))
            skipped = _NO_FIELDS
        elif isinstance(old, list):
            assert isinstance(new, list)
            if len(old) != len(new):
                return where
            stack += [(a, b, b if isinstance(b, ast.AST) else where) for a, b in zip(old, new, strict=True)]
        elif old != new:
            return where
    return None


def check_own_parts(
    before: Sequence[Unit], after: Sequence[Unit], expected: Mapping[int, Unit], blocks: bool = True
) -> None:
    """Check a text after edits on expressions: the statements are the same, one by one.

    Args:
        before: the units of the old text.
        after: the units of the new text.
        expected: index of a unit that was changed -> what libcst generated for it, parsed on its own.
        blocks: whether blocks must hold as many statements as before.

    Raises:
        RewriteError: a statement differs in its own part (blocks are units of their own).
    """
    if len(before) != len(after):
        raise RewriteError("the result would have other statements than the original")
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        wanted = expected.get(i, old)
        where = _difference(wanted, new, _BLOCK_FIELDS)
        if where is not None:
            what = "a changed" if i in expected else "an untouched"
            raise RewriteError(f"{what} statement would not be what it should be", _line(old))
        for field in BLOCKS if blocks else ():
            if len(getattr(old, field, ())) != len(getattr(new, field, ())):
                raise RewriteError("a block would hold other statements than the original", _line(old))


def _line(unit: Unit) -> int:
    return unit.pattern.lineno if isinstance(unit, ast.match_case) else unit.lineno


def check_same(expected: ast.Module, actual: ast.Module) -> None:
    """RewriteError where two programs differ."""
    where = first_difference(expected, actual)
    if where is not None:
        raise RewriteError("the result would not be the program that was asked for", getattr(where, "lineno", 0))


def check_lines(old: Sequence[str], new: Sequence[str], changed: Iterable[tuple[int, int, int]]) -> None:
    """Check that lines outside the changed stretches are the same.

    Args:
        old: lines of the old text.
        new: lines of the new text.
        changed: disjoint stretches in order: first and last old line (from 1), and the number of new lines for them.
            An insertion before line n is (n, n - 1, count).
    """
    old_at = new_at = 0
    for first, last, count in (*changed, (len(old) + 1, len(old), 0)):
        length = first - 1 - old_at
        if length < 0 or list(old[old_at : first - 1]) != list(new[new_at : new_at + length]):
            raise RewriteError("a line outside the changed statements would change", old_at + 1)
        old_at = last
        new_at += length + count
    if new_at != len(new):
        raise RewriteError("the result would have lines of unknown origin", len(old))
