"""Where `x.data` and `Variable(x)` are no more than `x`: no graph hangs on it, or none comes of what is done."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.roles import Role
from torchfix_codemods.analysis.inference.kinds import Graph
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.tensor_methods import is_tensor_attribute
from torchfix_codemods.analysis.tables.torch_api import TENSOR_CLASSES, WITHOUT_GRAPH, is_tensor_class
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.aliases import How

# They may give the tensor itself, which is another object than the handle.
_MAY_GIVE_ITSELF = words("detach detach_ long int bool byte short char")
# What these give, of a tensor with a history or without, is new and has none.
_METHODS = (WITHOUT_GRAPH - _MAY_GIVE_ITSELF) | words("equal allclose")
_ABOUT_HISTORY = words("requires_grad grad_fn is_leaf")
_IDENTITIES = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def leaves_no_history(node: ast.expr, tree: Tree) -> bool:
    """Does what is done with a value on the spot give the same, and no graph, whatever hangs on it?

    So with `x.argmax(1)`, `x > 0`, `torch.zeros_like(x)`, `isinstance(x, torch.Tensor)`.
    """
    parent = tree.parents[node]
    if isinstance(parent, ast.Compare):
        return not any(isinstance(operator, _IDENTITIES) for operator in parent.ops)
    if isinstance(parent, ast.Attribute):
        call = tree.parents[parent]
        return parent.attr in _METHODS and isinstance(call, ast.Call) and call.func is parent
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if isinstance(parent.func, ast.Name) and parent.func.id == "isinstance" and not tree.bindings(parent.func):
        return node is parent.args[0] and _is_about_tensors(parent.args[-1], tree)
    owner, _, name = (tree.qualified_name(parent.func) or "").rpartition(".")
    return owner == "torch" and name in _METHODS


def _is_about_tensors(classes: ast.expr, tree: Tree) -> bool:
    """Is it `torch.Tensor`, or a type such as `torch.cuda.FloatTensor`? A parameter is one where its handle is."""
    options = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    return all(is_tensor_class(tree.qualified_name(option) or "", TENSOR_CLASSES) for option in options)


def asks_for_class(data: ast.Attribute, tree: Tree) -> bool:
    """Is it `isinstance(x.data, DTensor)`, or what only such a class has? Then it is no question about gradients."""
    parent = tree.parents[data]
    if isinstance(parent, ast.Attribute):
        return not is_tensor_attribute(parent.attr)
    is_asked = isinstance(parent, ast.Call) and callee_name(parent) == "isinstance" and data in parent.args
    return is_asked and not leaves_no_history(data, tree)


def is_needless(data: ast.Attribute, flow: Flow) -> bool:
    """Is nothing left of the difference between `x.data` and `x`?"""
    if leaves_no_history(data, flow.tree):
        return True
    tensor = data.value
    return has_no_graph(tensor, flow) and is_the_same_object(tensor, data, flow) and is_only_read(data, tensor, flow)


def has_no_graph(wrapped: ast.expr, flow: Flow) -> bool:
    """Does no graph hang on the tensor, and is it no Parameter?

    The handle of a Parameter is a plain tensor, which a module does not register.
    """
    inferred = flow.kind(wrapped)
    return inferred.is_tensor and inferred.graph is Graph.NO and flow.role(wrapped).role is not Role.STATE


def is_the_same_object(wrapped: ast.expr, handle: ast.expr, flow: Flow) -> bool:
    """Does nobody notice that the handle is another object?"""
    return all(flow.object_changed(one) is None for one in (handle, wrapped))


def is_only_read(handle: ast.expr, wrapped: ast.expr, flow: Flow) -> bool:
    """Is the handle neither written to nor kept, and does nobody ask whether the tensor has a history after all?

    A view that was taken under `no_grad` has no history, and still takes no write outside of it.
    """
    tree, name = flow.tree, dotted(wrapped)
    parent = tree.parents[handle]
    if isinstance(parent, ast.Compare) and any(isinstance(operator, _IDENTITIES) for operator in parent.ops):
        return False
    for use in flow.uses(handle):
        is_written = isinstance(use.node, ast.Call) and flow.writes_into(use.node, handle)
        if use.how not in (How.READ, How.NAME, How.ARGUMENT) or (use.how is How.ARGUMENT and is_written):
            return False
    asked = (node for node in tree.nodes(ast.Attribute) if node.attr in _ABOUT_HISTORY)
    return name is None or not any(dotted(node.value) == name for node in asked)
