"""Fixes files in several processes. A worker that dies costs the file it was at, and nothing else.

The standard pools either wait for ever for a worker that was killed, or give up all that is pending: hence one pipe per
worker, over which each result comes back by itself. multiprocessing is imported only when workers are started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from torchfix_codemods.analysis.project.interface import UNREAD, Interface
from torchfix_codemods.ending import ended_by
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.garbage import RareCollection
from torchfix_codemods.parent import end_with_parent
from torchfix_codemods.registry import known_rules, load, triggered
from torchfix_codemods.result import FixResult, Problem

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

MOST_IN_CHUNK = 32
# Below these many bytes to look at, starting processes costs more than it gains (measured: `fork` 11 ms when libcst is
# loaded already, `spawn` 370 ms for each worker).
_WORTH_FORKING = 300_000
_WORTH_SPAWNING = 2_000_000
_PER_WORKER = 150_000


@dataclass(frozen=True, slots=True)
class Task:
    """One file to fix, or to read what it tells the others. `request` is an index into the requests of the run."""

    index: int
    path: str
    data: bytes
    request: int
    notebook: bool = False
    reads: bool = False


def fix_all(
    tasks: Sequence[Task], requests: Sequence[FixRequest], jobs: int, method: str | None = None
) -> Generator[tuple[int, FixResult], None, None]:
    """Fix files, in processes where that pays.

    Args:
        tasks: the files.
        requests: what the tasks refer to.
        jobs: how many processes at most; 0 for one per processor.
        method: how processes are started, "fork", "forkserver" or "spawn"; the best for this machine if not given.

    Yields:
        The index of a task and its result, in any order.
    """
    method = method or _start_method()
    size = sum(len(task.data) for task in tasks)
    workers = min(jobs or _processors(), len(tasks), max(2, size // _PER_WORKER))
    if workers < 2 or size < (_WORTH_FORKING if method == "fork" else _WORTH_SPAWNING):
        return _one_by_one(tasks, requests)
    if method == "fork":
        _load_for_all(tasks, requests)
    return _fixed(_Pool(tasks, requests, workers, method).results())


def read_all(tasks: Sequence[Task], jobs: int, method: str | None = None) -> dict[int, Interface]:
    """What files tell the others, by the index of their tasks; read in processes where that pays.

    Args:
        tasks, jobs, method: as in `fix_all`; the data are code.
    """
    method = method or _start_method()
    size = sum(len(task.data) for task in tasks)
    workers = min(jobs or _processors(), len(tasks), max(2, size // _PER_WORKER))
    if workers < 2 or method != "fork" or size < _WORTH_FORKING:  # other ways of starting cost more than the reading
        with RareCollection() as garbage:
            found: dict[int, Interface] = {}
            for task in tasks:
                garbage.before(len(task.data))
                found[task.index] = _read(task)
            return found
    with closing(_Pool([replace(task, reads=True) for task in tasks], (), workers, method).results()) as answers:
        return {index: answer if isinstance(answer, Interface) else UNREAD for index, answer in answers}


def _read(task: Task) -> Interface:
    from torchfix_codemods.plan import read_interface

    try:
        return read_interface(task.data)
    except (RecursionError, MemoryError):  # it will be named when it is fixed
        return UNREAD


def _fixed(results: Iterator[tuple[int, FixResult | Interface]]) -> Generator[tuple[int, FixResult], None, None]:
    """Only results of fixing, as there are no others."""
    for index, result in results:
        assert isinstance(result, FixResult)
        yield index, result


def _one_by_one(tasks: Sequence[Task], requests: Sequence[FixRequest]) -> Generator[tuple[int, FixResult], None, None]:
    with RareCollection() as garbage:
        for task in tasks:
            garbage.before(len(task.data))
            yield fix_task(task, requests)


def fix_task(task: Task, requests: Sequence[FixRequest]) -> tuple[int, FixResult]:
    """Fix one file; whatever goes wrong comes back as a problem."""
    request = requests[task.request]
    try:
        if task.notebook:
            from torchfix_codemods.notebook import fix_notebook

            return task.index, fix_notebook(task.data, task.path, request)
        return task.index, fix(task.data, task.path, request)
    except RecursionError:
        return task.index, _failed(task, "is nested too deeply", "")
    except MemoryError:
        return task.index, _failed(task, "takes more memory than there is", "")
    except Exception as error:  # one file's trouble must not cost the others
        import traceback

        place = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"failed ({type(error).__name__}: {error} at {place.name}:{place.lineno})"
        return task.index, _failed(task, reason, "the file was left as it was; please report this")


def chunks(tasks: Sequence[Task], workers: int) -> deque[list[Task]]:
    """Portions of the work, the biggest files first, so that no worker is left alone with one at the end."""
    portion = sum(len(task.data) for task in tasks) // (workers * 4) + 1
    portions: deque[list[Task]] = deque()
    filled = portion
    for task in sorted(tasks, key=lambda task: len(task.data), reverse=True):
        if filled >= portion or len(portions[-1]) >= MOST_IN_CHUNK:
            portions.append([])
            filled = 0
        portions[-1].append(task)
        filled += len(task.data)
    return portions


def _failed(task: Task, reason: str, hint: str) -> FixResult:
    return FixResult(task.path, problems=(Problem(task.path, reason, hint=hint),))


def _done(task: Task, requests: Sequence[FixRequest]) -> tuple[int, FixResult | Interface]:
    return (task.index, _read(task)) if task.reads else fix_task(task, requests)


@dataclass
class _Worker:
    """A process, our end of its pipe, and what it has not yet answered."""

    process: BaseProcess
    pipe: Connection
    waiting: deque[Task] = field(default_factory=deque)


class _Pool:
    """Workers and the work that no worker has yet."""

    def __init__(self, tasks: Sequence[Task], requests: Sequence[FixRequest], size: int, method: str) -> None:
        from multiprocessing import get_context

        if method == "fork":
            with contextlib.suppress(ImportError):
                import_module("ctypes")  # by which workers ask to end with us, the first that they do
        self.context: BaseContext = get_context(method)
        self.requests = requests
        self.size = size
        self.portions = chunks(tasks, size)
        self.workers: list[_Worker] = []

    def results(self) -> Generator[tuple[int, FixResult | Interface], None, None]:
        """All results as they come. However this ends, no worker is left."""
        from multiprocessing.connection import wait

        try:
            while self.portions or any(worker.waiting for worker in self.workers):
                self._hand_out()
                if not self.workers:  # no process can be started: do it here
                    for task in self.portions.popleft():
                        yield _done(task, self.requests)
                    continue
                ready = set(wait([worker.pipe for worker in self.workers]))
                for worker in [worker for worker in self.workers if worker.pipe in ready]:
                    yield from self._receive(worker)
        finally:
            self._stop()

    def _hand_out(self) -> None:
        """Give every idle worker a portion; start workers as long as there are portions for them."""
        while self.portions and len(self.workers) < self.size:
            if not self._start():
                break
        for worker in self.workers:
            if not worker.waiting and self.portions:
                portion = self.portions.popleft()
                worker.waiting.extend(portion)
                try:
                    worker.pipe.send(portion)
                except OSError:  # it died while idle; reading from it will tell
                    continue

    def _start(self) -> bool:
        ours, theirs = self.context.Pipe()
        # A forked process has copies of our ends of all pipes, and would keep its siblings from noticing our death.
        is_forked = self.context.get_start_method() == "fork"
        copies = [worker.pipe for worker in self.workers] + [ours] if is_forked else []
        # We fork only where there is one thread; of several, the one that starts a process may end long before us.
        parent = os.getpid() if is_forked else None
        process = self.context.Process(target=_work, args=(theirs, tuple(self.requests), copies, parent), daemon=True)  # type: ignore[attr-defined]
        try:
            with _away_from_current_folder(), _uninterrupted():
                process.start()
                self.workers.append(_Worker(process, ours))
        except OSError:
            self.size = len(self.workers)
            return False
        finally:
            theirs.close()
        return True

    def _receive(self, worker: _Worker) -> Iterator[tuple[int, FixResult | Interface]]:
        try:
            answer: tuple[int, FixResult | Interface] = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(worker)
            return
        worker.waiting.popleft()
        yield answer

    def _bury(self, worker: _Worker) -> Iterator[tuple[int, FixResult]]:
        """Name the file that a dead worker was at, if any, and let others do the rest of its portion."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        if not worker.waiting:  # it had done its part, and the others have not
            return
        task = worker.waiting.popleft()
        if worker.waiting:
            self.portions.append(list(worker.waiting))
        code = worker.process.exitcode or 0
        how = ended_by(-code) if code < 0 else f"ended with code {code}"
        yield task.index, _failed(task, f"the process that worked on it {how}", "out of memory? try --jobs 1")

    def _stop(self) -> None:
        """End all workers. They have nothing to clear away, and one that is stopped (SIGSTOP, a debugger) hears nothing
        else; so there is no time in which a second Ctrl-C could leave some for Python to wait for.
        """
        for worker in self.workers:
            worker.process.kill()
            worker.pipe.close()
        for worker in self.workers:
            worker.process.join()


