"""Only the files that changed since a git revision."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import git

from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import Discovery, discover


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the working directory."""
    inside = (tmp_path / "here").resolve()
    inside.mkdir()
    monkeypatch.chdir(inside)
    return inside


def write(folder: Path, *names: str, text: str = "") -> None:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def found(*paths: str | Path, since: str | None = None) -> Discovery:
    return discover([Path(path) for path in paths], resolver(), since=since)


def names(discovery: Discovery) -> list[str]:
    return [source.display for source in discovery.sources]


def told(discovery: Discovery) -> list[tuple[str, str]]:
    return [(problem.path, problem.reason) for problem in discovery.problems]


@pytest.fixture
def repository(folder: Path) -> Path:
    """main: a.py, b.py, sub/c.py. branch (checked out): a.py changed. main has gone on: b.py changed there."""
    write(folder, "a.py", "b.py", "sub/c.py", "with space.py", text="x = 1\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    git(folder, "checkout", "-q", "-b", "branch")
    write(folder, "a.py", text="x = 2\n")
    git(folder, "commit", "-q", "-a", "-m", "two")
    git(folder, "checkout", "-q", "main")
    write(folder, "b.py", text="x = 3\n")
    git(folder, "commit", "-q", "-a", "-m", "three")
    git(folder, "checkout", "-q", "branch")
    return folder


def test_since_compares_with_the_merge_base(repository: Path) -> None:
    assert names(found(".", since="main")) == ["a.py"]
    assert names(found(".", since="HEAD")) == []


def test_since_counts_what_is_not_committed(repository: Path) -> None:
    write(repository, "sub/new.py", "ignored.py", "staged.py")
    write(repository, ".gitignore", text="ignored.py\n")
    write(repository, "with space.py", text="x = 4\n")
    git(repository, "add", "staged.py")
    assert names(found(".", since="main")) == ["a.py", "staged.py", "sub/new.py", "with space.py"]
    assert names(found("sub", "b.py", since="main")) == ["sub/new.py"]


def test_since_works_from_a_folder_below(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "sub")
    write(repository, "sub/c.py", text="x = 5\n")
    assert names(found("..", since="main")) == ["../a.py", "c.py"]


@pytest.mark.parametrize("revision", ["nonsense", "--output=x", "HEAD:a.py"])
def test_since_an_unknown_revision_is_told(repository: Path, revision: str) -> None:
    discovery = found(".", since=revision)
    assert names(discovery) == []
    ((path, reason),) = told(discovery)
    assert path == "."
    assert reason.startswith(f"--since {revision}: ")


def test_since_without_a_common_ancestor_is_told(repository: Path) -> None:
    git(repository, "checkout", "-q", "--orphan", "other")
    git(repository, "commit", "-q", "-m", "alone")
    ((_, reason),) = told(found(".", since="main"))
    assert "no common ancestor" in reason


def test_since_outside_of_a_repository_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    write(folder, "a.py")
    discovery = found(".", since="main")
    assert names(discovery) == []
    ((_, reason),) = told(discovery)
    assert "not a git repository" in reason


def test_since_without_git_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "a.py")
    monkeypatch.setenv("PATH", "")
    ((_, reason),) = told(found(".", since="main"))
    assert reason.startswith("--since main: git cannot be run: ")
