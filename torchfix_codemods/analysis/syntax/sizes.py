"""Arguments of the old tensor constructors, which take sizes and values alike: `x.new(2, 3)`, `torch.Tensor(n)`."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.syntax.tree import callee_name


def are_sizes(arguments: list[ast.expr]) -> bool:
    """Are these certainly the sizes of a new tensor, not its values? Several plain arguments can be nothing else."""
    plain = [argument for argument in arguments if not isinstance(argument, ast.Starred)]
    if not plain:
        return False  # `*sizes` may be empty
    if len(plain) == len(arguments) > 1:
        return True
    return all(is_size(argument) for argument in arguments)


def is_size(node: ast.expr) -> bool:
    """Can the expression be nothing but a size?"""
    if isinstance(node, ast.Starred):
        return is_size(node.value)
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Subscript):
        return is_size(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr == "shape"
    if isinstance(node, ast.BinOp):
        return is_size(node.left) and is_size(node.right)
    return isinstance(node, ast.Call) and callee_name(node) in ("size", "len", "numel", "nelement", "dim", "Size")
