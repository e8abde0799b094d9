"""Runs scripts in forks of one process that has imported torch once.

usage: python worker.py cpu|emulate|emulate-shared [MODULE...]

`emulate-shared` draws its random numbers from the CPU's stream. The modules are imported before any fork, too.
Each line of standard input is `{"folder": ..., "script": ...}`, each line of the answer says the exit status (`code`)
and what was printed (`out`, `err`). A script that is a notebook is run cell by cell; what the last line of a cell is
worth is printed, as a notebook shows it.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import IO, Any

_SECONDS = 20


def _show(code: str, filename: str, names: dict[str, Any]) -> None:
    """Run a cell, and show what its last expression is worth."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, filename, "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), filename, "eval"), names)
        if value is not None:
            print(repr(value))


def _run(script: str) -> None:
    if not script.endswith(".ipynb"):
        runpy.run_path(script, run_name="__main__")
        return
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(Path(script).read_text("utf-8"))["cells"]):
        _show("".join(cell["source"]), f"cell {number}", names)


def _child(folder: str, script: str, out: IO[bytes], err: IO[bytes]) -> None:
    """In the fork: run it, and end at once with its exit status."""
    code = 1
    try:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)  # of processor time
        os.chdir(folder)
        sys.path.insert(0, folder)
        sys.argv = [script]
        sys.dont_write_bytecode = True
        warnings.simplefilter("ignore")
        try:
            _run(script)
            code = 0
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def answer(folder: str, script: str) -> dict[str, Any]:
    """What a script prints, and how it ends."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads; these do nothing here
            child = os.fork()
        if child == 0:
            _child(folder, script, out, err)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        code = os.waitstatus_to_exitcode(status)
        return {"code": code, "out": out.read().decode(errors="replace"), "err": err.read().decode(errors="replace")}


def main(device: str, *modules: str) -> None:
    if device != "cpu":
        from torchfix_codemods.verify.emulate import install

        install(shared_rng=device == "emulate-shared")
    for module in ("torch", "torch.utils.data", *modules):
        importlib.import_module(module)

    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(answer(asked["folder"], asked["script"])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
