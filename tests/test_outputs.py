"""Where an output may go: through a real process, and by hand where the system would have to be another."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from projects import BROKEN, CLEAN, DIRTY, FIXED, Project, git, install_rules
from reports import found, mixed, outcome, report

from torchfix_codemods.outputs import OutputError, destination
from torchfix_codemods.report import verify_html
from torchfix_codemods.report.earlier import is_earlier_output
from torchfix_codemods.report.model import Action
from torchfix_codemods.report.show import FORMATS, Style, result
from torchfix_codemods.report.streams import Output
from torchfix_codemods.temporary import Temporary

posix = pytest.mark.skipif(os.name != "posix", reason="pipes with names are POSIX's")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    return Project(tmp_path, site)


def link(make: str, project: Project, name: str, target: str) -> None:
    """Give a file another name."""
    try:
        if make == "hard":
            os.link(project.root / target, project.root / name)
        else:
            (project.root / name).symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")


def contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


# ---- what stays


@pytest.mark.parametrize("arguments", [("check",), ("apply",), ("apply", "--dry-run"), ("check", "--since", "HEAD")])
def test_no_output_replaces_a_source(project: Project, arguments: tuple[str, ...]) -> None:
    git(project.root, "init", "-q")
    project.write("a.py", DIRTY)
    git(project.root, "add", "a.py")
    git(project.root, "commit", "-q", "-m", "so that --since passes it by")
    ran = project.run(*arguments, "-o", "a.py")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("torchfix: --output-file a.py: ")
    assert project.read("a.py") == DIRTY


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.py", "is a file that this run reads"),
        ("./sub/../a.py", "is a file that this run reads"),
        ("other.py", ".py is for source code, and this would be a report"),
        ("new.ipynb", ".ipynb is for source code, and this would be a report"),
        ("soft.txt", "is the same file as a.py, a file that this run reads"),
        ("hard.txt", "is the same file as a.py, a file that this run reads"),
        ("sub", "is a folder"),
        ("soft_sub", "is a folder"),
        ("nowhere.txt", "is a link to nothing"),
        ("no/such/file.txt", "there is no folder no/such"),
        ("notes.txt", "exists, and is no earlier output of torchfix"),
        ("soft_notes.txt", "exists, and is no earlier output of torchfix"),
        ("pyproject.toml", "exists, and is no earlier output of torchfix"),
        ("twin.txt", "is a hard link"),
    ],
)
def test_an_output_replaces_nothing_but_an_output(project: Project, name: str, reason: str) -> None:
    project.write("a.py", DIRTY)
    project.write("other.py", CLEAN)
    project.write("notes.txt", "mine\n")
    project.write("one.txt", "")
    (project.root / "sub").mkdir()
    link("hard", project, "hard.txt", "a.py")
    link("hard", project, "twin.txt", "one.txt")
    for soft, target in (
        ("soft.txt", "a.py"),
        ("soft_sub", "sub"),
        ("nowhere.txt", "gone"),
        ("soft_notes.txt", "notes.txt"),
    ):
        link("soft", project, soft, target)
    before = contents(project.root)
    ran = project.run("apply", "a.py", "-o", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"torchfix: --output-file {Path(name)}: {reason}")
    assert ran.err.count("\n") == 1
    assert contents(project.root) == before


def test_the_source_of_standard_input_stays(project: Project) -> None:
    file = project.write("a.py", DIRTY)
    copy = project.write("copy.txt", DIRTY)
    command = project.command("apply", "-", "-o", "copy.txt")
    with copy.open("rb") as source:
        done = subprocess.run(
            command, cwd=project.root, env=project.environment, stdin=source, capture_output=True, check=False
        )
    assert done.returncode == 2
    assert b"copy.txt: is the file that standard input comes from" in done.stderr
    named = project.run("apply", "-", "--stdin-filename", "a.py", "-o", "a.py", text=DIRTY.encode())
    assert named.code == 2
    assert "a.py: is a file that this run reads" in named.err
    assert file.read_text("utf-8") == copy.read_text("utf-8") == DIRTY


def test_fixed_text_goes_to_a_new_file_and_what_was_not_understood_nowhere(project: Project) -> None:
    ran = project.run("apply", "-", "-o", "fixed.py", text=DIRTY.encode())
    assert (ran.code, project.read("fixed.py")) == (0, FIXED)
    again = project.run("apply", "-", "-o", "fixed.py", text=CLEAN.encode())
    assert (again.code, project.read("fixed.py")) == (2, FIXED)
    assert "fixed.py: exists, and is no earlier output of torchfix; remove it" in again.err
    bad = project.run("apply", "-", "-o", "bad.py", text=BROKEN.encode())
    assert bad.code == 2
    assert not (project.root / "bad.py").exists()


@pytest.mark.parametrize("arguments", [("a.py",), ("--before", "a.py", "--after", "b.py")])
def test_verify_overwrites_no_script(project: Project, arguments: tuple[str, ...]) -> None:
    """It says so before it looks for torch."""
    project.write("a.py", DIRTY)
    project.write("b.py", DIRTY)
    project.write("weights.pth", b"PK\x03\x04")
    before = contents(project.root)
    for name, reason in (
        ("a.py", "is a file that this run reads"),
        ("weights.pth", "exists, and is no earlier output of torchfix"),
        ("no/page.html", "there is no folder no"),
    ):
        ran = project.run("verify", *arguments, "--report", name)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"torchfix: --report {Path(name)}: {reason}")
    assert contents(project.root) == before


# ---- what is replaced


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("action", ["check", "dry-run", "apply"])
@pytest.mark.parametrize("statistics", [False, True])
def test_every_output_is_known_again(format_: str, action: Action, statistics: bool) -> None:
    notebook = report(action, outcome("a b.ipynb", found(cell=4, fixed=action != "check"), after=b"n"))
    style = Style(format_, statistics=statistics)
    assert is_earlier_output(result(notebook, style, Output(None)))
    several = result(mixed(action), style, Output(None))
    assert is_earlier_output(several) or not several  # `check` has no text to compare with
    assert is_earlier_output(verify_html.render([]))


@pytest.mark.parametrize(
    "start",
    [
        b"mine\n",
        b'{"name": "package"}',
        b"diff --git a/a.py b/a.py\nindex 123..456 100644\n--- a/a.py\n",
        b"a.py:1:1: F401 [*] `os` imported but unused\n",
        b"<!doctype html>\n<html><title>mine</title>",
        b"rewrote history\n",
        b"  1  A1 b\n",
        b"PK\x03\x04",
        b"\0",
    ],
)
def test_what_others_wrote_is_not_taken_for_ours(start: bytes) -> None:
    assert not is_earlier_output(start)


def test_an_earlier_output_is_replaced_and_keeps_its_mode(project: Project) -> None:
    project.write("a.py", DIRTY)
    for format_ in ("json", "text", "diff", "json", "json"):
        ran = project.run("check", "--output-format", format_, "-o", "report.json")
        assert (ran.code, ran.out) == (1, "")
        (project.root / "report.json").chmod(0o640)
    assert json.loads(project.read("report.json"))["summary"]["findings"] == 1
    if os.name == "posix":
        assert stat.S_IMODE((project.root / "report.json").stat().st_mode) == 0o640
    assert sorted(contents(project.root)) == ["a.py", "pyproject.toml", "report.json"]


@posix
def test_a_new_output_has_the_mode_of_new_files_and_a_link_stays_one(project: Project) -> None:
    project.write("a.py", DIRTY)
    link("soft", project, "latest.txt", "real.txt")
    (project.root / "real.txt").touch()
    assert project.run("check", "-o", "latest.txt").code == 1
    assert (project.root / "latest.txt").is_symlink()
    assert project.read("real.txt").startswith("a.py:4:1: DEMO100")
    plain = project.write("plain", "")
    assert project.run("check", "-o", "new.txt").code == 1
    assert (project.root / "new.txt").stat().st_mode == plain.stat().st_mode


def test_what_is_not_done_leaves_no_output(project: Project) -> None:
    project.write("a.py", DIRTY)
    ran = project.run("check", "--select", "DEMO999", "-o", "report.txt")
    assert ran.code == 2
    assert sorted(contents(project.root)) == ["a.py", "pyproject.toml"]


# ---- pipes and devices


def in_shell(project: Project, script: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash with the tool's call in it as `"$@"`."""
    command = ["bash", "-c", script, "bash", *project.command()]
    return subprocess.run(
        command, cwd=project.root, env=project.environment, capture_output=True, text=True, check=False
    )


