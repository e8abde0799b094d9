"""What each expression is: one handler per class of node. Every node that is looked at is recorded."""

from __future__ import annotations

import ast
from collections.abc import Callable

from torchfix_codemods.analysis.inference.infer_calls import call
from torchfix_codemods.analysis.inference.infer_loaders import item_of
from torchfix_codemods.analysis.inference.infer_members import attribute, element, part_of
from torchfix_codemods.analysis.inference.infer_narrow import narrow
from torchfix_codemods.analysis.inference.infer_state import Frame, by_convention
from torchfix_codemods.analysis.inference.infer_targets import bind
from torchfix_codemods.analysis.inference.infer_uses import says_class, use_of_size
from torchfix_codemods.analysis.inference.infer_values import (
    NONE,
    NOTHING,
    Cell,
    Value,
    What,
    join,
    join_graphs,
    known,
    like,
    sequence,
    settle,
    tuple_of,
)
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.tables import torch_api

_TEXT = Value(What.OTHER, Certainty.EVIDENCE, text="a string", name="str")
_NUMBER = Value(What.NUMBER, Certainty.EVIDENCE, text="a number")
_NO = Graph.NO
_IDENTITY = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def evaluate(node: ast.expr, frame: Frame) -> Value:
    """What the expression is, recorded for the node."""
    know = frame.know
    know.budget.left -= 1
    if know.budget.left < 0:
        know.budget.spend()
    handler = _HANDLERS.get(node.__class__)
    value = _parts(node, frame) if handler is None else handler(node, frame)
    know.values[node] = value
    if value.graph is _NO:
        know.has_clean = True
    return value


def _parts(node: ast.AST, frame: Frame) -> Value:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(child, frame)
        elif isinstance(child, ast.FormattedValue):
            evaluate(child.value, frame)
    return NOTHING


def _constant(node: ast.Constant, frame: Frame) -> Value:
    if node.value is None:
        return NONE
    return _NUMBER if isinstance(node.value, (int, float, complex)) else _TEXT


def _joined(node: ast.JoinedStr, frame: Frame) -> Value:
    for part in node.values:
        _parts(part, frame)
    return _TEXT


def _name(node: ast.Name, frame: Frame) -> Value:
    value = frame.lookup(node.id)
    if value is None:
        return _unbound(node, frame)
    value = settle(value)
    if value.what is What.UNKNOWN and not (value.cell is not None and value.cell.proofs):
        usual = by_convention(node.id, value.cell)
        return value if says_class(value) and usual.what in (What.UNKNOWN, What.TENSOR) else usual
    return value


def _unbound(node: ast.Name, frame: Frame) -> Value:
    names = frame.know.names
    usual = names.usual(node.id)
    if usual is not None:
        return known(What.NAME, node.lineno, f"`{node.id}` comes by a star import", usual)
    info = names.classes.get(node.id)
    if info is not None:
        return Value(What.CLASS, Certainty.EVIDENCE, info.node.lineno, "a class of this file", info=info)
    return by_convention(node.id, frame.know.cell(("free", node.id)))


def _attribute(node: ast.Attribute, frame: Frame) -> Value:
    return attribute(node, evaluate(node.value, frame), frame)


def _call(node: ast.Call, frame: Frame) -> Value:
    return call(node, frame, evaluate)


def _subscript(node: ast.Subscript, frame: Frame) -> Value:
    base, index = evaluate(node.value, frame), evaluate(node.slice, frame)
    path = frame.know.place(node)
    if path is not None and path in frame.env:
        return settle(frame.env[path])
    use_of_size(node.value, frame)
    value = _item(node, base, index, frame)
    if value.what is What.UNKNOWN or not value.known:
        value = value.at(_item_cell(node, base, frame))
        return settle(value)
    return value


def _item_cell(node: ast.Subscript, base: Value, frame: Frame) -> Cell:
    if base.cell is not None and isinstance(node.slice, ast.Constant):
        return base.cell.child(("[]", node.slice.value))
    return frame.know.cell(node)


