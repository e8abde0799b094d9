"""What comes out of one file: plain data that crosses the pool, goes into the cache and is rendered by `report`.

Positions here are those a person sees: lines and columns start at 1, columns count characters, the end is exclusive,
and all of them are in the file as it was before the first round, but for those in `FixResult.left`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Applicability


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of the original file."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class TextChange:
    """Replace the text at `span` by `content`."""

    span: Span
    content: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding as the user sees it.

    `fixed` says whether its edits are in the result. `cell` is the number of the notebook cell (from 1) that the lines
    are counted in, None for ordinary files. `changes` is filled only when asked for (`FixRequest.render_changes`).
    """

    code: str
    name: str
    span: Span
    message: str
    applicability: Applicability
    fixed: bool = False
    reason: str = ""
    evidence: Evidence | None = None
    cell: int | None = None
    changes: tuple[TextChange, ...] = ()
    fixable: bool = False  # it has edits, applied or not
    stops: bool = False  # a program cannot get past it with today's libraries
    together: frozenset[str] = frozenset()  # the files that are rewritten together or not at all

    def worded(self, words: Callable[[str], str]) -> Reported:
        """The same with `words` of every text that a rule wrote."""
        evidence = self.evidence and replace(self.evidence, text=words(self.evidence.text))
        return replace(self, message=words(self.message), reason=words(self.reason), evidence=evidence)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file, or one rule in it, could not be done. `line` is 0 where no line is known.

    `reason` is a clause ("not valid Python 3.11: invalid syntax"), `hint` what to do about it, may be empty.
    A problem gives exit code 2 and makes the file count as not done; a `fatal` one means that the file was left as it
    was, any other that one rule was dropped and the rest was done.
    """

    path: str
    reason: str
    line: int = 0
    hint: str = ""
    fatal: bool = True

    def worded(self, words: Callable[[str], str]) -> Problem:
        """The same with `words` of its texts."""
        return replace(self, reason=words(self.reason), hint=words(self.hint))


@dataclass(frozen=True, slots=True)
class FixResult:
    """What became of one file. `after` is None where nothing changed.

    `left` are the findings that are not fixed once more, where `after` is set: with all places as they are there.
    """

    path: str
    after: bytes | None = None
    findings: tuple[Reported, ...] = ()
    problems: tuple[Problem, ...] = ()
    unused_suppressions: tuple[tuple[int, str], ...] = field(default=())  # (line, comment text)
    left: tuple[Reported, ...] = ()

    def worded(self, words: Callable[[str], str]) -> FixResult:
        """The same with `words` of every text but those of the user."""
        return replace(
            self,
            findings=tuple(finding.worded(words) for finding in self.findings),
            problems=tuple(problem.worded(words) for problem in self.problems),
            left=tuple(finding.worded(words) for finding in self.left),
        )

    @property
    def failed(self) -> bool:
        """Was the file left as it was because something went wrong?"""
        return any(problem.fatal for problem in self.problems)
