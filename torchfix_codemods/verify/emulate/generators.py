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
        self.default: Any = torch.default_generator if shared else self._class()

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
            return self.default
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
        torch.default_generator.set_state(self.default.get_state())
        try:
            yield
        finally:
            self.default.set_state(torch.default_generator.get_state())
            torch.default_generator.set_state(of_cpu)

    def patch(self) -> None:
        """Replace `torch.Generator`, which refuses CUDA, by a class that knows both kinds."""
        plain, of_device = self._plain, self._class

        class OfBothKinds(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, plain)

        def make(cls: Any, device: Any = "cpu") -> Any:
            return of_device() if torch.device(device).type == "cuda" else plain(device)

        torch.Generator = OfBothKinds("Generator", (), {"__new__": make, "__module__": "torch"})
        self._patch_cuda()

    def _patch_cuda(self) -> None:
        default, cuda = self.default, torch.cuda
        cuda.default_generators = (default,)

        def get_rng_state(device: Any = "cuda") -> torch.Tensor:
            return default.get_state()

        def set_rng_state(new_state: torch.Tensor, device: Any = "cuda") -> None:
            default.set_state(new_state)

        def initial_seed() -> int:
            return int(default.initial_seed())

        cuda.get_rng_state = cuda.random.get_rng_state = get_rng_state
        cuda.set_rng_state = cuda.random.set_rng_state = set_rng_state
        cuda.initial_seed = cuda.random.initial_seed = initial_seed
