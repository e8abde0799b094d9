"""`[tool.torchfix]` in pyproject.toml plus the command line, as one frozen `Settings`.

The nearest pyproject.toml upward that has the table decides, for each file: sub-projects of one repository can differ.
What the command line says beats every file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torchfix_codemods.codemod import RuleOptions
from torchfix_codemods.regular import MOST_OF_CONFIGURATION, read_regular

if TYPE_CHECKING:
    from torchfix_codemods.registry import RuleInfo

TABLE = "torchfix"
PROJECT_FILE = "pyproject.toml"
# `.to(device)`, `.item()` and `torch.no_grad()` are of this version.
OLDEST_TORCH = (0, 4)

_DEFAULTS = RuleOptions()
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)\Z")
_TORCH_VERSION = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})(?:\.[0-9]{1,4})?\Z")
_MOST_PARTS = 100
_LONG_KEY = rf"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){{{_MOST_PARTS}}}"""
_MOST_SHOWN = 80

# The folders that hold no code of the project's own: black's list.
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

    `reason` is one sentence without the place, `file` the pyproject.toml, or the folder where nobody can tell whether
    it has one (None for the command line), `line` is 0 where no line is known. `str()` gives all of it.
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
    device_expression: str = _DEFAULTS.device_expression
    device_name: str = _DEFAULTS.device_name
    plugins: tuple[str, ...] = ()
    root: Path = field(default_factory=Path.cwd)


def load_settings(directory: Path) -> Settings:
    """The settings that hold for the files in a folder.

    Raises:
        SettingsError: a pyproject.toml on the way up is no toml, or its table has an unknown key or a wrong value.
    """
    start = directory.absolute()
    for folder in (start, *start.parents):
        settings = _settings_in(folder)
        if settings is not None:
            return settings
    return Settings()


def override(settings: Settings, **command_line: object) -> Settings:
    """The settings with the command line's values, those that are not None, in place of the file's.

    Args:
        command_line: names of fields of `Settings`; values as in the file (`target_torch="2.6"`, a sequence of texts).

    Raises:
        SettingsError: a value is wrong.
    """
    given = {name.replace("_", "-"): value for name, value in command_line.items() if value is not None}
    try:
        return replace(settings, **_values(given))
    except _WrongKeyError as wrong:
        raise SettingsError(f"--{wrong.reason}") from None


def resolver(**command_line: object) -> Callable[[Path], Settings]:
    """A function from a folder to its settings with the command line's values, which reads each pyproject.toml once.

    The function raises SettingsError, as `load_settings` and `override` do.
    """
    known: dict[Path, Settings] = {}

    def settings_of(directory: Path) -> Settings:
        asked: list[Path] = []
        settings: Settings | None = None
        for folder in (directory, *directory.parents):
            asked.append(folder)
            settings = known.get(folder)
            if settings is not None:
                break
            found = _settings_in(folder)
            if found is not None:
                settings = override(found, **command_line)
                break
        settings = settings or override(Settings(), **command_line)
        known.update(dict.fromkeys(asked, settings))
        return settings

    return settings_of


def options(settings: Settings) -> RuleOptions:
    """The part of the settings that rules see."""
    return RuleOptions(settings.device_expression, settings.device_name, settings.target_torch)


def codes(settings: Settings, rules: Sequence[RuleInfo]) -> tuple[str, ...]:
    """The codes of the rules that the settings select.

    Raises:
        UnknownRuleError: a selector matches nothing.
    """
    from torchfix_codemods.registry import select

    return select(rules, settings.select, settings.ignore, extend=settings.extend_select, preview=settings.preview)


def check_rules(settings: Settings) -> None:
    """Look at the rules and plugins that a pyproject.toml names.

    Raises:
        SettingsError: there is none of that name. Where the command line named it, nothing is raised here.
    """
    from torchfix_codemods.registry import RegistryError, UnknownRuleError, known_rules, select

    file = settings.root / PROJECT_FILE
    for plugin in settings.plugins:
        try:
            known_rules((plugin,))
        except RegistryError as error:
            raise SettingsError(f"[tool.{TABLE}] plugins: {error}", file, line_with(plugin, file)) from None
    try:
        rules = known_rules(settings.plugins)
        codes(settings, rules)
        for _, selectors in settings.per_file_ignores:
            select(rules, selectors, preview=True)
    except UnknownRuleError as error:
        line = line_with(error.selector, file)
        if line:
            raise SettingsError(str(error), file, line) from None


