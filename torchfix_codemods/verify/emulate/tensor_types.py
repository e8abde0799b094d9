"""The old names of types: torch.cuda.FloatTensor and its kin, `Tensor.type`, `torch.set_default_tensor_type`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import torch

from torchfix_codemods.verify.emulate.labels import CUDA

_DTYPES: MappingProxyType[str, Any] = MappingProxyType(
    {
        "FloatTensor": torch.float32,
        "DoubleTensor": torch.float64,
        "HalfTensor": torch.float16,
        "BFloat16Tensor": torch.bfloat16,
        "LongTensor": torch.int64,
        "IntTensor": torch.int32,
        "ShortTensor": torch.int16,
        "CharTensor": torch.int8,
        "ByteTensor": torch.uint8,
        "BoolTensor": torch.bool,
    }
)
_MODULE = "torch.cuda"


def patch_tensor_types() -> None:
    """Put working types into torch.cuda, in place of those that refuse in a CPU build."""
    for name, dtype in _DTYPES.items():
        setattr(torch.cuda, name, _tensor_type(name, dtype))
    _patch_type()
    _patch_default_type()


def _tensor_type(name: str, dtype: Any) -> type:
    of_cpu = getattr(torch, name)

    class TensorType(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, torch.Tensor) and value.is_cuda and value.dtype == dtype

        def __repr__(cls) -> str:
            return f"<class '{_MODULE}.{name}'>"

    def make(cls: type, *args: Any, device: Any = None) -> torch.Tensor:
        given = args[0] if len(args) == 1 else None
        if not isinstance(given, torch.Tensor):
            return of_cpu(*args).to(CUDA)
        if not given.is_cuda or given.dtype != dtype:
            raise TypeError(f"expected {_MODULE}.{name} (got {given.type()})")
        return torch.ops.aten.alias(given)

    members = {"__new__": make, "dtype": dtype, "is_cuda": True, "__module__": _MODULE}
    return TensorType(name, (), members)


def _dtype_of(wanted: Any) -> Any:
    """The dtype of a type of CUDA tensors, given as class or by name; None for anything else."""
    if isinstance(wanted, type) and wanted.__module__ == _MODULE:
        return _DTYPES.get(wanted.__name__)
    if isinstance(wanted, str) and wanted.startswith(f"{_MODULE}."):
        return _DTYPES.get(wanted.removeprefix(f"{_MODULE}."))
    return None


def _patch_type() -> None:
    plain = torch.Tensor.type

    def type_(self: torch.Tensor, dtype: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
        of_cuda = _dtype_of(dtype)
        if of_cuda is not None:
            return self.to(CUDA, of_cuda, non_blocking=non_blocking)
        return plain(self) if dtype is None else plain(self, dtype, non_blocking, **kwargs)

    torch.Tensor.type = type_


def _patch_default_type() -> None:
    plain = torch.set_default_tensor_type

    def set_default_tensor_type(t: Any) -> None:
        of_cuda = _dtype_of(t)
        if of_cuda is not None:
            torch.set_default_dtype(of_cuda)
            torch.set_default_device("cuda")
            return
        torch.set_default_device(None)
        plain(t)

    torch.set_default_tensor_type = set_default_tensor_type
