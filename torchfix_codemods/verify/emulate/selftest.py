"""The self-test: does the emulated device compute what the CPU computes, and refuse what a device refuses?

It runs after every installation, in a forked child, with a time limit: a later torch may give another meaning to
something that the emulation relies on, and then there must be no verdict rather than a wrong one.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import torch
from torch.optim.adam import adam
from torch.optim.sgd import sgd

_RTOL, _ATOL = 1e-4, 1e-5


def failing_checks() -> list[str]:
    """Names of the checks that do not hold, with the exception if there was one."""
    failing = []
    for name, check in _CHECKS.items():
        try:
            if not check():
                failing.append(name)
        except Exception as error:
            failing.append(f"{name} ({type(error).__name__})")
    return failing


def _same_as_on_cpu(compute: Callable[[torch.device], list[torch.Tensor]]) -> bool:
    """Is the result on the device, and are its numbers those of the CPU?"""
    torch.manual_seed(0)
    expected = compute(torch.device("cpu"))
    torch.manual_seed(0)
    found = compute(torch.device("cuda"))
    return all(
        each.is_cuda and not wanted.is_cuda and torch.allclose(each.cpu(), wanted, rtol=_RTOL, atol=_ATOL)
        for each, wanted in zip(found, expected, strict=True)
    )


def _refuses(exception: type[Exception], call: Callable[[], object]) -> bool:
    try:
        call()
    except exception:
        return True
    return False


def _on(device: torch.device, *size: int) -> torch.Tensor:
    """Random numbers drawn on the CPU, the same for both devices."""
    return torch.randn(*size).to(device)


def _labels() -> bool:
    tensor = torch.ones(2).cuda()
    return type(tensor) is torch.Tensor and str(tensor.device) == "cuda:0" and not tensor.cpu().is_cuda


def _matrix_product() -> bool:
    return _same_as_on_cpu(lambda device: [_on(device, 4, 5) @ _on(device, 5, 3)])


def _views() -> bool:
    tensor = torch.zeros(3, 4).cuda()
    tensor.t()[1, 2:] = 5
    return bool(tensor.sum().item() == 5) and tensor.view(12)._base is tensor


def _copies() -> bool:
    source = torch.zeros(3)
    copied = source.cuda()
    copied.fill_(1)
    return bool(source.sum().item() == 0) and copied.tolist() == [1, 1, 1]


def _mixed_devices() -> bool:
    here, there = torch.ones(2, 2), torch.ones(2, 2).cuda()
    return (
        _refuses(RuntimeError, lambda: here + there)
        and _refuses(RuntimeError, lambda: there @ here)
        and _refuses(RuntimeError, lambda: torch.cat([there, here]))
        and _refuses(RuntimeError, lambda: here[torch.tensor([0]).cuda()])
        and _refuses(TypeError, lambda: there.numpy())
    )


def _backward() -> bool:
    def gradients(device: torch.device) -> list[torch.Tensor]:
        x, w = _on(device, 6, 4).requires_grad_(), _on(device, 4, 3).requires_grad_()
        hidden = (x @ w).tanh()
        hidden = torch.nn.functional.layer_norm(hidden, (3,)) * hidden[:, :1]
        classes = torch.tensor([0, 1, 2, 0, 1, 2]).to(device)
        torch.nn.functional.cross_entropy(hidden, classes).backward()
        return [x.grad, w.grad]

    return _same_as_on_cpu(gradients)


def _convolution() -> bool:
    def gradients(device: torch.device) -> list[torch.Tensor]:
        layers = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 3), torch.nn.BatchNorm2d(3), torch.nn.MaxPool2d(2))
        layers.to(device)
        out = layers(_on(device, 2, 2, 6, 6))
        out.pow(2).sum().backward()
        return [out.detach(), *(parameter.grad for parameter in layers.parameters())]

    return _same_as_on_cpu(gradients)


def _recurrent(layer: Callable[[int, int], torch.nn.Module]) -> bool:
    def gradients(device: torch.device) -> list[torch.Tensor]:
        recurrent = layer(3, 4).to(device)
        out, _ = recurrent(_on(device, 5, 2, 3))
        out.pow(2).sum().backward()
        return [out.detach(), *(parameter.grad for parameter in recurrent.parameters())]

    return _same_as_on_cpu(gradients)


def _optimizer(step: Callable[[list[torch.Tensor], list[torch.Tensor]], None]) -> bool:
    """The functional forms: the classes would import torch._dynamo, which takes a second."""

    def weights(device: torch.device) -> list[torch.Tensor]:
        layer = torch.nn.Linear(4, 2).to(device)
        layer(_on(device, 3, 4)).pow(2).sum().backward()
        gradients = [parameter.grad for parameter in layer.parameters()]
        values = [parameter.detach() for parameter in layer.parameters()]
        step(values, gradients)
        return values

    return _same_as_on_cpu(weights)


def _sgd(weights: list[torch.Tensor], gradients: list[torch.Tensor]) -> None:
    sgd(
        weights,
        gradients,
        [torch.ones_like(weight) for weight in weights],
        foreach=True,
        weight_decay=0.1,
        momentum=0.9,
        lr=0.1,
        dampening=0.0,
        nesterov=True,
        maximize=False,
    )


def _adam(weights: list[torch.Tensor], gradients: list[torch.Tensor]) -> None:
    adam(
        weights,
        gradients,
        [torch.zeros_like(weight) for weight in weights],
        [torch.zeros_like(weight) for weight in weights],
        [],
        [torch.tensor(0.0) for _ in weights],
        foreach=True,
        amsgrad=False,
        beta1=0.9,
        beta2=0.99,
        lr=0.1,
        weight_decay=0.1,
        eps=1e-8,
        maximize=False,
    )


def _save_and_load() -> bool:
    file = io.BytesIO()
    saved = torch.arange(4.0).cuda()
    torch.save({"all": saved, "end": saved[2:]}, file)
    file.seek(0)
    loaded = torch.load(file, weights_only=True)
    file.seek(0)
    on_cpu = torch.load(file, map_location="cpu", weights_only=True)
    loaded["end"].fill_(7)
    on_device = loaded["all"].is_cuda and not on_cpu["all"].is_cuda
    return bool(on_device) and loaded["all"].tolist() == [0, 1, 7, 7]


def _random_numbers() -> bool:
    torch.manual_seed(3)
    first = torch.rand(4, device="cuda").tolist()
    torch.manual_seed(3)
    again, next_ones = (torch.rand(4, device="cuda").tolist() for _ in range(2))
    return bool(first == again != next_ones)


def _autocast() -> bool:
    with torch.autocast("cuda"):
        product = torch.ones(2, 2).cuda() @ torch.ones(2, 2).cuda()
    return bool(product.dtype == torch.float16)


_CHECKS: dict[str, Callable[[], bool]] = {
    "device of a tensor": _labels,
    "matrix product": _matrix_product,
    "views": _views,
    "copies": _copies,
    "refusal of mixed devices": _mixed_devices,
    "backward": _backward,
    "convolution": _convolution,
    "LSTM": lambda: _recurrent(torch.nn.LSTM),
    "GRU": lambda: _recurrent(torch.nn.GRU),
    "SGD step": lambda: _optimizer(_sgd),
    "Adam step": lambda: _optimizer(_adam),
    "save and load": _save_and_load,
    "random numbers": _random_numbers,
    "autocast": _autocast,
}
