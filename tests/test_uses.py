"""Who uses a value: from the expression to the places where it ends."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.syntax.tree import callee_name, parse
from torchfix_codemods.analysis.values.uses import How, Use, uses_of


def uses(text: str) -> list[Use]:
    """The uses of what the first call of `load` gives."""
    tree = parse(dedent(text))
    call = next(node for node in tree.nodes(ast.Call) if callee_name(node) == "load")
    return uses_of(tree, call)


def shown(text: str) -> list[str]:
    return [
        " ".join(filter(None, [use.how.value, use.name, "".join(f"[{k}]" for k in use.path)])) for use in uses(text)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("load()", ["discarded"]),
        ("load()(1)", ["called"]),
        ("load().eval()", ["method eval"]),
        ("load().to('cuda')", ["method to"]),
        ("load().to(float)", ["method to"]),
        ("load().to()", ["method to"]),
        ("load().module", ["attribute module"]),
        ("x = load()\nx.size = 3", ["set attribute size"]),
        ("f(load())", ["argument f"]),
        ("m.f(key=load())", ["argument m.f"]),
        ("f(*load())", ["argument f"]),
        ("f(**load())", ["argument f"]),
        ("y = load() + 1", ["operand"]),
        ("y = -load()", ["operand"]),
        ("y = []\ny += load()", ["operand"]),
        ("y = x[load()]", ["index"]),
        ("y = x[1:load()]", ["index"]),
        ("y = x[load(), 1]", ["index"]),
        ("y = load() > 1", ["compared"]),
        ("if load():\n    pass", ["tested"]),
        ("y = not load()", ["tested"]),
        ("y = 1 if load() else 2", ["tested"]),
        ("y = [x for x in xs if load()]", ["tested"]),
        ("y = f'{load()}'", ["formatted"]),
        ("def f():\n    yield load()", ["yielded"]),
        ("f = lambda: load()", ["returned"]),
        ("def f():\n    return load()", ["returned f"]),
        ("with load() as x:\n    pass", ["other"]),
        ("x = load()", []),
        ("x = load()\ndel x", []),
        ("a, b = load()\nf(b)", ["unpacked", "argument f [1]"]),
        ("a, *b = load()\nf(b)", ["unpacked", "argument f [*]"]),
        ("x.y = load()", ["stored x.y"]),
        ("x[0] = load()", ["stored x"]),
    ],
)
def test_where_a_value_ends(text: str, wanted: list[str]) -> None:
    assert shown(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "x = load()\nf(x)",
        "x = y = load()\nf(y)",
        "x: dict = load()\nf(x)",
        "f(x := load())",
        "if (x := load()):\n    f(x)",
        "x = load() if a else None\nf(x)",
        "x = a or load()\nf(x)",
        "x = dict(load())\nf(x)",
        "from collections import OrderedDict\nx = OrderedDict(load().items())\nf(x)",
        "import copy\nf(copy.deepcopy(load()))",
        "f(load().copy())",
        "f(load().data)",
        "import torch\nf(load().to(torch.float16))",
        "import torch\nf(load().to(dtype=torch.half))",
        "async def g():\n    f(await load())",
        "x = {k: v for k, v in load().items()}\nf(x)",
        "x = {}\nfor k, v in load().items():\n    x[k] = v\nf(x)",
        "x = {}\nfor i, (k, v) in enumerate(load().items()):\n    x[k] = v\nf(x)",
        "x = {}\nx.update(load())\nf(x)",
        "x = []\nfor v in load():\n    x.append(v)\nf(x)",
        "x = {**load()}\nf(x)",
        "x = [*load()]\nf(x)",
        "x = [1, load()]\nf(x[1])",
        "x = {'a': load(), 'b': 2}\nf(x['a'])",
        "def g(y):\n    f(y)\ng(load())",
        "def g(a, y=None):\n    f(y)\ng(1, y=load())",
        "def g():\n    return load()\nf(g())",
        "def g():\n    return 1, load()\na, b = g()\nf(b)",
        "x = load()\ndef g():\n    f(x)",
        "for i in r:\n    if i:\n        f(x)\n    x = load()",
        "class C:\n    def g(self):\n        self.x = load()\n    def h(self):\n        f(self.x)",
        "class C:\n    def g(self):\n        return load()\n    def h(self):\n        f(self.g())",
        "class C:\n    def g(self, y):\n        f(y)\n    def h(self):\n        self.g(load())",
        "class C:\n    def g(self):\n        return load()\nc = C()\nf(c.g())",
        "class C:\n    @staticmethod\n    def g(y):\n        f(y)\n    def h(self):\n        self.g(load())",
        "x = f(x, load())\nx = 2",
        "d = {}\nf(d.get('a', load()))",
    ],
)
def test_followed_to_the_call(text: str) -> None:
    found = [use for use in uses(text) if use.how not in (How.TESTED, How.UNPACKED)]
    assert [(use.how, use.name, use.path) for use in found] == [(How.ARGUMENT, "f", ())]


@pytest.mark.parametrize(
    "text",
    [
        "x = load()\nx = 2\nf(x)",
        "f(x)\nx = load()",
        "x = load()\nfor x in y:\n    f(x)",
        "x = load()\nwith y as x:\n    f(x)",
        "if a:\n    x = load()\nelse:\n    f(x)",
        "x = {'a': load(), 'b': 2}\nf(x['b'])",
        "x = {'a': load()}\nf(x.get('b'))",
        "x = [load(), 2]\na, b = x\nf(b)",
        "for i, v in enumerate(load()):\n    f(i)",
        "for k, v in load().items():\n    f(k)",
        "for a, b in zip(y, load()):\n    f(a)",
        "def g():\n    x = load()\ndef h(x):\n    f(x)",
        "class C:\n    def g(self, args):\n        self.x = load()\n        f(args.x)",
        "class C:\n    def g(self):\n        self.x = load()\nclass D:\n    def g(self):\n        f(self.x)",
        "for i in r:\n    x = 1\n    f(x)\n    x = load()",
    ],
)
def test_another_value(text: str) -> None:
    assert "argument f" not in " ".join(shown(text))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("f(load()['a'])", ("a",)),
        ("f(load()[0])", ("0",)),
        ("f(load()[k])", ("*",)),
        ("f(load().get('a'))", ("a",)),
        ("f(load().pop('a')['b'])", ("a", "b")),
        ("for v in load().values():\n    f(v)", ("*",)),
        ("for k, v in load()['a'].items():\n    f(v)", ("a", "*")),
        ("for a, b in zip(load(), y):\n    f(a)", ("*",)),
        ("f(next(iter(load())))", ("*",)),
        ("x = [v['a'] for v in load()]\nf(x[0])", ("*", "a")),
    ],
)
def test_path_to_the_part(text: str, path: tuple[str, ...]) -> None:
    assert [use.path for use in uses(text) if use.how is How.ARGUMENT] == [path]


def test_a_renamed_entry_is_not_stored_elsewhere() -> None:
    text = """
        def rename(sd):
            for key in list(sd.keys()):
                sd[key + "x"] = sd[key]
            return sd

        f(rename(load()))
        """
    assert [use.how for use in uses(text)] == [How.METHOD, How.ARGUMENT]


def test_stored_in_a_parameter_is_seen_by_the_caller() -> None:
    assert "stored box" in shown("def g(box):\n    box['a'] = load()\n")


@pytest.mark.parametrize(
    "text",
    [
        "@cache\ndef g():\n    return load()\nf(g())",
        "def g():\n    return load()\nf(g())\nh(g)",
        "def g():\n    return load()\ndef g():\n    return 2\nf(g())",
        "class C:\n    def g(self):\n        return load()\ndef h(c):\n    f(c.g())",
    ],
)
def test_callers_that_are_not_all_seen(text: str) -> None:
    assert shown(text) == ["returned g"]


def test_the_line_is_that_of_the_use() -> None:
    (use,) = uses("x = load()\n\nf(\n    x)\n")
    assert (use.line, use.argument) == (3, 0)


def test_recursion_ends() -> None:
    assert shown("def g(x):\n    g(x)\n    f(x)\ng(load())\n") == ["argument f"]
