"""Copies of a project for runs to work in, the environment they run in, and what they have changed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from torchfix_codemods.settings import DEFAULT_EXCLUDES
from torchfix_codemods.temporary import is_temporary
from torchfix_codemods.verify.model import VerifyError

Files: TypeAlias = Mapping[str, bytes]  # path in the project, with forward slashes -> content

# Data above this size is not copied but linked to.
LINK_ABOVE = 16 * 2**20
# So is all that is no source, once so much was copied.
COPY_AT_MOST = 512 * 2**20
_SOURCES = (".py", ".pyi", ".ipynb", ".toml", ".cfg", ".ini", ".json", ".yaml", ".yml", ".txt")
# Folders with results of others, which no script reads. (`build` and `dist` may be anything.)
_LEFT_OUT = frozenset(DEFAULT_EXCLUDES) - {"build", "dist", "_build", "buck-out", ".vscode"}
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

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows knows one


@dataclass(frozen=True, slots=True)
class State:
    """What tells that a file has been written."""

    size: int
    changed: int
    number: int


@dataclass
class Sandbox:
    """A folder in which all runs happen, one after the other and all at the same path.

    `original` is the project's folder. `avoid` is not copied, should it lie in there: it is where all sandboxes are.
    `notes` are sentences about what could not be had as it is.
    """

    box: Path
    original: Path
    avoid: Path
    notes: list[str] = field(default_factory=list)
    _linked: dict[str, State] = field(default_factory=dict)

    @property
    def work(self) -> Path:
        """The copy of the project that the next run works in."""
        return self.box / "work"

    @property
    def temporary(self) -> Path:
        return self.box / "tmp"

    def prepare(self, files: Files) -> dict[str, State]:
        """Make a fresh copy with some files replaced or added; the state of all files in it."""
        for folder in (self.work, self.temporary):
            shutil.rmtree(folder, ignore_errors=True)
        self.temporary.mkdir()
        linked = _copy(self.original, self.work, frozenset(files), self.avoid)
        if linked and not self._linked:
            self._linked = {str(path): _state(path) for path in linked}
            names = [path.relative_to(self.original).as_posix() for path in linked]
            few = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            self.notes.append(f"big data was linked to, not copied: {few}")
        for name, content in files.items():
            place = self.work / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
            place.write_bytes(content)
        return snapshot(self.work)

    def put_away(self, name: str) -> Path:
        """Move the copy that a run has worked in aside; where it is now."""
        place = self.box / name
        shutil.rmtree(place, ignore_errors=True)
        self.work.rename(place)
        return place

    def harmed(self) -> list[str]:
        """Files of the user, linked to from the sandbox, that have changed since it was made."""
        return [path for path, state in self._linked.items() if _state_or_none(Path(path)) != state]


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


def _copy(original: Path, copy: Path, replaced: frozenset[str], avoid: Path) -> list[Path]:
    """Copy a project; the files that were linked to instead."""
    linked: list[Path] = []
    copied = 0
    for root, folders, names in os.walk(original):
        folders[:] = sorted(name for name in folders if not _is_left_out(Path(root, name), avoid))
        here = copy / Path(root).relative_to(original)
        here.mkdir(parents=True, exist_ok=True)
        _link_folders(Path(root), folders, here, (original, copy))
        for name in sorted(names):
            path, place = Path(root, name), here / name
            if path.relative_to(original).as_posix() in replaced or is_temporary(name):
                continue
            try:
                size = path.stat().st_size
            except OSError:  # a link to nothing or to itself, or gone meanwhile
                continue
            try:
                if size > LINK_ABOVE or (copied > COPY_AT_MOST and path.suffix not in _SOURCES):
                    place.symlink_to(path.resolve())
                    linked.append(path)
                elif path.is_file():
                    shutil.copy2(path, place)
                    copied += size
            except (FileNotFoundError, PermissionError):  # the script could not have read it either
                continue
    return linked


def _is_left_out(folder: Path, avoid: Path) -> bool:
    if folder.name in _LEFT_OUT or folder == avoid:
        return True
    # What is in a folder that nobody may enter is out of reach for the script too.
    return not os.access(folder, os.X_OK) or (folder / "pyvenv.cfg").exists()


def _link_folders(root: Path, folders: Sequence[str], here: Path, moved: tuple[Path, Path]) -> None:
    """`os.walk` does not go into links to folders: they lead to the same place from the copy, or to its copy."""
    original, copy = moved
    for name in folders:
        if (root / name).is_symlink() and not (here / name).exists():
            target = (root / name).resolve()
            inside = target.is_relative_to(original)
            (here / name).symlink_to(copy / target.relative_to(original) if inside else target)


def _state(path: Path, *, follow: bool = True) -> State:
    status = path.stat() if follow else path.lstat()
    return State(status.st_size, status.st_mtime_ns, status.st_ino)


def _state_or_none(path: Path) -> State | None:
    """None for a file that is gone."""
    try:
        return _state(path)
    except OSError:
        return None


def remove(folder: Path) -> None:
    """Remove a sandbox, also where a script has taken away its own right to."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    for root, folders, _ in os.walk(folder):
        for name in folders:
            with contextlib.suppress(OSError):
                Path(root, name).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)
