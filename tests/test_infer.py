"""What the inference says, situation by situation, and the evidence that it names.

The situations stand in `receivers/*.txt`, each under a line `### name: what is expected of the argument of ask(..)`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path
from types import FrameType

import pytest
from projects import facts_of

from torchfix_codemods.analysis.inference import infer_expressions
from torchfix_codemods.analysis.inference.infer import infer
from torchfix_codemods.analysis.inference.infer_calls import call as evaluate_call
from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_targets import Evaluate
from torchfix_codemods.analysis.inference.infer_values import Value
from torchfix_codemods.analysis.inference.kinds import UNKNOWN, Certainty, Evidence, Graph, Inferred, Kind
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.tree import callee_name, parse

SITUATIONS = Path(__file__).with_name("receivers")
IMPORTS = """\
import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np
from torch.autograd import Variable
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torch.utils.data import DataLoader, TensorDataset
"""
NET = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.scale = nn.Parameter(torch.ones(1))
        self.register_buffer("steps", torch.zeros(1))
        self.drop = nn.Dropout()
        self.rate = 0.5
    def forward(self, x):
        return F.relu(self.conv(x))
"""

BEFORE = IMPORTS + NET
FIRST = BEFORE.count("\n") + 1  # the line of a snippet's first line

_SIGNS = {Certainty.EVIDENCE: "!", Certainty.CONVENTION: "?"}
_GRAPHS = {Graph.YES: " graph", Graph.NO: " no-graph", Graph.UNKNOWN: ""}


def said(inferred: Inferred) -> str:
    """`tensor! scalar no-graph`: kind, `!` for evidence or `?` for convention, and what is known besides."""
    if inferred.kind is Kind.UNKNOWN:
        return "unknown"
    text = inferred.kind.value + _SIGNS[inferred.certainty]
    return f"{text}{' scalar' if inferred.scalar else ''}{_GRAPHS[inferred.graph]}"


def ask(code: str, project: ProjectFacts = NO_PROJECT) -> Inferred:
    """What is the argument of the snippet's last `ask(..)`?"""
    tree = parse(BEFORE + textwrap.dedent(code))
    question = [call for call in tree.nodes(ast.Call) if callee_name(call) == "ask"][-1]
    return infer(tree, project).of(question.args[0])


