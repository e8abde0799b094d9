"""Compiles the tool's own code, as an installer does; otherwise the first run, or where Python writes no bytecode every
run, is one of the compiler."""

from __future__ import annotations

import compileall
from importlib.util import find_spec


def compile_own_code() -> None:
    for package in ("torchfix_codemods", "torchfix_codemods.codemods"):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            compileall.compile_dir(folder, quiet=1)
