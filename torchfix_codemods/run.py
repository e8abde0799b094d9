"""Many sources: read, skip what no rule can concern, fix the rest in a pool, and write. The only writer to disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from torchfix_codemods.result import FixResult
from torchfix_codemods.sources import Source

Progress = Callable[[int, int], None]  # (files done, files in all)


@dataclass(frozen=True)
class RunRequest:
    """How to run. The rules and their options come with each source (`Source.settings`).

    `apply` False finds only (`check`); `write` puts results on disk, and needs `apply`. `render_changes` asks for the
    text of each finding's edits. `keep_before` hands over the old bytes of every file with findings, not only of
    changed ones. `jobs` 0 means as many processes as there are processors.
    """

    apply: bool = True
    write: bool = False
    render_changes: bool = False
    keep_before: bool = False
    jobs: int = 0
    use_cache: bool = True


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one source.

    `before` holds the bytes that were read where `result.after` is set (and see `keep_before`); `written` says that
    the file on disk is now `result.after`.
    """

    source: Source
    result: FixResult
    before: bytes | None = None
    written: bool = False


@dataclass
class Run:
    """A run; iterate over it to make it happen. Outcomes come in the order of the sources.

    `warnings` are sentences about the run as a whole (a cache that cannot be written), complete after the iteration.
    `cached` counts the files whose result was known already.
    """

    sources: Sequence[Source]
    request: RunRequest
    progress: Progress | None = None
    stdin: bytes = b""  # what was read from standard input, for the source of that kind
    warnings: list[str] = field(default_factory=list)
    cached: int = 0

    def __iter__(self) -> Iterator[FileOutcome]:
        """Do the work.

        Raises:
            UnknownRuleError, RegistryError: before the first outcome, when a source's settings name no rule.
            KeyboardInterrupt: after the workers were stopped; every file is as it was or completely written.
        """
        return iter(())
