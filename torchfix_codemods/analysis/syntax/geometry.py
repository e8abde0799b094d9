"""Where nodes stand to each other: before, in one loop, in different branches of one statement."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.tree import LOOPS, Tree


def position(node: ast.AST) -> tuple[int, int]:
    """Line and column of the start of a node."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def ending(node: ast.AST) -> tuple[int, int]:
    """Line and column of the end of a node."""
    return getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0


def evaluated_at(tree: Tree, bound: ast.AST) -> tuple[int, int]:
    """The place from which a name has its new value: the end of its statement, for a loop the end of its iterable."""
    up: ast.AST = bound
    while not isinstance(up, (ast.stmt, ast.comprehension, ast.NamedExpr)):
        parent = tree.parents.get(up)
        if parent is None or isinstance(parent, (ast.With, ast.AsyncWith)):
            return ending(up)
        up = parent
    if isinstance(up, (ast.For, ast.AsyncFor, ast.comprehension)):
        return ending(up.iter)
    if isinstance(up, ast.While):
        return ending(up.test)
    if isinstance(up, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try, ast.Match)):
        return position(up)
    return ending(up)


def common_loop(tree: Tree, one: ast.AST, other: ast.AST) -> ast.AST | None:
    """The innermost loop that runs both nodes again and again."""
    for up in tree.ancestors(one):
        if isinstance(up, LOOPS) and tree.within(other, up):
            return up
    return None


def always_before(tree: Tree, statement: ast.AST, node: ast.AST) -> bool:
    """Given that it stands before `node`: is the statement on every way to it, not in a branch beside it?"""
    holder = tree.parents.get(statement)
    if holder is None or not tree.within(node, holder):
        return False
    if isinstance(holder, ast.Module):
        return True
    return not exclusive(tree, statement, node)


def exclusive(tree: Tree, one: ast.AST, other: ast.AST) -> bool:
    """Do the two stand in different branches of one `if`, `try` or `match`, so that one run takes only one of them?"""
    if other is not one and tree.within(one, other):
        return False
    child = other
    for up in tree.ancestors(other):
        if tree.within(one, up):
            if up is one or not isinstance(up, (ast.If, ast.Match, ast.Try)):
                return False
            first = one
            while (above := tree.parents[first]) is not up:
                first = above
            return _are_branches(up, first, child)
        child = up
    return False


def _are_branches(holder: ast.AST, one: ast.AST, other: ast.AST) -> bool:
    if isinstance(holder, ast.If):
        return holder.test not in (one, other) and (one in holder.body) != (other in holder.body)
    if isinstance(holder, ast.Match):
        return one is not other
    return isinstance(holder, ast.Try) and isinstance(one, ast.ExceptHandler) != isinstance(other, ast.ExceptHandler)
