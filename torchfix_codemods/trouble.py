"""What is said where a rule could not do its work on a file; the other rules have done theirs."""

from __future__ import annotations

from torchfix_codemods.codemod import Codemod
from torchfix_codemods.result import Problem


def too_deep(path: str, rule: Codemod) -> Problem:
    """The rule came to the end of Python's stack."""
    reason = f"{rule.code} {rule.name} was not applied: statements or calls lead too deep into each other here"
    return Problem(path, reason, 0, "the other rules were applied", fatal=False)


def failed(path: str, rule: Codemod, error: Exception) -> Problem:
    """The rule made a mistake."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    reason = f"{rule.code} {rule.name} failed on this file ({type(error).__name__}: {error}{where})"
    return Problem(path, reason, 0, "the other rules were applied; please report this", fatal=False)
