"""What a cell of a notebook shows, it still shows after a fix."""

from __future__ import annotations

import ast
import json

import pytest
from notebooks import notebook

from torchfix_codemods.analysis.syntax.cells import border, is_displayed
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.notebook import fix_notebook

NET = "import torch\nnet = torch.nn.Linear(3, 2)\nx = torch.ones(4, 3)"


def last_cell(*cells: str, code: str) -> str:
    """The last cell after the rule of this code, unsafe fixes too."""
    data = notebook(*cells)
    result = fix_notebook(data, "a.ipynb", FixRequest((code,), unsafe_fixes=True))
    source = json.loads(result.after or data)["cells"][-1]["source"]
    return source if isinstance(source, str) else "".join(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net.eval()\ny = net(x)\ny.shape", "net.eval()\nwith torch.no_grad():\n    y = net(x)\ny.shape"),
        ("net.eval()\nnet(x).shape", "net.eval()\nnet(x).shape"),  # the pass itself is what is shown
        ("net.eval()\ny = net(x)\ny.shape;", "net.eval()\nwith torch.no_grad():\n    y = net(x)\n    y.shape;"),
        ("net.eval()\ny = net(x)\nz = y.shape", "net.eval()\nwith torch.no_grad():\n    y = net(x)\n    z = y.shape"),
        ("net.eval()\ny = net(x)\ny.mT\n# end\n", "net.eval()\nwith torch.no_grad():\n    y = net(x)\ny.mT\n# end\n"),
    ],
)  # fmt: skip
def test_a_block_ends_above_what_is_shown(before: str, after: str) -> None:
    assert last_cell(NET, before, code="TFC101") == after


def test_nothing_is_put_below_what_is_shown() -> None:
    shown = "net.weight.data.add_(1)\nnet.weight"
    assert last_cell(NET, shown, code="TFC602").endswith("\nnet.weight")


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (f"{border(1)}\nx\n{border(2)}\ny\n", 2, True),
        (f"{border(1)}\nx\n\n# why\n{border(2)}\ny\n", 2, True),
        (f"{border(1)}\nx\n{border(2)}\ny\n", 4, True),
        (f"{border(1)}\nx\ny = 1\n", 2, False),
        (f"{border(1)}\nif x:\n    x\n", 3, False),
        (f"{border(1)}\nx = 1\n", 2, False),
        ("x\n", 1, False),  # no notebook
    ],
)
def test_what_a_cell_shows(text: str, line: int, expected: bool) -> None:
    tree = parse(text)
    statement = next(node for node in ast.walk(tree.module) if isinstance(node, ast.stmt) and node.lineno == line)
    assert is_displayed(tree, statement) is expected


def fixed(code: str, *cells: str) -> list[str]:
    """The cells after the safe fixes of a rule."""
    data = notebook(*cells)
    result = fix_notebook(data, "a.ipynb", FixRequest((code,)))
    sources = [cell["source"] for cell in json.loads(result.after or data)["cells"]]
    return [source if isinstance(source, str) else "".join(source) for source in sources]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net.weight.data += 1", "net.weight.data += 1"),  # a call would be shown
        ("net.weight.data += 1\nx = 1", "net.weight.detach().add_(1)\nx = 1"),
        ("torch.nn.init.normal_(net.weight.data)", "torch.nn.init.normal_(net.weight.detach())"),  # no Parameter
        ("torch.nn.init.normal_(net.weight.data)\nx = 1", "torch.nn.init.normal_(net.weight)\nx = 1"),
        ("net.weight.data.mul_(2)", "net.weight.detach().mul_(2)"),
    ],
)
def test_a_tensor_is_shown_as_before(before: str, after: str) -> None:
    assert fixed("TFC601", NET, before)[-1] == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.cuda.empty_cache()\ngc.collect()", "torch.cuda.empty_cache()\ngc.collect()"),
        ("torch.cuda.empty_cache()\ngc.collect();", "gc.collect();\ntorch.cuda.empty_cache()"),
        ("torch.cuda.empty_cache()\ngc.collect()\nx = 1", "gc.collect()\ntorch.cuda.empty_cache()\nx = 1"),
        (
            "# why\ntorch.cuda.empty_cache()\ngc.collect()\nx = 1",
            "gc.collect()\n# why\ntorch.cuda.empty_cache()\nx = 1",
        ),
    ],
)
def test_a_statement_moves_within_its_cell(before: str, after: str) -> None:
    first = "import gc\nimport torch"
    assert fixed("TFC704", first, before) == [first, after]
