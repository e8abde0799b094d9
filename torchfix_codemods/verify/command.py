"""Runs a command of the user: what it prints and writes, and what Python processes that use torch compute."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torchfix_codemods.verify.model import Program, VerifyError
from torchfix_codemods.verify.sandbox import Sandbox, environment

_ROOT = Path(__file__).resolve().parents[2]
# Every Python process that the command starts finds this module before its own of the same name.
_HOOK = """\
import sys
sys.path.append({root!r})
try:
    from torchfix_codemods.verify.hook import start
finally:
    sys.path.remove({root!r})
start({folder!r})
"""
_PYTHONS = ("python", "python3")


def parse(text: str, folder: Path, start: Path) -> Program:
    """The program that a command line stands for. `python` is the interpreter that runs torchfix.

    Args:
        text: the command, as for a shell, but without pipes and the like.
        folder: the project's folder.
        start: where the user calls the command, in that folder.

    Raises:
        VerifyError: it is empty, its quotes do not match, or there is no such program.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise VerifyError(f"the command {text!r} cannot be read: {error}") from None
    if not words:
        raise VerifyError("--verify needs a command, such as --verify 'python train.py --epochs 1'")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    if words[0] in _PYTHONS:
        words[0] = sys.executable
    elif os.sep not in words[0]:
        found = shutil.which(words[0], path=path)
        if found is None:
            raise VerifyError(f"there is no program {words[0]!r} to verify with")
        words[0] = found
    return Program(
        name=text,
        command=tuple(words),
        environment={"PATH": path},
        folder=start.resolve().relative_to(folder.resolve()).as_posix(),
    )


def prepare(program: Program, request: Mapping[str, Any], sandbox: Sandbox) -> dict[str, str]:
    """Put the hook where Python processes find it; the environment that the command runs in."""
    hook = sandbox.box / "hook"
    hook.mkdir(exist_ok=True)
    (hook / "sitecustomize.py").write_text(_HOOK.format(root=str(_ROOT), folder=str(hook)), "utf-8")
    variables = environment(sandbox.box, everything=True)
    inherited = variables.get("PYTHONPATH", "")
    original, work = str(sandbox.original), str(sandbox.work)
    folders = [_moved(folder, original, work) for folder in inherited.split(os.pathsep) if folder]
    variables |= program.environment
    variables["PYTHONPATH"] = os.pathsep.join([str(hook), *folders])
    for name in ("output", "seed", "device", "original"):
        variables[f"TORCHFIX_VERIFY_{name.upper()}"] = str(request[name])
    variables["TORCHFIX_VERIFY_REFUSES"] = "1" if request["refuses"] else ""
    variables["TORCHFIX_VERIFY_FOLDERS"] = os.pathsep.join(request["folders"])
    if request["device"] != "cuda":
        variables["CUDA_VISIBLE_DEVICES"] = ""
    return variables


def _moved(folder: str, original: str, work: str) -> str:
    """A folder of the project, in the copy."""
    absolute = str(Path(folder).resolve())
    if absolute == original or absolute.startswith(original + os.sep):
        return work + absolute[len(original) :]
    return folder
