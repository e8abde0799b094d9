"""Time and memory against the nearest tool, TorchFix 0.7.0, side by side in one run, as ratios.

    python benchmarks/fetch_packages.py && python benchmarks/against_torchfix.py --write docs/speed.md

TorchFix pins an old libcst, so it gets an environment of its own, made once under benchmarks/. Both tools look at the
same files with two processes. The rules differ, so the ratios compare what it costs a user to run the tool, not equal
work. Absolute figures belong to the machine; only ratios within one run mean anything.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from compiled import compile_own_code
from fetch_packages import read_pins

HERE = Path(__file__).resolve().parent
RIVAL_HOME = HERE / ".venv-torchfix"
RIVAL = "torchfix==0.7.0"
OURS = (sys.executable, "-m", "torchfix_codemods")
CACHE = "caches"
CLEAN = "import torch\n\n\ndef double(x: torch.Tensor) -> torch.Tensor:\n    return 2 * x\n"
ONE_FIX = "import torch\n\nmodel = torch.nn.Linear(2, 2)\nmodel.load_state_dict(torch.load('model.pt'))\n"


@dataclass(frozen=True)
class Cost:
    """One process with all its children. `wall` and `cpu` in seconds, `peak` in MB for the largest process."""

    wall: float
    cpu: float
    peak: float


def measure(words: Sequence[str], folder: Path, statuses: tuple[int, ...]) -> Cost:
    """Run a command and take what it cost.

    Raises:
        SystemExit: it ended with another exit code than those.
    """
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in statuses:
            output.seek(0)
            raise SystemExit(f"{' '.join(words)}: exit code {process.returncode}\n{output.read()[-2000:].decode()}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(run: Callable[[], Cost], times: int) -> Cost:
    """The middle of several runs, each figure by itself."""
    return middle([run() for _ in range(times)])


def middle(costs: Sequence[Cost]) -> Cost:
    """The middle of several costs, each figure by itself."""
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "peak")))


def rival_command() -> Path:
    """The other tool's command, installed if it is not there yet."""
    command = RIVAL_HOME / "bin" / "torchfix"
    if not command.exists():
        venv.create(RIVAL_HOME, with_pip=True, clear=True)
        subprocess.run([RIVAL_HOME / "bin" / "python", "-m", "pip", "install", "-q", RIVAL], check=True)
    return command


def ours(folder: Path, *words: str, cold: bool = True) -> Callable[[], Cost]:
    """A run of this tool; 0, 1 and 2 are all fine, since the packages hold findings and a file that does not parse."""

    def run() -> Cost:
        if cold:
            shutil.rmtree(folder / CACHE, ignore_errors=True)
        return measure((*OURS, *words), folder, (0, 1, 2))

    return run


def table(folder: Path, options: argparse.Namespace) -> list[str]:
    """The lines of the report."""
    nothing = median(lambda: measure((sys.executable, "-c", "pass"), folder, (0,)), 15)
    clean = median(ours(folder, "check", "--no-cache", "clean.py"), 15)
    fixed = median(ours(folder, "apply", "--dry-run", "--no-cache", "fix.py"), 9)
    cold_run = ours(folder, "check", "-j2", "packages")
    before = [cold_run() for _ in range(options.turns)]
    warm = median(ours(folder, "check", "-j2", "packages", cold=False), options.turns)
    applied = median(ours(folder, "apply", "--dry-run", "-j2", "packages"), options.turns)
    rival = measure((str(rival_command()), "-j", "2", "packages"), folder, (0, 1))
    # Half of the runs before TorchFix and half after it: the speed of a shared machine drifts by a quarter in minutes.
    cold = middle([*before, *(cold_run() for _ in range(options.turns))])
    rival_clean = median(lambda: measure((str(rival_command()), "clean.py"), folder, (0, 1)), 3)
    return [
        "| what | wall s | CPU s | largest process MB | TorchFix takes |",
        "|---|--:|--:|--:|--:|",
        row("TorchFix 0.7.0, all packages, two processes", rival),
        row("`check`, all packages, cold, two processes", cold, rival),
        row("`apply --dry-run`, the same", applied, rival),
        row("`check`, warm cache", warm, rival),
        row("TorchFix 0.7.0, one clean file", rival_clean),
        row("`check`, one clean file", clean, rival_clean),
        row("`apply --dry-run`, one file with a fix", fixed, rival_clean),
        row("`python -c pass`", nothing),
        "",
        f"One clean file takes {clean.wall / nothing.wall:.1f} times as long as `python -c pass`.",
        "",
        *growth(folder),
    ]


def row(title: str, cost: Cost, rival: Cost | None = None) -> str:
    ratio = "" if rival is None else f"{rival.wall / cost.wall:,.0f}x wall, {rival.cpu / cost.cpu:,.0f}x CPU"
    return f"| {title} | {cost.wall:.3f} | {cost.cpu:.3f} | {cost.peak:.0f} | {ratio} |"


def growth(folder: Path) -> list[str]:
    """Cost against size: one package once, twice, four times."""
    title = "| copies of one package | bytes | CPU s, cold, one process | against one copy |"
    lines = [title, "|--:|--:|--:|--:|"]
    package = next(iter(sorted((folder / "packages").iterdir(), key=lambda path: -_size(path))))
    base: float | None = None
    for copies in (1, 2, 4):
        target = folder / f"copies{copies}"
        for number in range(copies):
            shutil.copytree(package, target / f"copy{number}")
        cost = median(ours(folder, "check", "-j1", "--no-cache", target.name), 3)
        base = base or cost.cpu
        lines.append(f"| {copies} | {_size(target):,} | {cost.cpu:.2f} | {cost.cpu / base:.2f} |")
        shutil.rmtree(target)
    return lines


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.py"))


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the report, and write it where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="runs of this tool over all packages")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these packages")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the report to this file, too")
    options = parser.parse_args(arguments)
    pins = [pin for pin in read_pins() if pin.folder.is_dir() and (not options.only or pin.name in options.only)]
    if not pins:
        parser.error("no packages there; run benchmarks/fetch_packages.py")
    rival_command()
    compile_own_code()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["TORCHFIX_CACHE_DIR"] = str(folder / CACHE)
        (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
        (folder / "fix.py").write_text(ONE_FIX, encoding="utf-8")
        for pin in pins:
            shutil.copytree(pin.folder, folder / "packages" / pin.folder.name)
        files = sum(1 for _ in (folder / "packages").rglob("*.py"))
        size = _size(folder / "packages")
        lines = table(folder, options)
    report = [
        "# Speed, against TorchFix 0.7.0",
        "",
        "Made by `python benchmarks/against_torchfix.py --write docs/speed.md`. Both tools look at the same files",
        "in one run; the rules differ, so the ratios compare what a run costs, not equal work.",
        "",
        f"{len(pins)} packages, {files:,} files, {size / 1e6:.1f} MB; Python {platform.python_version()},",
        f"{os.cpu_count()} processors; TorchFix once, this tool the median of {options.turns} runs,",
        "cold checks of as many before TorchFix and after it.",
        "",
        *lines,
    ]
    text = "\n".join(report) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
