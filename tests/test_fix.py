"""The rounds: rules made for the purpose, so that the engine is tested and not a rule."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

from torchfix_codemods import fix as fix_module
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.codemod import Applicability, Codemod, FileView, Finding, Repair
from torchfix_codemods.edits import (
    AddImport,
    AttributeToCall,
    Edit,
    InsertAfterImports,
    RenameAttribute,
    Replace,
    Target,
    Unwrap,
    target,
)
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import RuleInfo
from torchfix_codemods.repair import keyword_arguments
from torchfix_codemods.result import FixResult, Span

SHOWN = Evidence(1, "is what the rule is for")


class Detach(Codemod):
    code = "TST001"
    triggers: ClassVar[tuple[str, ...]] = ("data",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr == "data":
            yield self.safe(node, "use detach", AttributeToCall(target(node), "detach"), evidence=SHOWN)


class Peel(Codemod):
    code = "TST002"
    triggers: ClassVar[tuple[str, ...]] = ("Variable",)

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if isinstance(node.func, ast.Name) and node.func.id == "Variable":
            yield self.safe(node, "peel", Unwrap(target(node), target(node.args[0])), evidence=SHOWN)


class Risky(Codemod):
    code = "TST003"
    triggers: ClassVar[tuple[str, ...]] = ("old", "older")

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr == "old":
            yield self.unsafe(node, "renamed", RenameAttribute(target(node), "new"), reason="it may differ")
        elif node.attr == "older":
            yield self.report(node, "too old", reason="no rewrite is right")


class Line(Codemod):
    code = "TST004"
    triggers: ClassVar[tuple[str, ...]] = ("cuda",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr == "cuda":
            edits: tuple[Edit, ...] = (InsertAfterImports("device = 1"), RenameAttribute(target(node), "to"))
            yield self.safe(node, "use to", *edits, evidence=SHOWN)


class Chain(Codemod):
    """Needs three rounds: a becomes b becomes c becomes d."""

    code = "TST005"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        following = {"a1": "a2", "a2": "a3", "a3": "a4"}.get(node.attr)
        if following:
            yield self.safe(node, "step", RenameAttribute(target(node), following), evidence=SHOWN)


class Endless(Codemod):
    code = "TST006"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr in ("ping", "pong"):
            other = "pong" if node.attr == "ping" else "ping"
            yield self.safe(node, "swap", RenameAttribute(target(node), other), evidence=SHOWN)


class Broken(Codemod):
    code = "TST007"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        raise KeyError("mistake")


class Mend(Codemod):
    code = "TST008"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def repair(self, text: str) -> Iterator[Repair]:
        for number, line in enumerate(text.split("\n"), 1):
            column = line.find("async=")
            if column >= 0:
                column = len(line[:column].encode())
                yield Repair(Target(number, column, number, column + 5, "keyword"), "non_blocking", "renamed")


class AsyncWords(Codemod):
    code = "TST010"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def repair(self, text: str) -> Iterator[Repair]:
        for place in keyword_arguments(text, "async", None):
            yield Repair(place, "non_blocking", "renamed")


class Foreign(Codemod):
    code = "TST009"
    triggers: ClassVar[tuple[str, ...]] = ("torch",)

    def check_Name(self, node: ast.Name, file: FileView) -> Iterator[Finding]:
        if node.id == "ascii_only":
            yield self.safe(node, "say it in Greek", Replace(target(node), "'α'"), evidence=SHOWN)


class Late(Codemod):
    """Has something to say only about what `Line` writes."""

    code = "TST011"
    triggers: ClassVar[tuple[str, ...]] = ("to",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr == "to":
            yield self.safe(node, "use moved", RenameAttribute(target(node), "moved"), evidence=SHOWN)


class Needy(Codemod):
    """Needs an import, and names a line in its reason."""

    code = "TST012"
    triggers: ClassVar[tuple[str, ...]] = ("wants",)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr == "wants":
            edits = (AddImport("io", "thing"), RenameAttribute(target(node), "has"))
            yield self.safe(node, f"see line {at(node.lineno)}", *edits, evidence=SHOWN)


RULES = (Needy, Late, Detach, Peel, Risky, Line, Chain, Endless, Broken, Mend, Foreign, AsyncWords)
Run = Callable[..., FixResult]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Fix a text with some of the rules above."""
    infos = {
        rule: RuleInfo(rule.code, rule.__name__.lower(), rule.__module__, tuple(t.encode() for t in rule.triggers))
        for rule in RULES
    }
    made = {infos[rule]: rule() for rule in RULES}
    monkeypatch.setattr(fix_module, "known_rules", lambda plugins: tuple(infos.values()))
    monkeypatch.setattr(fix_module, "load", made.__getitem__)

    def run(text: str | bytes, *rules: type[Codemod], **options: Any) -> FixResult:
        data = text.encode() if isinstance(text, str) else text
        return fix(data, "a.py", FixRequest(tuple(rule.code for rule in rules), **options))

    return run


