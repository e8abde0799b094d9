"""The syntax tree: parents, places, scopes and qualified names."""

from __future__ import annotations

import ast

import pytest

from torchfix_codemods.analysis.syntax.tree import (
    ParseError,
    Tree,
    callee_name,
    dotted,
    has_star_arguments,
    keyword,
    parse,
)


def name(tree: Tree, identifier: str, occurrence: int = -1) -> ast.Name:
    return [node for node in tree.nodes(ast.Name) if node.id == identifier][occurrence]


def test_nodes_come_in_source_order() -> None:
    tree = parse("a = f(b)\nfor c in d:\n    e.g\n")
    assert [node.id for node in tree.nodes(ast.Name)] == ["a", "f", "b", "c", "d", "e"]


def test_the_statement_of_a_node_is_the_nearest_one() -> None:
    tree = parse("if a:\n    b = [c for c in d]\n")
    assert isinstance(tree.statement(name(tree, "d")), ast.Assign)
    assert isinstance(tree.statement(name(tree, "a")), ast.If)


def test_a_module_stands_in_no_statement() -> None:
    tree = parse("a\n")
    with pytest.raises(ValueError, match="stands in no statement"):
        tree.statement(tree.module)


@pytest.mark.parametrize(
    ("text", "identifier", "expected"),
    [
        ("def f():\n    x\n", "x", "f"),
        ("def f(a=x):\n    pass\n", "x", None),
        ("@x\ndef f():\n    pass\n", "x", None),
        ("def f():\n    g = lambda: x\n", "x", "f"),
        ("class C:\n    x\n", "x", None),
        ("def f():\n    class C:\n        x\n", "x", None),
        ("class C:\n    def f(self):\n        x\n", "x", "f"),
        ("x\n", "x", None),
    ],
)
def test_the_function_that_executes_a_node(text: str, identifier: str, expected: str | None) -> None:
    tree = parse(text)
    function = tree.function(name(tree, identifier))
    assert (function.name if function else None) == expected


@pytest.mark.parametrize(
    "text",
    [
        "if a:\n    pass\nelse:\n    x\n",
        "try:\n    a\nexcept E:\n    x\n",
        "try:\n    a\nfinally:\n    x\n",
        "match a:\n    case 1:\n        x\n",
        "for a in b:\n    pass\nelse:\n    x\n",
    ],
)
def test_every_statement_is_in_a_block(text: str) -> None:
    tree = parse(text)
    block, index = tree.block(tree.statement(name(tree, "x")))
    assert ast.unparse(block[index]) == "x"


def test_the_class_of_a_method_is_seen_through_conditions() -> None:
    tree = parse("class C:\n    if a:\n        def f(self):\n            pass\n\ndef g():\n    pass\n")
    f, g = tree.nodes(ast.FunctionDef)
    holder = tree.class_of(f)
    assert holder is not None and holder.name == "C"
    assert tree.class_of(g) is None


def test_source_counts_bytes_as_ast_does() -> None:
    tree = parse('s = "äöü"; value = call(\n    "é", x)\n')
    assert tree.source(tree.nodes(ast.Call)[0]) == 'call(\n    "é", x)'
    assert tree.source(name(tree, "value")) == "value"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import torch\ntorch.nn.Linear\n", "torch.nn.Linear"),
        ("import torch.nn as nn\nnn.Linear\n", "torch.nn.Linear"),
        ("import torch.nn\ntorch.nn.Linear\n", "torch.nn.Linear"),
        ("from torch import nn as layers\nlayers.Linear\n", "torch.nn.Linear"),
        ("from .models import Net\nNet.build\n", ".models.Net.build"),
        ("from . import models\nmodels.Net\n", ".models.Net"),
        ("try:\n    import apex\nexcept ImportError:\n    apex = None\napex.amp\n", "apex.amp"),
        ("import torch\nT = torch.Tensor\nT.cuda\n", "torch.Tensor.cuda"),
        ("import torch\ntorch = load()\ntorch.nn\n", None),
        ("import torch\ndef f(torch):\n    torch.nn\n", None),
        ("def f():\n    import torch\n    torch.nn\n", "torch.nn"),
        ("def f():\n    import torch\ntorch.nn\n", None),
        ("import a\nclass C:\n    a = 1\n    def f(self):\n        a.b\n", "a.b"),
        ("x.y\n", None),
        ("a = b\nb = a\na.c\n", None),
        ("import torch\nf().nn\n", None),
    ],
)
def test_qualified_names_follow_imports_and_scopes(text: str, expected: str | None) -> None:
    tree = parse(text)
    last = max(tree.nodes(ast.Attribute), key=lambda node: (node.lineno, node.end_col_offset or 0))
    assert tree.qualified_name(last) == expected


