"""What has certainly happened before a place in the program is reached.

Which conditions hold there, which statements have run, and which names are bound. All answers err on one side: a
condition that is given does hold, a name that is called bound is bound.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator

from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, SCOPES, Tree, callee_name, dotted

_LEAVING_CALLS = frozenset({"exit", "_exit", "quit", "skip", "skipTest", "abort"})
# `.cuda()` raises RuntimeError without a driver and AssertionError in a torch built without CUDA.
_CATCH_MISSING_CUDA = frozenset({"Exception", "BaseException", "RuntimeError", "AssertionError"})


def conditions(tree: Tree, node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The tests on the way to `node` with the truth value they had, nearest first.

    `not`, `and` and `or` are taken apart. An earlier `if ...: return` and an earlier `assert` count too.
    """
    child = node
    for up in tree.ancestors(node):
        if isinstance(up, (ast.If, ast.IfExp, ast.While)):
            if _is_in(tree, child, up.body):
                yield from _parts(up.test, True)
            elif _is_in(tree, child, up.orelse) and not isinstance(up, ast.While):
                yield from _parts(up.test, False)
        elif isinstance(up, ast.BoolOp) and child in up.values:
            for earlier in up.values[: up.values.index(child)]:
                yield from _parts(earlier, isinstance(up.op, ast.And))
        if isinstance(child, ast.stmt):
            yield from _settled_before(tree, child)
        child = up


def _is_in(tree: Tree, child: ast.AST, part: ast.AST | list[ast.stmt]) -> bool:
    if not isinstance(part, list):
        return child is part
    return isinstance(child, ast.stmt) and tree.block(child)[0] is part


def _settled_before(tree: Tree, statement: ast.stmt) -> Iterator[tuple[ast.expr, bool]]:
    block, index = tree.block(statement)
    settling = tree.settling.get(id(block))
    if settling is None:
        settling = tree.settling[id(block)] = [place for place, earlier in enumerate(block) if _settles(earlier)]
    for place in settling[: bisect_left(settling, index)]:
        earlier = block[place]
        if isinstance(earlier, (ast.Assert, ast.If)):
            yield from _parts(earlier.test, isinstance(earlier, ast.Assert))


def _settles(statement: ast.stmt) -> bool:
    """Is its test decided for all that comes after it in the block?"""
    if isinstance(statement, ast.If):
        return not statement.orelse and leaves(statement.body)
    return isinstance(statement, ast.Assert)


def _parts(test: ast.expr, truth: bool) -> Iterator[tuple[ast.expr, bool]]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _parts(test.operand, not truth)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is truth:
        for value in test.values:
            yield from _parts(value, truth)
    else:
        yield test, truth


def _binding_sibling(tree: Tree, statement: ast.stmt, name: str) -> ast.stmt | None:
    """The last statement before this one in its block after which the variable is certainly bound."""
    block, index = tree.block(statement)
    table = tree.binders.get(id(block))
    if table is None:
        table = tree.binders[id(block)] = {}
        for place, earlier in enumerate(block):
            for bound in tree.bound_in(earlier):
                table.setdefault(bound, []).append(place)
    places = table.get(name, [])
    for place in reversed(places[: bisect_left(places, index)]):
        earlier = block[place]
        if (earlier, name) not in tree.certain:
            tree.certain[earlier, name] = binds(tree, earlier, name)
        if tree.certain[earlier, name]:
            return earlier
    return None


