"""The places of a file that ask for "the GPU": `.cuda()`, and the literal "cuda" where a tensor or module is placed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred, Kind
from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.functions import functions_around
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    Tree,
    all_arguments,
    callee_name,
    dotted,
    keyword,
)
from torchfix_codemods.analysis.tables.torch_api import FACTORIES

_CUDA_TEXT = re.compile(r"cuda(:\d+)?\Z")
_MENTIONS_CUDA = re.compile(r"cuda|gpu|is_available|device", re.I)
# The usual names of an element in a lambda or comprehension that moves tensors.
_ELEMENT = re.compile(r"[a-z]|tensor|elem|elt|arr|val|value|var|item|img|image|tgt|inp|tens|ten|ts|xx|yy|el|_t|_x")
_PARAMETER = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
_REGISTERS = frozenset({"register_parameter", "ParameterList", "ParameterDict", "append", "setattr"})
_SKIPS = re.compile(r"(skip|require|need|is_available|device_count|only).*(cuda|gpu)|(cuda|gpu).*only", re.I)
_NEW_METHODS = frozenset({"new_zeros", "new_ones", "new_full", "new_empty", "new_tensor"})


def device_sites(file: File) -> list[ast.Call]:
    """All calls that need the name of a device in place of their own, in source order."""
    return [call for call in file.tree.nodes(ast.Call) if needs_name(file, call)]


def needs_name(file: File, call: ast.Call) -> bool:
    """Will a portable form of this call name a device?"""
    if goes_to_current_gpu(call):
        return moved(file, call) is not None and not is_in_own_cuda(file.tree, call)
    return any(text.value == "cuda" and not is_guarded(file.tree, text) for text in placements(file, call))


def moved(file: File, call: ast.Call) -> Inferred | None:
    """The tensor or module whose `.cuda(..)` this is, None where it is something else or unknown.

    An item or an element with a usual name counts by convention.
    """
    assert isinstance(call.func, ast.Attribute)
    receiver = call.func.value
    known = file.kind(receiver)
    if known.kind in (Kind.TENSOR, Kind.MODULE):
        return known
    if known.kind is Kind.UNKNOWN and _is_element(file.tree, receiver):
        return Inferred(Kind.TENSOR, Certainty.CONVENTION)
    return None


def _is_element(tree: Tree, receiver: ast.expr) -> bool:
    """`t` in `[t.cuda() for t in batch]` and in `lambda t: t.cuda()`, or `sample["image"]`."""
    if isinstance(receiver, ast.Subscript):
        return isinstance(receiver.slice, ast.Constant) and isinstance(receiver.slice.value, str)
    if not isinstance(receiver, ast.Name) or not _ELEMENT.fullmatch(receiver.id):
        return False
    scope = tree.scope(receiver).lookup(receiver.id)
    if scope is not None and isinstance(scope.node, ast.Lambda):
        return len(all_arguments(scope.node.args)) == 1  # with two, it is a map_location, and this a storage
    return scope is not None and isinstance(scope.node, COMPREHENSIONS)


def is_in_own_cuda(tree: Tree, node: ast.AST) -> bool:
    """Is this in a method `cuda` that somebody's class defines? Its users call it by that name."""
    around = functions_around(tree, node)
    return any(function.name == "cuda" and tree.class_of(function) is not None for function in around)


def own_cuda_classes(file: File) -> dict[str, int]:
    """The classes of the file, or of the run (line 0), whose `.cuda()` is not torch's, also by inheritance."""
    return _classes_with(file, "cuda", dict.fromkeys(file.project.own_cuda, 0))


def own_to_classes(file: File) -> dict[str, int]:
    """The classes of the file, or of the run (line 0), whose `.to()` is not torch's, also by inheritance."""
    return _classes_with(file, "to", dict.fromkeys(file.project.own_to, 0))


def overriding(file: File, receiver: ast.expr, methods: Sequence[str]) -> Place | None:
    """Where a class that the receiver can be an instance of, over the run, defines or inherits one of these methods."""
    origins = file.get(Origins)
    for origin in sorted(origins.of(receiver), key=str):
        if origin.kind == "class" and origin.place is not None and not origin.then:
            for method in methods:
                found = origins.project.definitions.provider(origin.place, method)
                if found is not None:
                    return found
    return None


def override(file: File, place: Place) -> Evidence:
    """The line at which the class of a place defines the method of its own, in whatever file of the run."""
    owner, _, method = place.name.rpartition(".")
    definitions = file.get(Origins).project.definitions
    found = definitions.function_at(place) or definitions.class_at(Place(place.path, owner))
    assert found is not None, place
    return Evidence(found.line, f"`{owner}` overrides `{method}()`", "" if place.path == file.path else place.path)


