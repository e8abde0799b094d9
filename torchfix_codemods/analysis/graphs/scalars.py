"""Reads of a 0-dim tensor the way PyTorch 0.3 wanted them: `loss.data[0]`, `loss.data.cpu().numpy()[0]`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from torchfix_codemods.analysis.graphs.likely_scalars import is_called_accuracy, why_one_number
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred, Kind
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name

# Between the scalar and its index these change neither value nor shape.
_PASSES_ON = frozenset({"cpu", "cuda", "detach", "clone", "numpy"})
# Values that go by these names are one number nearly everywhere; plurals, masks and weights are not.
_SCALAR_NAME = re.compile(
    r"(?!\w*(?:[^s]s|mask|map|weight|vec|vector|list|dict|tensor|image)\Z)"
    r"(?:\w*_)?(?:loss|cost|err|error|nll|kld|ssim|psnr|mse|bce)(?:\d+|[A-Z]\w*|_\w+)?\Z"
)
_CRITERION_NAME = re.compile(r"(?:\w*_)?(?:criterion|crit|loss|loss_?(?:fn|fct|func|function))(?:_?\d|_[A-Za-z])?\Z")

# What makes a 0-dim tensor has such a word in its name: a criterion, a reduction, a distance.
_SCALAR_MAKER = re.compile(
    r"loss|crit|entropy|nll|kl|mse|l1|bce|err|cost|objective|penalty|mean|sum|norm|std|var|prod|med|max|min|dot|dist|acc",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class OneNumber:
    """A tensor's only number, read. `root` is the tensor, `evidence` shows that it is one number."""

    root: ast.expr
    certainty: Certainty
    evidence: Evidence | None

    @property
    def shown(self) -> Evidence:
        """The line that shows that it is one number."""
        return self.evidence or Evidence(self.root.lineno, "is one number")


@dataclass(frozen=True, slots=True)
class ScalarRead(OneNumber):
    """Read by its index; `by_numpy`: it is made an array on the way. `doubt` says why it may be more, with `{}`."""

    by_numpy: bool = False
    doubt: str = "only the name of `{}` says that it is one number"


def is_read_by_numpy(node: ast.Subscript) -> bool:
    """Is it `x.numpy()[0]`, whatever `x` is, with or without a detour?"""
    return _passes(node.value, without_detour(node.value), "numpy")


def scalar_index(node: ast.Subscript, kind: Callable[[ast.expr], Inferred], tree: Tree) -> ScalarRead | None:
    """What `node` reads (or writes to) if it is `[0]` of a 0-dim tensor.

    By its name, its origin or its use only where `.data` shows that it is a tensor, or an accuracy it is.
    """
    if isinstance(node.ctx, ast.Del) or not _is_zero(node.slice):
        return None
    root = without_detour(node.value)
    by_numpy = is_read_by_numpy(node)
    summed = _summed_scalar(root, kind, tree) if isinstance(root, ast.Name) else None
    if summed is not None:
        return ScalarRead(root, Certainty.EVIDENCE, summed, by_numpy)
    inferred = kind(root)
    if inferred.scalar and inferred.certainty is Certainty.EVIDENCE:
        return ScalarRead(root, Certainty.EVIDENCE, inferred.evidence, by_numpy)
    by_data = _passes(node.value, root, "data")
    may_be = inferred.kind is Kind.TENSOR or (inferred.kind is Kind.UNKNOWN and isinstance(root, ast.Call))
    if by_data and may_be and has_scalar_name(root):
        return ScalarRead(root, Certainty.CONVENTION, inferred.evidence, by_numpy)
    doubt = why_one_number(root, node, tree, kind=inferred.kind, by_data=by_data and not by_numpy)
    return ScalarRead(root, Certainty.CONVENTION, inferred.evidence, by_numpy, doubt) if doubt else None


