"""What a call does besides giving something: it writes into arguments, keeps functions, makes buffers."""

from __future__ import annotations

import ast
from itertools import zip_longest

from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_values import Value, What
from torchfix_codemods.analysis.inference.infer_writes import clean_cells, note_write
from torchfix_codemods.analysis.syntax.functions import only_calls
from torchfix_codemods.analysis.syntax.tree import callee_name

# Methods of modules that call a function with modules, and what calls functions besides.
PASS_MODULES = frozenset({"apply", "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook"})
_KNOWN_CALLERS = PASS_MODULES | {"map"}


def note_writes(node: ast.Call, callee: Value, frame: Frame) -> None:
    """What a function is given, it may fill with something that has history."""
    if not frame.know.has_clean or callee.what is What.MODULE or frame.grad_off:
        return
    run = frame.know.run
    for position, given in enumerate(node.args):
        if clean_cells(given, frame) and run.may_write(node, position):
            note_write(given, frame)
    for word in node.keywords:
        if word.arg and clean_cells(word.value, frame) and run.may_write(node, 0, word.arg):
            note_write(word.value, frame)


def note_buffer(node: ast.Call, base: Value, args: list[Value]) -> None:
    """`self.register_buffer("x", t)` gives the module an attribute."""
    if base.what is not What.OWN or callee_name(node) != "register_buffer" or base.info is None or len(args) < 2:
        return
    name = node.args[0]
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        base.info.assign(name.value, args[1])


def note_callbacks(
    node: ast.Call, callee: Value, base: Value, args: list[Value], named: dict[str | None, Value], frame: Frame
) -> None:
    """A function that is passed on is called with what is not seen here, unless torch is known to do it, or a function
    of this file gets it and does nothing with it but to call it."""
    if callee_name(node) in _KNOWN_CALLERS:
        return
    is_seen = base.what is not What.CLASS and not any(isinstance(one, ast.Starred) for one in node.args)
    caller = callee.function if is_seen else None
    names = [] if caller is None else [parameter.arg for parameter in caller.positional]
    for name, value in [*zip_longest(names[: len(args)], args), *named.items()]:
        if value.function is None:
            continue
        if caller is None or not name or not only_calls(frame.know.tree, caller.node, name):
            value.function.is_callback = True
        else:
            frame.know.hands_on_functions = True
