"""Where the emulation is tried at all, and the trial itself in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

# What tests/test_emulate.py or benchmarks/cuda_build_check.py have passed on, all on Linux x86-64.
TESTED_VERSIONS = ("2.10.0+cu128", "2.13.0+cpu", "2.14.1+cu130")
# The first torch with a stand-in for the device guard (https://github.com/pytorch/pytorch/pull/163187).
_OLDEST = (2, 10)
SECONDS = 120.0

_SYSTEMS = {"darwin": "macOS", "win32": "Windows"}
# The current folder is taken off the import path: the user's project may have modules of any name.
_PROGRAM = """\
import sys
sys.path[:] = [folder for folder in sys.path if folder]
from torchfix_codemods.verify.emulate import EmulationError, install
try:
    install()
except EmulationError as error:
    print("reason:", error)
else:
    print("works")
"""


def reason_against() -> str:
    """What can be said without importing torch; "" if nothing speaks against trying."""
    if sys.platform != "linux":
        return f"a CUDA device can be emulated on Linux only, and this is {_SYSTEMS.get(sys.platform, sys.platform)}"
    if sys.implementation.name != "cpython":
        return f"a CUDA device can be emulated in CPython only, and this is {sys.implementation.name}"
    if find_spec("torch") is None:
        return "torch is not installed in the environment of this Python"
    installed = _torch_version()
    if installed is not None and installed < _OLDEST:
        return f"a CUDA device can be emulated from torch {_dotted(_OLDEST)} on, and this is torch {_dotted(installed)}"
    return ""


def reason_found_by_trying(seconds: float) -> str:
    """Install the device in a new process of this interpreter; why that did not work, or ""."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env=environment,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return f"installing the emulated CUDA device took more than {seconds:g} seconds"
    last = _last_line(done.stdout)
    if last.startswith("reason: "):
        return last.removeprefix("reason: ")
    if done.returncode < 0:
        return f"installing the emulated CUDA device crashed with signal {-done.returncode}"
    if done.returncode or last != "works":
        return f"installing the emulated CUDA device failed: {_last_line(done.stderr) or 'without a message'}"
    return ""


def _torch_version() -> tuple[int, int] | None:
    """Major and minor number of the installed torch, as its metadata say; None if they do not."""
    try:
        match = re.match(r"(\d+)\.(\d+)", version("torch"))
    except PackageNotFoundError:
        return None
    return (int(match[1]), int(match[2])) if match else None


def _dotted(numbers: tuple[int, int]) -> str:
    return ".".join(map(str, numbers))


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")
