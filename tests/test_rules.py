"""Every rule of the registry: what it says about itself is complete, and its examples are true."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from textwrap import dedent
from typing import Any

import pytest

from torchfix_codemods.codemod import Codemod, Example
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import CODE, known_rules, load

RULES = [load(info) for info in known_rules()]
EXAMPLES = [(rule, example) for rule in RULES for example in rule.examples]
LEFT_ALONE = [(rule, reason, code) for rule in RULES for reason, code in rule.leaves_alone.items()]
VERSION = re.compile(r"[0-9]+\.[0-9]+\Z")


def source(text: str) -> str:
    return dedent(text).strip("\n") + "\n"


def fixed(text: str, rule: Codemod) -> str:
    """The text after this rule alone, unsafe fixes included: an example may show one."""
    result = fix(text.encode(), "example.py", FixRequest((rule.code,), unsafe_fixes=True))
    assert not result.problems
    return text if result.after is None else result.after.decode()


def value_after(text: str, expression: str) -> Any:
    """Run a program and give the value that an expression has at its end."""
    names: dict[str, Any] = {"__name__": "example"}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        exec(compile(text, "example.py", "exec"), names)
        return eval(expression, names)


def name_of(value: object) -> str:
    return value.name if isinstance(value, Codemod) else ""


@pytest.mark.parametrize("rule", RULES, ids=name_of)
def test_metadata_is_complete(rule: Codemod) -> None:
    assert CODE.match(rule.code)
    assert rule.source.startswith("https://")
    assert VERSION.match(rule.since)
    assert rule.summary and "\n" not in rule.summary
    assert rule.why
    assert rule.triggers and all(rule.triggers)
    assert rule.checks or type(rule).repair is not Codemod.repair
    assert len(rule.examples) <= 3


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=name_of)
def test_example_is_rewritten_as_it_says(rule: Codemod, example: Example) -> None:
    assert fixed(source(example.before), rule) == source(example.after)


@pytest.mark.parametrize(("rule", "reason", "code"), LEFT_ALONE, ids=name_of)
def test_what_a_rule_leaves_alone_stays(rule: Codemod, reason: str, code: str) -> None:
    assert reason
    assert fixed(source(code), rule) == source(code)
    words = {*re.findall(r"\w+", code)}
    assert any(words.issuperset(trigger.split()) for trigger in rule.triggers), "the rule does not even look at this"


@pytest.mark.parametrize(("rule", "example"), [pair for pair in EXAMPLES if pair[1].same], ids=name_of)
def test_example_gives_the_same_value(rule: Codemod, example: Example) -> None:
    torch = pytest.importorskip("torch")
    values = []
    for text in (example.before, example.after):
        torch.manual_seed(0)
        values.append(value_after(source(text), example.same))
    before, after = values
    assert type(before) is type(after)
    assert torch.equal(before, after) if isinstance(before, torch.Tensor) else before == after