def _item(node: ast.Subscript, base: Value, index: Value, frame: Frame) -> Value:
    inner = node.slice
    if base.what is What.TUPLE:
        if (
            isinstance(inner, ast.Constant)
            and isinstance(inner.value, int)
            and -len(base.items) <= inner.value < len(base.items)
        ):
            return base.items[inner.value]
        return NOTHING if isinstance(inner, ast.Slice) else element(base, node.lineno, frame)
    if base.what is What.MAPPING:
        return part_of(base)
    if base.what is What.GROUP:
        return _group_item(inner, base)
    if base.what is What.OTHER and base.name == torch_api.MOCK:
        return base
    if base.what in (What.OTHER, What.UNKNOWN) and not isinstance(inner, ast.Slice):
        return item_of(base, node)
    if base.what is What.SEQUENCE and isinstance(inner, ast.Slice):
        return base
    if base.what is What.MODULE and isinstance(inner, ast.Slice):
        return base._replace(part=None, cell=None)
    if base.what in (What.SEQUENCE, What.TENSOR, What.ARRAY, What.MODULE, What.BATCH):
        return element(base, node.lineno, frame)
    return NOTHING


def _group_item(inner: ast.expr, base: Value) -> Value:
    if isinstance(inner, ast.Constant) and inner.value == "params":
        parameter = Value(What.TENSOR, base.certainty, base.line, "an element of `param_groups`", graph=Graph.YES)
        return sequence(parameter, base.certainty)
    return NOTHING


def _binary(node: ast.BinOp, frame: Frame) -> Value:
    return arithmetic(node, evaluate(node.left, frame), evaluate(node.right, frame), frame)


def arithmetic(node: ast.expr | ast.stmt, left: Value, right: Value, frame: Frame) -> Value:
    """The result of an operator between two values."""
    if left.what is What.OTHER and left.name == "str":
        return _TEXT
    tensors = [value for value in (left, right) if value.what is What.TENSOR]
    if tensors:
        best = max(tensors, key=lambda value: value.certainty)
        scalar = all(value.scalar or value.what is What.NUMBER for value in (left, right))
        graph = Graph.NO if frame.grad_off else join_graphs([left, right])
        return Value(What.TENSOR, best.certainty, best.line, best.text, scalar, graph)
    if What.ARRAY in (left.what, right.what):
        return like(left if left.what is What.ARRAY else right, What.ARRAY)
    if left.what is right.what is What.NUMBER:
        return _NUMBER
    if left.what is What.SEQUENCE and right.what is What.SEQUENCE:
        return join(left, right)
    return NOTHING


def _unary(node: ast.UnaryOp, frame: Frame) -> Value:
    value = evaluate(node.operand, frame)
    if isinstance(node.op, ast.Not):
        return _NUMBER
    return value.at(None) if value.what in (What.TENSOR, What.ARRAY, What.NUMBER) else NOTHING


def _compare(node: ast.Compare, frame: Frame) -> Value:
    left = evaluate(node.left, frame)
    others = [evaluate(other, frame) for other in node.comparators]
    if isinstance(node.ops[0], _IDENTITY):
        return _NUMBER
    for value in (left, *others):
        if value.what is What.TENSOR:
            scalar = all(v.scalar or v.what is What.NUMBER for v in (left, *others))
            name = torch_api.WHOLE_NUMBERS
            return Value(What.TENSOR, value.certainty, value.line, value.text, scalar, Graph.NO, name)
    if What.ARRAY in (left.what, *(value.what for value in others)):
        return known(What.ARRAY, node.lineno, "a comparison of arrays")
    return NOTHING


def _boolean(node: ast.BoolOp, frame: Frame) -> Value:
    env = frame.env
    result: Value | None = None
    for part in node.values:
        value = evaluate(part, frame)
        frame.env = narrow(part, isinstance(node.op, ast.And), frame)
        result = value if result is None else join(result, value)
    frame.env = env
    return NOTHING if result is None else result


