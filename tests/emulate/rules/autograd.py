"""Gradients: where they lie, what they refuse, and what may listen."""

from __future__ import annotations

from typing import Any

import torch
from checking import ones, refuses, total
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode


def a_moved_weight_is_no_leaf() -> None:
    weight = torch.ones(2, requires_grad=True)
    moved = weight.cuda()
    moved.sum().backward()
    assert not moved.is_leaf
    assert weight.grad is not None
    assert not weight.grad.is_cuda


def a_gradient_lies_on_the_device() -> None:
    weight = ones(2).requires_grad_()
    (weight * 2).sum().backward()
    assert weight.grad.is_cuda
    assert weight.grad.tolist() == [2, 2]


def a_saved_tensor_that_was_changed_is_refused() -> None:
    weight = ones(2).requires_grad_()
    weight.exp().data.mul_(1)  # behind autograd's back: not seen
    changed = weight.sigmoid()
    changed.mul_(2)
    with refuses(RuntimeError, text="inplace operation"):
        changed.sum().backward()


def a_leaf_may_not_be_changed_in_place() -> None:
    with refuses(RuntimeError, text="leaf"):
        ones(2).requires_grad_().add_(1)


def gradients_flow_through_changed_views() -> None:
    x = ones(4, 4).requires_grad_()
    y = x * 1
    y[0] = 0
    y[:, 1].mul_(2)
    y.sum().backward()
    assert total(x.grad) == 15


def hooks_get_tensors_of_the_device() -> None:
    seen: list[bool] = []
    x = ones(2).requires_grad_()
    x.register_hook(lambda gradient: seen.append(gradient.is_cuda))
    x.sum().backward()
    assert seen == [True]


def saved_tensors_can_be_packed() -> None:
    packed: list[torch.Tensor] = []

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        packed.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        y = ones(2).requires_grad_().exp()
    y.sum().backward()
    assert len(packed) == 1


def anomaly_mode_finds_nan() -> None:
    with torch.autograd.detect_anomaly(check_nan=True):
        x = torch.zeros(1).cuda().requires_grad_()
        y = torch.sqrt(x) * 0
        with refuses(RuntimeError, text="nan"):
            y.backward()


def a_dispatch_mode_sees_operators() -> None:
    seen: list[str] = []

    class Listening(TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(str(function))
            return function(*args, **(kwargs or {}))

    with Listening():
        _ = torch.ones(2, device="cuda") + 1
    assert any("add" in name for name in seen)


def torch_func_differentiates() -> None:
    module = nn.Linear(2, 2).cuda()

    def loss(parameters: dict[str, torch.Tensor]) -> torch.Tensor:
        return torch.func.functional_call(module, parameters, (ones(1, 2),)).sum()

    assert torch.func.grad(loss)(dict(module.named_parameters()))["weight"].is_cuda


def inference_mode_works() -> None:
    with torch.inference_mode():
        y = ones(2) * 2
        y[0] = 5
    assert y.is_inference()
    assert total(y) == 7


def recurrent_layers_have_the_gradients_of_the_cpu() -> None:
    for layer in (nn.LSTM, nn.GRU, nn.RNN):
        torch.manual_seed(0)
        module, x = layer(3, 4, 2, bidirectional=True), torch.randn(5, 2, 3)
        module(x)[0].pow(2).sum().backward()
        expected = [parameter.grad.clone() for parameter in module.parameters()]
        module.zero_grad()
        module.cuda()
        module(x.cuda())[0].pow(2).sum().backward()
        for parameter, gradient in zip(module.parameters(), expected, strict=True):
            torch.testing.assert_close(parameter.grad.cpu(), gradient, rtol=1e-5, atol=1e-5)
