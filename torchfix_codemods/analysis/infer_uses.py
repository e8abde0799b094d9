"""What a use proves: `x.unsqueeze(0)` shows that `x` is a tensor, `m.parameters()` that `m` is a module."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis import torch_api
from torchfix_codemods.analysis.infer_state import Frame, is_settings_name
from torchfix_codemods.analysis.infer_values import Cell, Value, What
from torchfix_codemods.analysis.kinds import Evidence
from torchfix_codemods.analysis.tree import keyword


def prove(node: ast.expr, value: Value, what: What, evidence: Evidence, frame: Frame) -> None:
    """A use of the expression shows that it is `what`; so for `x.data` and `x.data[i]` it shows what `x` is."""
    if frame.doubt:
        return
    if value.cell is not None and value.cell not in frame.protected:
        value.cell.prove(what, evidence)
    if what is What.TENSOR:
        _prove_owner(node, evidence, frame)


def _prove_owner(node: ast.expr, evidence: Evidence, frame: Frame) -> None:
    inner = _receiver(node)
    if inner is not None:  # `x.cpu().unsqueeze(0)`: what gives a tensor here is a tensor itself
        value = frame.know.values.get(inner)
        if value is not None and not value.known:
            prove(inner, value, What.TENSOR, evidence, frame)
        return
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute) or node.attr not in ("data", "grad"):
        return
    owner = frame.know.values.get(node.value)
    if owner is None or owner.cell is None or owner.what is What.OWN or owner.cell in frame.protected:
        return
    if node.attr == "data" and _may_be_packed(node.value, frame):
        return
    owner.cell.prove(What.TENSOR, evidence)
    _prove_owner(node.value, evidence, frame)


def _may_be_packed(node: ast.expr, frame: Frame) -> bool:
    """May this have been a PackedSequence, whose `.data` is a tensor too?"""
    if isinstance(node, ast.Attribute) and (node.attr in torch_api.PARAMETER_NAMES or node.attr == "grad"):
        return False
    text = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return frame.know.mentions_packing or "pack" in text.lower()


def use_method(call: ast.Call, func: ast.Attribute, base: Value, frame: Frame) -> None:
    """Learn from a method call on something that is not known yet."""
    name = func.attr
    evidence = Evidence(call.lineno, f"only a tensor has `.{name}({'..' if call.args or call.keywords else ''})`")
    if _only_tensors(call, func):
        prove(func.value, base, What.TENSOR, evidence, frame)
        if name == "backward" and base.cell is not None and keyword(call, "gradient") is None:
            _prove_scalar(base.cell, call, frame)
        return
    if name in torch_api.ONLY_TENSORS_AFTER_DATA and _follows_data(func.value):
        prove(func.value, base, What.TENSOR, evidence, frame)
        return
    if name in torch_api.ONLY_MODULES_CALL:
        prove(func.value, base, What.MODULE, Evidence(call.lineno, f"only a module has `.{name}(..)`"), frame)
    elif name in torch_api.MODULE_MODES | torch_api.MODULE_STATES:
        _use_mode_or_state(name, call, func, base, frame)
    elif name in torch_api.NOT_TENSORS_CALL:
        prove(func.value, base, What.OTHER, Evidence(call.lineno, f"no tensor has `.{name}(..)`"), frame)


def _prove_scalar(cell: Cell, call: ast.Call, frame: Frame) -> None:
    if not frame.doubt and cell not in frame.protected:
        cell.prove_scalar(Evidence(call.lineno, "`.backward()` without a gradient needs one element"))


def use_known_tensor(call: ast.Call, func: ast.Attribute, base: Value, frame: Frame) -> None:
    """What a method call tells about a value that is known to be a tensor."""
    cell = base.cell
    if cell is None:
        return
    if func.attr == "backward" and not call.args and keyword(call, "gradient") is None:
        _prove_scalar(cell, call, frame)
    elif func.attr == "requires_grad_":
        cell.requires_grad = True


def _use_mode_or_state(name: str, call: ast.Call, func: ast.Attribute, base: Value, frame: Frame) -> None:
    cell = base.cell
    if cell is None or (name == "eval" and call.args) or frame.doubt:
        return
    cell.uses.add(name)
    if cell.uses & torch_api.MODULE_MODES and cell.uses & torch_api.MODULE_STATES:
        evidence = Evidence(call.lineno, "only a module has both a training mode and a state_dict")
        prove(func.value, base, What.MODULE, evidence, frame)


def use_attribute(node: ast.Attribute, base: Value, frame: Frame) -> None:
    """Learn from reading an attribute of something that is not known yet."""
    if node.attr in torch_api.ONLY_TENSORS_ATTRIBUTE and isinstance(node.ctx, ast.Load):
        evidence = Evidence(node.lineno, f"only a tensor has `.{node.attr}`")
        prove(node.value, base, What.TENSOR, evidence, frame)
    elif node.attr in torch_api.NOT_TENSORS_ATTRIBUTE:
        prove(node.value, base, What.OTHER, Evidence(node.lineno, f"no tensor has `.{node.attr}`"), frame)


def use_as_argument(node: ast.expr, value: Value, text: str, frame: Frame) -> None:
    """The expression is passed where only a tensor can stand."""
    if not value.known and not isinstance(node, ast.Starred):
        prove(node, value, What.TENSOR, Evidence(node.lineno, text), frame)


def _receiver(node: ast.expr) -> ast.expr | None:
    """`x` of `x.cpu()` and the like: methods that give what they are called on."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in torch_api.PRESERVING:
        return node.func.value
    return None


def _follows_data(node: ast.expr) -> bool:
    while True:
        inner = node.value if isinstance(node, ast.Subscript) else _receiver(node)
        if inner is None:
            break
        node = inner
    return isinstance(node, ast.Attribute) and node.attr == "data"


def _only_tensors(call: ast.Call, func: ast.Attribute) -> bool:
    name = func.attr
    if name in torch_api.ONLY_TENSORS_CALL:
        return True
    if name == "backward":
        return not call.args and all(
            k.arg in ("retain_graph", "create_graph", "gradient", "inputs") for k in call.keywords
        )
    if name in torch_api.ONLY_TENSORS_WITHOUT_ARGUMENTS:
        return not call.args and not call.keywords
    if name in torch_api.ONLY_TENSORS_WITH_INTEGER and any(_is_integer(a) for a in call.args):
        return not (name == "size" and is_settings_name(_name_of(func.value)))
    if name in torch_api.ONLY_TENSORS_WITH_DIM:
        dim = keyword(call, "dim")
        return dim is not None and _is_integer(dim.value)
    return False


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_integer(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
