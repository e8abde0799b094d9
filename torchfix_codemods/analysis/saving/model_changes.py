"""What a model in the file has that neither its constructor nor a state_dict gives back.

Attributes and layers that are set from outside, frozen parameters, hooks, another number format, counters that the
model keeps for itself, tensors that its constructor draws and does not register.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.saving.model_origin import MOVES, Origin
from torchfix_codemods.analysis.saving.saved import Kinds
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.at import at, elsewhere
from torchfix_codemods.analysis.syntax.geometry import common_loop, position
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.values.variables import Variables

_CHANGING_METHODS = frozenset(
    {
        "add_module",
        "register_module",
        "register_buffer",
        "register_parameter",
        "register_forward_hook",
        "register_forward_pre_hook",
        "register_full_backward_hook",
        "register_backward_hook",
        "append",
        "extend",
        "insert",
        "half",
        "double",
        "bfloat16",
        "requires_grad_",
        "resize_token_embeddings",
    }
)
_CHANGING_PACKAGES = (
    "torch.nn.utils.",
    "torch.quantization.",
    "torch.ao.",
    "apex.",
    "torch.fx.",
    "torch_pruning.",
    "nni.",
    "peft.",
)
# They are in torch.nn.utils and only read the parameters, or their gradients.
_HARMLESS = frozenset(
    {
        "clip_grad_norm_",
        "clip_grad_norm",
        "clip_grad_value_",
        "clip_grad_value",
        "parameters_to_vector",
        "vector_to_parameters",
        "get_total_norm",
    }
)
_RANDOM = frozenset({"randn", "rand", "randint", "randperm", "normal", "bernoulli", "multinomial", "uniform", "choice"})
_PICKLING = frozenset({"__getstate__", "__setstate__", "__reduce__", "__reduce_ex__"})
_REGISTERED = frozenset({"Parameter", "Buffer", "UninitializedParameter"})


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would be lost, as a clause; `node` is the place that shows it.

    `by_class` says that the class itself does it, so that a model of the same class that is there already does it too.
    `for_good`: whoever makes the model anew cannot do it again, the values are in the model only.
    """

    node: ast.expr | ast.stmt
    text: str
    by_class: bool = False
    for_good: bool = False
    path: str = ""

    @property
    def reason(self) -> str:
        """It with its line; `path` is the file, where that is another one."""
        line = elsewhere(self.path, self.node.lineno) if self.path else f"line {at(self.node.lineno)}"
        return f"{line} {self.text}"


