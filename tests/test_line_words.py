"""Line numbers in messages are those that the reader counts."""

from __future__ import annotations

from textwrap import dedent

import pytest

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.line_words import rename_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("feeds line 7", "feeds line <7>"),
        ("lines 3, 4 and 12 save it", "lines <3>, <4> and <12> save it"),
        ("(line 7) is on cuda:1", "(line <7>) is on cuda:1"),
        ('`print("line 3")` on line 4', '`print("line 3")` on line <4>'),
        ("since torch 1.5", "since torch 1.5"),
        ("the pipeline 3", "the pipeline 3"),
        ("", ""),
    ],
)
def test_only_named_lines_are_renamed(text: str, expected: str) -> None:
    assert rename_lines(text, lambda line: f"<{line}>") == expected


def test_a_line_that_moved_is_named_as_it_was() -> None:
    """The device line moves all others; what is left is found in the text after that."""
    source = """
        import torch
        from torch import nn

        net = nn.Linear(2, 2).cuda()
        net.eval()
        out = net(torch.ones(2))
        (out * out).sum().backward()
        weights = torch.load("net.pt")
        weights.resize_(3)
        net.weight.data = torch.ones(2, 2)
    """
    text = dedent(source).lstrip("\n")
    request = FixRequest(("TFC301", "TFC501", "TFC601"))
    once = fix(text.encode(), "case.py", request)
    only_looked = fix(text.encode(), "case.py", FixRequest(request.codes, apply=False))
    left = {(f.code, f.span.line): (f.message, f.reason) for f in once.findings if not f.fixed}
    assert left
    assert left.items() <= {(f.code, f.span.line): (f.message, f.reason) for f in only_looked.findings}.items()
