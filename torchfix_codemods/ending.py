"""How a process ended, in words."""

from __future__ import annotations

import signal


def ended_by(number: int) -> str:
    """A clause without subject, for one that a signal ended: `was ended by SIGKILL`."""
    try:
        return f"was ended by {signal.Signals(number).name}"
    except ValueError:  # a signal that has no name here
        return f"was ended by signal {number}"
