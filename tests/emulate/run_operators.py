"""Compares operators of torch's own table of operators on the emulated device with the CPU, and prints what differs.

usage: python run_operators.py [--samples N] [NAME...]        all of them without names

For each operator the first samples of the table, as float32 where it takes that: what it returns, the gradient of the
sum of that, and what it writes in place and into `out=`. Operators for which the CPU itself raises on all samples are
named apart: nothing was compared. The table is torch.testing._internal.common_methods_invocations.op_db, which needs
expecttest.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Callable
from itertools import islice
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_leaves, tree_map

from torchfix_codemods.verify.emulate import EmulationError, install
from torchfix_codemods.verify.emulate.forking import run_in_fork

SAMPLES = 4
SECONDS = 120.0
NOTHING_COMPARED = "nothing compared"
# What these return is memory as it is found: only its shape is compared.
UNDEFINED = ("empty", "resize")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=SAMPLES, help="how many of the samples of each operator")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    install(shared_rng=True)
    table = {_name(operator): operator for operator in op_db}
    chosen = arguments.names or table
    print(json.dumps({name: reason_against(table[name], arguments.samples) for name in chosen}))


def reason_against(operator: Any, samples: int) -> str:
    """What differs on the first samples, or nothing."""
    try:
        return str(run_in_fork(lambda: _difference(operator, samples), "the operator", SECONDS))
    except EmulationError as error:
        return str(error)


def _name(operator: Any) -> str:
    return f"{operator.name}.{operator.variant_test_name}" if operator.variant_test_name else str(operator.name)


def _dtype(operator: Any) -> Any:
    preferred = [dtype for dtype in (torch.float32, torch.int64) if dtype in operator.dtypes]
    return next(iter([*preferred, *operator.dtypes]), torch.float32)


def _difference(operator: Any, samples: int) -> str:
    dtype = _dtype(operator)
    differentiates = operator.supports_autograd and dtype.is_floating_point
    is_undefined = any(word in operator.name for word in UNDEFINED)
    compared = 0
    for sample in islice(operator.sample_inputs("cpu", dtype, requires_grad=differentiates), samples):
        call = (sample.input, sample.args, sample.kwargs)
        has_tensors = any(isinstance(leaf, torch.Tensor) for leaf in tree_leaves(call))
        for form, compute in _forms(operator, sample).items():
            try:
                expected = compute(tree_map(lambda leaf: _moved(leaf, "cpu"), call))
            except Exception:  # this sample, or this form of it, is not for CPUs
                continue
            found = compute(tree_map(lambda leaf: _moved(leaf, "cuda"), call))
            compared += 1
            difference = _compare(found, expected, has_tensors, is_undefined)
            if difference:
                return f"{form}: {difference}"
    return "" if compared else NOTHING_COMPARED


def _forms(operator: Any, sample: Any) -> dict[str, Callable[[Any], Any]]:
    """The ways to call an operator: what they return, to be compared."""
    forms: dict[str, Callable[[Any], Any]] = {"function": lambda inputs: _result_and_gradients(operator, inputs)}
    in_place = operator.get_inplace()
    if in_place is not None and isinstance(sample.input, torch.Tensor) and not sample.broadcasts_input:
        forms["in place"] = lambda inputs: _called(in_place, _detached(inputs))
    if operator.supports_out:
        forms["out="] = lambda inputs: _filled(operator, _detached(inputs))
    return forms


def _called(function: Any, inputs: Any, **options: Any) -> Any:
    value, args, kwargs = inputs
    torch.manual_seed(0)
    return function(value, *args, **kwargs, **options)


def _detached(inputs: Any) -> Any:
    return tree_map(lambda leaf: leaf.detach() if isinstance(leaf, torch.Tensor) else leaf, inputs)


def _result_and_gradients(operator: Any, inputs: Any) -> Any:
    result = _called(operator, inputs)
    outputs = [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
    sources = [leaf for leaf in tree_leaves(inputs) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
    if not outputs or not sources:
        return result, ()
    dense = [_dense(output) for output in outputs]
    total = sum((output.abs() if output.is_complex() else output).sum() for output in dense)
    return result, torch.autograd.grad(total, sources, allow_unused=True)


def _filled(operator: Any, inputs: Any) -> Any:
    """Tensors of the right size, and empty ones, after the operator has written into them."""
    result = _called(operator, inputs)
    result = tuple(result) if isinstance(result, list) else result
    full = tree_map(lambda leaf: torch.full_like(leaf, 7), result)
    _called(operator, inputs, out=full)
    empty = tree_map(lambda leaf: torch.empty(0, dtype=leaf.dtype, device=leaf.device), result)
    _called(operator, inputs, out=empty)
    return tuple(tree_leaves(full)), tuple(tree_leaves(empty))


def _moved(leaf: Any, device: str) -> Any:
    """The same argument for that device; a tensor is copied."""
    if isinstance(leaf, torch.Tensor):
        moved = leaf.detach().to(device)
        moved = moved.clone() if moved.device == leaf.device else moved
        return moved.requires_grad_(leaf.requires_grad)
    if isinstance(leaf, torch.device):
        return torch.device(device)
    return device if isinstance(leaf, str) and leaf == "cpu" else leaf


def _dense(tensor: torch.Tensor) -> torch.Tensor:
    return tensor if tensor.layout == torch.strided else tensor.to_dense()


def _compare(found: Any, expected: Any, has_tensors: bool, is_undefined: bool) -> str:
    """How two results differ; with tensors among the arguments, tensors must come back on the device."""
    found_leaves, expected_leaves = tree_leaves(found), tree_leaves(expected)
    if len(found_leaves) != len(expected_leaves):
        return f"{len(found_leaves)} results instead of {len(expected_leaves)}"
    for one, other in zip(found_leaves, expected_leaves, strict=True):
        if not isinstance(other, torch.Tensor):
            if repr(one) != repr(other):
                return f"{one!r} instead of {other!r}"
            continue
        if not isinstance(one, torch.Tensor) or one.dtype != other.dtype or one.shape != other.shape:
            return "another shape or dtype"
        if has_tensors and other.numel() and not one.is_cuda:
            return "a result on the CPU"
        try:
            if not is_undefined:
                torch.testing.assert_close(_dense(one.detach()).cpu(), _dense(other.detach()).cpu(), equal_nan=True)
        except AssertionError as error:
            return str(error).replace("\n", " ")
    return ""


if __name__ == "__main__":
    main()
