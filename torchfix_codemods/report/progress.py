"""A progress bar, for runs that a person waits for: on a terminal, and not before a second has passed."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
_INTERVAL = 0.1


class ProgressBar:
    """Told how many files are done, of how many; a context manager that takes the bar away again."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._next = monotonic() + patience
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, total: int) -> None:
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _INTERVAL
        bar, task = self._started()
        bar.update(task, completed=done, total=total, refresh=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _started(self) -> tuple[Progress, TaskID]:
        if self._bar is not None and self._task is not None:
            return self._bar, self._task
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = TextColumn("Looking at files"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        # No thread of its own: the pool may still fork.
        self._bar = Progress(
            *columns,
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("", total=None)
        self._bar.start()
        return self._bar, self._task
