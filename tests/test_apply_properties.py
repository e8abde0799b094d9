"""Random programs, random edits: what must hold for all of them."""

from __future__ import annotations

import ast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.edits import (
    AddImport,
    AttributeToCall,
    Decorate,
    Edit,
    EditCall,
    InsertAfterImports,
    InsertStatement,
    Move,
    RemoveStatement,
    RenameAttribute,
    Replace,
    Unwrap,
    WrapStatements,
    target,
)
from torchfix_codemods.rewrite.apply import apply_edits
from torchfix_codemods.rewrite.regions import Layout, last_line

EXPRESSIONS = st.sampled_from(
    [
        "x.data",
        "V(x.data + y).sum()",
        "V(\n{i}      a.data +  # first\n{i}  b)",
        "f(a, k='v', **w)",
        "f(\n{i}    a.data,  # why\n{i}    # end\n{i})",
        "[V(i.data) for i in V(z).items if V(i)]",
        "(lambda q: V(q.data))(1)",
        "V(V(p.cuda()).data.numpy())",
        "'''s\n  {{x.data}}\n'''",
        "f'{{x.data}} é'",
        "f'''a\n{{V(x.data)}}\n'''",
        "a.data if V(b) else c.data",
        "x[V(i).data:, 'é'].data",
        "not V(a or b)",
        "-V(a ** b) ** V(c)",
        "(y := V(x.data))",
        "a + \\\n   V(b.data)",
    ]
)
SIMPLE = st.sampled_from(["{e}", "v = {e}", "p.data -= {e}", "return {e}", "del q.data, r", "assert {e}, V(m)", "pass"])
HEADERS = st.sampled_from(
    [
        "if {e}:",
        "for i in {e}:",
        "while {e}:",
        "with V({e}) as c, V(d):",
        "def f(a, b={e}) -> V(t):",
        "async def g(*a: V(t), k={e}):",
        "@deco({e})\n{i}# note\n{i}@other\n{i}class A(V(B), k={e}):",
    ]
)
UNITS = st.sampled_from(["  ", "    ", "\t", "   "])
COMMENTS = st.sampled_from(["", "", "  # note", " #", "  # a 'quote"])
FILLERS = st.sampled_from(["", "", "", "\n", "{i}# about\n", "# left\n", "   \n", "\x0c\n"])


@st.composite
def blocks(draw: st.DrawFn, indent: str, depth: int) -> str:
    """A block of statements at an indentation."""
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        parts.append(draw(FILLERS).format(i=indent))
        kind = draw(st.sampled_from(["simple", "simple", "joined", "line", "compound", "try", "else", "match"]))
        if depth == 0 and kind in ("compound", "try", "else", "match"):
            kind = "simple"
        parts.append(draw(STATEMENTS[kind](indent, depth)))
    return "".join(parts)


@st.composite
def small(draw: st.DrawFn, indent: str) -> str:
    return draw(SIMPLE).format(e=draw(EXPRESSIONS).format(i=indent))


@st.composite
def simple(draw: st.DrawFn, indent: str, depth: int) -> str:
    return indent + draw(small(indent)) + draw(COMMENTS) + "\n"


@st.composite
def joined(draw: st.DrawFn, indent: str, depth: int) -> str:
    parts = [draw(small(indent)) for _ in range(draw(st.integers(2, 3)))]
    return indent + draw(st.sampled_from(["; ", ";", " ;  ", "; \\\n  "])).join(parts) + draw(COMMENTS) + "\n"


@st.composite
def header(draw: st.DrawFn, indent: str) -> str:
    return indent + draw(HEADERS).format(e=draw(EXPRESSIONS).format(i=indent), i=indent)


@st.composite
def line(draw: st.DrawFn, indent: str, depth: int) -> str:
    head = draw(header(indent))
    parts = [draw(small(indent)) for _ in range(draw(st.integers(1, 2)))]
    return head + draw(st.sampled_from([" ", "", " \\\n  "])) + "; ".join(parts) + draw(COMMENTS) + "\n"


@st.composite
def compound(draw: st.DrawFn, indent: str, depth: int) -> str:
    return draw(header(indent)) + draw(COMMENTS) + "\n" + draw(blocks(indent + draw(UNITS), depth - 1))


@st.composite
def tried(draw: st.DrawFn, indent: str, depth: int) -> str:
    body = draw(blocks(indent + draw(UNITS), depth - 1))
    handler = draw(blocks(indent + draw(UNITS), depth - 1))
    final = draw(small(indent))
    return f"{indent}try:\n{body}{indent}except V(E.data) as e:  # oops\n{handler}{indent}finally: {final}\n"


@st.composite
def branched(draw: st.DrawFn, indent: str, depth: int) -> str:
    parts = [draw(blocks(indent + draw(UNITS), depth - 1)) for _ in range(3)]
    test = draw(EXPRESSIONS).format(i=indent)
    if draw(st.booleans()):
        first, second = draw(small(indent)), draw(small(indent))
        return f"{indent}if a.data: {first}\n{indent}elif {test}: {second}\n{indent}else: {first}; b.data\n"
    return f"{indent}if a.data:\n{parts[0]}{indent}elif {test}:\n{parts[1]}{indent}else:  # rest\n{parts[2]}"


@st.composite
def matched(draw: st.DrawFn, indent: str, depth: int) -> str:
    inner, test = indent + draw(UNITS), draw(EXPRESSIONS)
    body = draw(blocks(inner + draw(UNITS), depth - 1))
    head = f"{indent}match {test.format(i=indent)}:\n{inner}case 1 if a.data: {draw(small(inner))}\n"
    return f"{head}{inner}# next\n{inner}case [x, *_] if {test.format(i=inner)}:  # c\n{body}"


