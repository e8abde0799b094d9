"""Collects garbage at chosen moments instead of whenever many objects are new.

A syntax tree is hundreds of thousands of objects that all stay until its file is done: the collector would look at them
over and over, and find nothing (measured: 10 to 15 % of the processor time of a run).
"""

from __future__ import annotations

import gc
from types import TracebackType

# As much source as its dead trees may take 30 MB or so; a file beyond that is not worth going without the collector.
_PORTION = 600_000


class RareCollection:
    """As a context: only `before` collects. What the caller had set is restored at the end."""

    def __init__(self) -> None:
        self._size = 0
        self._was_enabled = True
        self._froze = False

    def __enter__(self) -> RareCollection:
        self._was_enabled = gc.isenabled()
        gc.disable()
        if gc.get_freeze_count() == 0:  # modules, rules and settings: they stay, there is no use in looking at them
            gc.freeze()
            self._froze = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._froze:
            gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def before(self, size: int) -> None:
        """A file of this many bytes is next: collect what the files before it left, once that is much."""
        if self._size and self._size + size > _PORTION:
            gc.collect()
            if self._froze:
                gc.freeze()  # what is left is what the files gave: it stays, and grows with every one of them
            self._size = 0
        self._size += size
        if self._was_enabled and size > _PORTION:
            gc.enable()
        else:
            gc.disable()
