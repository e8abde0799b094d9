"""Strings and comments in a text, found without parsing it; the quotes of inserted code."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.rewrite.errors import RefusedError

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\r\n]*)"""
    r"""|(?P<triple>\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?''')"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""",
    re.DOTALL,
)


def comments(text: str) -> list[str]:
    """The comments in a piece of Python."""
    if "#" not in text:
        return []
    return [found.group() for found in _TOKEN.finditer(text) if found.lastgroup == "comment"]


def bracket_depth(text: str) -> int:
    """How deep the brackets of a piece of Python are nested. The syntax tree does not show plain parentheses."""
    deepest = depth = 0
    for found in re.finditer(r"[()\[\]{}]", _TOKEN.sub("", text)):
        depth += 1 if found.group() in "([{" else -1
        deepest = max(deepest, depth)
    return deepest


def quote_style(tree: Tree) -> str:
    r"""The quote that most strings of a file are written with; `"` where there are as many of both.

    Triple-quoted strings and docstrings do not count.
    """
    text = tree.text
    docstrings = set(_docstring_offsets(tree))
    balance = 0
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "string" and found.start() not in docstrings:
            balance += 1 if found.group()[0] == '"' else -1
    return '"' if balance >= 0 else "'"


def _docstring_offsets(tree: Tree) -> Iterator[int]:
    holders: list[ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
    holders = [tree.module, *tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef), *tree.nodes(ast.ClassDef)]
    starts = [0]
    for line in tree.lines:
        starts.append(starts[-1] + len(line) + 1)
    for holder in holders:
        if is_docstring(holder.body[0] if holder.body else None):
            offset = starts[holder.body[0].lineno - 1]
            found = re.compile(r"[^\"'\n]*").match(tree.text, offset)
            assert found is not None
            yield found.end()


def is_docstring(statement: ast.AST | None) -> bool:
    """Is this statement nothing but a string?"""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def requote(code: str, style: str, forbidden: Collection[str] = ()) -> str:
    """Write the strings in `code` with the quotes of the file.

    Args:
        code: source text, its strings in double quotes.
        style: the file's quote.
        forbidden: quotes that would end the f-string around the place.

    Raises:
        RefusedError: the code needs a quote that is forbidden.
    """
    if '"' not in code and "'" not in code:
        return code

    def turned(found: re.Match[str]) -> str:
        token = found.group()
        if found.lastgroup == "comment":
            return token
        old = token[0]
        wanted = "'" if old == '"' and style == "'" else old
        if wanted in forbidden:
            wanted = "'" if wanted == '"' else '"'
        inner = token[1:-1]
        if found.lastgroup == "string" and wanted != old and not {"'", '"', "\\"} & set(inner):
            token = f"{wanted}{inner}{wanted}"
        if forbidden and set(forbidden) & set(token):
            raise RefusedError("the new code needs quotes that the f-string around it already uses")
        return token

    return _TOKEN.sub(turned, code)
