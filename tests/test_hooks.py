"""The pre-commit hooks, run by the real program on a scratch repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "import torch\n\ny = torch.ones(1).data\n"
AFTER = "import torch\n\ny = torch.ones(1).detach()\n"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """pre-commit's cache: the hook's environment is installed once for all tests here."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working tree as a repository of its own, as it would be if it were committed now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    folder = tmp_path_factory.mktemp("hooks")
    wanted = ("torchfix_codemods/", "codemods/", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
    for name in listed.split("\0"):
        if name.startswith(wanted) and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "hooks")
    return folder


def run_hook(hooks: Path, home: Path, project: Path, hook: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), hook, "--all-files", "--verbose"]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    (tmp_path / "train.py").write_text(BEFORE)
    (tmp_path / "notes.txt").write_text("x.data\n")
    git(tmp_path, "add", "-A")
    return tmp_path


def test_the_fixing_hook_rewrites_and_fails_once(hooks: Path, home: Path, project: Path) -> None:
    done = run_hook(hooks, home, project, "torchfix")
    assert done.returncode == 1, done.stdout + done.stderr
    assert (project / "train.py").read_text() == AFTER
    assert run_hook(hooks, home, project, "torchfix").returncode == 0


def test_the_checking_hook_changes_nothing(hooks: Path, home: Path, project: Path) -> None:
    done = run_hook(hooks, home, project, "torchfix-check")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "train.py:3:5: TFC601" in done.stdout
    assert (project / "train.py").read_text() == BEFORE
