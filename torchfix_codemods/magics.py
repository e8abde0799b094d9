"""IPython's own lines in a notebook's cells, and the Python lines that stand in for them while rules look at the cell.

So do print statements of Python 2, which would keep the whole cell from being read.

`%time f(x)`, `!ls`, `x = !ls`, `f?` and their like are no Python
(https://ipython.readthedocs.io/en/stable/interactive/reference.html). Each gets a line of Python that binds what it
binds, runs what it runs as far as that is Python, and carries a mark by which the original comes back, byte for byte.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

_CELL_MAGIC = re.compile(r"\s*%%")
# Cell magics whose body runs as if they were not there; the cells of all others are left out.
_TRANSPARENT = re.compile(r"\s*%%(?:time|capture)\b")
_PYTHON_BEHIND = re.compile(r"%(?:time|timeit|prun)\b(?:\s+-\w+(?:\s+\d+)?)*\s+(?P<code>\S.*)", re.DOTALL)
_ASSIGNED = re.compile(r"(?P<names>[A-Za-z_][\w., \[\]'\"*]*?)\s*=\s*[%!](?!=)")
_HELP = re.compile(r"%{0,2}[A-Za-z_*][\w.*\[\]'\"]*\?{1,2}\s*;?\s*$")
_ESCAPES = ("%", "!", "?", ",", ";", "/")
_AUTOMAGIC = re.compile(
    r"(?:autoreload|cat|cd|conda|cp|env|history|load_ext|ls|mamba|matplotlib|mkdir|mv|pip|pwd|pylab|reload_ext|rm"
    r"|rmdir|time|timeit|who|whos)\s+\S"
)
_PRINT = re.compile(r"print\b(?!\s*\()")
_LEXICAL = re.compile(r"#.*|\"\"\"|'''|[\"'()\[\]{}]|\\\r?$")
_CLOSING = {quote: re.compile(rf"(?:\\.|[^\\])*?{quote}", re.DOTALL) for quote in ('"""', "'''", '"', "'")}
QUIET = " noqa"  # on a line that cannot be changed no rule is to find anything
_MARK = re.compile(r"#(?: noqa)? __torchfix_codemods_(?P<key>magic_\d+_\d+)__\s*$")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A line that stands in for another. `runs` says that it is what the magic runs, `prints` that it is no magic."""

    line: str
    original: str
    runs: bool = False
    prints: bool = False


@dataclass
class Disguise:
    """The placeholders of one notebook, by the key in their mark."""

    placeholders: dict[str, Placeholder] = field(default_factory=dict)
    magics: int = 0

    def put_on(self, cell: str) -> list[str] | None:
        """The lines of a cell with its magics replaced; None for a cell that is no Python at all."""
        if _CELL_MAGIC.match(cell) and not _TRANSPARENT.match(cell):
            return None
        shown = self._shown(cell, _is_magic)
        if not is_python(shown) and _PRINT.search(cell):
            shown = self._shown(cell, lambda line: _is_magic(line) or _is_print_statement(line))
        return shown

    def _shown(self, cell: str, is_left: Callable[[str], bool]) -> list[str]:
        shown: list[str] = []
        for group, is_magic in _logical_lines(cell.split("\n"), is_left):
            shown += self._stand_ins(group) if is_magic else group
        return shown

    def take_off(self, lines: Sequence[str]) -> list[str] | None:
        """The lines with the magics put back; None if a rule changed one of the lines that stood in."""
        real = []
        for line in lines:
            if _MARK.search(line) is None:
                real.append(line)
                continue
            placeholder = self.at(line)
            if placeholder is None or not line.endswith(placeholder.line):
                return None
            indented_by = line.removesuffix(placeholder.line)
            if indented_by.strip():
                return None
            real.append(indented_by + placeholder.original)
        return real

    def at(self, line: str) -> Placeholder | None:
        """The placeholder that a line is."""
        mark = _MARK.search(line)
        return self.placeholders.get(mark["key"]) if mark else None

    def _stand_ins(self, group: Sequence[str]) -> Iterator[str]:
        self.magics += 1
        first = group[0]
        indent = first[: len(first) - len(first.lstrip())]
        magic = " ".join(group).strip()
        runs = _run_by(magic)
        for part, original in enumerate(group):
            key = f"magic_{self.magics}_{part}"
            mark = f"__torchfix_codemods_{key}__"
            code = "" if part else f"{runs or _binding_for(magic, mark)}  "
            line = f"{indent}{code}#{'' if part else QUIET} {mark}"
            prints = not part and _is_print_statement(first)
            self.placeholders[key] = Placeholder(line, original, bool(runs) and not part, prints)
            yield line


def marks(lines: Sequence[str]) -> list[str]:
    """The keys of the placeholders among the lines, in order."""
    return [mark["key"] for line in lines if (mark := _MARK.search(line))]


def is_python(lines: Sequence[str]) -> bool:
    """Do these lines parse by themselves?"""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # somebody's invalid escape is not our business
            ast.parse("\n".join(lines) + "\n")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _run_by(magic: str) -> str:
    """The Python that a magic runs in the notebook's namespace, empty where it runs none."""
    behind = _PYTHON_BEHIND.match(magic)
    if behind is None or "#" in behind["code"] or not is_python([behind["code"]]):
        return ""
    return behind["code"].rstrip()


