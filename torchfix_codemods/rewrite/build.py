"""Small constructors of libcst nodes, and the parentheses a node needs where it is put."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

import libcst as cst

from torchfix_codemods.rewrite.errors import RefusedError

_BLANK = cst.Module([])
_NO_SPACE = cst.SimpleWhitespace("")
_SPACE = cst.SimpleWhitespace(" ")

# How tightly an expression binds, by https://docs.python.org/3/reference/expressions.html#operator-precedence
LOOSE, LAMBDA, CONDITIONAL, OR, AND, NOT, COMPARISON = range(7)
BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, POWER, AWAIT, ATOM = range(7, 17)

_BINARY: Mapping[type[cst.CSTNode], int] = {
    cst.BitOr: BIT_OR,
    cst.BitXor: BIT_XOR,
    cst.BitAnd: BIT_AND,
    cst.LeftShift: SHIFT,
    cst.RightShift: SHIFT,
    cst.Add: SUM,
    cst.Subtract: SUM,
    cst.Multiply: PRODUCT,
    cst.Divide: PRODUCT,
    cst.FloorDivide: PRODUCT,
    cst.Modulo: PRODUCT,
    cst.MatrixMultiply: PRODUCT,
    cst.Power: POWER,
    cst.Or: OR,
    cst.And: AND,
    cst.Not: NOT,
    cst.Minus: UNARY,
    cst.Plus: UNARY,
    cst.BitInvert: UNARY,
}
_BINDS: Mapping[type[cst.CSTNode], int] = {
    cst.NamedExpr: LOOSE,
    cst.Yield: LOOSE,
    cst.GeneratorExp: LOOSE,
    cst.Tuple: LOOSE,
    cst.Lambda: LAMBDA,
    cst.IfExp: CONDITIONAL,
    cst.Comparison: COMPARISON,
    cst.Await: AWAIT,
}

# What a slot asks for, for the nodes that have no operator. A slot that is not named here asks for an atom.
_SLOTS: Mapping[tuple[type[cst.CSTNode], str], int] = {
    (cst.Await, "expression"): ATOM,
    (cst.Comparison, "left"): BIT_OR,
    (cst.ComparisonTarget, "comparator"): BIT_OR,
    (cst.IfExp, "body"): OR,
    (cst.IfExp, "test"): OR,
    (cst.IfExp, "orelse"): LAMBDA,
    (cst.Lambda, "body"): LAMBDA,
    (cst.NamedExpr, "value"): LAMBDA,
    (cst.Element, "value"): LAMBDA,
    (cst.StarredElement, "value"): BIT_OR,
    (cst.DictElement, "key"): LAMBDA,
    (cst.DictElement, "value"): LAMBDA,
    (cst.StarredDictElement, "value"): BIT_OR,
    (cst.Index, "value"): LAMBDA,
    (cst.Slice, "lower"): LAMBDA,
    (cst.Slice, "upper"): LAMBDA,
    (cst.Slice, "step"): LAMBDA,
    (cst.CompFor, "iter"): OR,
    (cst.CompIf, "test"): OR,
    (cst.ListComp, "elt"): LAMBDA,
    (cst.SetComp, "elt"): LAMBDA,
    (cst.GeneratorExp, "elt"): LAMBDA,
    (cst.DictComp, "key"): LAMBDA,
    (cst.DictComp, "value"): LAMBDA,
    (cst.Yield, "value"): LAMBDA,
    (cst.From, "item"): LAMBDA,
    (cst.FormattedStringExpression, "expression"): CONDITIONAL,
    (cst.Arg, "value"): LAMBDA,
    (cst.Annotation, "annotation"): LAMBDA,
    (cst.Param, "default"): LAMBDA,
    (cst.Decorator, "decorator"): LAMBDA,
    (cst.Expr, "value"): LAMBDA,
    (cst.Assign, "value"): LAMBDA,
    (cst.AnnAssign, "value"): LAMBDA,
    (cst.AugAssign, "value"): LAMBDA,
    (cst.Return, "value"): LAMBDA,
    (cst.Raise, "exc"): LAMBDA,
    (cst.Assert, "test"): LAMBDA,
    (cst.Assert, "msg"): LAMBDA,
    (cst.If, "test"): LOOSE,
    (cst.While, "test"): LOOSE,
    (cst.For, "iter"): LAMBDA,
    (cst.WithItem, "item"): LAMBDA,
    (cst.ExceptHandler, "type"): LAMBDA,
    (cst.Match, "subject"): LAMBDA,
    (cst.MatchCase, "guard"): LAMBDA,
}

# Where a parent puts brackets of its own around a child.
_BRACKETED: Mapping[type[cst.CSTNode], Callable[[cst.CSTNode, cst.CSTNode], bool]] = {
    cst.Call: lambda parent, child: child is not parent.func,  # type: ignore[attr-defined]
    cst.Subscript: lambda parent, child: child is not parent.value,  # type: ignore[attr-defined]
    cst.FunctionDef: lambda _, child: isinstance(child, cst.Parameters),
    cst.ClassDef: lambda _, child: isinstance(child, cst.Arg),
    cst.FormattedString: lambda parent, _: len(parent.quote) == 3,  # type: ignore[attr-defined]
    **dict.fromkeys((cst.List, cst.Set, cst.Dict, cst.ListComp, cst.SetComp, cst.DictComp), lambda *_: True),
}


def code_of(node: cst.CSTNode) -> str:
    """The text of a node."""
    return _BLANK.code_for_node(node)


def expression(code: str) -> cst.BaseExpression:
    """Parse an expression; RefusedError where it is none."""
    try:
        return cst.parse_expression(code)
    except cst.ParserSyntaxError:
        raise RefusedError(f"`{code}` is no expression") from None


def statement(code: str) -> cst.BaseSmallStatement:
    """Parse one simple statement; RefusedError where it is none."""
    try:
        line = cst.parse_statement(code)
    except cst.ParserSyntaxError:
        raise RefusedError(f"`{code}` is no statement") from None
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        raise RefusedError(f"`{code}` is not one simple statement")
    return line.body[0]


def arguments(code: str) -> list[cst.Arg]:
    """Parse what stands between the parentheses of a call."""
    call = expression(f"_({code})")
    assert isinstance(call, cst.Call)
    return list(call.args)


def keyword(name: str, value: str) -> cst.Arg:
    """`name=value`."""
    return cst.Arg(expression(value), keyword=cst.Name(name), equal=equal_sign())


def equal_sign() -> cst.AssignEqual:
    """The `=` of a keyword argument, without spaces."""
    return cst.AssignEqual(_NO_SPACE, _NO_SPACE)


def comma(after: cst.BaseParenthesizableWhitespace = _SPACE) -> cst.Comma:
    """A comma, a space after it."""
    return cst.Comma(whitespace_after=after)


# ---- parentheses


def binds(node: cst.BaseExpression) -> int:
    """How tightly the outermost part of an expression binds."""
    if node.lpar:
        return ATOM
    operator = getattr(node, "operator", None)
    if operator is not None and type(operator) in _BINARY:
        return _BINARY[type(operator)]
    return _BINDS.get(type(node), ATOM)


def _asked(parent: cst.CSTNode, child: cst.CSTNode) -> int:
    """How tightly an expression must bind to stand in place of `child`."""
    if isinstance(parent, (cst.BinaryOperation, cst.BooleanOperation)):
        level = _BINARY[type(parent.operator)]
        if level == POWER:
            return AWAIT if child is parent.left else UNARY
        return level if child is parent.left else level + 1
    if isinstance(parent, cst.UnaryOperation):
        return _BINARY[type(parent.operator)]
    if isinstance(parent, cst.Arg) and not parent.star and parent.keyword is None:
        return LOOSE
    for field in (name for kind, name in _SLOTS if kind is type(parent)):
        if getattr(parent, field) is child:
            return _SLOTS[type(parent), field]
    return ATOM


def _needs_parentheses(node: cst.BaseExpression, parent: cst.CSTNode, child: cst.CSTNode, bracketed: bool) -> bool:
    if node.lpar:
        return False
    if isinstance(node, (cst.GeneratorExp, cst.Tuple, cst.Yield)) or binds(node) < _asked(parent, child):
        return True
    if isinstance(parent, cst.Attribute) and isinstance(node, (cst.Integer, cst.Float)):
        return True  # `1.real` is a broken float
    if isinstance(parent, cst.FormattedStringExpression) and code_of(node).startswith("{"):
        return True  # `{{` is an escaped brace
    return not bracketed and is_open_ended(node)


def is_open_ended(node: cst.BaseExpression) -> bool:
    """Does the expression have line breaks that only brackets around it allow?"""
    code = code_of(node)
    if "\n" not in code:
        return False
    try:
        ast.parse(code.strip(), mode="eval")
    except SyntaxError:
        return True
    return False


def parenthesized(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression in one more pair of parentheses."""
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression without the parentheses around it, where these hold nothing but spaces and are not its own."""
    if isinstance(node, (cst.Tuple, cst.GeneratorExp, cst.Yield)):
        return node
    spaces = [p.whitespace_after for p in node.lpar] + [p.whitespace_before for p in node.rpar]
    if all(isinstance(space, cst.SimpleWhitespace) for space in spaces):
        return node.with_changes(lpar=[], rpar=[])
    return node


def placed(node: cst.BaseExpression, parent: cst.CSTNode, child: cst.CSTNode, bracketed: bool) -> cst.BaseExpression:
    """`node` as it must be written to stand where `parent` has `child`.

    `bracketed` says whether brackets are open there, so that a line may end anywhere.
    """
    return parenthesized(node) if _needs_parentheses(node, parent, child, bracketed) else node


def opens_brackets(parent: cst.CSTNode, child: cst.CSTNode) -> bool:
    """Does `child` stand between brackets that belong to `parent`?"""
    own = getattr(parent, "lpar", None)
    if isinstance(own, cst.LeftParen) or (isinstance(own, Sequence) and own):
        return True
    test = _BRACKETED.get(type(parent))
    return test is not None and test(parent, child)
