"""Temporary files: whose they are, and when a later run removes them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from torchfix_codemods import temporary
from torchfix_codemods.temporary import Temporary, is_temporary, sweep

locks = pytest.mark.skipif(sys.platform == "win32", reason="who lives is told by locks, which are POSIX's")
# A run that is killed before it puts its file in place: it says the name and waits.
MAKER = """
import sys, time
from pathlib import Path
from torchfix_codemods.temporary import Temporary
with Temporary(Path(sys.argv[1])) as new:
    new.write(b"half")
    print(new.path, flush=True)
    time.sleep(600)
"""


def test_a_temporary_file_is_gone_unless_it_was_put_somewhere(tmp_path: Path) -> None:
    with Temporary(tmp_path) as new:
        assert is_temporary(new.path.name)
        new.write(b"left")
    assert list(tmp_path.iterdir()) == []
    with Temporary(tmp_path) as new:
        new.write(b"put")
        new.replace(tmp_path / "a")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"put"]


@locks
def test_what_a_killed_run_left_is_removed_and_what_a_living_one_makes_is_not(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKER, str(tmp_path)]
    maker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert maker.stdout is not None
        made = Path(maker.stdout.readline().strip())
        sweep([tmp_path])
        assert made.read_bytes() == b"half"
    finally:
        maker.send_signal(signal.SIGKILL)
        maker.communicate()
    assert made.exists()
    sweep([tmp_path, tmp_path / "no such folder"])
    assert list(tmp_path.iterdir()) == []


# The same, but a worker that it has forked lives on.
FORKER = """
import os, signal, sys
from pathlib import Path
from torchfix_codemods.temporary import Temporary
with Temporary(Path(sys.argv[1])) as new:
    if os.fork() == 0:
        print(new.path, flush=True)
        sys.stdin.read()
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@locks
def test_a_worker_that_outlives_its_maker_does_not_keep_the_file(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FORKER, str(tmp_path)]
    maker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert maker.stdout is not None
        made = Path(maker.stdout.readline().strip())
        assert maker.wait() == -signal.SIGKILL
        assert made.exists()
        sweep([tmp_path])
        assert not made.exists()
    finally:
        maker.communicate()  # the worker ends


def dead(folder: Path) -> Path:
    """A file as a killed run leaves it."""
    file = temporary._new_name(folder)
    file.write_bytes(b"half")
    return file


@locks
def test_what_only_looks_like_ours_stays(tmp_path: Path) -> None:
    name = dead(tmp_path).name
    target = tmp_path / "target.py"
    target.write_bytes(b"mine")
    others = [
        ".torchfix-abcdefgh.tmp",
        ".torchfix-notes.tmp",
        name.replace(".tmp", ".py"),
        name.removeprefix("."),
        name.replace(".torchfix-", ".torchfix-1", 1),  # another number: the checksum is wrong
    ]
    for other in others:
        assert not is_temporary(other)
        (tmp_path / other).write_bytes(b"mine")
    temporary._new_name(tmp_path).symlink_to(target)
    temporary._new_name(tmp_path).mkdir()
    os.mkfifo(temporary._new_name(tmp_path))
    left = set(tmp_path.iterdir()) - {tmp_path / name}
    sweep([tmp_path])
    assert set(tmp_path.iterdir()) == left
    assert target.read_bytes() == b"mine"


def test_another_machines_file_is_left_until_nobody_can_be_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as there:
        there.setattr(temporary, "_machine", lambda: "00000000")
        file = dead(tmp_path)
    sweep([tmp_path])
    assert file.exists()
    long_ago = time.time() - 2 * 3600
    os.utime(file, (long_ago, long_ago))
    sweep([tmp_path])
    assert not file.exists()


@locks
def test_where_there_are_no_locks_files_are_written_and_none_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", none)
    file = dead(tmp_path)
    with Temporary(tmp_path) as new:
        new.write(b"put")
        new.replace(tmp_path / "a")
    sweep([tmp_path])
    assert sorted(tmp_path.iterdir()) == sorted([file, tmp_path / "a"])


@locks
def test_a_file_that_is_taken_for_a_dead_one_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    real = fcntl.flock
    removed: list[Path] = []

    def swept_first(handle: int, how: int) -> None:
        if not removed:
            (file,) = tmp_path.iterdir()
            removed.append(file)
            file.unlink()
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", swept_first)
    with Temporary(tmp_path) as new:
        assert [new.path] == list(tmp_path.iterdir()) != removed
