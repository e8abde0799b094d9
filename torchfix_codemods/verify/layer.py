"""What a run has left in the layer over the user's folders, as overlayfs keeps it."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from torchfix_codemods.verify.copying import Link, State, state_of

# So many files behind a link are looked at again after the runs.
_MOST_FILES = 100_000


def gather_link(link: Link, work: Path, upper: Path | None) -> None:
    """Put what a run has written behind a link in place of the link, so that it can be compared.

    Args:
        link: the link, as the copy had it before the run.
        work: the copy.
        upper: what the layer has there.
    """
    place = work / link.name
    if upper is None or not place.is_symlink() or place.readlink() != link.target:
        return  # the run has put something else there
    if _is_gone(upper):
        place.unlink()
    elif upper.is_file() and not upper.is_symlink():
        place.unlink()
        upper.rename(place)
    elif upper.is_dir() and not upper.is_symlink() and any(_below(upper)):
        place.unlink()
        upper.rename(place)
        for path in list(_below(place)):
            if _is_mark_of_removal(path):
                path.unlink()


def changes_in(upper: Path, root: Path) -> Iterator[str]:
    """The files of a folder that a run has written or removed, as the user calls them."""
    for path in _below(upper):
        yield str(root / path.relative_to(upper))


def states_below(place: Path) -> Iterator[tuple[Path, State]]:
    """The states of a file, or of the files below a folder."""
    for path in islice(_below(place) if place.is_dir() else (place,), _MOST_FILES):
        with contextlib.suppress(OSError):
            yield path, state_of(path.stat())


def remove(folder: Path) -> None:
    """Remove a folder, also where a script or a layer has taken away its own right to."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    for root, folders, _ in os.walk(folder):
        for name in folders:
            with contextlib.suppress(OSError):
                Path(root, name).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        yield from (Path(root, name) for name in sorted(names))
        folders.sort()


def _is_gone(upper: Path) -> bool:
    """Does the layer say that this, or a folder around it, has been removed?"""
    for path in (upper, *upper.parents):
        with contextlib.suppress(OSError):
            return _is_mark_of_removal(path)
    return False


def _is_mark_of_removal(path: Path) -> bool:
    status = path.lstat()
    return stat.S_ISCHR(status.st_mode) and status.st_rdev == 0
