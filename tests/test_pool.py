"""Files fixed in several processes: the same results, whatever becomes of the workers."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
import runs
from runs import IDLE, LOUD, QUIET, Folder, problems

from torchfix_codemods import pool
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.pool import Task, chunks, fix_all, fix_task
from torchfix_codemods.result import FixResult

METHODS = [method for method in ("fork", "spawn") if method in multiprocessing.get_all_start_methods()]
DEADLY = "import torch\nDIE\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    runs.install(site)
    return site


@pytest.fixture
def folder(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A folder whose smallest run is worth a pool."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pool, "_WORTH_FORKING", 0)
    monkeypatch.setattr(pool, "_WORTH_SPAWNING", 0)
    return Folder(tmp_path.resolve())


@pytest.mark.parametrize("method", METHODS)
def test_processes_find_what_one_process_finds(folder: Folder, method: str) -> None:
    for number in range(8):
        folder.write(f"{number}.py", LOUD * (number + 1))
    folder.write("idle.py", IDLE)
    alone = folder.run(apply=False, use_cache=False, jobs=1)
    together = folder.run(apply=False, use_cache=False, jobs=2, start_method=method)
    assert together == alone
    assert len(together["7.py"].result.findings) == 8
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("method", METHODS)
def test_a_worker_that_dies_costs_one_file(folder: Folder, method: str) -> None:
    for name in ("a.py", "b.py", "c.py", "e.py", "f.py"):
        folder.write(name)
    folder.write("d.py", DEADLY + LOUD * 3)
    outcomes = folder.run(apply=False, use_cache=False, jobs=2, start_method=method)
    assert list(problems(outcomes)) == [("d.py", "the process that worked on it ended with code 7")]
    assert all(len(outcome.result.findings) == 1 for name, outcome in outcomes.items() if name != "d.py")
    assert multiprocessing.active_children() == []


@pytest.mark.skipif("fork" not in METHODS, reason="the files are told apart by a function of this process")
def test_a_worker_that_is_killed_is_told_by_its_signal(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(data: bytes, path: str, request: FixRequest) -> FixResult:
        if path != "b.py":
            os.kill(os.getpid(), signal.SIGKILL)
        return FixResult(path)

    monkeypatch.setattr(pool, "fix", kill)
    for name in ("a.py", "b.py", "c.py"):
        folder.write(name)
    outcomes = folder.run(apply=False, jobs=2, start_method="fork")
    reason = "the process that worked on it was ended by SIGKILL"
    assert list(problems(outcomes)) == [("a.py", reason), ("c.py", reason)]


@pytest.mark.skipif("fork" not in METHODS, reason="the files are told apart by a function of this process")
def test_an_idle_worker_that_is_killed_costs_nothing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    done, idle = folder.root / "done", folder.root / "idle"

    def wait_and_kill(data: bytes, path: str, request: FixRequest) -> FixResult:
        if path == "a.py":
            idle.write_text(str(os.getpid()), "utf-8")
        else:
            while not done.exists():
                time.sleep(0.01)
            os.kill(int(idle.read_text("utf-8")), signal.SIGKILL)
        return FixResult(path)

    monkeypatch.setattr(pool, "fix", wait_and_kill)
    folder.write("a.py")
    folder.write("b.py")
    run = folder.start(apply=False, jobs=2, start_method="fork")
    run.progress = lambda finished, _: done.touch() if finished else None
    assert [outcome.result for outcome in run] == [FixResult("a.py"), FixResult("b.py")]


@pytest.mark.parametrize("method", METHODS)
def test_who_stops_early_leaves_no_process(folder: Folder, method: str) -> None:
    for number in range(6):
        folder.write(f"{number}.py")
    outcomes = iter(folder.start(apply=False, jobs=2, start_method=method))
    next(outcomes)
    del outcomes
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("method", METHODS)
def test_who_interrupts_leaves_no_process(folder: Folder, method: str) -> None:
    for number in range(6):
        folder.write(f"{number}.py")
    run = folder.start(apply=False, jobs=2, start_method=method)

    def interrupt(done: int, _: int) -> None:
        if done:
            raise KeyboardInterrupt

    run.progress = interrupt
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert multiprocessing.active_children() == []


@pytest.mark.skipif("fork" not in METHODS, reason="the files are told apart by a function of this process")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the interrupt
@pytest.mark.parametrize("again", [False, True], ids=["once", "and again while workers are ended"])
def test_a_worker_that_hears_nothing_keeps_nobody_from_ending(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    def stop(data: bytes, path: str, request: FixRequest) -> FixResult:
        if path == "b.py":
            os.kill(os.getpid(), signal.SIGSTOP)
        return FixResult(path)

    monkeypatch.setattr(pool, "fix", stop)
    for name in ("a.py", "b.py"):
        folder.write(name)
    run = folder.start(apply=False, jobs=2, start_method="fork")
    process = multiprocessing.get_context("fork").Process
    join = process.join

    def interrupted(self: BaseProcess, timeout: float | None = None) -> None:
        monkeypatch.setattr(process, "join", join)
        raise KeyboardInterrupt

    def interrupt(done: int, _: int) -> None:
        if done:
            if again:
                monkeypatch.setattr(process, "join", interrupted)
            raise KeyboardInterrupt

    run.progress = interrupt
    with pytest.raises(KeyboardInterrupt):
        list(run)
    end = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < end:
        time.sleep(0.01)
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal can be held back here")
def test_an_interrupt_while_a_worker_is_started_comes_when_it_is_known(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = multiprocessing.get_context("fork").Process
    start = process.start

    def interrupted(self: BaseProcess) -> None:
        start(self)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(process, "start", interrupted)
    for name in ("a.py", "b.py"):
        folder.write(name)
    with pytest.raises(KeyboardInterrupt):
        folder.run(apply=False, jobs=2, start_method="fork")
    assert multiprocessing.active_children() == []


@pytest.mark.skipif("fork" not in METHODS, reason="no fork here")
@pytest.mark.parametrize("allowed", [0, 1])
def test_where_processes_cannot_be_started_the_work_is_done_all_the_same(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, allowed: int
) -> None:
    for number in range(6):
        folder.write(f"{number}.py")
    fork = os.fork
    forked: list[bool] = []

    def limited() -> int:
        if len(forked) == allowed:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        forked.append(True)
        return fork()

    monkeypatch.setattr(os, "fork", limited)
    outcomes = folder.run(apply=False, jobs=3, start_method="fork")
    assert [len(outcome.result.findings) for outcome in outcomes.values()] == [1] * 6
    assert len(forked) == allowed


def test_a_thread_forbids_forking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert pool._start_method() == "fork"
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert pool._start_method() == "spawn"
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_some_systems_do_not_fork(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert pool._start_method() == "spawn"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (RecursionError(), "is nested too deeply"),
        (MemoryError(), "takes more memory than there is"),
        (ValueError("odd"), "failed (ValueError: odd at raising:"),
    ],
)
def test_an_error_costs_one_file(monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str) -> None:
    def raising(data: bytes, path: str, request: FixRequest) -> FixResult:
        raise error

    monkeypatch.setattr(pool, "fix", raising)
    index, result = fix_task(Task(3, "a.py", LOUD.encode(), 0), [FixRequest(())])
    (problem,) = result.problems
    assert (index, problem.path, problem.fatal) == (3, "a.py", True)
    assert problem.reason.startswith(reason)


def sizes(portions: Sequence[Sequence[Task]]) -> list[list[int]]:
    return [[len(task.data) for task in portion] for portion in portions]


def tasks(*lengths: int) -> list[Task]:
    return [Task(index, f"{index}.py", b"x" * length, 0) for index, length in enumerate(lengths)]


def test_the_biggest_files_go_first_and_alone() -> None:
    assert sizes(chunks(tasks(1, 2, 100, 1, 30, 2), 2)) == [[100], [30], [2, 2, 1, 1]]


def test_no_portion_is_long() -> None:
    portions = chunks(tasks(*[1] * 1000), 1)
    assert max(map(len, portions)) == pool.MOST_IN_CHUNK
    assert sorted(task.index for portion in portions for task in portion) == list(range(1000))


@pytest.mark.parametrize(
    ("lengths", "jobs", "method"),
    [((400_000,), 8, "fork"), ((1000, 1000), 8, "fork"), ((900_000, 900_000), 8, "spawn"), ((400_000,) * 2, 1, "fork")],
)
def test_little_work_needs_no_processes(
    monkeypatch: pytest.MonkeyPatch, lengths: tuple[int, ...], jobs: int, method: str
) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a pool was made")

    monkeypatch.setattr(pool, "_Pool", forbidden)
    results = dict(fix_all(tasks(*lengths), [FixRequest(())], jobs, method))
    assert sorted(results) == list(range(len(lengths)))


def test_texts_come_back_from_workers(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    if "fork" not in METHODS:
        pytest.skip("the rule is a function of this process")

    def replacing(data: bytes, path: str, request: FixRequest) -> FixResult:
        return FixResult(path, data.replace(b"LOUD", b"quiet"))

    monkeypatch.setattr(pool, "fix", replacing)
    folder.write("a.py")
    folder.write("b.py")
    outcomes = folder.run(write=True, jobs=2, start_method="fork")
    assert [outcome.written for outcome in outcomes.values()] == [True, True]
    assert folder.text("a.py") == folder.text("b.py") == QUIET


# ---- what stands in the current folder

_DRIVER = """
import sys
from torchfix_codemods import pool
from torchfix_codemods.fix import FixRequest

