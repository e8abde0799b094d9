"""The same program in another spelling must get the same findings, of the same class.

    python tests/twins.py [--show N] [--only SPELLING] [--every K] [PATH...]

Each file is written out by `ast.unparse`, once as it is and once in each spelling of SPELLINGS, and checked alone, in a
project of its own. Of a case file the part before `# output` counts. An annotation is `object`, which proves nothing:
only the value can decide. Neutral names may cost an unsafe fix or a report, which may rest on a name; a safe one must
neither come nor go.
"""

from __future__ import annotations

import argparse
import ast
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from spellings import SPELLINGS, Spelling

from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.plan import read_interface
from torchfix_codemods.registry import known_rules

ROOT = Path(__file__).resolve().parent.parent
Findings = Counter[tuple[str, str]]


class Reason(NamedTuple):
    """Why findings of these codes may be others in these spellings.

    Safe fixes may only become fewer, but for a reason that `gains` some of these codes.
    """

    spellings: tuple[str, ...]
    codes: tuple[str, ...]
    text: str
    gains: bool = False


_HELPERS = ("through a helper", "computed by a helper", "through an imported helper")
_WHOLE = ("TFC501", "TFC502", "TFC503")
REASONS = (
    # ---- the statement is another one
    Reason(
        ("annotated",),
        _WHOLE,
        "an attribute that is filled where it is would lose the statement that says its type",
    ),
    Reason(
        ("chained", "paired"),
        ("TFC311",),
        "the other name gets its value only where the condition holds, so the condition is needed",
    ),
    Reason(("chained",), ("TFC903",), "another name is given the same constant, which means something else there"),
    Reason(
        ("guarded function",),
        ("TFC301",),
        "the line that names the device stands before the `try`, where an import inside of it has not run",
    ),
    Reason(
        ("guarded function",),
        ("TFC101",),
        "a function is decorated where its own statements only infer, and a `try` is a statement that may do more",
    ),
    Reason(("guarded function",), ("TFC204",), "an import inside of a `try` may be there to be tried, and stays"),
    Reason(("guarded function",), _WHOLE, "what a constructor sets inside of a `try` may not have been set"),
    Reason(
        ("named argument",),
        _WHOLE,
        "a model that has a second name is not filled where it is: what has the other name would change with it",
    ),
    Reason(
        ("named argument",),
        ("TFC802",),
        "that only its use as a number says that it is one is an unsafe guess, which looks at the place of the index",
    ),
    Reason(
        ("named argument",),
        ("TFC201",),
        "`optimizers[0]` is an optimizer by its name alone, which `part_1` is not; only a report rests on it",
    ),
    # ---- the value goes another way
    Reason(
        ("own attribute",),
        ("TFC101", "TFC601", *_WHOLE, "TFC504"),
        "what an object keeps outlives the method: others may read it, write to it and run a backward pass over it",
    ),
    Reason(
        ("own attribute", *_HELPERS),
        ("TFC803", "TFC805"),
        "scores are followed from a model to its loss through the variables of one function",
    ),
    Reason(
        _HELPERS,
        ("TFC101", "TFC601"),
        "what a function gives is asked of all its calls: one that needs the graph, or changes what it is given, "
        "counts for all, and so does a model that nobody sees",
    ),
    Reason(
        _HELPERS,
        (*_WHOLE, "TFC504"),
        "whole models are rewritten where their making, saving and loading, and the path, can be read off the "
        "statements: a function in between may do more, and may be called for other models",
    ),
    Reason(_HELPERS, ("TFC303",), "a type of tensors that a function gives is for that function to choose"),
    Reason(
        _HELPERS,
        ("TFC801", "TFC802"),
        "that a tensor has only one number is read off the expression that gives it, not off what a function gets",
    ),
    Reason(
        ("through a helper", "through an imported helper"),
        ("TFC601",),
        "what TFC801 does not take on is left to TFC601",
        gains=True,
    ),
    Reason(
        ("computed by a helper",),
        ("TFC203", "TFC301"),
        "an inner function sees every value that a variable of the outer one ever has, so one that is bound anew is "
        "less certain in it",
    ),
    Reason(
        ("computed by a helper",),
        ("TFC601",),
        "an assignment to `x.data` is told about as a whole, a read of it in a function by itself",
        gains=True,
    ),
    Reason(
        ("through an imported helper",),
        ("TFC402", "TFC903", "TFC904", "TFC905"),
        "that it is boolean, transposed, moved or a loss is read off this file: a function of another may change it",
    ),
    Reason(
        ("through an imported helper",),
        ("TFC304",),
        "a function of another file that is called on a condition about CUDA may bring the value to the CPU",
    ),
    Reason(
        ("through an imported helper",),
        ("TFC301",),
        "what a function of another file makes of a device is not taken for the device of this program",
        gains=True,
    ),
    # ---- the name itself says something
    Reason(
        ("renamed",),
        ("TFC501",),
        "what is called a model when it is loaded is taken for a whole one, and told about; under another name nothing "
        "shows what it is, and it is only read to the CPU where nothing is elsewhere",
        gains=True,
    ),
    Reason(
        ("renamed",),
        ("TFC301", "TFC302", "TFC304", "TFC310"),
        "what is called `device`, `gpu`, `use_cuda` or `args` is what the program means to run on, also where it is "
        "the CPU; under another name it is one value of several",
        gains=True,
    ),
    Reason(
        ("renamed",),
        ("TFC601",),
        "what is called `packed` may be a packed sequence, whose `data` is another thing",
        gains=True,
    ),
    Reason(("renamed",), ("TFC101",), "a variable called `torch` stands in the way of `torch.no_grad()`", gains=True),
    Reason(
        ("renamed",),
        ("TFC601", "TFC801", "TFC802"),
        "by the name `loss` alone TFC801 and TFC802 take `loss.data[0]` on, as unsafe; what has no such name is left "
        "to TFC601",
        gains=True,
    ),
)


