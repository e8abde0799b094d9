"""A repository that wants programs run when it is asked what changed: none is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import DIRTY, Project, Ran, git, install_rules

from torchfix_codemods import since

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what is run is shell")

TOUCH = "touch {0}; cat"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    """a.py changed since the last commit, b.py did not, c.py is new."""
    (tmp_path / "here").mkdir()
    project = Project((tmp_path / "here").resolve(), site)
    for name in ("a.py", "b.py"):
        project.write(name, DIRTY)
    git(project.root, "init", "-q", "-b", "main")
    git(project.root, "add", ".")
    git(project.root, "commit", "-q", "-m", "one")
    project.write("a.py", DIRTY + "\n")
    project.write("c.py", DIRTY)
    return project


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """What a program that was run leaves behind."""
    return tmp_path / "was-run"


def found(ran: Ran) -> list[str]:
    return sorted({line.split(":")[0] for line in ran.out.splitlines() if "DEMO100" in line})


def naive(project: Project, *arguments: str) -> None:
    """As git works when nobody is careful: each attack must be one."""
    subprocess.run(["git", *arguments], cwd=project.root, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def config(project: Project, key: str, value: str) -> None:
    git(project.root, "config", key, value)


def attribute(project: Project, text: str) -> None:
    project.write(".git/info/attributes", text)


def script(project: Project, name: str, mark: Path) -> Path:
    file = project.write(name, f"#!/bin/sh\ntouch '{mark}'\ncat\n")
    file.chmod(0o755)
    return file


def a_filter(name: str, key: str = "clean") -> Callable[[Project, Path], None]:
    def set_up(project: Project, mark: Path) -> None:
        attribute(project, f"*.py filter={name}\n")
        config(project, f"filter.{name}.{key}", f"touch '{mark}'; cat")
        config(project, f"filter.{name}.required", "true")

    return set_up


def a_monitor(project: Project, mark: Path) -> None:
    config(project, "core.fsmonitor", str(script(project, ".git/monitor", mark)))


def a_hook(project: Project, mark: Path) -> None:
    script(project, ".git/hooks/post-index-change", mark)


def hooks_elsewhere(project: Project, mark: Path) -> None:
    script(project, "hooks/post-index-change", mark)
    config(project, "core.hooksPath", "hooks")


def an_external_diff(project: Project, mark: Path) -> None:
    config(project, "diff.external", str(script(project, ".git/differ", mark)))


def a_driver(project: Project, mark: Path) -> None:
    attribute(project, "*.py diff=mine\n")
    config(project, "diff.mine.command", str(script(project, ".git/differ", mark)))


def a_text_conversion(project: Project, mark: Path) -> None:
    attribute(project, "*.py diff=mine\n")
    config(project, "diff.mine.textconv", str(script(project, ".git/converter", mark)))


def an_included_filter(project: Project, mark: Path) -> None:
    attribute(project, "*.py filter=mine\n")
    project.write("settings", f"[filter \"mine\"]\n\tclean = touch '{mark}' && cat\n")
    config(project, "include.path", "../settings")


ATTACKS: dict[str, tuple[Callable[[Project, Path], None], tuple[str, ...]]] = {
    "filter": (a_filter("mine"), ("diff",)),
    "filter-as-process": (a_filter("mine", "process"), ("diff",)),
    "filter-without-name": (a_filter(""), ("diff",)),
    "filter-with-dots": (a_filter("a.b.c"), ("diff",)),
    "included-filter": (an_included_filter, ("diff",)),
    "monitor": (a_monitor, ("diff",)),
    "hook": (a_hook, ("update-index", "--refresh", "--force-write-index")),
    "hooks-elsewhere": (hooks_elsewhere, ("update-index", "--refresh", "--force-write-index")),
    "external-diff": (an_external_diff, ("diff",)),
    "driver": (a_driver, ("diff",)),
    "text-conversion": (a_text_conversion, ("diff",)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_that_the_configuration_names_is_run(project: Project, mark: Path, name: str) -> None:
    set_up, careless = ATTACKS[name]
    set_up(project, mark)
    os.utime(project.root / "b.py", (1, 1))  # git has to look at the content
    ran = project.run("check", "--since", "HEAD", ".", timeout=120)
    assert not mark.exists()
    assert (found(ran), ran.code) == (["a.py", "c.py"], 1)
    naive(project, *careless)
    assert mark.exists()


def test_a_filter_that_cannot_be_switched_off_is_told(project: Project, mark: Path) -> None:
    project.write(".git/more", f"[filter \"x=y\"]\n\tclean = touch '{mark}'\n")
    config(project, "include.path", "more")
    attribute(project, "*.py filter=x=y\n")
    ran = project.run("check", "--since", "HEAD", ".")
    assert not mark.exists()
    assert ran.code == 2
    assert "--since HEAD: its configuration has a filter with `=` in its name" in ran.err


def test_a_folder_that_looks_like_a_repository_is_none(project: Project, mark: Path) -> None:
    """Such a folder can be committed, with its configuration."""
    bare = project.root / "sub"
    git(project.root, "init", "-q", "--bare", "sub")
    monitor = script(project, "monitor", mark)
    head = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n"
    (bare / "config").write_text(head, encoding="utf-8")
    git(bare, "add", "../a.py")
    (bare / "config").write_text(f'{head}\tfsmonitor = "{monitor}"\n', encoding="utf-8")
    project.write("sub/d.py", DIRTY)
    ran = project.run("check", "--since", "HEAD", "sub")
    assert not mark.exists()
    assert "--since HEAD: " in ran.err
    naive(project, "-C", "sub", "status")
    assert mark.exists()


def test_a_submodule_is_not_asked(project: Project, mark: Path) -> None:
    inner = project.root / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "d.py").write_text(DIRTY, encoding="utf-8")
    git(inner, "add", ".")
    git(inner, "commit", "-q", "-m", "one")
    git(project.root, "add", "inner")
    git(project.root, "commit", "-q", "-m", "two")
    (inner / "d.py").write_text(DIRTY + "\n", encoding="utf-8")
    git(inner, "config", "core.fsmonitor", str(script(project, ".git/monitor", mark)))
    assert found(project.run("check", "--since", "HEAD", "a.py", "inner")) == ["a.py"]
    assert not mark.exists()
    naive(project, "diff", "--name-only")
    assert mark.exists()


def test_missing_objects_are_not_fetched(project: Project, mark: Path) -> None:
    """A partial clone fetches what it lacks, by the program that its configuration names."""
    config(project, "remote.origin.url", f"ext::sh -c touch% {mark}")
    config(project, "protocol.ext.allow", "always")
    config(project, "remote.origin.promisor", "true")
    config(project, "remote.origin.partialclonefilter", "tree:0")
    config(project, "extensions.partialClone", "origin")
    git(project.root, "config", "core.repositoryFormatVersion", "1")
    tree = subprocess.run(
        ["git", "rev-parse", "HEAD^{tree}"], cwd=project.root, capture_output=True, check=True, text=True
    ).stdout.strip()
    (project.root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    ran = project.run("check", "--since", "HEAD", ".", timeout=120)
    assert not mark.exists()
    assert ran.code == 2
    assert "--since HEAD: " in ran.err
    naive(project, "diff", "HEAD")
    assert mark.exists()


def test_a_git_in_the_current_folder_is_not_taken(project: Project, mark: Path) -> None:
    script(project, "git", mark)
    path = os.pathsep.join(["", ".", os.environ["PATH"]])
    assert found(project.run("check", "--since", "HEAD", ".", PATH=path)) == ["a.py", "c.py"]
    assert not mark.exists()


def test_a_configuration_that_never_ends_is_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(project.root / "endless")
    config(project, "include.path", "../endless")
    monkeypatch.setattr(since, "_PATIENCE", 1)
    with pytest.raises(since.GitError, match="does not answer within 1 seconds"):
        since.repository_of(str(project.root))


@pytest.mark.parametrize("revision", ["", "-x", "a\nb", "x" * 131_065, "é", "\udc80"])
def test_no_revision_is_one_sentence(project: Project, revision: str) -> None:
    ran = project.run("check", "--since", revision, ".")
    assert (ran.code, ran.out) == (2, "")
    assert "internal error" not in ran.err
