"""The report of a migration as a page: what a person has to do, to be ticked off, and every change side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from torchfix_codemods.report.migration import Change, Group, Migration, Rewritten, Task, lines_before
from torchfix_codemods.report.model import Report
from torchfix_codemods.report.page import SCRIPT, encoded, style, with_code
from torchfix_codemods.report.side_by_side import Pair, Side, encoding_of, pairs
from torchfix_codemods.report.streams import printable
from torchfix_codemods.report.text import counted

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def render(report: Report) -> bytes:
    """The page, in UTF-8."""
    return encoded(list(_page(Migration(report))))


def _page(migration: Migration) -> Iterator[str]:
    title = "torchfix apply: migration report" + (" (dry run)" if migration.is_dry else "")
    yield "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
    yield f"<title>{title}</title>"
    yield "<meta name='viewport' content='width=device-width, initial-scale=1'>"
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<style>{style()}</style></head><body>"
    yield "<a class='skip' href='#main'>Skip to what needs a person</a>"
    tasks = sum(len(group.tasks) for group in migration.groups)
    yield f"<header><h1>{title}</h1><button type='button' id='theme' class='scripted'>Dark colours</button></header>"
    yield f"<p class='headline'>{with_code(printable(migration.headline))}</p>"
    if migration.is_dry:
        yield "<p>Nothing was written: this is what <code>torchfix apply</code> would do.</p>"
    yield from (f"<p class='unsure'>{with_code(note)}</p>" for note in migration.notes)
    yield "<nav aria-label='Parts of the report'><ul>"
    yield f"<li><a href='#todo'>What needs a person ({tasks:,})</a></li>"
    yield f"<li><a href='#changed'>What was changed ({sum(c.count for c in migration.changes):,})</a></li>"
    yield f"<li><a href='#files'>Changes by file ({len(migration.files):,})</a></li></ul></nav>"
    yield "<main id='main' tabindex='-1'>"
    yield from _todo(migration.groups)
    yield from _changed(migration.changes, is_dry=migration.is_dry)
    yield from _files(migration)
    yield "</main><footer class='quiet scripted'><p><kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous item,"
    yield "space ticks or opens it. Ticks are kept in this browser, for this page.</p></footer>"
    yield f"<script>{SCRIPT}</script></body></html>\n"


# ---- what needs a person


def _todo(groups: Sequence[Group]) -> Iterator[str]:
    yield "<section aria-labelledby='todo'><h2 id='todo'>What needs a person</h2>"
    if not groups:
        yield "<p class='good'>Nothing is left.</p></section>"
        return
    yield "<p class='quiet scripted' id='ticked' role='status'></p>"
    for number, group in enumerate(groups):
        yield f"<h3 id='g{number}'>{with_code(group.title)} ({len(group.tasks):,})</h3><p>{with_code(group.about)}</p>"
        yield f"<ul class='todo' aria-labelledby='g{number}'>"
        yield from (_task(task, f"t{number}-{place}") for place, task in enumerate(group.tasks))
        yield "</ul>"
    yield "</section>"


def _task(task: Task, name: str) -> str:
    rule = f"<strong title='{escape(task.name)}'>{escape(task.code)}</strong> " if task.code else ""
    tag = f" <span class='tag'>{escape(task.label)}</span>" if task.label else ""
    why = "".join(f"<p class='why'>{with_code(text)}</p>" for text in task.because)
    return (
        f"<li><input type='checkbox' id='{name}' data-key='{task.key}' autocomplete='off'><label for='{name}'>{rule}"
        f"<span class='code'>{escape(task.place)}</span>: {with_code(task.message)}{tag}</label>{why}</li>"
    )


# ---- what was changed


def _changed(changes: Sequence[Change], *, is_dry: bool) -> Iterator[str]:
    title = "What would be changed" if is_dry else "What was changed"
    yield f"<section aria-labelledby='changed'><h2 id='changed'>{title}</h2>"
    if changes:
        yield "<table class='rules'><thead><tr><th scope='col'>Rule</th><th scope='col'>Name</th>"
        yield "<th scope='col' class='count'>Fixes</th><th scope='col'>What it does</th></tr></thead><tbody>"
        for row in changes:
            unsafe = f" <span class='unsure'>({row.unsafe:,} unsafe)</span>" if row.unsafe else ""
            yield f"<tr><th scope='row'>{escape(row.code)}</th><td>{escape(row.name)}</td>"
            yield f"<td class='count'>{row.count:,}{unsafe}</td><td>{with_code(printable(row.summary))}</td></tr>"
        yield "</tbody></table>"
    else:
        yield "<p>Nothing.</p>"
    yield "</section>"


# ---- changes by file


def _files(migration: Migration) -> Iterator[str]:
    yield "<section aria-labelledby='files'><h2 id='files'>Changes by file</h2>"
    if migration.files:
        yield "<p class='tools scripted'><span><button type='button' data-open='1'>Open all</button> "
        yield "<button type='button' data-open='0'>Close all</button></span></p>"
    else:
        yield "<p>None.</p>"
    for file in migration.files:
        yield from _file(file)
    yield "</section>"


def _file(file: Rewritten) -> Iterator[str]:
    lines = f"+{file.lines('+'):,} \N{MINUS SIGN}{file.lines('-'):,} lines"
    name = escape(printable(file.path))
    yield f"<details class='file'><summary><span class='code'>{name}</span> "
    yield f"<span class='quiet'>{counted(file.count, 'fix')}, {lines}</span></summary><ul>"
    for code, rule, places in file.fixes:
        yield f"<li><strong>{escape(code)}</strong> {escape(rule)}, {escape(lines_before(places))}</li>"
    yield f"</ul><table class='diff'><caption class='hidden'>Changes of {name}, side by side</caption>"
    yield "<colgroup><col class='number'><col><col class='number'><col></colgroup><thead><tr>"
    yield "<th scope='col'><span class='hidden'>Line</span></th><th scope='col'>Before</th>"
    yield "<th scope='col'><span class='hidden'>Line</span></th><th scope='col'>After</th></tr></thead>"
    encoding = encoding_of(file.before)
    for hunk in file.hunks:
        yield "<tbody>"
        yield from (_pair(pair) for pair in pairs(hunk, encoding))
        yield "</tbody>"
    yield "</table></details>"


def _pair(pair: Pair) -> str:
    old, new = ("", "") if pair.is_equal else (" gone", " come")
    return f"<tr>{_side(pair.old, old, 'del')}{_side(pair.new, new, 'ins')}</tr>"


def _side(side: Side | None, kind: str, tag: str) -> str:
    if side is None:
        return "<td class='empty'></td><td class='empty'></td>"
    changed = f"<{tag}>{escape(side.changed)}</{tag}>" if side.changed else ""
    text = f"{escape(side.start)}{changed}{escape(side.end)}"
    return f"<td class='number{kind}'>{side.number}</td><td class='text{kind}'>{text}</td>"
