"""Tensors of both devices in one call: refused, but for numbers, indices and copies."""

from __future__ import annotations

import numpy as np
import torch
from checking import ones, refuses, total
from torch import nn
from torch.nn import functional


def addition_refuses() -> None:
    with refuses(RuntimeError, text="same device"):
        _ = ones(2) + torch.ones(2)


def a_matrix_product_refuses() -> None:
    with refuses(RuntimeError, text="same device"):
        _ = torch.ones(2, 2) @ ones(2, 2)


def a_linear_layer_refuses() -> None:
    with refuses(RuntimeError):
        nn.Linear(2, 2).cuda()(torch.ones(1, 2))


def a_convolution_refuses() -> None:
    with refuses(RuntimeError):
        nn.Conv2d(1, 1, 1)(ones(1, 1, 2, 2))


def a_loss_refuses() -> None:
    with refuses(RuntimeError, text="same device"):
        functional.cross_entropy(ones(1, 2), torch.tensor([0]))


def concatenation_refuses() -> None:
    with refuses(RuntimeError, text="same device"):
        torch.cat([ones(1), torch.ones(1)])


def writing_in_place_refuses() -> None:
    with refuses(RuntimeError):
        torch.ones(2).add_(ones(2))


def an_embedding_refuses() -> None:
    with refuses(RuntimeError):
        nn.Embedding(3, 2).cuda()(torch.tensor([1]))


def an_lstm_refuses() -> None:
    with refuses(RuntimeError):
        nn.LSTM(2, 2).cuda()(torch.ones(1, 1, 2))


def where_refuses() -> None:
    with refuses(RuntimeError):
        torch.where(torch.ones(2).bool(), ones(2), ones(2))


def what_shows_the_device_of_a_parameter_refuses() -> None:
    """The operations of analysis/devices/at_hand.py, where the tensor with dimensions is on the CPU."""
    there, here, mask, index = ones(2, 2), torch.ones(2, 2), torch.ones(2, 2).bool(), torch.zeros(2, 2).long()
    functions = (
        "add sub mul div true_divide floor_divide eq ne gt lt ge le maximum minimum logical_and logical_or matmul mm"
    )
    for name in functions.split():
        for other in (there, there[0, 0]) if name not in ("matmul", "mm") else (there,):
            for pair in ((here, other), (other, here)):
                with refuses(RuntimeError):
                    getattr(torch, name)(*pair)
    for name in ("bitwise_and", "bitwise_or"):
        with refuses(RuntimeError):
            getattr(torch, name)(mask, mask.cuda())
    with refuses(RuntimeError):
        torch.bmm(here[None], there[None])
    for pair in ((here, mask.cuda()), (there, mask)):
        with refuses(RuntimeError):
            pair[0].masked_fill(pair[1], 0.0)
    for pair in ((here, index.cuda()), (there, index)):
        with refuses(RuntimeError):
            pair[0].gather(0, pair[1])
    for three in ((mask, there, there), (mask.cuda(), here, there), (mask.cuda(), there, here)):
        with refuses(RuntimeError):
            torch.where(*three)
    for join in (torch.cat, torch.stack):
        with refuses(RuntimeError):
            join([here, there])
    with refuses(RuntimeError):
        here += there
    with refuses(RuntimeError):
        torch.empty(0, 2) + ones(1, 2)


def equality_refuses() -> None:
    assert torch.equal(ones(2), ones(2))
    with refuses(RuntimeError):
        torch.equal(ones(2), torch.ones(2))


def assert_close_sees_the_device() -> None:
    torch.testing.assert_close(ones(2), ones(2))
    with refuses(AssertionError, text="device"):
        torch.testing.assert_close(ones(2), torch.ones(2))


def a_tensor_without_dimensions_is_a_number() -> None:
    assert total(ones(2) * torch.tensor(2.0)) == 4


def indices_of_the_cpu_are_taken() -> None:
    assert torch.arange(4).cuda()[torch.tensor([1, 3])].tolist() == [1, 3]


def indices_of_the_device_are_refused_by_the_cpu() -> None:
    with refuses(RuntimeError, IndexError, text="indices should be"):
        _ = torch.arange(4)[torch.tensor([1]).cuda()]


def copies_cross() -> None:
    here, there = torch.zeros(3), torch.zeros(3).cuda()
    here.copy_(ones(3))
    there[:] = torch.arange(3.0)
    assert total(here) == 3
    assert total(there) == 3


def numpy_is_refused() -> None:
    with refuses(TypeError, text="can't convert cuda:0 device type tensor to numpy"):
        ones(2).numpy()


def conversion_by_numpy_is_refused() -> None:
    with refuses(TypeError, text="cuda"):
        np.asarray(ones(2))


def a_gradient_of_the_cpu_is_refused() -> None:
    weight = ones(2).requires_grad_()
    with refuses(RuntimeError, TypeError):
        weight.grad = torch.ones(2)


def backward_refuses_a_gradient_of_the_cpu() -> None:
    weight = ones(2).requires_grad_()
    with refuses(RuntimeError):
        (weight * 2).backward(torch.ones(2))


def an_index_that_is_too_large_is_refused() -> None:
    with refuses(RuntimeError, IndexError):
        nn.Embedding(3, 2).cuda()(torch.tensor([5]).cuda())
