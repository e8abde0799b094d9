"""What the other files of a run show the inference: what functions give, classes hold, and calls pass."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from projects import facts_of
from test_infer import said

from torchfix_codemods.analysis.syntax.tree import callee_name, parse
from torchfix_codemods.codemod import FileView

HEAD = "import torch\nimport numpy as np\nfrom torch import nn\n"


def ask(main: str, **others: str) -> str:
    """What is the argument of the last `ask(..)` of main.py, and by what?"""
    main = HEAD + dedent(main)
    texts = {name: HEAD + dedent(text) for name, text in others.items()}
    file = FileView("main.py", parse(main), project=facts_of(main=main, **texts))
    question = [call for call in file.tree.nodes(ast.Call) if callee_name(call) == "ask"][-1]
    found = file.kind(question.args[0])
    text = found.evidence.text if found.evidence is not None else ""
    return f"{said(found)} {text}".rstrip()


# ---- what functions give


@pytest.mark.parametrize(
    ("helper", "expected"),
    [
        ("def make(n):\n    return torch.zeros(n)", "tensor! `make(..)` returns a tensor"),
        ("def make(n):\n    return torch.zeros(n).view(-1)[0]", "tensor! `make(..)` returns a tensor"),
        (
            "def make(n):\n    if n:\n        return None\n    return torch.zeros(n)",
            "tensor! `make(..)` returns a tensor",
        ),
        ("def make(n):\n    x = torch.zeros(n)\n    x = x[1:]\n    return x", "tensor! `make(..)` returns a tensor"),
        ("def make(n) -> torch.Tensor:\n    return secret(n)", "tensor! `make(..)` returns a tensor"),
        ("def make(n) -> 'nn.Module':\n    return secret(n)", "module! `make(..)` returns a module"),
        ("class Net(nn.Module):\n    pass\ndef make(n):\n    return Net()", "module! `make(..)` returns a module"),
        # and these are not shown to be
        ("def make(n):\n    if n:\n        return np.zeros(n)\n    return torch.zeros(n)", "unknown"),
        ("def make(n):\n    return torch.zeros(n).numpy()", "unknown"),
        ("def make(n):\n    return torch.zeros(n).tolist()", "unknown"),
        ("def make(n):\n    return torch.zeros(n).max(0)", "unknown"),
        ("def make(n):\n    return [torch.zeros(n)]", "unknown"),
        ("def make(n):\n    return {'a': torch.zeros(n)}", "unknown"),
        ("def make(n):\n    yield torch.zeros(n)", "unknown"),
        ("def make(n):\n    yield 3\n    return torch.zeros(n)", "unknown"),
        ("async def make(n):\n    return torch.zeros(n)", "unknown"),
        ("@wrapped\ndef make(n):\n    return torch.zeros(n)", "unknown"),
        ("@wrapped\ndef make(n) -> torch.Tensor:\n    return torch.zeros(n)", "unknown"),
        ("def make(n):\n    x = torch.zeros(n)\n    x = x.next\n    return x", "unknown"),
        ("def make(n):\n    x = torch.zeros(n)\n    y = np.ones(n)\n    x, y = y, x\n    return x", "unknown"),
        ("def make(n) -> 'torch.Tensor | None':\n    return secret(n)", "unknown"),
    ],
)
def test_what_a_function_of_another_file_gives(helper: str, expected: str) -> None:
    assert ask("from helper import make\nask(make(3))", helper=helper) == expected
    assert ask("from helper import *\nask(make(3))", helper=helper) == expected


SPLIT = """
    def split(x, y, n):
        rest, y_rest = x[:n], y[:n]
        x, y = x[n:], y[n:]
        return x, y, rest, y_rest
"""


@pytest.mark.parametrize(
    ("passed", "expected"),
    [
        ("torch.ones(3), torch.ones(3), 2", "tensor!"),
        ("torch.ones(3), y=torch.ones(3), n=2", "tensor!"),
        ("torch.ones(3), np.ones(3), 2", "unknown"),
        ("torch.ones(3), [1, 2, 3], 2", "unknown"),
        ("torch.ones(3), unseen, 2", "unknown"),
        ("*both, 2", "unknown"),
    ],
)
def test_what_a_function_gives_of_what_it_is_passed(passed: str, expected: str) -> None:
    found = ask(f"from helper import split\na, b, c, d = split({passed})\nask(d)", helper=SPLIT)
    assert found.split(" ")[0] == expected


def test_a_function_that_this_file_hides_is_not_asked() -> None:
    helper = "def make(n):\n    return torch.zeros(n)"
    assert ask("from helper import make\nmake = unseen\nask(make(3))", helper=helper) == "unknown"
    assert ask("from helper import make\ndef f(make):\n    ask(make(3))", helper=helper) == "unknown"


# ---- what classes hold

PARTS = """
    from typing import NamedTuple
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.query = nn.Linear(3, 3)
            self.scale = torch.ones(3)
    class Archive(NamedTuple):
        model: nn.Module
        path: str