def _binding_for(magic: str, name: str) -> str:
    """A statement on one line that binds what the magic binds.

    An `import` of the mark where that is nothing: it may stand among imports without ending their block.
    """
    assigned = _ASSIGNED.match(magic)
    if assigned is None:
        return f"import {name}"
    if assigned["names"].isidentifier():
        return f"import {name} as {assigned['names']}"
    return f"{assigned['names']} = {name}()" if is_python([f"{assigned['names']} = 0"]) else f"import {name}"


def _logical_lines(lines: Sequence[str], is_left: Callable[[str], bool]) -> Iterator[tuple[list[str], bool]]:
    """Groups of lines that belong together, and whether they are a magic, or what else is left as it is."""
    group: list[str] = []
    state = _State()
    for line in lines:
        if not group:
            state = _State(is_magic=is_left(line))
        group.append(line)
        state = state.after(line)
        if not state.is_open:
            yield group, state.is_magic
            group = []
    if group:
        yield group, state.is_magic


@dataclass(frozen=True, slots=True)
class _State:
    """What is open at the end of a physical line."""

    is_magic: bool = False
    depth: int = 0
    quote: str = ""
    continued: bool = False

    @property
    def is_open(self) -> bool:
        return bool(self.depth > 0 or self.quote or self.continued)

    def after(self, line: str) -> _State:
        if self.is_magic:
            return _State(is_magic=True, continued=line.rstrip("\r").endswith("\\"))
        depth, quote, position = self.depth, self.quote, 0
        while True:
            if quote:
                closing = _CLOSING[quote].match(line, position)
                if closing is None:
                    stays = len(quote) == 3 or line.rstrip("\r").endswith("\\")
                    return _State(depth=depth, quote=quote if stays else "")
                quote, position = "", closing.end()
            found = _LEXICAL.search(line, position)
            if found is None or found[0].startswith("#"):
                return _State(depth=depth)
            if found[0].startswith("\\"):
                return _State(depth=depth, continued=True)
            position = found.end()
            if found[0] in _CLOSING:
                quote = found[0]
            else:
                depth += 1 if found[0] in "([{" else -1


def _is_magic(line: str) -> bool:
    """Is this line, which begins a logical one, IPython's?"""
    code = line.strip()
    if code.startswith(_ESCAPES) or _HELP.match(code) or _ASSIGNED.match(code):
        return True
    return _AUTOMAGIC.match(code) is not None and not is_python([code])


def _is_print_statement(line: str) -> bool:
    """Is this line, which begins a logical one, a print statement of Python 2? It reads values, and changes none."""
    code = line.strip()
    return _PRINT.match(code) is not None and not is_python([code])