def _settings_in(folder: Path) -> Settings | None:
    """What the pyproject.toml right in this folder says, None where it is missing or silent about us."""
    file = folder / PROJECT_FILE
    try:
        data = read_regular(file, MOST_OF_CONFIGURATION)
        text = data.decode("utf-8").replace("\r\n", "\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unreadable(file, error) from error
    except UnicodeDecodeError as error:
        raise SettingsError("is not UTF-8", file, data.count(b"\n", 0, error.start) + 1) from error
    if TABLE not in text:  # a broken pyproject.toml of somebody else's test data is none of our business
        return None
    table = _table(text, file)
    if table is None:
        return None
    try:
        return Settings(**_values(table), root=folder)
    except _WrongKeyError as wrong:
        raise SettingsError(f"[tool.{TABLE}] {wrong.reason}", file, _line_of(wrong.key, text)) from None


def _unreadable(file: Path, error: OSError) -> SettingsError:
    """Blame the file only where there is one: a folder that cannot be entered does not even tell that."""
    try:
        file.lstat()
    except OSError:
        return SettingsError(f"cannot be entered: {error.strerror}", file.parent)
    return SettingsError(f"cannot be read: {error.strerror}", file)


def _table(text: str, file: Path) -> Mapping[str, object] | None:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    if re.search(_LONG_KEY, text):  # it is read in time that grows with the square of the parts
        raise SettingsError(f"has a key with more than {_MOST_PARTS} parts", file)
    try:
        tools = tomllib.loads(text).get("tool", {})
    except RecursionError:
        raise SettingsError("is nested too deeply", file) from None
    except ValueError as error:  # TOMLDecodeError is one; so is what int() says of thousands of digits
        place = _TOML_LINE.search(str(error))
        reason = _TOML_LINE.sub("", str(error))
        line = int(place[1]) if place else 0
        raise SettingsError(f"is not valid toml: {reason}", file, line) from None
    table = tools.get(TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"[tool.{TABLE}] must be a table", file, _line_of(TABLE, text))
    return table


def line_with(value: str, file: Path) -> int:
    """The line of a pyproject.toml that seems to hold a string, 0 when it cannot be told."""
    try:
        lines = read_regular(file, MOST_OF_CONFIGURATION).decode("utf-8").splitlines()
    except (OSError, ValueError):
        return 0
    written = {f"{quote}{text}{quote}" for quote in "\"'" for text in (value, value.replace("\\", r"\\"))}
    return next((number for number, line in enumerate(lines, 1) if any(text in line for text in written)), 0)


def _line_of(key: str, text: str) -> int:
    """The line that sets a key, 0 when it cannot be told."""
    setting = re.compile(rf"""\s*(?:(?:tool\.)?{TABLE}\.)?["']?{re.escape(key)}["']?\s*[=.]""")
    header = re.compile(rf"""\s*\[\s*tool\s*\.\s*["']?{TABLE}["']?\s*\.\s*["']?{re.escape(key)}""")
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if header.match(line):
            return number
        if line.lstrip().startswith("["):
            inside = TABLE in line
        if setting.match(line) and (inside or TABLE in line):
            return number
    return 0


class _WrongKeyError(Exception):
    """A key or its value is wrong; the reason begins with the key."""

    def __init__(self, key: str, reason: str) -> None:
        name = key if len(key) <= _MOST_SHOWN and key.isprintable() else shown(key)
        super().__init__(f"{name}{reason}")
        self.key = key
        self.reason = f"{name}{reason}"


def _values(table: Mapping[str, object]) -> dict[str, Any]:
    """Keys and values as a file has them -> fields of `Settings`."""
    return {key.replace("-", "_"): _value(key, value) for key, value in table.items()}


def _value(key: str, value: object) -> object:
    read = _READERS.get(key)
    if read is None:
        raise _WrongKeyError(key, _not_a_key(key))
    try:
        return read(value)
    except ValueError as error:
        raise _WrongKeyError(key, f" {error}") from None


def _not_a_key(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key[:_MOST_SHOWN].replace("_", "-").lower(), _READERS, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(sorted(_READERS))}"
    return f" is not a key; {hint}"


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"must be a list of strings, not {shown(value)}")
    empty = [item for item in value if not item.strip()]
    if empty:
        raise ValueError("holds an empty string")
    return tuple(value)


def _texts_by_pattern(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if isinstance(value, tuple):  # from `override`: (pattern, selectors) pairs
        value = dict(value)
    if not isinstance(value, dict):
        raise ValueError(f"must be a table from file patterns to lists of rules, not {shown(value)}")
    read = []
    for pattern, selectors in value.items():
        try:
            read.append((pattern, _texts(selectors)))
        except ValueError as error:
            raise ValueError(f"for {shown(pattern)} {error}") from None
    return tuple(read)


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {shown(value)}")
    return value


def _version(value: object) -> tuple[int, int]:
    match = _TORCH_VERSION.match(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f'must be a version in quotes such as "2.6", not {shown(value)}')
    version = int(match[1]), int(match[2])
    if version < OLDEST_TORCH:
        oldest = ".".join(map(str, OLDEST_TORCH))
        raise ValueError(f'must be "{oldest}" or newer, not {shown(value)}: what it writes needs that')
    return version


def _expression(value: object) -> str:
    import ast

    try:
        if not isinstance(value, str):
            raise SyntaxError
        ast.parse(value.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: it is nested too deeply
        raise ValueError(f"must be a Python expression in quotes, not {shown(value)}") from None
    return value.strip()


def _identifier(value: object) -> str:
    import keyword

    if not isinstance(value, str) or not value.isidentifier() or keyword.iskeyword(value):
        raise ValueError(f"must be a name that Python allows, not {shown(value)}")
    return value


def shown(value: object) -> str:
    """A value in a message: what it is, and no more of it than fits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list" if all(isinstance(item, str) for item in value) else "a list with something else in it"
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 4]}...{text[-1]}"


_READERS: Mapping[str, Callable[[object], object]] = {
    "select": _texts,
    "extend-select": _texts,
    "ignore": _texts,
    "per-file-ignores": _texts_by_pattern,
    "exclude": _texts,
    "extend-exclude": _texts,
    "unsafe-fixes": _switch,
    "preview": _switch,
    "target-torch": _version,
    "device-expression": _expression,
    "device-name": _identifier,
    "plugins": _texts,
}
