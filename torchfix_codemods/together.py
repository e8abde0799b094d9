"""Files that are rewritten together or not at all, because one of them writes what another one reads.

Every file decides by itself whether all can be rewritten. Here is seen to it that all of them were, and were written.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.outcomes import FileOutcome, not_written
from torchfix_codemods.pool import Task
from torchfix_codemods.result import FixResult
from torchfix_codemods.sources import Source
from torchfix_codemods.writing import Names, NotWrittenError, is_read_only, write

Results: TypeAlias = Generator[tuple[int, FixResult], None, None]


def kept_files(files: Sequence[tuple[Source, FixRequest]], others: Iterable[Source]) -> dict[str, str]:
    """Why files are not rewritten together with others, as clauses, by their names.

    Args:
        files: those that may have to be, each with what is asked for it.
        others: files that are only read.
    """
    unsafe = any(request.unsafe_fixes for _, request in files)
    kept = {source.display: _why_kept(request, source, unsafe=unsafe) for source, request in files}
    kept |= {source.display: "is not among the files that were named" for source in others}
    return {path: why for path, why in kept.items() if why}


def _why_kept(request: FixRequest, source: Source, *, unsafe: bool) -> str:
    """Why a file is not rewritten together with another one, as a clause; empty if it is.

    `unsafe`: others get unsafe fixes.
    """
    off = sorted({"TFC502", "TFC503"} - {*request.codes})
    if off:
        return f"is looked at without {off[0]}"
    if source.path.suffix == ".ipynb":
        return "is a notebook"
    if unsafe and not request.unsafe_fixes:
        return "gets no unsafe fixes"
    if not request.apply or source.kind == "stdin":
        return ""
    try:
        return "is read-only" if is_read_only(source.path, source.path.lstat()) else ""
    except OSError:
        return "is gone"


def in_step(
    tasks: Sequence[Task], project: ProjectFacts, fix: Callable[[Sequence[Task], ProjectFacts], Results]
) -> Generator[list[tuple[int, FixResult]], None, None]:
    """The results of fixing files as they come, each by itself, and at last all of those that belong together."""
    held: dict[int, FixResult] = {}
    with closing(fix(tasks, project)) as results:
        for number, result in results:
            if any(finding.together and finding.fixed for finding in result.findings):
                held[number] = result
            else:
                yield [(number, result)]
    kept = dict(project.kept)
    while parted := _parted_in([*held.values()]):  # another fix came in between of them
        kept |= dict.fromkeys(parted, "could not be rewritten")
        again = [task for task in tasks if task.index in held]
        held |= dict(fix(again, ProjectFacts(project.files, kept)))
    if held:
        yield [*held.items()]


def _parted_in(results: Sequence[FixResult]) -> list[str]:
    """The files that are not rewritten though another one counts on it, or that count on one that is not."""
    done: dict[str, set[frozenset[str]]] = {}
    open_: set[frozenset[str]] = set()
    for result in results:
        done[result.path] = {finding.together for finding in result.findings if finding.fixed and finding.together}
        open_ |= {finding.together for finding in result.findings if finding.together and not finding.fixed}
    made = set().union(*done.values()) if done else set()
    broken = [one for one in made if one in open_ or any(one not in done.get(path, ()) for path in one)]
    return sorted(set().union(*broken)) if broken else []


def put_back(files: Sequence[FileOutcome | None], names: Names) -> list[FileOutcome]:
    """The outcomes of files that belong together; where one could not be written, the others are as they were."""
    outcomes = [outcome for outcome in files if outcome is not None]
    stuck = {outcome.result.path for outcome in outcomes if outcome.result.failed}
    found = []
    for outcome in outcomes:
        together = {path for finding in outcome.result.findings if finding.fixed for path in finding.together}
        if outcome.written and outcome.before is not None and not stuck.isdisjoint(together):
            assert outcome.result.after is not None
            error = NotWrittenError("was put back: a file that belongs to it could not be written")
            try:
                write(outcome.source.path, outcome.result.after, outcome.before, names)
            except NotWrittenError as failure:
                error = failure
            outcome = replace(outcome, result=not_written(outcome.result, error), written=False, lost=())
        found.append(outcome)
    return found
