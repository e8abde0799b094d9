"""What made a value, over the files of a run, and what takes gradients there."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from textwrap import dedent
from typing import Any

import pytest
from projects import facts_of

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.gradients import GradientTakers, Taker
from torchfix_codemods.analysis.project.interface import Given
from torchfix_codemods.analysis.project.origins import Makers, Origins
from torchfix_codemods.analysis.project.passing import argument, filled
from torchfix_codemods.analysis.project.writers import CertainWriters, Writers
from torchfix_codemods.analysis.syntax.tree import parse


def origins(text: str, **others: str) -> set[str]:
    """What made the argument of `ask`, each as a word."""
    text = dedent(text)
    project = facts_of(main=text, **others)
    tree = parse(text)
    (call,) = tree.calls_named("ask")
    found = Origins(tree, "main.py", project).of(call.args[0])
    return {
        " ".join(
            filter(None, (one.kind, one.text, f"{one.place.path}:{one.place.name}" if one.place else "", *one.then))
        )
        for one in found
    }


NETS = """
    import torch
    from torch import nn
    class Net(nn.Module):
        def __init__(self, body=None):
            self.body = body
    def make(name):
        return {"net": Net, "flat": nn.Flatten}[name]()
    def moved(net):
        return net.cuda()
    shared = Net()
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from nets import Net\nnet = Net()\nask(net)", {"class nets.py:Net"}),
        ("from nets import Net\nnet: object = Net().cuda()\nask(net.eval())", {"class nets.py:Net"}),
        ("from nets import make\nask(make('net'))", {"class nets.py:Net", "outside torch.nn.Flatten"}),
        ("import nets\nask(nets.moved(nets.Net()))", {"class nets.py:Net"}),
        ("import nets\nask(nets.shared)", {"class nets.py:Net"}),
        ("import nets\nask(nets.Net)", {"definition nets.py:Net"}),
        ("import torch\nask(torch.zeros(1))", {"outside torch.zeros"}),
        ("import torch\nask(torch.float)", {"outside-name torch.float"}),
        ("import torch\nask('cpu')", {"constant 'cpu'"}),
        ("import nets\nask(nets.Net().body)", {"class nets.py:Net body"}),
        ("import other\nask(other.Net())", {"outside other.Net"}),
        ("ask([1])", {"constant 1 held"}),
        ("import nets\nall = [nets.Net(), nets.shared]\nfor one in all:\n    ask(one)", {"class nets.py:Net"}),
        ("import nets\nall = {'a': nets.Net()}\nfor one in all.values():\n    ask(one)", {"class nets.py:Net"}),
        (
            "from nets import Net\nall = [Net() for _ in range(3)]\nask([one.eval() for one in all][0])",
            {"class nets.py:Net"},
        ),
        ("from nets import Net\nclass A(Net):\n    def f(self):\n        ask(self)", {"class main.py:A"}),
        (
            "from nets import Net\nclass A(Net):\n    @classmethod\n    def f(cls):\n        ask(cls())",
            {"class main.py:A"},
        ),
        ("x = x\nask(x)", {"unknown"}),
    ],
)
def test_what_made_a_value(text: str, expected: set[str]) -> None:
    assert origins(text, nets=NETS) == expected


def test_a_parameter_is_what_all_files_pass() -> None:
    text = "import torch\ndef test(net, n=3):\n    ask(net)\n"
    one = "from main import test\nimport nets\ntest(nets.Net())\n"
    two = "import main, torch\nmain.test(n=1, net=torch.nn.ReLU())\n"
    assert origins(text, nets=NETS, one=one, two=two) == {"class nets.py:Net", "outside torch.nn.ReLU"}
    assert origins(text, three="from main import test\ntest(*args)\n") == {"unknown"}
    assert origins(text) == {"unknown"}


def test_an_attribute_is_what_constructors_are_given() -> None:
    text = """
        class Tester:
            def __init__(self, net):
                self.net = net
            def test(self):
                ask(self.net)
        class Quick(Tester):
            pass
    """
    use = "import main, nets\nmain.Quick(nets.Net().eval()).test()\n"
    assert origins(text, nets=NETS, use=use) == {"class nets.py:Net"}


def test_values_that_depend_on_each_other_come_to_an_end() -> None:
    text = "import torch\ndef f(x):\n    return g(x)\ndef g(x):\n    return f(x) if x else torch.ones(1)\nask(f(1))\n"
    assert origins(text) == {"outside torch.ones"}


