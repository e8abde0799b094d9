"""Writing in place and into `out=`: the same memory, the same shapes and the same refusals as on the CPU."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch.utils._pytree import tree_leaves


def _numbers(device: str) -> torch.Tensor:
    return torch.arange(12.0, device=device).view(3, 4)


def _outcome(write: Callable[[str], Any], device: str) -> Any:
    """Values, shapes and strides of what is returned; or what was raised or warned of."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            leaves = tree_leaves(write(device))
    except (RuntimeError, UserWarning) as error:
        return type(error), str(error)[:60]
    return [(leaf.tolist(), leaf.stride()) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]


def _is_as_on_cpu(*writes: Callable[[str], Any]) -> None:
    for write in writes:
        assert _outcome(write, "cuda") == _outcome(write, "cpu")


def _is_refused_as_on_cpu(*writes: Callable[[str], Any]) -> None:
    for write in writes:
        kind, _ = _outcome(write, "cpu")
        assert kind is RuntimeError
    _is_as_on_cpu(*writes)


def reading_what_is_being_written_is_refused() -> None:
    def from_a_copy(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        x[1:] = x[:-1]
        return x

    def by_index(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        x[torch.tensor([0, 1], device=device)] = x[2:4]
        return x

    def in_place(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        return x[1:].add_(x[:-1])

    def turned(device: str) -> torch.Tensor:
        x = torch.arange(9.0, device=device).view(3, 3)
        return x.add_(x.t())

    def into_out(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        return torch.add(x[1:], 1, out=x[:-1])

    def in_a_list(device: str) -> None:
        x = torch.arange(6.0, device=device)
        torch._foreach_add_([x[1:]], [x[:-1]])

    def expanded(device: str) -> torch.Tensor:
        return torch.ones(1, device=device).expand(4).add_(1)

    _is_refused_as_on_cpu(from_a_copy, by_index, in_place, turned, into_out, in_a_list, expanded)


def a_tensor_may_be_added_to_itself() -> None:
    def itself(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        return x.add_(x)

    def its_parts(device: str) -> torch.Tensor:
        x = torch.arange(6.0, device=device)
        x[:3].add_(x[3:])
        return x

    _is_as_on_cpu(itself, its_parts)


def complex_parts_may_be_written_together() -> None:
    def parts(device: str) -> torch.Tensor:
        x = torch.zeros(3, dtype=torch.cfloat, device=device)
        x.real.fill_(2)
        x.imag[1] = 3
        x.imag.add_(x.real)
        x.conj().mul_(1j)
        return torch.view_as_real(x)

    _is_as_on_cpu(parts)


def out_of_another_size_is_resized_with_a_warning() -> None:
    def with_warning(device: str) -> torch.Tensor:
        return torch.add(_numbers(device), 1, out=torch.zeros(2, device=device))

    def too_small(device: str) -> torch.Tensor:
        warnings.simplefilter("ignore")
        out = torch.zeros(2, device=device)
        torch.add(_numbers(device), 1, out=out)
        return out

    def too_large(device: str) -> list[torch.Tensor]:
        warnings.simplefilter("ignore")
        out = torch.zeros(50, device=device)
        start = out[:3]
        torch.add(_numbers(device), 1, out=out)
        return [out, start]

    assert _outcome(with_warning, "cpu")[0] is UserWarning
    _is_as_on_cpu(with_warning, too_small, too_large)


def out_keeps_its_strides_or_gets_some() -> None:
    def turned(device: str) -> torch.Tensor:
        out = torch.zeros(3, 3, device=device).t()
        torch.mm(_numbers(device), _numbers(device).t(), out=out)
        return out

    def two_empty_ones(device: str) -> list[torch.Tensor]:
        values, places = torch.empty(0, device=device), torch.empty(0, dtype=torch.long, device=device)
        torch.topk(_numbers(device), 2, out=(values, places))
        return [values, places]

    def most_frequent(device: str) -> list[torch.Tensor]:
        values, places = torch.zeros(3, device=device), torch.zeros(3, dtype=torch.long, device=device)
        torch.mode(_numbers(device), 1, out=(values, places))  # the one function for all devices that is not
        return [values, places]

    _is_as_on_cpu(turned, two_empty_ones, most_frequent)


def shapes_change_in_place() -> None:
    def chain(device: str) -> torch.Tensor:
        return _numbers(device).t_().unsqueeze_(0).add_(1).squeeze_(0).transpose_(0, 1).as_strided_((2, 2), (1, 2), 1)

    def smaller(device: str) -> list[torch.Tensor]:
        x = _numbers(device)
        flat = x.view(-1)
        x.resize_(2, 2).fill_(7)
        return [x, flat]

    def as_another(device: str) -> torch.Tensor:
        return _numbers(device).resize_as_(torch.zeros(2, 3, device=device))

    def other_bytes(device: str) -> torch.Tensor:
        x = torch.zeros(4, dtype=torch.int32, device=device)
        x.view(torch.float32).fill_(1.0)
        return x

    _is_as_on_cpu(chain, smaller, as_another, other_bytes)


def gradients_flow_through_writes() -> None:
    def gradient(device: str) -> torch.Tensor:
        x = _numbers(device).requires_grad_()
        y = x.clone()
        y.view(-1)[3:].mul_(2)
        y.select(0, 1).zero_()
        y[y > 5] = 0
        y[:, [0, 2]] += 1
        (y * y).sum().backward()
        return x.grad

    _is_as_on_cpu(gradient)
