"""Giving a value to an assignment's target."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo
from torchfix_codemods.analysis.inference.infer_members import element, put_into
from torchfix_codemods.analysis.inference.infer_state import Frame, place
from torchfix_codemods.analysis.inference.infer_uses import use_as_item, use_as_store
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Cell, Value, What, settle
from torchfix_codemods.analysis.inference.infer_writes import note_write
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph

Evaluate: TypeAlias = Callable[[ast.expr, Frame], Value]


def bind(
    target: ast.expr,
    value: Value,
    frame: Frame,
    evaluate: Evaluate,
    *,
    keep: bool = True,
    source: ast.expr | None = None,
) -> None:
    """Give `value` to a target. `keep` is false in comprehensions, whose names end with them."""
    if isinstance(target, ast.Name):
        _bind_name(target, value, frame, keep=keep, source=source)
    elif isinstance(target, ast.Attribute):
        _bind_attribute(target, value, frame, evaluate, source)
    elif isinstance(target, ast.Subscript):
        _bind_item(target, value, frame, evaluate, source)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _bind_many(target, value, frame, evaluate, keep=keep)
    elif isinstance(target, ast.Starred):
        bind(target.value, NOTHING, frame, evaluate, keep=keep)


def _bind_name(target: ast.Name, value: Value, frame: Frame, *, keep: bool, source: ast.expr | None) -> None:
    cell = frame.know.cell(target)
    if isinstance(source, ast.Call) and any(isinstance(a, ast.Name) and a.id == target.id for a in source.args):
        cell.converted = True
    if value.cell is not None and value.cell is not cell and not value.known:
        _alias(cell, value.cell)
    if value.what not in (What.NAME, What.CLASS, What.FUNCTION, What.METHOD):
        value = as_device(target.id, value, target.lineno)
        value = settle(value.at(cell))
    frame.know.record(target, value)
    _forget_paths(target.id, frame)
    if keep:
        frame.bind(target.id, value)
    else:
        frame.env[target.id] = value


def as_device(name: str, value: Value, line: int) -> Value:
    """What is called a device and is a string, or not known, is a device by its name."""
    if not name.endswith("device"):
        return value
    if value.what is What.UNKNOWN:
        text = f"`{name}` is a name for it"
        return value._replace(what=What.DEVICE, certainty=Certainty.CONVENTION, text=text)
    if value.what is What.OTHER and value.name == "str":
        return Value(What.DEVICE, Certainty.CONVENTION, line, "a string in a name for a device")
    return value


def _alias(cell: Cell, source: Cell) -> None:
    """Two names of one object: what the uses of the new one prove holds for the old one."""
    if source not in cell.parents and cell not in source.parents:
        cell.parents = (*cell.parents, source)
        for what, evidence in cell.proofs.items():
            source.prove(what, evidence)


def _forget_paths(changed: str, frame: Frame) -> None:
    """`x` is another object now, so `x.y` and `a[x]` are others as well."""
    for path in frame.places.get(changed, ()):
        frame.env.pop(path, None)


def _bind_attribute(
    target: ast.Attribute, value: Value, frame: Frame, evaluate: Evaluate, source: ast.expr | None
) -> None:
    base = evaluate(target.value, frame)
    frame.know.record(target, value)
    path = frame.know.place(target)
    if path is not None:
        _forget_paths(path, frame)
    if base.what is What.TENSOR and target.attr == "requires_grad" and base.cell is not None and not _is_false(source):
        base.cell.ask_for_gradient()
    use_as_store(target, source, value, frame)
    if target.attr in ("data", "grad", "requires_grad"):
        return
    if base.info is not None and base.what in (What.OWN, What.MODULE, What.OTHER):
        value = _assign_attribute(target, value, base.info, source, frame)
        frame.know.record(target, value)
    if path is not None:
        frame.set_place(path, value)


def _assign_attribute(
    target: ast.Attribute, value: Value, info: ClassInfo, source: ast.expr | None, frame: Frame
) -> Value:
    """Note the value for the whole class; the one at this place knows what the class's uses prove."""
    value = as_device(target.attr, value, target.lineno)
    info.assign(target.attr, value, converted=_is_made_of_itself(target, source))
    if value.what in (What.NAME, What.CLASS, What.FUNCTION, What.METHOD):
        return value
    cell = info.cell(target.attr)
    if value.cell is not None and value.cell is not cell and not value.known and frame.know.is_set_once(target.attr):
        _alias(cell, value.cell)
    return settle(value.at(cell))


def _is_false(source: ast.expr | None) -> bool:
    return isinstance(source, ast.Constant) and not source.value


def _is_made_of_itself(target: ast.Attribute, source: ast.expr | None) -> bool:
    """`self.x = convert(self.x)`."""
    if not isinstance(source, ast.Call):
        return False
    here = place(target)
    return any(place(argument) == here for argument in source.args)


def _bind_item(target: ast.Subscript, value: Value, frame: Frame, evaluate: Evaluate, source: ast.expr | None) -> None:
    base = evaluate(target.value, frame)
    use_as_item(target, base, source, value, frame)
    evaluate(target.slice, frame)
    frame.know.record(target, value)
    if base.what is What.TENSOR and _may_bring_history(value):
        note_write(target.value, frame)
    holder, here = frame.know.place(target.value), frame.know.place(target)
    if holder is not None:
        _forget_paths(holder, frame)
        put_into(target.value, base, value, frame)
    if here is not None:
        frame.set_place(here, value)


def _may_bring_history(value: Value) -> bool:
    return value.what not in (What.NUMBER, What.ARRAY) and value.graph is not Graph.NO


def _bind_many(target: ast.Tuple | ast.List, value: Value, frame: Frame, evaluate: Evaluate, *, keep: bool) -> None:
    stars = any(isinstance(item, ast.Starred) for item in target.elts)
    if value.what is What.TUPLE and len(value.items) == len(target.elts) and not stars:
        for item, part in zip(target.elts, value.items, strict=True):
            bind(item, part, frame, evaluate, keep=keep)
        return
    part = NOTHING if value.what in (What.TUPLE, What.UNKNOWN, What.MAPPING) else element(value, target.lineno, frame)
    for item in target.elts:
        bind(item, part, frame, evaluate, keep=keep)
