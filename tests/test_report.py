"""What is shown: text, json, and on which stream, from runs made by hand."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace

import pytest
from reports import REPORT, UNSAFE, change, found, mixed, outcome, report

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.report import json_report, text
from torchfix_codemods.report.model import Action
from torchfix_codemods.report.show import Style, result, show
from torchfix_codemods.report.streams import Output, coloured, printable
from torchfix_codemods.result import Problem
from torchfix_codemods.settings import Settings

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_colour_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")


def pipe(encoding: str = "utf-8") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding)


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


# ---- exit codes


@pytest.mark.parametrize(
    ("action", "code"), [("check", 1), ("dry-run", 1), ("apply", 0)], ids=["check", "dry-run", "apply"]
)
def test_findings_and_changes_are_exit_code_1_unless_they_are_written(action: Action, code: int) -> None:
    run = report(action, outcome("a.py", found(), after=b"new\n"))
    assert run.exit_code() == code
    assert run.exit_code(exit_zero=True) == 0
    assert run.exit_code(exit_non_zero_on_fix=True) == 1


def test_a_dry_run_with_nothing_to_change_is_done_whatever_was_reported() -> None:
    assert report("dry-run", outcome("a.py", found(applicability=REPORT))).exit_code() == 0


@pytest.mark.parametrize("action", ["check", "dry-run", "apply"])
def test_trouble_wins_over_findings(action: Action) -> None:
    assert mixed(action).exit_code() == 2
    assert mixed(action).exit_code(exit_zero=True) == 2
    assert report(action, problems=(Problem("gone.py", "does not exist"),)).exit_code() == 2


def test_a_rule_left_out_is_trouble() -> None:
    run = report("apply", outcome("odd.py", problems=(Problem("odd.py", "TFC801 failed", fatal=False),)))
    assert (run.exit_code(), run.exit_code(exit_zero=True)) == (2, 2)
    assert [problem.reason for problem in run.mishaps] == ["TFC801 failed"]
    assert run.errors == ()


# ---- text


def test_findings_stand_on_lines_that_editors_jump_to() -> None:
    assert list(text.finding_lines(mixed("check"))) == [
        "pkg/net.py:3:5: TFC601 `y.data` hides writes from autograd [safe fix]",
        "    `y` is a tensor: `torch.randn(3)` (line 1)",
        "pkg/net.py:4:5: TFC502 `y.data` hides writes from autograd [unsafe fix]",
        "    old files stay on disk",
        "pkg/net.py:9:5: TFC603 look here [report]",
        "    used below",
        "    `y` is a tensor: `torch.randn(3)` (line 1)",
    ]


def test_a_notebook_finding_names_its_cell() -> None:
    run = report("check", outcome("n.ipynb", found(2, cell=4, evidence=None)))
    assert next(text.finding_lines(run)).startswith("n.ipynb:cell 4:2:5: TFC601 ")


def test_what_check_says_at_the_end() -> None:
    assert list(text.summary_lines(mixed("check"))) == [
        "odd.py: TFC801 failed",
        "old.py:3: not valid Python: print; run 2to3 first",
        "pkg/net.py:7: `# noqa: TFC301` suppresses nothing; remove it",
        "3 findings in 1 of 4 files: 1 to fix with `torchfix apply`, 1 with `--unsafe-fixes`, 1 by hand; "
        "2 files were not done.",
    ]
    assert list(text.summary_lines(report("check", outcome("a.py")))) == ["No findings in 1 file."]


@pytest.mark.parametrize(
    "settings",
    [Settings(ignore=("TFC902",)), Settings(select=("TFC3",)), Settings(per_file_ignores=(("old/", ("TFC9",)),))],
    ids=["ignore", "select", "per-file-ignores"],
)
def test_what_rules_that_are_off_would_have_found_is_left_open(settings: Settings) -> None:
    file = outcome("a.py")
    file = replace(file, source=replace(file.source, settings=settings))
    said = list(text.summary_lines(report("check", outcome("b.py"), file)))
    assert said == ["No findings of the rules that are on in 2 files."]


def test_what_apply_says_at_the_end() -> None:
    assert list(text.summary_lines(mixed("apply"))) == [
        "odd.py: TFC801 failed",
        "Rewrote 1 of 4 files, 1 fix:",
        "     1  TFC601 data-attribute",
        "",
        "Needs your attention (2)",
        "pkg/net.py:4: TFC502 `y.data` hides writes from autograd [unsafe fix]",
        "    old files stay on disk",
        "pkg/net.py:9: TFC603 look here [report]",
        "    used below",
        "    `y` is a tensor: `torch.randn(3)` (line 1)",
        "",
        "Not done (1)",
        "old.py:3: not valid Python: print; run 2to3 first",
        "",
        "Migrated: 1 of 3 findings; 2 files were not done.",
    ]
    assert "Would rewrite 1 of 4 files, 1 fix:" in list(text.summary_lines(mixed("dry-run")))
    assert list(text.summary_lines(report("apply", outcome("a.py")))) == ["Nothing to rewrite in 1 file."]


def test_only_all_is_a_hundred_per_cent() -> None:
    nearly = [found(line, fixed=line > 1) for line in range(1, 301)]
    assert list(text.summary_lines(report("apply", outcome("a.py", *nearly, after=b"n"))))[-1] == (
        "Migrated: 299 of 300 findings (99 %)."
    )


FAILURES = {
    "unparsable": Problem("b.py", "not valid Python 3.11: invalid syntax", 3),
    "killed": Problem("b.py", "the process that worked on it was ended by SIGKILL"),
    "changed": Problem("b.py", "changed since it was read, so it was not written"),
    "rule failed": Problem("b.py", "TFC801 failed on this file", fatal=False),
}


@pytest.mark.parametrize("problem", FAILURES.values(), ids=FAILURES)
def test_what_was_not_done_keeps_the_rest_from_being_all(problem: Problem) -> None:
    left = outcome("b.py", problems=(problem,))
    applied = report("apply", outcome("a.py", found(fixed=True), after=b"n"), left)
    assert list(text.summary_lines(applied))[-1] == "Migrated: 1 of 1 finding; 1 file was not done."
    assert applied.migration_rate is None
    assert applied.exit_code() == 2
    assert "Nothing to rewrite in 1 file; 1 file was not done." in text.summary_lines(
        report("dry-run", outcome("a.py"), left)
    )
    checked = report("check", outcome("a.py"), left)
    assert list(text.summary_lines(checked))[-1] == "No findings in 1 file; 1 file was not done."
    shown = json.loads(json_report.render(checked))
    assert (shown["summary"]["undone"], shown["files"][1]["status"]) == (1, "error")
    assert problem.reason in shown["files"][1]["error"]


def test_a_folder_that_was_not_looked_at_is_no_file() -> None:
    closed = report("check", outcome("a.py"), problems=(Problem("sub", "cannot be entered"),))
    assert list(text.summary_lines(closed))[-1] == "No findings in 1 file; 1 path was not done."


def test_what_a_rewritten_file_could_not_keep_is_a_warning() -> None:
    fixed = outcome("a.py", found(fixed=True), after=b"n")
    run = report("apply", replace(fixed, lost=("owner", "group", "extended attribute user.x")))
    sentence = "was rewritten, but could not keep its owner, group and extended attribute user.x"
    assert next(text.summary_lines(run)) == f"a.py: {sentence}"
    assert json.loads(json_report.render(run))["summary"]["warnings"] == [f"a.py: {sentence}"]
    assert run.exit_code() == 0
    assert run.migration_rate == 1


def test_a_thousand_findings_stay_readable() -> None:
    many = [found(line, REPORT, evidence=None) for line in range(1, 41)]
    lines = list(text.summary_lines(report("apply", *(outcome(f"f{number:02}.py", *many) for number in range(25)))))
    assert len(lines) < 130
    assert "Needs your attention (1,000)" in lines
    assert lines.count("    and 30 more in f00.py; `--output-format json` lists all") == 1
    assert "    and 600 more in other files; `--output-format json` lists all" in lines


def test_one_line_per_rewritten_file() -> None:
    run = report("apply", outcome("a.py", found(fixed=True), found(4, fixed=True), after=b"n"), outcome("b.py"))
    assert list(text.changed_lines(run)) == ["rewrote a.py (2 fixes)"]


def test_statistics_count_the_most_frequent_rule_first() -> None:
    run = report("check", outcome("a.py", found(1, code="TFC100", name="rare"), found(2), found(3, UNSAFE)))
    assert list(text.statistics_lines(run)) == [
        "     2  TFC601 data-attribute  1 safe, 1 unsafe",
        "     1  TFC100 rare            1 safe",
    ]


def test_colour_changes_no_word() -> None:
    for action in ("check", "apply", "dry-run"):
        run = mixed(action)
        for lines in (text.finding_lines, text.summary_lines, text.statistics_lines, text.changed_lines):
            bright = list(lines(run, coloured))
            assert [ESCAPE.sub("", line) for line in bright] == list(lines(run))
            assert any("\x1b[" in line for line in bright) or not bright


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    run = report("check", outcome("a\x1b[2J\n.py", found(message="bell \x07 here")))
    line = next(text.finding_lines(run))
    assert line == "a\\x1b[2J\\x0a.py:3:5: TFC601 bell \\x07 here [safe fix]"
    assert printable("tab\tstays") == "tab\tstays"


def test_evidence_in_another_file_names_the_file() -> None:
    run = report("check", outcome("a.py", found(evidence=Evidence(7, "`Net` overrides `to()`", "pkg/net.py"))))
    assert list(text.finding_lines(run))[1] == "    `Net` overrides `to()` (pkg/net.py line 7)"
    (finding,) = json.loads(json_report.render(run))["findings"]
    assert finding["evidence"] == {"path": "pkg/net.py", "line": 7, "text": "`Net` overrides `to()`"}


# ---- json


def test_the_json_document() -> None:
    shown = json.loads(json_report.render(mixed("apply")))
    assert list(shown) == ["version", "files", "findings", "summary"]
    assert shown["version"] == 1
    assert shown["files"] == [
        {"path": "pkg/net.py", "status": "changed", "error": None},
        {"path": "clean.py", "status": "clean", "error": None},
        {"path": "old.py", "status": "error", "error": "line 3: not valid Python: print; run 2to3 first"},
        {"path": "odd.py", "status": "error", "error": "TFC801 failed"},
    ]
    assert shown["findings"][0] == {
        "code": "TFC601",
        "name": "data-attribute",
        "path": "pkg/net.py",
        "cell": None,
        "line": 3,
        "column": 5,
        "end_line": 3,
        "end_column": 11,
        "message": "`y.data` hides writes from autograd",
        "applicability": "safe",
        "fixed": True,
        "reason": "",
        "evidence": {"path": "pkg/net.py", "line": 1, "text": "`y` is a tensor: `torch.randn(3)`"},
        "edits": [],
    }
    assert shown["findings"][1]["evidence"] is None
    assert shown["summary"] == {
        "files": 4,
        "changed": 1,
        "errors": 1,
        "undone": 2,
        "findings": 3,
        "fixed": 1,
        "migration_rate": None,
        "rules": {
            "TFC502": {"name": "whole-model-save", "found": 1, "fixed": 0, "safe": 0, "unsafe": 1, "report": 0},
            "TFC601": {"name": "data-attribute", "found": 1, "fixed": 1, "safe": 0, "unsafe": 0, "report": 0},
            "TFC603": {"name": "inplace", "found": 1, "fixed": 0, "safe": 0, "unsafe": 0, "report": 1},
        },
        "unused_suppressions": [{"path": "pkg/net.py", "line": 7, "text": "# noqa: TFC301"}],
        "warnings": ["odd.py: TFC801 failed"],
    }


def test_json_holds_the_text_of_the_edits_and_odd_names() -> None:
    finding = found(changes=(change(3, 5, 11, "y.detach()  # é"),), cell=2)
    run = report("check", outcome("b\udce9d.ipynb", finding), problems=(Problem("gone.py", "does not exist"),))
    data = json_report.render(run)
    assert data.isascii()
    shown = json.loads(data)
    assert shown["findings"][0]["edits"] == [
        {"start": {"line": 3, "column": 5}, "end": {"line": 3, "column": 11}, "content": "y.detach()  # é"}
    ]
    assert shown["findings"][0]["cell"] == 2
    assert shown["files"][0] == {"path": "gone.py", "status": "error", "error": "does not exist"}
    assert json.loads(json_report.render(report("check")))["summary"]["migration_rate"] is None


# ---- streams


@pytest.mark.parametrize(
    ("variables", "on_terminal", "in_pipe"),
    [
        ({}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"NO_COLOR": "", "FORCE_COLOR": ""}, True, False),
    ],
)
def test_colour_follows_the_terminal_and_two_variables(
    variables: dict[str, str], on_terminal: bool, in_pipe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Output(Terminal(io.BytesIO())).in_colour is on_terminal
    assert Output(pipe()).in_colour is in_pipe


def test_a_dumb_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not Output(Terminal(io.BytesIO())).is_terminal


def test_text_that_the_encoding_does_not_have_is_escaped() -> None:
    stream = pipe("ascii")
    Output(stream).lines(["é", "b\udce9d"])
    assert written(stream).split() == ["\\xe9", "b\\udce9d"]


def test_a_missing_stream_swallows_all() -> None:
    nothing = Output(None)
    nothing.lines(["lost"])
    assert not nothing.in_colour and not nothing.speaks_unicode


def test_a_full_disk_is_an_error() -> None:
    class Full(io.BytesIO):
        def write(self, data: object, /) -> int:
            raise OSError(28, "No space left on device")

    stream = io.TextIOWrapper(Full(), "utf-8")
    with pytest.raises(OSError, match="No space left"):
        Output(stream).lines(["x"])


# ---- where things go


def test_the_result_goes_to_one_stream_and_the_rest_to_the_other() -> None:
    out, err = pipe(), pipe()
    show(mixed("check"), Style(), Output(out), Output(err))
    assert written(out).count("\n") == 7
    assert "3 findings in 1 of 4 files: 1 to fix" in written(err).splitlines()[-1]


def test_quiet_leaves_the_errors() -> None:
    out, err = pipe(), pipe()
    show(mixed("apply"), Style(quiet=True), Output(out), Output(err))
    assert written(err).splitlines() == ["odd.py: TFC801 failed", "old.py:3: not valid Python: print; run 2to3 first"]
    assert written(out).splitlines() == ["rewrote pkg/net.py (1 fix)"]


def test_statistics_take_the_place_of_the_findings_and_join_the_summary() -> None:
    out, err = pipe(), pipe()
    show(mixed("check"), Style(statistics=True), Output(out), Output(err))
    assert len(written(out).splitlines()) == 3
    out, err = pipe(), pipe()
    show(mixed("apply"), Style(statistics=True), Output(out), Output(err))
    assert written(out).splitlines() == ["rewrote pkg/net.py (1 fix)"]
    assert "     1  TFC603 inplace           1 report" in written(err).splitlines()


def test_a_dry_run_is_a_patch_in_a_pipe_and_a_picture_on_a_terminal() -> None:
    run = mixed("dry-run")
    assert result(run, Style(), Output(pipe())).startswith(b"diff --git a/")
    picture = result(run, Style(), Output(Terminal(io.BytesIO(), "utf-8"))).decode()
    assert "\x1b[" in picture and "diff --git" not in picture
    assert result(report("dry-run", outcome("a.py")), Style(), Output(Terminal(io.BytesIO()))) == b""


def test_what_came_by_standard_input_goes_out_fixed() -> None:
    fixed = report("apply", outcome("x.py", found(fixed=True), before=b"old", after=b"new\xe9"))
    assert result(fixed, Style(piped=b"old"), Output(pipe())) == b"new\xe9"
    assert result(report("apply", outcome("x.py")), Style(piped=b"old\xe9"), Output(pipe())) == b"old\xe9"
    assert result(mixed("apply"), Style(piped=b"old"), Output(pipe())) == b""
    assert result(report("apply"), Style(piped=b"excluded"), Output(pipe())) == b"excluded"


def test_counts() -> None:
    assert [text.counted(1, "fix"), text.counted(2, "fix"), text.counted(1234, "file")] == [
        "1 fix",
        "2 fixes",
        "1,234 files",
    ]
