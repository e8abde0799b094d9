"""From the first forward pass after an `eval()` to the last use of its result."""

from __future__ import annotations

from textwrap import dedent

import pytest

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_trace import Tracer
from torchfix_codemods.analysis.modes.forward_calls import ForwardCalls
from torchfix_codemods.analysis.modes.inference_region import Conditional, Region, Regions
from torchfix_codemods.analysis.modes.kept_state import KeptState
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import FileView

HEADER = "import torch\nfrom torch import nn\n"


def regions(text: str) -> Regions:
    file = FileView("test.py", parse(HEADER + dedent(text).lstrip("\n")))
    variables = Variables(file.tree)
    uses = GradientUses(file.tree, file.kind)
    calls = ForwardCalls(file.tree, file.kind, variables, GradMode(file.tree, variables), uses)
    return Regions(file.tree, calls, Tracer(file.tree, file.kind, variables, uses))


def found(text: str) -> list[tuple[int, int]] | str:
    """First and last line of every part of the region of the first `eval()` (counted from the text's first line)."""
    look = regions(text)
    switch = next(switch for switch in look.calls.switches if not switch.training)
    region = look.after(switch)
    if not isinstance(region, Region):
        return "conditional" if isinstance(region, Conditional) else "none"
    parts = [look.narrowed(part) for part in look.split(region)]
    return [(p.statements[0].lineno - 2, (p.statements[-1].end_lineno or 0) - 2) for p in parts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("net.eval()\ny = net(x)\nprint(y.item())", [(2, 3)]),
        ("net.eval()\nz = 1\ny = net(x)\nuse(y)\nz = 2", [(3, 4)]),
        ("net.eval()\ny = net(x).item()\nuse(y)", [(2, 2)]),
        ("net.eval()\nfor x in xs:\n    y = net(x)\n    use(y)\nz = 2", [(2, 4)]),
        ("net.eval()\na = net(x)\nb = 1\nc = 2\nd = 3\nuse(a)", [(2, 6)]),
        ("net.eval()\na = net(x).item()\nb = 1\nc = net(y).item()", [(2, 4)]),
        ("net.eval()\na = net(x).item()\nb = 1\nc = 2\nd = 3\ne = net(y).item()", [(2, 2), (6, 6)]),
        ("net.eval()\na = net(x).item()\ndef f():\n    pass\ne = net(y).item()", [(2, 2), (5, 5)]),
        ("net.eval()\nif a:\n    y = net(x)\n    use(y)", [(3, 4)]),
        ("net.eval()\nif a:\n    y = net(x)\nuse(y)", [(2, 4)]),
        ("net.eval()\nif a:\n    pass\nelif b:\n    use(net(x))", [(5, 5)]),
        ("net.eval()\nif a:\n    use(net(x))\nelse:\n    use(net(y))", [(2, 5)]),
        ("net.eval()\nif a:\n    pass\nelif b:\n    use(net(x))\nelse:\n    use(net(y))", [(2, 7)]),
        ("net.eval()\nwith a:\n    try:\n        use(net(x))\n    finally:\n        b()", [(4, 4)]),
        ("net.eval()\nwith net(x):\n    pass", [(2, 3)]),
        ("net.eval()\nuse(net(x))\nnet.train()\nuse(net(y))", [(2, 2)]),
        ("if a:\n    net.eval()\n    use(net(x))\nuse(net(y))", [(3, 3)]),
        ("with a:\n    net.eval()\nuse(net(x))", [(3, 3)]),
        ("try:\n    net.eval()\nexcept E:\n    pass\nuse(net(x))", [(5, 5)]),
        ("for n in (net, other):\n    n.eval()\nuse(net(x))", [(3, 3)]),
        ("if net.training:\n    net.eval()\nuse(net(x))", [(3, 3)]),
        ("if a:\n    net.eval()\nelse:\n    net.eval()\nuse(net(x))", [(5, 5)]),
        ("if a:\n    net.eval()\nelif b:\n    net.eval()\nelse:\n    net.eval()\nuse(net(x))", [(7, 7)]),
        ("if a:\n    net.eval()\nuse(net(x))", "conditional"),
        ("for a in b:\n    net.eval()\nuse(net(x))", "none"),
        ("net.eval()\nuse(other(x))", "none"),
        ("net.eval()\nwith torch.no_grad():\n    use(net(x))", "none"),
        ("net.eval()\nf = lambda: net(x)", "none"),
        ("use(net(x))\nnet.eval()", "none"),
        ("net.eval()\nnet.save(x)\nnet.parameters()", "none"),
        ("net.eval()\nuse(net.forward(x))\nuse(net.encoder(x))", [(2, 3)]),
        ("net.eval()\nuse(net.generate(x))", [(2, 2)]),
    ],
)
def test_regions(text: str, expected: object) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(n):\n    return n(x)\nnet.eval()\nuse(f(net))", [(4, 4)]),
        ("def f(a, n=None):\n    return n(x)\nnet.eval()\nuse(f(1, n=net))", [(4, 4)]),
        ("def f():\n    return net(x)\nnet.eval()\nuse(f())", [(4, 4)]),
        ("def g():\n    return net(x)\ndef f():\n    return g()\nnet.eval()\nuse(f())", [(6, 6)]),
        ("def f(n):\n    n.eval()\n    return n(x)\nnet.eval()\nuse(f(net))", [(3, 3)]),  # the first one is asked for
        ("def f(n):\n    with torch.no_grad():\n        return n(x)\nnet.eval()\nuse(f(net))", "none"),
        ("def f(net):\n    return net(x)\nnet.eval()\nuse(f(other))", "none"),
        ("def f(n):\n    return f(n)\nnet.eval()\nuse(f(net))", "none"),
    ],
)
def test_helpers_that_run_the_model(text: str, expected: object) -> None:
    assert found(text) == expected


