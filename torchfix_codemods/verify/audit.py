"""What a run writes and where to, what it starts, and no network. Runs in the child process.

An audit hook sees what Python itself does, also in forked workers; files that C++ opens are told by `capture`. This
makes runs comparable and, where the system gives no better protection (`namespaces`), keeps the user's files from harm
by mistake. It is no wall against code that means harm, and other programs are not seen.
"""

# An audit hook sees names as text and bytes, at every step of a script: no objects are made of them.
# ruff: noqa: PTH100, PTH108, PTH110, PTH112, PTH113, PTH114, PTH115, PTH116, PTH118, PTH119, PTH120, PTH202, PTH208

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_MOST_NAMES = 100
_HERE = ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "")
_DEVICES = ("/dev/", "/proc/")
_REFUSED = "the network is off in torchfix verify"
KEPT = "torchfix verify keeps the files outside of its copy as they are"


class Watch:
    """Knows where a run may write.

    `folders` are the sandbox's. Links in the first of them lead to data that was too big to be copied: before such a
    file is written, the link makes room for a file of its own. With `refuses`, what is outside and holds something
    stays as it is, unless the run has made it; `watched` are the states of files that a library of C may write there.
    """

    def __init__(self, folders: tuple[str, ...], original: str, *, refuses: bool = False) -> None:
        self.folders = tuple(os.path.realpath(folder) for folder in folders)
        self.original = os.path.realpath(original)
        self.refuses = refuses
        self.outside: dict[str, None] = {}
        self.made: set[str] = set()
        self.watched: dict[str, tuple[int, int]] = {}
        self.programs: dict[str, None] = {}
        self.network: dict[str, None] = {}
        self._is_busy = False
        self._handlers: Mapping[str, Callable[[tuple[Any, ...]], None]] = MappingProxyType(
            {
                "open": self._open,
                "os.mkdir": self._makes,
                "os.rmdir": self._removes,
                "os.remove": self._removes,
                "os.truncate": self._truncate,
                "os.rename": self._renames,
                "os.link": self._makes_second,
                "os.symlink": self._makes_second,
                "shutil.rmtree": self._removes,
                "sqlite3.connect": self._opens_database,
                "subprocess.Popen": self._starts,
                "os.posix_spawn": self._starts,
                "os.exec": self._starts,
                "os.system": self._starts,
                "socket.connect": self._connects,
                "socket.getaddrinfo": self._looks_up,
                "socket.gethostbyname": self._looks_up,
            }
        )

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        handler = self._handlers.get(event)
        if handler is None or self._is_busy:
            return
        self._is_busy = True
        try:
            handler(arguments)
        finally:
            self._is_busy = False

    def writes(self, path: Any, *, keeps: bool = False) -> None:
        """A file is about to be written. `keeps` says that what it holds already will stay."""
        name = _name(path)
        if name is None:
            return
        if os.path.islink(name) and self._is_inside(os.path.dirname(name)) and not self._is_inside(name):
            with contextlib.suppress(OSError):
                self._replace_link(name, keeps)
        real = os.path.realpath(name)
        if not self._is_inside(real) and not real.startswith(_DEVICES):
            self._keep(real)
            _note(self.outside, real)

    def changed(self) -> list[str]:
        """The watched files that are no longer as they were."""
        return [name for name, state in self.watched.items() if _state(name) != state]

    def _keep(self, real: str) -> None:
        """Refuse to change what lies outside. What is empty, such as a lock, has nothing to lose."""
        if not self.refuses:
            return
        if not os.path.lexists(real):
            self.made.add(real)
            return
        holds = os.listdir(real) if os.path.isdir(real) else os.path.getsize(real)
        if holds and not any(real == made or real.startswith(made + os.sep) for made in self.made):
            raise PermissionError(errno.EACCES, KEPT, real)

    def _is_inside(self, path: str) -> bool:
        real = os.path.realpath(path)
        return any(real == folder or real.startswith(folder + os.sep) for folder in self.folders)

    def _is_in_copy(self, place: str) -> bool:
        """Is this name in one of the folders, or one of them?"""
        return place in self.folders or self._is_inside(os.path.dirname(place))

    def _replace_link(self, name: str, keeps: bool) -> None:
        real = os.path.realpath(name)
        if not real.startswith(self.original + os.sep):
            return
        os.unlink(name)
        if keeps and os.path.exists(real):
            shutil.copy2(real, name)

    # ---- events

    def _open(self, arguments: tuple[Any, ...]) -> None:
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITING:
            self.writes(path, keeps=not flags & os.O_TRUNC)

    def _truncate(self, arguments: tuple[Any, ...]) -> None:
        self.writes(arguments[0], keeps=True)

    def _makes(self, arguments: tuple[Any, ...]) -> None:
        self._makes_name(arguments[0], arguments[-1])

    def _makes_second(self, arguments: tuple[Any, ...]) -> None:
        self._makes_name(arguments[1], arguments[-1])

    def _removes(self, arguments: tuple[Any, ...]) -> None:
        self._changes_name(arguments[0], arguments[1] if len(arguments) > 1 else -1)

    def _renames(self, arguments: tuple[Any, ...]) -> None:
        old, new, *folders = arguments
        self._changes_name(old, folders[0])
        self._changes_name(new, folders[-1])

    def _makes_name(self, path: Any, folder: Any) -> None:
        """A new name, or an error if there is one."""
        place = _place(path, folder)
        if place is not None and not self._is_in_copy(place) and not os.path.lexists(place):
            self._keep(place)
            _note(self.outside, place)

    def _changes_name(self, path: Any, folder: Any) -> None:
        """A name comes or goes, whatever it leads to."""
        place = _place(path, folder)
        if place is not None and not self._is_in_copy(place):
            self._keep(place)
            _note(self.outside, place)

    def _opens_database(self, arguments: tuple[Any, ...]) -> None:
        database = arguments[0]
        if isinstance(database, str):
            database = database.removeprefix("file:").partition("?")[0]
        name = _name(database)
        if name is not None and os.path.isfile(name) and not self._is_inside(name):
            self.watched.setdefault(os.path.realpath(name), _state(name))

    def _starts(self, arguments: tuple[Any, ...]) -> None:
        command = arguments[0]
        if isinstance(command, (list, tuple)) and command:
            command = command[0]
        if isinstance(command, (str, bytes, os.PathLike)):
            _note(self.programs, os.path.basename(os.fsdecode(command)).split(" ")[0])

    def _connects(self, arguments: tuple[Any, ...]) -> None:
        address = arguments[1]
        if isinstance(address, tuple) and address and not _is_here(address[0]):
            self._refuse(str(address[0]))

    def _looks_up(self, arguments: tuple[Any, ...]) -> None:
        host = arguments[0]
        if host is not None and not _is_here(os.fsdecode(host)):
            self._refuse(os.fsdecode(host))

    def _refuse(self, host: str) -> None:
        _note(self.network, host)
        raise OSError(_REFUSED)


