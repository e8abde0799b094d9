"""Findings of later rounds name the lines of the text as it was, and what is left those of the text as it is then."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.notebook import fix_notebook
from torchfix_codemods.registry import known_rules
from torchfix_codemods.result import Reported

CORPUS = sorted((Path(__file__).resolve().parent.parent / "corpus").rglob("*.py"))
ALL = tuple(rule.code for rule in known_rules())

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


def _shown(findings: tuple[Reported, ...]) -> set[object]:
    return {(f.code, f.cell, f.span, f.message, f.applicability, f.reason, f.evidence) for f in findings}


@pytest.mark.parametrize("path", CORPUS[::7], ids=lambda path: path.stem)
@pytest.mark.parametrize("unsafe_fixes", [False, True])
def test_what_is_left_stands_where_a_look_at_the_new_text_finds_it(path: Path, unsafe_fixes: bool) -> None:
    result = fix(path.read_bytes(), path.name, FixRequest(ALL, unsafe_fixes=unsafe_fixes))
    if result.after is None:
        assert result.left == ()
        return
    assert len(result.left) == sum(not finding.fixed for finding in result.findings)
    again = fix(result.after, path.name, FixRequest(ALL, apply=False))
    assert _shown(result.left) == _shown(again.findings)


def test_what_is_left_in_a_notebook_is_counted_in_its_cells_as_they_are_now() -> None:
    sources = [
        "import torch\nmodel = torch.nn.Linear(2, 1).cuda()\n",
        "import torch.utils.ffi\n%timeit things.cuda()\ntorch.save(model, 'm.pth')\n",
    ]
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for text in sources
    ]
    metadata = {"language_info": {"name": "python"}}
    notebook = json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}).encode()
    result = fix_notebook(notebook, "a.ipynb", FixRequest(ALL))
    assert result.after is not None
    assert _shown(result.left) == _shown(fix_notebook(result.after, "a.ipynb", FixRequest(ALL, apply=False)).findings)
    assert {(f.code, f.cell, f.span.line) for f in result.left} >= {("TFC902", 2, 1), ("TFC502", 2, 3)}
