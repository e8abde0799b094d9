"""The CUDA kernel of an operator, made from its schema and its CPU kernel.

It checks that the tensors lie on one device, gives the CPU kernel the same memory under CPU labels, and puts the
device's label on what comes out. An operator that makes views runs the CPU kernel on the CUDA tensor itself: it only
touches sizes and strides, and so storage, base, version counter and gradient history stay the real ones.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import torch

from torchfix_codemods.verify.emulate.call import Call
from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.labels import CPU, CUDA, on_device
from torchfix_codemods.verify.emulate.signature import Signature, signature_of

CPU_KEYS = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
_NO_CONTEXT = nullcontext()
_SEQUENCES = (list, tuple)


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
        call = Call(signature, args, kwargs)
        if call.stray is not None and not signature.mixes_devices:
            raise _mismatch(signature, call.stray)
        with self._random_numbers(call), torch._C._AutoDispatchBelowAutograd():
            result = self._compute(call)
        if signature.written:
            call.write_back(self._device.memory)
        return self._results(result, args, kwargs)

    def _compute(self, call: Call) -> Any:
        try:
            return self._operator(*call.positional, **call.named)
        except RuntimeError as error:
            if not call.make_room(error):
                raise
        return self._operator(*call.positional, **call.named)

    def _random_numbers(self, call: Call) -> Any:
        """Let the operator draw from the device's stream: hand it the generator, or exchange the CPU's."""
        signature, generators = self._signature, self._device.generators
        place = signature.generator
        if place is None:
            return generators.in_place_of_cpu() if signature.draws else _NO_CONTEXT
        if place < signature.positional and place < len(call.positional):
            call.positional[place] = generators.for_kernel(call.positional[place])
        else:
            call.named["generator"] = generators.for_kernel(call.named.get("generator"))
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
