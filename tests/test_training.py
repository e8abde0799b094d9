"""Events of training loops, in the order of execution and through the functions of a file."""

from __future__ import annotations

import pytest

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.inference.infer import infer
from torchfix_codemods.analysis.project.project import NO_PROJECT
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.training.training import Training


def events(source: str) -> list[str]:
    """The events of each loop that trains: what happens, and to whom."""
    tree = parse(source)
    training = Training(GradientUses(tree, infer(tree, NO_PROJECT).of))
    return [
        " ".join("/".join([event.what.value, *sorted(event.names)]) for event in (*loop.events, *loop.modes))
        for loop in training.loops
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "for x in data:\n    optimizer.zero_grad()\n    net(x).backward()\n    optimizer.step()\n    lr.step()",
            ["clear/optimizer backward step/optimizer"],
        ),
        (
            "def train(net, opt):\n    for x in data:\n        net(x).backward()\n        opt.step()\n"
            "for epoch in range(3):\n    train(model, model_optimizer)",
            ["backward step/model_optimizer", "backward step/opt"],
        ),
        (
            "class T:\n    def fit(self):\n        for x in data:\n            self.one(x)\n"
            "    def one(self, x):\n        self.net.train()\n        self.net(x).backward()\n"
            "        self.optim.step()",
            ["backward step/self.optim train/self.net"],
        ),
        (
            "for x in data:\n    def again():\n        opt.zero_grad()\n        net(x).backward()\n    opt.step(again)",
            ["clear/opt backward step/opt"],
        ),
        (
            "for x in data:\n    scaler.scale(net(x)).backward()\n    scaler.step(opt)\n"
            "    for p in net.parameters():\n        p.grad = None",
            ["backward step/opt clear"],
        ),
        (
            "def one(x):\n    opt = torch.optim.SGD(net.parameters())\n    net(x).backward()\n    opt.step()\n"
            "for x in data:\n    one(x)",
            ["backward step/one:opt"],
        ),
        ("for x in data:\n    env.step(x)\n    net(x).backward()", []),
    ],
)
def test_what_happens_in_loops(source: str, expected: list[str]) -> None:
    assert events("import torch\n" + source) == expected
