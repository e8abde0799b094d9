"""What a tensor is to autograd: a gradient, a parameter or other leaf, a part of a graph, or plain data.

Writing behind autograd's back is harmless for some and corrupts gradients for others, so this decides what may be
done about an in-place edit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from torchfix_codemods.analysis.inference.kinds import Graph, Inferred, Kind
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, Scope, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.tables.torch_api import PARAMETER_NAMES, VIEW_ATTRIBUTES, VIEW_METHODS

_PARAMETER_NAME = re.compile(r"(weight|bias)(_\w+)?\Z|\w+_(weight|bias)\Z")
_LISTS_OF_PARAMETERS = frozenset({"parameters", "buffers"})
_NAMED_PARAMETERS = frozenset({"named_parameters", "named_buffers"})
_PASSES_ELEMENTS_ON = frozenset({"list", "tuple", "reversed", "sorted", "iter", "tqdm", "filter"})
_MAX_STEPS = 12


class Role(Enum):
    """What a tensor is to autograd."""

    GRADIENT = "gradient"
    STATE = "parameter, buffer or other leaf"
    GRAPH = "part of a graph"
    PLAIN = "without history"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Holder:
    """The role of a tensor, and as dotted text what holds it: the module of a parameter, the name of a variable.

    `owner` is None where that is not known.
    """

    role: Role
    owner: str | None = None


_UNKNOWN = Holder(Role.UNKNOWN)


class Roles:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind

    def of(self, node: ast.expr) -> Holder:
        """The role of the tensor that this expression gives, or that it is a view of."""
        return self._of(node, _MAX_STEPS)

    @remembered
    def _of(self, node: ast.expr, steps: int) -> Holder:
        if steps == 0:
            return _UNKNOWN
        if isinstance(node, ast.Subscript):
            return self._of_item(node, steps)
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node, steps)
        if isinstance(node, ast.Call):
            return self._of_call(node, steps)
        if isinstance(node, ast.Name):
            return self._of_name(node, steps)
        if isinstance(node, ast.NamedExpr):
            return self._of(node.value, steps - 1)
        if isinstance(node, ast.IfExp):
            one, other = self._of(node.body, steps - 1), self._of(node.orelse, steps - 1)
            return Holder(one.role) if one.role is other.role else self._by_graph(node, None)
        return self._by_graph(node, None)

    def _of_item(self, node: ast.Subscript, steps: int) -> Holder:
        if self.kind(node.value).kind is Kind.TENSOR:
            return self._of(node.value, steps - 1)
        module = self._state_dict(node.value, steps)
        if module is not None:
            return Holder(Role.STATE, module or None)
        return self._by_graph(node, None)

    def _of_attribute(self, node: ast.Attribute, steps: int) -> Holder:
        if node.attr in ("grad", "_grad"):
            return Holder(Role.GRADIENT)
        if node.attr in VIEW_ATTRIBUTES:
            return self._of(node.value, steps - 1)
        if node.attr in PARAMETER_NAMES or _PARAMETER_NAME.match(node.attr):
            return Holder(Role.STATE, dotted(node.value))
        if self._is_state_attribute(node, steps):
            return Holder(Role.STATE, dotted(node.value))
        return self._by_graph(node, dotted(node))

    def _is_state_attribute(self, node: ast.Attribute, steps: int) -> bool:
        """Is it an attribute that a module was given as parameter, buffer or tensor when it was made?"""
        if self._is_leaf(node):
            return True
        definition = self.tree.enclosing(node, ast.ClassDef)
        if not (isinstance(node.value, ast.Name) and node.value.id == "self") or definition is None:
            return self.kind(node.value).is_module
        values = self.tree.assigned.values(f"self.{node.attr}", definition)
        if not values:
            return bool(self._registered(node.attr, definition))
        return all(self._makes_leaf(value) or self._of(value, steps - 1).role is Role.STATE for value in values)

    def _registered(self, name: str, definition: ast.AST) -> set[str]:
        """How a class registers this name: `register_buffer`, `register_parameter`."""
        return {
            callee_name(call)
            for call in self.tree.nodes_inside(ast.Call, definition)
            if callee_name(call) in ("register_buffer", "register_parameter")
            and call.args
            and isinstance(call.args[0], ast.Constant)
            and call.args[0].value == name
        }

    def is_no_parameter(self, node: ast.expr) -> bool:
        """Does its class make the attribute a buffer or a plain tensor? A module registers no second name of such."""
        definition = self.tree.enclosing(node, ast.ClassDef)
        if not isinstance(node, ast.Attribute) or dotted(node.value) != "self" or definition is None:
            return False
        values = self.tree.assigned.values(f"self.{node.attr}", definition)
        if any(value is None or not self._makes_plain_tensor(value) for value in values):
            return False
        registered = self._registered(node.attr, definition)
        return registered == {"register_buffer"} or (bool(values) and not registered)

    def _makes_plain_tensor(self, value: ast.expr) -> bool:
        inferred = self.kind(value)
        parameters = (callee_name(call) == "Parameter" for call in ast.walk(value) if isinstance(call, ast.Call))
        is_parameter = (inferred.qualified or "").endswith(".Parameter") or any(parameters)
        return inferred.is_tensor and inferred.graph is Graph.NO and not is_parameter

    def _of_call(self, node: ast.Call, steps: int) -> Holder:
        name = callee_name(node)
        if isinstance(node.func, ast.Attribute) and name in VIEW_METHODS | {"detach"}:
            return self._of(node.func.value, steps - 1)
        if name == "next" and node.args:
            return self._element(node.args[0], None, steps) or _UNKNOWN
        if self._makes_leaf(node) and self._requires_grad(node):
            return Holder(Role.STATE)
        returned = self._returned(node)
        if returned is not None:
            found = self._of(returned, steps - 1)
            return Holder(found.role) if found.role in (Role.STATE, Role.GRADIENT) else self._by_graph(node, None)
        return self._by_graph(node, None)

    @remembered
    def _returned(self, call: ast.Call) -> ast.expr | None:
        """What a function of the file returns, where that is one expression."""
        if not isinstance(call.func, ast.Name):
            return None
        for binding in self.tree.bindings(call.func):
            if isinstance(binding.node, ast.FunctionDef):
                returns = [n for n in self.tree.nodes_inside(ast.Return, binding.node) if n.value is not None]
                return returns[0].value if len(returns) == 1 else None
        return None

    def _of_name(self, node: ast.Name, steps: int) -> Holder:
        scope = self.tree.scope(node).lookup(node.id)
        found = None if scope is None else self._of_variable(scope, node.id, steps)
        return found or self._by_graph(node, node.id)

    @remembered
    def _of_variable(self, scope: Scope, name: str, steps: int) -> Holder | None:
        """What all that a variable is given is; None where that is not one role."""
        found: Holder | None = None
        for binding in scope.bindings[name]:
            holder: Holder | None = None
            if binding.value is not None:
                holder = self._of_value(name, binding.value, steps)
            elif isinstance(binding.node, ast.Name) and not isinstance(binding.statement, ast.AugAssign):
                holder = self._of_loop_variable(binding.node, steps)
            elif isinstance(binding.statement, ast.AugAssign):
                continue
            if holder is None:
                return None
            if found is not None and found.role is not holder.role:
                return None
            found = holder if found is None or found.owner == holder.owner else Holder(found.role)
        return found

    def _of_value(self, name: str, value: ast.expr, steps: int) -> Holder | None:
        if any(part.id == name for part in self.tree.nodes_inside(ast.Name, value)):
            return None  # made of its own former value
        if isinstance(value, ast.Constant) and value.value is None:
            return None
        if self._makes_leaf(value):
            return Holder(Role.STATE if self._requires_grad(value) else Role.PLAIN, name)
        found = self._of(value, steps - 1)
        return found if found.role in (Role.STATE, Role.GRADIENT) else None

    def _of_loop_variable(self, name: ast.Name, steps: int) -> Holder | None:
        """The role of a name bound by a loop over parameters."""
        path: list[int] = []
        child: ast.AST = name
        for up in self.tree.ancestors(name):
            if isinstance(up, (ast.Tuple, ast.List)):
                path.append(up.elts.index(child))  # type: ignore[arg-type]
            elif isinstance(up, (ast.For, ast.AsyncFor, ast.comprehension)) and up.target is child:
                return self._element(up.iter, path[::-1], steps)
            else:
                return None
            child = up
        return None

    def _element(self, iterable: ast.expr, path: list[int] | None, steps: int) -> Holder | None:
        """What iterating gives, or the part of it at `path` (positions in nested tuples)."""
        path = path or []
        if steps == 0:
            return None
        if isinstance(iterable, ast.Call):
            return self._element_of_call(iterable, path, steps)
        if isinstance(iterable, ast.Subscript):
            if isinstance(iterable.slice, ast.Constant) and iterable.slice.value == "params":
                return Holder(Role.STATE)
            return self._element(iterable.value, path, steps - 1)
        if isinstance(iterable, COMPREHENSIONS) and not path and not isinstance(iterable, ast.DictComp):
            return self._stated(self._of(iterable.elt, steps - 1))
        if isinstance(iterable, (ast.List, ast.Tuple)) and not path:
            roles = {self._of(element, steps - 1).role for element in iterable.elts}
            return self._stated(Holder(roles.pop())) if len(roles) == 1 else None
        if isinstance(iterable, ast.Name):
            values = [binding.value for binding in self.tree.bindings(iterable)]
            if len(values) == 1 and values[0] is not None:
                return self._element(values[0], path, steps - 1)
        name = dotted(iterable) or ""
        if name.rsplit(".", 1)[-1].lstrip("_") in ("params", "parameters", "trainable_params", "weights"):
            return Holder(Role.STATE)
        return None

    def _element_of_call(self, call: ast.Call, path: list[int], steps: int) -> Holder | None:
        name = callee_name(call)
        if isinstance(call.func, ast.Attribute):
            owner = dotted(call.func.value)
            if name in _LISTS_OF_PARAMETERS and not path:
                return Holder(Role.STATE, owner)
            if name in _NAMED_PARAMETERS and path[:1] == [1]:
                return Holder(Role.STATE, owner)
            if name in ("items", "values"):
                module = self._state_dict(call.func.value, steps)
                return None if module is None else Holder(Role.STATE, module or None)
        if name == "enumerate" and path[:1] == [1] and call.args:
            return self._element(call.args[0], path[1:], steps - 1)
        if name == "zip" and path and path[0] < len(call.args):
            return self._element(call.args[path[0]], path[1:], steps - 1)
        if name in _PASSES_ELEMENTS_ON and call.args:
            return self._element(call.args[-1 if name == "filter" else 0], path, steps - 1)
        return None

    def _stated(self, holder: Holder) -> Holder | None:
        return holder if holder.role in (Role.STATE, Role.GRADIENT) else None

    def _state_dict(self, node: ast.expr, steps: int) -> str | None:
        """The owner of a state dict as dotted text (may be empty), None if it is not one."""
        if isinstance(node, ast.Call) and callee_name(node) == "state_dict" and isinstance(node.func, ast.Attribute):
            return dotted(node.func.value) or ""
        if isinstance(node, ast.Name) and steps:
            values = [binding.value for binding in self.tree.bindings(node)]
            if len(values) == 1 and values[0] is not None:
                return self._state_dict(values[0], steps - 1)
        return None

    def _by_graph(self, node: ast.expr, owner: str | None) -> Holder:
        inferred = self.kind(node)
        if inferred.qualified is not None and inferred.qualified.endswith(".Parameter"):
            return Holder(Role.STATE, owner)
        if inferred.graph is Graph.YES:
            return Holder(Role.GRAPH, owner)
        return Holder(Role.PLAIN if inferred.graph is Graph.NO else Role.UNKNOWN, owner)

    # ---- leaves

    def _is_leaf(self, node: ast.expr) -> bool:
        inferred = self.kind(node)
        return inferred.qualified is not None and inferred.qualified.endswith(".Parameter")

    def _makes_leaf(self, value: ast.expr) -> bool:
        """Does this expression make a tensor that nothing was computed for: a Parameter, a factory's result?"""
        if not isinstance(value, ast.Call):
            return False
        name = self.tree.qualified_name(value.func) or ""
        if name.endswith((".Parameter", ".autograd.Variable", ".nn.Buffer")):
            return True
        if isinstance(value.func, ast.Attribute) and value.func.attr in ("requires_grad_", "to", "cuda", "cpu"):
            return self._makes_leaf(value.func.value)
        if self.kind(value).kind is not Kind.TENSOR:
            return False
        return self.kind(value).graph is Graph.NO or keyword(value, "requires_grad") is not None

    def _requires_grad(self, value: ast.expr) -> bool:
        for call in ast.walk(value):
            if isinstance(call, ast.Call):
                if callee_name(call) in ("Parameter", "requires_grad_"):
                    return True
                flag = keyword(call, "requires_grad")
                if flag is not None and not (isinstance(flag.value, ast.Constant) and flag.value.value is False):
                    return True
        return False
