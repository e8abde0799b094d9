"""Patches: git and patch take them, from any folder, byte by byte."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from torchfix_codemods.report.diff import Hunk, hunks, name_in_repository, repository_root, unified_diff

LINES = b"".join(b"line %d\n" % number for number in range(40))

CHANGES = {
    "middle": (LINES, LINES.replace(b"line 20\n", b"new\nlines\n")),
    "two far apart": (LINES, LINES.replace(b"line 3\n", b"").replace(b"line 30\n", b"30\n")),
    "two close together": (LINES, LINES.replace(b"line 3\n", b"").replace(b"line 9\n", b"9\n")),
    "added at the start": (LINES, b"import torch\n" + LINES),
    "added at the end": (LINES, LINES + b"end\n"),
    "removed at both ends": (LINES, LINES[7:-8]),
    "only line": (b"x = y.data\n", b"x = y.detach()\n"),
    "windows line ends": (LINES.replace(b"\n", b"\r\n"), LINES.replace(b"\n", b"\r\n").replace(b"line 5\r", b"5\r")),
    "mixed line ends": (b"a\r\nb\nc\r\nd\n", b"a\r\nb\nC\r\nd\n"),
    "no newline before": (b"a\nb", b"a\nb\nc\n"),
    "no newline after": (b"a\nb\n", b"a\nB"),
    "no newline on either side": (b"a\nb\nc", b"A\nb\nc"),
    "latin-1": (b"# -*- coding: latin-1 -*-\nx = '\xe9'\ny\n", b"# -*- coding: latin-1 -*-\nx = '\xe9\xe8'\ny\n"),
    "form feed": (b"a\n\x0c\nb\n", b"a\n\x0c\nc\n"),
}
NAMES = ["train.py", "pkg/sub/net.py", "with space.py", "na\u00efve.py", 'quo"te.py', "back\\slash.py", "tab\there.py"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.autocrlf", "false")
    return tmp_path


def git(folder: Path, *arguments: str, patch: bytes = b"") -> None:
    done = subprocess.run(["git", *arguments], cwd=folder, input=patch, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert not done.stderr


def by_git(folder: Path, patch: bytes) -> None:
    git(folder, "apply", "--check", "-", patch=patch)
    git(folder, "apply", "--whitespace=nowarn", "-", patch=patch)


def _has_gnu_patch() -> bool:
    """Those of other systems do not know how git quotes names."""
    if shutil.which("patch") is None:
        return False
    return b"GNU patch" in subprocess.run(["patch", "--version"], capture_output=True, check=False).stdout


def by_patch(folder: Path, patch: bytes) -> None:
    command = ["patch", "-p1", "--binary", "--fuzz=0", "--quiet"]
    done = subprocess.run(command, cwd=folder, input=patch, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()


no_patch = pytest.mark.skipif(not _has_gnu_patch(), reason="there is no GNU patch")
BOTH = pytest.mark.parametrize("take", [by_git, pytest.param(by_patch, marks=no_patch)])


@BOTH
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_patch_makes_the_new_bytes(
    repository: Path, change: tuple[bytes, bytes], take: Callable[[Path, bytes], None]
) -> None:
    before, after = change
    file = repository / "train.py"
    file.write_bytes(before)
    take(repository, unified_diff(before, after, "train.py"))
    assert file.read_bytes() == after


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_odd_names(repository: Path, name: str, take: Callable[[Path, bytes], None]) -> None:
    if os.name == "nt" and set(name) & set('"\\\t'):
        pytest.skip("Windows has no such names")
    file = repository / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"a\n")
    take(repository, unified_diff(b"a\n", b"b\n", name))
    assert file.read_bytes() == b"b\n"


def test_git_takes_a_patch_from_a_subfolder(repository: Path) -> None:
    folder = repository / "pkg" / "sub"
    folder.mkdir(parents=True)
    file = folder / "net.py"
    file.write_bytes(LINES)
    by_git(folder, unified_diff(LINES, LINES[7:], name_in_repository(str(file))))
    assert file.read_bytes() == LINES[7:]


def test_names_are_quoted_as_git_quotes_them(repository: Path) -> None:
    for name in NAMES:
        file = repository / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"a\n")
    git(repository, "add", ".")
    for name in NAMES:
        (repository / name).write_bytes(b"b\n")
        told = subprocess.run(["git", "diff", "--", name], cwd=repository, capture_output=True, check=True).stdout
        expected = [line for line in told.splitlines(keepends=True) if not line.startswith(b"index ")]
        assert unified_diff(b"a\n", b"b\n", name) == b"".join(expected)


def test_nothing_changed_is_no_patch() -> None:
    assert unified_diff(LINES, LINES, "train.py") == b""
    assert hunks(LINES, LINES) == []


def test_what_is_far_apart_is_two_hunks_and_what_is_close_is_one() -> None:
    headers = {name: [hunk.header for hunk in hunks(*CHANGES[name])] for name in CHANGES}
    assert headers["two far apart"] == ["@@ -1,7 +1,6 @@", "@@ -28,7 +27,7 @@"]
    assert headers["two close together"] == ["@@ -1,13 +1,12 @@"]
    assert headers["only line"] == ["@@ -1 +1 @@"]
    assert [hunk.header for hunk in hunks(b"", b"a\nb\n")] == ["@@ -0,0 +1,2 @@"]
    assert [hunk.header for hunk in hunks(b"a\n", b"")] == ["@@ -1 +0,0 @@"]


texts = st.lists(st.sampled_from([b"a\n", b"b\r\n", b"\n", b"c\n"]), max_size=30).map(b"".join)


@given(texts, texts, st.sampled_from([b"", b"tail"]))
def test_hunks_hold_the_whole_difference(before: bytes, after: bytes, tail: bytes) -> None:
    changes = hunks(before + tail, after)
    assert patched((before + tail).splitlines(keepends=True), changes) == after
    for hunk in changes:
        tags = [tag for tag, _ in hunk.rows]
        assert tags[:4] != [" "] * 4
        assert tags[-4:] != [" "] * 4


def patched(lines: list[bytes], changes: list[Hunk]) -> bytes:
    parts: list[bytes] = []
    position = 0
    for hunk in changes:
        assert len(parts) + (hunk.old - 1 - position) == hunk.new - 1
        parts += lines[position : hunk.old - 1]
        position = hunk.old - 1
        for tag, line in hunk.rows:
            if tag != "+":
                assert lines[position] == line
                position += 1
            if tag != "-":
                parts.append(line)
    return b"".join(parts + lines[position:])


def test_names_are_relative_to_the_repository_or_to_the_current_folder(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    inside, outside = repository / "pkg", tmp_path_factory.mktemp("plain")
    inside.mkdir()
    monkeypatch.chdir(inside)
    assert name_in_repository("net.py") == "pkg/net.py"
    assert name_in_repository("../train.py") == "train.py"
    if repository_root(outside) is None:
        assert f"/{name_in_repository(str(outside / 'x.py'))}" == (outside / "x.py").as_posix()
        monkeypatch.chdir(outside)
        assert name_in_repository("x/y.py") == "x/y.py"
