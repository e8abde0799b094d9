"""Programs about torch, made at random: out of the cases of the rules, and by a grammar. One seed, one program."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from random import Random
from textwrap import indent

from casefiles import all_cases

from fuzz import smith
from fuzz.spelling import parsed, respelled
from fuzz.templates import AROUND, ATOMS, HEADS, LINES, NESTS, TOPS
from torchfix_codemods.analysis.syntax.tokens import TokensError, tokens

_FUTURE = re.compile(r"^from __future__ .*\n", re.M)
_LONE_RETURN = re.compile(r"\r(?!\n)")
_LONGEST = 2500
_ENDS = ("\n", "\r\n")


@cache
def snippets() -> tuple[str, ...]:
    """The sources of the cases, as they are and as their rules make them."""
    found = [text for case in all_cases() if case.parses for text in (case.before, case.after)]
    return tuple(dict.fromkeys(text.replace("\r\n", "\n") for text in found if len(text) < _LONGEST))


def _placed(block: str, random: Random) -> str:
    """A block within a compound statement."""
    around = random.choice(AROUND)
    mark = next(line for line in around.split("\n") if line.strip() == "#")
    margin = mark[: len(mark) - 1]
    return around.replace(f"{mark}\n", indent(block, margin, lambda line: bool(line.strip())), 1)


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def case(random: Random, number: int) -> str:
    """One case, spelled in another way."""
    return respelled(random.choice(snippets()), random)


def joined(random: Random, number: int) -> str:
    """Two or three cases in a row, some of them inside a compound statement, spelled in another way."""
    parts = []
    for _ in range(random.choice((1, 2, 2, 3))):
        part = _with_line_end(_FUTURE.sub("", random.choice(snippets())))
        parts.append(_placed(part, random) if random.random() < 0.4 else part)
    head = random.choice(("", "", "import torch\n"))
    return respelled(head + "".join(parts), random)


def mixed(random: Random, number: int) -> str:
    """The lines of a case with made-up statements between them."""
    lines = _with_line_end(random.choice(snippets())).split("\n")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(lines))
        margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        lines.insert(at, indent(_line(random), margin))
    return respelled("\n".join(lines), random)


def grammar(random: Random, number: int) -> str:
    """Statements made up from templates."""
    text = random.choice(TOPS) + _block(random, 2)
    return respelled(text, random)


def _expression(random: Random, depth: int) -> str:
    if depth == 0 or random.random() < 0.3:
        return random.choice(ATOMS)
    template = random.choice(NESTS)
    return template.format(**{name: _expression(random, depth - 1) for name in "abc"})


def _line(random: Random) -> str:
    for _ in range(5):
        text = random.choice(LINES).format(a=_expression(random, 2), b=_expression(random, 1))
        if parsed(text) is not None:
            return text
    return "pass"


def _block(random: Random, depth: int) -> str:
    parts = []
    for _ in range(random.randint(1, 5)):
        if depth and random.random() < 0.3:
            head = random.choice(HEADS).format(a=_expression(random, 1), b=_expression(random, 1))
            parts.append(f"{head}\n{indent(_block(random, depth - 1), '    ')}")
        else:
            parts.append(f"{_line(random)}\n")
    return "".join(parts)


def any_python(random: Random, number: int) -> str:
    """Fragments of any Python, with expressions and lines about torch put into them."""
    parts = [random.choice(TOPS)]
    for _ in range(random.choice((1, 1, 2, 3))):
        fragment = _with_line_end(_LONE_RETURN.sub("\n", random.choice(smith.bank(number // smith.PROGRAMS))))
        fragment = _mingled(fragment, random)
        placed = _placed(fragment, random)
        parts += [placed if random.random() < 0.3 and parsed(placed) is not None else fragment, _block(random, 1)]
    text = "".join(parts)
    return respelled(text, random) if "\r" not in text and random.random() < 0.3 else text


def _mingled(text: str, random: Random) -> str:
    """With expressions about torch in the place of some names and constants, and statements between the others."""
    module = parsed(text)
    if module is None:
        return ""
    places = [
        (node.lineno, node.col_offset, node.end_col_offset or 0)
        for node in ast.walk(module)
        if isinstance(node, (ast.Name, ast.Constant)) and node.lineno == node.end_lineno
    ]
    starts = [(statement.lineno, 0, 0) for statement in module.body if statement.col_offset == 0]
    for line, start, end in sorted(random.sample(places, min(3, len(places))) + starts, reverse=True):
        lines = [part.encode() for part in text.split("\n")]
        what = f"({_expression(random, 1)})" if end else f"{_line(random)}\n"
        lines[line - 1] = lines[line - 1][:start] + what.encode() + lines[line - 1][end:]
        changed = b"\n".join(lines).decode(errors="replace")
        if parsed(changed) is not None:
            text = changed
    return text


GENERATORS: dict[str, Callable[[Random, int], str]] = {
    "case": case,
    "joined": joined,
    "mixed": mixed,
    "grammar": grammar,
    "any": any_python,
}
_TRIES = 20


def available() -> list[str]:
    """The generators whose needs are installed."""
    return [name for name in GENERATORS if name != "any" or smith.is_installed()]


def is_program(text: str) -> bool:
    """Does Python parse it, and give its tokens? (3.13.0 has a mistake there.) Without them no comments are known."""
    try:
        return parsed(text) is not None and bool(tokens(text))
    except TokensError:
        return False


def program(generator: str, seed: int, index: int) -> str:
    """The program of this number: text that Python parses."""
    random = Random(f"{generator}:{seed}:{index}")
    for _ in range(_TRIES):
        text = GENERATORS[generator](random, seed * 1000 * smith.PROGRAMS + index)
        if random.random() < 0.2:
            text = text.rstrip("\n \t\x0c")
        if random.random() < 0.05 and "\r" not in text:
            text = "".join(f"{line}{random.choice(_ENDS)}" for line in text.split("\n"))
        if "torch" in text and is_program(text):
            return text
    return "import torch\n"
