"""What `torch.cuda`, `torch.accelerator` and `torch.backends` say about a machine with one emulated device.

Most of them are Python over C functions of `torch._C`, which a CPU build does not have: those are set, by name, and
the Python above is torch's own. Each name gets a function object of its own: torch._dynamo refuses to be imported
when two names share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType, SimpleNamespace
from typing import Any

import torch

from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.labels import CUDA
from torchfix_codemods.verify.emulate.memory import TOTAL_BYTES

NAME = "Emulated CUDA device"
_CAPABILITY = (8, 0)
_CUDA_VERSION = "13.0"  # what a CPU build says it was built with: scripts take the text apart
_CUDNN_VERSION = 91900

# C functions that always answer the same.
_ANSWERS: MappingProxyType[str, object] = MappingProxyType(
    {
        "_accelerator_emptyCache": None,
        "_accelerator_emptyHostCache": None,
        "_accelerator_getDeviceIndex": 0,
        "_accelerator_isAllocatorInitialized": True,
        "_accelerator_synchronizeDevice": None,
        "_cuda_canDeviceAccessPeer": False,
        "_cuda_emptyCache": None,
        "_cuda_getArchFlags": "sm_80",
        "_cuda_getCurrentRawStream": 0,  # torch._dynamo imports it where _cuda_getDeviceCount is
        "_cuda_getDevice": 0,
        "_cuda_getDeviceCount": 1,
        "_cuda_get_sync_debug_mode": 0,
        "_cuda_init": None,
        "_cuda_ipc_collect": None,
        "_cuda_record_memory_history": None,
        "_cuda_record_memory_history_legacy": None,
        "_cuda_setMemoryFraction": None,
        "_cuda_set_sync_debug_mode": None,
        "_cuda_sleep": None,
        "_cuda_synchronize": None,
        "_get_accelerator": torch.device("cuda"),
    }
)
# C functions that take the number of a device first.
_FOR_DEVICE: MappingProxyType[str, object] = MappingProxyType(
    {
        "_accelerator_exchangeDevice": 0,
        "_accelerator_maybeExchangeDevice": 0,
        "_accelerator_setDeviceIndex": None,
        "_cuda_exchangeDevice": 0,
        "_cuda_maybeExchangeDevice": 0,
        "_cuda_setDevice": None,
    }
)


def patch_cuda(device: EmulatedDevice) -> None:
    """Make torch say that there is one CUDA device."""
    for name, answer in _ANSWERS.items():
        setattr(torch._C, name, _answering(answer))
    for name, answer in _FOR_DEVICE.items():
        setattr(torch._C, name, _answering_for_device(answer))
    _patch_state(device)
    _patch_memory(device)
    _patch_properties()
    _patch_parallel()
    _patch_backends()
    _patch_profilers()


def _answering(answer: object) -> Callable[..., object]:
    def function(*args: Any, **kwargs: Any) -> object:
        return answer

    return function


def _answering_for_device(answer: object) -> Callable[..., object]:
    def function(index: int, *args: Any) -> object:
        if index > 0:  # negative ones mean "leave it"
            raise RuntimeError("CUDA error: invalid device ordinal")
        return answer

    return function


def _patch_state(device: EmulatedDevice) -> None:
    """What `torch.cuda._lazy_init`, which runs at the first use, asks and does."""
    cuda = torch.cuda

    def is_in_bad_fork() -> bool:
        return device.is_forked

    cuda._is_in_bad_fork = is_in_bad_fork
    torch._C._cuda_isInBadFork = lambda: device.is_forked
    cuda._queued_calls.clear()  # checks of a real device; seeds are kept elsewhere
    cuda.device_count = cuda.random.device_count = _answering(1)
    # Chosen when torch.cuda was imported, by what torch._C had then.
    cuda._exchange_device, cuda._maybe_exchange_device = _answering_for_device(0), _answering_for_device(0)


def _patch_memory(device: EmulatedDevice) -> None:
    memory = device.memory
    torch._C._cuda_memoryStats = lambda index: memory.statistics()
    torch._C._accelerator_getDeviceStats = lambda index: memory.statistics()
    torch._C._accelerator_getMemoryInfo = lambda index: (TOTAL_BYTES - memory.allocated, TOTAL_BYTES)
    torch._C._cuda_resetPeakMemoryStats = lambda index: memory.forget_peak()
    torch._C._cuda_resetAccumulatedMemoryStats = lambda index: memory.forget_peak()
    torch._C._accelerator_resetPeakStats = lambda index: memory.forget_peak()
    torch._C._accelerator_resetAccumulatedStats = lambda index: memory.forget_peak()
    torch._C._cuda_memorySnapshot = lambda *args: {"segments": [], "device_traces": [], "allocator_settings": {}}
    torch.cuda._cudart = _Runtime(
        cudaError=SimpleNamespace(success=0),
        cudaMemGetInfo=lambda index: (TOTAL_BYTES - memory.allocated, TOTAL_BYTES),
    )
    torch.cuda.cudart = _answering(torch.cuda._cudart)
    torch.cuda.check_error = _answering(None)


class _Runtime(SimpleNamespace):
    """A library of the CUDA runtime: every call succeeds."""

    def __getattr__(self, name: str) -> Callable[..., object]:
        return _answering(0)


def _patch_properties() -> None:
    cuda = torch.cuda

    def get_device_properties(device: Any = None) -> SimpleNamespace:
        index = cuda._utils._get_device_index(device, optional=True)
        if index != 0:
            raise AssertionError("Invalid device id")
        return _properties()

    cuda.get_device_properties = get_device_properties
    torch.version.cuda = torch.version.cuda or _CUDA_VERSION


def _properties() -> SimpleNamespace:
    major, minor = _CAPABILITY
    return SimpleNamespace(
        name=NAME,
        major=major,
        minor=minor,
        total_memory=TOTAL_BYTES,
        multi_processor_count=108,
        is_integrated=0,
        is_multi_gpu_board=0,
        warp_size=32,
        max_threads_per_multi_processor=2048,
        gcnArchName="",
    )


def _patch_parallel() -> None:
    """What torch.nn.DataParallel does in C++, for the one device that may be listed."""

    def scatter(
        tensor: torch.Tensor, devices: list[int], sizes: Any = None, dim: int = 0, streams: Any = None
    ) -> tuple[torch.Tensor, ...]:
        parts = tensor.split(list(sizes), dim) if sizes else tensor.chunk(len(devices), dim)
        return tuple(part.to(CUDA) for part in parts)

    def gather(tensors: Iterable[torch.Tensor], dim: int, destination: int | None = None) -> torch.Tensor:
        gathered = torch.cat(list(tensors), dim)
        return gathered.cpu() if destination == -1 else gathered

    def broadcast(tensor: torch.Tensor, devices: list[int]) -> tuple[torch.Tensor, ...]:
        return tuple(tensor.to(CUDA) for _ in devices)

    def broadcast_coalesced(
        tensors: Iterable[torch.Tensor], devices: list[int], buffer_size: int
    ) -> tuple[list[torch.Tensor], ...]:
        return tuple([tensor.to(CUDA) for tensor in tensors] for _ in devices)

    torch._C._scatter, torch._C._gather = scatter, gather
    torch._C._broadcast, torch._C._broadcast_coalesced = broadcast, broadcast_coalesced


def _patch_backends() -> None:
    cudnn = torch.backends.cudnn
    cudnn.is_available, cudnn.version = _answering(True), _answering(_CUDNN_VERSION)
    cudnn.is_acceptable = _answering(False)  # torch.nn's recurrent layers ask: let them take torch's own kernels
    torch.backends.cuda.is_built = _answering(True)
    torch._C._jit_override_can_fuse_on_gpu(False)  # the fuser of TorchScript would open the driver's library


def _patch_profilers() -> None:
    torch.cuda.nvtx._nvtx = _Runtime()
    torch.cuda.profiler.start, torch.cuda.profiler.stop = _answering(None), _answering(None)
    plain = torch.autograd.profiler.profile.__init__

    def without_device_events(self: Any, *args: Any, **kwargs: Any) -> None:
        kwargs.pop("use_cuda", None)
        if kwargs.get("use_device") == "cuda":
            kwargs["use_device"] = None
        plain(self, *args, **kwargs)

    torch.autograd.profiler.profile.__init__ = without_device_events
