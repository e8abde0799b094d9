"""What is alive after a training loop, before and after the fix: nodes of autograd graphs, and a loss that can fall."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from torchfix_codemods.fix import FixRequest, fix

_HEAD = """
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
x, y = torch.randn(64, 3), torch.randint(2, (64,))
x[:, 0] += 4 * y
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
"""
_SUM = """
kept = 0.0
for step in range(20):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    kept += loss
print("%.4f" % kept)
"""
_LIST = """
kept = []
for step in range(20):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    kept.append(loss)
print("%.4f" % sum(kept))
"""
_SOFTMAX = """
for step in range(100):
    loss = F.cross_entropy(F.softmax(model(x), dim=1), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def repaired(text: str, code: str) -> str:
    result = fix(text.encode(), "program.py", FixRequest((code,), unsafe_fixes=True))
    assert result.after is not None
    return result.after.decode()


def names_after(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, "program.py", "exec"), names)
    return names


def nodes_held(values: list[Any]) -> int:
    """How many nodes of autograd graphs these tensors keep alive."""
    todo = [value.grad_fn for value in values if value.grad_fn is not None]
    seen = set()
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo += [following for following, _ in node.next_functions if following is not None]
    return len(seen)


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad=True")
@pytest.mark.parametrize(("code", "program"), [("TFC701", _SUM), ("TFC702", _LIST)])
def test_no_graph_is_kept_and_the_values_stay(code: str, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")
    text = _HEAD + dedent(program)
    before, after = names_after(text)["kept"], names_after(repaired(text, code))["kept"]
    as_list = [before, after] if isinstance(before, list) else [[before], [after]]
    assert nodes_held(as_list[0]) >= 20 * 3
    assert nodes_held(as_list[1]) == 0
    assert all(torch.equal(one, other) for one, other in zip(*as_list, strict=True))
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


def test_the_loss_can_fall_without_the_second_softmax() -> None:
    pytest.importorskip("torch")
    text = _HEAD + dedent(_SOFTMAX)
    before, after = names_after(text)["loss"].item(), names_after(repaired(text, "TFC803"))["loss"].item()
    assert before > 0.31  # what two classes leave at the least: -log(e / (e + 1))
    assert after < 0.1
