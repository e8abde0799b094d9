"""The result of `torchfix verify` for people: one paragraph for each script, a table for a folder of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torchfix_codemods.report.streams import Paint, Role, plain, printable
from torchfix_codemods.verify.model import Difference, Edit, RunSummary, Verdict, Verification

DEVICES = {"cuda": "on a CUDA device", "emulate": "on an emulated CUDA device (CPU numbers)", "cpu": "on the CPU"}
_ROLES: dict[Verdict, Role] = {
    Verdict.SAME: "safe",
    Verdict.EXPECTED: "safe",
    Verdict.FIXED: "safe",
    Verdict.DIFFERENT: "error",
    Verdict.INCONCLUSIVE: "warning",
}
_MOST = 10
_MOST_OF_A_CHANNEL = 4
# What tells most comes first.
_ORDER = ("exit", "loss", "output", "stderr", "file", "weights", "global", "random numbers", "warning", "graph")
_WIDTH = 10


def headline(result: Verification) -> str:
    """The verdict and the device it holds for, in one clause."""
    verdict = "same, with expected differences" if result.verdict is Verdict.EXPECTED else result.verdict.value
    if not result.was_run:
        return verdict
    name = f" ({result.device_name})" if result.device_name else ""
    return f"{verdict}, {DEVICES[result.device]}{name}"


def verification_lines(result: Verification, paint: Paint = plain) -> Iterator[str]:
    """All that is to be said about one script."""
    yield _row("verdict", paint(headline(result), _ROLES[result.verdict]))
    yield _row("script", paint(printable(result.name), "path") + _by_rules(result))
    if result.reason:
        yield _row("because", printable(result.reason))
    if result.blame is not None:
        yield from _blame_lines(result, paint)
    yield from _difference_lines(result.differences)
    if result.was_run and result.runs:
        yield _row("runs", _runs(result))
        yield _row("compared", compared(result))
    yield from _expected_lines(result.expected)
    if result.noise:
        places = "; ".join(f"{place.channel} {place.where}" for place in result.noise[:6])
        more = f"; {len(result.noise) - 6} more" if len(result.noise) > 6 else ""
        yield _row("noise", f"{places}{more} (two runs of the original differ here: not judged)")
    for note in result.notes:
        yield _row("note", printable(note))
    yield from _said_lines(result)
    if result.kept:
        yield _row("kept", printable(result.kept))


def table_lines(results: Sequence[Verification], paint: Paint = plain) -> Iterator[str]:
    """A line for each script, and the sum."""
    width = max((len(printable(result.name)) for result in results), default=0)
    for result in results:
        name = f"{printable(result.name):{width}}"
        verdict = "same, not run" if not result.was_run and result.verdict is Verdict.SAME else result.verdict.value
        yield f"{paint(name, 'path')}  {paint(verdict, _ROLES[result.verdict])}{_hint(result)}"
    counts = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    sums = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count)
    yield f"{len(results)} script{'s' * (len(results) != 1)}: {sums}"


def compared(result: Verification) -> str:
    """How much was compared."""
    counted = result.counted
    parts = (
        (counted.lines, "line"),
        (counted.losses, "loss"),
        (counted.values, "value"),
        (counted.files, "file"),
    )
    return ", ".join(f"{count:,} {_plural(word, count)}" for count, word in parts)


def edit_text(edit: Edit) -> str:
    """Where an edit is and what it does."""
    code = f"{edit.code} " if edit.code else ""
    return printable(f"{edit.path}:{edit.line}: {code}{edit.message}")


def difference_text(difference: Difference) -> str:
    """One difference in a line."""
    return printable(f"{difference.channel} {difference.where}: {difference.detail}")


def _blame_lines(result: Verification, paint: Paint) -> Iterator[str]:
    blame = result.blame
    assert blame is not None
    together = len(blame.edits) > 1
    for index, edit in enumerate(blame.edits[:_MOST]):
        text = paint(edit_text(edit), "error")
        if together and not index:
            how = "together" if blame.is_exact else f"among these {len(blame.edits)}; the limit of runs is reached"
            text += f" ({how})"
        yield _row("guilty", text)


def _difference_lines(differences: Sequence[Difference]) -> Iterator[str]:
    """A few of each channel, so that many values do not hide the one line of output."""
    channels: dict[str, list[Difference]] = {}
    for difference in differences:
        channels.setdefault(difference.channel, []).append(difference)
    for channel in sorted(channels, key=_ORDER.index):
        several = channels[channel]
        for difference in several[:_MOST_OF_A_CHANNEL]:
            yield _row("differs", difference_text(difference))
        if len(several) > _MOST_OF_A_CHANNEL:
            yield _row("differs", f"{channel}: {len(several) - _MOST_OF_A_CHANNEL} more")


def _expected_lines(differences: Sequence[Difference]) -> Iterator[str]:
    """What was announced, in one line for all places where it is the same."""
    alike: dict[tuple[str, str], list[Difference]] = {}
    for difference in differences:
        alike.setdefault((difference.kind, difference.detail), []).append(difference)
    for (kind, _), group in list(alike.items())[:_MOST]:
        more = f" (and {len(group) - 1} more of the kind {kind})" if len(group) > 1 else ""
        yield _row("expected", difference_text(group[0]) + more)
    if len(alike) > _MOST:
        yield _row("expected", f"{len(alike) - _MOST} more")


def _said_lines(result: Verification) -> Iterator[str]:
    """The end of what a failing run wrote on standard error."""
    failing = [run for run in (result.before, result.after) if run is not None and not run.ending.is_good]
    if failing and result.verdict is not Verdict.FIXED:
        for line in failing[-1].said.strip().splitlines()[-3:]:
            yield _row("stderr", printable(line)[:200])


def _runs(result: Verification) -> str:
    named = zip(("before", "again", "after"), result.runs, strict=False)
    text = ", ".join(f"{name} {run.seconds:.1f} s{_end(run)}" for name, run in named)
    if len(result.runs) > 3:
        text += "; both once more"
    if result.blame is not None:
        text += f"; {result.blame.runs} more to find the edit"
    return text


def _end(run: RunSummary) -> str:
    return "" if run.ending.is_good else f" ({run.ending.failure})"


def _by_rules(result: Verification) -> str:
    rules = ", ".join(f"{rule} ({count})" for rule, count in sorted(result.rules.items()))
    return f", rewritten by {rules}" if rules else ""


def _hint(result: Verification) -> str:
    if result.blame is not None and result.blame.edits:
        return f"  {edit_text(result.blame.edits[0])}"
    if result.verdict is Verdict.DIFFERENT and result.differences:
        return f"  {difference_text(result.differences[0])}"
    return f"  {printable(result.reason)}" if result.verdict is Verdict.INCONCLUSIVE else ""


def _row(title: str, text: str) -> str:
    return f"{title:{_WIDTH}}{text}"


def _plural(word: str, count: int) -> str:
    if count == 1:
        return word
    return f"{word}es" if word.endswith("s") else f"{word}s"
