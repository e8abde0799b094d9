"""What may go wrong with files, through everything: one clear problem, and all other files are done."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import runs
from runs import LOUD, QUIET, Folder, problems

from torchfix_codemods.regular import read_regular
from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import discover

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    runs.install(site)
    return site


@pytest.fixture
def folder(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """a.py and z.py can be fixed; what a test puts between them must not matter to them."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path.resolve())
    folder.write("a.py")
    folder.write("z.py")
    return folder


def told(folder: Folder) -> list[tuple[str, str]]:
    """What a run that writes has to say, after a look at the files around."""
    outcomes = folder.run(write=True)
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)
    assert folder.leftovers() == []
    return list(problems(outcomes))


@pytest.mark.parametrize(
    ("text", "reason", "line", "hint"),
    [
        (
            b"import torch\nprint 'LOUD'\n",
            f"not valid Python {PYTHON}: ",
            2,
            "looks like Python 2: run `python -m fissix -w` on it first (pip install fissix)",
        ),
        (b"import torch\nx = (\n", f"not valid Python {PYTHON}: ", 2, "fix the syntax error first"),
        (b"import torch\nLOUD = (\n", f"not valid Python {PYTHON}: ", 2, "fix the syntax error first"),
        (b"import torch\n# \xe9\nLOUD = 1\n", "is not UTF-8 and names no encoding", 2, "add a line such as"),
        (b"# coding: nonsense\nimport torch\nLOUD = 1\n", "unknown encoding: nonsense", 1, ""),
        (b"import torch\nLOUD = '\0'\n", "contains NUL bytes", 2, "it is no Python source"),
        (
            b"import torch\rLOUD = 1\n",
            "has a line that ends in a lone carriage return",
            1,
            "convert the line ends first",
        ),
    ],
    ids=[
        "python 2",
        "no rule looks",
        "syntax error",
        "not utf-8",
        "unknown encoding",
        "nul bytes",
        "lone carriage return",
    ],
)
def test_what_is_no_python_is_told_and_left(folder: Folder, text: bytes, reason: str, line: int, hint: str) -> None:
    folder.write("m.py", text)
    outcomes = folder.run(write=True)
    (problem,) = outcomes["m.py"].result.problems
    assert problem.reason.startswith(reason)
    assert problem.hint.startswith(hint)
    assert (problem.path, problem.line, problem.fatal) == ("m.py", line, True)
    assert (folder.root / "m.py").read_bytes() == text
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def test_a_latin_file_that_says_so_is_fixed(folder: Folder) -> None:
    text = "# -*- coding: latin-1 -*-\nimport torch\nLOUD = 'é'\n".encode("latin-1")
    folder.write("m.py", text)
    assert told(folder) == []
    assert (folder.root / "m.py").read_bytes() == text.replace(b"LOUD", b"quiet")


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "# torch", "import torch"])
def test_a_file_with_next_to_nothing_in_it_is_fine(folder: Folder, text: str) -> None:
    folder.write("m.py", text)
    assert told(folder) == []
    assert folder.text("m.py") == text


def test_line_ends_and_a_missing_last_one_stay(folder: Folder) -> None:
    folder.write("m.py", "\ufeffimport torch\r\nLOUD = 1")
    assert told(folder) == []
    assert folder.text("m.py") == "\ufeffimport torch\r\nquiet = 1"


def test_a_folder_without_rights_is_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("m/m.py")
    locked = folder.root / "m"
    locked.chmod(0)
    if os.access(locked, os.R_OK):  # root, or Windows
        scan = os.scandir

        def guarded(path: str) -> object:
            if os.fspath(path) == str(locked):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return scan(path)

        monkeypatch.setattr(os, "scandir", guarded)
    try:
        found = discover([Path()], resolver())
    finally:
        locked.chmod(0o755)
    assert [source.display for source in found.sources] == ["a.py", "z.py"]
    (problem,) = found.problems
    assert (problem.path, problem.reason) == ("m", f"cannot be read: {os.strerror(errno.EACCES)}")


class _Entry:
    """An entry of a folder that may be listed and not entered."""

    def __init__(self, entry: os.DirEntry[str]) -> None:
        self.name, self.path, self.is_dir, self.is_file = entry.name, entry.path, entry.is_dir, entry.is_file

    def stat(self, *, follow_symlinks: bool) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), self.path)


