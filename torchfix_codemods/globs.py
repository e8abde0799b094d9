"""Patterns of .gitignore as regular expressions that match in bounded time.

pathspec knows what a pattern means. As it writes several `*` of one name, or several `**`, a name that all but matches
costs time to the power of their number (measured: ten seconds for one name). A `*` before another need only try its
first match: whatever follows has most room then, and the last one takes the rest. So it gets no second chance here.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# No path is longer than four times that.
_LONGEST = 1000
_TOKEN = re.compile(
    r"""
      (?P<any>  \(\?:\.\+/\)\? | \(\?:/\.\+\)\? )            # `**/` at the beginning, `/**` between names
    | (?P<star> \[\^/\]\* )
    | (?P<set>  \[ \^? \]? (?:\\. | [^\]\\])* \] \+? )       # `?` too, and a whole name: [^/]+
    | (?P<slash> / )
    | (?P<char> \\. | [^\\\[\](){}?*+.^$|/] )
    | (?P<start> \^ )
    | (?P<end>  [(.$].* )                                    # what may follow below the last name
    """,
    re.X | re.S,
)
_LAZY = {"(?:.+/)?": "(?:.+?/)??", "(?:/.+)?": "(?:/.+?)??"}


def spec_of(lines: Iterable[str], *, passing_by: bool = False) -> GitIgnoreSpec:
    """What a file with these lines leaves out.

    Args:
        lines: the patterns, in the order in which they hold.
        passing_by: skip what is no pattern, as git does.

    Raises:
        ValueError: one of them is no pattern.
    """
    from pathspec import GitIgnoreSpec

    kind: Any = type(GitIgnoreSpec.from_lines(["x"]).patterns[0])
    patterns = []
    for line in lines:
        try:
            pattern = _pattern(kind, line)
        except ValueError:
            if not passing_by:
                raise
            continue
        if pattern is not None:
            patterns.append(pattern)
    try:
        return GitIgnoreSpec(patterns, backend="simple")  # the others do not know what is written here
    except TypeError:  # pathspec before 1.0 has no others
        return GitIgnoreSpec(patterns)


def _pattern(kind: Any, line: str) -> Any:
    if len(line) > _LONGEST:
        raise ValueError(f"a pattern has at most {_LONGEST} characters")
    expression, include = kind.pattern_to_regex(line)
    if include is None:  # a comment, or what can match nothing
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of sets that may mean something else one day
        try:
            return kind(re.compile(bounded(expression)), include)
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(str(error)) from None


def bounded(expression: str) -> str:
    """The regular expression that pathspec made of a pattern, such that it matches the same in bounded time.

    Raises:
        ValueError: it is none of the expressions that pathspec makes.
    """
    blocks = [_Block("")]  # what lies between two `**`
    start = end = ""
    position = 0
    while position < len(expression):
        token = _TOKEN.match(expression, position)
        if token is None:
            raise ValueError("the pattern cannot be read")
        position = token.end()
        text = token[0]
        if token.lastgroup == "any":
            blocks.append(_Block(text))
        elif token.lastgroup == "star":
            blocks[-1].names[-1].append("")
        elif token.lastgroup == "slash":
            blocks[-1].names.append([""])
        elif token.lastgroup == "start":
            start += text
        elif token.lastgroup == "end":
            end += text
        else:
            # As in git, no set matches a slash; that also tells apart the names of a path.
            is_set = token.lastgroup == "set" and not text.startswith("[^/]")
            blocks[-1].names[-1][-1] += f"(?!/){text}" if is_set else text
    writer = _Writer()
    return start + "".join(map(writer.first_match, blocks[:-1])) + writer.any_match(blocks[-1]) + end


class _Block:
    """Names with slashes between them, after a `**` or none. A name is cut at each `*` in it."""

    def __init__(self, before: str) -> None:
        self.before = before
        self.names: list[list[str]] = [[""]]


class _Writer:
    """Writes one expression."""

    def __init__(self) -> None:
        self.groups = 0

    def any_match(self, block: _Block) -> str:
        return block.before + self._names(block)

    def first_match(self, block: _Block) -> str:
        if not block.before:  # it stands at the beginning, so there is but one
            return self._names(block)
        return self._once(f"{_LAZY[block.before]}{self._names(block)}(?=/)")

    def _names(self, block: _Block) -> str:
        return "/".join(map(self._name, block.names))

    def _name(self, parts: list[str]) -> str:
        first, *others = parts
        if not others:
            return first
        *inner, last = others
        return first + "".join(self._once(f"[^/]*?{part}") for part in inner if part) + f"[^/]*{last}"

    def _once(self, expression: str) -> str:
        """What matches the first that `expression` matches, and nothing else if the rest fails.

        Python 3.11 has groups for it; before, a look ahead is the same: it is not entered a second time.
        """
        self.groups += 1
        name = f"once{self.groups}"
        return f"(?=(?P<{name}>{expression}))(?P={name})"
