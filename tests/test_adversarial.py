"""Programs put together to be hard on the safe rules print the same after their fixes. tests/adversarial tries more."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator

import pytest
from adversarial.programs import program
from adversarial.trial import Runner, trial
from adversarial.wrappers import WRAPPERS, Part, fits, wrapped

_SEED = 7
_TRIED = 12
_LOOKED_AT = 60

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or sys.platform == "win32", reason="needs torch, and forks"
)


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as one:
        yield one


def test_the_first_programs_that_are_rewritten_print_the_same(runner: Runner) -> None:
    tried = 0
    for index in range(_LOOKED_AT):
        made = program(_SEED, index)
        done = trial(made.files, made.script, runner, devices=("cpu",))
        assert not done.difference, f"python tests/adversarial --seed {_SEED} --show {index}"
        tried += bool(done.ran_on)
        if tried == _TRIED:
            return
    pytest.fail(f"only {tried} of {_LOOKED_AT} programs are rewritten and come to their end")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("print(1)\n", "print(2)\n"),
        ("print(1)\n", "print(1); print(2)\n"),
        ("print(1)\n", "print(1); raise ValueError\n"),
        ("print(1)\n", "print(1); raise SystemExit(3)\n"),
    ],
)
def test_what_is_different_is_told(text: str, after: str, runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversarial.trial.fixed", lambda files: (("TFC000",), {"main.py": after}))
    assert trial({"main.py": text}, "main.py", runner, devices=("cpu",)).difference


def test_what_did_not_come_to_its_end_is_not_compared(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversarial.trial.fixed", lambda files: (("TFC000",), {"main.py": "print(1)\n"}))
    done = trial({"main.py": "raise ValueError\n"}, "main.py", runner, devices=("cpu",))
    assert not done.ran_on
    assert not done.difference


def test_a_seed_gives_the_same_programs() -> None:
    programs = [program(_SEED, index) for index in range(20)]
    assert programs == [program(_SEED, index) for index in range(20)]
    assert len({str(made.files) for made in programs}) == 20


@pytest.mark.parametrize("way", WRAPPERS)
def test_every_way_gives_what_can_be_compiled(way: str) -> None:
    part = Part("return $v + 1", True)
    files: dict[str, str] = {}
    assert fits(way, part)
    made = wrapped(part, way, "work_1", files, "")
    body = "".join(f"    {line}\n" for line in made.with_value("given").split("\n"))
    for text in (*files.values(), f"{made.top}def run(given):\n{body}"):
        compile(text, way, "exec", dont_inherit=True)
