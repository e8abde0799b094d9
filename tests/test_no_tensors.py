"""Names that are known to be no tensors without an inference."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.inference.no_tensors import is_no_tensor
from torchfix_codemods.analysis.syntax.tree import parse


def _is_none(text: str) -> bool:
    """Is what has the `.data` of the text no tensor?"""
    tree = parse(dedent(text))
    (holder,) = [node.value for node in tree.nodes(ast.Attribute) if node.attr == "data"]
    return is_no_tensor(holder, tree)


@pytest.mark.parametrize(
    "text",
    [
        "class Teacher:\n    def setup(self):\n        return self.data",
        "class Teacher:\n    @classmethod\n    def setup(cls):\n        return cls.data",
        "class Teacher:\n    def setup(self):\n        return [lambda: self.data for _ in range(2)]",
        "import nltk\nnltk.data.load(1)",
        "try:\n    import nltk\nexcept ImportError:\n    nltk = None\nprint(nltk.data)",
        "def run():\n    import nltk\n    return nltk.data",
    ],
)
def test_the_own_object_and_packages_are_none(text: str) -> None:
    assert _is_none(text)


@pytest.mark.parametrize(
    "text",
    [
        "def setup(self):\n    return self.data",  # a function of its own
        "class Teacher:\n    @staticmethod\n    def setup(self):\n        return self.data",
        "class Teacher:\n    def setup(self, other):\n        return other.data",
        "class Teacher:\n    def setup(self):\n        self = make()\n        return self.data",
        "class Teacher:\n    def setup(*self):\n        return self.data",
        "class Teacher:\n    if True:\n        def setup(self):\n            return self.data",
        "class Teacher:\n    def setup(self):\n        def inner(self):\n            return self.data",
        "class Teacher:\n    def setup(self):\n        return self.weight.data",
        "class Teacher:\n    def setup(self):\n        if isinstance(self, Tensor):\n            return self.data",
        "from layers import weight\nweight.data.zero_()",
        "import nltk\nnltk = make(nltk)\nprint(nltk.data)",
        "import nltk\nif torch.is_tensor(nltk):\n    print(nltk.data)",
        "weight = None\nprint(weight.data)",
        "print(weight.data)",
    ],
)
def test_all_else_may_be_one(text: str) -> None:
    assert not _is_none(text)