@posix
@pytest.mark.parametrize(
    "script",
    [
        'echo first; "$@" check -q -o /dev/stdout; echo last',
        '(echo first; "$@" check -q -o /dev/stdout; echo last) > all; cat all',
        'echo first > all; "$@" check -q -o /dev/stdout >> all; echo last >> all; cat all',
        'echo first; "$@" check -q -o /dev/fd/3 3>&1; echo last',
        'echo first; { "$@" check -q -o >(cat); } | cat; echo last',
        'echo first; mkfifo pipe; cat pipe & "$@" check -q -o pipe; wait; echo last',
        'echo first; "$@" check -q -o /dev/null; "$@" check -q; echo last',
    ],
)
def test_pipes_devices_and_open_files_take_the_output(project: Project, script: str) -> None:
    project.write("a.py", DIRTY)
    done = in_shell(project, script)
    said = "a.py:4:1: DEMO100 say `safe_name` [safe fix]\n    is so called (line 4)\n"
    assert (done.stdout, done.stderr) == (f"first\n{said}last\n", "")


@posix
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ('"$@" check -q -o /dev/fd/3 3>>a.py', "/dev/fd/3: is a file that this run reads"),
        ('"$@" check -q -o /dev/fd/77', "/dev/fd/77: is not open"),
        ('"$@" check -q -o /dev/fd/3 3<.', "/dev/fd/3: is a folder"),
        ('"$@" check -q -o /dev/full', "/dev/full: cannot be written: No space left on device"),
    ],
)
def test_what_is_open_may_be_no_place_either(project: Project, script: str, reason: str) -> None:
    if "full" in script and not Path("/dev/full").exists():
        pytest.skip("only Linux has /dev/full")
    project.write("a.py", DIRTY)
    done = in_shell(project, script)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr.replace("is the same file as a.py,", "is")
    assert project.read("a.py") == DIRTY


