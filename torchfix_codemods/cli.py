"""The command line: flags in, exit code out. Everything heavy is imported where it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from torchfix_codemods import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from torchfix_codemods.report.model import Action
    from torchfix_codemods.report.streams import Output

F = TypeVar("F", bound=Callable[..., Any])

FAILED = 2
SCRIPTS = ("torchfix", "torchfix-codemods")
STDIN = Path("-")
# The flags that stand in place of a setting; the others say how to run and how to show.
_SETTINGS = ("select", "extend_select", "ignore", "unsafe_fixes", "preview", "target_torch")

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


def _rule_names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes and names for the shell's completion."""
    from click.shell_completion import CompletionItem

    from torchfix_codemods.registry import known_rules

    rules = known_rules()
    return [
        CompletionItem(word)
        for word in (*(rule.code for rule in rules), *(rule.name for rule in rules))
        if word.lower().startswith(incomplete.lower())
    ]


def _selectors(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...] | None:
    """Repeated flags and comma lists -> selectors; None where the flag was not given."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip()) or None


def _selector_option(name: str, text: str) -> Callable[[F], F]:
    return click.option(
        name, multiple=True, metavar="CODES", callback=_selectors, shell_complete=_rule_names, help=text
    )


_COMMON = (
    click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path)),
    _selector_option("--select", "Only these rules: codes, prefixes (TFC3) or names, comma separated."),
    _selector_option("--extend-select", "These rules too, for instance one that is in preview."),
    _selector_option("--ignore", "Not these rules."),
    click.option(
        "--unsafe-fixes/--no-unsafe-fixes",
        default=None,
        help="Apply fixes, too, that can change results or files.",
    ),
    click.option("--preview/--no-preview", default=None, help="Take rules along that are still being tried."),
    click.option("--target-torch", metavar="X.Y", help="The oldest torch the code must run on. [default: the newest]"),
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
@click.pass_context
def apply(ctx: click.Context, /, dry_run: bool, **flags: Any) -> None:
    """Fix files in place.

    PATH is a file, a folder (default: the current one), or `-`: then the source comes from standard input and the fixed
    one goes to standard output.

    Exit codes: 0 done, 1 a dry run would change something, 2 trouble with an option, a setting or a file.
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


@cli.command()
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", show_default=True)
def rules(output_format: str) -> None:
    """List all rules."""
    from torchfix_codemods.registry import known_rules
    from torchfix_codemods.report.explain import rule_rows, table_json, table_lines

    out, _ = _streams()
    rows = rule_rows(known_rules(_plugins()))
    if output_format == "json":
        out.bytes(table_json(rows))
    else:
        out.lines(table_lines(rows, out.paint))


@cli.command()
@click.argument("rule", shell_complete=_rule_names)
def explain(rule: str) -> None:
    """Tell what a rule does, why, and when it does not.

    RULE is a code (TFC601) or a name (data-attribute).
    """
    from torchfix_codemods.registry import find, known_rules
    from torchfix_codemods.report.explain import page_lines

    out, _ = _streams()
    out.lines(page_lines(find(known_rules(_plugins()), rule), out.paint))


@cli.command()
def doctor() -> None:
    """Show versions, settings, and whose `torchfix` this is."""
    from torchfix_codemods.report.doctor import doctor_lines

    out, _ = _streams()
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
    out, _ = _streams()
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
    from torchfix_codemods.report.session import STDIN_NAME, Asked, carry_out

    settings = {name: flags.pop(name) for name in _SETTINGS}
    use_cache = not flags.pop("no_cache")
    stdin = _standard_input(paths, stdin_filename)
    asked = Asked(
        action,
        paths or (Path(),),
        settings,
        stdin=stdin,
        stdin_filename=stdin_filename or STDIN_NAME,
        use_cache=use_cache,
        **flags,
    )
    return carry_out(asked, *_streams())


def _standard_input(paths: tuple[Path, ...], filename: str | None) -> bytes | None:
    """The source that `-` stands for, None without `-`."""
    if STDIN not in paths:
        if filename is not None:
            raise click.UsageError("--stdin-filename names the source that `-` reads, and there is no `-`")
        return None
    if len(paths) > 1:
        raise click.UsageError("`-` cannot be mixed with other paths")
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _streams() -> tuple[Output, Output]:
    from torchfix_codemods.report.streams import Output

    return Output(sys.stdout), Output(sys.stderr)


def _plugins() -> tuple[str, ...]:
    from torchfix_codemods.settings import load_settings

    return load_settings(Path.cwd()).plugins


def _sentence(error: Exception) -> str:
    """What the user needs to know of an error: all of it where it was raised for the user's eyes."""
    from torchfix_codemods.registry import RegistryError, UnknownRuleError
    from torchfix_codemods.settings import SettingsError

    if isinstance(error, (RegistryError, SettingsError, UnknownRuleError)):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    hint = "please report this, with what TORCHFIX_TRACEBACK=1 shows"
    return f"internal error: {type(error).__name__}: {error}; {hint}"
