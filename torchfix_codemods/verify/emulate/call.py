"""The arguments of one call on their way to the CPU kernel, and what the kernel did to them on the way back."""

from __future__ import annotations

from typing import Any

import torch

from torchfix_codemods.verify.emulate.labels import CPU, on_device, on_host, shared_storages
from torchfix_codemods.verify.emulate.memory import Memory
from torchfix_codemods.verify.emulate.signature import Signature

_SEQUENCES = (list, tuple)
_NUMBERS = (int, float, complex)
_NO_ROOM = "resize storage that is not resizable"
_aten = torch.ops.aten


class Call:
    """One call of an operator.

    Attributes:
        positional, named: the arguments for the CPU kernel.
        stray: an argument on the CPU where others are on the device, or None.
    """

    __slots__ = ("_given", "_on_cpu", "_on_cuda", "_shared", "_signature", "_to_write_back", "named", "positional")

    def __init__(self, signature: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._signature = signature
        self._given = kwargs
        self._on_cuda = False
        self._on_cpu: str | None = None
        self._shared = shared_storages([*args, *kwargs.values()]) if signature.written else None
        self._to_write_back: list[tuple[torch.Tensor, torch.Tensor]] = []
        # zip is not strict: arguments that have defaults may be left out.
        self.positional = [self._on_host(value, name) for value, name in zip(args, signature.arguments, strict=False)]
        self.named = {name: self._on_host(value, name) for name, value in kwargs.items()}

    @property
    def stray(self) -> str | None:
        return self._on_cpu if self._on_cuda else None

    def make_room(self, error: RuntimeError) -> bool:
        """Was the error that an `out=` tensor is too small? Then let the operator make new ones, at a second call."""
        if _NO_ROOM not in str(error):
            return False
        for name in self._signature.sized & self._given.keys():
            if isinstance(self._given[name], torch.Tensor) and self.named[name].numel():
                self.named[name] = self._empty_for(self._given[name])
        return True

    def write_back(self, memory: Memory) -> None:
        """Give the caller's tensors the memory and the shape that the operator gave to their stand-ins."""
        for tensor, host in self._to_write_back:
            _write_back(tensor, host, memory)
        for name in self._signature.sized & self._given.keys():
            tensor, host = self._given[name], self.named[name]
            if isinstance(tensor, torch.Tensor) and tensor.size() != host.size():  # there was room for another shape
                _aten.as_strided_(tensor, host.size(), host.stride(), tensor.storage_offset())

    def _empty_for(self, tensor: torch.Tensor) -> torch.Tensor:
        """A stand-in for an `out=` tensor: the operator gives it a size, and with it new memory."""
        host = torch.empty(0, dtype=tensor.dtype)
        self._to_write_back.append((tensor, host))
        return host

    def _on_host(self, value: Any, name: str) -> Any:
        """What the CPU kernel gets for an argument."""
        if isinstance(value, torch.Tensor):
            return self._tensor_on_host(value, name)
        if isinstance(value, _SEQUENCES):
            return [self._on_host(each, name) for each in value]
        if isinstance(value, torch.device):
            return CPU if value.type == "cuda" else value
        if name in self._signature.numbers_to_wrap and isinstance(value, _NUMBERS):
            return torch.scalar_tensor(value, dtype=torch.result_type(torch.empty(0, dtype=torch.bool), value))
        return value

    def _tensor_on_host(self, tensor: torch.Tensor, name: str) -> torch.Tensor:
        where = tensor.device.type
        if where == "cpu" and self._on_cpu is None and (tensor.dim() or not self._signature.takes_numbers_of_cpu):
            self._on_cpu = name
        if where != "cuda":
            return tensor
        self._on_cuda = True
        if tensor.numel() == 0 and name in self._signature.sized:
            return self._empty_for(tensor)
        host = on_host(tensor, self._shared)
        if tensor.layout == torch.sparse_coo and name in self._signature.written:
            self._to_write_back.append((tensor, host))
        return host


def _write_back(tensor: torch.Tensor, host: torch.Tensor, memory: Memory) -> None:
    if host.layout != torch.strided:
        tensor.data = on_device(host, memory)
        return
    if not host.numel():
        _aten.as_strided_(tensor, host.size(), host.stride(), 0)
        return
    source = on_device(host, memory)
    _aten.set_.source_Storage_storage_offset(
        tensor, source.untyped_storage(), source.storage_offset(), source.size(), source.stride()
    )
