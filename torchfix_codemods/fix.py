"""One source through all rules, in rounds, until quiet: pure, `bytes -> FixResult`.

repair -> analysis -> codemods propose -> rewrite -> guard        (again, until nothing is done any more)
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.analysis.syntax.budget import OverBudget
from torchfix_codemods.analysis.syntax.expected import failing_lines
from torchfix_codemods.analysis.syntax.tree import ParseError, Tree, parse
from torchfix_codemods.codemod import Applicability, Codemod, FileView, Finding, RuleOptions
from torchfix_codemods.encoding import NotTextError, Text, decode
from torchfix_codemods.original import Original, reported_here
from torchfix_codemods.registry import RuleInfo, imports_torch, known_rules, load, triggered
from torchfix_codemods.result import FixResult, Problem, Reported
from torchfix_codemods.rewrite.errors import RewriteError
from torchfix_codemods.trouble import failed, too_deep

if TYPE_CHECKING:
    from torchfix_codemods.rewrite.apply import Applied
    from torchfix_codemods.suppress import Suppressions

_FORMATTED = re.compile(r"\b[rR]?[fFtT][rR]?[\"']")
# Nested patterns need two or three rounds; more means that two rules undo each other.
MAX_ROUNDS = 10


class Site(NamedTuple):
    """What a rule does at one line of a file: the smallest part of a rewriting that can be asked for alone."""

    path: str
    code: str
    line: int


@dataclass(frozen=True)
class FixRequest:
    """What to do with a source. Picklable, so that it crosses the pool once per worker.

    `codes` are the rules to run, in order of their codes; `plugins` the names of installed distributions whose rules
    are loaded too. With `apply` False nothing is rewritten and libcst is not needed (`check`), unless
    `render_changes` asks for the text of each finding's edits. `only` names the sites that are rewritten, None for all.
    """

    codes: tuple[str, ...]
    plugins: tuple[str, ...] = ()
    apply: bool = True
    unsafe_fixes: bool = False
    render_changes: bool = False
    options: RuleOptions = field(default_factory=RuleOptions)
    project: ProjectFacts = NO_PROJECT
    only: frozenset[Site] | None = None

    def wants(self, finding: Finding) -> bool:
        """Are the edits of this finding to be applied?"""
        if not finding.edits or finding.applicability is Applicability.REPORT:
            return False
        return self.unsafe_fixes or finding.applicability is Applicability.SAFE


def fix(data: bytes, path: str, request: FixRequest) -> FixResult:
    """Run the rules of `request` on one Python source.

    Args:
        data: the file's bytes, in the encoding that its byte order mark or cookie names, else UTF-8.
        path: what the result calls the file.
        request: the rules and how to apply them.

    Never raises for what the source holds: trouble comes back as `FixResult.problems`.
    """
    return fix_marked(data, path, request).worded(told)


def fix_marked(data: bytes, path: str, request: FixRequest) -> FixResult:
    """As `fix`, for who counts lines in another way: the texts have lines as data (`analysis.syntax.at`)."""
    infos = [info for info in known_rules(request.plugins) if info.code in request.codes]
    looking = triggered(infos, data, reaches_torch=path in request.project.reaching_torch)
    if not looking and not imports_torch(data):
        return FixResult(path)
    try:
        text = decode(data)
    except NotTextError as error:
        return FixResult(path, problems=(Problem(path, error.reason, error.line, error.hint),))
    try:
        return _Fixer(path, text, infos, looking, request).run()
    except OverBudget as error:
        return FixResult(path, problems=(Problem(path, error.reason, 0, error.hint),))


@dataclass
class _Round:
    """What one round found, and what became of it."""

    findings: list[Finding]
    done: set[int] = field(default_factory=set)
    swallowed: set[int] = field(default_factory=set)
    refused: dict[int, str] = field(default_factory=dict)

    def note(self, applied: Applied, chosen: Sequence[int]) -> None:
        """What became of the chosen findings."""
        self.done |= {chosen[i] for i in applied.done}
        self.swallowed |= {chosen[i] for i in applied.swallowed}
        self.refused |= {chosen[i]: reason for i, reason in applied.refused.items()}


def _doubted(finding: Finding, failing: Sequence[tuple[int, int]]) -> Finding:
    """The finding; not safe where a test expects a failure, which may be that of what would be rewritten."""
    line = finding.target.line
    if finding.applicability is not Applicability.SAFE or not any(first <= line <= last for first, last in failing):
        return finding
    reason = "a test expects the block to fail, and another call may fail in another way, or not"
    return replace(finding, applicability=Applicability.UNSAFE, reason=reason)


class _Fixer:
    """The state of one file on its way through the rounds. `infos` are all rules, `looking` those of the next round."""

    def __init__(
        self, path: str, text: Text, infos: Sequence[RuleInfo], looking: Sequence[RuleInfo], request: FixRequest
    ) -> None:
        self.path = path
        self.text = text
        self.infos = infos
        self.rules: list[Codemod] = [load(info) for info in looking]
        self.request = request
        self.original = Original(text.value)
        self.fixed: list[Reported] = []
        self.problems: list[Problem] = []
        self.dropped: set[str] = set()

    def run(self) -> FixResult:
        current = self.text.value
        try:
            tree = parse(current)
        except ParseError as error:
            repaired = self._repair(current)
            if isinstance(repaired, FixResult):
                return repaired
            if repaired is None:
                return self._unparsable(current, error)
            current, tree = repaired
        first = self._look(tree)
        suppressions = self._suppressions(tree, bool(first.findings))
        if suppressions is not None and suppressions.skip_file:
            return FixResult(self.path)
        if suppressions is not None:
            first.findings = _unsuppressed(first.findings, suppressions)
        changes = [self._changes(tree, finding) for finding in first.findings] if self.request.render_changes else None
        self.original.remember(first.findings, changes)
        last = first
        if self.request.apply:
            outcome = self._rounds(current, tree, first)
            if isinstance(outcome, FixResult):
                return outcome
            current, last = outcome
        else:
            self._refuse(tree, first)
            current = current if self.fixed else self.text.value
        return self._result(current, last, suppressions)

    # ---- one round

    def _look(self, tree: Tree) -> _Round:
        """All findings of all rules, in order of code and place."""
        request = self.request
        view = FileView(self.path, tree, request.options, request.project, frozenset(request.codes))
        try:
            failing = failing_lines(tree)
            found = [(rule, finding) for rule in self.rules for finding in self._findings(rule, view)]
            return _Round([finding if rule.fails_alike else _doubted(finding, failing) for rule, finding in found])
        finally:
            view.close()

    def _findings(self, rule: Codemod, view: FileView) -> list[Finding]:
        if rule.code in self.dropped:
            return []
        found: list[Finding] = []
        try:
            for kind, check in rule.checks.items():
                for node in view.tree.nodes(_node_class(kind)):
                    for finding in check(node, view):
                        found.append(replace(finding, code=rule.code, name=rule.name))
        except OverBudget:  # every other rule would ask the same questions
            raise
        except RecursionError:
            self.dropped.add(rule.code)
            self.problems.append(too_deep(self.path, rule))
            return []
        except Exception as error:  # a rule's mistake must not cost the other rules' work, nor pass unseen
            self.dropped.add(rule.code)
            self.problems.append(failed(self.path, rule, error))
            return []
        return sorted(found, key=lambda finding: (finding.code, finding.target))

    def _rounds(self, current: str, tree: Tree, first: _Round) -> tuple[str, _Round] | FixResult:
        """Apply, look again, until a round does nothing."""
        this, reaches = first, self.path in self.request.project.reaching_torch
        for _ in range(MAX_ROUNDS):
            try:
                applied = self._apply(tree, this)
            except RewriteError as error:
                return self._failed(error.reason, error.line)
            if applied is None:
                return current, this
            self._count(this)
            self.original.advance(applied.lines)
            current = applied.text
            tree = parse(current)
            looking = triggered(self.infos, current, reaches_torch=reaches)  # what came in may be for other rules
            self.rules = [load(info) for info in looking]
            suppressions = self._suppressions(tree, True)
            this = self._look(tree)
            if suppressions is not None:
                this.findings = _unsuppressed(this.findings, suppressions)
        names = ", ".join(sorted({f"{f.code} {f.name}" for f in this.findings if self._is_chosen(f)}))
        if not names:
            return current, this
        return self._failed(f"the fixes do not come to an end: {names} keep firing", 0)

    def _apply(self, tree: Tree, this: _Round) -> Applied | None:
        """Put in the safe edits or, where no safe one is left, the unsafe ones. None if nothing could be put in.

        So `--unsafe-fixes` gives what it gives after a run without it, and no unsafe fix repairs what a safe one ends.
        """
        for applicability in (Applicability.SAFE, Applicability.UNSAFE):
            chosen = [
                index
                for index, finding in enumerate(this.findings)
                if finding.applicability is applicability and self._is_chosen(finding)
            ]
            if not chosen:
                continue
            # Only now: it brings libcst, which costs more than everything else for a file with nothing to do.
            from torchfix_codemods.rewrite.apply import apply_edits

            applied = apply_edits(tree, [this.findings[index].edits for index in chosen])
            this.note(applied, chosen)
            if this.done:
                return applied
        return None

    def _is_chosen(self, finding: Finding) -> bool:
        if not self.request.wants(finding):
            return False
        only = self.request.only
        return only is None or Site(self.path, finding.code, self.original.line(finding)) in only

    def _count(self, this: _Round) -> None:
        """Note the findings whose edits this round put in."""
        for index in sorted(this.done):
            self.fixed.append(self.original.reported(this.findings[index], fixed=True))

    def _refuse(self, tree: Tree, this: _Round) -> None:
        """Ask the rewriting, as `check` promises nothing that `apply` refuses.

        Only over comments and formatted strings that takes libcst, which costs more than all the rest.
        """
        asked = {index: finding.edits for index, finding in enumerate(this.findings) if finding.edits}
        if not asked:
            return
        from torchfix_codemods.rewrite.apply import apply_edits, refusals

        for index, edits in asked.items():
            if not _is_intricate(this.findings[index], tree):
                continue
            try:
                this.note(apply_edits(tree, [edits]), [index])
            except RewriteError as error:
                this.refused[index] = error.reason
        this.done.clear()
        this.refused |= refusals(tree, {index: asked[index] for index in asked.keys() - this.refused.keys()})

    def _changes(self, tree: Tree, finding: Finding) -> str | None:
        """The text as it would be with this finding's edits alone."""
        if not finding.edits or finding.applicability is Applicability.REPORT:
            return None
        from torchfix_codemods.rewrite.apply import RewriteError, apply_edits

        try:
            return apply_edits(tree, [finding.edits]).text
        except RewriteError:
            return None

    # ---- before the rounds

    def _repair(self, text: str) -> tuple[str, Tree] | FixResult | None:
        """The text made parsable by the rules that can. None where they can do nothing, a result where not enough."""
        repairs = [(rule, repair) for rule in self.rules for repair in rule.repair(text)]
        if not repairs:
            return None
        lines = text.split("\n")
        for _, repair in sorted(repairs, key=lambda pair: pair[1].target, reverse=True):
            place = repair.target
            line = lines[place.line - 1].encode()
            patched = line[: place.column] + repair.replacement.encode() + line[place.end_column :]
            lines[place.line - 1] = patched.decode()
        repaired = "\n".join(lines)
        try:
            tree = parse(repaired)
        except ParseError as left:  # what could be repaired is not to blame
            return self._unparsable(repaired, left)
        for rule, repair in repairs:
            finding = Finding(repair.target, repair.message, Applicability.SAFE, code=rule.code, name=rule.name)
            reported = self.original.reported(finding, fixed=self.request.apply)
            self.fixed.append(replace(reported, fixable=True))
        self.original.repaired([repair for _, repair in repairs])
        return repaired, tree

    def _suppressions(self, tree: Tree, has_findings: bool) -> Suppressions | None:
        """The comments that keep findings quiet; where there are no findings, those that are for nothing."""
        text = tree.text.lower()
        if not any(word in text for word in (("noqa", "torchfix:") if has_findings else ("tfc", "torchfix:"))):
            return None
        from torchfix_codemods.suppress import suppressions

        return suppressions(tree.text)

    # ---- results

    def _result(self, current: str, last: _Round, suppressions: Suppressions | None) -> FixResult:
        lines = current.split("\n")
        remaining: list[Reported] = []
        left: list[Reported] = []
        for index, finding in enumerate(last.findings):
            if index in last.done or index in last.swallowed:
                continue
            reported, here = self.original.reported(finding, fixed=False), reported_here(finding, lines)
            if index in last.refused:
                reason = last.refused[index]
                reported, here = _refused(reported, self.original.words(reason)), _refused(here, reason)
            remaining.append(reported)
            left.append(here)
        after: bytes | None = None
        if self.request.apply and current != self.text.value:
            try:
                after = self.text.encode(current)
            except UnicodeError:
                return self._failed(f"the new text cannot be written in {self.text.encoding}", 0)
        return FixResult(
            self.path,
            after,
            tuple(sorted([*self.fixed, *remaining], key=lambda r: (r.span, r.code))),
            tuple(self.problems),
            suppressions.unused() if suppressions is not None else (),
            () if after is None else tuple(sorted(left, key=lambda r: (r.span, r.code))),
        )

    def _failed(self, reason: str, line: int) -> FixResult:
        """The file is left as it was: everything found counts as not fixed."""
        problem = Problem(self.path, reason, line, "the file was left as it was; please report this")
        findings = tuple(replace(reported, fixed=False) for reported in self.original.all())
        return FixResult(self.path, None, findings, (*self.problems, problem))

    def _unparsable(self, text: str, error: ParseError) -> FixResult:
        from torchfix_codemods.repair import explain_unparsable, without_async

        renamed = without_async(text)
        if renamed != text:
            try:
                parse(renamed)
            except ParseError as other:  # what keeps the rules from repairing
                text, error = renamed, other
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        hint = explain_unparsable(text, error.line, error.reason)
        problem = Problem(self.path, f"not valid Python {version}: {error.reason}", error.line, hint)
        return FixResult(self.path, problems=(problem,))


def _refused(reported: Reported, reason: str) -> Reported:
    return replace(reported, reason=reason, applicability=Applicability.REPORT, fixable=False, changes=())


def _unsuppressed(findings: Sequence[Finding], suppressions: Suppressions) -> list[Finding]:
    return [finding for finding in findings if not suppressions.covers(finding.target, finding.code)]


def _is_intricate(finding: Finding, tree: Tree) -> bool:
    """May comments or formatted strings be in the way of its fix, or a statement that libcst does not give back?"""
    place = finding.target
    alias = getattr(ast, "TypeAlias", None)  # since Python 3.12
    if alias is not None and any(node.lineno <= place.line <= node.end_lineno for node in tree.nodes(alias)):
        return True
    lines = tree.lines[place.line - 1 : place.end_line]
    return (len(lines) > 1 and any("#" in line for line in lines)) or any(map(_FORMATTED.search, lines))


def _node_class(kind: str) -> type[ast.AST]:
    node_class: type[ast.AST] = getattr(ast, kind)
    return node_class
