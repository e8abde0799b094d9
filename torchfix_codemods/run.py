"""Many sources: read, skip what no rule can concern, fix the rest in a pool, and write. The only writer to disk."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from torchfix_codemods.analysis.project.interface import EMPTY, Interface
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.cache import Cache, Entry, content_hash, digest, facts_digest, packed, unpacked
from torchfix_codemods.fix import Site
from torchfix_codemods.outcomes import FileOutcome, put_one, tidy
from torchfix_codemods.plan import (
    Contexts,
    Plan,
    contexts,
    join,
    may_import_others,
    related,
    rules_context,
    runs_nowhere,
)
from torchfix_codemods.pool import Task, fix_all, read_all
from torchfix_codemods.registry import is_triggered
from torchfix_codemods.regular import MOST_OF_SOURCE, read_regular
from torchfix_codemods.result import FixResult, Problem
from torchfix_codemods.sources import Source
from torchfix_codemods.together import in_step, kept_files, put_back
from torchfix_codemods.writing import Names

Progress: TypeAlias = Callable[[int, int], None]  # (files done, files in all)
Company: TypeAlias = Callable[[], Sequence[Source]]


@dataclass(frozen=True)
class RunRequest:
    """How to run. The rules and their options come with each source (`Source.settings`).

    `apply` False finds only (`check`); `write` puts results on disk, and needs `apply`. `render_changes` asks for the
    text of each finding's edits. `keep_before` hands over the old bytes of every file with findings, not only of
    changed ones. `jobs` 0 means as many processes as there are processors. `start_method` is how multiprocessing
    starts them, the best for this machine if None. `only` names the sites that are rewritten, None for all.
    """

    apply: bool = True
    write: bool = False
    render_changes: bool = False
    keep_before: bool = False
    jobs: int = 0
    use_cache: bool = True
    start_method: str | None = None
    only: frozenset[Site] | None = None


@dataclass
class Run:
    """A run; iterate over it, once, to make it happen. Outcomes come in the order of the sources.

    `stdin` is what was read from standard input, for the source of that kind. `company` finds the files that are read
    for what they say about the sources, and never rewritten; it is asked only where something can be said of a source.
    `warnings` are sentences about the run as a whole (a cache that cannot be written), complete after the iteration.
    `cached` counts the files whose result was known already.
    """

    sources: Sequence[Source]
    request: RunRequest
    progress: Progress | None = None
    stdin: bytes = b""
    company: Company = tuple
    warnings: list[str] = field(default_factory=list)
    cached: int = 0

    def __iter__(self) -> Iterator[FileOutcome]:
        """Do the work.

        Raises:
            UnknownRuleError, RegistryError, SettingsError: before the first outcome, when the settings of a source name
                no rule, no plugin or no file pattern.
            KeyboardInterrupt: after the workers were stopped; every file is as it was or completely written.
        """
        work = _Work(self)
        if self.request.write:
            tidy(self.sources)
        try:
            yield from work.outcomes()
        finally:
            self.warnings += work.save()


@dataclass(slots=True)
class _File:
    """A source on its way.

    `request` is the number of its request. `data` is what was read of it, let go of as soon as nobody needs it. `code`
    is the code in it until its interface is read, `content` the hash of its bytes. `is_idle` says that no rule can have
    anything to say about it, `has_triggers` that this is only for want of the word torch, which another file may bring.
    """

    source: Source
    request: int
    cache: Cache | None = None
    data: bytes | None = None
    code: bytes | None = None
    content: str = ""
    is_idle: bool = False
    has_triggers: bool = False
    facts: Interface | None = None
    entry: Entry | None = None
    outcome: FileOutcome | None = None

    @property
    def is_notebook(self) -> bool:
        return self.source.path.suffix == ".ipynb"


class _Work:
    """One run under way."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.request = run.request
        self.plan = Plan(run.request.apply, run.request.render_changes)
        self.caches: dict[Path, Cache] = {}
        self.related: dict[str, str] = {}
        self._folder = str(Path.cwd())
        self._rules: dict[int, str] = {}
        self._contexts: dict[tuple[int, str], Contexts] = {}
        self.files = [_File(source, self.plan.number_of(source)) for source in run.sources]
        self.others: list[_File] = []
        self.names = Names(source.path for source in run.sources)

    def outcomes(self) -> Iterator[FileOutcome]:
        """Everything that comes out, in the order of the sources."""
        self._read_all()
        if self.caches:
            self.related = self._related()
        for file in self.files:
            self._finish_if_known(file)
        done = sum(file.outcome is not None for file in self.files)
        self._tell(done)
        waiting = iter(self.files)
        first = next(waiting, None)
        with closing(self._fixed()) as fixed:
            for some in fixed:
                for file, result in some:
                    self._finish(file, result)
                for (file, _), outcome in zip(some, put_back([f.outcome for f, _ in some], self.names), strict=True):
                    file.outcome = outcome
                done += len(some)
                self._tell(done)
                while first is not None and first.outcome is not None:
                    yield first.outcome
                    first = next(waiting, None)
        while first is not None and first.outcome is not None:  # where nothing was left to fix
            yield first.outcome
            first = next(waiting, None)

    def save(self) -> list[str]:
        """Keep what was learned; what stands in the way of that."""
        for cache in self.caches.values():
            cache.save()
        return [cache.problem for cache in self.caches.values() if cache.problem]

    def _tell(self, done: int) -> None:
        if self.run.progress is not None:
            self.run.progress(done, len(self.files))

    # ---- reading

    def _read_all(self) -> None:
        """Read the files, and those that say something about them. One that nothing can be said of has no use for that.

        One file is looked at faster than the cache.
        """
        if len(self.files) == 1:
            (file,) = self.files
            self._read(file)
            if file.code is None or (file.is_idle and not self._is_triggered(file, file.code, reaches_torch=True)):
                return
        self.others = [_File(source, self.plan.number_of(source)) for source in self.run.company()]
        if not self.others and len(self.files) == 1:
            return
        for file in (*self.files, *self.others):
            self._find_cache(file)
            if file.code is None:
                self._read_what_changed(file)
        for file in self.others:
            file.data = None
        self._read_interfaces([*self.files, *self.others])

    def _find_cache(self, file: _File) -> None:
        if self.request.use_cache and file.source.kind != "stdin":
            root = file.source.settings.root
            if root not in self.caches:
                self.caches[root] = Cache.load(root)
            file.cache = self.caches[root]

    def _is_triggered(self, file: _File, code: bytes, *, reaches_torch: bool) -> bool:
        return is_triggered(self.plan.rules[file.request], code, reaches_torch=reaches_torch)

    def _read_what_changed(self, file: _File) -> None:
        """Read a file, unless the cache knows it by size and time."""
        known = file.cache.entry(file.source.path) if file.cache else None
        if known is not None and known.is_of(file.source):
            file.entry = known
        else:
            self._read(file)

    def _read(self, file: _File, *, reaches_torch: bool = False) -> bool:
        """Read a file with its facts, and see whether a rule can have anything to say about it.

        False if it cannot be read, which is then its outcome.
        """
        source = file.source
        try:
            data = self.run.stdin if source.kind == "stdin" else read_regular(source.path, MOST_OF_SOURCE)
        except OSError as error:
            reason = "is gone" if isinstance(error, FileNotFoundError) else f"cannot be read: {error.strerror}"
            self._finish(file, FixResult(source.display, problems=(Problem(source.display, reason),)))
            return False
        code = _code_in(data, file)
        file.is_idle = not self._is_triggered(file, code, reaches_torch=reaches_torch) and not runs_nowhere(code)
        file.data = None if file.is_idle else data
        file.code, file.content = code, content_hash(data)
        return True

    def _read_again(self, file: _File) -> bool:
        """Read a single file, whatever the cache knows of it."""
        known = file.content
        is_read = self._read(file, reaches_torch=self._reaches_torch(file))
        if file.facts is not None and file.content == known:  # it tells the others what it told them before
            file.code = None
        self._read_interfaces([file])
        return is_read

    def _read_interfaces(self, files: Sequence[_File]) -> None:
        """Find out what the files that were just read tell the others."""
        tasks = [
            Task(number, file.source.display, file.code, file.request)
            for number, file in enumerate(files)
            if file.code is not None
        ]
        for number, facts in read_all(tasks, self.request.jobs, self.request.start_method).items() if tasks else ():
            file = files[number]
            assert file.code is not None
            file.facts, code = facts, file.code
            file.code = None
            if file.is_idle and may_import_others(file.facts):
                file.has_triggers = self._is_triggered(file, code, reaches_torch=True)
            if file.cache is not None:
                self._enter(file, file.cache, file.content, facts)

    def _reaches_torch(self, file: _File) -> bool:
        """Does it take something from a file of the run that imports torch? Known once all files are read."""
        return file.source.display in self._project.reaching_torch

    def _enter(self, file: _File, cache: Cache, content: str, facts: Interface) -> None:
        """Note in the cache what was read."""
        source = file.source
        known = cache.entry(source.path)
        if known is None or known.content != content:
            known = Entry(source.size, source.mtime_ns, source.ctime_ns, content, cache.add_facts(facts))
        file.entry = replace(known, size=source.size, mtime_ns=source.mtime_ns, ctime_ns=source.ctime_ns)
        cache.remember(source.path, file.entry)

    # ---- what the files say together

    def _related(self) -> dict[str, str]:
        """Names for what decides on each file: from the cache where an earlier run has seen the same files."""
        keys = {file.source.display: self._facts_key(file) for file in (*self.files, *self.others)}
        key = digest(list(keys.items()))
        cache = next(iter(self.caches.values()))
        if key not in cache.projects:
            cache.remember_project(key, related(self._project, keys))
        return cache.projects[key]

    def _context(self, file: _File) -> Contexts:
        key = file.request, self.related.get(file.source.display, "")
        if key not in self._contexts:
            request = self.plan.requests[file.request]
            if file.request not in self._rules:
                self._rules[file.request] = rules_context(request)
            self._contexts[key] = contexts(request, self._rules[file.request], self._folder, key[1])
        return self._contexts[key]

    @cached_property
    def _project(self) -> ProjectFacts:
        files = [*self.files, *self.others]
        if len(files) == 1:
            return NO_PROJECT
        whole = join((self._facts(file) for file in files), [file.source.display for file in files], self._kept_files())
        if not self.others:
            return whole
        named = {file.source.display for file in self.files}
        wanted = frozenset().union(*(group for group in whole.connected if not named.isdisjoint(group)))
        return ProjectFacts({path: facts for path, facts in whole.files.items() if path in wanted}, whole.kept)

    def _kept_files(self) -> dict[str, str]:
        """Why files are not rewritten together with others."""
        files = [(one.source, self.plan.requests[one.request]) for one in self.files if self._facts(one).text]
        return kept_files(files, (file.source for file in self.others))

    def _facts_key(self, file: _File) -> str:
        if file.entry is not None:
            return file.entry.facts
        return "" if file.facts is None else facts_digest(file.facts)

    def _facts(self, file: _File) -> Interface:
        if file.facts is None and file.cache is not None and file.entry is not None:
            file.facts = file.cache.facts(file.entry.facts)
            if file.facts is None:  # a damaged cache; what the files say together is not known yet
                self._read(file)
                self._read_interfaces([file])
        return file.facts or EMPTY

    # ---- results

    def _finish_if_known(self, file: _File) -> None:
        """Be done with a file that is clean at first sight, or whose result an earlier run found."""
        if file.outcome is not None:
            return
        if file.is_idle and file.has_triggers and self._reaches_torch(file):
            file.is_idle = False  # it is to be read again
        result = self._recalled(file)
        if result is not None and result.findings and self.request.keep_before and file.data is None:
            content = file.entry.content if file.entry else ""
            if not self._read_again(file):
                return
            if file.entry is None or file.entry.content != content:
                result = None
        if result is not None:
            self.run.cached += 1
            file.outcome = FileOutcome(file.source, result, self._kept(file, result))
            return
        if file.data is None and not file.is_idle and not self._read_again(file):
            return
        if file.is_idle:
            self._finish(file, FixResult(file.source.display))

    def _recalled(self, file: _File) -> FixResult | None:
        if file.entry is None or not file.entry.context:
            return None
        known = self._context(file)
        if file.entry.result is None:
            is_known = file.entry.context in (known.rules, known.looks)
        else:
            is_known = file.entry.context == known.finds
        try:
            return unpacked(file.source.display, file.entry.result) if is_known else None
        except (ValueError, TypeError, KeyError):  # a damaged cache
            return None

    def _fixed(self) -> Generator[list[tuple[_File, FixResult]], None, None]:
        """The files that are left, with their results, as they come; at last those that are rewritten together."""
        left = [(number, file, file.data) for number, file in enumerate(self.files) if file.outcome is None]
        if not left:
            return
        tasks = [
            Task(number, file.source.display, data or b"", file.request, file.is_notebook)
            for number, file, data in left
        ]
        for some in in_step(tasks, self._project, self._results):
            yield [(self.files[number], result) for number, result in some]

    def _results(self, tasks: Sequence[Task], project: ProjectFacts) -> Generator[tuple[int, FixResult], None, None]:
        requests = [replace(request, project=project, only=self.request.only) for request in self.plan.requests]
        return fix_all(tasks, requests, self.request.jobs, self.request.start_method)

    def _finish(self, file: _File, result: FixResult) -> None:
        """Write what is to be written, and keep in the cache what need not be found again."""
        outcome = FileOutcome(file.source, result)
        if self.request.write and result.after is not None and file.source.kind != "stdin":
            outcome = put_one(outcome, file.data or b"", self.names)
            result = outcome.result
        if file.cache is not None and file.entry is not None and result.after is None and not result.problems:
            known = self._context(file)
            values = packed(result)
            is_idle = file.is_idle and not may_import_others(file.facts)
            context = known.rules if is_idle else known.looks if values is None else known.finds
            file.cache.remember(file.source.path, replace(file.entry, context=context, result=values))
        file.outcome = replace(outcome, before=self._kept(file, result))
        file.data = None

    def _kept(self, file: _File, result: FixResult) -> bytes | None:
        """The old bytes, for who asked for them."""
        wanted = result.after is not None or (self.request.keep_before and result.findings)
        return file.data if wanted else None


def _code_in(data: bytes, file: _File) -> bytes:
    """The code that a file holds: in a notebook not all of it is code."""
    if not file.is_notebook or b"torch" not in data:
        return data
    from torchfix_codemods.notebook import python_of

    return python_of(data)
