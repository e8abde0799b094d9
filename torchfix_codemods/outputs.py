"""Where the result goes that an option such as `--output-file` names: never over anything that is not ours.

A result replaces nothing but an earlier result, or an empty file. So a name that was mistyped, or a link that leads
elsewhere, costs nobody a source, a data file or his notes. Pipes and devices are for who wants to read at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeAlias

from torchfix_codemods.regular import open_without_waiting
from torchfix_codemods.sources import SUFFIXES
from torchfix_codemods.temporary import Temporary, sweep
from torchfix_codemods.writing import carry_over, is_read_only

Deliver: TypeAlias = Callable[[bytes], None]

# How far a file is read to see what it is.
_START = 65_536
# Names of what the process has open already: to open `/dev/stdout` anew would empty the file that it was sent to.
_OPENED = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})")
_STANDARD = {"/dev/stdout": 1, "/dev/stderr": 2}
_HINT = "choose another name"


class OutputError(Exception):
    """The result cannot go where it should. The text is the sentence for the user."""


@contextmanager
def destination(
    path: Path,
    option: str,
    inputs: Iterable[Path],
    is_ours: Callable[[bytes], bool],
    *,
    is_code: bool = False,
    reads_stdin: bool = False,
) -> Iterator[Deliver]:
    """Make sure that a result can be written before anything is done for it.

    Args:
        path: what the option names.
        option: its name.
        inputs: the files that the run reads.
        is_ours: tells from the start of a file whether it is an earlier result.
        is_code: the result is itself source code.
        reads_stdin: standard input is one of the sources.

    Yields:
        A function that takes the result, once. Where it is not called, there is no new file, and an old one stays.

    Raises:
        OutputError: the result cannot go there; also from the function.
    """
    with ExitStack() as stack:
        yield _Place(path, option, tuple(inputs), is_ours, is_code, reads_stdin).prepared(stack)


@dataclass(frozen=True)
class _Place:
    """A place for a result, and what speaks against it. The fields are those that `destination` takes."""

    path: Path
    option: str
    inputs: tuple[Path, ...]
    is_ours: Callable[[bytes], bool]
    is_code: bool
    reads_stdin: bool

    def refuse(self, reason: str, hint: str = "") -> NoReturn:
        raise OutputError(f"{self.option} {self.path}: {reason}{f'; {hint}' if hint else ''}")

    def prepared(self, stack: ExitStack) -> Deliver:
        """Check the place, and take what it needs; `stack` gives it back.

        Raises:
            OutputError: the result cannot go there.
        """
        opened = _opened(self.path)
        if opened is not None:
            self.check_opened(opened)
            return self.delivering(lambda data: _send(opened, data))
        status = self.check()
        if status is not None and not stat.S_ISREG(status.st_mode):
            return self.delivering(self.send)
        real = self.path.resolve()
        sweep([real.parent])
        try:
            new = stack.enter_context(Temporary(real.parent, 0o666 if status is None else 0o600))
        except OSError as error:
            if status is None:
                self.refuse(f"cannot be made: {error.strerror}")
            return self.delivering(lambda data: self.overwrite(real, data))  # the folder takes no new file
        return self.delivering(lambda data: self.put(new, real, data))

    def delivering(self, deliver: Deliver) -> Deliver:
        """The same, but an error of the system names the output."""

        def deliver_or_tell(data: bytes) -> None:
            try:
                deliver(data)
            except OSError as error:
                self.refuse(f"cannot be written: {error.strerror or error}")

        return deliver_or_tell

    def put(self, new: Temporary, real: Path, data: bytes) -> None:
        """Put the result in place in one step."""
        new.write(data)
        status = self.check()  # much can have happened since
        if status is not None:
            carry_over(new.handle, real, status)
        new.sync()
        try:
            new.replace(real)
        except OSError as error:
            if error.errno != errno.EBUSY or status is None:  # a file that something is mounted on cannot be replaced
                raise
            self.overwrite(real, data)

    def overwrite(self, real: Path, data: bytes) -> None:
        """Write over an earlier result where there is no other way."""
        self.check()
        real.write_bytes(data)

    def send(self, data: bytes) -> None:
        """Write to a pipe, which waits for its reader, or to a device."""
        handle = os.open(self.path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
        try:
            _send(handle, data)
        finally:
            os.close(handle)

    def check(self) -> os.stat_result | None:
        """What stands there; None if nothing does.

        Raises:
            OutputError: it has to stay, or nothing can be there.
        """
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self.check_new()
            return None
        except OSError as error:
            self.refuse(f"cannot be looked at: {error.strerror}")
        if stat.S_ISDIR(status.st_mode):
            self.refuse("is a folder", "name a file in it")
        if stat.S_ISREG(status.st_mode):
            self.check_not_read(status)
            self.check_name()
            self.check_ordinary(status)
        elif not stat.S_ISFIFO(status.st_mode) and not stat.S_ISCHR(status.st_mode):
            self.refuse("is neither a file nor a pipe", _HINT)
        return status

    def check_new(self) -> None:
        if self.path.is_symlink():
            self.refuse("is a link to nothing", _HINT)
        if not self.path.parent.is_dir():
            self.refuse(f"there is no folder {self.path.parent}", "make it first")
        self.check_name()

    def check_name(self) -> None:
        """The next run would take a report with such a name for a source."""
        suffix = self.path.resolve().suffix.lower()
        if suffix in SUFFIXES and not self.is_code:
            self.refuse(f"{suffix} is for source code, and this would be a report", _HINT)

    def check_ordinary(self, status: os.stat_result) -> None:
        real = self.path.resolve()
        if status.st_nlink > 1:
            self.refuse("is a hard link, and what else has this name would keep the old text", _HINT)
        if is_read_only(real, status):
            self.refuse("is read-only")
        if status.st_size and not self.is_ours(_start(real)):
            self.refuse("exists, and is no earlier output of torchfix", f"remove it, or {_HINT}")

    def check_not_read(self, status: os.stat_result) -> None:
        """Is it a source, by whatever name?"""
        for source in self.inputs:
            with contextlib.suppress(OSError):
                if os.path.samestat(status, source.stat()):
                    same = Path(os.path.abspath(self.path)) == Path(os.path.abspath(source))  # noqa: PTH100 (keeps links)
                    what = "is" if same else f"is the same file as {_shown(source)},"
                    self.refuse(f"{what} a file that this run reads", _HINT)
        if self.reads_stdin:
            with contextlib.suppress(OSError):
                if os.path.samestat(status, os.fstat(0)):
                    self.refuse("is the file that standard input comes from", _HINT)

    def check_opened(self, handle: int) -> None:
        try:
            status = os.fstat(handle)
        except OSError:
            self.refuse("is not open")
        if stat.S_ISDIR(status.st_mode):
            self.refuse("is a folder")
        if stat.S_ISREG(status.st_mode):
            self.check_not_read(status)


def _opened(path: Path) -> int | None:
    """The number of the open file that a path stands for."""
    name = os.fspath(path)
    found = _OPENED.fullmatch(name)
    return int(found[1]) if found else _STANDARD.get(name)


def _send(handle: int, data: bytes) -> None:
    """Write to what is open; that nobody reads it any more (`| head`) is no error."""
    left = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while left:
            left = left[os.write(handle, left) :]


def _start(path: Path) -> bytes:
    """How a file begins; nothing that anybody knows if it cannot be read."""
    try:
        handle = open_without_waiting(path)
    except OSError:
        return b"\0"
    try:
        return os.read(handle, _START)
    finally:
        os.close(handle)


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
