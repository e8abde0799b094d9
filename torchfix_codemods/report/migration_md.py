"""The report of a migration as Markdown: for a pull request, where boxes can be ticked too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from torchfix_codemods.report.migration import Group, Migration, Rewritten, Task, lines_before
from torchfix_codemods.report.model import Report
from torchfix_codemods.report.page import code_spans, encoded
from torchfix_codemods.report.side_by_side import encoding_of
from torchfix_codemods.report.streams import printable
from torchfix_codemods.report.text import counted

# By this `report.earlier` knows our own.
_FIRST = "<!-- torchfix apply: migration report -->"
_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~$]|^[#+=-]|(?<=^\d)[.)])")
_LONGEST = 1000


def render(report: Report) -> bytes:
    """The text, in UTF-8."""
    return encoded([*_parts(Migration(report)), ""])


def _parts(migration: Migration) -> Iterator[str]:
    yield f"{_FIRST}\n# Migration report{' (dry run)' if migration.is_dry else ''}\n"
    yield f"**{_prose(printable(migration.headline))}**\n"
    if migration.is_dry:
        yield "Nothing was written: this is what `torchfix apply` would do.\n"
    yield from (f"{_prose(note)}\n" for note in migration.notes)
    yield from _todo(migration.groups)
    yield f"\n## What {'would be' if migration.is_dry else 'was'} changed\n"
    if migration.changes:
        yield "| rule | name | fixes | what it does |\n|---|---|---:|---|"
    else:
        yield "Nothing.\n"
    for row in migration.changes:
        unsafe = f" ({row.unsafe:,} unsafe)" if row.unsafe else ""
        summary = _prose(printable(row.summary), is_cell=True)
        yield f"| {_plain(row.code)} | {_plain(row.name)} | {row.count:,}{unsafe} | {summary} |"
    if migration.files:
        yield "\n## Changes by file\n"
    for file in migration.files:
        yield from _file(file)


def _todo(groups: Sequence[Group]) -> Iterator[str]:
    yield "\n## What needs a person\n"
    if not groups:
        yield "Nothing is left."
    for group in groups:
        yield f"### {_prose(group.title)} ({len(group.tasks):,})\n\n{_prose(group.about)}\n"
        yield from map(_task, group.tasks)
        yield ""


def _task(task: Task) -> str:
    rule = f"**{_plain(task.code)}** " if task.code else ""
    tag = f" \\[{_plain(task.label)}\\]" if task.label else ""
    lines = [f"- [ ] {rule}{_code(task.place)} {_prose(task.message)}{tag}"]
    return "  \n".join([*lines, *(f"      {_prose(text)}" for text in task.because)])


def _file(file: Rewritten) -> Iterator[str]:
    lines = f"+{file.lines('+'):,} \N{MINUS SIGN}{file.lines('-'):,} lines"
    name = escape(printable(file.path))
    yield f"<details><summary><code>{name}</code> {counted(file.count, 'fix')}, {lines}</summary>\n"
    for code, rule, places in file.fixes:
        yield f"- **{_plain(code)}** {_plain(rule)}, {lines_before(places)}"
    encoding = encoding_of(file.before)
    diff = []
    for hunk in file.hunks:
        diff.append(hunk.header)
        for tag, line in hunk.rows:
            text = printable(line.rstrip(b"\r\n").decode(encoding, "replace"))
            diff.append(tag + (text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."))
    text = "\n".join(diff)
    fence = "`" * max(3, 1 + _longest_row(text))
    yield f"\n{fence}diff\n{text}\n{fence}\n\n</details>\n"


def _prose(text: str, *, is_cell: bool = False) -> str:
    """A sentence; what stands between two backticks is code."""
    return "".join(_code(part, is_cell=is_cell) if is_code else _plain(part) for is_code, part in code_spans(text))


def _plain(text: str) -> str:
    """Text in which nothing means anything."""
    return _SPECIAL.sub(r"\\\1", text)


def _code(text: str, *, is_cell: bool = False) -> str:
    """Text as code, whatever it holds."""
    ticks = "`" * (1 + _longest_row(text))
    space = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    shown = text.replace("|", "\\|") if is_cell else text
    return f"{ticks}{space}{shown}{space}{ticks}"


def _longest_row(text: str) -> int:
    """How many backticks stand together."""
    return max(map(len, re.findall("`+", text)), default=0)
