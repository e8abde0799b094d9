"""What a checkout can put in the way: no file waits for ever, eats the memory, or stops the others from being done."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from projects import DIRTY, Project, Ran, git, install_rules

from torchfix_codemods.globs import spec_of
from torchfix_codemods.ignores import patterns
from torchfix_codemods.regular import read_regular
from torchfix_codemods.settings import Settings, SettingsError, load_settings, resolver
from torchfix_codemods.sources import discover

posix = pytest.mark.skipif(os.name != "posix", reason="pipes, sockets and devices are POSIX")
HEAD = '[tool.torchfix]\nselect = ["DEMO"]\nplugins = ["demo-words"]\n'


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    """a.py has a finding, and so has sub/b.py."""
    (tmp_path / "p").mkdir()
    project = Project((tmp_path / "p").resolve(), site)
    project.write("a.py", DIRTY)
    project.write("sub/b.py", DIRTY)
    return project


def check(project: Project, *paths: str, **environment: Any) -> Ran:
    ran = project.run("check", "--no-cache", *paths, timeout=60, **environment)
    assert "internal error" not in ran.err
    return ran


def found(ran: Ran) -> list[str]:
    return sorted({line.split(":")[0] for line in ran.out.splitlines() if "DEMO100" in line})


def put(kind: str, place: Path) -> None:
    place.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        folder = Path.cwd()
        os.chdir(place.parent)  # the name of a socket has at most 100 bytes or so
        try:
            with socket.socket(socket.AF_UNIX) as opened:
                opened.bind(place.name)
        finally:
            os.chdir(folder)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        with place.open("wb") as sparse:
            sparse.truncate(10**12)


KINDS = {
    "pipe": "cannot be read: it is a named pipe",
    "socket": "cannot be read: it is a socket",
    "device": "cannot be read: it is a device",
    "huge": "cannot be read: it is larger than 1 MB",
}


@posix
def test_configuration_that_is_no_file_is_told_and_costs_the_files_below(project: Project) -> None:
    places = [(kind, name) for kind in KINDS for name in ("pyproject.toml", ".gitignore")]
    for kind, name in places:
        folder = project.write(f"{kind}-{name}/b.py", DIRTY).parent
        put(kind, folder / name)
    for ran in (check(project), check(project, "a.py", "sub", *(f"{kind}-{name}" for kind, name in places))):
        assert (found(ran), ran.code) == (["a.py", "sub/b.py"], 2)
        for kind, name in places:
            assert f"{kind}-{name}/{name}: {KINDS[kind]}" in ran.err
        assert ran.err.count("the files that it governs were left out") == len(places)


@posix
def test_what_git_ignores_besides_is_read_as_carefully(project: Project) -> None:
    git(project.root, "init", "-q")
    put("pipe", project.root / ".git" / "info" / "exclude")
    ran = check(project, "sub")
    assert (found(ran), ran.code) == ([], 2)
    assert ".git/info/exclude: cannot be read: it is a named pipe" in ran.err


@posix
def test_a_source_that_is_no_file_costs_no_other(project: Project) -> None:
    names = [f"{kind}{suffix}" for kind in KINDS for suffix in (".py", ".ipynb")]
    for name in names:
        put(name.partition(".")[0], project.root / name)
    assert found(check(project)) == ["a.py", "sub/b.py"]
    named = check(project, *names, "a.py")
    assert (found(named), named.code) == (["a.py"], 2)
    for name in names:
        assert f"{name}: " in named.err


def test_folders_that_are_called_like_files_are_folders(project: Project) -> None:
    project.write("x.py/c.py", DIRTY)
    project.write("y.ipynb/pyproject.toml/d.py", DIRTY)
    (project.root / "sub" / ".gitignore").mkdir()
    assert found(check(project)) == ["a.py", "sub/b.py", "x.py/c.py"]
    assert found(check(project, "x.py")) == ["x.py/c.py"]


@posix
def test_a_file_that_is_exchanged_for_a_pipe_is_not_waited_for(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = project.root / "pipe"
    os.mkfifo(pipe)
    regular = (project.root / "a.py").stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: regular)
    with pytest.raises(OSError, match="named pipe"):
        read_regular(pipe, 100)


@posix
def test_circles_of_links_end(project: Project) -> None:
    (project.root / "sub" / "up").symlink_to("..")
    (project.root / "me.py").symlink_to("me.py")
    (project.root / "sub" / "pyproject.toml").symlink_to("pyproject.toml")
    ran = check(project)
    assert found(ran) == ["a.py"]
    assert "sub/pyproject.toml: cannot be read: " in ran.err
    assert "me.py: " in check(project, "me.py").err


# ---- settings


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{HEAD}x = {'[' * 100_000}", ": is nested too deeply"),
        (f"{HEAD}x = {'{a=' * 100_000}", ": is nested too deeply"),
        (f"{HEAD}{'a.' * 100_000}a = 1", ": has a key with more than 100 parts"),
        (f"""{HEAD}{'"a" . ' * 100_000}a = 1""", ": has a key with more than 100 parts"),
        (f"{HEAD}x = {'9' * 5000}", ": is not valid toml: "),
        (f"{HEAD}preview = '{'9' * 5000}'", "4: [tool.torchfix] preview must be true or false, not '9999"),
        (f"{HEAD}target-torch = '{'9' * 5000}.1'", "4: [tool.torchfix] target-torch must be a version in quotes"),
        (f"{HEAD}device-expression = '{'(' * 5000}'", "4: [tool.torchfix] device-expression must be a Python expr"),
        (f"{HEAD}device-expression = '{'-' * 50_000}1'", "4: [tool.torchfix] device-expression must be a Python expr"),
        (f"{HEAD}{'x' * 100_000} = 1", "4: [tool.torchfix] 'xxxx"),
        (f"{HEAD}extend-exclude = ['ok',\n'[z-a]']", "5: '[z-a]' is not a file pattern"),
        (f"{HEAD}extend-exclude = ['{'*a' * 5000}']", "4: '*a*a*a"),
        (f"{HEAD}[tool.torchfix.per-file-ignores]\n'[a-Z]' = ['DEMO']", "5: '[a-Z]' is not a file pattern"),
        (f"{HEAD}exclude = 1979-05-27", "4: [tool.torchfix] exclude must be a list of strings, not "),
        (f"{HEAD}per-file-ignores = [[]]", "4: [tool.torchfix] per-file-ignores must be a table"),
        (f"{HEAD}ignore = [\n'TFC1',\n'nope']", "6: unknown rule 'nope'; `torchfix rules` lists them"),
        (f"{HEAD}per-file-ignores = {{ 'x' = ['DEMO9'] }}", "4: unknown rule 'DEMO9'"),
        ("[tool.torchfix]\nplugins = ['no']", "2: [tool.torchfix] plugins: plugin 'no' is not installed"),
        ("tool = 'torchfix'", ""),
        ("[tool]\ntorchfix = []", "2: [tool.torchfix] must be a table"),
    ],
)
def test_settings_that_are_none_are_one_short_sentence(
    project: Project, site: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    monkeypatch.syspath_prepend(site)
    project.write("sub/pyproject.toml", text)
    monkeypatch.chdir(project.root)
    discovery = discover([Path()], resolver())
    names = [source.display for source in discovery.sources]
    if not reason:
        assert (names, discovery.problems) == (["a.py", "sub/b.py"], ())
        return
    (problem,) = discovery.problems
    told = f"{problem.line or ''}: {problem.reason}"
    assert names == ["a.py"]
    assert (problem.path, told[: len(reason)]) == ("sub/pyproject.toml", reason)
    assert len(told) < 300


def test_settings_in_other_encodings_are_told(project: Project) -> None:
    for name, data in (("sub", b"\n\n# torchfix \xff"), ("t", b"\xff\xfet\0"), ("u", b"# torchfix\0")):
        project.write(f"{name}/pyproject.toml", data)
        project.write(f"{name}/b.py", DIRTY)
    ran = check(project)
    assert (found(ran), ran.code) == (["a.py"], 2)
    assert "sub/pyproject.toml:3: is not UTF-8" in ran.err
    assert "t/pyproject.toml:1: is not UTF-8" in ran.err
    assert "u/pyproject.toml:1: is not valid toml: " in ran.err


# ---- patterns


def test_a_wrong_line_of_gitignore_is_passed_by_as_git_does(project: Project) -> None:
    project.write(".gitignore", f"[a-Z]\n!\n\\\n[\n[[:space:]\n{'*a' * 100_000}\nsub\n")
    ran = check(project)
    assert (found(ran), ran.code) == (["a.py"], 1)
    assert "Warning" not in ran.err


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 12 + "b", "a" * 250),
        ("**/a/" * 8 + "b", "a/" * 500 + "c"),
        ("[!b]*" * 8 + "c", "a" * 250),
        ("**/*a*a/" * 6 + "b", ("a" * 60 + "/") * 30),
        ("*?" * 40 + "b", "a" * 250),
        ("**/*/" * 10 + "x", "a/" * 500),
    ],
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    """Each took minutes, or for ever."""
    assert not patterns((pattern,), Settings(root=Path("/"))).match_path(f"/{path}")


_NAME = st.text("ab*?", max_size=5)
_PATTERN = st.builds(
    lambda sign, names, end: sign + "/".join(names) + end,
    st.sampled_from(["", "", "/", "!"]),
    st.lists(st.one_of(_NAME, st.just("**")), min_size=1, max_size=5),
    st.sampled_from(["", "/"]),
)
_PATH = st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=6).map("/".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(_PATTERN, min_size=1, max_size=3), st.lists(_PATH, min_size=5, max_size=20))
def test_patterns_mean_what_pathspec_says(lines: list[str], paths: list[str]) -> None:
    try:
        theirs = GitIgnoreSpec.from_lines(lines)
    except ValueError:
        with pytest.raises(ValueError):
            spec_of(lines)
        return
    ours = spec_of(lines)
    for path in (*paths, *(f"{path}/" for path in paths)):
        assert ours.check_file(path).include == theirs.check_file(path).include


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [("a[!x]b", "a/b", False), ("a[!x]b", "ayb", True), ("a[+-9]b", "a/b", False), ("[[]*[]]", "[x]", True)],
)
def test_no_set_matches_a_slash(pattern: str, path: str, expected: bool) -> None:
    assert patterns((f"/{pattern}",), Settings(root=Path("/"))).match_path(f"/{path}") is expected


def test_a_pattern_in_the_settings_is_blamed_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(f"{HEAD}\nexclude = [\n  'ok',\n  '[b-a]',\n]\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"pyproject\.toml:7: '\[b-a\]' is not a file pattern"):
        patterns(load_settings(tmp_path).exclude, load_settings(tmp_path))


# ---- sources

NOTEBOOKS = (
    "[" * 100_000,
    '{"cells": [], "torch": ' + "9" * 100_000 + "}",
    '{"cells": [{"cell_type": "code", "source": "\\ud800 torch"}]}',
    '{"cells": [{"cell_type": "code", "source": ' + "[" * 990 + '"torch"' + "]" * 990 + "}]}",
    '{"cells": NaN, "torch": -Infinity}',
    '{"cells": [{"cell_type": "code", "source": {"torch": 1}}], "metadata": [[]]}',
    "\ufeff[]torch",
)


def test_a_notebook_of_any_kind_costs_no_other_file(project: Project) -> None:
    for number, text in enumerate(NOTEBOOKS):
        project.write(f"{number}.ipynb", text)
        project.write(f"{number}-triggered.ipynb", text.replace("torch", "torch safe_word"))
    ran = check(project)
    assert (found(ran), ran.code) == (["a.py", "sub/b.py"], 2)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
def test_file_names_of_any_bytes_are_done(project: Project) -> None:
    for name in (b"\xff.py", b"a\nb.py", b"\x1b[31m.py", b"-x.py", "é.py".encode()):
        (project.root / os.fsdecode(name)).write_text(DIRTY, encoding="utf-8")
    for language in ("C", "C.UTF-8"):
        ran = check(project, LANG=language, LC_ALL=language)
        assert ran.out.count("DEMO100") == 7


ENVIRONMENTS: tuple[dict[str, Any], ...] = (
    {"COLUMNS": "0", "TERM": "", "FORCE_COLOR": "1", "LANG": "nonsense", "LC_ALL": "nonsense"},
    {"COLUMNS": "-5", "TERM": "dumb", "FORCE_COLOR": "1", "NO_COLOR": "1", "PYTHONIOENCODING": "ascii"},
    {"COLUMNS": "x", "TERM": "\x1b[31m", "FORCE_COLOR": "1", "LINES": "x"},
    {"COLUMNS": str(10**30), "LANG": "C", "LC_ALL": "C"},
)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_odd_environments_are_no_trouble(project: Project, environment: dict[str, Any]) -> None:
    ran = check(project, **environment)
    assert ran.code == 1
    assert ran.out.count("DEMO100") == 2
    assert project.run("apply", "--dry-run", **environment).code == 1
