"""Which objects a function has just made when it passes them on, so that nothing was computed with them yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name, has_star_arguments
from torchfix_codemods.analysis.tables.words import words

# Methods of a module that compute nothing with it.
_IDLE = words("to cuda cpu half float double train eval requires_grad_ share_memory")


def fresh_arguments(body: Sequence[ast.stmt], nodes: Nodes) -> dict[ast.Call, tuple[str, ...]]:
    """Call -> which of its arguments (position from 0, or keyword) are local variables that hold a fresh object.

    That is one which a call made in an earlier statement of the same block, and which no statement since then names but
    to move it or to set its mode. Only calls that are a statement of their own or the whole value of one.
    `nodes` are all that stand in `body`.
    """
    found: dict[ast.Call, tuple[str, ...]] = {}
    if not any(map(_made, nodes.of(ast.Assign))):
        return found
    for block in _blocks(body):
        names: dict[ast.stmt, list[ast.Name]] = {}  # all that stand in a statement, found once for all variables
        for index, statement in enumerate(block):
            name = _made(statement)
            if name:
                _follow(name, block[index + 1 :], names, found)
    return found


def _follow(
    name: str,
    rest: Sequence[ast.stmt],
    names: dict[ast.stmt, list[ast.Name]],
    found: dict[ast.Call, tuple[str, ...]],
) -> None:
    for statement in rest:
        if statement not in names:
            names[statement] = Nodes([statement]).of(ast.Name)
        uses = [node for node in names[statement] if node.id == name]
        if not uses or _is_idle(statement, name, uses):
            continue
        call = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
        if isinstance(call, ast.Call) and len(uses) == 1:
            places = [str(i) for i, value in enumerate(call.args) if value is uses[0]]
            places += [word.arg for word in call.keywords if word.value is uses[0] and word.arg]
            if places and not has_star_arguments(call):
                found[call] = (*found.get(call, ()), *places)
        return


def _blocks(body: Sequence[ast.stmt]) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a function, without those of functions inside."""
    waiting = [body]
    while waiting:
        block = waiting.pop()
        yield block
        for statement in block:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            if not hasattr(statement, "body"):  # most have no blocks
                continue
            waiting += [getattr(statement, part, None) or [] for part in ("body", "orelse", "finalbody")]
            waiting += [handler.body for handler in getattr(statement, "handlers", ())]


def _made(statement: ast.stmt) -> str:
    """The variable that a statement gives what a call makes of values without modules in them; empty for no such."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ""
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Name) or not isinstance(value, ast.Call) or has_star_arguments(value):
        return ""
    if not callee_name(value)[:1].isupper():
        return ""  # no class: following all variables costs a tenth of reading a file
    return "" if any(word.arg == "_weight" for word in value.keywords) else target.id


def _is_idle(statement: ast.stmt, name: str, uses: Sequence[ast.Name]) -> bool:
    """Is it `net.to(device)` or `net = net.to(device)`? `uses` are all places in it with the name."""
    value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute) or value.func.attr not in _IDLE:
        return False
    if not isinstance(value.func.value, ast.Name) or value.func.value.id != name:
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    are_it = all(isinstance(target, ast.Name) and target.id == name for target in targets)
    return are_it and len(uses) == len(targets) + 1
