"""Which frameworks a file uses, and what they do for it."""

from __future__ import annotations

import ast

import pytest

from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.values.frameworks import FRAMEWORKS, Frameworks, Task


def doing(source: str, task: Task) -> str | None:
    """Who does a task at the line that says `here()`."""
    tree = parse(source)
    node = next(c for c in tree.nodes(ast.Call) if isinstance(c.func, ast.Name) and c.func.id == "here")
    found = Frameworks(tree).doing(task, node)
    return None if found is None else found.name


@pytest.mark.parametrize(
    ("source", "task", "name"),
    [
        ("import torch\nhere()", Task.ZERO_GRAD, None),
        ("import deepspeed\nhere()", Task.ZERO_GRAD, "DeepSpeed"),
        ("import deepspeed\nhere()", Task.MODE, None),
        ("import lightning as L\nhere()", Task.MODE, None),
        ("import lightning as L\nclass M(L.LightningModule):\n    def f(self): here()", Task.MODE, "Lightning"),
        (
            "import lightning as L\nclass A(L.LightningModule): pass\nclass B(A):\n    def f(self): here()",
            Task.GRAD_MODE,
            "Lightning",
        ),
        (
            "import pytorch_lightning as pl\nfrom base import Base\nclass B(Base):\n"
            "    def training_step(self, batch): here()",
            Task.ZERO_GRAD,
            "Lightning",
        ),
        ("from base import Base\nclass B(Base):\n    def training_step(self, b): here()", Task.ZERO_GRAD, None),
        ("from transformers import Trainer\nhere()", Task.MODE, None),
        (
            "from transformers import Trainer\nclass T(Trainer):\n    def f(self): here()",
            Task.MODE,
            "transformers.Trainer",
        ),
        ("from accelerate import Accelerator\nhere()", Task.ACCUMULATION, "accelerate"),
        ("from accelerate import Accelerator\nhere()", Task.ZERO_GRAD, None),
        ("from torch.func import grad\nhere()", Task.ZERO_GRAD, "functorch"),
        ("import torch.distributed.autograd as dist\nhere()", Task.ZERO_GRAD, "torch.distributed.autograd"),
        ("from torch.cuda.amp import GradScaler\nhere()", Task.ZERO_GRAD, None),
        ("def f():\n    from fastai.vision import Learner\nhere()", Task.MODE, "fastai"),
        ("import fastaidot\nhere()", Task.MODE, None),
    ],
)
def test_who_does_it(source: str, task: Task, name: str | None) -> None:
    assert doing(source, task) == name


def test_every_framework_is_there_once() -> None:
    packages = [package for framework in FRAMEWORKS for package in framework.packages]
    assert len(packages) == len(set(packages))
