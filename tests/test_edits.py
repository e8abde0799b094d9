"""The verbs on expressions and simple statements: what the text looks like afterwards."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from rewriting import Find, apply, rewritten

from torchfix_codemods.edits import (
    AttributeToCall,
    Edit,
    EditCall,
    RenameAttribute,
    Replace,
    Unwrap,
)

Make = Callable[[Find], list[Edit]]


def detach(code: str) -> Make:
    return lambda find: [AttributeToCall(find(code), "detach")]


def unwrap(code: str, part: str, kind: type[ast.AST] = ast.expr) -> Make:
    return lambda find: [Unwrap(find(code), find(part, kind))]


def call(code: str, **change: object) -> Make:
    return lambda find: [EditCall(find(code, ast.Call), **change)]  # type: ignore[arg-type]


def replace(code: str, template: str, *parts: str) -> Make:
    return lambda find: [Replace(find(code), template, tuple(find(part) for part in parts))]


def replace_statement(code: str, template: str, *parts: str) -> Make:
    return lambda find: [Replace(find(code, ast.stmt), template, tuple(find(part) for part in parts))]


CPU = (("map_location", '"cpu"'),)


@pytest.mark.parametrize(
    ("before", "make", "after"),
    [
        ("y = x.data\n", detach("x.data"), "y = x.detach()\n"),
        ("y = (x.data)\n", detach("x.data"), "y = (x.detach())\n"),
        ("y = (x\n     .data)  # c\n", detach("x\n     .data"), "y = (x\n     .detach())  # c\n"),
        ("y = (a + b).data[0]\n", detach("(a + b).data"), "y = (a + b).detach()[0]\n"),
        ("y = x . data\n", detach("x . data"), "y = x . detach()\n"),
        ("y = x.data\n", lambda f: [AttributeToCall(f("x.data"), "to", '"cpu", non_blocking=True')],
         'y = x.to("cpu", non_blocking=True)\n'),
        ("p.require_grad = False\n", lambda f: [RenameAttribute(f("p.require_grad"), "requires_grad")],
         "p.requires_grad = False\n"),
        ("s = 'é漢😀'; y = x.data\n", detach("x.data"), "s = 'é漢😀'; y = x.detach()\n"),
    ],
)  # fmt: skip
def test_attributes(before: str, make: Make, after: str) -> None:
    assert rewritten(before, make) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.load(path)\n", 'torch.load(path, map_location="cpu")\n'),
        ("torch.load()\n", 'torch.load(map_location="cpu")\n'),
        ("torch.load(p,)\n", 'torch.load(p, map_location="cpu",)\n'),
        ("torch.load(p, )\n", 'torch.load(p, map_location="cpu", )\n'),
        ("torch.load(*a)\n", 'torch.load(*a, map_location="cpu")\n'),
        ("torch.load(p, **k)\n", 'torch.load(p, map_location="cpu", **k)\n'),
        ("torch.load(**k)\n", 'torch.load(map_location="cpu", **k)\n'),
        ("torch.load(x for x in y)\n", 'torch.load((x for x in y), map_location="cpu")\n'),
        ("torch.load(\n    path,  # best epoch\n)\n",
         'torch.load(\n    path,  # best epoch\n    map_location="cpu",\n)\n'),
        ("torch.load(\n    path\n)\n", 'torch.load(\n    path, map_location="cpu"\n)\n'),
        ("torch.load(\n    path  # c\n)\n", 'torch.load(\n    path, map_location="cpu"  # c\n)\n'),
        ("torch.load(\n    a,  # A\n    b  # B\n)\n",
         'torch.load(\n    a,  # A\n    b,  # B\n    map_location="cpu"\n)\n'),
        ("torch.load(a,\n           b)\n", 'torch.load(a,\n           b,\n           map_location="cpu")\n'),
        ("torch.load(a, b,\n           c)\n", 'torch.load(a, b,\n           c, map_location="cpu")\n'),
        ("torch.load(\n    p,  # x\n    # end\n)\n",
         'torch.load(\n    p,  # x\n    # end\n    map_location="cpu",\n)\n'),
        ("torch.load(\n    p,\n    **k,\n)\n", 'torch.load(\n    p,\n    map_location="cpu",\n    **k,\n)\n'),
        ("torch.load(  # why\n)\n", 'torch.load(  # why\n    map_location="cpu"\n)\n'),
        ("torch.load(p,\n)\n", 'torch.load(p,\n    map_location="cpu",\n)\n'),
        ("torch.load(\\\n  p)\n", 'torch.load(\\\n  p, map_location="cpu")\n'),
        ("if 1:\n\ttorch.load(\n\t\tp,\n\t)\n", 'if 1:\n\ttorch.load(\n\t\tp,\n\t\tmap_location="cpu",\n\t)\n'),
        ("if 1:\n  torch.load(\n    p,\n  )\n", 'if 1:\n  torch.load(\n    p,\n    map_location="cpu",\n  )\n'),
    ],
)  # fmt: skip
def test_a_keyword_is_added_in_the_layout_of_the_call(before: str, after: str) -> None:
    def add(find: Find) -> list[Edit]:
        return [EditCall(find(before[before.index("torch.load") : before.rindex(")") + 1]), add=CPU)]

    assert rewritten(before, add) == after
    assert rewritten(before.replace("\n", "\r\n"), add) == after.replace("\n", "\r\n")


def test_a_new_line_in_a_call_ends_as_the_line_that_it_follows() -> None:
    before = "x = f(\n    a,\r\n    b,\r\n)\n"
    after = "x = f(\n    a,\r\n    b,\r\n    k=1,\r\n)\n"
    add = (("k", "1"),)
    assert rewritten(before, lambda find: [EditCall(find("f(\n    a,\n    b,\n)"), add=add)]) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.cuda()\n", 'x.to("cuda")\n'),
        ("x.cuda(non_blocking=True)\n", 'x.to("cuda", non_blocking=True)\n'),
        ("x.cuda(*a)\n", 'x.to("cuda", *a)\n'),
        ("x.cuda(  # why\n    # here\n)\n", 'x.to(  # why\n    # here\n    "cuda"\n)\n'),
        ("x.cuda(\n    non_blocking=True,  # c\n)\n", 'x.to(\n    "cuda",\n    non_blocking=True,  # c\n)\n'),
        ("x.cuda(  # why\n    a\n)\n", 'x.to(  # why\n    "cuda",\n    a\n)\n'),
    ],
)
def test_a_first_argument_is_put_in(before: str, after: str) -> None:
    def first(find: Find) -> list[Edit]:
        return [EditCall(find(before.removesuffix("\n")), rename="to", first='"cuda"')]

    assert rewritten(before, first) == after


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("f(a, b, c)\n", {"drop": (0,)}, "f(b, c)\n"),
        ("f(a, b, c)\n", {"drop": (2,)}, "f(a, b)\n"),
        ("f(a, b, k=1)\n", {"drop": ("k",)}, "f(a, b)\n"),
        ("f(a)\n", {"drop": (0,)}, "f()\n"),
        ("f(\n    a,\n)\n", {"drop": (0,)}, "f()\n"),
        ("f(\n    a,  # A\n    k=1,\n)\n", {"drop": ("k",)}, "f(\n    a,  # A\n)\n"),
        ("f(\n    a,\n    k=1\n)\n", {"drop": ("k",)}, "f(\n    a\n)\n"),
        ("f(a, b)\n", {"keyword_for": ((1, "dim"),)}, "f(a, dim=b)\n"),
        ("f(a, async_=True)\n", {"rename_keywords": (("async_", "non_blocking"),)}, "f(a, non_blocking=True)\n"),
        ("f(a, k=g(b))\n", {"replace": (("k", '"x"'), (0, "1"))}, 'f(1, k="x")\n'),
        ("f(a, old=1, **k)\n", {"drop": ("old",), "add": (("new", "2"),)}, "f(a, new=2, **k)\n"),
        ("f(a, b)\n", {"drop": (0,), "first": "z"}, "f(z, b)\n"),
        ("f(a, size_average=False)\n", {"drop": ("size_average",), "add": (("reduction", '"sum"'),)},
         'f(a, reduction="sum")\n'),
        ("m.f(a)\n", {"rename": "g"}, "m.g(a)\n"),
        ("f(a)\n", {"rename": "g"}, "g(a)\n"),
        ("f(*a, b)\n", {"drop": (1,)}, "f(*a)\n"),
    ],
)  # fmt: skip
def test_arguments_change(before: str, change: dict[str, object], after: str) -> None:
    assert rewritten(before, call(before.removesuffix("\n"), **change)) == after


@pytest.mark.parametrize(
    ("before", "change", "reason"),
    [
        ("f(a, map_location=None)\n", {"add": CPU}, "the call has the keyword `map_location` already"),
        ("f(a)\n", {"drop": (1,)}, "the call has no argument 1"),
        ("f(a)\n", {"drop": ("k",)}, "the call has no argument 'k'"),
        ("f(*a)\n", {"drop": (0,)}, "the call has no argument 0"),
        ("f(a)\n", {"rename_keywords": (("k", "l"),)}, "the call has no argument 'k'"),
        ("f(a, b)\n", {"keyword_for": ((0, "k"),)}, "a positional argument would follow a keyword"),
        ("f(\n    a,  # keep\n    b)\n", {"drop": (0,)}, "the comment `# keep` would be lost"),
        ("f()()\n", {"rename": "g"}, "what is called has no name to change"),
        ("f(a)\n", {"replace": ((0, "1 +"),)}, "`1 +` is no expression"),
        ("f(a)\n", {"first": "1, 2"}, "`1, 2` is not one argument"),
    ],
)
def test_a_call_edit_that_does_not_fit_is_refused(before: str, change: dict[str, object], reason: str) -> None:
    result = apply(before, call(before.removesuffix("\n"), **change))
    assert (result.text, result.refused, result.done) == (before, {0: reason}, ())


@pytest.mark.parametrize(
    ("before", "part", "after"),
    [
        ("y = V(x)\n", "x", "y = x\n"),
        ("y = V(a + b).sum()\n", "a + b", "y = (a + b).sum()\n"),
        ("y = V(a + b)\n", "a + b", "y = a + b\n"),
        ("y = V(a + b) * c\n", "a + b", "y = (a + b) * c\n"),
        ("y = V(a * b) + c\n", "a * b", "y = a * b + c\n"),
        ("y = c - V(a - b)\n", "a - b", "y = c - (a - b)\n"),
        ("y = V(a - b) - c\n", "a - b", "y = a - b - c\n"),
        ("y = V(a ** b) ** c\n", "a ** b", "y = (a ** b) ** c\n"),
        ("y = c ** V(a ** b)\n", "a ** b", "y = c ** a ** b\n"),
        ("y = V(-a) ** 2\n", "-a", "y = (-a) ** 2\n"),
        ("y = -V(a ** b)\n", "a ** b", "y = -a ** b\n"),
        ("y = not V(a and b)\n", "a and b", "y = not (a and b)\n"),
        ("y = V(a or b) and c\n", "a or b", "y = (a or b) and c\n"),
        ("y = V(a < b) < c\n", "a < b", "y = (a < b) < c\n"),
        ("y = c < V(a | b)\n", "a | b", "y = c < a | b\n"),
        ("y = V(lambda: 1)()\n", "lambda: 1", "y = (lambda: 1)()\n"),
        ("y = V(a if b else c).x\n", "a if b else c", "y = (a if b else c).x\n"),
        ("y = V(a if b else c) if d else e\n", "a if b else c", "y = (a if b else c) if d else e\n"),
        ("y = d if e else V(a if b else c)\n", "a if b else c", "y = d if e else a if b else c\n"),
        ("y = V((a, b))\n", "(a, b)", "y = (a, b)\n"),
        ("y = V((a, b))[0]\n", "(a, b)", "y = (a, b)[0]\n"),
        ("y = V(x for x in z)\n", "(x for x in z)", "y = (x for x in z)\n"),
        ("y = V((x for x in z)).k\n", "(x for x in z)", "y = (x for x in z).k\n"),
        ("y = V((a + b)).k\n", "a + b", "y = (a + b).k\n"),
        ("y = V(5).real\n", "5", "y = (5).real\n"),
        ("y = V([1])[0]\n", "[1]", "y = [1][0]\n"),
        ("y = V('a' 'b').x\n", "'a' 'b'", "y = 'a' 'b'.x\n"),
        ("y = [V(a := 1)]\n", "a := 1", "y = [(a := 1)]\n"),
        ("y = f(V(a := 1))\n", "a := 1", "y = f(a := 1)\n"),
        ("y = f(k=V(a := 1))\n", "a := 1", "y = f(k=(a := 1))\n"),
        ("if V(a := 1): pass\n", "a := 1", "if a := 1: pass\n"),
        ("y = V(a := 1)\n", "a := 1", "y = (a := 1)\n"),
        ("y = f(*V(a or b))\n", "a or b", "y = f(*a or b)\n"),
        ("y = [*V(a or b)]\n", "a or b", "y = [*(a or b)]\n"),
        ("y = {**V(a or b)}\n", "a or b", "y = {**(a or b)}\n"),
        ("y = {V(a or b): V(c)}\n", "a or b", "y = {a or b: V(c)}\n"),
        ("y = x[V(a + b)]\n", "a + b", "y = x[a + b]\n"),
        ("y = x[V(a):b]\n", "a", "y = x[a:b]\n"),
        ("y = [i for i in V(a if b else c)]\n", "a if b else c", "y = [i for i in (a if b else c)]\n"),
        ("y = [i for i in a if V(lambda: 1)]\n", "lambda: 1", "y = [i for i in a if (lambda: 1)]\n"),
        ("y = lambda: V(a if b else c)\n", "a if b else c", "y = lambda: a if b else c\n"),
        ("async def f(): return V(await x).k\n", "await x", "async def f(): return (await x).k\n"),
        ("async def f(): return await V(x + y)\n", "x + y", "async def f(): return await (x + y)\n"),
        ("def f(): return V((yield x)).k\n", "yield x", "def f(): return (yield x).k\n"),
        ("(V(x)).sum()\n", "x", "(x).sum()\n"),
        ("return_ = V((x))\n", "x", "return_ = (x)\n"),
        ("y = V(\n    a +\n    b)\n", "a +\n    b", "y = (a +\n    b)\n"),
        ("y = V(\n    a +\n    b\n)\n", "a +\n    b", "y = (a +\n    b)\n"),
        ("y = [V(\n    a +\n    b)]\n", "a +\n    b", "y = [a +\n    b]\n"),
        ("y = (1, V(\n    a +\n    b))\n", "a +\n    b", "y = (1, a +\n    b)\n"),
        ("y = V(f(\n    a))\n", "f(\n    a)", "y = f(\n    a)\n"),
        ("y = V(a\n      .b)\n", "a\n      .b", "y = (a\n      .b)\n"),
        ("y = V('''a\nb''')\n", "'''a\nb'''", "y = '''a\nb'''\n"),
        ("y = V(a + \\\n    b)\n", "a + \\\n    b", "y = a + \\\n    b\n"),
        ("for i in V(a or b): pass\n", "a or b", "for i in a or b: pass\n"),
        ("with V(a or b) as c: pass\n", "a or b", "with a or b as c: pass\n"),
        ("assert V(a or b), V(c)\n", "a or b", "assert a or b, V(c)\n"),
        ("raise V(a or b) from c\n", "a or b", "raise a or b from c\n"),
        ("def f(a=V(b or c), *, d: V(e) = 1): pass\n", "b or c", "def f(a=b or c, *, d: V(e) = 1): pass\n"),
        ("x: int = V(b or c)\n", "b or c", "x: int = b or c\n"),
        ("x += V(b or c)\n", "b or c", "x += b or c\n"),
        ("match V(a or b):\n    case 1: pass\n", "a or b", "match a or b:\n    case 1: pass\n"),
        ("match a:\n    case 1 if V(b or c): pass\n", "b or c", "match a:\n    case 1 if b or c: pass\n"),
        ("class A(V(b or c)): pass\n", "b or c", "class A(b or c): pass\n"),
    ],
)
def test_unwrapping_adds_parentheses_where_they_are_needed_and_nowhere_else(before: str, part: str, after: str) -> None:
    def inner(find: Find) -> list[Edit]:
        place = find(part)
        wrapper = next(
            n
            for n in ast.walk(ast.parse(before))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "V"
        )
        source = ast.get_source_segment(before, wrapper)
        assert source is not None
        return [Unwrap(find(source), place)]

    assert rewritten(before, inner) == after
    ast.parse(after)


@pytest.mark.parametrize(
    ("before", "code", "part", "comment"),
    [
        ("y = V(  # a tensor\n    x)\n", "V(  # a tensor\n    x)", "x", "# a tensor"),
        ("y = V(x,  # data\n      True)\n", "V(x,  # data\n      True)", "x", "# data"),
    ],
)
def test_a_wrapper_with_a_comment_stays(before: str, code: str, part: str, comment: str) -> None:
    result = apply(before, unwrap(code, part))
    assert result.text == before
    assert result.refused == {0: f"the comment `{comment}` would be lost"}


def test_a_comment_inside_the_kept_part_is_no_reason_to_refuse() -> None:
    before = "y = V(\n    f(a,  # A\n      b))\n"
    assert rewritten(before, unwrap(before[4:-1], "f(a,  # A\n      b)")) == "y = f(a,  # A\n      b)\n"


@pytest.mark.parametrize(
    ("before", "make", "after"),
    [
        ("p.data -= lr * g\n", replace_statement("p.data -= lr * g", "$0.detach().sub_($1)", "p", "lr * g"),
         "p.detach().sub_(lr * g)\n"),
        ("p.data -= (lr * g)\n", replace_statement("p.data -= (lr * g)", "$0.detach().sub_($1)", "p", "lr * g"),
         "p.detach().sub_(lr * g)\n"),
        ("p.data -= (lr *\n           g)\n",
         replace_statement("p.data -= (lr *\n           g)", "$0.detach().sub_($1)", "p", "lr *\n           g"),
         "p.detach().sub_(lr *\n           g)\n"),
        ("p.data -= (  # c\n    g)\n",
         replace_statement("p.data -= (  # c\n    g)", "$0.detach().sub_($1)", "p", "g"),
         "p.detach().sub_((  # c\n    g))\n"),
        ("(a + b).data -= g  # step\n",
         replace_statement("(a + b).data -= g", "$0.detach().sub_($1)", "a + b", "g"),
         "(a + b).detach().sub_(g)  # step\n"),
        ("if 1: p.data -= g; q()\n", replace_statement("p.data -= g", "$0.detach().sub_($1)", "p", "g"),
         "if 1: p.detach().sub_(g); q()\n"),
        ("y = x.data[0]\n", replace("x.data[0]", "$0.item()", "x"), "y = x.item()\n"),
        ("y = (a + b).data[0]\n", replace("(a + b).data[0]", "$0.item()", "a + b"), "y = (a + b).item()\n"),
        ("y = -f(a, b) ** 2\n", replace("f(a, b)", "$0 + $1", "a", "b"), "y = -(a + b) ** 2\n"),
        ("y = f(a if c else d)\n", replace("f(a if c else d)", "$0 * $0", "a if c else d"),
         "y = (a if c else d) * (a if c else d)\n"),
        ("y = f((), (a, b))\n", replace("f((), (a, b))", "g($0, $1)", "()", "(a, b)"), "y = g((), (a, b))\n"),
        ("y = F.tanh(x)\n", replace("F.tanh", "torch.tanh"), "y = torch.tanh(x)\n"),
        ("y = f(x)\n", replace("f(x)", 'g("k", $0)', "x"), 'y = g("k", x)\n'),
        ("y = 'a' + f(x)\n", replace("f(x)", 'g("k", $0)', "x"), "y = 'a' + g('k', x)\n"),
    ],
)  # fmt: skip
def test_templates(before: str, make: Make, after: str) -> None:
    assert rewritten(before, make) == after


@pytest.mark.parametrize(
    ("before", "make", "reason"),
    [
        ("x = 1\n", replace_statement("x = 1", "if a: b"), "`if a: b` is not one simple statement"),
        ("x = 1\n", replace_statement("x = 1", "a; b"), "`a; b` is not one simple statement"),
        ("x = 1\n", replace_statement("x = 1", "a +"), "`a +` is no statement"),
        ("x = y[1, 2]\n", replace("1, 2", "3"), "libcst has no Tuple there that can be changed on its own"),
        ("x = y\n", replace("y", "$0 + $1", "y"), "the template asks for a part $1 that is not given"),
        ("x = f(y)\n", replace("f(y)", "$0", "x"), "what should be kept is no expression inside the target"),
        ("x = y\n", lambda f: [Unwrap(f("y"), f("x = y", ast.stmt))],
         "what should be kept is no expression inside the target"),
        ("x.data = 1\n", detach("x.data"), "a call cannot be assigned to"),
        ("x = y\n", detach("y"), "it is no attribute"),
        ("x = y\n", lambda f: [EditCall(f("y"), rename="z")], "it is no call"),
        ("x = y  # c\n", replace("y", "0 if"), "`0 if` is no expression"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused(before: str, make: Make, reason: str) -> None:
    result = apply(before, make)
    assert (result.text, result.refused) == (before, {0: reason})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = torch.load(p)\n", 'x = torch.load(p, map_location="cpu")\n'),
        ("s = 'a'\nx = torch.load(p)\n", "s = 'a'\nx = torch.load(p, map_location='cpu')\n"),
        ("s = 'a' + \"b\"\nx = torch.load(p)\n", 's = \'a\' + "b"\nx = torch.load(p, map_location="cpu")\n'),
        ("def f():\n    'doc'\n    x = torch.load(p)\n",
         "def f():\n    'doc'\n    x = torch.load(p, map_location=\"cpu\")\n"),
        ("'''it's'''\nx = torch.load(p)\n", "'''it's'''\nx = torch.load(p, map_location=\"cpu\")\n"),
        ("s = rb'a'  # \"b\" \"c\"\nx = torch.load(p)\n",
         "s = rb'a'  # \"b\" \"c\"\nx = torch.load(p, map_location='cpu')\n"),
        ("print(f'{torch.load(p)}')\n", "print(f'{torch.load(p, map_location=\"cpu\")}')\n"),
        ('print(f"{torch.load(p)}")\n', "print(f\"{torch.load(p, map_location='cpu')}\")\n"),
        ('print(f"""{torch.load(p)} """)\n', 'print(f"""{torch.load(p, map_location="cpu")} """)\n'),
    ],
)  # fmt: skip
def test_inserted_strings_have_the_quotes_of_the_file(before: str, after: str) -> None:
    assert rewritten(before, call("torch.load(p)", add=CPU)) == after


def test_an_expression_whose_source_is_printed_stays() -> None:
    before = "print(f'{x.data=} {y.data}')\n"
    result = apply(before, detach("x.data"), detach("y.data"))
    assert result.text == "print(f'{x.data=} {y.detach()}')\n"
    assert result.refused == {0: "the f-string shows the source text of the expression (`=`)"}


def test_a_string_that_holds_a_quote_keeps_its_own() -> None:
    make = call("f(x)", add=(("k", '"it\'s"'), ("l", '"a\\n"')))
    assert rewritten("s = 'a'; f(x)\n", make) == 's = \'a\'; f(x, k="it\'s", l="a\\n")\n'


def test_an_f_string_that_leaves_no_quote_is_left_alone() -> None:
    before = "print(f\"{f'{g(p)}'}\")\n"
    result = apply(before, call("g(p)", add=CPU))
    assert result.text == before
    assert "quotes" in result.refused[0]


@pytest.mark.parametrize(
    ("before", "make", "after"),
    [
        ("print(f'{x.data} {y!r:>{z.data}}')\n", detach("z.data"), "print(f'{x.data} {y!r:>{z.detach()}}')\n"),
        ("print('a' f'{x.data}')\n", detach("x.data"), "print('a' f'{x.detach()}')\n"),
        ("print(f'''a\n  {x.data}\n''')\n", detach("x.data"), "print(f'''a\n  {x.detach()}\n''')\n"),
        ("print(f'é {x.data}')\n", detach("x.data"), "print(f'é {x.detach()}')\n"),
        ("print(f'{V({1: 2})}')\n", unwrap("V({1: 2})", "{1: 2}"), "print(f'{({1: 2})}')\n"),
        ("print(f'{V(lambda: 1)}')\n", unwrap("V(lambda: 1)", "lambda: 1"), "print(f'{(lambda: 1)}')\n"),
        ("print(f'{V(a if b else c)}')\n", unwrap("V(a if b else c)", "a if b else c"), "print(f'{a if b else c}')\n"),
    ],
)
def test_inside_f_strings(before: str, make: Make, after: str) -> None:
    result = apply(before, make)
    if result.refused:  # the position that `ast` gives is not certain on every version of Python
        assert result.text == before
        assert result.refused == {0: "the position inside the f-string is not certain"}
    else:
        assert result.text == after
