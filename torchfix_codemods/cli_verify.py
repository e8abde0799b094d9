"""The command `torchfix verify`: flags in, exit code out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from torchfix_codemods.cli_options import DEVICES, RULE_OPTIONS, SETTINGS, streams

_OPTIONS = (
    click.argument("path", required=False, metavar="[SCRIPT|DIR]", type=click.Path(path_type=Path)),
    click.argument("arguments", nargs=-1, metavar="[-- ARGS...]", type=click.UNPROCESSED),
    *RULE_OPTIONS,
    click.option("--before", metavar="OLD", type=click.Path(path_type=Path), help="Compare this version of a script"),
    click.option("--after", metavar="NEW", type=click.Path(path_type=Path), help="with this one; no rule is applied."),
    click.option(
        "--device",
        type=click.Choice(DEVICES),
        default="auto",
        show_default=True,
        help="Where to run. auto: a real GPU, else an emulated one, else the CPU.",
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        default=300.0,
        show_default=True,
        help="For each run.",
    ),
    click.option("--rtol", type=click.FloatRange(min=0), help="Relative tolerance in place of those by type."),
    click.option("--atol", type=click.FloatRange(min=0), help="Absolute tolerance in place of those by type."),
    click.option("--expect", multiple=True, metavar="KIND", help="A kind of difference that is meant."),
    click.option(
        "--allow-outside",
        is_flag=True,
        help="Let the scripts change your own files that lie outside of the copy.",
    ),
    click.option("--keep", metavar="DIR", type=click.Path(path_type=Path), help="Leave all sandboxes there."),
    click.option(
        "--output-format",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="How to write the result on standard output.",
    ),
    click.option("--report", metavar="FILE.html", type=click.Path(path_type=Path), help="Write a page, too."),
    click.option("--quiet", "-q", is_flag=True, help="No progress line."),
)


@click.pass_context
def _verify(ctx: click.Context, /, **flags: Any) -> None:
    """Run a script before and after the rewriting, and compare what it computes.

    SCRIPT is rewritten with all files of its folder, in a copy; DIR stands for every script in it. What keeps the
    scripts from your own files depends on the system, and is told in docs/verify.md. The scripts are run: this is no
    sandbox for code that you do not trust.

    Exit codes: 0 same, same with expected differences, or fixed; 1 DIFFERENT; 3 inconclusive; 2 trouble.
    """
    from torchfix_codemods.report.model import INTERRUPTED
    from torchfix_codemods.verify.compare import Tolerance
    from torchfix_codemods.verify.scripts import Request
    from torchfix_codemods.verify.verification import Options
    from torchfix_codemods.verify_session import Asked, carry_out

    path, before, after = flags["path"], flags["before"], flags["after"]
    if (before is None) != (after is None) or (before is not None and path is not None):
        raise click.UsageError("give a script or a folder, or both --before and --after")
    if path is None and before is None:
        raise click.UsageError("give a script or a folder, or --before OLD --after NEW")
    options = Options(Tolerance(flags["rtol"], flags["atol"]), tuple(flags["expect"]))
    request = Request(
        settings={name: flags[name] for name in SETTINGS},
        device=flags["device"],
        arguments=flags["arguments"],
        timeout=flags["timeout"],
        options=options,
        keep=flags["keep"],
        allow_outside=flags["allow_outside"],
    )
    asked = Asked(request, path, before, after, flags["output_format"], flags["report"], flags["quiet"])
    try:
        ctx.exit(carry_out(asked, *streams()))
    except KeyboardInterrupt:
        left = f"what was done so far is in {flags['keep']}" if flags["keep"] else "the copies are removed"
        click.echo(f"torchfix: interrupted; nothing of yours was rewritten, and {left}", err=True)
        ctx.exit(INTERRUPTED)


for _decorate in reversed(_OPTIONS):
    _verify = _decorate(_verify)
verify = click.command("verify")(_verify)
