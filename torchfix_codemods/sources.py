"""Paths -> sources: which .py, .pyi and .ipynb files a run looks at, in a fixed order and each once."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from torchfix_codemods.ignores import GitIgnores, UnreadableError, check_patterns, excluded, git_ignores_above
from torchfix_codemods.result import Problem
from torchfix_codemods.settings import PROJECT_FILE, Settings, SettingsError, check_rules
from torchfix_codemods.since import GitError, changed_since, repository_of
from torchfix_codemods.temporary import is_temporary

Kind: TypeAlias = Literal["python", "notebook", "stdin"]
Resolver: TypeAlias = Callable[[Path], Settings]

SUFFIXES = (".py", ".pyi", ".ipynb")
_NOTEBOOK = ".ipynb"
_LEFT_OUT = "the files that it governs were left out"


@dataclass(frozen=True, slots=True)
class Source:
    """One file to look at.

    `path` is absolute and free of links, `display` what people see: relative to the working directory, with forward
    slashes. `settings` are those that hold where the file stands. `size` and the times are the file's when it was
    found.
    """

    path: Path
    display: str
    settings: Settings
    kind: Kind = "python"
    size: int = -1
    mtime_ns: int = -1
    ctime_ns: int = -1


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, in order of `display`, what could not be looked at, and what was named and is held back."""

    sources: tuple[Source, ...] = ()
    problems: tuple[Problem, ...] = ()
    excluded: tuple[Path, ...] = ()


def discover(
    paths: Sequence[Path],
    resolver: Resolver,
    *,
    force_exclude: bool = False,
    since: str | None = None,
) -> Discovery:
    """Find the files to look at.

    Args:
        paths: files and folders, relative to the working directory or absolute.
        resolver: the settings that hold in a folder (`settings.resolver`).
        force_exclude: hold back files that are named in `paths` too when a pattern excludes them.
        since: only files that changed since the merge base of this git revision and HEAD, and untracked ones.

    Never raises for what it meets on disk: trouble comes back as problems.
    """
    search = _Search(str(Path.cwd()), resolver, force_exclude)
    for path in paths:
        search.add(Path.cwd() / path)
    sources = list(search.found.values())
    if since is not None and sources:
        sources, problems = _changed(sources, since, search.cwd)
        search.problems += problems
    ordered = tuple(sorted(sources, key=lambda source: source.display))
    return Discovery(ordered, tuple(search.problems), tuple(search.excluded))


def stdin_source(filename: str, resolver: Resolver, *, force_exclude: bool = False) -> Source | None:
    """The source that stands for standard input, named `filename`; None when that name is excluded.

    A name that ends in .ipynb makes it a notebook.
    """
    path = Path.cwd() / filename
    settings = resolver(path.parent)
    if force_exclude and excluded(settings).match_path(str(path)):
        return None
    return Source(path, _display(str(path), str(Path.cwd())), settings, "stdin")


