"""`[tool.torchfix]` in pyproject.toml plus the command line, as one frozen `Settings`.

The nearest pyproject.toml upward that has the table decides, for each file: sub-projects of one repository can differ.
What the command line says beats every file.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torchfix_codemods.codemod import RuleOptions

if TYPE_CHECKING:
    from torchfix_codemods.registry import RuleInfo

TABLE = "torchfix"
PROJECT_FILE = "pyproject.toml"

# The folders that hold no code of the project's own: black's list, and our cache.
DEFAULT_EXCLUDES = (
    ".direnv",
    ".eggs",
    ".git",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pytest_cache",
    ".ruff_cache",
    ".svn",
    ".torchfix_cache",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "venv",
)


class SettingsError(Exception):
    """The configuration cannot be used.

    `reason` is one sentence without the place, `file` the pyproject.toml (None for the command line), `line` is 0 where
    no line is known. `str()` gives all of it.
    """

    def __init__(self, reason: str, file: Path | None = None, line: int = 0) -> None:
        place = "" if file is None else f"{file}:{line}: " if line else f"{file}: "
        super().__init__(f"{place}{reason}")
        self.reason = reason
        self.file = file
        self.line = line


@dataclass(frozen=True)
class Settings:
    """What was asked for.

    `select`, `extend_select`, `ignore` are selectors (codes, prefixes of codes, names); an empty `select` means all
    default rules. `per_file_ignores`, `exclude` and `extend_exclude` hold patterns in the language of .gitignore,
    relative to `root`. `target_torch` is (major, minor), None for the newest known. `root` is the folder of the
    pyproject.toml, or the folder that was asked about where there is none.
    """

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDES
    extend_exclude: tuple[str, ...] = ()
    unsafe_fixes: bool = False
    preview: bool = False
    target_torch: tuple[int, int] | None = None
    device_expression: str = RuleOptions.device_expression
    device_name: str = RuleOptions.device_name
    plugins: tuple[str, ...] = ()
    root: Path = field(default_factory=Path.cwd)


def load_settings(directory: Path) -> Settings:
    """The settings that hold for the files in a folder.

    Raises:
        SettingsError: a pyproject.toml on the way up is no toml, or its table has an unknown key or a wrong value.
    """
    return Settings(root=directory)


def override(settings: Settings, **command_line: object) -> Settings:
    """The settings with the command line's values, those that are not None, in place of the file's.

    Args:
        command_line: names of fields of `Settings`; texts are taken as in the file (`target_torch="2.6"`).

    Raises:
        SettingsError: a value is wrong.
    """
    return settings


def resolver(**command_line: object) -> Callable[[Path], Settings]:
    """A function from a folder to its settings with the command line's values, which reads each pyproject.toml once.

    The function raises SettingsError, as `load_settings` does.
    """
    return lambda directory: override(load_settings(directory), **command_line)


def options(settings: Settings) -> RuleOptions:
    """The part that rules see."""
    return RuleOptions(settings.device_expression, settings.device_name, settings.target_torch)


def codes(settings: Settings, rules: Sequence[RuleInfo]) -> tuple[str, ...]:
    """The codes of the rules that the settings select.

    Raises:
        UnknownRuleError: a selector matches nothing.
    """
    from torchfix_codemods.registry import select

    return select(
        rules, settings.select, settings.ignore, extend=settings.extend_select, preview=settings.preview
    )
