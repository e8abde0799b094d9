"""The lines of the file that a text names, as data: edits move lines, and the cells of a notebook count their own.

Whoever writes a message puts `at(line)` where the number goes, and it stays in its marks until `told` makes the text
one for a reader. The marks are surrogates, which no source that Python reads can hold; neither can a name, the source
of an expression, or the `repr` of a string (`plain` is for its value). So nothing that the user wrote is taken for a
line. A line of another file is not moved by edits of this one: it is written as plain digits.
"""

from __future__ import annotations

from collections.abc import Callable

_OPEN, _CLOSE = "\ud9f0", "\ud9f1"


def at(line: int) -> str:
    """A line of the file that the text is about, to be put into the text: `f"on line {at(node.lineno)}"`."""
    return f"{_OPEN}{line}{_CLOSE}"


def told(text: str, name: Callable[[int], str] = str) -> str:
    """The text for a reader, with what `name` gives for each line: "7", or "7 of cell 2"."""
    if _OPEN not in text:
        return text
    head, *rest = text.split(_OPEN)
    return head + "".join(_named(part, name) for part in rest)


def moved(text: str, line: Callable[[int], int]) -> str:
    """The text with other lines, as data still."""
    return told(text, lambda number: at(line(number)))


def plain(text: str) -> str:
    """The value of a string of the user's, with surrogates as escapes, so that no line can be told in it."""
    return text.encode("utf-8", "backslashreplace").decode()


def _named(part: str, name: Callable[[int], str]) -> str:
    number, close, after = part.partition(_CLOSE)
    is_line = close and number.isascii() and number.isdigit()
    return name(int(number)) + after if is_line else _OPEN + part


def abroad(text: str, path: str) -> str:
    """A text about another file, with its lines in words: "line 3 saves it" is "train.py line 3 saves it"."""
    named = plain(path)
    for word in ("line", "lines"):
        text = text.replace(f"{word} {_OPEN}", f"{named} {word} {_OPEN}")
    return told(text)


def elsewhere(path: str, line: int) -> str:
    """A line of another file, in words: it is named as it is, whatever becomes of this one."""
    return plain(path) + " line " + str(line)
