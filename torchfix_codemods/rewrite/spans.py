"""Matches the place of an `ast` node to the libcst node that writes it.

`ast` and libcst disagree about where some nodes begin: a parenthesised tuple or generator has its parentheses inside
its span in `ast` and outside in libcst. The table and the corrections here were checked node by node.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

# Line from 1, column from 0 in characters; end exclusive; the class name of the `ast` node.
Span: TypeAlias = tuple[int, int, int, int, str]

_CONSTANT = (
    cst.Integer,
    cst.Float,
    cst.Imaginary,
    cst.SimpleString,
    cst.ConcatenatedString,
    cst.Ellipsis,
    cst.Name,
)
WRITTEN_AS: Mapping[str, tuple[type[cst.CSTNode], ...]] = {
    # expressions
    "Attribute": (cst.Attribute,),
    "Await": (cst.Await,),
    "BinOp": (cst.BinaryOperation,),
    "BoolOp": (cst.BooleanOperation,),
    "Call": (cst.Call,),
    "Compare": (cst.Comparison,),
    "Constant": _CONSTANT,
    "Dict": (cst.Dict,),
    "DictComp": (cst.DictComp,),
    "GeneratorExp": (cst.GeneratorExp,),
    "IfExp": (cst.IfExp,),
    "JoinedStr": (cst.FormattedString, cst.ConcatenatedString),
    "Lambda": (cst.Lambda,),
    "List": (cst.List,),
    "ListComp": (cst.ListComp,),
    "Name": (cst.Name,),
    "NamedExpr": (cst.NamedExpr,),
    "Set": (cst.Set,),
    "SetComp": (cst.SetComp,),
    "Subscript": (cst.Subscript,),
    "Tuple": (cst.Tuple,),
    "UnaryOp": (cst.UnaryOperation,),
    "Yield": (cst.Yield,),
    "YieldFrom": (cst.Yield,),
    # simple statements
    "AnnAssign": (cst.AnnAssign,),
    "Assert": (cst.Assert,),
    "Assign": (cst.Assign,),
    "AugAssign": (cst.AugAssign,),
    "Break": (cst.Break,),
    "Continue": (cst.Continue,),
    "Delete": (cst.Del,),
    "Expr": (cst.Expr,),
    "Global": (cst.Global,),
    "Import": (cst.Import,),
    "ImportFrom": (cst.ImportFrom,),
    "Nonlocal": (cst.Nonlocal,),
    "Pass": (cst.Pass,),
    "Raise": (cst.Raise,),
    "Return": (cst.Return,),
}


class Positions:
    """The positions of the nodes of one libcst module."""

    def __init__(self, module: cst.Module) -> None:
        # The module was parsed for us alone, so no copy of it is needed.
        wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
        self.ranges: Mapping[cst.CSTNode, CodeRange] = wrapper.resolve(PositionProvider)

    def find(self, wanted: Collection[Span]) -> dict[Span, cst.CSTNode]:
        """The node of each span; a span that no node of the right class has is left out."""
        kinds = {span[4] for span in wanted}
        by_class: dict[type[cst.CSTNode], list[str]] = {}
        for kind in kinds:
            for written in WRITTEN_AS.get(kind, ()):
                by_class.setdefault(written, []).append(kind)
        if "GeneratorExp" in kinds:
            by_class.setdefault(cst.Call, [])
        left = set(wanted)
        found: dict[Span, cst.CSTNode] = {}
        for node in self.ranges:
            candidates = by_class.get(type(node))
            if candidates is None:
                continue
            place = self._place(node)
            for kind in candidates:
                span: Span = (*place, kind)
                if span in left:
                    found[span] = node
            if isinstance(node, cst.Call) and (generator := bare_generator(node)):
                span = (*self._bare_generator_place(node), "GeneratorExp")
                if span in left:
                    found[span] = generator
        return found

    def _place(self, node: cst.CSTNode) -> tuple[int, int, int, int]:
        """Where `ast` says that the node is."""
        here = self.ranges[node]
        start, end = here.start, here.end
        if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar:
            start, end = self.ranges[node.lpar[-1]].start, self.ranges[node.rpar[0]].end
        return start.line, start.column, end.line, end.column

    def _bare_generator_place(self, call: cst.Call) -> tuple[int, int, int, int]:
        before, end = self.ranges[call.whitespace_before_args], self.ranges[call].end
        return before.start.line, before.start.column - 1, end.line, end.column


def bare_generator(call: cst.Call) -> cst.GeneratorExp | None:
    """The generator that is a call's only argument and borrows the call's parentheses (`sum(x for x in y)`)."""
    if len(call.args) != 1:
        return None
    value = call.args[0].value
    return value if isinstance(value, cst.GeneratorExp) and not value.lpar else None
