"""What is derived from the table of old names: the page docs/old-api.md, and the triggers of the rules about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from torchfix_codemods.analysis.tables.old_api import ARGUMENTS, GONE, RENAMED, REWRITTEN, ROWS, triggers
from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Rewritten, SomeRow
from torchfix_codemods.analysis.tables.old_api.torch_arguments import LOSSES

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by docs/make_docs.py. Change the table in torchfix_codemods/analysis/tables/old_api. -->\n"
_WIDEST = 120
_TRIGGERS = re.compile(r"(?<=^    triggers = \(\n).*?(?=^    \)  # fmt: skip$)", re.M | re.S)
_LOSS_WORDS = tuple(sorted(name for loss in LOSSES for name in loss[:2]))


def pages() -> dict[Path, str]:
    """File -> its text."""
    codemods = ROOT / "codemods"
    return {
        ROOT / "docs" / "old-api.md": _page(),
        codemods / "renamed_api.py": _with_triggers(codemods / "renamed_api.py", triggers(RENAMED)),
        codemods / "removed_api.py": _with_triggers(codemods / "removed_api.py", triggers((*REWRITTEN, *GONE))),
        codemods / "renamed_argument.py": _with_triggers(
            codemods / "renamed_argument.py", (*triggers(ARGUMENTS), *_LOSS_WORDS)
        ),
    }


def _with_triggers(path: Path, words: Sequence[str]) -> str:
    """The text of a rule's file with these triggers: a rule is chosen by its text, before it is imported."""
    lines, line = [], "       "
    for word in words:
        piece = f' "{word}",'
        if len(line) + len(piece) > _WIDEST:
            lines.append(line)
            line = "       "
        line += piece
    text = "".join(f"{one}\n" for one in [*lines, line])
    return _TRIGGERS.sub(lambda _: text, path.read_text("utf-8"), count=1)


def _page() -> str:
    parts = [
        NOTE,
        "# Old names and what they are called today\n",
        f"{len(ROWS)} rows for what torch, its neighbours and Python have renamed, changed or removed, and "
        f"{len(LOSSES)} losses (classes\nand functions) whose `size_average` and `reduce` became `reduction`. "
        '"gone" is the first version without the old\nform; where it is empty the old form still works. A row is one '
        "entry in `torchfix_codemods/analysis/tables/old_api`;\n`tests/test_old_api.py` rewrites its example and runs "
        "it.\n",
        "## Renamed: TFC901\n",
        *_table(RENAMED, "today", lambda row: f"`{row.new}`"),
        "\n## Written in another way: TFC902\n",
        *_table(REWRITTEN, "today", _of_call),
        "\n## Gone: TFC902, reported\n",
        *_table(GONE, "what to do", lambda row: row.instead),
        "\n## Arguments: TFC903\n",
        *_table(ARGUMENTS, "today", _of_argument),
    ]
    return "\n".join(parts) + "\n"


def _table(rows: Iterable[SomeRow], title: str, today: Callable[[SomeRow], str]) -> list[str]:
    lines = [f"| old | {title} | class | since | gone |", "|---|---|---|---|---|"]
    for row in rows:
        kind = "report" if isinstance(row, Gone) else "unsafe" if row.unsafe else "safe"
        cell = today(row).replace("|", "\\|")
        lines.append(f"| `{row.old}` | {cell} | {kind} | {row.since} | {row.gone} |")
    return lines


def _of_call(row: Rewritten) -> str:
    new = row.new.replace("[", "").replace("]", "").replace("{callee}", row.old)
    where = ", ".join(f"`{name}` is {text.strip('<>')}" for name, text in row.when)
    item = f"for its item {row.item}" if row.item is not None else ""
    more = ", ".join(part for part in (item, f"where {where}" if where else "") if part)
    return f"`{new}` {more}".rstrip()


def _of_argument(row: Argument) -> str:
    others = f" (and {len(row.also)} others)" if row.also else ""
    if row.added:
        return f"`{row.name}={row.added}` written out{others}"
    if not row.new:
        return f"left out{others}"
    values = ", ".join(f"`{old}` is `{new}`" for old, new in row.values if old != "*")
    named = "by its name only" if row.new == row.name else ""
    return f"`{row.new}` {values or named}".rstrip() + others
