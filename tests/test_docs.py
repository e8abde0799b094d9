"""The documentation that is derived is up to date, and what README shows is true."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules, select
from torchfix_codemods.settings import codes, load_settings

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "corpus/README.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]


def _blocks(language: str) -> list[str]:
    """The code blocks of README in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


@pytest.fixture(scope="module")
def make_docs() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make_docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_docs"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["make_docs"]


def test_no_derived_file_is_stale(make_docs: ModuleType) -> None:
    stale = [str(path.relative_to(ROOT)) for path in make_docs.stale()]
    assert stale == [], "run: python docs/make_docs.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_readme_begins_with_two_commands() -> None:
    setup, tests = _blocks("sh")[0].splitlines()
    assert setup.endswith("torchfix apply corpus --dry-run")
    assert tests.endswith("pytest -q")


def test_the_example_of_readme_is_what_the_tool_does() -> None:
    before, after = _blocks("python")[:2]
    result = fix(before.encode(), "train.py", FixRequest(select(known_rules())))
    assert result.after is not None
    assert result.after.decode() == after


def test_the_configuration_of_readme_is_accepted(tmp_path: Path) -> None:
    [table] = _blocks("toml")
    (tmp_path / "pyproject.toml").write_text(table, "utf-8")
    settings = load_settings(tmp_path)
    assert settings.root == tmp_path
    assert "TFC301" in codes(settings, known_rules())
