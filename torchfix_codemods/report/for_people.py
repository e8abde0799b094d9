"""Reports that `apply --report` writes: the suffix of the file says what they are written as."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from torchfix_codemods.outputs import OutputError
from torchfix_codemods.report.model import Report

# Every format is a module here with a function `render(report) -> bytes`.
_FORMATS: Mapping[str, str] = MappingProxyType({".html": "migration_html", ".md": "migration_md"})


def check_name(path: Path) -> None:
    """Make sure that the name of a report says what to write.

    Raises:
        OutputError: it does not.
    """
    if path.suffix.lower() not in _FORMATS:
        raise OutputError(f"--report {path}: a report is a page or Markdown; give it a name in {' or '.join(_FORMATS)}")


def for_people(report: Report, path: Path) -> bytes:
    """The report, written as the name of its file says."""
    module = import_module(f"torchfix_codemods.report.{_FORMATS[path.suffix.lower()]}")
    rendered: bytes = module.render(report)
    return rendered
