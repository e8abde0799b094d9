"""The check against a real GPU: what it writes, from results that are made up, and what it does where there is none."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "corpus" / "gpu_check.sh"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gpu_check", ROOT / "benchmarks" / "gpu_check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["gpu_check"] = module
    spec.loader.exec_module(module)
    return module


gpu_check: Any = _load()
CARD = gpu_check.Machine("A Card", 8 * 2**30, "2.13.0", "3.12.1")
NO_CARD = gpu_check.Machine("", 0, "2.13.0", "3.12.1")


def _script(verdict: str, losses: tuple[Any, Any], **more: Any) -> dict[str, Any]:
    runs = [{"losses": list(one)} for one in losses]
    return {"verdict": verdict, "reason": "", "differences": [], "expected": [], "noise": [], "runs": runs, **more}


def _text(machine: Any, *checked: Any) -> str:
    return "\n".join(gpu_check.page(machine, checked))


def test_the_page_says_where_emulation_and_reality_differ() -> None:
    difference = {"channel": "loss", "where": "step 2", "detail": "1.0 -> 2.0", "kind": None}
    noise = [{"channel": "output", "where": "line 3"}, {"channel": "global", "where": "folder"}]
    real = gpu_check.Checked(
        "cuda",
        {
            "a.py": _script("DIFFERENT", ((1.0, 2.0), (1.0, 2.1)), differences=[difference], noise=noise),
            "b.py": _script("same", ((4.0,), (4.0,))),
        },
        {"mixing::add": "no RuntimeError", "moving::cpu": ""},
        61.4,
    )
    emulated = gpu_check.Checked(
        "emulate",
        {"a.py": _script("same", ((1.0, 2.0), (1.0, 2.0))), "b.py": _script("same", ((3.0,), (3.0,)))},
        {"mixing::add": "", "moving::cpu": ""},
    )
    text = _text(CARD, real, emulated)
    assert "* machine: A Card, 8 GiB" in text
    assert "* cuda: 1 DIFFERENT, 1 same; 1 of 2 rules of the device hold; 61 s" in text
    assert "| a.py | DIFFERENT | same | loss step 2: 1.0 -> 2.0 |" in text
    assert "| a.py | 2 | 0.048 | output line 3 |" in text
    assert "In 1 scripts nothing that is compared differs" in text
    assert "* rule mixing::add does not hold on cuda: no RuntimeError" in text
    assert "* a.py: DIFFERENT on the GPU, same emulated" in text
    assert "| b.py | 0.2 |" in text
    assert real.bad_scripts == ["a.py"]
    assert real.untrue_rules == ["mixing::add"]


def test_where_nothing_differs_the_page_says_so() -> None:
    sides = [
        gpu_check.Checked(name, {"a.py": _script("fixed", ((), ()))}, {"moving::cpu": ""})
        for name in ("cuda", "emulate")
    ]
    assert "No rule and no verdict." in _text(CARD, *sides)
    assert not any(side.bad_scripts or side.untrue_rules for side in sides)


def test_without_a_gpu_the_page_is_no_result() -> None:
    text = _text(
        NO_CARD, gpu_check.Checked("emulate", {"a.py": _script("same", ((1.0,), (1.0,)))}, {"moving::cpu": ""})
    )
    assert text.splitlines()[2] == "# The check for a GPU, tried without one"
    assert "Only the emulated device was asked." in text


def test_all_scripts_are_dealt_out_once(tmp_path: Path) -> None:
    parts = list(gpu_check._parts(tmp_path, 3))
    dealt = sorted(path.relative_to(part).as_posix() for part in parts for path in part.rglob("*.py"))
    assert dealt == sorted(script.name for script in gpu_check.make_corpus.scripts())


def test_losses_without_a_number_are_compared() -> None:
    losses = gpu_check._numbers([1.0, "NaN", 4.0])
    assert gpu_check._spread(losses, losses) == 0.0
    assert gpu_check._spread(losses, gpu_check._numbers([1.0, "NaN", 3.0])) == 0.25
    assert gpu_check._spread(losses, gpu_check._numbers([1.0, "Infinity", 4.0])) == float("inf")


def test_a_python_without_torch_is_refused(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text('#!/bin/sh\necho "no module named torch" >&2\nexit 1\n', "utf-8")
    bare.chmod(0o755)
    done = subprocess.run(
        ["bash", str(SCRIPT)], env={"PYTHON": str(bare), "PATH": "/usr/bin:/bin"}, capture_output=True
    )
    assert done.returncode == 2
    assert b"name a Python that has both in $PYTHON" in done.stderr


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
def test_a_machine_without_a_gpu_is_refused() -> None:
    environment = {"PYTHON": sys.executable, "PATH": "/usr/bin:/bin", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(["bash", str(SCRIPT)], env=environment, capture_output=True)
    assert done.returncode == 2
    assert b"--device emulate tries the check without one" in done.stderr
