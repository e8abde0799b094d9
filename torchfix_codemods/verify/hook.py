"""What happens in every Python process that a verified command starts. Runs before the process's own program."""

from __future__ import annotations

import atexit
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from torchfix_codemods.verify.audit import Watch
from torchfix_codemods.verify.capture import Capture

_WORKERS = ("multiprocessing", "torch._inductor", "joblib.externals")


def start(folder: str) -> None:
    """Begin: fix seeds, watch files, and wait for torch to be imported.

    Args:
        folder: where the module stands that called this; the environment's own module of that name is next.
    """
    _run_own_module(folder)
    arguments = getattr(sys, "orig_argv", sys.argv)
    asked = {name: os.environ.get(f"TORCHFIX_VERIFY_{name.upper()}", "") for name in ("output", "seed", "device")}
    if not asked["output"] or any(word.startswith(_WORKERS) or f"from {_WORKERS[0]}" in word for word in arguments):
        return
    folders = tuple(os.environ["TORCHFIX_VERIFY_FOLDERS"].split(os.pathsep))
    original = os.environ["TORCHFIX_VERIFY_ORIGINAL"]
    _lead_into_the_copy(original, folders[0])
    random.seed(int(asked["seed"]))
    refuses = bool(os.environ.get("TORCHFIX_VERIFY_REFUSES"))
    watch = Watch((*folders, asked["output"]), original, refuses=refuses)
    listener = _Listener(asked["output"], watch, asked["device"])
    sys.meta_path.insert(0, listener)
    sys.addaudithook(listener.watch)


class _Listener(importlib.abc.MetaPathFinder):
    """Waits for `import torch`, and then listens until the process ends."""

    def __init__(self, output: str, watch: Watch, device: str) -> None:
        self.output = output
        self.watch = watch
        self.device = device
        self.crash: dict[str, Any] | None = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "torch" or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            with contextlib.suppress(Exception):  # the program is worth more than what is heard of it
                self.listen()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec

    def listen(self) -> None:
        """torch is here."""
        from torchfix_codemods.verify.child import prepare_torch

        prepare_torch({"device": self.device, "seed": int(os.environ["TORCHFIX_VERIFY_SEED"]), "alone": True})
        folder = _own_folder(self.output)
        (folder / "label").write_text(" ".join(_short(sys.argv)), "utf-8")
        capture = Capture(str(folder), self.watch, count_device_memory=self.device != "cpu")
        capture.install()
        capture.hear_warnings()
        self._hear_crashes()
        atexit.register(lambda: capture.finish(vars(sys.modules["__main__"]), self.crash))

    def _hear_crashes(self) -> None:
        from torchfix_codemods.verify.child import describe_crash

        show = sys.excepthook

        def hearing(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            with contextlib.suppress(Exception):
                self.crash = describe_crash(error.with_traceback(trace), self.watch.folders[0])
            show(kind, error, trace)

        sys.excepthook = hearing


def _own_folder(output: str) -> Path:
    """A folder for this process: they are numbered in the order of their imports of torch."""
    for number in range(10000):
        folder = Path(output, f"process{number:04}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise FileExistsError(output)


def _short(arguments: Sequence[str]) -> list[str]:
    return [Path(arguments[0]).name or "python", *arguments[1:]] if arguments else ["python"]


def _run_own_module(folder: str) -> None:
    """Give way to the `sitecustomize` that the environment has without us."""
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    hidden = sys.modules.pop("sitecustomize", None)
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        with contextlib.suppress(Exception):
            spec.loader.exec_module(module)
    elif hidden is not None:
        sys.modules["sitecustomize"] = hidden


def _lead_into_the_copy(original: str, copy: str) -> None:
    """A project that is installed in editable form is imported from its copy."""
    for index, entry in enumerate(sys.path):
        sys.path[index] = _moved(entry, original, copy)
    for finder in sys.meta_path:
        mapping = getattr(sys.modules.get(getattr(finder, "__module__", "")), "MAPPING", None)
        if isinstance(mapping, dict):
            for name, place in mapping.items():
                if isinstance(place, str):
                    mapping[name] = _moved(place, original, copy)


def _moved(place: str, original: str, copy: str) -> str:
    inside = place == original or place.startswith(original + os.sep)
    return copy + place[len(original) :] if inside and os.sep + "site-packages" not in place else place
