"""Runs one script under watch, as `python SCRIPT` would, in a process that does nothing else."""

from __future__ import annotations

import builtins
import faulthandler
import json
import logging
import os
import random
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from torchfix_codemods.verify.audit import Watch
from torchfix_codemods.verify.capture import Capture, join_threads

# Modules that are there before any script's folder is looked into: a file of the same name never replaces them.
_AT_START = frozenset(sys.builtin_module_names) | {"os", "site", "io", "abc", "stat", "codecs", "posixpath", "torch"}
_AT_START |= {"numpy", "torchfix_codemods", "genericpath", "encodings", "__main__"}


def run(request: Mapping[str, Any]) -> int:
    """Run a script and write its capture.

    Args:
        request: `script`, `arguments`, `seed`, `device`, `output` (the capture's folder), `folders` (where it may
            write), `original` (the folder that was copied), `refuses` (whether files outside must stay as they are),
            `shift` (lay objects at other addresses than usual).

    Returns:
        The exit code that `python SCRIPT` would have.
    """
    prepare_process(request)
    watch = Watch((*request["folders"], request["output"]), request["original"], refuses=request["refuses"])
    prepare_torch(request)
    capture = Capture(request["output"], watch, count_device_memory=request["device"] != "cpu")
    capture.install()
    capture.hear_warnings()
    _forget_shadowed(Path(request["script"]).parent)
    main = _main_module(request)
    _finish_before_exit(capture, main)
    sys.addaudithook(watch)
    return _run(request["script"], main, capture)


def probe(request: Mapping[str, Any]) -> int:
    """Find out which device there is, and write it to a file. (Asking would spoil a process that is to be forked.)"""
    import torch

    found = {"torch": str(torch.__version__), "cuda": ""}
    if torch.cuda.is_available():
        found["cuda"] = torch.cuda.get_device_name(0)
    with Path(request["output"], "probe.json").open("w", encoding="utf-8") as file:
        json.dump(found, file)
    return 0


def prepare_process(request: Mapping[str, Any]) -> None:
    """Make the process one that a script could have been started in."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # what was printed is seen if it is killed
    tempfile.tempdir = None
    if request.get("shift"):
        _shift_addresses()
    place = Path(request["output"], "place").open("w", encoding="utf-8")  # noqa: SIM115 (open to the end)
    with suppress(OSError, ValueError):
        faulthandler.register(signal.SIGUSR2, file=place, all_threads=False)
    random.seed(request["seed"])


def prepare_torch(request: Mapping[str, Any]) -> None:
    """Fix what makes two runs of one script differ."""
    if request["device"] != "cuda":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    import torch

    if request.get("alone") and request["device"] == "emulate":
        from torchfix_codemods.verify.emulate import install

        install()
    torch.set_num_threads(1)
    torch.manual_seed(request["seed"])
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(request["seed"])
    # The public function imports torch's compiler, in a second, to tell it too.
    quick = getattr(torch._C, "_set_deterministic_algorithms", torch.use_deterministic_algorithms)
    quick(True, warn_only=True)
    torch.backends.cudnn.benchmark = False
    _forget_lines_of_logs()
    if request["device"] == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False


def _forget_lines_of_logs() -> None:
    """A log that names source lines is another one after a rewriting that moves lines: all of them are 0 here."""
    make = logging.getLogRecordFactory()

    def making(name: Any, level: Any, path: Any, line: Any, *rest: Any, **more: Any) -> logging.LogRecord:
        return make(name, level, path, 0, *rest, **more)

    logging.setLogRecordFactory(making)


_kept_alive: list[object] = []


def _shift_addresses() -> None:
    """Take a random number of blocks of each size, so that what comes lies elsewhere.

    Forked runs have the same addresses, which hides that an order depends on them (sets of objects).
    """
    numbers = random.SystemRandom()
    _kept_alive.extend(bytearray(size) for size in range(1, 480, 16) for _ in range(numbers.randrange(200)))
    _kept_alive.extend(object() for _ in range(numbers.randrange(2000)))


def _forget_shadowed(folder: Path) -> None:
    """A script's own `utils.py` is what it means by `import utils`, whatever torch has imported by that name."""
    for path in folder.iterdir():
        name = path.name.removesuffix(".py")
        if name not in sys.modules or name in _AT_START or not (name != path.name or (path / "__init__.py").is_file()):
            continue
        for module in [module for module in sys.modules if module == name or module.startswith(f"{name}.")]:
            del sys.modules[module]


def _main_module(request: Mapping[str, Any]) -> ModuleType:
    """The module that the script will be, as `python SCRIPT` makes it."""
    script = request["script"]
    main = ModuleType("__main__")
    main.__dict__.update(__file__=script, __builtins__=builtins, __loader__=SourceFileLoader("__main__", script))
    main.__dict__.update(__spec__=None, __cached__=None, __package__=None, __annotations__={})
    sys.modules["__main__"] = main
    sys.argv = [request.get("name", script), *request["arguments"]]
    sys.path.insert(0, str(Path(script).parent))
    return main


def _finish_before_exit(capture: Capture, main: ModuleType) -> None:
    """A script that leaves by `os._exit` is seen too."""
    leave = os._exit

    def leaving(status: int) -> Any:
        with suppress(Exception):
            capture.finish(main.__dict__, None)
        leave(status)

    os._exit = leaving


def _run(script: str, main: ModuleType, capture: Capture) -> int:
    process = os.getpid()
    crash: dict[str, Any] | None = None
    code = 0
    try:
        exec(_compiled(script), main.__dict__)
        join_threads()
    except SystemExit as leaving:
        code = _exit_code(leaving)
    except BaseException as error:
        code = 1
        crash = describe_crash(error, str(Path(script).parent))
        _show(error)
    if os.getpid() == process:
        capture.finish(main.__dict__, crash)
    return code


def _compiled(script: str) -> CodeType:
    return compile(Path(script).read_bytes(), script, "exec", dont_inherit=True)


def _exit_code(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 0xFF
    print(leaving.code, file=sys.stderr)
    return 1


def describe_crash(error: BaseException, folder: str) -> dict[str, Any]:
    """The exception as plain data; `line` is the last one in a file of the folder."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(folder)]
    file, line = (frames[-1].filename, frames[-1].lineno) if frames else ("", 0)
    if isinstance(error, SyntaxError) and error.filename and error.filename.startswith(folder):
        file, line = error.filename, error.lineno
    text = str(error).strip()
    return {
        "type": type(error).__name__,
        "text": text.splitlines()[0][:400] if text else "",
        "file": os.path.relpath(file, folder) if file else "",
        "line": line or 0,
    }


def _show(error: BaseException) -> None:
    """Show it as the interpreter would, without the frames of this file."""
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    with suppress(Exception):
        sys.excepthook(type(error), error.with_traceback(trace), trace)
