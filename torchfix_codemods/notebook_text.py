"""The JSON text of a notebook: where the sources of its code cells stand in it, and how new ones get there.

A parsed and dumped notebook would differ in indentation, escapes and order from what its author's tool wrote; so the
strings are found in the text, and only those that change are replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from torchfix_codemods.encoding import UnreadableError

_SPACE = re.compile(r"[ \t\r\n]*")
# Numbers are kept as written: NaN would differ from itself, and Python refuses integers of thousands of digits.
_DECODER = json.JSONDecoder(parse_float=str.encode, parse_int=str.encode, parse_constant=str.encode)
_BOM = "\ufeff"


class NotANotebookError(UnreadableError):
    """The text is no notebook that can be read."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One JSON string of a source: its place in the text, and what it says."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell. `number` counts all cells, from 1; `start` and `end` are the place of its source in the text."""

    number: int
    start: int
    end: int
    pieces: tuple[Piece, ...]
    is_list: bool

    @property
    def source(self) -> str:
        return "".join(piece.value for piece in self.pieces)


def code_cells(text: str) -> tuple[Mapping[str, Any], list[Cell]]:
    """The notebook as parsed, and its code cells.

    Raises:
        NotANotebookError: the text is no JSON, or not that of a notebook of format 4.
    """
    body = text.removeprefix(_BOM)
    try:
        notebook = _DECODER.decode(body)
    except json.JSONDecodeError as error:
        raise NotANotebookError(f"is not valid JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise NotANotebookError("is nested too deeply") from None
    if isinstance(notebook, dict) and "worksheets" in notebook:
        hint = "convert it with `jupyter nbconvert --to notebook --inplace`"
        raise NotANotebookError("is a notebook of format 3 or older", hint=hint)
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise NotANotebookError("is JSON, but no notebook")
    places = dict(_members(text, len(text) - len(body)))
    found = []
    for number, place in enumerate(_elements(text, places["cells"][0]), 1):
        cell = notebook["cells"][number - 1]
        if isinstance(cell, dict) and cell.get("cell_type") == "code" and "source" in cell:
            found.append(_cell(text, number, dict(_members(text, place[0]))["source"], cell["source"]))
    return notebook, found


def is_about_python(notebook: Mapping[str, Any]) -> bool:
    """Does nothing in the notebook's metadata name another language?"""
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for table, key in (("kernelspec", "language"), ("language_info", "name")):
        entry = metadata.get(table)
        language = entry.get(key) if isinstance(entry, dict) else None
        if isinstance(language, str) and not language.lower().startswith(("python", "ipython")):
            return False
    return True


def with_new_sources(text: str, sources: Mapping[Cell, str]) -> str | None:
    """The text with these cells' sources in place of the old; None if anything else would be different then."""
    after = text
    for cell in sorted(sources, key=lambda cell: cell.start, reverse=True):
        after = after[: cell.start] + _literal(text, cell, sources[cell]) + after[cell.end :]
    try:
        (old, old_cells), (new, new_cells) = code_cells(text), code_cells(after)
    except NotANotebookError:
        return None
    if _without_sources(old) != _without_sources(new):
        return None
    expected = {cell.number: cell.source for cell in old_cells} | {c.number: source for c, source in sources.items()}
    return after if {cell.number: cell.source for cell in new_cells} == expected else None


def _cell(text: str, number: int, place: tuple[int, int], source: object) -> Cell:
    start, end = place
    if isinstance(source, str):
        return Cell(number, start, end, (Piece(start, end, source),), is_list=False)
    if not isinstance(source, list) or not all(isinstance(piece, str) for piece in source):
        raise NotANotebookError(f"is no valid notebook: the source of cell {number} is no text")
    places = _elements(text, start)
    pieces = tuple(Piece(*place, value) for place, value in zip(places, source, strict=True))
    return Cell(number, start, end, pieces, is_list=True)


def _members(text: str, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Keys of the object at `start`, which is known to be valid, with the places of their values."""
    position = _skip(text, _skip(text, start) + 1)
    while text[position] != "}":
        key, position = _DECODER.raw_decode(text, position)
        value = _skip(text, _skip(text, position) + 1)
        _, position = _DECODER.raw_decode(text, value)
        yield key, (value, position)
        position = _skip(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)


def _elements(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The places of the elements of the array at `start`, which is known to be valid."""
    position = _skip(text, start + 1)
    while text[position] != "]":
        _, end = _DECODER.raw_decode(text, position)
        yield position, end
        position = _skip(text, end)
        if text[position] == ",":
            position = _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _literal(text: str, cell: Cell, source: str) -> str:
    """The JSON of a new source, in the form of the old: string or list, escapes, line breaks, equal lines untouched."""
    old = [text[piece.start : piece.end] for piece in cell.pieces]
    ascii_only = any(r"\u" in literal for literal in old) and all(literal.isascii() for literal in old)
    if not cell.is_list:
        return json.dumps(source, ensure_ascii=ascii_only)
    values = [piece.value for piece in cell.pieces]
    lines = _as_split(source, values)
    pieces: list[str] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, values, lines, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces += old[start:end]
        else:
            pieces += [json.dumps(line, ensure_ascii=ascii_only) for line in lines[new_start:new_end]]
    opening = text[cell.start : cell.pieces[0].start]
    closing = text[cell.pieces[-1].end : cell.end]
    between = text[cell.pieces[0].end : cell.pieces[1].start] if len(cell.pieces) > 1 else f",{opening[1:]}"
    return opening + between.join(pieces) + closing if pieces else "[]"


def _as_split(source: str, values: Sequence[str]) -> list[str]:
    """A source in lines, split as the old one is: by Jupyter at everything `str.splitlines` knows, by others at \\n."""
    if values == "".join(values).splitlines(keepends=True):
        return source.splitlines(keepends=True)
    return [line for line in re.split(r"(?<=\n)", source) if line]


def _without_sources(notebook: Mapping[str, Any]) -> object:
    cells = [
        {key: value for key, value in cell.items() if key != "source"} if isinstance(cell, dict) else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}
