"""The same memory under two labels: CPU tensors seen as CUDA tensors and the other way round.

A tensor is exported as a DLPack capsule (https://dmlc.github.io/dlpack/latest/c_api.html), the device that the capsule
names is changed, and it is imported again. The result is a plain tensor on the other device on the same memory; the
capsule's own deleter keeps the first tensor alive. Nothing is copied.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from torchfix_codemods.verify.emulate.memory import Memory

CPU = torch.device("cpu")
CUDA = torch.device("cuda", 0)

_DLPACK_CPU, _DLPACK_CUDA = 1, 2  # DLDeviceType of DLPack
# What DLPack or this torch cannot carry travels as an integer of the same size.
_CARRIERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
_SEQUENCES = (list, tuple)

_aten = torch.ops.aten
_pointer_of_capsule = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of_capsule.restype = ctypes.c_void_p
_pointer_of_capsule.argtypes = [ctypes.py_object, ctypes.c_char_p]

SharedStorages = dict[int, torch.UntypedStorage]  # by address of the device's storage


class _DLDevice(ctypes.Structure):
    _fields_ = (("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32))


class _DLTensorHead(ctypes.Structure):
    """The first two fields of a DLTensor; the others are left alone."""

    _fields_ = (("data", ctypes.c_void_p), ("device", _DLDevice))


def on_device(tensor: torch.Tensor, memory: Memory) -> torch.Tensor:
    """A CUDA tensor on the memory of a CPU tensor, which the meter counts from now on."""
    if tensor.layout != torch.strided:
        return _coo_with(tensor, lambda part: on_device(part, memory), CUDA)
    if tensor.is_conj() or tensor.is_neg():  # bits of the tensor, which DLPack does not carry
        tensor = tensor.resolve_conj().resolve_neg()
    memory.hold(tensor)
    if tensor.numel() == 0 or tensor.untyped_storage().nbytes() == 0:  # no address that could be labelled
        base = _relabelled(torch.empty(1, dtype=tensor.dtype), _DLPACK_CUDA)
        return _aten.as_strided_(base, tensor.size(), tensor.stride(), 0)
    return _relabelled(tensor, _DLPACK_CUDA)


def on_host(tensor: torch.Tensor, shared: SharedStorages | None = None) -> torch.Tensor:
    """A CPU tensor on the memory of a CUDA tensor, for a CPU kernel to work on.

    Args:
        tensor: on the device.
        shared: what `shared_storages` gave for all tensors of the call.
    """
    if tensor.layout != torch.strided:
        return _coo_with(tensor, on_host, CPU)
    if tensor.numel() == 0:
        return torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype)
    if tensor.is_conj():  # taken off for the journey and put on again
        return _aten._conj(on_host(_aten._conj(tensor), shared))
    if tensor.is_neg():
        return _aten._neg_view(on_host(_aten._neg_view(tensor), shared))
    storage = shared.get(tensor.untyped_storage()._cdata) if shared else None
    if storage is None:
        return _relabelled(tensor, _DLPACK_CPU)
    alias = torch.empty(0, dtype=tensor.dtype)
    return _aten.set_.source_Storage_storage_offset(
        alias, storage, tensor.storage_offset(), tensor.size(), tensor.stride()
    )


def shared_storages(values: Iterable[Any]) -> SharedStorages:
    """CPU storages on the memory of those storages of the device that several of the tensors have.

    Capsules know nothing of each other: two tensors on one storage come out with a storage each, and a kernel would not
    see that what it reads overlaps what it writes, which it refuses.
    """
    seen: set[int] = set()
    shared: SharedStorages = {}
    for tensor in _dense_cuda_tensors(values):
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key in seen and key not in shared:
            whole = torch.empty(0, dtype=torch.uint8, device=CUDA).set_(storage)
            shared[key] = _relabelled(whole, _DLPACK_CPU).untyped_storage()
        seen.add(key)
    return shared


def _dense_cuda_tensors(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            if value.is_cuda and value.layout == torch.strided and value.numel():
                yield value
        elif isinstance(value, _SEQUENCES):
            yield from _dense_cuda_tensors(value)


def storage_on_device(size: int, memory: Memory) -> torch.UntypedStorage:
    """A new storage of the device with at least that many bytes (never none: it needs an address)."""
    return on_device(torch.empty(max(int(size), 1), dtype=torch.uint8), memory).untyped_storage()


def storage_copied_to_device(storage: torch.UntypedStorage, memory: Memory) -> torch.UntypedStorage:
    """A storage of the device with the bytes of a CPU storage."""
    copy = storage_on_device(storage.nbytes(), memory)
    copy_bytes(copy, storage)
    return copy


def copy_bytes(target: torch.UntypedStorage, source: torch.UntypedStorage) -> None:
    """Copy all bytes of the source, whatever the devices say: all of it is host memory."""
    if source.nbytes():
        ctypes.memmove(target.data_ptr(), source.data_ptr(), source.nbytes())


def _relabelled(tensor: torch.Tensor, device_type: int) -> torch.Tensor:
    try:
        capsule = torch._C._to_dlpack(tensor)
    except (BufferError, RuntimeError, ValueError):
        carried = _aten.view.dtype(tensor, _CARRIERS[tensor.element_size()])
        return _aten.view.dtype(_relabelled(carried, device_type), tensor.dtype)
    device = _DLTensorHead.from_address(_pointer_of_capsule(capsule, b"dltensor")).device
    device.device_type, device.device_id = device_type, 0
    alias = torch._C._from_dlpack(capsule)
    if alias.stride() != tensor.stride():  # DLPack evens out the strides of dimensions of size 1
        _aten.as_strided_(alias, tensor.size(), tensor.stride(), alias.storage_offset())
    return alias


def _coo_with(
    tensor: torch.Tensor, relabel: Callable[[torch.Tensor], torch.Tensor], device: torch.device
) -> torch.Tensor:
    """A sparse COO tensor whose indices and values are relabelled.

    Raises:
        NotImplementedError: the tensor has another layout.
    """
    if tensor.layout != torch.sparse_coo:
        raise NotImplementedError(f"the emulated CUDA device has no tensors of layout {tensor.layout}")
    return _aten._sparse_coo_tensor_with_dims_and_tensors(
        tensor.sparse_dim(),
        tensor.dense_dim(),
        tensor.size(),
        relabel(tensor._indices()),
        relabel(tensor._values()),
        dtype=tensor.dtype,
        layout=torch.sparse_coo,
        device=device,
        pin_memory=False,
        is_coalesced=tensor.is_coalesced(),
    )
