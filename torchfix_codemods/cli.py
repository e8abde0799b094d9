"""The command line: flags in, exit code out. Everything heavy is imported where it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from torchfix_codemods import __version__
from torchfix_codemods.cli_checkpoint import convert_checkpoint
from torchfix_codemods.cli_options import RULE_OPTIONS, SETTINGS, F, rule_names, streams, verify_device
from torchfix_codemods.cli_verify import verify

if TYPE_CHECKING:
    from torchfix_codemods.report.model import Action

FAILED = 2
SCRIPTS = ("torchfix", "torchfix-codemods")
STDIN = Path("-")
# What the other tool of that name takes without a command.
_THEIR_OPTIONS = frozenset({"--fix", "--select", "--ignore-errors", "--show-stderr"})

_EPILOG = """
\b
Examples:
  torchfix apply --dry-run .       show what would change
  torchfix apply src train.py      change it
  torchfix check --select TFC3 .   only look, only for device trouble
  torchfix explain cuda-call       read what a rule is about
"""


class Refused(click.ClickException):
    """One sentence on standard error, exit code 2."""

    exit_code = FAILED

    def show(self, file: Any = None) -> None:
        _say(self.format_message())


class Commands(click.Group):
    """The group of our commands, which recognises a call that was meant for the other torchfix."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and self._is_meant_for_the_other(args[0]):
            paths = " ".join(arg for arg in args if Path(arg).exists()) or "."
            raise Refused(
                f"this is torchfix-codemods, which needs a command: `torchfix apply {paths}` fixes, "
                f"`torchfix check {paths}` only looks (`torchfix {' '.join(args)}` is a call of the other torchfix "
                "of the package index)"
            )
        return super().parse_args(ctx, args)

    def _is_meant_for_the_other(self, first: str) -> bool:
        if first.startswith("-"):
            return first.split("=")[0] in _THEIR_OPTIONS
        return first not in self.commands and ("/" in first or first.endswith(".py") or Path(first).exists())


_COMMON = (
    click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path)),
    *RULE_OPTIONS,
    click.option("--since", metavar="REV", help="Only files that changed since the merge base with this revision."),
    click.option("--force-exclude", is_flag=True, help="Hold excluded files back even when they are named."),
    click.option("--stdin-filename", metavar="NAME", help="What to call the source that `-` reads."),
    click.option(
        "--output-format",
        type=click.Choice(("text", "diff", "json")),
        default="text",
        show_default=True,
        help="How to write the result on standard output.",
    ),
    click.option(
        "--output-file", "-o", metavar="FILE", type=click.Path(path_type=Path), help="Write the result there instead."
    ),
    click.option("--jobs", "-j", type=click.IntRange(min=0), default=0, help="Processes. [default: one per processor]"),
    click.option("--no-cache", is_flag=True, help="Look at every file again."),
    click.option("--alone", is_flag=True, help="Do not read the rest of the project for what it says about the files."),
    click.option("--quiet", "-q", is_flag=True, help="Nothing on standard error but errors."),
    click.option("--statistics", is_flag=True, help="Count the findings by rule."),
    click.option("--exit-zero", is_flag=True, help="Findings and changes are no reason for exit code 1."),
)


def _common(command: F) -> F:
    for decorate in reversed(_COMMON):
        command = decorate(command)
    return command


@click.group(
    cls=Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="torchfix-codemods", message="%(prog)s %(version)s")
def cli() -> None:
    """Rewrites unsafe PyTorch patterns in place, and leaves everything else alone."""


@cli.command()
@_common
@click.option("--dry-run", is_flag=True, help="Show the diff and write nothing; exit code 1 if there is one.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit code 1 when something was rewritten, for hooks.")
@click.option(
    "--verify",
    metavar="COMMAND",
    help="Run this in a copy of the project, before and after, and write only if it computes the same.",
)
@verify_device
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a report, too: FILE.html is a page, FILE.md Markdown. May be repeated.",
)
@click.pass_context
def apply(ctx: click.Context, /, dry_run: bool, **flags: Any) -> None:
    """Fix files in place.

    PATH is a file, a folder (default: the current one), or `-`: then the source comes from standard input and the fixed
    one goes to standard output.

    Exit codes: 0 done, 1 a dry run would change something, 2 trouble with an option, a setting or a file. With --verify
    also: 1 the command computes something else, 3 it cannot be told; nothing is written then.
    """
    ctx.exit(_process("dry-run" if dry_run else "apply", **flags))


