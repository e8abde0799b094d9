"""What the unsafe fixes of training rules repair, shown by the loss of small programs that run before and after."""

from __future__ import annotations

from textwrap import dedent

import pytest

from torchfix_codemods.fix import FixRequest, fix

_HEAD = """
import torch

torch.manual_seed(0)
x = torch.randn(64, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]])
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = torch.nn.MSELoss()
"""
_PROGRAMS = {
    "TFC201": """
        for step in range(100):
            loss = criterion(net(x), y)
            loss.backward()
            opt.step()
        """,
    "TFC202": """
        for step in range(100):
            loss = criterion(net(x), y)
            loss.backward()
            opt.zero_grad()
            opt.step()
        """,
    "TFC202 before the loop": """
        opt.zero_grad()
        for step in range(100):
            loss = criterion(net(x), y)
            loss.backward()
            opt.step()
        """,
}
_LEARNED = 1e-4
_FAILED = 1e-1


def loss_after(text: str) -> float:
    names: dict[str, object] = {"__name__": "program"}
    exec(compile(text, "program.py", "exec"), names)
    return float(names["loss"].detach())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", _PROGRAMS)
def test_the_loss_falls_once_it_is_repaired(name: str) -> None:
    pytest.importorskip("torch")
    before = _HEAD + dedent(_PROGRAMS[name])
    after = fix(before.encode(), "program.py", FixRequest((name.split()[0],), unsafe_fixes=True)).after
    assert after is not None
    assert loss_after(before) > _FAILED
    assert loss_after(after.decode()) < _LEARNED


def test_dropout_is_on_again_in_every_epoch() -> None:
    pytest.importorskip("torch")
    before = dedent("""
        import torch

        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5), torch.nn.Linear(3, 1))
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        x = torch.ones(4, 3)
        modes = []
        for epoch in range(3):
            opt.zero_grad()
            modes.append(bool((net[1](torch.ones(99)) == 0).any()))
            net(x).pow(2).mean().backward()
            opt.step()
            net.eval()
            with torch.no_grad():
                error = net(x).abs().max().item()
        """)
    after = fix(before.encode(), "program.py", FixRequest(("TFC103",), unsafe_fixes=True)).after
    assert after is not None
    assert modes_of(before) == [True, False, False]
    assert modes_of(after.decode()) == [True, True, True]


def modes_of(text: str) -> object:
    names: dict[str, object] = {"__name__": "program"}
    exec(compile(text, "program.py", "exec"), names)
    return names["modes"]
