"""A file is replaced as a whole or not at all, and stays what it was otherwise."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from torchfix_codemods.writing import Names, NotWrittenError, write

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes and owners are POSIX's")


with_attributes = pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
ACCESS_LIST = "system.posix_acl_access"
# Version 2, then tag, rights and number of each entry (linux/posix_acl_xattr.h): the owner may write, user 12345 too.
ENTRIES = ((0x01, 6, -1), (0x02, 6, 12345), (0x04, 4, -1), (0x10, 6, -1), (0x20, 4, -1))
LIST = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in ENTRIES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path.resolve() / "a.py"
    file.write_bytes(b"old\r\n")
    return file


def refused(file: Path, before: bytes = b"old\r\n") -> str:
    """The reason for which the file is not written."""
    with pytest.raises(NotWrittenError) as caught:
        write(file, before, b"new")
    assert [path for path in file.parent.iterdir() if path.name.startswith(".torchfix-")] == []
    return caught.value.reason


def test_the_bytes_are_those_given(file: Path) -> None:
    write(file, b"old\r\n", b"new\r\n\xff")
    assert file.read_bytes() == b"new\r\n\xff"
    assert list(file.parent.iterdir()) == [file]


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o4755])
def test_the_mode_stays(file: Path, mode: int) -> None:
    file.chmod(mode)
    write(file, b"old\r\n", b"new")
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(file: Path) -> None:
    os.chown(file, 12345, 23456)
    file.chmod(0o2755)
    write(file, b"old\r\n", b"new")
    status = file.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (12345, 23456, 0o2755)


def set_attribute(file: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(file, name, value)
    except OSError:
        pytest.skip(f"this file system has no {name}")


@with_attributes
def test_extended_attributes_stay(file: Path) -> None:
    set_attribute(file, "user.torchfix", b"1")
    assert write(file, b"old\r\n", b"new") == ()
    assert os.getxattr(file, "user.torchfix") == b"1"


@with_attributes
def test_an_attribute_that_cannot_be_kept_is_named_and_costs_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("user.a", "user.b", "user.c"):
        set_attribute(file, name, name.encode())
    real = os.setxattr

    def picky(new: int, name: str, value: bytes) -> None:
        if name == "user.b":
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        real(new, name, value)

    monkeypatch.setattr(os, "setxattr", picky)
    assert write(file, b"old\r\n", b"new") == ("extended attribute user.b",)
    assert {name for name in os.listxattr(file) if name.startswith("user.")} == {"user.a", "user.c"}


@with_attributes
def test_an_access_control_list_stays_and_none_is_inherited(file: Path) -> None:
    file.chmod(0o664)
    set_attribute(file, ACCESS_LIST, LIST)
    assert write(file, b"old\r\n", b"new") == ()
    assert os.getxattr(file, ACCESS_LIST) == LIST
    os.removexattr(file, ACCESS_LIST)
    set_attribute(file.parent, "system.posix_acl_default", LIST)
    file.chmod(0o640)
    assert write(file, b"new", b"newer") == ()
    assert ACCESS_LIST not in os.listxattr(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@posix_only
@pytest.mark.parametrize(
    ("mode", "now", "lost"),
    [
        (0o644, 0o644, ("owner", "group")),
        (0o664, 0o644, ("owner", "group", "mode 664 (now 644)")),
        (0o6751, 0o711, ("owner", "group", "mode 6751 (now 711)")),
    ],
)
def test_an_owner_that_cannot_be_kept_is_named_and_nobody_else_gets_his_rights(
    file: Path, monkeypatch: pytest.MonkeyPatch, mode: int, now: int, lost: tuple[str, ...]
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(file, 12345, 23456)
    file.chmod(mode)
    monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
    assert write(file, b"old\r\n", b"new") == lost
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"new", now)


@posix_only
def test_who_may_not_give_a_file_away_keeps_its_group(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(file, 12345, 23456)
    give = os.fchown

    def refusing(number: int, owner: int, group: int) -> None:
        if owner != -1:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        give(number, owner, group)

    monkeypatch.setattr(os, "fchown", refusing)
    assert write(file, b"old\r\n", b"new") == ("owner",)
    assert (file.stat().st_uid, file.stat().st_gid) == (0, 23456)


def hard_link(file: Path, name: str) -> Path:
    other = file.parent / name
    other.parent.mkdir(exist_ok=True)
    try:
        os.link(file, other)
    except OSError:
        pytest.skip("this file system has no hard links")
    return other


def test_a_file_with_a_name_elsewhere_is_left(file: Path) -> None:
    other = hard_link(file, "other.py")
    assert refused(file).startswith("was not written: it is a hard link with another name outside this run")
    hard_link(file, "third.py")
    with pytest.raises(NotWrittenError, match="2 other names outside this run"):
        write(file, b"old\r\n", b"new", Names([file]))
    assert other.samefile(file)
    assert file.read_bytes() == b"old\r\n"


def test_a_file_with_all_its_names_in_the_run_keeps_them(file: Path) -> None:
    other = hard_link(file, "sub/other.py")
    names = Names([file, file.with_name("gone.py"), other])
    assert write(file, b"old\r\n", b"new", names) == ()
    assert write(other, b"old\r\n", b"new", names) == ()
    assert other.samefile(file)
    assert (file.stat().st_nlink, other.read_bytes()) == (2, b"new")
    assert sorted(path.name for path in file.parent.rglob("*")) == ["a.py", "other.py", "sub"]


def test_a_file_that_changed_is_left(file: Path) -> None:
    file.write_bytes(b"newer")
    assert refused(file) == "changed since it was read, so it was not written"
    assert file.read_bytes() == b"newer"


def test_a_file_that_changes_while_the_new_one_is_written_is_left(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def slow(handle: int) -> None:
        fsync(handle)
        file.write_bytes(b"newer")

    monkeypatch.setattr(os, "fsync", slow)
    assert refused(file) == "changed since it was read, so it was not written"
    assert file.read_bytes() == b"newer"


def test_a_file_that_is_gone_stays_gone(file: Path) -> None:
    file.unlink()
    assert refused(file) == "is gone since it was read"
    assert not file.exists()


def test_a_file_that_became_a_link_is_left(file: Path) -> None:
    target = file.with_name("target.py")
    file.rename(target)
    try:
        file.symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")
    assert refused(file) == "changed since it was read, so it was not written"
    assert target.read_bytes() == b"old\r\n"


def test_a_read_only_file_is_left(file: Path) -> None:
    file.chmod(0o444)
    assert refused(file) == "cannot be written: it is read-only"
    assert file.read_bytes() == b"old\r\n"


def failing(error: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise OSError(error, os.strerror(error))

    return fail


def test_a_folder_that_may_not_be_written_to_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchfix_codemods.temporary._create", failing(errno.EACCES))
    assert refused(file) == f"cannot be written: {os.strerror(errno.EACCES)}"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    monkeypatch.setattr(os, "fsync", failing(error))
    with pytest.raises(NotWrittenError) as caught:
        write(file, b"old\r\n", b"new")
    assert (caught.value.reason, caught.value.hint) == (
        "cannot be written: the disk is full",
        "make room and run torchfix again",
    )
    assert refused(file) == caught.value.reason
    assert file.read_bytes() == b"old\r\n"


def test_an_interrupt_leaves_the_old_file_and_nothing_else(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(file, b"old\r\n", b"new")
    assert file.read_bytes() == b"old\r\n"
    assert list(file.parent.iterdir()) == [file]
