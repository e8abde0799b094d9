"""Opens files with tensors without running anything that stands in them. Runs in a child process.

torch files are read with `weights_only=True`; .npy, .npz and .safetensors by their plain formats:
https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html,
https://huggingface.co/docs/safetensors
"""

from __future__ import annotations

import array
import ast
import contextlib
import json
import mmap
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from torchfix_codemods.verify.flatten import Flattener, Leaf

_NPY = b"\x93NUMPY"
_NUMPY_TYPES = {"f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128"}
_NUMPY_TYPES |= {
    f"{kind}{size}": f"{name}{8 * size}" for kind, name in (("i", "int"), ("u", "uint")) for size in (1, 2, 4, 8)
}
_NUMPY_TYPES |= {"b1": "bool"}
_SAFE_TYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "BOOL": "bool"}
_SAFE_TYPES |= {
    f"{kind}{size}": f"{name}{size}" for kind, name in (("I", "int"), ("U", "uint")) for size in (8, 16, 32, 64)
}


class UnreadableError(Exception):
    """The file is of no format that can be read safely. The text says why."""


class Values:
    """Named leaves, and the tensors that they stand for."""

    def __init__(self, leaves: Sequence[Leaf]) -> None:
        self.leaves = leaves

    def tensor(self, leaf: Leaf) -> Any:
        """The values of a leaf as a tensor of one dimension."""
        raise UnreadableError(leaf["name"])


class Stored(Values):
    """The leaves of a capture, whose bytes lie in a file."""

    def __init__(self, path: str, leaves: Sequence[Leaf]) -> None:
        super().__init__(leaves)
        self._map = _mapped(path)

    def tensor(self, leaf: Leaf) -> Any:
        return _view(self._map, leaf["dtype"], leaf["at"], leaf["bytes"])


class Loaded(Values):
    """What a torch file holds."""

    def __init__(self, path: str) -> None:
        self._tensors: list[Any] = []
        flat = Flattener(self)  # type: ignore[arg-type]  # takes the tensors as a store would
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            flat.add(_load(path), "")
        super().__init__(flat.leaves)

    def tensor(self, leaf: Any) -> Any:
        """The values of a leaf; or take a tensor, and return its number and the size of it."""
        if isinstance(leaf, dict):
            return self._tensors[leaf["at"]].reshape(-1)
        self._tensors.append(leaf.detach())
        return len(self._tensors) - 1, leaf.numel() * leaf.element_size()

    def numbers(self, values: array.array[Any]) -> tuple[int, int]:
        self._tensors.append(torch.tensor(values, dtype=torch.int64 if values.typecode == "q" else torch.float64))
        return len(self._tensors) - 1, len(values) * values.itemsize

    def buffer(self, data: Any) -> tuple[int, int]:
        return self.tensor(torch.from_numpy(data))  # type: ignore[no-any-return]


class Safetensors(Values):
    """What a .safetensors file holds."""

    def __init__(self, path: str) -> None:
        self._map = _mapped(path)
        try:
            length = int.from_bytes(self._map[:8], "little")
            header = json.loads(bytes(self._map[8 : 8 + length]))
            leaves = [_safe_leaf(name, entry, 8 + length) for name, entry in header.items() if name != "__metadata__"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UnreadableError("not a .safetensors file") from error
        super().__init__(leaves)

    def tensor(self, leaf: Leaf) -> Any:
        return _view(self._map, leaf["dtype"], leaf["at"], leaf["bytes"])


class Script(Values):
    """What a TorchScript archive holds: its storages byte by byte. Its code holds the lines it was made from."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = {
            name: archive.read(name) for name in archive.namelist() if "/data/" in name or "/constants/" in name
        }
        leaf: Leaf = {"type": "storage", "dtype": "uint8", "at": 0}
        sizes = {name: len(data) for name, data in self._archive.items()}
        super().__init__([{**leaf, "name": name, "shape": [size], "bytes": size} for name, size in sizes.items()])

    def tensor(self, leaf: Leaf) -> Any:
        return _view(bytearray(self._archive[leaf["name"]]), "uint8", 0, leaf["bytes"])


class Arrays(Values):
    """What a .npy or .npz file holds."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts
        super().__init__([_npy_leaf(name, data) for name, data in parts.items()])

    def tensor(self, leaf: Leaf) -> Any:
        return _view(self._parts[leaf["name"]], leaf["dtype"], leaf["at"], leaf["bytes"])


def opened(source: Mapping[str, Any]) -> Values:
    """The leaves that a source names: a list of leaves with a file of bytes (`leaves`, `data`), or a `file`.

    Raises:
        UnreadableError: the file is of no known format, or holds more than plain data.
    """
    if "data" in source:
        return Stored(source["data"], source["leaves"])
    path = source["file"]
    with Path(path).open("rb") as file:
        start = file.read(8)
    if start.startswith(_NPY):
        return Arrays({"array": _mapped(path)})
    if path.endswith(".safetensors"):
        return Safetensors(path)
    if start.startswith(b"PK") and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if names and all(name.endswith(".npy") for name in names):
                return Arrays({name: bytearray(archive.read(name)) for name in names})
            if any("/code/" in name for name in names):
                return Script(archive)
    return Loaded(path)


def _load(path: str) -> Any:
    reasons = []
    # Mapping works for the format of torch 1.6 and later, and keeps big files out of memory.
    for options in ({"mmap": True}, {}):
        try:
            return torch.load(path, map_location="cpu", weights_only=True, **options)
        except Exception as error:
            reasons.append(str(error).splitlines()[0].partition(". ")[0] if str(error) else type(error).__name__)
    raise UnreadableError(reasons[-1])


def _mapped(path: str) -> Any:
    """The bytes of a file, not read before they are looked at."""
    if not Path(path).stat().st_size:
        return bytearray()
    with Path(path).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)


def _view(data: Any, dtype: str, at: int, size: int) -> Any:
    kind = getattr(torch, dtype, None)
    if kind is None:
        raise UnreadableError(f"torch knows no {dtype}")
    if not size:
        return torch.empty(0, dtype=kind)
    with contextlib.suppress(ValueError, RuntimeError):  # an offset that is no multiple of the element size
        return torch.frombuffer(data, dtype=kind, offset=at, count=size // torch.empty(0, dtype=kind).element_size())
    return torch.frombuffer(bytearray(data[at : at + size]), dtype=kind)


def _npy_leaf(name: str, data: Any) -> Leaf:
    try:
        wide = data[6] > 1
        begin = 12 if wide else 10
        length = int.from_bytes(data[8:begin], "little")
        header = ast.literal_eval(data[begin : begin + length].decode("latin-1"))
        order, kind = header["descr"][0], header["descr"][1:]
        shape = [*header["shape"], *(["in columns"] if header["fortran_order"] else [])]
        dtype = _NUMPY_TYPES[kind]
    except (ValueError, SyntaxError, KeyError, TypeError, IndexError) as error:
        raise UnreadableError("not a .npy file of numbers") from error
    if order == ">":
        raise UnreadableError("a .npy file of the other byte order")
    at = begin + length
    return {"name": name, "type": "ndarray", "dtype": dtype, "shape": shape, "at": at, "bytes": len(data) - at}


def _safe_leaf(name: str, entry: Mapping[str, Any], start: int) -> Leaf:
    first, last = entry["data_offsets"]
    leaf: Leaf = {"name": name, "type": "Tensor", "dtype": _SAFE_TYPES[entry["dtype"]], "shape": entry["shape"]}
    return {**leaf, "at": start + first, "bytes": last - first}
