"""Which folders a layer can be laid over, so that runs can write there and nothing gets through. Nothing is written."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

# Folders of the system, and such that hold no files: what lies over them would lie over more than the user's.
_OF_THE_SYSTEM = frozenset(
    ("bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "lost+found", "nix", "proc", "run", "sbin", "snap")
) | {"sys", "usr"}
_TEMPORARY = ("/tmp", "/var/tmp")
_SHARED_MEMORY = Path("/dev/shm")  # has a layer of its own kind, see `namespaces`
_HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TORCH_HOME", "HF_HOME")
_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True)
class Owner:
    """Whose files can be put into a layer: all, or those of one user and one group, as user namespaces have it."""

    owns_all: bool

    def has(self, place: Path) -> bool:
        """Raises OSError for a place that cannot be looked at."""
        if self.owns_all:
            return True
        status = place.stat()
        return status.st_uid == os.geteuid() and status.st_gid == os.getegid()


def roots_for(wanted: Iterable[Path], owner: Owner) -> list[str]:
    """The folders to lay layers over: around what is wanted, the user's own folders, and the temporary ones."""
    mounted = mount_points()
    places = [*wanted, Path.cwd(), Path(tempfile.gettempdir()), *map(Path, _TEMPORARY)]
    places += [Path(os.environ[name]) for name in _HOMES if os.environ.get(name)]
    if owner.owns_all:
        places += [
            place for place in Path("/").iterdir() if place.name not in _OF_THE_SYSTEM and _holds_something(place)
        ]
    found = {root for place in places if (root := _root_for(place.resolve(), owner, mounted)) is not None}
    outermost = (root for root in found if not any(parent in found for parent in root.parents))
    return sorted(str(root) for root in outermost if not root.is_relative_to(_SHARED_MEMORY))


def _holds_something(place: Path) -> bool:
    """Each layer costs every run about a millisecond: none for a folder that nobody uses."""
    try:
        return place.is_dir() and any(place.iterdir())
    except OSError:
        return False


def is_out_of_reach(place: Path) -> bool:
    """Is this something that the user could not write either, so that no script can by mistake?"""
    try:
        if os.statvfs(place).f_flag & os.ST_RDONLY:
            return True
        return place.is_file() and place.stat().st_uid != os.geteuid() and not os.access(place, os.W_OK)
    except OSError:
        return False


def mount_points() -> list[str]:
    """Where something is mounted."""
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 (bytes)
        return [_OCTAL.sub(lambda match: chr(int(match[1], 8)), line.split(" ")[4]) for line in file]


def _root_for(place: Path, owner: Owner, mounted: list[str]) -> Path | None:
    """The outermost folder around a place below which nothing else is mounted, and all is the owner's on the way."""
    best: Path | None = None
    for folder in _inwards_out(place):
        try:
            is_own = owner.has(folder)
            status = folder.stat()
        except OSError:
            return best
        is_for_all = bool(status.st_mode & stat.S_ISVTX) and os.access(folder, os.W_OK)
        inside = str(folder) + os.sep
        if any(point.startswith(inside) for point in mounted):
            return best
        if stat.S_ISDIR(status.st_mode) and (is_own or is_for_all):
            best = folder
        if not is_own:  # what is further out would have to take this folder into its layer
            return best
    return best


def _inwards_out(place: Path) -> Iterator[Path]:
    """A place and the folders around it, but for the root and the system's own."""
    for folder in (place, *place.parents):
        parts = folder.parts
        if len(parts) > 2 or (len(parts) == 2 and parts[1] not in _OF_THE_SYSTEM):
            yield folder