def leaves(block: list[ast.stmt]) -> bool:
    """Does control never run out of the end of this block?"""
    last = block[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return callee_name(last.value) in _LEAVING_CALLS
    return isinstance(last, ast.If) and bool(last.orelse) and leaves(last.body) and leaves(last.orelse)


def runs_before(tree: Tree, statement: ast.stmt, node: ast.AST) -> bool:
    """Has `statement` run to its end whenever `node` is reached, by their places in nested blocks alone?"""
    block, index = tree.block(statement)
    home = tree.parent(statement)
    for up in (node, *tree.ancestors(node)):
        if isinstance(up, ast.stmt) and tree.parent(up) is home:
            other, place = tree.block(up)
            return other is block and place > index
    return False


def binding_before(tree: Tree, name: str, node: ast.AST, holder: ast.AST) -> ast.stmt | None:
    """The nearest statement before `node`, inside `holder`, after which the variable `name` is certainly bound."""
    child = node
    for up in tree.ancestors(node):
        if isinstance(child, ast.stmt):
            earlier = _binding_sibling(tree, child, name)
            if earlier is not None:
                return earlier
        if up is holder:
            return None
        child = up
    return None


def binds(tree: Tree, statement: ast.stmt, name: str) -> bool:
    """Is the variable `name` bound whenever this statement has run to its end?"""
    if isinstance(statement, ast.If):
        return _branch_binds(tree, statement.body, name) and _branch_binds(tree, statement.orelse, name)
    if isinstance(statement, ast.Try):
        if _block_binds(tree, statement.finalbody, name):
            return True
        normal = _block_binds(tree, [*statement.body, *statement.orelse], name)
        return normal and all(_branch_binds(tree, handler.body, name) for handler in statement.handlers)
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return _block_binds(tree, statement.body, name)
    if isinstance(statement, (*LOOPS, *FUNCTIONS, ast.ClassDef, ast.Match, ast.AugAssign)):
        return not isinstance(statement, (*LOOPS, ast.Match)) and getattr(statement, "name", None) == name
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return False
    return any(_binds_name(part, name) for part in _parts_run_at_once(statement))


def _parts_run_at_once(statement: ast.stmt) -> Iterator[ast.AST]:
    stack: list[ast.AST] = [statement]
    while stack:
        part = stack.pop()
        yield part
        stack += [child for child in ast.iter_child_nodes(part) if not isinstance(child, SCOPES)]


def _binds_name(part: ast.AST, name: str) -> bool:
    if isinstance(part, ast.Name):
        return part.id == name and isinstance(part.ctx, ast.Store)
    return isinstance(part, ast.alias) and (part.asname or part.name.split(".")[0]) == name


def _block_binds(tree: Tree, block: list[ast.stmt], name: str) -> bool:
    return any(binds(tree, statement, name) for statement in block)


def _branch_binds(tree: Tree, block: list[ast.stmt], name: str) -> bool:
    return bool(block) and (leaves(block) or _block_binds(tree, block, name))


def covering_handler(tree: Tree, node: ast.AST) -> ast.ExceptHandler | None:
    """The except clause of this function that goes on where a missing GPU makes `node` raise."""
    child = node
    for up in tree.ancestors(node):
        if isinstance(up, ast.Try) and _is_in(tree, child, up.body):
            for handler in up.handlers:
                if _catches_missing_cuda(handler) and not _raises_again(handler):
                    return handler
        if isinstance(up, (*FUNCTIONS, ast.Lambda)):
            return None
        child = up
    return None


def _catches_missing_cuda(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any((dotted(kind) or "").rsplit(".", 1)[-1] in _CATCH_MISSING_CUDA for kind in types)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    if any(isinstance(node, ast.Raise) for statement in handler.body for node in ast.walk(statement)):
        return True
    last = handler.body[-1]
    return isinstance(last, ast.Expr) and leaves([last])


def is_main_guard(statement: ast.AST) -> bool:
    """Is it `if __name__ == "__main__":`?"""
    if not isinstance(statement, ast.If) or not isinstance(statement.test, ast.Compare):
        return False
    test = statement.test
    if len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = [test.left, test.comparators[0]]
    names = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return names and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def main_guard_of(tree: Tree, node: ast.AST) -> ast.If | None:
    """The main guard that `node` stands under."""
    for up in tree.ancestors(node):
        if isinstance(up, ast.If) and is_main_guard(up):
            return up
    return None
