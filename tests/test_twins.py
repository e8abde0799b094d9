"""The same program in another spelling gets the same findings; twins.py says how it is respelled, and shows all."""

from __future__ import annotations

from pathlib import Path

import pytest
from spellings import SPELLINGS
from twins import ROOT, Twin, check, programs, spelled, twins

# A fixed sample; `python tests/twins.py` looks at all programs.
SAMPLE = programs()[::23]
# Written out for each spelling: what is known of `x` has to survive it.
PROGRAM = """
import torch
from torch.autograd import Variable
from torch.utils.data import DataLoader

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(2, 2)

    def forward(self, given):
        hidden = torch.relu(self.inner(given))
        return hidden

def main(path):
    net = Net()
    weights = torch.load(path)
    net.load_state_dict(weights)
    batches = DataLoader(torch.ones(4, 2))
    for part in batches:
        wrapped = Variable(part)
        result = net(wrapped)
        total = result.sum()
        total.backward()
        shown = total.data[0]
        print(shown, result.data.mean())
"""


@pytest.mark.parametrize("file", SAMPLE, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_spelling_changes_nothing(file: Path) -> None:
    unexplained = [str(twin) for twin in twins(file) if twin.differs and not twin.reasons]
    assert not unexplained


@pytest.mark.parametrize("name", SPELLINGS)
def test_what_is_known_survives_each_spelling(name: str) -> None:
    plain, other = check(PROGRAM, "main.py"), spelled(PROGRAM, SPELLINGS[name])
    if other is None:
        assert name == "named argument"
        return
    found = check(other, "main.py", SPELLINGS[name].others)
    twin = Twin(ROOT / "main.py", name, plain, found, other)
    assert sum(plain.values()) >= 4
    assert not twin.differs or twin.reasons, twin
