"""Compares torch's own tables of modules and optimizers on the emulated device with the CPU, and prints what differs.

usage: python run_modules.py

For each module of the table, for training and for evaluation, all samples: output, gradients, parameters and buffers.
For each optimizer all its configurations: the weights of a small network after four steps. The tables are in
torch.testing._internal and need expecttest.
"""

from __future__ import annotations

import copy
import importlib
import json
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from run_operators import NOTHING_COMPARED
from torch import nn
from torch.testing._internal.common_modules import module_db
from torch.testing._internal.common_optimizers import optim_db
from torch.utils._pytree import tree_leaves, tree_map

from torchfix_codemods.verify.emulate import EmulationError, install
from torchfix_codemods.verify.emulate.forking import run_in_fork

SECONDS = 300.0
RTOL, ATOL = 1e-4, 1e-5
STEPS = 4


def main() -> None:
    warnings.simplefilter("ignore")
    install(shared_rng=True)
    importlib.import_module("torch._dynamo")  # once for all children: every optimizer imports it
    reasons = {}
    for module in module_db:
        for training in (True, False):
            name = f"{module.name} in {'training' if training else 'evaluation'}"
            reasons[name] = _reason(partial(_compare_module, module, training))
    for optimizer in optim_db:
        reasons[optimizer.name] = _reason(partial(_compare_optimizer, optimizer))
    print(json.dumps(reasons))


def _reason(compare: Callable[[], int]) -> str:
    """What differs, or nothing; `compare` raises AssertionError or returns how much was compared."""
    try:
        return "" if run_in_fork(compare, "it", SECONDS) else NOTHING_COMPARED
    except EmulationError as error:
        return str(error)


def _compare_module(table_entry: Any, training: bool) -> int:
    compared = 0
    samples = table_entry.module_inputs_func(
        table_entry, device="cpu", dtype=torch.float32, requires_grad=True, training=training
    )
    for sample in samples:
        made, given = sample.constructor_input, (sample.forward_input.args, sample.forward_input.kwargs)
        torch.manual_seed(0)
        here = table_entry.module_cls(*made.args, **made.kwargs).train(training)
        there = copy.deepcopy(here).cuda()
        # Copies for both: in the table, arguments may be one tensor or depend on each other.
        try:
            expected = _computed(here, tree_map(lambda leaf: _moved(leaf, "cpu"), given))
        except Exception:  # this sample is not for CPUs
            continue
        _assert_same(_computed(there, tree_map(lambda leaf: _moved(leaf, "cuda"), given)), expected)
        compared += 1
    return compared


def _computed(module: nn.Module, given: Any) -> Any:
    """The output, the gradients of parameters and arguments, and the state afterwards."""
    args, kwargs = given
    torch.manual_seed(1)
    result = module(*args, **kwargs)
    outputs = [leaf for leaf in _tensors(result) if leaf.requires_grad]
    sources = [leaf for leaf in [*_tensors(given), *module.parameters()] if leaf.requires_grad]
    gradients: Any = ()
    if outputs and sources:
        gradients = torch.autograd.grad(sum(output.sum() for output in outputs), sources, allow_unused=True)
    return result, gradients, module.state_dict()


def _compare_optimizer(table_entry: Any) -> int:
    compared = 0
    for configuration in table_entry.optim_inputs_func(device="cpu"):
        try:
            expected = _trained(table_entry, configuration.kwargs, "cpu")
        except Exception:  # this configuration is not for CPUs
            continue
        _assert_same(_trained(table_entry, configuration.kwargs, "cuda"), expected)
        compared += 1
    return compared


def _trained(table_entry: Any, options: dict[str, Any], device: str) -> list[torch.Tensor]:
    """The weights of a small network after some steps."""
    torch.manual_seed(0)
    is_sparse = table_entry.optim_cls is torch.optim.SparseAdam
    words = nn.Embedding(10, 4, sparse=is_sparse)
    network = nn.Sequential(words, *([] if is_sparse else [nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2)])).to(device)
    inputs = torch.arange(10).to(device)
    weights = list(network.parameters())
    if table_entry.optim_cls.__name__ == "Muon":  # takes matrices only
        weights = [weight for weight in weights if weight.dim() == 2]
    optimizer = table_entry.optim_cls(weights, **options)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = (network(inputs) - 1).pow(2).mean()
        value.backward()
        return value

    for _ in range(STEPS):
        optimizer.step(loss)
    return [weight.detach() for weight in network.parameters()]


def _moved(leaf: Any, device: str) -> Any:
    if isinstance(leaf, torch.Tensor):
        return leaf.detach().clone().to(device).requires_grad_(leaf.requires_grad)
    return torch.device(device) if isinstance(leaf, torch.device) else leaf


def _tensors(value: Any) -> list[torch.Tensor]:
    return [leaf for leaf in tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def _assert_same(found: Any, expected: Any) -> None:
    for one, other in zip(tree_leaves(found), tree_leaves(expected), strict=True):
        if isinstance(other, torch.Tensor):
            assert one.is_cuda, "a result on the CPU"
            torch.testing.assert_close(one.detach().cpu(), other.detach(), rtol=RTOL, atol=ATOL, equal_nan=True)


if __name__ == "__main__":
    main()
