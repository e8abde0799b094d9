"""The inference against 300 receivers of published packages, labelled by reading the code.

`receivers/receivers.tsv` holds the positions and what stands there: a tensor, a module, or something else. They were
drawn with a fixed seed from the reads of `.data` and the calls of `.cuda()`, `.numpy()` and `.eval()`, spread over
twelve packages, at most three from a file; import paths and `self.data` were left out.
"""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from torchfix_codemods.analysis.inference.kinds import Certainty, Inferred, Kind
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.codemod import FileView
from torchfix_codemods.plan import read_interface

ROOT = Path(__file__).parent.parent
PACKAGES = ROOT / "benchmarks" / "packages"
TABLE = Path(__file__).parent / "receivers" / "receivers.tsv"


@dataclass(frozen=True)
class Receiver:
    """A labelled receiver, and what the inference says of it."""

    where: str
    label: str
    inferred: Inferred

    @property
    def is_torch(self) -> bool:
        return self.label in ("tensor", "module")

    @property
    def is_right(self) -> bool:
        return self.inferred.kind.value == self.label

    @property
    def on_evidence(self) -> bool:
        return self.inferred.certainty is Certainty.EVIDENCE and self.inferred.kind is not Kind.UNKNOWN


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def folder(row: dict[str, str]) -> Path:
    """Where the package of a row is unpacked."""
    return PACKAGES / f"{row['package']}-{row['version']}"


MISSING = sorted({folder(row).name for row in rows() if not folder(row).is_dir()})
needs_packages = pytest.mark.skipif(
    bool(MISSING), reason=f"python benchmarks/fetch_packages.py gets what is not there: {', '.join(MISSING)}"
)


class Packages:
    """The packages, each file parsed and inferred once."""

    def __init__(self) -> None:
        self.facts: dict[Path, ProjectFacts] = {}
        self.files: dict[Path, FileView] = {}

    def file(self, package: Path, path: str) -> FileView:
        if package not in self.facts:
            self.facts[package] = ProjectFacts(
                {
                    file.relative_to(package).as_posix(): read_interface(file.read_bytes())
                    for file in sorted(package.rglob("*.py"))
                }
            )
        whole = package / path
        if whole not in self.files:
            tree = parse(whole.read_text(encoding="utf-8"))
            self.files[whole] = FileView(path, tree, project=self.facts[package])
        return self.files[whole]

    def receivers(self) -> Iterator[Receiver]:
        for row in rows():
            package = folder(row)
            file = self.file(package, row["path"])
            end = int(row["line"]), int(row["column"])
            found = [n for n in file.tree.nodes(ast.Attribute) if (n.end_lineno, n.end_col_offset) == end]
            assert len(found) == 1, row
            assert found[0].attr == row["attribute"], row
            where = f"{package.name}/{row['path']}:{row['line']} {row['receiver']}.{row['attribute']}"
            yield Receiver(where, row["label"], file.kind(found[0].value))


@pytest.fixture(scope="module")
def receivers() -> list[Receiver]:
    return list(Packages().receivers())


def test_there_are_300_of_all_kinds() -> None:
    labels = [row["label"] for row in rows()]
    assert len(labels) == 300
    assert {"tensor", "module", "other"} == set(labels)


@needs_packages
def test_evidence_is_never_wrong(receivers: list[Receiver]) -> None:
    assert not [r for r in receivers if r.on_evidence and r.is_torch and not r.is_right]
    assert not [
        r for r in receivers if r.on_evidence and not r.is_torch and (r.inferred.is_tensor or r.inferred.is_module)
    ]


@needs_packages
def test_most_tensors_and_modules_are_known_on_evidence(receivers: list[Receiver]) -> None:
    torch = [r for r in receivers if r.is_torch]
    known = [r for r in torch if r.on_evidence and r.is_right]
    assert len(known) >= 0.9 * len(torch), [r.where for r in torch if r not in known]


@needs_packages
def test_with_conventions_nearly_all_are_found(receivers: list[Receiver]) -> None:
    torch = [r for r in receivers if r.is_torch]
    found = [r for r in torch if r.is_right]
    assert len(found) >= 0.95 * len(torch), [r.where for r in torch if r not in found]


@needs_packages
def test_evidence_names_a_line_of_the_file(receivers: list[Receiver]) -> None:
    for receiver in receivers:
        if receiver.inferred.is_tensor or receiver.inferred.is_module:
            assert receiver.inferred.evidence is not None, receiver.where
            assert receiver.inferred.evidence.line >= 1, receiver.where
