"""Old programs, as they are, after one `apply --unsafe-fixes`, and as a person would write them today.

`programs/` holds scripts, and folders that start at their `main.py`; `modern/` holds the same programs as a person
would write them today. What a revived program prints has to be what its modern form prints on the CPU.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adversarial.trial import Ended, Runner
from click.testing import CliRunner

from torchfix_codemods.cli import cli

HERE = Path(__file__).resolve().parent
# The emulated device draws what the CPU would draw, so that both print the same.
DEVICES = ("cpu", "emulate-shared")
# Imported before the forks: each program that makes an optimizer would take seconds for it.
WARM = ("torch._dynamo", "numpy")
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
_ERROR = re.compile(r"\w+(Error|Exception)\b")
_RELATIVE, _ABSOLUTE = 1e-3, 2e-3
Files = Mapping[str, str]


@dataclass(frozen=True)
class Program:
    """An old program: its files, and those of its modern form."""

    name: str
    files: Files
    modern: Files

    @property
    def script(self) -> str:
        return "main.py" if "main.py" in self.files else next(iter(self.files))


@dataclass(frozen=True)
class Revived:
    """A program after one `apply --unsafe-fixes`: its files, and how often which rule changed something."""

    files: Files
    rules: Counter[str]


@dataclass(frozen=True)
class Lives:
    """What a program does before and after.

    `broken` is the last line of its error, `before` and `after` are exit statuses, the latter one for each device.
    `different` says where it prints something else than its modern form, empty for each device where it does not.
    """

    broken: str
    before: int
    rules: Counter[str]
    after: tuple[int, ...]
    different: tuple[str, ...]


def programs() -> list[Program]:
    """All, by name."""
    return [
        Program(path.stem, _files(path), _files(HERE / "modern" / path.name))
        for path in sorted((HERE / "programs").iterdir())
    ]


def _files(path: Path) -> Files:
    if path.is_file():
        return {path.name: path.read_text("utf-8")}
    return {file.relative_to(path).as_posix(): file.read_text("utf-8") for file in sorted(path.rglob("*.py"))}


def revive(files: Files) -> Revived:
    """What `torchfix apply --unsafe-fixes` makes of these files.

    Raises:
        AssertionError: when the run has something to say against a file.
    """
    folder = Path(tempfile.mkdtemp())
    try:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        options = ["--unsafe-fixes", "--jobs=1", "--no-cache", "--quiet", "--output-format=json", "--exit-zero"]
        done = CliRunner().invoke(cli, ["apply", *options, str(folder)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        found = json.loads(done.stdout)["findings"]
        rules = Counter(f"{one['code']}" for one in found if one["fixed"])
        return Revived({name: (folder / name).read_text("utf-8") for name in files}, rules)
    finally:
        shutil.rmtree(folder)


def runner() -> Runner:
    """Runs the programs; close it afterwards."""
    return Runner(WARM)


def lives_of(program: Program, running: Runner) -> Lives:
    """Run it as it is, revived, and in its modern form."""
    before = running.run("cpu", program.files, program.script)
    expected = running.run("cpu", program.modern, program.script)
    assert expected.code == 0, expected.err
    revived = revive(program.files)
    after = [running.run(device, revived.files, program.script) for device in DEVICES]
    different = tuple(difference(ended.out, expected.out) or last_error(ended) for ended in after)
    return Lives(last_line(before), before.code, revived.rules, tuple(ended.code for ended in after), different)


def last_error(ended: Ended) -> str:
    """The same for a run that should not have failed, empty where it did not."""
    return last_line(ended) if ended.code else ""


def last_line(ended: Ended) -> str:
    """What a run that failed says last: the kind of the error and its message."""
    errors = [line for line in ended.err.splitlines() if _ERROR.match(line)]
    return errors[-1] if errors else f"exit status {ended.code}"


def difference(found: str, expected: str) -> str:
    """The first line with another word, or with a number that is not close; nothing if there is none."""
    pairs = list(zip([*found.splitlines(), ""], [*expected.splitlines(), ""], strict=False))
    if len(found.splitlines()) != len(expected.splitlines()) or not expected.strip():
        return f"{len(found.splitlines())} lines instead of {len(expected.splitlines())}: {_first(pairs)}"
    return _first(pairs)


def _first(pairs: list[tuple[str, str]]) -> str:
    return next((f"{one!r} instead of {other!r}" for one, other in pairs if not _is_close(one, other)), "")


def _is_close(one: str, other: str) -> bool:
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return False
    numbers = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=_RELATIVE, abs_tol=_ABSOLUTE) for a, b in numbers)
