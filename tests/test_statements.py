"""Edits on whole statements: insert, remove, wrap, decorate."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from rewriting import Find, apply, rewritten

from torchfix_codemods.edits import (
    AttributeToCall,
    Decorate,
    Edit,
    InsertStatement,
    Move,
    RemoveStatement,
    Replace,
    WrapStatements,
)

Make = Callable[[Find], list[Edit]]


def detach(code: str) -> Make:
    return lambda find: [AttributeToCall(find(code), "detach")]


def insert(at: str, code: str, after: bool = False) -> Make:
    return lambda find: [InsertStatement(find(at, ast.stmt), code, after)]


def remove(code: str) -> Make:
    return lambda find: [RemoveStatement(find(code, ast.stmt))]


def move(code: str, to: str, after: bool = False) -> Make:
    return lambda find: [Move(find(code, ast.stmt), find(to, ast.stmt), after)]


def wrap(first: str, last: str, header: str = "with torch.no_grad():") -> Make:
    return lambda find: [WrapStatements(find(first, ast.stmt), find(last, ast.stmt), header)]


@pytest.mark.parametrize(
    ("before", "groups", "after"),
    [
        ("for x in y:\n    # back\n    loss.backward()\n", [insert("loss.backward()", "opt.zero_grad()")] * 2,
         "for x in y:\n    # back\n    opt.zero_grad()\n    loss.backward()\n"),
        ("for x in y:\n    b()\n\n    # end of loop\n\n# out\nz()\n",
         [insert("for x in y:\n    b()", "a()", True), insert("b()", "c()", True)],
         "for x in y:\n    b()\n    c()\n\n    # end of loop\na()\n\n# out\nz()\n"),
        ("b()", [insert("b()", "c()", True)], "b()\nc()"),
        ("b()\r\nd()", [insert("d()", "c()", True)], "b()\r\nd()\r\nc()"),
        ("def f():\n  b()\n", [insert("b()", "if a:\n    c()\n    '''s\n    '''")],
         "def f():\n  if a:\n    c()\n    '''s\n    '''\n  b()\n"),
        ("s = 'a'\nb()\n", [insert("b()", 'c("x")')], "s = 'a'\nc('x')\nb()\n"),
        ("s = 'a'\nb()\n", [insert("b()", '# "why"\nc("x")  # "how"')],
         "s = 'a'\n# \"why\"\nc('x')  # \"how\"\nb()\n"),
        ("if a: p.data -= g; b()\n",
         [insert("b()", "c()"),
          lambda f: [Replace(f("p.data -= g", ast.stmt), "$0.detach().sub_($1)", (f("p"), f("g")))]],
         "if a:\n    p.detach().sub_(g)\n    c()\n    b()\n"),
        ("if a: b(); c()  # d\nelse: e()\n", [insert("c()", "new()"), insert("e()", "old()", True)],
         "if a:\n    b()\n    new()\n    c()  # d\nelse:\n    e()\n    old()\n"),
        ("a(); b(); c()  # d\n", [insert("b()", "new()")], "a()\nnew()\nb(); c()  # d\n"),
        ("a(); \\\n  b()\n", [insert("b()", "new()", True)], "a(); \\\n  b()\nnew()\n"),
        ("@d\ndef f(): pass\n", [insert("def f(): pass", "new()")], "new()\n@d\ndef f(): pass\n"),
        ("a\n@(\n  d)\ndef f(): pass\n", [insert("def f(): pass", "new()")], "a\nnew()\n@(\n  d)\ndef f(): pass\n"),
        ("x = y.data\n", [insert("x = y.data", "a()"), detach("y.data"), insert("x = y.data", "b()")],
         "a()\nb()\nx = y.detach()\n"),
    ],
)  # fmt: skip
def test_statements_are_inserted(before: str, groups: list[Make], after: str) -> None:
    assert rewritten(before, *groups) == after


@pytest.mark.parametrize(
    ("before", "groups", "after"),
    [
        ("def f():\n  # keep\n  x = 1  # gone\n  y\n", [remove("x = 1")], "def f():\n  # keep\n  y\n"),
        ("def f():\n  # keep\n  x = 1  # gone\n", [remove("x = 1")], "def f():\n  # keep\n  pass\n"),
        ("if a: b; c  # d\nelse: e\n", [remove("c")], "if a: b  # d\nelse: e\n"),
        ("if a: b; c  # d\nelse: e\n", [remove("b"), remove("c"), remove("e")], "if a: pass  # d\n"),
        ("a; b; c  # d\n", [remove("a")], "b; c  # d\n"),
        ("a; b; c  # d\n", [remove("b")], "a; c  # d\n"),
        ("a; b; c;  # d\n", [remove("b"), remove("c")], "a;  # d\n"),
        ("a; b\nc\n", [remove("a"), remove("b")], "c\n"),
        ("a\n", [remove("a")], ""),
        ("a\r\nb", [remove("b")], "a\r\n"),
        ("a\nx = (1,\n  2)\nb\n", [remove("x = (1,\n  2)")], "a\nb\n"),
        ("@d\nclass A:\n    pass\nb\n", [remove("class A:\n    pass")], "b\n"),
        ("if q:\n    a\n    b\n", [remove("a"), remove("b"), insert("b", "c")], "if q:\n    c\n"),
        ("try:\n    a\nfinally:\n\tb\n", [remove("a"), remove("b")], "try:\n    pass\nfinally:\n\tpass\n"),
    ],
)
def test_statements_are_removed(before: str, groups: list[Make], after: str) -> None:
    assert rewritten(before, *groups) == after


@pytest.mark.parametrize(
    ("before", "groups", "after"),
    [
        # what is said of a statement goes with it, what is said of its new neighbour stays with that
        ("# start\nz()  # why\nfor x in y:\n    # step\n    b()\n", [move("z()", "b()")],
         "for x in y:\n    # start\n    z()  # why\n    # step\n    b()\n"),
        ("if a:\n\tb()\n\t# one\n\t# two\n\tz()  # three\nc()\n", [move("z()", "c()", True)],
         "if a:\n\tb()\nc()\n# one\n# two\nz()  # three\n"),
        # but not what divides the file or stands apart
        ("# apart\n\nz()\nb()\n", [move("z()", "b()", True)], "# apart\n\nb()\nz()\n"),
        ("#%% cell\nz()\nb()\n", [move("z()", "b()", True)], "#%% cell\nb()\nz()\n"),
        ("# ------\n# what\nz()\nb()\n", [move("z()", "b()", True)], "# ------\nb()\n# what\nz()\n"),
        ("b()\nz()", [move("z()", "b()")], "z()\nb()\n"),
        ("b()\r\n# c\r\nz()", [move("z()", "b()")], "# c\r\nz()\r\nb()\r\n"),
        ("a(); z(); c()  # d\nif q: e()\n", [move("z()", "e()")], "a()\nc()  # d\nif q:\n    z()\n    e()\n"),
        ("if q: z()  # d\nb()\n", [move("z()", "b()", True)], "if q:\n    pass\nb()\nz()  # d\n"),
        ("if q:\n  z(\n    1,\n'''a\n   b''')\nb()\n", [move("z(\n    1,\n'''a\n   b''')", "b()")],
         "if q:\n  pass\nz(\n  1,\n'''a\n   b''')\nb()\n"),
        ("b()\n# c\nz(y.data)\n", [move("z(y.data)", "b()"), detach("y.data"), insert("z(y.data)", "n()")],
         "# c\nz(y.detach())\nb()\nn()\n"),
        ("# c\nz()\nb()\nd()\n", [move("z()", "d()"), wrap("z()", "b()")],
         "with torch.no_grad():\n    b()\n# c\nz()\nd()\n"),
    ],
)  # fmt: skip
def test_statements_are_moved_with_their_comments(before: str, groups: list[Make], after: str) -> None:
    assert rewritten(before, *groups) == after


@pytest.mark.parametrize(
    ("before", "groups", "after"),
    [
        # comments above stay above, those between move along, strings do not move
        ("def f(p):\n\t# above\n\tp.data.add_(1)  # t\n\n\t# mid\n#far\n\ts = '''a\n  b\n'''\n"
         "\tif p: return 3\n\t# after\n\treturn s\n",
         [wrap("p.data.add_(1)", "if p: return 3"), detach("p.data")],
         "def f(p):\n\t# above\n\twith torch.no_grad():\n\t\tp.detach().add_(1)  # t\n\n"
         "\t\t# mid\n\t#far\n\t\ts = '''a\n  b\n'''\n"
         "\t\tif p: return 3\n\t# after\n\treturn s\n"),
        ("x = 1\ny = (2 +\n 3)\nz = f'''{x\n}\n  a'''\n", [wrap("x = 1", "z = f'''{x\n}\n  a'''")],
         "with torch.no_grad():\n    x = 1\n    y = (2 +\n     3)\n    z = f'''{x\n}\n  a'''\n"),
        ("x = 'a\\\n  b' + \\\n  c\n", [wrap("x = 'a\\\n  b' + \\\n  c", "x = 'a\\\n  b' + \\\n  c")],
         "with torch.no_grad():\n    x = 'a\\\n  b' + \\\n      c\n"),
        ("a; b; c\n", [wrap("b", "b")], "a\nwith torch.no_grad():\n    b\nc\n"),
        ("if cuda: x = x.cuda(); y = y.cuda()\n", [wrap("x = x.cuda()", "y = y.cuda()")],
         "if cuda:\n    with torch.no_grad():\n        x = x.cuda(); y = y.cuda()\n"),
        ("for i in x: p.data; b  # c\n", [wrap("b", "b"), detach("p.data")],
         "for i in x:\n    p.detach()\n    with torch.no_grad():\n        b  # c\n"),
        ("while a:\r\n  if b: break\r\n  continue", [wrap("if b: break", "continue")],
         "while a:\r\n  with torch.no_grad():\r\n    if b: break\r\n    continue"),
        ("if a:\n\t  b\n", [wrap("b", "b")], "if a:\n\t  with torch.no_grad():\n\t  \t  b\n"),
        ("@d\ndef f():\n  pass\n", [wrap("def f():\n  pass", "def f():\n  pass"),
                                    lambda f: [Decorate(f("def f():\n  pass", ast.stmt), "e")]],
         "with torch.no_grad():\n  @d\n  @e\n  def f():\n    pass\n"),
        ("if a:\n @ \\\n d\n def f(): pass\n b\n", [wrap("def f(): pass", "b")],
         "if a:\n with torch.no_grad():\n  @ \\\n  d\n  def f(): pass\n  b\n"),
        ("a\nb\nc\n", [wrap("a", "c"), remove("b"), insert("a", "x"), insert("c", "y", True), insert("c", "z")],
         "x\nwith torch.no_grad():\n    a\n    z\n    c\ny\n"),
        ("if a:\n    b\n    c\n", [wrap("b", "c"), remove("b"), remove("c")], "if a:\n    pass\n"),
        ("b\nc\n", [wrap("b", "c"), remove("b"), remove("c"), insert("b", "x"), insert("c", "y", True)], "x\ny\n"),
        ("b\nc\n", [wrap("b", "c"), remove("b"), remove("c"), insert("b", "x", True)],
         "with torch.no_grad():\n    x\n"),
        ("for i in j:\n    if k:\n        a\n", [wrap("if k:\n        a", "if k:\n        a"), insert("a", "b", True)],
         "for i in j:\n    with torch.no_grad():\n        if k:\n            a\n            b\n"),
        ("def f():\n    g = lambda: (yield)\n    def h():\n        yield 1\n",
         [wrap("g = lambda: (yield)", "def h():\n        yield 1")],
         "def f():\n    with torch.no_grad():\n        g = lambda: (yield)\n        def h():\n            yield 1\n"),
        ("x\n", [wrap("x", "x", 'with f("a"):')], 'with f("a"):\n    x\n'),
        ("s = 'a'\nx\n", [wrap("x", "x", 'with f("a"):')], "s = 'a'\nwith f('a'):\n    x\n"),
    ],
)  # fmt: skip
def test_statements_are_wrapped(before: str, groups: list[Make], after: str) -> None:
    assert rewritten(before, *groups) == after


@pytest.mark.parametrize(
    ("before", "make", "reason"),
    [
        ("def f():\n    yield x\n", wrap("yield x", "yield x"), "a yield or await"),
        ("async def f():\n    await x\n", wrap("await x", "await x"), "a yield or await"),
        ("async def f():\n    y = [i async for i in z]\n", wrap("y = [i async for i in z]", "y = [i async for i in z]"),
         "a yield or await"),
        ("async def f():\n    async with a: pass\n", wrap("async with a: pass", "async with a: pass"),
         "a yield or await"),
        ("def f():\n    def g(a=(yield)): pass\n", wrap("def g(a=(yield)): pass", "def g(a=(yield)): pass"),
         "a yield or await"),
        ("if a:\n    b\nelif c:\n    d\n", wrap("elif c:\n    d", "elif c:\n    d"), "an `elif` cannot be wrapped"),
        ("def f():\n    'doc'\n    b\n", wrap("'doc'", "b"), "the docstring has to stay first"),
        ("from __future__ import annotations\n", wrap(*["from __future__ import annotations"] * 2),
         "`from __future__`"),
        ("if a:\n    b\nc\n", wrap("b", "c"), "do not stand in one block"),
        ("a\nb\n", wrap("b", "a"), "the last statement stands before the first"),
        ("if a:\n    b\nelif c:\n    d\n", insert("elif c:\n    d", "x"), "between `if` and `elif`"),
        ("if a:\n    b\nelif c:\n    d\n", remove("elif c:\n    d"), "an `elif` cannot be removed"),
        ("x = (  # why\n    y\n)\n", remove("x = (  # why\n    y\n)"), "the comment `# why` would be lost"),
        ("def f():\n    (  # why\n        y)\n", remove("(  # why\n        y)"), "the comment `# why` would be lost"),
        ("if a:\n    # why\n    y\n", remove("if a:\n    # why\n    y"), "the comment `# why` would be lost"),
        ("'doc'\nb\n", insert("'doc'", "x"), "the docstring has to stay first"),
        ("x = y\n", lambda f: [RemoveStatement(f("y"))], "Name is no statement"),
        ("x = y\n", lambda f: [Decorate(f("x = y", ast.stmt), "d")], "only functions and classes"),
        ("def f(): pass\n", lambda f: [Decorate(f("def f(): pass", ast.stmt), "d +")], "is no statement"),
        ("x = y\n", insert("x = y", "if a"), "`if a` is no statement"),
        ("x = y\n", insert("x = y", "# only a comment"), "is no statement"),
        ("x = y\n", wrap("x = y", "x = y", "with a"), "is no statement"),
    ],
)  # fmt: skip
def test_statement_edits_that_would_break_something_are_refused(before: str, make: Make, reason: str) -> None:
    result = apply(before, make)
    assert (result.text, list(result.refused)) == (before, [0])
    assert reason in result.refused[0]


def test_runs_that_overlap_wait_and_equal_ones_are_wrapped_once() -> None:
    result = apply("a\nb\nc\n", wrap("a", "b"), wrap("b", "c"), wrap("a", "b"), wrap("c", "c"))
    assert result.text == "with torch.no_grad():\n    a\n    b\nwith torch.no_grad():\n    c\n"
    assert (result.done, result.waiting) == ((0, 2, 3), (1,))


def test_a_decorator_goes_below_the_others() -> None:
    before = "@a\n# c\nasync def f(): pass\nclass K:\n\t@b(\n\t  1)\n\tclass L: pass\n"
    decorated = rewritten(
        before,
        lambda f: [Decorate(f("async def f(): pass", ast.stmt), "d")],
        lambda f: [Decorate(f("class L: pass", ast.stmt), 'e("x")')],
        lambda f: [Decorate(f("async def f(): pass", ast.stmt), "d")],
    )
    assert decorated == '@a\n# c\n@d\nasync def f(): pass\nclass K:\n\t@b(\n\t  1)\n\t@e("x")\n\tclass L: pass\n'


# A backslash before an empty line: Python takes that line for a part of the statement above.
_CONTINUED = "def f():\n    a.data \\\n\n    b\n"


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (lambda find: [AttributeToCall(find("a.data"), "detach")], "def f():\n    a.detach() \\\n\n    b\n"),
        (
            lambda find: [InsertStatement(find("a.data", ast.stmt), "new()", after=True)],
            "def f():\n    a.data \\\n\n    new()\n    b\n",
        ),
        (lambda find: [InsertStatement(find("b", ast.stmt), "new()")], "def f():\n    a.data \\\n\n    new()\n    b\n"),
        (lambda find: [RemoveStatement(find("a.data", ast.stmt))], "def f():\n    b\n"),
        (lambda find: [RemoveStatement(find("b", ast.stmt))], "def f():\n    a.data \\\n\n"),
        (
            lambda find: [WrapStatements(find("a.data", ast.stmt), find("a.data", ast.stmt), "with c:")],
            "def f():\n    with c:\n        a.data \\\n\n    b\n",
        ),
    ],
)
def test_an_empty_line_after_a_backslash_belongs_to_the_statement(edit: Make, after: str) -> None:
    assert rewritten(_CONTINUED, edit) == after
    assert rewritten(_CONTINUED.replace("\n", "\r\n"), edit) == after.replace("\n", "\r\n")


def test_a_statement_that_goes_from_a_line_with_an_empty_one_after_a_backslash_leaves_that() -> None:
    assert rewritten("a; b \\\n\nc\n", lambda find: [RemoveStatement(find("b", ast.stmt))]) == "a \\\n\nc\n"
