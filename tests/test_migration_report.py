"""The report that `apply --report` writes: as a page, as Markdown, and in a browser where there is one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import browser
import pytest
from projects import DIRTY, FIXED, MIXED, Project, install_rules
from reports import REPORT, SAFE, UNSAFE, found, mixed, outcome, report

from torchfix_codemods.report import migration_html, migration_md, page, verify_html
from torchfix_codemods.report.diff import hunks
from torchfix_codemods.report.earlier import is_earlier_output
from torchfix_codemods.report.migration import Migration
from torchfix_codemods.report.model import Action, Report
from torchfix_codemods.report.side_by_side import pairs
from torchfix_codemods.result import Problem

VOID = ("meta", "col", "input", "br")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install_rules(folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Project:
    return Project(tmp_path, site)


class Page(HTMLParser):
    """The tags, the names and the text of a page; its tags fit together."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(data.decode("utf-8"))
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def everything(action: Action = "apply") -> Report:
    """A run with tasks of each urgency."""
    return report(
        action,
        *mixed(action).outcomes,
        outcome(
            "stuck.py",
            found(2, REPORT, code="TFC902", name="removed-api", message="`torch.gesv` does not exist", stops=True),
            found(5, UNSAFE, fixed=True, reason="results can change"),
            before=b"a\n" * 4 + b"b\n",
            after=b"a\n" * 4 + b"c\n",
        ),
        problems=(Problem("closed", "cannot be read"),),
    )


# ---- the command


def test_both_reports_are_written_with_what_was_done_and_what_is_left(project: Project) -> None:
    project.write("a.py", MIXED)
    ran = project.run("apply", "--report", "out.html", "--report", "out.md")
    assert (ran.code, ran.out) == (0, "rewrote a.py (1 fix)\n")
    assert project.read("a.py").startswith(FIXED)
    shown = Page((project.root / "out.html").read_bytes())
    text = project.read("out.md")
    for words in ("Migrated: 1 of 3 findings (33 %).", "say", "unsafe_name", "somebody may listen", "nobody knows"):
        assert words in shown.words
        assert words in text
    assert "a.py:5" in shown.words
    assert shown.words.index("a.py:5") < shown.words.index("a.py:6")
    assert "- [ ] **DEMO100** `a.py:6`" in text
    assert "-safe_word(x)\n+safe_name(x)\n" in text
    assert "Rename what is called a word" in shown.words
    again = project.run("apply", "--report", "out.html", "--report", "out.md")
    assert again.code == 0, again.err


def test_a_dry_run_has_a_report_too_and_writes_nothing_else(project: Project) -> None:
    project.write("a.py", DIRTY)
    ran = project.run("apply", "--dry-run", "--report", "OUT.HTML")
    assert (ran.code, project.read("a.py")) == (1, DIRTY)
    assert "(dry run)" in Page((project.root / "OUT.HTML").read_bytes()).words


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("out.txt",), "--report out.txt: a report is a page or Markdown; give it a name in .html or .md"),
        (("html",), "--report html: a report is a page or Markdown; give it a name in .html or .md"),
        (("out.md", "--report", "./out.md"), "--report out.md: is named twice"),
        (("no/out.md",), "--report no/out.md: there is no folder no; make it first"),
        (("notes.md",), "--report notes.md: exists, and is no earlier output of torchfix"),
    ],
)
def test_a_report_that_cannot_be_written_stops_the_run_before_it_begins(
    project: Project, arguments: tuple[str, ...], reason: str
) -> None:
    project.write("a.py", DIRTY)
    project.write("notes.md", "# My notes\n")
    ran = project.run("apply", "--report", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"torchfix: {reason}")
    assert ran.err.count("\n") == 1
    assert project.read("a.py") == DIRTY
    assert project.read("notes.md") == "# My notes\n"
    assert not (project.root / "out.md").exists()


