"""Put new bytes in place of a file: all of them or none, and only if the file is still the one that was read."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

_CHANGED = "changed since it was read, so it was not written"
_AGAIN = "run torchfix again"


class NotWrittenError(Exception):
    """The file is as it was before. `reason` is a clause that says why, `hint` what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


def write(path: Path, before: bytes, after: bytes) -> None:
    """Replace the content of a file; its mode, owner and extended attributes stay.

    Args:
        path: a file, free of links.
        before: what was read from it.
        after: what it is to hold.

    Raises:
        NotWrittenError: the file changed or is gone, may not be written, or the disk is full.
    """
    try:
        status = path.lstat()
        _check(path, status, before)
        _replace(path, status, after)
    except FileNotFoundError:
        raise NotWrittenError("is gone since it was read") from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NotWrittenError("cannot be written: the disk is full", "make room and run torchfix again") from error
        raise NotWrittenError(f"cannot be written: {error.strerror}") from error


def _check(path: Path, status: os.stat_result, before: bytes) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotWrittenError(_CHANGED, _AGAIN)
    # Replacing needs only the folder's permission, but a file that is marked read-only is meant to stay.
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise NotWrittenError("cannot be written: it is read-only")
    if path.read_bytes() != before:
        raise NotWrittenError(_CHANGED, _AGAIN)


def _replace(path: Path, status: os.stat_result, after: bytes) -> None:
    import tempfile  # with what it imports, too much for runs that write nothing

    handle, name = tempfile.mkstemp(prefix=".torchfix-", suffix=".tmp", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(after)
            stream.flush()
            _take_over(new, path, status)
            os.fsync(stream.fileno())
        now = path.lstat()
        if (now.st_ino, now.st_size, now.st_mtime_ns) != (status.st_ino, status.st_size, status.st_mtime_ns):
            raise NotWrittenError(_CHANGED, _AGAIN)
        new.replace(path)
    except BaseException:  # also when interrupted: the temporary file must not stay
        new.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _take_over(new: Path, old: Path, status: os.stat_result) -> None:
    """Give the new file the old one's attributes, owner and mode; the first two as far as the user may."""
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for attribute in os.listxattr(old):
                os.setxattr(new, attribute, os.getxattr(old, attribute))
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(new, status.st_uid, status.st_gid)
    new.chmod(stat.S_IMODE(status.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the replacement survive a power cut, where folders can be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
