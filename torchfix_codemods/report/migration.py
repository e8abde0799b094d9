"""What a report of a migration holds, whatever it is written as: what a person has to do, and what was done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.registry import known_rules, load
from torchfix_codemods.report.diff import Hunk, hunks
from torchfix_codemods.report.model import Located, Report
from torchfix_codemods.report.moved import Moved
from torchfix_codemods.report.next_steps import URGENCIES, urgency
from torchfix_codemods.report.streams import printable
from torchfix_codemods.report.text import counted, evidence_line, label, summary_sentence
from torchfix_codemods.result import Problem, Reported

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing for a person to do. `line` is that in the file as it is now, 0 for none; `key` stays over runs."""

    path: str
    message: str
    because: tuple[str, ...] = ()
    line: int = 0
    cell: int | None = None
    code: str = ""
    name: str = ""
    label: str = ""
    key: str = ""

    @property
    def place(self) -> str:
        """Where it is: `train.py:4`, `a.ipynb:cell 2:4`."""
        cell = f":cell {self.cell}" if self.cell is not None else ""
        return f"{printable(self.path)}{cell}{f':{self.line}' if self.line else ''}"


@dataclass(frozen=True, slots=True)
class Group:
    """Tasks of one urgency."""

    title: str
    about: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one rule did."""

    code: str
    name: str
    count: int
    unsafe: int
    summary: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file that changed: `fixes` are the rules that did it, with the lines in the file as it was."""

    path: str
    hunks: tuple[Hunk, ...]
    before: bytes
    fixes: tuple[tuple[str, str, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        """How many findings were fixed."""
        return sum(len(places) for _, _, places in self.fixes)

    def lines(self, tag: str) -> int:
        """How many lines were added (`+`) or removed (`-`)."""
        return sum(row == tag for hunk in self.hunks for row, _ in hunk.rows)


@dataclass(frozen=True)
class Migration:
    """A run of `apply` as the report tells it."""

    report: Report

    @property
    def is_dry(self) -> bool:
        return self.report.action == "dry-run"

    @property
    def headline(self) -> str:
        """What came of it, in a sentence."""
        return summary_sentence(self.report) or f"Nothing to do in {counted(self.report.done, 'file')}."

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """What a person has to do, what blocks most first; no empty groups."""
        found: list[list[Task]] = [[] for _ in URGENCIES]
        for path, finding in self.report.open:
            found[urgency(finding)].append(_task(path, finding))
        undone = [_undone(problem) for problem in (*self.report.errors, *self.report.mishaps)]
        groups = [
            ("Could not be done", "Nobody knows what else is in these files. They count as not migrated.", undone),
            *((*told, tasks) for told, tasks in zip(URGENCIES, found, strict=True)),
            (
                "Unsafe fixes that were put in" if not self.is_dry else "Unsafe fixes that would be put in",
                "They were asked for, and can change results or files: look at each. Reasons name old lines.",
                [_task(path, finding) for path, finding in self._risky()],
            ),
        ]
        numbered = _numbered([(title, about, tasks) for title, about, tasks in groups if tasks])
        return tuple(numbered)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What was changed, the most frequent rule first."""
        plugins = dict.fromkeys(p for outcome in self.report.outcomes for p in outcome.source.settings.plugins)
        rules = {rule.code: rule for rule in known_rules(tuple(plugins))}
        unsafe = Counter(finding.code for _, finding in self._risky())
        return tuple(
            Change(row.code, row.name, row.fixed, unsafe[row.code], load(rules[row.code]).summary)
            for row in sorted(self.report.by_rule, key=lambda row: (-row.fixed, row.code))
            if row.fixed
        )

    @cached_property
    def files(self) -> tuple[Rewritten, ...]:
        """The files that changed, with their differences."""
        return tuple(map(_rewritten, self.report.changed))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What else the run has to say."""
        losses = (f"{printable(loss.path)} {printable(loss.reason)}" for loss in self.report.losses)
        return (*map(printable, self.report.warnings), *losses)

    def _risky(self) -> Iterator[Located]:
        moved = Moved(() if self.is_dry else self.report.outcomes)
        for path, finding in self.report.fixed:
            if finding.applicability is Applicability.UNSAFE:
                yield Located(path, moved.target(path, finding))


def lines_before(places: Sequence[str]) -> str:
    """`lines 3, 7 of the old file`."""
    lines = list(dict.fromkeys(places))
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(lines)} of the old file"


def _task(path: str, finding: Reported) -> Task:
    because = tuple(text for text in (printable(finding.reason), evidence_line(finding)) if text)
    return Task(
        path,
        printable(finding.message),
        because,
        finding.span.line,
        finding.cell,
        finding.code,
        finding.name,
        label(finding),
    )


def _undone(problem: Problem) -> Task:
    because = (printable(problem.hint),) if problem.hint else ()
    return Task(problem.path, printable(problem.reason), because, problem.line, label="not done")


def _numbered(groups: Sequence[tuple[str, str, list[Task]]]) -> Iterator[Group]:
    """Give each task a key by which it is the same in the report of a later run, wherever its line is then."""
    seen: Counter[tuple[str, ...]] = Counter()
    for title, about, tasks in groups:
        keyed = []
        for task in tasks:
            said = (task.code, task.path, _NUMBER.sub("#", task.message))
            seen[said] += 1
            words = "\0".join((*said, str(seen[said]))).encode("utf-8", "backslashreplace")
            keyed.append(replace(task, key=blake2b(words, digest_size=8).hexdigest()))
        yield Group(title, about, tuple(keyed))


def _rewritten(outcome: FileOutcome) -> Rewritten:
    result = outcome.result
    assert outcome.before is not None and result.after is not None
    places: dict[tuple[str, str], list[str]] = {}
    for finding in result.findings:
        if finding.fixed:
            cell = f"cell {finding.cell}, " if finding.cell is not None else ""
            places.setdefault((finding.code, finding.name), []).append(f"{cell}{finding.span.line}")
    fixes = tuple((code, name, tuple(found)) for (code, name), found in sorted(places.items()))
    return Rewritten(result.path, tuple(hunks(outcome.before, result.after)), outcome.before, fixes)