def test_the_first_iterable_of_a_comprehension_is_evaluated_outside() -> None:
    tree = parse("def f(x):\n    return [x for x in x]\n")
    inner, iterable = name(tree, "x", 0), name(tree, "x", -1)
    assert isinstance(tree.scope(inner).node, ast.ListComp)
    assert isinstance(tree.scope(iterable).node, ast.FunctionDef)


def test_bindings_of_every_kind_are_seen() -> None:
    text = """
        import a1
        from m import a2
        a3 = 1
        a4: int = 2
        for a5 in b: pass
        with b as a6: pass
        def a7(p, /, q, *r, s, **t): pass
        class a8: pass
        try: pass
        except E as a9: pass
        [z for z in (a10 := b)]
        match b:
            case [*a11]: pass
            case a12: pass
        a13 += 1
        (a14, a15) = b
    """
    tree = parse("\n".join(line[8:] for line in text.split("\n")))
    assert set(tree.scopes[tree.module].bindings) == {f"a{i}" for i in range(1, 16)}
    function = tree.nodes(ast.FunctionDef)[0]
    assert set(tree.scopes[function].bindings) == {"p", "q", "r", "s", "t"}


def test_global_and_nonlocal_bind_where_they_point() -> None:
    tree = parse("def f():\n    global g\n    g = 1\n    n = 0\n    def h():\n        nonlocal n\n        n = 2\n")
    assert "g" in tree.scopes[tree.module].bindings
    outer = tree.nodes(ast.FunctionDef)[0]
    assert len(tree.scopes[outer].bindings["n"]) == 2


def test_a_bare_annotation_and_del_bind_nothing() -> None:
    tree = parse("x: int\ndel y\n")
    assert tree.scopes[tree.module].bindings == {}


def test_what_a_plain_assignment_binds_has_its_value() -> None:
    tree = parse("x = f()\nx\n")
    (binding,) = tree.bindings(name(tree, "x"))
    assert isinstance(binding.value, ast.Call)
    assert binding.line == 1


@pytest.mark.parametrize(("text", "line"), [("print 'x'\n", 1), ("a = 1\nb = = 2\n", 2), ("f(" * 300 + ")" * 300, 1)])
def test_what_does_not_parse_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.line == line
    assert caught.value.reason


def test_deep_nesting_is_an_error_and_no_crash() -> None:
    with pytest.raises(ParseError, match=r"too deeply|too many nested"):
        parse("x = " + "-(" * 5000 + "1" + ")" * 5000)


def test_small_questions_about_calls() -> None:
    tree = parse("a.b.c(1, k=2)\nf(*x)\nf(**x)\n(lambda: 0)()\n")
    first, star, double, anonymous = tree.nodes(ast.Call)
    assert dotted(first.func) == "a.b.c"
    assert dotted(anonymous.func) is None
    assert [callee_name(call) for call in (first, star, anonymous)] == ["c", "f", ""]
    assert keyword(first, "k") is not None and keyword(first, "z") is None
    assert [has_star_arguments(call) for call in (first, star, double)] == [False, True, True]


def test_parts_of_one_comprehension_have_their_own_scopes_in_any_order() -> None:
    tree = parse("def f(x):\n    return [y + x for y in x for z in y]\n")
    comprehension, function = tree.nodes(ast.ListComp)[0], tree.nodes(ast.FunctionDef)[0]
    holders = [tree.scope_holder(node) for node in tree.nodes(ast.Name)]
    expected = {"y": comprehension, "z": comprehension}
    first_iterable = comprehension.generators[0].iter
    assert tree.scope_holder(first_iterable) is function
    for node, holder in zip(tree.nodes(ast.Name), holders, strict=True):
        assert holder is (function if node is first_iterable else expected.get(node.id, comprehension))
