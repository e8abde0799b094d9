"""Try the emulated CUDA device on a CUDA build of torch, on a machine without a GPU.

    python benchmarks/cuda_build_check.py [--torch 2.14.1] [--environment FOLDER]

On Linux a plain `pip install torch` gives a CUDA build, also where there is no GPU. This makes an environment with one
(several gigabytes; in a temporary folder, or kept in FOLDER and used again) and runs there what tests/test_emulate.py
runs: the self-test, the rules, the calls and the scripts; then benchmarks/operator_sweep.py. Exit code 1 when
something that holds on a CPU build does not hold there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "emulate"
ABOUT = """\
import torch
from torchfix_codemods.verify.emulate import available
print(torch.__version__, "built for CUDA", torch.version.cuda, "sees a GPU:", torch.cuda.is_available())
print("available:", available() or "yes")
"""


class Environment:
    """A Python of its own, with torch."""

    def __init__(self, folder: Path, torch: str) -> None:
        self._python = folder / "bin" / "python"
        self._variables = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        if not self._python.exists():
            venv.create(folder, with_pip=True)
        packages = [f"torch=={torch}", "numpy", "expecttest"]
        self._run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)

    def output(self, *arguments: str) -> str:
        return self._run(*arguments).stdout

    def outcomes(self, program: str, paths: list[Path]) -> dict[str, str]:
        """What is wrong with each thing, by name."""
        lines = self.output(str(DATA / program), *map(str, paths)).splitlines()
        outcomes: dict[str, str] = json.loads(lines[-1])
        return outcomes

    def sweep(self) -> bool:
        """Compare all operators, modules and optimizers; do all hold that hold on a CPU build?"""
        done = self._run(str(ROOT / "benchmarks" / "operator_sweep.py"), check=False)
        print(done.stdout, end="")
        return done.returncode == 0

    def _run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [str(self._python), *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, env=self._variables, check=check)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torch", default="2.14.1", help="version to install (default: %(default)s)")
    parser.add_argument("--environment", type=Path, help="folder of the environment, made if there is none")
    arguments = parser.parse_args()
    if arguments.environment is not None:
        return check(Environment(arguments.environment, arguments.torch))
    with tempfile.TemporaryDirectory() as folder:
        return check(Environment(Path(folder, "environment"), arguments.torch))


def check(environment: Environment) -> int:
    print(environment.output("-c", ABOUT), end="")
    holds = True
    for what, program, folder in (
        ("rules", "run_rules.py", "rules"),
        ("calls", "run_rules.py", "calls"),
        ("scripts", "run_scripts.py", "scripts"),
    ):
        start = time.monotonic()
        outcomes = environment.outcomes(program, sorted((DATA / folder).glob("*.py")))
        wrong = {name: reason for name, reason in outcomes.items() if reason}
        seconds = time.monotonic() - start
        print(f"{what}: {len(outcomes) - len(wrong)} of {len(outcomes)} in {seconds:.0f} s")
        for name, reason in wrong.items():
            print(f"  {name}: {reason}")
        holds = holds and not wrong
    return 0 if environment.sweep() and holds else 1


if __name__ == "__main__":
    sys.exit(main())