def patching(file: File, methods: Sequence[str]) -> str | None:
    """The clause that says where the run gives classes or objects one of these methods from outside."""
    given = file.get(Origins).project.patched
    name = next((name for name in methods if name in given), None)
    return None if name is None else f"{given[name]} gives a class or an object a `{name}` of its own"


def _classes_with(file: File, method: str, found: dict[str, int]) -> dict[str, int]:
    known = file.tree.classes_with.get(method)
    if known is not None:
        return known
    classes = file.tree.nodes(ast.ClassDef)
    heirs: dict[str, list[ast.ClassDef]] = {}
    for definition in classes:
        for base in definition.bases:
            heirs.setdefault(_last_name(base), []).append(definition)
        for statement in definition.body:
            if isinstance(statement, FUNCTIONS) and statement.name == method:
                found[definition.name] = statement.lineno
    new = list(found)
    while new:
        below = {
            c.name: found[base]
            for name in new
            for c in heirs.get(name, ())
            for base in map(_last_name, c.bases)
            if base in found
        }
        new = [name for name in below if name not in found]
        found |= {name: below[name] for name in new}
    file.tree.classes_with[method] = found
    return found


def _last_name(base: ast.expr) -> str:
    return (dotted(base) or "").rsplit(".", 1)[-1]


def is_discarded(tree: Tree, call: ast.Call) -> bool:
    """Is the call a statement of its own, so that what it gives is lost?"""
    return isinstance(tree.parents[call], ast.Expr)


def makes_parameter(file: File, node: ast.expr) -> bool:
    """Is it `nn.Parameter(..)`?"""
    return isinstance(node, ast.Call) and (file.tree.qualified_name(node.func) or "") in _PARAMETER


def is_registered(tree: Tree, call: ast.expr) -> bool:
    """Is the value to become a parameter of a module: an attribute, `register_parameter`, an element of a list?"""
    parent = tree.parents[call]
    if targets := tree.assigned.targets(call):
        return any(isinstance(place, ast.Attribute) for place in targets)
    if isinstance(parent, (ast.List, ast.Tuple, ast.ListComp, ast.Dict)):
        return isinstance(tree.parents[parent], ast.Call) and is_registered(tree, parent)
    if isinstance(parent, ast.Call):
        return call is not parent.func and callee_name(parent) in _REGISTERS
    return False


def goes_to_current_gpu(call: ast.Call) -> bool:
    """Is it `x.cuda()`, without a device?"""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "cuda":
        return False
    device = device_argument(call)
    return device is None or (isinstance(device, ast.Constant) and device.value is None)


def device_argument(call: ast.Call) -> ast.expr | None:
    """The device that a call of `.cuda(..)` or `.to(..)` names."""
    if call.args:
        return call.args[0]
    named = keyword(call, "device")
    return None if named is None else named.value


def placements(file: File, call: ast.Call) -> Iterator[ast.Constant]:
    """The literals "cuda" and "cuda:1" by which this call places a tensor or a module."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "to":
        device = device_argument(call)
        if is_cuda_text(device) and file.kind(call.func.value).kind in (Kind.TENSOR, Kind.MODULE):
            yield device
        return
    named = keyword(call, "device")
    if named is not None and is_cuda_text(named.value) and makes_on_device(file, call):
        yield named.value


def is_cuda_text(node: ast.expr | None) -> TypeGuard[ast.Constant]:
    """Is it the literal "cuda", or "cuda:" with a number?"""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_CUDA_TEXT.match(node.value))


def makes_on_device(file: File, call: ast.Call) -> bool:
    """Does the call make a tensor or a torch.nn layer, on the device given as `device=`?"""
    name = file.tree.qualified_name(call.func) or ""
    if name.startswith("torch.nn."):
        return name.rsplit(".", 1)[-1][:1].isupper()
    if name.startswith("torch."):
        return name.count(".") == 1 and name.removeprefix("torch.") in FACTORIES
    is_new = isinstance(call.func, ast.Attribute) and call.func.attr in _NEW_METHODS
    return is_new and isinstance(call.func, ast.Attribute) and file.kind(call.func.value).is_tensor


def is_guarded(tree: Tree, node: ast.AST) -> bool:
    """Does a test on the way to `node`, or a decorator around it, ask for CUDA?"""
    if any(_MENTIONS_CUDA.search(ast.unparse(test)) for test, _ in conditions(tree, node)):
        return True
    holders = [up for up in tree.ancestors(node) if isinstance(up, (*FUNCTIONS, ast.ClassDef))]
    decorators = [decorator for up in holders for decorator in up.decorator_list]
    return any(_SKIPS.search(ast.unparse(d)) and not tree.within(node, d) for d in decorators)