class Changes:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Kinds, variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables

    def of(self, origin: Origin, save: ast.AST) -> list[Change]:
        """What the saved model has beyond its constructor and its state_dict."""
        found = [
            change for use in self._uses(origin) for change in self._at(use) if not self._comes_after(change.node, save)
        ]
        if origin.call is not None:
            owner = self.class_of(origin.call)
            if owner is not None:
                found += self._in_class(owner)
        return sorted(found, key=lambda change: position(change.node))

    def is_moved(self, origin: Origin, save: ast.AST) -> bool:
        """Is the model somewhere else than on the CPU when it is saved, as far as the file shows?"""
        uses = [use for use in self._uses(origin) if not self._comes_after(use, save)]
        moves = [use for use in uses if self._method(use) in MOVES]
        here = [use for use in moves if self.tree.function(use) is self.tree.function(save)]
        if here and self._method(max(here, key=position)) == "cpu":
            return False
        if origin.moved or any(self._method(use) != "cpu" for use in moves):
            return True
        return any(self._is_given_with_device(use) for use in uses)

    def _is_given_with_device(self, use: ast.expr) -> bool:
        """Is it handed to something together with a device: `Trainer(net, device=device)`?"""
        call = self.tree.parents[use]
        if isinstance(call, ast.keyword):
            call = self.tree.parents[call]
        if not isinstance(call, ast.Call) or call.func is use:
            return False
        given = [*call.args, *(k.value for k in call.keywords)]
        return any(self.kind(value).kind is Kind.DEVICE for value in given if value is not use)

    def class_of(self, call: ast.Call) -> ast.ClassDef | None:
        """The class of this file that a constructor call makes an instance of."""
        if not isinstance(call.func, ast.Name):
            return None
        bindings = self.tree.bindings(call.func)
        only = bindings[0].node if len(bindings) == 1 else None
        return only if isinstance(only, ast.ClassDef) else None

    # ---- from outside

    def _uses(self, origin: Origin) -> Iterator[ast.expr]:
        """Every place of the file where one of the model's variables stands."""
        names = {(self.tree.scope(v).lookup(v.id), v.id) for v in origin.variables if isinstance(v, ast.Name)}
        for parameter in origin.variables:
            if isinstance(parameter, ast.arg):
                function = self.tree.parents[self.tree.parents[parameter]]
                names.add((self.tree.scopes.get(function), parameter.arg))
        texts = {dotted(v) for v in origin.variables if isinstance(v, ast.Attribute)}
        texts_of_names = {name for _, name in names}
        one = self.tree.names(texts_of_names.pop()) if len(texts_of_names) == 1 else None
        for name in self.tree.nodes(ast.Name) if one is None else one:
            if (self.tree.scope(name).lookup(name.id), name.id) in names and not self._comes_before(name, origin):
                yield name
        attributes = {text.rsplit(".", 1)[-1] for text in texts if text}
        for node in self.tree.nodes(ast.Attribute) if texts else ():
            if dotted(node) in texts or (node.attr in attributes and self._is_of_owner(node.value, origin)):
                yield node

    def _is_of_owner(self, node: ast.expr, origin: Origin) -> bool:
        """Is it an instance, held by somebody else, of the class that holds the model as an attribute?"""
        owners = {self.tree.enclosing(v, ast.ClassDef) for v in origin.variables if isinstance(v, ast.Attribute)}
        return self.kind(node).qualified in {owner.name for owner in owners if owner is not None}

    def _comes_before(self, node: ast.AST, origin: Origin) -> bool:
        """Is it about another model, which had the name before this one was made?"""
        return bool(origin.calls) and all(
            self.tree.function(node) is self.tree.function(call)
            and position(node) < position(self.tree.statement(call))
            and common_loop(self.tree, node, call) is None
            for call in origin.calls
        )

    def _method(self, use: ast.expr) -> str:
        """The method of a model, or of its wrapper's inside, that is called here."""
        parent = self.tree.parents[use]
        if isinstance(parent, ast.Attribute) and isinstance(call := self.tree.parents[parent], ast.Call):
            return parent.attr if call.func is parent else ""
        return ""

    def _at(self, use: ast.expr) -> Iterator[Change]:
        top: ast.expr = use
        while True:
            parent = self.tree.parents[top]
            if not isinstance(parent, (ast.Attribute, ast.Subscript)) or parent.value is not top:
                break
            top = parent
        if top is not use:
            yield from self._at_part(use, top)
        call = parent.value if isinstance(parent, ast.Starred) else parent
        if isinstance(call, ast.Call) and top in call.args:
            yield from self._as_argument(call, top)
        if isinstance(parent, ast.withitem):
            return

    def _at_part(self, use: ast.expr, part: ast.expr) -> Iterator[Change]:
        parent = self.tree.parents[part]
        stored = isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, (ast.Store, ast.Del))
        text = " ".join(ast.unparse(part).split())
        if stored and not text.endswith((".data", ".grad", ".training")) and not self._is_value(part):
            freezes = text.endswith(".requires_grad")
            what = "freezes parameters" if freezes else f"sets `{text}`, which the constructor does not"
            yield Change(part, what, for_good=not freezes and not self._gets_a_module(part))
        elif isinstance(parent, ast.Call) and parent.func is part and isinstance(part, ast.Attribute):
            if part.attr in _CHANGING_METHODS:
                yield Change(parent, f"changes it by `.{part.attr}(..)`")
            elif part.attr in ("parameters", "named_parameters", "children", "modules") and self._freezes(parent):
                yield Change(parent, "freezes parameters")
            elif part.value is use:
                yield from self._by_own_method(use, part.attr, parent)

    def _gets_a_module(self, part: ast.expr) -> bool:
        given = self.tree.assigned.at(part)
        return given is not None and given.value is not None and self.kind(given.value).is_module

    def _is_value(self, part: ast.expr) -> bool:
        """Is it a number of a parameter: `net.fc.weight.data[0]`?"""
        return isinstance(part, ast.Subscript) and (
            self.kind(part.value).is_tensor or (dotted(part.value) or "").endswith((".data", ".weight", ".bias"))
        )

    def _freezes(self, call: ast.Call) -> bool:
        """Is `requires_grad` set in a loop over these?"""
        loop = self.tree.enclosing(call, ast.For)
        if loop is None or not self.tree.within(call, loop.iter):
            return False
        return any(
            isinstance(node, ast.Attribute)
            and (node.attr == "requires_grad_" or (node.attr == "requires_grad" and isinstance(node.ctx, ast.Store)))
            for node in ast.walk(loop)
        )

    def _by_own_method(self, use: ast.expr, name: str, call: ast.Call) -> Iterator[Change]:
        """A method of a class of this file that sets attributes."""
        qualified = self.kind(use).qualified
        for owner in self.tree.nodes(ast.ClassDef):
            if owner.name != qualified or name in ("forward", "train", "eval", "to", "cuda", "cpu"):
                continue
            for method in _methods(owner):
                stored = next(iter(_own_stores(method)), None) if method.name == name else None
                if stored is not None:
                    yield Change(call, f"calls `.{name}()`, which sets `{dotted(stored)}`")

    def _as_argument(self, call: ast.Call, top: ast.expr) -> Iterator[Change]:
        name = self.tree.qualified_name(call.func) or dotted(call.func) or ""
        last = callee_name(call)
        if name == "setattr":
            yield Change(call, "sets an attribute that the constructor does not", for_good=True)
        elif name.startswith(_CHANGING_PACKAGES) and last not in _HARMLESS:
            yield Change(call, f"changes it by `{last}(..)`")

    def _comes_after(self, node: ast.AST, save: ast.AST) -> bool:
        """Does it run only when the model has been saved?"""
        if self.tree.function(node) is not self.tree.function(save) or common_loop(self.tree, node, save) is not None:
            return False
        return position(node) > position(save)

    # ---- by the class itself

    def _in_class(self, owner: ast.ClassDef) -> Iterator[Change]:
        for method in _methods(owner):
            if method.name in _PICKLING:
                yield Change(method, f"pickles it in its own way (`{method.name}`)", for_good=True)
            elif method.name == "__init__":
                yield from self._drawn(method)
            else:
                yield from self._counted(method)

    def _drawn(self, constructor: Function) -> Iterator[Change]:
        """Tensors that are drawn anew by every construction, and that no state_dict holds."""
        for store in _own_stores(constructor):
            part = self.tree.assigned.at(store)
            if part is None or part.way is not Way.GIVEN:
                continue
            calls = [callee_name(call) for call in ast.walk(part.source) if isinstance(call, ast.Call)]
            if _RANDOM.intersection(calls) and not _REGISTERED.intersection(calls):
                yield Change(
                    self.tree.statement(store),
                    f"draws `{dotted(store)}`, which is neither a parameter nor a buffer",
                    by_class=True,
                    for_good=True,
                )

    def _counted(self, method: Function) -> Iterator[Change]:
        for statement in ast.walk(method):
            if not isinstance(statement, ast.AugAssign) or self.kind(statement.target).is_tensor:
                continue
            text = dotted(statement.target) or ""
            if text.startswith("self."):
                what = f"counts in `{text}`, which no state_dict holds"
                yield Change(statement, what, by_class=True, for_good=True)


def set_outside_constructor(owner: ast.ClassDef) -> Sequence[ast.Attribute]:
    """The attributes that a class gets in other methods than its constructor, one place for each."""
    found: dict[str, ast.Attribute] = {}
    inside = {dotted(store) for method in _methods(owner) if method.name == "__init__" for store in _own_stores(method)}
    for method in _methods(owner):
        if method.name != "__init__":
            for store in _own_stores(method):
                found.setdefault(store.attr, store)
    return [store for store in found.values() if dotted(store) in inside]


def _methods(owner: ast.ClassDef) -> list[Function]:
    return [statement for statement in owner.body if isinstance(statement, FUNCTIONS)]


def _own_stores(method: Function) -> Iterator[ast.Attribute]:
    """Where a method assigns to `self.name`."""
    for node in ast.walk(method):
        is_store = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if is_store and isinstance(node, ast.Attribute) and dotted(node.value) == "self":
            yield node
