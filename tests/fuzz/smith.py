"""Any Python at all: fragments made by hypothesmith, an optional dependency (`pip install -e '.[fuzz]'`).

They come in banks, each made by a process of its own with a fixed seed, so that nothing that this process has loaded
or drawn makes a difference. `python tests/fuzz/smith.py NUMBER` prints one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

SIZE = 60  # fragments of a bank
PROGRAMS = 1000  # that are made of one bank
# What the banks hold, in turn: programs of the grammar, or one kind of libcst's nodes. Of others few come in a minute.
_KINDS = ("", "FunctionDef", "", "FormattedString", "", "ClassDef")
MISSING = "hypothesmith is not installed (pip install -e '.[fuzz]'): its programs are left out"


def is_installed() -> bool:
    return find_spec("hypothesmith") is not None


@lru_cache(maxsize=2)
def bank(number: int) -> tuple[str, ...]:
    """The fragments of one bank, each a program."""
    made = subprocess.run(
        [sys.executable, "-W", "ignore", str(Path(__file__)), str(number)],
        env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    fragments: list[str] = json.loads(made.stdout)
    return tuple(fragments)


def _made(number: int) -> list[str]:
    import hypothesmith
    import libcst
    from hypothesis import HealthCheck, Phase, given, seed, settings

    kind = _KINDS[number % len(_KINDS)]
    strategy = hypothesmith.from_node(getattr(libcst, kind), auto_target=False) if kind else hypothesmith.from_grammar()
    found: list[str] = []

    @seed(number)
    @settings(
        max_examples=SIZE,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(text: str) -> None:
        found.append(text)

    collect()
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_made(int(sys.argv[1]))))