def _name(path: Any, folder: Any = -1) -> str | None:
    """The absolute path, None for numbers of open files and what is no path at all."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return None
    with contextlib.suppress(OSError, ValueError):
        base = _opened(folder) if isinstance(folder, int) and folder >= 0 else ""
        return os.path.abspath(os.path.join(base, os.fsdecode(path)))
    return None


def _place(path: Any, folder: Any) -> str | None:
    """The absolute path of a name itself, whatever it leads to."""
    name = _name(path, folder)
    return name and os.path.join(os.path.realpath(os.path.dirname(name)), os.path.basename(name))


def _opened(folder: int) -> str:
    """The path of an open folder."""
    if sys.platform == "darwin":
        import fcntl

        return os.fsdecode(fcntl.fcntl(folder, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0"))
    return os.readlink(f"/proc/self/fd/{folder}")


def _state(name: str) -> tuple[int, int]:
    """What tells that a file has been written; zeros for one that is gone."""
    with contextlib.suppress(OSError):
        status = os.stat(name)
        return status.st_size, status.st_mtime_ns
    return 0, 0


def _is_here(host: Any) -> bool:
    return str(host) in _HERE or str(host).startswith("127.") or str(host) == os.uname().nodename


def _note(names: dict[str, None], name: str) -> None:
    if len(names) < _MOST_NAMES:
        names.setdefault(name)
