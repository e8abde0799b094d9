"""Groups of edits on a text: composition, conflicts, whole statements, the top of a module, bytes, line maps."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable

import pytest
from rewriting import Find, apply, rewritten

from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.edits import (
    AddImport,
    AttributeToCall,
    Edit,
    EditCall,
    InsertStatement,
    RemoveStatement,
    RenameAttribute,
    Replace,
    Target,
    Unwrap,
    WrapStatements,
    target,
)
from torchfix_codemods.rewrite.apply import RewriteError, apply_edits

Make = Callable[[Find], list[Edit]]


def detach(code: str) -> Make:
    return lambda find: [AttributeToCall(find(code), "detach")]


def insert(at: str, code: str, after: bool = False) -> Make:
    return lambda find: [InsertStatement(find(at, ast.stmt), code, after)]


def remove(code: str) -> Make:
    return lambda find: [RemoveStatement(find(code, ast.stmt))]


def wrap(first: str, last: str, header: str = "with torch.no_grad():") -> Make:
    return lambda find: [WrapStatements(find(first, ast.stmt), find(last, ast.stmt), header)]


# ---- edits that meet


def test_four_edits_on_one_expression_compose_in_one_round() -> None:
    before = "x = Variable(loss.data.cuda().numpy())\n"
    result = apply(
        before,
        lambda f: [Unwrap(f("Variable(loss.data.cuda().numpy())"), f("loss.data.cuda().numpy()"))],
        lambda f: [AttributeToCall(f("loss.data"), "detach")],
        lambda f: [EditCall(f("loss.data.cuda()"), rename="to", first='"cuda"')],
        lambda f: [EditCall(f("loss.data.cuda().numpy()"), add=(("force", "True"),))],
    )
    assert result.text == 'x = loss.detach().to("cuda").numpy(force=True)\n'
    assert result.done == (0, 1, 2, 3)


def test_a_replaced_statement_keeps_the_edits_on_its_parts() -> None:
    result = apply(
        "p.data -= lr * p.grad.data\n",
        lambda f: [
            Replace(f("p.data -= lr * p.grad.data", ast.stmt), "$0.detach().sub_($1)", (f("p"), f("lr * p.grad.data")))
        ],
        detach("p.grad.data"),
    )
    assert result.text == "p.detach().sub_(lr * p.grad.detach())\n"


def test_an_edit_in_a_dropped_part_is_counted_under_the_outer_one() -> None:
    result = apply(
        "y = V(x, flag=z.data)\n",
        detach("z.data"),
        lambda f: [Unwrap(f("V(x, flag=z.data)"), f("x"))],
    )
    assert (result.text, result.done, result.swallowed) == ("y = x\n", (1,), {0: 1})


def test_dropped_arguments_and_removed_statements_swallow_what_is_in_them() -> None:
    result = apply(
        "f(a.data, k=b.data)\nif c.data:\n    d.data\n",
        lambda f: [EditCall(f("f(a.data, k=b.data)"), drop=("k",))],
        detach("a.data"),
        detach("b.data"),
        detach("c.data"),
        insert("d.data", "new()"),
        remove("if c.data:\n    d.data"),
    )
    assert result.text == "f(a.detach())\n"
    assert result.done == (0, 1, 5)
    assert result.swallowed == {2: 0, 3: 5, 4: 5}


def test_the_outermost_of_nested_droppers_is_named() -> None:
    result = apply(
        "V(W(y.data, 1), 2)\n",
        detach("y.data"),
        lambda f: [Replace(f("W(y.data, 1)"), "w()")],
        remove("V(W(y.data, 1), 2)"),
    )
    assert (result.text, result.swallowed) == ("", {0: 2, 1: 2})


def test_a_group_that_is_dropped_in_part_waits() -> None:
    result = apply(
        "y = V(x, z.data)\nw.data\n",
        lambda f: [Unwrap(f("V(x, z.data)"), f("x"))],
        lambda f: [AttributeToCall(f("z.data"), "detach"), AttributeToCall(f("w.data"), "detach")],
    )
    assert (result.text, result.done, result.waiting) == ("y = x\nw.data\n", (0,), (1,))


def test_of_two_edits_on_one_node_the_first_wins_and_the_other_waits_as_a_whole() -> None:
    result = apply(
        "x.data\ny.data\n",
        lambda f: [AttributeToCall(f("x.data"), "detach")],
        lambda f: [RenameAttribute(f("x.data"), "new"), RenameAttribute(f("y.data"), "new")],
        lambda f: [RenameAttribute(f("y.data"), "other")],
    )
    assert result.text == "x.detach()\ny.other\n"
    assert (result.done, result.waiting) == ((0, 2), (1,))


def test_a_renaming_call_and_an_edit_on_what_it_calls_are_in_conflict() -> None:
    result = apply(
        "x.cuda()\n",
        lambda f: [EditCall(f("x.cuda()"), rename="to", first='"cuda"')],
        lambda f: [RenameAttribute(f("x.cuda"), "gpu")],
    )
    assert (result.text, result.waiting) == ('x.to("cuda")\n', (1,))


def test_the_same_edit_asked_for_twice_is_made_once_and_both_are_done() -> None:
    result = apply("x.data\n", detach("x.data"), detach("x.data"))
    assert (result.text, result.done) == ("x.detach()\n", (0, 1))


def test_a_refused_group_leaves_nothing_behind_and_the_others_are_done() -> None:
    result = apply(
        "import os\nx.data\ny = V(  # why\n    z.data)\n",
        lambda f: [Unwrap(f("V(  # why\n    z.data)"), f("z.data")), AddImport("torch")],
        detach("x.data"),
        detach("z.data"),
    )
    assert result.text == "import os\nx.detach()\ny = V(  # why\n    z.detach())\n"
    assert result.done == (1, 2)
    assert result.refused == {0: "the comment `# why` would be lost"}


def test_what_a_refused_group_would_have_dropped_is_done() -> None:
    result = apply(
        "y = V(  # why\n    x, z.data)\n",
        lambda f: [Unwrap(f("V(  # why\n    x, z.data)"), f("x"))],
        detach("z.data"),
    )
    assert (result.text, result.done) == ("y = V(  # why\n    x, z.detach())\n", (1,))


@pytest.mark.parametrize(
    "make",
    [
        lambda f: [AttributeToCall(f("x.data"), "detach"), RenameAttribute(f("x.data"), "new")],
        lambda f: [RemoveStatement(f("x.data", ast.stmt)), Replace(f("x.data", ast.stmt), "y")],
        lambda f: [
            WrapStatements(f("x.data", ast.stmt), f("x.data", ast.stmt), "with a:"),
            WrapStatements(f("x.data", ast.stmt), f("x.data", ast.stmt), "with b:"),
        ],
    ],
)
def test_a_group_that_contradicts_itself_is_refused(make: Make) -> None:
    result = apply("x.data\n", make)
    assert (result.text, result.refused) == ("x.data\n", {0: "its edits contradict each other"})


@pytest.mark.parametrize("kind", ["Attribute", "arguments", "NoSuchNode"])
def test_a_target_that_is_not_there_is_an_error(kind: str) -> None:
    with pytest.raises(RewriteError, match=f"there is no {kind} at column 3") as caught:
        apply("x = 1\n", lambda f: [AttributeToCall(Target(1, 3, 1, 4, kind), "detach")])
    assert caught.value.line == 1


def test_a_statement_that_libcst_cannot_parse_is_left_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    import libcst

    original = libcst.parse_module
    monkeypatch.setattr(libcst, "parse_module", lambda text: original(text.replace("new", "+")))
    result = apply("x = y.data\nnew = z.data\n", detach("y.data"), detach("z.data"))
    assert (result.text, result.done) == ("x = y.detach()\nnew = z.data\n", (0,))
    assert result.refused[1].startswith("libcst cannot parse it")


def test_a_statement_that_libcst_fails_on_is_left_with_a_reason() -> None:
    text = "async def f(y):\n    a = b.data\n    return [x async  # why\n        for x in y.data]\n"
    result = apply(text, detach("b.data"), detach("y.data"))
    assert (result.text, result.done) == (text.replace("b.data", "b.detach()"), (0,))
    assert result.refused[1].startswith("libcst cannot parse it")


# ---- where an edit can stand


@pytest.mark.parametrize(
    "template",
    [
        "with open(A) as f, \\\n     g(B):\n    pass\n",
        "with (open(A) as f,\n      g(B)):\n    # c\n    pass\n",
        "for i in A:\n    pass\nelse:\n    B\n",
        "while A:\n\n    # c\n    B\n",
        "if A:\n    pass\nelif B:\n    # c\n    C\nelse:\n    D\n",
        "if A: B\nelif C: D\nelse: E\n",
        "def f():\n  if A: B; C\n  elif D: E\n  else: B\n",
        "try: A\nexcept E(B): C\nelse: D\nfinally: E\n",
        "def f():\n    try:\n        A\n    except (E,\n            B) as e:  # c\n"
        "        C\n    else: D\n    finally:\n        E\n",
        "def f():\n    match A:\n        case 1 if B: C\n        case [x, {'k': _}] if D:\n            E\n",
        "match A:\n    case (\n        1) if B: C\n    case 2 if (D): pass\n",
        "match A:\n    case \\\n  1 if B: C\n    case (\n  2) if D:\n     E\n",
        "if A:\n    @ \\\n    deco(B)\n    @(  # why\n    C)\n    def f(): D\n    E\n",
        "@deco(A)\n# c\n@other\nclass K(B, k=C):\n    x: D = E\n",
        "@deco(A)\nasync def f(a=B, *b: C, d=D) -> E:\n    await A\n"
        "    async for x in B:\n        pass\n    async with C as y: pass\n",
        "f = lambda a=A: [B for c in C if D] + [*E]\n",
        "x = {**A, B: C}; y = (yield_ := D)\nf(*E, **A)\n",
        "x = a if A else B\nassert C, D\nraise E from A\n",
        "def f():\n    def g():\n        class H:\n            A\n            def m(self): return B\n",
        "def f():\n    '''doc\n  text at column 2\n    '''; x = A\n",
        "x = 1; \\\n  y = A\nif B: \\\n  z = C\n",
        "x = (1,  # a \\\n  A)  # b \\\ny = B\n",  # cut out, libcst would lose the end: the whole file is rewritten
        "x = 1  # ends in a backslash \\\ny = A\n",
        "\x0c\nx = A\n\x0cdef f():\n    \x0c  y = B\n    \n",
        "def f():\n\tif A:\n\t\tx = [\n\t  B,  # odd\n  C]\n",
        "# -*- coding: utf-8 -*-\ns = 'é漢😀'; x = A\n",
        "s = 'a\u2028b\x0cc\x85'; x = A\n",
        "global x, y; x = A\ndel B, C[D]\n",
        "x[A:B, C]: D = E\n",
        "print(A, end='') ;\n",
        "class K: A; B\n",
        "def f(): 'doc'; return A\n",
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("ending", [True, False])
def test_every_byte_outside_the_edit_stays(template: str, newline: str, ending: bool) -> None:
    text = template.replace("\n", newline)
    if not ending:
        text = text.removesuffix(newline)
    before = re.sub("([A-E])", r"q\1.data", text)
    tree = parse(before)
    groups = [[AttributeToCall(target(n), "detach")] for n in tree.nodes(ast.Attribute) if isinstance(n.ctx, ast.Load)]
    after = before.replace(".data", ".detach()")
    deleted = [n for n in tree.nodes(ast.Attribute) if isinstance(n.ctx, ast.Del)]
    for node in deleted:
        after = after.replace(tree.source(node).replace(".data", ".detach()"), tree.source(node))
    result = apply_edits(tree, groups)
    assert result.text == after
    assert not result.refused
    assert result.lines.olds == tuple(range(1, len(tree.lines) + 1))


def test_a_line_that_begins_with_a_lone_backslash_is_left_with_a_reason() -> None:
    result = apply("\\\nx = y.data\n", detach("y.data"))
    assert result.refused == {0: "libcst would change other characters of the statement"}


def test_lone_carriage_returns_are_an_error() -> None:
    text = "s = 'a'\rx = y.data\n"
    tree = parse("s = 'a'\nx = y.data\n")
    tree.text, tree.lines = text, text.split("\n")
    with pytest.raises(RewriteError, match="lone carriage return") as caught:
        apply_edits(tree, [])
    assert caught.value.line == 1


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with Python 3.12")
def test_type_parameters() -> None:
    before = "def f[T: (x.data, int)](a: T) -> y.data:\n    pass\ntype A[S] = z.data\n"
    after = before.replace(".data", ".detach()")
    assert rewritten(before, detach("x.data"), detach("y.data"), detach("z.data")) == after


# ---- lines


def test_lines_are_mapped_back() -> None:
    before = "import os\nx = V(\n    a.data\n)\nif b: c\nd\n"
    result = apply(
        before,
        lambda f: [Unwrap(f("V(\n    a.data\n)"), f("a.data"))],
        insert("c", "new()"),
        remove("d"),
        wrap("x = V(\n    a.data\n)", "x = V(\n    a.data\n)"),
        lambda f: [AddImport("torch")],
    )
    assert result.text == "import os\nimport torch\nwith torch.no_grad():\n    x = a.data\nif b:\n    new()\n    c\n"
    assert [result.lines.old(n) for n in range(1, 9)] == [1, 1, 2, 2, 5, 5, 5, 7]
    assert (result.lines.old(0), result.lines.old(99)) == (1, 7)


def test_the_whole_file_is_rewritten_where_a_statement_cannot_be_cut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from torchfix_codemods.rewrite.regions import Layout, Region

    cut = Layout.text

    def broken(self: Layout, region: Region) -> tuple[str, str]:
        text, tail = cut(self, region)
        return (text, tail) if region == self.whole() else (f"({text}", tail)

    monkeypatch.setattr(Layout, "text", broken)
    before = "# top\r\ndef f():\r\n\tx = a.data  # c\r\n\ty = V(\r\n\t  b.data)\r\n\treturn x"
    result = apply(before, detach("a.data"), lambda f: [Unwrap(f("V(\n\t  b.data)"), f("b.data"))])
    assert result.text == "# top\r\ndef f():\r\n\tx = a.detach()  # c\r\n\ty = b.data\r\n\treturn x"
    assert result.lines.olds == (1, 2, 3, 4, 6)
