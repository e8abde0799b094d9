"""The promises hold on two published packages: no crash, results parse, a second run is quiet, other bytes stay.

The packages are downloaded by benchmarks/fetch_packages.py. benchmarks/open_packages.py does the same for all twelve.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"
SMALL = ("lpips", "pretrainedmodels")


def _import(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def fetch() -> Iterator[ModuleType]:
    yield _import("fetch_packages")
    del sys.modules["fetch_packages"]


@pytest.fixture(scope="module")
def bench(fetch: ModuleType) -> Iterator[ModuleType]:
    yield _import("open_packages")
    del sys.modules["open_packages"]


@pytest.fixture(scope="module")
def folders(fetch: ModuleType) -> dict[str, Path]:
    """Package -> where it lies; downloads what is not there."""
    pins = {pin.name: pin for pin in fetch.read_pins() if pin.name in SMALL}
    if not all(pin.folder.is_dir() for pin in pins.values()):
        command = [sys.executable, str(BENCHMARKS / "fetch_packages.py"), "--only", *SMALL]
        environment = {**os.environ, "PIP_RETRIES": "0", "PIP_DEFAULT_TIMEOUT": "20"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode != 0:
            pytest.skip(f"the packages cannot be had here: {done.stderr.strip().splitlines()[-1]}")
    return {name: pin.folder for name, pin in pins.items()}


@pytest.mark.parametrize("name", SMALL)
def test_every_promise_is_kept(name: str, bench: ModuleType, folders: dict[str, Path]) -> None:
    before = {path: path.read_bytes() for path in folders[name].rglob("*.py")}
    measured = bench.measure(name, folders[name], jobs=1)
    assert measured.broken == []
    assert measured.files == len(before)
    assert measured.tally.fixed > 0
    assert measured.changed > 0
    assert {path: path.read_bytes() for path in folders[name].rglob("*.py")} == before


def test_pins_carry_whole_hashes_and_are_in_order_of_use(fetch: ModuleType) -> None:
    pins = fetch.read_pins()
    assert len({pin.name for pin in pins}) == len(pins) == 12
    assert {len(pin.sha256) for pin in pins} == {64}


def test_a_line_without_a_hash_is_refused(fetch: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "packages.txt"
    file.write_text("# fine\nlpips==0.1.4\n")
    with pytest.raises(fetch.FetchError, match="line 2: expected NAME==VERSION"):
        fetch.read_pins(file)


@pytest.mark.parametrize(
    ("after", "changed"),
    [
        ("import torch\ny = x.detach()\nz = 1\n", []),
        ("import torch\n\ny = x.detach()\nz = 1\n", []),
        ("import torch\nwith a:\n    y = x.detach()\n    z = 1\n", []),
        ("import torch\ny = x.detach()\nz = 2\n", [3]),
        ("import torch\ny = x.detach()\n", [3]),
        ("import torch\ny = x.detach()\nz = 1\r\n", [3]),
        ("import os\ny = x.detach()\nz = 1\n", [1]),
    ],
)
def test_a_change_without_a_fix_is_seen(bench: ModuleType, after: str, changed: list[int]) -> None:
    before = b"import torch\ny = x.data\nz = 1\n"
    assert bench.unexplained(before, after.encode(), {2}) == changed
