"""What each rule is about, as small programs in three parts: make a value `$v`, do to it what the rule is about, watch.

The first two are bodies of functions; where `$v` stands, they are given it. The last one is statements about `$v` and
the result `$r`; those before the line `---` are run before the second part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from adversarial import situations
from adversarial.watches import ARRAYS, MODELS, TENSORS, VALUES

NET = """\
class Net(nn.Module):
    def __init__(self, width=2):
        super().__init__()
        self.inner = nn.Linear(2, width)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(torch.relu(self.inner(x)))
"""
# Models of which a wrapped or rewritten part may see more.
NETS = (
    NET,
    NET.replace("        return", "        self.seen = x = self.inner(x)\n        return"),
    NET.replace("        return", "        print(torch.is_grad_enabled())\n        return"),
    NET.replace(
        "        return", "        with torch.enable_grad():\n            self.kept = self.inner(x)\n        return"
    ),
    """\
class Net(nn.Module):
    def __init__(self, width=2):
        super().__init__()
        self.inner = nn.Linear(2, width)

    def forward(self, x):
        x = x.detach().requires_grad_()
        return torch.autograd.grad(self.inner(x).pow(2).sum(), x)[0]
""",
    """\
class Net(nn.Sequential):
    def __init__(self, width=2):
        super().__init__(nn.Linear(2, width), nn.ReLU())

    @property
    def inner(self):
        return self[0]
""",
    """\
class Net(nn.Module):
    def __init__(self, width=2):
        super().__init__()
        self.inner = nn.Linear(2, width)
        self.count = 0

    def forward(self, x):
        self.count += int(x.requires_grad or self.inner.weight.requires_grad)
        return self.inner(x) * self.count

    def cuda(self, device=None):
        print("moved")
        return super().cuda(device)

    def train(self, mode=True):
        print("train", mode)
        return super().train(mode)
""",
)
BAG = """\
class Bag:
    def __init__(self, data):
        self.data = data

    def cuda(self):
        return Bag(self.data * 2)
"""


@dataclass(frozen=True)
class Base:
    """One situation. `names` are what a program may call the value and the result."""

    rule: str
    make: str
    touch: str
    watches: tuple[str, ...]
    definitions: str = NET
    names: tuple[str, ...] = ("x", "v")


_FLAG = "USE_CUDA = torch.cuda.is_available()\n"


def _all() -> Iterator[Base]:
    words = ("x", "w", "weight", "hidden", "out", "v")
    for make, touch in product(
        (*situations.LEAVES, *situations.RESULTS, *situations.PLAIN, *situations.STRANGE), situations.READS
    ):
        yield Base("data-attribute", make, touch, TENSORS, NET + BAG, words)
    for make, touch in product((*situations.LEAVES, *situations.RESULTS, *situations.PLAIN), situations.READ_VALUES):
        yield Base("data-attribute", make, touch, VALUES, NET, words)
    for make, touch in product((*situations.LEAVES, *situations.RESULTS, *situations.PLAIN), situations.EDITS):
        yield Base("data-attribute", make, touch, TENSORS, NET, words)
    for net, touch in product(NETS, situations.MODEL_EDITS):
        yield Base("data-attribute", "return Net()", touch, MODELS, net, ("net", "model", "v"))
    for make, touch in product(
        (*situations.PLAIN, *situations.LEAVES[2:5], *situations.RESULTS, situations.STRANGE[1]), situations.WRAPPERS
    ):
        yield Base("variable-wrapper", make, touch, TENSORS, NET + BAG, ("x", "inputs", "batch", "v"))
    for make, touch in product(
        (*situations.PLAIN, *situations.LEAVES[2:5], situations.RESULTS[1]),
        (*situations.MOVES, *situations.TENSOR_MOVES),
    ):
        yield Base("cuda-call", make, touch, TENSORS, NET + _FLAG, ("x", "inputs", "v"))
    for net, touch in product(NETS, situations.MOVES):
        yield Base("cuda-call", "return Net()", touch, MODELS, net + _FLAG, ("net", "model", "v"))
    for net, touch in product(NETS, situations.LOADS):
        yield Base("load-without-map-location", "return Net()", touch, MODELS, net + _FLAG, ("net", "model", "v"))
    for net, touch in product(NETS, situations.INFERENCES):
        yield Base("eval-without-no-grad", "return Net()", touch, (*VALUES, *MODELS[1:4]), net, ("net", "model", "v"))
        yield Base("eval-without-no-grad", "return Net()", touch.replace("return", "$v.outcome ="), MODELS, net)
    for make, touch in product(
        (situations.RESULTS[2], "return Net()(torch.ones(2, 2)).mean()", "return torch.ones(())"), situations.SCALARS
    ):
        yield Base("scalar-numpy", make, touch, VALUES, NET, ("loss", "v"))
    for make, touch in product((*situations.LEAVES[2:5], *situations.RESULTS, *situations.PLAIN), situations.TO_NUMPY):
        yield Base("numpy-without-cpu", make, touch, ARRAYS, NET + _FLAG, ("out", "x", "v"))
    for net, touch, end in product(NETS, situations.SUMS, situations.ENDS):
        touch = touch.replace("$END", end)
        yield Base("accumulated-loss", "return Net()", touch, VALUES, net, ("net", "v"))
    for touch in situations.CACHES:
        yield Base("gc-after-empty-cache", "return torch.ones(2, 2)", touch, VALUES[:4], NET)
    for net, touch in product(NETS, situations.OFF):
        yield Base("no-grad-misuse", "return Net()", touch, (*VALUES, *MODELS[1:4]), net, ("net", "v"))


BASES = tuple(_all())
