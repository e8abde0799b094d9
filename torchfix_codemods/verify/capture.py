"""Takes note of what a script computes: losses, weights, files, warnings, random numbers. Runs in the child process."""

from __future__ import annotations

import array
import hashlib
import json
import os
import random
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import wraps
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO

from torchfix_codemods.verify.audit import Watch

if TYPE_CHECKING:
    from torchfix_codemods.verify.flatten import Flattener

# Counting the nodes of a graph takes time: the first calls are enough to see a change.
_COUNT_GRAPHS = 3
_MOST_NODES = 100_000
# The parameters of the first optimizers are kept to the end, so that a `main()` that has returned can be seen.
_MOST_OPTIMIZERS = 8
_MOST_WARNINGS = 200
_MOST_SHOWN = 1000
_MOST_LOADED = 100_000
# A warning that is there only because torchfix asked for deterministic algorithms.
_OUR_WARNING = "does not have a deterministic implementation"
_PLAIN = (dict, list, tuple, str, bytes, int, float, bool, complex, type(None))


class Capture:
    """What one process computes. `install` puts the ears in place, `finish` writes what was heard."""

    def __init__(self, folder: str, watch: Watch, *, count_device_memory: bool = False) -> None:
        self.folder = folder
        self.watch = watch
        self.count_device_memory = count_device_memory
        self.process = os.getpid()
        self.torch: Any = None
        self.losses = (Path(folder) / "losses").open("wb", buffering=0)
        self.backward_calls = 0
        self.graph_nodes: list[int] = []
        self.steps = 0
        self.optimizers: list[Any] = []
        self.saved: dict[str, dict[str, Any]] = {}
        self.loaded: dict[int, Any] = {}
        self.warnings: dict[tuple[str, str], None] = {}
        self.shown_warnings: dict[str, None] = {}  # as they stand on standard error
        self.is_finished = False
        self.last_module = next(reversed(sys.modules))  # what was imported after it, the script has imported

    # ---- ears

    def install(self) -> None:
        """Listen to torch, which is imported now."""
        torch = self.torch = import_module("torch")
        autograd = torch.autograd
        autograd.backward = self._hearing_backward(autograd.backward)
        autograd.grad = self._hearing_backward(autograd.grad)
        save, load = self._hearing_save(torch.save), self._hearing_load(torch.load)
        for module in (torch, torch.serialization):
            vars(module).update(save=save, load=load)
        self._hear_maps(torch)
        register = getattr(import_module("torch.optim.optimizer"), "register_optimizer_step_post_hook", None)
        if register is not None:
            register(self._hear_step)

    def _hear_maps(self, torch: Any) -> None:
        """Files that C++ maps into memory, and writes with the tensor."""
        for owner in (torch, torch.UntypedStorage):
            function = owner.from_file

            @wraps(function)
            def hearing(filename: Any, shared: Any = False, *args: Any, _map: Any = function, **kwargs: Any) -> Any:
                if shared:
                    self.watch.writes(filename, keeps=True)
                return _map(filename, shared, *args, **kwargs)

            owner.from_file = hearing if owner is torch else staticmethod(hearing)

    def hear_warnings(self) -> None:
        """Listen to warnings."""
        show = warnings.showwarning

        @wraps(show)
        def hearing(message: Any, category: type[Warning], *place: Any, **more: Any) -> None:
            with suppress(Exception):
                if len(self.shown_warnings) < _MOST_SHOWN:
                    self.shown_warnings.setdefault(warnings.formatwarning(message, category, *place[:2]))
            text = str(message).strip().splitlines()[0][:300] if str(message).strip() else ""
            if _OUR_WARNING not in str(message) and len(self.warnings) < _MOST_WARNINGS:
                self.warnings.setdefault((category.__name__, text))
                show(message, category, *place, **more)

        warnings.showwarning = hearing

    def _hearing_backward(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def hearing(*args: Any, **kwargs: Any) -> Any:
            if os.getpid() == self.process:
                # `backward` calls them tensors, `grad` outputs.
                tensors = args[0] if args else kwargs.get("tensors", kwargs.get("outputs", ()))
                self._hear_losses((tensors,) if isinstance(tensors, self.torch.Tensor) else tensors)
            return function(*args, **kwargs)

        return hearing

    def _hear_losses(self, tensors: Any) -> None:
        with suppress(Exception):
            for tensor in tensors:
                if tensor.numel() == 1:
                    self.losses.write(array.array("d", [_number(tensor)]))
            self.backward_calls += 1
            if self.backward_calls <= _COUNT_GRAPHS:
                self.graph_nodes.append(_count_nodes([tensor.grad_fn for tensor in tensors]))

    def _hear_step(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        self.steps += 1
        if len(self.optimizers) < _MOST_OPTIMIZERS and not any(known is optimizer for known in self.optimizers):
            self.optimizers.append(optimizer)

    def _hearing_save(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def hearing(obj: Any, f: Any, *args: Any, **kwargs: Any) -> Any:
            path = f if isinstance(f, (str, os.PathLike)) else getattr(f, "name", None)
            if isinstance(path, (str, os.PathLike)) and os.getpid() == self.process:
                self.watch.writes(path)
                self._hear_save(obj, os.path.realpath(path))
            return function(obj, f, *args, **kwargs)

        return hearing

    def _hear_save(self, obj: Any, path: str) -> None:
        """Note what is saved; what cannot be read again without running its code is written down as plain tensors."""
        note: dict[str, Any] = {"kind": _kind_of_saved(obj, self.torch)}
        self.saved[path] = note
        if _is_plain(obj, self.torch):
            return
        try:
            name = f"saved{len(self.saved)}"
            with Path(self.folder, name).open("wb") as file:
                flat = self._flattener(file)
                flat.add(obj, "")
            self._write_json(f"{name}.json", flat.leaves)
            note |= {"data": name, "leaves": f"{name}.json", "cut": flat.cut}
        except Exception as error:
            note["unread"] = f"{type(error).__name__}: {error}"

    def _hearing_load(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def hearing(*args: Any, **kwargs: Any) -> Any:
            loaded = function(*args, **kwargs)
            with suppress(Exception):
                for tensor in _tensors(loaded, self.torch):
                    if len(self.loaded) < _MOST_LOADED:
                        self.loaded[id(tensor)] = import_module("weakref").ref(tensor)
            return loaded

        return hearing

    # ---- the end

    def finish(self, namespace: Mapping[str, Any], crash: Mapping[str, Any] | None) -> None:
        """Write what was heard, and what stands in a namespace. Only the first call in the script's process counts."""
        if self.is_finished or os.getpid() != self.process:
            return
        self.is_finished = True
        random_numbers = self._random_numbers()  # before anything here could draw
        document: dict[str, Any] = {
            "crash": crash,
            "random": random_numbers,
            "backward_calls": self.backward_calls,
            "graph_nodes": self.graph_nodes,
            "steps": self.steps,
            "saved": self.saved,
            "warnings": list(self.warnings),
            "shown_warnings": list(self.shown_warnings),
            "outside": list(self.watch.outside),
            "changed": self.watch.changed(),
            "programs": list(self.watch.programs),
            "network": list(self.watch.network),
            "foreign_modules": self._foreign_modules(),
            "cut": [],
            "notes": [],
        }
        if self.torch is not None:
            self._add_values(document, namespace)
            document["torch"] = str(self.torch.__version__)
            document["peak_device_bytes"] = self._peak_device_bytes()
        self.losses.close()
        self._write_json("capture.json", document)

    def _add_values(self, document: dict[str, Any], namespace: Mapping[str, Any]) -> None:
        with Path(self.folder, "tensors").open("wb") as file:
            flat = self._flattener(file)
            for name, value in [*namespace.items(), *self._optimized()]:
                if name.startswith("__") or isinstance(value, (ModuleType, type)):
                    continue
                count = len(flat.leaves)
                try:
                    flat.add(value, name)
                    for key, gradient in _gradients(value, self.torch):
                        flat.add(gradient, f"{name}{key}.grad")
                except Exception as error:
                    del flat.leaves[count:]
                    document["notes"].append(f"{name} could not be read: {type(error).__name__}: {error}")
            document["cut"] = flat.cut
            self._write_json("leaves.json", flat.leaves)

    def _write_json(self, name: str, content: Any) -> None:
        with Path(self.folder, name).open("w", encoding="utf-8") as file:
            json.dump(content, file)

    def _optimized(self) -> Iterator[tuple[str, Any]]:
        """The parameters of optimizers, by name."""
        for number, optimizer in enumerate(self.optimizers, 1):
            groups = [group["params"] for group in optimizer.param_groups]
            yield f"<parameters of {type(optimizer).__name__} {number}>", groups
            grads = [[parameter.grad for parameter in group] for group in groups]
            yield f"<gradients of {type(optimizer).__name__} {number}>", grads

    def _flattener(self, file: BinaryIO) -> Flattener:
        from torchfix_codemods.verify.flatten import Flattener, Store  # which imports torch

        return Flattener(Store(file), self._is_own, self._is_loaded)

    def _is_own(self, cls: type) -> bool:
        module = sys.modules.get(cls.__module__)
        file = getattr(module, "__file__", None)
        return cls.__module__ == "__main__" or bool(file and os.path.realpath(file).startswith(self.watch.folders[0]))

    def _is_loaded(self, tensor: Any) -> bool:
        reference = self.loaded.get(id(tensor))
        return reference is not None and reference() is tensor

    def _foreign_modules(self) -> list[str]:
        """Modules that come from the folder that was copied, and not from the copy."""
        start = self.watch.original + os.sep
        imported = takewhile(lambda name: name != self.last_module, reversed(sys.modules))
        files = {name: getattr(sys.modules.get(name), "__file__", None) for name in imported}
        skipped = (f"{os.sep}site-packages{os.sep}", f"torchfix_codemods{os.sep}")
        return sorted(
            name
            for name, file in files.items()
            if isinstance(file, str) and file.startswith(start) and not any(part in file for part in skipped)
        )[:20]

    def _random_numbers(self) -> dict[str, str]:
        """A digest of the state of each generator that is there."""
        states: dict[str, Any] = {"python": repr(random.getstate()).encode()}
        numpy: Any = sys.modules.get("numpy")
        if numpy is not None:
            with suppress(Exception):
                states["numpy"] = repr([str(part) for part in map(_plain_state, numpy.random.get_state())]).encode()
        if self.torch is not None:
            with suppress(Exception):
                states["torch"] = bytes(self.torch.get_rng_state().tolist())
            with suppress(Exception):
                if self.torch.cuda.is_initialized():
                    states["cuda"] = bytes(self.torch.cuda.get_rng_state().tolist())
        return {name: hashlib.blake2b(state, digest_size=16).hexdigest() for name, state in states.items()}

    def _peak_device_bytes(self) -> int | None:
        with suppress(Exception):
            if self.count_device_memory and self.torch.cuda.is_initialized():
                return int(self.torch.cuda.max_memory_allocated())
        return None


def join_threads() -> None:
    """Wait for the threads that keep a program alive, as the interpreter does at its end."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()


def _gradients(value: Any, torch: Any) -> Iterator[tuple[str, Any]]:
    """The gradients of a leaf tensor, or of the parameters of a module."""
    if isinstance(value, torch.Tensor) and value.is_leaf and value.grad is not None:
        yield "", value.grad
    if isinstance(value, torch.nn.Module):
        for name, parameter in value.named_parameters():
            if parameter.grad is not None:
                yield f".{name}", parameter.grad


def _plain_state(part: Any) -> Any:
    return part.tolist() if hasattr(part, "tolist") else part


def _number(tensor: Any) -> float:
    value = tensor.detach()
    return float(abs(value.item())) if value.is_complex() else float(value.item())


def _count_nodes(functions: list[Any]) -> int:
    seen: set[Any] = set()
    while functions and len(seen) < _MOST_NODES:
        function = functions.pop()
        if function is not None and function not in seen:
            seen.add(function)
            functions += [following for following, _ in function.next_functions]
    return len(seen)


def _kind_of_saved(obj: Any, torch: Any) -> str:
    if isinstance(obj, torch.nn.Module):
        return "module"
    return "tensor" if isinstance(obj, torch.Tensor) else type(obj).__name__


def _is_plain(obj: Any, torch: Any, depth: int = 0) -> bool:
    """Can it be read again with `weights_only=True`?"""
    if isinstance(obj, torch.Tensor):
        return type(obj) in (torch.Tensor, torch.nn.Parameter)
    if isinstance(obj, Mapping):
        known = type(obj).__name__ in ("dict", "OrderedDict")
        return known and depth < 20 and all(_is_plain(v, torch, depth + 1) for pair in obj.items() for v in pair)
    if type(obj) in (list, tuple):
        return depth < 20 and all(_is_plain(part, torch, depth + 1) for part in obj)
    return type(obj) in _PLAIN


def _tensors(value: Any, torch: Any, depth: int = 0) -> Iterator[Any]:
    """The tensors in what was loaded."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, torch.nn.Module):
        yield from value.parameters()
        yield from value.buffers()
    elif isinstance(value, Mapping) and depth < 20:
        for part in value.values():
            yield from _tensors(part, torch, depth + 1)
    elif isinstance(value, (list, tuple)) and depth < 20:
        for part in value:
            yield from _tensors(part, torch, depth + 1)
