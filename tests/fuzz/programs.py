"""Programs about torch, made at random: out of the cases of the rules, and by a grammar. One seed, one program."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from textwrap import indent

from casefiles import all_cases

from fuzz.spelling import parsed, respelled

_FUTURE = re.compile(r"^from __future__ .*\n", re.M)
_LONGEST = 2500

# `#` is where the block goes; it is indented by what stands before the mark.
_AROUND = (
    "def work(self, x, loader=None):\n    #\n",
    "class Net(torch.nn.Module):\n    def forward(self, x):\n        #\n",
    "async def work(x):\n    #\n",
    "if __name__ == '__main__':\n    #\n",
    "for epoch in range(3):\n    #\n",
    "while True:\n    #\n    break\n",
    "try:\n    #\nexcept (OSError, ValueError) as error:\n    raise\nfinally:\n    print('done')\n",
    "with open('log.txt') as log, torch.enable_grad():\n    #\n",
    "if 1:\n    pass\nelif flag:\n    #\nelse:\n    pass\n",
    "match flag:\n    case [1, *_] if flag:\n        #\n    case _:\n        pass\n",
    "@decorated(  # why\n    1)\ndef work(x, /, *, y: 'int' = 0) -> None:\n    #\n",
)

_ATOMS = (
    "x",
    "loss",
    "net(x)",
    "x.data",
    "loss.data[0]",
    "y",
    "model",
    "torch.ones(3)",
    "torch.zeros(2, 3).cuda()",
    "torch.load('a.pt')",
    "Variable(x)",
    "Variable(x.data, volatile=True)",
    "net.cuda()",
    "x.cuda(0)",
    "crit(net(x), y)",
    "torch.device('cuda:0')",
    "torch.cuda.FloatTensor([1, 2])",
    "x.cpu().data.numpy()",
    "loss.item()",
    "1",
    "'é'",
    "batch.cuda(non_blocking=True)",
    "torch.nn.functional.mse_loss(x, y)",
    "weight.data",
    "net.fc.weight.data",
    "DataLoader(data, batch_size=4, num_workers=2)",
    "x.grad.data",
    "self.net(x)",
)
_NESTS = (
    "{a}",
    "{a}",
    "f({a}, {b})",
    "{a} + {b}",
    "{a}.sum()",
    "{a}.data",
    "{a}.data.cuda()",
    "Variable({a})",
    "{a}.cuda()",
    "{a}.numpy()",
    "[{a} for x in {b} if {c}]",
    "(lambda x: {a})({b})",
    "({a} if {b} else {c})",
    "{{'k': {a}, **{b}}}",
    "(z := {a})",
    "{a} < {b} <= {c}",
    "not {a}",
    "-{a} ** {b}",
    "f'{{{a}}}'",
    "f'{{{a}=}} {{{b}}}'",
    "f'''{{{a}!r:>{{{b}}}}} é'''",
    "{a}[{b}:, 'é'].data",
    "({a}, *{b})",
    "f(*{a}, **{b})",
    "f(k={a}, dim=1)",
    "{a}.data[0]",
    "torch.cat([{a}, {b}], 0)",
    "(\n    {a}  # first\n    +  # then\n    {b})",
    "f(\n    {a},  # one\n    # end\n)",
    "{a} + \\\n    {b}",
    "{{x: {a} for x in {b}}}",
    "({a} for x in {b})",
    "print({a}, {b})",
    "float({a})",
    "{a}.to('cuda')",
    "{a}.data.norm()",
)
_LINES = (
    "{a}",
    "v = {a}",
    "x = {a}",
    "x, y = {a}, {b}",
    "v: 'T' = {a}",
    "total += {a}",
    "losses.append({a})",
    "p.data -= {a}",
    "p.data.add_({a})",
    "w = z = {a}",
    "assert {a}, {b}",
    "del q[{a}]",
    "print('loss %.3f' % {a})",
    "loss = crit(net(x), y)",
    "loss.backward()",
    "optimizer.step()",
    "optimizer.zero_grad()",
    "net.eval()",
    "net.train()",
    "torch.cuda.empty_cache()",
    "x.cuda()",
    "torch.save(net, 'a.pt')",
    "s = '日本😀'; v = {a}",
    "if {a}: v = {b}; z = 2",
    "x = x.cuda(); y = y.cuda()",
    "for x in {a}: net(x)",
    "torch.no_grad()",
    "import os",
    "device = 'cuda'",
    "v = {a}  # type: int",
    "pass; v = {a}",
    "raise ValueError({a})",
    "lambda: {a}",
    "v = ['" + "long " * 60 + "', {a}]",
    "net = torch.nn.Linear(2, 1).cuda()",
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)",
    "crit = torch.nn.MSELoss().cuda()",
    "x = torch.ones(3)",
    "x = Variable(torch.ones(3), requires_grad=True)",
)
_HEADS = (
    "if {a}:",
    "for i, x in enumerate({a}):",
    "while {a}:",
    "with torch.no_grad():",
    "with f({a}) as v, {b}:",
    "def f(x, k={a}):",
    "async def g(*a: {a}):",
    "@f({a})\n# note\n@g\nclass A(torch.nn.Module):",
    "def forward(self, x):",
    "for x, y in loader:",
    "class B:",
    "for epoch in range(9):",
    "def train(net, loader):",
    "if torch.cuda.is_available():",
    "def h(x): # def",
)
_TOPS = (
    "import torch\n",
    "import torch\nfrom torch.autograd import Variable\n",
    '"""Doc."""\nimport torch\nimport numpy as np\n',
    "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nimport torch, os\n",
    "import torch; import os\n",
    "import torch as th\nimport torch\n",
    "from __future__ import annotations\nimport torch\nfrom torch.utils.data import DataLoader\n",
    "import os\nimport torch \n\n\n",
    "from torch import *\nimport torch\n",
    "try:\n    import torch\nexcept ImportError:\n    torch = None\n",
    "import torch # c\n#\n",
    '"""Doc."""; import torch\n',
    "import torch; \\\n\n",
    "# torch\nimport os\n",
)
_NEW = ("type Alias[T] = list[T]\n", "def generic[T: torch.Tensor](x: T) -> T:\n    return x.cuda()\n")


@cache
def snippets() -> tuple[str, ...]:
    """The sources of the cases, as they are and as their rules make them."""
    found = [text for case in all_cases() if case.parses for text in (case.before, case.after)]
    return tuple(dict.fromkeys(text.replace("\r\n", "\n") for text in found if len(text) < _LONGEST))


def _placed(block: str, random: Random) -> str:
    """A block within a compound statement."""
    around = random.choice(_AROUND)
    mark = next(line for line in around.split("\n") if line.strip() == "#")
    margin = mark[: len(mark) - 1]
    return around.replace(f"{mark}\n", indent(block, margin, lambda line: bool(line.strip())), 1)


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def case(random: Random) -> str:
    """One case, spelled in another way."""
    return respelled(random.choice(snippets()), random)


def joined(random: Random) -> str:
    """Two or three cases in a row, some of them inside a compound statement, spelled in another way."""
    parts = []
    for _ in range(random.choice((1, 2, 2, 3))):
        part = _with_line_end(_FUTURE.sub("", random.choice(snippets())))
        parts.append(_placed(part, random) if random.random() < 0.4 else part)
    head = random.choice(("", "", "import torch\n"))
    return respelled(head + "".join(parts), random)


def mixed(random: Random) -> str:
    """The lines of a case with made-up statements between them."""
    lines = _with_line_end(random.choice(snippets())).split("\n")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(lines))
        margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        lines.insert(at, indent(_line(random), margin))
    return respelled("\n".join(lines), random)


def grammar(random: Random) -> str:
    """Statements made up from templates."""
    text = random.choice(_TOPS) + _block(random, 2)
    if random.random() < 0.03:
        text += random.choice(_NEW)
    return respelled(text, random)


def _expression(random: Random, depth: int) -> str:
    if depth == 0 or random.random() < 0.3:
        return random.choice(_ATOMS)
    template = random.choice(_NESTS)
    return template.format(**{name: _expression(random, depth - 1) for name in "abc"})


def _line(random: Random) -> str:
    for _ in range(5):
        text = random.choice(_LINES).format(a=_expression(random, 2), b=_expression(random, 1))
        if parsed(text) is not None:
            return text
    return "pass"


def _block(random: Random, depth: int) -> str:
    parts = []
    for _ in range(random.randint(1, 5)):
        if depth and random.random() < 0.3:
            head = random.choice(_HEADS).format(a=_expression(random, 1), b=_expression(random, 1))
            parts.append(f"{head}\n{indent(_block(random, depth - 1), '    ')}")
        else:
            parts.append(f"{_line(random)}\n")
    return "".join(parts)


GENERATORS: dict[str, Callable[[Random], str]] = {"case": case, "joined": joined, "mixed": mixed, "grammar": grammar}
_TRIES = 20


def program(generator: str, seed: int, index: int, generators: Sequence[str] = ()) -> str:
    """The program of this number: text that Python parses."""
    random = Random(f"{generator}:{seed}:{index}")
    for _ in range(_TRIES):
        text = GENERATORS[generator](random)
        if random.random() < 0.2:
            text = text.rstrip("\n \t\x0c")
        if "torch" in text and parsed(text) is not None:
            return text
    return "import torch\n"
