"""Kinds of numbers and tensors, and mixed precision."""

from __future__ import annotations

import torch
from checking import ones, total
from torch import nn


def autocast_changes_products_on_the_device_only() -> None:
    with torch.autocast("cuda"):
        there, here = ones(2, 2) @ ones(2, 2), torch.ones(2, 2) @ torch.ones(2, 2)
    assert there.dtype == torch.float16
    assert here.dtype == torch.float32


def a_scaler_leaves_out_a_step_that_overflows() -> None:
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    parameter = nn.Parameter(ones(1))
    optimizer = torch.optim.SGD([parameter], 1.0)
    scaler.scale((parameter * float("inf")).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert parameter.item() == 1
    assert scaler.get_scale() == 2.0


def sparse_tensors_multiply() -> None:
    indices = torch.tensor([[0, 1], [1, 0]])
    sparse = torch.sparse_coo_tensor(indices, torch.ones(2), (2, 2)).cuda()
    assert sparse.is_cuda
    assert torch.sparse.mm(sparse, torch.eye(2).cuda()).tolist() == [[0, 1], [1, 0]]
    assert sparse.to_dense().is_cuda


def complex_numbers_work() -> None:
    transformed = torch.fft.fft(ones(4))
    assert transformed.is_cuda
    assert total(transformed.conj().real) == 4
    assert torch.view_as_real(transformed).shape == (4, 2)


def half_precision_works() -> None:
    half = ones(2, 2).half()
    assert (half @ half).dtype == torch.half
    assert total(half.bfloat16()) == 4


def linear_algebra_stays_on_the_device() -> None:
    matrix = torch.tensor([[4.0, 1], [1, 3]]).cuda()
    assert torch.linalg.inv(matrix).is_cuda
    assert torch.linalg.cholesky(matrix).is_cuda
    assert all(part.is_cuda for part in torch.linalg.svd(matrix))
    assert torch.linalg.eigh(matrix)[0].is_cuda
