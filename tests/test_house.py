"""The architecture, enforced: who may import whom, what start-up may load, how long a file may be.

`python tests/test_house.py` draws it: the floors from the top, the rooms on each with their size, and what they import.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import tomli
from projects import unmeasured

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "torchfix_codemods"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
CODEMODS = sorted((ROOT / "codemods").glob("*.py"))
OWN_CODE = [
    *MODULES.values(),
    *CODEMODS,
    *sorted(ROOT.glob("tests/*.py")),
    *sorted(ROOT.glob("tests/faults/*.py")),
    *sorted(ROOT.glob("benchmarks/*.py")),
]
LONGEST = 400

# A module imports only from the floors below its own, and from its own. A floor names packages or modules.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("",),
    (
        "encoding",
        "regular",
        "globs",
        "temporary",
        "magics",
        "notebook_text",
        "edits",
        "parent",
        "ending",
        "rewrite.errors",
    ),
    ("analysis.tables", "analysis"),
    ("analysis.syntax",),
    ("analysis.project",),
    ("analysis.values",),
    ("analysis.inference",),
    ("analysis.graphs",),
    ("analysis.devices",),
    ("analysis.training",),
    ("analysis.modes",),
    ("analysis.loading",),
    ("analysis.saving",),
    ("rewrite",),
    ("codemod",),
    ("registry",),
    ("result",),
    ("repair", "suppress", "original", "trouble"),
    ("fix",),
    ("notebook",),
    ("settings",),
    ("ignores", "since", "sources", "company"),
    ("cache_file", "cache", "writing", "outputs", "plan", "garbage", "pool", "outcomes", "together", "run"),
    ("verify", "checkpoint"),  # runs the user's code: in child processes that import torch, never in our own
    ("report", "libcst_commands"),
    ("verify_session",),
    ("session",),
    ("cli_options",),
    ("cli_verify", "cli_checkpoint"),
    ("cli",),
    ("__main__",),
)
# Third-party packages and heavy parts of the standard library -> the rooms that may import them.
ONLY_IN = {
    "libcst": ("rewrite", "libcst_commands"),
    "rich": ("report",),
    "click": ("cli", "cli_options", "cli_verify", "cli_checkpoint", "report"),
    "pathspec": ("ignores", "globs"),
    "tomli": ("settings",),
    "multiprocessing": ("pool",),
    "concurrent": (),
    "torch": ("verify", "checkpoint"),
    "numpy": ("verify",),
}
# What a rule may use of the package: to look and to propose, never to write or print.
FOR_CODEMODS = ("codemod", "repair", "analysis", "edits")


def _imports(tree: ast.AST) -> Iterator[str]:
    """Dotted names of all modules that a file imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"line {node.lineno}: imports are absolute"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in MODULES else node.module


def _imports_at_start(tree: ast.Module) -> Iterator[str]:
    """Those that happen when the module itself is imported."""
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from _imports(statement)


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _inside(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def _short(module: str) -> str:
    return module.removeprefix("torchfix_codemods").removeprefix(".")


def _floor(module: str) -> int:
    """The floor whose room is named most exactly."""
    name = _short(module)
    places = [(len(room), floor) for floor, rooms in enumerate(FLOORS) for room in rooms if _inside(name, room)]
    assert places, f"{module} has no place in FLOORS"
    return max(places)[1]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_below(module: str) -> None:
    for imported in _imports(_parse(MODULES[module])):
        if _inside(imported, "torchfix_codemods"):
            assert imported in MODULES, f"{module} imports {imported} by a name that only exists when installed"
            assert _floor(imported) <= _floor(module), f"{module} must not import {imported}"


def test_no_module_imports_itself_through_others() -> None:
    graph = {module: set(_imports_at_start(_parse(path))) & MODULES.keys() for module, path in MODULES.items()}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("module", MODULES)
def test_what_is_heavy_stays_in_its_room(module: str) -> None:
    for imported in _imports(_parse(MODULES[module])):
        rooms = ONLY_IN.get(imported.partition(".")[0])
        if rooms is not None:
            assert any(_inside(_short(module), room) for room in rooms), f"{module} must not import {imported}"


@pytest.mark.parametrize("path", CODEMODS, ids=lambda path: path.stem)
def test_a_rule_only_looks_and_proposes(path: Path) -> None:
    for imported in _imports(_parse(path)):
        if _inside(imported, "torchfix_codemods"):
            assert any(_inside(_short(imported), room) for room in FOR_CODEMODS), f"a rule must not import {imported}"
        else:
            assert imported.partition(".")[0] in sys.stdlib_module_names, imported


@pytest.mark.parametrize("path", OWN_CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


def test_rules_are_not_imported_a_second_time_under_another_name() -> None:
    assert "codemods" not in sys.modules


def test_starting_the_command_line_loads_nothing_heavy() -> None:
    heavy = ("libcst", "torch", "rich", "multiprocessing", "concurrent", "pathspec", "numpy")
    program = f"import sys, torchfix_codemods.cli; print(*sorted(sys.modules.keys() & {set(heavy)}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=unmeasured())
    assert done.stdout.split() == []


def test_the_picture_shows_every_room() -> None:
    drawn = "\n".join(picture())
    assert all(f"{room or 'torchfix_codemods'} " in drawn for floor in FLOORS for room in floor)


def _room(module: str) -> str:
    """The room of FLOORS that a module is in."""
    name = _short(module)
    return max((room for floor in FLOORS for room in floor if _inside(name, room) or room == ""), key=len)


def test_an_installed_copy_has_every_package() -> None:
    """A package that pyproject.toml does not list is there in an editable installation, and missing in a wheel."""
    listed = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    there = {".".join(file.parent.relative_to(ROOT).parts) for file in PACKAGE.rglob("*.py")}
    assert set(listed) == there | {"torchfix_codemods.codemods"}


def picture() -> Iterator[str]:
    """The floors, the upper first; for each room its modules, their lines, and the rooms that it imports from."""
    members: dict[str, list[str]] = {room: [] for floor in FLOORS for room in floor}
    for module in MODULES:
        members[_room(module)].append(module)
    for number, floor in reversed(list(enumerate(FLOORS))):
        yield f"floor {number}"
        for room in floor:
            lines = sum(len(MODULES[module].read_text("utf-8").splitlines()) for module in members[room])
            used = {
                _room(name) for module in members[room] for name in _imports(_parse(MODULES[module])) if name in MODULES
            } - {room}
            below = ", ".join(
                other or "torchfix_codemods" for other in sorted(used, key=lambda other: (-_place(other), other))
            )
            yield f"  {room or 'torchfix_codemods'} ({len(members[room])} modules, {lines:,} lines)" + (
                f" <- {below}" if below else ""
            )


def _place(room: str) -> int:
    return next(number for number, floor in enumerate(FLOORS) if room in floor)


if __name__ == "__main__":
    print("\n".join(picture()))
