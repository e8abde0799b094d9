"""Places of `ast` nodes are found again in libcst's tree."""

from __future__ import annotations

import ast
import textwrap

import libcst as cst
import pytest

from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.rewrite.regions import characters
from torchfix_codemods.rewrite.spans import WRITTEN_AS, Positions, Span

F_STRINGS = (ast.JoinedStr, ast.FormattedValue)


def spans(tree: Tree) -> dict[Span, ast.AST]:
    """All nodes of the classes in the table, by the place that `ast` gives them, in characters."""
    found: dict[Span, ast.AST] = {}
    for node in ast.walk(tree.module):
        if type(node).__name__ in WRITTEN_AS and isinstance(node, (ast.expr, ast.stmt)):
            assert node.end_lineno is not None and node.end_col_offset is not None
            start = characters(tree.lines[node.lineno - 1], node.col_offset)
            end = characters(tree.lines[node.end_lineno - 1], node.end_col_offset)
            # Texts and formats in an f-string have the place of the whole string on older versions of Python.
            if not isinstance(node, (ast.Constant, ast.JoinedStr)) or not isinstance(tree.parent(node), F_STRINGS):
                found[node.lineno, start, node.end_lineno, end, type(node).__name__] = node
    return found


EVERYTHING = """
x = (1, 2), ((3, 4)), 5j, 6.0, ..., None, b"s", ( "a" "b"
    "c" ), (  (  7,  )  )
y = sum(i for i in z), any((i for i in z)), f( # c
    i for i in z )
a and b and c or not d; a < b <= c is not d; -a ** ~b; (a) + (b)
f(*a, *(b, c), k=d, **e)[1:2, ::3][...] = {**a, "k": (b)}, {*a, b}, [*a], {}, []
[i async for i in z]; {i for i in z}; {k: v for k, v in z if k}; (lambda a, *b, c=1, **d: (a))(1)
(a if b else (c)).d.e().f [0] . g; (yield); (yield a, b); (yield from c); await d; (n := 1)
é = "漢", f"é{x.data!r:>{w.data}}" "b" f'{y}', x.é
del a, (b), c[0]
assert a, (b)
raise a from b
import a.b as c, d
from . import (e, f as g)
global h; pass
nonlocal i
return j
for k in l, m: break
while (n): continue
o: int = (p); q: r
s += t; u = v = w
@x.y(z)
class A(B, k=C): d: e
@x
async def g(a: b = c, /, *d: e, f=(g, h)) -> (i): return
with (a.b as c, d()): pass
with a as (b, c): pass
try: a
except (b, c) as d: e
match a.b, c:
    case [d, *e] if f.g: h
"""


def test_every_node_of_every_class_is_found() -> None:
    # `return` and `await` stand outside functions: no parser minds, only the compiler would.
    tree = parse(EVERYTHING)
    wanted = spans(tree)
    assert {span[4] for span in wanted} == set(WRITTEN_AS)
    found = Positions(cst.parse_module(EVERYTHING)).find(wanted)
    missing = [node for span, node in wanted.items() if span not in found]
    missing_in = [(type(node), type(tree.parent(node))) for node in missing]
    assert missing_in == [(ast.Tuple, ast.Subscript)]  # libcst has no node for a tuple of indices


@pytest.mark.parametrize("text", [EVERYTHING, "if 1:\n" + textwrap.indent(EVERYTHING, "\t")])
def test_what_is_found_is_the_same_expression(text: str) -> None:
    wanted = spans(parse(text))
    module = cst.parse_module(text)
    compared = 0
    for span, node in Positions(module).find(wanted).items():
        expected = wanted[span]
        if isinstance(expected, ast.expr):
            code = module.code_for_node(node)
            assert dumped(ast.parse(f"({code})", mode="eval").body) == dumped(expected), (span, code)
            compared += 1
    assert compared > 150


def dumped(node: ast.AST) -> str:
    return ast.dump(node).replace("Store()", "Load()").replace("Del()", "Load()")


@pytest.mark.parametrize(
    ("text", "kind", "codes"),
    [
        ("x = ((1, 2))\n", "Tuple", ["((1, 2))"]),
        ("x = 1, 2\n", "Tuple", ["1, 2"]),
        ("f(i for i in z)\n", "GeneratorExp", ["i for i in z"]),
        ("f((i for i in z))\n", "GeneratorExp", ["(i for i in z)"]),
        ("'a' 'b'\n", "Constant", ["'a' 'b'"]),
        ("f'{a}' 'b'\n", "JoinedStr", ["f'{a}' 'b'"]),
        ("f(f())\n", "Call", ["f(f())", "f()"]),
        ("f()\n", "Expr", ["f()"]),
        ("x[1, 2]\n", "Tuple", []),
    ],
)
def test_places_that_differ(text: str, kind: str, codes: list[str]) -> None:
    tree = parse(text)
    module = cst.parse_module(text)
    wanted = [span for span in spans(tree) if span[4] == kind]
    found = Positions(module).find(wanted)
    assert [module.code_for_node(found[span]) for span in wanted if span in found] == codes
