"""The lines that a message names in words: "`loss` feeds the backward pass on line 7"."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAMED = re.compile(r"\blines? \d+(?:(?:, | and | or )\d+)*")
_NUMBER = re.compile(r"\d+")


def rename_lines(text: str, name: Callable[[int], str]) -> str:
    """The text with every line number that it names given by `name`. Code in backticks stays as it is.

    `name` gets a line, counted from 1, and gives what stands for its number: "7", or "7 of cell 2".
    """
    if "line" not in text:
        return text
    parts = text.split("`")
    parts[::2] = [_NAMED.sub(lambda named: _renamed(named[0], name), part) for part in parts[::2]]
    return "`".join(parts)


def _renamed(words: str, name: Callable[[int], str]) -> str:
    return _NUMBER.sub(lambda number: name(int(number[0])), words)
