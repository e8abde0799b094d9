"""What can be done for a text that no parser takes: find keyword arguments by tokens, and say what is wrong.

Python's own tokenizer works on such a text as long as its brackets, quotes and indentation are in order; where they are
not, nothing is repaired.
"""

from __future__ import annotations

import io
import re
import sys
import token
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tokens import TokensError, tokens
from torchfix_codemods.edits import Target

_INVISIBLE = frozenset({token.COMMENT, token.NL, token.INDENT, token.DEDENT, token.NEWLINE, token.TYPE_COMMENT})
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
# Up to Python 3.11 a formatted string is one token; later it is many, with its expressions in between.
_FORMATTED_START = frozenset(getattr(token, name, -1) for name in ("FSTRING_START", "TSTRING_START")) - {-1}
_FORMATTED_END = frozenset(getattr(token, name, -1) for name in ("FSTRING_END", "TSTRING_END")) - {-1}

_SYNTAX_ERROR = "fix the syntax error first"
_PYTHON_2 = "looks like Python 2: run `python -m fissix -w` on it first (pip install fissix)"
_TABS = "mixes tabs and spaces: indent with spaces only"
_PYTHON_2_REASONS = re.compile(
    r"Missing parentheses in call to '(?:print|exec)'|leading zeros in decimal integer|"
    r"invalid (?:decimal|hexadecimal|octal) literal"
)
_PYTHON_2_LINES = re.compile(
    r"""
      ^\s* (?:.*[:;]\s*)? print \s+ (?:["'\w%\\]|>>)              # print "text", print x, print >>file
    | ^\s* except \s+ (?:[\w.]+|\([^)]*\)) \s*,\s* [a-z_]\w* \s*:     # except Error, e:
    | ^\s* (?:.*[:;]\s*)? exec \s+ ["'\w]                         # exec code in names
    | ^\s* (?:.*[:;]\s*)? raise \s+ [\w.]+ \s*,                   # raise Error, "text"
    | ` [^`]+ `                                                   # `x`
    | <>
    | \b (?:0[xX][0-9a-fA-F]+|\d+) [lL] \b                        # 10L
    | \b [uU][rR] ["']                                            # ur"text"
    """,
    re.VERBOSE,
)
# (first Python that has it, what its line looks like)
_NEWER_GRAMMAR = (
    ((3, 11), re.compile(r"^\s*except\s*\*")),
    ((3, 11), re.compile(r"\w\[[^\]]*\*\w+[^\]]*\]")),
    ((3, 12), re.compile(r"^\s*type\s+\w+\s*(?:\[.*\])?\s*=")),
    ((3, 12), re.compile(r"^\s*(?:(?:async\s+)?def|class)\s+\w+\s*\[")),
    ((3, 12), re.compile(r"""\b[rR]?[fF][rR]?["'].*\{""")),
    ((3, 14), re.compile(r"""\b[rR]?[tT][rR]?["']""")),
    ((3, 14), re.compile(r"^\s*except\s+[\w.]+\s*,\s*[A-Z\w.]+.*:")),
)
_CONFLICT_START = re.compile(r"^<{7}(?: |\r?$)", re.MULTILINE)
_CONFLICT_END = re.compile(r"^>{7}(?: |\r?$)", re.MULTILINE)
_ASYNC_NAME = re.compile(r"\b(?:async|await)\s*(?:=|,|\)|\.|\]|:|$)|\bimport\s+(?:async|await)\b")
_ASYNC_KEYWORD = re.compile(r"\basync(?=\s*=[^=])")
_NOTEBOOK_COMMAND = re.compile(r"^\s*(?:%{1,2}[a-z]\w*|![\w./])")
_TEMPLATE = re.compile(r"\{%.*%\}|\{\{.*\}\}")


@dataclass
class _Call:
    """An open bracket. `wanted` says that it opens the arguments of one of the methods asked for."""

    wanted: bool
    found: list[Target] = field(default_factory=list)
    keywords: set[str] = field(default_factory=set)


