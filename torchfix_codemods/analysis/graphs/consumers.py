"""What consumes the value of an expression, if the value is an array without dimensions that may become a number.

`float(x)`, `"%.3f" % x` and `if x:` do the same with both. `str(x)`, comparisons and arithmetic do not: a float32 0.1
as a Python number is 0.10000000149011612. And `x.shape` needs the array.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from torchfix_codemods.analysis.inference.kinds import Graph, Inferred
from torchfix_codemods.analysis.syntax import templates
from torchfix_codemods.analysis.syntax.templates import Shown
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, keyword


class Need(IntEnum):
    """What a consumer makes of an array without dimensions, compared to a number; the greater, the less it is one."""

    NUMBER = 1  # takes one number and fails for anything else
    SAME = 2  # does the same with both
    TEXT = 3  # shows it by its text, which differs
    DIFFERS = 4  # computes with it, compares or keeps it
    KEPT = 5  # gives it a name or puts it into something: the consumers are elsewhere
    ARRAY = 6  # needs the array


@dataclass(frozen=True, slots=True)
class Consumer:
    """The answer for one place. `reason` says what differs; `fails` that it raises for an array today."""

    need: Need
    reason: str = ""
    fails: bool = False


_NUMBER, _SAME, _ARRAY, _KEPT = (Consumer(need) for need in (Need.NUMBER, Need.SAME, Need.ARRAY, Need.KEPT))
_FAILS = Consumer(Need.SAME, fails=True)
_TEXT = Consumer(Need.TEXT, "the text shows more digits of a Python number than of a float32 value")
_COMPARED = Consumer(
    Need.DIFFERS, "a comparison rounds the other side to float32 for an array, not for a Python number"
)
_COMPUTED = Consumer(Need.DIFFERS, "arithmetic with a Python number is done in float64, with an array in float32")
_INDEX = Consumer(Need.DIFFERS, "as an index of an array a number gives a view, and an array a copy")
_MAKES_TENSOR = Consumer(
    Need.DIFFERS, "a tensor made from a Python number has the default dtype, not that of the array"
)

_BUILTINS: dict[str, Consumer] = {
    **dict.fromkeys(["float", "int", "complex"], _NUMBER),
    **dict.fromkeys(["bool", "range"], _SAME),
    **dict.fromkeys(["str", "repr", "print", "ascii"], _TEXT),
    **dict.fromkeys(["max", "min", "sorted"], _COMPARED),
    **dict.fromkeys(["abs", "sum", "pow", "divmod"], _COMPUTED),
    "round": _FAILS,  # an array has no `__round__`
}
_NUMPY_SAME = frozenset({"isnan", "isinf", "isfinite", "float32", "float64", "double", "int32", "int64", "bool_"})
_NUMPY_ARRAYS = frozenset(
    {
        "allclose", "array", "array_equal", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d",
        "concatenate", "copy", "copyto", "expand_dims", "hstack", "ndim", "ravel", "reshape", "save", "savetxt",
        "savez", "savez_compressed", "shape", "size", "squeeze", "stack", "vstack",
    }
)  # fmt: skip
_LOGGED = frozenset({"debug", "info", "warning", "warn", "error", "critical", "exception"})
_TAKE_NUMBERS_ONLY = frozenset({"fill_", "clamp", "clamp_", "clamp_min", "clamp_max", "clip", "clip_"})
_PUT = frozenset({"append", "appendleft", "add", "insert", "setdefault", "put"})
_ARITHMETIC_SAME = (ast.Mult,)
# With these in sight the numbers of a file may be no float32.
_OTHER_FORMATS = re.compile(
    r"double|float64|half\b|float16|bfloat16|autocast|\bamp\b|set_default_(?:dtype|tensor_type)|complex"
)
_FLOAT_RESULTS = frozenset({"mean", "std", "var"})
_DEFAULT_FACTORIES = frozenset({"rand", "randn", "ones", "zeros", "empty"})


class Consumers:
    """Answers for one file. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Callable[[ast.expr], Inferred]) -> None:
        self.tree = tree
        self.kind = kind

    def of(self, node: ast.expr, source: ast.expr) -> Consumer:
        """What becomes of the value of `node` on the spot. `source` is the tensor whose number it is."""
        parent = self.tree.parents[node]
        if targets := self.tree.assigned.targets(node):
            return self._stored_in(targets)
        if isinstance(parent, ast.Call):
            return _ARRAY if node is parent.func else self._argument(parent, node, source)
        if isinstance(parent, ast.keyword):
            call = self.tree.parents[parent]
            return self._argument(call, node, source) if isinstance(call, ast.Call) else _ARRAY
        if isinstance(parent, ast.FormattedValue):
            return self._in_f_string(parent)
        if isinstance(parent, ast.BinOp):
            return self._operand(parent, node, source)
        if isinstance(parent, ast.UnaryOp):
            return self._signed(parent, source)
        if isinstance(parent, ast.AugAssign):
            return _COMPUTED if node is parent.value else _ARRAY
        if isinstance(parent, ast.Compare):
            return _compared(parent, node)
        if isinstance(parent, (ast.If, ast.While, ast.Assert)):
            return _SAME
        if isinstance(parent, ast.comprehension):
            return _SAME if node in parent.ifs else _ARRAY
        if isinstance(parent, ast.IfExp):
            return _SAME if node is parent.test else self.of(parent, source)
        if isinstance(parent, ast.BoolOp):
            return self._one_of(parent, source)
        if isinstance(parent, ast.Subscript):
            return _ARRAY if node is parent.value else _INDEX
        if isinstance(parent, ast.Slice):
            return _SAME
        if isinstance(parent, (ast.Tuple, ast.Dict)):
            return self._among(parent, node)
        kept = (
            ast.Assign, ast.Return, ast.Yield, ast.Lambda, ast.List, ast.Set, ast.ListComp, ast.SetComp,
            ast.GeneratorExp, ast.DictComp,
        )  # fmt: skip
        return _KEPT if isinstance(parent, kept) else _ARRAY

    # ---- names and containers

    def _stored_in(self, targets: list[ast.expr]) -> Consumer:
        """`losses[i] = x`: an array and a tensor take the value and not the object."""
        containers = [target.value for target in targets if isinstance(target, ast.Subscript)]
        if len(containers) != len(targets):
            return _KEPT
        if all(self.kind(container).is_tensor for container in containers):
            return _FAILS
        return _SAME if all(self._is_float_array(container) for container in containers) else _KEPT

    def _one_of(self, parent: ast.BoolOp, source: ast.expr) -> Consumer:
        """`x and y` gives one of both, unless only its truth is asked for."""
        outer = self.of(parent, source)
        holder = self.tree.parents[parent]
        asked = isinstance(holder, (ast.If, ast.While, ast.Assert, ast.UnaryOp, ast.BoolOp, ast.IfExp))
        return outer if outer.need is not Need.SAME or asked else Consumer(Need.DIFFERS, "`and` and `or` hand it on")

    def _among(self, parent: ast.Tuple | ast.Dict, node: ast.expr) -> Consumer:
        """In the values of `template % (..)`, or in a container of its own."""
        holder = self.tree.parents[parent]
        if isinstance(holder, ast.BinOp) and isinstance(holder.op, ast.Mod) and holder.right is parent:
            if isinstance(parent, ast.Tuple):
                return _as_shown(_percent(holder.left, parent.elts.index(node)))
            key = next((k for k, value in zip(parent.keys, parent.values, strict=True) if value is node), None)
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                return _as_shown(_percent(holder.left, key.value))
        if isinstance(parent, ast.Tuple) and isinstance(holder, ast.Subscript):
            return _INDEX
        return _KEPT

    # ---- operators

    def _operand(self, parent: ast.BinOp, node: ast.expr, source: ast.expr) -> Consumer:
        if isinstance(parent.op, ast.Mod) and node is parent.right and self._is_text(parent.left):
            return _as_shown(_percent(parent.left, 0))
        other = parent.right if node is parent.left else parent.left
        if self.kind(other).is_tensor:
            if node is parent.left and not isinstance(parent.op, ast.MatMult):
                return _FAILS  # numpy's operators refuse a tensor
            if self.kind(other).graph is Graph.YES and not _OTHER_FORMATS.search(self.tree.text):
                return _FAILS  # and a tensor with a graph refuses an array
            if isinstance(parent.op, _ARITHMETIC_SAME) and self._is_float32(source) and self._makes_float32(other):
                return _SAME
        elif isinstance(parent.op, _ARITHMETIC_SAME) and self._is_float_array(other):
            return _SAME
        return _COMPUTED

    def _signed(self, parent: ast.UnaryOp, source: ast.expr) -> Consumer:
        """`-x` of a float is exact, so it is the same where it is made a number at once; an uint8 wraps around."""
        if isinstance(parent.op, ast.Not):
            return _SAME
        is_number = self._is_floating(source) and self.of(parent, source).need is Need.NUMBER
        return _NUMBER if is_number else _COMPUTED

    def _is_text(self, node: ast.expr) -> bool:
        return isinstance(node, (ast.Constant, ast.JoinedStr)) or self.kind(node).qualified == "str"

    def _in_f_string(self, place: ast.FormattedValue) -> Consumer:
        text = self.tree.parents[place]
        if isinstance(text, ast.JoinedStr) and _shows_itself(text, place):
            return Consumer(Need.TEXT, "the text shows the expression itself")
        if place.conversion != -1:
            return _TEXT
        return _SAME if place.format_spec is None else _NUMBER

    # ---- arguments

    def _argument(self, call: ast.Call, node: ast.expr, source: ast.expr) -> Consumer:
        func = call.func
        name = self.tree.qualified_name(func) or ""
        if isinstance(func, ast.Name) and not name and not self.tree.bindings(func):
            return _builtin(call, node)
        root, _, last = name.partition(".")
        if root == "math":
            return _NUMBER
        if root == "torch":
            return self._torch_argument(call, name, source)
        if root == "numpy":
            return _SAME if last in _NUMPY_SAME else _ARRAY if last in _NUMPY_ARRAYS else _COMPUTED
        if name == "json.dumps":
            return _FAILS
        if isinstance(func, ast.Attribute):
            return self._method_argument(call, func, node)
        return _handed_to(call)

    def _torch_argument(self, call: ast.Call, name: str, source: ast.expr) -> Consumer:
        if name == "torch.tensor":
            asked = keyword(call, "dtype") is not None
            return _SAME if asked or self._is_float32(source) else _MAKES_TENSOR
        return _ARRAY

    def _method_argument(self, call: ast.Call, func: ast.Attribute, node: ast.expr) -> Consumer:
        place = _place_of(call, node)
        if func.attr == "format" and isinstance(func.value, ast.Constant) and isinstance(func.value.value, str):
            if any(isinstance(argument, ast.Starred) for argument in call.args):
                return _handed_to(call)
            return _as_shown(templates.formatted(func.value.value, place))
        if func.attr in _LOGGED and isinstance(place, int) and place and _is_template(call):
            return _as_shown(_percent(call.args[0], place - 1))
        if func.attr in _LOGGED and place == 0:
            return _TEXT
        if func.attr == "add_scalar" and place in (1, "scalar_value") and self._has_summary_writer():
            return _NUMBER
        if func.attr in _TAKE_NUMBERS_ONLY and self.kind(func.value).is_tensor:
            return _FAILS
        return _handed_to(call)

    def _has_summary_writer(self) -> bool:
        return any(name.rsplit(".", 1)[-1] == "SummaryWriter" for name in self.tree.imported.values())

    # ---- number formats

    def _is_float32(self, node: ast.expr) -> bool:
        """Is the number in this tensor a float32 for certain, as far as a file can show it?"""
        return self._is_floating(node) and not _OTHER_FORMATS.search(self.tree.text)

    def _is_floating(self, node: ast.expr) -> bool:
        """Is the number in this tensor a float, and no integer?"""
        if self.kind(node).graph is Graph.YES:
            return True  # an integer has no gradient
        value = self._made_by(node)
        if isinstance(value, ast.UnaryOp):
            return self._is_floating(value.operand)
        if not isinstance(value, ast.Call):
            return False
        name = self.tree.qualified_name(value.func) or ""
        if name.startswith("torch.nn.functional.") or self.kind(value.func).is_module:
            return self.kind(value).scalar
        return callee_name(value) in _FLOAT_RESULTS and keyword(value, "dtype") is None

    def _makes_float32(self, node: ast.expr) -> bool:
        """Is it a tensor from a factory that gives the default number format?"""
        value = self._made_by(node)
        if not isinstance(value, ast.Call) or keyword(value, "dtype") is not None:
            return False
        root, _, last = (self.tree.qualified_name(value.func) or "").partition(".")
        return root == "torch" and last in _DEFAULT_FACTORIES

    def _is_float_array(self, node: ast.expr) -> bool:
        """Is it a numpy array of float64, which takes the number of a float32 as it is?"""
        value = self._made_by(node)
        if not isinstance(value, ast.Call) or keyword(value, "dtype") is not None:
            return False
        root, _, last = (self.tree.qualified_name(value.func) or "").partition(".")
        if root != "numpy":
            return False
        drawn = last in ("random.rand", "random.randn")
        return drawn or (last in _DEFAULT_FACTORIES and len(value.args) < 2)  # the second is the dtype

    def _made_by(self, node: ast.expr) -> ast.expr | None:
        """The expression that made the value; for a variable the one that it was given, if there is only one."""
        if not isinstance(node, ast.Name):
            return node
        bindings = self.tree.bindings(node)
        return bindings[0].value if len(bindings) == 1 else None


