"""Is a place run with gradients switched off?"""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.syntax.tree import callee_name, parse
from torchfix_codemods.analysis.values.variables import Variables

HEADER = "import contextlib\nimport torch\nfrom torch import no_grad\n"


def mode_and_place(text: str) -> tuple[GradMode, ast.Call]:
    """The answers for a text, and its call of `here`."""
    tree = parse(HEADER + dedent(text))
    place = next(call for call in tree.nodes(ast.Call) if callee_name(call) == "here")
    return GradMode(tree, Variables(tree)), place


COVERED = {
    "block": "with torch.no_grad():\n    here()",
    "block by imported name": "with no_grad():\n    here()",
    "one of several items": "with open(p) as f, torch.no_grad():\n    here()",
    "inference mode": "with torch.inference_mode():\n    here()",
    "set_grad_enabled": "with torch.set_grad_enabled(training):\n    here()",
    "enable_grad": "with torch.enable_grad():\n    here()",
    "old spelling": "with torch.autograd.no_grad():\n    here()",
    "block further out": "with torch.no_grad():\n    for x in xs:\n        if x:\n            here()",
    "lambda in a block": "with torch.no_grad():\n    f = lambda: here()",
    "decorator": "@torch.no_grad()\ndef f():\n    here()",
    "decorator below another": "@cache\n@torch.no_grad()\ndef f():\n    here()",
    "decorator without call": "@no_grad\ndef f():\n    here()",
    "decorator of the file": """
        def quiet(f):
            def g(*a):
                with torch.no_grad():
                    return f(*a)
            return g

        @quiet
        def f():
            here()
        """,
    "decorator by name": "from tools import without_grad\n@without_grad\ndef f():\n    here()",
    "context manager of the file": """
        @contextlib.contextmanager
        def quiet():
            with torch.no_grad():
                yield

        with quiet():
            here()
        """,
    "class of the file": """
        class Quiet:
            def __enter__(self):
                self.block = torch.no_grad()

        with Quiet():
            here()
        """,
    "method of the file": """
        class Net:
            def quiet(self):
                return torch.no_grad()

            def run(self):
                with self.quiet():
                    here()
        """,
    "variable": "block = torch.no_grad() if test else contextlib.nullcontext()\nwith block:\n    here()",
    "every caller": """
        def f():
            here()

        with torch.no_grad():
            f()
        """,
    "callers of callers": """
        def f():
            here()

        @torch.no_grad()
        def g():
            f()
        """,
    "lightning": """
        class Net(pl.LightningModule):
            def test_step(self, batch, index):
                here()
        """,
}
OPEN = {
    "no block": "here()",
    "other block": "with open(p) as f:\n    here()",
    "after the block": "with torch.no_grad():\n    pass\nhere()",
    "in the header": "with torch.no_grad() if here() else open(p):\n    pass",
    "function defined in a block": "with torch.no_grad():\n    def f():\n        here()",
    "one of two callers": """
        def f():
            here()

        f()
        with torch.no_grad():
            f()
        """,
    "no caller": "def f():\n    here()",
    "functions that call each other": "def f():\n    here()\n    g()\ndef g():\n    f()\n",
    "other decorator": "@cache\ndef f():\n    here()",
    "decorator of the file that does not": """
        def loud(f):
            return f

        @loud
        def f():
            here()
        """,
    "the name only": "no_grad\nhere()",
    "a plain class with such a method": "class Tester:\n    def test_step(self, x):\n        here()",
}


@pytest.mark.parametrize("name", COVERED)
def test_covered(name: str) -> None:
    mode, place = mode_and_place(COVERED[name])
    assert mode.is_covered(place)


@pytest.mark.parametrize("name", OPEN)
def test_not_covered(name: str) -> None:
    mode, place = mode_and_place(OPEN[name])
    assert not mode.is_covered(place)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("torch.set_grad_enabled(False)", True),
        ("torch._C._set_grad_enabled(False)", True),
        ("before = torch.set_grad_enabled(False)", True),
        ("def main():\n    torch.set_grad_enabled(args.train)", True),
        ("block = torch.no_grad()\ntorch.no_grad().__enter__()", True),
        ("stack.enter_context(torch.no_grad())", True),
        ("with torch.set_grad_enabled(False):\n    pass", False),
        ("@torch.set_grad_enabled(False)\ndef f():\n    pass", False),
        ("with torch.no_grad() if a else torch.set_grad_enabled(b):\n    pass", False),
        ("stack.enter_context(open(p))", False),
    ],
)
def test_managed_by_hand(text: str, expected: bool) -> None:
    mode, _ = mode_and_place(f"{text}\nhere()")
    assert mode.is_managed_by_hand is expected
