"""Where the cache is: in the user's own cache folder, one file for each project.

It decides what a second run says, so it must not come out of the project: whoever writes a repository would write what
is found in it. The folder counts only where nobody but the user can write, and lies outside of the project's checkout.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from torchfix_codemods.regular import open_without_waiting, read_handle
from torchfix_codemods.settings import PROJECT_FILE

VARIABLE = "TORCHFIX_CACHE_DIR"
_NAME = "torchfix-codemods"
_TAG = "CACHEDIR.TAG"
# https://bford.info/cachedir/: backup programs pass such folders by
_TAG_TEXT = b"Signature: 8a477f597d28d172789f06886806bc55\n# The cache of torchfix-codemods.\n"
_MOST = 256_000_000
_OLDEST = 60 * 24 * 3600  # seconds; a project that is not run on for so long begins anew

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
_HAS_HANDLES = os.open in os.supports_dir_fd


class UntrustedError(Exception):
    """The cache is not to be used. The text says why, as a clause about the folder."""


def cache_file(root: Path) -> Path:
    """The file that keeps what is known about a project.

    Raises:
        UntrustedError: the folder it would be in is none of the user's own, or is part of the checkout.
    """
    folder = _folder()
    try:
        real = folder.resolve()
        for top in _checkout(root):
            if real.is_relative_to(top.resolve()):
                raise UntrustedError(f"{folder} lies in the project itself, where others write")
    except (OSError, RuntimeError) as error:  # a circle of links
        raise UntrustedError(f"{folder} cannot be found: {error}") from error
    return folder / f"{blake2b(os.fsencode(root), digest_size=16).hexdigest()}.json"


def read_cache(file: Path) -> bytes | None:
    """What the file holds; None if there is none, or none that is the user's own."""
    try:
        with _opened(file.parent) as folder:
            handle = open_without_waiting(_at(folder, file), flags=_NO_LINK, folder=folder)
            try:
                _check_owner(file, os.fstat(handle))
                return read_handle(handle, _MOST)
            finally:
                os.close(handle)
    except (OSError, UntrustedError):
        return None


def write_cache(file: Path, data: bytes) -> None:
    """Put the file in place of the old one, in one step; make the folder if need be.

    Raises:
        OSError: it cannot be written.
        UntrustedError: the folder is not the user's own.
    """
    _make(file.parent)
    with _opened(file.parent) as folder:
        is_first = not _exists(folder, file)
        _put(folder, file, data)
        if is_first:
            if not _exists(folder, file.with_name(_TAG)):
                _put(folder, file.with_name(_TAG), _TAG_TEXT)
            _forget_old(folder, file.parent)


def _folder() -> Path:
    """The folder for our caches."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).absolute() / _NAME
    # platformdirs knows this, too, and more; its import alone takes 10 ms, a tenth of a run that finds all as it was.
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return (Path(local) if Path(local).is_absolute() else _home() / "AppData" / "Local") / _NAME
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / _NAME
    # https://specifications.freedesktop.org/basedir-spec/latest/: a relative path is to be ignored
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if Path(named).is_absolute() else _home() / ".cache") / _NAME


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    if not home.is_absolute():
        raise UntrustedError("there is no home folder")
    return home


def _checkout(root: Path) -> Iterator[Path]:
    """The folders around a project that come from somewhere else: its own, and the repository that it is in.

    A folder without either is no checkout, so that a loose script in the home folder has a cache.
    """
    if (root / PROJECT_FILE).exists():
        yield root
    repository = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if repository is not None:
        yield repository


def _make(folder: Path) -> None:
    """Make the folder for the user alone, below a folder that belongs to the user."""
    if folder.exists():
        return
    above = next(parent for parent in folder.parents if parent.exists())
    if hasattr(os, "geteuid") and os.geteuid() == 0 and above.stat().st_uid != 0:
        # As `sudo` leaves HOME alone: what root makes here its owner can never write again.
        raise UntrustedError(f"{above} belongs to somebody else")
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True, mode=0o700)


@contextmanager
def _opened(path: Path) -> Iterator[int | None]:
    """A handle of the folder, so that nobody can put another in its place; None where there are no such handles."""
    if not _HAS_HANDLES:
        if path.is_symlink():
            raise UntrustedError(f"{path} is a link")
        yield None
        return
    handle = os.open(path, _FOLDER)
    try:
        _check_owner(path, os.fstat(handle))
        yield handle
    finally:
        os.close(handle)


def _check_owner(path: Path, status: os.stat_result) -> None:
    """Can only the user have written this? Windows has no such bits, and keeps the folder apart by itself."""
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid():
        raise UntrustedError(f"{path} belongs to somebody else")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UntrustedError(f"{path} can be written by others")


def _at(folder: int | None, file: Path) -> str:
    """How a call with `dir_fd` names a file."""
    return str(file) if folder is None else file.name


def _exists(folder: int | None, file: Path) -> bool:
    try:
        os.stat(_at(folder, file), dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return True


def _put(folder: int | None, file: Path, data: bytes) -> None:
    """All of it or nothing, under a name that nobody can foresee until it is complete."""
    new = file.with_name(f"{file.name}.{os.urandom(8).hex()}")
    handle = os.open(_at(folder, new), _NEW, 0o600, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(_at(folder, new), _at(folder, file), src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(_at(folder, new), dir_fd=folder)
        raise


def _forget_old(folder: int | None, path: Path) -> None:
    """Remove what belongs to projects that are gone or no longer run on, and what killed runs left."""
    limit = time.time() - _OLDEST
    with contextlib.suppress(OSError):
        with os.scandir(path if folder is None else folder) as listing:
            names = [entry.name for entry in listing if ".json" in entry.name]
        for name in names:
            with contextlib.suppress(OSError):
                if os.stat(_at(folder, path / name), dir_fd=folder, follow_symlinks=False).st_mtime < limit:
                    os.unlink(_at(folder, path / name), dir_fd=folder)
