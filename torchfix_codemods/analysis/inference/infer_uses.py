"""What a use proves: `x.unsqueeze(0)` shows that `x` is a tensor, `m.parameters()` that `m` is a module."""

from __future__ import annotations

import ast
import re
from typing import TypeGuard

from torchfix_codemods.analysis.inference.infer_state import Frame, is_settings_name
from torchfix_codemods.analysis.inference.infer_values import NOTHING, OWN_METHOD, Cell, Value, What, settle
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence
from torchfix_codemods.analysis.syntax.tree import callee_name, keyword
from torchfix_codemods.analysis.tables import tensor_methods, torch_api

# Names of things that hold data without being a tensor: data sets, batches, settings, messages.
_DATA_HOLDER = re.compile(
    r"data|set$|sets$|batch|mnist|cifar|train|test|valid|^ds|_ds$|args|opt|cfg|conf|corpus|iter|load|buffer|memory|env|node"
    r"|msg|frame|request|response|blob|sample|record|item|field|example|mock|matrix|csr|pool|series|df$|pack"
    r"|obj(?:ect)?s?$|tree|graph|seq|entry|entity|event|cloud|mesh|struct|wrap|holder|reply|meta|doc",
    re.IGNORECASE,
)
_TENSOR_LIKE = re.compile(r"tensor|(?:Parameter|Variable)\Z", re.IGNORECASE)
# Packages whose names are no classes; `jaxtyping.Float[Tensor, "batch"]` is a tensor.
_TYPING = frozenset({"typing", "typing_extensions", "jaxtyping", "torchtyping", "collections"})
_PREDICTIONS = frozenset({"boxes", "masks", "keypoints", "probs", "obb"})  # of result objects: `result.boxes.data`


def prove(node: ast.expr, value: Value, what: What, evidence: Evidence, frame: Frame) -> None:
    """A use of the expression shows that it is `what`; so for `x.data` and `x.data[i]` it shows what `x` is."""
    if frame.doubt:
        return
    if value.cell is not None:
        value.cell.prove(what, evidence)
    if what is What.TENSOR:
        for owner in owners(node, frame):
            owner.prove(What.TENSOR, evidence)


def owners(node: ast.expr, frame: Frame) -> list[Cell]:
    """The cells of what must be tensors if the expression is: `x` and `x.grad` for `x.grad.data[0].cpu()`."""
    found: list[Cell] = []
    inner = _inner(node, frame)
    while inner is not None:
        value = frame.know.values.get(inner)
        if value is None or value.known or says_class(value):
            break
        if value.cell is not None and not isinstance(node, ast.Subscript):
            found.append(value.cell)
        node, inner = inner, _inner(inner, frame)
    return found


