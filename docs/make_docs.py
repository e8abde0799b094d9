"""Write what can be derived from the rules: docs/rules.md, a page per rule, the tables in README.md, corpus/README.md,
and what docs/make_table.py makes of the table of old names.

    python docs/make_docs.py

The rules' docstrings and examples are the text; what is not changed by default comes from running each rule over its
case files in tests/cases. `tests/test_docs.py` fails where a file here is stale.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from torchfix_codemods.codemod import Applicability, Codemod
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import RuleInfo, known_rules, load
from torchfix_codemods.report.explain import RuleRow, rule_rows

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "docs")]

import make_corpus  # noqa: E402
import make_table  # noqa: E402
from casefiles import Case, all_cases  # noqa: E402

NOTE = "<!-- Written by docs/make_docs.py. Change the rule, not this file. -->\n"
START, END = "<!-- rules: written by docs/make_docs.py -->\n", "<!-- end of rules -->\n"
SECTIONS = {
    "1": "Train and eval mode",
    "2": "Gradient control",
    "3": "Devices",
    "4": "DataLoader",
    "5": "Saving and loading",
    "6": "In-place operations",
    "7": "Memory",
    "8": "Common mistakes",
    "9": "Removed and renamed API",
}
# Enough to see the pattern; the case files have the rest.
MOST_REASONS = 6
# Names and lines in a reason: two reasons that differ only there are one.
_PARTICULARS = re.compile(r"`[^`]*`|\d+")


@dataclass(frozen=True, slots=True)
class Left:
    """A place that a rule does not change by default: the line, what it is called, and why."""

    applicability: Applicability
    line: str
    reason: str


@dataclass(frozen=True)
class Rule:
    """A rule with its row in the tables, and what its case files show."""

    row: RuleRow
    codemod: Codemod
    left: tuple[Left, ...]

    @property
    def classes(self) -> str:
        """The classes of its findings, safest first: `safe, report`."""
        return ", ".join(self.row.does)


def rules() -> list[Rule]:
    """Every rule, in order of the codes."""
    cases, infos = all_cases(), known_rules()
    return [
        Rule(row, load(info), _left(info, [case for case in cases if case.rule == info.name]))
        for info, row in zip(infos, rule_rows(infos), strict=True)
    ]


def pages() -> dict[Path, str]:
    """File -> its text, for every file that this program writes."""
    every = rules()
    readme = ROOT / "README.md"
    written = {ROOT / "docs" / "rules" / f"{rule.row.name}.md": _page(rule) for rule in every}
    written[ROOT / "docs" / "rules.md"] = _index(every)
    written[readme] = _with_table(readme.read_text("utf-8"), every)
    written[make_corpus.README] = make_corpus.page()
    return written | make_table.pages()


def stale() -> list[Path]:
    """Files that are missing, differ from what would be written, or belong to a rule that is gone."""
    wanted = pages()
    differ = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    return differ + [path for path in (ROOT / "docs" / "rules").glob("*.md") if path not in wanted]


def main() -> None:
    """Bring every file up to date."""
    wanted = pages()
    for path in stale():
        if path in wanted:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
        print(path.relative_to(ROOT))


def _left(info: RuleInfo, cases: list[Case]) -> tuple[Left, ...]:
    left: dict[str, Left] = {}
    for case in cases:
        request = FixRequest((info.code,), apply=False, options=case.options, project=case.project)
        for found in fix(case.before.encode(), case.path, request).findings:
            line = case.before.splitlines()[found.span.line - 1].strip()
            if found.applicability is not Applicability.SAFE and found.reason:
                left.setdefault(_PARTICULARS.sub("_", found.reason), Left(found.applicability, line, found.reason))
    return tuple(left.values())


def _index(every: list[Rule]) -> str:
    parts = [
        NOTE,
        "# Rules\n",
        "A rule's class is decided at each place. **safe**: applied by `torchfix apply`, the results stay the same\n"
        "wherever the original ran to its end. **unsafe**: shown with the reason, applied with `--unsafe-fixes`.\n"
        "**report**: needs a decision, the message says which. The column lists what a rule can say.\n",
    ]
    for digit, title in SECTIONS.items():
        inside = [rule for rule in every if rule.row.code[3] == digit]
        if inside:
            parts += [f"## {title}\n", _table(inside, "rules/", full=True)]
    return "\n".join(parts)


def _table(every: list[Rule], prefix: str, *, full: bool) -> str:
    header = "| code | rule | what it does | class |" + (" since torch | looks for |" if full else "")
    lines = [header, "|---" * (header.count("|") - 1) + "|"]
    for rule in every:
        info = rule.row
        summary = _cell(rule.codemod.summary)
        line = f"| {info.code} | [{info.name}]({prefix}{info.name}.md) | {summary} | {rule.classes} |"
        if full:
            looks_for = ", ".join(f"`{trigger}`" for trigger in map(_cell, rule.codemod.triggers[:6]))
            more = " ..." if len(rule.codemod.triggers) > 6 else ""
            line += f" {rule.codemod.since} | {looks_for}{more} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _with_table(readme: str, every: list[Rule]) -> str:
    """The README with its table of rules brought up to date."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise SystemExit(f"README.md needs the two lines {START.strip()} and {END.strip()}")
    return before + START + "\n" + _table(every, "docs/rules/", full=False) + "\n" + END + after


def _page(rule: Rule) -> str:
    return "\n".join(_parts(rule))


def _parts(rule: Rule) -> Iterator[str]:
    codemod, info = rule.codemod, rule.row
    yield NOTE
    yield f"# {info.name} ({info.code})\n"
    yield f"{codemod.summary}.\n"
    yield f"* class: {rule.classes}"
    yield f"* new spelling since: torch {codemod.since}" if codemod.since else "* new spelling since: always there"
    yield f"* source: <{codemod.source}>\n"
    yield f"{codemod.why}\n"
    for example in codemod.examples:
        yield "## Example\n"
        if example.before == example.after:
            yield f"Found, not changed:\n\n{_code(example.before)}"
            continue
        yield f"{_code(example.before)}\nbecomes\n\n{_code(example.after)}"
    if codemod.leaves_alone:
        yield "## Left alone\n"
        for reason, code in codemod.leaves_alone.items():
            yield f"{reason[:1].upper()}{reason[1:]}:\n\n{_code(code)}"
    if rule.left:
        yield "## Not changed by default\n"
        for left in rule.left[:MOST_REASONS]:
            yield f"* `{left.line}` ({left.applicability.value}): {left.reason}."
        yield ""
    yield "## Keep it quiet\n"
    yield f"`# torchfix: ignore[{info.code}] why` at the end of the line, or in pyproject.toml:\n"
    yield f'```toml\n[tool.torchfix]\nignore = ["{info.code}"]\n```\n'


def _code(source: str) -> str:
    return f"```python\n{textwrap.dedent(source).strip()}\n```\n"


if __name__ == "__main__":
    main()