@dataclass(frozen=True)
class Twin:
    """One file in one spelling: what only the plain and what only the other one gets."""

    file: Path
    spelling: str
    plain: Findings
    other: Findings
    text: str = field(repr=False)

    @property
    def missing(self) -> Findings:
        return self.plain - self.other

    @property
    def added(self) -> Findings:
        return self.other - self.plain

    @property
    def safe_change(self) -> int:
        """How many safe fixes the spelling gains (or, below 0, loses)."""
        return _safe(self.other) - _safe(self.plain)

    @property
    def differs(self) -> bool:
        if self.spelling == "renamed":
            return self.safe_change != 0
        return self.plain != self.other

    @property
    def reasons(self) -> list[str]:
        """Why it may differ; none where a difference, or a safe fix more, has no reason in the table."""
        here = [reason for reason in REASONS if self.spelling in reason.spellings]
        codes = {code for code, _ in (*self.missing, *self.added)}
        found = {code: [r for r in here if code in r.codes] for code in codes}
        if not all(found.values()):
            return []
        gained = {code for code, applicability in self.added if applicability == "safe"} if self.safe_change > 0 else ()
        if not all(any(reason.gains for reason in found[code]) for code in gained):
            return []
        return sorted({r.text for reasons in found.values() for r in reasons})

    def __str__(self) -> str:
        lost, more = ({" ".join(key): n for key, n in c.items()} for c in (self.missing, self.added))
        return f"{self.file} ({self.spelling}): {lost} became {more}"


def _safe(findings: Findings) -> int:
    return sum(number for (_, applicability), number in findings.items() if applicability == "safe")


def check(text: str, name: str, others: Mapping[str, str] | None = None) -> Findings:
    """Code and class of all findings of all rules in a file, which lies beside the `others`."""
    data = text.encode()
    files = {name: data} | {path: code.encode() for path, code in (others or {}).items()}
    project = ProjectFacts({path: read_interface(code) for path, code in files.items()})
    codes = tuple(rule.code for rule in known_rules())
    result = fix(data, name, FixRequest(codes, apply=False, project=project))
    found: Findings = Counter((finding.code, finding.applicability.value) for finding in result.findings)
    found.update(("problem", str(problem)) for problem in result.problems)
    return found


def spelled(text: str, spelling: type[Spelling]) -> str | None:
    """The program in a spelling; None where it has no place that can be spelled so."""
    transformer = spelling()
    tree = ast.fix_missing_locations(transformer.visit(ast.parse(text)))
    if not transformer.changed:
        return None
    other = f"{ast.unparse(tree)}\n"
    try:
        compile(other, "twin", "exec", dont_inherit=True)
    except SyntaxError:  # `nonlocal`, say, wants what is no variable any more
        return None
    return other


def twins(file: Path, spellings: Sequence[str] = tuple(SPELLINGS)) -> Iterator[Twin]:
    """The file in each spelling, where anything is found in it or in its twin."""
    text = source(file)
    if text is None:
        return
    known: dict[str, Findings] = {}
    for name in spellings:
        other, spelling = spelled(text, SPELLINGS[name]), SPELLINGS[name]
        if other is None:
            continue
        same = f"{ast.unparse(spelling.plain(ast.parse(text)))}\n"
        if same not in known:
            known[same] = check(same, file.name, spelling.others)
        plain, found = known[same], check(other, file.name, spelling.others)
        if plain or found:
            yield Twin(file, name, plain, found, other)


def source(file: Path) -> str | None:
    """The program of a file, of a case that before its output; None where it does not parse or has no torch."""
    text = file.read_text("utf-8", errors="replace").split("\n# output\n")[0].split("\n# findings\n")[0]
    if "torch" not in text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError:
        return None
    return text


def programs() -> list[Path]:
    """The corpus, and the cases."""
    return sorted((ROOT / "corpus").rglob("*.py")) + sorted((ROOT / "tests" / "cases").rglob("*.py"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--show", type=int, default=0, help="how many differences to show of each spelling")
    parser.add_argument("--only", action="append", choices=list(SPELLINGS), help="a spelling to try")
    parser.add_argument("--every", type=int, default=1, help="look at every so many files")
    parser.add_argument("paths", nargs="*", type=Path)
    options = parser.parse_args()
    given = [f for p in options.paths for f in (sorted(p.rglob("*.py")) if p.is_dir() else [p])]
    names = options.only or list(SPELLINGS)
    found: dict[str, list[Twin]] = {name: [] for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for file in (given or programs())[:: options.every]:
            for twin in twins(file, names):
                found[twin.spelling].append(twin)
    print(f"{'spelling':28} {'twins':>6} {'differ':>6} {'no reason':>9} {'gain safe':>9} {'lose safe':>9}")
    for name, all_twins in found.items():
        differ = [twin for twin in all_twins if twin.differs]
        unexplained = [twin for twin in differ if not twin.reasons]
        gain, lose = (sum(sign * twin.safe_change > 0 for twin in differ) for sign in (1, -1))
        print(f"{name:28} {len(all_twins):6} {len(differ):6} {len(unexplained):9} {gain:9} {lose:9}")
        for twin in (unexplained + [twin for twin in differ if twin.reasons])[: options.show]:
            print(f"    {twin}")
    return int(any(twin.differs and not twin.reasons for all_twins in found.values() for twin in all_twins))


if __name__ == "__main__":
    sys.exit(main())
