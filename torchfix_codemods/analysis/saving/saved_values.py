"""Does `torch.load(.., weights_only=True)` accept what an expression holds?

It takes tensors, numbers, text, plain containers of these, and the state_dicts of torch's own classes. Source:
https://docs.pytorch.org/docs/stable/notes/serialization.html#weights-only
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from torchfix_codemods.analysis.inference.kinds import Inferred, Kind
from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.values.sources import Sources

_PARSING = frozenset({"parse_args", "parse_known_args"})
_PLAIN_CALLS = frozenset({"int", "float", "str", "bool", "len", "repr", "round", "ord", "chr", "bytes", "bytearray"})
_PLAIN_METHODS = frozenset({"item", "tolist", "format", "join", "lower", "upper", "strip", "split", "numel", "size"})
_CONTAINERS = frozenset({"dict", "list", "tuple", "set", "sorted", "collections.OrderedDict", "collections.Counter"})
_REFUSED_BUILTINS = frozenset({"range", "frozenset", "slice", "object"})
_REFUSED = (
    "numpy.",
    "argparse.",
    "collections.defaultdict",
    "collections.deque",
    "collections.namedtuple",
    "datetime.",
    "pathlib.",
    "enum.",
    "functools.",
    "types.",
)
_PLAIN_TYPES = frozenset({"int", "float", "str", "bool"})
_CHANGING = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "appendleft"})
_DEEPEST = 10


class Accepted(IntEnum):
    """Whether it is accepted; the smallest of several parts is that of the whole."""

    NO = 0
    UNKNOWN = 1
    YES = 2


@dataclass(frozen=True)
class Held:
    """The verdict on a value, the part of it that decides, and what that part is (empty where nobody knows)."""

    accepted: Accepted
    node: ast.expr
    what: str = ""


class SavedValues:
    """Answers for one file."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred], sources: Sources) -> None:
        self.tree = tree
        self.kind = kind
        self.sources = sources
        self._open: set[str] = set()  # variables that are being looked at: what is made from itself adds nothing

    def of(self, saved: Saved) -> Held:
        """The verdict on what a call of torch.save writes."""
        if saved.content is Content.WEIGHTS:
            return self._of_call(saved.node, _DEEPEST) if isinstance(saved.node, ast.Call) else _yes(saved.node)
        if saved.content in (Content.NAMED, Content.MISNAMED):
            return Held(Accepted.UNKNOWN, saved.node)
        if saved.content is not Content.OTHER:
            whole = next((entry.node for entry in saved.entries if entry.content is Content.MODULE), saved.node)
            return Held(Accepted.NO, whole, saved.content.value)
        given = next((k.value for k in saved.call.keywords if k.arg == "obj"), None)
        what = saved.call.args[0] if saved.call.args else given
        return Held(Accepted.UNKNOWN, saved.node) if what is None else self._of(what, _DEEPEST)

    def _all(self, nodes: list[ast.expr], whole: ast.expr, depth: int) -> Held:
        return min((self._of(node, depth - 1) for node in nodes), key=lambda one: one.accepted, default=_yes(whole))

    def _of(self, node: ast.expr, depth: int) -> Held:
        if depth == 0:
            return Held(Accepted.UNKNOWN, node)
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            return _yes(node)
        if isinstance(node, ast.Dict):
            if None in node.keys:
                return Held(Accepted.UNKNOWN, node)
            return self._all([*(k for k in node.keys if k is not None), *node.values], node, depth)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return self._all(node.elts, node, depth)
        if isinstance(node, (ast.ListComp, ast.SetComp)):
            return self._of(node.elt, depth - 1)
        if isinstance(node, ast.DictComp):
            return self._all([node.key, node.value], node, depth)
        if isinstance(node, ast.Lambda):
            return Held(Accepted.NO, node, "a function")
        known = self._by_kind(node)
        if known is not None:
            return known
        if isinstance(node, ast.Call):
            return self._of_call(node, depth)
        if isinstance(node, ast.BinOp):
            return self._all([node.left, node.right], node, depth)
        if isinstance(node, ast.UnaryOp):
            return self._of(node.operand, depth - 1)
        if isinstance(node, ast.Compare):
            return self._all([node.left, *node.comparators], node, depth)
        if isinstance(node, ast.Subscript):
            whole = self._of(node.value, depth - 1)
            return whole if whole.accepted is Accepted.YES else Held(Accepted.UNKNOWN, node)
        if isinstance(node, (ast.Name, ast.Attribute, ast.IfExp, ast.BoolOp)):
            return self._of_variable(node, depth)
        return Held(Accepted.UNKNOWN, node)

    def _by_kind(self, node: ast.expr) -> Held | None:
        """Tensors, modules and optimizers."""
        found = self.kind(node)
        if found.is_tensor or found.kind is Kind.DEVICE:
            return _yes(node)
        if found.is_module:
            return Held(Accepted.NO, node, "a whole model")
        return Held(Accepted.NO, node, "a whole optimizer") if found.kind is Kind.OPTIMIZER else None

    def _of_call(self, call: ast.Call, depth: int) -> Held:
        name = self.tree.qualified_name(call.func) or ""
        if not name and isinstance(call.func, ast.Name) and not self.tree.bindings(call.func):
            name = call.func.id
        if name.startswith(_REFUSED) or name in _REFUSED_BUILTINS:
            return Held(Accepted.NO, call, f"what `{name}` gives")
        if name in _PLAIN_CALLS or name in ("time.time", "random.getstate", "torch.get_rng_state"):
            return _yes(call)
        if name in _CONTAINERS:
            named = [] if name == "sorted" else [k.value for k in call.keywords]
            return self._all([*call.args, *named], call, depth)
        if name in ("max", "min", "sum", "abs"):
            return self._all(list(call.args), call, depth)
        if name == "vars" and len(call.args) == 1:
            return self._of_options(call)
        if isinstance(call.func, ast.Attribute):
            return self._of_method(call, call.func)
        return Held(Accepted.UNKNOWN, call)

    def _of_method(self, call: ast.Call, func: ast.Attribute) -> Held:
        if func.attr == "state_dict":
            owner = self.kind(func.value)
            is_own = owner.kind is Kind.OTHER and not (owner.qualified or "").startswith("torch.")
            return Held(Accepted.UNKNOWN, call) if is_own or self._is_own_class(func.value) else _yes(call)
        if func.attr in _PLAIN_METHODS:
            return _yes(call)
        if func.attr in _PARSING:
            return Held(Accepted.NO, call, "the Namespace of the options")
        if func.attr == "numpy":
            return Held(Accepted.NO, call, "an array")
        return Held(Accepted.UNKNOWN, call)

    def _is_own_class(self, node: ast.expr) -> bool:
        """Is it an instance of a class of the file that is no module?"""
        made = [self.sources.class_called(s) for s in self.sources.of(node) if isinstance(s, ast.Call)]
        return any(owner is not None for owner in made) and not self.kind(node).is_module

    def _of_options(self, call: ast.Call) -> Held:
        """`vars(args)` is a dictionary of the options, which are plain where their types are."""
        for option in self.tree.nodes(ast.Call):
            if callee_name(option) == "add_argument":
                kinds = [k.value for k in option.keywords if k.arg in ("type", "action")]
                if not all(
                    isinstance(k, ast.Constant) or (isinstance(k, ast.Name) and k.id in _PLAIN_TYPES) for k in kinds
                ):
                    return Held(Accepted.UNKNOWN, call)
        parsed = any(callee_name(one) in _PARSING for one in self.sources.of(call.args[0]) if isinstance(one, ast.Call))
        return _yes(call) if parsed else Held(Accepted.UNKNOWN, call)

    def _of_variable(self, node: ast.expr, depth: int) -> Held:
        """What a variable or attribute is given anywhere, and what is put into it."""
        text = dotted(node)
        if text is None or text in self._open:
            return self._all(_branches(node), node, depth) if text is None else _yes(node)
        self._open.add(text)
        try:
            held = self._given(node, text, depth)
        finally:
            self._open.discard(text)
        return held if held.accepted is Accepted.YES else Held(held.accepted, node, held.what)

    def _given(self, node: ast.expr, text: str, depth: int) -> Held:
        put = self._put.get(text, [])
        values: list[ast.expr] = []
        if isinstance(node, ast.Name):
            bindings = self.tree.bindings(node)
            for binding in bindings:
                if binding.value is not None:
                    values.append(binding.value)
                elif not _counts(self.tree, binding.node) and not self._is_changed(binding.node):
                    sources = self.sources.given(binding)
                    if not sources:
                        return Held(Accepted.UNKNOWN, node)
                    values += sources
            known = bool(bindings)
        else:
            values = [source for source in self.sources.of(node) if source is not node]
            known = bool(values)
        return self._all([*self._without_loaded(values), *put], node, depth) if known else Held(Accepted.UNKNOWN, node)

    def _without_loaded(self, values: list[ast.expr]) -> list[ast.expr]:
        """The values that do not come from a saved file, if there are any: these tell what the file holds."""
        made = [value for value in values if not self._is_loaded(value)]
        return made or values

    @remembered
    def _is_loaded(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Subscript):
            node = node.value
        calls = [source for source in self.sources.of(node) if isinstance(source, ast.Call)]
        return any(self.tree.qualified_name(call.func) == "torch.load" for call in calls)

    def _is_changed(self, name: ast.AST) -> bool:
        return isinstance(self.tree.parent(name), ast.AugAssign)  # `_put` has what is added

    @cached_property
    def _put(self) -> dict[str | None, list[ast.expr]]:
        """Variable -> what is added to a number, appended to a list, put under a key."""
        table: dict[str | None, list[ast.expr]] = {}
        for change in self.tree.nodes(ast.AugAssign):
            table.setdefault(_holder(change.target), []).append(change.value)
        for call in self.tree.nodes(ast.Call):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr in _CHANGING:
                table.setdefault(_holder(func.value), []).extend([*call.args, *(k.value for k in call.keywords)])
        for part in self.tree.assigned.given:
            if isinstance(part.target, ast.Subscript):
                table.setdefault(_holder(part.target), []).append(part.source)
        return table


def _yes(node: ast.expr) -> Held:
    return Held(Accepted.YES, node)


def _counts(tree: Tree, name: ast.AST) -> bool:
    """Is a variable bound here by a loop over `range(..)` or as the number of `enumerate(..)`?"""
    parent = tree.parent(name)
    first = True
    if isinstance(parent, ast.Tuple):
        first = parent.elts[0] is name
        parent = tree.parent(parent)
    if not isinstance(parent, (ast.For, ast.comprehension)) or not isinstance(parent.iter, ast.Call):
        return False
    called = callee_name(parent.iter)
    return called in ("range", "trange") or (called == "enumerate" and first and isinstance(name, ast.Name))


def _holder(node: ast.expr) -> str | None:
    """The variable whose element, or element's element, this is."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return dotted(node)


def _branches(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    return node.values if isinstance(node, ast.BoolOp) else []
