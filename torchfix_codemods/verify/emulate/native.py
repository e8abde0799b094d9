"""torch's own shared libraries, asked by symbol name.

A name that a later torch no longer has raises here, before anything is changed.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import torch

from torchfix_codemods.verify.emulate.errors import EmulationError


class NativeLibrary:
    """One of the libraries in torch/lib, which this process has loaded already."""

    def __init__(self, stem: str) -> None:
        """
        Args:
            stem: name without prefix and suffix: "c10" or "torch_cpu".

        Raises:
            EmulationError: torch has no such library.
        """
        path = Path(torch.__file__).parent / "lib" / f"lib{stem}.so"
        try:
            self._library = ctypes.CDLL(str(path))
        except OSError as error:
            raise EmulationError(f"torch {torch.__version__} has no library {path.name} to work with") from error

    def function(self, symbol: str) -> Any:
        """The exported function of that (mangled) name, to be called without arguments; it returns an address."""
        try:
            function = self._library[symbol]
        except AttributeError as error:
            raise _missing(symbol) from error
        function.restype = ctypes.c_void_p
        function.argtypes = []
        return function

    def address_of(self, symbol: str) -> int:
        """Where the exported data of that (mangled) name lies."""
        try:
            return ctypes.addressof(ctypes.c_void_p.in_dll(self._library, symbol))
        except ValueError as error:
            raise _missing(symbol) from error


def address_of_code(function: Any) -> int:
    """Where the code of a ctypes function lies, for a table of function pointers."""
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def _missing(symbol: str) -> EmulationError:
    return EmulationError(f"torch {torch.__version__} has no symbol {symbol}, which the emulated CUDA device needs")