ENERGY = """
    import torch
    from torch.autograd import grad
    class Energy(torch.nn.Module):
        def forward(self, x):
            return grad(x.sum(), x)
    class Plain(torch.nn.Module):
        def forward(self, x):
            return x
    class Holder(torch.nn.Module):
        def __init__(self, body):
            self.body = body
            self.head = Energy()
        def forward(self, x):
            return self.head(x)
    class Given(torch.nn.Module):
        def __init__(self, body):
            self.body = body
        def forward(self, x):
            return self.body(x)
    class Heir(Energy):
        pass
    def helper(net):
        return deeper(net)
    def deeper(net):
        net.loss().backward()
    def innocent(net):
        return net(1)
    def calls_unknown(tool):
        tool.adapt()
    class Tool:
        def adapt(self):
            helper(self)
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [("Energy", 6), ("Heir", 6), ("Holder", 6), ("Plain", 0), ("Given", 6)],
)
def test_models_that_take_gradients_in_a_forward_pass(name: str, line: int) -> None:
    project = facts_of(nets=ENERGY, use="from nets import Given, Energy\nGiven(Energy())\n")
    taker = GradientTakers(project).of_model(Place("nets.py", name))
    assert taker == (Taker("nets.py", line) if line else None)


@pytest.mark.parametrize(("name", "line"), [("helper", 26), ("innocent", 0), ("calls_unknown", 26), ("Tool.adapt", 26)])
def test_functions_that_take_gradients(name: str, line: int) -> None:
    taker = GradientTakers(facts_of(nets=ENERGY)).of_function(Place("nets.py", name))
    assert taker == (Taker("nets.py", line) if line else None)


# Each function hands a part of what it gets to the others: all combinations of parts are values of `v`.
_PARTS = "class Net: pass\n" + "".join(
    f"def f{i}(v):\n    return [{', '.join(f'f{k}(v.a{i}_{k})' for k in range(5))}]\n" for i in range(5)
)


def test_what_made_a_value_is_told_where_the_ways_back_have_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    project = facts_of(nets=_PARTS + "f0(Net())\n")
    found = project.shared(Makers).of((Given("parameter", "v"),), "nets.py", "f1")
    assert "unknown" in {one.kind for one in found}
    count = 0
    steps_from = Makers._steps_from

    def counting(self: Makers, step: Any, most: int) -> Sequence[Any]:
        nonlocal count
        count += 1
        return steps_from(self, step, most)

    monkeypatch.setattr(Makers, "_steps_from", counting)
    Makers(project).of((Given("parameter", "v"),), "nets.py", "f1")
    assert 1000 < count < 3000


def test_answers_have_an_order_of_their_own() -> None:
    text = "from torch import nn\ndef make(k):\n    return {1: nn.ReLU, 2: nn.Tanh, 3: nn.GELU}[k]()\nask(make(1))\n"
    found = Makers(facts_of(main=text)).of((Given("call", ".make"),), "main.py", "")
    assert [one.text for one in found] == ["torch.nn.GELU", "torch.nn.Tanh", "torch.nn.ReLU"]


CIRCLE = """
    import torch
    def ping(x, n):
        if n:
            pong(x, n - 1)
    def pong(x, n):
        ping(x, n)
        fill(x)
    def fill(x):
        x.zero_()
    def tick(x):
        tock(x)
    def tock(x):
        tick(x)
    def many(*values, out):
        out.zero_()
    def gives(x):
        many(x, out=None)
    def takes(x):
        many(None, out=x)
    def second(x):
        many(None, x, out=None)
"""


@pytest.mark.parametrize("first", ["ping", "pong"])
def test_functions_that_call_each_other_write_whichever_is_asked_first(first: str) -> None:
    for writers in (Writers(facts_of(nets=dedent(CIRCLE))), CertainWriters(facts_of(nets=dedent(CIRCLE)))):
        assert writers.writes(Place("nets.py", first), "x")
        assert all(writers.writes(Place("nets.py", name), "x") for name in ("ping", "pong", "fill"))
        assert not any(writers.writes(Place("nets.py", name), "x") for name in ("tick", "tock"))
        assert not writers.writes(Place("nets.py", "ping"), "n")


@pytest.mark.parametrize(("name", "certain"), [("gives", False), ("takes", True), ("second", False)])
def test_what_stands_behind_star_arguments_is_written_by_keyword_only(name: str, certain: bool) -> None:
    writers = CertainWriters(facts_of(nets=dedent(CIRCLE)))
    assert writers.writes(Place("nets.py", name), "x") is certain


@pytest.mark.parametrize(
    ("signature", "call", "expected"),
    [
        ("*args, b", "f(1, 2)", ()),
        ("*args, b", "f(1, b=2)", ("2",)),
        ("a, b", "f(1, 2)", ("2",)),
        ("a, b=0", "f(1)", ()),
        ("a, *args, b", "f(1, 2)", ()),
        ("a, b", "f(*x)", None),
    ],
)
def test_what_a_call_passes_for_a_parameter(signature: str, call: str, expected: tuple[str, ...] | None) -> None:
    (interface,) = facts_of(main=f"def f({signature}):\n    pass\n{call}\n").files.values()
    passed = argument(interface.functions[0], interface.calls[0], "b")
    assert (None if passed is None else tuple(one.text for one in passed)) == expected


@pytest.mark.parametrize(
    ("signature", "position", "keyword", "expected"),
    [
        ("*args, b", 0, "", "*args"),
        ("*args, b", 1, "", "*args"),
        ("*args, b", 0, "b", "b"),
        ("a, b", 1, "", "b"),
        ("a, b", 2, "", ""),
        ("a, **more", 1, "", ""),
        ("a, **more", 0, "b", "**more"),
        ("a", 0, "b", ""),
    ],
)
def test_which_parameter_an_argument_fills(signature: str, position: int, keyword: str, expected: str) -> None:
    (interface,) = facts_of(main=f"def f({signature}):\n    pass\n").files.values()
    assert filled(interface.functions[0], position, keyword) == expected


def test_what_is_worked_out_of_a_run_stays_in_the_process() -> None:
    project = facts_of(nets=dedent(CIRCLE))
    before = pickle.dumps(project)
    project.shared(Writers).writes(Place("nets.py", "ping"), "x")
    assert project.shared(Writers) is project.shared(Writers)
    assert pickle.dumps(project) == before
    assert pickle.loads(before).files == project.files
