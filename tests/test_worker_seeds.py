"""What TFC403 says about random numbers in workers, seen in workers."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
DataLoader = torch.utils.data.DataLoader


class Copied:
    """Draws from a generator of its own."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> float:
        return float(self.rng.random())


class Shared(Copied):
    """Draws from numpy's."""

    def __getitem__(self, index: int) -> float:
        return float(np.random.rand())


def epoch(data: Any) -> list[float]:
    """What two workers draw, item by item: the first, the second, the first, the second."""
    loader = DataLoader(data, batch_size=1, num_workers=2, multiprocessing_context="fork")
    return [float(batch) for batch in loader]


def test_workers_draw_the_same_from_copies_of_a_generator() -> None:
    first = epoch(data := Copied())
    assert first[0] == first[1] and first[2] == first[3]
    assert epoch(data) == first


def test_a_seed_of_numpy_does_not_reach_the_workers_and_one_of_torch_does() -> None:
    runs = []
    for torch_seed in (1, 2, 1):
        np.random.seed(0)
        torch.manual_seed(torch_seed)
        runs.append(epoch(Shared()))
    assert runs[0] == runs[2] != runs[1]
    assert len(set(runs[0])) == 4