def test_a_folder_that_can_only_be_listed_is_told_once(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("m/m.py", "m/n.py", "m/deep/m.py"):
        folder.write(name)
    scan = os.scandir

    @contextlib.contextmanager
    def guarded(path: str) -> Iterator[list[Any]]:
        with scan(path) as entries:
            closed = os.fspath(path) == str(folder.root / "m")
            yield [_Entry(entry) if closed else entry for entry in entries]

    monkeypatch.setattr(os, "scandir", guarded)
    found = discover([Path()], resolver())
    assert [source.display for source in found.sources] == ["a.py", "z.py"]
    assert [(problem.path, problem.reason) for problem in found.problems] == [
        ("m", f"cannot be entered: {os.strerror(errno.EACCES)}")
    ]


def test_a_named_folder_that_cannot_be_entered_is_blamed_itself(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the pyproject.toml in it, of which nobody can tell whether it is there."""
    folder.write("m/m.py")
    closed = folder.root / "m" / "pyproject.toml"
    for method in ("stat", "lstat"):
        original: Callable[..., object] = getattr(Path, method)

        def guarded(path: Path, *args: Any, original: Callable[..., object] = original, **words: Any) -> object:
            if path == closed:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return original(path, *args, **words)

        monkeypatch.setattr(Path, method, guarded)
    found = discover([Path("m"), Path("a.py")], resolver())
    assert [source.display for source in found.sources] == ["a.py"]
    (problem,) = found.problems
    assert (problem.path, problem.hint) == ("m", "")
    assert problem.reason == f"cannot be entered: {os.strerror(errno.EACCES)}"


def test_a_file_without_rights_is_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = folder.write("m.py")

    def guarded(path: Path, most: int) -> bytes:
        if path == locked:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return read_regular(path, most)

    monkeypatch.setattr("torchfix_codemods.run.read_regular", guarded)
    outcomes = folder.run(write=True)
    assert list(problems(outcomes)) == [("m.py", f"cannot be read: {os.strerror(errno.EACCES)}")]
    monkeypatch.undo()
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def after_reading(folder: Folder, change: Callable[[], object]) -> list[tuple[str, str]]:
    """What a run says when something happens to the files between reading and writing."""
    run = folder.start(write=True)

    def change_first(done: int, _: int) -> None:
        if done == 0:
            change()

    run.progress = change_first
    return list(problems({outcome.source.display: outcome for outcome in run}))


def test_a_file_that_vanishes_before_it_is_read_is_told(folder: Folder) -> None:
    gone = folder.write("m.py")
    run = folder.start(write=True)
    gone.unlink()
    assert list(problems({outcome.source.display: outcome for outcome in run})) == [("m.py", "is gone")]
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def test_a_file_that_vanishes_before_it_is_written_is_told(folder: Folder) -> None:
    file = folder.write("m.py")
    assert after_reading(folder, file.unlink) == [("m.py", "is gone since it was read")]
    assert not file.exists()
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def test_a_file_that_changes_before_it_is_written_is_left(folder: Folder) -> None:
    file = folder.write("m.py")
    said = after_reading(folder, lambda: file.write_text("mine", encoding="utf-8"))
    assert said == [("m.py", "changed since it was read, so it was not written")]
    assert folder.text("m.py") == "mine"
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def test_a_full_disk_costs_the_files_that_do_not_fit(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("m.py", LOUD * 10)
    fsync = os.fsync

    def full(handle: int) -> None:
        if os.fstat(handle).st_size > 10 * len(QUIET) - 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr("torchfix_codemods.temporary._sync_folder", lambda _: None)
    outcomes = folder.run(write=True)
    assert list(problems(outcomes)) == [("m.py", "cannot be written: the disk is full")]
    assert not outcomes["m.py"].written
    assert outcomes["m.py"].result.after is None
    assert {finding.fixed for finding in outcomes["m.py"].result.findings} == {False}
    assert folder.text("m.py") == LOUD * 10
    assert folder.leftovers() == []
    assert (folder.text("a.py"), folder.text("z.py")) == (QUIET, QUIET)


def test_a_link_out_of_the_tree_is_not_written_through(folder: Folder) -> None:
    outside = folder.root.parent / f"{folder.root.name}-outside.py"
    outside.write_text(LOUD, encoding="utf-8")
    try:
        (folder.root / "m.py").symlink_to(outside)
    except OSError:
        pytest.skip("links cannot be made here")
    assert told(folder) == []
    found = discover([Path("m.py")], resolver())
    assert found.sources == ()
    assert [problem.reason for problem in found.problems] == [f"is a link out of the tree, to {outside}"]
    assert outside.read_text("utf-8") == LOUD


def test_a_link_inside_the_tree_is_written_through(folder: Folder) -> None:
    target = folder.write("sub/m.py")
    try:
        (folder.root / "m.py").symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")
    outcomes = folder.run("m.py", write=True)
    assert outcomes["sub/m.py"].written
    assert (folder.root / "m.py").is_symlink()
    assert folder.text("sub/m.py") == QUIET


def test_a_generated_file_of_many_lines_is_fixed(folder: Folder) -> None:
    table = "TABLE = [\n" + "    1,\n" * 200_000 + "]\n"
    folder.write("m.py", f"import torch\n{table}LOUD = 1\n")
    assert told(folder) == []
    assert folder.text("m.py") == f"import torch\n{table}quiet = 1\n"


@pytest.mark.parametrize(
    "deep",
    ["(" * 2000 + "1" + ")" * 2000, "x" + ".f()" * 2000, "1" + " + 1" * 2000, "-" * 2000 + "1", "[" * 150 + "]" * 150],
    ids=["brackets", "calls", "sums", "signs", "lists"],
)
def test_what_is_nested_deeply_is_fixed_or_told(folder: Folder, deep: str) -> None:
    folder.write("m.py", f"import torch\ny = {deep}\nLOUD = 1\n")
    said = told(folder)
    if said:
        ((name, reason),) = said
        assert name == "m.py"
        assert "nested" in reason
        assert folder.text("m.py") == f"import torch\ny = {deep}\nLOUD = 1\n"
    else:
        assert folder.text("m.py") == f"import torch\ny = {deep}\nquiet = 1\n"


@pytest.mark.parametrize("paths", [(), ("empty",), ("empty/.",)])
def test_no_files_are_no_trouble(folder: Folder, paths: tuple[str, ...]) -> None:
    (folder.root / "empty").mkdir()
    found = discover([Path(path) for path in paths], resolver())
    assert (found.sources, found.problems) == ((), ())
