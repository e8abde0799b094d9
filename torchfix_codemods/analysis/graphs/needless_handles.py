"""Where `x.data` and `Variable(x)` are no more than `x`: no graph hangs on it, or none comes of what is done."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.roles import Role
from torchfix_codemods.analysis.inference.kinds import Graph, Kind
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.tree import LOOPS, Tree, callee_name, dotted, has_star_arguments, keyword
from torchfix_codemods.analysis.tables.tensor_methods import is_tensor_attribute
from torchfix_codemods.analysis.tables.torch_api import (
    PAIRS,
    TAKE_LISTS,
    TAKE_TENSORS,
    TENSOR_CLASSES,
    VIEW_METHODS,
    WHOLE_NUMBERS,
    WITHOUT_GRAPH,
    is_in_place,
    is_tensor_class,
)
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.aliases import RESHAPING_METHODS, How

# They may give the tensor itself, which is another object than the handle.
_MAY_GIVE_ITSELF = words("detach detach_ long int bool byte short char")
# What these give, of a tensor with a history or without, is new and has none.
_METHODS = (WITHOUT_GRAPH - _MAY_GIVE_ITSELF) | words("equal allclose")
# Of a tensor they give a new one, and a view only as another object.
_COMPUTING = (TAKE_TENSORS | TAKE_LISTS) - words("real imag flatten ravel conj")
_COMPUTING_METHODS = (VIEW_METHODS | words("sum mean abs norm prod")) - words("detach requires_grad_ share_memory_")
_READS = words("item tolist")
_COMPARING = words("eq ne gt lt ge le equal allclose isclose greater greater_equal less less_equal not_equal")
_MAY_GIVE_IT = words("detach_ to type float double half long int bool byte cpu cuda contiguous resolve_conj")
_RENAMING = words("requires_grad_ retain_grad register_hook share_memory_")
_GIVING_IT = words(
    "torch.as_tensor torch.atleast_1d torch.atleast_2d torch.atleast_3d torch.real torch.broadcast_tensors"
)
# With a dimension or a count, the second part of what they give are positions.
_POSITIONS = PAIRS - words("cummax cummin")
_FORM_OF = words("type_as view_as expand_as reshape_as")
_BUILTINS = words("print len float int bool str repr format abs round")
_ABOUT_THE_OBJECT = words("""
    requires_grad requires_grad_ grad grad_fn is_leaf retain_grad register_hook retains_grad real imag ravel conj
    positive resolve_conj resolve_neg
""")
# What tells of a tensor's form only, and makes others of that form.
ABOUT_FORM = words("""
    shape size dim ndim ndimension numel nelement dtype device layout is_cuda is_sparse is_contiguous is_floating_point
    stride storage_offset element_size get_device new new_zeros new_ones new_full new_empty new_tensor
