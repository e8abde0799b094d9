"""What patterns leave out: `exclude` settings, per-file rules, and the .gitignore files in force in a folder.

All of them speak the language of .gitignore (https://git-scm.com/docs/gitignore). pathspec, which knows it, is imported
when the first pattern that is more than a name has to be matched: the default excludes are names only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from torchfix_codemods.regular import MOST_OF_CONFIGURATION, read_regular
from torchfix_codemods.settings import PROJECT_FILE, Settings, SettingsError, line_with, shown

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NOT_A_PLAIN_NAME = frozenset("*?[]!/\\# ")


class UnreadableError(Exception):
    """A file that says what is ignored cannot be read: so nobody knows what is."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(reason)
        self.file = file
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns relative to a folder. Bare names are kept apart: they match in no time and without pathspec."""

    folder: str
    names: frozenset[str] = frozenset()
    spec: GitIgnoreSpec | None = None

    def match_entry(self, name: str, path: str, *, is_folder: bool = False) -> bool:
        """Is this entry of a folder that does not match itself meant? `path` is absolute."""
        if name in self.names:
            return True
        if self.spec is None:
            return False
        return self.spec.match_file(_relative(path, self.folder) + ("/" if is_folder else ""))

    def match_path(self, path: str) -> bool:
        """Is this file meant, by itself or by one of the folders above it? `path` is absolute."""
        relative = _relative(path, self.folder)
        if not self.names.isdisjoint(relative.split("/")):
            return True
        return self.spec is not None and self.spec.match_file(relative)


def patterns(lines: Iterable[str], settings: Settings) -> Patterns:
    """Compile patterns of the settings.

    Raises:
        SettingsError: one of them is no pattern.
    """
    lines = tuple(lines)
    names = frozenset(line for line in lines if _NOT_A_PLAIN_NAME.isdisjoint(line))
    if len(names) == len(set(lines)):
        return Patterns(str(settings.root), names)
    # All lines in the order given: a later `!name` may bring back what a bare name took out.
    try:
        return Patterns(str(settings.root), frozenset(), _spec(lines))
    except ValueError:
        wrong = next(line for line in lines if not _is_pattern(line))
        file = settings.root / PROJECT_FILE
        raise SettingsError(f"{shown(wrong)} is not a file pattern", file, line_with(wrong, file)) from None


def check_patterns(settings: Settings) -> None:
    """Look at all patterns of the settings.

    Raises:
        SettingsError: one of them is no pattern.
    """
    excluded(settings)
    for pattern, _ in settings.per_file_ignores:
        patterns((pattern,), settings)


def excluded(settings: Settings) -> Patterns:
    """What `exclude` and `extend-exclude` leave out.

    Raises:
        SettingsError: one of them is no pattern.
    """
    return _excluded(settings)


@cache
def _excluded(settings: Settings) -> Patterns:
    return patterns((*settings.exclude, *settings.extend_exclude), settings)


@dataclass(frozen=True, slots=True)
class GitIgnores:
    """The .gitignore files in force in a folder, the nearest first: the last word is the nearest one's."""

    levels: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    def ignores(self, path: str, *, is_folder: bool = False) -> bool:
        """Is this entry of the folder ignored? `path` is absolute."""
        for folder, spec in self.levels:
            verdict = spec.check_file(_relative(path, folder) + ("/" if is_folder else "")).include
            if verdict is not None:
                return verdict
        return False

    def below(self, folder: str) -> GitIgnores:
        """Those in force in a folder further down that has a .gitignore of its own.

        Raises:
            UnreadableError: it cannot be read.
        """
        spec = _read(Path(folder, ".gitignore"))
        return GitIgnores(((folder, spec), *self.levels)) if spec is not None else self


def git_ignores_above(folder: str) -> GitIgnores:
    """What the repository that `folder` is in says about its entries, `folder`'s own .gitignore not counted.

    Nothing where the folder is in no repository, is its top, or is itself ignored: naming it is meant.

    Raises:
        UnreadableError: one of the files that say so cannot be read.
    """
    above = _folders_up_to_repository(folder)
    if not above:
        return GitIgnores()
    ignores = GitIgnores()
    exclude = _read(Path(above[0], ".git", "info", "exclude"))
    if exclude is not None:
        ignores = GitIgnores(((above[0], exclude),))
    for upper, lower in pairwise(above):
        ignores = ignores.below(upper)
        if ignores.ignores(lower, is_folder=True):
            return GitIgnores()
    return ignores


def _folders_up_to_repository(folder: str) -> list[str]:
    """From the top of the repository down to `folder` itself; empty outside of any."""
    above: list[str] = []
    for path in (Path(folder), *Path(folder).parents):
        above.insert(0, str(path))
        if Path(path, ".git").exists():
            return above
    return []


def _read(file: Path) -> GitIgnoreSpec | None:
    """The patterns of a .gitignore file, None where there is none, or nothing in it.

    Raises:
        UnreadableError: there is something else in its place.
    """
    try:
        lines = os.fsdecode(read_regular(file, MOST_OF_CONFIGURATION)).removeprefix("\ufeff").splitlines()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise UnreadableError(file, f"cannot be read: {error.strerror}") from error
    meant = tuple(line for line in lines if line.strip() and not line.startswith("#"))
    return _spec(meant, passing_by=True) if meant else None


def _is_pattern(line: str) -> bool:
    try:
        _spec((line,))
    except ValueError:
        return False
    return True


@cache
def _spec(lines: tuple[str, ...], *, passing_by: bool = False) -> GitIgnoreSpec:
    from torchfix_codemods.globs import spec_of

    return spec_of(lines, passing_by=passing_by)


def _relative(path: str, folder: str) -> str:
    """`path` below `folder`, with forward slashes; a path elsewhere keeps its whole length, without its root."""
    if path.startswith(folder):
        path = path[len(folder) :]
    if os.sep != "/":
        path = os.path.splitdrive(path)[1].replace(os.sep, "/")
    return path.lstrip("/")
