"""A finished run as every format sees it: what was found, what was done, and the exit code that follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.report.moved import Moved
from torchfix_codemods.result import Problem, Reported

if TYPE_CHECKING:
    from torchfix_codemods.outcomes import FileOutcome

Action: TypeAlias = Literal["apply", "dry-run", "check"]

DONE = 0
FOUND = 1
FAILED = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells count


class Located(NamedTuple):
    """A finding and the file it is in."""

    path: str
    finding: Reported


@dataclass(frozen=True, slots=True, order=True)
class RuleCount:
    """How often one rule spoke, and what became of it. `safe`, `unsafe` and `report` count what is not fixed."""

    code: str
    name: str
    found: int
    fixed: int
    safe: int
    unsafe: int
    report: int


@dataclass(frozen=True)
class Report:
    """A finished run.

    `problems` are those of looking for files, `warnings` sentences about the run as a whole. The outcomes' own problems
    are in `errors` (the file was left as it was) and `mishaps` (a rule was left out); both give exit code 2.
    """

    action: Action
    outcomes: tuple[FileOutcome, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()

    @cached_property
    def findings(self) -> tuple[Located, ...]:
        """All findings, by file and place."""
        return tuple(Located(o.result.path, finding) for o in self.outcomes for finding in o.result.findings)

    @cached_property
    def fixed(self) -> tuple[Located, ...]:
        return tuple(located for located in self.findings if located.finding.fixed)

    @cached_property
    def open(self) -> tuple[Located, ...]:
        """What is left to do: reports and fixes that were not applied, with their reasons.

        Their lines are those of the files as they are now.
        """
        moved = Moved(self.outcomes if self.action == "apply" else ())
        return tuple(
            Located(outcome.result.path, moved.finding(finding))
            for outcome in self.outcomes
            for finding in self._left(outcome)
        )

    @cached_property
    def stops(self) -> tuple[Located, ...]:
        """What of it a program cannot get past with today's libraries."""
        return tuple(located for located in self.open if located.finding.stops)

    @cached_property
    def for_unsafe_fixes(self) -> int:
        """How many of the findings that are left `--unsafe-fixes` is for, where it was not given."""
        return sum(
            finding.fixable and finding.applicability is Applicability.UNSAFE
            for outcome in self.outcomes
            if not outcome.source.settings.unsafe_fixes and not outcome.result.failed
            for finding in self._left(outcome)
        )

    def _left(self, outcome: FileOutcome) -> Iterator[Reported]:
        result = outcome.result
        if self.action == "apply" and result.after is not None:
            yield from result.left
        else:
            yield from (finding for finding in result.findings if not finding.fixed)

    @cached_property
    def changed(self) -> tuple[FileOutcome, ...]:
        """Files that were rewritten, or would be."""
        return tuple(o for o in self.outcomes if o.result.after is not None and not o.result.failed)

    @cached_property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self._problems() if problem.fatal)

    @cached_property
    def mishaps(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self._problems() if not problem.fatal)

    @cached_property
    def losses(self) -> tuple[Problem, ...]:
        """What rewritten files could not keep."""
        return tuple(
            Problem(o.result.path, f"was rewritten, but could not keep its {_listed(o.lost)}", fatal=False)
            for o in self.outcomes
            if o.lost
        )

    @cached_property
    def undone(self) -> tuple[str, ...]:
        """Paths of the files, or folders, that were not looked at by all rules, or left where they should not be."""
        return tuple(dict.fromkeys(problem.path for problem in self._problems()))

    @cached_property
    def of_the_rules(self) -> str:
        """What has to follow "no findings" where a file was looked at without some of the default rules.

        Nobody knows what those would have said of it: that it uses what is gone, for one.
        """
        asked = (outcome.source.settings for outcome in self.outcomes)
        narrowed = any(settings.select or settings.ignore or settings.per_file_ignores for settings in asked)
        return " of the rules that are on" if narrowed else ""

    @cached_property
    def done(self) -> int:
        """How many files there is nothing to be said against."""
        return sum(not outcome.result.problems for outcome in self.outcomes)

    @cached_property
    def by_rule(self) -> tuple[RuleCount, ...]:
        """The counts of each rule that found something, in order of the codes."""
        counts: dict[tuple[str, str], Counter[str]] = {}
        for _, finding in self.findings:
            state = "fixed" if finding.fixed else finding.applicability.value
            counts.setdefault((finding.code, finding.name), Counter())[state] += 1
        return tuple(
            RuleCount(code, name, found.total(), *(found[state] for state in ("fixed", "safe", "unsafe", "report")))
            for (code, name), found in sorted(counts.items())
        )

    @property
    def migration_rate(self) -> float | None:
        """The share of the findings that was fixed; None where nothing was found, or not all was looked at and done."""
        return len(self.fixed) / len(self.findings) if self.findings and not self.undone else None

    def count(self, applicability: Applicability) -> int:
        """How many findings there are of this kind, fixed or not."""
        return sum(located.finding.applicability is applicability for located in self.findings)

    def exit_code(self, *, exit_zero: bool = False, exit_non_zero_on_fix: bool = False) -> int:
        """What the command returns; trouble wins over findings."""
        if self.undone:
            return FAILED
        if exit_zero:
            return DONE
        if self.action == "check":
            return FOUND if self.findings else DONE
        return FOUND if self.changed and (self.action == "dry-run" or exit_non_zero_on_fix) else DONE

    def _problems(self) -> Iterator[Problem]:
        yield from self.problems
        for outcome in self.outcomes:
            yield from outcome.result.problems


def _listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
