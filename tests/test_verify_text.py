"""Comparing what was printed, and taking two versions of a file apart."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from torchfix_codemods.verify.hunks import applied, changes_between
from torchfix_codemods.verify.text import MERE_ROUNDING, compare_lines, lines_of, numbers_shown


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss 0.123456", "loss 0.123457"),
        ("loss 1e-9", "loss 2e-9"),
        ("<Net object at 0x7f0012345678>", "<Net object at 0x7f00aaaaaaaa>"),
        ("nan inf -inf", "nan inf -inf"),
        ("a  b", "a b"),
        ("v1.2 x1", "v1.2 x1"),
    ],
)
def test_what_counts_as_equal(before: str, after: str) -> None:
    assert [one for one in compare_lines([before], [after]) if one.rounding > MERE_ROUNDING] == []


@pytest.mark.parametrize(
    ("before", "after", "where", "detail"),
    [
        ("loss 0.12", "loss 0.14", "line 1", "0.12 -> 0.14 in 'loss 0.14'"),
        ("step 1 loss 0.5", "step 1 loss 0.7", "line 1 number 2", "0.5 -> 0.7 in 'step 1 loss 0.7'"),
        ("hits 100000", "hits 100001", "line 1", "100000 -> 100001 in 'hits 100001'"),
        ("loss nan", "loss 1.0", "line 1", "nan -> 1.0 in 'loss 1.0'"),
        ("loss 1.0", "Loss 1.0", "line 1", "'loss 1.0' -> 'Loss 1.0'"),
        ("[1, 2]", "[1, 2, 3]", "line 1", "'[1, 2]' -> '[1, 2, 3]'"),
    ],
)
def test_what_counts_as_different(before: str, after: str, where: str, detail: str) -> None:
    [one] = compare_lines([before], [after])
    assert (one.where, one.detail, one.rounding) == (where, detail, math.inf)


def test_one_in_the_last_place_may_be_rounding() -> None:
    [coarse] = compare_lines(["0.12"], ["0.13"])
    assert coarse.rounding == pytest.approx(0.01 / 0.13)
    [fine] = compare_lines(["1.234"], ["1.235"])
    assert fine.rounding < MERE_ROUNDING


def test_tolerances_of_the_user_hold_for_numbers_with_a_point_only() -> None:
    assert not list(compare_lines(["0.5 7"], ["0.6 7"], 0.5, 0.0))
    assert list(compare_lines(["0.5 7"], ["0.6 8"], 0.5, 0.5))


def test_missing_lines_are_one_difference() -> None:
    [one] = compare_lines(["a", "b", "c"], ["a"])
    assert (one.where, one.detail) == ("lines", "3 lines -> 1 lines; gone: 'b'")


def test_what_is_too_long_is_cut_where_it_differs() -> None:
    long = "x = some_module.some_function(first_argument, second_argument, third_argument=%s, fourth_argument=None)"
    for one, other in ((long % 1, long % 2), (long % 1 + "a" * 90, long % 1 + "b"), ("a" * 100, "a" * 101)):
        [difference] = compare_lines([one], [other])
        old, _, new = difference.detail.partition(" in ")[0].partition(" -> ")
        assert old != new
        assert max(len(old), len(new)) <= 82
        [change] = changes_between(f"{one}\n".encode(), f"{other}\n".encode())
        assert change.shown.partition(" -> ")[0] != change.shown.partition(" -> ")[2]
    [change] = changes_between((long % 1).encode(), (long % 2).encode())
    assert change.shown == (
        "`... second_argument, third_argument=1, fourth_argument=None)` -> "
        "`... second_argument, third_argument=2, fourth_argument=None)`"
    )


def test_numbers_are_shown_with_the_digits_that_differ() -> None:
    assert numbers_shown(0.5, 0.25) == "0.5 -> 0.25"
    assert numbers_shown(1.0, 1.0000000002) == "1.0 -> 1.0000000002"
    assert numbers_shown(1, 2) == "1 -> 2"


def test_lines_end_as_terminals_end_them() -> None:
    assert lines_of("a\nb\r\nc\rd\n") == ["a", "b", "c", "d"]
    assert lines_of("") == []
    assert lines_of("no end") == ["no end"]


def test_changes_are_taken_line_by_line_where_it_is_plain_which_became_which() -> None:
    before = b"import a\nx = f(1)\ny = g(x)\nz = 3\nprint(z)\n"
    after = b"import a\nx = f(2)\ny = g(x, 1)\nprint(z)\n"
    changes = changes_between(before, after)
    assert [(change.line, change.shown) for change in changes] == [
        (2, "`x = f(1)` -> `x = f(2)`"),
        (3, "`y = g(x)` -> `y = g(x, 1)`"),
        (4, "without `z = 3`"),
    ]
    assert applied(before, changes[1:2]) == before.replace(b"g(x)", b"g(x, 1)")


def test_a_block_with_another_indentation_is_one_change() -> None:
    before = b"a = 1\nb = f(a)\nc = g(b)\n"
    after = b"a = 1\nwith torch.no_grad():\n    b = f(a)\n    c = g(b)\n"
    [change] = changes_between(before, after)
    assert change.line == 2
    assert change.shown == "`b = f(a)` -> `with torch.no_grad():`"
    assert applied(before, [change]) == after
    [moved] = changes_between(b"if a:\n    b = 1\n", b"if a:\n        b = 1\n")
    assert moved.shown == "`b = 1` with another indentation"


_TEXTS = st.lists(st.sampled_from([b"a\n", b"b\n", b"  b\n", b"c = 1\n", b"c = 2\n", b"\n", b"x"]), max_size=12)


@given(_TEXTS, _TEXTS)
def test_all_changes_together_make_the_new_version(old: list[bytes], new: list[bytes]) -> None:
    before, after = b"".join(old), b"".join(new)
    assert applied(before, changes_between(before, after)) == after
