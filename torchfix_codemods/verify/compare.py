"""Compares what two runs have left: output, losses, values, files, random numbers, warnings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from torchfix_codemods.verify.files import ONLY, FileQuestion, compare_plain_files, file_questions
from torchfix_codemods.verify.model import Channel, Counted, Difference, Place
from torchfix_codemods.verify.ran import Captured, Ran
from torchfix_codemods.verify.sandbox import Files
from torchfix_codemods.verify.text import MERE_ROUNDING, TextDifference, compare_lines, numbers_shown

Question: TypeAlias = Mapping[str, Any]
Ask: TypeAlias = Callable[[Sequence[Question]], Sequence[Mapping[str, Any]]]  # answered by `verify.tensors`

LOSSES = (1e-5, 1e-6)
_SPREAD = 10.0
_MOST_NAMED = 3
# Where two runs of one program say another number of lines on standard error, none of them can be held to the others.
SAID_LINES = Place("stderr", "lines")
# What the same warning says of another object, line or size is the same warning.
_PARTICULARS = re.compile(r"0x[0-9a-f]+|\d+|/\S+")


@dataclass(frozen=True)
class Tolerance:
    """What the user asked for in place of the tolerances by type."""

    rtol: float | None = None
    atol: float | None = None


BY_TYPE = Tolerance()


@dataclass(frozen=True)
class Noise:
    """Where two runs of one program differ.

    `places` are not judged. `spread` widens the tolerance of places that differ by little. Losses are judged up to
    `losses_from`, with `loss_spread` more tolerance. Files whose names follow a pattern in `patterns` are not judged.
    """

    places: frozenset[Place] = frozenset()
    spread: Mapping[Place, float] = field(default_factory=dict)
    losses_from: int | None = None
    loss_spread: float = 0.0
    patterns: frozenset[str] = frozenset()

    def covers(self, difference: Difference) -> bool:
        if difference.place in self.places:
            return True
        if difference.channel == "stderr" and SAID_LINES in self.places:
            return True
        return difference.detail.startswith(ONLY) and bool(patterns(difference.where) & self.patterns)


NO_NOISE = Noise()


@dataclass
class Comparison:
    """What was found. `close` holds places that differ, but by no more than the tolerance, with by how much."""

    differences: list[Difference] = field(default_factory=list)
    close: dict[Place, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    counted: Counted = field(default_factory=Counted)
    first_loss: int | None = None  # the first that differs
    loss_spread: float = 0.0

    def add(self, channel: Channel, where: str, detail: str, kind: str = "") -> None:
        self.differences.append(Difference(channel, where, detail, kind))


@dataclass(frozen=True)
class Sides:
    """Two runs to compare, with what is asked of the comparison.

    `partly` says that one of them has failed, so that only what came before can be compared. `sources` are the two
    versions of the rewritten files: a copy that a script makes of itself differs as they do.
    """

    before: Ran
    after: Ran
    ask: Ask
    tolerance: Tolerance = BY_TYPE
    noise: Noise = NO_NOISE
    partly: bool = False
    sources: tuple[Files, Files] = field(default=({}, {}))


def compare(sides: Sides) -> Comparison:
    """Compare two runs."""
    found = Comparison()
    lines = list(_compare_output(sides, found))
    said, said_count = _compare_said(sides, found)
    losses = _compare_losses(sides, found)
    values = files = 0
    if not sides.partly:
        values, files = _compare_stored(sides, found)
        _compare_random_numbers(sides, found)
        _compare_warnings(sides, found)
        _compare_costs(sides, found)
    _judge_lines("output", lines, found)
    _judge_lines("stderr", said, found)
    common = min(len(sides.before.lines), len(sides.after.lines))
    found.counted = Counted(common + said_count, losses, values, files)
    found.differences = [one for one in found.differences if not sides.noise.covers(one)]
    return found


def noise_between(found: Comparison, before: Noise = NO_NOISE) -> Noise:
    """What a comparison of two runs of one program says about its noise, added to what is known already."""
    unmatched = [one.where for one in found.differences if one.channel == "file" and one.detail.startswith(ONLY)]
    first = [one for one in (before.losses_from, found.first_loss) if one is not None]
    places = before.places | {one.place for one in found.differences}
    if SAID_LINES in places:
        places = frozenset(place for place in places if place.channel != "stderr" or place == SAID_LINES)
    return Noise(
        places=places,
        spread={**before.spread, **found.close},
        losses_from=min(first) if first else None,
        loss_spread=max(before.loss_spread, found.loss_spread),
        patterns=before.patterns.union(*map(patterns, unmatched)),
    )


def patterns(name: str) -> frozenset[str]:
    """What stays of the name of a file that has another one in each run: the name without its numbers (the time), the
    folder and the suffix (random letters)."""
    folder, slash, last = name.rpartition("/")
    suffix = last[last.rfind(".") :] if "." in last[1:] else ""
    return frozenset({re.sub(r"\d+", "#", name), f"{folder}{slash}*{suffix}"})


# ---- output


def _compare_output(sides: Sides, found: Comparison) -> Iterator[TextDifference]:
    before, after = sides.before, sides.after
    rtol, atol = sides.tolerance.rtol, sides.tolerance.atol
    old, new = before.lines, after.lines
    if before.is_cut or after.is_cut or sides.partly:
        common = min(len(old), len(new))
        if not sides.partly:
            size = max(before.printed_bytes, after.printed_bytes)
            found.notes.append(
                f"of {size:,} bytes of output only the first {before.limit:,} were kept and compared ({common} lines)"
            )
        old, new = old[:common], new[:common]
    yield from compare_lines(old, new, rtol, atol)


def _compare_said(sides: Sides, found: Comparison) -> tuple[Sequence[TextDifference], int]:
    """What stands on standard error, and how many lines of it were compared."""
    before, after = sides.before, sides.after
    if SAID_LINES in sides.noise.places:
        return (), 0
    old, new = before.said, after.said
    common = min(len(old), len(new))
    is_cut = before.is_said_cut or after.is_said_cut
    if is_cut and not sides.partly:
        found.notes.append(f"of standard error only the first {before.limit:,} bytes were kept and compared")
    if is_cut or sides.partly:
        old, new = old[:common], new[:common]
    return list(compare_lines(old, new, sides.tolerance.rtol, sides.tolerance.atol)), common


def _judge_lines(channel: Channel, lines: Sequence[TextDifference], found: Comparison) -> None:
    """A difference of one in the last place is rounding where other numbers show that the last bits differ."""
    allowed = math.inf if found.close or found.loss_spread else MERE_ROUNDING
    for line in lines:
        if line.rounding == math.inf or line.rounding > allowed:
            found.add(channel, line.where, line.detail)


# ---- losses


def _compare_losses(sides: Sides, found: Comparison) -> int:
    old, new = sides.before.losses, sides.after.losses
    rtol = LOSSES[0] if sides.tolerance.rtol is None else sides.tolerance.rtol
    atol = LOSSES[1] if sides.tolerance.atol is None else sides.tolerance.atol
    rtol += _SPREAD * sides.noise.loss_spread
    common = min(len(old), len(new))
    if sides.noise.losses_from is not None:
        common = min(common, sides.noise.losses_from)
    elif len(old) != len(new) and not sides.partly:
        found.add("loss", "calls of backward", f"{len(old)} -> {len(new)}")
    for index in range(common):
        a, b = old[index], new[index]
        if a == b or (a != a and b != b):
            continue
        if not (math.isfinite(a) and math.isfinite(b)) or abs(a - b) > atol + rtol * abs(a):
            found.first_loss = index
            found.add("loss", f"backward {index + 1} of {len(old)}", numbers_shown(a, b))
            break
        found.loss_spread = max(found.loss_spread, abs(a - b) / max(abs(a), 1e-12))
    nans = sum(loss != loss for loss in old)
    if nans:
        found.notes.append(f"{nans} of {len(old)} losses are NaN, which says little about the others")
    return common


# ---- values and files


def _compare_stored(sides: Sides, found: Comparison) -> tuple[int, int]:
    """Tensors and files: one question each, all asked at once."""
    pairs = list(_captures_with_values(sides, found))
    plain = compare_plain_files(sides.before, sides.after, sides.sources, sides.tolerance.rtol, sides.tolerance.atol)
    asked = file_questions(sides.before, sides.after, plain.arrays)
    questions = [_value_question(sides, *pair) for pair in pairs] + [_file_question(sides, one) for one in asked]
    answers = sides.ask(questions) if questions else []
    count = 0
    for pair, answer in zip(pairs, answers, strict=False):
        count += _read_values(answer, pair[0].label, found)
    for one, answer in zip(asked, answers[len(pairs) :], strict=True):
        _read_file(one, answer, found)
    found.differences += plain.differences
    found.notes += plain.notes
    return count, plain.count


def _captures_with_values(sides: Sides, found: Comparison) -> Iterator[tuple[Captured, Captured]]:
    old = {capture.label: capture for capture in sides.before.captures if capture.has_values}
    new = {capture.label: capture for capture in sides.after.captures if capture.has_values}
    for label, capture in old.items():
        if label in new:
            yield capture, new[label]
        else:
            found.add("exit", label or "capture", "no values came back from the run after")
    for capture in (*old.values(), *new.values()):
        found.notes += [note for note in capture.document.get("notes", ()) if note not in found.notes]
        cut = [f"only a part of {name} was compared: it is too much" for name in capture.document.get("cut", ())]
        found.notes += [note for note in cut if note not in found.notes]


def _value_question(sides: Sides, old: Captured, new: Captured) -> Question:
    spread = {place.where: size for place, size in sides.noise.spread.items() if place.channel in ("global", "weights")}
    return {**_limits(sides), "before": _source(old), "after": _source(new), "spread": spread}


def _source(capture: Captured) -> dict[str, str]:
    return {"data": str(capture.folder / "tensors"), "leaves": str(capture.folder / "leaves.json")}


def _limits(sides: Sides) -> dict[str, float | None]:
    return {"rtol": sides.tolerance.rtol, "atol": sides.tolerance.atol}


def _file_question(sides: Sides, question: FileQuestion) -> Question:
    start = f"{question.name} "
    spread = {
        place.where.removeprefix(start): size
        for place, size in sides.noise.spread.items()
        if place.channel == "file" and place.where.startswith(start)
    }
    return {**_limits(sides), "before": question.before, "after": question.after, "spread": spread}


def _read_values(answer: Mapping[str, Any], label: str, found: Comparison) -> int:
    if "unreadable" in answer:
        found.notes.append(f"values of the run could not be read: {answer['unreadable']}")
        return 0
    for name, kind, detail, is_close, size in answer["found"]:
        channel, where = _named(name, label)
        if is_close:
            found.close[Place(channel, where)] = size
        else:
            found.add(channel, where, detail, "" if kind == "value" else kind)
    for name in answer["only_before"]:
        found.add(*_named(name, label), "is gone")
    if answer["only_after"]:
        found.notes.append(f"only after the rewriting there is {_few(answer['only_after'])}")
    if answer["no_longer_shared"]:
        found.notes.append(f"one memory before and not after: {_few(answer['no_longer_shared'])}")
    return int(answer["compared"])


def _named(name: str, label: str) -> tuple[Channel, str]:
    channel: Channel = "weights" if name.startswith("<") else "global"
    return channel, f"{label}: {name}" if label else name


def _read_file(question: FileQuestion, answer: Mapping[str, Any], found: Comparison) -> None:
    if "unreadable" in answer:
        found.differences += question.as_bytes(answer["unreadable"])
        return
    if question.kinds[0] != question.kinds[1]:
        detail = f"saved as {question.kinds[0]} -> saved as {question.kinds[1]}; the weights are compared"
        found.add("file", question.name, detail, "checkpoint-format")
    for name, kind, detail, is_close, size in answer["found"]:
        where = f"{question.name} {name}".strip()
        if is_close:
            found.close[Place("file", where)] = size
        elif kind == "value":
            found.add("file", where, detail)
        elif kind == "global-type" and question.kinds[0] == question.kinds[1]:
            found.add("file", where, detail, kind)
    is_mode = ".training" if question.kinds[0] != question.kinds[1] else "\0"
    for side, names in (("before", answer["only_before"]), ("after", answer["only_after"])):
        left = [name for name in names if not name.endswith(is_mode)]
        if left:
            found.add("file", question.name, f"only {side} it holds {_few(left)}")


def _few(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


# ---- the rest


def _compare_random_numbers(sides: Sides, found: Comparison) -> None:
    for old, new in zip(sides.before.captures, sides.after.captures, strict=False):
        a, b = old.document.get("random", {}), new.document.get("random", {})
        for name in sorted(a.keys() & b.keys()):
            if a[name] != b[name]:
                found.add("random numbers", _named(name, old.label)[1], "another number of draws was made")


def _compare_warnings(sides: Sides, found: Comparison) -> None:
    old, new = (_warnings(run) for run in (sides.before, sides.after))
    for key in new.keys() - old.keys():
        found.add("warning", new[key][0], f"new: {new[key][1]}", "warnings")
    gone = [f"{old[key][0]}: {old[key][1]}" for key in sorted(old.keys() - new.keys())]
    if gone:
        found.notes.append(f"a warning is gone: {gone[0]}" + (f" (and {len(gone) - 1} more)" if gone[1:] else ""))


def _warnings(run: Ran) -> dict[tuple[str, str], tuple[str, str]]:
    told = [(name, text) for capture in run.captures for name, text in capture.document.get("warnings", ())]
    return {(name, _PARTICULARS.sub("#", text)): (name, text) for name, text in told}


def _compare_costs(sides: Sides, found: Comparison) -> None:
    """Never a reason for a verdict: the graph that backward walked, the memory that it took."""
    for old, new in zip(sides.before.captures, sides.after.captures, strict=False):
        graphs = zip(old.document.get("graph_nodes", ()), new.document.get("graph_nodes", ()), strict=False)
        for index, (a, b) in enumerate(graphs, 1):
            if a != b:
                found.add("graph", f"backward {index}", f"{a} -> {b} nodes", "graph-nodes")
                break
        a, b = old.document.get("peak_device_bytes"), new.document.get("peak_device_bytes")
        if a and b and abs(a - b) > a // 20:
            found.notes.append(f"peak memory of tensors on the device: {a:,} -> {b:,} bytes")
