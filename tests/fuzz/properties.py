"""What must hold for every program: each property that does not is a fault, with a word for its kind."""

from __future__ import annotations

import io
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from casefiles import Case

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules
from torchfix_codemods.result import FixResult

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
        first = fix(data, PATH, request)
        yield from _faults(text, data, first, request)
        for another in (_promised, _windows, _encoded):
            if random.random() < share:
                yield from another(text, first, request, random)
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


def _promised(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    """`check` says that something can be fixed exactly where `apply` does something."""
    looked = fix(text.encode(), PATH, replace(request, apply=False))
    promised = [f for f in looked.findings if f.fixable and _is_wanted(f.applicability, request)]
    if bool(promised) != (first.after is not None) and not first.problems:
        codes = sorted({f.code for f in promised})
        yield Fault("check and apply", f"check promises {codes}, apply changes: {first.after is not None}")


def _windows(text: str, first: FixResult, request: FixRequest, random: Random) -> Iterator[Fault]:
    if "\r" in text:
        return
    data = text.replace("\n", "\r\n").encode()
    if _after(data, fix(data, PATH, request)) != _after(text.encode(), first).replace(b"\n", b"\r\n"):
        yield Fault("line ends", "other text with CRLF")


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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parts = list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))
    return [part.string.rstrip() for part in parts if part.type == tokenize.COMMENT]


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
