"""What a call gives: functions and classes of the file, imported names, methods, builtins."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo, FunctionInfo, instance
from torchfix_codemods.analysis.inference.infer_effects import PASS_MODULES, note_buffer, note_callbacks, note_writes
from torchfix_codemods.analysis.inference.infer_loaders import is_transform, items_of
from torchfix_codemods.analysis.inference.infer_members import attribute, element, method
from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_targets import Evaluate
from torchfix_codemods.analysis.inference.infer_torch import module_call, named_call
from torchfix_codemods.analysis.inference.infer_uses import (
    owners,
    prove,
    use_as_argument,
    use_as_callee,
    use_of_size,
)
from torchfix_codemods.analysis.inference.infer_values import (
    NOTHING,
    Cell,
    Value,
    What,
    join,
    known,
    like,
    sequence,
    settle,
    tuple_of,
)
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Graph
from torchfix_codemods.analysis.syntax.functions import attribute_given
from torchfix_codemods.analysis.syntax.tree import has_star_arguments
from torchfix_codemods.analysis.tables import torch_api

_NUMBERS = frozenset(
    {"len", "int", "float", "bool", "round", "hash", "id", "ord", "isinstance", "issubclass", "hasattr"}
)
_OTHERS = frozenset(
    {"str", "dict", "set", "frozenset", "range", "open", "type", "repr", "bytes", "print", "object", "vars"}
)
_ASK_THEMSELVES = torch_api.FACTORIES | {
    "Parameter",
    "Variable",
    "Buffer",
}  # whether there is a graph, also under no_grad
_SAME = frozenset({"list", "tuple", "reversed", "iter", "sorted", "filter"})


def call(node: ast.Call, frame: Frame, evaluate: Evaluate) -> Value:
    """What a call gives, with the uses that it proves learnt on the way."""
    args = [evaluate(argument, frame) for argument in node.args]
    named = {k.arg: evaluate(k.value, frame) for k in node.keywords} if node.keywords else {}
    func = node.func
    if isinstance(func, ast.Attribute):
        base = evaluate(func.value, frame)
        callee = attribute(func, base, frame, called=True)
    else:
        base, callee = NOTHING, evaluate(func, frame)
    frame.know.record(func, callee)
    for value in (*args, *named.values()):
        if value.function is not None:
            note_callbacks(node, callee, base, args, named, frame)
            break
    note_buffer(node, base, args)
    note_writes(node, callee, frame)
    for argument in node.args:
        if argument.__class__ is ast.Starred:
            args = []
            break
    value = _result(node, callee, base, args, {k: v for k, v in named.items() if k} if named else {}, frame)
    if not value.known:
        value = settle(value if value.cell is not None else value.at(frame.know.cell(node)))
    return value


def _result(
    node: ast.Call, callee: Value, base: Value, args: list[Value], named: dict[str, Value], frame: Frame
) -> Value:
    what, func = callee.what, node.func
    if what is What.NAME:
        return _imported(node, callee, base, args, named, frame)
    if what is What.CLASS and callee.info is not None:
        return _construct(node, callee.info, args, named, frame)
    if what in (What.FUNCTION, What.METHOD) and callee.function is not None:
        return _function(node, callee.function, callee.info, base, args, named, frame)
    if what in (What.MODULE, What.OWN) and callee.known:
        _learn_arguments(node, callee, args, frame)
        return _module(node, callee, args, named, frame)
    if what is What.OTHER and callee.part is not None and is_transform(callee):
        return callee.part
    if isinstance(func, ast.Attribute):
        if base.what is What.CLASS and base.info is not None and func.attr in torch_api.BUILDERS:
            return instance(base.info, node.lineno)
        if base.what is not What.NAME:
            use_as_callee(node, callee, frame)
        if func.attr in PASS_MODULES and base.what in (What.MODULE, What.OWN) and args and args[0].function is not None:
            _pass(args[0].function, [like(base, What.MODULE)], {}, frame)
        value = method(node, func, base, args, frame)
        if value.what is What.UNKNOWN and what is What.MODULE:
            return module_call(callee, node, args, frame.grad_off)
        return value
    use_as_callee(node, callee, frame)
    if isinstance(func, ast.Name) and frame.lookup(func.id) is None:
        value = _builtin(node, func.id, args, frame)
        others = frame.know.others
        if value.what is What.UNKNOWN and others is not None and others.has_stars and not has_star_arguments(node):
            return others.starred(func.id, node, args, named)
        return value
    if what is What.MODULE:
        return module_call(callee, node, args, frame.grad_off)
    return NOTHING


def _imported(
    node: ast.Call, callee: Value, base: Value, args: list[Value], named: dict[str, Value], frame: Frame
) -> Value:
    name = callee.name or ""
    func = node.func
    if isinstance(func, ast.Attribute) and base.what is What.NAME and not name.startswith(("torch.", "numpy.")):
        value = method(node, func, base, args, frame)  # an object imported from another file may be a module
        if value.what is not What.UNKNOWN:
            return value
    _learn_torch_arguments(node, name, args, frame)
    if name.endswith(".Sequential") and node.args and isinstance(node.args[-1], ast.Starred):
        args = [frame.know.values.get(node.args[-1].value, NOTHING)]
    value = named_call(name, node, args, frame.know)
    if not value.known and frame.know.others is not None and not has_star_arguments(node):
        given = frame.know.others.result(name, node, args, named)
        return value if given.what is What.UNKNOWN else given
    if frame.grad_off and value.what is What.TENSOR and name.rsplit(".", 1)[-1] not in _ASK_THEMSELVES:
        return value._replace(graph=Graph.NO)
    return value


# ---- what the arguments must be


def _learn_torch_arguments(node: ast.Call, name: str, args: list[Value], frame: Frame) -> None:
    if not args or not name.startswith("torch."):
        return
    last = name.rsplit(".", 1)[-1]
    text = f"`{name}(..)` takes a tensor"
    first = node.args[0]
    if last == "calculate_gain":
        return
    if name.startswith(("torch.nn.functional.", "torch.nn.init.")) or last in ("Variable", "Parameter"):
        use_as_argument(first, args[0], text, frame)
        if last in torch_api.FUNCTIONAL_LOSSES and len(args) > 1:
            use_as_argument(node.args[1], args[1], text, frame)
    elif last in torch_api.WRAPPERS or name in ("torch.onnx.export", "torch.nn.utils.convert_sync_batchnorm"):
        prove(first, args[0], What.MODULE, Evidence(node.lineno, f"`{last}(..)` takes a module"), frame)
    elif name.startswith("torch.distributed."):
        position = torch_api.SENT_TENSORS.get(last, len(args))
        if position < len(args):
            use_as_argument(node.args[position], args[position], text, frame)
    elif name == "torch.from_numpy":
        prove(first, args[0], What.ARRAY, Evidence(node.lineno, "`torch.from_numpy(..)` takes an array"), frame)
    elif name.count(".") == 1 and last in torch_api.TAKE_TENSORS:
        use_as_argument(first, args[0], text, frame)
        if last in torch_api.TAKE_TWO_TENSORS and len(args) > 1:
            use_as_argument(node.args[1], args[1], text, frame)
    elif name.count(".") == 1 and last in torch_api.TAKE_LISTS and isinstance(first, (ast.List, ast.Tuple)):
        for item in first.elts:
            use_as_argument(item, frame.know.values.get(item, NOTHING), f"`{name}(..)` takes tensors", frame)


def _learn_arguments(node: ast.Call, callee: Value, args: list[Value], frame: Frame) -> None:
    """`self.conv(x)`: a layer of torch.nn takes a tensor."""
    name = callee.name or ""
    last = name.rsplit(".", 1)[-1]
    if not args or not (torch_api.is_layer(name) or last == "Sequential"):
        return
    if last == "Sequential" and (callee.part is None or not callee.part.known):
        return
    text = f"a `{last}` takes a tensor"
    count = 2 if last in torch_api.LOSSES else 1
    for argument, value in list(zip(node.args, args, strict=False))[:count]:
        use_as_argument(argument, value, text, frame)


def _pass_module(base: Value, args: list[Value], frame: Frame) -> None:
    """`net.apply(init)` passes every submodule."""
    function = args[0].function if args else None
    if function is not None:
        _pass(function, [like(base, What.MODULE)], {}, frame)


# ---- functions and classes of the file


def _pass(
    function: FunctionInfo, args: list[Value], named: dict[str, Value], frame: Frame, nodes: Sequence[ast.expr] = ()
) -> None:
    """Note what a call passes to each parameter. `nodes` are the expressions of `args`, where there are any."""
    for parameter, node in zip(function.positional, nodes, strict=False):
        for owner in owners(node, frame):
            owner.flow(frame.know.cell(parameter))
    positional = function.positional
    given = dict(zip((p.arg for p in positional), args, strict=False))
    given.update(named)
    for parameter in function.parameters:
        value = given.get(parameter.arg)
        if value is None or value.what is What.NONE:
            continue
        if value.cell is not None and not value.known:
            value.cell.flow(frame.know.cell(parameter))
        if value.what is What.PACKED or (value.known and value.what in (What.OTHER, What.OWN)):
            # What the parameter is used for does not show what the other calls pass: both may have `.data`.
            frame.know.cell(parameter).mixed = True
        old = function.calls.get(parameter.arg)
        # Not known yet keeps its cell: what comes later in this round may show what it was.
        function.calls[parameter.arg] = value if old is None else join(settle(old).at(None), value.at(None))


def _function(
    node: ast.Call,
    function: FunctionInfo,
    owner: ClassInfo | None,
    base: Value,
    args: list[Value],
    named: dict[str, Value],
    frame: Frame,
) -> Value:
    nodes = node.args
    if isinstance(node.func, ast.Attribute) and base.what is What.CLASS and function.skip:
        args, nodes = args[1:], node.args[1:]  # `Base.__init__(self, x)`
    _pass(function, args, named, frame, nodes if args else ())
    if owner is not None and function.name in torch_api.MODULE_SAME and base.what is What.MODULE:
        return base.at(None)  # `net.train()` gives `net`, also where the class overrides it
    if owner is not None and base.what is What.OWN:
        _forget_own(frame, owner)
    own = _given_back(function, nodes, args, named, frame)
    if own is not None:
        return own
    value = _called(frame.know.returned(function), frame)
    return value if value.known or owner is None else value.at(_attribute_cell(function, owner, frame))


def _given_back(
    function: FunctionInfo, nodes: Sequence[ast.expr], args: list[Value], named: dict[str, Value], frame: Frame
) -> Value | None:
    """What the call passes for the parameter that the function gives back as it got it."""
    parameter = frame.know.given_back(function)
    if parameter is None or any(isinstance(node, ast.Starred) for node in nodes):
        return None
    given = named | dict(zip((one.arg for one in function.positional), args, strict=False))
    return given.get(parameter.arg)


def _attribute_cell(function: FunctionInfo, owner: ClassInfo, frame: Frame) -> Cell | None:
    """The cell of the attribute that a method gives: what is used of the one is used of the other."""
    name = attribute_given(frame.know.tree, function.node)
    is_own = name and not any(function.name in info.methods for info in owner.below)
    return owner.cell(name) if is_own else None


def _forget_own(frame: Frame, owner: ClassInfo) -> None:
    """A method may give `self.x` another value: only what all assignments of the class agree on stays."""
    for path in [path for path in frame.env if path.startswith("self.")]:
        if owner.attribute(path[5:].split(".")[0].split("[")[0]).what is not frame.env[path].what:
            del frame.env[path]


def _called(value: Value, frame: Frame) -> Value:
    """A returned value as its caller sees it: its uses are not those inside the function."""
    doubtful = frame.grad_off and value.graph is not Graph.NO
    items = tuple(_called(item, frame) for item in value.items)
    return value._replace(cell=None, items=items, graph=Graph.UNKNOWN if doubtful else value.graph)


def _construct(node: ast.Call, info: ClassInfo, args: list[Value], named: dict[str, Value], frame: Frame) -> Value:
    init = info.method("__init__")
    if init is not None:
        _pass(init, args, named, frame, node.args if args else ())
        frame.know.returned(init)  # sets the attributes
    made = instance(info, node.lineno)
    return items_of(made, frame.know) if made.what is What.OTHER else made


def _module(node: ast.Call, callee: Value, args: list[Value], named: dict[str, Value], frame: Frame) -> Value:
    info = callee.info
    forward = info.method("forward") if info is not None else None
    if forward is None:
        return module_call(callee, node, args, frame.grad_off)
    _pass(forward, args, named, frame, node.args if args else ())
    value = _called(frame.know.returned(forward), frame)
    if value.what is What.UNKNOWN:
        return module_call(callee._replace(certainty=Certainty.CONVENTION), node, args, frame.grad_off)
    result = _out_of_module(value, node.lineno, frame)
    return _gathered(result) if (callee.name or "").endswith(".DataParallel") else result


def _gathered(value: Value) -> Value:
    """The results of several GPUs put together: one number of each makes a vector."""
    return value._replace(scalar=False, items=tuple(_gathered(item) for item in value.items))


def _out_of_module(value: Value, line: int, frame: Frame) -> Value:
    if value.what is What.TENSOR:
        graph = Graph.NO if frame.grad_off else value.graph
        text = "a call of a module whose `forward` returns a tensor"
        return value._replace(graph=graph, line=line, text=text)
    if value.what is What.TUPLE:
        return value._replace(items=tuple(_out_of_module(item, line, frame) for item in value.items))
    return value


# ---- builtins


def _builtin(node: ast.Call, name: str, args: list[Value], frame: Frame) -> Value:
    line = node.lineno
    first = args[0] if args else NOTHING
    if name == "super":
        return _super(frame)
    if name in ("len", "list", "tuple") and node.args:
        use_of_size(node.args[0], frame)
    if name in _NUMBERS:
        return known(What.NUMBER, line, f"`{name}(..)` gives a number")
    if name in _OTHERS:
        return known(What.OTHER, line, f"`{name}(..)` gives no tensor", name if name == "str" else None)
    if not args:
        return NOTHING
    if name == "enumerate":
        number = known(What.NUMBER, line, "a counter")
        return sequence(tuple_of((number, element(first, line, frame))))
    if name == "zip":
        return sequence(tuple_of(tuple(element(value, line, frame) for value in args)))
    if name in _SAME:
        if first.what in (What.TENSOR, What.MODULE, What.TUPLE):
            return sequence(element(first, line, frame), first.certainty)
        return args[-1] if name == "filter" else first
    if name == "next":
        return element(first, line, frame)
    if name == "sum":
        return element(first, line, frame)
    if name == "map" and args[0].function is not None and len(args) == 2:
        _pass(args[0].function, [element(args[1], line, frame)], {}, frame)
        return sequence(frame.know.returned(args[0].function))
    if name in ("max", "min") and first.what is What.TENSOR and first.scalar and len(args) > 1:
        return join(first, args[1])
    if name == "abs":
        return first.at(None)
    return NOTHING


def _super(frame: Frame) -> Value:
    inner: Frame | None = frame
    while inner is not None and (inner.function is None or inner.function.owner is None):
        inner = inner.outer
    owner = inner.function.owner if inner is not None and inner.function is not None else None
    if owner is None or not owner.bases:
        return NOTHING
    return Value(What.SUPER, Certainty.EVIDENCE, owner.node.lineno, "super()", info=owner)
