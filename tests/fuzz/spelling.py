"""The same program, spelled in another way: white space, backslashes, brackets, comments, lines that are shared.

Whatever comes out is parsed and compared with what went in, so that a mistake here is no fault of what is tested.
"""

from __future__ import annotations

import ast
import io
import re
import token
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random

from torchfix_codemods.analysis.syntax.tokens import TokensError, tokens

_LAYOUT = frozenset({token.INDENT, token.DEDENT, token.NEWLINE, token.NL, token.COMMENT, token.ENDMARKER})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_STARTS = frozenset(getattr(token, name, -1) for name in ("FSTRING_START", "TSTRING_START"))
_ENDS = frozenset(getattr(token, name, -1) for name in ("FSTRING_END", "TSTRING_END"))
_OUTSIDE = ("", "", "", " ", "  ", "\t", "\x0c", " \\\n", "\\\n  ", " \\\n\t")
_INSIDE = (*_OUTSIDE, "\n", "\n      ", "  # why\n   ", " # a 'quote\n", "\n\n\t", "#\n")
_BETWEEN = ("\n", "# left\n", "{indent}# about\n", "   \n", "\x0c\n", "{indent}# type: ignore\n", "\n\n\n")
_AT_END = ("  # note", " # type: ignore", "\t# é", " ;", " ; # end", " \\\n", "   ")
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Assert, ast.Delete, ast.Pass, ast.Import, ast.AnnAssign)
_BRACKETS = (("(", ")"), ("((", "))"), ("( ", " )"), ("(  # [\n", "\n  )"))
_WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(ord("a"), ord("z") + 1)})


