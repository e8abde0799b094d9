"""The result of `torchfix verify` for programs, version 1."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from torchfix_codemods.verify.model import Blame, Difference, Edit, Ending, RunSummary, Verdict, Verification

VERSION = 1
_MOST_LOSSES = 10_000


def render(results: Sequence[Verification], exit_code: int) -> bytes:
    """One json object, in ASCII. Numbers that json has no word for are texts: "NaN", "Infinity"."""
    document = {
        "version": VERSION,
        "scripts": [_script(result) for result in results],
        "summary": {verdict.value: sum(result.verdict is verdict for result in results) for verdict in Verdict},
        "exit_code": exit_code,
    }
    return json.dumps(document, indent=2, allow_nan=False).encode("ascii") + b"\n"


def _script(result: Verification) -> dict[str, Any]:
    return {
        "name": result.name,
        "verdict": result.verdict.value,
        "reason": result.reason,
        "was_run": result.was_run,
        "device": result.device if result.was_run else None,
        "device_name": result.device_name or None,
        "rules": dict(result.rules),
        "runs": [_run(run) for run in result.runs],
        "compared": {
            "lines": result.counted.lines,
            "losses": result.counted.losses,
            "values": result.counted.values,
            "files": result.counted.files,
        },
        "differences": [_difference(difference) for difference in result.differences],
        "expected": [_difference(difference) for difference in result.expected],
        "noise": [{"channel": place.channel, "where": place.where} for place in result.noise],
        "notes": list(result.notes),
        "guilty": _blame(result.blame),
        "kept": result.kept or None,
    }


def _run(run: RunSummary) -> dict[str, Any]:
    return {
        "seconds": round(run.seconds, 3),
        "end": _ending(run.ending),
        "lines": run.lines,
        "printed_bytes": run.printed_bytes,
        "steps": run.steps,
        "losses": [_number(loss) for loss in run.losses[:_MOST_LOSSES]],
    }


def _ending(ending: Ending) -> dict[str, Any]:
    crash = ending.crash
    return {
        "code": ending.code,
        "failure": ending.failure or None,
        "timed_out": ending.timed_out,
        "place": ending.place or None,
        "exception": None if crash is None else asdict(crash),
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "channel": difference.channel,
        "where": difference.where,
        "detail": difference.detail,
        "kind": difference.kind or None,
    }


def _blame(blame: Blame | None) -> dict[str, Any] | None:
    if blame is None:
        return None
    return {"edits": [_edit(edit) for edit in blame.edits], "runs": blame.runs, "is_exact": blame.is_exact}


def _edit(edit: Edit) -> dict[str, Any]:
    return {"path": edit.path, "line": edit.line, "code": edit.code or None, "message": edit.message}


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
