"""What a device argument of `.cuda(..)` becomes as an argument of `.to(..)`."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Certainty, Kind
from torchfix_codemods.analysis.syntax.arguments import default_of
from torchfix_codemods.analysis.syntax.functions import handed_back
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import callee_name, keyword
from torchfix_codemods.analysis.values.device_values import NAMESPACES, DeviceValues, Worth

_GIVE_INDEX = frozenset({"int", "current_device", "get_rank", "local_rank", "get_local_rank"})


def device_text(file: File, values: DeviceValues, device: ast.expr) -> str | None:
    """What to write for the device argument: empty to keep it, None where it may be None."""
    if isinstance(device, ast.Constant):
        if isinstance(device.value, bool) or device.value == -1:
            return None
        return f'"cuda:{device.value}"' if isinstance(device.value, int) else ""
    if isinstance(device, ast.Call) and callee_name(device) == "get_device" and not device.args:
        assert isinstance(device.func, ast.Attribute)
        return f"{file.tree.source(device.func.value)}.device"
    if file.kind(device).kind is Kind.DEVICE and file.kind(device).certainty is Certainty.EVIDENCE:
        return ""
    if isinstance(device, ast.Attribute) and _is_changed(file, values, device.attr):
        return None
    if values.worth(device) in (Worth.CUDA, Worth.INDEXED) or _is_index(file, device):
        return ""
    return None


def _is_index(file: File, device: ast.expr) -> bool:
    """Is it an integer, for certain?"""
    device = handed_back(file.tree, device)
    if isinstance(device, ast.Call):
        return callee_name(device) in _GIVE_INDEX
    if isinstance(device, ast.BinOp):
        return isinstance(device.op, ast.Mod) and _callee_of(device.right) == "device_count"
    if isinstance(device, ast.Attribute):
        options = isinstance(device.value, ast.Name) and device.value.id in NAMESPACES
        return options and any(_is_integer_option(call, device.attr) for call in file.tree.nodes(ast.Call))
    if not isinstance(device, ast.Name):
        return False
    bindings = file.tree.bindings(device)
    return bool(bindings) and all(_binds_index(file, binding.node, binding.value) for binding in bindings)


def _is_changed(file: File, values: DeviceValues, name: str) -> bool:
    """May an option get another value than the command line's, in a way that is not certainly an index?

    `args.gpu = None`, `setattr(args, "gpu", ..)`, `args.__dict__["gpu"] = ..`, `parser.set_defaults(gpu=None)`.
    """

    def is_known(node: ast.AST, value: ast.expr) -> bool:
        return values.worth(value) in (Worth.CUDA, Worth.INDEXED) or _binds_index(file, node, value)

    tree = file.tree
    for attribute in tree.nodes(ast.Attribute):
        if attribute.attr == name and isinstance(attribute.ctx, ast.Store):
            part = tree.assigned.at(attribute)
            value = None if part is None else part.value
            if value is None or not is_known(attribute, value):
                return True
    for constant in tree.nodes(ast.Constant):
        if constant.value == name and not _is_option_name(tree.parents[constant]):
            return True
    calls = (call for call in tree.nodes(ast.Call) if callee_name(call) == "set_defaults")
    return any(given.arg == name and not is_known(given, given.value) for call in calls for given in call.keywords)


def _is_option_name(parent: ast.AST) -> bool:
    is_dest = isinstance(parent, ast.keyword) and parent.arg in ("dest", "help", "metavar")
    return is_dest or (isinstance(parent, ast.Call) and callee_name(parent) in ("add_argument", "add_option"))


def _callee_of(node: ast.expr) -> str:
    return callee_name(node) if isinstance(node, ast.Call) else ""


def _binds_index(file: File, node: ast.AST, value: ast.expr | None) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int) and not isinstance(value.value, bool) and value.value >= 0
    if value is not None:
        return not isinstance(value, ast.Name) and _is_index(file, value)
    parent = file.tree.parents[node]
    if isinstance(node, ast.arg):
        annotated = node.annotation is not None and ast.unparse(node.annotation) == "int"
        default = default_of(parent, node) if isinstance(parent, ast.arguments) else None
        return annotated and (default is None or _binds_index(file, node, default))
    if isinstance(parent, (ast.For, ast.comprehension)) and parent.target is node:
        return _callee_of(parent.iter) == "range"
    return False


def _is_integer_option(call: ast.Call, name: str) -> bool:
    """`add_argument("--gpu", type=int, default=0)`: given or not, it is an integer."""
    if callee_name(call) != "add_argument" or not call.args:
        return False
    named = keyword(call, "dest")
    texts = [a.value for a in (call.args if named is None else [named.value]) if isinstance(a, ast.Constant)]
    if not any(isinstance(text, str) and option_name(text) == name for text in texts):
        return False
    kind, default = keyword(call, "type"), keyword(call, "default")
    if kind is None or ast.unparse(kind.value) != "int":
        return False
    if keyword(call, "nargs") is not None:  # a list, or None for `--gpu` with nargs="?" and nothing after it
        return False
    if default is not None:
        return isinstance(default.value, ast.Constant) and isinstance(default.value.value, int)
    required = keyword(call, "required")
    return required is not None and ast.unparse(required.value) == "True"