def keyword_arguments(text: str, name: str, methods: Iterable[str] | None, unless: str = "") -> list[Target]:
    """The places where `name` is a keyword argument's name in a call of one of these methods, or in any call if None.

    `x.cuda(name=..)` counts, `cuda(name=..)`, `def cuda(name=..)` and whatever stands in strings or comments do not. A
    call that has the keyword argument `unless` as well is left out. Empty where the text has unbalanced brackets, open
    quotes or broken indentation.
    """
    wanted = None if methods is None else frozenset(methods)
    result: list[Target] = []
    calls: list[_Call] = []
    lines = _lines(text)
    tokens = _plain_tokens(text)
    for index, part in enumerate(tokens):
        before = tokens[index - 1].string if index else ""
        if part.type == token.OP and part.string in _OPENING:
            two_before = tokens[index - 2].string if index >= 2 else ""
            is_asked_for = (
                two_before not in ("def", "class") if wanted is None else two_before == "." and before in wanted
            )
            calls.append(_Call(part.string == "(" and is_asked_for))
        elif part.type == token.OP and part.string in _CLOSING and calls:
            call = calls.pop()
            if call.wanted and unless not in call.keywords:
                result += call.found
        elif part.type == token.NAME and calls and before in ("(", ","):
            if index + 1 == len(tokens) or tokens[index + 1].string != "=":
                continue
            calls[-1].keywords.add(part.string)
            if part.string == name:
                calls[-1].found.append(_target(part, lines[part.start[0] - 1]))
    return sorted(result)


def without_async(text: str) -> str:
    """A text whose tokens cannot be told, with other names for its keyword arguments `async`: for a look at the rest.

    Brackets or quotes that are not in order keep such arguments from being repaired, so it is these that need a word.
    Any other text comes back as it is.
    """
    return text if _plain_tokens(text) else _ASYNC_KEYWORD.sub("_sync", text)


def with_async_renamed(text: str) -> str:
    """The text with another name for each keyword argument `async`, for a reader who does not write it."""
    lines = text.split("\n")
    for place in reversed(keyword_arguments(text, "async", None)):
        line = lines[place.line - 1].encode()
        lines[place.line - 1] = (line[: place.column] + b"_sync" + line[place.end_column :]).decode()
    return without_async("\n".join(lines))


def explain_unparsable(text: str, error_line: int, reason: str, running: tuple[int, int] | None = None) -> str:
    """What to do about a text that does not parse, as a clause.

    Args:
        text: the decoded source.
        error_line: where the parser stopped, from 1; 0 where that is not known.
        reason: the parser's message.
        running: the (major, minor) version of the parser, that of the running Python if not given.
    """
    version = running or sys.version_info[:2]
    lines = _lines(text)
    line = lines[error_line - 1].rstrip("\r\n") if 0 < error_line <= len(lines) else ""
    conflict = _CONFLICT_START.search(text)
    if conflict and _CONFLICT_END.search(text):
        return f"resolve the merge conflict on line {at(text.count(chr(10), 0, conflict.start()) + 1)} first"
    if "inconsistent use of tabs" in reason or ("unindent" in reason and _mixes_tabs(lines)):
        return _TABS
    if _PYTHON_2_REASONS.search(reason) or _PYTHON_2_LINES.search(line):
        return _PYTHON_2
    needed = next((first for first, look in _NEWER_GRAMMAR if first > version and look.search(line)), None)
    if needed is not None:
        wanted = f"{needed[0]}.{needed[1]}"
        return f"needs Python {wanted} or later: run torchfix with that Python"
    if _ASYNC_NAME.search(line):
        return "`async` and `await` are reserved words since Python 3.7: rename that argument or variable"
    if _NOTEBOOK_COMMAND.search(line):
        return "a notebook command is no Python: remove it, or keep the file as .ipynb"
    if _TEMPLATE.search(line):
        return "looks like a template: exclude it"
    return _SYNTAX_ERROR


def _plain_tokens(text: str) -> list[tokenize.TokenInfo]:
    """The tokens that make up the program, without what stands in formatted strings; none where tokenizing fails."""
    try:
        return list(_outside_formatted(tokens(text)))
    except TokensError:
        return []


def _outside_formatted(parts: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    depth = 0
    for part in parts:
        if part.type in _FORMATTED_START:
            depth += 1
        elif part.type in _FORMATTED_END:
            depth -= 1
        elif depth == 0 and part.type not in _INVISIBLE:
            yield part


def _lines(text: str) -> list[str]:
    """The lines with their ends, split as Python splits them (not at form feeds, as `str.splitlines` does)."""
    return list(io.StringIO(text, newline=""))


def _target(part: tokenize.TokenInfo, line: str) -> Target:
    (number, start), (_, end) = part.start, part.end
    column = len(line[:start].encode())
    return Target(number, column, number, column + len(line[start:end].encode()), "arg")


def _mixes_tabs(lines: list[str]) -> bool:
    return any(line.startswith("\t") for line in lines) and any(line.startswith(" ") for line in lines)
