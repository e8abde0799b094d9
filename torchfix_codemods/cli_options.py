"""The options that choose rules, for every command that runs them, and the streams that commands write to."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from torchfix_codemods.report.streams import Output

F = TypeVar("F", bound=Callable[..., Any])

DEVICES = ("auto", "cuda", "emulate", "cpu")
# The flags that stand in place of a setting; the others say how to run and how to show.
SETTINGS = ("select", "extend_select", "ignore", "unsafe_fixes", "preview", "target_torch")


def rule_names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
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
    return click.option(name, multiple=True, metavar="CODES", callback=_selectors, shell_complete=rule_names, help=text)


RULE_OPTIONS = (
    _selector_option("--select", "Only these rules: codes, prefixes (TFC3) or names, comma separated."),
    _selector_option("--extend-select", "These rules too, for instance one that is in preview."),
    _selector_option("--ignore", "Not these rules."),
    click.option(
        "--unsafe-fixes/--no-unsafe-fixes",
        default=None,
        help="Apply fixes, too, that can change results or files.",
    ),
    click.option("--preview/--no-preview", default=None, help="Take rules along that are still being tried."),
    click.option(
        "--target-torch",
        metavar="X.Y",
        help="The oldest torch the code must run on, at least 0.4. [default: the newest]",
    ),
)


def verify_device(command: F) -> F:
    """The options of a command that verifies by the way."""
    device = click.option(
        "--verify-device", type=click.Choice(DEVICES), default="auto", help="As --device of `torchfix verify`."
    )
    timeout = click.option(
        "--verify-timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        default=300.0,
        help="For each run of the command.",
    )
    outside = click.option("--verify-allow-outside", is_flag=True, help="As --allow-outside of `torchfix verify`.")
    return device(timeout(outside(command)))


def streams() -> tuple[Output, Output]:
    """Standard output and standard error."""
    from torchfix_codemods.report.streams import Output

    return Output(sys.stdout), Output(sys.stderr)
