"""The rest of a project, which says what the values in the files that were named are.

A hook names three files and a person one. What these take from other files, and who calls what they define, stands
elsewhere in the project. Such files are read, and never rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from torchfix_codemods.regular import MOST_OF_SOURCE, read_regular
from torchfix_codemods.sources import Resolver, Source, discover

# A folder with one of these is the top of a project: what version control and the packaging tools of Python look for.
_TOPS = (".git", ".hg", "pyproject.toml", "setup.py", "setup.cfg")
# An import statement, all of it: names may follow in parentheses, on lines of their own. It begins a line, or stands
# behind a colon or semicolon; in a notebook, whose lines are JSON, behind a quote or an escaped line end.
_IMPORT = re.compile(rb'(?:^|[;:"]|\\n)[ \t\f]*(?:from|import)\b(?:\\\r?\n|[^\n(])*(?:\([^)]*\))?', re.M)
_NAME = re.compile(rb"\w+")
_RELATIVE = re.compile(rb"from[ \t]*\.")


def company(named: Sequence[Source], resolver: Resolver, walked: Sequence[Path] = ()) -> tuple[Source, ...]:
    """The files that imports may connect with named ones, in either direction and over any number of files.

    They are files of the same project, which is the nearest folder above with a repository or a Python distribution in
    it, and none of the named ones. A named file that the settings of its project leave out has no company. Names on
    lines that import are compared without regard to folders, so there may be too many, never too few. `walked` are
    folders whose files are all among the named ones.
    """
    found: dict[Path, Source] = {}
    tops: dict[Path, Path | None] = {}
    # Below these, no file has a top that is not below one of them, too.
    whole = {folder for folder in walked if (top := _top(folder, tops)) is None or _is_within(top, walked)}
    folders = dict.fromkeys(source.path.parent for source in named)
    apart = (folder for folder in folders if folder not in whole and whole.isdisjoint(folder.parents))
    for top in dict.fromkeys(_top(folder, tops) for folder in apart):
        if top is None or _is_within(top, walked):
            continue
        members = {source.path: source for source in discover([top], resolver).sources}
        known = {source.path for source in named if source.path in members or source.kind == "stdin"}
        if known and not members.keys() <= known:
            found.update((path, members[path]) for path in _connected(known, members))
    return tuple(source for path, source in sorted(found.items()) if not any(path == one.path for one in named))


def _is_within(place: Path, folders: Sequence[Path]) -> bool:
    return any(place.is_relative_to(folder) for folder in folders)


def _top(folder: Path, known: dict[Path, Path | None]) -> Path | None:
    """The top of the project that a folder is in. A home folder is none, whatever lies in it.

    `known` are those of other folders: a run looks at each folder once, however many of its files it has.
    """
    if not known:
        home = Path.home()
        known.update(dict.fromkeys((home, *home.parents)))
    if folder in known:
        return known[folder]
    passed: list[Path] = []
    for place in (folder, *folder.parents):
        if place in known:
            break
        passed.append(place)
        if any((place / name).exists() for name in _TOPS):
            known[place] = place
            break
    top = known.get(place)
    known.update(dict.fromkeys(passed, top))
    return top


def _connected(named: set[Path], members: Mapping[Path, Source]) -> Iterator[Path]:
    """The members in the groups of the named ones, where a file and every module name that it mentions go together."""
    names = {path: _names(path) for path in (*members, *named)}
    modules = {own[0] for own in names.values()}
    group: dict[Path | bytes, Path | bytes] = {}

    def root(one: Path | bytes) -> Path | bytes:
        while (up := group.setdefault(one, one)) != one:
            group[one] = one = group[up]
        return one

    for path, own in names.items():
        for name in (own[0], *_mentioned(path, own, modules)):
            group[root(name)] = root(path)
    wanted = {root(path) for path in named}
    return (path for path in members if root(path) in wanted)


def _names(path: Path) -> tuple[bytes, ...]:
    """The last name of the module that a file is, then those of the folders above it, from the nearest."""
    parts = [part.encode("utf-8", "surrogateescape") for part in (*path.parts[1:-1], path.stem)]
    return tuple(reversed(parts[:-1] if path.stem == "__init__" else parts)) or (b"",)


def _mentioned(path: Path, own: tuple[bytes, ...], modules: set[bytes]) -> set[bytes]:
    """The module names on the lines of a file that import. Relative ones mean the packages above, too."""
    try:
        imports = b"\n".join(_IMPORT.findall(read_regular(path, MOST_OF_SOURCE)))
    except OSError:
        return set()
    words = set(_NAME.findall(imports))
    if _RELATIVE.search(imports):
        words.update(own)
    return words & modules
