"""The standard streams: bytes where bytes matter, no traceback when nobody listens, colour only where it is seen."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, BinaryIO, Literal, TextIO, TypeAlias

Role: TypeAlias = Literal[
    "path", "code", "safe", "unsafe", "report", "error", "warning", "quiet", "title", "removed", "added"
]
Paint: TypeAlias = Callable[[str, Role], str]

_STYLES: Mapping[Role, Mapping[str, Any]] = MappingProxyType(
    {
        "path": {"bold": True},
        "code": {"fg": "cyan", "bold": True},
        "safe": {"fg": "green"},
        "unsafe": {"fg": "yellow"},
        "report": {"fg": "magenta"},
        "error": {"fg": "red", "bold": True},
        "warning": {"fg": "yellow", "bold": True},
        "quiet": {"dim": True},
        "title": {"bold": True, "underline": True},
        "removed": {"fg": "red"},
        "added": {"fg": "green"},
    }
)
# What a terminal would obey, or what would break a line: shown as an escape. (A tab is harmless.)
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(9), *range(10, 32), *range(127, 160))}
# What makes a line read otherwise than it is written: marks of direction, and ends of lines that only some know.
_MISLEADING = {
    code: f"\\u{code:04x}" for code in (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
}
_SHOWN = {**_CONTROLS, **_MISLEADING}


def plain(text: str, role: Role) -> str:
    """No colour."""
    return text


def coloured(text: str, role: Role) -> str:
    """The colours of a terminal."""
    import click

    return click.style(text, **_STYLES[role])


def printable(text: str) -> str:
    """Names of files and words of sources as one line that no terminal obeys."""
    return text.translate(_SHOWN)


class Output:
    """One of the standard streams. Writing to a pipe that was closed (`| head`) is silently nothing."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream  # None: the process was started without it (`>&-`), or the lines go to a file
        self.is_terminal = stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def in_colour(self) -> bool:
        """NO_COLOR (https://no-color.org) and FORCE_COLOR, where they are not empty, decide before the terminal."""
        if os.environ.get("NO_COLOR"):
            return False
        return self._stream is not None and (bool(os.environ.get("FORCE_COLOR")) or self.is_terminal)

    @property
    def paint(self) -> Paint:
        return coloured if self.in_colour else plain

    @property
    def speaks_unicode(self) -> bool:
        return self._stream is not None and self._encoding.startswith("utf")

    @property
    def _encoding(self) -> str:
        return (getattr(self._stream, "encoding", None) or "utf-8").lower()

    def encoded(self, lines: Iterable[str]) -> bytes:
        """Lines of text as bytes; what the stream's encoding does not have is written as an escape."""
        text = "".join(f"{line}{os.linesep}" for line in lines)
        return text.encode(self._encoding, "backslashreplace")

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines of text."""
        data = self.encoded(lines)
        if data:
            self.bytes(data)

    def bytes(self, data: bytes) -> None:
        """Write bytes as they are.

        Raises:
            OSError: the stream cannot take them (a full disk); a closed pipe is no error.
        """
        if self._stream is None:
            return
        binary: BinaryIO = self._stream.buffer
        try:
            self._stream.flush()
            binary.write(data)
            binary.flush()
        except OSError as error:
            self._hang_up()
            # Windows says EINVAL for a closed pipe.
            if not isinstance(error, BrokenPipeError) and (os.name != "nt" or error.errno != errno.EINVAL):
                raise

    def _hang_up(self) -> None:
        """Send the rest nowhere, also what the interpreter flushes when it ends."""
        assert self._stream is not None
        with contextlib.suppress(OSError):  # a stream that is no file has nothing to flush
            descriptor = self._stream.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, descriptor)
            os.close(nowhere)
        self._stream = None
