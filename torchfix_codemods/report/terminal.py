"""The diff that a person reads on a terminal: each change under the rules that made it, and why they dared.

Only for eyes: `diff.py` writes what tools read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from io import StringIO
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from torchfix_codemods.encoding import NotTextError, decode
from torchfix_codemods.report.diff import Hunk, Tag, hunks
from torchfix_codemods.report.streams import printable
from torchfix_codemods.report.text import counted, evidence_line

if TYPE_CHECKING:
    from torchfix_codemods.report.model import Report
    from torchfix_codemods.result import Reported
    from torchfix_codemods.run import FileOutcome

_WORDS = re.compile(r"\w+|\s+|.", re.S)
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
    marks: dict[Tag, str]


TRUECOLOR = Palette(
    theme="github-dark",
    rows={" ": "on #0d1117", "-": "on #341a1f", "+": "on #12291d"},
    changed={" ": "", "-": "bold on #7d2931", "+": "bold on #1f6b3a"},
    numbers="#6e7681",
    marks={" ": "", "-": "bold #ff7b72", "+": "bold #56d364"},
)
# The nearest of the 256 colours to the dark ones above is black; these are the nearest that differ.
EIGHT_BIT = Palette(
    theme="github-dark",
    rows={" ": "on color(233)", "-": "on color(52)", "+": "on color(22)"},
    changed={" ": "", "-": "bold on color(88)", "+": "bold on color(28)"},
    numbers="color(243)",
    marks={" ": "", "-": "bold color(210)", "+": "bold color(120)"},
)
ANSI = Palette(
    theme="ansi_dark",
    rows={" ": "", "-": "", "+": ""},
    changed={" ": "", "-": "bold underline", "+": "bold underline"},
    numbers="dim",
    marks={" ": "", "-": "bold red", "+": "bold green"},
)


@dataclass(frozen=True, slots=True)
class _Row:
    tag: Tag
    old: str
    new: str
    code: Text


def render(report: Report, *, in_colour: bool, unicode: bool, width: int | None = None) -> str:
    """All changed files of a run, as text with the terminal's escape codes."""
    console = Console(
        file=StringIO(),
        force_terminal=True,
        no_color=not in_colour,
        width=width or get_terminal_size().columns,
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
    encoding = _encoding(outcome.before)
    changes = hunks(outcome.before, result.after)
    for hunk, findings in _assigned(changes, fixed):
        console.print()
        for finding in findings:
            console.print(_reason(finding))
        console.print(_table(list(_rows(hunk, encoding, lexer, palette)), palette))
    console.print()


def _assigned(changes: Sequence[Hunk], findings: Sequence[Reported]) -> Iterator[tuple[Hunk, list[Reported]]]:
    """Each hunk with the findings in it. What stands in none (a notebook's cell) is told before the first."""
    last = [hunk.old + sum(tag != "+" for tag, _ in hunk.rows) for hunk in changes]
    home: list[list[Reported]] = [[] for _ in changes]
    for finding in findings:
        inside = (
            index
            for index, hunk in enumerate(changes)
            if finding.cell is None and hunk.old <= finding.span.line < last[index]
        )
        home[next(inside, 0)].append(finding)
    yield from zip(changes, home, strict=True)


def _reason(finding: Reported) -> Padding:
    style = _APPLICABILITY[finding.applicability.value]
    where = f"cell {finding.cell}, line" if finding.cell is not None else "line"
    text = Text.assemble(
        (f"{finding.code} {finding.name}", "bold cyan"),
        "  ",
        (finding.applicability.value, style),
        "  ",
        (f"{where} {finding.span.line}: ", "dim"),
        printable(finding.message),
    )
    for because in (printable(finding.reason), evidence_line(finding)):
        if because:
            text.append(f"\n  {because}", "dim")
    return Padding(text, (0, 1))


def _rows(hunk: Hunk, encoding: str, lexer: str, palette: Palette) -> Iterator[_Row]:
    """The lines of a hunk with their numbers, coloured, the changed words of a changed line marked."""
    lines = [printable(line.rstrip(b"\r\n").decode(encoding, "replace")) for _, line in hunk.rows]
    tags = [tag for tag, _ in hunk.rows]
    old = iter(_highlighted([line for tag, line in zip(tags, lines, strict=True) if tag != "+"], lexer, palette))
    new = iter(_highlighted([line for tag, line in zip(tags, lines, strict=True) if tag != "-"], lexer, palette))
    codes = []
    for tag in tags:
        codes.append(next(new if tag == "+" else old))
        if tag == " ":
            next(new)
    for removed, added in _pairs(tags):
        _mark_changed_words(codes[removed], codes[added], palette)
    old_number, new_number = hunk.old, hunk.new
    for tag, code in zip(tags, codes, strict=True):
        yield _Row(tag, "" if tag == "+" else str(old_number), "" if tag == "-" else str(new_number), code)
        old_number += tag != "+"
        new_number += tag != "-"


def _encoding(source: bytes) -> str:
    try:
        return decode(source).encoding
    except NotTextError:
        return "utf-8"


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


def _pairs(tags: Sequence[Tag]) -> Iterator[tuple[int, int]]:
    """Removed lines and the added lines that stand for them: blocks of equal length, side by side."""
    index = 0
    while index < len(tags):
        removed = _run(tags, index, "-")
        added = _run(tags, index + removed, "+")
        if removed == added:
            yield from ((index + step, index + removed + step) for step in range(removed))
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
            row.code,
            style=palette.rows[row.tag],
        )
    return table