def _conditional(node: ast.IfExp, frame: Frame) -> Value:
    evaluate(node.test, frame)
    env = frame.env
    frame.env = narrow(node.test, True, frame)
    body = evaluate(node.body, frame)
    frame.env = env
    frame.env = narrow(node.test, False, frame)
    other = evaluate(node.orelse, frame)
    frame.env = env
    return join(body, other)


def _tuple(node: ast.Tuple, frame: Frame) -> Value:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        _parts(node, frame)
        return NOTHING
    return tuple_of(tuple(evaluate(item, frame) for item in node.elts))


def _list(node: ast.List | ast.Set, frame: Frame) -> Value:
    values = [evaluate(item, frame) for item in node.elts]
    if not values:
        return Value(What.SEQUENCE, Certainty.EVIDENCE, node.lineno, "a list", part=NONE)
    common = values[0]
    for value in values[1:]:
        common = join(common, value)
    if any(isinstance(item, ast.Starred) for item in node.elts):
        common = NOTHING
    return sequence(common)


def _dictionary(node: ast.Dict, frame: Frame) -> Value:
    for key in node.keys:
        if key is not None:
            evaluate(key, frame)
    values = [evaluate(value, frame) for value in node.values]
    common: Value | None = None
    for value in values:
        common = value if common is None else join(common, value)
    return Value(What.MAPPING, Certainty.EVIDENCE, node.lineno, "a dict", part=NONE if common is None else common)


def _inner(generators: list[ast.comprehension], parts: list[ast.expr], frame: Frame) -> list[Value]:
    outer = frame.env
    frame.env = dict(outer)
    for generator in generators:
        values = evaluate(generator.iter, frame)
        use_of_size(generator.iter, frame)
        bind(generator.target, settle(element(values, generator.target.lineno, frame)), frame, evaluate, keep=False)
        for test in generator.ifs:
            evaluate(test, frame)
            frame.env = narrow(test, True, frame)
    results = [evaluate(part, frame) for part in parts]
    frame.env = outer
    return results


def _comprehension(node: ast.ListComp | ast.SetComp | ast.GeneratorExp, frame: Frame) -> Value:
    return sequence(_inner(node.generators, [node.elt], frame)[0])


def _dict_comprehension(node: ast.DictComp, frame: Frame) -> Value:
    value = _inner(node.generators, [node.key, node.value], frame)[1]
    return Value(What.MAPPING, Certainty.EVIDENCE, node.lineno, "a dict", part=value)


def _lambda(node: ast.Lambda, frame: Frame) -> Value:
    info = frame.know.function(node)
    info.outer = frame
    outer = frame.env
    frame.env = dict(outer)
    for parameter in info.parameters:
        passed = info.past_calls.get(parameter.arg, NOTHING)
        frame.env[parameter.arg] = settle(passed.at(frame.know.cell(parameter)))
    result = evaluate(node.body, frame)
    frame.env = outer
    info.returned = result
    info.state = 2
    return Value(What.FUNCTION, Certainty.EVIDENCE, node.lineno, "a lambda", function=info)


def _walrus(node: ast.NamedExpr, frame: Frame) -> Value:
    value = evaluate(node.value, frame)
    bind(node.target, value, frame, evaluate, source=node.value)
    return value


def _starred(node: ast.Starred, frame: Frame) -> Value:
    evaluate(node.value, frame)
    use_of_size(node.value, frame)
    return NOTHING


def _await(node: ast.Await, frame: Frame) -> Value:
    return evaluate(node.value, frame)


def _yield(node: ast.Yield, frame: Frame) -> Value:
    frame.yields.append(NONE if node.value is None else evaluate(node.value, frame))
    return NOTHING


def _yield_from(node: ast.YieldFrom, frame: Frame) -> Value:
    frame.yields.append(element(evaluate(node.value, frame), node.lineno, frame))
    return NOTHING


_HANDLERS: dict[type[ast.AST], Callable[..., Value]] = {
    ast.Constant: _constant,
    ast.JoinedStr: _joined,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _list,
    ast.Dict: _dictionary,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.NamedExpr: _walrus,
    ast.Starred: _starred,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
}
