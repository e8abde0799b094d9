"""Which operator gets which kernel, and their registration at torch's dispatcher.

Everything that has a CPU kernel gets the generic one; what a CUDA build has a kernel of its own for is covered in that
build too. What then has neither is refused by name.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.handwritten import (
    convolution,
    copy,
    handwritten_kernels,
    scaled_dot_product_attention,
)
from torchfix_codemods.verify.emulate.kernels import CPU_KEYS, Kernel

_COO_KEYS = torch._C.DispatchKeySet(torch._C.DispatchKey.SparseCPU)
# Kernels that do not depend on the device, by the names under which they are registered.
_IMPLICIT = "CompositeImplicitAutograd"
_FOR_ALL_DEVICES = (_IMPLICIT, "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional")
# Kernels for all devices that choose a CUDA-only operator or function inside: these go to the CPU as a whole.
_AS_A_WHOLE = frozenset(
    {"convolution", "_convolution", "convolution_backward", "_embedding_bag_dense_backward", "mode.values"}
)
# Sparse COO operators that only look at the tensor or take it apart.
_COO_METADATA = frozenset(
    {
        "_coalesced_",
        "_dimI",
        "_dimV",
        "_indices",
        "_nnz",
        "_sparse_coo_tensor_with_dims",
        "_sparse_coo_tensor_with_dims_and_tensors",
        "_values",
        "dense_dim",
        "indices",
        "is_coalesced",
        "sparse_dim",
        "values",
    }
)

_has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key


def register_kernels(device: EmulatedDevice) -> None:
    """Register kernels for all operators there are, and for those that extension libraries bring later."""
    namespace = _Namespace("aten", device)
    handwritten = handwritten_kernels(device)
    known = [name for name in torch._C._dispatch_get_all_op_names() if name.startswith("aten::")]
    with _overriding():
        for name in known:
            own = handwritten.get(name.removeprefix("aten::"))
            if own is not None:
                namespace.at_cuda(name, device.guarded(own))
            else:
                namespace.cover(name)
        namespace.at_cuda("aten::convolution", convolution(device))
        namespace.at_cuda("aten::scaled_dot_product_attention", scaled_dot_product_attention)
        namespace.at_autograd("aten::scaled_dot_product_attention", scaled_dot_product_attention)
        _register_coo(known, device)
        _register_fallback(device)
    _follow_extension_libraries(device)


class _Namespace:
    """Registrations for the operators of one namespace."""

    def __init__(self, name: str, device: EmulatedDevice) -> None:
        self._device = device
        cuda, autograd = (torch.library.Library(name, "IMPL", key) for key in ("CUDA", "AutogradCUDA"))
        device.libraries += [cuda, autograd]
        # The C++ objects inside: the Python ones would refuse to override what torch itself has registered.
        self._cuda, self._autograd = cuda.m, autograd.m

    def at_cuda(self, name: str, kernel: Callable[..., Any]) -> None:
        self._cuda.impl(_local(name), "CUDA", kernel)

    def at_autograd(self, name: str, kernel: Callable[..., Any]) -> None:
        self._autograd.impl(_local(name), "AutogradCUDA", kernel)

    def cover(self, name: str) -> None:
        """Give an operator its kernel, over the one that a CUDA build or an extension has."""
        if _has_kernel(name, "CPU") or _local(name) in _AS_A_WHOLE:
            self.at_cuda(name, self._device.guarded(_Lazy(name, lambda operator: Kernel(operator, self._device))))
            return
        if not _has_kernel(name, "CUDA"):
            return
        for_all = [key for key in _FOR_ALL_DEVICES if _has_kernel(name, key)]
        if not for_all:
            self.at_cuda(name, _refusal(name))
            return
        # A CPU build runs this one on CUDA tensors; it is found at the CPU's place.
        self.at_cuda(name, self._device.guarded(_Lazy(name, lambda operator: _redispatching(operator, CPU_KEYS))))
        if _IMPLICIT in for_all:  # has no derivative of its own: its parts have theirs
            self.at_autograd(name, _Lazy(name, lambda operator: _redispatching(operator, CPU_KEYS)))


class _Lazy:
    """A kernel that is made at the first call: there are a thousand, of which a script calls a few dozen."""

    __slots__ = ("_kernel", "_make", "_name")

    def __init__(self, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:
        self._name = name
        self._make = make
        self._kernel: Callable[..., Any] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._kernel is None:
            self._kernel = self._make(_operator(self._name))
        return self._kernel(*args, **kwargs)


def _register_coo(known: list[str], device: EmulatedDevice) -> None:
    """Kernels for sparse COO tensors, where the CPU has them."""
    library = torch.library.Library("aten", "IMPL", "SparseCUDA")
    device.libraries.append(library)
    for name in known:
        if not _has_kernel(name, "SparseCPU"):
            continue
        kernel: Callable[..., Any]
        if name == "aten::copy_":
            kernel = copy
        elif _local(name).partition(".")[0] in _COO_METADATA:
            kernel = _Lazy(name, lambda operator: _redispatching(operator, _COO_KEYS))
        else:
            kernel = _Lazy(name, lambda operator: Kernel(operator, device))
        library.m.impl(_local(name), "SparseCUDA", device.guarded(kernel))


def _register_fallback(device: EmulatedDevice) -> None:
    """For operators of other namespaces."""
    kernels: dict[Any, Kernel] = {}

    def fallback(operator: Any, *args: Any, **kwargs: Any) -> Any:
        if operator not in kernels:
            kernels[operator] = Kernel(operator, device)
        return kernels[operator](*args, **kwargs)

    library = torch.library.Library("_", "IMPL", "CUDA")
    device.libraries.append(library)
    library.fallback(device.guarded(fallback), "CUDA")


def _follow_extension_libraries(device: EmulatedDevice) -> None:
    """Cover what an extension library registers when it is loaded (torchvision's does)."""
    load, names = torch.ops.load_library, torch._C._dispatch_get_all_op_names
    namespaces: dict[str, _Namespace] = {}

    def load_library(path: Any) -> None:
        before = set(names())
        load(path)
        for name in sorted(set(names()) - before):
            base = name.split("::")[0]
            if base not in namespaces:
                namespaces[base] = _Namespace(base, device)
            with _overriding():
                namespaces[base].cover(name)

    torch.ops.load_library = load_library


@contextmanager
def _overriding() -> Iterator[None]:
    """Without the warning that a kernel takes the place of another."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _operator(name: str) -> Any:
    """The torch._ops.OpOverload of a name such as "aten::add.Tensor"."""
    namespace, _, local = name.partition("::")
    base, _, overload = local.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), base), overload or "default")


def _local(name: str) -> str:
    return name.partition("::")[2]


def _redispatching(operator: Any, keys: Any) -> Callable[..., Any]:
    """torch's own kernel of other keys, on the CUDA tensors as they are."""

    def kernel(*args: Any, **kwargs: Any) -> Any:
        return operator.redispatch(keys, *args, **kwargs)

    return kernel


def _refusal(name: str) -> Callable[..., Any]:
    def kernel(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"the emulated CUDA device has no kernel for {name}")

    return kernel
