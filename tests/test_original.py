"""Findings of later rounds name the lines of the text as it was."""

from __future__ import annotations

from textwrap import dedent

from torchfix_codemods.fix import FixRequest, fix

# The wrapped statement above moves everything below by a line.
TEXT = dedent(
    """
    import torch
    from torch.autograd import Variable

    net = torch.nn.Linear(2, 1)
    x = Variable(torch.ones(1, 2), volatile=True)
    y = net(x)
    z = Variable(torch.ones(1, 2), volatile=True)
    loss = net(z).sum()
    loss.backward()
    """
).lstrip("\n")


def test_reason_and_evidence_name_lines_of_the_original() -> None:
    result = fix(TEXT.encode(), "case.py", FixRequest(("TFC203",), unsafe_fixes=True))
    done, left = result.findings
    assert done.fixed and not left.fixed
    assert left.span.line == 7
    assert left.evidence is not None
    assert (left.evidence.line, left.reason.split()[:2]) == (9, ["line", "9"])


def test_findings_that_only_a_later_round_has_name_lines_of_the_original() -> None:
    text = TEXT.replace("loss.backward()\n", "first = Variable(y, False, True)\n")
    codes = ("TFC203", "TFC204")
    result = fix(text.encode(), "case.py", FixRequest(codes, unsafe_fixes=True))
    assert sorted((f.code, f.span.line) for f in result.findings if f.fixed) == [
        ("TFC203", 5),
        ("TFC203", 7),
        ("TFC204", 5),
        ("TFC204", 7),
    ]
    assert all(f.evidence is None or f.evidence.line <= 9 for f in result.findings)
