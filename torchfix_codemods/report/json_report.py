"""The json format, version 1: what scripts and editors read. Lines and columns start at 1, columns count characters."""

from __future__ import annotations

import json
from typing import Any

from torchfix_codemods.report.model import Located, Report
from torchfix_codemods.result import FixResult, Problem, Span

VERSION = 1


def render(report: Report) -> bytes:
    """The whole report as one json object, in ASCII (other characters and odd file names as escapes)."""
    document = {
        "version": VERSION,
        "files": [
            *(_unread(problem) for problem in report.problems if problem.fatal),
            *(_file(outcome.result) for outcome in report.outcomes),
        ],
        "findings": [_finding(located) for located in report.findings],
        "summary": _summary(report),
    }
    return json.dumps(document, indent=2).encode("ascii") + b"\n"


def _file(result: FixResult) -> dict[str, Any]:
    """`changed` files may have findings that were left; a file that was left and is `clean` has none.

    Where a rule failed, nobody knows whether a file is clean.
    """
    if result.after is not None and not result.failed:
        status = "changed"
    elif result.problems and (result.failed or not result.findings):
        status = "error"
    else:
        status = "findings" if result.findings else "clean"
    return {"path": result.path, "status": status, "error": "; ".join(map(_sentence, result.problems)) or None}


def _unread(problem: Problem) -> dict[str, Any]:
    return {"path": problem.path, "status": "error", "error": _sentence(problem)}


def _finding(located: Located) -> dict[str, Any]:
    finding = located.finding
    span, evidence = finding.span, finding.evidence
    return {
        "code": finding.code,
        "name": finding.name,
        "path": located.path,
        "cell": finding.cell,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "message": finding.message,
        "applicability": finding.applicability.value,
        "fixed": finding.fixed,
        "reason": finding.reason,
        "evidence": evidence and {"path": evidence.path or located.path, "line": evidence.line, "text": evidence.text},
        "edits": [{**_range(change.span), "content": change.content} for change in finding.changes],
    }


def _range(span: Span) -> dict[str, Any]:
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }


def _summary(report: Report) -> dict[str, Any]:
    return {
        "files": len(report.outcomes),
        "changed": len(report.changed),
        "errors": len(report.errors),
        "undone": len(report.undone),
        "findings": len(report.findings),
        "fixed": len(report.fixed),
        "migration_rate": report.migration_rate,
        "rules": {
            row.code: {
                "name": row.name,
                "found": row.found,
                "fixed": row.fixed,
                "safe": row.safe,
                "unsafe": row.unsafe,
                "report": row.report,
            }
            for row in report.by_rule
        },
        "unused_suppressions": [
            {"path": outcome.result.path, "line": line, "text": text}
            for outcome in report.outcomes
            for line, text in outcome.result.unused_suppressions
        ],
        "warnings": [*report.warnings, *map(_placed, (*report.mishaps, *report.losses))],
    }


def _placed(problem: Problem) -> str:
    return f"{problem.path}: {_sentence(problem)}"


def _sentence(problem: Problem) -> str:
    place = f"line {problem.line}: " if problem.line else ""
    return f"{place}{problem.reason}{f'; {problem.hint}' if problem.hint else ''}"
