"""Walking statements in the order of the flow: assignments, branches, loops, functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from torchfix_codemods.analysis.inference.infer_expressions import arithmetic, evaluate
from torchfix_codemods.analysis.inference.infer_grad import turns_grad_off
from torchfix_codemods.analysis.inference.infer_members import element
from torchfix_codemods.analysis.inference.infer_narrow import narrow
from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_targets import bind
from torchfix_codemods.analysis.inference.infer_uses import says_class, use_of_size
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Value, What, join, known, settle
from torchfix_codemods.analysis.inference.infer_writes import note_write
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.syntax.expected import expects_failure
from torchfix_codemods.analysis.syntax.tree import bound_name
from torchfix_codemods.analysis.tables import torch_api

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_BROAD = frozenset({"AttributeError", "TypeError", "Exception", "BaseException"})
_SHORT_TRY = 4  # longer bodies are whole programs whose errors are logged
_MAX_LOOPS = 3
_NAMED = frozenset({What.NAME, What.CLASS, What.FUNCTION, What.METHOD, What.OWN})


def run(statements: list[ast.stmt], frame: Frame) -> None:
    """Walk a block."""
    for statement in statements:
        handler = _HANDLERS.get(statement.__class__)
        if handler is None:
            _others(statement, frame)
        else:
            handler(statement, frame)


def _others(statement: ast.AST, frame: Frame) -> None:
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr):
            evaluate(child, frame)
        elif isinstance(child, ast.stmt):
            run([child], frame)


# ---- assignments


def _assign(statement: ast.Assign, frame: Frame) -> None:
    value = evaluate(statement.value, frame)
    for target in statement.targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            use_of_size(statement.value, frame)
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(statement.value, (ast.Tuple, ast.List)):
            _assign_pairs(target, statement.value, value, frame)
        else:
            bind(target, value, frame, evaluate, source=statement.value)


def _assign_pairs(target: ast.Tuple | ast.List, source: ast.Tuple | ast.List, value: Value, frame: Frame) -> None:
    if len(target.elts) != len(source.elts) or any(isinstance(e, ast.Starred) for e in [*target.elts, *source.elts]):
        bind(target, value, frame, evaluate)
        return
    parts = [frame.know.values[item] for item in source.elts]
    for item, part, expression in zip(target.elts, parts, source.elts, strict=True):
        bind(item, part, frame, evaluate, source=expression)


def _annotated(statement: ast.AnnAssign, frame: Frame) -> None:
    value = evaluate(statement.value, frame) if statement.value is not None else NOTHING
    said = frame.know.names.annotation(statement.annotation)
    if said.known and (statement.value is not None or not isinstance(statement.target, ast.Name)):
        value = said if not value.known or value.what is not said.what else value
    elif value.what is What.UNKNOWN and (said.what is not What.UNKNOWN or says_class(said)):
        value = said  # `object` or `Any` takes nothing away from what the value tells
    if statement.value is not None or said.what is not What.UNKNOWN:
        bind(statement.target, value, frame, evaluate, source=statement.value)


def _augmented(statement: ast.AugAssign, frame: Frame) -> None:
    change = evaluate(statement.value, frame)
    target = statement.target
    old = evaluate(target, frame)
    value = arithmetic(statement, old, change, frame)
    if value.what is What.UNKNOWN and old.what in (What.SEQUENCE, What.ARRAY, What.OTHER):
        value = old
    if old.what is What.TENSOR and change.graph is not Graph.NO and change.what is not What.NUMBER:
        note_write(target, frame)
    if isinstance(target, (ast.Name, ast.Attribute)):
        bind(target, value.at(None), frame, evaluate)


def _expression(statement: ast.Expr, frame: Frame) -> None:
    evaluate(statement.value, frame)


def _return(statement: ast.Return, frame: Frame) -> None:
    frame.returns.append(evaluate(statement.value, frame) if statement.value is not None else Value(What.NONE))


def _assert(statement: ast.Assert, frame: Frame) -> None:
    evaluate(statement.test, frame)
    frame.env = narrow(statement.test, True, frame)


# ---- branches


def _if(statement: ast.If, frame: Frame) -> None:
    evaluate(statement.test, frame)
    before = frame.env
    frame.env = dict(narrow(statement.test, True, frame))
    run(statement.body, frame)
    taken, frame.env = frame.env, before
    frame.env = dict(narrow(statement.test, False, frame))
    run(statement.orelse, frame)
    if _leaves(statement.body):
        return
    if _leaves(statement.orelse):
        frame.env = taken
        return
    frame.env = merge(taken, frame.env, statement, frame)


def _leaves(block: list[ast.stmt]) -> bool:
    return bool(block) and isinstance(block[-1], _LEAVES)


def merge(a: dict[str, Value], b: dict[str, Value], place: ast.AST, frame: Frame) -> dict[str, Value]:
    """The environment after a branch: each name is what it is on either way."""
    frame.know.budget.spend(len(a) // 4)
    result: dict[str, Value] = {}
    for name, value in a.items():
        other = b.get(name)
        if other is value:
            result[name] = value
        elif other is None:
            if "." not in name and "[" not in name:  # not bound on the other way: using it there would raise
                result[name] = value
        else:
            result[name] = _both(name, value, other, place, frame)
    for name, value in b.items():
        if name not in a and "." not in name and "[" not in name:
            result[name] = value
    return result


def _both(name: str, a: Value, b: Value, place: ast.AST, frame: Frame) -> Value:
    value = join(a, b)
    if value.what in _NAMED:
        return value
    cells = tuple(value.cell for value in (a, b) if value.cell is not None)
    if not cells:
        return value
    if len(cells) == 2 and cells[0] is cells[1]:
        return value.at(cells[0])
    cell = frame.know.cell((place, name))
    if cell not in cells:
        cell.parents = tuple(c for c in cells if c is not cell)
    return settle(value.at(cell))


# ---- loops


def _for(statement: ast.For | ast.AsyncFor, frame: Frame) -> None:
    values = evaluate(statement.iter, frame)
    use_of_size(statement.iter, frame)

    def start() -> None:
        bind(statement.target, element(values, statement.target.lineno, frame), frame, evaluate)

    _loop(statement, start, frame)


def _while(statement: ast.While, frame: Frame) -> None:
    def start() -> None:
        evaluate(statement.test, frame)
        frame.env = dict(narrow(statement.test, True, frame))

    _loop(statement, start, frame)


def _loop(statement: ast.For | ast.AsyncFor | ast.While, start: Callable[[], None], frame: Frame) -> None:
    """Walk a body; again if it changes what a name is that it uses itself."""
    before = frame.env
    frame.loops += 1
    for _ in range(2 if frame.loops <= _MAX_LOOPS else 1):
        frame.env = dict(before)
        start()
        run(statement.body, frame)
        after = merge(before, frame.env, statement, frame)
        stable = all(name in after and _same_kind(after[name], value) for name, value in before.items())
        before = after
        if stable:
            break
    frame.loops -= 1
    frame.env = before
    run(statement.orelse, frame)


def _same_kind(a: Value, b: Value) -> bool:
    return a is b or (a.what, a.certainty, a.scalar, a.graph) == (b.what, b.certainty, b.scalar, b.graph)


# ---- with, try, match


def _with(statement: ast.With | ast.AsyncWith, frame: Frame) -> None:
    grad_off = frame.grad_off
    for item in statement.items:
        value = evaluate(item.context_expr, frame)
        off = turns_grad_off(item.context_expr, frame)
        frame.grad_off = frame.grad_off if off is None else off
        if item.optional_vars is not None:
            entered = value if value.what in (What.OTHER, What.MODULE) and value.known else NOTHING
            bind(item.optional_vars, entered, frame, evaluate)
    doubt, frame.doubt = frame.doubt, frame.doubt or expects_failure(statement)
    run(statement.body, frame)
    frame.grad_off, frame.doubt = grad_off, doubt


def _try(statement: ast.Try, frame: Frame) -> None:
    doubt = frame.doubt
    frame.doubt = doubt or _expects_failure(statement)
    before = frame.env
    frame.env = dict(before)
    run(statement.body, frame)
    frame.doubt = doubt
    run(statement.orelse, frame)
    after = frame.env
    for handler in statement.handlers:
        frame.env = merge(before, after, handler, frame)
        if handler.type is not None:
            evaluate(handler.type, frame)
        if handler.name:
            frame.bind(handler.name, known(What.OTHER, handler.lineno, "an exception"))
        run(handler.body, frame)
        if not _leaves(handler.body):
            after = merge(after, frame.env, handler, frame)
    frame.env = after
    run(statement.finalbody, frame)


def _expects_failure(statement: ast.Try) -> bool:
    """Is this duck typing: a short attempt whose failure is caught?"""
    for handler in statement.handlers:
        if isinstance(handler.body[-1], ast.Raise):  # a failure is one, with another message
            continue
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = {k.id for k in kinds if isinstance(k, ast.Name)}
        if names & {"AttributeError", "TypeError"}:
            return True
        if (handler.type is None or names & _BROAD) and len(statement.body) <= _SHORT_TRY:
            return True
    return False


def _match(statement: ast.Match, frame: Frame) -> None:
    evaluate(statement.subject, frame)
    before = frame.env
    after = before
    for case in statement.cases:
        frame.env = dict(before)
        for node in ast.walk(case.pattern):
            name = getattr(node, "name", None) or getattr(node, "rest", None)
            if isinstance(node, (ast.MatchAs, ast.MatchStar, ast.MatchMapping)) and isinstance(name, str):
                frame.bind(name, NOTHING)
        if case.guard is not None:
            evaluate(case.guard, frame)
        run(case.body, frame)
        if not _leaves(case.body):
            after = merge(after, frame.env, case, frame)
    frame.env = after


# ---- declarations


def _import(statement: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    for alias in statement.names:
        if alias.name == "*":
            continue
        target = frame.know.tree.target_of(alias, statement)
        text = f"`{target}` is imported"
        root = target.split(".")[0]
        certain = isinstance(statement, ast.Import) or root == "torch" or root in torch_api.NEVER_TORCH
        certainty = Certainty.EVIDENCE if certain else Certainty.NONE
        cell = None if certain else frame.know.cell(alias)
        name = bound_name(alias, statement)
        frame.bind(name, Value(What.NAME, certainty, statement.lineno, text, name=target, cell=cell))


def _define(statement: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    _evaluate_outside(statement, frame)
    function = frame.know.function(statement)
    function.outer = frame
    frame.know.queue.append(function)
    value = Value(What.FUNCTION, Certainty.EVIDENCE, statement.lineno, "a function", function=function)
    frame.bind(statement.name, value if not _is_wrapped(statement) else NOTHING)


def _evaluate_outside(statement: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    """Decorators and defaults belong to the place around a function."""
    defaults = [default for default in statement.args.kw_defaults if default is not None]
    for node in [*statement.decorator_list, *statement.args.defaults, *defaults]:
        evaluate(node, frame)


def _is_wrapped(statement: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Does a decorator, other than torch's own, make something else of the function?"""
    for decorator in statement.decorator_list:
        node = decorator.func if isinstance(decorator, ast.Call) else decorator
        last = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if last not in (
            "no_grad",
            "inference_mode",
            "enable_grad",
            "lru_cache",
            "cache",
            "wraps",
            "staticmethod",
            "script",
        ):
            return True
    return False


