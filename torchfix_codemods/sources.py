"""Paths -> sources: which .py, .pyi and .ipynb files a run looks at, in a fixed order and each once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from torchfix_codemods.result import Problem
from torchfix_codemods.settings import Settings

Kind = Literal["python", "notebook", "stdin"]


@dataclass(frozen=True, slots=True)
class Source:
    """One file to look at.

    `path` is absolute and free of links, `display` what people see: relative to the working directory, with forward
    slashes. `settings` are those that hold where the file stands. `size` and `mtime_ns` are the file's when it was
    found.
    """

    path: Path
    display: str
    settings: Settings
    kind: Kind = "python"
    size: int = -1
    mtime_ns: int = -1


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, in order of `display`, and what could not be looked at."""

    sources: tuple[Source, ...] = ()
    problems: tuple[Problem, ...] = ()


def discover(
    paths: Sequence[Path],
    resolver: Callable[[Path], Settings],
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
    return Discovery()


def stdin_source(filename: str, resolver: Callable[[Path], Settings], *, force_exclude: bool = False) -> Source | None:
    """The source that stands for standard input, named `filename`; None when that name is excluded.

    A name that ends in .ipynb makes it a notebook.
    """
    return None