def parsed(text: str) -> ast.Module | None:
    """The program, None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def same_program(old: str, new: str) -> bool:
    """Do two texts say the same to Python?"""
    one, other = parsed(old), parsed(new)
    return one is not None and other is not None and ast.dump(one) == ast.dump(other)


class _Piece:
    """A token with its place in the text. `depth` is that of the brackets before it."""

    def __init__(self, kind: int, text: str, start: int, end: int, depth: int) -> None:
        self.kind, self.text, self.start, self.end, self.depth = kind, text, start, end, depth


def _pieces(text: str) -> list[_Piece]:
    """The tokens, formatted strings as one."""
    starts = [0]
    for line in io.StringIO(text, newline=""):
        starts.append(starts[-1] + len(line))
    starts.append(starts[-1])
    pieces: list[_Piece] = []
    depth = nested = 0
    for part in tokens(text):
        start = starts[part.start[0] - 1] + part.start[1]
        end = starts[part.end[0] - 1] + part.end[1]
        if part.type in _STARTS:
            nested += 1
            if nested == 1:
                pieces.append(_Piece(token.STRING, "", start, end, depth))
        elif part.type in _ENDS:
            nested -= 1
            pieces[-1].end = end
        elif nested == 0:
            if part.string in _CLOSING and part.type == token.OP:
                depth -= 1
            pieces.append(_Piece(part.type, part.string, start, end, depth))
            if part.string in _OPENING and part.type == token.OP:
                depth += 1
    return pieces


def spaced(text: str, random: Random, rate: float) -> str:
    """With other white space between tokens, and sometimes comments where there are brackets."""
    noted = random.random() < 0.7
    outside, inside, at_end, between = (
        choices if noted else tuple(choice for choice in choices if "#" not in choice)
        for choices in (_OUTSIDE, _INSIDE, _AT_END, _BETWEEN)
    )
    out, at = [], 0
    before: _Piece | None = None
    for piece in _pieces(text):
        gap = text[at : piece.start]
        if piece.kind not in _LAYOUT and before is not None and before.kind not in _LAYOUT and random.random() < rate:
            gap += random.choice(inside if piece.depth > 0 else outside)
        elif piece.kind == token.NEWLINE and piece.text and gap == "" and random.random() < rate / 2:
            gap = random.choice(at_end)
        out += [gap, text[piece.start : piece.end]]
        at = piece.end
        if piece.kind == token.NEWLINE and piece.text and random.random() < rate / 3:
            following = text[at:].split("\n", 1)[0]
            out.append(random.choice(between).format(indent=following[: len(following) - len(following.lstrip())]))
        before = piece
    return "".join(out)


def bracketed(text: str, random: Random, rate: float) -> str:
    """With brackets around expressions, and sometimes comments in them."""
    noted = random.random() < 0.5
    module = parsed(text)
    if module is None:
        return text
    skipped: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, (ast.JoinedStr, ast.Starred, ast.Slice, ast.pattern)) or node in skipped:
            skipped.update(ast.iter_child_nodes(node) if not isinstance(node, ast.Starred) else ())
            skipped.add(node)
    lines = text.split("\n")
    edits: list[tuple[int, int, int, str]] = []
    for node in ast.walk(module):
        if (
            not isinstance(node, ast.expr)
            or node in skipped
            or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        ):
            continue
        if random.random() < rate and node.end_lineno is not None and node.end_col_offset is not None:
            left, right = random.choice(_BRACKETS[: 4 if noted else 3])
            edits.append((node.lineno, node.col_offset, 0, left))
            edits.append((node.end_lineno, node.end_col_offset, 1, right))
    for line, column, _, what in sorted(edits, reverse=True):
        data = lines[line - 1].encode()
        lines[line - 1] = (data[:column] + what.encode() + data[column:]).decode()
    return "\n".join(lines)


def _alone(statement: ast.stmt, lines: list[str]) -> bool:
    """Is it a simple statement that fills its line?"""
    line = lines[statement.lineno - 1]
    whole = statement.lineno == statement.end_lineno and line.isascii()
    return (
        whole
        and isinstance(statement, _SIMPLE)
        and line.strip() == line[statement.col_offset : statement.end_col_offset]
    )


def shared(text: str, random: Random, rate: float) -> str:
    """With `a; b` on a line, and one-line suites."""
    module = parsed(text)
    if module is None:
        return text
    lines: list[str | None] = list(text.split("\n"))
    kept = [line or "" for line in lines]
    for holder in ast.walk(module):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(holder, field, None)
            if not isinstance(block, list):
                continue
            for one, other in pairwise(block):
                if random.random() > rate or not (_alone(one, kept) and _alone(other, kept)):
                    continue
                if other.lineno == one.lineno + 1 and lines[one.lineno - 1] is not None:
                    joint = random.choice(("; ", ";", " ;  ", "; \\\n  "))
                    lines[other.lineno - 1] = f"{lines[one.lineno - 1]}{joint}{kept[other.lineno - 1].lstrip()}"
                    lines[one.lineno - 1] = None
            if block and random.random() < rate and isinstance(block[-1], ast.stmt) and len(block) == 1:
                only = block[0]
                above = only.lineno - 2
                if _alone(only, kept) and above >= 0 and (lines[above] or "").rstrip().endswith(":"):
                    lines[above] = f"{lines[above]} {kept[only.lineno - 1].lstrip()}"
                    lines[only.lineno - 1] = None
    return "\n".join(line for line in lines if line is not None)


def widened(text: str, random: Random, rate: float) -> str:
    """With names in wide letters, which Python takes for the plain ones (NFKC)."""
    out, at = [], 0
    for piece in _pieces(text):
        wide = piece.kind == token.NAME and piece.text.isascii() and random.random() < rate
        out += [text[at : piece.start], piece.text.translate(_WIDE) if wide else text[piece.start : piece.end]]
        at = piece.end
    return "".join(out)


def reindented(text: str, random: Random, rate: float) -> str:
    """With another step of indentation, tabs among them. Only where no string goes over lines."""
    if '"""' in text or "'''" in text or "\\\n" in text or rate == 0:
        return text
    step = random.choice(("\t", " ", "  ", "   ", "        "))
    return re.sub(r"^(?: {4})+", lambda found: step * (len(found[0]) // 4), text, flags=re.M)


WAYS: tuple[Callable[[str, Random, float], str], ...] = (reindented, shared, bracketed, spaced, widened)


def respelled(text: str, random: Random) -> str:
    """The same program, spelled in another way; as it is where that does not come out."""
    for way in WAYS:
        if random.random() < (0.1 if way is widened else 0.6):
            text = _tried(way, text, random)
    return text


def _tried(way: Callable[[str, Random, float], str], text: str, random: Random) -> str:
    for rate in (random.choice((0.02, 0.1, 0.3)), 0.02):
        try:
            new = way(text, random, rate)
        except (TokensError, SyntaxError):
            continue
        if same_program(text, new):
            return new
    return text


def spellings(
    text: str, random: Random, rates: Sequence[float] = (1.0, 0.5, 0.2), comments: bool = True
) -> Iterator[tuple[str, str]]:
    """Each of the ways alone, strongly: (its name, the text). Those that leave the text as it is are left out.

    Without `comments` those that put new comments in are left out, too: a rule rightly refuses to drop them.
    """
    before = text.count("#")
    for way in WAYS:
        for rate in rates:
            try:
                new = way(text, random, rate)
            except (TokensError, SyntaxError):
                continue
            if new != text and same_program(text, new) and (comments or new.count("#") == before):
                yield way.__name__, new
                break
