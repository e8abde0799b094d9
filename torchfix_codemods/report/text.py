"""Findings, changed files and the summary as lines of text. Every function is pure: a report in, lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.report.model import Report, RuleCount
from torchfix_codemods.report.streams import Paint, Role, plain, printable
from torchfix_codemods.result import Problem, Reported

# What a person still reads; the whole list is in the json.
_PER_FILE = 10
_PER_RUN = 100

_ROLES: dict[Applicability, Role] = {
    Applicability.SAFE: "safe",
    Applicability.UNSAFE: "unsafe",
    Applicability.REPORT: "report",
}
_REST = "`--output-format json` lists all"


def finding_lines(report: Report, paint: Paint = plain) -> Iterator[str]:
    """Every finding on a line of its own that editors can jump to, with its reason and evidence below."""
    for path, finding in report.findings:
        yield f"{_place(path, finding, paint, column=True)}: {_said(finding, paint)}"
        yield from _because(finding, paint)


def changed_lines(report: Report, paint: Paint = plain) -> Iterator[str]:
    """One line per file that was rewritten."""
    for outcome in report.changed:
        fixes = sum(finding.fixed for finding in outcome.result.findings)
        yield f"rewrote {paint(printable(outcome.result.path), 'path')} ({counted(fixes, 'fix')})"


def statistics_lines(report: Report, paint: Paint = plain) -> Iterator[str]:
    """How often each rule spoke, the most frequent first."""
    rows = sorted(report.by_rule, key=lambda row: (-row.found, row.code))
    names = max((len(row.name) for row in rows), default=0)
    for row in rows:
        yield f"{row.found:>6}  {paint(row.code, 'code')} {row.name:<{names}}  {_states(row, paint)}"


def summary_lines(report: Report, paint: Paint = plain) -> Iterator[str]:
    """What a run leaves the user with: done, to do, not understood."""
    yield from _warning_lines(report, paint)
    if report.action == "check":
        yield from _check_summary(report)
    else:
        yield from _apply_summary(report, paint)


def problem_lines(problems: Sequence[Problem], paint: Paint = plain) -> Iterator[str]:
    """One clear sentence each: where, what, what to do."""
    for problem in problems:
        role: Role = "error" if problem.fatal else "warning"
        place = printable(problem.path) + (f":{problem.line}" if problem.line else "")
        hint = f"; {problem.hint}" if problem.hint else ""
        yield f"{paint(place, role)}: {printable(problem.reason + hint)}"


def counted(number: int, noun: str) -> str:
    """`1 fix`, `2 fixes`."""
    plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def evidence_line(finding: Reported) -> str:
    """What shows it, and where; empty without evidence, or where the reason says so already."""
    if finding.evidence is None or finding.evidence.text in finding.reason:
        return ""
    file = f"{finding.evidence.path} " if finding.evidence.path else ""
    return printable(f"{finding.evidence.text} ({file}line {finding.evidence.line})")


def label(finding: Reported) -> str:
    """What can be done about a finding, or was."""
    if finding.fixed:
        return "fixed"
    if not finding.fixable:
        return "report"
    return f"{finding.applicability.value} fix"


def _check_summary(report: Report) -> Iterator[str]:
    if not report.findings:
        yield f"No findings{report.of_the_rules} in {counted(report.done, 'file')}{_undone(report)}."
        return
    files = counted(len(report.outcomes), "file")
    where = sum(bool(outcome.result.findings) for outcome in report.outcomes)
    parts = [
        f"{report.count(Applicability.SAFE):,} to fix with `torchfix apply`",
        f"{report.count(Applicability.UNSAFE):,} with `--unsafe-fixes`",
        f"{report.count(Applicability.REPORT):,} by hand",
    ]
    yield f"{counted(len(report.findings), 'finding')} in {where:,} of {files}: {', '.join(parts)}{_undone(report)}."


def _apply_summary(report: Report, paint: Paint) -> Iterator[str]:
    verb = "Would rewrite" if report.action == "dry-run" else "Rewrote"
    if not report.changed:
        yield f"Nothing to rewrite in {counted(report.done, 'file')}{_undone(report)}."
    else:
        files = counted(len(report.outcomes), "file")
        yield f"{verb} {len(report.changed):,} of {files}, {counted(len(report.fixed), 'fix')}:"
        for row in sorted(report.by_rule, key=lambda row: (-row.fixed, row.code)):
            if row.fixed:
                yield f"{row.fixed:>6}  {paint(row.code, 'code')} {row.name}"
    yield from _attention_lines(report, paint)
    if report.errors:
        yield ""
        yield paint(f"Not done ({len(report.errors):,})", "title")
    yield from problem_lines(report.errors, paint)
    sentence = summary_sentence(report)
    if sentence:
        yield ""
        yield sentence


def summary_sentence(report: Report) -> str:
    """How much of what was found is migrated, and what keeps that from being all; empty where nothing was found."""
    if not report.findings:
        return ""
    done, found = len(report.fixed), counted(len(report.findings), "finding")
    rate = "" if report.migration_rate is None else f" ({_percent(done, len(report.findings))})"
    return f"Migrated: {done:,} of {found}{rate}{_stopping(report)}{_undone(report)}."


def _stopping(report: Report) -> str:
    """What keeps programs from running, however much was migrated."""
    if not report.stops:
        return ""
    files = counted(len({path for path, _ in report.stops}), "file")
    places = "1 place stops" if len(report.stops) == 1 else f"{len(report.stops):,} places stop"
    return f"; {places} the program, in {files}"


def _undone(report: Report) -> str:
    """What keeps a sum from being the whole: nobody knows what a file holds that was not done."""
    if not report.undone:
        return ""
    files = {outcome.result.path for outcome in report.outcomes}
    noun = "file" if files.issuperset(report.undone) else "path"
    return f"; {counted(len(report.undone), noun)} {'was' if len(report.undone) == 1 else 'were'} not done"


def _attention_lines(report: Report, paint: Paint) -> Iterator[str]:
    """Reports and fixes that were not applied, with the reasons; a readable part of them."""
    if not report.open:
        return
    yield ""
    yield paint(f"Needs your attention ({len(report.open):,})", "title")
    room, told = _PER_RUN, 0
    for path, group in groupby(report.open, key=lambda located: located.path):
        located = list(group)
        shown = located[: min(_PER_FILE, room)]
        if not shown:
            break
        for _, finding in shown:
            yield f"{_place(path, finding, paint)}: {_said(finding, paint)}"
            yield from _because(finding, paint)
        room -= len(shown)
        told += len(located)
        if len(shown) < len(located):
            yield paint(f"    and {len(located) - len(shown):,} more in {printable(path)}; {_REST}", "quiet")
    if told < len(report.open):
        yield paint(f"    and {len(report.open) - told:,} more in other files; {_REST}", "quiet")


def _warning_lines(report: Report, paint: Paint) -> Iterator[str]:
    for sentence in report.warnings:
        yield f"{paint('warning', 'warning')}: {printable(sentence)}"
    yield from problem_lines((*report.mishaps, *report.losses), paint)
    if report.action != "check":
        return
    yield from problem_lines(report.errors, paint)
    for outcome in report.outcomes:
        for line, comment in outcome.result.unused_suppressions:
            place = paint(f"{printable(outcome.result.path)}:{line}", "warning")
            yield f"{place}: `{printable(comment)}` suppresses nothing; remove it"


def _place(path: str, finding: Reported, paint: Paint, *, column: bool = False) -> str:
    cell = f":cell {finding.cell}" if finding.cell is not None else ""
    position = f":{finding.span.line}:{finding.span.column}" if column else f":{finding.span.line}"
    return paint(printable(path), "path") + cell + position


def _said(finding: Reported, paint: Paint) -> str:
    role = _ROLES[finding.applicability]
    return f"{paint(finding.code, 'code')} {printable(finding.message)} {paint(f'[{label(finding)}]', role)}"


def _because(finding: Reported, paint: Paint) -> Iterator[str]:
    for text in (printable(finding.reason), evidence_line(finding)):
        if text:
            yield paint(f"    {text}", "quiet")


def _states(row: RuleCount, paint: Paint) -> str:
    states: list[tuple[int, str, Role]] = [
        (row.fixed, "fixed", "safe"),
        (row.safe, "safe", "safe"),
        (row.unsafe, "unsafe", "unsafe"),
        (row.report, "report", "report"),
    ]
    return ", ".join(paint(f"{count:,} {word}", role) for count, word, role in states if count)


def _percent(part: int, whole: int) -> str:
    """Rounded down: 100 % means all."""
    return f"{100 * part // whole} %"
