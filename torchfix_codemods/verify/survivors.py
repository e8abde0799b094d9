"""Ends what a run has left behind: daemons, and whatever else has left the run's group of processes."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

from torchfix_codemods.verify.namespaces import Inside

# A process that is killed may have started another one a moment before: so often is looked again.
_MOST_ROUNDS = 1000


def end_survivors(inside: Inside) -> None:
    """End all that runs have started and that still runs, as far as it can be told to be theirs."""
    if inside.processes and os.getpid() == 1:  # 1 is what the first process of a namespace calls itself
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # all in the namespace but this process, see kill(2)
        while _wait(0):
            pass
    elif inside.adopts:
        for _ in range(_MOST_ROUNDS):
            children = list(_children())
            if not children:
                return
            for child in children:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            _wait(0)


def _wait(flags: int) -> bool:
    """Take note of the end of one child. False if there is none."""
    try:
        os.waitpid(-1, flags)
    except ChildProcessError:
        return False
    return True


def _children() -> Iterator[int]:
    """The children of this process, with those that it has adopted."""
    own = str(os.getpid())
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # `pid (name) state parent ...`, and a name may hold anything.
            if place.read_text("utf-8", "replace").rpartition(") ")[2].split()[1] == own:
                yield int(place.parent.name)
