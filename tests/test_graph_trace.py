"""Where the autograd graph of a value goes."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_ends import shows_number
from torchfix_codemods.analysis.graphs.graph_sinks import Trace
from torchfix_codemods.analysis.graphs.graph_trace import Tracer
from torchfix_codemods.analysis.syntax.tree import callee_name, parse
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import FileView

HEADER = "import torch\nimport numpy as np\nfrom torch import nn\nimport torch.nn.functional as F\nimport pickle\n"


def trace(text: str, displays: bool = False) -> Trace:
    """Follow the calls of `net` in a text."""
    file = FileView("test.py", parse(HEADER + dedent(text)))
    seeds = [call for call in file.tree.nodes(ast.Call) if callee_name(call) == "net"]
    uses = GradientUses(file.tree, file.kind)
    tracer = Tracer(file.tree, file.kind, Variables(file.tree), uses, displays)
    return tracer.trace(seeds, file.tree.function(seeds[0]))


def ends(text: str) -> list[str]:
    return [f"{sink.end.name.lower()} {sink.line - 5}" for sink in trace(text).sinks]


def inside(body: str, more: str = "") -> str:
    lines = dedent(body).strip().splitlines()
    return "def f(net, x, y, given):\n" + "".join(f"    {line}\n" for line in lines) + dedent(more)


NOTHING_LEAVES = {
    "item": "return net(x).item()",
    "list": "return net(x).tolist()",
    "array": "return net(x).numpy()",
    "detached": "return net(x).detach()",
    "data": "return net(x).data",
    "label": "return net(x).argmax(1)",
    "label by max": "return net(x).max(1)[1]",
    "label by last": "return torch.max(net(x), 1)[-1]",
    "label by name": "return net(x).max(1).indices",
    "second of a pair": "_, label = torch.topk(net(x), 5)\nreturn label",
    "comparison": "return net(x) > 0.5",
    "hits": "return (net(x).argmax(1) == y).sum()",
    "shape": "return net(x).shape, net(x).size(0)",
    "whole number": "return int(net(x).sum()), net(x).long()",
    "length": "return len(net(x))",
    "test": "return 1 if net(x).sum() > 0 else 2",
    "truth": "return not net(x)",
    "index": "return y[net(x)]",
    "numpy function": "return np.asarray(net(x))",
    "array by name": "return to_numpy(net(x))",
    "own list": "outs = []\nfor i in x:\n    outs.append(net(i))\nreturn torch.cat(outs).numpy()",
    "own dictionary": "outs = {}\nouts['a'] = net(x)\nreturn outs['a'].item()",
    "own tensor": "outs = torch.zeros(3)\nouts[0] = net(x)\nreturn outs.numpy()",
    "rebound": "out = net(x)\nout = 3\nreturn out",
    "deleted": "out = net(x)\ndel out",
    "formatted number": "print('%.3f' % net(x))\nprint('{:.3f}'.format(net(x)))\nprint(f'{net(x):.3f}')",
    "formatted tuple": "print('%s %d' % (y, net(x)))",
    "unknown function": "use(net(x))",
    "scalar writer": "writer.add_scalar('loss', net(x), 3)",
    "counter of a loop": "for i, o in enumerate(net(x)):\n    print(i)",
    "partner in a zip": "for a, b in zip(y, net(x)):\n    print(a)",
    "keys": "for k, v in net(x).items():\n    print(k)",
    "saved picture": "import torchvision\ntorchvision.utils.save_image(net(x), 'a.png')",
    "meter": "y.update(net(x), 3)",
    "part of a tuple": "a, b = net(x), 3\nreturn b",
    "index in a tuple": "return y[net(x), 3]",
    "key": "return {net(x): 3}",
    "picked loss": "return y if net(x) else 3",
}
LEAVES = {
    "returned": ("return net(x)", ["returned 2"]),
    "returned later": ("out = net(x)\nout = out + 1\nreturn out", ["returned 4"]),
    "returned in a tuple": ("a, b = net(x)\nreturn b, 3", ["returned 3"]),
    "annotated": ("out: object = net(x)\nreturn out", ["returned 3"]),
    "walrus": ("if (out := net(x)) is not None:\n    return out", ["returned 3"]),
    "opened": ("with net(x) as out:\n    return out", ["returned 3"]),
    "in a loop": ("for out in net(x):\n    return out", ["returned 3"]),
    "starred": ("first, *rest = net(x)\nreturn rest", ["returned 3"]),
    "joined": ("return [*net(x), 3]", ["returned 2"]),
    "by keyword": ("return dict(a=net(x))", ["returned 2"]),
    "negative": ("return -net(x)", ["returned 2"]),
    "remainder": ("return y % net(x)", ["returned 2"]),
    "entry": ("return {'a': net(x)}", ["returned 2"]),
    "same part of a tuple": ("a, b = net(x), 3\nreturn a", ["returned 3"]),
    "trained on": ("agent.update(net(x))", ["stored 2"]),
    "stepped on": ("engine.step(net(x))", ["stored 2"]),
    "attribute is set": ("net(x).flag = 3", ["gradient 2"]),
    "values of a pair": ("return net(x).max(1)[0]", ["returned 2"]),
    "first of a pair": ("best, label = torch.max(net(x), 1)\nreturn best", ["returned 3"]),
    "moved": ("return net(x).to('cuda')", ["returned 2"]),
    "loss": ("return F.mse_loss(net(x), y)", ["returned 2"]),
    "sum": ("total = 0\nfor i in x:\n    total += net(i)\nreturn total", ["returned 5"]),
    "from a list": ("outs = []\nouts.append(net(x))\nreturn outs", ["returned 4"]),
    "comprehension": ("return [net(i) for i in x]", ["returned 2"]),
    "either": ("return net(x) if y else None", ["returned 2"]),
    "attribute of the result": ("return net(x).logits", ["returned 2"]),
    "unknown function gives it back": ("return change(net(x))", ["returned 2"]),
    "yielded": ("yield net(x)", ["yielded 2"]),
    "on an object": ("given.out = net(x)", ["stored 2"]),
    "in a container of the caller": ("given[0] = net(x)", ["stored 2"]),
    "appended for the caller": ("given.append(net(x))", ["stored 2"]),
    "list of the caller grows": ("given += [net(x)]", ["stored 2"]),
    "list by another name": ("outs = given.outs\nouts.append(net(x))", ["stored 3"]),
    "written in place": ("given.copy_(net(x))", ["stored 2"]),
    "written with out": ("torch.add(y, net(x), out=given)", ["stored 2"]),
    "global": ("global last\nlast = net(x)", ["stored 3"]),
    "set by name": ("setattr(given, 'out', net(x))", ["stored 2"]),
    "printed": ("print(net(x))", ["shown 2"]),
    "text": ("return str(net(x))", ["shown 2"]),
    "percent s": ("return '%s' % net(x)", ["shown 2"]),
    "repr in f-string": ("return f'{net(x)!r}'", ["shown 2"]),
    "f-string": ("return f'{net(x)}'", ["shown 2"]),
    "logged": ("logger.info(net(x))", ["shown 2"]),
    "progress": ("bar.set_postfix(loss=net(x))", ["shown 2"]),
    "saved": ("torch.save({'a': net(x)}, 'a.pt')", ["saved 2"]),
    "pickled": ("pickle.dump(net(x), given)", ["saved 2"]),
    "backward": ("net(x).sum().backward()", ["gradient 2"]),
    "backward later": ("a = net(x)\nb = [a, y]\nc = sum(b)\nc.backward()", ["gradient 5"]),
    "gradient": ("torch.autograd.grad(net(x), x)", ["gradient 2"]),
    "asked": ("return net(x).requires_grad", ["gradient 2"]),
    "lambda": ("out = net(x)\nreturn lambda: out", ["captured 3"]),
    "inner function": ("out = net(x)\ndef g():\n    return out\nreturn g", ["captured 3"]),
}


@pytest.mark.parametrize("name", NOTHING_LEAVES)
def test_nothing_leaves(name: str) -> None:
    assert ends(inside(NOTHING_LEAVES[name])) == []


@pytest.mark.parametrize("name", LEAVES)
def test_what_leaves(name: str) -> None:
    body, expected = LEAVES[name]
    assert ends(inside(body)) == expected


@pytest.mark.parametrize(
    ("body", "more", "expected"),
    [
        ("return g(net(x))", "def g(a):\n    return a.item()", []),
        ("return g(net(x))", "def g(a):\n    return a + 1", ["returned 2"]),
        ("return g(a=net(x))", "def g(a):\n    b = a\n    return b", ["returned 2"]),
        ("g(net(x))", "def g(a):\n    a.backward()", ["gradient 4"]),
        ("g(net(x))", "def g(a):\n    print(a)", ["shown 4"]),
        ("g(net(x))\nreturn g(3)", "def g(a):\n    return a", []),
    ],
)
def test_functions_of_the_file_are_entered(body: str, more: str, expected: list[str]) -> None:
    assert ends(inside(body, more)) == expected


def test_what_is_stored_is_only_followed_to_a_backward_pass() -> None:
    text = """
        class Net:
            def look(self):
                self.out = net(x)

            def show(self):
                print(self.out)

            def learn(self):
                self.out.backward()
        """
    assert ends(text) == ["stored 4", "gradient 10"]


def test_the_way_over_the_cpu_is_noted() -> None:
    [moved] = trace(inside("return net(x).cpu()")).sinks
    [kept] = trace(inside("return net(x)")).sinks
    assert moved.on_host and not kept.on_host


def test_the_way_beside_the_cpu_counts() -> None:
    sinks = trace(inside("a = net(x)\nb = a.cpu() if y else a\nreturn b")).sinks
    assert False in {sink.on_host for sink in sinks}


def test_a_notebook_shows_what_stands_alone() -> None:
    assert [sink.end.name for sink in trace("out = net(x)\nout\n", displays=True).sinks] == ["SHOWN"]
    assert trace("out = net(x)\nout\n").sinks == []
    assert trace(inside("net(x)"), displays=True).sinks == []


def test_who_goes_too_far_is_given_up() -> None:
    text = "out = net(x)\n" + "".join(f"out{i} = out + {i}\nuse(out{i})\n" for i in range(400))
    assert "LOST" in [sink.end.name for sink in trace(text).sinks]


@pytest.mark.parametrize(
    ("template", "place", "expected"),
    [
        ("'%.3f'", None, True),
        ("'%s'", None, False),
        ("'%s %d'", 1, True),
        ("'%s %d'", 0, False),
        ("'100%% %5.2f'", 0, True),
        ("'{:.3f}'", 0, True),
        ("'{}'", 0, False),
        ("'{0:.2f} {1}'", 0, True),
        ("'{0:.2f} {1}'", 1, False),
        ("'{loss:.2f}'", "loss", True),
        ("'{loss.avg:.2f}'", "loss", True),
        ("'{loss!r:.2f}'", "loss", False),
        ("'{:>10s}'", 0, False),
        ("'{:.1f} ' + '{:.2f}'", 1, True),
        ("template", 0, False),
        ("'{'", 0, False),
        ("'plain'", 0, False),
    ],
)
def test_numbers_in_templates(template: str, place: int | str | None, expected: bool) -> None:
    assert shows_number(ast.parse(template, mode="eval").body, place) is expected
