"""What becomes of one source, and putting results on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from torchfix_codemods.result import FixResult, Problem
from torchfix_codemods.sources import Source
from torchfix_codemods.temporary import sweep
from torchfix_codemods.writing import Names, NotWrittenError, write


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one source.

    `before` holds the bytes that were read where `result.after` is set (and see `RunRequest.keep_before`); `written`
    says that the file on disk is now `result.after`. A result that could not be written has a problem and no `after`.
    `lost` names what the new file could not take over from the old one, such as its owner.
    """

    source: Source
    result: FixResult
    before: bytes | None = None
    written: bool = False
    lost: tuple[str, ...] = ()


def put(outcomes: Sequence[FileOutcome]) -> Iterator[FileOutcome]:
    """Write the results that were held back (`RunRequest.write` False).

    A file must still be what was read. What goes wrong comes back as a problem of the outcome.
    """
    tidy([outcome.source for outcome in outcomes])
    names = Names(outcome.source.path for outcome in outcomes)
    for outcome in outcomes:
        if outcome.result.after is None or outcome.before is None or outcome.source.kind == "stdin":
            yield outcome
        else:
            yield put_one(outcome, outcome.before, names)


def tidy(sources: Sequence[Source]) -> None:
    """Remove from the folders of files that are to be written what runs that were killed have left there."""
    sweep({source.path.parent: None for source in sources if source.kind != "stdin"})


def put_one(outcome: FileOutcome, before: bytes, names: Names) -> FileOutcome:
    """Put the result of a file on disk; the outcome then."""
    result = outcome.result
    assert result.after is not None
    try:
        lost = write(outcome.source.path, before, result.after, names)
    except NotWrittenError as error:
        return replace(outcome, result=not_written(result, error))
    return replace(outcome, written=True, lost=lost)


def not_written(result: FixResult, error: NotWrittenError) -> FixResult:
    """The result of a file that stays as it was, for want of writing it."""
    findings = tuple(replace(finding, fixed=False) for finding in result.findings)
    problem = Problem(result.path, error.reason, hint=error.hint)
    return replace(result, after=None, findings=findings, left=(), problems=(*result.problems, problem))