if __name__ == "__main__":
    pool._WORTH_SPAWNING = 0
    pool.fix_task = None  # in this process; so no result comes from it
    tasks = [pool.Task(number, f"{number}.py", b"import torch\\n", 0) for number in range(4)]
    print(sorted(index for index, _ in pool.fix_all(tasks, [FixRequest(())], 2, sys.argv[1])))
"""
_HOSTILE = (
    "ast collections contextlib copyreg enum functools hashlib importlib io json multiprocessing operator os pathlib "
    "pickle random re runpy selectors signal sitecustomize site socket struct subprocess tempfile threading traceback "
    "types typing usercustomize warnings weakref"
)


@pytest.mark.parametrize("method", [method for method in multiprocessing.get_all_start_methods() if method != "fork"])
def test_workers_import_nothing_from_the_current_folder(tmp_path: Path, method: str) -> None:
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    for name in _HOSTILE.split():
        (hostile / f"{name}.py").write_text(f"open('stolen-{name}', 'w').close()\n", encoding="utf-8")
    driver = tmp_path / "driver.py"
    driver.write_text(_DRIVER, encoding="utf-8")

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=hostile, capture_output=True, text=True, check=False, timeout=120
        )
        return done.stdout

    assert run(str(driver), method) == "[0, 1, 2, 3]\n"
    assert list(hostile.glob("stolen-*")) == []
    run("-c", "from multiprocessing.spawn import spawn_main")  # as multiprocessing itself would
    assert list(hostile.glob("stolen-*")) != []


def test_where_workers_cannot_be_kept_apart_none_is_started(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    from multiprocessing import util

    monkeypatch.delattr(util, "_args_from_interpreter_flags")
    for name in ("a.py", "b.py"):
        folder.write(name)
    outcomes = folder.run(apply=False, use_cache=False, jobs=2, start_method="spawn")
    assert [len(outcome.result.findings) for outcome in outcomes.values()] == [1, 1]
