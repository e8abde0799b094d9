"""Does it show when a write through `x.data` goes through `x.detach()` instead, where autograd counts it?

The values are the same. What can differ is that a backward pass raises, where it was silently wrong or did not need the
old values after all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.recorded_views import is_recorded_view
from torchfix_codemods.analysis.graphs.roles import Role
from torchfix_codemods.analysis.inference.kinds import Evidence, Graph, Inferred, Kind
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.values.aliases import How

_NOT_PART_OF_A_GRAPH = (Role.STATE, Role.PLAIN)


@dataclass(frozen=True, slots=True)
class Danger:
    """Why it is not certain that nobody notices, and the line that shows it.

    `of_graph` means that an intermediate result is written to: its gradient is suspect already.
    """

    reason: str
    evidence: Evidence | None = None
    of_graph: bool = False


def danger(data: ast.Attribute, flow: Flow) -> Danger | None:
    """What may go wrong with this `x.data`, None where nothing can."""
    leaving: ast.AST | None = None
    for use in flow.uses(data):
        if use.how in (How.WRITE, How.RESHAPE):
            found = _danger_of_write(use.node, data, flow)
            if found is not None:
                return found
        elif use.how in (How.READ, How.ARGUMENT) and (found := _danger_of_read(use.node, data, flow)) is not None:
            return found
        elif use.how is How.LEAVE and leaving is None:
            leaving = use.node
    if leaving is None or _cannot_matter_outside(data, flow):
        return None
    line = getattr(leaving, "lineno", data.lineno)
    reason = f"it leaves the function on line {at(line)}: a write to it elsewhere could now make `backward()` raise"
    return Danger(reason, Evidence(line, f"the alias of `{shown(flow.tree, data.value)}` leaves the function"))


def _cannot_matter_outside(data: ast.Attribute, flow: Flow) -> bool:
    """Can nobody run backward over a graph that needs this tensor, whatever is done to the alias?"""
    if (
        isinstance(data.value, ast.BinOp)
        or is_detached(data.value, flow.tree, flow.kind)
        or flow.in_autograd_function(data)
    ):
        return True
    return flow.role(data.value).role in (Role.GRADIENT, Role.PLAIN)


def is_detached(node: ast.expr, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> bool:
    """Is it a handle of its own already: `x.detach()`, `x.data`, `Variable(x)`?

    Not so the tensor in a field called `data`: `packed.data`, `batch.data`.
    """
    if isinstance(node, ast.Attribute):
        return node.attr == "data" and kind(node.value).is_tensor
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "detach":
        return True
    return tree.qualified_name(node.func) == "torch.autograd.Variable" and len(node.args) == 1 and not node.keywords


def _danger_of_write(edit: ast.AST, data: ast.Attribute, flow: Flow) -> Danger | None:
    """May an in-place edit through the alias become visible to autograd?"""
    holder = flow.role(data.value)
    name = f"`{shown(flow.tree, data.value)}`"
    line = getattr(edit, "lineno", data.lineno)
    if holder.role is Role.GRADIENT:
        return None
    of_graph = holder.role not in _NOT_PART_OF_A_GRAPH
    in_forward = flow.in_forward(edit)
    # There, an attribute is something that is being set up, whatever it depends on.
    being_made = not of_graph or isinstance(data.value, ast.Attribute)
    if being_made and not in_forward and flow.in_initialisation(edit):
        return None
    if is_recorded_view(data.value, flow):
        seen = f"once autograd sees the edit on line {at(line)}"
        reason = f"{name} is a view, and shows another `grad_fn`, or none, {seen}"
        return Danger(reason, None, of_graph)
    stale = flow.stale_backward(edit, holder.owner, computed=of_graph)
    if stale is not None:
        call = f"`{shown(flow.tree, stale.call.func)}()` on line {at(stale.call.lineno)}"
        reason = f"{name} feeds {call}, so autograd may raise once it sees the edit on line {at(line)}"
        return Danger(reason, Evidence(stale.call.lineno, f"{name} feeds this backward pass"), of_graph)
    if in_forward:
        # A compiled forward that writes to its own state is wrong in ways of its own.
        compiled = holder.role is Role.STATE and "compile" in flow.tree.words
        reason = f"the edit on line {at(line)} is part of a forward pass, and a graph that needs {name} may be alive"
        return Danger(reason, None, of_graph or compiled)
    returned = None if holder.owner is None else flow.returned_graph(edit, holder.owner, computed=of_graph)
    if returned is not None:
        end = getattr(returned, "lineno", line)
        seen = f"a backward pass over that could see the edit on line {at(line)}"
        reason = f"{name} feeds what line {at(end)} gives back: {seen}"
        return Danger(reason, Evidence(end, f"{name} feeds what leaves the function"), of_graph)
    following = flow.backward_after(edit) if holder.role is Role.GRAPH and not flow.in_autograd_function(edit) else None
    if following is not None and not _is_handle(data, flow):
        call = f"`{shown(flow.tree, following.func)}()` on line {at(following.lineno)}"
        reason = f"{name} is part of a graph, which {call} may still need as it was before the edit on line {at(line)}"
        return Danger(reason, Evidence(following.lineno, "a backward pass that can follow the edit"), of_graph=True)
    if holder.role is Role.GRAPH and not _stays_here(data, flow):
        reason = f"{name} is part of a graph: if backward needs it, the edit on line {at(line)} corrupts the gradient"
        return Danger(reason, None, of_graph=True)
    if holder.role is Role.UNKNOWN:
        return Danger(f"it cannot be seen whether backward still needs {name} after the edit on line {at(line)}")
    if holder.role is Role.STATE and flow.runs_unseen(edit):
        return Danger(f"no call here shows when line {at(line)} runs: a graph that was built before it may need {name}")
    return None


def _is_handle(data: ast.Attribute, flow: Flow) -> bool:
    return is_detached(data.value, flow.tree, flow.kind)


def _danger_of_read(node: ast.AST, data: ast.Attribute, flow: Flow) -> Danger | None:
    """May autograd keep the value for a backward pass, and the tensor be written to before that?

    `x.data` has a count of writes of its own, `x.detach()` shares that of `x`: the backward pass would raise.
    """
    if flow.role(data.value).role is Role.GRADIENT or _is_handle(data, flow):
        return None
    if not _joins_graph(node, data, flow):
        return None
    written = flow.written_before_backward(node, data.value)
    if written is None:
        return None
    line = getattr(written, "lineno", data.lineno)
    name = shown(flow.tree, data.value)
    reason = f"a graph keeps `{name}` for its backward pass, and line {at(line)} may write to it first"
    return Danger(reason, Evidence(line, f"may write to `{name}`"))


def _joins_graph(node: ast.AST, data: ast.Attribute, flow: Flow) -> bool:
    """Is it computed with something that can have a graph?"""
    for up in (node, *flow.tree.ancestors(node)):
        if not isinstance(up, ast.expr):
            return False
        if isinstance(up, (ast.BinOp, ast.Call)) and not flow.tree.within(up, data):
            inferred = flow.kind(up)
            if inferred.graph is Graph.YES or (inferred.graph is Graph.UNKNOWN and inferred.kind is Kind.TENSOR):
                return True
    return False


def _stays_here(data: ast.Attribute, flow: Flow) -> bool:
    """Is it a variable of this function which never leaves it, so that all backward passes over it are in sight?"""
    if not isinstance(data.value, ast.Name) or flow.tree.function(data) is None:
        return False
    bindings = [binding.node for binding in flow.tree.bindings(data.value)]
    if not all(isinstance(bound, ast.Name) for bound in bindings):
        return False
    names = [name for bound in bindings if isinstance(bound, ast.Name) for name in flow.variables.reached(bound)]
    return all(flow.use(name).how is not How.LEAVE for name in names)
