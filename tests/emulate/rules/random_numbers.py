"""Random numbers: the device has a stream of its own, which the same seed starts."""

from __future__ import annotations

import torch
from checking import ones, refuses
from torch import nn
from torch.nn import functional


def _drawn() -> list[float]:
    numbers: list[float] = torch.rand(3, device="cuda").tolist()
    return numbers


def draws_of_the_cpu_do_not_count() -> None:
    torch.manual_seed(0)
    first = _drawn()
    torch.manual_seed(0)
    torch.randn(5)
    assert _drawn() == first


def draws_of_the_device_do_not_count_for_the_cpu() -> None:
    torch.manual_seed(1)
    expected = torch.randn(3).tolist()
    torch.manual_seed(1)
    functional.dropout(ones(50), 0.5)
    nn.Dropout(0.3)(ones(9))
    assert torch.randn(3).tolist() == expected


def the_device_has_a_seed_of_its_own() -> None:
    torch.cuda.manual_seed(5)
    first = _drawn()
    torch.cuda.manual_seed_all(5)
    assert _drawn() == first


def a_generator_belongs_to_its_device() -> None:
    generator = torch.Generator(device="cuda").manual_seed(3)
    assert generator.device.type == "cuda"
    assert torch.rand(3, device="cuda", generator=generator).is_cuda
    with refuses(RuntimeError, text="generator"):
        torch.rand(3, device="cuda", generator=torch.Generator())


def the_state_can_be_put_back() -> None:
    state = torch.cuda.get_rng_state()
    first = _drawn()
    torch.cuda.set_rng_state(state)
    assert _drawn() == first


def the_state_can_be_kept_for_a_block() -> None:
    state = torch.cuda.get_rng_state()
    with torch.random.fork_rng():
        _drawn()
    assert torch.equal(torch.cuda.get_rng_state(), state)
