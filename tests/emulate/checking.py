"""What rules of the emulated device are written with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def refuses(*kinds: type[BaseException], text: str = "") -> Iterator[None]:
    """The block must raise one of these, with that text in the message (in any case of letters)."""
    try:
        yield
    except kinds as error:
        assert text.lower() in str(error).lower(), f"other message: {error}"
    else:
        names = " or ".join(kind.__name__ for kind in kinds)
        raise AssertionError(f"no {names}")


def ones(*size: int) -> torch.Tensor:
    """A tensor of ones on the device."""
    return torch.ones(*size).cuda()


def total(tensor: torch.Tensor) -> float:
    """The sum of a tensor's elements as a number."""
    return float(tensor.sum().item())
