"""Mutation testing: small mistakes are put into the code one by one, and a test has to fail for each.

    pip install -e '.[test,mutants]'
    python benchmarks/mutants.py --sample 150 --seed 0      a sample, drawn from all targets alike
    python benchmarks/mutants.py rewrite writing            all mutants of two targets
    python benchmarks/mutants.py --sample 150 --show        with the difference that each survivor makes

mutmut makes the mutants and runs them: each in a fork of a process that has imported the tests, with the tests that
call the mutated function, until one fails. It works in a copy of the project, so nothing here is touched. A mutant is
killed if a test fails or runs out of time.

It leaves out what is decorated (properties, say) and what runs on import (tables, say). Code that runs in processes
of their own is of no use to it: there a mutant is not seen, which is why `verify` is no target.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "torchfix_codemods"
TABLE = "[tool.mutmut]\n"  # what is the same for all targets stands there, in pyproject.toml
# A mutant gets this many times as long as the tests took without it, and some seconds.
TIMES, SECONDS = 4.0, 1.0


@dataclass(frozen=True)
class Target:
    """Modules, as patterns below the package, and the files of the tests that are about them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]

    def files(self, root: Path) -> list[Path]:
        """The modules, as paths below a project's folder."""
        found = {file for pattern in self.modules for file in (root / PACKAGE).glob(pattern)}
        return sorted(file.relative_to(root) for file in found)


TARGETS: Mapping[str, Target] = {
    "rewrite": Target(
        ("rewrite/*.py",),
        (
            "test_spans.py",
            "test_edits.py",
            "test_apply.py",
            "test_statements.py",
            "test_guard.py",
            "test_templates.py",
            "test_top_of_module.py",
            "test_fix.py",
            "test_rules.py",
            "test_rules_together.py",
        ),
    ),
    "run": Target(("run.py",), ("test_run.py", "test_pool.py", "test_cache.py", "test_bad_input.py")),
    "cache": Target(("cache.py",), ("test_cache.py", "test_run.py")),
    "sources": Target(("sources.py",), ("test_sources.py", "test_since.py", "test_settings.py", "test_bad_input.py")),
    "writing": Target(("writing.py",), ("test_writing.py", "test_run.py", "test_bad_input.py")),
}
COPIED = (PACKAGE, "codemods", "tests", "docs", "corpus", "pyproject.toml", "README.md", "CHANGELOG.md")


def mutants_of(target: Target, root: Path) -> list[str]:
    """The names of all mutants of a target."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    names = []
    for file in target.files(root):
        module = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        names += [
            f"{module}.{name}"
            for name in mutate_file_contents(str(file), (root / file).read_text("utf-8")).mutant_names
        ]
    return names


def copy(folder: Path) -> None:
    """Copy the project."""
    for name in COPIED:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, folder / name)


def set_up(target: Target, folder: Path) -> None:
    """Write the settings that mutmut wants into a copy of the project."""
    settings = {
        "only_mutate": [str(file) for file in target.files(folder)],
        "pytest_add_cli_args_test_selection": [
            f"tests/{name}" for name in target.tests if (folder / "tests" / name).is_file()
        ],
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "timeout_multiplier": TIMES,
        "timeout_constant": SECONDS,
    }
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    file = folder / "pyproject.toml"
    file.write_text(file.read_text("utf-8").replace(TABLE, TABLE + lines), "utf-8")


def run(target: Target, names: Sequence[str], root: Path, show: bool) -> tuple[Counter[str], list[str]]:
    """Run some mutants of a target: how many ended how, and the names of the survivors, or what they change.

    Raises:
        SystemExit: mutmut could not do it.
    """
    from mutmut.stats import status_by_exit_code

    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        folder = Path(place, "project")
        shutil.copytree(root, folder)
        set_up(target, folder)
        command = [sys.executable, "-m", "mutmut"]
        done = subprocess.run(
            [*command, "run", "--max-children", "1", *names], cwd=folder, capture_output=True, text=True, check=False
        )
        codes = dict(_exit_codes(folder))
        if done.returncode or not all(codes.get(name) is not None for name in names):
            raise SystemExit(
                f"mutmut could not run the mutants of {', '.join(target.modules)}:\n{done.stdout[-3000:]}{done.stderr}"
            )
        ends = {name: status_by_exit_code[codes[name]] for name in names}
        left = sorted(name for name, end in ends.items() if end in ("survived", "no tests"))
        if show:
            left = [
                subprocess.run([*command, "show", name], cwd=folder, capture_output=True, text=True, check=True).stdout
                for name in left
            ]
        return Counter(ends.values()), left


def _exit_codes(folder: Path) -> Iterator[tuple[str, int | None]]:
    for file in (folder / "mutants").rglob("*.meta"):
        yield from json.loads(file.read_text("utf-8"))["exit_code_by_key"].items()


def drawn(names: Mapping[str, Sequence[str]], size: int, seed: int) -> dict[str, list[str]]:
    """A sample of all mutants, by target; all of them if no size is given."""
    every = [(target, name) for target, several in names.items() for name in several]
    chosen = random.Random(seed).sample(every, min(size, len(every))) if size else every
    return {target: [name for of, name in chosen if of == target] for target in names}


def row(target: str, ends: Counter[str], of: int) -> str:
    """One line of the table."""
    total = sum(ends.values())
    survived = ends["survived"] + ends["no tests"]
    share = f"{100 * (total - survived) / total:.0f} %" if total else ""
    return f"| {target} | {of} | {total} | {total - survived} | {ends['timeout']} | {survived} | {share} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all of {', '.join(TARGETS)}")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants; all if not given")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--show", action="store_true", help="show what each survivor changes")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.targets if name not in TARGETS]
    if unknown:
        parser.error(f"there is no target {unknown[0]}; there are {', '.join(TARGETS)}")
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        root = Path(place)
        copy(root)  # once, so that all is of one state, even if somebody works on
        os.chdir(root)  # where mutmut looks for its settings
        try:
            measure(arguments, root)
        finally:
            os.chdir(ROOT)


def measure(arguments: argparse.Namespace, root: Path) -> None:
    """Run what is asked for in copies of a copy of the project, and print the table."""
    known = {name: mutants_of(TARGETS[name], root) for name in arguments.targets or TARGETS}
    together: Counter[str] = Counter()
    survivors: list[str] = []
    print("| target | mutants | run | killed | of these by time | survived | killed |", "|---" * 7 + "|", sep="\n")
    for name, names in drawn(known, arguments.sample, arguments.seed).items():
        if names:
            ends, left = run(TARGETS[name], names, root, arguments.show)
            together += ends
            survivors += left
            print(row(name, ends, len(known[name])), flush=True)
    print(row("together", together, sum(map(len, known.values()))))
    print("\nSurvivors:", *survivors, sep="\n")


if __name__ == "__main__":
    main()
