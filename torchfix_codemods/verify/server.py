"""Runs in a process of its own between torchfix and what it runs: starts each run, watches it, and ends it.

One process imports torch once and forks for every run, which saves two seconds each. It is also the parent that a run
sees: a run that kills its parent hits this process, and torchfix starts another one.

Requests come as lines of json on standard input, answers go out on standard output. When standard input ends, torchfix
is gone or wants no more, and whatever still runs is killed.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import json
import os
import signal
import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from torchfix_codemods.verify.namespaces import Inside, enter, take_cover
from torchfix_codemods.verify.pump import watch

Request: TypeAlias = Mapping[str, Any]

# What a process can be asked to do, as module and function. Each gets the request.
_PROGRAMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "script": ("torchfix_codemods.verify.child", "run"),
        "probe": ("torchfix_codemods.verify.child", "probe"),
        "tensors": ("torchfix_codemods.verify.tensors", "answer"),
    }
)
# The file in which a run says what keeps it from the user's files.
COVERED = "covered.json"
# What the first optimizer of every run would import, in more than a second.
_SLOW_TO_IMPORT = "torch._dynamo"


def main(arguments: Sequence[str]) -> int:
    """Serve until standard input ends, or do one request that stands in the file named by the only argument."""
    if arguments:
        return program(json.loads(Path(arguments[0]).read_bytes()))
    return Server().serve()


def program(request: Request) -> int:
    """Do what a request asks for, in this process, and return its exit code."""
    module, function = _PROGRAMS[request["do"]]
    run: Callable[[Request], int] = getattr(import_module(module), function)
    return run(request)


class Server:
    """The process that waits for requests. It has one thread, so that it may fork."""

    def __init__(self) -> None:
        # The numbers 0 to 2 are free then for what a run is given.
        self.requests, self.answers = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.close(nothing)
        self.pending = b""
        self.inside = Inside()
        self.forks = True  # else a fresh interpreter for each run, which imports torch for itself

    def serve(self) -> int:
        """Answer requests; the exit code of this process."""
        while (request := self._next()) is not None:
            if request["do"] == "import":
                self.forks = request["forks"]
                self.inside = enter(request["without"])
                answer = _import(request["modules"]) if self.forks else _look_for_torch()
                self._answer({**answer, "inside": asdict(self.inside)})
            elif request["do"] == "device":
                self._answer(_use_device(request["device"], self.forks))
            else:
                self._start(request)
        return 0

    def _next(self) -> Request | None:
        while b"\n" not in self.pending:
            data = os.read(self.requests, 65536)
            if not data:
                return None
            self.pending += data
        line, _, self.pending = self.pending.partition(b"\n")
        request: Request = json.loads(line)
        return request

    def _answer(self, answer: Mapping[str, Any]) -> None:
        os.write(self.answers, json.dumps(answer).encode() + b"\n")

    def _start(self, request: Request) -> None:
        """Start a run and tell how it ended."""
        out, err = os.pipe(), os.pipe()
        woken = os.pipe()
        os.set_blocking(woken[1], False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(woken[1], warn_on_full_buffer=False)
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._become(request, out[1], err[1], (*out, *err, *woken, self.requests, self.answers))
        os.close(out[1])
        os.close(err[1])
        # Outside a namespace of processes its numbers mean others, and there its processes end with this one.
        self._answer({"started": True, "group": 0 if self.inside.processes else pid})
        try:
            ended = watch(pid, (out[0], err[0]), woken[0], self.requests, request, self.inside)
        finally:
            signal.set_wakeup_fd(-1)
            for number in (out[0], err[0], *woken):
                os.close(number)
        if ended is not None:  # else nobody is left to tell, as the end of the requests will show
            self._answer({"ended": ended})

    def _become(self, request: Request, out: int, err: int, foreign: Sequence[int]) -> NoReturn:
        """Be the run: own session, nothing to read, the two pipes to write to."""
        with contextlib.suppress(OSError):  # it leads one already where it was started alone
            os.setsid()
        os.dup2(out, 1)
        os.dup2(err, 2)
        for number in set(foreign):
            os.close(number)
        self._take_cover(request)
        os.chdir(request.get("cwd", "."))
        if request["do"] == "command":
            _execute(request["command"], request["environment"])
        os.environ.update(request.get("environment", {}))
        if not self.forks:
            _execute(_alone(request), dict(os.environ))
        code = 1
        try:
            code = program(request)
        except BaseException:
            traceback.print_exc()
        leave(code)

    def _take_cover(self, request: Request) -> None:
        """Keep what the run writes apart from the user's files; without that, no run."""
        asked = request.get("cover")
        if not asked:
            return
        answer: dict[str, Any] = {"covered": [], "error": ""}
        try:
            if not self.inside.mounts:
                raise OSError("there is no namespace of mounts")
            rights = self.inside.has_rights
            answer["covered"] = take_cover(asked["box"], asked["layer"], asked["roots"], gives_up_rights=rights)
            if asked["roots"] != answer["covered"] and request["do"] != "cover":
                answer["error"] = "not all folders could be covered that were covered before"
        except OSError as error:
            answer["error"] = str(error)
        Path(request["output"], COVERED).write_text(json.dumps(answer), "utf-8")
        if answer["error"] or request["do"] == "cover":
            os._exit(0)


def _alone(request: Request) -> list[str]:
    """The command that does a request in a fresh interpreter."""
    place = Path(request["output"], "request.json")
    place.write_text(json.dumps({**request, "alone": True}), "utf-8")
    return [sys.executable, "-c", sys.orig_argv[2], str(place)]


def _execute(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    try:
        os.execvpe(command[0], list(command), environment)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def leave(code: int) -> NoReturn:
    """End a forked process as the interpreter would, but for taking apart what it never made: that is most of its time.

    Threads that keep a program alive are waited for, exit functions run, and what files have in their buffers is
    written.
    """
    with contextlib.suppress(Exception):
        threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    main = sys.modules.get("__main__")
    if main is not None:
        vars(main).clear()
    for thing in gc.get_objects():
        if isinstance(thing, io.IOBase):
            with contextlib.suppress(Exception):
                thing.flush()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


def _import(modules: Sequence[str]) -> dict[str, Any]:
    """Import what every run needs."""
    try:
        for name in modules:
            import_module(name)
    except ModuleNotFoundError as error:
        return {"error": "not installed" if error.name == "torch" else f"cannot be imported: {error}"}
    except Exception as error:
        return {"error": f"cannot be imported: {type(error).__name__}: {error}"}
    return {"error": ""}


def _look_for_torch() -> dict[str, Any]:
    return {"error": "" if find_spec("torch") else "not installed"}


def _use_device(device: str, forks: bool) -> dict[str, Any]:
    """Prepare the device for all runs to come."""
    if device != "cuda":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    if not forks:
        return {"error": ""}
    if device == "emulate":
        from torchfix_codemods.verify.emulate import EmulationError, install

        try:
            install()
        except EmulationError as error:
            return {"error": str(error)}
    for module, _ in _PROGRAMS.values():
        import_module(module)
    with contextlib.suppress(Exception):  # only a matter of time
        import_module(_SLOW_TO_IMPORT)
    _make_forks_cheap()
    return {"error": ""}


def _make_forks_cheap() -> None:
    """What torch has made on import will be no garbage in a run, and needs no end of its own: a copy that is made of
    every page of it costs more than a small script."""
    for finalizer in list(weakref.finalize._registry):  # type: ignore[attr-defined]
        finalizer.atexit = False
    gc.freeze()
