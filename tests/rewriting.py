"""Helpers for tests of the rewriting room: name a node by its text, apply edits to a text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.edits import Edit, Target, target
from torchfix_codemods.rewrite.apply import Applied, apply_edits

Find = Callable[..., Target]
Make = Callable[[Find], Sequence[Edit]]


def finder(tree: Tree) -> Find:
    """`find(code, kind, nth)`: the place of the nth node with this text; expressions unless a kind is given."""

    def find(code: str, kind: type[ast.AST] = ast.expr, nth: int = 0) -> Target:
        found = [
            node
            for node in ast.walk(tree.module)
            if isinstance(node, kind)
            and isinstance(node, (ast.expr, ast.stmt))
            and tree.source(node).replace("\r\n", "\n") == code
        ]
        if not found:
            raise LookupError(f"no {kind.__name__} `{code}`")
        return target(sorted(found, key=lambda node: (node.lineno, node.col_offset))[nth])

    return find


def apply(text: str, *groups: Make) -> Applied:
    """Apply groups of edits; each is a function from `find` to a list of edits."""
    tree = parse(text)
    find = finder(tree)
    return apply_edits(tree, [group(find) for group in groups])


def rewritten(text: str, *groups: Make) -> str:
    """The text after groups of edits, all of which must have been done."""
    result = apply(text, *groups)
    assert result.done == tuple(range(len(groups))), (result.refused, result.waiting, result.swallowed)
    return result.text
