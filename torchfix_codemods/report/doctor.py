"""What surrounds the tool: versions, who owns the command, which settings hold. Imports neither torch nor libcst."""

from __future__ import annotations

import platform
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from torchfix_codemods import __version__
from torchfix_codemods.cache_file import UntrustedError, cache_file
from torchfix_codemods.registry import RegistryError, known_rules
from torchfix_codemods.report.diff import repository_root
from torchfix_codemods.report.streams import Paint, plain
from torchfix_codemods.settings import PROJECT_FILE, TABLE, SettingsError, load_settings

COMMAND = "torchfix"
_OURS = "torchfix_codemods"
_IMPORTS = re.compile(rb"^(?:from|import) (\w+)", re.M)


def doctor_lines(folder: Path, paint: Paint = plain) -> Iterator[str]:
    """One fact a line, for the folder that the tool would run in."""
    for topic, fact in _facts(folder):
        yield f"{paint(f'{topic:<16}', 'quiet')} {fact}"


def _facts(folder: Path) -> Iterator[tuple[str, str]]:
    yield "torchfix-codemods", f"{__version__} in {Path(__file__).parent.parent}"
    yield "python", f"{platform.python_version()} ({sys.executable})"
    for distribution in ("libcst", "click", "rich"):
        yield distribution, _version_of(distribution)
    yield "torch", f"{_version_of('torch')} (only `verify` needs it)"
    yield "command", _owner_of_command()
    yield "configuration", _configuration(folder)
    yield "rules", _rules(folder)
    yield "cache", _cache(folder)
    root = repository_root(folder)
    yield "git repository", str(root) if root else "none; paths in diffs are relative to the current folder"


def _version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def _owner_of_command() -> str:
    """Which distribution the `torchfix` that a shell would start belongs to: the package index has two."""
    script = shutil.which(COMMAND)
    if script is None:
        return f"no `{COMMAND}` on the path; `python -m {_OURS}` works without"
    rivals = {point.dist.name for point in entry_points(group="console_scripts", name=COMMAND) if point.dist}
    others = ", ".join(sorted(rivals - {"torchfix-codemods"}))
    package = package_behind(Path(script))
    if package == _OURS:
        also = f"; {others} would install the same command" if others else ""
        return f"{script} is ours{also}"
    owner = f"belongs to the package {package}" if package else "is of unknown origin"
    return f"{script} {owner}, not to us; use `torchfix-codemods` or `python -m {_OURS}`"


def package_behind(script: Path) -> str:
    """The package that a console script (text, or Windows' exe with a zip in it) starts, empty if it cannot be told."""
    try:
        if zipfile.is_zipfile(script):
            with zipfile.ZipFile(script) as archive:
                text = archive.read("__main__.py")
        else:
            text = script.read_bytes()
    except (OSError, KeyError, zipfile.BadZipFile):
        return ""
    packages = [name.decode() for name in _IMPORTS.findall(text)]
    return next((name for name in packages if name not in sys.stdlib_module_names), "")


def _configuration(folder: Path) -> str:
    try:
        settings = load_settings(folder)
    except SettingsError as error:
        return f"unusable: {error}"
    file = settings.root / PROJECT_FILE
    if file.is_file() and f"tool.{TABLE}" in file.read_text("utf-8"):
        return f"{file} ([tool.{TABLE}])"
    return f"defaults; no {PROJECT_FILE} from here upwards has [tool.{TABLE}]"


def _rules(folder: Path) -> str:
    try:
        return f"{len(known_rules(load_settings(folder).plugins))} known"
    except (RegistryError, SettingsError) as error:
        return f"unusable: {error}"


def _cache(folder: Path) -> str:
    try:
        cache = cache_file(load_settings(folder).root)
    except SettingsError as error:
        return f"unusable: {error}"
    except UntrustedError as error:
        return f"none: {error}"
    return f"{cache}{'' if cache.is_file() else ' (not there yet)'}"
