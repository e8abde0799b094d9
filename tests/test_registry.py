"""Finding and choosing rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from torchfix_codemods import registry
from torchfix_codemods.registry import (
    RegistryError,
    RuleInfo,
    UnknownRuleError,
    is_triggered,
    known_rules,
    load,
    select,
    triggered,
)

RULES = (
    RuleInfo("TFC301", "cuda-call", "m.cuda_call", (b"cuda",)),
    RuleInfo("TFC302", "hard-coded-cuda", "m.hard_coded_cuda", (b"device", b"map_location")),
    RuleInfo("TFC601", "data-attribute", "m.data_attribute", (b"data",)),
    RuleInfo("TFC602", "inplace-on-leaf", "m.inplace_on_leaf", (b"requires_grad",), preview=True),
)
DEFAULT = ("TFC301", "TFC302", "TFC601")


@pytest.mark.parametrize(
    ("chosen", "ignored", "expected"),
    [
        ((), (), DEFAULT),
        (("ALL",), (), DEFAULT),
        (("TFC3",), (), ("TFC301", "TFC302")),
        (("tfc601",), (), ("TFC601",)),
        (("data-attribute",), (), ("TFC601",)),
        ((), ("TFC3",), ("TFC601",)),
        (("TFC301",), ("TFC3",), ("TFC301",)),
        (("TFC3",), ("TFC301",), ("TFC302",)),
        (("TFC3",), ("TFC3",), ()),
        (("ALL",), ("ALL",), ()),
        (("inplace-on-leaf",), (), ("TFC602",)),
        (("TFC6",), (), ("TFC601",)),
    ],
)
def test_the_more_exact_selector_wins(
    chosen: tuple[str, ...], ignored: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert select(RULES, chosen, ignored) == expected


def test_preview_turns_the_preview_rules_on() -> None:
    assert select(RULES, preview=True) == (*DEFAULT, "TFC602")


def test_extend_adds_to_what_is_selected() -> None:
    assert select(RULES, ("TFC3",), extend=("TFC601",)) == DEFAULT


@pytest.mark.parametrize(
    ("selector", "nearest"),
    [("TFC603", "TFC60"), ("data-atribute", "data-attribute"), ("E501", ""), ("", ""), ("301", "TFC301")],
)
def test_an_unknown_selector_names_the_nearest(selector: str, nearest: str) -> None:
    with pytest.raises(UnknownRuleError) as caught:
        select(RULES, (selector,))
    assert nearest in caught.value.nearest
    assert selector in str(caught.value)


def test_find_wants_one_rule_and_no_prefix() -> None:
    assert registry.find(RULES, "Cuda-Call").code == "TFC301"
    with pytest.raises(UnknownRuleError):
        registry.find(RULES, "TFC3")


def test_a_file_without_a_trigger_is_nobodys_business() -> None:
    assert triggered(RULES, b"import torch\nx.cuda()\n") == [RULES[0]]
    assert triggered(RULES, b"x.cuda()\n") == []
    assert triggered(RULES, b"import torch\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "import torch\nx.cuda()",
        "import torch\nx . cuda ( )",
        "import torch\nx.\\\ncuda()",
        "import torch\nx.\\\r\ncuda()",
        "import torch\n(x  # why\n . # here\n cuda)",
        "import torch\nx\x0c.\x0ccuda\t()",
        "import torch\nx.ｃｕｄａ()",
        "import ｔｏｒｃｈ\nx.𝐜𝐮𝐝𝐚()",
        "# coding: gbk\nimport torch\nx.ｃｕｄａ()",
    ],
)
def test_a_trigger_is_seen_however_it_is_spelled(text: str) -> None:
    data = text.encode("gbk" if "gbk" in text else "utf-8")
    assert triggered(RULES, data) == triggered(RULES, text) == [RULES[0]]
    assert is_triggered(RULES, data)


@pytest.mark.parametrize(
    "text", ["import torch\nx.cudas()", "import torch\nx.cuda_()", "import torch\nx2cuda", "é = 1"]
)
def test_a_trigger_is_a_whole_word(text: str) -> None:
    assert triggered(RULES, text.encode()) == triggered(RULES, text) == []
    assert not is_triggered(RULES, text.encode())


@pytest.mark.parametrize(
    ("text", "reaches_torch", "expected"),
    [
        ("import torch.nn.functional as F\nF.tanh(x)", False, True),
        ("import torch\nx.tanh()", False, False),
        ("import torch.nn.functional as F\nF.relu(x)", False, False),
        ("from base import *\nF.tanh(x)", True, True),
        ("from base import *\nF.relu(x)", True, False),
    ],
)
def test_a_trigger_of_two_words_needs_both_unless_another_file_may_bring_one(
    text: str, reaches_torch: bool, expected: bool
) -> None:
    rules = (RuleInfo("TFC901", "renamed-api", "m.renamed_api", (), together=((b"functional", b"tanh"),)),)
    assert is_triggered(rules, text, reaches_torch=reaches_torch) is expected


@pytest.mark.parametrize("data", [b"import torch\nx.cuda(\xff)", b"# coding: rot13\nimport torch\nx.cuda(\xff)"])
def test_what_is_no_text_has_its_triggers_so_that_somebody_says_so(data: bytes) -> None:
    assert triggered(RULES, data) == [RULES[0]]


def test_the_built_in_rules_are_found_and_load() -> None:
    rules = known_rules()
    assert len({rule.code for rule in rules}) == len(rules) > 0
    for info in rules:
        codemod = load(info)
        assert (codemod.code, codemod.name, codemod.preview) == (info.code, info.name, info.preview)
        words = [tuple(trigger.encode().split()) for trigger in codemod.triggers]
        assert sorted(words) == sorted([*((word,) for word in info.triggers), *info.together])


def test_knowing_the_rules_imports_none_of_them() -> None:
    program = (
        "import sys\n"
        "from torchfix_codemods.registry import known_rules\n"
        "known_rules()\n"
        "loaded = [m for m in sys.modules if m.startswith('torchfix_codemods.codemods.')]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def write_rule(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    return path


def test_triggers_over_several_lines_and_annotations_are_read(tmp_path: Path) -> None:
    text = (
        '"""Say."""\nclass Rule(Codemod):\n    """Why."""\n\n    code: ClassVar[str] = "TFC999"\n'
        '    triggers: ClassVar[tuple[str, ...]] = (\n        "a",\n        "b_2",\n    )\n    preview = True\n\n'
        "    def check_Call(self, node, file):\n        triggers = 3\n"
    )
    info = registry._read(write_rule(tmp_path, "some_rule", text), "m.some_rule")
    assert info == RuleInfo("TFC999", "some-rule", "m.some_rule", (b"a", b"b_2"), preview=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n", "is no rule"),
        ('class R:\n    code = "TFC1x"\n    triggers = ("a",)\n', "is no rule code"),
        (
            'class R:\n    code = "TFC999"\n    triggers = ("a", ".b(")\n',
            "the trigger '.b\\(' is neither one word nor two",
        ),
        ('class R:\n    code = CODE\n    triggers = ("a",)\n', "must be literals"),
        (
            'class R:\n    code = "TFC999"\n    triggers = ("a",)\n    def check_Cal(self, node, file):\n',
            "`check_Cal` would never run, for `ast` has no `Cal`",
        ),
    ],
)
def test_a_file_that_is_no_rule_is_an_error(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(RegistryError, match=reason):
        registry._read(write_rule(tmp_path, "rule", text), "m.rule")


def test_a_plugin_that_is_not_installed_is_an_error() -> None:
    with pytest.raises(RegistryError, match="is not installed"):
        known_rules(("no-such-distribution",))


def test_a_distribution_without_rules_is_an_error() -> None:
    with pytest.raises(RegistryError, match="has no entry point"):
        known_rules(("pytest",))


def test_the_projects_own_entry_point_names_the_package() -> None:
    assert registry._packages_of("torchfix-codemods") == [registry.BUILT_IN]
