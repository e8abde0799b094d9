"""Compare all that torch's own tables of operators, modules and optimizers hold on the emulated CUDA device.

    python benchmarks/operator_sweep.py [--samples N]

Each is computed on the CPU and on the device, with its gradients. Needs torch and expecttest, and a minute; exit code 1
where something differs that is not known to.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent.parent / "tests" / "emulate"
NOTHING_COMPARED = "nothing compared"
# Operator -> why it differs.
KNOWN = {
    "sparse.sampled_addmm": "sparse CSR tensors are not emulated",
    "sparse.mm.reduce": "sparse CSR tensors are not emulated",
    "tensor_split": "torch itself wants the indices on the CPU, whatever the device",
    "nn.functional.scaled_dot_product_attention": "the mathematical way rounds otherwise than the CPU's flash kernel",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=4, help="how many samples of each operator (default: 4)")
    samples = str(parser.parse_args().samples)
    operators_hold = sweep(f"operators, in up to {samples} samples each", "run_operators.py", "--samples", samples)
    modules_hold = sweep("modules in training or evaluation and optimizers", "run_modules.py")
    return 0 if operators_hold and modules_hold else 1


def sweep(what: str, program: str, *options: str) -> bool:
    """Run a program of tests/emulate and print what it found; does all differ as it is known to, if it does?"""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(PROGRAMS / program), *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=True)
    reasons: dict[str, str] = json.loads(done.stdout.splitlines()[-1])

    compared = {name: reason for name, reason in reasons.items() if reason != NOTHING_COMPARED}
    different = {name: reason for name, reason in compared.items() if reason}
    for name, reason in different.items():
        print(f"{name}: {KNOWN.get(name, reason)}")
    print(f"{len(compared) - len(different)} of {len(compared)} {what} equal the CPU", end="")
    print(f"; {len(reasons) - len(compared)} more have no sample that runs on a CPU")
    return not different.keys() - KNOWN.keys()


if __name__ == "__main__":
    sys.exit(main())
