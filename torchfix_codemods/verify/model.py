"""What a verification says, as plain data for reports: verdict, differences, noise, and who is to blame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

Device: TypeAlias = Literal["cuda", "emulate", "cpu"]
Channel: TypeAlias = Literal[
    "exit", "output", "stderr", "loss", "global", "weights", "file", "random numbers", "warning", "graph"
]

# The kinds of difference that a rule can announce (`Codemod.expected`), and what they are.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        "requires_grad": "a tensor does or does not ask for gradients any more",
        "warnings": "other warnings",
        "checkpoint-format": "a file holds a state_dict where it held a whole model",
        "loaded-device": "what was loaded lies on another device",
        "graph-nodes": "the graph that backward walks has more or fewer nodes",
        "global-type": "a number of Python where there was a tensor, or the other way round",
    }
)


class Verdict(str, Enum):
    """What can be said after running a script before and after."""

    SAME = "same"
    EXPECTED = "same with expected differences"
    FIXED = "fixed"
    DIFFERENT = "DIFFERENT"
    INCONCLUSIVE = "inconclusive"

    @property
    def exit_code(self) -> int:
        return _EXIT_CODES[self]

    @property
    def is_good(self) -> bool:
        """May the rewriting be kept?"""
        return self.exit_code == 0


_EXIT_CODES: Mapping[Verdict, int] = MappingProxyType(
    {Verdict.SAME: 0, Verdict.EXPECTED: 0, Verdict.FIXED: 0, Verdict.DIFFERENT: 1, Verdict.INCONCLUSIVE: 3}
)


class Place(NamedTuple):
    """Where something can differ: `output`, `line 4 number 1`."""

    channel: Channel
    where: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs. `kind` is one of KINDS, or empty for what no rule can announce."""

    channel: Channel
    where: str
    detail: str
    kind: str = ""

    @property
    def place(self) -> Place:
        return Place(self.channel, self.where)


@dataclass(frozen=True, slots=True)
class Crash:
    """The exception that ended a script, and the last line in a file of its own."""

    type: str
    text: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended. `code` is negative for a signal.

    `is_lost` says that the process between torchfix and the run was ended with it. `place` is where a run was when its
    time was up, as `file:line`.
    """

    code: int
    timed_out: bool = False
    is_lost: bool = False
    crash: Crash | None = None
    place: str = ""

    @property
    def is_good(self) -> bool:
        return self.code == 0 and not self.timed_out and not self.is_lost and self.crash is None

    def renamed(self, names: Mapping[str, str]) -> Ending:
        """The same end, with other names for files."""
        file, colon, line = self.place.rpartition(":")
        crash = self.crash and replace(self.crash, file=names.get(self.crash.file, self.crash.file))
        return replace(self, crash=crash, place=f"{names.get(file, file)}{colon}{line}")

    @property
    def failure(self) -> str:
        """What two failures have in common that are the same; empty for a good end."""
        if self.is_good:
            return ""
        if self.is_lost:
            return "killed what watches it"
        if self.timed_out:
            return "timeout"
        return self.crash.type if self.crash is not None else f"exit code {self.code}"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run, for the report. `losses` are the scalars that backward was called with."""

    ending: Ending
    seconds: float
    lines: int
    losses: tuple[float, ...] = ()
    steps: int = 0
    printed: str = ""
    said: str = ""
    printed_bytes: int = 0
    folder: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One edit of a rule, or one changed stretch of two given versions (then without code and message)."""

    path: str
    line: int
    code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Blame:
    """What changes the numbers: the fewest edits that do so together, found in `runs` further runs.

    `is_exact` is False where it could not be narrowed down to edits of which each is needed.
    """

    edits: tuple[Edit, ...]
    runs: int
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """How many things were compared."""

    lines: int = 0
    losses: int = 0
    values: int = 0
    files: int = 0

    @property
    def total(self) -> int:
        return self.lines + self.losses + self.values + self.files


@dataclass(frozen=True)
class Verification:
    """The result for one script, or one command.

    `name` is the script as the user called it, `reason` one clause that says why the verdict is what it is, empty where
    the verdict says all. `rules` counts the edits by rule. `noise` are places where two runs of the original differ,
    which are not judged. `was_run` is False where nothing changes, so that nothing was to run.
    """

    name: str
    verdict: Verdict
    device: Device = "cpu"
    device_name: str = ""
    reason: str = ""
    was_run: bool = True
    rules: Mapping[str, int] = field(default_factory=dict)
    runs: tuple[RunSummary, ...] = ()  # before, before again, after, ...
    counted: Counted = field(default_factory=Counted)
    differences: tuple[Difference, ...] = ()
    expected: tuple[Difference, ...] = ()
    noise: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    blame: Blame | None = None
    kept: str = ""

    @property
    def before(self) -> RunSummary | None:
        return self.runs[0] if self.runs else None

    @property
    def after(self) -> RunSummary | None:
        return self.runs[2] if len(self.runs) > 2 else None


@dataclass(frozen=True)
class Program:
    """What is run: `script`, a path in the project, with its `arguments`; or a `command` with an `environment`.

    `name` is what the user calls it.
    """

    name: str
    script: str = ""
    arguments: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = "."  # where in the project it starts


class VerifyError(Exception):
    """Nothing could be verified; the text is one sentence for the user."""
