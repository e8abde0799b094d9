"""The table of old names: what torch, its neighbours and Python have renamed, changed or removed.

The modules of this package hold the rows; `rows.py` says what they mean and how to add one.
"""

from __future__ import annotations

from collections.abc import Iterable

from torchfix_codemods.analysis.tables.old_api import (
    gone,
    neighbours,
    numpy_names,
    python2,
    torch_arguments,
    torch_calls,
    torch_forms,
    torch_names,
    vision,
)
from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Renamed, Rewritten, Row

ROWS: tuple[Row, ...] = (
    *torch_names.RENAMED,
    *torch_calls.REWRITTEN,
    *torch_forms.REWRITTEN,
    *torch_arguments.RENAMED_ARGUMENTS,
    *vision.ALL,
    *numpy_names.ALL,
    *neighbours.ALL,
    *python2.RENAMED,
    *python2.GONE,
    *gone.GONE,
)
RENAMED: tuple[Renamed, ...] = tuple(row for row in ROWS if isinstance(row, Renamed))
REWRITTEN: tuple[Rewritten, ...] = tuple(row for row in ROWS if isinstance(row, Rewritten))
GONE: tuple[Gone, ...] = tuple(row for row in ROWS if isinstance(row, Gone))
ARGUMENTS: tuple[Argument, ...] = tuple(row for row in ROWS if isinstance(row, Argument))


def triggers(rows: Iterable[Row]) -> tuple[str, ...]:
    """What a rule about these rows is triggered by, in order."""
    return tuple(sorted({trigger for row in rows for trigger in row.triggers}))
