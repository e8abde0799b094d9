"""New tensors that are filled at once: `x.new(2, 3).zero_()` is what `x.new_zeros(2, 3)` makes."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.sizes import are_sizes
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name

_FILLED = {"zero_": "new_zeros"}


def filled_at_once(new: ast.Call, tree: Tree) -> tuple[ast.Call, str] | None:
    """The call that fills what `x.new(<sizes>)` gives, and the method of `x` that makes such a tensor."""
    if callee_name(new) != "new" or new.keywords or not are_sizes(new.args):
        return None
    method = tree.parents[new]
    filled = tree.parents.get(method)
    if not isinstance(method, ast.Attribute) or not isinstance(filled, ast.Call) or filled.func is not method:
        return None
    name = _FILLED.get(method.attr)
    if name is None or filled.args or filled.keywords or "#" in tree.source(filled):
        return None
    return filled, name
