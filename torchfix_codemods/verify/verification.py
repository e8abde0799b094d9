"""Runs a program before and after, compares, and looks for whoever is to blame."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from torchfix_codemods.verify.bisect import Answer, Try, bisect
from torchfix_codemods.verify.compare import (
    BY_TYPE,
    NO_NOISE,
    Comparison,
    Noise,
    Sides,
    Tolerance,
    compare,
    noise_between,
)
from torchfix_codemods.verify.copying import few
from torchfix_codemods.verify.model import Device, Edit, RunSummary, Verdict, Verification, VerifyError
from torchfix_codemods.verify.process import Workshop
from torchfix_codemods.verify.project import Versions
from torchfix_codemods.verify.ran import Ran
from torchfix_codemods.verify.sandbox import Files
from torchfix_codemods.verify.trial import OUTPUT_LIMIT, Trial
from torchfix_codemods.verify.verdict import Advice, Case, Judged, all_is_noise, judge, told


class Project(Versions, Protocol):
    """Two versions, and what is known of how one became the other."""

    @property
    def rules(self) -> Mapping[str, int]:
        """How many edits each rule has made."""

    @property
    def announced(self) -> Mapping[str, str]:
        """Kind of difference -> who announced it."""

    def called(self, side: int) -> Mapping[str, str]:
        """File in a copy of the version before (0) or after (1) -> what the user calls it, if that is another name."""


@dataclass(frozen=True)
class Options:
    """How to verify. `expected` are kinds of difference that the user announces.

    `prefix` is how the command's options for runs begin: `--timeout` of `verify` is `--verify-timeout` of `apply`.
    """

    tolerance: Tolerance = BY_TYPE
    expected: tuple[str, ...] = ()
    most_runs: int = 24  # in search of the guilty edit
    prefix: str = "--"


@dataclass(frozen=True)
class DeviceFound:
    """The device that runs are on, what it is called, and why it is no other."""

    device: Device
    name: str = ""
    because: str = ""


def choose_device(workshop: Workshop, wanted: str, prefix: str = "--") -> DeviceFound:
    """Prepare the device that the user wants, or for "auto" the best there is: real, emulated, none.

    Args:
        workshop: where runs are started.
        wanted: a device, or "auto".
        prefix: how the options begin that a hint may name (`Options.prefix`).

    Raises:
        VerifyError: there is no such device here, or no torch.
    """
    if wanted == "cpu":
        workshop.use("cpu")
        return DeviceFound("cpu")
    name = _real_device(workshop) if wanted in ("auto", "cuda") else ""
    if name:
        workshop.use("cuda")
        return DeviceFound("cuda", name)
    if wanted == "cuda":
        raise VerifyError(f"there is no CUDA device here; `{prefix}device emulate` pretends that there is one")
    try:
        workshop.use("emulate")
    except VerifyError as error:
        if wanted == "emulate":
            raise
        workshop.use("cpu")
        return DeviceFound("cpu", because=str(error))
    return DeviceFound("emulate")


def _real_device(workshop: Workshop) -> str:
    folder = workshop.log.parent / "probe"
    folder.mkdir(exist_ok=True)
    workshop.run({"do": "probe", "output": str(folder), "cwd": str(folder), "timeout": 120.0, "limit": OUTPUT_LIMIT})
    try:
        name: str = json.loads((folder / "probe.json").read_bytes())["cuda"]
    except (OSError, ValueError):
        raise VerifyError("the process that asks torch for its devices ended without an answer") from None
    return name


@dataclass
class _Work:
    """One verification under way."""

    project: Project
    trial: Trial
    options: Options
    runs: list[RunSummary] = field(default_factory=list)

    def verify(self) -> Verification:
        before = self._run(self.project.before, "before", "the original")
        if before.ending.is_lost:  # whatever it printed may be lost too
            judged = Judged(Verdict.INCONCLUSIVE, f"the original {told(before)}", notes=tuple(self._notes(before)))
            return self._result(judged, Comparison(), NO_NOISE)
        again = self._run(self.project.before, "before-again", "the original again", shift=True)
        noise = noise_between(self._compare(before, again, NO_NOISE))
        self.trial.forget("before-again")
        after = self._run(self.project.after, "after", "the rewritten")
        found = self._compare(before, after, noise)
        judged = self._judge(before, again, after, found)
        blame = None
        if judged.verdict is Verdict.DIFFERENT:
            judged, noise = self._confirm(before, again, after, judged, noise)
        if judged.verdict is Verdict.DIFFERENT and self.options.most_runs:
            blame = bisect(self.project.edits, self._attempt(before, again, after, noise), self.options.most_runs)
        if judged.verdict in (Verdict.SAME, Verdict.EXPECTED) and all_is_noise(found.counted, noise):
            judged = Judged(Verdict.INCONCLUSIVE, "two runs of the original differ in everything", notes=judged.notes)
        judged = self._unless_harmed(replace(judged, notes=(*judged.notes, *self._notes(before, after))), before, after)
        return replace(self._result(judged, found, noise), blame=blame)

    def _result(self, judged: Judged, found: Comparison, noise: Noise) -> Verification:
        return Verification(
            name=self.trial.program.name,
            verdict=judged.verdict,
            reason=judged.reason,
            rules=self.project.rules,
            runs=tuple(self.runs),
            counted=found.counted,
            differences=judged.differences,
            expected=judged.expected,
            noise=tuple(sorted(noise.places)),
            notes=judged.notes,
        )

    # ---- steps

    def _run(self, files: Files, name: str, what: str, *, shift: bool = False) -> Ran:
        self.trial.tell(f"running {what}")
        ran = self.trial.run(files, name, shift=shift)
        names = self.project.called(int(name.startswith("after")))
        ran = replace(ran, ending=ran.ending.renamed(names))
        said = ran.summary.said
        for file, path in names.items():
            said = said.replace(f"{ran.work}/{file}", path)
        self.runs.append(replace(ran.summary, said=said))
        return ran

    def _compare(self, before: Ran, after: Ran, noise: Noise) -> Comparison:
        return compare(
            Sides(
                before,
                after,
                self.trial.ask,
                self.options.tolerance,
                noise,
                partly=not (before.ending.is_good and after.ending.is_good),
                sources=(self.project.before, self.project.after),
            )
        )

    def _judge(self, before: Ran, again: Ran, after: Ran, found: Comparison) -> Judged:
        announced = {**dict.fromkeys(self.options.expected, "--expect"), **self.project.announced}
        return judge(Case(before, again, after, found, announced, self.trial.timeout, self._advice()))

    def _advice(self) -> Advice:
        program, here = self.trial.program, Path.cwd()
        if not program.script or self.trial.sandbox.original / program.folder == here:
            return Advice(self.options.prefix)
        command = f'torchfix apply --dry-run --verify "python {program.name}"' if self.project.rules else ""
        return Advice(self.options.prefix, here, command)

    def _confirm(self, before: Ran, again: Ran, after: Ran, judged: Judged, noise: Noise) -> tuple[Judged, Noise]:
        """Run both once more: what is not seen every time is noise that the first two runs did not show."""
        third = self._run(self.project.before, "before-again", "the original once more", shift=True)
        noise = noise_between(self._compare(before, third, noise), noise)
        if third.ending.failure != before.ending.failure:
            return self._judge(before, third, after, Comparison()), noise
        second = self._run(self.project.after, "after-again", "the rewritten once more")
        first_found, second_found = self._compare(before, after, noise), self._compare(before, second, noise)
        seen = {difference.place for difference in second_found.differences}
        first_found.differences = [one for one in first_found.differences if one.place in seen]
        if second.ending.failure != after.ending.failure and second.ending.is_good:
            confirmed = self._judge(before, again, second, second_found)
        else:
            confirmed = self._judge(before, again, after, first_found)
        for name in ("before-again", "after-again"):
            self.trial.forget(name)
        if confirmed.verdict is not Verdict.DIFFERENT:
            note = f"a difference that was not there again: {_first(judged)}"
            confirmed = replace(confirmed, notes=(*confirmed.notes, note))
        return confirmed, noise

    def _attempt(self, before: Ran, again: Ran, after: Ran, noise: Noise) -> Try:
        count = 0

        def attempt(edits: Sequence[Edit]) -> Answer:
            nonlocal count
            count += 1
            files = self.project.with_only(edits)
            if files is None:
                return "unclear"
            self.trial.tell(f"looking for the guilty edit, run {count}")
            ran = self.trial.run({**self.project.before, **files}, "part")
            failure = ran.ending.failure
            if failure and failure not in (before.ending.failure, after.ending.failure):
                return "unclear"
            found = self._compare(before, ran, noise)
            judged = self._judge(before, again, ran, found)
            return "different" if judged.verdict is Verdict.DIFFERENT else "same"

        return attempt

    def _unless_harmed(self, judged: Judged, *runs: Ran) -> Judged:
        """Runs that found other data than the ones before them show nothing, but for a difference."""
        documents = [capture.document for run in runs for capture in run.captures]
        harmed = self.trial.sandbox.harmed()
        if not self.trial.sandbox.shelter.is_there:
            harmed += dict.fromkeys(name for document in documents for name in document.get("changed", ()))
        if not harmed:
            return judged
        if judged.verdict.is_good:
            reason = f"your own files were changed meanwhile, so that not all runs found the same: {few(harmed)}"
            return replace(judged, verdict=Verdict.INCONCLUSIVE, reason=reason)
        return replace(
            judged, notes=(*judged.notes, f"YOUR OWN FILES WERE CHANGED while the runs went on: {few(harmed)}")
        )

    def _notes(self, *runs: Ran) -> list[str]:
        notes = [*self.trial.sandbox.notes]
        outside = list(dict.fromkeys(name for run in runs for name in run.outside or ()))
        if outside:
            notes.append(f"{_LAYERED}: {few(outside, 5)}")
        documents = [capture.document for run in runs for capture in run.captures]
        for key, text in _NOTES.items():
            names = list(dict.fromkeys(name for document in documents for name in document.get(key, ())))
            if names and not (key == "outside" and self.trial.sandbox.shelter.is_there):
                notes.append(f"{text}: {few(names, 5)}")
        return notes


_LAYERED = "it wrote outside its copy, where nothing was compared and your own files are as they were"
_NOTES = {
    "outside": "it wrote outside the sandbox, where nothing was compared",
    "programs": "it started other programs, of which only the files were seen",
    "foreign_modules": "imported from the original folder, not from the rewritten copy",
}


def verify_project(project: Project, trial: Trial, options: Options) -> Verification:
    """Run the original twice and the rewritten version once; on a difference, both once more, and find the edit.

    Raises:
        VerifyError: it could not be done.
    """
    return _Work(project, trial, options).verify()


def _first(judged: Judged) -> str:
    if not judged.differences:
        return judged.reason
    first = judged.differences[0]
    return f"{first.channel} {first.where}: {first.detail}"
