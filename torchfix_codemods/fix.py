"""One source through all rules, in rounds, until quiet: pure, `bytes -> FixResult`."""

from __future__ import annotations

from dataclasses import dataclass, field

from torchfix_codemods.analysis.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.codemod import RuleOptions
from torchfix_codemods.result import FixResult


@dataclass(frozen=True)
class FixRequest:
    """What to do with a source. Picklable, so that it crosses the pool once per worker.

    `codes` are the rules to run, in order of their codes; `plugins` the names of installed distributions whose rules
    are loaded too. With `apply` False nothing is rewritten and libcst is not needed (`check`), unless
    `render_changes` asks for the text of each finding's edits.
    """

    codes: tuple[str, ...]
    plugins: tuple[str, ...] = ()
    apply: bool = True
    unsafe_fixes: bool = False
    render_changes: bool = False
    options: RuleOptions = field(default_factory=RuleOptions)
    project: ProjectFacts = NO_PROJECT


def fix(data: bytes, path: str, request: FixRequest) -> FixResult:
    """Run the rules of `request` on one Python source.

    Args:
        data: the file's bytes, in the encoding that its byte order mark or cookie names, else UTF-8.
        path: what the result calls the file.
        request: the rules and how to apply them.

    Never raises for what the source holds: trouble comes back as `FixResult.problems`.
    """
    return FixResult(path)
