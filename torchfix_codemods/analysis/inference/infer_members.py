"""What an attribute is, and what a method gives, by the kind of its receiver."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_definitions import instance
from torchfix_codemods.analysis.inference.infer_state import (
    Frame,
    by_convention,
    is_module_name,
    is_settings_name,
)
from torchfix_codemods.analysis.inference.infer_torch import asks_for_more, has_dimension, module_call
from torchfix_codemods.analysis.inference.infer_uses import use_as_member, use_attribute, use_known_tensor, use_method
from torchfix_codemods.analysis.inference.infer_values import (
    NOTHING,
    Cell,
    Value,
    What,
    join,
    join_graphs,
    known,
    like,
    sequence,
    settle,
    tensor,
    tuple_of,
)
from torchfix_codemods.analysis.inference.infer_writes import note_write
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.syntax.sizes import are_sizes
from torchfix_codemods.analysis.tables import torch_api

# A module gives itself, a tensor another tensor: either way the result is of the receiver's kind.
_GIVE_THE_SAME = frozenset({"to", "cuda", "cpu", "half", "float", "double", "eval", "train"})
_KEEP_TYPE = frozenset({What.DEVICE, What.NUMBER})  # what can be passed to `.to(..)` and leaves the type
_WITHOUT_HISTORY = frozenset({What.NUMBER, What.OTHER, What.TUPLE, What.DEVICE, What.NONE, What.NAME})
_WORD = Value(What.OTHER, Certainty.EVIDENCE, text="a string")


# ---- attributes


def attribute(node: ast.Attribute, base: Value, frame: Frame, *, called: bool = False) -> Value:
    """What `base.attr` is. `called` says that it is the function of a call: methods are looked at elsewhere."""
    if base.what is What.NAME:
        return _imported(node, base, frame)
    path = frame.know.place(node)
    if path is not None:
        here = frame.env.get(path)
        if here is not None:
            return settle(here)
    if base.open and not called and base.what is not What.OWN:
        use_attribute(node, base, frame)
    value = _attribute(node, base, frame)
    if value.known and value.cell is None and value.what is not What.TENSOR:
        return value
    return settle(value if value.cell is not None else value.at(_member_cell(node, base, frame)))


def _imported(node: ast.Attribute, base: Value, frame: Frame) -> Value:
    name = frame.know.tree.resolved(f"{base.name}.{node.attr}")
    if name.partition(".")[0] == "torch" != (base.name or "").partition(".")[0]:
        base = known(What.NAME, node.lineno, f"`{name}` is imported by another file", name)
    if name.startswith("torch."):
        dtype = name.count(".") == 1 and node.attr in torch_api.DTYPES
        return known(What.OTHER, node.lineno, f"`{name}`") if dtype else base._replace(name=name)
    if base.cell is None:
        return base._replace(name=name)
    return base._replace(name=name, cell=base.cell.child(node.attr))


def _member_cell(node: ast.Attribute, base: Value, frame: Frame) -> Cell:
    if base.info is not None and base.what in (What.OWN, What.MODULE, What.OTHER, What.SUPER):
        return base.info.cell(node.attr)
    return frame.know.cell(node) if base.cell is None else base.cell.child(node.attr)


def _attribute(node: ast.Attribute, base: Value, frame: Frame) -> Value:
    name, what = node.attr, base.what
    if what is What.TENSOR:
        return _of_tensor(name, base)
    if base.info is not None:
        found = _of_instance(node, base, frame)
        if found.what is not What.UNKNOWN:
            return found
    elif base.name is not None and what in (What.MODULE, What.OTHER) and frame.know.others is not None:
        found = frame.know.others.attribute(base.name, name, node.lineno)
        if found.what is not What.UNKNOWN:
            return found
    if name == "param_groups":
        return sequence(known(What.GROUP, node.lineno, "an element of `param_groups`"))
    if what is What.OWN and base.info is not None and base.info.module is Certainty.NONE:
        return by_convention(name) if is_settings_name(name) or is_module_name(name) else NOTHING
    if what in (What.MODULE, What.OWN):
        return _of_module(name, base, node)
    if _is_mock(base):
        return base
    if what in (What.OTHER, What.NUMBER):
        return by_convention(name) if is_settings_name(name) else NOTHING
    if what is What.ARRAY:
        return like(base, What.ARRAY) if name in ("T", "real", "imag") else NOTHING
    if what is What.PACKED and name == "data":
        return tensor(base.line, "the `data` of a PackedSequence")
    if what is What.UNKNOWN:
        return _by_name(name)
    return NOTHING


def _of_tensor(name: str, base: Value) -> Value:
    if name in torch_api.TENSOR_ATTRIBUTES_TENSOR:
        graph = Graph.NO if name == "data" else Graph.UNKNOWN if name == "grad" else base.graph
        return base._replace(graph=graph, scalar=base.scalar and name != "T", cell=None, name=None)
    if name == "device":
        return like(base, What.DEVICE, "torch.device")
    if name in torch_api.TENSOR_ATTRIBUTES_OTHER:
        return like(base, What.OTHER)
    return NOTHING


def _of_instance(node: ast.Attribute, base: Value, frame: Frame) -> Value:
    """An attribute or a method of a class of the file."""
    info = base.info
    assert info is not None
    if base.what is What.SUPER:
        methods = [parent.method(node.attr) for parent in info.bases]
        return next((Value(What.METHOD, Certainty.EVIDENCE, function=m, info=info) for m in methods if m), NOTHING)
    method = info.method(node.attr)
    if method is not None:
        if method.is_property:
            return frame.know.returned(method)
        return Value(What.METHOD, Certainty.EVIDENCE, function=method, info=info)
    value = info.attribute(node.attr)
    return value if value.what is not What.NONE else NOTHING


def _of_module(name: str, base: Value, node: ast.Attribute) -> Value:
    certainty = base.certainty if base.what is What.MODULE else base.info.module if base.info else Certainty.NONE
    if name in torch_api.PARAMETER_NAMES:
        graph = Graph.NO if name in torch_api.BUFFER_NAMES else Graph.YES
        layer = (base.name is not None and torch_api.is_layer(base.name)) or base.name in (
            "torch.nn.LSTM",
            "torch.nn.GRU",
        )
        if layer or name in ("running_mean", "running_var", "in_proj_weight"):
            text = f"`{name}` of a {base.name or 'module'}"
            return Value(What.TENSOR, certainty, base.line or node.lineno, text, graph=graph)
        return Value(What.TENSOR, Certainty.CONVENTION, node.lineno, f"`{name}` of a module")
    if name == "module" and base.name is not None and base.name.rsplit(".", 1)[-1] in torch_api.WRAPPERS:
        inner = base.info.name if base.info is not None else None
        return Value(What.MODULE, base.certainty, base.line, base.text, name=inner, info=base.info)
    return by_convention(name) if is_module_name(name) or is_settings_name(name) else NOTHING


def _by_name(name: str) -> Value:
    if name in ("weight", "bias", "running_mean", "running_var", "grad"):
        return Value(What.TENSOR, Certainty.CONVENTION, text=f"`.{name}` is a name for it")
    return by_convention(name) if is_module_name(name) or is_settings_name(name) else NOTHING


# ---- methods


def method(node: ast.Call, func: ast.Attribute, base: Value, args: list[Value], frame: Frame) -> Value:
    """What `base.name(..)` gives where that is not a function of the file."""
    what = base.what
    if (base.open and what is not What.OWN) or what is What.NAME:
        use_method(node, func, base, frame)
        base = settle(base)
        what = base.what
    if what is What.TENSOR:
        use_known_tensor(node, func, base, frame)
        return _tensor_method(node, func.attr, base, args, frame)
    if what is What.MODULE or (what is What.OWN and base.info is not None and base.info.module is not Certainty.NONE):
        use_as_member(node, base, frame)
        name = base.name or ""
        is_of_torch = base.known and base.info is None and name.startswith("torch.nn.") and name != "torch.nn.Module"
        if func.attr == "forward" and is_of_torch:
            return module_call(base, node, args, frame.grad_off)
        return _module_method(func.attr, base, node)
    return _METHODS.get(what, _nothing)(node, func.attr, base, frame)


def _nothing(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    if name == "parse_args":
        return known(What.OTHER, node.lineno, "`parse_args()` returns a namespace", "argparse.Namespace")
    return NOTHING


def _tensor_method(node: ast.Call, name: str, base: Value, args: list[Value], frame: Frame) -> Value:
    if name == "numpy":
        return like(base, What.ARRAY)
    if name in torch_api.TENSOR_GIVES_OTHER:
        return like(base, What.NUMBER if name in ("item", "dim", "numel", "nelement") else What.OTHER)
    graph = _graph_after(node, name, base, args, frame)
    plain = Value(What.TENSOR, base.certainty, base.line, base.text, graph=graph)
    dimension = has_dimension(node, 0)
    if name in torch_api.TUPLES_OF_TENSORS and (name not in torch_api.REDUCING_PAIRS or dimension):
        if name in ("max", "min") and len(args) == 1 and args[0].what is What.TENSOR:
            return plain
        if name in torch_api.PAIRS:
            return tuple_of((plain, plain._replace(graph=Graph.NO)))
        return sequence(plain, base.certainty)
    if name == "type" and not node.args and not node.keywords:
        return like(base, What.OTHER)
    if not torch_api.is_tensor_method(name) or asks_for_more(name, node, 0):
        return NOTHING
    if (
        torch_api.is_in_place(name)
        and graph is not Graph.NO
        and not frame.grad_off
        and isinstance(node.func, ast.Attribute)
    ):
        note_write(node.func.value, frame)
    if name == "norm":
        dimension = has_dimension(node, 1)  # the first argument is the power
    reduced = name in torch_api.REDUCTIONS and (not dimension or name in ("dot", "dist"))
    whole = torch_api.WHOLE_NUMBERS if name in torch_api.GIVE_WHOLE_NUMBERS else None
    return plain._replace(scalar=reduced or (base.scalar and _stays_scalar(name, node, args)), name=whole)


def _stays_scalar(name: str, node: ast.Call, args: list[Value]) -> bool:
    """Does the method make a 0-dim tensor of one, for certain?"""
    if name in torch_api.KEEP_SHAPE:
        return True
    if torch_api.is_in_place(name):
        return name not in torch_api.RESHAPING_IN_PLACE
    if name not in torch_api.ELEMENTWISE or len(args) != len(node.args) or node.keywords:
        return False
    return all(value.what is What.NUMBER or value.scalar for value in args)


def _graph_after(node: ast.Call, name: str, base: Value, args: list[Value], frame: Frame) -> Graph:
    if name == "requires_grad_":
        return Graph.YES if not args else Graph.UNKNOWN
    if name in torch_api.WITHOUT_GRAPH:
        return Graph.NO
    if frame.grad_off:
        return base.graph if torch_api.is_in_place(name) else Graph.NO
    if name in torch_api.LIKE_ARGUMENT | torch_api.TAKE_NUMBERS:
        return base.graph
    if name in torch_api.CASTS:
        kept = all(value.what in _KEEP_TYPE or value.name == "str" or not value.known for value in args)
        return base.graph if kept or base.graph is Graph.NO else Graph.UNKNOWN
    if name == "new":
        if are_sizes(node.args):
            return Graph.NO
        return join_graphs([v for v in args if v.what not in _WITHOUT_HISTORY]) if args else Graph.NO
    return join_graphs([base, *(value for value in args if value.what not in _WITHOUT_HISTORY)])


def _module_method(name: str, base: Value, node: ast.Call) -> Value:
    certainty = base.certainty if base.what is What.MODULE else base.info.module if base.info else Certainty.NONE
    line, text = node.lineno, f"an element of `.{name}()`"
    parameter = Value(What.TENSOR, certainty, line, text, graph=Graph.NO if "buffers" in name else Graph.YES)
    part = Value(What.MODULE, certainty, line, text)
    if name in torch_api.MODULE_SAME:
        if base.what is What.MODULE:
            return base.at(None) if base.known else base
        return part if base.info is None else instance(base.info, base.info.node.lineno)
    if name in ("parameters", "buffers"):
        return sequence(parameter, certainty)
    if name in ("modules", "children"):
        return sequence(part, certainty)
    if name in ("named_parameters", "named_buffers"):
        return sequence(tuple_of((_WORD, parameter)), certainty)
    if name in ("named_modules", "named_children"):
        return sequence(tuple_of((_WORD, part)), certainty)
    if name == "state_dict":
        return Value(What.MAPPING, certainty, line, "a module's state_dict", part=parameter._replace(graph=Graph.NO))
    if name == "forward":
        return Value(What.TENSOR, Certainty.CONVENTION, line, "`forward(..)` usually gives a tensor")
    return NOTHING


def _array(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    return like(base, What.NUMBER if name in ("item", "tolist") else What.ARRAY)


def _other(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    if name in ("parse_args", "parse_known_args"):
        return known(What.OTHER, node.lineno, "`parse_args()` returns a namespace", "argparse.Namespace")
    return base if _is_mock(base) else NOTHING


def _is_mock(value: Value) -> bool:
    """Is it a mock object, whose members are mocks whatever they are called?"""
    return value.what is What.OTHER and value.name == torch_api.MOCK


def _same(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    return base if name in ("to", "cuda", "cpu") else NOTHING


def _sequence(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    if isinstance(node.func, ast.Attribute) and node.args and name in ("append", "insert", "extend"):
        added = frame.know.values.get(node.args[-1], NOTHING)
        put_into(node.func.value, base, element(added, node.lineno, frame) if name == "extend" else added, frame)
    return element(base, node.lineno, frame) if name == "pop" else NOTHING


def _mapping(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    if isinstance(node.func, ast.Attribute) and name in ("update", "setdefault"):
        added = frame.know.values.get(node.args[-1], NOTHING) if node.args else NOTHING
        put_into(node.func.value, base, part_of(added) if name == "update" else added, frame)
        return NOTHING
    part = part_of(base)
    if name == "items":
        return sequence(tuple_of((NOTHING, part)), base.certainty)
    if name == "values":
        return sequence(part, base.certainty)
    if name in ("pop", "get"):
        return part
    return base if name == "copy" else NOTHING


def part_of(container: Value) -> Value:
    """What a list or a dict holds; nothing is known of one that is still empty."""
    part = container.part
    return NOTHING if part is None or part.what is What.NONE else part


def put_into(node: ast.expr, base: Value, value: Value, frame: Frame) -> None:
    """A dict or list, of the function or of `self`, holds this as well from here on."""
    if base.what not in (What.MAPPING, What.SEQUENCE):
        return
    part = join(base.part or NOTHING, value).at(None)
    wider = base._replace(part=part, line=part.line or base.line)
    holder = frame.know.place(node)
    if holder in frame.env and holder is not None:
        frame.env[holder] = wider
    owner = frame.know.values.get(node.value) if isinstance(node, ast.Attribute) else None
    if isinstance(node, ast.Attribute) and owner is not None and owner.info is not None:
        owner.info.assign(node.attr, wider)


def _unknown(node: ast.Call, name: str, base: Value, frame: Frame) -> Value:
    line = node.lineno
    if name in _GIVE_THE_SAME:
        return Value(cell=base.cell)
    if name in ("parse_args", "parse_known_args"):
        return _other(node, name, base, frame)
    if name == "state_dict":
        return Value(What.MAPPING, Certainty.CONVENTION, line, "a state_dict")
    if name in ("load_state_dict", "backward", "parse_args"):
        return known(What.OTHER, line, f"`.{name}(..)` gives no tensor")
    return NOTHING


_METHODS = {
    What.ARRAY: _array,
    What.OTHER: _other,
    What.PACKED: _same,
    What.SEQUENCE: _sequence,
    What.MAPPING: _mapping,
    What.UNKNOWN: _unknown,
}


def element(value: Value, line: int, frame: Frame) -> Value:
    """What iterating or indexing gives."""
    what = value.what
    if what is What.SEQUENCE:
        return part_of(value)
    if what is What.TENSOR:
        return value._replace(scalar=False, cell=None)
    if what is What.LOADER:
        if value.known and value.part is not None and value.part.what is not What.UNKNOWN:
            return value.part
        return Value(What.BATCH, Certainty.CONVENTION, line, "an element of a DataLoader", graph=Graph.NO)
    if what is What.BATCH:
        return Value(What.TENSOR, value.certainty, value.line or line, "an element of a DataLoader", graph=Graph.NO)
    if what is What.TUPLE:
        return _common(value.items)
    if what is What.MODULE:
        if value.name in ("torch.nn.Sequential", "torch.nn.ModuleList") and value.known:
            return Value(What.MODULE, Certainty.EVIDENCE, value.line, f"a member of a {value.name}")
        return Value(What.MODULE, Certainty.CONVENTION, line, "a member of a module")
    return like(value, What.ARRAY) if what is What.ARRAY else NOTHING


def _common(items: tuple[Value, ...]) -> Value:
    result: Value | None = None
    for item in items:
        result = item if result is None else join(result, item)
    return NOTHING if result is None else result
