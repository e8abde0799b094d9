"""Write `non_blocking=` for the keyword argument `async=`, which no Python since 3.7 parses.

A text pass: the file has no syntax tree before it is repaired.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, ParseError, Tree, parse
from torchfix_codemods.codemod import Codemod, Repair
from torchfix_codemods.edits import Target
from torchfix_codemods.repair import keyword_arguments

_METHODS = frozenset({"cuda", "copy_", "to"})
_STAND_IN = "_sync"  # as long as `async`, so that all places stay


class AsyncKeyword(Codemod):
    """`async` is a reserved word since Python 3.7, so one `x.cuda(async=True)` keeps a whole file from being compiled.
    The argument has been called `non_blocking` since PyTorch 0.4, in `.cuda()`, `.to()` and `.copy_()`, and means the
    same.

    Only the name of that argument in a call of these methods is rewritten, and in a call of a function of the same file
    that hands its `**kwargs` on to one of them. A variable called `async` has to be renamed by hand.
    """

    code = "TFC308"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.cuda.html"
    since = "0.4"
    triggers = ("async",)

    def repair(self, text: str) -> Iterator[Repair]:
        methods = keyword_arguments(text, "async", _METHODS, unless="non_blocking")
        others = keyword_arguments(text, "async", None, unless="non_blocking")
        for place in [*methods, *_handed_on(text, [other for other in others if other not in methods], others)]:
            yield Repair(place, "non_blocking", "`async` is a reserved word since Python 3.7: write `non_blocking`")


def _handed_on(text: str, places: list[Target], every: Iterable[Target]) -> Iterator[Target]:
    """Those of the places that are in a call of a function which hands its keywords on to one of the methods."""
    if not places:
        return
    try:
        tree = parse(_with_stand_in(text, every))
    except ParseError:
        return
    wanted = {(place.line, place.column): place for place in places}
    for call in tree.nodes(ast.Call):
        for keyword in call.keywords:
            place = wanted.get((keyword.lineno, keyword.col_offset))
            if place is not None and keyword.arg == _STAND_IN and _hands_on(call, tree):
                yield place


def _with_stand_in(text: str, places: Iterable[Target]) -> str:
    lines = text.split("\n")
    for place in places:
        line = lines[place.line - 1].encode()
        lines[place.line - 1] = (line[: place.column] + _STAND_IN.encode() + line[place.end_column :]).decode()
    return "\n".join(lines)


def _hands_on(call: ast.Call, tree: Tree) -> bool:
    """Is it a function of this file that has `**kwargs` and calls one of the methods with them?"""
    if not isinstance(call.func, ast.Name):
        return False
    bindings = tree.bindings(call.func)
    function = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(function, FUNCTIONS) or function.args.kwarg is None:
        return False
    keywords = function.args.kwarg.arg
    return any(
        isinstance(inner.func, ast.Attribute)
        and inner.func.attr in _METHODS
        and any(k.arg is None and isinstance(k.value, ast.Name) and k.value.id == keywords for k in inner.keywords)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Call)
    )
