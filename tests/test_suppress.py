"""Comments that keep findings quiet."""

from __future__ import annotations

import tokenize
from typing import NoReturn

import pytest

from torchfix_codemods.edits import Target
from torchfix_codemods.repair import explain_unparsable
from torchfix_codemods.rewrite.errors import RewriteError
from torchfix_codemods.rewrite.indent import lines_inside_strings
from torchfix_codemods.suppress import suppressions


def covers(text: str, code: str = "TFC601", line: int = 1) -> bool:
    return suppressions(text).covers(Target(line, 0, line, 1, "Name"), code)


@pytest.mark.parametrize(
    "text",
    [
        "x = y.data\n",
        "x = '# noqa'\n",
        "x = '''\n# noqa\n'''\n",
        "x = y.data  # noqa: E501\n",
        "x = y.data  # noqa: E501, W291 see TFC601\n",
        "x = y.data  # noqa: TFC602\n",
        "x = y.data  # noqa: TFC6011\n",
        "x = y.data  # noqa-file\n",
        "x = y.data  # noqable\n",
        "x = y.data  # flake8: noqa\n",
        "x = y.data  # torchfix: ignore[TFC602]\n",
        "x = y.data  # torchfix: something\n",
        "x = y.data\n# noqa\n",
    ],
)
def test_not_covered(text: str) -> None:
    assert not covers(text)


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "#noqa",
        "# NOQA",
        "# noqa : TFC601",
        "# noqa:TFC601",
        "# noqa: tfc601",
        "# noqa: E501,TFC601",
        "# noqa: E501 TFC601",
        "# noqa: TFC6",
        "# noqa: TFC",
        "# noqa: TFC601 because of the teacher",
        "# noqa: explained above",
        "# type: ignore # noqa: TFC601",
        "# torchfix: ignore",
        "# torchfix: ignore, the loader needs it",
        "# torchfix: ignore[TFC601]",
        "# torchfix: ignore[TFC602, tfc601] reason",
        "# torchfix: ignore[TFC6]",
        "# torchfix:ignore[TFC601]",
    ],
)
def test_covered(comment: str) -> None:
    assert covers(f"x = y.data  {comment}\n")
    assert covers(f"x = y.data  {comment}\r\n")
    assert covers(f"x = y.data  {comment}")


@pytest.mark.parametrize("line", [1, 2, 3])
@pytest.mark.parametrize("comment_line", [1, 2, 3])
def test_any_line_of_a_simple_statement(line: int, comment_line: int) -> None:
    lines = ["x = f(", "    y.data,", ")", "z = y.data"]
    lines[comment_line - 1] += "  # noqa: TFC601"
    assert covers("\n".join(lines), line=line)
    assert not covers("\n".join(lines), line=4)


HEADER = (
    "for x in f(\n    y.data,\n):  # noqa: TFC601\n    z.data  # torchfix: ignore[TFC602]\n    # noqa\n    u.data\n"
)


@pytest.mark.parametrize(
    ("line", "code", "wanted"),
    [(1, "TFC601", True), (2, "TFC601", True), (3, "TFC601", True), (4, "TFC601", False), (4, "TFC602", True)],
)
def test_header_of_a_compound_statement(line: int, code: str, wanted: bool) -> None:
    assert covers(HEADER, code, line) is wanted


def test_a_comment_of_its_own_covers_no_neighbour() -> None:
    assert not covers(HEADER, line=6)


def test_statements_on_one_line_share_a_comment() -> None:
    assert covers("if x: y = x.data; z = x.data  # noqa\n")


def test_skip_file() -> None:
    found = suppressions("import torch\n\n# torchfix: skip-file\nx = y.data\n")
    assert found.skip_file
    assert found.covers(Target(4, 0, 4, 1, "Name"), "TFC601")
    assert found.unused() == ()
    assert not suppressions("s = '# torchfix: skip-file'\n").skip_file


def test_unused_names_only_our_own() -> None:
    found = suppressions(
        "a = 1  # noqa\n"
        "b = 2  # noqa: E501\n"
        "c = 3  # noqa: TFC601, E501, TFC3\n"
        "d = 4  # torchfix: ignore\n"
        "e = 5  # torchfix: ignore[TFC601, TFC602] why\n"
        "f = 6  # noqa: TFC802\n"
    )
    assert found.covers(Target(3, 4, 3, 5, "Constant"), "TFC301")
    assert found.covers(Target(6, 4, 6, 5, "Constant"), "TFC802")
    assert not found.covers(Target(5, 4, 5, 5, "Constant"), "TFC101")
    assert found.unused() == (
        (3, "# noqa: TFC601"),
        (4, "# torchfix: ignore"),
        (5, "# torchfix: ignore[TFC601, TFC602]"),
    )


def test_both_comments_of_a_line_are_used() -> None:
    found = suppressions("x = y.data  # noqa: TFC601  # torchfix: ignore[TFC6]\n")
    assert found.covers(Target(1, 4, 1, 10, "Attribute"), "TFC601")
    assert found.unused() == ()


def test_text_that_the_tokenizer_rejects() -> None:
    assert not covers("x = (  # noqa\n")


def test_a_mistake_of_the_tokenizer_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.13.0: `SystemError: Negative size passed to PyUnicode_New`, over a program that it runs."""

    def fail(*args: object) -> NoReturn:
        raise SystemError("Negative size passed to PyUnicode_New")

    monkeypatch.setattr(tokenize, "generate_tokens", fail)
    assert suppressions("x.data  # noqa\n").unused() == ()
    assert explain_unparsable("x = (\n", 1, "it is not closed")
    with pytest.raises(RewriteError, match="cannot be indented safely"):
        lines_inside_strings("a\nb\n")
