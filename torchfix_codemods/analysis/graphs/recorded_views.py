"""Is a tensor a view of another one, of which autograd keeps how it was taken?

Once its storage is written to in a way that autograd counts, such a view is recorded anew: it shows another `grad_fn`,
and raises where it came with others, as from `chunk`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.inference.kinds import Graph
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import VIEW_ATTRIBUTES, VIEW_METHODS
from torchfix_codemods.analysis.tables.words import words

# The others give the tensor itself, or one without a history.
_VIEWING = VIEW_METHODS - words("""
    detach contiguous cpu cuda to type type_as float double half long int bool byte requires_grad_ share_memory_
""")
_WITHOUT_HISTORY = frozenset({"data", "detach", "shape", "size", "grad"})
_SEVERAL = frozenset({"chunk", "split", "unbind", "tensor_split", "hsplit", "vsplit", "dsplit"})
_VIEWING_ATTRIBUTES = VIEW_ATTRIBUTES - {"data"}


def is_recorded_view(tensor: ast.expr, flow: Flow) -> bool:
    """Is it a variable that holds such a view: one of several, or one that may be shown as a whole?"""
    if not isinstance(tensor, ast.Name) or flow.kind(tensor).graph is Graph.NO:
        return False
    todo, seen = [tensor], {tensor}
    while todo:
        here = todo.pop()
        for binding in flow.variables.reaching(here):
            part = flow.tree.assigned.at(binding.node)
            if part is None or part.way in (Way.AUGMENTED, Way.ENTERED):
                continue
            source = part.source
            is_one_of_several = part.way is Way.ELEMENT or part.path != () or _takes_one(source)
            if is_one_of_several and flow.kind(_whole(source)).is_tensor and _is_read(tensor, flow, _may_compute):
                return True
            if _takes_view(source, flow) and _is_read(tensor, flow, _may_show):
                return True
            if isinstance(source, ast.Name) and source not in seen:
                seen.add(source)
                todo.append(source)
    return False


def _is_read(tensor: ast.Name, flow: Flow, counts: Callable[[ast.Name, Flow], bool]) -> bool:
    """Is there a read of the variable that counts?"""
    bound = [b.node for b in flow.variables.reaching(tensor) if isinstance(b.node, ast.Name)]
    return any(counts(read, flow) for name in bound for read in flow.variables.reads(name))


def _may_compute(read: ast.Name, flow: Flow) -> bool:
    """May the history be used?"""
    parent = flow.tree.parents[read]
    return not isinstance(parent, ast.Attribute) or parent.attr not in _WITHOUT_HISTORY


def _may_show(read: ast.Name, flow: Flow) -> bool:
    """May somebody look at the tensor itself, and not at what is computed of it?"""
    parent = flow.tree.parents[read]
    if isinstance(parent, ast.Attribute):
        return parent.attr == "grad_fn"
    if isinstance(parent, ast.Call):
        return not (flow.tree.qualified_name(parent.func) or "").startswith("torch.")
    return not isinstance(parent, (ast.Subscript, ast.BinOp, ast.Compare, ast.AugAssign))


def _takes_one(value: ast.expr) -> bool:
    """Is it `w.chunk(2)[0]`?"""
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Call) and _is_several(value.value)


def _whole(value: ast.expr) -> ast.expr:
    """`w` of `w.chunk(2)`, `torch.chunk(w, 2)` and `w.chunk(2)[0]`, else the value itself."""
    call = value.value if isinstance(value, ast.Subscript) else value
    if not isinstance(call, ast.Call) or not _is_several(call):
        return value
    is_function = isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
    if is_function and call.args and isinstance(call.func, ast.Attribute) and dotted(call.func.value) == "torch":
        return call.args[0]
    return call.func.value if isinstance(call.func, ast.Attribute) else value


def _is_several(call: ast.Call) -> bool:
    return callee_name(call) in _SEVERAL


def _takes_view(value: ast.expr, flow: Flow) -> bool:
    if isinstance(value, ast.Subscript):
        return flow.kind(value.value).is_tensor
    if isinstance(value, ast.Attribute):
        return value.attr in _VIEWING_ATTRIBUTES and flow.kind(value.value).is_tensor
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Attribute) and value.func.attr in _VIEWING:
        return True
    module, _, name = (flow.tree.qualified_name(value.func) or "").rpartition(".")
    return module == "torch" and name in _VIEWING
