"""Bytes to text and back, so that every byte outside an edit survives: byte order mark, cookie, line ends.

The rules are those of PEP 263. Texts keep their own line ends (`\\r\\n` stays).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_BOM = b"\xef\xbb\xbf"
_COOKIE_LINES = re.compile(rb"[^\n]*\n?(?:[^\n]*)")
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_NO_CODE = re.compile(rb"[ \t\f]*(?:#|\r?$)")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


class UnreadableError(Exception):
    """What a file holds cannot be read. `line` is the line of the first thing that offends, 0 where none is known."""

    def __init__(self, reason: str, line: int = 0, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.hint = hint


class NotTextError(UnreadableError):
    """The bytes are no text that Python would read."""


@dataclass(frozen=True, slots=True)
class Text:
    """A decoded file. `value` has no byte order mark; `encoding` is a Python codec name."""

    value: str
    encoding: str = "utf-8"
    bom: bool = False

    def encode(self, value: str) -> bytes:
        """The bytes of another text in the same encoding.

        Raises:
            UnicodeEncodeError: a character that the encoding does not have.
        """
        return (_BOM if self.bom else b"") + value.encode(self.encoding)


def decode(data: bytes) -> Text:
    """Decode a source file.

    Raises:
        NotTextError: NUL bytes, an unknown or wrong encoding, lone carriage returns, or bytes that do not survive the
            way to text and back.
    """
    if b"\0" in data:
        raise NotTextError("contains NUL bytes", _line(data, data.index(b"\0")), "it is no Python source")
    lone = _LONE_RETURN.search(data)
    if lone:
        raise NotTextError(
            "has a line that ends in a lone carriage return",
            _line(data, lone.start()),
            "convert the line ends first, they would not survive a rewrite",
        )
    bom = data.startswith(_BOM)
    body = data[len(_BOM) :] if bom else data
    encoding = _encoding(data)
    try:
        value = body.decode(encoding)
    except UnicodeDecodeError as error:
        line = _line(body, error.start)
        if encoding == "utf-8":
            raise NotTextError(
                "is not UTF-8 and names no encoding", line, "add a line such as `# -*- coding: latin-1 -*-`"
            ) from None
        raise NotTextError(f"is not in the encoding it names ({encoding})", line) from None
    except Exception as error:  # a codec is anybody's code: `rot13` is no text encoding, `undefined` decodes nothing
        raise _unusable(data, encoding, error) from None
    text = Text(value, encoding, bom)
    try:
        survives = text.encode(value) == data
    except Exception as error:  # `idna` has no text with a line of more than 63 characters
        raise _unusable(data, encoding, error) from None
    if not survives:
        raise NotTextError(
            f"would not survive being decoded and encoded ({encoding})", _cookie_line(data), "save it as UTF-8 first"
        )
    return text


def _unusable(data: bytes, encoding: str, error: Exception) -> NotTextError:
    said = "it is no text encoding" if isinstance(error, LookupError) else str(error) or type(error).__name__
    return NotTextError(
        f"cannot be read in the encoding it names ({encoding}): {said}", _cookie_line(data), "save it as UTF-8 first"
    )


def _cookie_line(data: bytes) -> int:
    """The line of the first two that names the encoding."""
    return 1 if b"coding" in data.split(b"\n", 1)[0] else 2


def _encoding(data: bytes) -> str:
    """The codec for a file. (`tokenize.detect_encoding` raises whatever a codec raises, since Python 3.14.)"""
    head = _COOKIE_LINES.match(data)
    if head is None or b"coding" not in head[0]:
        return "utf-8"
    name = _named(head[0].removeprefix(_BOM))
    if not name:
        return "utf-8"
    import codecs

    try:
        codec = codecs.lookup(name)
    except Exception:  # mostly LookupError; what searches for codecs is anybody's code, too
        raise NotTextError(f"unknown encoding: {name}", _cookie_line(data)) from None
    if data.startswith(_BOM) and codec.name != "utf-8":
        raise NotTextError(f"begins with the mark of UTF-8 and names another encoding ({name})", _cookie_line(data))
    return name


def _named(head: bytes) -> str:
    """The encoding that the first two lines name, as Python's tokenizer finds and spells it; empty for none."""
    first, _, second = head.partition(b"\n")
    cookie = _COOKIE.match(first)
    if cookie is None and _NO_CODE.match(first):
        cookie = _COOKIE.match(second)
    if cookie is None:
        return ""
    name = cookie[1].decode("ascii")
    start = name.lower().replace("_", "-")
    # Editors say how lines end, too: `utf-8-unix`.
    for codec, spellings in (("utf-8", ("utf-8",)), ("iso-8859-1", ("latin-1", "iso-8859-1", "iso-latin-1"))):
        if any(start == spelling or start.startswith(f"{spelling}-") for spelling in spellings):
            return codec
    return name


def _line(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1
