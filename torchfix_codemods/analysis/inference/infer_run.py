"""What the other files of the run say to the inference: what they pass, and what their functions write into."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property

from torchfix_codemods.analysis.inference.infer_values import Value, What
from torchfix_codemods.analysis.project.definitions import is_module_class
from torchfix_codemods.analysis.project.origins import UNKNOWN, Origin, Origins
from torchfix_codemods.analysis.project.passing import argument
from torchfix_codemods.analysis.project.writers import Writers
from torchfix_codemods.analysis.syntax.scopes import Function
from torchfix_codemods.analysis.tables import torch_api


class Run:
    """Answers for one file; nothing is read of the others before the first question."""

    def __init__(self, origins: Callable[[], Origins]) -> None:
        self._make = origins

    @cached_property
    def _origins(self) -> Origins:
        return self._make()

    @cached_property
    def _writers(self) -> Writers:
        return self._origins.project.shared(Writers)

    def may_write(self, call: ast.Call, position: int, keyword: str = "") -> bool:
        """May a call write into an argument, by its position or its keyword?"""
        path = self._origins.path
        callees = list(self._origins.callees(call))
        if any(self._writers.may_write(path, callee, position, keyword) for callee in callees):
            return True
        if isinstance(call.func, ast.Subscript):
            return True  # a function out of a table
        methods = self._origins.methods_called(call)
        return any(self._writers.writes_argument(method, position, keyword) for method in methods)

    def others_pass(self, function: Function, parameter: str, value: Value) -> bool | None:
        """Do the calls in other files pass the same kind of thing for a parameter? True where there are none.

        False where one passes something else, None where that cannot be told.
        """
        origins = self._origins
        place = origins.place(function)
        found = origins.project.definitions.function_at(place)
        if found is None:
            return True
        answer: bool | None = True
        for path, call in origins.makers.calls_of(place):
            if path == origins.path:
                continue
            passed = argument(found, call, parameter)
            if passed == ():  # the default
                continue
            for one in (UNKNOWN,) if passed is None else origins.makers.of(passed, path, call.inside):
                if self._is_other(one, value):
                    return False
                if not (_is_tensor(one) if value.what is What.TENSOR else self._is_module(one)):
                    answer = None
        return answer

    def _is_other(self, origin: Origin, value: Value) -> bool:
        """Is it certainly of another kind: an object of a plain class, a packed sequence, a constant?"""
        wants_tensor = value.what is What.TENSOR
        if origin.then:
            return False
        if origin.kind == "class" and origin.place is not None:
            is_module = self._origins.project.definitions.is_module(origin.place)
            return is_module is False or (wants_tensor and is_module is True)
        if origin.kind == "outside":
            is_packed = origin.text.rsplit(".", 1)[-1] in torch_api.PACKING
            return is_packed or (wants_tensor and is_module_class(origin.text))
        return origin.kind == "constant" and origin.text != "None"

    def _is_module(self, origin: Origin) -> bool:
        if origin.then:
            return False
        if origin.kind == "class" and origin.place is not None:
            return self._origins.project.definitions.is_module(origin.place) is True
        is_known = is_module_class(origin.text) or origin.text.startswith("torchvision.models.")
        return origin.kind == "outside" and is_known


def _is_tensor(origin: Origin) -> bool:
    return origin.kind == "outside" and gives_tensor(origin.text) and keeps_tensor(origin.then)


def gives_tensor(name: str) -> bool:
    """Does calling this function or class of torch give one tensor, whatever it is given?"""
    if torch_api.is_tensor_class(name, torch_api.KINDS_OF_TENSORS | torch_api.TENSOR_CLASSES):
        return True
    root, _, last = name.rpartition(".")
    if root not in ("torch", "torch.nn.functional") or last in torch_api.TORCH_TUPLES | {"unique", "where"}:
        return False
    return last in torch_api.FACTORIES or torch_api.is_function_of_tensors(last)


def keeps_tensor(then: tuple[str, ...]) -> bool:
    """Do these attributes, methods and items of a tensor give one tensor?"""
    return all(step in ("[]", "data") or _is_plain_method(step) for step in then)


def _is_plain_method(step: str) -> bool:
    name = step.removesuffix("()")
    return name != step and torch_api.is_tensor_method(name) and name not in torch_api.TUPLES_OF_TENSORS | {"unique"}
