"""The device guard: what C++ asks which device is current, and to change it.

torch brings a guard that does nothing, for CUDA builds on machines without a GPU, and puts it into its registry by
`torch._C._ensureCUDADeviceGuardSet()` (https://github.com/pytorch/pytorch/pull/163187). That call asks the guard which
is there how many devices it sees and replaces it when there are none. In a CPU build the place in the registry is
empty, and the call leaves it so. For the length of that one call the place therefore holds an object whose every
virtual method returns 0.
"""

from __future__ import annotations

import ctypes

import torch

from torchfix_codemods.verify.emulate.errors import EmulationError
from torchfix_codemods.verify.emulate.native import NativeLibrary, address_of_code

_REGISTRY = "_ZN3c104impl26device_guard_impl_registryE"
_CUDA_SLOT = 1  # the registry is indexed by DeviceType: CPU 0, CUDA 1
_METHODS = 64  # more than a guard has


def install_guard() -> None:
    """Put torch's own do-nothing guard where the guard of CUDA belongs.

    Raises:
        EmulationError: this torch has no such guard.
    """
    if not hasattr(torch._C, "_ensureCUDADeviceGuardSet"):
        raise EmulationError(f"torch {torch.__version__} has no stand-in for the CUDA device guard")
    slots = (ctypes.c_void_p * 2).from_address(NativeLibrary("c10").address_of(_REGISTRY))
    if slots[_CUDA_SLOT] is not None:
        torch._C._ensureCUDADeviceGuardSet()
        return

    returns_zero = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(lambda this: 0)
    methods = (ctypes.c_void_p * _METHODS)(*[address_of_code(returns_zero)] * _METHODS)
    without_devices = (ctypes.c_void_p * 1)(ctypes.addressof(methods))
    slots[_CUDA_SLOT] = ctypes.addressof(without_devices)
    torch._C._ensureCUDADeviceGuardSet()
    if slots[_CUDA_SLOT] == ctypes.addressof(without_devices):
        slots[_CUDA_SLOT] = None
        raise EmulationError(f"torch {torch.__version__} does not put a stand-in for the CUDA device guard")
