"""One call of `torchfix verify`, from what was asked to the exit code; and the check that `apply --verify` makes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.outputs import Deliver, destination
from torchfix_codemods.report import verify_html, verify_json
from torchfix_codemods.report.earlier import is_earlier_output
from torchfix_codemods.report.streams import Output
from torchfix_codemods.report.verify_text import compared, headline, table_lines, verification_lines
from torchfix_codemods.sources import Source
from torchfix_codemods.verify.model import Verdict, Verification
from torchfix_codemods.verify.scripts import Request, verify_command, verify_folder, verify_script, verify_versions

# The worst first: a difference counts more than a doubt.
_SEVERITY = (1, 3, 0)


@dataclass(frozen=True)
class Asked:
    """What the user asked for: a script or a folder in `path`, or two versions `before` and `after`."""

    request: Request
    path: Path | None = None
    before: Path | None = None
    after: Path | None = None
    output_format: str = "text"
    report: Path | None = None
    quiet: bool = False


class ProgressLine:
    """One line on a terminal that says what is going on and for how long."""

    def __init__(self, err: Output) -> None:
        self._err = err
        self._text = ""
        self._since = time.monotonic()
        self._shown = False

    def tell(self, text: str) -> None:
        """Something begins."""
        self._text = text
        self._since = time.monotonic()
        self.tick()

    def tick(self) -> None:
        """It still goes on."""
        if not self._err.is_terminal:
            return
        seconds = int(time.monotonic() - self._since)
        self._err.bytes(f"\r\x1b[K{self._text}{f' ({seconds} s)' if seconds else ''} ".encode())
        self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._err.bytes(b"\r\x1b[K")
            self._shown = False


def carry_out(asked: Asked, out: Output, err: Output) -> int:
    """Do it, show it, and return the exit code: 0 same or fixed, 1 different, 3 inconclusive.

    Raises:
        VerifyError, SettingsError, UnknownRuleError, RegistryError: nothing can be verified.
        OutputError: the report cannot be written where it should go; most often nothing was run.
    """
    if asked.report is None:
        return _carry_out(asked, None, out, err)
    inputs = [path for path in (asked.path, asked.before, asked.after) if path is not None]
    with destination(asked.report, "--report", inputs, is_earlier_output) as deliver:
        return _carry_out(asked, deliver, out, err)


def _carry_out(asked: Asked, deliver: Deliver | None, out: Output, err: Output) -> int:
    line = ProgressLine(err)
    request = asked.request if asked.quiet else replace(asked.request, tell=line.tell, tick=line.tick)
    results: list[Verification] = []
    is_folder = asked.path is not None and asked.path.is_dir()
    try:
        if is_folder:
            assert asked.path is not None
            for result in verify_folder(asked.path, request):
                line.clear()
                results.append(result)
                if asked.output_format == "text" and result.verdict in (Verdict.DIFFERENT, Verdict.INCONCLUSIVE):
                    out.lines([*verification_lines(result, out.paint), ""])
        elif asked.path is not None:
            results.append(verify_script(asked.path, request))
        else:
            assert asked.before is not None and asked.after is not None
            results.append(verify_versions(asked.before, asked.after, request))
    finally:
        line.clear()
    code = exit_code(results)
    if deliver is not None:
        deliver(verify_html.render(results))
    if asked.output_format == "json":
        out.bytes(verify_json.render(results, code))
    elif is_folder:
        out.lines(table_lines(results, out.paint))
    else:
        out.lines(verification_lines(results[0], out.paint))
    return code


def approve(
    command: str,
    sources: Sequence[Source],
    outcomes: Sequence[FileOutcome],
    request: Request,
    err: Output,
    *,
    quiet: bool,
) -> int:
    """Run a command with the project as it is and as it would be, and tell what that showed.

    Returns:
        0 if the new files may be written, else the exit code.

    Raises:
        VerifyError: the command cannot be run, or there is no torch.
    """
    line = ProgressLine(err)
    if not quiet:
        request = replace(request, tell=line.tell, tick=line.tick)
    try:
        result = verify_command(command, sources, outcomes, request)
    finally:
        line.clear()
    if not result.verdict.is_good:
        err.lines([*verification_lines(result, err.paint), err.paint("nothing was written", "warning")])
    elif not quiet:
        err.lines([f"verified  {err.paint(headline(result), 'safe')}: {compared(result)}"])
    return result.verdict.exit_code


def exit_code(results: Sequence[Verification]) -> int:
    """That of the worst verdict."""
    codes = {result.verdict.exit_code for result in results}
    return next((code for code in _SEVERITY if code in codes), 0)
