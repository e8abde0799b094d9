"""Compares what two runs left behind, leaf by leaf and piece by piece. Runs in a child process, which has torch.

Nothing here is unpickled but with `weights_only=True`, and no more than a few megabytes are in memory at once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from torchfix_codemods.verify.arrays import UnreadableError, Values, opened
from torchfix_codemods.verify.flatten import Leaf
from torchfix_codemods.verify.text import cut_alike, numbers_shown

_MOST_SHOWN = 60

# Relative and absolute, those of torch.testing.assert_close:
# https://docs.pytorch.org/docs/stable/testing.html
TOLERANCES = {
    "float64": (1e-7, 1e-7),
    "float32": (1.3e-6, 1e-5),
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "complex128": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex32": (1e-3, 1e-5),
}
_ROUGH = (0.13, 1e-2)  # floats of eight bits and fewer
_PIECE = 1 << 20
_SPREAD = 10.0


@dataclass
class Deviation:
    """How far two tensors lie apart. `worst` holds position, old and new value of the largest difference."""

    most: float = 0.0
    beyond: int = 0
    count: int = 0
    worst: tuple[int, Any, Any] | None = None


@dataclass
class _Comparison:
    """One pair of sources under way. `found` gets (name, kind, detail, is close, largest difference)."""

    before: Values
    after: Values
    rtol: float | None
    atol: float | None
    spread: Mapping[str, float]
    found: list[tuple[str, str, str, bool, float]] = field(default_factory=list)
    parted: set[str] = field(default_factory=set)

    def run(self) -> dict[str, Any]:
        old, new = _by_name(self.before.leaves), _by_name(self.after.leaves)
        _align(old, new, self.before)
        _align(new, old, self.after)
        parted = list(_parted(old, new))
        self.parted = {name for pair in parted for name in pair}
        for name, leaf in old.items():
            if name in new:
                self._leaf(name, leaf, new[name])
        return {
            "found": self.found,
            "compared": sum(name in new for name in old),
            "only_before": [name for name in old if name not in new],
            # A device line is what rules insert, and no result.
            "only_after": [name for name, leaf in new.items() if name not in old and leaf["type"] != "device"],
            "no_longer_shared": [f"{name} and {partner}" for name, partner in parted],
        }

    def _leaf(self, name: str, old: Leaf, new: Leaf) -> None:
        if "grad" in old and "grad" in new and old["grad"] != new["grad"]:
            self._say(name, "requires_grad", f"requires_grad {old['grad']} -> {new['grad']}")
        if old.get("device") and new.get("device") and old["device"] != new["device"]:
            is_loaded = bool(old.get("loaded") and new.get("loaded"))
            kind = "loaded-device" if is_loaded else "device"
            self._say(name, kind, f"device {old['device']} -> {new['device']}")
            if is_loaded and name in self.parted:
                # What an optimizer was given to go on with was the loaded tensor itself, as long as it was where the
                # parameters are; it is a copy now, and the loaded one keeps its values.
                self._value(name, old, new, kind)
                return
        if old["type"] != new["type"]:
            self._say(name, "global-type", f"type {old['type']} -> {new['type']}")
        self._value(name, old, new)

    def _value(self, name: str, old: Leaf, new: Leaf, kind: str = "value") -> None:
        if "unread" in old or "unread" in new:
            return
        a, b = _number(self.before, old), _number(self.after, new)
        if "dtype" in old and "dtype" in new:
            self._tensors(name, old, new, kind)
        elif a is not None and b is not None:
            self._numbers(name, a, b, old, new)
        elif old.get("text") != new.get("text") or ("text" in old) != ("text" in new) or (a is None) != (b is None):
            self._say(name, "value", _both_shown(old, new))

    def _numbers(self, name: str, a: float | int, b: float | int, old: Leaf, new: Leaf) -> None:
        if a == b or (a != a and b != b):
            return
        is_exact = isinstance(a, int) and isinstance(b, int)
        rtol, atol = (0.0, 0.0) if is_exact else self._tolerance("float32", name)
        close = math.isfinite(a) and math.isfinite(b) and abs(a - b) <= atol + rtol * abs(a)
        self._say(name, "value", numbers_shown(a, b), close, abs(a - b))

    def _tolerance(self, dtype: str, name: str) -> tuple[float, float]:
        rtol, atol = TOLERANCES.get(dtype, _ROUGH if dtype.startswith("float") else (0.0, 0.0))
        if dtype.startswith(("float", "bfloat", "complex")):
            rtol = rtol if self.rtol is None else self.rtol
            atol = atol if self.atol is None else self.atol
        return rtol, max(atol, _SPREAD * self.spread.get(name, 0.0))

    def _tensors(self, name: str, old: Leaf, new: Leaf, kind: str) -> None:
        if old["dtype"] != new["dtype"] or old["shape"] != new["shape"]:
            self._say(name, "value", f"{old['dtype']} {old['shape']} -> {new['dtype']} {new['shape']}")
            return
        # Numbers of Python were tensors of 32 bits, mostly.
        rtol, atol = self._tolerance("float32" if old.get("items") == "float" else old["dtype"], name)
        apart = compare(self.before.tensor(old), self.after.tensor(new), rtol, atol)
        if apart.worst is None:
            return
        index, a, b = apart.worst
        where = _place(index, old["shape"])
        detail = f"{numbers_shown(a, b)}{where}"
        if apart.beyond > 1:
            detail += f", {apart.beyond} of {apart.count} values differ, by up to {apart.most:.3g}"
        self._say(name, kind, detail, not apart.beyond, apart.most)

    def _say(self, name: str, kind: str, detail: str, close: bool = False, size: float = 0.0) -> None:
        self.found.append((name, kind, detail, close, size))


def answer(request: Mapping[str, Any]) -> int:
    """Compare the pairs of sources that a file names, and write what was found to another.

    Args:
        request: `questions` and `answers`, the paths of the two files.
    """
    questions = json.loads(Path(request["questions"]).read_bytes())
    answers = [_answer(question) for question in questions]
    Path(request["answers"]).write_text(json.dumps(answers), "utf-8")
    return 0


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """One pair: `before`, `after` (see `arrays.opened`; `leaves` may be a path), `rtol`, `atol`, `spread`."""
    torch.set_num_threads(1)
    try:
        before, after = opened(_with_leaves(question["before"])), opened(_with_leaves(question["after"]))
        return _Comparison(before, after, question["rtol"], question["atol"], question["spread"]).run()
    except UnreadableError as error:
        return {"unreadable": str(error)}


def _with_leaves(source: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(source.get("leaves"), str):
        return source
    return {**source, "leaves": json.loads(Path(source["leaves"]).read_bytes())}


def compare(before: Any, after: Any, rtol: float, atol: float) -> Deviation:
    """How far two tensors of one dimension and one type lie apart; NaN equals NaN."""
    apart = Deviation(count=before.numel())
    for start in range(0, before.numel(), _PIECE):
        old, new = before[start : start + _PIECE], after[start : start + _PIECE]
        if _same_bytes(old, new):
            continue
        _compare_piece(old, new, rtol, atol, start, apart)
    return apart


def _by_name(leaves: Sequence[Leaf]) -> dict[str, Leaf]:
    """Two leaves can have one name: the keys of a dictionary may hold points."""
    named: dict[str, Leaf] = {}
    for leaf in leaves:
        name = leaf["name"]
        while name in named:
            name += "'"
        named[name] = leaf
    return named


def _align(leaves: dict[str, Leaf], others: Mapping[str, Leaf], values: Values) -> None:
    """A list of numbers is one leaf; where the other run has a list of tensors there, its numbers become leaves too."""
    for name, leaf in list(leaves.items()):
        if "items" in leaf and name not in others and f"{name}[0]" in others:
            del leaves[name]
            for index, number in enumerate(values.tensor(leaf).tolist()):
                key = f"{name}[{index}]"
                leaves[key] = {"name": key, "type": leaf["items"], "number": number}


def _number(values: Values, leaf: Leaf) -> float | int | None:
    """The number that a leaf is, or that a tensor with one element holds."""
    number: float | int | None = leaf.get("number")
    if "dtype" in leaf and math.prod(leaf["shape"]) == 1 and not leaf["dtype"].startswith("complex"):
        number = values.tensor(leaf).item()
    return number


def _same_bytes(old: Any, new: Any) -> bool:
    return bool(torch.equal(old.contiguous().view(torch.uint8), new.contiguous().view(torch.uint8)))


def _compare_piece(old: Any, new: Any, rtol: float, atol: float, start: int, apart: Deviation) -> None:
    is_exact = not (old.is_floating_point() or old.is_complex())
    if old.is_complex():
        a, b = old.to(torch.complex128), new.to(torch.complex128)
    else:
        a, b = (part if is_exact else part.to(torch.float64) for part in (old, new))
    differ = a != b
    if not is_exact:
        differ &= ~(torch.isnan(a) & torch.isnan(b))
    if not differ.any():
        return
    # Differences of integers may not fit into their type.
    distance = (a.to(torch.float64) - b.to(torch.float64)).abs() if is_exact else (a - b).abs()
    distance = torch.where(differ, distance.nan_to_num(nan=math.inf), torch.zeros_like(distance))
    allowed = atol + rtol * a.abs().nan_to_num(nan=0.0, posinf=0.0) if not is_exact else 0.0
    beyond = differ & ~(distance <= allowed)
    apart.beyond += int(beyond.sum())
    ranked = torch.where(beyond, distance, torch.zeros_like(distance)) if bool(beyond.any()) else distance
    index = int(ranked.argmax())
    if apart.worst is None or float(ranked[index]) > apart.most:
        apart.most = float(ranked[index])
        apart.worst = start + index, old[index].item(), new[index].item()


def _parted(old: Mapping[str, Leaf], new: Mapping[str, Leaf]) -> Iterator[tuple[str, str]]:
    """Names that shared their memory with another name before and do not after, with that name."""
    first: dict[tuple[int, int], str] = {}
    for name, leaf in old.items():
        if not leaf.get("bytes") or name not in new or "bytes" not in new[name] or name.startswith("<"):
            continue
        partner = first.setdefault((leaf["at"], leaf["bytes"]), name)
        if partner != name and new[partner]["at"] != new[name]["at"]:
            yield name, partner


def _place(index: int, shape: list[int]) -> str:
    if not shape or not all(isinstance(size, int) for size in shape):
        return ""
    position = []
    for size in reversed(shape):
        index, rest = divmod(index, size)
        position.append(rest)
    return f" at [{', '.join(map(str, reversed(position)))}]"


def _both_shown(old: Leaf, new: Leaf) -> str:
    if "text" in old and "text" in new:
        a, b = cut_alike(old["text"], new["text"], _MOST_SHOWN)
        return f"{a!r} -> {b!r}"
    return f"{_shown(old)} -> {_shown(new)}"


def _shown(leaf: Leaf) -> str:
    if "text" in leaf:
        return repr(cut_alike(leaf["text"], "", _MOST_SHOWN)[0])
    if "dtype" in leaf:
        return f"{leaf['type']} {leaf['dtype']} {leaf['shape']}"
    number = leaf.get("number")
    return f"{number:.7g}" if isinstance(number, float) else str(number)
