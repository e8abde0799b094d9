"""Processes that end with the one that has started them, where the system has a way to say so."""

from __future__ import annotations

import os
import signal
import sys

_DIE_WITH_PARENT = 1  # from linux/prctl.h


def end_with_parent(parent: int | None = None) -> None:
    """Have this process killed when the one that has started it ends, however that is, and even if this one is stopped.

    On Linux it is the thread that counts: what another thread has started ends with that thread.

    Args:
        parent: the number of that process; if it has ended before, this one ends now.

    Raises:
        OSError: the system has no such thing, which only Linux has, or does not let us ask for it.
    """
    if not sys.platform.startswith("linux"):
        raise OSError("only Linux ends processes with those that have started them")
    try:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
    except ImportError as error:  # a Python that was built without it
        raise OSError(str(error)) from error
    if libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"prctl: {os.strerror(number)}")
    if parent is not None and os.getppid() != parent:
        os._exit(1)