def test_names_and_texts_that_mean_something_elsewhere_are_only_text(project: Project) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems take no such names")
    name = "<b>&\"'`|[x](y)\u202e\r"
    line = "safe_word('</td><script>alert(1)</script>')  # \u202e\u2066 \x7f ``` </details>\n"
    folder = project.root / name
    folder.mkdir()
    (folder / "a.py").write_text(f"import torch\n{line}report_word(x)\n", encoding="utf-8")
    Path(os.fsdecode(os.fsencode(project.root) + b"/\xff.py")).write_text(DIRTY, encoding="utf-8")
    ran = project.run("apply", "--report", "out.html", "--report", "out.md")
    assert ran.code == 0, ran.err
    data = (project.root / "out.html").read_bytes()
    shown = Page(data)
    assert "alert(1)" in shown.words
    assert len(shown.all("script")) == 1
    assert not shown.all("b")
    assert "\ufffd.py" in shown.words
    for raw in (data.decode(), project.read("out.md")):
        assert not re.search("[\u202a-\u202e\u2066-\u2069\r\x7f]", raw)
    assert "````diff" in project.read("out.md")
    assert "<script>" not in re.sub(r"````diff.*?````|`[^`]*`", "", project.read("out.md"), flags=re.S)


# ---- what is in it


def test_what_blocks_most_comes_first() -> None:
    titles = [(group.title, len(group.tasks)) for group in Migration(everything()).groups]
    assert titles == [
        ("Could not be done", 3),
        ("Stops the program", 1),
        ("Fixes that wait for `--unsafe-fixes`", 1),
        ("To decide by hand", 1),
        ("Unsafe fixes that were put in", 1),
    ]
    assert Migration(report("apply", outcome("a.py"))).groups == ()


def test_each_task_has_a_key_that_survives_other_lines_and_no_two_are_the_same() -> None:
    one, other = found(3, REPORT, message="see line 7"), found(9, REPORT, message="see line 7")
    first = [t.key for g in Migration(report("apply", outcome("a.py", one, other))).groups for t in g.tasks]
    assert len(set(first)) == 2
    moved = found(5, REPORT, message="see line 9")
    second = [t.key for g in Migration(report("apply", outcome("a.py", moved))).groups for t in g.tasks]
    assert second == first[:1]


def test_a_page_is_one_file_with_landmarks_and_a_label_for_each_box() -> None:
    data = migration_html.render(everything())
    shown = Page(data)
    assert shown.all("html")[0]["lang"] == "en"
    assert len(shown.all("title")) == len(shown.all("h1")) == len(shown.all("main")) == len(shown.all("nav")) == 1
    names = [attributes["id"] for _, attributes in shown.tags if "id" in attributes]
    assert len(names) == len(set(names))
    links = [attributes["href"] for attributes in shown.all("a")]
    assert links[0] == "#main"
    assert all(link and link[1:] in names for link in links)
    boxes = [attributes["id"] for attributes in shown.all("input")]
    assert len(boxes) == 7
    assert boxes == [attributes["for"] for attributes in shown.all("label")]
    assert not any(name in attributes for _, attributes in shown.tags for name in ("src", "srcset", "data", "action"))
    assert not shown.all("link")
    assert b"url(" not in data
    assert b"@import" not in data


def test_what_was_written_is_known_again() -> None:
    assert is_earlier_output(migration_html.render(everything()))
    assert is_earlier_output(migration_md.render(everything()))
    assert is_earlier_output(migration_html.render(report("dry-run")))


def test_half_characters_keep_no_page_from_being_written() -> None:
    assert b"\\udcff" in migration_html.render(report("apply", outcome("\udcff.py", found(3, REPORT))))
    assert verify_html.render([]).endswith(b"</html>\n")
    assert page.encoded(["\udcff"]) == b"\\udcff"


def test_lines_stand_beside_those_that_they_replace() -> None:
    before = b"one\nx = y.cuda()\nlast\n"
    after = b"one\ndevice = 1\n\nx = y.to(device)\nlast\n"
    [hunk] = hunks(before, after)
    shown = [
        (pair.old and (pair.old.number, pair.old.changed), pair.new and (pair.new.number, pair.new.changed))
        for pair in pairs(hunk, "utf-8")
    ]
    assert shown == [
        ((1, ""), (1, "")),
        (None, (2, "")),
        (None, (3, "")),
        ((2, "cuda("), (4, "to(device")),
        ((3, ""), (5, "")),
    ]


def test_a_long_line_is_cut_around_what_has_changed() -> None:
    picture = b"x" * 100_000
    [hunk] = hunks(b'"' + picture + b'" y.data\n', b'"' + picture + b'" y.detach()\n')
    [pair] = pairs(hunk, "utf-8")
    assert pair.old is not None
    assert pair.old.changed == "data"
    assert len(pair.old.start) < 300


