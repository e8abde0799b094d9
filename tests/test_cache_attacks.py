"""A cache that somebody else wrote, or that is damaged, is none; what it is put at hurts no other file."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from projects import CLEAN, DIRTY, Project, git, install_rules
from runs import LOUD, Folder, install, watch

from torchfix_codemods.cache_file import UntrustedError, cache_file

posix = pytest.mark.skipif(os.name != "posix", reason="owners, modes and pipes are POSIX")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    sites = {name: tmp_path_factory.mktemp(name) for name in ("demo", "run")}
    install_rules(sites["demo"])
    install(sites["run"])
    return sites


@pytest.fixture
def project(tmp_path: Path, sites: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Project:
    """Two files with findings, a folder for caches next to them."""
    monkeypatch.setenv("TORCHFIX_CACHE_DIR", str(tmp_path / "caches"))
    (tmp_path / "project").mkdir()
    project = Project(tmp_path.resolve() / "project", sites["demo"])
    for name in ("a.py", "b.py"):
        os.utime(project.write(name, DIRTY), ns=(10**18, 10**18))
    return project


@posix
def test_the_folder_and_the_file_are_for_the_user_alone(project: Project) -> None:
    old = os.umask(0)
    try:
        project.run("check")
    finally:
        os.umask(old)
    file = cache_file(project.root)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in file.parent.iterdir()) == sorted(["CACHEDIR.TAG", file.name])
    assert not [path for path in project.root.iterdir() if "cache" in path.name]


@posix
@pytest.mark.parametrize("what", ["folder", "file", "elsewhere"])
def test_links_in_the_place_of_the_cache_are_not_followed(project: Project, what: str) -> None:
    """A file outside of the tree was overwritten once, with names that the repository chose."""
    file = cache_file(project.root)
    precious = project.root.parent / "precious"
    precious.mkdir()
    (precious / "profile").write_text("precious", encoding="utf-8")
    if what == "folder":
        file.parent.parent.mkdir(parents=True)
        file.parent.symlink_to(precious)
    elif what == "file":
        file.parent.mkdir(parents=True, mode=0o700)
        file.symlink_to(precious / "profile")
        file.with_name("CACHEDIR.TAG").symlink_to(precious / "profile")
    else:  # as it was kept once
        (project.root / ".torchfix_cache").symlink_to(precious)
    assert project.run("check").out.count("DEMO100") == 2
    assert [path.name for path in precious.iterdir()] == ["profile"]
    assert (precious / "profile").read_text("utf-8") == "precious"


@posix
@pytest.mark.parametrize("kind", ["pipe", "folder", "endless"])
def test_what_is_no_file_is_no_cache(project: Project, kind: str) -> None:
    file = cache_file(project.root)
    file.parent.mkdir(parents=True, mode=0o700)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero")
    ran = project.run("check", timeout=60)
    assert ran.out.count("DEMO100") == 2
    assert ("cannot be written" in ran.err) == (kind == "folder")


@posix
@pytest.mark.parametrize("mode", [0o700, 0o777, 0o770])
@pytest.mark.parametrize("of", ["folder", "file"])
def test_what_others_can_write_is_silently_no_cache(project: Project, of: str, mode: int) -> None:
    project.run("check")
    file = cache_file(project.root)
    forge(file, lambda header: header["files"]["a.py"].__setitem__(-1, [[], []]))
    (file.parent if of == "folder" else file).chmod(mode)
    ran = project.run("check")
    assert ran.out.count("DEMO100") == (1 if mode == 0o700 else 2)  # what is the user's own counts
    assert "cache" not in ran.err


def forge(file: Path, change: Callable[[Any], object]) -> None:
    """Change the cache as somebody would who knows how it is made."""
    _, first, facts = file.read_bytes().split(b"\n", 2)
    header = json.loads(first)
    change(header)
    seal(file, json.dumps(header, separators=(",", ":")).encode() + b"\n" + facts)


def seal(file: Path, data: bytes) -> None:
    kind = b" ".join(file.read_bytes().split(b" ", 3)[:3])
    first, _, facts = data.partition(b"\n")
    length = str(len(facts)).encode()
    line = b" ".join((kind, blake2b(first).hexdigest().encode(), length, blake2b(facts).hexdigest().encode()))
    file.write_bytes(line + b"\n" + data)


@pytest.mark.parametrize("top", [".git", "pyproject.toml"])
def test_a_cache_that_came_with_the_repository_says_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch, top: str
) -> None:
    """Where the home folder is the checkout itself, as on some build servers, a repository could bring a cache."""
    if top == ".git":
        git(project.root, "init", "-q")
    monkeypatch.setenv("TORCHFIX_CACHE_DIR", str(project.root / "home"))
    with pytest.raises(UntrustedError, match="lies in the project itself"):
        cache_file(project.root)
    ran = project.run("check", TORCHFIX_CACHE_DIR=str(project.root / "home"))
    assert (ran.out.count("DEMO100"), "cache" in ran.err) == (2, False)
    assert not (project.root / "home").exists()
    assert "none: " in project.run("doctor", TORCHFIX_CACHE_DIR="home").out


def test_a_loose_script_has_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHFIX_CACHE_DIR", str(tmp_path / ".cache"))
    assert cache_file(tmp_path).is_relative_to(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname == "Darwin", reason="XDG is of Linux")
@pytest.mark.parametrize("named", ["", "relative"])
def test_the_cache_is_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.delenv("TORCHFIX_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert cache_file(Path("/p")).parent == tmp_path / ".cache" / "torchfix-codemods"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert cache_file(Path("/p")).parent == tmp_path / "other" / "torchfix-codemods"


@posix
def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TORCHFIX_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "relative")
    with pytest.raises(UntrustedError, match="no home"):
        cache_file(Path("/p"))


def test_a_cache_that_cannot_be_written_is_told_once_and_does_no_harm(project: Project, tmp_path: Path) -> None:
    (tmp_path / "caches").touch()
    ran = project.run("check")
    assert ran.out.count("DEMO100") == 2
    (warning,) = [line for line in ran.err.splitlines() if "cache" in line]
    assert f"the cache in {tmp_path / 'caches' / 'torchfix-codemods'} cannot be written: " in warning
    assert warning.endswith("; set TORCHFIX_CACHE_DIR to another folder, or use --no-cache")


def test_a_full_disk_leaves_nothing_half_written(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        folder.run(apply=False)
    assert "No space left" in folder.warnings[0]
    assert list(cache_file(folder.root).parent.iterdir()) == []
    folder.run(apply=False)
    assert folder.warnings == []
    assert cache_file(folder.root).parent.joinpath("CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f59")


def test_caches_that_nobody_uses_are_forgotten(folder: Folder) -> None:
    place = cache_file(folder.root).parent
    place.mkdir(parents=True, mode=0o700)
    for name, age in (("old.json", 61), ("old.json.0f", 61), ("young.json", 59), ("foreign", 61)):
        (place / name).touch()
        then = time.time() - age * 24 * 3600
        os.utime(place / name, (then, then))
    folder.run(apply=False)
    expected = {"young.json", "foreign", "CACHEDIR.TAG", cache_file(folder.root).name}
    assert {path.name for path in place.iterdir()} == expected


# ---- damage


@pytest.fixture
def folder(
    tmp_path: Path, sites: dict[str, Path], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Folder:
    """a.py has a finding, b.py a trigger and no finding, c.py an unused comment and evidence of nothing."""
    monkeypatch.syspath_prepend(sites["run"])
    monkeypatch.setenv("TORCHFIX_CACHE_DIR", str(tmp_path / "caches"))
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path / "folder")
    folder = Folder(Path.cwd())
    watch(folder, monkeypatch)
    folder.write("a.py", LOUD)
    folder.write("b.py", "import torch\n# SONG\nimport a\n")
    folder.write("c.py", "import torch\nLOUD = 1  # noqa: RUN200\nSONG = 2\n")
    return folder


def said(folder: Folder) -> list[object]:
    outcomes = folder.run(apply=False, render_changes=True)
    assert folder.warnings == []
    return [outcome.result for outcome in outcomes.values()]


def test_every_kind_of_damage_is_as_good_as_no_cache(folder: Folder) -> None:
    first = said(folder)
    file = cache_file(folder.root)
    whole = file.read_bytes()
    for damage in (b"", b"\0\xff", whole[: len(whole) // 2], b"[]\n{}", whole + b"\n", b"\n" + whole, whole[:-1]):
        file.write_bytes(damage)
        assert said(folder) == first
        assert "a.py" in folder.looked_at


@pytest.mark.parametrize(
    "body",
    [b"[]\n{}", b"{}\n{}", b"[" * 100_000 + b"\n{}", b'{"files":[],"projects":{}}\n{}', b"{}", b"\xff\n{}"],
)
def test_what_is_sealed_and_still_none_is_as_good_as_no_cache(folder: Folder, body: bytes) -> None:
    first = said(folder)
    seal(cache_file(folder.root), body)
    assert said(folder) == first


_ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1.5,
    10**30,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    [[]],
    {},
    {"x": 1},
    "report",
    2,
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """All places in a JSON value, as container and key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in list(items) for place in ((value, key), *_places(inner))]


