"""What a page of ours looks like and does by itself: one file, nothing loaded from anywhere, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

# Text and what it stands on, for each theme; `tests/test_migration_report.py` measures the contrast of each pair.
LIGHT = {
    "text": "#1c2733", "page": "#ffffff", "quiet": "#52606d", "line": "#c5ccd3", "card": "#f4f6f8", "link": "#0b57c2",
    "bad": "#b3261e", "unsure": "#7a4f00", "good": "#116329", "gone": "#ffebe9", "come": "#e6ffec",
    "gone-word": "#ffc9c4", "come-word": "#abf2bc", "empty": "#f0f2f4",
}  # fmt: skip
DARK = {
    "text": "#d5dbe1", "page": "#12161b", "quiet": "#9aa5b1", "line": "#3a444e", "card": "#1b2128", "link": "#7db4ff",
    "bad": "#ff8a80", "unsure": "#e8b64c", "good": "#63d27f", "gone": "#3a1c1f", "come": "#15301f",
    "gone-word": "#7a2a2f", "come-word": "#1f5c36", "empty": "#171c22",
}  # fmt: skip

_RULES = """
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 0 auto; padding: 1rem 1.25rem 4rem;
  color: var(--text); background: var(--page); }
h1 { font-size: 1.6rem; margin: 1rem 0 .25rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; } p { margin: .35rem 0; max-width: 60rem; }
a { color: var(--link); } code, .code { font-family: ui-monospace, monospace; font-size: .9em; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem; }
.quiet { color: var(--quiet); } .bad { color: var(--bad); } .unsure { color: var(--unsure); }
.good { color: var(--good); }
.headline { font-size: 1.15rem; font-weight: 600; }
header, .tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: .75rem 0; }
button { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--quiet); border-radius: 6px;
  padding: .25rem .75rem; cursor: pointer; }
.scripted { display: none; } .js .scripted { display: revert; } .js .tools.scripted { display: flex; }
.todo { list-style: none; padding: 0; margin: .5rem 0; }
.todo li { display: grid; grid-template-columns: 1.5rem 1fr; gap: 0 .5rem; padding: .5rem .6rem;
  border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; break-inside: avoid; }
.todo input { width: 1.1rem; height: 1.1rem; margin: .25rem 0 0; accent-color: var(--link); }
.todo label { cursor: pointer; overflow-wrap: anywhere; }
.todo .why { grid-column: 2; color: var(--quiet); font-size: .92rem; margin: 0; overflow-wrap: anywhere; }
.todo li:has(:checked) label { text-decoration: line-through; }
.tag { font-size: .8rem; border: 1px solid currentColor; border-radius: 999px; padding: 0 .5rem; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--quiet); font-size: .9rem; }
.rules th, .rules td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.rules .count { text-align: right; white-space: nowrap; }
details.file { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .4rem .6rem;
  content-visibility: auto; contain-intrinsic-size: auto 2.5rem; }
.file ul { margin: .35rem 0; padding-left: 1.4rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.diff { table-layout: fixed; font: 13px/1.45 ui-monospace, monospace; margin: .5rem 0; }
.diff col.number { width: 3.6rem; }
.diff td { padding: 0 .4rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; tab-size: 4; }
.diff th { text-align: left; font-weight: 600; padding: 0 .4rem; }
.diff .number { color: var(--quiet); text-align: right; padding: 0 .4rem; font-weight: 400; vertical-align: top; }
.diff .gone { background: var(--gone); } .diff .come { background: var(--come); }
.diff .empty { background: var(--empty); }
.diff del, .diff ins { text-decoration: none; font-weight: 600; } .diff del { background: var(--gone-word); }
.diff ins { background: var(--come-word); } .diff tbody + tbody td { border-top: 1px dashed var(--line); }
.diff tbody + tbody tr + tr td, .diff tbody + tbody tr + tr th { border-top: 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 50rem) { .diff { font-size: 11px; } .diff col.number { width: 2.4rem; } body { padding: .5rem; } }
@media print {
  .js .scripted, .js .tools.scripted, nav, .skip, footer { display: none; }
  body { max-width: none; padding: 0; font-size: 10pt; } details.file { content-visibility: visible; }
  .diff { font-size: 7.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .diff tr { break-inside: avoid; } a { color: inherit; text-decoration: none; } h2, h3 { break-after: avoid; }
}
"""

# Ticks are kept under the address of the page, by the key of each item: a later report in its place keeps them.
SCRIPT = """
(() => {
  const root = document.documentElement, all = (what) => [...document.querySelectorAll(what)];
  root.classList.add('js');
  const place = 'torchfix ' + location.pathname;
  const load = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const save = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); } catch { } };
  const boxes = all('.todo input'), ticked = load(place) || {}, count = document.getElementById('ticked');
  const tell = () => {
    if (count) count.textContent = boxes.filter((box) => box.checked).length + ' of ' + boxes.length + ' ticked';
  };
  for (const box of boxes) box.checked = ticked[box.dataset.key] === 1;
  tell();
  document.addEventListener('change', ({ target }) => {
    if (!target.dataset.key) return;
    if (target.checked) ticked[target.dataset.key] = 1; else delete ticked[target.dataset.key];
    save(place, ticked);
    tell();
  });
  const theme = document.getElementById('theme'), dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
  const name = () => { theme.textContent = isDark() ? 'Light colours' : 'Dark colours'; };
  const chosen = load('torchfix theme');
  if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen;
  name();
  dark.addEventListener('change', name);
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    save('torchfix theme', root.dataset.theme);
    name();
  });
  for (const button of all('[data-open]'))
    button.addEventListener('click', () => {
      for (const file of all('details.file')) file.open = button.dataset.open === '1';
    });
  const show = () => {
    const there = location.hash && document.getElementById(location.hash.slice(1));
    const file = there && there.closest('details');
    if (file && !file.open) { file.open = true; there.scrollIntoView(); }
  };
  addEventListener('hashchange', show);
  show();
  document.addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const stops = all('.todo input, summary'), here = stops.indexOf(document.activeElement);
    const next = here < 0 ? (step > 0 ? 0 : stops.length - 1) : here + step;
    if (stops[next]) { stops[next].focus(); stops[next].scrollIntoView({ block: 'nearest' }); event.preventDefault(); }
  });
})();
"""


def style() -> str:
    """The whole style sheet."""
    light, dark = _variables(LIGHT), _variables(DARK)
    return (
        f":root {{ color-scheme: light; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ color-scheme: dark; {dark} }} }}\n"
        f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}\n"
        f"@media print {{ :root:root:root {{ color-scheme: light; {light} }} }}{_RULES}"
    )


def encoded(parts: list[str]) -> bytes:
    """A page in UTF-8; half characters, which file names can hold, as escapes."""
    return "\n".join(parts).encode("utf-8", "backslashreplace")


def with_code(text: str) -> str:
    """A sentence as html: what stands between two backticks is code."""
    return "".join(f"<code>{escape(part)}</code>" if is_code else escape(part) for is_code, part in code_spans(text))


def code_spans(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a sentence, and whether they stand between two backticks; one that has no other is a character."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        yield False, text
        return
    for number, part in enumerate(parts):
        if part:
            yield number % 2 == 1, part


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {value};" for name, value in colours.items())
