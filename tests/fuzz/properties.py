"""What must hold for every program: each property that does not is a fault, with a word for its kind."""

from __future__ import annotations

import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from unittest.mock import patch

from casefiles import Case

import torchfix_codemods.fix as fixing
from fuzz.outside import strayed
from torchfix_codemods.analysis.syntax.tokens import tokens
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.edits import Edit
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules
from torchfix_codemods.result import FixResult
from torchfix_codemods.rewrite import apply
from torchfix_codemods.rewrite.apply import Applied, apply_edits

EVERY_RULE = FixRequest(tuple(rule.code for rule in known_rules()))
PATH = "program.py"
_ROUNDS = 12


@dataclass(frozen=True)
class Fault:
    """A property that does not hold."""

    kind: str
    detail: str


def _after(data: bytes, result: FixResult) -> bytes:
    return data if result.after is None else result.after


def found_otherwise(case: Case, text: str) -> str:
    """What the rule of a case finds in another spelling of its source and not in the source, or the other way round."""
    request = case.request()
    plain, spelled = (
        Counter((f.code, f.applicability.value, f.fixed) for f in fix(source.encode(), case.path, request).findings)
        for source in (case.before, text)
    )
    words = [
        f"{sign} {code} {kind} {'fixed' if fixed else 'left'}"
        for sign, more in (("lost", plain - spelled), ("new", spelled - plain))
        for code, kind, fixed in more
    ]
    return ", ".join(words)


def faults(text: str, random: Random, unsafe: bool = False, share: float = 1.0) -> Iterator[Fault]:
    """Everything that is wrong with what becomes of a program.

    Args:
        text: the program.
        random: chooses what is left to chance.
        unsafe: put in the unsafe fixes, too.
        share: how often to try each of the properties that take other runs.
    """
    request = replace(EVERY_RULE, unsafe_fixes=unsafe)
    data = text.encode()
    try:
        with recorded() as steps:
            first = fix(data, PATH, request)
        yield from _faults(text, data, first, request)
        yield from _outside(text, first, steps)
        for another in (_promised, _line_ends, _encoded):
            if random.random() < share:
                yield from another(text, first, request, random)
        if random.random() < share:
            yield from _turned(text, first, steps, request)
        if random.random() < share / 10:
            yield from _one_by_one(text, first, request, random)
    except Exception as error:  # whatever it is, it is what is looked for
        yield Fault("exception", f"{type(error).__name__}: {error}")


