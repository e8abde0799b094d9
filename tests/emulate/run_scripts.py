"""Runs scripts on the CPU and on the emulated device, and prints where the numbers they print differ.

usage: python run_scripts.py FILE...

The plain-CPU version of a script is its text without CUDA. Both versions draw from one stream of random numbers.
"""

from __future__ import annotations

import importlib
import io
import json
import math
import multiprocessing
import os
import re
import runpy
import sys
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from torchfix_codemods.verify.emulate import EmulationError, install
from torchfix_codemods.verify.emulate.forking import run_in_fork

SECONDS = 300.0
RTOL, ATOL = 1e-4, 1e-5

# How CUDA is spelled in the scripts -> the same on the CPU; in this order.
TO_CPU = (
    # mixed precision
    (
        r"from torch\.cuda\.amp import GradScaler, autocast",
        "from torch.amp import GradScaler\nfrom torch.cpu.amp import autocast",
    ),
    (r"with autocast\(\)", "with autocast(dtype=torch.float16)"),
    (r"GradScaler\(", 'GradScaler("cpu", '),
    # tensor types
    (r"torch\.cuda\.(\w+)Tensor", r"torch.\1Tensor"),
    # moving, and devices by name
    (r"\.cuda\([^()]*\)", ""),
    (r"device=\"cuda(:0)?\"", 'device="cpu"'),
    (r"torch\.device\(\"cuda\"\)", 'torch.device("cpu")'),
    (r"map_location=\"cuda:0\"", 'map_location="cpu"'),
    # several devices
    (r", device_ids=range\(torch\.cuda\.device_count\(\)\)", ""),
)
NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?|nan|inf")


def main(paths: list[str]) -> None:
    multiprocessing.set_start_method("fork")  # the workers of data loaders inherit the device
    warnings.simplefilter("ignore")
    sources = {Path(path).stem: Path(path).read_text("utf-8") for path in paths}
    importlib.import_module("torch")
    plain = {name: on_cpu(source) for name, source in sources.items()}
    expected = run_in_fork(lambda: run_all(plain), "the scripts on the CPU", SECONDS * len(plain))
    install(shared_rng=True)
    found = run_all(sources)
    print(json.dumps({name: difference(found[name], expected[name]) for name in sources}))


def run_all(sources: dict[str, str]) -> dict[str, str]:
    """What the scripts print, by name."""
    importlib.import_module("torch._dynamo")  # once for all children: every optimizer imports it
    return {name: run(source) for name, source in sources.items()}


def on_cpu(source: str) -> str:
    """The plain-CPU version of a script."""
    for pattern, replacement in TO_CPU:
        source = re.sub(pattern, replacement, source)
    return source


def run(source: str) -> str:
    """What a script prints when it runs in a forked child and a folder of its own; a last line tells of a failure."""

    def printed() -> str:
        output = io.StringIO()
        with TemporaryDirectory() as folder, redirect_stdout(output):
            os.chdir(folder)
            Path("script.py").write_text(source, "utf-8")
            sys.argv = ["script.py"]
            runpy.run_path("script.py", run_name="__main__")
            os.chdir("/")
        return output.getvalue()

    try:
        return str(run_in_fork(printed, "the script", SECONDS))
    except EmulationError as error:
        return str(error)


def difference(found: str, expected: str) -> str:
    """Where the texts differ, or the numbers in them by more than rounding; nothing if they do not."""
    for found_line, expected_line in zip(found.splitlines(), expected.splitlines(), strict=False):
        found_words, expected_words = _without_device(found_line), _without_device(expected_line)
        if NUMBER.sub("#", found_words) != NUMBER.sub("#", expected_words):
            return f"{found_line!r} instead of {expected_line!r}"
        numbers = zip(NUMBER.findall(found_words), NUMBER.findall(expected_words), strict=True)
        if not all(_is_close(float(one), float(other)) for one, other in numbers):
            return f"{found_line!r} instead of {expected_line!r}"
    if len(found.splitlines()) != len(expected.splitlines()) or not expected:
        return f"{len(found.splitlines())} lines instead of {len(expected.splitlines())}"
    return ""


def _without_device(line: str) -> str:
    return re.sub(r"cuda(:0)?", "cpu", re.sub(r", device='cuda:0'", "", line))


def _is_close(found: float, expected: float) -> bool:
    if math.isnan(expected):
        return math.isnan(found)
    return math.isclose(found, expected, rel_tol=0.0, abs_tol=ATOL + RTOL * abs(expected))


if __name__ == "__main__":
    main(sys.argv[1:])