# ---- what only some systems do


def deliver(path: Path, data: bytes = b"rewrote a.py (1 fix)\n") -> None:
    with destination(path, "--output-file", [], is_earlier_output) as take:
        take(data)


def test_a_file_that_cannot_be_replaced_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container's mounts, or a folder in which nothing new may be made."""
    file = tmp_path / "out.txt"
    file.touch()

    def busy(*_: object) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    inode = file.stat().st_ino
    with monkeypatch.context() as patch:
        patch.setattr(Temporary, "replace", busy)
        deliver(file)
        with pytest.raises(OutputError, match=r"new\.txt: cannot be written"):
            deliver(tmp_path / "new.txt")
    with monkeypatch.context() as patch:
        patch.setattr(Temporary, "__init__", busy)
        deliver(file, b"rewrote b.py (1 fix)\n")
        with pytest.raises(OutputError, match=r"new\.txt: cannot be made"):
            deliver(tmp_path / "new.txt")
    assert (file.stat().st_ino, file.read_bytes()) == (inode, b"rewrote b.py (1 fix)\n")
    assert list(tmp_path.iterdir()) == [file]


def test_what_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    with destination(file, "--report", [], is_earlier_output) as take:
        file.write_bytes(b"mine\n")
        with pytest.raises(OutputError, match=r"--report .*out\.txt: exists, and is no earlier output"):
            take(b"rewrote a.py (1 fix)\n")
    assert contents(tmp_path) == {"out.txt": b"mine\n"}


def test_a_full_disk_leaves_the_earlier_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.txt"
    deliver(file)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="cannot be written: No space left"):
        deliver(file, b"rewrote b.py (1 fix)\n")
    assert contents(tmp_path) == {"out.txt": b"rewrote a.py (1 fix)\n"}


def test_a_read_only_output_stays(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    deliver(file)
    file.chmod(0o444)
    with pytest.raises(OutputError, match="is read-only"):
        deliver(file)
