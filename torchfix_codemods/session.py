"""One call of `apply` or `check`, from what was asked to the exit code: settings, sources, run, report."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from torchfix_codemods.company import company
from torchfix_codemods.outcomes import FileOutcome, put
from torchfix_codemods.outputs import Deliver, OutputError, destination
from torchfix_codemods.report.earlier import is_earlier_output
from torchfix_codemods.report.for_people import check_name, for_people
from torchfix_codemods.report.model import Action, Report
from torchfix_codemods.report.show import Style, show
from torchfix_codemods.run import Company, Run, RunRequest
from torchfix_codemods.settings import Settings, override, resolver
from torchfix_codemods.sources import Discovery, Resolver, discover, stdin_source

if TYPE_CHECKING:
    from torchfix_codemods.report.progress import ProgressBar
    from torchfix_codemods.report.streams import Output

STDIN_NAME = "<stdin>"


@dataclass(frozen=True)
class Asked:
    """What the user asked for. `settings` holds fields of `Settings`, None where the flag was not given.

    `stdin` is what came in by standard input where that is the source, else None.
    """

    action: Action
    paths: tuple[Path, ...]
    settings: Mapping[str, object]
    stdin: bytes | None = None
    stdin_filename: str = STDIN_NAME
    since: str | None = None
    force_exclude: bool = False
    output_format: str = "text"
    output_file: Path | None = None
    jobs: int = 0
    use_cache: bool = True
    alone: bool = False
    quiet: bool = False
    statistics: bool = False
    exit_zero: bool = False
    exit_non_zero_on_fix: bool = False
    verify: str | None = None  # a command that has to compute the same before anything is written
    verify_device: str = "auto"
    verify_timeout: float = 300.0
    verify_allow_outside: bool = False
    reports: tuple[Path, ...] = ()  # where reports for people go, in the format that the suffix names


def carry_out(asked: Asked, out: Output, err: Output) -> int:
    """Do it, show it, and return the exit code.

    Raises:
        SettingsError, UnknownRuleError, RegistryError: the options or the settings cannot be used; nothing was done.
        OutputError: the result cannot be written where it should go; most often nothing was done.
        KeyboardInterrupt: every file is as it was or completely written.
    """
    override(Settings(), **asked.settings)  # a wrong flag is one error, not one for every folder
    settings_of = resolver(**asked.settings)
    found = _sources(asked, settings_of)
    with _output(asked, found) as deliver, ExitStack() as stack:
        reports = [(stack.enter_context(place), path) for path, place in _reports(asked, found)]
        return _carry_out(asked, found, _company(asked, found, settings_of), deliver, reports, out, err)


def _company(asked: Asked, found: Discovery, settings_of: Resolver) -> Company:
    """What finds the rest of the project."""
    if asked.alone or (asked.stdin is not None and asked.stdin_filename == STDIN_NAME):
        return tuple
    walked = [Path(os.path.realpath(path)) for path in asked.paths if asked.since is None and path.is_dir()]
    return lambda: company(found.sources, settings_of, walked)


def _carry_out(
    asked: Asked,
    found: Discovery,
    others: Company,
    deliver: Deliver | None,
    reports: Sequence[tuple[Deliver, Path]],
    out: Output,
    err: Output,
) -> int:
    run = Run(found.sources, _request(asked), stdin=asked.stdin or b"", company=others)
    with _progress_bar(asked, err) as run.progress:
        outcomes = tuple(run)
    if asked.verify is not None:
        outcomes, refused = _verified(asked, asked.verify, found, outcomes, err)
        if refused:
            return refused
    warnings = [*run.warnings]
    if not found.sources and not found.problems and asked.stdin is None and asked.since is None:
        warnings += _why_no_sources(asked, found)
    report = Report(asked.action, outcomes, found.problems, tuple(warnings))
    style = Style(asked.output_format, deliver, asked.quiet, asked.statistics, asked.stdin, asked.verify is not None)
    show(report, style, out, err)
    for deliver_report, path in reports:
        deliver_report(for_people(report, path))
    return report.exit_code(exit_zero=asked.exit_zero, exit_non_zero_on_fix=asked.exit_non_zero_on_fix)


def _output(asked: Asked, found: Discovery) -> AbstractContextManager[Deliver | None]:
    """What takes the result in place of standard output. What cannot be written fails before anything is rewritten."""
    if asked.output_file is None:
        return nullcontext()
    return destination(
        asked.output_file,
        "--output-file",
        (*(source.path for source in found.sources), *asked.paths),
        is_earlier_output,
        is_code=asked.stdin is not None and asked.action == "apply" and asked.output_format == "text",
        reads_stdin=asked.stdin is not None,
    )


def _reports(asked: Asked, found: Discovery) -> Iterator[tuple[Path, AbstractContextManager[Deliver]]]:
    """What takes the reports for people.

    Raises:
        OutputError: a name does not say what the report is, or two are the same.
    """
    named = {asked.output_file.resolve()} if asked.output_file is not None else set()
    for path in asked.reports:
        check_name(path)
        if path.resolve() in named:
            raise OutputError(f"--report {path}: is named twice")
        named.add(path.resolve())
    inputs = (*(source.path for source in found.sources), *asked.paths)
    for path in asked.reports:
        yield path, destination(path, "--report", inputs, is_earlier_output, reads_stdin=asked.stdin is not None)


def _sources(asked: Asked, settings_of: Resolver) -> Discovery:
    if asked.stdin is None:
        return discover(asked.paths, settings_of, force_exclude=asked.force_exclude, since=asked.since)
    source = stdin_source(asked.stdin_filename, settings_of, force_exclude=asked.force_exclude)
    return Discovery(() if source is None else (source,))


def _why_no_sources(asked: Asked, found: Discovery) -> Iterator[str]:
    """There is nothing to look at: it is held back, or it was not there."""
    held = [str(path) for path in asked.paths if Path.cwd() / path in found.excluded]
    others = [str(path) for path in asked.paths if Path.cwd() / path not in found.excluded]
    if held:
        few = ", ".join(held[:3]) + (f" and {len(held) - 3} more" if len(held) > 3 else "")
        yield f"{few} {'is' if len(held) == 1 else 'are'} excluded, and --force-exclude holds named files back, too"
    if others:
        yield f"no Python files or notebooks in {', '.join(others)}"


def _request(asked: Asked) -> RunRequest:
    return RunRequest(
        apply=asked.action != "check" or asked.output_format == "diff",
        write=asked.action == "apply" and asked.stdin is None and asked.verify is None,
        render_changes=asked.output_format == "json",
        jobs=asked.jobs,
        use_cache=asked.use_cache,
    )


def _verified(
    asked: Asked, command: str, found: Discovery, outcomes: tuple[FileOutcome, ...], err: Output
) -> tuple[tuple[FileOutcome, ...], int]:
    """Write what was rewritten if a command computes the same with it; the outcomes then, and 0 or the exit code."""
    if not any(outcome.result.after is not None for outcome in outcomes):
        return outcomes, 0
    from torchfix_codemods.verify.scripts import Request
    from torchfix_codemods.verify.verification import Options
    from torchfix_codemods.verify_session import approve

    options = Options(prefix="--verify-")
    request = Request(
        device=asked.verify_device,
        timeout=asked.verify_timeout,
        options=options,
        allow_outside=asked.verify_allow_outside,
    )
    code = approve(command, found.sources, outcomes, request, err, quiet=asked.quiet)
    if code == 0 and asked.action == "apply":
        outcomes = tuple(put(outcomes))
    return outcomes, code


def _progress_bar(asked: Asked, err: Output) -> nullcontext[None] | ProgressBar:
    if asked.quiet or not err.is_terminal:
        return nullcontext()
    from torchfix_codemods.report.progress import ProgressBar

    return ProgressBar()
