"""Scripts whose loaders start workers, before and after the rewriting, in real processes that are not forked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from torchfix_codemods.fix import FixRequest, fix

pytest.importorskip("torch")

# Every Python that finds this module starts its processes the way that Windows and macOS do.
SPAWN = 'import multiprocessing\nmultiprocessing.set_start_method("spawn", force=True)\n'
FLAT = """
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

SIZE = 8  # the workers read this


class Squares(Dataset):
    def __len__(self):
        return SIZE

    def __getitem__(self, i):
        return torch.tensor([float(i)]), torch.tensor([float(i * i)])


torch.manual_seed(0)
loader = DataLoader(Squares(), batch_size=4, num_workers=1)
net = nn.Linear(1, 1)
# no training, only the numbers
for x, y in loader:
    print("batch", x.sum().item(), y.sum().item())
"""
CLASSES = """
import torch
from torch.utils.data import DataLoader

OFFSET = 10


def collate(items):
    return torch.tensor(items) + OFFSET


class Trainer:
    def __init__(self):
        self.loader = DataLoader(range(6), batch_size=3, num_workers=1, collate_fn=collate)

    def run(self):
        for batch in self.loader:
            print("batch", batch.tolist())


trainer = Trainer()
trainer.run()


def finish():
    print("done")


finish()
"""


def run(source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(SPAWN, "utf-8")
    (folder / "script.py").write_text(source, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=240
    )


def guarded(source: str) -> str:
    after = fix(source.encode(), "script.py", FixRequest(("TFC401",), unsafe_fixes=True)).after
    assert after is not None
    return after.decode()


def test_without_a_guard_the_workers_do_not_start(tmp_path: Path) -> None:
    result = run(FLAT, tmp_path)
    assert result.returncode != 0
    assert "bootstrapping phase" in result.stderr


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (FLAT, ["batch 6.0 14.0", "batch 22.0 126.0"]),
        (CLASSES, ["batch [10, 11, 12]", "batch [13, 14, 15]", "done"]),
    ],
    ids=["flat", "classes"],
)
def test_the_guarded_script_runs_with_workers(source: str, lines: list[str], tmp_path: Path) -> None:
    result = run(guarded(source), tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == lines


def test_comments_and_definitions_are_kept() -> None:
    after = guarded(FLAT)
    assert "# the workers read this" in after and "    # no training, only the numbers" in after
    assert after.index("class Squares") < after.index("if __name__")
