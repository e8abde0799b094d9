"""Converts a checkpoint in a child process: unpickling runs code of the user's, and our own process has no torch."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from torchfix_codemods.ending import ended_by
from torchfix_codemods.temporary import Temporary

_ROOT = Path(__file__).resolve().parents[2]
# Nothing of the current folder is imported before torch: the child puts the folder in front itself.
_BOOT = """\
import sys
sys.path[:1] = []
sys.path.append({root!r})
from torchfix_codemods.checkpoint.child import main
sys.path.remove({root!r})
sys.exit(main({request!r}))
"""
_DOTTED = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_FACTORY = re.compile(rf"(?:(?P<key>[^=]*)=)?(?P<module>{_DOTTED}):(?P<name>{_DOTTED})")


class CheckpointError(Exception):
    """One sentence that says why there is no new checkpoint."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked for. `models` are the texts `[KEY=]MODULE:FACTORY`."""

    old: Path
    new: Path
    models: Sequence[str]
    trust: bool = False
    force: bool = False


def convert(job: Job) -> list[str]:
    """Write the new checkpoint; what was done, as lines.

    Raises:
        CheckpointError: it cannot be done; nothing is written then.
    """
    factories = _factories(job.models)
    _check_old(job.old)
    if not job.trust:
        raise CheckpointError(
            f"{job.old} is a pickle, and loading it runs whatever code it brings: say --trust if you know who made it"
        )
    real = _place(job.new, force=job.force)
    with _new_file(real, job.new) as new:
        lines = _in_a_child(job, factories, new)
        try:
            new.sync()
            if not job.force and real.exists():  # since it was looked at
                raise CheckpointError(f"{job.new} exists: name another file, or say --force to replace it")
            new.replace(real)
        except OSError as error:
            raise CheckpointError(f"{job.new} cannot be written: {error.strerror}") from None
    return lines


def _factories(models: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Key in the checkpoint, empty for the only model -> module and name of the factory."""
    found: dict[str, tuple[str, str]] = {}
    for text in models:
        parts = _FACTORY.fullmatch(text)
        if parts is None:
            raise CheckpointError(
                f"--model {text!r} is not MODULE:FACTORY, or KEY=MODULE:FACTORY for one of several models: "
                "`nets:make_net` is what `from nets import make_net` brings"
            )
        key = parts["key"] or ""
        if key in found:
            raise CheckpointError(f"--model names two factories for {repr(key) if key else 'the same model'}")
        found[key] = parts["module"], parts["name"]
    if "" in found and len(found) > 1:
        raise CheckpointError("--model without a key is for the only model: say KEY=MODULE:FACTORY for each of several")
    return found


def _check_old(old: Path) -> None:
    try:
        status = old.stat()
    except OSError as error:
        raise CheckpointError(f"{old}: {error.strerror}") from None
    if not stat.S_ISREG(status.st_mode):
        raise CheckpointError(f"{old} is no file")


def _place(new: Path, *, force: bool) -> Path:
    """Where the new file goes, through links."""
    real = new.resolve()
    if real.is_dir():
        raise CheckpointError(f"{new} is a folder: name a file in it")
    if not real.parent.is_dir():
        raise CheckpointError(f"{new}: there is no folder {real.parent}: make it first")
    if real.exists() and not real.is_file():
        raise CheckpointError(f"{new} is no file")
    if real.exists() and not force:
        raise CheckpointError(f"{new} exists: name another file, or say --force to replace it")
    return real


@contextmanager
def _new_file(real: Path, new: Path) -> Iterator[Temporary]:
    try:
        made = Temporary(real.parent, 0o666)
    except OSError as error:
        raise CheckpointError(f"{new} cannot be written: {error.strerror}") from None
    with made:
        yield made


def _in_a_child(job: Job, factories: Mapping[str, tuple[str, str]], new: Temporary) -> list[str]:
    with TemporaryDirectory(prefix="torchfix-") as folder:
        answer = Path(folder, "answer.json")
        request = {
            "old": str(job.old.absolute()),
            "shown": str(job.old),
            "new": str(new.path),
            "name": str(job.new),
            "factories": dict(factories),
            "answer": str(answer),
            "folder": str(Path.cwd()),
        }
        boot = _BOOT.format(root=str(_ROOT), request=json.dumps(request))
        # What the user's code prints is no result of ours.
        done = subprocess.run([sys.executable, "-c", boot], stdin=subprocess.DEVNULL, stdout=2, check=False)
        try:
            said = json.loads(answer.read_text("utf-8"))
        except (OSError, ValueError):
            raise CheckpointError(f"{job.old}: the process that loads it {_end(done.returncode)}") from None
    if said["error"]:
        raise CheckpointError(str(said["error"]))
    return [str(line) for line in said["lines"]]


def _end(code: int) -> str:
    """How a process ended that gave no answer."""
    if code >= 0 or os.name == "nt":
        return f"left with exit code {code}"
    return ended_by(-code)