def _compared(parent: ast.Compare, node: ast.expr) -> Consumer:
    operators = [op for op, sides in zip(parent.ops, _pairs(parent), strict=True) if node in sides]
    if any(isinstance(op, (ast.Is, ast.IsNot)) for op in operators):
        return _ARRAY
    contained = isinstance(operators[0], (ast.In, ast.NotIn)) and node is not parent.left
    return _ARRAY if contained else _COMPARED


def _pairs(parent: ast.Compare) -> list[tuple[ast.expr, ast.expr]]:
    sides = [parent.left, *parent.comparators]
    return list(pairwise(sides))


def _builtin(call: ast.Call, node: ast.expr) -> Consumer:
    name = callee_name(call)
    if name == "format":
        if call.args[0] is not node:
            return _ARRAY
        return _NUMBER if len(call.args) > 1 else _SAME
    if name in ("float", "int", "complex") and call.args[:1] != [node]:
        return _ARRAY
    if name == "print" and node not in call.args:
        return _ARRAY
    return _BUILTINS.get(name, _ARRAY)


def _handed_to(call: ast.Call) -> Consumer:
    name = callee_name(call)
    known = bool(name) and not (isinstance(call.func, ast.Attribute) and name in _PUT)
    return Consumer(Need.KEPT, f"`{name}` gets a Python number in place of an array" if known else "")