def after(result: FixResult) -> str:
    assert result.problems == ()
    assert result.after is not None
    return result.after.decode()


def test_nothing_changes_where_nothing_is_found(run: Run) -> None:
    assert run("import torch\nx.database\n", Detach) == FixResult("a.py")


def test_what_a_round_writes_is_seen_by_rules_that_were_not_asked_before(run: Run) -> None:
    result = run("import torch\ny = x.cuda\n", Line, Late)
    assert after(result) == "import torch\ndevice = 1\ny = x.moved\n"
    assert {finding.code for finding in result.findings if finding.fixed} == {"TST004", "TST011"}


def test_a_file_without_a_trigger_is_parsed_only_where_it_imports_torch(run: Run) -> None:
    assert run("# torch\nprint 'Python 2'\n", Detach) == FixResult("a.py")
    (problem,) = run("import torch\nprint 'Python 2'\n", Detach).problems
    assert (problem.line, problem.fatal) == (2, True)


def test_a_safe_fix_is_applied_and_reported(run: Run) -> None:
    result = run("import torch\ny = x.data\n", Detach)
    assert after(result) == "import torch\ny = x.detach()\n"
    (finding,) = result.findings
    assert (finding.code, finding.fixed, finding.fixable) == ("TST001", True, True)
    assert finding.span == Span(2, 5, 2, 11)


def test_nested_edits_of_two_rules_compose_in_one_round(run: Run) -> None:
    result = run("import torch\ny = Variable(x.data)\n", Detach, Peel)
    assert after(result) == "import torch\ny = x.detach()\n"
    assert [finding.fixed for finding in result.findings] == [True, True]


def test_check_finds_and_changes_nothing(run: Run) -> None:
    result = run("import torch\ny = Variable(x.data)\n", Detach, Peel, apply=False)
    assert result.after is None
    assert [(f.code, f.fixed) for f in result.findings] == [("TST002", False), ("TST001", False)]


def test_unsafe_fixes_are_shown_and_applied_only_on_request(run: Run) -> None:
    text = "import torch\nx.old\nx.older\n"
    result = run(text, Risky)
    assert result.after is None
    assert [(f.applicability, f.reason) for f in result.findings] == [
        (Applicability.UNSAFE, "it may differ"),
        (Applicability.REPORT, "no rewrite is right"),
    ]
    assert after(run(text, Risky, unsafe_fixes=True)) == "import torch\nx.new\nx.older\n"


def test_columns_count_characters_and_lines_are_those_of_the_original(run: Run) -> None:
    result = run("import torch\ns = 'äö'; x.cuda\nx.older\n", Line, Risky)
    assert after(result) == "import torch\ndevice = 1\ns = 'äö'; x.to\nx.older\n"
    cuda, older = result.findings
    assert cuda.span == Span(2, 11, 2, 17)
    assert older.span == Span(3, 1, 3, 8)


def test_rounds_go_on_until_quiet_and_every_step_is_reported_where_it_began(run: Run) -> None:
    result = run("import torch\n\nx.a1\n", Chain)
    assert after(result) == "import torch\n\nx.a4\n"
    assert [(f.span.line, f.fixed) for f in result.findings] == [(3, True)] * 3


def test_rules_that_undo_each_other_are_an_error_that_names_them(run: Run) -> None:
    result = run("import torch\nx.ping\n", Endless)
    assert result.after is None
    (problem,) = result.problems
    assert problem.fatal
    assert "TST006" in problem.reason
    assert not any(finding.fixed for finding in result.findings)


def test_a_rules_mistake_drops_that_rule_and_is_seen(run: Run) -> None:
    result = run("import torch\nf(x.data)\n", Detach, Broken)
    assert result.after == b"import torch\nf(x.detach())\n"
    (problem,) = result.problems
    assert not problem.fatal
    assert "TST007" in problem.reason and "KeyError" in problem.reason


def test_a_text_that_does_not_parse_is_repaired_first(run: Run) -> None:
    result = run("import torch\ny = 'é', x.f(async=True).data\n", Detach, Mend)
    assert after(result) == "import torch\ny = 'é', x.f(non_blocking=True).detach()\n"
    assert [(f.code, f.span.column) for f in result.findings] == [("TST001", 10), ("TST008", 14)]


def test_check_repairs_nothing_and_still_looks(run: Run) -> None:
    result = run("import torch\ny = x.f(async=True).data\n", Detach, Mend, apply=False)
    assert result.after is None
    assert [(f.code, f.fixed, f.fixable) for f in result.findings] == [
        ("TST001", False, True),
        ("TST008", False, True),
    ]


