"""A file is replaced as a whole or not at all, and stays what it was otherwise."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from torchfix_codemods.writing import NotWrittenError, write

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes and owners are POSIX's")


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


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
def test_extended_attributes_stay(file: Path) -> None:
    try:
        os.setxattr(file, "user.torchfix", b"1")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    write(file, b"old\r\n", b"new")
    assert os.getxattr(file, "user.torchfix") == b"1"


@posix_only
def test_an_owner_that_cannot_be_kept_does_not_matter(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", forbidden)
    monkeypatch.setattr(os, "listxattr", forbidden, raising=False)
    write(file, b"old\r\n", b"new")
    assert file.read_bytes() == b"new"


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
    monkeypatch.setattr(tempfile, "mkstemp", failing(errno.EACCES))
    assert refused(file) == f"cannot be written: {os.strerror(errno.EACCES)}"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    monkeypatch.setattr(os, "fsync", failing(error))
    assert refused(file) == "cannot be written: the disk is full"
    assert file.read_bytes() == b"old\r\n"


def test_an_interrupt_leaves_the_old_file_and_nothing_else(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(file, b"old\r\n", b"new")
    assert file.read_bytes() == b"old\r\n"
    assert list(file.parent.iterdir()) == [file]