STATEMENTS = {
    "match": matched,
    "simple": simple,
    "joined": joined,
    "line": line,
    "compound": compound,
    "try": tried,
    "else": branched,
}


@st.composite
def programs(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(["", "import torch\n", '"""doc"""\n', "#!/bin/x\n# about\n\n"]))
    text += draw(blocks("", 2))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.booleans()):
        text = text.rstrip("\r\n \t\f")
    return text


@st.composite
def expression_edits(draw: st.DrawFn, tree: Tree) -> list[Edit]:
    """One edit on an expression or simple statement, where the program has any."""
    edits: list[Edit] = []
    for attribute in tree.nodes(ast.Attribute):
        if isinstance(attribute.ctx, ast.Load):
            edits += [AttributeToCall(target(attribute), "detach"), RenameAttribute(target(attribute), "new")]
    for call in tree.nodes(ast.Call):
        place = target(call)
        edits.append(EditCall(place, add=(("new", '"v"'),)))
        edits.append(EditCall(place, first="0"))
        if isinstance(call.func, ast.Name) and call.func.id == "V":
            edits.append(Unwrap(place, target(call.args[0])))
            edits.append(Replace(place, "g($0) + h($0)", (target(call.args[0]),)))
        else:
            edits.append(EditCall(place, rename="new"))
    for augmented in tree.nodes(ast.AugAssign):
        if isinstance(augmented.target, ast.Attribute):
            parts = (target(augmented.target.value), target(augmented.value))
            edits.append(Replace(target(augmented), "$0.detach().sub_($1)", parts))
    return [draw(st.sampled_from(edits))] if edits else []


@st.composite
def statement_edits(draw: st.DrawFn, tree: Tree) -> list[Edit]:
    """One edit on whole statements or on the top of the module."""
    layout = Layout(tree)
    statements = [unit for unit in layout.units if isinstance(unit, ast.stmt)]
    chosen = draw(st.sampled_from(statements))
    place = layout.places[chosen]
    other = draw(st.sampled_from(statements))
    last = place.block[draw(st.integers(place.index, len(place.block) - 1))]
    assert isinstance(last, ast.stmt)
    options: list[Edit] = [
        InsertStatement(target(chosen), "new(1)", after=draw(st.booleans())),
        InsertStatement(target(chosen), 'with new("a"):\n    old()', after=draw(st.booleans())),
        RemoveStatement(target(chosen)),
        WrapStatements(target(chosen), target(last), "with torch.no_grad():"),
        Move(target(chosen), target(other), after=draw(st.booleans())),
        AddImport("torch"),
        InsertAfterImports("seed = 0"),
    ]
    if isinstance(chosen, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        options.append(Decorate(target(chosen), "torch.no_grad()"))
    return [draw(st.sampled_from(options))]


@st.composite
def cases(draw: st.DrawFn, statements: bool) -> tuple[str, list[list[Edit]]]:
    text = draw(programs())
    tree = parse(text)
    groups = []
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(st.booleans()) if statements else False
        groups.append(draw(statement_edits(tree) if kind else expression_edits(tree)))
    return text, groups


RELAXED = settings(
    deadline=None, max_examples=80, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@RELAXED
@given(cases(statements=True))
def test_any_edits_give_exactly_the_program_that_was_asked_for(case: tuple[str, list[list[Edit]]]) -> None:
    tree, groups = parse(case[0]), case[1]
    result = apply_edits(tree, groups)  # raises where the guard finds anything else
    outcome = [*result.done, *result.waiting, *result.swallowed, *result.refused]
    assert sorted(outcome) == list(range(len(groups)))
    assert set(result.swallowed.values()) <= set(result.done)
    new_lines = result.text.split("\n")
    assert len(result.lines.olds) == len(new_lines)
    kept = {(result.lines.old(number), text) for number, text in enumerate(new_lines, 1)}
    touched = touched_lines(tree, groups)
    assert not [(n, text) for n, text in enumerate(tree.lines, 1) if n not in touched and (n, text) not in kept]


def touched_lines(tree: Tree, groups: list[list[Edit]]) -> set[int]:
    layout = Layout(tree)
    touched: set[int] = {len(tree.lines)}  # it may get a line end
    for edit in [edit for group in groups for edit in group]:
        if isinstance(edit, (AddImport, InsertAfterImports)):
            continue
        places = [edit.first, edit.last] if isinstance(edit, WrapStatements) else [edit.target]
        units = [layout.unit_of(next(n for n in layout.tree.parents if is_at(n, place))) for place in places]
        for unit in units:
            region = layout.region(unit)
            touched |= set(range(region.first, region.last + 1))
        if isinstance(edit, (WrapStatements, RemoveStatement)):
            touched |= set(range(layout.first_line(units[0]), last_line(units[-1]) + 1))
    return touched


def is_at(node: ast.AST, place: object) -> bool:
    return hasattr(node, "end_lineno") and isinstance(node, (ast.expr, ast.stmt)) and target(node) == place


@RELAXED
@given(cases(statements=False))
def test_one_statement_at_a_time_gives_what_the_whole_module_gives(case: tuple[str, list[list[Edit]]]) -> None:
    tree, groups = parse(case[0]), case[1]
    piecewise = apply_edits(tree, groups)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Layout, "region", lambda layout, unit: layout.whole())
        at_once = apply_edits(tree, groups)
    assert piecewise.text == at_once.text
    assert piecewise.done == at_once.done


@RELAXED
@given(programs())
def test_nothing_to_do_changes_nothing(text: str) -> None:
    tree = parse(text)
    result = apply_edits(tree, [[]])
    assert result.text == tree.text
    assert [result.lines.old(n) for n in range(1, len(tree.lines) + 1)] == list(range(1, len(tree.lines) + 1))
