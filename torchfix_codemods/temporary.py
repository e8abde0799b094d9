"""New files that take the place of old ones in one step, and the end of those whose maker was killed.

A temporary file is locked as long as its maker lives: the system lets go of the lock when the process ends, however it
ends, and a number that another process has by now does not mislead. So a later run can tell what is left over.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from binascii import crc32
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

if sys.platform != "win32":
    import fcntl

_PREFIX = ".torchfix-"
# The number of the process, its machine, something random, and a checksum of them: nobody else makes such a name.
_NAME = re.compile(rf"{re.escape(_PREFIX)}(\d+-([0-9a-f]{{8}})-[0-9a-f]{{16}})-([0-9a-f]{{8}})\.tmp")
# Some network drives are mounted so that locks hold on one machine only. No file is written for that long.
_SETTLED = 3600
_TRIES = 100
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OLD = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


# Files that are open here. A lock holds as long as any process has the file open, and a worker can outlive its maker.
_open: set[int] = set()


class Temporary:
    """A new file in a folder, locked, and gone at the end of the `with` unless it was put in place of another."""

    def __init__(self, folder: Path, mode: int = 0o600) -> None:
        """Make the file.

        Raises:
            OSError: there can be no file in the folder.
        """
        self.path, self.handle = _create(folder, mode)
        _open.add(self.handle)
        self._names = [self.path]

    def write(self, data: bytes) -> None:
        """Put all the bytes in.

        Raises:
            OSError: the disk is full.
        """
        left = memoryview(data)
        while left:
            left = left[os.write(self.handle, left) :]

    def sync(self) -> None:
        """Bring it to the disk, so that no power cut leaves a name without content."""
        os.fsync(self.handle)

    def replace(self, path: Path, others: Iterable[Path] = ()) -> None:
        """Put it in place of a file, under each of its names in one step.

        Raises:
            OSError: it cannot be done; the names up to there are the new file's.
        """
        for other in others:
            name = _new_name(self.path.parent)
            self._names.append(name)
            os.link(self.path, name)
            name.replace(other)
        if sys.platform == "win32":  # where an open file cannot be moved
            self._close()
        self.path.replace(path)
        for folder in {path.parent, *(other.parent for other in others)}:
            _sync_folder(folder)

    def __enter__(self) -> Temporary:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform == "win32":
            self._close()
        for name in self._names:
            name.unlink(missing_ok=True)
        self._close()

    def _close(self) -> None:
        if self.handle >= 0:
            _open.discard(self.handle)
            os.close(self.handle)
            self.handle = -1


def is_temporary(name: str) -> bool:
    """Is this the name of such a file?"""
    found = _NAME.fullmatch(name)
    return found is not None and int(found[3], 16) == crc32(found[1].encode())


def sweep(folders: Iterable[Path]) -> None:
    """Remove from these folders what killed runs have left; what cannot be removed stays."""
    for folder in folders:
        with contextlib.suppress(OSError):
            left = [entry.name for entry in os.scandir(folder) if entry.name.startswith(_PREFIX)]
            for name in filter(is_temporary, left):
                with contextlib.suppress(OSError):
                    _remove_dead(folder / name)


def _let_go() -> None:
    """Close in a forked process what is its parent's."""
    while _open:
        os.close(_open.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _remove_dead(path: Path) -> None:
    """Remove a temporary file if nobody is writing it.

    Raises:
        OSError: that cannot be told, or it cannot be removed.
    """
    handle = os.open(path, _OLD)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not _has_no_maker(path.name, handle, status):
            return
        if os.path.samestat(status, path.lstat()):
            path.unlink()
    finally:
        os.close(handle)


def _has_no_maker(name: str, handle: int, status: os.stat_result) -> bool:
    """Is the process that made it gone? The lock is kept until the file is closed.

    Raises:
        OSError: here is no way to tell.
    """
    found = _NAME.fullmatch(name)
    from_here = found is not None and found[2] == _machine() and sys.platform != "win32"
    if not from_here and time.time() - status.st_mtime < _SETTLED:
        return False
    return _lock(handle)


def _create(folder: Path, mode: int) -> tuple[Path, int]:
    """A new file that is ours: another run may take it for a dead one until it is locked, and then we make another."""
    for _ in range(_TRIES):
        path = _new_name(folder)
        handle = os.open(path, _NEW, mode)
        try:
            with contextlib.suppress(FileNotFoundError):
                if _is_ours(handle) and os.path.samestat(os.fstat(handle), path.lstat()):
                    return path, handle
        except BaseException:
            os.close(handle)
            path.unlink(missing_ok=True)
            raise
        os.close(handle)
        path.unlink(missing_ok=True)
    raise FileExistsError(f"no temporary file stays in {folder}")


def _is_ours(handle: int) -> bool:
    """Lock a new file. False where another run looks at it; a file system without locks keeps others from that."""
    try:
        return _lock(handle)
    except OSError:
        return True


def _lock(handle: int) -> bool:
    """Take the lock of a file; False if another process has it.

    Raises:
        OSError: this file system has no locks.
    """
    if sys.platform == "win32":  # what another process has open cannot be removed there
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _new_name(folder: Path) -> Path:
    said = f"{os.getpid()}-{_machine()}-{os.urandom(8).hex()}"
    return folder / f"{_PREFIX}{said}-{crc32(said.encode()):08x}.tmp"


def _machine() -> str:
    name = os.environ.get("COMPUTERNAME", "") if sys.platform == "win32" else os.uname().nodename
    return f"{crc32(name.encode()):08x}"


def _sync_folder(folder: Path) -> None:
    """Make the replacement survive a power cut, where folders can be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
