"""Reads the case files under tests/cases: one situation each, a whole test without Python around it.

    # flags: --unsafe-fixes --target-torch 1.4     (optional, like the next three; at the top, in any order)
    # path: package/module.py
    # imported-by-others
    # other: nets.py                               (another file of the run: its lines follow, each behind `#| `)
    #| import torch
    <source before>
    # output
    <source after>
    # findings
    4: TFC601 report left words of its message or reason

Lines of findings are those of the source before, without the flags above it.

Without `# output` the source must stay as it is, byte for byte. Without `# findings` the file's name says what must
be found: `silent_*` nothing, `report_*` a report, `unsafe_*` an unsafe fix; any other name needs an `# output`.
A source that does not parse lies in a file that ends in `.py.txt`.
"""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass
from pathlib import Path

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.codemod import RuleOptions
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.plan import read_interface
from torchfix_codemods.registry import known_rules
from torchfix_codemods.result import Reported

CASES = Path(__file__).parent / "cases"
OUTPUT = "# output\n"
FINDINGS = "# findings\n"


@dataclass(frozen=True)
class Case:
    """One case file. `output` is None where nothing may change, `findings` None where the name says all."""

    file: Path
    header: str
    before: str
    output: str | None
    findings: tuple[str, ...] | None
    path: str
    imported: bool
    others: tuple[tuple[str, str], ...]
    options: RuleOptions
    unsafe_fixes: bool

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name.split('.')[0]}"

    @property
    def rule(self) -> str:
        """The name of the rule whose folder this is."""
        return self.file.parent.name.replace("_", "-")

    @property
    def after(self) -> str:
        return self.before if self.output is None else self.output

    @property
    def parses(self) -> bool:
        """Is the source before Python that any parser takes?"""
        return self.file.suffix == ".py"

    def request(self, *, all_rules: bool = False) -> FixRequest:
        """What to ask of `fix`: the folder's own rule, or all of them."""
        codes = tuple(rule.code for rule in known_rules() if all_rules or rule.name == self.rule)
        if not codes:
            raise LookupError(f"no rule is called {self.rule}")
        return FixRequest(codes, unsafe_fixes=self.unsafe_fixes, options=self.options, project=self.project)

    @property
    def project(self) -> ProjectFacts:
        files = dict(self.others)
        if self.imported:
            files["importer.py"] = f"import {self.path.removesuffix('.py').replace('/', '.')}"
        if not files:
            return ProjectFacts()
        files[self.path] = self.before
        return ProjectFacts({path: read_interface(text.encode()) for path, text in files.items()})


def all_cases() -> list[Case]:
    """Every case, in a fixed order."""
    files = [*CASES.glob("*/*.py"), *CASES.glob("*/*.py.txt")]
    return [read_case(file) for file in sorted(files)]


def read_case(file: Path) -> Case:
    """Take one file apart."""
    with file.open(encoding="utf-8", newline="") as stream:
        text = stream.read()
    flags, path, imported, header = "", "case.py", False, ""
    others: dict[str, str] = {}
    for line in text.splitlines(keepends=True):
        if line.startswith("# flags:"):
            flags = line.removeprefix("# flags:")
        elif line.startswith("# path:"):
            path = line.removeprefix("# path:").strip()
        elif line.rstrip() == "# imported-by-others":
            imported = True
        elif line.startswith("# other:"):
            others[line.removeprefix("# other:").strip()] = ""
        elif line.startswith("#|") and others:
            others[next(reversed(others))] += line[2:].removeprefix(" ")
        else:
            break
        header += line
    body, _, findings = text[len(header) :].partition(FINDINGS)
    before, mark, output = body.partition(OUTPUT)
    options = _flags(flags)
    return Case(
        file=file,
        header=header,
        before=before,
        output=output if mark else None,
        findings=tuple(line for line in findings.splitlines() if line) if FINDINGS in text else None,
        path=path,
        imported=imported,
        others=tuple(others.items()),
        options=RuleOptions(
            device_expression=options.device_expression,
            device_name=options.device_name,
            target_torch=options.target_torch,
        ),
        unsafe_fixes=options.unsafe_fixes,
    )


def write_output(case: Case, after: str) -> None:
    """Put what the rule makes of the case into its file (`pytest --accept`)."""
    output = "" if after == case.before else OUTPUT + after
    findings = "" if case.findings is None else FINDINGS + "".join(f"{line}\n" for line in case.findings)
    with case.file.open("w", encoding="utf-8", newline="") as stream:
        stream.write(case.header + case.before + output + findings)


def matches(expected: str, found: Reported) -> bool:
    """Is this the finding that a line of the `# findings` part describes?"""
    line, code, applicability, state, *words = expected.replace(":", " ", 1).split(maxsplit=4)
    return (
        int(line) == found.span.line
        and code == found.code
        and applicability == found.applicability.value
        and state == ("fixed" if found.fixed else "left")
        and "".join(words) in f"{found.message} {found.reason}"
    )


def shown(found: Reported) -> str:
    """A finding in the form of the `# findings` part."""
    state = "fixed" if found.fixed else "left"
    where = f"{found.span.line}: {found.code} {found.applicability.value} {state}"
    return f"{where} {found.message} | {found.reason}"


def _flags(line: str) -> argparse.Namespace:
    defaults = RuleOptions()
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--unsafe-fixes", action="store_true")
    parser.add_argument("--target-torch", type=_version, default=defaults.target_torch)
    parser.add_argument("--device-expression", default=defaults.device_expression)
    parser.add_argument("--device-name", default=defaults.device_name)
    return parser.parse_args(shlex.split(line))


def _version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)
