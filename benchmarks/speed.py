"""How long the command line takes, as a multiple of `python -c pass` on the same machine in the same run.

    python benchmarks/fetch_packages.py && python benchmarks/speed.py

Every command is a fresh process. "cold" starts without the tool's cache, "warm" with the cache that the cold run left.
The commands take turns, so that a slow minute of the machine hits all of them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from compiled import compile_own_code
from fetch_packages import read_pins

TOOL = (sys.executable, "-m", "torchfix_codemods")
CACHE = "caches"
CLEAN = "import torch\n\n\ndef double(x: torch.Tensor) -> torch.Tensor:\n    return 2 * x\n"
ONE_FIX = "import torch\n\nmodel = torch.nn.Linear(2, 2)\nmodel.load_state_dict(torch.load('model.pt'))\n"


@dataclass
class Command:
    """One thing to measure. `statuses` are the exit codes that it may have."""

    title: str
    words: tuple[str, ...]
    cold: bool = False
    repeat: int = 1  # runs per turn
    statuses: tuple[int, ...] = (0,)
    seconds: list[float] = field(default_factory=list)

    def run(self, folder: Path) -> None:
        """Take the time of one turn."""
        for _ in range(self.repeat):
            if self.cold:
                shutil.rmtree(folder / CACHE, ignore_errors=True)
            started = time.perf_counter()
            done = subprocess.run(self.words, cwd=folder, capture_output=True, text=True, check=False)
            self.seconds.append(time.perf_counter() - started)
            if done.returncode not in self.statuses:
                raise SystemExit(f"{self.title}: exit code {done.returncode}\n{done.stderr[-2000:]}")


def commands() -> list[Command]:
    """What is measured, the yardstick first."""
    small, large = 5, 1
    found, many = (0, 1), (0, 1, 2)  # 2: the packages hold files that no Python of today parses
    return [
        Command("python -c pass", (sys.executable, "-c", "pass"), repeat=small),
        Command("--version", (*TOOL, "--version"), repeat=small),
        Command("check, one clean file", (*TOOL, "check", "--no-cache", "clean.py"), repeat=small),
        Command("check, one file with a fix", (*TOOL, "check", "--no-cache", "fix.py"), repeat=small, statuses=found),
        Command(
            "apply --dry-run, one file with a fix",
            (*TOOL, "apply", "--dry-run", "--no-cache", "fix.py"),
            repeat=small,
            statuses=found,
        ),
        Command("check, all packages, cold", (*TOOL, "check", "packages"), True, large, many),
        Command("check, all packages, warm", (*TOOL, "check", "packages"), False, large, many),
        Command("apply --dry-run, all packages, cold", (*TOOL, "apply", "--dry-run", "packages"), True, large, many),
        Command("apply --dry-run, all packages, warm", (*TOOL, "apply", "--dry-run", "packages"), False, large, many),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="turns of all commands (default: 3)")
    options = parser.parse_args(arguments)
    pins = [pin for pin in read_pins() if pin.folder.is_dir()]
    if not pins:
        parser.error("no packages there; run benchmarks/fetch_packages.py")
    compile_own_code()
    measured = commands()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["TORCHFIX_CACHE_DIR"] = str(folder / CACHE)
        (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
        (folder / "fix.py").write_text(ONE_FIX, encoding="utf-8")
        for pin in pins:
            shutil.copytree(pin.folder, folder / "packages" / pin.folder.name)
        files = sum(1 for _ in (folder / "packages").rglob("*.py"))
        for _ in range(options.turns):
            for command in measured:
                command.run(folder)
    yardstick = min(measured[0].seconds)
    print(f"{len(pins)} packages, {files} files; Python {sys.version.split()[0]}; `{measured[0].title}` = 1.0\n")
    print("| command | least s | median s | least, as multiple |\n|---|--:|--:|--:|")
    for command in measured:
        least, median = min(command.seconds), statistics.median(command.seconds)
        print(f"| {command.title} | {least:.3f} | {median:.3f} | {least / yardstick:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
