"""Storages: making them, reading them from files, pinning their memory. C++ refuses CUDA there in a CPU build."""

from __future__ import annotations

from typing import Any

import torch

from torchfix_codemods.verify.emulate.labels import storage_copied_to_device, storage_on_device
from torchfix_codemods.verify.emulate.memory import Memory

_BEFORE_OTHERS = 1  # priority in torch.serialization: ahead of torch's own for CUDA


def patch_storages(memory: Memory) -> None:
    """Let storages be made on the device, be restored to it by torch.load, and be pinned."""
    _patch_making(memory)
    torch.serialization.register_package(_BEFORE_OTHERS, _no_tag, _restoring_to(memory))
    _patch_pinning()


def _patch_making(memory: Memory) -> None:
    plain = torch.UntypedStorage.__new__

    def make(cls: Any, *args: Any, **kwargs: Any) -> Any:
        device = kwargs.get("device")
        if device is None or torch.device(device).type != "cuda":
            return plain(cls, *args, **kwargs)
        torch.cuda._lazy_init()
        if args and isinstance(args[0], int):
            return storage_on_device(args[0], memory)
        del kwargs["device"]
        return storage_copied_to_device(plain(cls, *args, **kwargs), memory)

    torch.UntypedStorage.__new__ = make


def _no_tag(storage: Any) -> None:
    """torch's own tag, "cuda:0", is right."""


def _restoring_to(memory: Memory) -> Any:
    def restore(storage: Any, location: str) -> Any:
        if not location.startswith("cuda"):
            return None
        index = torch.device(location).index or 0
        if index != 0:
            raise RuntimeError(
                f"Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is 1. "
                "Please use torch.load with map_location to map your storages to an existing device."
            )
        torch.cuda._lazy_init()
        return storage if storage.device.type == "cuda" else storage_copied_to_device(storage, memory)

    return restore


def _patch_pinning() -> None:
    def is_pinned(self: torch.Tensor, device: Any = None) -> bool:
        return getattr(self, "_is_pinned_for_emulation", False)

    def pin_memory(self: torch.Tensor, device: Any = None) -> torch.Tensor:
        if self.is_cuda:
            raise RuntimeError(f"cannot pin '{self.type()}' only dense CPU tensors can be pinned")
        if is_pinned(self):
            return self
        pinned = self.clone(memory_format=torch.contiguous_format).detach()
        pinned._is_pinned_for_emulation = True
        return pinned

    torch.Tensor.pin_memory, torch.Tensor.is_pinned = pin_memory, is_pinned
