"""Copies a project. What is too big for a copy for each run, or lies behind a link, is cloned, linked to or refused."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from torchfix_codemods.settings import DEFAULT_EXCLUDES
from torchfix_codemods.temporary import is_temporary
from torchfix_codemods.verify.model import VerifyError

# Data above this size is not simply copied.
BIG = 16 * 2**20
# Nor is all that is no source, once so much was copied.
COPY_AT_MOST = 512 * 2**20
# So many copies of a project can be there at once: of two versions, one again, and one in search of an edit. Something
# is left for others.
_COPIES = 5
_SOURCES = (".py", ".pyi", ".ipynb", ".toml", ".cfg", ".ini", ".json", ".yaml", ".yml", ".txt")
# Folders with results of others, which no script reads. (`build` and `dist` may be anything.)
_LEFT_OUT = frozenset(DEFAULT_EXCLUDES) - {"build", "dist", "_build", "buck-out", ".vscode"}
# `_IOW(0x94, 9, int)` of linux/fs.h: share the blocks of another file until one of the two is written.
_FICLONE = 0x4004_9409


@dataclass(frozen=True, slots=True)
class State:
    """What tells that a file has been written."""

    size: int
    changed: int
    number: int


@dataclass(frozen=True)
class Link:
    """A name in the copy that leads to a place of the user's."""

    name: str
    target: Path


@dataclass
class Copied:
    """What became of a project. `seen` are the states of the user's files that the copy was made from."""

    links: list[Link] = field(default_factory=list)
    seen: dict[Path, State] = field(default_factory=dict)
    heavy: dict[str, int] = field(default_factory=dict)  # what was copied though it is big, and its size


@dataclass(frozen=True)
class Policy:
    """What may be done with what cannot simply be copied.

    `links_to` says whether a file or a folder can be linked to: because what is written to it does not get there, or
    because the user has allowed it. `clones` is for tests: whether to ask the file system for clones. `hint` says what
    to do where nothing can be done.
    """

    links_to: Callable[[Path], bool]
    hint: str
    clones: bool = True


@dataclass(frozen=True)
class _Later:
    """A file that is big, or that lies behind a link to a folder."""

    path: Path
    place: Path
    name: str
    size: int


