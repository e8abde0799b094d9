"""The result of `torchfix verify` as one page: verdicts, loss curves, and the output line by line where it differs.

The page needs nothing else: no script, no font, no picture from anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape

from torchfix_codemods.report.page import encoded
from torchfix_codemods.report.verify_text import compared, difference_text, edit_text, headline
from torchfix_codemods.verify.model import RunSummary, Verdict, Verification

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
code, pre, td { font-family: ui-monospace, monospace; }
.good { color: #116329; } .bad { color: #b3261e; } .unsure { color: #8a5a00; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
td { padding: 1px 8px; white-space: pre-wrap; vertical-align: top; }
.gone { background: #ffebe9; } .come { background: #e6ffec; }
.number { color: #6b7785; text-align: right; width: 3rem; }
ul { padding-left: 1.2rem; } svg { width: 100%; height: auto; background: #fafbfc; border: 1px solid #e2e6ea; }
svg text { font: 11px system-ui, sans-serif; fill: #6b7785; }
"""
_CLASSES = {Verdict.DIFFERENT: "bad", Verdict.INCONCLUSIVE: "unsure"}
_WIDTH, _HEIGHT, _MARGIN = 800, 240, 44
_MOST_POINTS = 1000
_MOST_LINES = 200
_MOST_ITEMS = 100
_CONTEXT = 2


def render(results: Sequence[Verification]) -> bytes:
    """The page, in UTF-8."""
    parts = [
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>",
        f"<title>torchfix verify</title><style>{_STYLE}</style></head><body>",
        "<h1>torchfix verify</h1>",
        *(_overview(results) if len(results) > 1 else ()),
        *(part for number, result in enumerate(results) for part in _script(result, number)),
        "</body></html>\n",
    ]
    return encoded(parts)


def _overview(results: Sequence[Verification]) -> Iterator[str]:
    yield "<table>"
    for number, result in enumerate(results):
        name = f"<a href='#s{number}'>{escape(result.name)}</a>"
        yield f"<tr><td>{name}</td><td class='{_class(result)}'>{escape(headline(result))}</td></tr>"
    yield "</table>"


def _script(result: Verification, number: int) -> Iterator[str]:
    yield f"<h2 id='s{number}'>{escape(result.name)}</h2>"
    yield f"<p class='{_class(result)}'><strong>{escape(headline(result))}</strong></p>"
    if result.reason:
        yield f"<p>{escape(result.reason)}</p>"
    if result.blame is not None:
        yield _list("Guilty", [edit_text(edit) for edit in result.blame.edits])
    yield _list("Differs", [difference_text(difference) for difference in result.differences])
    yield _list("Expected", [difference_text(difference) for difference in result.expected])
    if result.was_run and result.runs:
        yield f"<p>Compared: {escape(compared(result))}.</p>"
    before, after = result.before, result.after
    if before is not None and after is not None:
        yield from _curves(before, after)
        yield from _output(before, after)
    yield _list("Noise, not judged", [f"{place.channel} {place.where}" for place in result.noise])
    yield _list("Notes", list(result.notes))


def _class(result: Verification) -> str:
    return _CLASSES.get(result.verdict, "good")


def _list(title: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    shown = "".join(f"<li><code>{escape(item)}</code></li>" for item in items[:_MOST_ITEMS])
    more = f"<li>{len(items) - _MOST_ITEMS} more</li>" if len(items) > _MOST_ITEMS else ""
    return f"<p>{title}:</p><ul>{shown}{more}</ul>"


# ---- losses


def _curves(before: RunSummary, after: RunSummary) -> Iterator[str]:
    """Both loss curves in one picture."""
    values = [value for run in (before, after) for value in run.losses if math.isfinite(value)]
    steps = max(len(before.losses), len(after.losses))
    if steps < 2 or not values:
        return
    low, high = min(values), max(values)
    frame = _Frame(low, high if high > low else low + 1.0, steps)
    yield "<p>Losses, in the order of the calls of backward: before (grey), after (blue), first difference (red).</p>"
    yield f"<svg viewBox='0 0 {_WIDTH} {_HEIGHT}' role='img' aria-label='loss curves before and after'>"
    yield frame.axes()
    yield frame.line(before.losses, "#98a2ad", 4)
    yield frame.line(after.losses, "#0b62d6", 1.5)
    first = next((i for i, (a, b) in enumerate(zip(before.losses, after.losses, strict=False)) if _differ(a, b)), None)
    if first is not None:
        x, bottom = f"{frame.x(first):.1f}", f"{_HEIGHT - _MARGIN / 2:.1f}"
        yield f"<line x1='{x}' y1='10' x2='{x}' y2='{bottom}' stroke='#b3261e' stroke-dasharray='3'/>"
    yield "</svg>"


def _differ(a: float, b: float) -> bool:
    return not (a == b or (a != a and b != b)) and abs(a - b) > 1e-5 * abs(a) + 1e-6


class _Frame:
    """Coordinates of a picture: losses upward, steps to the right."""

    def __init__(self, low: float, high: float, steps: int) -> None:
        self.low = low
        self.high = high
        self.steps = steps

    def x(self, step: int) -> float:
        return _MARGIN + (_WIDTH - _MARGIN - 10) * step / max(1, self.steps - 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return _HEIGHT - _MARGIN / 2 - (_HEIGHT - _MARGIN / 2 - 10) * share

    def axes(self) -> str:
        bottom = self.y(self.low)
        return (
            f"<text x='4' y='{self.y(self.high) + 8:.0f}'>{self.high:.4g}</text>"
            f"<text x='4' y='{bottom:.0f}'>{self.low:.4g}</text>"
            f"<text x='{_MARGIN}' y='{_HEIGHT - 6}'>1</text>"
            f"<text x='{_WIDTH - 10}' y='{_HEIGHT - 6}' text-anchor='end'>{self.steps}</text>"
            f"<line x1='{_MARGIN}' y1='{bottom:.1f}' x2='{_WIDTH - 10}' y2='{bottom:.1f}' stroke='#c5ccd3'/>"
        )

    def line(self, losses: Sequence[float], colour: str, width: float) -> str:
        """A curve; of very many points every so many is drawn."""
        stride = max(1, len(losses) // _MOST_POINTS)
        points = " ".join(
            f"{self.x(step):.1f},{self.y(losses[step]):.1f}"
            for step in range(0, len(losses), stride)
            if math.isfinite(losses[step])
        )
        return f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='{width}'/>"


# ---- output


def _output(before: RunSummary, after: RunSummary) -> Iterator[str]:
    """The lines that differ, with a few around them."""
    old, new = before.printed.splitlines(), after.printed.splitlines()
    if old == new or max(len(old), len(new)) > 20_000:
        return
    yield "<p>Output:</p><table>"
    count = 0
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        for tag, a, b, c, d in group:
            removed = old[a:b] if tag != "insert" else []
            added = new[c:d] if tag not in ("equal", "delete") else []
            kind = "" if tag == "equal" else " class='gone'"
            yield from (_line(number, text, kind) for number, text in enumerate(removed, a + 1))
            yield from (_line(number, text, " class='come'") for number, text in enumerate(added, c + 1))
            count += len(removed) + len(added)
        if count > _MOST_LINES:
            yield "<tr><td></td><td>...</td></tr>"
            break
    yield "</table>"


def _line(number: int, text: str, kind: str) -> str:
    return f"<tr{kind}><td class='number'>{number}</td><td>{escape(text)}</td></tr>"
