"""Objects as a flat list of named leaves: tensors, numbers, texts. Runs in the child process.

The bytes of the tensors go to a file, one after the other; the list that says what is where is plain data. So nobody
has to unpickle anything to look at it.
"""

from __future__ import annotations

import array
import collections
import ctypes
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, TypeAlias

import torch

Leaf: TypeAlias = dict[str, Any]

# A container with more leaves than this is cut, and the capture says so.
MOST_LEAVES = 5000
_DEEPEST = 8
_LONGEST_TEXT = 20000
# Lists of at least as many numbers are stored as one array.
_PACK = 8
_NUMPY_KINDS = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}


class Store:
    """The file with the bytes of tensors. What several leaves share is written once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._end = 0
        # With the tensor itself: as long as it lives, nothing else lies at its address.
        self._known: dict[tuple[Any, ...], tuple[tuple[int, int], Any]] = {}

    def tensor(self, tensor: Any) -> tuple[int, int]:
        """Write a strided tensor; the offset and number of its bytes."""
        key = (tensor.data_ptr(), tensor.dtype, tuple(tensor.shape), tensor.stride(), tensor.device, tensor.is_conj())
        if key in self._known and tensor.numel():
            return self._known[key][0]
        plain = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous()
        size = plain.numel() * plain.element_size()
        place = self._write((ctypes.c_char * size).from_address(plain.data_ptr()) if size else b"")
        self._known[key] = place, tensor
        return place

    def numbers(self, values: array.array[Any]) -> tuple[int, int]:
        """Write an array of numbers."""
        return self._write(values)

    def buffer(self, data: Any) -> tuple[int, int]:
        """Write what has the buffer protocol and is contiguous."""
        return self._write(memoryview(data).cast("B") if data.nbytes else b"")

    def _write(self, data: Any) -> tuple[int, int]:
        size = memoryview(data).nbytes
        self._file.write(data)
        place = self._end, size
        self._end += size
        return place


class Flattener:
    """Walks through objects and makes leaves of what it finds.

    `is_own` tells whether a class is the script's own, whose objects are looked into. `is_loaded` tells whether a
    tensor came from `torch.load`. `cut` gets the names of what was too much to be taken whole.
    """

    def __init__(
        self,
        store: Store,
        is_own: Callable[[type], bool] = lambda cls: False,
        is_loaded: Callable[[Any], bool] = lambda tensor: False,
    ) -> None:
        self.store = store
        self.is_own = is_own
        self.is_loaded = is_loaded
        self.leaves: list[Leaf] = []
        self.cut: list[str] = []
        self._inside: set[int] = set()
        self._limit = 0

    def add(self, value: Any, name: str) -> None:
        """Take all leaves of a value."""
        self._limit = len(self.leaves) + MOST_LEAVES
        self._walk(value, name, 0)

    def _walk(self, value: Any, name: str, depth: int) -> None:
        if isinstance(value, torch.Tensor):
            self._tensor(value, name)
        elif value is None or isinstance(value, (bool, int, float, complex)):
            self._number(value, name, type(value).__name__)
        elif isinstance(value, (str, bytes)):
            self._text(value, name)
        elif isinstance(value, (torch.device, torch.dtype, torch.Size)):
            self._text(str(value), name, type(value).__name__)
        elif id(value) not in self._inside and depth < _DEEPEST:
            self._inside.add(id(value))
            try:
                self._compound(value, name, depth + 1)
            finally:
                self._inside.discard(id(value))

    def _compound(self, value: Any, name: str, depth: int) -> None:
        if isinstance(value, torch.nn.Module):
            self._module(value, name)
        elif type(value).__module__.partition(".")[0] == "numpy":
            self._numpy(value, name, depth)
        elif self._is_packed(value, name):
            return
        else:
            for key, part in _parts(value, self.is_own):
                if len(self.leaves) >= self._limit:
                    if name not in self.cut:
                        self.cut.append(name)
                    return
                self._walk(part, name + key, depth)

    # ---- leaves

    def _tensor(self, tensor: Any, name: str) -> None:
        leaf: Leaf = {
            "name": name,
            "type": type(tensor).__name__,
            "dtype": str(tensor.dtype).removeprefix("torch."),
            "shape": [*tensor.shape],
            "device": tensor.device.type,
            "grad": bool(tensor.requires_grad),
        }
        if self.is_loaded(tensor):
            leaf["loaded"] = True
        try:
            with torch.no_grad():
                if tensor.layout is not torch.strided:
                    return self._sparse(tensor, leaf)
                if tensor.is_quantized:
                    return self._quantized(tensor, leaf)
                leaf["at"], leaf["bytes"] = self.store.tensor(tensor)
        except Exception as error:  # subclasses without memory of their own, devices that hold no values
            leaf["unread"] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        self.leaves.append(leaf)
        return None

    def _sparse(self, tensor: Any, leaf: Leaf) -> None:
        name = leaf["name"]
        if tensor.layout is torch.sparse_coo:
            tensor = tensor.coalesce()
            parts = {"indices": tensor.indices(), "values": tensor.values()}
        elif hasattr(tensor, "crow_indices") and tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
            parts = {"rows": tensor.crow_indices(), "columns": tensor.col_indices(), "values": tensor.values()}
        elif tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
            parts = {"columns": tensor.ccol_indices(), "rows": tensor.row_indices(), "values": tensor.values()}
        else:
            parts = {"dense": tensor.to_dense()}
        self.leaves.append(_whole(leaf))
        for part, value in parts.items():
            self._tensor(value, f"{name}.{part}")

    def _quantized(self, tensor: Any, leaf: Leaf) -> None:
        self.leaves.append(_whole(leaf))
        self._tensor(tensor.dequantize(), f"{leaf['name']}.values")

    def _number(self, value: Any, name: str, kind: str) -> None:
        leaf: Leaf = {"name": name, "type": kind}
        if isinstance(value, complex):
            leaf |= {"text": repr(value)}
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 1 << 63:
            leaf |= {"text": hex(value)}
        else:
            leaf |= {"number": value}
        self.leaves.append(leaf)

    def _text(self, value: str | bytes, name: str, kind: str = "") -> None:
        text = value if isinstance(value, str) else value.decode("latin-1")
        if len(text) > _LONGEST_TEXT:
            self.cut.append(name)
        text = text[:_LONGEST_TEXT].encode("utf-8", "backslashreplace").decode()
        self.leaves.append({"name": name, "type": kind or type(value).__name__, "text": text})

    def _is_packed(self, value: Any, name: str) -> bool:
        """Store a long list of numbers as an array, if it is one."""
        if not isinstance(value, (list, tuple, collections.deque)) or len(value) < _PACK:
            return False
        kinds = set(map(type, value))
        code = "q" if kinds <= {int, bool} else "d" if kinds <= {int, bool, float} else ""
        if not code:
            return False
        try:
            at, size = self.store.numbers(array.array(code, value))
        except OverflowError:
            return False
        dtype, items = ("int64", "int") if code == "q" else ("float64", "float")
        leaf = {"name": name, "type": type(value).__name__, "dtype": dtype, "shape": [len(value)], "items": items}
        self.leaves.append({**leaf, "at": at, "bytes": size})
        return True

    def _numpy(self, value: Any, name: str, depth: int) -> None:
        numpy: Any = sys.modules["numpy"]
        if not isinstance(value, (numpy.ndarray, numpy.generic)):
            return
        kind = _NUMPY_KINDS.get(value.dtype.kind)
        if isinstance(value, numpy.generic) and kind is not None:
            self._number(value.item(), name, f"numpy.{value.dtype}")
        elif isinstance(value, numpy.generic):
            self._text(str(value), name)
        elif kind is not None and value.dtype.itemsize <= 16:
            native = numpy.ascontiguousarray(value.astype(value.dtype.newbyteorder("="), copy=False))
            at, size = self.store.buffer(native)
            shape = [*value.shape]
            leaf = {"name": name, "type": "ndarray", "dtype": str(native.dtype), "shape": shape, "at": at}
            self.leaves.append({**leaf, "bytes": size})
        else:
            for index, part in enumerate(value.ravel().tolist()):
                if len(self.leaves) >= self._limit:
                    self.cut.append(name)
                    return
                self._walk(part, f"{name}[{index}]", depth)

    def _module(self, module: Any, name: str) -> None:
        state = module.state_dict(keep_vars=True)
        for key, value in state.items():
            self._walk(value, f"{name}.{key}", 1)
        for key, buffer in module.named_buffers():
            if key not in state:
                self._tensor(buffer, f"{name}.{key}")
        # As the whole, and where a part is in another mode.
        self._number(bool(module.training), f"{name}.training", "bool")
        for key, part in module.named_modules():
            if part.training != module.training:
                self._number(bool(part.training), f"{name}.{key}.training", "bool")


def _whole(leaf: Leaf) -> Leaf:
    """What is to be said of a tensor whose values are stored in parts."""
    text = f"{leaf['dtype']} {leaf['shape']}"
    return {key: value for key, value in leaf.items() if key not in ("dtype", "shape")} | {"text": text}


def _parts(value: Any, is_own: Callable[[type], bool]) -> Iterator[tuple[str, Any]]:
    """What a value is made of, each part with what its name ends in."""
    if isinstance(value, Mapping):
        for key, part in list(value.items()):
            yield f".{key}" if isinstance(key, str) else f"[{key!r}]", part
    elif isinstance(value, (list, tuple, collections.deque)):
        fields = getattr(value, "_fields", None)
        for index, part in enumerate(list(value)):
            yield f".{fields[index]}" if fields else f"[{index}]", part
    elif isinstance(value, (set, frozenset)):
        if all(isinstance(part, (bool, int, float, str)) for part in value):
            for index, part in enumerate(sorted(value, key=repr)):
                yield f"{{{index}}}", part
    elif _has_state(value):
        yield "", value.state_dict()
    elif is_own(type(value)) or type(value).__name__ in ("Namespace", "SimpleNamespace"):
        for key, part in list(getattr(value, "__dict__", {}).items()):
            yield f".{key}", part


def _has_state(value: Any) -> bool:
    """Is it an optimizer, a scheduler, a scaler?"""
    return type(value).__module__.startswith("torch.") and callable(getattr(value, "state_dict", None))
