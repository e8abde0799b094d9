"""What a test says about the values in its branches: isinstance, torch.is_tensor, hasattr, is None."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_uses import says_class
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Cell, Value, What, join, tensor
from torchfix_codemods.analysis.inference.kinds import Certainty
from torchfix_codemods.analysis.syntax.tree import callee_name

GUARDS = frozenset(
    {"isinstance", "hasattr", "callable", "issubclass", "type", "is_tensor", "getattr", "torch_is_tensor"}
)


def narrow(test: ast.expr, truth: bool, frame: Frame) -> dict[str, Value]:
    """The environment in which a branch runs that is taken when `test` has this truth."""
    env = frame.env
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return narrow(test.operand, not truth, frame)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is truth:
            saved = frame.env
            for part in test.values:
                frame.env = narrow(part, truth, frame)
            env, frame.env = frame.env, saved
            return env
        return _one_of(test, truth, frame)
    if isinstance(test, ast.Call) and test.args:
        return _narrow_call(test, truth, frame)
    return _guard_all(test, env, frame)


def _one_of(test: ast.BoolOp, truth: bool, frame: Frame) -> dict[str, Value]:
    """`isinstance(m, A) or isinstance(m, B)`: what all of them say of the same place."""
    env = _guard_all(test, frame.env, frame)
    branches = [narrow(part, truth, frame) for part in test.values]
    for path, first in branches[0].items():
        if first is frame.env.get(path) or not all(path in branch for branch in branches):
            continue
        value = first
        for branch in branches[1:]:
            value = join(value, branch[path])
        if value.known:
            env = {**env, path: value}
    return env


def _guard_all(test: ast.expr, env: dict[str, Value], frame: Frame) -> dict[str, Value]:
    """`if type(x) is list or ..`: what is guarded so is not shown by uses inside the branch to have been one before."""
    for call in frame.know.calls_in(test):
        if call.args and callee_name(call) in GUARDS:
            env = _guarded(call.args[0], env, call, frame)
    return env


def _narrow_call(test: ast.Call, truth: bool, frame: Frame) -> dict[str, Value]:
    name, subject = callee_name(test), test.args[0]
    path = frame.know.place(subject)
    env = frame.env
    if name not in GUARDS or path is None:
        return _guard_all(test, env, frame)
    shown = NOTHING
    if name == "is_tensor":
        shown = tensor(test.lineno, "`is_tensor(..)` is tested")
    elif name == "isinstance" and len(test.args) == 2:
        shown = _instance(test.args[1], frame)._replace(line=test.lineno, text="`isinstance(..)` is tested")
    old = env.get(path) or frame.know.values.get(subject, NOTHING)
    if not truth:
        return _without(path, subject, shown, old, env, test, frame)
    if name == "isinstance" and old.known and old.what is What.TENSOR and says_class(shown):
        return frame.with_place(path, old.weak().at(None), env)
    if shown.what is What.UNKNOWN or (
        old.known and (not shown.known or (old.what is shown.what and shown.name is None))
    ):
        return _guarded(subject, env, test, frame)
    same = shown.what is old.what
    info = shown.info or (old.info if same else None)
    value = shown._replace(graph=old.graph, scalar=same and old.scalar, info=info, cell=None)
    return frame.with_place(path, value, env)


def _without(
    path: str, subject: ast.expr, shown: Value, old: Value, env: dict[str, Value], test: ast.Call, frame: Frame
) -> dict[str, Value]:
    """The branch where it is not that: a value that was only supposed to be one is nothing known any more."""
    env = _guarded(subject, env, test, frame)
    if shown.what is old.what and not old.known and shown.what is not What.UNKNOWN:
        return frame.with_place(path, Value(cell=frame.know.cell((test, "else"))), env)
    return env


def _instance(classes: ast.expr, frame: Frame) -> Value:
    options = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    result: Value | None = None
    for option in options:
        value = _one(option, frame)
        if value.what is What.UNKNOWN:
            return NOTHING
        result = value if result is None else join(result, value)
    return NOTHING if result is None else result


def _one(option: ast.expr, frame: Frame) -> Value:
    if isinstance(option, ast.Name):
        bound = frame.lookup(option.id)
        if bound is not None and bound.what not in (What.NAME, What.CLASS):
            return NOTHING
    return frame.know.names.annotation(option)


def _guarded(subject: ast.expr, env: dict[str, Value], key: ast.AST, frame: Frame) -> dict[str, Value]:
    """Inside the branch, uses prove nothing about the value outside of it."""
    path = frame.know.place(subject)
    if path is None:
        return env
    old = env.get(path) or frame.know.values.get(subject, NOTHING)
    if old.known or old.what in (What.OWN, What.NAME):
        return env
    cell = Cell() if old.certainty is Certainty.NONE else frame.know.cell((key, path))
    return frame.with_place(path, old.at(cell), env)
