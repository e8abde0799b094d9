"""Runs the rules of some files on the emulated device, each in a forked child, and prints what is wrong with each.

usage: python run_rules.py [--real] FILE...

With --real they are run on the GPU that there is, to see whether they are true.
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from torchfix_codemods.verify.emulate import EmulationError, install
from torchfix_codemods.verify.emulate.forking import run_in_fork

SECONDS = 120.0


def main(paths: list[str]) -> None:
    if paths[:1] == ["--real"]:
        del paths[0]  # nothing may ask for the GPU here: forked children could not use it any more
    else:
        install()
    importlib.import_module("torch._dynamo")  # once for all children; many calls of torch import it
    warnings.simplefilter("ignore")
    print(json.dumps({name: reason_against(rule) for path in paths for name, rule in _rules(Path(path))}))


def reason_against(rule: Callable[[], None]) -> str:
    """What is wrong, or nothing."""

    def trouble() -> str:
        try:
            rule()
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__}: {error} (line {place.lineno}: {place.line})"
        return ""

    try:
        return str(run_in_fork(trouble, "the rule", SECONDS))
    except EmulationError as error:  # it crashed, or never ended
        return str(error)


def _rules(path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The functions of a file that are no helpers, by "file::function"."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in vars(module).items():
        if callable(value) and getattr(value, "__module__", "") == path.stem and not name.startswith("_"):
            yield f"{path.stem}::{name}", value


if __name__ == "__main__":
    main(sys.argv[1:])
