"""The faults at length, and a table of them: see `tests/faults/__init__.py`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from faults.catalogue import FAULTS, Fault, attempt  # noqa: E402
from faults.scene import Broken, Skipped  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Try what happens from outside; exit code 1 if something did not hold."
    )
    parser.add_argument("names", nargs="*", help="what the names of the faults begin with; all if none is given")
    parser.add_argument("--tries", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="of the first try; each further one has the next")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="begin no further try of a fault after these"
    )
    parser.add_argument("--long", action="store_true", help="100,000 files where there are very many")
    asked = parser.parse_args()
    chosen = [fault for fault in FAULTS if not asked.names or any(fault.name.startswith(name) for name in asked.names)]
    width = max((len(fault.name) for fault in chosen), default=0)
    print(
        f"| {'fault':{width}} | tries | survived | seconds |\n|{'-' * (width + 2)}|------:|---------:|--------:|",
        flush=True,
    )
    reasons: list[str] = []
    for fault in chosen:
        began = time.monotonic()
        tries, survived = _try(fault, asked, reasons)
        print(f"| {fault.name:{width}} | {tries:5} | {survived:>8} | {time.monotonic() - began:7.0f} |", flush=True)
    print(*reasons, sep="\n", file=sys.stderr)
    return bool(reasons)


def _try(fault: Fault, asked: argparse.Namespace, reasons: list[str]) -> tuple[int, str]:
    counted: Counter[str] = Counter()
    end = time.monotonic() + asked.seconds
    for seed in range(asked.seed, asked.seed + asked.tries):
        if time.monotonic() > end:
            break
        counted["tries"] += 1
        try:
            attempt(fault, seed, is_long=asked.long)
            counted["survived"] += 1
        except Skipped as reason:
            return 0, f"- ({reason})"
        except Broken as broken:
            reasons.append(f'tests/faults/run.py --seed {seed} "{fault.name}": {broken}')
    return counted["tries"], str(counted["survived"])


if __name__ == "__main__":
    sys.exit(main())