def test_methods_that_run_their_own_model() -> None:
    text = """
        class Tester:
            def one(self, x):
                return self.net(x)

            def all(self):
                self.net.eval()
                return [self.one(x).item() for x in xs]
        """
    assert found(text) == [(7, 7)]


def test_methods_of_a_module_run_it_only_if_they_use_its_parts() -> None:
    text = """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(2, 2)

            def code(self, x):
                return self.layer(x)

            def twice(self, x):
                return self.code(self.code(x))

            def name(self):
                return "net"

        net = Net()
        net.eval()
        use(net.name())
        use(net.twice(x))
        """
    assert found(text) == [(18, 18)]


@pytest.mark.parametrize(
    ("forward", "more", "kept"),
    [
        ("self.hidden = self.layer(x, self.hidden)", "", "hidden"),
        ("h = self.hidden\n        self.hidden = self.layer(x)", "", "hidden"),
        ("self.mean, self.var = self.layer(x)", "loss = net.mean.sum()", "mean"),
        ("self.mean = self.layer(x)\n        return self.mean", "", None),
        ("self.mean = self.layer(x)", "", None),
        ("self.count = 3", "print(net.count)", None),
        ("self.size = x.shape[0]", "print(net.size)", None),
        ("self.label = self.layer(x).argmax(1)", "print(net.label)", None),
        ("self.best = self.layer(x).item()", "print(net.best)", None),
    ],
)
def test_state_that_a_module_keeps(forward: str, more: str, kept: str | None) -> None:
    text = (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.layer = nn.Linear(2, 2)\n"
        f"    def forward(self, x):\n        {forward}\nnet = Net()\nnet(x)\n{more}\n"
    )
    file = FileView("test.py", parse(HEADER + text))
    state = KeptState(file.tree, file.kind, GradientUses(file.tree, file.kind))
    statement = next(s for s in file.tree.module.body if file.tree.source(s) == "net(x)")
    found_state = state.of_calls([statement])
    assert (found_state.name if found_state is not None else None) == kept
