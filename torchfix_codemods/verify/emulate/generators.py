"""Random numbers: a stream for the device apart from the CPU's, as on a real one, or the CPU's own for both."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from torchfix_codemods.verify.emulate.labels import CUDA


class Generators:
    """The device's generators: the default one and those a script makes by `torch.Generator(device="cuda")`.

    They are CPU generators that say they belong to the device; the numbers are the CPU's, not a GPU's Philox.
    """

    def __init__(self, shared: bool) -> None:
        """
        Args:
            shared: one stream for CPU and device, so that a script draws what its plain-CPU version draws.
        """
        self.shared = shared
        # Kernels get another Python object for the same C++ generator: its address tells which one it is.
        self._of_device: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self._plain = torch.Generator
        self._class = self._class_for_device()
        self._own = self._class()

    def _class_for_device(self) -> Any:
        of_device = self._of_device

        def remember(self: Any, *args: Any, **kwargs: Any) -> None:
            of_device[self._cdata] = self

        members = {"__init__": remember, "device": property(lambda self: CUDA)}
        return type("Generator", (self._plain,), {**members, "__module__": "torch"})

    def for_kernel(self, generator: Any) -> Any:
        """The generator that a kernel draws from.

        Raises:
            RuntimeError: a generator of the CPU was given.
        """
        if generator is None:
            return torch.default_generator if self.shared else self._own
        if generator._cdata not in self._of_device:
            raise RuntimeError("Expected a 'cuda' device type for generator but found 'cpu'")
        return generator

    @contextmanager
    def in_place_of_cpu(self) -> Iterator[None]:
        """For CPU kernels that take no generator: let them draw from the device's stream."""
        if self.shared:
            yield
            return
        of_cpu = torch.default_generator.get_state()
        torch.default_generator.set_state(self._own.get_state())
        try:
            yield
        finally:
            self._own.set_state(torch.default_generator.get_state())
            torch.default_generator.set_state(of_cpu)

    def patch(self) -> None:
        """Replace `torch.Generator`, which refuses CUDA, by a class that knows both kinds."""
        plain, of_device = self._plain, self._class

        class OfBothKinds(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, plain)

        def make(cls: Any, device: Any = "cpu") -> Any:
            if torch.device(device).type != "cuda":
                return plain(device)
            torch.cuda._lazy_init()
            return of_device()

        torch.Generator = OfBothKinds("Generator", (), {"__new__": make, "__module__": "torch"})
        # Also where the stream is shared: torch.cuda.manual_seed must not start the CPU's anew.
        torch.cuda.default_generators = (self._own,)
