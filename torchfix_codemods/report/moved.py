"""Where a line is now that a run has rewritten its file: evidence may stand in another file than its finding."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from torchfix_codemods.report.diff import Stretch, stretches

if TYPE_CHECKING:
    from torchfix_codemods.outcomes import FileOutcome
    from torchfix_codemods.result import Reported


class Moved:
    """The lines of the files that a run has rewritten, each file looked at when it is first asked for."""

    def __init__(self, outcomes: Sequence[FileOutcome]) -> None:
        self._rewritten = {
            outcome.result.path: outcome for outcome in outcomes if outcome.result.after is not None and outcome.before
        }
        self._stretches: dict[str, list[Stretch]] = {}

    def finding(self, finding: Reported) -> Reported:
        """A finding whose evidence in another file names the line as it is now."""
        evidence = finding.evidence
        if evidence is None or evidence.path not in self._rewritten or evidence.path.endswith(".ipynb"):
            return finding
        return replace(finding, evidence=replace(evidence, line=self._line(evidence.path, evidence.line)))

    def target(self, path: str, finding: Reported) -> Reported:
        """A finding that was fixed, at the line that its place has now."""
        if path not in self._rewritten or finding.cell is not None:
            return finding
        line = self._line(path, finding.span.line)
        return replace(finding, span=replace(finding.span, line=line, end_line=max(line, finding.span.end_line)))

    def _line(self, path: str, line: int) -> int:
        if path not in self._stretches:
            outcome = self._rewritten[path]
            assert outcome.before is not None and outcome.result.after is not None
            self._stretches[path] = stretches(outcome.before, outcome.result.after)
        found = self._stretches[path]
        index = bisect_right(found, line - 1, key=lambda stretch: stretch.a) - 1
        if index < 0:
            return line
        # Of a block that changed the first lines are paired, as `rewrite.linemap` does.
        here = found[index]
        return min(here.c + line - 1 - here.a, max(here.d - 1, here.c)) + 1
