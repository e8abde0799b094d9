"""The diff that a person reads on a terminal: each change under the rules that made it, and why they dared.

Only for eyes: `diff.py` writes what tools read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from io import StringIO
from itertools import accumulate
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from torchfix_codemods.report.diff import Hunk, Tag, hunks
from torchfix_codemods.report.side_by_side import encoding_of
from torchfix_codemods.report.streams import printable
from torchfix_codemods.report.text import counted, evidence_line

if TYPE_CHECKING:
    from torchfix_codemods.outcomes import FileOutcome
    from torchfix_codemods.report.model import Report
    from torchfix_codemods.result import Reported

_WORDS = re.compile(r"\w+|\s+|.", re.S)
_BYTE_WORDS = re.compile(rb"\w+|\s+|.", re.S)
_APPLICABILITY = {"safe": "green", "unsafe": "yellow", "report": "magenta"}
# Lines that have less in common than this are shown as two lines, not as one that changed.
_SIMILAR = 0.4


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles by kind of line. With its own background a line is readable on dark and light terminals alike."""

    theme: str
    rows: dict[Tag, str]
    changed: dict[Tag, str]
    numbers: str
    text: str
    quiet: str
    marks: dict[Tag, str]


TRUECOLOR = Palette(
    theme="github-dark",
    rows={" ": "on #0d1117", "-": "on #341a1f", "+": "on #12291d"},
    changed={" ": "", "-": "bold on #7d2931", "+": "bold on #1f6b3a"},
    numbers="#6e7681",
    text="#c9d1d9",
    quiet="#8b949e",
    marks={" ": "", "-": "bold #ff7b72", "+": "bold #56d364"},
)
# The nearest of the 256 colours to the dark ones above is black; these are the nearest that differ.
EIGHT_BIT = Palette(
    theme="github-dark",
    rows={" ": "on color(233)", "-": "on color(52)", "+": "on color(22)"},
    changed={" ": "", "-": "bold on color(88)", "+": "bold on color(28)"},
    numbers="color(243)",
    text="color(252)",
    quiet="color(246)",
    marks={" ": "", "-": "bold color(210)", "+": "bold color(120)"},
)
ANSI = Palette(
    theme="ansi_dark",
    rows={" ": "", "-": "", "+": ""},
    changed={" ": "", "-": "bold underline", "+": "bold underline"},
    numbers="dim",
    text="",
    quiet="dim",
    marks={" ": "", "-": "bold red", "+": "bold green"},
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of code with its numbers, or (without any) what a rule says about the next one."""

    tag: Tag
    old: str
    new: str
    text: Text


def render(report: Report, *, in_colour: bool, unicode: bool, width: int | None = None) -> str:
    """All changed files of a run, as text with the terminal's escape codes."""
    console = Console(
        file=StringIO(),
        force_terminal=True,
        no_color=not in_colour,
        width=width or get_terminal_size().columns or 80,  # Python 3.10 passes on the 0 of a terminal without a size
        legacy_windows=False,
        highlight=False,
    )
    with console.capture() as capture:
        print_changes(console, report, unicode=unicode)
    return capture.get()


def print_changes(console: Console, report: Report, *, unicode: bool = True) -> None:
    """Put all changed files of a run on a console."""
    palettes = {"truecolor": TRUECOLOR, "256": EIGHT_BIT}
    palette = ANSI if console.no_color else palettes.get(console.color_system or "", ANSI)
    for outcome in report.changed:
        _print_file(console, outcome, palette, "─" if unicode else "-")


def _print_file(console: Console, outcome: FileOutcome, palette: Palette, line: str) -> None:
    result = outcome.result
    assert result.after is not None and outcome.before is not None
    fixed = [finding for finding in result.findings if finding.fixed]
    title = Text.assemble((printable(result.path), "bold"), "  ", (counted(len(fixed), "fix"), "dim"))
    console.print(Rule(title, align="left", characters=line, style="dim"))
    lexer = "json" if result.path.endswith(".ipynb") else "python"
    encoding = encoding_of(outcome.before)
    changes = [_line_by_line(hunk) for hunk in hunks(outcome.before, result.after)]
    homes = [_homes(hunk, fixed) for hunk in changes]
    placed = {id(finding) for home in homes for findings in home.values() for finding in findings}
    for finding in fixed:
        if id(finding) not in placed:
            console.print(Padding(_note(finding, ANSI), (0, 2)))
    for hunk, home in zip(changes, homes, strict=True):
        console.print()
        console.print(_table(list(_rows(hunk, home, encoding, lexer, palette)), palette))
    console.print()


def _line_by_line(hunk: Hunk) -> Hunk:
    """The hunk with each new line right below the old one that it stands for, where that is plain to see."""
    rows = list(hunk.rows)
    for start, length in _blocks([tag for tag, _ in rows]):
        old, new = rows[start : start + length], rows[start + length : start + 2 * length]
        if all(_alike(a, b).ratio() >= _SIMILAR for (_, a), (_, b) in zip(old, new, strict=True)):
            rows[start : start + 2 * length] = [row for pair in zip(old, new, strict=True) for row in pair]
    return replace(hunk, rows=tuple(rows))


def _alike(old: bytes, new: bytes) -> SequenceMatcher[bytes]:
    return SequenceMatcher(None, _BYTE_WORDS.findall(old), _BYTE_WORDS.findall(new), autojunk=False)


def _homes(hunk: Hunk, findings: Sequence[Reported]) -> dict[int, list[Reported]]:
    """Row -> the findings that are told before it: those of its line, or of the removed lines that it begins.

    Lines of a notebook's cells are not those of its file, so such findings have no home.
    """
    homes: dict[int, list[Reported]] = {}
    tags = [tag for tag, _ in hunk.rows]
    numbers = list(accumulate((tag != "+" for tag in tags), initial=hunk.old))
    for finding in findings:
        lines = range(finding.span.line, max(finding.span.line, finding.span.end_line) + 1)
        rows = (row for row, tag in enumerate(tags) if tag != "+" and numbers[row] in lines)
        row = next(rows, None) if finding.cell is None else None
        if row is None:
            continue
        while row and tags[row] == tags[row - 1] == "-":
            row -= 1
        homes.setdefault(row, []).append(finding)
    return homes


def _note(finding: Reported, palette: Palette) -> Text:
    """The rule, what it may do, where, and why it dared."""
    style = _APPLICABILITY[finding.applicability.value]
    cell = f"cell {finding.cell}, " if finding.cell is not None else ""
    note = Text.assemble(
        (f"{finding.code} {finding.name}", "bold cyan"),
        "  ",
        (finding.applicability.value, style),
        "  ",
        (f"{cell}line {finding.span.line}: ", palette.quiet),
        (printable(finding.message), palette.text),
    )
    for because in (printable(finding.reason), evidence_line(finding)):
        if because:
            note.append(f"\n  {because}", palette.quiet)
    return note


def _rows(hunk: Hunk, homes: dict[int, list[Reported]], encoding: str, lexer: str, palette: Palette) -> Iterator[_Row]:
    """The lines of a hunk with their numbers, coloured, the changed words marked; notes before what they are about."""
    tags = [tag for tag, _ in hunk.rows]
    codes = _codes(hunk, encoding, lexer, palette)
    for start, length in _blocks(tags):
        for removed in range(start, start + length):
            _mark_changed_words(codes[removed], codes[removed + length], palette)
    old_number, new_number = hunk.old, hunk.new
    for index, (tag, code) in enumerate(zip(tags, codes, strict=True)):
        notes = [_note(finding, palette) for finding in homes.get(index, ())]
        for note in {note.plain: note for note in notes}.values():
            yield _Row(" ", "", "", note)
        yield _Row(tag, "" if tag == "+" else str(old_number), "" if tag == "-" else str(new_number), code)
        old_number += tag != "+"
        new_number += tag != "-"


def _codes(hunk: Hunk, encoding: str, lexer: str, palette: Palette) -> list[Text]:
    """The lines of a hunk, coloured: the old ones in the light of the old file, the new ones of the new."""
    lines = [(tag, printable(line.rstrip(b"\r\n").decode(encoding, "replace"))) for tag, line in hunk.rows]
    old = iter(_highlighted([line for tag, line in lines if tag != "+"], lexer, palette))
    new = iter(_highlighted([line for tag, line in lines if tag != "-"], lexer, palette))
    codes = []
    for tag, _ in lines:
        codes.append(next(new if tag == "+" else old))
        if tag == " ":
            next(new)
    return codes


def _highlighted(lines: Sequence[str], lexer: str, palette: Palette) -> list[Text]:
    # A leading line keeps the lexer from dropping empty lines at the start.
    text = Syntax("", lexer, theme=palette.theme).highlight("#\n" + "\n".join(lines))
    text.style = ""
    text.spans = [span._replace(style=_without_background(span.style)) for span in text.spans]
    parts = list(text.split("\n", allow_blank=True))[1 : len(lines) + 1]
    return parts + [Text() for _ in range(len(lines) - len(parts))]


def _without_background(style: str | Style) -> Style:
    """The background belongs to the row."""
    parsed = Style.parse(style) if isinstance(style, str) else style
    return Style(color=parsed.color, bold=parsed.bold, italic=parsed.italic)


def _blocks(tags: Sequence[Tag]) -> Iterator[tuple[int, int]]:
    """Where as many lines were added as removed: the row of the first, and how many of each."""
    index = 0
    while index < len(tags):
        removed = _run(tags, index, "-")
        added = _run(tags, index + removed, "+")
        if removed and removed == added:
            yield index, removed
        index += max(1, removed + added)


def _run(tags: Sequence[Tag], start: int, tag: Tag) -> int:
    length = 0
    while start + length < len(tags) and tags[start + length] == tag:
        length += 1
    return length


def _mark_changed_words(removed: Text, added: Text, palette: Palette) -> None:
    old, new = _WORDS.findall(removed.plain), _WORDS.findall(added.plain)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _SIMILAR:
        return
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            _mark(removed, old, a, b, palette.changed["-"])
            _mark(added, new, c, d, palette.changed["+"])


def _mark(text: Text, words: Sequence[str], start: int, end: int, style: str) -> None:
    first = len("".join(words[:start]))
    text.stylize(style, first, first + len("".join(words[start:end])))


def _table(rows: Sequence[_Row], palette: Palette) -> Table:
    table = Table.grid(expand=True)
    for width in (5, 5):
        table.add_column(justify="right", min_width=width, no_wrap=True)
    table.add_column(width=3, justify="center")
    table.add_column(ratio=1, overflow="fold")
    for row in rows:
        table.add_row(
            Text(row.old, palette.numbers),
            Text(row.new, palette.numbers),
            Text(row.tag, palette.marks[row.tag]),
            row.text,
            style=palette.rows[row.tag],
        )
    return table
