"""The table of old names: each row that is fixed is rewritten in its example, and both are run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.tables.old_api import ROWS
from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Row
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.plan import read_interface
from torchfix_codemods.result import FixResult

RULES = ("TFC901", "TFC902", "TFC903")
RUNNER = Path(__file__).parent / "old_api" / "run_examples.py"
FIXED = [row for row in ROWS if not isinstance(row, Gone)]
VERSION = re.compile(r"[A-Za-z][\w-]* \d+(\.\d+)*")


def _fixed(row: Row, *, unsafe: bool) -> FixResult:
    request = FixRequest(RULES, unsafe_fixes=unsafe)
    return fix(_program(row).encode(), "example.py", request)


def _program(row: Row) -> str:
    """The example, which a file that has nothing to do with torch would hide from the rules."""
    return row.example if "torch" in row.example else f"import torch\n{row.example}"


def _id(row: Row) -> str:
    return row.old


@pytest.mark.parametrize("row", FIXED, ids=_id)
def test_a_row_is_fixed_in_its_example(row: Row) -> None:
    result = _fixed(row, unsafe=True)
    assert result.after is not None and not result.problems
    again = fix(result.after, "example.py", FixRequest(RULES, unsafe_fixes=True))
    assert again.after is None and not [finding for finding in again.findings if finding.fixable]


@pytest.mark.parametrize("row", [row for row in FIXED if row.unsafe], ids=_id)
def test_what_may_give_other_results_is_not_fixed_by_default(row: Row) -> None:
    findings = _fixed(row, unsafe=False).findings
    assert any(found.applicability is Applicability.UNSAFE and found.reason == row.unsafe for found in findings)


@pytest.mark.parametrize("row", ROWS, ids=_id)
def test_a_row_says_all_that_a_reader_needs(row: Row) -> None:
    assert VERSION.fullmatch(row.since) and (not row.gone or VERSION.fullmatch(row.gone))
    assert row.source.startswith("https://")
    assert isinstance(row, Gone) or row.example
    said = row.instead if isinstance(row, Gone) else row.unsafe
    assert not said.endswith(".") and said[:1] == said[:1].lower()
    assert not isinstance(row, Argument) or (row.function and row.name)


@pytest.fixture(scope="module")
def outcomes() -> dict[int, tuple[str, str, bool]]:
    """Index of a row -> what its example did before and after, and whether the results are the same."""
    pytest.importorskip("torch")
    pairs = [[_program(row), (_fixed(row, unsafe=True).after or b"").decode()] for row in FIXED]
    done = subprocess.run([sys.executable, str(RUNNER)], input=json.dumps(pairs), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {index: (before, after, same) for index, (before, after, same) in enumerate(json.loads(done.stdout))}


@pytest.mark.parametrize("index", range(len(FIXED)), ids=[row.old for row in FIXED])
def test_an_example_runs_afterwards(index: int, outcomes: dict[int, tuple[str, str, bool]]) -> None:
    row, (before, after, same) = FIXED[index], outcomes[index]
    if after.startswith("missing"):
        assert after.removeprefix("missing ") not in sys.stdlib_module_names | {"torch"}
        pytest.skip(f"{after.removeprefix('missing ')} is not installed")
    assert after == "ran"
    assert before == "ran" or row.gone, "the table does not say that the old form is gone"
    assert same or row.unsafe


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("torch/nn/quantized/__init__.py", 0),
        ("src/torch/nn/quantized/__init__.py", 0),
        ("mine/torch/nn/quantized/__init__.py", 1),
        ("torch/main.py", 1),
    ],
)
def test_a_library_keeps_its_own_old_names(path: str, found: int) -> None:
    text = b"import torch\nfrom torch.nn.quantized import modules\n"
    packages: tuple[str, ...] = (
        "src/torch",
        "src/torch/nn",
        "src/torch/nn/quantized",
        "mine",
        "mine/torch",
        "mine/torch/nn",
    )
    packages += ("mine/torch/nn/quantized",)
    if path.startswith("torch/nn"):
        packages += ("torch", "torch/nn", "torch/nn/quantized")
    files = {f"{package}/__init__.py": b"" for package in packages} | {path: text}
    project = ProjectFacts({name: read_interface(code) for name, code in files.items()})
    assert len(fix(text, path, FixRequest(RULES, project=project)).findings) == found
