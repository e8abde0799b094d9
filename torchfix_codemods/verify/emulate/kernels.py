"""The CUDA kernel of an operator, made from its schema and its CPU kernel.

It checks that the tensors lie on one device, gives the CPU kernel the same memory under CPU labels, and puts the
device's label on what comes out. An operator that makes views runs the CPU kernel on the CUDA tensor itself: it only
touches sizes and strides, and so storage, base, version counter and gradient history stay the real ones.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import torch

from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.labels import CPU, CUDA, on_device, on_host
from torchfix_codemods.verify.emulate.signature import Signature, signature_of

CPU_KEYS = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
_NO_CONTEXT = nullcontext()
_SEQUENCES = (list, tuple)
_NUMBERS = (int, float, complex)
_aten = torch.ops.aten


class Kernel:
    """The kernel of one operator at the CUDA key; calls see no autograd any more."""

    def __init__(self, operator: Any, device: EmulatedDevice) -> None:
        """
        Args:
            operator: a torch._ops.OpOverload that has a CPU kernel.
            device: whose memory and random numbers it uses.
        """
        self._operator = operator
        self._device = device
        self._signature = signature_of(operator)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        signature = self._signature
        if signature.is_view:
            return self._operator.redispatch(CPU_KEYS, *args, **kwargs)
        if signature.is_indexing:
            _check_indexing(signature, args)
        call = _Call(signature)
        # zip is not strict: arguments that have defaults may be left out.
        positional = [call.on_host(value, name) for value, name in zip(args, signature.arguments, strict=False)]
        named = {name: call.on_host(value, name) for name, value in kwargs.items()}
        call.check_devices()
        with self._random_numbers(positional, named), torch._C._AutoDispatchBelowAutograd():
            result = self._operator(*positional, **named)
        for tensor, host in call.to_write_back:
            _write_back(tensor, host, self._device)
        return self._results(result, args, kwargs)

    def _random_numbers(self, positional: list[Any], named: dict[str, Any]) -> Any:
        """Let the operator draw from the device's stream: hand it the generator, or exchange the CPU's."""
        signature, generators = self._signature, self._device.generators
        place = signature.generator
        if place is None:
            return generators.in_place_of_cpu() if signature.draws else _NO_CONTEXT
        if place < signature.positional and place < len(positional):
            positional[place] = generators.for_kernel(positional[place])
        else:
            named["generator"] = generators.for_kernel(named.get("generator"))
        return _NO_CONTEXT

    def _results(self, result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        returns = self._signature.returns
        if not returns:
            return None
        if len(returns) == 1:
            return self._result(result, returns[0], args, kwargs)
        return tuple(self._result(each, source, args, kwargs) for each, source in zip(result, returns, strict=True))

    def _result(self, result: Any, source: str | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if source is not None:  # in place or out=: the caller gets its own tensor back
            return argument(self._signature, source, args, kwargs)
        return self._labelled(result)

    def _labelled(self, result: Any) -> Any:
        if isinstance(result, torch.Tensor):
            return on_device(result, self._device.memory) if result.device.type == "cpu" else result
        if isinstance(result, _SEQUENCES):
            return [self._labelled(each) for each in result]
        return result


def argument(signature: Signature, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The argument of that name in a call, or None."""
    place = signature.arguments.index(name)
    return args[place] if place < len(args) else kwargs.get(name)


class _Call:
    """The arguments of one call on their way to the CPU kernel, and what was seen of their devices."""

    __slots__ = ("_on_cpu", "_on_cuda", "_signature", "to_write_back")

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._on_cuda = False
        self._on_cpu: str | None = None
        self.to_write_back: list[tuple[torch.Tensor, torch.Tensor]] = []

    def on_host(self, value: Any, name: str) -> Any:
        """What the CPU kernel gets for an argument."""
        if isinstance(value, torch.Tensor):
            return self._tensor_on_host(value, name)
        if isinstance(value, _SEQUENCES):
            return [self.on_host(each, name) for each in value]
        if isinstance(value, torch.device):
            return CPU if value.type == "cuda" else value
        if name in self._signature.numbers_to_wrap and isinstance(value, _NUMBERS):
            return torch.scalar_tensor(value, dtype=torch.result_type(torch.empty(0, dtype=torch.bool), value))
        return value

    def _tensor_on_host(self, tensor: torch.Tensor, name: str) -> torch.Tensor:
        where = tensor.device.type
        if where == "cpu" and tensor.dim() and self._on_cpu is None:  # one without dimensions counts as a number
            self._on_cpu = name
        if where != "cuda":
            return tensor
        self._on_cuda = True
        if tensor.numel() == 0 and name in self._signature.sized:
            host = torch.empty(0, dtype=tensor.dtype)  # the operator gives it a size, and with it new memory
            self.to_write_back.append((tensor, host))
            return host
        host = on_host(tensor)
        if tensor.layout == torch.sparse_coo and name in self._signature.written:
            self.to_write_back.append((tensor, host))
        return host

    def check_devices(self) -> None:
        """
        Raises:
            RuntimeError: tensors of both devices for an operator that does not take them.
        """
        if self._on_cpu is not None and self._on_cuda and not self._signature.mixes_devices:
            raise _mismatch(self._signature, self._on_cpu)


def _check_indexing(signature: Signature, args: tuple[Any, ...]) -> None:
    """Indexing mixes devices one way only: indices on the CPU for a tensor on the device."""
    if args[0].device.type != "cuda":
        raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
    values = args[2] if len(args) > 2 else None
    if isinstance(values, torch.Tensor) and values.device.type != "cuda" and values.dim():
        raise _mismatch(signature, "values")


def _mismatch(signature: Signature, name: str) -> RuntimeError:
    return RuntimeError(
        f"Expected all tensors to be on the same device, but found at least two devices, {CUDA} and {CPU}! "
        f"(when checking argument for argument {name} in method wrapper_CUDA_{signature.name})"
    )


def _write_back(tensor: torch.Tensor, host: torch.Tensor, device: EmulatedDevice) -> None:
    """Give a CUDA tensor the memory and the shape that the operator gave to its stand-in."""
    if host.layout != torch.strided:
        tensor.data = on_device(host, device.memory)
        return
    if not host.numel():
        _aten.as_strided_(tensor, host.size(), host.stride(), 0)
        return
    source = on_device(host, device.memory)
    _aten.set_.source_Storage_storage_offset(
        tensor, source.untyped_storage(), source.storage_offset(), source.size(), source.stride()
    )