def _place_of(call: ast.Call, node: ast.expr) -> int | str:
    if node in call.args:
        return call.args.index(node)
    return next((k.arg or "" for k in call.keywords if k.value is node), "")


def _percent(template: ast.expr, argument: int | str) -> Shown:
    if isinstance(template, ast.Constant) and isinstance(template.value, str):
        return templates.percent(template.value, argument)
    return Shown.UNKNOWN


def _is_template(call: ast.Call) -> bool:
    """Are the arguments of `log.info("%d %f", i, x)` those of its template?"""
    first = call.args[0]
    is_text = isinstance(first, ast.Constant) and isinstance(first.value, str)
    if not is_text or any(isinstance(argument, ast.Starred) for argument in call.args):
        return False
    return isinstance(first, ast.Constant) and templates.places(str(first.value)) == len(call.args) - 1


def _as_shown(shown: Shown) -> Consumer:
    if shown is Shown.UNKNOWN:
        return Consumer(Need.TEXT, "the template of the text cannot be seen")
    return {Shown.NUMBER: _NUMBER, Shown.PLAIN: _SAME, Shown.TEXT: _TEXT, Shown.PART: _ARRAY}[shown]


def _shows_itself(text: ast.JoinedStr, place: ast.FormattedValue) -> bool:
    """Is it `{x=}`? The text before it then ends with the source of the expression."""
    index = text.values.index(place)
    before = text.values[index - 1] if index else None
    if not isinstance(before, ast.Constant) or not str(before.value).rstrip().endswith("="):
        return False
    return str(before.value).rstrip().removesuffix("=").rstrip().endswith((")", "]"))
