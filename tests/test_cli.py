"""The command line through a real process: exit codes, streams, and what is on disk afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from projects import BROKEN, CLEAN, DIRTY, FIXED, MIXED, Project, git, install_rules


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    return Project(tmp_path, site)


# ---- check


def test_check_of_clean_files_is_silent_on_stdout(project: Project) -> None:
    project.write("a.py", CLEAN)
    ran = project.run("check")
    assert (ran.code, ran.out, ran.err) == (0, "", "No findings of the rules that are on in 1 file.\n")


def test_check_tells_and_changes_nothing(project: Project) -> None:
    project.write("pkg/a.py", MIXED)
    ran = project.run("check", ".")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "pkg/a.py:4:1: DEMO100 say `safe_name` [safe fix]",
        "    is so called (line 4)",
        "pkg/a.py:5:1: DEMO100 say `unsafe_name` [unsafe fix]",
        "    somebody may listen",
        "pkg/a.py:6:1: DEMO100 decide [report]",
        "    nobody knows",
    ]
    assert ran.err == (
        "3 findings in 1 of 1 file: 1 to fix with `torchfix apply`, 1 with `--unsafe-fixes`, 1 by hand.\n"
    )
    assert project.read("pkg/a.py") == MIXED
    assert project.run("check", "--exit-zero").code == 0


def test_check_can_count_and_be_quiet(project: Project) -> None:
    project.write("a.py", MIXED)
    ran = project.run("check", "--statistics", "--quiet")
    assert (ran.code, ran.out, ran.err) == (1, "     3  DEMO100 words  1 safe, 1 unsafe, 1 report\n", "")


def test_check_can_show_the_diff_that_apply_would_make(project: Project) -> None:
    project.write("a.py", DIRTY)
    ran = project.run("check", "--output-format", "diff")
    assert ran.code == 1
    assert ran.out.endswith(" x = torch.zeros(3)\n-safe_word(x)\n+safe_name(x)\n")
    assert "1 to fix with `torchfix apply`" in ran.err
    assert project.read("a.py") == DIRTY


def test_unused_suppressions_are_told(project: Project) -> None:
    project.write("a.py", "import torch\nx = 1  # torchfix: ignore[DEMO100] why\n# safe_word\n")
    ran = project.run("check")
    assert ran.err.splitlines()[0].startswith("a.py:2: `# torchfix: ignore[DEMO100]` suppresses nothing")


# ---- apply


def test_a_dry_run_is_a_patch_that_git_takes_and_applies_once(project: Project) -> None:
    git(project.root, "init", "-q")
    project.write("pkg/a.py", DIRTY)
    project.write("pkg/windows.py", DIRTY.replace("\n", "\r\n").removesuffix("\r\n"))
    dry = project.run("apply", "--dry-run", ".", folder="pkg")
    assert dry.code == 1
    assert dry.err.startswith("Would rewrite 2 of 2 files, 2 fixes:\n")
    assert project.read("pkg/a.py") == DIRTY
    patch = subprocess.run(
        project.command("apply", "--dry-run", "."),
        cwd=project.root,
        env=project.environment,
        capture_output=True,
        check=False,
    ).stdout
    assert patch.count(b"diff --git a/pkg/") == 2
    for folder in (project.root, project.root / "pkg"):
        subprocess.run(["git", "apply", "--check", "-"], cwd=folder, input=patch, check=True)
    subprocess.run(["git", "apply", "-"], cwd=project.root, input=patch, check=True, capture_output=True)
    assert project.read("pkg/a.py") == FIXED
    assert project.read("pkg/windows.py") == FIXED.replace("\n", "\r\n").removesuffix("\r\n")
    again = project.run("apply", "--dry-run", ".")
    assert (again.code, again.out, again.err) == (0, "", "Nothing to rewrite in 2 files.\n")


def test_apply_writes_and_says_what_is_left(project: Project) -> None:
    project.write("a.py", MIXED)
    project.write("b.py", CLEAN)
    ran = project.run("apply", "a.py", "b.py")
    assert (ran.code, ran.out) == (0, "rewrote a.py (1 fix)\n")
    assert ran.err.splitlines() == [
        "Rewrote 1 of 2 files, 1 fix:",
        "     1  DEMO100 words",
        "",
        "Needs your attention (2)",
        "a.py:5: DEMO100 say `unsafe_name` [unsafe fix]",
        "    somebody may listen",
        "a.py:6: DEMO100 decide [report]",
        "    nobody knows",
        "",
        "Migrated: 1 of 3 findings (33 %).",
        "",
        "Next",
        "`torchfix apply --unsafe-fixes` fixes 1 of them, and can change results",
        "`torchfix verify --unsafe-fixes SCRIPT` tells whether it does",
        "`torchfix explain DEMO100` tells what a rule is about",
    ]
    assert project.read("a.py") == FIXED + "unsafe_word(x)\nreport_word(x)\n"
    second = project.run("apply", "--unsafe-fixes", "--quiet", "--exit-non-zero-on-fix")
    assert (second.code, second.out, second.err) == (1, "rewrote a.py (1 fix)\n", "")
    assert project.read("a.py") == FIXED + "unsafe_name(x)\nreport_word(x)\n"
    assert project.run("apply", "--exit-non-zero-on-fix").code == 0


def test_what_is_left_is_named_where_it_stands_in_the_new_file(project: Project) -> None:
    project.write("pyproject.toml", '[tool.torchfix]\nselect = ["TFC301", "TFC502", "TFC902"]\n')
    old = "import torch\n\nnet = torch.nn.Linear(2, 1).cuda()\ntorch.gesv(a, b)\ntorch.save(net, 'net.pth')\n"
    project.write("a.py", old)
    dry, ran = project.run("apply", "--dry-run"), project.run("apply")
    assert "a.py:4: TFC902" in dry.err
    new = project.read("a.py").splitlines()
    assert new[5:7] == old.splitlines()[3:]
    assert "a.py:6: TFC902 `torch.gesv`" in ran.err
    assert "(line 6)" in ran.err
    assert "a.py:7: TFC502" in ran.err
    assert "`torch.nn.Linear` is a torch module (line 5)" in ran.err
    checked = project.run("check").out
    assert checked.startswith("a.py:6:1: TFC902")
    assert "a.py:7:1: TFC502" in checked
    assert "Migrated: 1 of 3 findings (33 %); 1 place stops the program, in 1 file.\n" in ran.err


def test_evidence_in_another_rewritten_file_is_named_where_it_is_now(project: Project) -> None:
    project.write("pyproject.toml", '[tool.torchfix]\nselect = ["TFC301"]\n')
    net = "class Net(torch.nn.Module):\n    def to(self, device):\n        return self\n"
    project.write("net.py", f"import torch\n\nbase = torch.ones(1).cuda()\n\n\n{net}")
    project.write("main.py", "from net import Net\n\nnet = Net()\nnet.cuda()\n")
    dry, ran = project.run("apply", "--dry-run"), project.run("apply")
    line = 1 + project.read("net.py").splitlines().index("    def to(self, device):")
    assert line > 7
    assert "(net.py line 7)" in dry.err
    assert f"(net.py line {line})" in ran.err
    assert f"(net.py line {line})" in project.run("check").out


def test_the_next_steps_are_those_that_have_something_to_do(project: Project) -> None:
    verify = "`torchfix verify --before OLD --after NEW` tells whether two versions of a script compute the same"
    project.write("a.py", DIRTY)
    assert project.run("apply", "--dry-run").err.splitlines()[-2:] == [
        "Next",
        "`torchfix verify SCRIPT` tells whether a script will compute the same",
    ]
    assert project.run("apply").err.splitlines()[-2:] == ["Next", verify]
    assert project.run("apply").err == "Nothing to rewrite in 1 file.\n"
    project.write("a.py", MIXED)
    assert project.run("apply", "--unsafe-fixes").err.splitlines()[-3:] == [
        "Next",
        verify,
        "`torchfix explain DEMO100` tells what a rule is about",
    ]
    for arguments in (("--quiet",), ("--output-format", "json"), ("--output-format", "diff")):
        project.write("a.py", MIXED)
        assert "Next" not in project.run("apply", *arguments).err
    project.write("a.py", MIXED)
    assert "Next" not in project.run("check").err
    assert "Next" not in project.run("apply", "-", text=MIXED.encode()).err


def test_apply_can_show_the_diff_of_what_it_wrote(project: Project) -> None:
    project.write("a.py", DIRTY)
    ran = project.run("apply", "--output-format", "diff", "--output-file", "undo.patch")
    assert (ran.code, ran.out) == (0, "")
    assert project.read("a.py") == FIXED
    git(project.root, "apply", "--reverse", "undo.patch")
    assert project.read("a.py") == DIRTY


def test_rules_can_be_chosen(project: Project) -> None:
    project.write("a.py", DIRTY + "x.cuda()\n")
    assert project.run("check", "--ignore", "demo100,", "-q").code == 0
    assert project.run("check", "--select", "words", "--select", "TFC308", "-q").out.count("DEMO100") == 1
    assert project.run("check", "--select", "TFC308", "--extend-select", "DEMO", "-q").out.count("DEMO100") == 1
    unknown = project.run("check", "--select", "words,DEMO999")
    assert unknown.code == 2
    assert unknown.err == "torchfix: unknown rule 'DEMO999'; did you mean 'DEMO100'?\n"


def test_hard_links_stay_or_the_file_does(project: Project) -> None:
    one = project.write("sub/a.py", DIRTY)
    try:
        os.link(one, project.root / "b.py")
    except OSError:
        pytest.skip("this file system has no hard links")
    project.write("c.py", DIRTY)
    ran = project.run("apply", "sub", "c.py")
    assert (ran.code, ran.out) == (2, "rewrote c.py (1 fix)\n")
    assert "sub/a.py: was not written: it is a hard link with another name outside this run" in ran.err
    assert "Migrated: 1 of 2 findings; 1 file was not done.\n" in ran.err
    assert project.read("b.py") == DIRTY
    ran = project.run("apply")
    assert (ran.code, ran.out) == (0, "rewrote b.py (1 fix)\nrewrote sub/a.py (1 fix)\n")
    assert one.samefile(project.root / "b.py")
    assert project.read("b.py") == FIXED


# ---- trouble


def test_one_bad_file_does_not_cost_the_others(project: Project) -> None:
    project.write("a.py", DIRTY)
    project.write("bad.py", BROKEN)
    project.write("cookie.py", b"# coding: nonsense\nimport torch\nsafe_word()\n")
    ran = project.run("apply")
    assert (ran.code, ran.out) == (2, "rewrote a.py (1 fix)\n")
    assert project.read("bad.py") == BROKEN
    bad, cookie = (next(line for line in ran.err.splitlines() if line.startswith(name)) for name in ("bad", "cookie"))
    assert bad.startswith("bad.py:2: not valid Python 3.")
    assert cookie.startswith("cookie.py:1: ")
    quiet = project.run("check", "--quiet", "--exit-zero")
    assert quiet.code == 2
    assert quiet.err.splitlines() == [bad, cookie]


def test_a_program_of_python_2_that_imports_torch_is_never_called_clean(project: Project) -> None:
    project.write("old.py", "import torch\nprint 'loss'\n")
    project.write("other.py", "print 'no torch'\n")
    project.write("new.py", CLEAN)
    for arguments in ((), (), ("old.py",)):  # the second time from the cache
        ran = project.run("check", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "old.py:2: not valid Python" in ran.err
        assert "other.py" not in ran.err
        assert ran.err.endswith("; 1 file was not done.\n")


def test_a_missing_path_is_an_error_and_an_empty_folder_a_warning(project: Project) -> None:
    gone = project.run("check", "gone.py")
    assert (gone.code, gone.err.splitlines()[0]) == (2, "gone.py: does not exist")
    empty = project.run("check", ".")
    assert (empty.code, empty.out) == (0, "")
    assert empty.err.splitlines()[0] == "warning: no Python files or notebooks in ."


def test_named_files_that_are_held_back_are_called_excluded(project: Project) -> None:
    project.write("build/a.py", DIRTY)
    project.write("build/b.py", DIRTY)
    one = project.run("check", "--force-exclude", "build/a.py")
    assert (one.code, one.out) == (0, "")
    assert one.err.startswith("warning: build/a.py is excluded, and --force-exclude holds named files back, too\n")
    (project.root / "empty").mkdir()
    several = project.run("check", "--force-exclude", "build/a.py", "build", "empty")
    assert several.err.startswith("warning: build/a.py, build are excluded, ")
    assert "warning: no Python files or notebooks in empty\n" in several.err
    project.write("c.py", CLEAN)
    assert "excluded" not in project.run("check", "--force-exclude", "build/a.py", "c.py").err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("check", "--target-torch", "new"), "--target-torch must be a version"),
        (("check", "--target-torch", "0.3"), "--target-torch must be \"0.4\" or newer, not '0.3'"),
        (("check", "--no-such-option"), "--no-such-option"),
        (("check", "--output-format", "xml"), "'xml'"),
        (("check", "-", "a.py"), "`-` cannot be mixed"),
        (("check", "--stdin-filename", "a.py"), "there is no `-`"),
        (("chekc",), "No such command 'chekc'"),
        (("explain", "TFC3008"), "did you mean 'TFC308'?"),
        (("apply", "--output-file", "no/such/folder/x", "a.py"), "no/such/folder"),
    ],
)
def test_wrong_use_is_exit_code_2_and_a_reason(project: Project, arguments: tuple[str, ...], reason: str) -> None:
    project.write("a.py", CLEAN)
    ran = project.run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that somebody is in")
def test_a_current_folder_that_is_gone_is_named(project: Project) -> None:
    gone = project.root / "gone"
    gone.mkdir()
    leave = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.executable, sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", leave, *project.command("apply", ".")],
        cwd=gone,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "torchfix: the current folder is gone: change into one that exists\n"


def test_a_wrong_setting_is_told_with_its_line(project: Project) -> None:
    project.write("pyproject.toml", "[tool.torchfix]\nselekt = []\n")
    project.write("a.py", CLEAN)
    ran = project.run("check")
    assert ran.code == 2
    assert ran.err.startswith("pyproject.toml:2: [tool.torchfix] selekt is not a key; did you mean 'select'?")
    rules = project.run("rules")
    assert rules.code == 2
    assert "did you mean 'select'?" in rules.err


@pytest.mark.parametrize("arguments", [(".",), ("--fix", "."), ("--select", "ALL", "."), ("--select=ALL", "a.py")])
def test_a_call_meant_for_the_other_torchfix_gets_one_sentence(project: Project, arguments: tuple[str, ...]) -> None:
    project.write("a.py", CLEAN)
    ran = project.run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"`torchfix apply {arguments[-1]}` fixes" in ran.err
    assert f"`torchfix check {arguments[-1]}` only looks" in ran.err


# ---- standard input


def test_standard_input_comes_out_fixed(project: Project) -> None:
    ran = project.run("apply", "-", "--quiet", text=DIRTY.encode())
    assert (ran.code, ran.out, ran.err) == (0, FIXED, "")
    same = project.run("apply", "-", "-q", text=CLEAN.encode())
    assert (same.code, same.out) == (0, CLEAN)
    dry = project.run("apply", "--dry-run", "-", "--stdin-filename", "pkg/a.py", text=DIRTY.encode())
    assert dry.code == 1
    assert dry.out.startswith("diff --git a/pkg/a.py b/pkg/a.py\n")


def test_standard_input_can_be_checked(project: Project) -> None:
    ran = project.run("check", "-", "--stdin-filename", "pkg/a.py", text=DIRTY.encode())
    assert (ran.code, ran.out) == (1, "pkg/a.py:4:1: DEMO100 say `safe_name` [safe fix]\n    is so called (line 4)\n")
    bad = project.run("apply", "-", text=BROKEN.encode())
    assert (bad.code, bad.out) == (2, "")
    assert "<stdin>:2: not valid Python" in bad.err


def test_an_excluded_name_leaves_standard_input_alone(project: Project) -> None:
    ran = project.run("apply", "-", "--stdin-filename", "build/a.py", "--force-exclude", "-q", text=DIRTY.encode())
    assert (ran.code, ran.out) == (0, DIRTY)


# ---- json


def test_json_is_all_there_is_on_stdout(project: Project) -> None:
    project.write("pkg/a.py", "import torch\n\nx = 'é'; safe_word(x)\n")
    ran = project.run("check", "--output-format", "json")
    assert ran.code == 1
    shown = json.loads(ran.out)
    assert shown["files"] == [{"path": "pkg/a.py", "status": "findings", "error": None}]
    (finding,) = shown["findings"]
    assert (finding["line"], finding["column"], finding["end_column"], finding["fixed"]) == (3, 10, 22, False)
    (edit,) = finding["edits"]
    line = "x = 'é'; safe_word(x)"
    start, end = edit["start"]["column"] - 1, edit["end"]["column"] - 1
    assert line[:start] + edit["content"] + line[end:] == "x = 'é'; safe_name(x)"
    to_file = project.run("apply", "--output-format", "json", "-o", "report.json")
    assert (to_file.code, to_file.out) == (0, "")
    assert json.loads(project.read("report.json"))["files"][0]["status"] == "changed"


# ---- git


def test_only_what_changed_since_a_revision(project: Project) -> None:
    git(project.root, "init", "-q")
    project.write("old.py", DIRTY)
    git(project.root, "add", ".")
    git(project.root, "commit", "-q", "-m", "first")
    assert project.run("check", "--since", "HEAD").code == 0
    project.write("new.py", DIRTY)
    ran = project.run("check", "--since", "HEAD")
    assert (ran.code, ran.out) == (1, "new.py:4:1: DEMO100 say `safe_name` [safe fix]\n    is so called (line 4)\n")
    unknown = project.run("check", "--since", "nonsense")
    assert unknown.code == 2
    assert "git knows no such revision" in unknown.err