"""
USE = "from parts import Net, Archive\ndef f(net: Net, archive: Archive):\n    ask({})"


@pytest.mark.parametrize(
    ("asked", "more", "expected"),
    [
        ("net.query", "", "module! `query` of `Net` is a module"),
        ("net.query.weight", "", "tensor! graph"),
        ("net.scale", "", "tensor! `scale` of `Net` is a tensor"),
        ("archive.model", "", "module! `model` of `Archive` is a module"),
        ("archive.model", "def g(x):\n    x.model = 3", "module! `model` of `Archive` is a module"),
        ("net.query", "def g(x):\n    x.query = 3", "unknown"),
        ("net.query", "def g(x):\n    x.query = nn.Linear(2, 2)", "module! `query` of `Net` is a module"),
        ("net.query", "def g(x):\n    setattr(x, 'query', None)\n    setattr(x, 'query', unseen)", "unknown"),
        ("net.scale", "class Low(Net):\n    def __init__(self):\n        self.scale = np.ones(3)", "unknown"),
        ("net.scale", "class Low(Net):\n    def scale(self):\n        pass", "unknown"),
        ("net.scale", "class Low(Net):\n    def reset(self, scale):\n        self.scale = scale", "unknown"),
        ("net.other", "", "unknown"),
    ],
)
def test_what_a_class_of_another_file_holds(asked: str, more: str, expected: str) -> None:
    low = f"from parts import Net\nimport main\n{more}\n"
    assert ask(USE.format(asked), parts=PARTS, low=low).startswith(expected)


def test_what_a_class_says_of_an_attribute_that_others_give_it() -> None:
    nets = "class Net(nn.Module):\n    pass\n"
    make = "from nets import Net\ndef make():\n    net = Net()\n    net.head = {}\n    return net\n"
    use = "from nets import Net\nimport make\ndef f(net: Net):\n    ask(net.head)"
    assert ask(use, nets=nets, make=make.format("nn.Linear(3, 3)")).startswith("module!")
    assert ask(use, nets=nets, make=make.format("unseen")) == "unknown"


# ---- what calls pass

LAYER = "def fill(layer, n=3):\n    ask(layer.weight)\n"


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("fill(nn.Embedding(3, 3))", "tensor! `weight` of a torch.nn.Embedding"),
        ("fill(layer=nn.Linear(3, 3))", "tensor! `weight` of a torch.nn.Linear"),
        ("fill(nn.Embedding(3, 3))\n    fill(unseen)", "tensor?"),
        ("fill(nn.Embedding(3, 3))\n    fill(Plain())", "tensor?"),
        ("fill(nn.Embedding(3, 3))\n    fill(*unseen)", "tensor?"),
        ("fill(nn.Embedding(3, 3))\n    register(fill)", "tensor?"),
        ("pass", "tensor?"),
    ],
)
def test_what_all_calls_of_the_run_pass(calls: str, expected: str) -> None:
    other = f"from main import fill\nclass Plain:\n    weight = 3\ndef run(unseen):\n    {calls}\n"
    assert ask(LAYER, other=other).startswith(expected)


@pytest.mark.parametrize(
    ("main", "call", "expected"),
    [
        ("def f(q):\n    ask(q)", "f(torch.ones(3))", "tensor! every call in the run passes a tensor"),
        ("def f(q=None):\n    ask(q)", "f()\n    f(torch.ones(3))", "tensor! every call in the run passes a tensor"),
        ("def f(q=()):\n    ask(q)", "f()\n    f(torch.ones(3))", "unknown"),
        ("def f(q):\n    q = wrapped(q)\n    ask(q)", "f(torch.ones(3))", "unknown"),
        ("def f(q):\n    if isinstance(q, list):\n        ask(q)", "f(torch.ones(3))", "other!"),
        ("def f(q):\n    q.append(3)\n    ask(q)", "f(torch.ones(3))", "unknown"),
        ("def f(*q):\n    ask(q)", "f(torch.ones(3))", "other!"),
        ("class A:\n    def forward(self, q):\n        ask(q)", "A().forward(torch.ones(3))", "unknown"),
    ],
)
def test_what_a_parameter_is_by_the_calls_of_other_files(main: str, call: str, expected: str) -> None:
    assert ask(main, other=f"from main import *\ndef run():\n    {call}\n").startswith(expected)


# ---- methods that only modules have


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        ("", "module! it has `.half(..)` and `.make_fast_(..)`, as only modules of the run"),
        ("class Plain:\n    def make_fast_(self):\n        pass", "unknown"),
        ("class Plain:\n    make_fast_ = None", "unknown"),
        ("class Plain:\n    def __getattr__(self, name):\n        return getattr(self.net, name)", "unknown"),
        ("class Maybe(Unseen):\n    def make_fast_(self):\n        pass", "unknown"),
    ],
)
def test_a_method_that_only_modules_of_the_run_have(classes: str, expected: str) -> None:
    net = "class Net(nn.Module):\n    def make_fast_(self):\n        pass\n    def step(self):\n        pass"
    nets = f"{net}\n{classes}\n"
    main = "import nets\ndef f(qs):\n    for q in qs:\n        q.make_fast_()\n        q.half()\n        ask(q)"
    assert ask(main, nets=nets) == expected
    assert ask(main.replace("q.half()", "pass"), nets=nets) == "unknown"
    assert ask(main.replace("make_fast_", "step"), nets=nets) == "unknown"


def test_weights_are_loaded_strictly_unless_something_else_does_that_too() -> None:
    main = "import nets\ndef f(q, state):\n    q.load_state_dict(state, strict=True)\n    ask(q)"
    wrapper = "class Wrapper:\n    def load_state_dict(self, state, {}):\n        pass"
    assert ask(main, nets=wrapper.format("other=1")).startswith("module!")
    assert ask(main, nets=wrapper.format("strict=True")) == "unknown"
    assert ask(main, nets=wrapper.format("**words")) == "unknown"
