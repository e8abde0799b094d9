"""Comments that keep findings quiet: `# noqa`, `# torchfix: ignore[TFC601] why`, `# torchfix: skip-file`.

A comment counts for the logical line it stands on: a whole simple statement, or the header of a compound one, over as
many lines as it takes. Nothing is tokenized unless one of the two words stands in the text.
"""

from __future__ import annotations

import re
import token
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field

from torchfix_codemods.analysis.syntax.tokens import TokensError, tokens
from torchfix_codemods.edits import Target

_OURS = "TFC"
_MENTIONED = re.compile(r"#[^\n]*\b(?:noqa\b|torchfix:)", re.IGNORECASE)
# The form of flake8: a colon that no code follows (as in `noqa: see above`) leaves a bare noqa, as it does there.
_NOQA = re.compile(r"#\s*noqa\b(?!-)(?:\s*:(?P<list>.*))?", re.IGNORECASE)
_TORCHFIX = re.compile(r"#\s*torchfix:\s*(?P<word>ignore|skip-file)\b(?:\s*\[(?P<list>[^\]]*)\])?", re.IGNORECASE)
_CODE = re.compile(rf"\s*,?\s*(?P<code>[A-Z]+[0-9]+|{_OURS})\b", re.IGNORECASE)


@dataclass
class _Comment:
    """One directive. `codes` is empty where it means every rule."""

    line: int
    first: int
    last: int
    text: str
    codes: tuple[str, ...]
    for_torchfix: bool
    used: set[str] = field(default_factory=set)

    def covers(self, target: Target, code: str) -> bool:
        if not self.first <= target.line <= self.last:
            return False
        matching = [prefix for prefix in self.codes if code.startswith(prefix)]
        if self.codes and not matching:
            return False
        self.used.update(matching or ("",))
        return True

    def unused(self) -> str:
        """What of the comment did nothing, as it would be written; empty if all of it did or it is not ours."""
        if not self.codes:
            return self.text if self.for_torchfix and not self.used else ""
        idle = [code for code in self.codes if code not in self.used and (self.for_torchfix or code.startswith(_OURS))]
        if not idle:
            return ""
        return f"# torchfix: ignore[{', '.join(idle)}]" if self.for_torchfix else f"# noqa: {', '.join(idle)}"


class Suppressions:
    """The comments of one text. It remembers which of them covered something.

    `skip_file` says that the whole file is to be left alone.
    """

    def __init__(self, comments: list[_Comment], skip_file: bool) -> None:
        self._comments = comments
        self.skip_file = skip_file

    def covers(self, target: Target, code: str) -> bool:
        """Is a finding of this rule, whose place starts in the statement, to be kept quiet?"""
        # A list, so that every comment that matches counts as used and not only the first.
        covering = [comment for comment in self._comments if comment.covers(target, code)]
        return self.skip_file or bool(covering)

    def unused(self) -> tuple[tuple[int, str], ...]:
        """(line, comment) for each of our comments, or part of one, that has covered nothing so far.

        A bare `# noqa` and other tools' codes may be there for somebody else and are never named.
        """
        return tuple((comment.line, text) for comment in self._comments if (text := comment.unused()))


def suppressions(text: str) -> Suppressions:
    """The comments in a text that keep findings quiet; none where the tokenizer stumbles over it."""
    if not _MENTIONED.search(text):
        return Suppressions([], False)
    comments: list[_Comment] = []
    skip_file = False
    for line, first, last, comment in _commented_lines(text):
        ours = _TORCHFIX.search(comment)
        if ours and ours["word"].lower() == "skip-file":
            skip_file = True
        elif ours:
            comments.append(_Comment(line, first, last, ours[0], _codes(ours["list"]), True))
        noqa = _NOQA.search(comment)
        if noqa:
            comments.append(_Comment(line, first, last, noqa[0].rstrip(), _codes(noqa["list"]), False))
    return Suppressions(comments, skip_file)


def _codes(text: str | None) -> tuple[str, ...]:
    """The codes at the start of a list with commas or spaces, in capitals; the reason after them is dropped."""
    codes: list[str] = []
    position = 0
    while match := _CODE.match(text or "", position):
        codes.append(match["code"].upper())
        position = match.end()
    return tuple(codes)


def _commented_lines(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Each comment with its line, and the first and last line of the logical line that it stands on."""
    first = 0
    pending: list[tuple[int, str]] = []
    for part in _tokens(text):
        if part.type == token.COMMENT:
            pending.append((part.start[0], part.string))
        if part.type in (token.NEWLINE, token.ENDMARKER) or (part.type == token.NL and not first):
            for line, comment in pending:
                yield line, first or line, part.start[0], comment
            first, pending = 0, []
        elif part.type not in (token.COMMENT, token.NL, token.INDENT, token.DEDENT) and not first:
            first = part.start[0]


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    try:
        return tokens(text)
    except TokensError:
        return []