def _class(statement: ast.ClassDef, frame: Frame) -> None:
    info = frame.know.names.by_node[statement]
    keywords = [k.value for k in statement.keywords]
    for node in [*statement.decorator_list, *statement.bases, *keywords]:
        evaluate(node, frame)
    inner = Frame(frame.know, frame, info)
    for part in statement.body:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            _evaluate_outside(part, inner)
            method = frame.know.function(part, info)
            method.outer = frame  # the names of a class body are not seen by its methods
            frame.know.queue.append(method)
        else:
            run([part], inner)
    for name, value in inner.env.items():
        if "." not in name and value.what not in _NAMED:
            info.assign(name, value.at(None))
    frame.bind(statement.name, Value(What.CLASS, Certainty.EVIDENCE, statement.lineno, "a class", info=info))


def _delete(statement: ast.Delete, frame: Frame) -> None:
    for target in statement.targets:
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            evaluate(target.value, frame)
        elif isinstance(target, ast.Name):
            frame.env.pop(target.id, None)


def _global(statement: ast.Global | ast.Nonlocal, frame: Frame) -> None:
    frame.shared.update(statement.names)


_HANDLERS: dict[type[ast.AST], Callable[..., None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Assert: _assert,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Match: _match,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.FunctionDef: _define,
    ast.AsyncFunctionDef: _define,
    ast.ClassDef: _class,
    ast.Delete: _delete,
    ast.Global: _global,
    ast.Nonlocal: _global,
}
if hasattr(ast, "TryStar"):
    _HANDLERS[ast.TryStar] = _try
