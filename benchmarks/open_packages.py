"""Rewrite every package of packages.txt, check each promise on every file, and write docs/open-packages.md.

    python benchmarks/fetch_packages.py && python benchmarks/open_packages.py

Works on copies in a temporary folder. Exit code 1 when a promise is broken: a crash, a result that does not parse, a
second run that changes something, or a changed line that no fix accounts for.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from fetch_packages import Pin, read_pins

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.registry import known_rules
from torchfix_codemods.run import Run, RunRequest
from torchfix_codemods.settings import Settings
from torchfix_codemods.sources import discover

PAGE = Path(__file__).resolve().parent.parent / "docs" / "open-packages.md"
_IMPORTS_TORCH = re.compile(rb"^[ \t]*(?:import|from)[ \t]+torch\b", re.M)
# What a wrapped statement gains at the left is no change of the line.
_BLANKS = b" \t"


@dataclass
class Tally:
    """How many findings, and what became of them."""

    found: int = 0
    fixed: int = 0
    unsafe: int = 0
    reported: int = 0
    refused: int = 0  # safe by its kind, and yet not applied: suppressed or in the way of another fix

    def count(self, applicability: Applicability, *, fixed: bool) -> None:
        """Take one finding in."""
        self.found += 1
        if fixed:
            self.fixed += 1
        elif applicability is Applicability.UNSAFE:
            self.unsafe += 1
        elif applicability is Applicability.REPORT:
            self.reported += 1
        else:
            self.refused += 1

    @property
    def cells(self) -> str:
        return f"{self.found} | {self.fixed} | {self.unsafe} | {self.reported} | {self.refused}"


@dataclass
class Measured:
    """What a run over one package showed. `broken` holds a sentence for each broken promise."""

    name: str
    files: int = 0
    size: int = 0
    torch_files: int = 0
    changed: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    by_rule: dict[str, Tally] = field(default_factory=dict)
    not_understood: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


def measure(name: str, folder: Path, jobs: int = 0) -> Measured:
    """Rewrite a copy of a folder twice and look at every file.

    Args:
        name: what the tables call it.
        folder: the unpacked package; it is only read.
        jobs: processes of the first run, 0 for one per processor.
    """
    measured = Measured(name)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, folder.name)
        shutil.copytree(folder, copy)
        request = RunRequest(write=True, keep_before=True, jobs=jobs, use_cache=False)
        started = time.perf_counter()
        outcomes = list(_run(copy, request))
        measured.seconds = time.perf_counter() - started
        for outcome in outcomes:
            _take_in(measured, outcome, (folder / outcome.source.path.relative_to(copy.resolve())).read_bytes())
        for outcome in _run(copy, RunRequest(jobs=jobs, use_cache=False)):
            if outcome.result.after is not None:
                measured.broken.append(f"{_short(outcome)}: a second run changes it again")
    return measured


def _run(folder: Path, request: RunRequest) -> Iterator[FileOutcome]:
    found = discover([folder], lambda _: Settings(root=folder))
    return iter(Run(found.sources, request))


def _short(outcome: FileOutcome) -> str:
    return "/".join(outcome.source.path.parts[-3:])


def _take_in(measured: Measured, outcome: FileOutcome, before: bytes) -> None:
    """Count one file's findings and check what became of it."""
    result = outcome.result
    measured.files += 1
    measured.size += len(before)
    measured.torch_files += _IMPORTS_TORCH.search(before) is not None
    parsed = _parse(before)
    for problem in result.problems:
        if parsed is not None or not problem.fatal:
            measured.broken.append(f"{_short(outcome)}:{problem.line}: {problem.reason}")
        else:
            measured.not_understood.append(f"{_short(outcome)}:{problem.line}: {problem.reason}")
    for finding in result.findings:
        measured.tally.count(finding.applicability, fixed=finding.fixed)
        rule = measured.by_rule.setdefault(finding.code, Tally())
        rule.count(finding.applicability, fixed=finding.fixed)
    if result.after is None:
        return
    measured.changed += 1
    on_disk = outcome.source.path.read_bytes()
    if on_disk != result.after:
        measured.broken.append(f"{_short(outcome)}: what was written is not what was decided")
    if _parse(result.after) is None:
        measured.broken.append(f"{_short(outcome)}: parsed before, does not parse after")
    elif parsed is not None:
        fixed_lines = {finding.span.line for finding in result.findings if finding.fixed}
        for line in unexplained(before, result.after, _lines_of_statements(parsed, fixed_lines)):
            measured.broken.append(f"{_short(outcome)}:{line}: changed, and no fix stands there")


