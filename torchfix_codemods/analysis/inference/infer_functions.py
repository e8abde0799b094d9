"""Walking a function: what its parameters are, and what it returns."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo, FunctionInfo
from torchfix_codemods.analysis.inference.infer_expressions import evaluate
from torchfix_codemods.analysis.inference.infer_state import Frame, Knowledge, by_convention
from torchfix_codemods.analysis.inference.infer_statements import run
from torchfix_codemods.analysis.inference.infer_targets import as_device
from torchfix_codemods.analysis.inference.infer_uses import says_class
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Value, What, join, known, sequence, settle
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS
from torchfix_codemods.analysis.tables.torch_api import MOCK


def walk_function(info: FunctionInfo, know: Knowledge) -> None:
    """Walk a function's body once in this round."""
    if info.state != 0:
        return
    info.state = 1
    know.depth += 1
    if info.owner is not None:
        _walk_constructors(info.owner, know)
    outer = info.outer if isinstance(info.outer, Frame) else None
    frame = Frame(know, outer, info.owner, info)
    frame.grad_off = info.grad_off
    _bind_parameters(info, frame)
    if isinstance(info.node, ast.Lambda):
        frame.returns.append(evaluate(info.node.body, frame))
    else:
        run(info.node.body, frame)
    info.returned = _as_annotated(_returned(frame), info.node, know)
    info.state = 2
    know.depth -= 1


def _as_annotated(returned: Value, node: ast.AST, know: Knowledge) -> Value:
    """What a function returns: where its body does not show it, the class that it says."""
    if returned.known or not isinstance(node, FUNCTIONS):
        return returned
    said = know.names.annotation(node.returns)
    return said if says_class(said) else returned


def _walk_constructors(owner: ClassInfo, know: Knowledge) -> None:
    """A method reads the attributes that the constructors set."""
    for info in owner.lineage():
        constructor = info.methods.get("__init__")
        if constructor is not None:
            walk_function(constructor, know)


def _returned(frame: Frame) -> Value:
    result: Value | None = None
    for value in frame.yields or frame.returns:
        value = settle(value)
        result = value if result is None else join(result, value)
    if result is None:
        return NOTHING
    return sequence(result) if frame.yields else result


def _bind_parameters(info: FunctionInfo, frame: Frame) -> None:
    defaults = _defaults(info)
    arguments = info.node.args
    for position, parameter in enumerate(info.parameters):
        name = parameter.arg
        if position == 0 and info.skip and info.owner is not None:
            what, text = (What.CLASS, "the class itself") if info.is_class_method else (What.OWN, "the object itself")
            value = Value(what, Certainty.EVIDENCE, info.owner.node.lineno, text, info=info.owner)
            frame.bind(name, value)
            continue
        if parameter is arguments.vararg or parameter is arguments.kwarg:
            what = What.MAPPING if parameter is arguments.kwarg else What.SEQUENCE
            frame.bind(name, known(what, parameter.lineno, "the rest of the arguments"))
            continue
        frame.bind(name, _parameter(parameter, defaults.get(name), info, frame))


def _parameter(parameter: ast.arg, default: ast.expr | None, info: FunctionInfo, frame: Frame) -> Value:
    cell = frame.know.cell(parameter)
    said = frame.know.names.annotation(parameter.annotation)
    if said.known:
        return settle(as_device(parameter.arg, said, parameter.lineno).at(cell))
    if info.is_patched:
        return known(What.OTHER, parameter.lineno, "it is a mock", MOCK)
    passed = info.past_calls.get(parameter.arg)
    if passed is not None and passed.cell is not None:
        passed = settle(passed).at(None)
    if passed is not None and passed.what is not What.UNKNOWN:
        if default is not None and passed.known:
            passed = _with_default(passed, default, frame)
        same = _is_passed_elsewhere(info, parameter, passed, frame)
        if same is False:
            cell.mixed = True
            return NOTHING
        if info.is_callback or same is None or (passed.what is What.TENSOR and says_class(said)):
            passed = passed.weak()
        return settle(_seen_from_here(passed, frame).at(cell))
    proven = settle(Value(cell=cell))
    if proven.what is not What.UNKNOWN or cell.proofs:
        return proven
    return _by_convention(parameter, said, default, info, frame).at(cell)


def _is_passed_elsewhere(info: FunctionInfo, parameter: ast.arg, passed: Value, frame: Frame) -> bool | None:
    """Do calls in other files of the run pass the same? None where that cannot be told."""
    if isinstance(info.node, ast.Lambda) or not frame.know.names.project.files:
        return True
    if passed.what not in (What.TENSOR, What.MODULE) or not passed.known:
        return True
    return frame.know.run.others_pass(info.node, parameter.arg, passed)


def _seen_from_here(passed: Value, frame: Frame) -> Value:
    """What the calls in this file pass. Other files may call it too, with tensors of other shapes and with a graph."""
    passed = passed._replace(text=f"a call passes it: {passed.text}")
    is_inner = frame.outer is not None and frame.outer.function is not None
    if is_inner or passed.what is not What.TENSOR:
        return passed
    return passed._replace(scalar=False, graph=Graph.UNKNOWN if passed.graph is Graph.NO else passed.graph)


def _with_default(passed: Value, default: ast.expr, frame: Frame) -> Value:
    value = frame.know.values.get(default, NOTHING)
    return join(passed, value)


def _by_convention(
    parameter: ast.arg, said: Value, default: ast.expr | None, info: FunctionInfo, frame: Frame
) -> Value:
    name = parameter.arg
    if said.what is not What.UNKNOWN:
        return said
    if isinstance(default, ast.Constant) and default.value is not None:
        name_of = "str" if isinstance(default.value, str) else None
        given = Value(What.OTHER, Certainty.CONVENTION, parameter.lineno, "by its default", name=name_of)
        return as_device(name, given, parameter.lineno)
    value = by_convention(name)
    in_module = info.owner is not None and info.owner.module is not Certainty.NONE
    if value.what is What.UNKNOWN and info.name == "forward" and in_module:
        return Value(What.TENSOR, Certainty.CONVENTION, parameter.lineno, "an argument of `forward`")
    return as_device(name, value, parameter.lineno)


def _defaults(info: FunctionInfo) -> dict[str, ast.expr]:
    arguments = info.node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    found = {parameter.arg: default for parameter, default in pairs}
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            found[parameter.arg] = default
    return found
