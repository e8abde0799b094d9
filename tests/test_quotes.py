"""Brackets and comments found without parsing."""

from __future__ import annotations

import pytest

from torchfix_codemods.rewrite.quotes import bracket_depth, comments


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("a", 0),
        ("f()", 1),
        ("((a))", 2),
        ("f([{}])", 3),
        ("f() + g[0] + {}", 1),
        ("f() + (g(a))", 2),
        ("[(a), (b), ((c))]", 3),
        ("f('((', \"[[\") # {{{{", 1),
        ('f("""((\n[[""")', 1),
    ],
)
def test_depth_of_brackets(text: str, depth: int) -> None:
    assert bracket_depth(text) == depth


def test_comments_are_no_part_of_strings() -> None:
    assert comments("a = '# no'  # yes\nb = 1 # also\r\n") == ["# yes", "# also"]
    assert comments("a = '''\n# no\n'''\n") == []