def situations() -> dict[str, tuple[str, str]]:
    """Name -> code and what is expected."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(SITUATIONS.glob("*.txt")):
        for part in path.read_text(encoding="utf-8").split("### ")[1:]:
            title, _, code = part.partition("\n")
            name, _, expected = title.rpartition(": ")
            found[f"{path.stem}: {name}"] = code, expected
    return found


CASES = situations()


@pytest.mark.parametrize("name", CASES)
def test_a_situation(name: str) -> None:
    code, expected = CASES[name]
    assert said(ask(code)) == expected


def test_the_situations_are_many() -> None:
    assert len(CASES) >= 240


# ---- the evidence


@pytest.mark.parametrize(
    ("code", "line", "text"),
    [
        ("x = torch.randn(3)\ny = x * 2\nask(y)", 1, "`torch.randn(..)` returns a tensor"),
        ("def f(q):\n    ask(q)\n    return q.unsqueeze(0)", 3, "only a tensor has `.unsqueeze(..)`"),
        ("def f(q: torch.Tensor):\n    ask(q)", 1, "it is a `Tensor`"),
        ("def f(q):\n    if torch.is_tensor(q):\n        ask(q)", 2, "`is_tensor(..)` is tested"),
        ("def f(m):\n    ask(m)\n    m.named_parameters()", 3, "only a module has `.named_parameters(..)`"),
        ("def f(q):\n    ask(q)\nf(torch.ones(2))", 3, "a call passes it: `torch.ones(..)` returns a tensor"),
        ("layer = nn.Linear(2, 3)\ny = layer(x)\nask(y)", 2, "a `Linear` gives a tensor"),
        ("def f(q):\n    ask(q)\n    return F.relu(q)", 3, "`torch.nn.functional.relu(..)` takes a tensor"),
    ],
)
def test_the_evidence_is_the_line_that_shows_it(code: str, line: int, text: str) -> None:
    assert ask(code).evidence == Evidence(FIRST - 1 + line, text)


def test_a_convention_has_no_line_of_its_own() -> None:
    inferred = ask("def f(model):\n    ask(model)")
    assert inferred.certainty is Certainty.CONVENTION
    assert inferred.evidence is None


@pytest.mark.parametrize(
    ("code", "qualified"),
    [
        ("ask(nn.DataParallel(m))", "torch.nn.DataParallel"),
        ("ask(torch.device('cpu'))", "torch.device"),
        ("ask(torch.optim.Adam(ps))", "torch.optim.Adam"),
        ("ask(Net())", "Net"),
        ("ask(nn.DataParallel(Net()).module)", "Net"),
        ("ask(torch.ones(2))", None),
    ],
)
def test_the_class_is_named_where_it_is_known(code: str, qualified: str | None) -> None:
    assert ask(code).qualified == qualified


# ---- other files of the run


def test_a_class_of_another_file_is_a_module_if_that_file_says_so() -> None:
    facts = facts_of(
        base="import torch.nn as nn\nclass Base(nn.Module):\n    pass\n",
        nets="from base import Base\nclass Wide(Base):\n    pass\n",
    )
    assert said(ask("from .nets import Wide\nask(Wide())", facts)) == "module!"
    assert said(ask("from nets import Wide\nask(Wide.from_pretrained('a'))", facts)) == "module!"
    assert said(ask("import nets\nask(nets.Wide())", facts)) == "module!"
    assert said(ask("from .nets import Wide\nclass A(Wide):\n    pass\nask(A())", facts)) == "module!"


def test_a_class_of_another_file_is_no_module_if_that_file_says_so() -> None:
    facts = facts_of(nets="import os\nclass Model(object):\n    pass\n")
    assert said(ask("from .nets import Model\nask(Model())", facts)) == "other!"
    assert said(ask("from numpy import Model\nask(Model())", facts)) == "other!"


def test_without_the_other_file_the_name_alone_is_a_convention() -> None:
    assert said(ask("from .nets import WideNet\nask(WideNet())")) == "module?"
    assert said(ask("from .nets import Thing\nask(Thing())")) == "unknown"


# ---- any node, any code


def test_every_kind_of_node_can_be_asked_for() -> None:
    tree = parse(IMPORTS + "x = torch.ones(2)\ny: torch.Tensor = x\n(a, b) = (x, y)\n[z for z in x]\n")
    kinds = infer(tree, NO_PROJECT)
    stored = [name for name in tree.nodes(ast.Name) if isinstance(name.ctx, ast.Store)]
    assert [kinds.of(name).kind for name in stored] == [Kind.TENSOR] * 5
    assert kinds.of(tree.nodes(ast.AnnAssign)[0].annotation) == UNKNOWN


def test_an_expression_of_another_tree_is_unknown() -> None:
    assert infer(parse("x = 1"), NO_PROJECT).of(ast.parse("x", mode="eval").body) == UNKNOWN


@pytest.mark.parametrize(
    "code",
    [
        "",
        "def f(): return f()\nf()",
        "def f(x): return g(x)\ndef g(x): return f(x)\nf(g(1))",
        "class A(A): pass\nA().x.y",
        "class A(B): pass\nclass B(A): pass\nB().f()",
        "x = x\nx.y.z[x] = x",
        "self.x = 1\nsuper().y",
        "for x.y in z: x.y += 1",
        "with a as (b, *c), d as e.f[0]: pass",
        "a, (b, [*c, d]) = e",
        "lambda *a, b=1, **c: (yield)",
        "async def f():\n    async for x in y: await x\n    return [z async for z in x]",
        "match x:\n    case {'a': 1, **rest} if rest: pass\n    case A(b=[_, *c]) | c: pass",
        "del a, b.c, d[0]\nglobal q",
        "try: pass\nexcept* ValueError as e: e.x\nfinally: e",
        "f'{a!r:>{b}} {c.d}'",
        "x = torch.ones(\n)\nx[..., None, 1:2, *y]",
        "def f(a: 'List[', b: 'x y', c: 3, d: [int], e: (A, B)[0]): pass",
        "from . import *\nfrom .. import a as b\nimport c.d.e",
        "@a.b(c)\n@d\nclass E(f(), metaclass=g, **h):\n    i: int\n    j = k",
        "print(*a, **b)\nsuper\nsuper(1, 2).c()\nmap(f)\nzip()\nnext()\nsum()",
    ],
)
def test_odd_code_is_no_error(code: str) -> None:
    if ("except*" in code or ", *y]" in code) and sys.version_info < (3, 11):
        pytest.skip("syntax of Python 3.11")
    tree = parse(BEFORE + code)
    kinds = infer(tree, NO_PROJECT)
    for node in ast.walk(tree.module):
        if isinstance(node, ast.expr):
            kinds.of(node)


@pytest.mark.parametrize("module", [ast, textwrap, subprocess, sys.modules["argparse"], sys.modules["typing"]])
def test_real_code_without_torch_has_neither_tensors_nor_modules(module: object) -> None:
    tree = parse(Path(str(getattr(module, "__file__", ""))).read_text(encoding="utf-8"))
    kinds = infer(tree, NO_PROJECT)
    found = {
        kinds.of(node).kind for node in ast.walk(tree.module) if isinstance(node, ast.expr) and kinds.of(node).is_tensor
    }
    assert not found


def test_code_nested_too_deeply_is_unknown_everywhere() -> None:
    tree = parse("x = " + "f(" * 80 + "1" + ")" * 80)
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(_depth() + 60)
        kinds = infer(tree, NO_PROJECT)
    finally:
        sys.setrecursionlimit(limit)
    assert kinds.of(tree.nodes(ast.Constant)[0]) == UNKNOWN


def _depth() -> int:
    frame: FrameType | None = sys._getframe()
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


def test_long_chains_and_long_sums_are_walked_once() -> None:
    chain = "x" + ".cpu()" * 60
    total = " + ".join(["torch.ones(1)"] * 80)
    assert said(ask(f"x = torch.ones(2)\nask({chain})")) == "tensor! no-graph"
    assert said(ask(f"ask({total})")) == "tensor! no-graph"


def test_nested_loops_are_walked_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def counting(node: ast.Call, frame: Frame, evaluate: Evaluate) -> Value:
        nonlocal count
        count += 1
        return evaluate_call(node, frame, evaluate)

    monkeypatch.setattr(infer_expressions, "call", counting)
    depth = 9
    ask("q = 1\n" + "".join("    " * i + f"for i{i} in r:\n" for i in range(depth)) + "    " * depth + "q = f(ask(q))")
    assert 0 < count < 2**depth


def test_the_same_tree_gives_the_same_answers() -> None:
    code = IMPORTS + NET + "net = Net()\nfor x, y in loader:\n    loss = F.mse_loss(net(x), y)\n    loss.backward()\n"
    tree = parse(code)
    nodes = [node for node in ast.walk(tree.module) if isinstance(node, ast.expr)]
    assert [infer(tree).of(node) for node in nodes] == [infer(tree).of(node) for node in nodes]


def test_neither_torch_nor_libcst_is_loaded() -> None:
    program = """
import sys
from torchfix_codemods.analysis.inference.infer import infer
from torchfix_codemods.analysis.syntax.tree import parse
infer(parse("import torch"))
print([name for name in ("torch", "libcst", "rich", "numpy") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