@dataclass
class _Copying:
    original: Path
    copy: Path
    replaced: frozenset[str]
    avoid: Path
    policy: Policy
    done: Copied = field(default_factory=Copied)
    small: int = 0
    later: list[_Later] = field(default_factory=list)
    names: dict[tuple[int, int], Path] = field(default_factory=dict)  # of files that have several names
    links_inside: list[tuple[Path, Path]] = field(default_factory=list)

    def run(self) -> Copied:
        self._folder(self.original, self.copy, frozenset())
        self._links_inside()
        self._later()
        return self.done

    def _folder(self, folder: Path, place: Path, behind: frozenset[Path]) -> None:
        """Copy a folder. `behind` are the folders that links have led through."""
        for root, folders, names in os.walk(folder):
            here = place / Path(root).relative_to(folder)
            here.mkdir(parents=True, exist_ok=True)
            links = [name for name in folders if Path(root, name).is_symlink()]
            folders[:] = sorted(
                name for name in folders if name not in links and not is_left_out(Path(root, name), self.avoid)
            )
            for name in sorted(links):
                if not is_left_out(Path(root, name), self.avoid):
                    self._link_to_folder(Path(root, name), here / name, behind)
            for name in sorted(names):
                # Gone meanwhile, a link to nothing or to itself, or closed: the script could not have read it either.
                with contextlib.suppress(FileNotFoundError, PermissionError):
                    self._file(Path(root, name), here / name, bool(behind))

    def _file(self, path: Path, place: Path, is_behind: bool) -> None:
        name = place.relative_to(self.copy).as_posix()
        if name in self.replaced or is_temporary(path.name):
            return
        try:
            status = path.stat()
        except OSError:  # a link to itself, for one
            return
        if path.is_symlink() and self._is_inside(path.resolve()):
            self.links_inside.append((path, place))
            return
        if not stat.S_ISREG(status.st_mode):  # reading a pipe or a device could take for ever
            return
        size = status.st_size
        self.done.seen[path] = state_of(status)
        many = self.small > COPY_AT_MOST and path.suffix not in _SOURCES
        if is_behind or size > BIG or many:
            self.later.append(_Later(path, place, name, size))
            return
        if not self._has_name(status, place):
            shutil.copy2(path, place)
            self.small += size

    def _has_name(self, status: os.stat_result, place: Path) -> bool:
        """Give a copy a second name where the original has two, so that both stay one file."""
        if status.st_nlink < 2:
            return False
        first = self.names.setdefault((status.st_dev, status.st_ino), place)
        if first == place:
            return False
        try:
            place.hardlink_to(first)
        except OSError:  # a file system without them
            return False
        return True

    def _is_inside(self, target: Path) -> bool:
        if target == self.original or not target.is_relative_to(self.original):
            return False
        between = [parent for parent in target.parents if parent.is_relative_to(self.original)]
        return not any(is_left_out(parent, self.avoid) for parent in between if parent != self.original)

    def _link_to_folder(self, path: Path, place: Path, behind: frozenset[Path]) -> None:
        target = path.resolve()
        if target == self.original or self._is_inside(target):
            self.links_inside.append((path, place))
        elif self.policy.links_to(target):
            self._link(place, target)
        elif target not in behind and not self.original.is_relative_to(target):
            self._folder(target, place, behind | {target})

    def _links_inside(self) -> None:
        """Links within the project lead to the same place of the copy."""
        for path, place in self.links_inside:
            target = self.copy / path.resolve().relative_to(self.original)
            if place.exists() or place.is_symlink():
                continue
            text = path.readlink()
            place.symlink_to(target if text.is_absolute() or not self._is_plain(path, text) else text)

    def _is_plain(self, path: Path, text: Path) -> bool:
        """Does the text of a link lead on the way through the project alone?"""
        steps = os.path.normpath(path.parent / text)
        return Path(steps).is_relative_to(self.original) and os.path.realpath(path.parent) == str(path.parent)

    def _later(self) -> None:
        left = [one for one in self.later if not self._clone(one)]
        linked = [one for one in left if self.policy.links_to(one.path.resolve())]
        for one in linked:
            self._link(one.place, one.path.resolve())
        copied = [one for one in left if one not in set(linked)]
        room = shutil.disk_usage(self.copy).free // _COPIES
        total = sum(one.size for one in copied)
        if total > room:
            biggest = max(copied, key=lambda one: one.size)
            raise VerifyError(
                f"{biggest.path} ({in_words(biggest.size)}) cannot be kept from what the runs write: each needs a copy "
                f"of {in_words(total)} in all, and {self.copy.parent} has room for {in_words(room)} a run; "
                f"{self.policy.hint}"
            )
        for one in copied:
            with contextlib.suppress(FileNotFoundError, PermissionError):
                shutil.copy2(one.path, one.place)
                self.done.heavy[one.name] = one.size

    def _clone(self, one: _Later) -> bool:
        if not self.policy.clones:
            return False
        try:
            is_cloned = clone(one.path, one.place)
        except (FileNotFoundError, PermissionError):
            return True  # as small files
        if is_cloned:
            shutil.copystat(one.path, one.place)
        return is_cloned

    def _link(self, place: Path, target: Path) -> None:
        place.symlink_to(target)
        self.done.links.append(Link(place.relative_to(self.copy).as_posix(), target))


def copy_project(original: Path, copy: Path, replaced: frozenset[str], avoid: Path, policy: Policy) -> Copied:
    """Copy a project.

    Args:
        original: its folder.
        copy: a folder to be made.
        replaced: names of files that somebody else will write.
        avoid: a folder that is not copied.
        policy: what may be done with what cannot simply be copied.

    Raises:
        VerifyError: there is something for which nothing can be done.
    """
    return _Copying(original.resolve(), copy, replaced, avoid, policy).run()


def clone(path: Path, place: Path) -> bool:
    """Make a file that shares the blocks of another one until it is written. False where the file system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    import fcntl

    with path.open("rb") as source:
        try:
            with place.open("xb") as target:
                fcntl.ioctl(target.fileno(), _FICLONE, source.fileno())
        except FileExistsError:
            raise
        except OSError:
            place.unlink()
            return False
    return True


def is_left_out(folder: Path, avoid: Path) -> bool:
    """Is this a folder that no copy has?"""
    if folder.name in _LEFT_OUT or folder == avoid:
        return True
    # What is in a folder that nobody may enter is out of reach for the script too.
    return not os.access(folder, os.X_OK) or (folder / "pyvenv.cfg").exists()


def folders_linked_to(original: Path, avoid: Path) -> Iterator[Path]:
    """The folders outside of a project that links in it lead to, themselves or by a file in them."""
    for root, folders, names in os.walk(original):
        folders[:] = [name for name in folders if not is_left_out(Path(root, name), avoid)]
        for name in (*folders, *names):
            path = Path(root, name)
            if path.is_symlink():
                with contextlib.suppress(OSError, RuntimeError):  # circular; an error of another kind before 3.13
                    target = path.resolve(strict=True)
                    if not target.is_relative_to(original):
                        yield target if target.is_dir() else target.parent


def state_of(status: os.stat_result) -> State:
    return State(status.st_size, status.st_mtime_ns, status.st_ino)


def in_words(size: int) -> str:
    """A size in the largest unit that leaves a whole number."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:,.0f} {unit}"
        size //= 1024
    return f"{size:,} TiB"


def few(names: Sequence[str], most: int = 3) -> str:
    """The first of some names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