def _faults(text: str, data: bytes, first: FixResult, request: FixRequest) -> Iterator[Fault]:
    for problem in first.problems:
        yield Fault("refused", f"{problem.reason} (line {problem.line})")
    if first.after is None:
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(first.after, PATH, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        if _compiles(data):
            yield Fault("no program", str(error))
    second = fix(first.after, PATH, request)
    if second.after is not None:
        codes = sorted({f.code for f in second.findings if f.fixed})
        yield Fault("not quiet", f"the second run fixes {codes}")
    yield from _lost(text, first.after.decode(), first)


@dataclass(frozen=True)
class _Step:
    """One round of rewriting: the tree of the text before, the groups of edits, what became of them."""

    tree: Tree
    groups: Sequence[Sequence[Edit]]
    applied: Applied


@contextmanager
def recorded() -> Iterator[list[_Step]]:
    """The list of all that is rewritten meanwhile, filled as it happens."""
    steps: list[_Step] = []

    def noted(tree: Tree, groups: Sequence[Sequence[Edit]]) -> Applied:
        applied = apply_edits(tree, groups)
        steps.append(_Step(tree, groups, applied))
        return applied

    with patch.object(apply, "apply_edits", noted):
        yield steps


def _outside(text: str, first: FixResult, steps: Sequence[_Step]) -> Iterator[Fault]:
    """What changes outside the edits, round by round, from the text that was given to the one that comes back."""
    if first.after is None:
        return
    texts = [text, *(step.applied.text for step in steps if step.applied.done)]
    given = [step.tree.text for step in steps if step.applied.done]
    if [*given, first.after.decode()] != texts:
        yield Fault("outside", "the text is changed between the rounds")
    for step in steps:
        edits = [edit for number in step.applied.done for edit in step.groups[number]]
        problem = strayed(step.tree.text, step.applied.text, step.tree.module, edits)
        if problem:
            yield Fault("outside", problem)


def _promised(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    """`check` says that something can be fixed exactly where `apply` does something."""
    looked = fix(text.encode(), PATH, replace(request, apply=False))
    promised = [f for f in looked.findings if f.fixable and _is_wanted(f.applicability, request)]
    if bool(promised) != (first.after is not None) and not first.problems:
        codes = sorted({f.code for f in promised})
        yield Fault("check and apply", f"check promises {codes}, apply changes: {first.after is not None}")


def _line_ends(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    """The same comes out with other line ends, also where the program mixes them."""
    data = text.encode()
    plain, after = (each.replace(b"\r\n", b"\n") for each in (data, _after(data, first)))
    for end in (b"\n", b"\r\n"):
        other = plain.replace(b"\n", end)
        if other != data and _after(other, fix(other, PATH, request)) != after.replace(b"\n", end):
            yield Fault("line ends", f"other text with {end!r}")


def _is_wanted(applicability: Applicability, request: FixRequest) -> bool:
    return applicability is Applicability.SAFE or (request.unsafe_fixes and applicability is Applicability.UNSAFE)


def _compiles(data: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(data, PATH, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _lost(old: str, new: str, result: FixResult) -> Iterator[Fault]:
    """Comments and lines that are gone, though nothing was found there."""
    gone = Counter(_comments(old)) - Counter(_comments(new))
    if gone:
        yield Fault("comment lost", f"{sorted(gone)[0]!r} by {sorted({f.code for f in result.findings if f.fixed})}")


def _comments(text: str) -> list[str]:
    return [part.string.rstrip() for part in tokens(text) if part.type == tokenize.COMMENT]


def _encoded(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    """The same comes out below a byte order mark, and in another encoding."""
    if random.random() < 0.5:
        bom = b"\xef\xbb\xbf"
        result = fix(bom + text.encode(), PATH, request)
        if "coding" not in text[:300] and result.after != (None if first.after is None else bom + first.after):
            yield Fault("encoding", "another result below a byte order mark")
        return
    head = "# coding: latin-1\n"
    if "coding" in text[:300] or not _fits(text, "latin-1"):
        return
    latin, plain = (
        fix((h + text).encode(name), PATH, request).after
        for h, name in ((head, "latin-1"), (head.replace("latin-1", "utf-8  "), "utf-8"))
    )
    if latin != (
        None if plain is None else plain.decode().replace("coding: utf-8  ", "coding: latin-1").encode("latin-1")
    ):
        yield Fault("encoding", "another result in latin-1")


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _turned(text: str, first: FixResult, steps: Sequence[_Step], request: FixRequest) -> Iterator[Fault]:
    """The last rule first gives the same text, where no two rules had a fix for one place."""
    if any(step.applied.waiting or step.applied.swallowed or step.applied.refused for step in steps):
        return
    with patch.object(fixing, "known_rules", lambda plugins=(): known_rules(plugins)[::-1]):
        result = fix(text.encode(), PATH, request)
    if result.after != first.after:
        yield Fault("order", "the last rule first gives another text")


def _one_by_one(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    """The rules one at a time, in any order, until none changes anything: that ends, and all together are quiet then.

    The text need not be that of all together: where two rules have a fix for one place, the first to come has it.
    """
    codes = random.sample(request.codes, len(request.codes))
    data = text.encode()
    for _ in range(_ROUNDS):
        before = data
        for code in codes:
            result = fix(data, PATH, replace(request, codes=(code,)))
            if result.problems:
                yield Fault("refused alone", f"{code}: {result.problems[0].reason}")
                return
            data = _after(data, result)
        if data == before:
            break
    else:
        yield Fault("endless", "one rule undoes what another does")
        return
    together = fix(data, PATH, request)
    if together.after is not None or together.problems:
        codes = sorted({f.code for f in together.findings if f.fixed})
        yield Fault("order", f"after one rule at a time all together fix {codes}")
