# ruff: noqa: E501 - a program of one shape stands on one line
"""Texts of any size that are hard on an analysis: deep, long, circular, or the same thing many times.

Each shape is a function of one number; its text grows in proportion to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Shape: TypeAlias = Callable[[int], str]

# Wakes every rule and gives the analyses something to follow: a model, an optimizer, a loader, tensors and losses.
HEAD = """\
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.utils.data import DataLoader

model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.ReLU()).cuda()
optimizer = torch.optim.Adam(model.parameters())
criterion = nn.CrossEntropyLoss()
loader = DataLoader(list(range(9)), batch_size=3, shuffle=True, num_workers=64)
x0 = a = b = x = torch.ones(3).cuda()
"""
# What asks about a variable of a name from every side.
_ASK = """\
{0}.data.add_(1)
print({0}.data[0], {0}.cuda().numpy(), {0}.volatile)
Variable({0}, volatile=True)
F.cross_entropy(F.softmax({0}), {0}).backward()
losses.append({0})
torch.save({0}, "x.pt")
model({0})
"""


def _ask(name: str) -> str:
    return "losses = []\n" + _ASK.format(name)


def _indented(text: str, depth: int) -> str:
    return "".join(" " * depth + line + "\n" for line in text.splitlines())


def _repeated(text: str) -> Shape:
    return lambda n: HEAD + text * n


def _numbered(text: str, end: str = "") -> Shape:
    """The text once for each number: `{i}` is the number, `{j}` the one after."""
    return lambda n: HEAD + "".join(text.format(i=i, j=i + 1) for i in range(n)) + end.format(i=n)


def _recursive(body: str, calls: int = 3, parameters: str = "v") -> Shape:
    """Functions each of which calls all the ones around it: `{calls}` stands for `f1(v) + f2(v)`."""

    def shape(n: int) -> str:
        functions = []
        for i in range(n):
            others = " + ".join(f"f{(i + k) % n}({parameters})" for k in range(1, min(calls, n) + 1))
            functions.append(f"def f{i}({parameters}):\n" + _indented(body.format(calls=others, i=i), 4))
        return HEAD + "\n".join(functions) + "\n".join(f"y{i} = f{i}(x)\ny{i}.data.zero_()\n" for i in range(n))

    return shape


def _clique(body: str) -> Shape:
    """Functions each of which calls every other one."""

    def shape(n: int) -> str:
        n = max(2, int(n**0.5))
        return _recursive(body, n)(n)

    return shape


def _nested(opening: str, leaf: str, step: int = 1) -> Shape:
    """Statements, one inside the other. The parser takes no more than about 99 levels."""

    def shape(n: int) -> str:
        depth = min(n, 90)
        text = "".join(_indented(opening.format(i=i), i * step) for i in range(depth))
        return HEAD + text + _indented(leaf, depth * step) * max(1, n // 90)

    return shape


def _expression(left: str, middle: str, right: str, statement: str = "y = {0}\n") -> Shape:
    return lambda n: HEAD + statement.format(left * n + middle + right * n) + _ask("y")


def _methods(body: str, uses: str = "") -> Shape:
    """One class with many methods."""

    def shape(n: int) -> str:
        methods = "".join(_indented(body.format(i=i, j=i + 1), 4) for i in range(n))
        return HEAD + "class Net(nn.Module):\n" + methods + "net = Net()\n" + uses

    return shape


def _elif(test: str, body: str) -> Shape:
    def shape(n: int) -> str:
        arms = "".join(f"elif {test.format(i=i)}:\n" + _indented(body.format(i=i), 4) for i in range(n))
        return HEAD + "if x is None:\n    pass\n" + arms + _ask("x")

    return shape


def _one_line(item: str, opening: str = "y = [", closing: str = "]\n", between: str = ", ") -> Shape:
    return lambda n: HEAD + opening + between.join(item.format(i=i) for i in range(n)) + closing + _ask("y")


_STEP = """\
for epoch in range(3):
    model.eval()
    for batch, target in loader:
        optimizer.zero_grad()
        loss = criterion(model(batch.cuda()), target)
        loss.backward()
        optimizer.step()
        torch.cuda.empty_cache()
        total += loss
