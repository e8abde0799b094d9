"""From what differs to what can be said about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from torchfix_codemods.ending import ended_by
from torchfix_codemods.verify.audit import KEPT
from torchfix_codemods.verify.compare import SAID_LINES, Comparison, Noise
from torchfix_codemods.verify.model import Counted, Difference, Verdict
from torchfix_codemods.verify.ran import Ran

# A run that is stopped though the one before needed less than this share of its time has become slow, or endless.
_SLOW = 0.3
# What an OSError says where a run wanted to change what lies outside of its copy: the file system is read-only, a file
# is not the user's alone and cannot be put into a layer (EOVERFLOW), or `audit` has refused it.
_KEPT = (KEPT, "Read-only file system", "Value too large for defined data type")
_QUOTED = re.compile(r"""(['"])(.+?)\1""")


@dataclass(frozen=True)
class Judged:
    """A verdict, why, and the differences it rests on. `expected` are those that rules have announced."""

    verdict: Verdict
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    expected: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Advice:
    """What hints need to know of the call: how its options for runs begin, and where it was made.

    `here` is the folder of the call for a script that runs in another one, `command` what would run it there.
    """

    options: str = "--"
    here: Path | None = None
    command: str = ""


_PLAIN = Advice()


@dataclass(frozen=True)
class Case:
    """Everything that a verdict depends on. `found` compares `before` with `after`."""

    before: Ran
    again: Ran
    after: Ran
    found: Comparison
    announced: Mapping[str, str] = field(default_factory=dict)  # kind of difference -> who announced it
    timeout: float = 0.0
    advice: Advice = Advice()


def judge(case: Case) -> Judged:
    """What can be said.

    The losses and lines up to a crash are compared too, so that a rewriting that makes a program fail earlier, or go
    another way before it fails, is different.
    """
    before, again, after = case.before.ending, case.again.ending, case.after.ending
    if before.failure != again.failure:
        return Judged(
            Verdict.INCONCLUSIVE,
            f"two runs of the original end differently: {told(case.before)}; {told(case.again)}",
        )
    if before.is_good and not after.is_good:
        return _broken(case)
    real, expected, notes = _sorted(case)
    if before.is_good:
        return _both_finish(case, real, expected, notes)
    if real:
        return Judged(Verdict.DIFFERENT, "they part before the original fails", real, expected, notes)
    if after.is_good and _got_less_far(case.before, case.after):
        detail = f"the original got to {got_to(case.before)}, the rewritten one ends after {got_to(case.after)}"
        return Judged(Verdict.DIFFERENT, "", (Difference("exit", "end", detail),), expected, notes)
    if after.is_good:
        return Judged(
            Verdict.FIXED, f"the original {told(case.before)}, the rewritten one finishes", (), expected, notes
        )
    return _both_fail(case, expected, notes)


def told(run: Ran) -> str:
    """How a run ended, as a clause without subject."""
    ending = run.ending
    if ending.is_good:
        return "finishes"
    if ending.is_lost:
        return "killed the process that watches it"
    if ending.timed_out:
        where = f" at {ending.place}" if ending.place else ""
        return f"was stopped after {run.seconds:.0f} s{where}"
    if ending.crash is not None:
        crash = ending.crash
        where = f" at {crash.file}:{crash.line}" if crash.file else ""
        return f"fails with {crash.type}{where}{f': {crash.text}' if crash.text else ''}"
    if ending.code < 0:
        return ended_by(-ending.code)
    said = run.stderr.strip().splitlines()
    return f"ends with exit code {ending.code}{f': {said[-1][:200]}' if said else ''}"


def got_to(run: Ran) -> str:
    """How far a run got."""
    lines, losses = len(run.lines), len(run.losses)
    return f"{lines} line{'s' * (lines != 1)} printed, {losses} loss{'es' * (losses != 1)}"


def _both_finish(
    case: Case, real: tuple[Difference, ...], expected: tuple[Difference, ...], notes: tuple[str, ...]
) -> Judged:
    if real:
        return Judged(Verdict.DIFFERENT, "", real, expected, notes)
    if not case.found.counted.total:
        reason = "nothing to compare: it prints nothing, computes no loss, writes no file and leaves no values"
        return Judged(Verdict.INCONCLUSIVE, reason, (), expected, notes)
    if expected:
        return Judged(Verdict.EXPECTED, "", (), expected, notes)
    return Judged(Verdict.SAME, "", (), (), notes)


def _broken(case: Case) -> Judged:
    """The original finishes, the rewritten one does not."""
    after = case.after
    if after.ending.timed_out and case.before.seconds > _SLOW * case.timeout:
        reason = f"the original takes {case.before.seconds:.0f} s, the rewritten one {told(after)}"
        reason += f"; {hint_for(after, case.advice)}"
        return Judged(Verdict.INCONCLUSIVE, reason)
    how = Difference("exit", "end", f"finishes -> {told(after)}")
    real, expected, notes = _sorted(case)
    return Judged(Verdict.DIFFERENT, "", (how, *real), expected, (*notes, f"it got to: {got_to(after)}"))


def _both_fail(case: Case, expected: tuple[Difference, ...], notes: tuple[str, ...]) -> Judged:
    before, after = case.before, case.after
    if before.ending.failure != after.ending.failure and _got_less_far(before, after):
        detail = f"{told(before)} -> {told(after)}"
        return Judged(Verdict.DIFFERENT, "", (Difference("exit", "end", detail),), expected, notes)
    if before.ending.failure == after.ending.failure:
        if _got_less_far(before, after) and not before.ending.timed_out:
            detail = f"fails after {got_to(before)} -> after {got_to(after)}"
            return Judged(Verdict.DIFFERENT, "", (Difference("exit", "end", detail),), expected, notes)
        reason = f"both {_plural(told(before))} (compared up to there: {got_to(before)})"
    else:
        reason = f"the original {told(before)}; the rewritten one gets as far and {told(after)}"
    hint = hint_for(before, case.advice)
    return Judged(Verdict.INCONCLUSIVE, reason + (f"; {hint}" if hint else ""), (), expected, notes)


def hint_for(run: Ran, advice: Advice = _PLAIN) -> str:
    """What a user can do about a failure, empty if nobody knows."""
    crash = run.ending.crash
    network = [host for capture in run.captures for host in capture.document.get("network", ())]
    if network:
        return f"the network is off in verify, and it asked for {network[0]}"
    if run.ending.timed_out:
        return f"{advice.options}timeout gives it more time"
    if crash is None:
        return ""
    if crash.type == "EOFError":
        return "it reads standard input, which is empty in verify"
    if any(text in crash.text for text in _KEPT):
        return (
            f"what lies outside of the copy is kept as it is; {advice.options}allow-outside lets the script change it"
        )
    if crash.type == "ImportError" and "relative import" in crash.text:
        return 'it is a part of a package: try `torchfix apply --verify "python -m PACKAGE.MODULE"`'
    if "CUDA" in crash.text and crash.type in ("AssertionError", "RuntimeError"):
        return f"there is no CUDA device; `{advice.options}device emulate` pretends to have one"
    if crash.type == "FileNotFoundError" and advice.here is not None:
        return _where_it_is(crash.text, advice.here, advice.command)
    return ""


def _where_it_is(text: str, here: Path, command: str) -> str:
    """A script that is called from elsewhere may read what lies there."""
    quoted = _QUOTED.search(text)
    name = Path(quoted[2]) if quoted else Path()
    if name.is_absolute() or not name.name:
        return ""
    if not ((here / name).exists() or (len(name.parts) > 1 and (here / name).parent.is_dir())):
        return ""
    hint = f"verify runs a script in its own folder, not in the current one, where {name} belongs"
    return f"{hint}: try `{command}`" if command else hint


def _got_less_far(before: Ran, after: Ran) -> bool:
    return len(after.losses) < len(before.losses) or len(after.lines) < len(before.lines)


def _plural(clause: str) -> str:
    """ "fails with X" -> "fail with X", for a subject in the plural."""
    verb, _, rest = clause.partition(" ")
    plural = {"fails": "fail", "was": "were", "ends": "end"}.get(verb, verb)
    return f"{plural} {rest}"


def _sorted(case: Case) -> tuple[tuple[Difference, ...], tuple[Difference, ...], tuple[str, ...]]:
    """What counts, what was announced, and what is only told."""
    real: list[Difference] = []
    expected: list[Difference] = []
    notes: list[str] = [*case.found.notes]
    for difference in case.found.differences:
        if difference.kind in case.announced:
            expected.append(difference)
        elif difference.channel == "graph":
            notes.append(f"the graph has other nodes in {difference.where}: {difference.detail}")
        else:
            real.append(difference)
    return tuple(real), tuple(expected), tuple(notes)


def all_is_noise(counted: Counted, noise: Noise) -> bool:
    """Do two runs of the original differ wherever something was compared?"""
    noisy = {
        channel: len(
            {
                (place.channel, place.where.partition(" number ")[0])
                for place in noise.places
                if place.channel in channels and place != SAID_LINES
            }
        )
        for channel, channels in (
            ("lines", ("output", "stderr")),
            ("values", ("global", "weights")),
            ("files", ("file",)),
        )
    }
    if not counted.total or not noise.places:
        return False
    no_losses = not counted.losses or noise.losses_from == 0
    return no_losses and all(noisy[name] >= getattr(counted, name) for name in noisy)
