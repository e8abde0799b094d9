"""What goes wrong while text is rewritten."""

from __future__ import annotations


class RewriteError(Exception):
    """A text cannot be rewritten; it stays as it was. `line` (from 1) is in the text given, 0 where none is known."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class RefusedError(Exception):
    """One edit cannot be done without harm; the others can."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
