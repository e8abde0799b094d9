"""Disks that are full, that fail, and that may not be written to."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

from faults.scene import Ended, Scene, Skipped, must, old_ones_are_told
from faults.sudden import steps

_ERRORS = ("ENOSPC", "EDQUOT", "EIO", "EACCES", "EPERM", "EROFS", "EMFILE", "ESTALE", "ENOENT", "EBUSY")
_DISK = 512 * 1024


def few(scene: Scene) -> None:
    scene.fill(12, size=3000)


# ---- full


def small_disk(scene: Scene) -> None:
    """The tree is on a disk of its own with almost no room."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(scene.tree)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        raise Skipped("a disk can be mounted only on Linux, by root")
    scene.notes["mounted"] = scene.tree
    few(scene)
    room = shutil.disk_usage(scene.tree).free
    scene.write("filler", b"x" * max(0, room - scene.random.randint(0, 3) * 4096))


def told_and_done_with_room(scene: Scene, ended: Ended) -> None:
    old_ones_are_told(scene, ended)
    must("Traceback" not in ended.err, ended.err)
    scene.tidy()
    (scene.tree / "filler").unlink(missing_ok=True)
    scene.again()


def files_may_not_be_large(scene: Scene) -> Ended:
    """The system refuses files above a size."""
    if os.name != "posix":
        raise Skipped("limits are POSIX's")
    size = scene.random.choice((0, 1, 1000, 4096))
    scene.prefix = ("sh", "-c", f'ulimit -f {size // 512}; exec "$0" "$@"')
    ended = scene.run()
    scene.prefix = ()
    return ended


def output_to_a_full_device(scene: Scene) -> Ended:
    if not Path("/dev/full").exists():
        raise Skipped("only Linux has /dev/full")
    scene.arguments = (*scene.arguments, *scene.random.choice(((), ("--output-format", "json"), ("--statistics",))))
    with Path("/dev/full").open("wb") as full:
        return scene.finish(scene.start(out=full.fileno()))


def done_but_not_shown(scene: Scene, ended: Ended) -> None:
    ended.plainly(2)
    must(os.strerror(errno.ENOSPC) in ended.err, ended.err)
    scene.complete()


# ---- failing


def a_step_fails(scene: Scene) -> Ended:
    """At a random step of the run, or from there on, the system answers with an error."""
    scene.hook = {
        "at": scene.random.randint(1, steps(scene)),
        "errno": getattr(errno, scene.random.choice(_ERRORS)),
        "on": scene.random.random() < 0.3,
    }
    return scene.run()


def told_and_done_later(scene: Scene, ended: Ended) -> None:
    left = scene.old_or_new()
    ended.plainly(*((2,) if left else (0, 2)))
    must(not left or ended.err.count("\n") >= 2, f"files are old, and nobody says so: {ended.err}")
    scene.again()


# ---- not to be written to


def read_only_files(scene: Scene) -> None:
    few(scene)
    for name in scene.random.sample(sorted(scene.old), 4):
        (scene.tree / name).chmod(0o444)


def read_only_folder(scene: Scene) -> None:
    few(scene)
    _obey_modes(scene)
    scene.notes["folder"] = scene.tree / f"folder_{scene.random.randrange(5)}"
    _mode(scene, 0o555)


def closed_folder(scene: Scene) -> None:
    """Nobody may enter it, so what is in there cannot even be looked for."""
    few(scene)
    _obey_modes(scene)
    scene.notes["folder"] = scene.tree / f"folder_{scene.random.randrange(5)}"
    _mode(scene, scene.random.choice((0o000, 0o444, 0o311)))


def told_and_done_with_permission(scene: Scene, ended: Ended) -> None:
    _mode(scene, 0o755)
    left = scene.old_or_new()
    ended.plainly(2 if left else 0)
    folder = scene.notes.get("folder")
    for name in left:
        shown = name if folder is None else name.partition("/")[0]
        must(shown in ended.err, f"{name} is old, and nobody says so: {ended.err}")
        (scene.tree / name).chmod(0o644)
    must(left, "a file that may not be written was written")
    scene.again()


def _mode(scene: Scene, mode: int) -> None:
    folder = scene.notes.get("folder")
    if isinstance(folder, Path):
        folder.chmod(mode)


def _obey_modes(scene: Scene) -> None:
    """Take from root the right to go where modes forbid it."""
    if os.name != "posix":
        raise Skipped("modes are POSIX's")
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            raise Skipped("root may write everywhere, and there is no setpriv to take that away")
        scene.prefix = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--")
