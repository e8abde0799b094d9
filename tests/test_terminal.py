"""What a person sees on a terminal: the diff with its reasons, and the progress bar."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reports import REPORT, found, outcome, report

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.report import progress, terminal
from torchfix_codemods.result import Span

DOCS = Path(__file__).resolve().parent.parent / "docs"
GUTTER = " " * 13
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BEFORE = b"import torch\n\nmodel = Net()\nmodel.cuda()\n\n\n\n\n\n\n\nx = '\x1b[2J\t'\nlog(loss.data)\n"
AFTER = BEFORE.replace(b"model.cuda()", b"model.to(device)").replace(b"loss.data", b"loss.detach()")


@pytest.fixture(autouse=True)
def no_colour_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")


def picture(*, in_colour: bool = True, path: str = "net.py", before: bytes = BEFORE, after: bytes = AFTER) -> str:
    run = report(
        "dry-run",
        outcome(
            path,
            found(4, fixed=True, code="TFC301", name="cuda-call", message="move to [a] device", evidence=None),
            found(
                13,
                fixed=True,
                evidence=Evidence(12, "`loss` is a tensor"),
                message="look here",
                reason="nobody looks",
            ),
            found(13, REPORT),
            before=before,
            after=after,
        ),
    )
    return terminal.render(run, in_colour=in_colour, unicode=True, width=80)


def test_each_change_stands_under_the_rule_that_made_it() -> None:
    lines = [line.rstrip() for line in ESCAPE.sub("", picture()).splitlines()]
    assert lines[0].startswith("net.py  2 fixes ─────")
    first = lines.index(f"{GUTTER}TFC301 cuda-call  safe  line 4: move to [a] device")
    assert lines[first + 1 : first + 3] == ["    4      - model.cuda()", "         4 + model.to(device)"]
    second = lines.index(f"{GUTTER}TFC601 data-attribute  safe  line 13: look here")
    assert lines[second - 1] == "   12   12   x = '\\x1b[2J    '"
    assert lines[second + 1 : second + 4] == [
        f"{GUTTER}  nobody looks",
        f"{GUTTER}  `loss` is a tensor (line 12)",
        "   13      - log(loss.data)",
    ]


def test_findings_stand_before_the_whole_block_that_they_are_in_and_once() -> None:
    run = report(
        "dry-run",
        outcome(
            "net.py",
            found(2, fixed=True, evidence=None, message="same"),
            found(2, fixed=True, evidence=None, message="same"),
            found(1, fixed=True, evidence=None, message="over lines", span=Span(1, 1, 3, 1)),
            found(40, fixed=True, evidence=None, message="nowhere"),
            before=b"a\nb\nc\n",
            after=b"A = 1\nB = 2\nc\n",
        ),
    )
    lines = [line.strip() for line in ESCAPE.sub("", terminal.render(run, in_colour=False, unicode=False)).splitlines()]
    assert lines[0].startswith("net.py  4 fixes -----")
    assert lines[1:] == [
        "TFC601 data-attribute  safe  line 40: nowhere",
        "",
        "TFC601 data-attribute  safe  line 2: same",
        "TFC601 data-attribute  safe  line 1: over lines",
        "1      - a",
        "2      - b",
        "1 + A = 1",
        "2 + B = 2",
        "3    3   c",
        "",
    ]


def test_lines_that_changed_a_little_stand_below_the_old_ones() -> None:
    shown = ESCAPE.sub("", picture(before=b"a.data()\nb.data()\n", after=b"a.detach()\nb.detach()\n"))
    assert [line.split()[-1] for line in shown.splitlines() if ".d" in line and "line" not in line] == [
        "a.data()",
        "a.detach()",
        "b.data()",
        "b.detach()",
    ]


def test_the_findings_of_a_notebook_are_told_at_the_top() -> None:
    run = report("dry-run", outcome("n.ipynb", found(1, fixed=True, cell=3), before=b"1\n", after=b"2\n"))
    lines = ESCAPE.sub("", terminal.render(run, in_colour=False, unicode=True)).splitlines()
    assert lines[1].strip().startswith("TFC601 data-attribute  safe  cell 3, line 1: `y.data` hides")


def test_only_changed_words_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    # The brighter background of removed and added words.
    marked = re.findall(r"\x1b\[[0-9;]*48;2;(?:125;41;49|31;107;58)m([^\x1b]*)", picture())
    assert "".join(marked) == "cudatodevicedatadetach()"


def test_without_colour_there_is_no_colour() -> None:
    codes = set(re.findall(r"\x1b\[([0-9;]*)m", picture(in_colour=False)))
    assert codes <= {"0", "1", "2", "3", "4", "1;4"}


def test_notebooks_and_odd_encodings_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    latin = b"# coding: latin-1\nx = '\xe9'\n"
    assert "+ x = 'é' + y" in ESCAPE.sub("", picture(before=latin, after=latin.replace(b"\xe9'", b"\xe9' + y")))
    shown = ESCAPE.sub("", picture(path="n.ipynb", before=b'{"source": "a\xff"}', after=b'{"source": "b"}'))
    assert '- {"source": "a\ufffd"}' in shown


def test_a_new_block_is_not_paired_with_an_old_line() -> None:
    shown = ESCAPE.sub("", picture(before=b"import torch\nx = 1\n", after=b"import torch\ny = 2\nz = 3\n"))
    assert [line.split()[-3:] for line in shown.splitlines() if " - " in line or " + " in line] == [
        ["x", "=", "1"],
        ["y", "=", "2"],
        ["z", "=", "3"],
    ]


def test_a_short_run_has_no_bar_and_a_long_one_takes_it_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes it for a terminal
    with progress.ProgressBar(patience=1000.0) as bar:
        bar(1, 2)
    assert capsys.readouterr().err == ""
    with progress.ProgressBar(patience=0.0) as bar:
        bar(1, 2)
        bar(2, 2)
    assert "Looking at files" in capsys.readouterr().err


def test_the_picture_in_the_documentation_can_be_drawn() -> None:
    program = runpy.run_path(str(DOCS / "make_screenshot.py"))
    drawn = program["picture"]()
    for svg in (drawn, (DOCS / "terminal.svg").read_text("utf-8")):
        texts = "".join(ElementTree.fromstring(svg).itertext()).replace("\xa0", " ")
        assert "torchfix apply --dry-run" in texts
        assert "TFC301" in texts
        assert "url(http" not in svg  # nothing is loaded from elsewhere
