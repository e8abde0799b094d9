"""Puts a report on the standard streams: the result on one, all that is said about it on the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from torchfix_codemods.outputs import Deliver
from torchfix_codemods.report.model import Report
from torchfix_codemods.report.next_steps import next_step_lines
from torchfix_codemods.report.streams import Output
from torchfix_codemods.report.text import (
    changed_lines,
    finding_lines,
    problem_lines,
    statistics_lines,
    summary_lines,
)

# Every machine format is a module here with a function `render(report) -> bytes`.
_MACHINE_FORMATS: Mapping[str, str] = MappingProxyType({"diff": "diff", "json": "json_report"})
FORMATS = ("text", *_MACHINE_FORMATS)


@dataclass(frozen=True, slots=True)
class Style:
    """How to show. `deliver` takes the result in place of standard output.

    `piped` is what came in by standard input, whose fixed text is then the result of `apply`. `is_verified`: what was
    rewritten has been shown to compute the same.
    """

    format: str = "text"
    deliver: Deliver | None = None
    quiet: bool = False
    statistics: bool = False
    piped: bytes | None = None
    is_verified: bool = False


def show(report: Report, style: Style, out: Output, err: Output) -> None:
    """Write the result to `out` or a file, and everything else to `err`.

    Raises:
        OSError: a stream cannot take it.
        OutputError: the file cannot.
    """
    if style.deliver is not None:
        if not _is_refused(report, style):
            style.deliver(result(report, style, Output(None)))
    else:
        out.bytes(result(report, style, out))
    if style.quiet:
        err.lines(problem_lines((*report.mishaps, *report.errors), err.paint))
        return
    if style.statistics and report.action != "check":
        err.lines(statistics_lines(report, err.paint))
    err.lines(summary_lines(report, err.paint))
    if style.format == "text" and report.action != "check" and style.piped is None:
        err.lines(next_step_lines(report, err.paint, is_verified=style.is_verified))


def result(report: Report, style: Style, out: Output) -> bytes:
    """What the command is asked for, as `out` likes it."""
    if style.format != "text":
        return machine_format(report, style.format)
    if report.action == "dry-run":
        seen = out.is_terminal or out.in_colour
        return out.encoded(_terminal_lines(report, out)) if seen else machine_format(report, "diff")
    if report.action == "apply":
        return out.encoded(changed_lines(report, out.paint)) if style.piped is None else _fixed(report, style.piped)
    lines = statistics_lines if style.statistics else finding_lines
    return out.encoded(lines(report, out.paint))


def machine_format(report: Report, name: str) -> bytes:
    """A report in one of the formats that programs read."""
    rendered: bytes = import_module(f"torchfix_codemods.report.{_MACHINE_FORMATS[name]}").render(report)
    return rendered


def _is_refused(report: Report, style: Style) -> bool:
    """Is there no text to take the place of an earlier one, because the one that came in was not understood?"""
    return bool(report.errors) and style.piped is not None and report.action == "apply" and style.format == "text"


def _fixed(report: Report, piped: bytes) -> bytes:
    """The text that came in, fixed; nothing where it was not understood, so that no editor takes it for the answer."""
    if report.errors:
        return b""
    return next((outcome.result.after for outcome in report.changed if outcome.result.after is not None), piped)


def _terminal_lines(report: Report, out: Output) -> list[str]:
    if not report.changed:
        return []
    from torchfix_codemods.report import terminal

    text = terminal.render(report, in_colour=out.in_colour, unicode=out.speaks_unicode)
    return text.removesuffix("\n").split("\n")
