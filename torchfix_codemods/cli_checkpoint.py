"""The command `torchfix convert-checkpoint`: flags in, exit code out."""

from __future__ import annotations

from pathlib import Path

import click

from torchfix_codemods.cli_options import streams

_EPILOG = """
\b
Example, for a nets.py that has a function make_net():
  torchfix convert-checkpoint old.pt new.pt --model nets:make_net --trust
  torchfix convert-checkpoint gan.pt new.pt --model g=nets:G --model d=nets:D --trust
"""


@click.command("convert-checkpoint", epilog=_EPILOG)
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "models",
    multiple=True,
    required=True,
    metavar="[KEY=]MODULE:FACTORY",
    help="What makes the model, called without arguments. With KEY for each of several models in a dictionary.",
)
@click.option("--trust", is_flag=True, help="Unpickle OLD, which runs whatever code it brings.")
@click.option("--force", is_flag=True, help="Replace NEW if it exists.")
def convert_checkpoint(old: Path, new: Path, models: tuple[str, ...], trust: bool, force: bool) -> None:
    """Make a state_dict of the whole model that a checkpoint holds.

    OLD is what `torch.save(model, path)` has written, or a dictionary with models in it: those are converted, the other
    entries stay. NEW is written when a model that the factory makes has got every tensor of it, equal. A DataParallel
    or compiled model is saved without its wrapper, so the keys have no prefix.

    The model's classes have to be found as they were when OLD was saved, modules in the current folder first; those of
    a script count as the factory's module's.

    Exit codes: 0 written, 2 trouble; nothing is written then.
    """
    from torchfix_codemods.checkpoint.conversion import Job, convert

    out, _ = streams()
    out.lines(convert(Job(old, new, models, trust=trust, force=force)))
