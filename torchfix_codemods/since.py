"""Which files changed since a git revision.

git is asked in a repository that may be hostile: its configuration can name programs, for filters, monitors and hooks,
which git would run. All of them are switched off here. A clean filter that is not run can only make a file count as
changed that is not, and then it is looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

# https://git-scm.com/docs/git-config says of each what it would run; `-c` wins over every file.
_HARMLESS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "false",
    "core.gitProxy": "false",
    "core.pager": "cat",
    "diff.external": "",
    "diff.ignoreSubmodules": "all",
    "safe.bareRepository": "explicit",  # a folder of files in the checkout that looks like a repository is none
    "protocol.allow": "never",  # objects that a partial clone lacks would be fetched, by programs it may name
    "submodule.recurse": "false",
}
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# Configuration may include a pipe that nobody writes to, and git waits for it.
_PATIENCE = 300
# What a filter is run for, and what makes its absence an error.
_FILTER_KEY = re.compile(r"filter\.(.*)\.[^.]*\Z")  # a name may be empty
_FILTER_KEYS = {"clean": "", "smudge": "", "process": "", "required": "false"}


class GitError(Exception):
    """git is missing or refused; the text says so."""


def repository_of(folder: str) -> str:
    """The top of the working tree that a folder is in.

    Raises:
        GitError: it is in none.
    """
    return os.path.normpath(_git(folder, "rev-parse", "--show-toplevel").removesuffix("\n"))


def changed_since(revision: str, top: str) -> set[str]:
    """Absolute paths of the files of a repository that differ from the merge base of a revision and HEAD, or are new.

    Raises:
        GitError: git does not know the revision, or cannot compare.
    """
    if not revision or revision.startswith("-") or "\0" in revision:
        raise GitError("this is no revision")
    if not _git(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", fallback=""):
        raise GitError("git knows no such revision")
    base = _git(top, "merge-base", revision, "HEAD", fallback="").strip()
    if not base:
        raise GitError("it has no common ancestor with HEAD; fetch more history if this is a shallow clone")
    compare = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv")
    names = _git(top, *compare, "--ignore-submodules=all", base, "--", filters=_filters(top))
    names += _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    return {str(Path(top, name)) for name in names.split("\0") if name}


def _filters(top: str) -> list[str]:
    """The names of all filters that the configuration knows, whichever file it is that does."""
    keys = _git(top, "config", "--null", "--name-only", "--get-regexp", r"^filter\.", fallback="")
    names = {_FILTER_KEY.sub(r"\1", key) for key in keys.split("\0") if _FILTER_KEY.match(key)}
    if any("=" in name for name in names):  # an option ends the name of its key there
        raise GitError("its configuration has a filter with `=` in its name, which cannot be switched off")
    return sorted(names)


def _git(folder: str, *arguments: str, fallback: str | None = None, filters: Iterable[str] = ()) -> str:
    """What a git command prints. `fallback` is returned instead of raising when it fails."""
    import subprocess

    switched_off = [f"{key}={value}" for key, value in _HARMLESS.items()]
    switched_off += [f"filter.{name}.{key}={value}" for name in filters for key, value in _FILTER_KEYS.items()]
    options = [word for setting in switched_off for word in ("-c", setting)]
    command = [_program(), "--no-pager", "-C", folder, *options, *arguments]
    environment = {**os.environ, **_ENVIRONMENT}
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, timeout=_PATIENCE, capture_output=True, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        raise GitError(f"git does not answer within {_PATIENCE} seconds") from None
    except (OSError, ValueError) as error:
        raise GitError(f"git cannot be run: {getattr(error, 'strerror', None) or error}") from error
    if done.returncode == 0:
        return os.fsdecode(done.stdout)
    if fallback is not None:
        return fallback
    said: Sequence[str] = done.stderr.decode("utf-8", "replace").strip().splitlines()
    raise GitError(said[0].removeprefix("fatal: ") if said else "git failed")


def _program() -> str:
    """Where git is, by the absolute folders of PATH: Windows would look into the current folder first."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in map(Path, os.environ.get("PATH", os.defpath).split(os.pathsep)):
        program = folder / name
        if program.is_absolute() and program.is_file() and os.access(program, os.X_OK):
            return str(program)
    raise GitError("git cannot be run: it is not on the path")
