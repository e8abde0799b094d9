"""The hooks object: what C++ asks whether CUDA is built in, ready, and the accelerator of this build.

The object of a CPU build is a plain `CUDAHooksInterface`, that of a CUDA build a `CUDAHooks` which would choose cuDNN
and call the driver. Both get a copy of the *plain* class's table of virtual methods with a few entries changed:

* "is built" and "has a primary context" (and "initialize") point to an exported torch function without arguments that
  returns true: no Python and no interpreter lock where threads of the autograd engine call them;
* "pinned memory allocator" points to the function that gives the CPU's allocator.

Which entries these are is found by asking: with a recording function in every entry, torch is asked for its
accelerator, for a backward pass and for pinned memory, and what it calls are they.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import torch

from torchfix_codemods.verify.emulate.errors import EmulationError
from torchfix_codemods.verify.emulate.forking import run_in_fork
from torchfix_codemods.verify.emulate.labels import on_device
from torchfix_codemods.verify.emulate.memory import Memory
from torchfix_codemods.verify.emulate.native import NativeLibrary, address_of_code

_GIVES_HOOKS = "_ZN2at6detail12getCUDAHooksEv"
_PLAIN_TABLE = "_ZTVN2at18CUDAHooksInterfaceE"
_GIVES_CPU_ALLOCATOR = "_ZN3c1015GetCPUAllocatorEv"
_HEAD = 2  # Itanium C++ ABI: offset to top and type information come before the methods
_METHODS = 128  # more than the interface has
_SECONDS = 60.0


class _Recorder:
    """A table of methods each of which notes that it was called and gives the same answer."""

    def __init__(self, hooks: Any, answer: int) -> None:
        self.calls: list[int] = []
        self._hooks = hooks
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
        self._methods = [prototype(self._noting(entry, answer)) for entry in range(_METHODS)]
        self.table = (ctypes.c_void_p * _METHODS)(*[address_of_code(method) for method in self._methods])

    def _noting(self, entry: int, answer: int) -> Callable[[Any], int]:
        def method(this: Any) -> int:
            self.calls.append(entry)
            return answer

        return method

    def called_by(self, question: Callable[[], Any]) -> list[int]:
        """Which entries torch calls to answer the question, in order, each once."""
        self.calls.clear()
        before = self._hooks.value
        self._hooks.value = ctypes.addressof(self.table)
        try:
            question()
        finally:
            self._hooks.value = before
        return list(dict.fromkeys(self.calls))


def install_hooks() -> None:
    """Make C++ see CUDA as built in and as the accelerator of this build, and CPU memory as pinned memory.

    Raises:
        EmulationError: the entries cannot be told.
    """
    library = NativeLibrary("torch_cpu")
    allocator = NativeLibrary("c10").function(_GIVES_CPU_ALLOCATOR)
    plain = (ctypes.c_void_p * (_HEAD + _METHODS)).from_address(library.address_of(_PLAIN_TABLE))
    hooks = ctypes.c_void_p.from_address(library.function(_GIVES_HOOKS)())
    returns_true = _function_that_returns_true(library)

    table = (ctypes.c_void_p * (_HEAD + _METHODS))(*plain)
    for entry in _entries_that_say_yes(hooks, returns_true):
        table[_HEAD + entry] = returns_true
    known = [entry for entry in range(_METHODS) if table[_HEAD + entry] != plain[_HEAD + entry]]
    _, *initialize, gives_allocator = _entries_for_pinned_memory(hooks, allocator(), known)
    for entry in initialize:  # the first one, "has CUDA", stays false: gloo would go on to CUDA streams and crash
        table[_HEAD + entry] = returns_true
    table[_HEAD + gives_allocator] = address_of_code(allocator)

    # C++ uses the table after the interpreter is gone: it must never be freed.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(table))
    hooks.value = ctypes.addressof(table) + ctypes.sizeof(ctypes.c_void_p) * _HEAD


def _function_that_returns_true(library: NativeLibrary) -> int:
    """The code of an exported function of torch that needs no argument and returns true in this build."""
    choices = (
        ("_ZN2at7Context9hasLAPACKEv", torch._C.has_lapack),
        ("_ZN2at7Context9hasMKLDNNEv", torch.backends.mkldnn.is_available()),
        ("_ZN2at7Context6hasMKLEv", torch.backends.mkl.is_available()),
    )
    for symbol, is_true in choices:
        if is_true:
            return address_of_code(library.function(symbol))
    raise EmulationError(f"this build of torch {torch.__version__} has neither LAPACK nor MKL nor oneDNN")


def _entries_that_say_yes(hooks: Any, returns_true: int) -> list[int]:
    """ "Is built", then what a backward pass asks besides: "has a primary context"."""
    recorder = _Recorder(hooks, answer=1)
    is_built = recorder.called_by(torch._C._accelerator_getAccelerator)
    if len(is_built) != 1:
        raise EmulationError(f"torch {torch.__version__} asks otherwise than known for its accelerator")
    recorder.table[is_built[0]] = returns_true
    # In a child: a backward pass starts threads.
    purpose = "a backward pass on the emulated CUDA device"
    by_backward: list[int] = run_in_fork(lambda: recorder.called_by(_tiny_backward), purpose, _SECONDS)
    return is_built + by_backward


def _entries_for_pinned_memory(hooks: Any, allocator: int, known: list[int]) -> list[int]:
    """ "Has CUDA", "initialize", "pinned memory allocator": an allocator is an answer that suits all (and is true)."""
    recorder = _Recorder(hooks, answer=allocator)
    purpose = "pinned memory on the emulated CUDA device"
    entries: list[int] = run_in_fork(
        lambda: recorder.called_by(lambda: torch.empty(1, pin_memory=True)), purpose, _SECONDS
    )
    if len(entries) < 2 or set(entries) & set(known):
        raise EmulationError(f"torch {torch.__version__} asks otherwise than known for pinned memory")
    return entries


def _tiny_backward() -> None:
    memory = Memory()
    leaf = on_device(torch.ones(2), memory).requires_grad_()
    torch.autograd.backward([leaf.view(2)], [on_device(torch.ones(2), memory)])
