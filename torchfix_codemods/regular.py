"""Reads regular files, and nothing else: a named pipe waits for ever, a device may have no end.

What a file is called says nothing about what it is, and what it was a moment ago is not sure either: so the open file
itself is asked, and it is opened without waiting.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

# Configuration is read whole and parsed in time that grows faster than its size.
MOST_OF_CONFIGURATION = 1_000_000
# A syntax tree takes a hundred times the size of its source.
MOST_OF_SOURCE = 256_000_000

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISFIFO, "it is a named pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most that many bytes.

    Raises:
        OSError: it cannot be read, is something else, or is larger; `strerror` says so.
    """
    check_regular(path.stat())  # before it is opened: that alone has an effect on some devices
    handle = os.open(path, _FLAGS)
    try:
        return read_handle(handle, most)
    finally:
        os.close(handle)


def open_without_waiting(path: str | Path, *, flags: int = 0, folder: int | None = None) -> int:
    """Open a file for reading; `folder` is the handle of the one that `path` is in."""
    return os.open(path, _FLAGS | flags, dir_fd=folder)


def read_handle(handle: int, most: int) -> bytes:
    """The content of an open file, which must be regular and of at most that many bytes.

    Raises:
        OSError: see `read_regular`.
    """
    status = os.fstat(handle)
    check_regular(status)
    parts: list[bytes] = []
    left = most + 1
    if status.st_size <= most:
        while left and (part := os.read(handle, min(left, max(status.st_size, 0xFFFF) + 1))):
            parts.append(part)
            left -= len(part)
        if left:
            return b"".join(parts)
    raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB")


def check_regular(status: os.stat_result) -> None:
    """Raise OSError for what is no regular file."""
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    reason = next((reason for is_kind, reason in _KINDS if is_kind(mode)), "it is no regular file")
    raise OSError(errno.EINVAL, reason)
