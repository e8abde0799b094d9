"""The corpus: every script is changed, and only once; no rule falls into a trap; the numbers stay."""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from projects import unmeasured

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules, select
from torchfix_codemods.report.explain import RuleRow, rule_rows

ROOT = Path(__file__).resolve().parent.parent


def _page_maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_corpus", ROOT / "docs" / "make_corpus.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_corpus"] = module
    spec.loader.exec_module(module)
    return module


corpus: Any = _page_maker()
SCRIPTS = {script.name: script for script in corpus.scripts()}
DEVICES = ("cpu", "emulate")
GOOD = {"same", "same with expected differences", "fixed"}
LONGEST = 119
# They ask for a GPU in a way that no rule may change.
NEED_A_GPU = {"multi_gpu.py"}


def test_the_page_is_up_to_date() -> None:
    assert corpus.README.read_text("utf-8") == corpus.page(), "run: python docs/make_docs.py"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_changed_once_and_parses(name: str) -> None:
    result = SCRIPTS[name].result
    assert result.problems == ()
    assert result.after is not None, "no rule changes it"
    ast.parse(result.after)
    assert fix(result.after, name, FixRequest(select(known_rules()))).after is None


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_short_and_says_what_it_imitates(name: str) -> None:
    assert len(SCRIPTS[name].source.splitlines()) <= LONGEST
    assert SCRIPTS[name].style


@pytest.mark.parametrize("rule", rule_rows(known_rules()), ids=lambda rule: rule.name)
def test_every_rule_fires_in_two_scripts(rule: RuleRow) -> None:
    """And where a rule has safe fixes, it makes some in both."""
    firing = {
        name
        for name, script in SCRIPTS.items()
        for finding in script.result.findings
        if finding.code == rule.code and (finding.fixed or "safe" not in rule.does)
    }
    assert len(firing) >= 2, "put such a place into one of the scripts in corpus/"


@pytest.mark.parametrize("trap", corpus.traps(), ids=lambda trap: f"{trap.rule}-{trap.what}")
def test_no_rule_falls_into_a_trap(trap: Any) -> None:
    source = SCRIPTS[trap.script].source
    result = fix(source, trap.script, FixRequest(select(known_rules(), [trap.rule])))
    before, after = Counter(_lines(source)), Counter(_lines(result.after or source))
    assert before[trap.line] > 0, "the script has no such line"
    if trap.says == "becomes":
        assert after[trap.line] == 0
        assert after[trap.becomes] == before[trap.becomes] + before[trap.line]
        return
    assert after[trap.line] == before[trap.line]
    numbers = {number for number, line in enumerate(_lines(source), 1) if line == trap.line}
    said = {finding.applicability.value for finding in result.findings if finding.span.line in numbers}
    assert said == {trap.says} - {"silent"}


def _lines(source: bytes) -> list[str]:
    return [line.strip() for line in source.decode().splitlines()]


@pytest.fixture(scope="session")
def ran() -> dict[str, dict[str, str]]:
    """Device -> script -> what `torchfix verify` finds out."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    # 342 runs, which say nothing of coverage that tests/test_verify_*.py do not.
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(len(DEVICES)) as pool:
        for name in os.environ.keys() - unmeasured().keys():
            patch.delenv(name)
        return dict(zip(DEVICES, pool.map(corpus.run, DEVICES), strict=True))


@pytest.mark.parametrize("device", DEVICES)
def test_the_page_tells_the_truth(device: str, ran: dict[str, dict[str, str]]) -> None:
    assert ran[device] == corpus.verdicts(device), f"run: python docs/make_corpus.py {device}"


def test_all_scripts_compute_the_same_on_a_gpu(ran: dict[str, dict[str, str]]) -> None:
    assert {name: verdict for name, verdict in ran["emulate"].items() if verdict not in GOOD} == {}


def test_no_script_computes_anything_else_on_the_cpu(ran: dict[str, dict[str, str]]) -> None:
    assert {name for name, verdict in ran["cpu"].items() if verdict not in GOOD} <= NEED_A_GPU