def _parse(data: bytes) -> ast.Module | None:
    """The syntax tree, None for what is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # escapes such as "\\d" in somebody's strings
            return ast.parse(data)
    except (SyntaxError, ValueError):
        return None


def unexplained(before: bytes, after: bytes, allowed: set[int]) -> list[int]:
    """Lines of `before` (from 1) that are gone or differ in `after` though they are not in `allowed`.

    Lines are compared as bytes with their ends, without what stands left of the first letter. New lines need no fix in
    their place: an import or a device line goes where such lines go. Code that knows nothing of the engine's own guard.
    """
    old, new = ([line.lstrip(_BLANKS) for line in text.splitlines(keepends=True)] for text in (before, after))
    changed: list[int] = []
    for verb, start, end, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if verb in ("replace", "delete"):
            changed += [line for line in range(start + 1, end + 1) if line not in allowed and old[line - 1].strip()]
    return changed


def _lines_of_statements(tree: ast.Module, fixed_lines: set[int]) -> set[int]:
    """The lines of every statement, of compound ones the header, in which a fix stands."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            decorators = getattr(node, "decorator_list", [])
            own = set(range(min([node.lineno, *(each.lineno for each in decorators)]), max(last, node.lineno) + 1))
            if own & fixed_lines:
                lines |= own
    return lines


def page(packages: list[Measured], versions: dict[str, str]) -> str:
    """docs/open-packages.md."""
    rules = {info.code: info.name for info in known_rules()}
    total = Measured("all")
    by_rule: dict[str, Tally] = {}
    for each in packages:
        for name in ("files", "size", "torch_files", "changed", "seconds"):
            setattr(total, name, getattr(total, name) + getattr(each, name))
        _add(total.tally, each.tally)
        for code, tally in each.by_rule.items():
            _add(by_rule.setdefault(code, Tally()), tally)
        total.not_understood += each.not_understood
        total.broken += each.broken
    lines = [
        "# What happens to published packages\n",
        "Twelve packages of the years 2018 to 2021, pinned by hash, rewritten with the default rules. Written by\n",
        "    python benchmarks/fetch_packages.py && python benchmarks/open_packages.py\n",
        "which rewrites a copy of each package and checks that no file makes the tool fail, that every result\n"
        "parses, that a second run changes nothing, and that each changed line belongs to a statement with a fix.\n"
        f"Promises broken: **{len(total.broken)}**.\n",
        "fixed: applied by default. unsafe: waits for `--unsafe-fixes`. reported: needs a decision. left: a safe fix\n"
        "that was not applied. not understood: files that are no Python of this version, left as they were. Seconds\n"
        "are those of one run without cache, with the start of its processes.\n",
        "## By package\n",
        "| package | files | import torch | changed | findings | fixed | unsafe | reported | left | not understood "
        "| kB | seconds |",
        "|---|" + "--:|" * 11,
    ]
    for each in [*packages, total]:
        name = f"{each.name} {versions[each.name]}" if each.name in versions else f"**{each.name}**"
        lines.append(
            f"| {name} | {each.files} | {each.torch_files} | {each.changed} | {each.tally.cells} "
            f"| {len(each.not_understood)} | {each.size // 1000} | {each.seconds:.1f} |"
        )
    lines += ["\n## By rule\n", "| rule | findings | fixed | unsafe | reported | left |", "|---|" + "--:|" * 5]
    for code in sorted(by_rule):
        name = rules[code]
        lines.append(f"| [{code} {name}](rules/{name}.md) | {by_rule[code].cells} |")
    if total.not_understood:
        lines += ["\n## Not understood\n", *(f"* {each}" for each in total.not_understood)]
    if total.broken:
        lines += ["\n## Broken promises\n", *(f"* {each}" for each in total.broken)]
    return "\n".join(lines) + "\n"


def _add(to: Tally, more: Tally) -> None:
    for name in ("found", "fixed", "unsafe", "reported", "refused"):
        setattr(to, name, getattr(to, name) + getattr(more, name))


def main(arguments: list[str] | None = None) -> int:
    """Measure all packages, or those named; 1 if a promise is broken, 2 if a package is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these packages; prints, and leaves the page alone")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: one per processor)")
    options = parser.parse_args(arguments)
    pins = [pin for pin in read_pins() if not options.only or pin.name in options.only]
    missing = [pin.name for pin in pins if not pin.folder.is_dir()]
    if missing or not pins:
        print(f"not there: {', '.join(missing or options.only)}; run benchmarks/fetch_packages.py", file=sys.stderr)
        return 2
    packages = [_measure_and_tell(pin, options.jobs) for pin in pins]
    text = page(packages, {pin.name: pin.version for pin in pins})
    if options.only:
        print(text)
    else:
        PAGE.write_text(text, encoding="utf-8")
    return 1 if any(each.broken for each in packages) else 0


def _measure_and_tell(pin: Pin, jobs: int) -> Measured:
    measured = measure(pin.name, pin.folder, jobs)
    tally = measured.tally
    print(f"{pin.name}: {tally.found} findings, {tally.fixed} fixed, {measured.seconds:.1f} s", file=sys.stderr)
    for sentence in measured.broken:
        print(f"  broken: {sentence}", file=sys.stderr)
    return measured


if __name__ == "__main__":
    sys.exit(main())
