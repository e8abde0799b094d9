"""Copies of a project and of what its links lead to, places of layers, what the system gives. Nothing is run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from torchfix_codemods.verify.copying import Policy, clone, copy_project, folders_linked_to, in_words
from torchfix_codemods.verify.model import VerifyError
from torchfix_codemods.verify.places import Owner, is_out_of_reach, mount_points, roots_for
from torchfix_codemods.verify.sandbox import Sandbox, Shelter


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def linking(*places: Path) -> Policy:
    return Policy(lambda place: place in places, "--allow-outside", clones=False)


def test_links_within_a_project_lead_to_its_copy(project: Path, tmp_path: Path) -> None:
    (project / "data").mkdir()
    (project / "data/a.txt").write_text("a")
    (project / "latest.txt").symlink_to("data/a.txt")
    (project / "whole.txt").symlink_to(project / "data/a.txt")
    (project / "folder").symlink_to("data")
    (project / "venv").mkdir()
    (project / "venv/pyvenv.cfg").write_text("b")
    (project / "left.txt").symlink_to("venv/pyvenv.cfg")
    copy = tmp_path / "copy"
    copy_project(project, copy, frozenset(), tmp_path, linking())
    assert str((copy / "latest.txt").readlink()) == "data/a.txt"
    assert (copy / "whole.txt").readlink() == copy / "data/a.txt"
    assert (copy / "folder").resolve() == (copy / "data").resolve()
    assert not (copy / "left.txt").is_symlink()  # where it leads to is not in the copy
    assert (copy / "left.txt").read_text() == "b"


def test_a_folder_behind_a_link_is_linked_to_or_copied_once(project: Path, tmp_path: Path) -> None:
    outside, further = tmp_path / "outside", tmp_path / "further"
    outside.mkdir()
    further.mkdir()
    (outside / "a.txt").write_text("a")
    (outside / "back").symlink_to(project)
    (outside / "self").symlink_to(outside)
    (outside / "further").symlink_to(further)
    (further / "b.txt").write_text("b")
    (project / "link").symlink_to(outside)
    assert set(folders_linked_to(project, tmp_path / "box")) == {outside}
    linked = copy_project(project, tmp_path / "one", frozenset(), tmp_path / "box", linking(outside))
    assert [(link.name, link.target) for link in linked.links] == [("link", outside)]
    copied = copy_project(project, tmp_path / "two", frozenset(), tmp_path / "box", linking())
    assert set(copied.heavy) == {"link/a.txt", "link/further/b.txt"}
    assert (tmp_path / "two/link/back").resolve() == tmp_path / "two" or not (tmp_path / "two/link/back").exists()
    (tmp_path / "two/link/a.txt").write_text("new")
    assert (outside / "a.txt").read_text() == "a"


def test_what_has_no_room_is_refused_with_the_reason(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "big.bin").write_bytes(bytes(17 * 2**20))
    usage = shutil.disk_usage(tmp_path)._replace(free=10 * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage)
    box = tmp_path / "box"
    sandbox = Sandbox(box, project, box, option="--verify-allow-outside", clones=False)
    with pytest.raises(VerifyError) as refused:
        sandbox.prepare({})
    assert str(refused.value) == (
        f"{project / 'big.bin'} (17 MiB) cannot be kept from what the runs write: each needs a copy of 17 MiB in all, "
        f"and {box} has room for 2 MiB a run; --verify-allow-outside lets them write to your own file, and TMPDIR can "
        "name a folder with more room"
    )
    covered = Sandbox(box, project, box, Shelter(True, (str(tmp_path),)), clones=False)
    assert set(covered.prepare({})) == {"big.bin"}
    assert (covered.work / "big.bin").readlink() == project / "big.bin"


def test_a_clone_is_a_file_of_its_own_or_none(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"x" * 10_000)
    if clone(one, two):
        with two.open("ab") as file:
            file.write(b"y")
        assert two.read_bytes() == b"x" * 10_000 + b"y"
    else:
        assert not two.exists()
    assert one.read_bytes() == b"x" * 10_000


@pytest.mark.parametrize(
    ("size", "words"), [(17, "17 bytes"), (17 * 2**20, "17 MiB"), (5 * 2**40, "5 TiB"), (3000 * 2**40, "3,000 TiB")]
)
def test_sizes_in_words(size: int, words: str) -> None:
    assert in_words(size) == words


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no layers elsewhere")
def test_layers_are_laid_over_the_users_folders_and_no_mount_is_hidden(tmp_path: Path) -> None:
    for owns_all in (True, False):
        roots = roots_for([tmp_path], Owner(owns_all))
        assert any(tmp_path.resolve().is_relative_to(root) for root in roots)
        assert not {"/", "/usr", "/etc", "/proc", "/dev", "/sys"} & set(roots)
        assert not [(root, point) for root in roots for point in mount_points() if point.startswith(root + "/")]
        assert not [root for root in roots if any(Path(root).is_relative_to(other) for other in roots if other != root)]


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="Windows does not tell")
def test_what_nobody_can_write_is_out_of_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    file.touch()
    assert not is_out_of_reach(file)
    assert not is_out_of_reach(tmp_path / "missing")
    status = os.statvfs(tmp_path)

    def frozen(place: Path) -> os.statvfs_result:
        return os.statvfs_result([*status[:8], os.ST_RDONLY, *status[9:]])

    monkeypatch.setattr(os, "statvfs", frozen)
    assert is_out_of_reach(file)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no namespaces elsewhere")
@pytest.mark.parametrize("without", [[], ["processes"], ["mounts"], ["mounts", "processes"]], ids=str)
def test_what_the_system_gives_is_found_by_a_try(without: list[str], tmp_path: Path) -> None:
    program = (
        "import os\nfrom torchfix_codemods.verify.namespaces import enter\n"
        f"inside = enter({without!r})\n"
        "print(inside.mounts, inside.processes, os.getpid() == 1, inside.processes or inside.adopts)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    mounts, processes, is_first, ends_daemons = (word == "True" for word in done.stdout.split())
    assert processes == is_first
    assert ends_daemons
    assert not (mounts and "mounts" in without)
    assert not (processes and "processes" in without)
