"""All faults: how each is set up, how the tool is run in it, what must hold."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from faults import disk, hostile, races, sudden
from faults.scene import Ended, Scene


@dataclass(frozen=True)
class Fault:
    """One kind of fault. `is_posix` where only POSIX has it; `tries` is how many a test of the suite makes."""

    name: str
    setup: Callable[[Scene], None]
    run: Callable[[Scene], Ended]
    holds: Callable[[Scene, Ended], None]
    is_posix: bool = False
    tries: int = 1


def _signals() -> Iterator[Fault]:
    for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, 0)
        few, many = sudden.few, sudden.enough_for_workers
        yield Fault(f"kill by step, {name}", few, sudden.ByStep(number), sudden.nothing_lost, True)
        yield Fault(f"kill by time, {name}", many, sudden.ByTime(number), sudden.nothing_lost, True)
    interrupt = sudden.ByTime(signal.SIGINT, to_all=True)
    yield Fault("kill by time, Ctrl-C", sudden.enough_for_workers, interrupt, sudden.nothing_lost, True)


def _workers() -> Iterator[Fault]:
    many = sudden.enough_for_workers
    for name in ("SIGKILL", "SIGSEGV", "SIGTERM"):
        yield Fault(f"worker dies, {name}", many, sudden.dies(getattr(signal, name, 0)), sudden.worker_is_told, True)
    yield Fault("worker hangs, then Ctrl-C", many, sudden.hangs(signal.SIGINT), sudden.nothing_lost, True)
    for name in ("SIGTERM", "SIGHUP", "SIGKILL"):
        hangs = sudden.hangs(getattr(signal, name, 0), begun=True)
        yield Fault(f"worker hangs, then {name}", many, hangs, sudden.nothing_lost, True)


FAULTS: tuple[Fault, ...] = (
    Fault("no fault", sudden.few, Scene.run, hostile.all_are_done),
    *_signals(),
    *_workers(),
    Fault("disk is full", disk.small_disk, Scene.run, disk.told_and_done_with_room),
    Fault("file would be too large", disk.few, disk.files_may_not_be_large, disk.told_and_done_later, True),
    Fault("output to a full device", disk.few, disk.output_to_a_full_device, disk.done_but_not_shown),
    Fault("step fails", disk.few, disk.a_step_fails, disk.told_and_done_later),
    Fault("read-only files", disk.read_only_files, Scene.run, disk.told_and_done_with_permission, True),
    Fault("read-only folder", disk.read_only_folder, Scene.run, disk.told_and_done_with_permission, True),
    Fault("closed folder", disk.closed_folder, Scene.run, disk.told_and_done_with_permission, True),
    Fault("file changes meanwhile", races.few, races.changes, races.their_change_stays),
    Fault("two runs on one tree", sudden.few, races.two_at_once, races.both_have_done_it),
    Fault("two runs with workers on one tree", sudden.enough_for_workers, races.two_at_once, races.both_have_done_it),
    Fault("two runs with one cache", races.many_lookers, races.two_at_once, races.both_see_the_same),
    Fault("hostile settings", hostile.few, hostile.configured, hostile.one_sentence, tries=3),
    Fault("hostile ignore patterns", hostile.few, hostile.ignored, hostile.one_sentence, tries=2),
    Fault("no file where one is read", hostile.few, hostile.odd_places, hostile.one_sentence, tries=2),
    Fault("hostile notebook", hostile.few, hostile.notebook, hostile.others_are_done, tries=3),
    Fault("hostile cache", hostile.filled_cache, hostile.damaged, hostile.as_without),
    Fault("links", hostile.links, Scene.run, hostile.nothing_outside),
    Fault("very many files", hostile.very_many, Scene.run, hostile.all_are_done),
)


def attempt(fault: Fault, seed: int, *, is_long: bool = False) -> None:
    """Try a fault once.

    Raises:
        Broken: what must hold does not.
        Skipped: the fault cannot be made here.
    """
    folder = Path(tempfile.mkdtemp(prefix="torchfix-fault-")).resolve()
    scene = Scene(folder, Random(f"{fault.name} {seed}"), is_long)
    scene.tree.mkdir()
    try:
        fault.setup(scene)
        fault.holds(scene, fault.run(scene))
    finally:
        _clear(scene)


def _clear(scene: Scene) -> None:
    if "mounted" in scene.notes:
        subprocess.run(["umount", "-l", str(scene.tree)], check=False)
    for root, folders, _ in os.walk(scene.folder):
        for name in folders:
            with contextlib.suppress(OSError):
                Path(root, name).chmod(0o755)
    shutil.rmtree(scene.folder, ignore_errors=True)
