"""Where the cells of a notebook end, in the one text that its code is looked at as."""

from __future__ import annotations

import ast
import re

from torchfix_codemods.analysis.syntax.tree import Tree

BORDER = re.compile(r"#__torchfix_codemods_cell_(\d+)__\Z")


def border(number: int) -> str:
    """The line above the code of a cell."""
    return f"#__torchfix_codemods_cell_{number}__"


def is_displayed(tree: Tree, statement: ast.stmt) -> bool:
    """Is it the last expression of a cell, which the notebook shows? In a block it would not be shown."""
    return isinstance(statement, ast.Expr) and shows_its_value(tree, statement)


def shows_its_value(tree: Tree, statement: ast.stmt) -> bool:
    """Is it the last statement of a cell, so that the notebook shows its value if it is, or becomes, an expression?"""
    if tree.parents.get(statement) is not tree.module:
        return False
    if tree.line(statement.end_lineno or statement.lineno).rstrip().endswith(";"):
        return False  # says that nothing is to be shown
    below = (line.strip() for line in tree.lines[statement.end_lineno or statement.lineno :])
    following = next((line for line in below if line and (line[0] != "#" or BORDER.match(line))), "")
    is_last = not following or BORDER.match(following) is not None
    return is_last and any(BORDER.match(line) for line in tree.lines)
