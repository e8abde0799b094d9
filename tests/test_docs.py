"""The documentation that is derived is up to date, and what README shows is true."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [ROOT / "README.md", ROOT / "corpus" / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/rules/*.md")]
)


@pytest.fixture(scope="module")
def make_docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make_docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_derived_file_is_stale(make_docs: ModuleType) -> None:
    stale = [str(path.relative_to(ROOT)) for path in make_docs.stale()]
    assert stale == [], "run: python docs/make_docs.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link
