"""Where a finding stands in the file as it was: later rounds look at another text than the user has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from torchfix_codemods.analysis.syntax.at import moved
from torchfix_codemods.analysis.syntax.parts import shared_start
from torchfix_codemods.codemod import Applicability, Finding, Repair
from torchfix_codemods.result import Reported, Span, TextChange

if TYPE_CHECKING:
    from torchfix_codemods.rewrite.apply import LineMap


class Original:
    """The text before the first round, and the way back to it from the current one."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.text = text
        self.maps: list[LineMap] = []
        self.first: dict[tuple[str, str, int], list[Reported]] = {}
        self.repairs: list[Repair] = []

    def repaired(self, repairs: Sequence[Repair]) -> None:
        """The text that the first round looks at is not the user's: these pieces of lines have been replaced."""
        self.repairs = sorted(repairs, key=lambda repair: repair.target)

    def remember(self, findings: Sequence[Finding], changed: Sequence[str | None] | None) -> None:
        """Keep the findings of the first round: they have exact places, and later ones are recognised by them."""
        for index, finding in enumerate(findings):
            changes = _text_changes(self.text, changed[index]) if changed is not None else ()
            span = self._span(finding)
            reported = _reported(finding, span, False, changes)
            self.first.setdefault((finding.code, finding.message, span.line), []).append(reported)

    def advance(self, lines: LineMap) -> None:
        """A round has been applied."""
        self.maps.append(lines)

    def all(self) -> list[Reported]:
        """The findings of the first round, in reading order."""
        return sorted((r for group in self.first.values() for r in group), key=lambda r: (r.span, r.code))

    def line(self, finding: Finding) -> int:
        """The line of the original that a finding of the current round begins at."""
        return self._span(finding).line

    def reported(self, finding: Finding, *, fixed: bool) -> Reported:
        """A finding of the current round in the coordinates of the original."""
        span = self._span(finding)
        known = self.first.get((finding.code, self.words(finding.message), span.line))
        if not known:
            return self._moved(_reported(finding, span, fixed, ()))
        if not self.maps:
            match = next((r for r in known if r.span == span), known[0])
            return _reported(finding, match.span, fixed, match.changes)
        # Columns have moved with the rewrites: take the place that the first round saw, each once.
        match = known.pop(0) if len(known) > 1 else known[0]
        if match.applicability is finding.applicability:
            return replace(match, fixed=fixed)  # its reason and evidence name lines of the original
        return self._moved(_reported(finding, match.span, fixed, match.changes))

    def _moved(self, reported: Reported) -> Reported:
        """With all lines that it names as they were in the original."""
        if not self.maps:
            return reported
        evidence = reported.evidence
        if evidence is not None and not evidence.path:
            reported = replace(reported, evidence=replace(evidence, line=self._line(evidence.line)))
        return reported.worded(self.words)

    def words(self, text: str) -> str:
        """A text of the current round with the lines as they were in the original."""
        return moved(text, self._line) if self.maps else text

    def _line(self, line: int) -> int:
        for lines in reversed(self.maps):
            line = lines.old(line)
        return line

    def _span(self, finding: Finding) -> Span:
        place = finding.target
        if not self.maps:
            return Span(
                place.line,
                self._character(place.line, place.column) + 1,
                place.end_line,
                self._character(place.end_line, place.end_column) + 1,
            )
        line = self._line(place.line)
        end_line = max(line, self._line(place.end_line))
        column = min(place.column, len(self.lines[line - 1].rstrip("\r")))
        end_column = min(place.end_column, len(self.lines[end_line - 1].rstrip("\r")))
        if end_line == line:
            end_column = max(column, end_column)
        return Span(line, column + 1, end_line, end_column + 1)

    def _character(self, line: int, column: int) -> int:
        """A column of the first round's text, in bytes, as a column of the user's text, in characters."""
        for repair in self.repairs:
            place, length = repair.target, len(repair.replacement.encode())
            if place.line == line and column > place.column:
                column = max(place.column, column - length + place.end_column - place.column)
        return _characters(self.lines[line - 1], column)


def reported_here(finding: Finding, lines: Sequence[str]) -> Reported:
    """A finding in the coordinates of the text that it was found in."""
    place = finding.target
    column, end_column = (
        _characters(lines[place.line - 1], place.column),
        _characters(lines[place.end_line - 1], place.end_column),
    )
    return _reported(finding, Span(place.line, column + 1, place.end_line, end_column + 1), False, ())


def _reported(finding: Finding, span: Span, fixed: bool, changes: tuple[TextChange, ...]) -> Reported:
    fixable = bool(finding.edits) and finding.applicability is not Applicability.REPORT
    return Reported(
        finding.code,
        finding.name,
        span,
        finding.message,
        finding.applicability,
        fixed,
        finding.reason,
        finding.evidence,
        changes=changes,
        fixable=fixable,
        stops=finding.stops,
        together=finding.together,
    )


def _characters(line: str, column: int) -> int:
    """A column in UTF-8 bytes as a column in characters."""
    return column if line.isascii() else len(line.encode()[:column].decode())


def _text_changes(before: str, after: str | None) -> tuple[TextChange, ...]:
    """The smallest replacements, line block by line block, that turn one text into the other."""
    if after is None or after == before:
        return ()
    from difflib import SequenceMatcher

    old, new = before.split("\n"), after.split("\n")
    head = shared_start(old, new)
    tail = shared_start(old[head:][::-1], new[head:][::-1])
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    changes = []
    for tag, a, b, c, d in SequenceMatcher(None, middle_old, middle_new, autojunk=False).get_opcodes():
        if tag != "equal":
            changes.append(_block_change(middle_old[a:b], middle_new[c:d], head + a + 1))
    return tuple(changes)


def _block_change(old: Sequence[str], new: Sequence[str], line: int) -> TextChange:
    if not old:
        return TextChange(Span(line, 1, line, 1), "".join(f"{part}\n" for part in new))
    if not new:
        return TextChange(Span(line, 1, line + len(old), 1), "")
    old_first, old_last, new_last = old[0], old[-1], new[-1]
    start = _word_start(old_first, shared_start(old_first, new[0]))
    room = min(len(old_last) - (start if len(old) == 1 else 0), len(new_last) - (start if len(new) == 1 else 0))
    end = _word_start(old_last[::-1], min(shared_start(old_last[::-1], new_last[::-1]), room))
    joined = "\n".join(new)
    content = joined[start : len(joined) - end]
    return TextChange(Span(line, start + 1, line + len(old) - 1, len(old_last) - end + 1), content)


def _word_start(line: str, position: int) -> int:
    """The position, moved back to where the word around it begins: a change is easier to read in whole words."""
    while 0 < position < len(line) and _in_word(line[position - 1]) and _in_word(line[position]):
        position -= 1
    return position


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
