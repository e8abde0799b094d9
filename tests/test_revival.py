"""Old programs that are broken today run after one `apply --unsafe-fixes`, and print what their modern forms print.

`python tests/revival/table.py --show NAME` shows what becomes of one.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator

import pytest
from adversarial.trial import Runner
from revival.revive import Lives, Program, lives_of, programs, runner
from revival.table import PAGE, page

PROGRAMS = programs()
MADE_WITH = "2.13"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or sys.platform == "win32", reason="needs torch, and forks"
)


@pytest.fixture(scope="module")
def running() -> Iterator[Runner]:
    with runner() as one:
        yield one


@pytest.fixture(scope="module")
def lives() -> dict[str, Lives]:
    """Program -> what it did; filled by the tests as they go."""
    return {}


def _lives(program: Program, running: Runner, lives: dict[str, Lives]) -> Lives:
    if program.name not in lives:
        lives[program.name] = lives_of(program, running)
    return lives[program.name]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_broken_program_runs_again(program: Program, running: Runner, lives: dict[str, Lives]) -> None:
    found = _lives(program, running, lives)
    assert found.before != 0, "it runs as it is"
    assert found.after == (0, 0), found.different
    assert found.different == ("", "")


def test_the_page_is_up_to_date(running: Runner, lives: dict[str, Lives]) -> None:
    import torch

    if not torch.__version__.startswith(MADE_WITH):
        pytest.skip("other versions say other things in their errors")
    every = {program.name: _lives(program, running, lives) for program in PROGRAMS}
    assert PAGE.read_text("utf-8") == page(every, MADE_WITH), "run: python tests/revival/table.py --write"


def test_there_are_enough_of_both_kinds() -> None:
    folders = sum(len(program.files) > 1 for program in PROGRAMS)
    assert len(PROGRAMS) >= 40
    assert folders >= 12
