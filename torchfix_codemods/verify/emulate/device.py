"""The one emulated device of a process: what its parts share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from torchfix_codemods.verify.emulate.generators import Generators
from torchfix_codemods.verify.emulate.memory import Memory


@dataclass
class EmulatedDevice:
    """
    Attributes:
        generators: its random numbers.
        memory: the meter of its memory.
        is_forked: this process is the child of one that had used the device: CUDA refuses to work there.
        libraries: registrations of its kernels, which end when the objects do.
    """

    generators: Generators
    memory: Memory = field(default_factory=Memory)
    is_forked: bool = False
    libraries: list[Any] = field(default_factory=list)

    def refuse_in_forked_child(self) -> None:
        """
        Raises:
            RuntimeError: in a forked child of a process that had used the device.
        """
        if self.is_forked:
            raise RuntimeError(
                "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, "
                "you must use the 'spawn' start method"
            )

    def note_fork(self) -> None:
        """Called in a child after a fork."""
        self.is_forked = torch.cuda._initialized

    def guarded(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """The kernel as it is registered: not in a forked child, and out of sight of the TorchScript tracer.

        The tracer would record the sizes that relabelling reads as if the script had asked for them.
        """
        is_tracing = torch._C._is_tracing
        tracing_state, set_tracing_state = torch._C._get_tracing_state, torch._C._set_tracing_state

        def guarded_kernel(*args: Any, **kwargs: Any) -> Any:
            self.refuse_in_forked_child()
            if not is_tracing():
                return kernel(*args, **kwargs)
            state = tracing_state()
            set_tracing_state(None)
            try:
                return kernel(*args, **kwargs)
            finally:
                set_tracing_state(state)

        return guarded_kernel
