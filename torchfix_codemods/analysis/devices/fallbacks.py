"""Would a device that falls back to the CPU change what a program does where there is no GPU, or only let it run?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.devices.device_sites import is_guarded
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.guards import conditions, covering_handler
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import BY_DEVICE_TYPE

_PLACING_KEYWORDS = frozenset({"device", "map_location"})


@dataclass(frozen=True, slots=True)
class Reading:
    """A use of a device that puts nothing anywhere, and whether it is one that depends on the type."""

    line: int
    text: str
    by_type: bool


def changed_use(file: File, device: ast.expr) -> Reading | None:
    """The first use that would see the CPU in place of CUDA, in a program that does not fail there anyway.

    Args:
        file: the file.
        device: `torch.device("cuda")` or the text; what it is assigned to is followed by its name.
    """
    direct = _reading(file, device)
    if direct is not None:
        return direct
    names = [text for name in file.tree.assigned.targets(_chosen(file, device)) if (text := dotted(name)) is not None]
    holder = file.tree.scope(device).node
    if isinstance(holder, ast.ClassDef):
        names += [f"{owner}.{name}" for owner in ("self", "cls", holder.name) for name in names]
    for name in names:
        readings = [found for use in _uses(file, name) if (found := _reading(file, use)) is not None]
        by_type = next((one for one in readings if one.by_type), None)
        if by_type is not None and not _fails_without_gpu(file, name, holder):
            return by_type
        if readings and not _fails_without_gpu(file, name, None):
            return readings[0]
        project = file.get(Origins).project
        if _is_local(file, device, name):
            leaves = not all(_is_placing(file, use) for use in _uses(file, name))
        else:
            leaves = project.is_imported(file.path) or any(_is_passed_on(file, use) for use in _uses(file, name))
        if leaves and project.casts(file.path) and not _fails_without_gpu(file, name, None):
            return Reading(device.lineno, f"`{name}` goes to functions or files that ask for mixed precision", True)
    return None


def _uses(file: File, name: str) -> Iterator[ast.expr]:
    """The reads of a name with or without dots."""
    if "." not in name:
        yield from (use for use in file.tree.names(name) if isinstance(use.ctx, ast.Load))
        return
    for attribute in file.tree.nodes(ast.Attribute):
        if isinstance(attribute.ctx, ast.Load) and dotted(attribute) == name:
            yield attribute


def _is_local(file: File, device: ast.expr, name: str) -> bool:
    """Is it a variable of the function around, which no other file can get at?"""
    scope = file.tree.scope(device)
    return "." not in name and isinstance(scope.node, FUNCTIONS) and scope.lookup(name) is scope


def _is_placing(file: File, use: ast.expr) -> bool:
    """Is it what a tensor is moved to, or made on?"""
    parent = file.tree.parents[use]
    if isinstance(parent, ast.keyword):
        return parent.arg in _PLACING_KEYWORDS
    return isinstance(parent, ast.Call) and use is not parent.func and callee_name(parent) == "to"


def _is_passed_on(file: File, use: ast.expr) -> bool:
    parent = file.tree.parents[use]
    if isinstance(parent, ast.keyword):
        return parent.arg not in _PLACING_KEYWORDS
    return isinstance(parent, ast.Call) and use is not parent.func and callee_name(parent) != "to"


def _chosen(file: File, device: ast.expr) -> ast.expr:
    """The whole choice of which a device is one outcome: `found or device`, `device if asked else other`."""
    parent = file.tree.parents[device]
    while isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.IfExp) and device is not parent.test):
        device, parent = parent, file.tree.parents[parent]
    return device


def _reading(file: File, use: ast.expr) -> Reading | None:
    use = _chosen(file, use)
    parent = file.tree.parents[use]
    if isinstance(parent, ast.Attribute) and parent.attr in ("type", "index"):
        holder = file.tree.parents[parent]
        text = f"`{ast.unparse(holder)[:60]}` depends on the type of the device"
        return Reading(use.lineno, text, True) if not isinstance(holder, ast.Compare) else None
    call = file.tree.parents[parent] if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or use is call.func:
        return None
    if callee_name(call) in BY_DEVICE_TYPE:
        return Reading(use.lineno, f"`{ast.unparse(call)[:60]}` depends on the type of the device", True)
    return None


def _is_chosen(file: File, call: ast.Call) -> bool:
    """Is it done in some cases only, which may be those with a GPU?"""
    tests = (ast.unparse(test) for test, _ in conditions(file.tree, call))
    return is_guarded(file.tree, call) or any("__name__" not in test for test in tests)


def _fails_without_gpu(file: File, name: str, scope: ast.AST | None) -> bool:
    """Is something put on the device without asking for a GPU before: in this scope, or, without one, anywhere?"""
    for use in _uses(file, name):
        parent = file.tree.parents[use]
        call = file.tree.parents[parent] if isinstance(parent, ast.keyword) else parent
        if not isinstance(call, ast.Call) or use is call.func:
            continue
        placing = parent.arg in _PLACING_KEYWORDS if isinstance(parent, ast.keyword) else callee_name(call) == "to"
        if not placing or callee_name(call) in BY_DEVICE_TYPE or _is_chosen(file, call):
            continue
        if covering_handler(file.tree, call) is None and scope in (None, file.tree.scope(call).node):
            return True
    return False