def mutate(data: bytes, chance: random.Random) -> bytes:
    """Damage a few bytes, or one value."""
    seal_line, header, facts = data.split(b"\n", 2)
    kind = chance.randrange(3)
    if kind == 0:
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        return bytes(damaged)
    parts = [json.loads(header), json.loads(facts)]
    container, key = chance.choice(_places(parts[0]) if kind == 1 else _places(parts[1]))
    container[key] = chance.choice(_ODD)
    return b"\n".join([seal_line, *(json.dumps(part, separators=(",", ":")).encode() for part in parts)])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_no_damage_changes_what_is_found(folder: Folder, seed: int) -> None:
    file = cache_file(folder.root)
    file.unlink(missing_ok=True)  # damaged facts stay until somebody asks for them
    first = said(folder)
    file.write_bytes(mutate(file.read_bytes(), random.Random(seed)))
    assert said(folder) == first


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(seed=8417)  # facts that are none, of a file that is still to be read with the others
@given(seed=st.integers(0, 2**32))
def test_no_value_that_is_sealed_all_the_same_gives_an_error(folder: Folder, seed: int) -> None:
    """A program with a fault may have written it: every value is looked at."""
    file = cache_file(folder.root)
    file.unlink(missing_ok=True)
    said(folder)
    seal(file, mutate(file.read_bytes(), random.Random(seed)).split(b"\n", 1)[-1])
    said(folder)
    folder.write("b.py", CLEAN)
    said(folder)
