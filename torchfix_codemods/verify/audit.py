"""What a run writes and where to, what it starts, and no network. Runs in the child process.

An audit hook sees what Python itself does, also in forked workers; files that C++ opens are told by `capture`. This
makes runs comparable and keeps the user's files from harm by mistake. It is no wall against code that means harm.
"""

# An audit hook sees names as text and bytes, at every step of a script: no objects are made of them.
# ruff: noqa: PTH100, PTH108, PTH110, PTH112, PTH114, PTH118, PTH119, PTH120

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_MOST_NAMES = 100
_HERE = ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "")
_DEVICES = ("/dev/", "/proc/")
_REFUSED = "the network is off in torchfix verify"


class Watch:
    """Knows where a run may write.

    `folders` are the sandbox's. Links in the first of them lead to data that was too big to be copied: before such a
    file is written, the link makes room for a file of its own.
    """

    def __init__(self, folders: tuple[str, ...], original: str) -> None:
        self.folders = tuple(os.path.realpath(folder) for folder in folders)
        self.original = os.path.realpath(original)
        self.outside: dict[str, None] = {}
        self.programs: dict[str, None] = {}
        self.network: dict[str, None] = {}
        self._is_busy = False
        self._handlers: Mapping[str, Callable[[tuple[Any, ...]], None]] = MappingProxyType(
            {
                "open": self._open,
                "os.mkdir": self._writes_first,
                "os.rmdir": self._writes_first,
                "os.remove": self._writes_first,
                "os.truncate": self._truncate,
                "os.rename": self._writes_both,
                "os.link": self._writes_second,
                "os.symlink": self._writes_second,
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
            _note(self.outside, real)

    def _is_inside(self, path: str) -> bool:
        real = os.path.realpath(path)
        return any(real == folder or real.startswith(folder + os.sep) for folder in self.folders)

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

    def _writes_first(self, arguments: tuple[Any, ...]) -> None:
        self._moves(arguments[0])

    def _writes_second(self, arguments: tuple[Any, ...]) -> None:
        self._moves(arguments[1])

    def _writes_both(self, arguments: tuple[Any, ...]) -> None:
        self._moves(arguments[0])
        self._moves(arguments[1])

    def _moves(self, path: Any) -> None:
        """A name is made or goes, whatever it leads to."""
        name = _name(path)
        if name is None:
            return
        place = os.path.join(os.path.realpath(os.path.dirname(name)), os.path.basename(name))
        if not self._is_inside(os.path.dirname(place)) and not os.path.isdir(place):
            _note(self.outside, place)

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


def _name(path: Any) -> str | None:
    """The absolute path, None for numbers of open files and what is no path at all."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return None
    with contextlib.suppress(OSError, ValueError):
        return os.path.abspath(os.fsdecode(path))
    return None


def _is_here(host: Any) -> bool:
    return str(host) in _HERE or str(host).startswith("127.") or str(host) == os.uname().nodename


def _note(names: dict[str, None], name: str) -> None:
    if len(names) < _MOST_NAMES:
        names.setdefault(name)
