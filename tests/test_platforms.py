"""What other systems do not have, and how they name files: tried here, by taking away what this one has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from projects import DIRTY, FIXED, Project, install_rules, unmeasured

from torchfix_codemods.settings import Settings
from torchfix_codemods.sources import _Search

# Not there on Windows (https://docs.python.org/3/library/os.html and signal.html say so of each).
_POSIX_NAMES = """
os: chown fork forkpty getegid geteuid getgid getpgid getuid getxattr killpg lchown listxattr mkfifo nice
os: pread posix_spawn register_at_fork removexattr sched_getaffinity setsid setxattr sync wait3 wait4 O_NOFOLLOW
os: O_NONBLOCK O_DIRECTORY O_CLOEXEC
signal: SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGCHLD SIGALRM SIGPIPE SIGSTOP SIGCONT pthread_sigmask alarm
"""
_POSIX_MODULES = ("grp", "pwd", "resource", "termios", "tty", "pty", "syslog")
_WITHOUT_POSIX = f"""
import os, signal, sys, tempfile
for line in {_POSIX_NAMES.strip().splitlines()!r}:
    module, names = line.split(":")
    for name in names.split():
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
for name in {_POSIX_MODULES}:
    sys.modules[name] = None
"""
# Names that a test uses only where it is not skipped are no matter; those in decorators and tables are.
_IMPORT_ALL_TESTS = f"""
import concurrent.futures.process, importlib, pathlib, sys
import coverage, hypothesis, numpy, pytest, _pytest.outcomes
sys.modules["torch"] = None
{_WITHOUT_POSIX}
for path in sorted(pathlib.Path("tests").glob("test_*.py")):
    try:
        importlib.import_module(path.stem)
    except _pytest.outcomes.Skipped:
        pass
"""
_ON_MACOS = "import sys; sys.platform = 'darwin'"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project in a process that is changed before it starts; `sitecustomize.py` is what changes it."""
    site = tmp_path / "site"
    site.mkdir()
    install_rules(site)
    root = tmp_path / "project"
    root.mkdir()
    project = Project(root, site)
    project.environment["HOME"] = str(tmp_path)  # nothing there of the user's
    return project


def change(project: Project, code: str) -> None:
    Path(project.environment["PYTHONPATH"], "sitecustomize.py").write_text(code, "utf-8")


@pytest.mark.parametrize("code", [_WITHOUT_POSIX, _ON_MACOS], ids=["without-posix", "macos"])
def test_files_are_fixed_without_what_only_this_system_has(project: Project, code: str) -> None:
    change(project, code)
    project.write("a.py", DIRTY)
    project.write("folder/b.py", DIRTY)
    looked = project.run("check", "--output-format", "json")
    assert looked.code == 1, looked.err
    fixed = project.run("apply")
    assert fixed.code == 0, fixed.err
    assert project.read("a.py") == project.read("folder/b.py") == FIXED
    assert project.run("check").code == 0
    for command in (("rules",), ("doctor",), ("explain", "cuda-call"), ("completion", "bash")):
        assert project.run(*command).code == 0


def test_all_tests_can_be_collected_without_what_only_this_system_has() -> None:
    root = Path(__file__).resolve().parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL_TESTS],
        cwd=root,
        env=unmeasured() | {"PYTHONPATH": str(root / "tests"), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-1000:]


def test_on_macos_workers_are_spawned(project: Project) -> None:
    change(project, _ON_MACOS)
    size = 1_100_000  # two of them are worth it
    for name in ("a.py", "b.py"):
        project.write(name, DIRTY + "# Nothing.\n" * (size // 11))
    done = project.run("apply", "--jobs", "2", "--no-cache")
    assert done.code == 0, done.err
    assert all(project.read(name).startswith(FIXED) for name in ("a.py", "b.py"))


def test_one_file_by_two_spellings_is_one_source(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(DIRTY, "utf-8")
    search = _Search(str(tmp_path), lambda folder: Settings(root=tmp_path), force_exclude=False)
    for name in ("a.py", "A.py"):  # where case makes no difference, both are found, with the same status
        search.take(str(tmp_path / name), name, Settings(root=tmp_path), file.stat())
    assert [source.display for source in search.found.values()] == ["a.py"]


def test_two_files_whose_names_differ_only_in_case_are_two_sources(tmp_path: Path) -> None:
    file, other = tmp_path / "a.py", tmp_path / "A.py"
    file.write_text(DIRTY, "utf-8")
    if other.exists():
        pytest.skip("case makes no difference here")
    other.write_text(DIRTY, "utf-8")
    search = _Search(str(tmp_path), lambda folder: Settings(root=tmp_path), force_exclude=False)
    for path in (file, other):
        search.take(str(path), path.name, Settings(root=tmp_path), path.stat())
    assert len(search.found) == 2