def test_what_cannot_be_repaired_is_named_with_line_and_hint(run: Run) -> None:
    result = run("import torch\nprint 'x'\nx.f(async=True).data\n", Detach, Mend)
    (problem,) = result.problems
    assert (problem.line, problem.fatal) == (2, True)
    assert "not valid Python" in problem.reason
    assert problem.hint


@pytest.mark.parametrize(
    ("rest", "line"),
    [("print f(1)\n", 3), ("f(\n", 3), ("if x:\n        y\n    z\n", 5), ("s = 'abc\n", 3), ("async = 1\n", 3)],
)
def test_what_can_be_repaired_is_not_blamed_for_what_cannot(run: Run, rest: str, line: int) -> None:
    text = "import torch\nx.f(async=True).data\n" + rest
    (problem,) = run(text, Detach, AsyncWords).problems
    assert (problem.line, problem.fatal) == (line, True)
    assert ("async" in problem.hint) == ("async" in rest)


def test_bytes_that_are_no_text_are_a_problem_with_a_line(run: Run) -> None:
    (problem,) = run(b"import torch\nx.data = '\xff'\n", Detach).problems
    assert (problem.line, problem.fatal) == (2, True)


def test_a_new_text_that_the_encoding_cannot_hold_leaves_the_file(run: Run) -> None:
    result = run(b"# coding: latin-1\nimport torch\nascii_only\n", Foreign)
    assert result.after is None
    assert "cannot be written in" in result.problems[0].reason


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_byte_order_marks_and_line_ends_survive(run: Run, newline: str, mark: bytes) -> None:
    text = newline.join(["import torch", "x.cuda", "y = x.data"])
    result = run(mark + text.encode(), Detach, Line)
    expected = newline.join(["import torch", "device = 1", "x.to", "y = x.detach()"])
    assert result.after == mark + expected.encode()


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: TST001", "# torchfix: ignore[TST001] it is a table"])
def test_a_suppressed_finding_is_not_there(run: Run, comment: str) -> None:
    result = run(f"import torch\ny = x.data  {comment}\nz = x.data\n", Detach)
    assert after(result) == f"import torch\ny = x.data  {comment}\nz = x.detach()\n"
    assert len(result.findings) == 1


def test_a_skipped_file_gives_nothing(run: Run) -> None:
    assert run("# torchfix: skip-file\nimport torch\ny = x.data\n", Detach) == FixResult("a.py")


def test_changes_are_rendered_on_request(run: Run) -> None:
    result = run("import torch\ny = x.data\nx.cuda\n", Detach, Line, apply=False, render_changes=True)
    data, cuda = result.findings
    assert [(c.span, c.content) for c in data.changes] == [(Span(2, 7, 2, 11), "detach()")]
    assert [(c.span, c.content) for c in cuda.changes] == [
        (Span(2, 1, 2, 1), "device = 1\n"),
        (Span(3, 3, 3, 7), "to"),
    ]


def test_equal_findings_on_one_line_keep_their_own_places(run: Run) -> None:
    result = run("import torch\nx.cuda, y.older, z.older\n", Line, Risky)
    assert [f.span.column for f in result.findings] == [1, 9, 18]


def test_check_promises_nothing_that_apply_would_refuse() -> None:
    source = b"import torch\nfrom torch.autograd import Variable\nx = Variable(\n    torch.ones(2),  # why\n)\n"
    looked = fix(source, "case.py", FixRequest(("TFC204",), apply=False))
    applied = fix(source, "case.py", FixRequest(("TFC204",)))
    assert applied.after is None
    assert looked.findings == applied.findings
    (finding,) = looked.findings
    assert finding.applicability is Applicability.REPORT
    assert not finding.fixable
    assert "# why" in finding.reason


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type aliases came with Python 3.12")
@pytest.mark.parametrize("apply", [False, True])
def test_check_promises_nothing_where_libcst_does_not_give_a_type_alias_back(apply: bool) -> None:
    text = 'import torch\ntype Alias[T: int  , *  # why\n   Ts] = (x, torch.device("cuda:0"))\n'
    (found,) = fix(text.encode(), "x.py", FixRequest(("TFC302",), apply=apply)).findings
    assert (found.applicability, found.fixed) == (Applicability.REPORT, False)
    assert found.reason == "libcst would change other characters of the statement"


def test_a_fix_that_a_later_round_refuses_names_lines_of_the_original(run: Run) -> None:
    result = run("import torch\nx.cuda()\nthing = 3\ny.wants\n", Line, Needy)
    assert after(result) == "import torch\ndevice = 1\nx.to()\nthing = 3\ny.wants\n"
    (left,) = (finding for finding in result.findings if not finding.fixed)
    assert (left.span.line, left.message) == (4, "see line 4")
    assert left.reason == "the name `thing` is taken by line 3"
