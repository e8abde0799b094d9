"""Kernels that the schema alone does not give: copies between devices, new memory, cells, and choices of a way."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from torchfix_codemods.verify.emulate import cells
from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.kernels import CPU_KEYS, Kernel
from torchfix_codemods.verify.emulate.labels import copy_bytes, on_device, on_host, shared_storages, storage_on_device

KernelFunction = Callable[..., Any]
_KEEPS_STRIDES = (None, torch.contiguous_format, torch.preserve_format)
_aten = torch.ops.aten


def handwritten_kernels(device: EmulatedDevice) -> dict[str, KernelFunction]:
    """Kernels by name of the aten operator."""
    return {
        "copy_": copy,
        "record_stream": _nothing,
        **_of_new_memory(device),
        **_of_storages(device),
        **_of_cells(device),
        # Which library computes a CTC loss: torch's own kernel, which has a CPU form.
        "_use_cudnn_ctc_loss": _no,
        "_use_cudnn_ctc_loss.Tensor": _no,
        "_use_miopen_ctc_loss": _no,
        "_use_miopen_ctc_loss.Tensor": _no,
        # torch.nn.TransformerEncoder asks whether it may go on with nested tensors.
        "_nested_tensor_from_mask_left_aligned": _no,
    }


def copy(target: torch.Tensor, source: torch.Tensor, non_blocking: bool = False) -> torch.Tensor:
    """aten::copy_, for any pair of devices."""
    with torch._C._AutoDispatchBelowAutograd():
        shared = shared_storages([target, source])
        host_target = on_host(target, shared) if target.device.type == "cuda" else target
        host_source = on_host(source, shared) if source.device.type == "cuda" else source
        if host_target.numel():
            _aten.copy_.default(host_target, host_source)
        else:
            torch.broadcast_shapes(target.size(), source.size())  # a lazy parameter has no `shape`
    return target


def scaled_dot_product_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Any:
    """The mathematical way, which has a gradient of its parts, instead of a choice of flash kernels."""
    if attn_mask is not None and attn_mask.dtype == torch.bool:  # true: takes part; the function below only adds
        attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill(~attn_mask, -math.inf)
    return _aten._scaled_dot_product_attention_math.default(
        query, key, value, attn_mask, dropout_p, is_causal, None, scale=scale, enable_gqa=enable_gqa
    )[0]


def convolution(device: EmulatedDevice) -> KernelFunction:
    """aten::convolution as a whole on the CPU, except where TorchScript traces: it must see `_convolution`."""
    on_cpu = Kernel(_aten.convolution.default, device)

    def kernel(*args: Any) -> Any:
        device.refuse_in_forked_child()
        if torch._C._is_tracing():
            return _aten._convolution.default(*args, False, False, True, True)
        return on_cpu(*args)

    return kernel


def _nothing(*args: Any) -> None:
    return None


def _no(*args: Any) -> bool:
    return False


def _of_new_memory(device: EmulatedDevice) -> dict[str, KernelFunction]:
    memory = device.memory

    def empty(
        size: Sequence[int],
        dtype: Any = None,
        layout: Any = None,
        device: Any = None,
        pin_memory: Any = None,
        memory_format: Any = None,
    ) -> torch.Tensor:
        _check_ordinal(device)
        return on_device(_aten.empty.memory_format(size, dtype=dtype, memory_format=memory_format), memory)

    def empty_strided(
        size: Sequence[int],
        stride: Sequence[int],
        dtype: Any = None,
        layout: Any = None,
        device: Any = None,
        pin_memory: Any = None,
    ) -> torch.Tensor:
        _check_ordinal(device)
        return on_device(_aten.empty_strided.default(size, stride, dtype=dtype), memory)

    def zeros_without_memory(
        size: Sequence[int], dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None
    ) -> torch.Tensor:
        return on_device(_aten.zeros.default(size, dtype=dtype), memory)  # kernels would follow its null pointer

    return {
        "empty.memory_format": empty,
        "empty_strided": empty_strided,
        "_efficientzerotensor": zeros_without_memory,
    }


def _check_ordinal(device: torch.device | None) -> None:
    if device is not None and device.type == "cuda" and device.index:
        raise RuntimeError("CUDA error: invalid device ordinal")


def _of_storages(device: EmulatedDevice) -> dict[str, KernelFunction]:
    memory = device.memory

    def set_to(
        tensor: torch.Tensor, storage: Any, offset: int, size: Sequence[int], stride: Sequence[int] = ()
    ) -> torch.Tensor:
        return _aten.set_.source_Storage_storage_offset.redispatch(CPU_KEYS, tensor, storage, offset, size, stride)

    def set_to_storage(tensor: torch.Tensor, storage: Any) -> torch.Tensor:
        return set_to(tensor, storage, 0, [storage.nbytes() // tensor.element_size()], [1])

    def set_to_tensor(tensor: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        return set_to(tensor, source.untyped_storage(), source.storage_offset(), source.size(), source.stride())

    def set_to_nothing(tensor: torch.Tensor) -> torch.Tensor:
        return set_to(tensor, storage_on_device(1, memory), 0, [0], [1])

    def resize(tensor: torch.Tensor, size: Sequence[int], memory_format: Any = None) -> torch.Tensor:
        if memory_format in _KEEPS_STRIDES:
            stride, elements = _row_major(size), math.prod(size)
        else:
            shape = torch.empty(size, memory_format=memory_format, device="meta")
            stride, elements = shape.stride(), shape.numel()
        offset, storage = tensor.storage_offset(), tensor.untyped_storage()
        needed = (offset + elements) * tensor.element_size()
        if needed <= storage.nbytes():
            return _aten.as_strided_(tensor, size, stride, offset)
        larger = storage_on_device(needed, memory)
        copy_bytes(larger, storage)
        return set_to(tensor, larger, offset, size, stride)

    return {
        "set_": set_to_nothing,
        "set_.source_Storage": set_to_storage,
        "set_.source_Storage_storage_offset": set_to,
        "set_.source_Tensor": set_to_tensor,
        "resize_": resize,
    }


def _row_major(size: Sequence[int]) -> list[int]:
    stride, elements = [], 1
    for length in reversed(size):
        stride.append(elements)
        elements *= max(length, 1)
    return stride[::-1]


def _of_cells(device: EmulatedDevice) -> dict[str, KernelFunction]:
    def relabelled(cell: KernelFunction) -> KernelFunction:
        def kernel(*args: Any) -> Any:
            hosts = [on_host(value) if isinstance(value, torch.Tensor) else value for value in args]
            return tuple(on_device(result, device.memory) for result in cell(*hosts))

        return kernel

    return {
        "_thnn_fused_lstm_cell": relabelled(cells.lstm_cell),
        "_thnn_fused_lstm_cell_backward_impl": relabelled(cells.lstm_cell_backward),
        "_thnn_fused_gru_cell": relabelled(cells.gru_cell),
        "_thnn_fused_gru_cell_backward": relabelled(cells.gru_cell_backward),
    }
