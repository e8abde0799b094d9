"""Moves lines of code to another indentation; what stands inside strings stays."""

from __future__ import annotations

import textwrap
import tokenize
from collections.abc import Sequence

from torchfix_codemods.analysis.syntax.tokens import TokensError, tokens
from torchfix_codemods.rewrite.errors import RewriteError
from torchfix_codemods.rewrite.regions import Layout, blocks, indent_of

_STRING_STARTS = {tokenize.STRING} | {
    getattr(tokenize, name) for name in ("FSTRING_START", "TSTRING_START") if hasattr(tokenize, name)
}
_STRING_ENDS = {getattr(tokenize, name) for name in ("FSTRING_END", "TSTRING_END") if hasattr(tokenize, name)}


def indent_unit(layout: Layout) -> str:
    """One step of the file's indentation: that of its first block on lines of its own, else four spaces."""
    for unit in layout.units:
        for _, block in blocks(unit):
            outer = indent_of(layout.lines[layout.first_line(unit) - 1])
            inner = layout.before(block[0])
            if not inner.strip() and inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
    return "    "


def lines_inside_strings(text: str) -> set[int]:
    """The lines (from 1) of a piece of code that begin inside a string.

    Raises:
        RewriteError: the tokenizer cannot read the piece.
    """
    if "\n" not in text:
        return set()
    inside: set[int] = set()
    open_at: list[int] = []
    try:
        for token in tokens(text):
            if token.type in _STRING_ENDS:
                inside.update(range(open_at.pop() + 1, token.end[0] + 1))
            elif token.type == tokenize.STRING:
                inside.update(range(token.start[0] + 1, token.end[0] + 1))
            elif token.type in _STRING_STARTS:
                open_at.append(token.start[0])
    except TokensError as error:
        raise RewriteError(f"the lines cannot be indented safely: {error}") from None
    return inside


def deeper(lines: Sequence[str], indent: str, step: str) -> list[str]:
    """Lines of code at an indentation, one step deeper. Blank lines and lines inside strings stay as they are."""
    inside = lines_inside_strings("\n".join((*lines, "")))
    return [
        line if number in inside or not line.strip() else _pushed(line, indent, step)
        for number, line in enumerate(lines, start=1)
    ]


def at_indent(lines: Sequence[str], old: str, new: str) -> list[str]:
    """Lines of code at another indentation. Those that stand further left than the old one stay as they are."""
    inside = lines_inside_strings("\n".join((*lines, "")))
    return [
        new + line[len(old) :] if number not in inside and line.strip() and line.startswith(old) else line
        for number, line in enumerate(lines, start=1)
    ]


def _pushed(line: str, indent: str, step: str) -> str:
    """The step goes behind the indentation, as tabs and spaces may be mixed there, and behind a form feed."""
    at = len(indent) if line.startswith(indent) else indent_of(line).rfind("\f") + 1
    return line[:at] + step + line[at:]


def laid_out(code: str, indent: str, unit: str) -> list[str]:
    """The lines of inserted code (written with four spaces a step) at an indentation, in the file's own steps.

    They come without a carriage return, which a piece of the file's own text in the code may have.
    """
    lines = textwrap.dedent(code.replace("\r\n", "\n")).strip("\n").split("\n")
    inside = lines_inside_strings("\n".join(lines))
    result = []
    for number, line in enumerate(lines, start=1):
        if number in inside or not line.strip():
            result.append(line)
            continue
        spaces = len(line) - len(line.lstrip(" "))
        result.append(indent + unit * (spaces // 4) + line[spaces - spaces % 4 :])
    return result
