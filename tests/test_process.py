"""The command line as a process among others: hostile folders, closed pipes, Ctrl-C, terminals, shells."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import CLEAN, DIRTY, FIXED, Project, heed_signals, install_rules, unmeasured

from torchfix_codemods import cli
from torchfix_codemods.cache_file import cache_file

COMMANDS = ("apply", "check", "rules", "explain", "doctor", "completion")
HEAVY = {"libcst", "torch", "rich", "multiprocessing", "numpy", "difflib"}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals are POSIX")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    return Project(tmp_path, site)


# ---- start-up


@pytest.mark.parametrize("arguments", [("check", "a.py"), ("apply", "--dry-run", "a.py"), ("check", "-")])
def test_a_clean_file_loads_nothing_heavy(project: Project, arguments: tuple[str, ...]) -> None:
    project.write("a.py", CLEAN)
    project.write("pyproject.toml", "")
    program = (
        "import sys; from torchfix_codemods.__main__ import main; code = main(); "
        f"print(code, *sorted(sys.modules.keys() & {HEAVY}))"
    )
    command = [sys.executable, "-c", program, *arguments]
    environment = unmeasured(project.environment)
    done = subprocess.run(
        command, cwd=project.root, env=environment, input=CLEAN.encode(), capture_output=True, check=True
    )
    assert done.stdout.split() == [b"0"]


def test_the_current_folder_is_not_imported_from(project: Project) -> None:
    project.write("a.py", DIRTY)
    for name in ("click", "torch", "ast", "rich", "libcst", "json", "difflib", "typing", "tempfile", "codemods"):
        project.write(f"{name}.py", f"open('stolen_{name}', 'w').close()\nraise SystemExit('hostile')\n")
    for arguments in (("apply", "a.py"), ("check", "--output-format", "json", "a.py"), ("rules",), ("doctor",)):
        assert project.run(*arguments).code == 0
    assert not list(project.root.glob("stolen*"))
    assert project.read("a.py") == FIXED


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 has -P")
def test_what_p_left_on_the_path_stays(project: Project, site: Path) -> None:
    project.write("a.py", DIRTY)
    command = [sys.executable, "-P", "-m", "torchfix_codemods", "check", "a.py"]
    assert (
        subprocess.run(command, cwd=project.root, env=project.environment, capture_output=True, check=False).returncode
        == 1
    )


# ---- pipes


def test_nobody_reads_the_output_any_more(project: Project) -> None:
    project.write("a.py", DIRTY)
    reader, writer = os.pipe()
    os.close(reader)
    command = project.command("check", "--quiet")
    done = subprocess.run(
        command, cwd=project.root, env=project.environment, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@posix
def test_both_streams_may_be_closed(project: Project) -> None:
    project.write("a.py", DIRTY)
    command = ["sh", "-c", '"$@" >&- 2>&-', "sh", *project.command("apply")]
    done = subprocess.run(command, cwd=project.root, env=project.environment, check=False)
    assert done.returncode == 0
    assert project.read("a.py") == FIXED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
def test_a_full_disk_is_told(project: Project) -> None:
    project.write("a.py", DIRTY)
    with Path("/dev/full").open("wb") as full:
        command = project.command("check")
        done = subprocess.run(
            command, cwd=project.root, env=project.environment, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"torchfix: No space left on device\n"


# ---- Ctrl-C


@posix
def test_ctrl_c_is_one_sentence_and_leaves_every_file_old_or_new(project: Project) -> None:
    project.write("a.py", DIRTY)
    project.write("b.py", DIRTY.replace("safe_word", "slow_word"))
    process = subprocess.Popen(
        project.command("apply", "--jobs", "1"),
        cwd=project.root,
        env=project.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,
    )
    while not (project.root / "started").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert err.strip().decode() == "torchfix: interrupted; every file is either as it was or completely rewritten"
    assert project.read("a.py") in (DIRTY, FIXED)
    assert not list(project.root.glob(".torchfix-*.tmp"))


# ---- what is killed


LONG = "# " + "x" * 200_000 + "\n"  # two of them are worth a pool


@posix
def test_a_file_whose_worker_was_killed_is_not_done(project: Project) -> None:
    for name in ("a.py", "c.py"):
        project.write(name, DIRTY + LONG)
    project.write("b.py", DIRTY + LONG + "kill_word(x)\n")
    checked = project.run("check", "--jobs", "2", "--no-cache")
    assert checked.code == 2
    assert checked.err.splitlines()[-1].startswith("2 findings in 2 of 3 files: ")
    assert checked.err.endswith("; 1 file was not done.\n")
    ran = project.run("apply", "--jobs", "2")
    assert (ran.code, ran.out) == (2, "rewrote a.py (1 fix)\nrewrote c.py (1 fix)\n")
    assert "b.py: the process that worked on it was ended by SIGKILL; out of memory? try --jobs 1\n" in ran.err
    assert "\nMigrated: 2 of 2 findings; 1 file was not done.\n" in ran.err
    assert "100 %" not in ran.err
    assert project.read("b.py") == DIRTY + LONG + "kill_word(x)\n"


def test_a_file_on_which_a_rule_failed_is_not_done(project: Project) -> None:
    project.write("a.py", DIRTY + "bad_word(x)\n")
    project.write("b.py", DIRTY)
    for arguments in (("apply",), ("check",), ("check", "--quiet", "--exit-zero")):
        ran = project.run(*arguments)
        assert ran.code == 2
        assert ran.err.startswith("a.py: DEMO100 words failed on this file (ValueError: odd at check_Call:")
    assert project.read("b.py") == FIXED


@posix
def test_what_a_killed_run_left_is_no_source_and_the_next_one_removes_it(project: Project) -> None:
    project.write("sub/a.py", DIRTY)
    program = (
        "import os, signal; from torchfix_codemods import temporary; from torchfix_codemods.__main__ import main; "
        "temporary.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL); main()"
    )
    for _ in range(2):
        command = [sys.executable, "-c", program, "apply", "sub"]
        killed = subprocess.run(command, cwd=project.root, env=project.environment, capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert project.read("sub/a.py") == DIRTY
        (left,) = (project.root / "sub").glob(".torchfix-*.tmp")  # the first was removed by the second
    mine = project.write("sub/.torchfix-mine.tmp", "mine")
    checked = project.run("check")
    assert "1 finding in 1 of 1 file" in checked.err
    named = project.run("apply", str(left.relative_to(project.root)))
    assert named.code == 2
    assert "is a temporary file of torchfix, no source; the next run removes it" in named.err
    assert left.exists()
    assert project.run("apply").code == 0
    assert project.read("sub/a.py") == FIXED
    assert sorted((project.root / "sub").iterdir()) == [mine, project.root / "sub" / "a.py"]


# ---- terminals


@posix
def test_a_terminal_gets_the_picture_and_a_pipe_the_patch(project: Project) -> None:
    project.write("a.py", DIRTY)
    seen = on_terminal(project, "apply", "--dry-run")
    assert "\x1b[" in seen
    assert "diff --git" not in seen
    assert "DEMO100 words" in seen
    plain = project.run("apply", "--dry-run")
    assert plain.out.startswith("diff --git")
    assert "\x1b" not in plain.out + plain.err
    assert "\x1b[" in project.run("check", FORCE_COLOR="1").out
    assert "\x1b[3" not in on_terminal(project, "check", NO_COLOR="1")


def on_terminal(project: Project, *arguments: str, **environment: str) -> str:
    """What the tool writes to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**project.environment, "TERM": "xterm-256color", **environment}
    process = subprocess.Popen(
        project.command(*arguments), cwd=project.root, env=environment, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # Linux says so when the other side is closed
            break
        if not part:
            break
        parts.append(part)
    process.wait()
    os.close(ours)
    return b"".join(parts).decode()


# ---- help and shells


def test_every_command_has_a_help_text(project: Project) -> None:
    top = project.run("--help")
    assert top.code == 0
    for command in COMMANDS:
        assert f"  {command} " in top.out
        page = project.run(command, "-h")
        assert page.code == 0
        assert page.out.startswith("Usage: ")
        assert len(page.out.splitlines()) > 5
    for option in ("--select", "--jobs", "--since", "--dry-run", "--stdin-filename", "--target-torch"):
        assert option in project.run("apply", "-h").out
    assert project.run("--version").out.startswith("torchfix-codemods ")


def test_the_rules_are_listed(project: Project) -> None:
    table = project.run("rules")
    assert table.code == 0
    rules = [line.split()[:2] for line in table.out.splitlines()]
    assert ["TFC308", "async-keyword"] in rules
    assert ["DEMO100", "words"] in rules
    assert '"code": "TFC308"' in project.run("rules", "--output-format", "json").out
    page = project.run("explain", "async-keyword")
    assert (page.code, page.out.splitlines()[0]) == (0, "TFC308 async-keyword")
    assert project.run("explain", "tfc308").out == page.out


def test_doctor_knows_where_it_is(project: Project) -> None:
    shown = project.run("doctor").out
    assert f"{project.root / 'pyproject.toml'} ([tool.torchfix])" in shown
    assert "libcst" in shown and "torch" in shown
    assert str(cache_file(project.root)) in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_scripts(project: Project, shell: str) -> None:
    script = project.run("completion", shell).out
    assert "_TORCHFIX_COMPLETE" in script and "_TORCHFIX_CODEMODS_COMPLETE" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script.encode(), check=True, capture_output=True)


