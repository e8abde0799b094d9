"""Pieces of programs, written one below the other."""

from __future__ import annotations


def blocks(text: str) -> tuple[str, ...]:
    """The pieces that blank lines set apart."""
    return tuple(text.strip("\n").split("\n\n"))