def test_many_files_take_a_time_that_grows_with_their_number() -> None:
    old = b"".join(b"x%d = y.data\nline %d\n" % (number, number) for number in range(50))
    new = old.replace(b".data", b".detach()")
    sizes = []
    for files in (50, 100):
        outcomes = [
            outcome(f"{n}.py", found(1, SAFE, fixed=True), found(2, REPORT), before=old, after=new)
            for n in range(files)
        ]
        data = migration_html.render(report("apply", *outcomes))
        assert data.count(b"<details class='file'>") == files
        sizes.append(len(data))
    assert sizes[1] < 2.1 * sizes[0]


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [page.LIGHT, page.DARK], ids=["light", "dark"])
def test_the_contrast_is_enough_to_read(colours: dict[str, str]) -> None:
    """https://www.w3.org/TR/WCAG22/#contrast-minimum"""
    on_page = [(name, "page") for name in ("text", "quiet", "link", "bad", "unsure", "good")]
    on_others = [("text", name) for name in ("card", "gone", "come", "gone-word", "come-word", "empty")]
    numbers = [("quiet", name) for name in ("gone", "come")]
    for text, ground in (*on_page, *on_others, *numbers):
        light, dark = sorted((_luminance(colours[text]), _luminance(colours[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground)


# ---- in a browser


@pytest.fixture(scope="module")
def window() -> Iterator[browser.Browser]:
    if not browser.IS_THERE:
        pytest.skip("there is no Chromium with its driver")
    with browser.browser() as opened:
        yield opened


@pytest.fixture
def shown(window: browser.Browser, tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "page.html"
    file.write_bytes(migration_html.render(everything()))
    window.open(file)
    yield file
    window.run("localStorage.clear()")


def test_the_page_loads_nothing_and_complains_of_nothing(window: browser.Browser, shown: Path) -> None:
    assert window.run("return performance.getEntriesByType('resource').length") == 0
    assert window.said() == []
    assert window.run("return document.documentElement.scrollWidth <= innerWidth")


def test_ticks_stay_when_the_page_is_opened_again(window: browser.Browser, shown: Path) -> None:
    assert window.run("return document.getElementById('ticked').textContent") == "0 of 7 ticked"
    window.click("#t1-0")
    window.open(shown)
    assert window.run("return document.getElementById('t1-0').checked")
    assert window.run("return document.querySelectorAll(':checked').length") == 1
    assert window.run("return document.getElementById('ticked').textContent") == "1 of 7 ticked"
    window.click("#t1-0")
    window.open(shown)
    assert window.run("return document.querySelectorAll(':checked').length") == 0


def test_keys_are_enough(window: browser.Browser, shown: Path) -> None:
    tab, enter, focused = "\ue004", "\ue007", "return document.activeElement"
    window.press(tab)
    assert window.run(f"{focused}.className") == "skip"
    window.press(enter)
    assert window.run(f"{focused}.id") == "main"
    window.press("j", "j")
    assert window.run(f"{focused}.id") == "t0-1"
    assert window.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    window.press("k", " ")
    assert window.run(f"{focused}.checked")
    window.press(*"jjjjjjj")
    assert window.run(f"{focused}.tagName") == "SUMMARY"
    window.press(enter)
    assert window.run(f"{focused}.parentElement.open")


def test_colours_follow_the_system_and_then_the_button(window: browser.Browser, shown: Path) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    window.emulate(prefers_color_scheme="dark")
    dark = window.run(ground)
    window.emulate(prefers_color_scheme="light")
    light = window.run(ground)
    assert dark != light == "rgb(255, 255, 255)"
    window.click("#theme")
    assert window.run(ground) == dark
    window.open(shown)
    assert window.run(ground) == dark
    window.tool("Emulation.setEmulatedMedia", media="print")
    assert window.run(ground) == light
    window.tool("Emulation.setEmulatedMedia", media="")


def test_without_javascript_all_is_there_but_what_needs_it(window: browser.Browser, shown: Path) -> None:
    window.tool("Emulation.setScriptExecutionDisabled", value=True)
    try:
        window.open(shown)
    finally:
        window.tool("Emulation.setScriptExecutionDisabled", value=False)
    assert window.run("return document.documentElement.className") == ""
    assert window.run("return getComputedStyle(document.getElementById('theme')).display") == "none"
    window.click("#t0-0")
    assert window.run("return document.getElementById('t0-0').checked")
    window.click("summary")
    assert window.run("return document.querySelector('details').open")