@cli.command()
@_common
@click.pass_context
def check(ctx: click.Context, /, **flags: Any) -> None:
    """Find and tell, change nothing.

    PATH is a file, a folder (default: the current one), or `-` for standard input.

    Exit codes: 0 nothing found, 1 findings, 2 trouble with an option, a setting or a file.
    """
    ctx.exit(_process("check", **flags))


cli.add_command(verify)
cli.add_command(convert_checkpoint)


@cli.command()
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", show_default=True)
def rules(output_format: str) -> None:
    """List all rules."""
    from torchfix_codemods.registry import known_rules
    from torchfix_codemods.report.explain import rule_rows, table_json, table_lines

    out, _ = streams()
    rows = rule_rows(known_rules(_plugins()))
    if output_format == "json":
        out.bytes(table_json(rows))
    else:
        out.lines(table_lines(rows, out.paint))


@cli.command()
@click.argument("rule", shell_complete=rule_names)
def explain(rule: str) -> None:
    """Tell what a rule does, why, and when it does not.

    RULE is a code (TFC601) or a name (data-attribute).
    """
    from torchfix_codemods.registry import find, known_rules
    from torchfix_codemods.report.explain import page_lines

    out, _ = streams()
    out.lines(page_lines(find(known_rules(_plugins()), rule), out.paint))


@cli.command()
def doctor() -> None:
    """Show versions, settings, and whose `torchfix` this is."""
    from torchfix_codemods.report.doctor import doctor_lines

    out, _ = streams()
    out.lines(doctor_lines(Path.cwd(), out.paint))


@cli.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the script that completes our commands in a shell.

    For instance: torchfix completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    out, _ = streams()
    for name in SCRIPTS:
        variable = f"_{name.replace('-', '_').upper()}_COMPLETE"
        out.lines(script(cli, {}, name, variable).source().splitlines())


def call(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code. Nothing but KeyboardInterrupt gets out."""
    try:
        code = cli.main(list(arguments), standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
    except Exception as error:
        if os.environ.get("TORCHFIX_TRACEBACK"):
            raise
        _say(_sentence(error))
    return FAILED


def _say(sentence: str) -> None:
    click.echo(f"torchfix: {sentence}", err=True)


def _process(action: Action, *, paths: tuple[Path, ...], stdin_filename: str | None, **flags: Any) -> int:
    from torchfix_codemods.session import STDIN_NAME, Asked, carry_out

    settings = {name: flags.pop(name) for name in SETTINGS}
    use_cache = not flags.pop("no_cache")
    stdin = _standard_input(paths, stdin_filename)
    if stdin is not None and flags.get("verify") is not None:
        raise click.UsageError("--verify runs a project, and `-` is only one source")
    asked = Asked(
        action,
        paths or (Path(),),
        settings,
        stdin=stdin,
        stdin_filename=stdin_filename or STDIN_NAME,
        use_cache=use_cache,
        **flags,
    )
    return carry_out(asked, *streams())


def _standard_input(paths: tuple[Path, ...], filename: str | None) -> bytes | None:
    """The source that `-` stands for, None without `-`."""
    if STDIN not in paths:
        if filename is not None:
            raise click.UsageError("--stdin-filename names the source that `-` reads, and there is no `-`")
        return None
    if len(paths) > 1:
        raise click.UsageError("`-` cannot be mixed with other paths")
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _plugins() -> tuple[str, ...]:
    from torchfix_codemods.settings import load_settings

    return load_settings(Path.cwd()).plugins


def _sentence(error: Exception) -> str:
    """What the user needs to know of an error: all of it where it was raised for the user's eyes."""
    from torchfix_codemods.checkpoint.conversion import CheckpointError
    from torchfix_codemods.outputs import OutputError
    from torchfix_codemods.registry import RegistryError, UnknownRuleError
    from torchfix_codemods.settings import SettingsError
    from torchfix_codemods.verify.model import VerifyError

    if isinstance(error, (CheckpointError, OutputError, RegistryError, SettingsError, UnknownRuleError, VerifyError)):
        return str(error)
    if isinstance(error, FileNotFoundError) and not error.filename and _is_nowhere():
        return "the current folder is gone: change into one that exists"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    hint = "please report this, with what TORCHFIX_TRACEBACK=1 shows"
    return f"internal error: {type(error).__name__}: {error}; {hint}"


def _is_nowhere() -> bool:
    """Has the current folder been deleted? The system's error about that names no file."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False
