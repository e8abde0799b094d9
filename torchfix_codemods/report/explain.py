"""What the rules are, in their own words: the table of all, and the page of one."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from torchfix_codemods.codemod import Applicability, Codemod, Example
from torchfix_codemods.registry import RuleInfo, load
from torchfix_codemods.report.streams import Paint, Role, plain

_WIDTH = 88
# What a rule may do stands in its own code: the kinds of findings that it makes, or a repair, which is always safe.
_MAKES: Mapping[Applicability, re.Pattern[str]] = MappingProxyType(
    {
        Applicability.SAFE: re.compile(r"\bself\.safe\(|\bApplicability\.SAFE\b|\bdef repair\("),
        Applicability.UNSAFE: re.compile(r"\bself\.unsafe\(|\bApplicability\.UNSAFE\b"),
        Applicability.REPORT: re.compile(r"\bself\.report\(|\bApplicability\.REPORT\b"),
    }
)
_ROLES: Mapping[str, Role] = MappingProxyType({"safe": "safe", "unsafe": "unsafe", "report": "report"})
_MEANS: Mapping[str, str] = MappingProxyType(
    {
        "safe": "fixed by `torchfix apply` where the results stay the same",
        "unsafe": "fixed with `--unsafe-fixes` where they may change",
        "report": "reported where no rewrite is right without knowing more",
    }
)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule of the table. `does` are the kinds of findings that it makes, the strongest first."""

    code: str
    name: str
    summary: str
    does: tuple[str, ...]
    since: str
    source: str
    preview: bool

    @property
    def default(self) -> str:
        """The strongest thing that the rule does."""
        return self.does[0] if self.does else "report"


def rule_rows(rules: Sequence[RuleInfo]) -> list[RuleRow]:
    """The table's rows; imports every rule.

    Raises:
        RegistryError: a module is no rule.
    """
    return [_row(info, load(info)) for info in rules]


def table_lines(rows: Sequence[RuleRow], paint: Paint = plain) -> Iterator[str]:
    """All rules, one a line."""
    names = max((len(row.name) for row in rows), default=4)
    yield paint(f"{'Code':<7} {'Name':<{names}}  {'Default':<7}  Summary", "quiet")
    for row in rows:
        default = paint(f"{row.default:<7}", _ROLES[row.default])
        preview = " (preview)" if row.preview else ""
        yield f"{paint(f'{row.code:<7}', 'code')} {row.name:<{names}}  {default}  {row.summary}{preview}"


def table_json(rows: Sequence[RuleRow]) -> bytes:
    """The same for programs: a list of objects."""
    import json

    documents = [
        {
            "code": row.code,
            "name": row.name,
            "summary": row.summary,
            "default": row.default,
            "applicabilities": row.does,
            "since": row.since,
            "source": row.source,
            "preview": row.preview,
        }
        for row in rows
    ]
    return json.dumps(documents, indent=2).encode("ascii") + b"\n"


def page_lines(info: RuleInfo, paint: Paint = plain) -> Iterator[str]:
    """The page of one rule: before and after, why, where the fact is from, what it does when, what it leaves alone.

    Raises:
        RegistryError: the module is no rule.
    """
    rule = load(info)
    row = _row(info, rule)
    yield f"{paint(row.code, 'code')} {paint(row.name, 'path')}{' (preview)' if row.preview else ''}"
    yield from textwrap.wrap(row.summary, _WIDTH)
    for example in rule.examples:
        yield ""
        yield from _example_lines(example, paint)
    yield from _section("Why", paint)
    yield from _paragraphs(rule.why)
    yield from _section("When", paint)
    for kind in row.does:
        yield f"  {paint(f'{kind:<7}', _ROLES[kind])} {_MEANS[kind]}"
    yield from _left_alone_lines(rule.leaves_alone, paint)
    yield from _section("Source", paint)
    yield f"  {row.source}"
    yield f"  works since torch {row.since}" if row.since else "  works with every torch"
    yield from _section("To keep a line as it is", paint)
    yield f"  # noqa: {row.code}"
    yield f"  # torchfix: ignore[{row.code}] the reason"


def _row(info: RuleInfo, rule: Codemod) -> RuleRow:
    module = inspect.getmodule(type(rule))
    code = inspect.getsource(module) if module is not None else ""
    does = tuple(kind.value for kind, pattern in _MAKES.items() if pattern.search(code))
    return RuleRow(info.code, info.name, rule.summary, does, rule.since, rule.source, info.preview)


def _section(title: str, paint: Paint) -> Iterator[str]:
    yield ""
    yield paint(title, "title")


def _paragraphs(text: str) -> Iterator[str]:
    """Flowing text wrapped; what is indented is code and stays as it is."""
    for index, paragraph in enumerate(text.split("\n\n")):
        if index:
            yield ""
        if any(line.startswith("    ") for line in paragraph.splitlines()):
            yield from textwrap.indent(paragraph, "  ").splitlines()
        else:
            yield from textwrap.wrap(paragraph, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _example_lines(example: Example, paint: Paint) -> Iterator[str]:
    from difflib import ndiff

    roles: Mapping[str, Role] = {"-": "removed", "+": "added"}
    for line in ndiff(_lines(example.before), _lines(example.after)):
        if line.startswith("?"):
            continue
        role = roles.get(line[0])
        yield "  " + (paint(line, role) if role else line).rstrip()


def _left_alone_lines(cases: Mapping[str, str], paint: Paint) -> Iterator[str]:
    if not cases:
        return
    yield from _section("Leaves alone", paint)
    for reason, code in cases.items():
        yield f"  {reason}:"
        yield from (f"      {line}".rstrip() for line in _lines(code))


def _lines(code: str) -> list[str]:
    return textwrap.dedent(code).strip("\n").splitlines()