@dataclass
class _Search:
    """One call of `discover` under way. Paths are text here: thousands of `Path` objects cost more than the walk."""

    cwd: str
    resolver: Resolver
    force_exclude: bool
    found: dict[str, Source] = field(default_factory=dict)
    spelled: dict[str, os.stat_result] = field(default_factory=dict)  # by what is left of a path without its case
    problems: list[Problem] = field(default_factory=list)
    excluded: list[Path] = field(default_factory=list)

    def add(self, path: Path) -> None:
        """Take up a path that was named by the user."""
        try:
            status = path.stat()
        except FileNotFoundError:
            return self.report(path, "is a link to nothing" if path.is_symlink() else "does not exist")
        except OSError as error:
            return self.report(path, f"cannot be read: {error.strerror}")
        if is_temporary(path.name):
            return self.report(path, "is a temporary file of torchfix, no source", "the next run removes it")
        is_folder = stat.S_ISDIR(status.st_mode)
        if not is_folder and not stat.S_ISREG(status.st_mode):
            return self.report(path, "is neither a file nor a folder")
        real = path.resolve()
        settings = self.settings(real if is_folder else real.parent)
        if settings is None:
            return None
        if self.leaves_the_tree(Path(os.path.normpath(path)), real):
            return self.report(path, f"is a link out of the tree, to {real}", "name the target itself")
        if self.force_exclude and excluded(settings).match_path(str(real)):
            return self.excluded.append(path)
        if is_folder:
            return self.walk(str(real), settings)
        return self.take(str(real), _display(str(real), self.cwd), settings, status)

    def leaves_the_tree(self, path: Path, real: Path) -> bool:
        """Does a path that the user named lead, through a link, to where nobody expects writing?"""
        settings = self.settings(Path(self.cwd) if _is_below(str(path), self.cwd) else path.parent)
        trees = (Path(self.cwd).resolve(), settings.root.resolve()) if settings else (Path(self.cwd).resolve(),)
        if any(real.is_relative_to(tree) for tree in trees):
            return False
        return path.is_symlink() or _is_below(str(path), self.cwd)

    def walk(self, top: str, settings: Settings) -> None:
        """Take up the files below a folder. Links are passed by: their targets in the tree are met anyway."""
        try:
            above = git_ignores_above(top)
        except UnreadableError as error:
            self.report(error.file, error.reason, _LEFT_OUT)
            return
        pending = [(top, f"{_display(top, self.cwd)}/", settings, above)]
        while pending:
            folder, prefix, settings, ignores = pending.pop()
            if _is_below(self.cwd, folder):  # on the way through the working directory, `../` comes to its end
                prefix = "" if folder == self.cwd else f"{_display(folder, self.cwd)}/"
            try:
                with os.scandir(folder) as listing:
                    entries = list(listing)
            except OSError as error:
                self.report(Path(folder), f"cannot be read: {error.strerror}")
                continue
            names = {entry.name for entry in entries}
            own = self.settings(Path(folder)) if PROJECT_FILE in names and folder != top else settings
            if own is None:
                continue
            try:
                if ".gitignore" in names:
                    ignores = ignores.below(folder)
                folders = self.take_entries(entries, prefix, own, ignores)
            except UnreadableError as error:
                self.report(error.file, error.reason, _LEFT_OUT)
                continue
            except PermissionError as error:  # its names can be read, and nothing behind them
                self.report(Path(folder), f"cannot be entered: {error.strerror}")
                continue
            pending += [(entry.path, f"{prefix}{_printable(entry.name)}/", own, ignores) for entry in folders]

    def take_entries(
        self, entries: Sequence[os.DirEntry[str]], prefix: str, settings: Settings, ignores: GitIgnores
    ) -> list[os.DirEntry[str]]:
        """Take up the files among the entries of a folder, return the folders among them that are to be walked.

        `prefix` is what people see before the name of an entry.

        Raises:
            PermissionError: nothing in the folder can be looked at.
        """
        exclude = excluded(settings)
        folders = []
        for entry in entries:
            try:
                is_folder = _is_own_folder(entry)
                is_file = not is_folder and entry.name.endswith(SUFFIXES) and entry.is_file(follow_symlinks=False)
            except PermissionError:
                raise
            except OSError as error:
                self.report(Path(entry.path), f"cannot be read: {error.strerror}")
                continue
            if not is_folder and not is_file:
                continue
            if exclude.match_entry(entry.name, entry.path, is_folder=is_folder):
                continue
            if ignores.levels and ignores.ignores(entry.path, is_folder=is_folder):
                continue
            if is_folder:
                folders.append(entry)
                continue
            try:
                self.take(entry.path, prefix + _printable(entry.name), settings, entry.stat(follow_symlinks=False))
            except FileNotFoundError:  # gone since the listing
                continue
            except PermissionError:
                raise
            except OSError as error:
                self.report(Path(entry.path), f"cannot be read: {error.strerror}")
        return folders

    def take(self, real: str, display: str, settings: Settings, status: os.stat_result) -> None:
        if self.is_known_otherwise(real, status):
            return
        kind: Kind = "notebook" if real.endswith(_NOTEBOOK) else "python"
        self.found[real] = Source(
            Path(real), display, settings, kind, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        )

    def is_known_otherwise(self, real: str, status: os.stat_result) -> bool:
        """Was this file found by another spelling of its name (`SRC` and `src` on macOS), which differs in case only?

        Windows tells the true spelling when links are resolved; macOS keeps the one that it is asked about.
        """
        if real in self.found:
            return False
        other = self.spelled.setdefault(real.casefold(), status)
        return other is not status and status.st_nlink == 1 and os.path.samestat(other, status)

    def settings(self, folder: Path) -> Settings | None:
        """The settings that hold in a folder, patterns checked; None, and a problem, where they are wrong."""
        try:
            settings = self.resolver(folder)
            check_patterns(settings)
            check_rules(settings)
        except SettingsError as error:
            place = error.file or folder
            hint = _LEFT_OUT if place.name == PROJECT_FILE else ""
            problem = Problem(_display(str(place), self.cwd), error.reason, error.line, hint)
            if problem not in self.problems:
                self.problems.append(problem)
            return None
        return settings

    def report(self, path: Path, reason: str, hint: str = "") -> None:
        self.problems.append(Problem(_display(str(path), self.cwd), reason, hint=hint))


def _is_own_folder(entry: os.DirEntry[str]) -> bool:
    """Is this a folder of the tree itself, not hidden and not a link to one elsewhere?"""
    if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
        return False
    is_junction = getattr(entry, "is_junction", None)  # Windows' other links; Python 3.12 tells
    return not (is_junction and is_junction())


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _display(path: str, cwd: str) -> str:
    """A path as people see it: relative to the working directory, with forward slashes, printable."""
    if path.startswith(cwd + os.sep):
        shown = path[len(cwd) + 1 :]
    else:
        try:
            shown = os.path.relpath(path, cwd)
        except ValueError:  # another drive
            shown = path
    if os.sep != "/":
        shown = shown.replace(os.sep, "/")
    return _printable(shown)


def _printable(name: str) -> str:
    """A name whose bytes are not UTF-8 has characters that no stream takes."""
    if name.isascii():
        return name
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _changed(sources: Sequence[Source], revision: str, cwd: str) -> tuple[list[Source], list[Problem]]:
    """Those of the sources that differ from the merge base of a revision and HEAD, or are untracked."""
    changed: set[str] = set()
    problems: list[Problem] = []
    done: set[str] = set()
    for folder in sorted({str(source.path.parent) for source in sources}):
        if any(_is_below(folder, top) for top in done):
            continue
        try:
            top = repository_of(folder)
            done.add(top)
            changed |= changed_since(revision, top)
        except GitError as error:
            done.add(folder)
            problems.append(Problem(_display(folder, cwd), f"--since {_printable(revision)}: {error}"))
    return [source for source in sources if str(source.path) in changed], problems
