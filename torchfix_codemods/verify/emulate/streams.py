"""Streams and events: on the emulated device everything happens at once and in order."""

from __future__ import annotations

import time
from typing import Any

import torch

from torchfix_codemods.verify.emulate.labels import CUDA


class Stream:
    """torch.cuda.Stream: a name for a queue that is always empty."""

    def __init__(self, device: Any = None, priority: int = 0, **kwargs: Any) -> None:
        self.device = CUDA
        self.device_index = 0
        self.priority = priority
        self.cuda_stream = 0
        self.stream_id = 0

    def synchronize(self) -> None:
        return None

    def query(self) -> bool:
        """Has everything been done?"""
        return True

    def is_capturing(self) -> bool:
        return False

    def wait_stream(self, stream: Stream) -> None:
        return None

    def wait_event(self, event: Event) -> None:
        return None

    def record_event(self, event: Event | None = None) -> Event:
        event = Event() if event is None else event
        event.record(self)
        return event

    def __enter__(self) -> Stream:
        self._before = torch.cuda.current_stream()
        torch.cuda.set_stream(self)
        return self

    def __exit__(self, *exc_info: object) -> None:
        torch.cuda.set_stream(self._before)


class Event:
    """torch.cuda.Event: a moment on the CPU's clock."""

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, **kw: Any
    ) -> None:
        self.device = CUDA
        self._is_timed = enable_timing
        self._moment: float | None = None

    def record(self, stream: Stream | None = None) -> None:
        self._moment = time.perf_counter()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds to the other event.

        Raises:
            ValueError: one of them was made without enable_timing, or was not recorded, as torch.cuda.Event does.
        """
        if not (self._is_timed and end_event._is_timed):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self._moment is None or end_event._moment is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        return (end_event._moment - self._moment) * 1e3

    def synchronize(self) -> None:
        return None

    def wait(self, stream: Stream | None = None) -> None:
        return None

    def query(self) -> bool:
        """Has everything before it been done?"""
        return True


def patch_streams() -> None:
    """Put these classes into torch.cuda, and a current stream that `torch.cuda.stream(...)` changes."""
    cuda = torch.cuda
    default = Stream()
    current = [default]

    def current_stream(device: Any = None) -> Stream:
        return current[-1]

    def default_stream(device: Any = None) -> Stream:
        return default

    def set_stream(stream: Stream | None) -> None:
        if stream is not None:
            current[:] = [stream]

    def is_current_stream_capturing() -> bool:
        return False

    def record_stream(self: torch.Tensor, stream: Stream) -> None:
        return None

    def stream_for_copies(device: torch.device) -> Stream:
        return default

    cuda.Stream = cuda.streams.Stream = Stream
    cuda.Event = cuda.streams.Event = Event
    cuda.current_stream, cuda.default_stream, cuda.set_stream = current_stream, default_stream, set_stream
    torch._C._accelerator_getStream = lambda index: current[-1]
    torch._C._accelerator_setStream = lambda stream: set_stream(stream)
    cuda.is_current_stream_capturing = cuda.graphs.is_current_stream_capturing = is_current_stream_capturing
    torch.Tensor.record_stream = record_stream
    torch.nn.parallel._functions._get_stream = stream_for_copies  # would make a torch.Stream, which stays C++
