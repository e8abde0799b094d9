"""Copies of a project for runs to work in, the environment they run in, and what they have changed."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from torchfix_codemods.verify.copying import Copied, Link, Policy, State, copy_project, few, in_words, state_of
from torchfix_codemods.verify.layer import changes_in, gather_link, remove, states_below
from torchfix_codemods.verify.model import VerifyError
from torchfix_codemods.verify.places import is_out_of_reach

Files: TypeAlias = Mapping[str, bytes]  # path in the project, with forward slashes -> content

_SHARED = (
    "PATH",
    "HOME",
    "LANG",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "USER",
    "LOGNAME",
)
_SHARED_STARTS = ("LC_", "XDG_", "TORCH_", "HF_", "NVIDIA_", "CUDA_", "COVERAGE_")
# What makes two runs of one program differ, or needs somebody to look.
_FIXED = {
    "PYTHONHASHSEED": "0",
    "PYTHONIOENCODING": "utf-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONBREAKPOINT": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
    "MPLBACKEND": "Agg",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "WANDB_MODE": "disabled",
    "TQDM_DISABLE": "1",
    "COLUMNS": "80",
}

_MOST_NAMES = 100
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows knows one


@dataclass(frozen=True)
class Shelter:
    """What keeps runs from the user's files: they have a view of their own of all files, in which `roots` are covered
    by a layer and the others read-only. `is_there` is False where the system gives no such view.
    """

    is_there: bool = False
    roots: tuple[str, ...] = ()

    def covers(self, place: Path) -> bool:
        """Does what is written there go into a layer?"""
        return any(place.is_relative_to(root) for root in self.roots)


@dataclass
class Sandbox:
    """A folder in which all runs happen, one after the other and all at the same path.

    `original` is the project's folder. `avoid` is not copied, should it lie in there: it is where all sandboxes are.
    `notes` are sentences about what could not be had as it is. `allows` says that runs may write to the user's files
    that lie behind links, `option` what the user calls that.
    """

    box: Path
    original: Path
    avoid: Path
    shelter: Shelter = Shelter()
    allows: bool = False
    option: str = "--allow-outside"
    clones: bool = True
    notes: list[str] = field(default_factory=list)
    _links: tuple[Link, ...] = ()
    _seen: dict[Path, State] | None = None

    @property
    def work(self) -> Path:
        """The copy of the project that the next run works in."""
        return self.box / "work"

    @property
    def temporary(self) -> Path:
        return self.box / "tmp"

    @property
    def layer(self) -> Path:
        """Where what a run writes to covered folders is kept."""
        return self.box / "layer"

    def prepare(self, files: Files) -> dict[str, State]:
        """Make a fresh copy with some files replaced or added; the state of all files in it.

        Raises:
            VerifyError: some of it can neither be copied nor kept from what runs write.
        """
        for folder in (self.work, self.temporary, self.layer):
            remove(folder)
        self.temporary.mkdir(parents=True)
        copied = copy_project(self.original, self.work, frozenset(files), self.avoid, self._policy())
        self._links = tuple(copied.links)
        if self._seen is None:
            self._remember(copied)
        for name, content in files.items():
            place = self.work / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
            place.write_bytes(content)
        return snapshot(self.work)

    def gather(self) -> list[str]:
        """Put what a run has written behind links of the copy there; where else it has written, outside of the copy."""
        if not self.shelter.is_there:
            return []
        for link in self._links:
            gather_link(link, self.work, self._upper(link.target))
        return list(islice(self._left_in_layer(), _MOST_NAMES))

    def put_away(self, name: str) -> Path:
        """Move the copy that a run has worked in aside; where it is now. It is empty if the run has removed it."""
        place = self.box / name
        remove(place)
        self.box.mkdir(parents=True, exist_ok=True)
        if self.work.is_dir() and not self.work.is_symlink():
            self.work.rename(place)
        else:
            self.work.unlink(missing_ok=True)
            place.mkdir()
        remove(self.layer)
        return place

    def harmed(self) -> list[str]:
        """Files of the user that the copy was made from, or that it has links to, and that have changed since."""
        return [str(path) for path, state in (self._seen or {}).items() if _state_or_none(path) != state]

    def _policy(self) -> Policy:
        hint = f"{self.option} lets them write to your own file, and TMPDIR can name a folder with more room"
        return Policy(self._can_be_linked_to, hint, self.clones)

    def _can_be_linked_to(self, place: Path) -> bool:
        if self.allows or self.shelter.covers(place) or is_out_of_reach(place):
            return True
        return self.shelter.is_there and place.is_dir()  # it is read-only in a run, and may hold anything

    def _remember(self, copied: Copied) -> None:
        self._seen = dict(copied.seen)
        if not self.allows and self.shelter.is_there:  # others may go on to work with them: no run can reach them
            self._seen = {}
        names = [link.name for link in copied.links]
        if names and self.allows:
            self.notes.append(f"linked to and not copied, so that runs can change it: {few(names)}")
        if copied.heavy:
            size = in_words(sum(copied.heavy.values()))
            self.notes.append(f"{size} of big data were copied for each run: {few(list(copied.heavy))}")
        for link in copied.links if self.allows else ():
            self._seen |= dict(states_below(link.target))

    def _upper(self, target: Path) -> Path | None:
        """Where in the layer a place is, if something has been written there."""
        for index, root in enumerate(self.shelter.roots):
            if target.is_relative_to(root):
                return self.layer / str(index) / "upper" / target.relative_to(root)
        return None

    def _left_in_layer(self) -> Iterator[str]:
        for index, root in enumerate(self.shelter.roots):
            yield from changes_in(self.layer / str(index) / "upper", Path(root))


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Leave by an exception where the system or a closed terminal ends us, so that what was made is cleared away.

    The exit code is what shells say of a program that the signal has ended. A second signal does not disturb that.
    """

    def leave(number: int, frame: object) -> NoReturn:
        for other in theirs:
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)

    theirs: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in _ENDING:
            if signal.getsignal(number) == signal.SIG_DFL:  # `nohup` has it ignored, and that is meant
                theirs[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in theirs.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def new_box(keep: Path | None) -> Iterator[Path]:
    """A folder for sandboxes, removed at the end unless the user wants to keep it.

    Raises:
        VerifyError: there is nowhere to put it.
    """
    if keep is not None:
        try:
            keep.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VerifyError(f"{keep} cannot be made: {error.strerror}") from error
        if any(keep.iterdir()):
            raise VerifyError(f"{keep} is not empty; --keep wants a new or an empty folder")
        yield keep.resolve()
        return
    asked = os.environ.get("TMPDIR")
    try:
        place = tempfile.mkdtemp(prefix="torchfix-verify-", dir=asked or None)
    except OSError as error:
        where = asked or "the temporary folder"
        hint = "set TMPDIR to a folder that can be written"
        raise VerifyError(f"no sandbox can be made in {where}: {error.strerror or error}; {hint}") from error
    try:
        yield Path(place).resolve()
    finally:
        remove(Path(place))


def environment(box: Path, *, everything: bool = False) -> dict[str, str]:
    """The environment of runs: a short list of the user's variables, or all of them, and what makes runs alike."""
    if everything:
        chosen = dict(os.environ)
    else:
        chosen = {
            name: value for name, value in os.environ.items() if name in _SHARED or name.startswith(_SHARED_STARTS)
        }
        if "PYTHONPATH" in os.environ:
            chosen["PYTHONPATH"] = os.environ["PYTHONPATH"]
    chosen.pop("PYTHONSTARTUP", None)
    return {**chosen, **_FIXED, "TMPDIR": str(box / "tmp")}


def snapshot(folder: Path) -> dict[str, State]:
    """Path -> state of every file below a folder, links as what they are."""
    found: dict[str, State] = {}
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = Path(root, name)
            with contextlib.suppress(FileNotFoundError, PermissionError):  # gone, or in a folder that a run has closed
                found[path.relative_to(folder).as_posix()] = _state(path, follow=False)
    return found


def written(before: Mapping[str, State], after: Mapping[str, State]) -> tuple[list[str], list[str]]:
    """The files that a run has made or changed, and those that it has removed."""
    return (
        sorted(name for name, state in after.items() if before.get(name) != state),
        sorted(before.keys() - after.keys()),
    )


def _state(path: Path, *, follow: bool = True) -> State:
    return state_of(path.stat() if follow else path.lstat())


def _state_or_none(path: Path) -> State | None:
    """None for a file that is gone."""
    try:
        return _state(path)
    except OSError:
        return None
