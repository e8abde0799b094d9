"""What a data set holds, and what a DataLoader makes of it: default collation turns numbers and arrays into tensors."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_state import Knowledge
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Value, What, known, sequence, tensor, tuple_of
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted, has_star_arguments, keyword
from torchfix_codemods.analysis.tables import torch_api

_TO_TENSOR = "torchvision.transforms.ToTensor"  # also the name of a Compose that holds one
# The last steps of a Compose that holds a ToTensor after which the result is a tensor.
_GIVE_TENSORS = frozenset({"ToTensor", "Normalize", "RandomErasing", "ConvertImageDtype"})
_MAX_DEPTH = 4


def loader(name: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    """A DataLoader; its part is what it yields."""
    given = args[0] if args else _named(node, "dataset", know)
    part = None
    if given is not None and given.part is not None and keyword(node, "collate_fn") is None:
        part = _collated(given.part, node.lineno, 0)
    return Value(What.LOADER, Certainty.EVIDENCE, node.lineno, "it is a `DataLoader`", name=name, part=part)


def data_set(name: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    """A data set of torch.utils.data or torchvision; its part is an item."""
    last = name.rsplit(".", 1)[-1]
    made = known(What.OTHER, node.lineno, f"it is a `{last}`", name)
    if last == "TensorDataset":
        item = tensor(node.lineno, "a `TensorDataset` holds tensors", Graph.NO)
        return made._replace(part=sequence(item) if has_star_arguments(node) else tuple_of((item,) * len(node.args)))
    if last in ("Subset", "random_split") and args:
        parts = made._replace(part=args[0].part)
        return sequence(parts) if last == "random_split" else parts
    if last in torch_api.LABELLED_IMAGES and _gives_tensors(node, args, know):
        item = tensor(node.lineno, f"`{last}` with `ToTensor()` holds tensors", Graph.NO)
        return made._replace(part=tuple_of((item, item)))
    return made if last[:1].isupper() else NOTHING


def transform(name: str, node: ast.Call) -> Value:
    """A transform of torchvision; one that gives tensors bears ToTensor's name, its part is what a call gives."""
    last = name.rsplit(".", 1)[-1]
    if not last[:1].isupper():
        return NOTHING
    gives = last == "ToTensor" or (last == "Compose" and any(_is_to_tensor(part) for part in ast.walk(node)))
    made = known(What.OTHER, node.lineno, f"`{last}` is a transform", _TO_TENSOR if gives else name)
    steps = node.args[0].elts if last == "Compose" and node.args and isinstance(node.args[0], ast.List) else [node]
    last_step = steps[-1] if steps else None
    if not gives or not isinstance(last_step, ast.Call) or callee_name(last_step) not in _GIVE_TENSORS:
        return made
    return made._replace(part=tensor(node.lineno, f"`{last}` with `ToTensor()` gives a tensor", Graph.NO))


def is_transform(value: Value) -> bool:
    return (value.name or "").startswith("torchvision.transforms.")


def items_of(value: Value, know: Knowledge) -> Value:
    """An instance of a data set of the file, with what its `__getitem__` returns as its part."""
    method = value.info.method("__getitem__") if value.info is not None else None
    return value if method is None else value._replace(part=know.returned(method))


def item_of(value: Value, node: ast.Subscript) -> Value:
    """`dataset[i]`: what a data set of torch holds, or what is called one; a word chooses a part of it instead."""
    if value.known:
        return NOTHING if value.part is None or is_transform(value) else value.part
    called = (dotted(node.value) or "").rpartition(".")[2]
    if called.endswith("loaders"):
        return Value(What.LOADER, Certainty.CONVENTION, text=f"`{called}` is a name for loaders")
    by_word = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    if by_word or not called.endswith("dataset"):
        return NOTHING
    return Value(What.BATCH, Certainty.CONVENTION, node.lineno, "an item of a data set", graph=Graph.NO)


def _is_to_tensor(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and callee_name(node) == "ToTensor"


def _gives_tensors(node: ast.Call, args: list[Value], know: Knowledge) -> bool:
    given = _named(node, "transform", know)
    if keyword(node, "target_transform") is not None:
        return False
    return any(value is not None and value.name == _TO_TENSOR for value in (given, *args))


def _named(node: ast.Call, name: str, know: Knowledge) -> Value | None:
    given = keyword(node, name)
    return None if given is None else know.values.get(given.value)


def _collated(item: Value, line: int, depth: int) -> Value:
    if depth > _MAX_DEPTH:
        return NOTHING
    if item.what in (What.TENSOR, What.NUMBER, What.ARRAY):
        return Value(What.TENSOR, item.certainty, line, "an element of a DataLoader", graph=Graph.NO)
    if item.what is What.TUPLE:
        return tuple_of(tuple(_collated(part, line, depth + 1) for part in item.items))
    if item.what in (What.SEQUENCE, What.MAPPING) and item.part is not None:
        return item._replace(part=_collated(item.part, line, depth + 1), cell=None)
    return NOTHING
