"""`torchfix verify` as a user calls it, with rules of which one is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from verify_tool import BAD, GOOD, HEAD, Tool, tools
from verifying import Benches

from torchfix_codemods.verify.model import Verdict, Verification
from torchfix_codemods.verify_session import ProgressLine, exit_code


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], benches: Benches
) -> Iterator[Tool]:
    yield from tools(tmp_path, monkeypatch, capsys, benches)


def test_a_right_rule_is_the_same(tool: Tool) -> None:
    tool.write(train=GOOD)
    code, out, err = tool("verify", "train.py")
    assert code == 0
    assert out.splitlines()[:2] == ["verdict   same, on the CPU", "script    train.py, rewritten by VER100 right (1)"]
    assert "compared  1 line, 1 loss, 3 values, 0 files" in out
    assert err == ""
    assert (tool.folder / "train.py").read_text() == GOOD


def test_a_wrong_rule_is_different_and_its_edit_is_named(tool: Tool) -> None:
    tool.write(train=BAD)
    code, out, _ = tool("verify", "train.py")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "verdict   DIFFERENT, on the CPU"
    assert [line for line in lines if line.startswith("guilty")] == [
        "guilty    train.py:9: VER200 `square` is old: write `abs`"
    ]
    assert any(line.startswith("differs   loss backward 2 of 2: ") for line in lines)
    assert not (tool.folder / "__pycache__").exists()


def test_rules_can_be_chosen(tool: Tool) -> None:
    tool.write(train=BAD)
    assert tool("verify", "train.py", "--ignore", "VER200")[0] == 0
    assert tool("verify", "train.py", "--select", "wrong")[0] == 1
    code, out, _ = tool("verify", "train.py", "--select", "loud")
    assert (code, out.splitlines()[2]) == (0, "because   no rule changes it, so it was not run")


def test_a_rule_that_breaks_a_module_of_the_script_is_found_there(tool: Tool) -> None:
    tool.write(
        train="import torch\nimport helper\nprint(helper.size(torch.ones(4) * 3))\n",
        helper="import torch\n\n\ndef size(x):\n    x = x.absolute()\n    return x.sqrt().sum()\n",
    )
    code, out, _ = tool("verify", "train.py")
    assert code == 1
    assert "guilty    helper.py:6: VER300 `sqrt` is old: write `nosuch`" in out
    assert "differs   exit end: finishes -> fails with AttributeError at helper.py:6:" in out


def test_a_script_that_reads_what_lies_elsewhere_gets_a_hint(tool: Tool) -> None:
    (tool.folder / "sub").mkdir()
    tool.write(**{"sub/args": GOOD + "open('data.txt')\n"})
    assert "its own folder" not in tool("verify", "sub/args.py")[1]
    (tool.folder / "data.txt").touch()
    code, out, _ = tool("verify", "sub/args.py")
    assert code == 3
    assert (
        "; verify runs a script in its own folder, not in the current one, where data.txt belongs: "
        'try `torchfix apply --dry-run --verify "python sub/args.py"`\n'
    ) in out
    assert tool("apply", "--dry-run", "--verify", "python sub/args.py", "sub")[0] == 1


def test_a_folder_has_a_verdict_for_each_script(tool: Tool) -> None:
    tool.write(
        bad=BAD,
        good=GOOD,
        idle="import torch\nprint(1)\n",
        failing=GOOD + "raise ValueError('no')\n",
        fixed="import torch\n\n\nclass New(float):\n    abs = float.hex\n\n\nprint(New(1).absolute())\n",
        module="import torch\n\n\ndef f(x):\n    return x.absolute()\n",
        broken="import torch\nprint(torch.ones(1).absolute()\n",
    )
    code, out, err = tool("verify", ".", "--report", "page.html")
    assert code == 1
    assert out.splitlines()[-6:] == [
        "bad.py      DIFFERENT  bad.py:9: VER200 `square` is old: write `abs`",
        "failing.py  inconclusive  both fail with ValueError at failing.py:8: no"
        " (compared up to there: 1 line printed, 1 loss)",
        "fixed.py    fixed",
        "good.py     same",
        "idle.py     same, not run",
        "5 scripts: 2 same, 1 fixed, 1 DIFFERENT, 1 inconclusive",
    ]
    assert "broken.py" in out
    assert err == ""
    page = (tool.folder / "page.html").read_text("utf-8")
    assert page.count("<h2") == 5


def test_a_folder_without_scripts_is_an_error(tool: Tool) -> None:
    tool.write(module="x = 1\n")
    code, out, err = tool("verify", ".")
    assert (code, out) == (2, "")
    assert err == "torchfix: there are no scripts in .: no file that does something when it is run\n"


def test_two_given_versions(tool: Tool) -> None:
    tool.write(old=GOOD, new=GOOD.replace("absolute", "abs").replace("'loss", "'Loss"))
    code, out, _ = tool("verify", "--before", "old.py", "--after", "new.py")
    assert code == 1
    assert "script    old.py -> new.py" in out
    assert "guilty    old.py:7: `print('loss %.4f' % loss.item())` -> `print('Loss %.4f' % loss.item())`" in out
    assert "differs   output line 1: 'loss " in out
    assert tool("verify", "--before", "old.py", "--after", "old.py")[0] == 0
    tool.write(new=GOOD.replace("w.absolute()", "(w * 1.1).absolute()"))
    assert tool("verify", "--before", "old.py", "--after", "new.py")[0] == 1
    assert tool("verify", "--before", "old.py", "--after", "new.py", "--rtol", "0.5")[0] == 0


def test_a_crash_of_the_new_version_is_located_in_the_new_file(tool: Tool) -> None:
    (tool.folder / "new").mkdir()
    tool.write(old=GOOD, **{"new/net": GOOD + "\n\n\nraise ValueError('no')\n"})
    code, out, _ = tool("verify", "--before", "old.py", "--after", "new/net.py")
    assert code == 1
    assert "differs   exit end: finishes -> fails with ValueError at new/net.py:11: no\n" in out
    assert 'stderr      File "new/net.py", line 11, in <module>\n' in out
    _, out, _ = tool("verify", "--before", "new/net.py", "--after", "old.py")
    assert "because   the original fails with ValueError at new/net.py:11: no, the rewritten one finishes\n" in out


def test_what_the_user_expects(tool: Tool) -> None:
    tool.write(old=HEAD + "x = w * 2\n", new=HEAD + "x = (w * 2).detach()\n")
    pair = ("verify", "--before", "old.py", "--after", "new.py")
    assert tool(*pair)[0] == 1
    code, out, _ = tool(*pair, "--expect", "requires_grad")
    assert code == 0
    assert out.splitlines()[0] == "verdict   same, with expected differences, on the CPU"
    assert "expected  global x: requires_grad True -> False" in out


def test_arguments_behind_two_hyphens_are_the_scripts(tool: Tool) -> None:
    tool.write(train=GOOD + "import sys\nprint(sys.argv)\n")
    code, out, _ = tool("verify", "train.py", "--output-format", "json", "--", "--timeout", "x")
    assert code == 0
    assert json.loads(out)["scripts"][0]["runs"][0]["lines"] == 2


def test_json(tool: Tool) -> None:
    tool.write(train=BAD.replace("print('last", "loss = loss * float('inf')\nprint('last"))
    code, out, _ = tool("verify", "train.py", "--output-format", "json")
    document = json.loads(out)
    assert code == document["exit_code"] == 1
    assert document["summary"] == {
        "same": 0,
        "same with expected differences": 0,
        "fixed": 0,
        "DIFFERENT": 1,
        "inconclusive": 0,
    }
    [script] = document["scripts"]
    assert (script["name"], script["verdict"], script["device"]) == ("train.py", "DIFFERENT", "cpu")
    assert script["guilty"]["edits"] == [
        {"path": "train.py", "line": 9, "code": "VER200", "message": "`square` is old: write `abs`"}
    ]
    assert script["differences"][0]["channel"] == "loss"
    assert [run["end"]["failure"] for run in script["runs"]] == [None] * 5
    assert len(script["runs"][0]["losses"]) == 2
    assert script["compared"]["losses"] == 2


def test_the_sandboxes_can_be_kept(tool: Tool) -> None:
    tool.write(train=GOOD + "open('made.txt', 'w').write('x')\n")
    code, out, err = tool("verify", "train.py", "--keep", "boxes")
    assert code == 0, err
    assert f"kept      {tool.folder / 'boxes' / 'train'}\n" in out
    assert sorted(path.name for path in (tool.folder / "boxes" / "train").iterdir() if path.is_dir())[:2] == [
        "after",
        "after.capture",
    ]
    assert (tool.folder / "boxes" / "train" / "before" / "made.txt").read_text() == "x"
    assert b".abs()" in (tool.folder / "boxes" / "train" / "after" / "train.py").read_bytes()


class _Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_shows_curves_and_the_lines_that_differ(tool: Tool) -> None:
    tool.write(train=BAD + "print('<b>', w.square().sum().item())\n")
    tool("verify", "train.py", "--report", "page.html")
    text = (tool.folder / "page.html").read_text("utf-8")
    page = _Page(text)
    assert page.open == []
    assert page.tags.count("polyline") == 2
    assert "VER200" in page.words
    assert "<b>" in page.words
    assert "b" not in page.tags
    assert "http" not in text


WRONG_CALLS = {
    (): "give a script or a folder, or --before OLD --after NEW",
    ("train.py", "--before", "a", "--after", "b"): "give a script or a folder, or both --before and --after",
    ("--before", "a.py"): "give a script or a folder, or both --before and --after",
    ("missing.py",): "missing.py does not exist",
    ("notes.ipynb",): "notes.ipynb is a notebook, and verify runs scripts",
    ("train.py", "--timeout", "0"): "Invalid value for '--timeout'",
    ("train.py", "--select", "VER999"): "unknown rule 'VER999'",
    ("train.py", "--report", "no/such/page.html"): "there is no folder no/such",
}


@pytest.mark.parametrize("arguments", WRONG_CALLS, ids=" ".join)
def test_a_wrong_call_is_one_sentence(arguments: tuple[str, ...], tool: Tool) -> None:
    tool.write(train=GOOD)
    code, out, err = tool("verify", *arguments)
    assert (code, out) == (2, "")
    assert WRONG_CALLS[arguments] in err
    assert "Traceback" not in err


# ---- as a process


Environment = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def process(tmp_path: Path, benches: Benches) -> Environment:
    (tmp_path / "train.py").write_text("import torch\n\nx = torch.ones(2)\nprint(x.data.sum())\n")

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "torchfix_codemods", *arguments]
        variables = {**os.environ, **environment}
        return subprocess.run(
            command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )

    return run


def test_the_best_device_is_taken_and_named(process: Environment) -> None:
    done = process("verify", "train.py", CUDA_VISIBLE_DEVICES="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] in (
        "verdict   same, on an emulated CUDA device (CPU numbers)",
        "verdict   same, on the CPU",
    )


def test_without_torch_there_is_one_sentence(process: Environment, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden" / "torch"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')\n")
    done = process("verify", "train.py", PYTHONPATH=str(hidden.parent))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"torchfix: torch is not installed for {sys.executable}, and verify runs scripts with it: pip install torch\n"
    )


def test_without_room_there_is_one_sentence(process: Environment, tmp_path: Path) -> None:
    done = process("verify", "train.py", TMPDIR=str(tmp_path / "train.py"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("torchfix: no sandbox can be made in ")
    assert done.stderr.endswith("set TMPDIR to a folder that can be written\n")


def test_the_tool_itself_imports_no_torch(tmp_path: Path, benches: Benches) -> None:
    (tmp_path / "train.py").write_text("import torch\n\nx = torch.ones(2)\nprint(x.data.sum())\n")
    program = (
        "import sys\nsys.modules['torch'] = sys.modules['numpy'] = None\n"
        "from torchfix_codemods.cli import call\n"
        "sys.exit(call(['verify', 'train.py', '--device', 'cpu', '--report', 'p.html']))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("verdict   same, on the CPU\n"), done.stderr
    assert done.returncode == 0


# ---- parts


def test_the_worst_verdict_gives_the_exit_code() -> None:
    def codes(*verdicts: Verdict) -> int:
        return exit_code([Verification("a.py", verdict) for verdict in verdicts])

    assert codes() == codes(Verdict.SAME, Verdict.FIXED, Verdict.EXPECTED) == 0
    assert codes(Verdict.SAME, Verdict.INCONCLUSIVE) == 3
    assert codes(Verdict.INCONCLUSIVE, Verdict.DIFFERENT, Verdict.SAME) == 1


class _Terminal:
    """Takes what is written to it."""

    is_terminal = True

    def __init__(self) -> None:
        self.written = b""

    def bytes(self, data: bytes) -> None:
        self.written += data


def test_the_progress_line_takes_itself_away() -> None:
    terminal = _Terminal()
    line = ProgressLine(terminal)  # type: ignore[arg-type]
    line.tell("running the original")
    line.clear()
    assert terminal.written == b"\r\x1b[Krunning the original \r\x1b[K"
