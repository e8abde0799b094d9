"""How much memory the device holds: bytes of its tensors, counted while they live."""

from __future__ import annotations

import weakref
from typing import Any

import torch

TOTAL_BYTES = 16 << 30
_BLOCK = 512  # the caching allocator of CUDA rounds up to this

# torch.cuda.memory_stats() has these, each for three pools, of which the emulation knows the first.
_METERS = (
    "allocation",
    "segment",
    "active",
    "inactive_split",
    "allocated_bytes",
    "reserved_bytes",
    "active_bytes",
    "inactive_split_bytes",
    "requested_bytes",
)
_POOLS = ("all", "small_pool", "large_pool")
_COUNTED = {"allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes"}
_NEVER = ("num_alloc_retries", "num_ooms", "num_sync_all_streams", "num_device_alloc", "num_device_free")

Meter = dict[str, int]


class Memory:
    """The meter of the device's memory. A real device also needs workspaces, which are not counted."""

    def __init__(self) -> None:
        self.allocated = 0
        self.peak = 0
        self._held: dict[int, weakref.ref[Any]] = {}

    def hold(self, tensor: torch.Tensor) -> None:
        """Count a CPU tensor's storage as the device's until the last holder of the tensor is gone.

        A reference from C++ (a capsule, a saved tensor) keeps the Python object, and so the weak reference, alive.
        """
        size = -(-tensor.untyped_storage().nbytes() // _BLOCK) * _BLOCK
        if not size:
            return
        key = id(tensor)

        def release(_: weakref.ref[Any]) -> None:
            self.allocated -= size
            self._held.pop(key, None)

        self.allocated += size
        self.peak = max(self.peak, self.allocated)
        self._held[key] = weakref.ref(tensor, release)

    def forget_peak(self) -> None:
        """Start the peak anew from what is held now."""
        self.peak = self.allocated

    def statistics(self) -> dict[str, Any]:
        """What torch._C._cuda_memoryStats returns, from which torch.cuda.memory makes all its figures."""
        statistics: dict[str, Any] = {meter: {pool: self._meter(meter, pool) for pool in _POOLS} for meter in _METERS}
        for meter in ("oversize_allocations", "oversize_segments"):
            statistics[meter] = _reading(0, 0)
        return {**statistics, **dict.fromkeys(_NEVER, 0), "max_split_size": -1}

    def _meter(self, meter: str, pool: str) -> Meter:
        if meter in _COUNTED and pool != "small_pool":
            return _reading(self.allocated, self.peak)
        return _reading(0, 0)


def _reading(current: int, peak: int) -> Meter:
    return {"current": current, "peak": peak, "allocated": peak, "freed": peak - current}
