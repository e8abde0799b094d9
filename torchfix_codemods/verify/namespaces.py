"""Linux namespaces: what a process writes goes into a layer of its own, and what it starts ends with it.

Runs in the process that starts runs and in the runs themselves. Nothing here needs more rights than the user has: where
the system lets nobody but root make namespaces, they are made in a user namespace (user_namespaces(7)), and where it
does not allow that either, `enter` says so.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from torchfix_codemods.parent import end_with_parent

# From linux/sched.h, linux/mount.h, linux/prctl.h and linux/capability.h.
_NEW_MOUNTS, _NEW_USER, _NEW_PROCESSES = 0x0002_0000, 0x1000_0000, 0x2000_0000
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x4_0000
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
_TAKE_ORPHANS = 36
_CAPABILITIES_3 = 0x2008_0522

# Where a program may write though everything else is read-only: what it shares with its own workers, and of processes.
_SHARED_MEMORY = "/dev/shm"
_PROCESSES = "/proc"
_BY_NUMBER = "/proc/self/fd/"


@dataclass(frozen=True)
class Inside:
    """What the process that starts runs has got.

    `mounts` says that runs can have layers to write into, `processes` that this is the first process of a namespace,
    with which all others in it end; `adopts` that orphans become its children. `owns_all` is False where only files of
    the user's own can be put into a layer.
    """

    mounts: bool = False
    processes: bool = False
    adopts: bool = False
    owns_all: bool = False
    has_rights: bool = False  # that a run must not inherit


@dataclass(frozen=True)
class _Way:
    """One way to get namespaces."""

    in_user_namespace: bool
    with_processes: bool

    @property
    def flags(self) -> int:
        user = _NEW_USER if self.in_user_namespace else 0
        return _NEW_MOUNTS | user | (_NEW_PROCESSES if self.with_processes else 0)


_WAYS = tuple(_Way(user, processes) for processes in (True, False) for user in (False, True))


def enter(without: Collection[str]) -> Inside:
    """Get namespaces for this process and what it starts, as far as the system gives them. It has one thread.

    With a namespace of processes, it is a new process that returns; the one that called waits for its end.

    Args:
        without: for tests, what not to use of "mounts", "processes" and "adopting".
    """
    if not sys.platform.startswith("linux"):
        return Inside()
    for way in _WAYS:
        if (way.with_processes and "processes" in without) or (not way.with_processes and "mounts" in without):
            continue
        if _succeeds(lambda way=way: _try(way)):  # type: ignore[misc]  # the way of this turn
            return _go(way, mounts="mounts" not in without)
    return Inside(adopts="adopting" not in without and _adopt())


def take_cover(box: str, layer: str, roots: Sequence[str], *, gives_up_rights: bool) -> list[str]:
    """Give this process its own view of the files: what it writes is kept in a layer, apart from what is there.

    Args:
        box: the folder that is as it was, and can be written.
        layer: a folder for what is written below each of `roots`.
        roots: folders that can be written, but whose changes go into the layer. All others are read-only.
        gives_up_rights: whether to keep no right of a user namespace.

    Returns:
        Those of the roots for which this was possible. The others are read-only.

    Raises:
        OSError: it cannot be done.
    """
    _check(_libc().unshare(_NEW_MOUNTS), "unshare")
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    held = os.open(box, os.O_PATH | os.O_DIRECTORY)
    layers = [(root, Path(layer, str(index))) for index, root in enumerate(roots)]
    covered = [root for root, place in layers if _lay_over(root, place)]
    _mount(f"{_BY_NUMBER}{held}", box, None, _BIND | _RECURSIVE)
    os.close(held)
    _lay_over_memory()
    _set_read_only("/", everywhere=True)
    for place in (*covered, box):
        _set_read_only(place, no=True)
    for place in (_SHARED_MEMORY, _PROCESSES):
        with contextlib.suppress(OSError):
            _set_read_only(place, no=True)
    if gives_up_rights:
        _give_up_rights()
    return covered


# ---- namespaces


def _try(way: _Way) -> None:
    """Do in a process of its own what `_go` will do, and what runs will."""
    _unshare(way)
    if way.with_processes:
        if not _succeeds(_see_own_processes):
            raise OSError
    else:
        _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    _set_read_only("/", everywhere=True)


def _go(way: _Way, *, mounts: bool) -> Inside:
    _unshare(way)
    if way.with_processes:
        first = os.fork()
        if first:
            _wait_for(first)
        end_with_parent()
        os.setsid()
        _see_own_processes()
    return Inside(
        mounts=mounts,
        processes=way.with_processes,
        adopts=not way.with_processes and _adopt(),
        owns_all=not way.in_user_namespace,
        has_rights=way.in_user_namespace,
    )


def _unshare(way: _Way) -> None:
    user, group = os.geteuid(), os.getegid()
    _check(_libc().unshare(way.flags), "unshare")
    if way.in_user_namespace:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path("/proc/self", name).write_text(text)


def _see_own_processes() -> None:
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    _mount("proc", _PROCESSES, "proc", 0)


def _adopt() -> bool:
    return bool(_libc().prctl(_TAKE_ORPHANS, 1, 0, 0, 0) == 0)


def _wait_for(process: int) -> None:
    """Do nothing but wait, and end as it ends."""
    os.closerange(3, 256)
    for number in (0, 1):
        os.close(number)
    _, status = os.waitpid(process, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _succeeds(action: Callable[[], None]) -> bool:
    """Does it succeed in a process of its own?"""
    process = os.fork()
    if process == 0:
        code = 1
        try:
            action()
            code = 0
        except OSError:
            pass
        finally:
            os._exit(code)
    return os.waitpid(process, 0)[1] == 0


# ---- mounts


def _lay_over(root: str, place: Path) -> bool:
    """Cover a folder with a layer; whether that was possible."""
    try:
        held = os.open(root, os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        _mount_layer(held, root, place)
    except OSError:
        return False
    finally:
        os.close(held)
    return True


def _lay_over_memory() -> None:
    """Cover the shared memory with new one, in which what is there is seen where that is possible.

    The layer's folders lie in the new one: a folder of the sandbox on which something has been mounted takes the system
    a tenth of a second to remove.
    """
    with contextlib.suppress(OSError):
        held = os.open(_SHARED_MEMORY, os.O_PATH | os.O_DIRECTORY)
        try:
            _mount("tmpfs", _SHARED_MEMORY, "tmpfs", 0, "mode=1777")
            with contextlib.suppress(OSError):
                _mount_layer(held, _SHARED_MEMORY, Path(_SHARED_MEMORY, ".layer"))
        finally:
            os.close(held)


def _mount_layer(lower: int, root: str, place: Path) -> None:
    """Cover an open folder. Numbers are names that need no quotes, whatever the folders are called."""
    upper, work = place / "upper", place / "work"
    for folder in (upper, work):
        folder.mkdir(parents=True)
    upper.chmod(stat.S_IMODE(os.fstat(lower).st_mode))
    above, scratch = (os.open(folder, os.O_PATH | os.O_DIRECTORY) for folder in (upper, work))
    try:
        places = f"lowerdir={_BY_NUMBER}{lower},upperdir={_BY_NUMBER}{above},workdir={_BY_NUMBER}{scratch}"
        _mount("overlay", root, "overlay", 0, f"{places},userxattr,volatile")
    finally:
        os.close(above)
        os.close(scratch)


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


def _set_read_only(place: str, *, everywhere: bool = False, no: bool = False) -> None:
    """Make what is mounted at a place read-only, and all that is mounted below; or no longer read-only."""
    attributes = _MountAttributes(set=0 if no else _READ_ONLY, clear=_READ_ONLY if no else 0)
    flags = _AT_RECURSIVE if everywhere else 0
    reference = ctypes.byref(attributes)
    _check(
        _libc().syscall(
            *map(ctypes.c_long, (_MOUNT_SETATTR, _AT_FDCWD)),
            os.fsencode(place),
            ctypes.c_long(flags),
            reference,
            ctypes.c_long(ctypes.sizeof(attributes)),
        ),
        f"mount_setattr of {place}",
    )


def _mount(source: str | None, place: str, kind: str | None, flags: int, options: str | None = None) -> None:
    words = [None if word is None else os.fsencode(word) for word in (source, place, kind)]
    _check(
        _libc().mount(*words, ctypes.c_ulong(flags), None if options is None else os.fsencode(options)),
        f"mount of {place}",
    )


def _give_up_rights() -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _check(_libc().capset(header, nothing), "capset")


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
