"""What may go wrong: one kind of error, one sentence each."""

from __future__ import annotations


class EmulationError(Exception):
    """The CUDA device cannot be emulated here; the message is one sentence that says why."""
