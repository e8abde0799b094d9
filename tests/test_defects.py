"""Seeded defects: every file under tests/defects is a correct program and the same one with one mistake in it.

    <source of the correct program>
    # defect
    <source with the defect>
    # findings
    4: TFC201 unsafe

The folder names the rule, lines are those of the second source. The rule must be silent on the first, and must say
nothing about the second but what is listed. Nine of ten defects of a rule have to be found.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import pytest

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules

DEFECTS = Path(__file__).parent / "defects"
WANTED = 0.9
FEWEST = 12


@dataclass(frozen=True)
class Defect:
    """One file. `expected` are its findings, as they are written there."""

    file: Path
    correct: str
    defective: str
    expected: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}"

    @property
    def rule(self) -> str:
        return self.file.parent.name

    def found(self, source: str, *, apply: bool = False) -> list[str]:
        """What the rule says about a source, in the form of the file; where fixes are made, what is left."""
        codes = tuple(rule.code for rule in known_rules() if rule.name == self.rule.replace("_", "-"))
        assert codes, f"no rule is called {self.rule}"
        result = fix(source.encode(), f"{self.file.stem}.py", FixRequest(codes, unsafe_fixes=True, apply=apply))
        assert not result.problems, result.problems
        return [f"{f.span.line}: {f.code} {f.applicability.value}" for f in result.findings if not f.fixed]

    @property
    def is_found(self) -> bool:
        return all(line in self.found(self.defective) for line in self.expected)


def read_defect(file: Path) -> Defect:
    """Take one file apart."""
    text = file.read_text("utf-8")
    correct, mark, rest = text.partition("# defect\n")
    defective, second, findings = rest.partition("# findings\n")
    assert mark and second and findings.strip(), f"{file} lacks a part"
    return Defect(file, correct, defective, tuple(findings.split("\n")[:-1]))


ALL = [read_defect(file) for file in sorted(DEFECTS.glob("*/*.py"))]
RULES = sorted({defect.rule for defect in ALL})


@pytest.mark.parametrize("defect", ALL, ids=str)
def test_the_correct_program_is_left_alone(defect: Defect) -> None:
    compile(defect.correct, str(defect), "exec", dont_inherit=True)
    assert defect.found(defect.correct) == []


@pytest.mark.parametrize("defect", ALL, ids=str)
def test_nothing_else_is_said(defect: Defect) -> None:
    compile(defect.defective, str(defect), "exec", dont_inherit=True)
    assert set(defect.found(defect.defective)) <= set(defect.expected)


@pytest.mark.parametrize("defect", ALL, ids=str)
def test_a_fix_leaves_nothing_to_be_fixed(defect: Defect) -> None:
    reported = [line for line in defect.expected if line.endswith(" report")]
    assert len(defect.found(defect.defective, apply=True)) <= len(reported)


@pytest.mark.parametrize("rule", RULES)
def test_defects_are_found(rule: str) -> None:
    made = [defect for defect in ALL if defect.rule == rule]
    missed = [str(defect) for defect in made if not defect.is_found]
    print(f"{rule}: {len(made) - len(missed)} of {len(made)}")
    assert len(made) >= FEWEST
    assert len(made) - len(missed) >= WANTED * len(made), missed


def main() -> None:
    """Print what is found of each rule's defects: `python tests/test_defects.py [RULE ...]`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("rules", nargs="*", default=RULES)
    for rule in parser.parse_args().rules:
        made = [defect for defect in ALL if defect.rule == rule]
        missed = [defect for defect in made if not defect.is_found]
        print(f"{rule:28} {len(made) - len(missed):3} of {len(made)}")
        for defect in missed:
            print(f"    {defect}: found {defect.found(defect.defective)}, wanted {list(defect.expected)}")


if __name__ == "__main__":
    main()
