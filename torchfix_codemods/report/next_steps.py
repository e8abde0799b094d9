"""What to do after a run of `apply`: what is left by its urgency, and the commands that go on from there."""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.report.model import Report
from torchfix_codemods.report.streams import Paint, plain
from torchfix_codemods.result import Reported

# What is left, by how much it blocks: a title, and what it is about.
URGENCIES = (
    ("Stops the program", "Today's libraries do not have what these places use: the program ends there with an error."),
    (
        "Fixes that wait for `--unsafe-fixes`",
        "What the author should have written, but results or files can change. The reason stands with each.",
    ),
    ("To decide by hand", "No rewrite is right without knowing more. The message says what to write."),
)


def next_step_lines(report: Report, paint: Paint = plain, *, is_verified: bool = False) -> Iterator[str]:
    """The commands that have something to do now, each with what it does; nothing where there is none."""
    steps = list(next_steps(report, is_verified=is_verified))
    if not steps:
        return
    yield ""
    yield paint("Next", "title")
    for command, what in steps:
        yield f"`{command}` {what}"


def next_steps(report: Report, *, is_verified: bool = False) -> Iterator[tuple[str, str]]:
    """Commands and what they do, as the end of a sentence.

    `is_verified`: a command has shown already that what was rewritten computes the same.
    """
    if report.for_unsafe_fixes:
        yield "torchfix apply --unsafe-fixes", f"fixes {report.for_unsafe_fixes:,} of them, and can change results"
        yield "torchfix verify --unsafe-fixes SCRIPT", "tells whether it does"
    elif report.changed and not is_verified and report.action == "dry-run":
        yield "torchfix verify SCRIPT", "tells whether a script will compute the same"
    elif report.changed and not is_verified:
        yield "torchfix verify --before OLD --after NEW", "tells whether two versions of a script compute the same"
    to_decide = (finding for _, finding in report.open if finding.applicability is not Applicability.SAFE)
    first = min(to_decide, key=urgency, default=None)
    if first is not None:
        yield f"torchfix explain {first.code}", "tells what a rule is about"


def urgency(finding: Reported) -> int:
    """How much a finding that is left blocks: an index into `URGENCIES`, the least blocks most."""
    if finding.stops:
        return 0
    return 1 if finding.fixable and finding.applicability is Applicability.UNSAFE else 2
