"""A module that makes a tensor in `forward`, before and after the rewriting, away from the CPU."""

from __future__ import annotations

from typing import Any

import pytest

from torchfix_codemods.fix import FixRequest, fix

torch = pytest.importorskip("torch")

SOURCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        bias = torch.ones(4)
        return torch.cat([self.fc(x) + bias, torch.zeros(2, 4)])
"""


def made(source: str) -> Any:
    names: dict[str, Any] = {"__name__": "net"}
    exec(source, names)
    return names["Net"]()


def test_the_rewritten_module_runs_on_the_device_of_its_input() -> None:
    after = fix(SOURCE.encode(), "net.py", FixRequest(("TFC305",), unsafe_fixes=True)).after
    assert after is not None
    x = torch.zeros(2, 4)
    with pytest.raises(RuntimeError, match="device"):
        made(SOURCE).to("meta")(x.to("meta"))
    assert made(after.decode()).to("meta")(x.to("meta")).device.type == "meta"
    torch.manual_seed(0)
    before = made(SOURCE)(x)
    torch.manual_seed(0)
    assert torch.equal(made(after.decode())(x), before)
