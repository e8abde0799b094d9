"""Blocks of tests that expect what they run to fail: `with self.assertRaises(..):`, `with pytest.raises(..):`."""

from __future__ import annotations

import ast
import re

from torchfix_codemods.analysis.syntax.tree import Tree, callee_name

_EXPECTING = re.compile(r"assert_?(?:raises|warns|fails)\w*|raises(?:_?regex)?|warns", re.IGNORECASE)


def expects_failure(statement: ast.With | ast.AsyncWith) -> bool:
    """Is an exception or a warning expected of the block, which may be about any call in it?"""
    calls = (item.context_expr for item in statement.items)
    return any(isinstance(call, ast.Call) and _EXPECTING.fullmatch(callee_name(call)) is not None for call in calls)


def failing_lines(tree: Tree) -> list[tuple[int, int]]:
    """The first and the last line of each such block."""
    blocks: list[ast.With | ast.AsyncWith] = [*tree.nodes(ast.With), *tree.nodes(ast.AsyncWith)]
    return [(block.body[0].lineno, block.end_lineno or block.lineno) for block in blocks if expects_failure(block)]
