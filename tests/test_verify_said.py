"""Standard error in a comparison: log messages count, progress bars, times, warnings and tracebacks do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from verifying import Benches, told

from torchfix_codemods.verify.model import Crash, Ending, Place, Verdict
from torchfix_codemods.verify.said import said_lines, without_bars

GOOD, FAILING = Ending(0), Ending(1, crash=Crash("ValueError", "no"))
BARS = ("  0%|          | 0/10 [00:00<?, ?it/s]", " 40%|████      | 4/10 [00:01<00:02,  3.10it/s, loss=[0.1]]", "")
LOGGING = "import logging\nimport torch\nlogging.basicConfig(level=logging.INFO{})\nlog = logging.getLogger('train')\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\r\n\n  two  \n", ["one", "  two"]),
        ("".join(f"\r{bar}" for bar in BARS) + "INFO:train:epoch 1\n\rx: 7it [00:00, 9it/s]\n", ["INFO:train:epoch 1"]),
        ("\n\r 10%|#         | 1/9 [00:00<00:01, 9it/s]\x1b[A\r50%|##  |\x1b[AINFO a\n", ["INFO a"]),
        ("\rdown: 1.5MB [00:00, 3MB/s]WARNING b\n", ["WARNING b"]),
        ("\rstep 1\rstep 2 of 5\n", ["step 2 of 5"]),
        ("2024-05-01 12:00:01,123 INFO a 1.5\n", ["2024-05-01 <time> INFO a 1.5"]),
        ("Ran 3 tests in 0.012s\n9.5 images/sec\n", ["Ran 3 tests in <time>", "<rate>"]),
        (
            "[train.py:31] a\nFile train.py(7)\n| x:main:31 - b\n",
            ["[train.py:<line>] a", "File train.py(<line>)", "| x:main:<line> - b"],
        ),
        ("/w/a.py:3: UserWarning: old\n  f(x)\nINFO a\n", ["INFO a"]),
        (
            'ERROR a\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n\nValueError: no\n',
            ["ERROR a", "Traceback (most recent call last):", "ValueError: no"],
        ),
    ],
)
def test_which_lines_are_compared(text: str, expected: list[str]) -> None:
    assert said_lines(text, (), GOOD) == expected


def test_of_a_run_that_fails_only_what_came_before_is_compared() -> None:
    text = "INFO a\nTraceback (most recent call last):\n  f()\nValueError: no\n"
    assert said_lines(text, (), FAILING) == ["INFO a"]
    assert said_lines(text, (), Ending(1)) == []
    assert said_lines("INFO a\nINFO b\nINFO", (), Ending(0, timed_out=True)) == ["INFO a", "INFO b"]


def test_a_warning_goes_with_all_its_lines() -> None:
    shown = "a.py:3: UserWarning: two\nlines: of it\n  f(x)\n"
    assert said_lines(f"INFO a\n{shown}INFO b\n{shown}", (shown,), GOOD) == ["INFO a", "INFO b"]


def test_bars_go_from_standard_output_too() -> None:
    assert without_bars(["epoch 1", "", BARS[0], f"{BARS[0]}epoch 2", "  "]) == ["epoch 1", "", "epoch 2", "  "]


@pytest.mark.parametrize("options", ["", ", format='%(asctime)s %(filename)s:%(lineno)d|%(lineno)d %(message)s'"])
def test_what_logging_writes_is_compared(options: str, tmp_path: Path, benches: Benches) -> None:
    text = LOGGING.format(options) + "for epoch in range(3):\n    log.info('epoch %d loss %.3f', epoch, 0.5)\n"
    same = benches.verify(tmp_path / "a", text, text.replace("import torch\n", "import torch\n\n\n"))
    assert same.verdict is Verdict.SAME, told(same)
    assert same.counted.lines == 3
    other = benches.verify(tmp_path / "b", text, text.replace("epoch, 0.5", "epoch, 0.6"))
    assert other.verdict is Verdict.DIFFERENT
    assert "stderr line 1 number" in told(other)
    gone = benches.verify(tmp_path / "c", text, text.replace("range(3)", "range(2)"))
    assert "stderr lines: 3 lines -> 2 lines; gone: " in told(gone)


def test_what_two_runs_say_differently_is_noise(tmp_path: Path, benches: Benches) -> None:
    text = "import os, sys\nprint('pid', os.getpid(), file=sys.stderr)\nprint('loss 1', file=sys.stderr)\nprint(1)\n"
    result = benches.verify(tmp_path / "a", text, text)
    assert result.verdict is Verdict.SAME, told(result)
    assert result.noise == (Place("stderr", "line 1"),)
    count = tmp_path / "count"
    text = (
        f"import sys\nwith open({str(count)!r}, 'a') as file:\n    file.write('x')\n"
        f"for i in range(len(open({str(count)!r}).read())):\n    print('part', i, 'abc'[i], file=sys.stderr)\n"
        "del i\nprint(1)\n"
    )
    # What one run leaves outside of its copy, only the next one sees that is allowed to.
    result = benches.verify(tmp_path / "b", text, text, allow_outside=True)
    assert result.verdict is Verdict.SAME, told(result)
    assert result.noise == (Place("stderr", "lines"),)
    assert result.counted.lines == 1


def test_bars_warnings_and_the_traceback_of_the_original_are_not_held_against_the_rewriting(
    tmp_path: Path, benches: Benches
) -> None:
    bars = (
        "import random, sys, time, warnings\ntime.sleep(random.SystemRandom().random() / 50)\n"
        "n = random.SystemRandom().randrange(1, 9)\n"
        "for i in range(n):\n    sys.stderr.write(f'\\r {i}%|#   | {i}/9 [00:0{i}<00:01, {n}it/s]')\n"
        "sys.stderr.write('INFO a\\n')\ndel i, n\n"
    )
    old = bars + "warnings.warn('one\\ntwo')\nprint(1)\n"
    result = benches.verify(tmp_path / "a", old, old.replace("warnings.warn('one\\ntwo')\n", ""))
    assert result.verdict is Verdict.SAME, told(result)
    assert (result.noise, result.counted.lines) == ((), 2)
    old = bars + "print(1)\nraise ValueError('no')\n"
    fixed = benches.verify(tmp_path / "b", old, bars + "print(1)\nsys.stderr.write('INFO b\\n')\n")
    assert (fixed.verdict, fixed.counted.lines) == (Verdict.FIXED, 2), told(fixed)
    parted = benches.verify(tmp_path / "c", old, old.replace("INFO a", "INFO b"))
    assert parted.verdict is Verdict.DIFFERENT
    assert told(parted) == "stderr line 1: 'INFO a' -> 'INFO b'"
