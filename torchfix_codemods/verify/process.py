"""The process that torchfix starts runs through: started when first needed, replaced when a run has killed it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from torchfix_codemods.verify.model import VerifyError

Answer: TypeAlias = dict[str, Any]

_ROOT = str(Path(__file__).resolve().parents[2])
# The folder of the package is on the import path only until our own modules are found.
_BOOT = (
    "import sys; sys.path[:] = [p for p in sys.path if p] + [{root!r}]; import torchfix_codemods.verify.server as s; "
    "sys.path.pop(); sys.exit(s.main(sys.argv[1:]))"
)
_PRELOADED = ("torch",)  # which imports numpy if it is there
_IMPORT_TIME = 300.0
# What a run may take beyond its own limit before its watcher is taken for dead.
_GRACE = 15.0


@dataclass
class Workshop:
    """Starts runs. `forks` says whether one process with torch in it is forked for each run.

    A context manager; whatever is still running at its end is killed.
    """

    environment: Mapping[str, str]
    log: Path  # where a failing server may say why
    forks: bool = field(default_factory=lambda: sys.platform.startswith("linux"))
    tick: Callable[[], None] = lambda: None  # called every second while a run goes on
    device: str = ""
    without: frozenset[str] = frozenset()  # for tests: what not to use of the system, see `namespaces.enter`
    inside: Mapping[str, bool] = field(default_factory=dict)  # what the system gives, once started
    _process: subprocess.Popen[bytes] | None = None
    _pending: bytes = b""

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def use(self, device: str) -> None:
        """All runs to come are on this device.

        Raises:
            VerifyError: the device cannot be had.
        """
        if self.device:
            self.stop()  # what was prepared for one device cannot be used for another
        self.device = ""
        answer = self._asked({"do": "device", "device": device}, _IMPORT_TIME)
        if answer["error"]:
            self.stop()
            raise VerifyError(f"no CUDA device can be emulated here: {answer['error']}")
        self.device = device

    def run(self, request: Mapping[str, Any]) -> Answer:
        """Run something and wait for its end.

        Args:
            request: `do`, `output` (a folder), `timeout`, `limit`, and what the program wants to know.

        Returns:
            How it ended (see `pump.watch`), or `{"is_lost": True, ...}` if it took the process that watches it along.

        Raises:
            VerifyError: torch is not there.
        """
        began = time.monotonic()
        started = self._asked(request, _GRACE)
        answer: Answer | None = None
        if started.get("started"):
            answer = self._receive(request["timeout"] + _GRACE)
        if answer is None or "ended" not in answer:
            self._abandon(started.get("group", 0))
            return {"is_lost": True, "code": 0, "timed_out": False, "seconds": time.monotonic() - began}
        ended: Answer = answer["ended"]
        return ended

    def stop(self) -> None:
        """End the process and what it is running."""
        process, self._process, self._pending = self._process, None, b""
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()  # the sign for it to kill what it runs, and to leave
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(3)
        _kill_group(process.pid)
        process.wait()
        process.stdout.close()

    # ---- talking

    def _asked(self, request: Mapping[str, Any], seconds: float) -> Answer:
        self._start()
        return self._ask(request, seconds) or {"error": "the process ended"}

    def _ask(self, request: Mapping[str, Any], seconds: float) -> Answer | None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            return None
        return self._receive(seconds)

    def _receive(self, seconds: float) -> Answer | None:
        """The next answer, None if there is none in time or ever."""
        assert self._process is not None and self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        end = time.monotonic() + seconds
        while b"\n" not in self._pending:
            left = end - time.monotonic()
            ready, _, _ = select.select([pipe], [], [], max(0.0, min(1.0, left)))
            if not ready and left > 0:
                self.tick()
                continue
            data = os.read(pipe, 65536) if ready else b""
            if not data:
                return None
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        try:
            answer: Answer = json.loads(line)
        except ValueError:
            return None
        return answer

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()
        boot = _BOOT.format(root=_ROOT)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", boot],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=dict(self.environment),
                cwd=self.log.parent,
                start_new_session=True,
            )
        request = {"do": "import", "modules": _PRELOADED, "forks": self.forks, "without": sorted(self.without)}
        answer = self._ask(request, _IMPORT_TIME)
        if answer is None or answer["error"]:
            self.stop()
            raise VerifyError(self._why_no_torch(answer))
        self.inside = answer["inside"]
        if self.device:
            self._ask({"do": "device", "device": self.device}, _IMPORT_TIME)

    def _why_no_torch(self, answer: Answer | None) -> str:
        if answer is not None and answer["error"] == "not installed":
            return f"torch is not installed for {sys.executable}, and verify runs scripts with it: pip install torch"
        if answer is not None:
            return f"torch {answer['error']}"
        said = self.log.read_text("utf-8", "replace").strip().splitlines()
        return f"a process that imports torch cannot be started{f': {said[-1]}' if said else ''}"

    def _abandon(self, group: int) -> None:
        """A run that is out of control goes, and so does the process that should have watched it."""
        if group:
            _kill_group(group)
        process = self._process
        if process is not None and process.poll() is None:
            _kill_group(process.pid)
        self.stop()


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