def _inner(node: ast.expr, frame: Frame) -> ast.expr | None:
    """What must be a tensor if `node` is one, or what such a thing is an element of."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in torch_api.PRESERVING:
        return node.func.value
    if isinstance(node, ast.Subscript):
        base = node.value
        while isinstance(base, ast.Subscript):
            base = base.value
        return base if _is_data(base) else None
    if isinstance(node, ast.Attribute) and node.attr == "grad":
        return node.value
    if isinstance(node, ast.BinOp):  # a number and an array make an array
        return node.right if _is_number(node.left) else node.left if _is_number(node.right) else None
    if _is_data(node) and not _holds_data(node.value, frame):
        return node.value
    return None


def _is_data(node: ast.expr) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr == "data"


def _holds_data(node: ast.expr, frame: Frame) -> bool:
    """May this be something else whose `.data` is a tensor: a PackedSequence, a data set, a batch, `self`?"""
    value = frame.know.values.get(node, NOTHING)
    if value.what in (What.OWN, What.PACKED) or value.name == torch_api.PACKED_SEQUENCE:
        return True
    name = name_of(node)
    if isinstance(node, ast.Attribute):
        if name in torch_api.PARAMETER_NAMES or name == "grad":
            return False
        if name in _PREDICTIONS:
            return True
    if frame.know.has_data_holders or _DATA_HOLDER.search(name):
        return True
    if isinstance(node, ast.Call):  # a method of something unknown may give anything
        if not isinstance(node.func, ast.Attribute) or value.what is not What.UNKNOWN:
            return False
        return node.func.attr not in torch_api.PRESERVING or _holds_data(node.func.value, frame)
    if not isinstance(node, ast.Name):
        return False
    function = frame.function.node if frame.function is not None else None
    return function in frame.know.packing or _may_be_given_packed(node, frame) or _may_be_given_holder(node, frame)


def _may_be_given_packed(name: ast.Name, frame: Frame) -> bool:
    """Is it a parameter that no call of this file gives anything, in a program that makes packed sequences?"""
    function = frame.function
    if function is None or not (frame.know.packing or frame.know.names.project.packs):
        return False
    return any(p.arg == name.id for p in function.parameters) and name.id not in function.past_calls


def _may_be_given_holder(name: ast.Name, frame: Frame) -> bool:
    """Is it a parameter of which no call shows what it is, in a file with a class that keeps a `data`?"""
    function = frame.function
    if function is None or not frame.know.keeps_data or not any(p.arg == name.id for p in function.parameters):
        return False
    passed = function.past_calls.get(name.id)
    return passed is None or settle(passed).what is What.UNKNOWN


def use_method(call: ast.Call, func: ast.Attribute, base: Value, frame: Frame) -> None:
    """Learn from a method call on something that is not known yet."""
    name = func.attr
    if _takes_less(call, name):
        prove(func.value, base, What.OTHER, Evidence(call.lineno, f"no tensor's `.{name}(..)` takes as much"), frame)
    elif _only_tensors(call, func) or (name in torch_api.ONLY_TENSORS_AFTER_DATA and _follows_data(func.value)):
        if says_class(base):
            return
        arguments = ".." if call.args or call.keywords else ""
        is_cast = name == "numpy" and _follows_cast(func.value)
        text = f"only a tensor has `.{name}({arguments})`"
        evidence = Evidence(call.lineno, f"of what can be cast so, {text}" if is_cast else text)
        prove(func.value, base, What.TENSOR, evidence, frame)
    elif name in torch_api.ONLY_MODULES_CALL or (name == "load_state_dict" and _is_strict(call, frame)):
        prove(func.value, base, What.MODULE, Evidence(call.lineno, f"only a module has `.{name}(..)`"), frame)
    elif name in torch_api.NOT_TENSORS_CALL:
        prove(func.value, base, What.OTHER, Evidence(call.lineno, f"no tensor has `.{name}(..)`"), frame)
    if base.cell is not None and not frame.doubt:
        _note_hints(name, call, func, base.cell, frame)


def _is_strict(call: ast.Call, frame: Frame) -> bool:
    """`x.load_state_dict(.., strict=True)`: optimizers and the like take no `strict`, if no class of the run does."""
    return keyword(call, "strict") is not None and not frame.know.names.project.definitions.loads_strictly


def says_class(value: Value) -> bool:
    """Does an annotation, a class of the run or the class that made it say that it is something else than a tensor?

    A class can have methods and attributes of any name: their use proves nothing against that.
    """
    if value.known or value.what not in (What.OTHER, What.UNKNOWN):
        return False
    if value.info is not None or value.name is None:
        return value.info is not None
    return _TENSOR_LIKE.search(value.name) is None and value.name.split(".")[0] not in _TYPING


def _takes_less(call: ast.Call, name: str) -> bool:
    """Does a tensor's method of this name take less than it is given?"""
    given = call.args
    if any(isinstance(argument, ast.Starred) for argument in given):
        return False
    if name in tensor_methods.TAKE_SIZES:
        return len(given) > 1 and any(isinstance(argument, (ast.List, ast.Tuple)) for argument in given)
    return len(given) > tensor_methods.MOST_ARGUMENTS.get(name, len(given))


def _note_hints(name: str, call: ast.Call, func: ast.Attribute, cell: Cell, frame: Frame) -> None:
    """Uses that prove nothing alone. `.eval()` is what modules have most often, `.cpu().numpy()` tensors."""
    if name == "eval" and not call.args and not call.keywords:
        cell.hint = What.MODULE
        cell.use(name, call.lineno)
    elif name in torch_api.MODULE_STATES:
        cell.use(name, call.lineno)
    elif name in frame.know.module_methods:
        cell.use(f"{OWN_METHOD}{name}", call.lineno)
    elif name in torch_api.MODULE_SAME and frame.know.module_methods:
        cell.use(name, call.lineno)
    elif name == "numpy" and isinstance(func.value, ast.Call) and callee_name(func.value) in ("cpu", "to"):
        cell.hint = What.TENSOR


def use_known_tensor(call: ast.Call, func: ast.Attribute, base: Value, frame: Frame) -> None:
    """What a method call tells about a value that is known to be a tensor, and about its arguments."""
    position = torch_api.METHOD_TAKES_TENSOR.get(func.attr)
    if position is not None and base.known and len(call.args) > position:
        argument = call.args[position]
        value = frame.know.values.get(argument)
        if value is not None:
            use_as_argument(argument, value, f"a tensor's `.{func.attr}(..)` takes a tensor", frame)
    cell = base.cell
    if cell is None:
        return
    if func.attr in ("backward", "requires_grad_"):
        cell.ask_for_gradient()


def use_as_callee(node: ast.Call, value: Value, frame: Frame) -> None:
    """`net(x)`: what is called and has `.eval()` is a module."""
    if value.cell is not None and not value.known and not frame.doubt and (node.args or node.keywords):
        value.cell.use("called", node.lineno)


def use_attribute(node: ast.Attribute, base: Value, frame: Frame) -> None:
    """Learn from reading an attribute of something that is not known yet."""
    if node.attr in ("data", "grad") and _is_parameter(node.value, frame):
        text = f"`{name_of(node.value)}` of a module has `.{node.attr}`"
        prove(node.value, base, What.TENSOR, Evidence(node.lineno, text), frame)
        return
    is_open = base.what in (What.UNKNOWN, What.TENSOR)
    if node.attr in torch_api.ONLY_TENSORS_ATTRIBUTE and isinstance(node.ctx, ast.Load) and is_open:
        evidence = Evidence(node.lineno, f"only a tensor has `.{node.attr}`")
        prove(node.value, base, What.TENSOR, evidence, frame)
    elif node.attr in torch_api.NOT_TENSORS_ATTRIBUTE:
        prove(node.value, base, What.OTHER, Evidence(node.lineno, f"no tensor has `.{node.attr}`"), frame)


