"""Put new bytes in place of a file: all of them or none, and only if the file is still the one that was read.

The new file is another one with the old one's name, so everything else that belongs to the old one is carried over.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from torchfix_codemods.regular import MOST_OF_SOURCE, read_regular
from torchfix_codemods.temporary import Temporary

_CHANGED = "changed since it was read, so it was not written"
_AGAIN = "run torchfix again"
_ACCESS_LIST = "system.posix_acl_access"
_SPOKEN: Mapping[str, str] = MappingProxyType(
    {_ACCESS_LIST: "access control list", "security.selinux": "SELinux label"}
)
# Checksums and signatures of the content (https://docs.kernel.org/security/IMA-templates.html): the old ones are wrong.
_OF_CONTENT = frozenset({"security.ima", "security.evm"})


class NotWrittenError(Exception):
    """The file is as it was before. `reason` is a clause that says why, `hint` what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Names:
    """Which of the files of a run are one file under several names (hard links). Looked up when one turns up."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self._paths = paths

    def others(self, path: Path, status: os.stat_result) -> list[Path]:
        """The other names of a file, as far as they belong to the run."""
        return [other for other in self._by_file.get((status.st_dev, status.st_ino), ()) if other != path]

    @cached_property
    def _by_file(self) -> Mapping[tuple[int, int], Sequence[Path]]:
        found: dict[tuple[int, int], list[Path]] = {}
        for path in self._paths:
            try:
                status = path.lstat()
            except OSError:
                continue
            if status.st_nlink > 1:
                found.setdefault((status.st_dev, status.st_ino), []).append(path)
        return found


def write(path: Path, before: bytes, after: bytes, names: Names | None = None) -> tuple[str, ...]:
    """Replace the content of a file; its mode, owner, group, extended attributes and names stay.

    Args:
        path: a file, free of links.
        before: what was read from it.
        after: what it is to hold.
        names: the files of the run, among which a hard link has to have all its names.

    Returns:
        What of the file the system did not let us keep, in words, most often nothing.

    Raises:
        NotWrittenError: the file changed or is gone, may not be written, has a name elsewhere, or the disk is full.
    """
    try:
        status = path.lstat()
        held = _read(path, status)
        if held == after:  # written already, under another of its names
            return ()
        if held != before:
            raise NotWrittenError(_CHANGED, _AGAIN)
        return _replace(path, status, after, _other_names(path, status, names or Names()))
    except FileNotFoundError:
        raise NotWrittenError("is gone since it was read") from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NotWrittenError("cannot be written: the disk is full", "make room and run torchfix again") from error
        raise NotWrittenError(f"cannot be written: {error.strerror}") from error


def is_read_only(path: Path, status: os.stat_result) -> bool:
    """Replacing needs only the folder's permission, but a file that is marked read-only is meant to stay."""
    return not status.st_mode & 0o222 or not os.access(path, os.W_OK)


def carry_over(new: int, old: Path, status: os.stat_result) -> tuple[str, ...]:
    """Give a new file, that is open, the owner, group, extended attributes and mode of an old one.

    Returns:
        What could not be kept, in words.
    """
    return (*_carry_over_owner(new, status), *_carry_over_attributes(new, old), *_carry_over_mode(new, status))


def _read(path: Path, status: os.stat_result) -> bytes:
    if not stat.S_ISREG(status.st_mode):
        raise NotWrittenError(_CHANGED, _AGAIN)
    if is_read_only(path, status):
        raise NotWrittenError("cannot be written: it is read-only")
    return read_regular(path, MOST_OF_SOURCE)


def _other_names(path: Path, status: os.stat_result, names: Names) -> list[Path]:
    """All other names of a file.

    To write through a name that nobody asked about would change a file elsewhere, a copy in a backup or a cache; to
    write only this one would part what belongs together.
    """
    if status.st_nlink < 2:
        return []
    others = names.others(path, status)
    missing = status.st_nlink - 1 - len(others)
    if missing > 0:
        what = "another name" if missing == 1 else f"{missing} other names"
        raise NotWrittenError(
            f"was not written: it is a hard link with {what} outside this run, which would no longer be the same file",
            "name all of them in one run, or make it a file of its own (copy it, and move the copy over it)",
        )
    return others


def _replace(path: Path, status: os.stat_result, after: bytes, others: Sequence[Path]) -> tuple[str, ...]:
    with Temporary(path.parent) as new:
        new.write(after)
        lost = carry_over(new.handle, path, status)
        new.sync()
        now = path.lstat()
        if (now.st_ino, now.st_size, now.st_mtime_ns) != (status.st_ino, status.st_size, status.st_mtime_ns):
            raise NotWrittenError(_CHANGED, _AGAIN)
        new.replace(path, others)
    return lost


def _carry_over_owner(new: int, status: os.stat_result) -> Iterator[str]:
    if not hasattr(os, "fchown"):
        return
    for owner, group in (
        (status.st_uid, status.st_gid),
        (-1, status.st_gid),
    ):  # who may not give it away keeps the group
        try:
            os.fchown(new, owner, group)
            break
        except OSError:
            continue
    now = os.fstat(new)
    if now.st_uid != status.st_uid:
        yield "owner"
    if now.st_gid != status.st_gid:
        yield "group"


def _carry_over_attributes(new: int, old: Path) -> Iterator[str]:
    """Each by itself: one that cannot be set must not cost the others."""
    if not hasattr(os, "listxattr"):
        return
    try:
        names = os.listxattr(old)
    except OSError as error:
        if error.errno not in (errno.ENOTSUP, errno.ENOSYS):
            yield "extended attributes"
        return
    for name in names:
        if name not in _OF_CONTENT and not _carry_over_attribute(new, old, name):
            yield _SPOKEN.get(name, f"extended attribute {name}")
    if _ACCESS_LIST not in names and _attribute(new, _ACCESS_LIST) is not None:
        os.removexattr(new, _ACCESS_LIST)  # the folder gives it to what is new in it


def _carry_over_attribute(new: int, old: Path, name: str) -> bool:
    value = _attribute(old, name)
    if value is None:
        return False
    try:
        os.setxattr(new, name, value)
    except OSError:
        return _attribute(new, name) == value
    return True


def _attribute(file: int | Path, name: str) -> bytes | None:
    try:
        return os.getxattr(file, name)
    except OSError:
        return None


def _carry_over_mode(new: int, status: os.stat_result) -> Iterator[str]:
    """The rights of an owner or a group are not for another one, which is what the file has where ours was refused."""
    mode = stat.S_IMODE(status.st_mode)
    now = os.fstat(new)
    if now.st_uid != status.st_uid:
        mode &= ~stat.S_ISUID
    if now.st_gid != status.st_gid:
        mode = mode & ~(stat.S_ISGID | stat.S_IRWXG) | (mode & stat.S_IRWXO) << 3
    if hasattr(os, "fchmod"):
        os.fchmod(new, mode)
    if mode != stat.S_IMODE(status.st_mode):
        yield f"mode {stat.S_IMODE(status.st_mode):o} (now {mode:o})"