def _summed_scalar(root: ast.Name, kind: Callable[[ast.expr], Inferred], tree: Tree) -> Evidence | None:
    """The line that shows it for `total = 0`, then `total += loss`: what is indexed is no longer the number."""
    found: Evidence | None = None
    for binding in tree.bindings(root):
        statement = binding.statement
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
            added = kind(_without_factor(statement.value))
            if not (added.scalar and added.certainty is Certainty.EVIDENCE):
                return None
            found = Evidence(statement.lineno, "only numbers and tensors without dimensions are summed up")
        elif not (isinstance(binding.value, ast.Constant) and isinstance(binding.value.value, (int, float))):
            return None
    return found


def _without_factor(node: ast.expr) -> ast.expr:
    """`loss` of `len(data) * loss.data`."""
    while True:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)) and _is_number(node.right):
            node = node.left
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_number(node.left):
            node = node.right
        elif without_detour(node) is not node and not _passes(node, without_detour(node), "numpy"):
            node = without_detour(node)
        else:
            return node


def _is_number(node: ast.expr) -> bool:
    """For certain: a number, or a length."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("len", "int", "float")
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def is_read_further(tree: Tree, node: ast.Subscript) -> bool:
    """Is an item or an attribute of `x[0]` read, as no number has any?"""
    parent = tree.parents[node]
    return isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Subscript) and parent.value is node)


def may_be_scalar(node: ast.expr, tree: Tree) -> bool:
    """Is it worth asking whether an indexed expression has no dimension? Most of them are lists, shapes and tuples.

    Cheap, so that a file full of `x[0]` needs no inference. A detour such as `.data`, a telling name, or a binding to
    arithmetic or to a call that may reduce says yes.
    """
    if without_detour(node) is not node or has_scalar_name(node):
        return True
    if isinstance(node, ast.Call):
        return _SCALAR_MAKER.search(callee_name(node)) is not None
    if not isinstance(node, ast.Name):
        return isinstance(node, ast.BinOp)
    return is_called_accuracy(node.id) or any(
        isinstance(bound.value, ast.BinOp)
        or isinstance(bound.statement, ast.AugAssign)
        or (isinstance(bound.value, ast.Call) and _SCALAR_MAKER.search(callee_name(bound.value)) is not None)
        for bound in tree.bindings(node)
    )


def has_scalar_name(node: ast.expr) -> bool:
    """Is it called what one number is called nearly everywhere: `loss`, `train_err`, `criterion(..)`?"""
    if isinstance(node, ast.Call):
        return _CRITERION_NAME.match(callee_name(node)) is not None
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return _SCALAR_NAME.match(name) is not None


def index_around(tree: Tree, data: ast.Attribute) -> ast.Subscript | None:
    """The `x.data.cpu()[i]` that the `x.data` is the beginning of, None where it is no such thing."""
    node: ast.AST = data
    while True:
        parent = tree.parents[node]
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return parent
        call = tree.parents.get(parent)
        if not (isinstance(parent, ast.Attribute) and isinstance(call, ast.Call) and call.func is parent):
            return None
        if parent.attr not in _PASSES_ON or call.args or call.keywords:
            return None
        node = call


def without_detour(node: ast.expr) -> ast.expr:
    """`loss` of `loss.data.cpu().numpy()`."""
    while True:
        if isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _changes_nothing(node):
            node = node.func.value
        else:
            return node


def _changes_nothing(call: ast.Call) -> bool:
    name = callee_name(call)
    if name == "to":  # `.to("cpu")`
        only = call.args[0] if len(call.args) == 1 and not call.keywords else None
        return isinstance(only, ast.Constant) and only.value == "cpu"
    return name in _PASSES_ON and not call.args and not call.keywords


def _passes(node: ast.expr, root: ast.expr, name: str) -> bool:
    """Does the way from `root` to `node` go through an attribute of that name?"""
    while node is not root:
        if isinstance(node, ast.Attribute) and node.attr == name:
            return True
        node = node.func if isinstance(node, ast.Call) else node.value  # type: ignore[attr-defined]
    return False


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0
