"""Makes the edits on expressions and simple statements of one region, on libcst's tree of it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import libcst as cst

from torchfix_codemods.edits import (
    PLACEHOLDER,
    AttributeToCall,
    Edit,
    EditCall,
    RenameAttribute,
    Replace,
    Unwrap,
)
from torchfix_codemods.rewrite import build
from torchfix_codemods.rewrite.calls import edit_call
from torchfix_codemods.rewrite.errors import RefusedError, RewriteError
from torchfix_codemods.rewrite.quotes import comments, requote
from torchfix_codemods.rewrite.spans import Positions, Span


@dataclass(frozen=True, slots=True)
class Job:
    """One edit in a region. `span` and `parts` are places in the region's text; `key` is for the one who asks."""

    key: int
    edit: Edit
    span: Span
    parts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """How the file is written: its quote and one step of its indentation."""

    quote: str
    unit: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The text of a region after its edits; or, where jobs were refused, no text and the reasons."""

    text: str
    refused: Mapping[int, str]


def rewrite(text: str, jobs: Sequence[Job], style: Style, checks: Mapping[Span, str]) -> Rewritten:
    """Make the edits of `jobs` in `text`, which parses as a module.

    Args:
        text: the region with its scaffold.
        jobs: the edits, at most one on each node.
        style: how inserted code is to be written.
        checks: for spans inside f-strings, `ast.dump` of the node that must be there: `ast` has been wrong about them.

    Raises:
        RewriteError: libcst cannot parse the text or does not give back its bytes.
    """
    try:
        module = cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise RewriteError(f"libcst cannot parse it: {error.message}", error.raw_line) from None
    except RecursionError:
        raise
    except Exception as error:  # its classes fail on what its parser takes: `async`, a comment and `for` in brackets
        raise RewriteError(f"libcst cannot parse it: {type(error).__name__}: {error}") from None
    if module.code != text:
        raise RewriteError("libcst would change other characters of the statement")
    wanted = {span for job in jobs for span in (job.span, *job.parts)}
    nodes = Positions(module).find(wanted)
    refused = {job.key: _missing(job, nodes, checks) for job in jobs}
    refused = {key: reason for key, reason in refused.items() if reason}
    if refused:
        return Rewritten("", refused)
    rewriter = _Rewriter(nodes, jobs, style)
    after = module.visit(rewriter)
    return Rewritten("" if rewriter.refused else after.code, rewriter.refused)


def _missing(job: Job, nodes: Mapping[Span, cst.CSTNode], checks: Mapping[Span, str]) -> str:
    for span in (job.span, *job.parts):
        if span not in nodes:
            return f"libcst has no {span[4]} there that can be changed on its own"
        if span in checks and _dumped(nodes[span]) != checks[span]:
            return "the position inside the f-string is not certain"
    return ""


def _dumped(node: cst.CSTNode) -> str:
    try:
        return ast.dump(ast.parse(f"({build.code_of(node)})", mode="eval").body)
    except SyntaxError:
        return ""


class _Rewriter(cst.CSTTransformer):
    def __init__(self, nodes: Mapping[Span, cst.CSTNode], jobs: Sequence[Job], style: Style) -> None:
        super().__init__()
        self.style = style
        self.refused: dict[int, str] = {}
        self.jobs = {nodes[job.span]: job for job in jobs}
        self.part_nodes = {nodes[span] for job in jobs for span in job.parts}
        self.nodes = nodes
        self.updated: dict[cst.CSTNode, cst.CSTNode] = {}
        self.stack: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.stack.append(node)
        return not isinstance(node, cst.BaseParenthesizableWhitespace)

    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self.stack.pop()
        result = updated_node
        job = self.jobs.get(original_node)
        if original_node in self.part_nodes:
            self.updated[original_node] = updated_node  # a part may be the whole that is written anew
        if job is not None:
            try:
                result = self._edited(job, original_node, updated_node)
            except RefusedError as refusal:
                self.refused[job.key] = refusal.reason
            except cst.CSTValidationError as error:
                self.refused[job.key] = f"the result would not be valid: {error}"
        if original_node in self.part_nodes:
            self.updated[original_node] = result
        return result

    # ---- the verbs

    def _edited(self, job: Job, original: cst.CSTNode, updated: cst.CSTNode) -> cst.CSTNode:
        edit = job.edit
        if any(isinstance(node, cst.FormattedStringExpression) and node.equal for node in self.stack):
            raise RefusedError("the f-string shows the source text of the expression (`=`)")
        if isinstance(edit, AttributeToCall):
            assert isinstance(updated, cst.Attribute)
            func = updated.with_changes(attr=cst.Name(edit.method), lpar=(), rpar=())
            arguments = build.arguments(self._quoted(edit.arguments)) if edit.arguments else []
            return cst.Call(func, arguments, lpar=updated.lpar, rpar=updated.rpar)
        if isinstance(edit, RenameAttribute):
            assert isinstance(updated, cst.Attribute)
            return updated.with_changes(attr=cst.Name(edit.name))
        if isinstance(edit, EditCall):
            assert isinstance(updated, cst.Call)
            result: cst.CSTNode = edit_call(updated, edit, self._quoted, self.style.unit)
        elif isinstance(updated, cst.BaseSmallStatement):
            assert isinstance(edit, Replace)
            result = self._statement(edit.template, job.parts, updated)
        else:
            assert isinstance(updated, cst.BaseExpression)
            result = self._expression(job, original, updated)
        lost = _lost_comments(updated, result)
        if lost:
            raise RefusedError(f"the comment `{lost}` would be lost")
        return result

    def _statement(self, template: str, parts: Sequence[Span], updated: cst.BaseSmallStatement) -> cst.CSTNode:
        code, names = self._prepared(template, parts)
        new = build.statement(code).visit(_Filler(names, False))
        return new.with_changes(semicolon=updated.semicolon)  # type: ignore[union-attr]

    def _expression(self, job: Job, original: cst.CSTNode, updated: cst.BaseExpression) -> cst.BaseExpression:
        bracketed = bool(updated.lpar) or self._bracketed(original)
        if isinstance(job.edit, Unwrap):
            new = self._part(job.parts[0])
        else:
            assert isinstance(job.edit, Replace)
            code, names = self._prepared(job.edit.template, job.parts)
            filled = build.expression(code).visit(_Filler(names, bracketed))
            assert isinstance(filled, cst.BaseExpression)
            new = filled
        if updated.lpar:  # the parentheses around the place stay
            return new if new.lpar else new.with_changes(lpar=updated.lpar, rpar=updated.rpar)
        return build.placed(new, self.stack[-1], original, bracketed)

    def _part(self, span: Span) -> cst.BaseExpression:
        part = self.updated[self.nodes[span]]
        assert isinstance(part, cst.BaseExpression)
        return part

    def _prepared(self, template: str, parts: Sequence[Span]) -> tuple[str, dict[str, cst.BaseExpression]]:
        """The template with a name for each part, and the part of each name."""
        names = {f"_torchfix_part_{i}_": self._part(span) for i, span in enumerate(parts)}
        code = PLACEHOLDER.sub(lambda found: f"_torchfix_part_{found.group(1)}_", self._quoted(template))
        return code, names

    # ---- the surroundings

    def _bracketed(self, original: cst.CSTNode) -> bool:
        """Are brackets open where the node stands?"""
        child = original
        for parent in reversed(self.stack):
            if build.opens_brackets(parent, child):
                return True
            if isinstance(parent, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
                return False
            child = parent
        return False

    def _quoted(self, code: str) -> str:
        forbidden = {node.quote for node in self.stack if isinstance(node, cst.FormattedString)}
        return requote(code, self.style.quote, {quote for quote in forbidden if len(quote) == 1})


class _Filler(cst.CSTTransformer):
    """Puts the parts in the place of their names in a parsed template."""

    def __init__(self, names: Mapping[str, cst.BaseExpression], bracketed: bool) -> None:
        super().__init__()
        self.names = names
        self.bracketed = bracketed
        self.stack: list[cst.CSTNode] = []
        self.used: set[str] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.stack.append(node)
        return True

    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self.stack.pop()
        if not isinstance(original_node, cst.Name) or original_node.value not in self.names:
            return updated_node
        part = self.names[original_node.value]
        if original_node.value in self.used:
            part = part.deep_clone()  # a node may stand in a tree only once
        self.used.add(original_node.value)
        if not self.stack:
            return part
        upwards = [original_node, *reversed(self.stack)]
        pairs = zip(upwards[1:], upwards, strict=False)
        bracketed = self.bracketed or any(build.opens_brackets(parent, child) for parent, child in pairs)
        return build.placed(build.bare(part), self.stack[-1], original_node, bracketed)


def _lost_comments(before: cst.CSTNode, after: cst.CSTNode) -> str:
    """The first comment that stands in `before` more often than in `after`."""
    gone = Counter(comments(build.code_of(before))) - Counter(comments(build.code_of(after)))
    return next(iter(gone), "")
