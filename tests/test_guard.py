"""The guard: it lets through what was asked for and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import pytest
from rewriting import apply

from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.edits import AttributeToCall, InsertStatement
from torchfix_codemods.rewrite import expressions, guard, statements
from torchfix_codemods.rewrite.apply import RewriteError
from torchfix_codemods.rewrite.regions import Layout, units


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("x = 1\n", "x  =  1  # c\n", True),
        ("x = (1)\n", "x = 1\n", True),
        ("x = 'a'\n", 'x = "a"\n', True),
        ("x = 1\n", "x = 2\n", False),
        ("x = 1\n", "x = 1.0\n", False),
        ("x = 1\n", "x = True\n", False),
        ("x = u'a'\n", "x = 'a'\n", False),
        ("x = 'a'\n", "x = b'a'\n", False),
        ("f(a)\n", "f(a, b)\n", False),
        ("f(a, k=b)\n", "f(a, l=b)\n", False),
        ("f(a, **k)\n", "f(a, k=k)\n", False),
        ("a - b - c\n", "a - (b - c)\n", False),
        ("a\nb\n", "a\n", False),
        ("if a:\n    b\nc\n", "if a:\n    b\n    c\n", False),
        ("del a\n", "a\n", False),
        ("async def f(): pass\n", "def f(): pass\n", False),
        ("for a in b: pass\n", "for a in b: pass\nelse: pass\n", False),
    ],
)
def test_programs_are_compared_by_their_syntax(old: str, new: str, same: bool) -> None:
    difference = guard.first_difference(ast.parse(old), ast.parse(new))
    assert (difference is None) is same
    assert (ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))) is same


def test_the_first_difference_is_a_node_of_the_new_program() -> None:
    difference = guard.first_difference(ast.parse("a\nf(b, c)\n"), ast.parse("a\nf(b, d)\n"))
    assert isinstance(difference, ast.Name)
    assert difference.id == "d"


def check_own_parts(old: str, new: str, expected: dict[int, str]) -> None:
    parts = {index: units(ast.parse(code))[0] for index, code in expected.items()}
    guard.check_own_parts(units(ast.parse(old)), units(ast.parse(new)), parts)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("x = a\ny = b\n", "x = a\ny = c\n", {1: "y = c"}),
        ("if a:\n    b\nelse:\n    c\n", "if z:\n    b\nelse:\n    c\n", {0: "if z: pass"}),
        ("if a:\n    b\n", "if a:\n    c\n", {1: "c"}),
    ],
)
def test_changed_statements_are_what_was_generated_for_them(old: str, new: str, expected: dict[int, str]) -> None:
    check_own_parts(old, new, expected)


@pytest.mark.parametrize(
    ("old", "new", "expected", "reason"),
    [
        ("x = a\ny = b\n", "x = z\ny = c\n", {1: "y = c"}, "an untouched statement"),
        ("x = a\ny = b\n", "x = a\ny = d\n", {1: "y = c"}, "a changed statement"),
        ("x = a\n", "x = a\ny = b\n", {}, "other statements"),
        ("if a:\n    b\nc\n", "if a:\n    b\n    c\n", {}, "a block would hold other statements"),
        ("if a: b\nelif c: d\n", "if a: b\nelif z: d\n", {}, "an untouched statement"),
        ("match a:\n    case 1: b\n", "match a:\n    case 2: b\n", {}, "an untouched statement"),
        ("try: a\nexcept E: b\n", "try: a\nexcept F: b\n", {}, "an untouched statement"),
        ("class A(B): a\n", "class A(C): a\n", {}, "an untouched statement"),
    ],
)
def test_any_other_change_of_a_statement_is_an_error(old: str, new: str, expected: dict[int, str], reason: str) -> None:
    with pytest.raises(RewriteError, match=reason):
        check_own_parts(old, new, expected)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("abc", "abc", []),
        ("abc", "aXc", [(2, 2, 1)]),
        ("abc", "aXYc", [(2, 2, 2)]),
        ("abc", "ac", [(2, 2, 0)]),
        ("abc", "Xabc", [(1, 0, 1)]),
        ("abc", "abcX", [(4, 3, 1)]),
        ("abcd", "XbYZd", [(1, 1, 1), (3, 3, 2)]),
    ],
)
def test_lines_outside_the_changed_stretches_are_compared(
    old: str, new: str, changed: Sequence[tuple[int, int, int]]
) -> None:
    guard.check_lines([*old], [*new], changed)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("abc", "abX", []),
        ("abc", "abcX", []),
        ("abc", "ab", []),
        ("abc", "XYc", [(2, 2, 1)]),
        ("abc", "aXY", [(2, 2, 1)]),
        ("abc", "aXcY", [(2, 2, 1)]),
        ("abcd", "aXXd", [(3, 3, 1), (2, 2, 1)]),
    ],
)
def test_a_line_that_changes_elsewhere_is_an_error(old: str, new: str, changed: Sequence[tuple[int, int, int]]) -> None:
    with pytest.raises(RewriteError):
        guard.check_lines([*old], [*new], changed)


@pytest.mark.parametrize(
    ("old", "new", "changed", "line"),
    [
        ("abc", "abX", [], 1),  # where the stretch begins that differs
        ("abc", "aXY", [(2, 2, 1)], 3),
        ("abc", "abcX", [], 3),
    ],
)
def test_a_changed_line_is_told_by_its_number(
    old: str, new: str, changed: Sequence[tuple[int, int, int]], line: int
) -> None:
    with pytest.raises(RewriteError) as caught:
        guard.check_lines([*old], [*new], changed)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("x = a\ny = b\n", "x = a\ny = c\n", 2),
        ("match a:\n    case 1: b\n", "match a:\n    case 2: b\n", 2),
        ("x = a\nif a:\n    b\nc\n", "x = a\nif a:\n    b\n    c\n", 2),
    ],
)
def test_a_changed_statement_is_told_by_its_line(old: str, new: str, line: int) -> None:
    with pytest.raises(RewriteError) as caught:
        check_own_parts(old, new, {})
    assert caught.value.line == line


def test_what_does_not_parse_is_an_error_with_its_line() -> None:
    with pytest.raises(RewriteError, match="the result would not parse") as caught:
        guard.parsed("x = 1\ny = (\n")
    assert caught.value.line == 2


# ---- the guard is asked: faults put into the engine do not get through


def test_a_fault_in_the_generated_text_of_another_statement_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def fixed(code: str) -> str:
        spliced = expressions.Expressions._checked
        with monkeypatch.context() as patch:
            patch.setattr(
                expressions.Expressions,
                "_checked",
                lambda self, text, lines, expected: spliced(self, text.replace("other", code), lines, expected),
            )
            return apply("x = y.data\nz = other\n", lambda f: [AttributeToCall(f("y.data"), "detach")]).text

    assert fixed("other") == "x = y.detach()\nz = other\n"
    with pytest.raises(RewriteError, match="an untouched statement"):
        fixed("wrong")
    with pytest.raises(RewriteError, match="would not parse"):
        fixed("(")
    with pytest.raises(RewriteError, match="other statements"):
        fixed("other; other")


def test_a_fault_in_moving_lines_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    written = statements.write

    def fixed(old: str, new: str) -> str:
        def faulty(layout: Layout, plan: object) -> statements.Moved:
            moved = written(layout, plan)  # type: ignore[arg-type]
            return statements.Moved(moved.text.replace(old, new), moved.lines, moved.changed)

        with monkeypatch.context() as patch:
            patch.setattr(statements, "write", faulty)
            return apply("a\nif b:\n    c\n", lambda f: [InsertStatement(f("c", ast.stmt), "new()")]).text

    assert fixed("", "") == "a\nif b:\n    new()\n    c\n"
    with pytest.raises(RewriteError, match="line outside"):
        fixed("a\n", "a \n")
    with pytest.raises(RewriteError, match="not be the program"):
        fixed("    new()", "    old()")
    with pytest.raises(RewriteError, match="line"):
        fixed("    new()", "    new()\n    new()")


def test_a_fault_in_cutting_is_caught_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    from torchfix_codemods.rewrite.regions import Region

    def shifted(layout: Layout, region: Region) -> tuple[str, str]:
        return layout.lines[region.first] + "\n", ""

    monkeypatch.setattr(Layout, "text", shifted)
    monkeypatch.setattr(Layout, "whole", lambda layout: Region(1, 1, 0, 1))
    result = apply("x = y.data\nz = w.data\n\n", lambda f: [AttributeToCall(f("y.data"), "detach")])
    assert result.text == parse(result.text).text == "x = y.data\nz = w.data\n\n"
    assert list(result.refused) == [0]