def _work(
    pipe: Connection, requests: Sequence[FixRequest], copies: Sequence[Connection], parent: int | None = None
) -> None:
    """What a worker does: portions in, results out one by one, until the pipe is closed or `parent` has ended."""
    if parent is not None:
        with contextlib.suppress(OSError):  # then it ends when it has done what it is at, and finds the pipe closed
            end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent sees to the workers
    for copy in copies:
        copy.close()
    with RareCollection() as garbage:
        while True:
            try:
                for task in pipe.recv():
                    garbage.before(len(task.data))
                    pipe.send(_done(task, requests))
            except (EOFError, OSError):
                return


@contextlib.contextmanager
def _uninterrupted() -> Generator[None, None, None]:
    """Let Ctrl-C wait: a process that is there, and that we do not know yet, would not be ended."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _away_from_current_folder() -> Generator[None, None, None]:
    """Keep the interpreters that are started from importing the user's own `threading.py` or `random.py`.

    All but `fork` start `python -c "from multiprocessing..."`, and `-c` puts the current folder first on the import
    path. The import path of this process is handed over a moment later.

    Raises:
        OSError: they cannot be kept from it.
    """
    from multiprocessing import util

    # Not public, but what every way of starting asks for flags, from Python 3.10 to 3.14.
    name = "_args_from_interpreter_flags"
    flags = getattr(util, name, None)
    if flags is None:
        raise OSError("this Python's multiprocessing is not known")
    apart = "-P" if sys.version_info >= (3, 11) else "-I"
    setattr(util, name, lambda: [*flags(), apart])
    try:
        yield
    finally:
        setattr(util, name, flags)


def _start_method() -> str:
    """`fork` where it is safe: it is by far the fastest, and shares what the parent has imported."""
    if sys.platform == "win32":
        return "spawn"
    # Apple's libraries do not survive it, nor does a lock that another thread holds.
    if sys.platform == "darwin" or _has_threads():
        return "spawn"
    return "fork"


def _has_threads() -> bool:
    threading: Any = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _load_for_all(tasks: Sequence[Task], requests: Sequence[FixRequest]) -> None:
    """Import before forking what every worker needs, so that it is done once."""
    with contextlib.suppress(Exception):  # what cannot be imported is reported with the files that need it
        if any(request.apply or request.render_changes for request in requests):
            import_module("torchfix_codemods.rewrite.apply")
        rules = [[rule for rule in known_rules(request.plugins) if rule.code in request.codes] for request in requests]
        for task in tasks:
            for rule in triggered(rules[task.request], task.data, reaches_torch=True):
                load(rule)
                for others in rules:  # it need not be looked for in the other files
                    if rule in others:
                        others.remove(rule)
