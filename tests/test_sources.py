"""Which files a run looks at."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import Discovery, discover, stdin_source


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


def found(*paths: str | Path, since: str | None = None, force_exclude: bool = False) -> Discovery:
    return discover([Path(path) for path in paths], resolver(), since=since, force_exclude=force_exclude)


def names(discovery: Discovery) -> list[str]:
    return [source.display for source in discovery.sources]


def told(discovery: Discovery) -> list[tuple[str, str]]:
    return [(problem.path, problem.reason) for problem in discovery.problems]


def link(path: Path, target: Path | str) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")


# ---- walking


def test_python_stubs_and_notebooks_are_found_in_order(folder: Path) -> None:
    write(folder, "b.py", "a/z.py", "a.py", "a/n.ipynb", "a/t.pyi", "a/no.txt", "a/py", "x.pyc", ".hidden.py")
    assert names(found(".")) == [".hidden.py", "a.py", "a/n.ipynb", "a/t.pyi", "a/z.py", "b.py"]
    assert [source.kind for source in found("a").sources] == ["notebook", "python", "python"]


def test_a_source_tells_where_and_how_it_was_found(folder: Path) -> None:
    write(folder, "a/b.py", text="x = 1\n")
    (source,) = found("a").sources
    status = (folder / "a" / "b.py").stat()
    assert source.path == folder / "a" / "b.py"
    assert (source.size, source.mtime_ns) == (status.st_size, status.st_mtime_ns)


def test_files_elsewhere_are_shown_relative_to_here(folder: Path) -> None:
    write(folder.parent, "there/a.py", "there/sub/b.py")
    assert names(found("../there")) == ["../there/a.py", "../there/sub/b.py"]
    assert names(found(folder.parent / "there" / "a.py")) == ["../there/a.py"]


def test_what_is_named_twice_is_found_once(folder: Path) -> None:
    write(folder, "a/b.py", "c.py")
    assert names(found(".", "a", "a/b.py", folder / "a" / "b.py", "./a/../c.py")) == ["a/b.py", "c.py"]


def test_hidden_and_generated_folders_are_passed_by(folder: Path) -> None:
    write(folder, "a.py", ".hidden/a.py", "build/a.py", "venv/a.py", "sub/node_modules/a.py", "__pycache__/a.py")
    assert names(found(".")) == ["a.py"]


def test_a_folder_that_is_named_is_walked_whatever_its_name(folder: Path) -> None:
    write(folder, "build/a.py", ".hidden/b.py", "build/dist/c.py")
    assert names(found("build", ".hidden")) == [".hidden/b.py", "build/a.py"]


def test_patterns_of_the_settings_leave_files_out(folder: Path) -> None:
    write(folder, "a.py", "old/a.py", "new/a.py", "new/gen_a.py", "new/old/a.py", "build/a.py", "top.py", "new/top.py")
    settings = 'exclude = ["old"]\nextend-exclude = ["gen_*.py", "/top.py"]'
    write(folder, "pyproject.toml", text=f"[tool.torchfix]\n{settings}\n")
    assert names(found(".")) == ["a.py", "build/a.py", "new/a.py", "new/top.py"]


def test_a_later_pattern_brings_back_what_an_earlier_took_out(folder: Path) -> None:
    write(folder, "old/a.py", "old/b.py", "a.py")
    write(folder, "pyproject.toml", text='[tool.torchfix]\nextend-exclude = ["a.py", "!/old/a.py"]\n')
    assert names(found(".")) == ["old/a.py", "old/b.py"]


def test_nothing_is_brought_back_from_a_folder_that_is_left_out(folder: Path) -> None:
    """As git has it: it does not look into such a folder."""
    write(folder, "gen/x.py", "keep/x.py")
    write(folder, "pyproject.toml", text='[tool.torchfix]\nexclude = ["gen/", "!gen/x.py"]\n')
    assert names(found(".")) == ["keep/x.py"]


def test_each_sub_project_has_its_own_settings(folder: Path) -> None:
    write(folder, "a.py", "sub/a.py", "sub/skip.py", "skip.py")
    write(folder, "sub/pyproject.toml", text='[tool.torchfix]\nselect = ["TFC3"]\nexclude = ["skip.py"]\n')
    discovery = found(".")
    assert names(discovery) == ["a.py", "skip.py", "sub/a.py"]
    assert [source.settings.select for source in discovery.sources] == [(), (), ("TFC3",)]
    assert discovery.sources[0].settings is discovery.sources[1].settings


def test_a_sub_project_with_wrong_settings_is_left_out_and_told_once(folder: Path) -> None:
    write(folder, "a.py", "sub/b.py", "sub/c.py")
    write(folder, "sub/pyproject.toml", text="[tool.torchfix]\nselect = 3\n")
    discovery = found(".", "sub/b.py", "sub/c.py")
    assert names(discovery) == ["a.py"]
    (problem,) = discovery.problems
    assert (problem.path, problem.line) == ("sub/pyproject.toml", 2)
    assert problem.reason == "[tool.torchfix] select must be a list of strings, not 3"


def test_what_is_no_pattern_is_told(folder: Path) -> None:
    write(folder, "a.py")
    write(folder, "pyproject.toml", text='[tool.torchfix]\nexclude = ["!"]\n')
    assert told(found(".")) == [("pyproject.toml", "'!' is not a file pattern")]


def test_explicit_files_bypass_patterns_unless_forced(folder: Path) -> None:
    write(folder, "build/a.py", "b.py")
    write(folder, "pyproject.toml", text='[tool.torchfix]\nextend-exclude = ["/b.py"]\n')
    assert names(found("build/a.py", "b.py")) == ["b.py", "build/a.py"]
    assert names(found("build/a.py", "b.py", "build", force_exclude=True)) == []


def test_a_file_that_is_named_needs_no_suffix(folder: Path) -> None:
    write(folder, "script", "notes.txt")
    assert names(found("script")) == ["script"]


# ---- .gitignore


def test_git_ignores_count_at_every_level_and_the_nearest_has_the_last_word(folder: Path) -> None:
    write(folder, "a.py", "gen_a.py", "sub/gen_b.py", "sub/gen_c.py", "sub/d.py", "out/e.py", "sub/out/f.py")
    write(folder, ".gitignore", text="gen_*.py\n# a comment\n\n/out/\n")
    write(folder, "sub/.gitignore", text="!gen_b.py\nd.py\n")
    assert names(found(".")) == ["a.py", "sub/gen_b.py", "sub/out/f.py"]


def test_git_ignores_above_the_folder_count_inside_a_repository(folder: Path) -> None:
    write(folder, "sub/a.py", "sub/gen_a.py", "sub/mine.py")
    write(folder, ".gitignore", text="gen_*.py\n")
    assert names(found("sub")) == ["sub/a.py", "sub/gen_a.py", "sub/mine.py"]
    write(folder, ".git/info/exclude", text="mine.py\n")
    assert names(found("sub")) == ["sub/a.py"]


def test_an_ignored_folder_that_is_named_is_walked(folder: Path) -> None:
    write(folder, ".git/HEAD", "data/a.py", "data/b.py")
    write(folder, ".gitignore", text="data/\n")
    write(folder, "data/.gitignore", text="b.py\n")
    assert names(found(".")) == []
    assert names(found("data")) == ["data/a.py"]


def test_an_ignored_file_that_is_named_is_taken(folder: Path) -> None:
    write(folder, "gen.py")
    write(folder, ".gitignore", text="gen.py\n")
    assert names(found("gen.py")) == ["gen.py"]


@pytest.mark.parametrize("text", ["!\nb.py\n", "\ufeffb.py\r\n", "\n\n  \n#\nb.py"])
def test_odd_git_ignores_are_read_as_git_reads_them(folder: Path, text: str) -> None:
    write(folder, "a.py", "b.py")
    (folder / ".gitignore").write_bytes(text.encode())
    assert names(found(".")) == ["a.py"]


def test_a_git_ignore_that_cannot_be_read_counts_as_none(folder: Path) -> None:
    write(folder, "a.py")
    (folder / ".gitignore").mkdir()
    assert names(found(".")) == ["a.py"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_git_ignore_that_is_no_file_leaves_out_its_folder_and_no_other(folder: Path) -> None:
    write(folder, "a/x.py", "m/y.py", "n/below/y.py", "z/x.py")
    for name in ("m", "n"):
        os.mkfifo(folder / name / ".gitignore")
    discovery = found(".")
    assert names(discovery) == ["a/x.py", "z/x.py"]
    told_with_hint = {(problem.path, problem.hint) for problem in discovery.problems}
    left_out = "the files that it governs were left out"
    assert told_with_hint == {("m/.gitignore", left_out), ("n/.gitignore", left_out)}


def test_pathspec_is_loaded_only_for_patterns(folder: Path) -> None:
    write(folder, "a.py", "sub/b.py")
    program = (
        "import sys; from pathlib import Path; from torchfix_codemods.sources import discover; "
        "from torchfix_codemods.settings import resolver; "
        "print(len(discover([Path('.')], resolver()).sources), 'pathspec' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["2", "False"]
    write(folder, ".gitignore", text="b.py\n")
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["1", "True"]


# ---- links


def test_links_met_on_the_way_are_passed_by(folder: Path) -> None:
    write(folder, "a.py", "sub/b.py")
    write(folder.parent, "there/c.py")
    link(folder / "again.py", "a.py")
    link(folder / "loop", ".")
    link(folder / "sub" / "out", folder.parent / "there")
    link(folder / "out.py", folder.parent / "there" / "c.py")
    link(folder / "broken.py", "nowhere.py")
    assert names(found(".")) == ["a.py", "sub/b.py"]
    assert told(found(".")) == []


def test_a_link_that_is_named_stands_for_its_target_in_the_tree(folder: Path) -> None:
    write(folder, "sub/b.py")
    link(folder / "b.py", "sub/b.py")
    link(folder / "also", "sub")
    assert names(found("b.py")) == ["sub/b.py"]
    assert names(found("also", "b.py")) == ["sub/b.py"]


def test_a_link_to_the_project_around_is_in_the_tree(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "pyproject.toml", text="[tool.torchfix]\n")
    write(folder, "a.py", "sub/b.py")
    link(folder / "sub" / "a.py", "../a.py")
    monkeypatch.chdir(folder / "sub")
    assert names(found("a.py")) == ["../a.py"]


def test_a_link_inside_a_project_elsewhere_is_in_its_tree(folder: Path) -> None:
    other = folder.parent / "other"
    write(other, "pyproject.toml", text="[tool.torchfix]\n")
    write(other, "real/a.py")
    (other / "links").mkdir()
    link(other / "links" / "b.py", other / "real" / "a.py")
    discovery = found(other / "links" / "b.py")
    assert (names(discovery), told(discovery)) == (["../other/real/a.py"], [])


def test_two_names_of_one_file_that_differ_in_case_are_two_files(folder: Path) -> None:
    """Where names that differ in case only are one, there is one entry, and no second name."""
    write(folder, "a.py")
    try:
        os.link(folder / "a.py", folder / "A.py")
    except OSError:
        pytest.skip("no such names here")
    assert names(found(".")) == ["A.py", "a.py"]


@pytest.mark.parametrize("named", ["out.py", "out", "out/c.py"])
def test_a_link_out_of_the_tree_is_refused(folder: Path, named: str) -> None:
    write(folder.parent, "there/c.py", "there/pyproject.toml", text="[tool.torchfix]\n")
    link(folder / "out.py", folder.parent / "there" / "c.py")
    link(folder / "out", folder.parent / "there")
    discovery = found(named)
    assert names(discovery) == []
    target = folder.parent / "there" / ("" if named == "out" else "c.py")
    assert told(discovery) == [(named, f"is a link out of the tree, to {target}")]


def test_a_folder_elsewhere_may_be_named_by_its_own_path(folder: Path) -> None:
    write(folder.parent, "there/c.py")
    assert names(found(folder.parent / "there" / "c.py", "../there")) == ["../there/c.py"]


# ---- what cannot be looked at


def test_what_does_not_exist_is_told(folder: Path) -> None:
    write(folder, "a.py")
    link(folder / "broken.py", "nowhere.py")
    discovery = found("a.py", "b.py", "broken.py", "a.py/c.py")
    assert names(discovery) == ["a.py"]
    assert told(discovery)[:2] == [("b.py", "does not exist"), ("broken.py", "is a link to nothing")]
    assert told(discovery)[2][0] == "a.py/c.py"


def test_a_folder_without_rights_is_told_and_the_others_are_walked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "a/a.py", "b/b.py")
    scan = os.scandir

    def guarded(path: str) -> os._ScandirIterator[str]:
        if os.fspath(path) == str(folder / "a"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", guarded)
    discovery = found(".")
    assert names(discovery) == ["b/b.py"]
    assert told(discovery) == [("a", "cannot be read: Permission denied")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_neither_opened_nor_walked_into(folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")
    assert names(found(".")) == []
    assert told(found("pipe.py")) == [("pipe.py", "is neither a file nor a folder")]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text here")
def test_a_name_that_is_no_text_can_be_shown(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.py")).touch()
    (source,) = found(".").sources
    assert source.display.encode() == "\ufffd\ufffd\ufffd.py".encode()[-6:]
    assert source.path.exists()


# ---- standard input


def test_standard_input_has_a_name_that_need_not_exist(folder: Path) -> None:
    write(folder, "sub/pyproject.toml", text='[tool.torchfix]\nselect = ["TFC3"]\nexclude = ["gen_*.py"]\n')
    source = stdin_source("sub/a.py", resolver())
    assert source is not None
    assert (source.kind, source.display, source.settings.select) == ("stdin", "sub/a.py", ("TFC3",))
    assert stdin_source("sub/gen_a.py", resolver()) is not None
    assert stdin_source("sub/gen_a.py", resolver(), force_exclude=True) is None


def test_order_does_not_depend_on_that_of_the_listing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "a.py", "b/c.py", "b.py")
    expected = names(found("."))
    scan = os.scandir

    class Reversed:
        def __init__(self, path: str) -> None:
            with scan(path) as listing:
                self.entries: Sequence[os.DirEntry[str]] = sorted(listing, key=lambda entry: entry.name, reverse=True)

        def __enter__(self) -> Sequence[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            return None

    monkeypatch.setattr(os, "scandir", Reversed)
    assert names(found(".")) == expected


@dataclass(frozen=True)
class Failing:
    """An entry of a folder on a disk that fails when it is asked."""

    entry: os.DirEntry[str]
    question: str

    def __getattr__(self, name: str) -> Any:
        if name == self.question and self.entry.name == "bad.py":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return getattr(self.entry, name)


@pytest.mark.parametrize("question", ["is_dir", "is_file", "stat"])
def test_an_entry_that_cannot_be_looked_at_is_told_and_the_others_are_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    write(folder, "a.py", "bad.py", "sub/z.py")
    scan = os.scandir

    @contextmanager
    def failing(path: str) -> Iterator[list[Failing]]:
        with scan(path) as listing:
            yield [Failing(entry, question) for entry in sorted(listing, key=lambda entry: entry.name)]

    monkeypatch.setattr(os, "scandir", failing)
    discovery = found(".")
    assert names(discovery) == ["a.py", "sub/z.py"]
    assert told(discovery) == [("bad.py", f"cannot be read: {os.strerror(errno.EIO)}")]
