"""Notebooks made for tests, and rules for them that are functions on text."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Any

from torchfix_codemods.fix import FixRequest
from torchfix_codemods.notebook import fix_notebook
from torchfix_codemods.result import FixResult, Reported

REQUEST = FixRequest(codes=("TFC601",))


def notebook(*sources: Any, indent: int | None = 1, **metadata: Any) -> bytes:
    """A notebook of code cells; a pair gives another type of cell."""
    cells = [
        {"cell_type": source[0], "metadata": {}, "source": source[1]}
        if isinstance(source, tuple)
        else {
            "cell_type": "code",
            "execution_count": 3,
            "id": f"cell-{number}",
            "metadata": {"scrolled": True},
            "outputs": [{"data": {"text/plain": ["old(1)\n", "\u001b[0m", "é"]}, "output_type": "display_data"}],
            "source": source,
        }
        for number, source in enumerate(sources)
    ]
    document = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(document, indent=indent, ensure_ascii=False) + "\n").encode()


def on_text(change: Callable[[str], str], *findings: Reported) -> Callable[[bytes, str, FixRequest], FixResult]:
    """What fixes a source by changing its text."""

    def fixer(data: bytes, path: str, request: FixRequest) -> FixResult:
        ast.parse(data)  # what rules get to see must be Python
        after = change(data.decode()).encode()
        return FixResult(path, after if after != data else None, findings)

    return fixer


def rename(text: str) -> str:
    return text.replace("old(", "new(")


def fixed(data: bytes, change: Callable[[str], str] = rename) -> bytes:
    result = fix_notebook(data, "a.ipynb", REQUEST, on_text(change))
    assert not result.problems
    return data if result.after is None else result.after


def seen(data: bytes) -> str:
    """What the rules get to see."""
    texts: list[str] = []

    def look(text: str) -> str:
        texts.append(text)
        return text

    fixed(data, look)
    return texts[0] if texts else ""