""")
_IDENTITIES = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def leaves_no_history(node: ast.expr, tree: Tree) -> bool:
    """Does what is done with a value on the spot give the same, and no graph, whatever hangs on it?

    So with `x.argmax(1)`, `x > 0`, `torch.zeros_like(x)`, `isinstance(x, torch.Tensor)`.
    """
    end = _end_of_chain(node, tree)
    parent = tree.parents[end]
    if isinstance(parent, ast.Attribute) and end is not node and parent.attr in _READS:
        return _is_called(parent, tree)
    node = end
    if isinstance(parent, ast.Compare):
        return not any(isinstance(operator, _IDENTITIES) for operator in parent.ops)
    if isinstance(parent, ast.Attribute):
        return _is_called(parent, tree) and (parent.attr in _METHODS or _gives_positions(parent, tree))
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if isinstance(parent.func, ast.Name) and parent.func.id == "isinstance" and not tree.bindings(parent.func):
        return node is parent.args[0] and _is_about_tensors(parent.args[-1], tree)
    owner, _, name = (tree.qualified_name(parent.func) or "").rpartition(".")
    return owner == "torch" and name in _METHODS


def _gives_positions(method: ast.Attribute, tree: Tree) -> bool:
    """`x.max(1)[1]`: whole numbers, which have no history."""
    call = tree.parents[method]
    item = tree.parents[call]
    if method.attr not in _POSITIONS or not isinstance(call, ast.Call) or has_star_arguments(call):
        return False
    if not isinstance(item, ast.Subscript) or not isinstance(item.slice, ast.Constant) or item.slice.value != 1:
        return False
    return keyword(call, "dim") is not None or (bool(call.args) and isinstance(call.args[0], ast.Constant))


def _end_of_chain(node: ast.expr, tree: Tree) -> ast.expr:
    """`x.data.view(-1).sum()` of `x.data`: what methods make of a value that only compute, or give a view of it."""
    while True:
        method = tree.parents[node]
        call = tree.parents.get(method)
        if (
            not isinstance(method, ast.Attribute)
            or method.attr not in _COMPUTING_METHODS
            or not isinstance(call, ast.Call)
        ):
            return node
        if call.func is not method:
            return node
        node = call


def _is_called(method: ast.Attribute, tree: Tree) -> bool:
    call = tree.parents[method]
    return isinstance(call, ast.Call) and call.func is method


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
    if leaves_no_history(data, flow.tree) or _gives_only_its_form(data, flow) or _is_compared(data, flow):
        return True
    if _is_asked_for_type(data, flow) or _is_named_for_its_form(data, flow):
        return True
    if is_plain_gradient(data, flow):
        return True
    return is_only_read(data, data.value, flow) and has_no_graph(data.value, flow)


def _is_asked_for_type(data: ast.Attribute, flow: Flow) -> bool:
    """`type(x.data)`, where `x` is no Parameter: that has a class of its own."""
    call = flow.tree.parents[data]
    if not isinstance(call, ast.Call) or call.args != [data] or call.keywords:
        return False
    if not isinstance(call.func, ast.Name) or call.func.id != "type" or flow.tree.bindings(call.func):
        return False
    return flow.role(data.value).role in (Role.GRAPH, Role.PLAIN)


def _is_named_for_its_form(data: ast.Attribute, flow: Flow) -> bool:
    """`w = next(net.parameters()).data`, of which only `w.new_zeros(..)`, `w.device` and the like are used."""
    use = flow.use(data)
    if use.how is not How.NAME or not use.names or flow.tree.function(data) is None:
        return False
    if dotted(data.value) in {name.id for name in use.names}:
        return False  # `x = x.data` would be `x = x`
    reads = [read for name in use.names for read in flow.variables.reached(name)]
    parents = [flow.tree.parents[read] for read in reads]
    return _runs_nothing_else(data, reads, flow) and all(
        isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load) and parent.attr in ABOUT_FORM
        for parent in parents
    )


def is_plain_gradient(data: ast.Attribute, flow: Flow) -> bool:
    """Is it `p.grad.data`, where no backward pass of the run makes a graph of its gradients?

    A gradient then never requires one, and is written to in place as its handle is. An attempt that is caught may be
    one to find out whether there is a gradient: `None` has no `data`.
    """
    tree = flow.tree
    if flow.nests_gradients or not isinstance(data.value, ast.Attribute) or data.value.attr != "grad":
        return False
    if flow.role(data.value).role is not Role.GRADIENT:
        return False
    if any(isinstance(up, ast.Try) and up.handlers for up in tree.ancestors(data)):
        return False
    if dotted(data.value) in flow.asked_for_history or not _is_used_for_its_values(data, tree):
        return False
    return _is_computed_with(data, flow) and is_the_same_object(data.value, data, flow)


def _is_computed_with(node: ast.expr, flow: Flow, *, is_named: bool = False) -> bool:
    """Is nothing done with a value but to compute with it, and to write values into it?

    Whoever keeps it, gets it or compares it by its identity may tell the handle from the tensor.
    """
    tree = flow.tree
    parent = tree.parents[node]
    if isinstance(parent, (ast.Expr, ast.BinOp, ast.UnaryOp, ast.AugAssign)):
        return True
    if isinstance(parent, ast.Compare):
        return not any(isinstance(operator, _IDENTITIES) for operator in parent.ops)
    if isinstance(parent, ast.Subscript):
        return parent.value is node
    if isinstance(parent, ast.Attribute):
        if parent.attr in _ABOUT_THE_OBJECT or not isinstance(parent.ctx, ast.Load) or parent.attr == "data":
            return False
        call = tree.parents[parent]
        if not isinstance(call, ast.Call) or call.func is not parent:
            return parent.attr in ABOUT_FORM
        if not is_in_place(parent.attr) and parent.attr not in _MAY_GIVE_IT:
            return parent.attr not in _RENAMING and is_tensor_attribute(parent.attr)
        return parent.attr not in RESHAPING_METHODS and _is_computed_with(call, flow, is_named=is_named)
    if isinstance(parent, (ast.Call, ast.keyword)):
        return _is_argument_of_torch(node, flow)
    use = flow.use(node)
    if is_named or use.how is not How.NAME or not use.names or tree.function(node) is None:
        return False
    reads = [read for name in use.names for read in flow.variables.reached(name)]
    return _runs_nothing_else(node, reads, flow) and all(_is_computed_with(read, flow, is_named=True) for read in reads)


def _is_argument_of_torch(node: ast.expr, flow: Flow) -> bool:
    up: ast.AST = node
    while not isinstance(up, ast.Call):
        up = flow.tree.parents[up]
    name = flow.tree.qualified_name(up.func)
    if name is not None:
        return name.startswith("torch.") and name not in _GIVING_IT
    if isinstance(up.func, ast.Name):
        return up.func.id in _BUILTINS and not flow.tree.bindings(up.func)
    return (
        isinstance(up.func, ast.Attribute) and is_tensor_attribute(up.func.attr) and flow.kind(up.func.value).is_tensor
    )


def _runs_nothing_else(node: ast.expr, reads: list[ast.Name], flow: Flow) -> bool:
    """Is nothing called until the last use of a name that could change the tensor itself, as `net.double()` does?"""
    if not reads:
        return False
    tree = flow.tree
    last = max(reads, key=position)
    loops = [up for up in tree.ancestors(last) if isinstance(up, LOOPS) and not tree.within(node, up)]
    end: ast.AST = loops[-1] if loops else last
    final = (getattr(end, "end_lineno", 0) or 0, getattr(end, "end_col_offset", 0) or 0)
    stored = (node for node in tree.nodes(ast.Attribute) if isinstance(node.ctx, ast.Store) and node.attr == "data")
    if any(tree.function(one) is tree.function(node) for one in stored):
        return False
    for call in tree.calls_by_function.get(tree.function(node), ()):
        if tree.within(call, node) or not position(node) < position(call) <= final:
            continue
        name = tree.qualified_name(call.func)
        is_of_torch = name is not None and name.startswith("torch.")
        is_builtin = isinstance(call.func, ast.Name) and call.func.id in _BUILTINS
        is_method = (
            isinstance(call.func, ast.Attribute)
            and is_tensor_attribute(call.func.attr)
            and call.func.attr not in RESHAPING_METHODS
            and flow.kind(call.func.value).kind is not Kind.MODULE
        )
        if not is_of_torch and not is_builtin and not is_method:
            return False
    return True


def _gives_only_its_form(data: ast.Attribute, flow: Flow) -> bool:
    """Is nothing but shape, dtype and device taken from it: `y.type_as(x.data)`?"""
    parent = flow.tree.parents[data]
    if not isinstance(parent, ast.Call) or parent.args != [data] or not isinstance(parent.func, ast.Attribute):
        return False
    return parent.func.attr in _FORM_OF and flow.kind(parent.func.value).is_tensor


def _is_compared(data: ast.expr, flow: Flow) -> bool:
    """Is it only what a tensor is compared with: `y.eq(x.data)`, `y.eq(x.data.view_as(y))`?"""
    end = _end_of_chain(data, flow.tree)
    call = flow.tree.parents[end]
    if not isinstance(call, ast.Call) or end not in call.args or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr in _COMPARING and flow.kind(call.func.value).is_tensor


def has_no_graph(wrapped: ast.expr, flow: Flow) -> bool:
    """Does no graph hang on the tensor, and is it no Parameter?

    The handle of a Parameter is a plain tensor, which a module does not register.
    """
    inferred = flow.kind(wrapped)
    if not inferred.is_tensor or inferred.graph is Graph.YES:
        return False
    if inferred.graph is Graph.UNKNOWN:
        return flow.buffers is not None and flow.buffers.has_no_graph(wrapped)
    return flow.role(wrapped).role is not Role.STATE or flow.roles.is_no_parameter(wrapped)


def is_the_same_object(wrapped: ast.expr, handle: ast.expr, flow: Flow) -> bool:
    """Does nobody notice that the handle is another object?"""
    return all(flow.object_changed(one) is None for one in (handle, wrapped))


def is_only_read(handle: ast.expr, wrapped: ast.expr, flow: Flow) -> bool:
    """Is the handle neither written to nor given a name, and does nobody ask whether the tensor has a history?

    A view that was taken under `no_grad` has no history, and still takes no write outside of it.
    """
    if dotted(wrapped) in flow.asked_for_history:
        return False
    if not _is_used_for_its_values(handle, flow.tree):
        return False
    use, parent = flow.use(handle), flow.tree.parents[handle]
    if use.how not in (How.READ, How.ARGUMENT):
        return False
    call = use.node
    is_argument = use.how is How.ARGUMENT or isinstance(parent, (ast.Call, ast.keyword))
    if not is_argument or not isinstance(call, ast.Call):
        return True
    if flow.kind(wrapped).qualified == WHOLE_NUMBERS:
        return not flow.writes_into(call, handle)
    owner, _, name = (flow.tree.qualified_name(call.func) or callee_name(call)).rpartition(".")
    return name in _COMPUTING if owner == "torch" else not owner and name in _BUILTINS


def _is_used_for_its_values(handle: ast.expr, tree: Tree) -> bool:
    """Is nothing asked or changed that is the object's own, be it through methods that may give the object itself?"""
    node: ast.AST = handle
    parent = tree.parents[node]
    while isinstance(parent, (ast.Attribute, ast.Call)):
        if isinstance(parent, ast.Attribute) and not isinstance(parent.ctx, ast.Load):
            return False
        if isinstance(parent, ast.Attribute) and parent.attr in _ABOUT_THE_OBJECT:
            return False
        if isinstance(parent, ast.Call) and node is not parent.func:
            return True
        node, parent = parent, tree.parents[parent]
    return not (isinstance(parent, ast.Compare) and any(isinstance(one, _IDENTITIES) for one in parent.ops))