"""

SHAPES: dict[str, Shape] = {
    # ---- functions that call each other
    "recursion": _recursive("return {calls}"),
    "recursion through variables": _recursive("w = {calls}\nu = w.data\nu.zero_()\nw.sum().backward()\nreturn w"),
    "recursion with losses": _recursive(
        "loss = criterion(model(v), v)\nloss = loss + {calls}\nloss.backward()\nreturn loss"
    ),
    "recursion over devices": _recursive("d = torch.device(v) if v else {calls}\nx.to(d).cuda()\nreturn d"),
    "recursion over models": _recursive(
        "m = nn.Linear(3, 3) if v else {calls}\nm.eval()\nm(x)\ntorch.save(m, 'm.pt')\nreturn m"
    ),
    "recursion over loaded values": _recursive(
        "s = torch.load('s.pt') if v else {calls}\nmodel.load_state_dict(s)\nreturn s"
    ),
    "recursion with tests": _recursive("model.eval()\nfor t in loader:\n    print(model(t))\n{calls}\nmodel.train()"),
    "recursion with steps": _recursive("optimizer.step()\n{calls}\noptimizer.zero_grad()\nmodel(v).sum().backward()"),
    "recursion with paths": _recursive("p = 'a' + {calls}\ntorch.save(model, p)\ntorch.load(p)\nreturn p"),
    "recursion with loaders": _recursive(
        "l = DataLoader(v, num_workers=64, worker_init_fn=f{i}) if v else {calls}\nfor t in l:\n    t.cuda()\nreturn l"
    ),
    "recursion with arrays": _recursive("n = np.array(v.cuda().numpy()) + {calls}\nreturn torch.from_numpy(n)[0]"),
    "recursion with parameters passed": _recursive("u.data.add_(v)\nreturn {calls}", parameters="v, u"),
    "clique": _clique("return {calls}"),
    "clique with writes": _clique("w = {calls}\nw.data.zero_()\nw.cuda().sum().backward()\nreturn w"),
    "clique with models": _clique("m = {calls}\nm.eval()\nm(v)\nreturn m"),
    "clique with gpu": _clique("w = v.cuda()\nprint(w.numpy(), ({calls}).numpy())\nreturn w"),
    "clique of methods": lambda n: (
        HEAD
        + "class Net(nn.Module):\n"
        + "".join(
            f"    def f{i}(self, v):\n        self.a{i} = "
            + " + ".join(f"self.f{k}(v)" for k in range(int(n**0.5)))
            + f"\n        self.a{i}.data.zero_()\n        return self.a{i}.cuda()\n"
            for i in range(int(n**0.5))
        )
        + "net = Net()\nnet.f0(x).numpy()\n"
    ),
    "one function called often": lambda n: (
        HEAD
        + "def f(v, u):\n    v.data.add_(u)\n    w = v.cuda() + u\n    w.sum().backward()\n    return w\n"
        + "".join(f"y{i} = f(x, y{i - 1 if i else 0}).data\n" for i in range(n))
    ),
    "functions in a row": _numbered(
        "def f{i}(v):\n    w = f{j}(v)\n    w.data.zero_()\n    w.sum().backward()\n    return w.cuda()\n",
        "def f{i}(v):\n    return v\nf0(x).numpy()\n",
    ),
    "functions in a row, backwards": _numbered(
        "def f{j}(v):\n    w = f{i}(v)\n    w.data.zero_()\n    return w.cuda()\n", "f{i}(x).numpy()\n"
    ),
    "parameters handed on": _numbered(
        "def f{i}(v):\n    v.data.zero_()\n    print(v.numpy())\n    f{j}(v)\n",
        "def f{i}(v):\n    v.numpy()\nf0(x.cuda())\n",
    ),
    "calls in calls": _expression("f(", "x", ")", "def f(v):\n    return v.cuda()\ny = {0}\n"),
    "nested functions": _nested("def f{i}(v):", "w = v.data\nw.zero_()\nreturn model(w)\n"),
    "lambdas in lambdas": lambda n: (
        HEAD
        + "y = "
        + "".join(f"lambda v{i}: (" for i in range(min(n, 60)))
        + "x.data"
        + ")" * min(n, 60)
        + "\n"
        + _ask("x") * (n // 20 + 1)
    ),
    # ---- chains
    "chain of data": _numbered("x{j} = x{i}.data\n"),
    "chain of moves": _numbered("x{j} = x{i}.cuda()\n", "print(x{i}.numpy())\n"),
    "chain of losses": _numbered("x{j} = model(x{i})\n", "x{i}.sum().backward()\nx0.data.zero_()\n"),
    "chain of devices": _numbered("d{j} = d{i}\nx.to(d{j})\n", "x.cuda()\nd0 = torch.device('cuda')\n"),
    "chain of models": _numbered("m{j} = m{i}\nm{j}.eval()\n", "m0 = model\ntorch.save(m{i}, 'm.pt')\nm{i}(x)\n"),
    "chain of paths": _numbered("p{j} = p{i} + 'a'\n", "p0 = 'b'\ntorch.save(model, p{i})\nmodel = torch.load(p{i})\n"),
    "chain of writes": _numbered("x{j} = x{i}.data\nx{j}.add_(1)\nx{i}.sum().backward()\n"),
    "chain of attributes": lambda n: HEAD + "y = x" + ".data" * n + "\n" + _ask("y"),
    "chain of methods": lambda n: HEAD + "y = x" + ".cuda()" * n + "\n" + _ask("y"),
    "chain of subscripts": lambda n: HEAD + "y = x" + "[0]" * n + "\n" + _ask("y"),
    "chain of pluses": _one_line("x", "y = ", "\n", " + "),
    "chain of ands": _one_line("x", "y = ", "\n", " and "),
    "chain of comparisons": _one_line("x", "y = ", "\n", " < "),
    "chain of targets": _one_line("y{i}", "y = ", " = x.data\n", " = "),
    "chain of ifs in an expression": lambda n: (
        HEAD + "y = " + "".join(f"x.data if a == {i} else " for i in range(n)) + "b\n" + _ask("y")
    ),
    "chain of strings": _one_line("'a{i}'", "y = ", "\n", " + "),
    "minuses": _expression("-", "x", ""),
    "brackets": _expression("(", "x.data", ")"),
    "lists in lists": _expression("[", "x.data", "]"),
    "dicts in dicts": _expression("{0: ", "x.data", "}"),
    "models in models": _expression("nn.Sequential(", "nn.Linear(3, 3)", ")"),
    "comprehensions in comprehensions": _expression("[", "x.data", " for v in x]"),
    # ---- statements
    "elifs": _elif("a == {i}", "x = x.data"),
    "elifs over devices": _elif("torch.cuda.is_available()", "x = x.cuda()\nmodel.cuda()"),
    "nested ifs": _nested("if a > {i}:", "x = x.data\nx.zero_()\nx = x.cuda()\n"),
    "nested loops": _nested("for i{i} in loader:", "x = x.data\nx.zero_()\nmodel(x).sum().backward()\n"),
    "nested whiles": _nested("while x:", "x = x + x\ntotal += x\noptimizer.step()\n"),
    "nested tries": lambda n: (
        HEAD
        + "".join(" " * i + "try:\n" for i in range(min(n, 40)))
        + _indented("x = x.data\nx = x.cuda()\n", min(n, 40)) * (n // 40 + 1)
        + "".join(" " * i + "finally:\n" + " " * i + " x = x.data\n" for i in reversed(range(min(n, 40))))
    ),
    "nested classes": _nested("class C{i}(nn.Module):", "def forward(self, v):\n    return v.data\n"),
    "loops side by side": _numbered(
        "for i{i} in loader:\n    x = x.data\n    x.add_(i{i})\n    model(x).sum().backward()\n"
    ),
    "branches": _repeated("if a:\n    x = x.data\nelse:\n    x = x.cuda()\n"),
    "branches in a function": lambda n: (
        HEAD + "def f(x):\n" + "    if a:\n        x = x.data\n    else:\n        x = x.cuda()\n" * n + "    return x\n"
    ),
    "branches in a loop": lambda n: (
        HEAD
        + "for v in loader:\n"
        + "    if v:\n        x = x.data\n        x.add_(v)\n" * n
        + "    x.sum().backward()\n"
    ),
    "branches of models": _repeated(
        "if a:\n    model = model.cuda()\nelse:\n    model = nn.DataParallel(model)\nmodel.eval()\nmodel(x)\n"
    ),
    "branches of devices": _repeated("if a:\n    d = torch.device('cuda')\nelse:\n    d = d\nx = x.to(d)\n"),
    "branches of losses": _repeated(
        "if a:\n    loss = loss + criterion(model(x), x)\nelse:\n    loss = model(x)\nloss.backward()\n"
    ),
    "data again and again": _repeated("x = x.data\n"),
    "moves again and again": _repeated("x = x.cuda()\nprint(x.numpy())\n"),
    "sums": _repeated("x = x + x * x\n"),
    "augmented sums": _repeated("x += model(x)\nx.data.clamp_(0)\n"),
    "steps": _repeated("optimizer.zero_grad()\nloss = criterion(model(x), x)\nloss.backward()\noptimizer.step()\n"),
    "trainings": _repeated(_STEP),
    "trainings in functions": _numbered(
        "def train{i}(model, total):\n" + _indented(_STEP, 4) + "    return total\n", "train0(model, 0)\n"
    ),
    "tests": _repeated("model.eval()\nfor v in loader:\n    print(model(v))\n"),
    "tests in functions": _numbered(
        "def test{i}(model):\n    model.eval()\n    for v in loader:\n        print(model(v))\n", "test0(model)\n"
    ),
    "backward passes": _repeated("model(x).sum().backward()\n"),
    "losses kept": _numbered("losses{i} = []\nfor v in loader:\n    loss = model(v)\n    losses{i}.append(loss)\n"),
    "losses kept in one list": lambda n: (
        HEAD + "losses = []\n" + "loss = model(x)\nlosses.append(loss)\nprint(losses[0])\n" * n
    ),
    "saves": _numbered("torch.save(model, 'm{i}.pt')\nmodel = torch.load('m{i}.pt')\n"),
    "saves of one file": _repeated(
        "torch.save(model, 'm.pt')\nmodel = torch.load('m.pt')\nmodel.load_state_dict(torch.load('s.pt'))\n"
    ),
    "saves of states": _numbered(
        "torch.save({{'a': model.state_dict(), 'b': x{i}, 'c': {i}}}, 'm{i}.pt')\nc{i} = torch.load('m{i}.pt')\nmodel.load_state_dict(c{i}['a'])\n"
    ),
    "variables": _numbered("v{i} = Variable(x, volatile=True)\nprint(v{i}.data[0], model(v{i}))\n"),
    "names": _numbered("n{i} = torch.ones(3).cuda()\nprint(n{i}.data[0], n{i}.numpy())\nn{i}.data.zero_()\n"),
    "optimizers": _numbered(
        "m{i} = nn.Linear(3, 3)\no{i} = torch.optim.SGD(m{i}.parameters(), 1)\nm{i}.cuda()\no{i}.step()\n"
    ),
    "loaders": _numbered("l{i} = DataLoader(x, num_workers=64)\nfor v in l{i}:\n    v.cuda()\n"),
    "loss functions": _numbered("c{i} = nn.CrossEntropyLoss()\nc{i}(F.softmax(model(x)), x)\n"),
    "softmax layers": _numbered(
        "m{i} = nn.Sequential(nn.Linear(3, 3), nn.Softmax())\nnn.CrossEntropyLoss()(m{i}(x), x)\n"
    ),
    "stars": _numbered("from m{i} import *\n", "Net()(Variable(x).data)\n"),
    "imports": _numbered("import m{i}.sub as s{i}\nfrom .k{i} import Net{i}\nNet{i}()(x.data).cuda()\n"),
    "globals": _numbered("def f{i}():\n    global x\n    x = x.data\n    x.cuda()\n"),
    "deletions": _repeated("y = x.data\nprint(y)\ndel y\n"),
    "walrus": _repeated("if (y := x.data) is not None:\n    y.zero_()\n"),
    "matches": lambda n: HEAD + "match a:\n" + "".join(f"    case [{i}, v]:\n        x = v.data\n" for i in range(n)),
    "decorators": lambda n: HEAD + "@torch.no_grad()\n" * n + "def f(x):\n    return model(x.data)\n",
    "returns": lambda n: (
        HEAD + "def f(x):\n" + "    if a:\n        return x.data\n" * n + "    return x\ny = f(x)\ny.zero_()\n"
    ),
    "yields": lambda n: HEAD + "def f(x):\n" + "    yield x.data\n" * n + "for y in f(x):\n    y.zero_()\n",
    "flags": _numbered("use{i} = torch.cuda.is_available()\nif use{i}:\n    x = x.cuda()\n    model.cuda()\n"),
    "one flag": lambda n: HEAD + "use = torch.cuda.is_available()\n" + "if use:\n    x = x.cuda()\n" * n,
    "devices": _numbered("x.cuda({i})\nx.to('cuda:{i}')\ntorch.cuda.FloatTensor(3)\n"),
    # ---- classes
    "classes in a row": _numbered(
        "class C{j}(C{i}):\n    def forward(self, v):\n        self.a{i} = v.data\n        return super().forward(v)\n",
        "class C0(nn.Module):\n    pass\nC{i}()(x)\n",
    ),
    "classes in a row, defined first": lambda n: (
        HEAD
        + "class C0(nn.Module):\n    def forward(self, v):\n        self.a = v\n        return self.a.data\n"
        + "".join(f"class C{i + 1}(C{i}):\n    def g{i}(self):\n        return self.a.data\n" for i in range(n))
        + f"C{n}()(x)\n"
    ),
    "classes": _numbered(
        "class C{i}(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 3)\n    def forward(self, v):\n        self.h = self.fc(v).data\n        return self.h.cuda()\n",
        "C0()(x)\n",
    ),
    "classes of one base": lambda n: (
        HEAD
        + "class B(nn.Module):\n    def forward(self, v):\n        self.h = v.data\n        return self.h\n"
        + "".join(f"class C{i}(B):\n    def g(self):\n        return self.h.cuda()\nC{i}()(x)\n" for i in range(n))
    ),
    "a class with many bases": lambda n: (
        HEAD
        + "".join(f"class C{i}(nn.Module):\n    def g{i}(self):\n        return self.h\n" for i in range(n))
        + "class D("
        + ", ".join(f"C{i}" for i in range(n))
        + "):\n    def forward(self, v):\n        self.h = v.data\n        return self.h.cuda()\nD()(x)\n"
    ),
    "diamonds": lambda n: (
        HEAD
        + "class A0(nn.Module):\n    pass\n"
        + "".join(
            f"class B{i}(A{i}):\n    pass\nclass C{i}(A{i}):\n    pass\nclass A{i + 1}(B{i}, C{i}):\n    def f(self):\n        self.h.data.zero_()\n"
            for i in range(n)
        )
        + f"A{n}()(x)\n"
    ),
    "methods": _methods(
        "def f{i}(self, v):\n    self.a{i} = v.data\n    return self.f{j}(self.a{i}.cuda())\n", "net(x).numpy()\n"
    ),
    "methods of one attribute": _methods(
        "def f{i}(self, v):\n    self.a = self.a.data\n    self.a.add_(v)\n    return self.a.cuda()\n",
        "net(x).numpy()\n",
    ),
    "methods that train": _methods(
        "def f{i}(self, v):\n    self.optimizer.step()\n    loss = self.model(v)\n    loss.backward()\n    self.total += loss\n",
        "net.f0(x)\n",
    ),
    "attributes": lambda n: (
        HEAD
        + "class Net(nn.Module):\n    def __init__(self):\n"
        + "".join(f"        self.a{i} = nn.Linear(3, 3)\n" for i in range(n))
        + "    def forward(self, v):\n"
        + "".join(f"        v = self.a{i}(v).data\n" for i in range(n))
        + "        return v\nNet().cuda()(x)\n"
    ),
    "attribute again and again": lambda n: (
        HEAD
        + "class Net(nn.Module):\n    def forward(self, v):\n"
        + "        self.h = self.h.data\n        self.h.add_(v)\n" * n
        + "        return self.h\nNet().cuda()(x)\n"
    ),
    "layers": lambda n: HEAD + "y = nn.Sequential(" + "nn.Linear(3, 3), " * n + ")\n" + _ask("y"),
    # ---- literals
    "a line of integers": _one_line("{i}"),
    "a line of tensors": _one_line("x.data"),
    "a line of moves": _one_line("x.cuda()"),
    "a line of models": _one_line("model(x)"),
    "a line of arguments": _one_line("x.data", "y = print(", ")\n"),
    "a line of statements": _one_line("x = x.data", "", "\ny = x\n", "; "),
    "a line of words": _one_line("'w{i}'", "y = {", "}\n"),
    "lines of integers": _one_line("{i}", between=",\n"),
    "a dict of lambdas": _one_line("'{i}': lambda v: v.data.cuda()", "y = {", "}\n", ",\n"),
    "a dict of models": _one_line("'{i}': model(x).data", "y = {", "}\n", ",\n"),
    "a long string": lambda n: HEAD + "y = '" + "x.data " * n + "'\n" + _ask("x"),
    "a long comment": lambda n: HEAD + "# " + "x.data.cuda() " * n + "\n" + _ask("x"),
    "a long docstring": lambda n: HEAD + '"""\n' + "x.data.cuda()\n" * n + '"""\n' + _ask("x"),
    "an f-string": lambda n: HEAD + "y = f'" + "{x.data}" * n + "'\n" + _ask("y"),
    "a long line that is no ASCII": lambda n: HEAD + "y = ['ä', " + "x.data, " * n + "]\n" + _ask("y"),
    "comments": _repeated("# torchfix: ignore[TFC601] not now\ny = x.data  # noqa: TFC601\n"),
    "keywords": _one_line("k{i}=x.data", "y = dict(", ")\n"),
    "parameters": lambda n: (
        HEAD
        + "def f("
        + ", ".join(f"p{i}" for i in range(n))
        + "):\n"
        + "".join(f"    p{i}.data.zero_()\n" for i in range(n))
        + "f("
        + ", ".join("x.cuda()" for i in range(n))
        + ")\n"
    ),
    "tuples": lambda n: (
        HEAD
        + ", ".join(f"t{i}" for i in range(n))
        + " = "
        + ", ".join("x.data" for i in range(n))
        + "\n"
        + "".join(f"t{i}.zero_()\n" for i in range(n))
    ),
}