def _is_parameter(node: ast.expr, frame: Frame) -> bool:
    """`m.weight` where `m` is known to be a module: what else than a parameter could have a `.data` there?"""
    if not isinstance(node, ast.Attribute) or node.attr not in torch_api.PARAMETER_NAMES:
        return False
    owner = frame.know.values.get(node.value)
    if owner is None:
        return False
    if owner.what is What.OWN and owner.info is not None:
        return owner.info.module is Certainty.EVIDENCE
    return owner.what is What.MODULE and owner.known


def use_as_store(target: ast.Attribute, source: ast.expr | None, value: Value, frame: Frame) -> None:
    """`x.data = tensor`: what takes a tensor as its data is one, and the data of a tensor is one."""
    base = frame.know.values.get(target.value)
    if base is None or target.attr != "data":
        return
    if base.known:
        if base.what is What.TENSOR and source is not None:
            use_as_argument(source, value, "the `.data` of a tensor is set to it", frame)
        return
    if value.what is What.TENSOR and value.known and not _holds_data(target.value, frame):
        prove(target.value, base, What.TENSOR, Evidence(target.lineno, "its `.data` is set to a tensor"), frame)


def use_as_item(target: ast.Subscript, base: Value, source: ast.expr | None, value: Value, frame: Frame) -> None:
    """`t[i] = x.data[:n]` into a known tensor: a slice is no number, so it is a tensor."""
    if base.what is What.TENSOR and base.known and isinstance(source, ast.Subscript) and not value.known:
        keys = source.slice.elts if isinstance(source.slice, ast.Tuple) else [source.slice]
        if any(isinstance(key, ast.Slice) for key in keys):
            prove(source, value, What.TENSOR, Evidence(target.lineno, "it is written into a tensor"), frame)


def use_as_argument(node: ast.expr, value: Value, text: str, frame: Frame) -> None:
    """The expression is passed where only a tensor can stand."""
    if not value.known and not isinstance(node, ast.Starred):
        prove(node, value, What.TENSOR, Evidence(node.lineno, text), frame)


def use_as_member(call: ast.Call, base: Value, frame: Frame) -> None:
    """`layers.append(x)`: a ModuleList refuses what is no module. So does `x.eval()` show what x is."""
    if callee_name(call) != "append" or len(call.args) != 1 or not is_module_list(base, frame):
        return
    evidence = Evidence(call.lineno, "a `ModuleList` takes modules only")
    node: ast.expr | None = call.args[0]
    while node is not None:
        value = frame.know.values.get(node)
        if value is None or value.known:
            return
        prove(node, value, What.MODULE, evidence, frame)
        func = node.func if isinstance(node, ast.Call) and not node.args else None
        node = func.value if isinstance(func, ast.Attribute) and func.attr == "eval" else None


def is_module_list(value: Value, frame: Frame) -> bool:
    """Is it a ModuleList, or of a class of the file that derives from it?"""
    if value.info is None:
        return value.known and value.name == "torch.nn.ModuleList"
    bases = (base for info in value.info.lineage() for base in info.node.bases)
    is_own = value.info.method("append") is not None
    return not is_own and any(frame.know.names.qualified(base) == "torch.nn.ModuleList" for base in bases)


def use_of_size(node: ast.expr, frame: Frame) -> None:
    """`a, b = x.size()` and `x.size()[0]`: an array's size is a number, and nothing else has such a method."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "size":
        owner = node.func.value
        value = frame.know.values.get(owner)
        is_open = value is not None and not value.known and not says_class(value)
        if value is not None and is_open and not node.args and not node.keywords:
            prove(owner, value, What.TENSOR, Evidence(node.lineno, "only a tensor's `.size()` is a tuple"), frame)


def _follows_data(node: ast.expr) -> bool:
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in torch_api.PRESERVING
        ):
            node = node.func.value
        else:
            return _is_data(node)


def _follows_cast(node: ast.expr) -> bool:
    """`x.float()`, `x.float().cpu()`: only tensors, modules and storages have these."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
        name = node.func.attr
        if name in torch_api.CASTS_TO_TYPE and not node.args:
            return True
        if name not in torch_api.PRESERVING:
            return False
        node = node.func.value
    return False


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
    if name == "numpy":
        return _follows_cast(func.value)
    if name in torch_api.ONLY_TENSORS_WITH_INTEGER and any(_is_integer(a) for a in call.args):
        return not (name == "size" and is_settings_name(name_of(func.value)))
    if name in torch_api.ONLY_TENSORS_WITH_DIM:
        dim = keyword(call, "dim")
        return dim is not None and _is_integer(dim.value)
    return False


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _is_integer(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
