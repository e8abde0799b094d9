"""From a text to `ast`."""

from __future__ import annotations

import ast
import warnings

from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.budget import check_size

_ON_LINE = " on line "


class ParseError(Exception):
    """The text is not a Python program for the running Python. `line` is 0 where no line is known."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse_module(text: str) -> ast.Module:
    """The syntax tree alone.

    Raises:
        ParseError: not Python for the running version, or nested deeper than its parser goes.
        OverBudget: too long.
    """
    check_size(text)
    try:
        with warnings.catch_warnings():
            # Bad escapes in somebody's strings are not our business, and would go to stderr.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise ParseError(_marked(error.msg) or "invalid syntax", error.lineno or 0) from None
    except ValueError as error:
        raise ParseError(str(error)) from None
    except (RecursionError, MemoryError):
        raise ParseError("nested too deeply for Python's parser") from None


def _marked(message: str) -> str:
    """The parser's words, which end in the line of an opening bracket or of a clause without a block, if they do."""
    text, on, line = message.rpartition(_ON_LINE)
    return f"{text}{on}{at(int(line))}" if on and line.isdigit() else message