def test_the_shell_completes_commands_and_rules() -> None:
    program = "import sys; sys.argv[0] = 'torchfix'; from torchfix_codemods.__main__ import main; main()"
    answers = {}
    for words in ("torchfix exp", "torchfix explain async", "torchfix check --select tfc30"):
        environment = {**os.environ, "_TORCHFIX_COMPLETE": "bash_complete", "COMP_WORDS": words}
        environment["COMP_CWORD"] = str(words.count(" "))
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=False)
        answers[words] = done.stdout.decode().split()
    assert answers["torchfix exp"] == ["plain,explain"]
    assert answers["torchfix explain async"] == ["plain,async-keyword"]
    assert "plain,TFC308" in answers["torchfix check --select tfc30"]


# ---- what must never happen


def test_an_internal_error_is_a_sentence_and_a_traceback_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise ValueError("seven")

    monkeypatch.delenv("TORCHFIX_TRACEBACK", raising=False)
    monkeypatch.setattr("torchfix_codemods.session.carry_out", fail)
    assert cli.call(["check"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("torchfix: internal error: ValueError: seven; please report this")
    assert err.count("\n") == 1
    monkeypatch.setenv("TORCHFIX_TRACEBACK", "1")
    with pytest.raises(ValueError, match="seven"):
        cli.call(["check"])
