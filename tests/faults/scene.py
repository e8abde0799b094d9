"""A tree of files of its own for every try, the tool as a process in it, and what may never happen to the files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

OLD, NEW = b"x.data", b"x.detach()"
RULE = "TFC601"  # says that one has to become the other
SECONDS = 120.0  # what no run here may take, but for the long ones
_FILE = "import torch\n\n\ndef number_{number}(x: torch.Tensor) -> torch.Tensor:\n    return x.data + {number}\n"
_PADDING = "# This line says nothing, but it has to be read and written all the same.\n"
_HOOK = Path(__file__).with_name("hook.py")


class Broken(AssertionError):  # noqa: N818 (neither is an error of the code)
    """Something that must hold does not."""


class Skipped(Exception):  # noqa: N818 (neither is an error of the code)
    """The fault cannot be made here; the text says why."""


def must(condition: object, otherwise: str) -> None:
    """State what must hold.

    Raises:
        Broken: it does not.
    """
    if not condition:
        raise Broken(otherwise)


@dataclass(frozen=True)
class Ended:
    """How a run ended. `code` is negative where a signal has ended it."""

    code: int
    out: str
    err: str
    seconds: float

    def plainly(self, *codes: int) -> None:
        """It ended with one of these exit codes, and without a word that is not meant for users."""
        said = f"exit code {self.code}: {self.err or self.out}"
        must("Traceback" not in self.err and "internal error" not in self.err, said)
        must("please report this" not in self.err, said)
        must(self.code in codes, said)


@dataclass
class Scene:
    """One try. `folder` is all its own, `tree` in it is what the tool works on. `is_long` asks for the full size."""

    folder: Path
    random: Random
    is_long: bool = False
    old: dict[str, bytes] = field(default_factory=dict)
    arguments: tuple[str, ...] = ("apply", "--select", RULE)
    prefix: tuple[str, ...] = ()  # a program that starts ours in another way
    hook: dict[str, object] = field(default_factory=dict)
    notes: dict[str, object] = field(default_factory=dict)  # what the setup tells those that look afterwards

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    # ---- before

    def write(self, name: str, data: bytes) -> Path:
        """A file that is not among those that must be old or new."""
        file = self.tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return file

    def fill(self, files: int, size: int = 200) -> None:
        """Files with something to fix in each, in a few folders."""
        for number in range(files):
            self.add(f"folder_{number % 5}/file_{number}.py", number, size)

    def add(self, name: str, number: int, size: int = 0) -> None:
        """A file with something to fix, and of about this size."""
        text = _FILE.format(number=number)
        text += _PADDING * max(0, (size - len(text)) // len(_PADDING))
        self.old[name] = text.encode()
        self.write(name, self.old[name])

    # ---- the run

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG", "PYTHONPATH") if name in os.environ}
        return {
            **kept,
            "HOME": str(self.folder / "home"),
            "TORCHFIX_CACHE_DIR": str(self.folder / "cache"),
            "PYTHONWARNINGS": "error",
            "PYTHONIOENCODING": "utf-8",
        }

    def start(self, *arguments: str, out: int | None = None) -> subprocess.Popen[bytes]:
        """Start the tool, in a group of processes of its own."""
        environment = self.environment
        if self.hook:
            site = self.folder / "site"
            site.mkdir(exist_ok=True)
            (site / "sitecustomize.py").write_bytes(_HOOK.read_bytes())
            environment["FAULT"] = json.dumps({"tree": str(self.tree.resolve()), **self.hook})
            environment["PYTHONPATH"] = os.pathsep.join((str(site), environment.get("PYTHONPATH", ""))).rstrip(
                os.pathsep
            )
        return subprocess.Popen(
            [*self.prefix, sys.executable, "-m", "torchfix_codemods", *(arguments or self.arguments)],
            cwd=self.tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if out is None else out,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_heed_signals if os.name == "posix" else None,
        )

    def finish(self, process: subprocess.Popen[bytes], seconds: float = 0) -> Ended:
        """Wait for the end, which must come, and leave nothing that still runs."""
        seconds = seconds or SECONDS * (30 if self.is_long else 1)
        began = time.monotonic()
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _kill_group(process.pid)
            process.communicate()
            raise Broken(f"it had not ended after {seconds:.0f} seconds") from None
        ended = Ended(process.returncode, (out or b"").decode(), err.decode(), time.monotonic() - began)
        end = time.monotonic() + 10
        while _group_lives(process.pid):
            if time.monotonic() > end:
                _kill_group(process.pid)
                raise Broken("a process that it had started still runs")
            time.sleep(0.02)
        return ended

    def run(self, *arguments: str) -> Ended:
        return self.finish(self.start(*arguments))

    # ---- after

    def state(self) -> dict[str, str]:
        """Of each file: is it `old`, `new`, `gone`, or something else?"""
        return {name: self._state(name) for name in self.old}

    def _state(self, name: str) -> str:
        try:
            data = (self.tree / name).read_bytes()
        except FileNotFoundError:
            return "gone"
        old = self.old[name]
        return "new" if data == old.replace(OLD, NEW) else "old" if data == old else f"{len(data)} other bytes"

    def old_or_new(self) -> list[str]:
        """Every file is what it was, or what it should become; the names of the old ones."""
        for name, state in self.state().items():
            must(state in ("old", "new"), f"{name} is {state}")
        return [name for name, state in self.state().items() if state == "old"]

    def again(self) -> None:
        """A run without the fault completes the work, and nothing lies about afterwards."""
        self.hook, self.prefix = {}, ()
        self.run(*self.arguments).plainly(0)
        self.complete()

    def complete(self) -> None:
        left = self.old_or_new()
        must(not left, f"still old: {', '.join(left[:3])}")
        self.tidy()

    def tidy(self) -> None:
        """There is nothing in the tree that a run has made for itself."""
        left = [path.name for path in self.tree.rglob("*") if path.name.startswith((".torchfix", "tmp"))]
        must(not left, f"left behind: {', '.join(left[:3])}")


def old_ones_are_told(scene: Scene, ended: Ended) -> None:
    """What could not be written is named, by file, with exit code 2; the rest is done."""
    left = scene.old_or_new()
    ended.plainly(2 if left else 0)
    for name in left:
        must(name in ended.err, f"{name} is old, and nobody says so: {ended.err}")


def children(pid: int) -> list[int]:
    """The processes that a process has started.

    Raises:
        Skipped: only Linux tells.
    """
    listing = Path(f"/proc/{pid}/task/{pid}/children")
    if not Path("/proc/self/stat").exists():
        raise Skipped("only Linux tells which processes a process has started")
    try:
        return [int(child) for child in listing.read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def ignores_ctrl_c(pid: int) -> bool:
    """Does a process on Linux do so? It is what a worker does when it begins."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    ignored = next((int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigIgn:")), 0)
    return bool(ignored >> (signal.SIGINT - 1) & 1)


def wait_for(condition: Callable[[], object], process: subprocess.Popen[bytes]) -> bool:
    """Wait until something is so; False if the process ends before."""
    while not condition():
        if process.poll() is not None:
            return False
        time.sleep(0.002)
    return True


def _heed_signals() -> None:
    """In the background of a script one inherits that these are ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _kill_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _group_lives(leader: int) -> bool:
    """Does a process of the group still run? One that has ended may wait for somebody to take note."""
    if not Path("/proc/self/stat").exists():
        return False
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == leader and fields[0] != "Z":
                return True
    return False
