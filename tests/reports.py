"""Runs made by hand, for the tests of what is shown."""

from __future__ import annotations

from pathlib import Path

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.report.model import Action, Report
from torchfix_codemods.result import FixResult, Problem, Reported, Span, TextChange
from torchfix_codemods.settings import Settings
from torchfix_codemods.sources import Source

SAFE, UNSAFE, REPORT = Applicability.SAFE, Applicability.UNSAFE, Applicability.REPORT


def found(line: int = 3, applicability: Applicability = SAFE, *, fixed: bool = False, **more: object) -> Reported:
    """A finding; of rule TFC601 unless `more` says otherwise."""
    values: dict[str, object] = {
        "code": "TFC601",
        "name": "data-attribute",
        "span": Span(line, 5, line, 11),
        "message": "`y.data` hides writes from autograd",
        "evidence": Evidence(1, "`y` is a tensor: `torch.randn(3)`"),
        "fixable": applicability is not REPORT,
    }
    return Reported(applicability=applicability, fixed=fixed, **{**values, **more})  # type: ignore[arg-type]


def outcome(
    path: str = "train.py",
    *findings: Reported,
    before: bytes = b"old\n",
    after: bytes | None = None,
    problems: tuple[Problem, ...] = (),
    unused: tuple[tuple[int, str], ...] = (),
) -> FileOutcome:
    """What became of a file; `before` counts only with `after`."""
    left = () if after is None else tuple(finding for finding in findings if not finding.fixed)
    result = FixResult(path, after, findings, problems, unused, left)
    source = Source(Path.cwd() / path, path, Settings())
    return FileOutcome(source, result, None if after is None else before)


def report(action: Action, *outcomes: FileOutcome, problems: tuple[Problem, ...] = ()) -> Report:
    return Report(action, outcomes, problems)


def mixed(action: Action) -> Report:
    """A run with some of everything."""
    return report(
        action,
        outcome(
            "pkg/net.py",
            found(3, fixed=action != "check"),
            found(4, UNSAFE, code="TFC502", name="whole-model-save", reason="old files stay on disk", evidence=None),
            found(9, REPORT, code="TFC603", name="inplace", message="look here", reason="used below"),
            before=b"import torch\n\ny = y.data\nz = 1\n",
            after=None if action == "check" else b"import torch\n\ny = y.detach()\nz = 1\n",
            unused=((7, "# noqa: TFC301"),),
        ),
        outcome("clean.py"),
        outcome("old.py", problems=(Problem("old.py", "not valid Python: print", 3, "run 2to3 first"),)),
        outcome("odd.py", problems=(Problem("odd.py", "TFC801 failed", fatal=False),)),
    )


def change(line: int, start: int, end: int, content: str) -> TextChange:
    return TextChange(Span(line, start, line, end), content)
