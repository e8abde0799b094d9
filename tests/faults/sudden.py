"""Runs that end before they are done, and workers that do."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from faults.scene import Ended, Scene, children, ignores_ctrl_c, must, old_ones_are_told, wait_for

# As the shell counts, and as the system does.
_STOPPED = (130, 143, 129, -2, -15, -1, -9)
_lengths: dict[str, float] = {}
_steps: dict[str, int] = {}


def few(scene: Scene) -> None:
    scene.fill(12)
    scene.arguments = (*scene.arguments, "--jobs", "1")


def enough_for_workers(scene: Scene) -> None:
    scene.fill(40, size=12_000)
    scene.arguments = (*scene.arguments, "--jobs", "2")


@dataclass(frozen=True)
class ByTime:
    """A signal at a random moment of a run, to the process or, as Ctrl-C does, to all."""

    number: int
    to_all: bool = False

    def __call__(self, scene: Scene) -> Ended:
        length = _length(scene)
        process = scene.start()
        time.sleep(scene.random.uniform(0.1, 1.0) * length)
        if process.poll() is None:
            (os.killpg if self.to_all else os.kill)(process.pid, self.number)
        return scene.finish(process)


@dataclass(frozen=True)
class ByStep:
    """A signal at a random one of all the times that the run asks the system for something in the tree."""

    number: int

    def __call__(self, scene: Scene) -> Ended:
        scene.hook = {"at": scene.random.randint(1, steps(scene)), "signal": self.number}
        return scene.run()


def steps(scene: Scene) -> int:
    """How many steps a run without a fault takes in such a tree, counted once; the tree is then as before."""
    key = _kind(scene)
    if key not in _steps:
        count = scene.folder / "count"
        scene.hook = {"count": str(count)}
        scene.run().plainly(0)
        _put_back(scene)
        _steps[key] = int(count.read_text())
    return _steps[key]


def nothing_lost(scene: Scene, ended: Ended) -> None:
    """Every file is old or new, and the next run completes the work and clears away."""
    ended.plainly(0, *_STOPPED)
    left = scene.old_or_new()
    must(ended.code != 0 or not left, "it said that all is well, and there are old files")
    scene.again()


def dies(number: int) -> Callable[[Scene], Ended]:
    """One of the workers is ended."""

    def run(scene: Scene) -> Ended:
        process = scene.start()
        wait_for(lambda: children(process.pid), process)
        time.sleep(scene.random.uniform(0, 0.2))
        workers = children(process.pid)
        if workers:
            _send(scene.random.choice(workers), number)
        return scene.finish(process)

    return run


def hangs(number: int, *, begun: bool = False) -> Callable[[Scene], Ended]:
    """A worker is stopped, one that has `begun` where that matters; then the whole run is told to end.

    Before a worker has done anything, nothing can be asked of the system for it.
    """

    def run(scene: Scene) -> Ended:
        process = scene.start()
        if wait_for(lambda: [child for child in children(process.pid) if not begun or ignores_ctrl_c(child)], process):
            time.sleep(scene.random.uniform(0, 0.1))
            workers = [child for child in children(process.pid) if not begun or ignores_ctrl_c(child)]
            for worker in workers[:1]:
                _send(worker, signal.SIGSTOP)
            time.sleep(0.3)
            if process.poll() is None:
                process.send_signal(number)
        return scene.finish(process, 30)

    return run


def worker_is_told(scene: Scene, ended: Ended) -> None:
    old_ones_are_told(scene, ended)
    scene.again()


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _length(scene: Scene) -> float:
    """How long a run takes here without a fault, measured once for each kind of tree."""
    key = _kind(scene)
    if key not in _lengths:
        began = time.monotonic()
        scene.run().plainly(0)
        _lengths[key] = time.monotonic() - began
        _put_back(scene)
    return _lengths[key]


def _kind(scene: Scene) -> str:
    return f"{len(scene.old)} {sum(map(len, scene.old.values()))} {scene.arguments}"


def _put_back(scene: Scene) -> None:
    scene.complete()
    for name, data in scene.old.items():
        scene.write(name, data)
