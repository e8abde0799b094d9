"""Watches a run: takes what it prints, up to a limit, and ends it and all that it started when its time is up."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torchfix_codemods.verify.namespaces import Inside
from torchfix_codemods.verify.survivors import end_survivors

_PIECE = 1 << 18
# How long to wait for the rest of the output after the run has ended, and for a run to say where it is.
_LAST_WORDS = 0.5
_ASK_FOR_PLACE = 0.3


@dataclass
class _Stream:
    """What comes out of a pipe. Only the first `limit` bytes go to the file."""

    pipe: int
    file: int
    limit: int
    size: int = 0
    open: bool = True

    def take(self) -> None:
        """Read what is there; at its end, be closed."""
        data = os.read(self.pipe, _PIECE)
        if not data:
            self.open = False
            return
        kept = data[: max(0, self.limit - self.size)]
        self.size += len(data)
        if kept:
            os.write(self.file, kept)


@dataclass
class _Watch:
    """A run under watch."""

    pid: int
    streams: Sequence[_Stream]
    woken: int
    master: int  # the pipe from torchfix, which says something only by its end
    deadline: float
    inside: Inside
    started: float = field(default_factory=time.monotonic)
    status: int | None = None
    processor_seconds: float = 0.0
    peak_memory: int = 0
    timed_out: bool = False

    def until_it_ends(self) -> bool:
        """Wait for the run's end. False if torchfix is gone."""
        while not self._has_ended():
            left = self.deadline - time.monotonic()
            if left <= 0:
                self._time_is_up()
                return True
            if not self._take(left, self.woken, self.master):
                return False
        return True

    def last_words(self) -> None:
        """Take what is still in the pipes; other processes of the run may hold them open."""
        end = time.monotonic() + _LAST_WORDS
        while any(stream.open for stream in self.streams) and (left := end - time.monotonic()) > 0:
            self._take(left)

    def kill(self) -> None:
        """End the run and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)  # it may not have made its group yet
            self._reap(0)
        end_survivors(self.inside)

    def _take(self, seconds: float, *others: int) -> bool:
        pipes = {stream.pipe: stream for stream in self.streams if stream.open}
        ready, _, _ = select.select([*pipes, *others], [], [], seconds)
        for number in ready:
            if number in pipes:
                pipes[number].take()
            elif number == self.woken:
                os.read(self.woken, 4096)
            elif not os.read(self.master, 1):
                return False
        return True

    def _time_is_up(self) -> None:
        """Let the run note where it is (`child` has arranged for that), then end it."""
        self.timed_out = True
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGUSR2)
        end = time.monotonic() + _ASK_FOR_PLACE
        while not self._has_ended() and (left := end - time.monotonic()) > 0:
            self._take(left)
        self.kill()

    def _has_ended(self) -> bool:
        return self.status is not None or self._reap(os.WNOHANG)

    def _reap(self, flags: int) -> bool:
        """Take note of the ends of processes, also of adopted ones, and say whether the run's was among them."""
        while True:
            pid, status, usage = os.wait4(-1, flags)
            if not pid:
                return False
            if pid == self.pid:
                break
        self.status = os.waitstatus_to_exitcode(status)
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        self.peak_memory = usage.ru_maxrss
        return True


def watch(
    pid: int, pipes: tuple[int, int], woken: int, master: int, request: Mapping[str, Any], inside: Inside
) -> dict[str, Any] | None:
    """Watch a run to its end.

    Args:
        pid: the process, which leads a group of its own.
        pipes: its standard output and standard error.
        woken: a pipe that holds something after a child process has changed its state.
        master: a pipe that ends when nobody wants to know any more.
        request: `timeout` in seconds, `output` (a folder for the files `stdout` and `stderr`), `limit` in bytes.
        inside: what there is to end what the run has started.

    Returns:
        How it ended; None if nobody wants to know any more.
    """
    files = [
        os.open(Path(request["output"], name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for name in ("stdout", "stderr")
    ]
    streams = [_Stream(pipe, file, request["limit"]) for pipe, file in zip(pipes, files, strict=True)]
    run = _Watch(pid, streams, woken, master, time.monotonic() + request["timeout"], inside)
    try:
        is_wanted = run.until_it_ends()
        seconds = time.monotonic() - run.started
        if is_wanted:
            run.last_words()
    finally:
        run.kill()
        for file in files:
            os.close(file)
    if not is_wanted:
        return None
    return {
        "code": run.status,
        "timed_out": run.timed_out,
        "seconds": seconds,
        "processor_seconds": run.processor_seconds,
        "peak_memory": run.peak_memory,
        "printed": streams[0].size,
        "said": streams[1].size,
    }
