"""Layers, losses and optimizers that take a way of their own on a CUDA device."""

from __future__ import annotations

from typing import Any

import torch
from checking import ones, refuses, total
from torch import nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.checkpoint import checkpoint


def _is_as_on_cpu(module: nn.Module, x: torch.Tensor) -> None:
    """The same output and the same gradient of the input."""
    here = x.clone().requires_grad_()
    expected = module(here)
    expected.pow(2).sum().backward()
    there = x.cuda().requires_grad_()
    found = module.cuda()(there)
    found.pow(2).sum().backward()
    assert found.is_cuda
    torch.testing.assert_close(found.cpu(), expected, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(there.grad.cpu(), here.grad, rtol=1e-4, atol=1e-5)


def convolutions_are_as_on_the_cpu() -> None:
    _is_as_on_cpu(nn.Conv1d(4, 4, 3, groups=4), torch.randn(2, 4, 9))
    _is_as_on_cpu(nn.Conv2d(4, 8, 3, groups=4), torch.randn(2, 4, 9, 9))
    _is_as_on_cpu(nn.Conv2d(4, 8, 3, dilation=2), torch.randn(2, 4, 9, 9))
    _is_as_on_cpu(nn.Conv3d(4, 4, 3, groups=4), torch.randn(2, 4, 5, 5, 5))
    _is_as_on_cpu(nn.ConvTranspose2d(4, 4, 3, stride=2), torch.randn(2, 4, 5, 5))


def norms_are_as_on_the_cpu() -> None:
    _is_as_on_cpu(nn.LayerNorm(8), torch.randn(3, 8))
    _is_as_on_cpu(nn.RMSNorm(8), torch.randn(3, 8))
    _is_as_on_cpu(nn.GroupNorm(2, 8), torch.randn(3, 8, 4))
    _is_as_on_cpu(nn.InstanceNorm2d(3), torch.randn(2, 3, 4, 4))
    _is_as_on_cpu(nn.BatchNorm1d(8), torch.randn(4, 8))


def synchronized_batch_norm_works_alone() -> None:
    assert nn.SyncBatchNorm(4).cuda()(torch.randn(2, 4, 3, 3).cuda()).is_cuda
    converted = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(4)))
    assert converted.cuda()(torch.randn(2, 4, 3, 3).cuda()).is_cuda


def attention_is_as_on_the_cpu() -> None:
    query = torch.randn(2, 2, 4, 8)
    additive, truth = torch.randn(4, 4), torch.ones(4, 4).tril().bool()
    for mask, is_causal in ((None, False), (None, True), (additive, False), (truth, False)):
        expected = functional.scaled_dot_product_attention(query, query, query, mask, is_causal=is_causal)
        there, mask_there = query.cuda(), None if mask is None else mask.cuda()
        found = functional.scaled_dot_product_attention(there, there, there, mask_there, is_causal=is_causal)
        torch.testing.assert_close(found.cpu(), expected, rtol=1e-4, atol=1e-5)


def attention_takes_a_choice_of_kernels() -> None:
    query = torch.randn(2, 2, 4, 8).cuda().half()
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
        assert functional.scaled_dot_product_attention(query, query, query).dtype == torch.half


def multihead_attention_trains_and_evaluates() -> None:
    layer, x = nn.MultiheadAttention(8, 2, batch_first=True).cuda(), torch.randn(2, 3, 8).cuda()
    layer(x, x, x)[0].sum().backward()
    assert layer.in_proj_weight.grad.is_cuda
    layer.eval()
    with torch.no_grad():
        assert layer(x, x, x)[0].shape == (2, 3, 8)


def recurrent_layers_work_with_choices_of_cudnn() -> None:
    assert torch.backends.cudnn.enabled
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.deterministic = True
    with torch.backends.cudnn.flags(enabled=True, benchmark=False, deterministic=True):
        _is_as_on_cpu(_First(nn.LSTM(3, 4)), torch.randn(5, 2, 3))
        _is_as_on_cpu(_First(nn.GRU(3, 4, batch_first=True, bias=False)), torch.randn(5, 2, 3))


class _First(nn.Module):  # type: ignore[misc]
    """The first of several results."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, x: torch.Tensor) -> Any:
        return self.module(x)[0]


def connectionist_losses_work() -> None:
    steps = torch.randn(10, 2, 5).cuda().requires_grad_()
    lengths = torch.tensor([10, 10], dtype=torch.int), torch.tensor([3, 3], dtype=torch.int)
    labels = torch.randint(1, 5, (2, 3), dtype=torch.int)
    functional.ctc_loss(steps.log_softmax(2), labels, *lengths).backward()
    assert steps.grad.is_cuda


def grids_are_sampled() -> None:
    turn = torch.eye(2, 3)[None].cuda().requires_grad_()
    grid = functional.affine_grid(turn, (1, 1, 4, 4), align_corners=False)
    functional.grid_sample(torch.randn(1, 1, 4, 4).cuda(), grid, align_corners=False).sum().backward()
    assert turn.grad.is_cuda


def kinds_of_dropout_work() -> None:
    assert functional.dropout(ones(9), 0.5, training=True).is_cuda
    assert functional.dropout2d(ones(2, 3, 4, 4)).is_cuda
    assert functional.alpha_dropout(ones(9), training=True).is_cuda


def optimizers_work_in_all_forms() -> None:
    for options in ({"fused": True}, {"foreach": True}, {"foreach": False}, {"capturable": True}):
        parameter = nn.Parameter(ones(3))
        optimizer = torch.optim.Adam([parameter], lr=0.5, **options)
        parameter.sum().backward()
        optimizer.step()
        torch.testing.assert_close(parameter.detach().cpu(), torch.full((3,), 0.5), rtol=1e-4, atol=1e-5)


def lists_of_tensors_refuse_mixed_devices() -> None:
    with refuses(RuntimeError):
        torch._foreach_add([ones(2)], [torch.ones(2)])


def gradients_are_clipped() -> None:
    parameter = nn.Parameter(ones(4))
    parameter.sum().backward()
    assert torch.nn.utils.clip_grad_norm_([parameter], 1.0).item() == 2.0
    torch.nn.utils.clip_grad_value_([parameter], 0.1)
    assert abs(total(parameter.grad) - 0.4) < 1e-6


def half_precision_trains() -> None:
    module = nn.Linear(4, 4).cuda().half()
    module(ones(2, 4).half()).sum().backward()
    assert module.weight.grad.dtype == torch.half
    brain = ones(4, 4).bfloat16()
    assert functional.linear(brain, brain).dtype == torch.bfloat16


def the_old_names_of_mixed_precision_work() -> None:
    scaler, module = torch.cuda.amp.GradScaler(), nn.Linear(4, 4).cuda()
    optimizer = torch.optim.SGD(module.parameters(), 0.1)
    with torch.cuda.amp.autocast():
        loss = module(ones(2, 4)).sum()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    assert loss.is_cuda


def checkpointing_draws_the_same_numbers_again() -> None:
    for reentrant in (True, False):
        x = ones(20).requires_grad_()
        y = checkpoint(lambda v: functional.dropout(v * 2, 0.5), x, use_reentrant=reentrant)
        y.sum().backward()
        assert x.grad.tolist() == y.tolist()


def scattering_adds() -> None:
    x = torch.zeros(4, 4).cuda()
    x.scatter_add_(0, torch.zeros(2, 4, dtype=torch.long).cuda(), ones(2, 4))
    x.index_add_(0, torch.tensor([0]).cuda(), ones(1, 4))
    assert x[0].tolist() == [3, 3, 3, 3]


def vmap_and_grad_compose() -> None:
    gradient = torch.func.vmap(torch.func.grad(lambda x: functional.rms_norm(x, (4,)).pow(3).sum()))
    x = torch.randn(3, 4)
    torch.testing.assert_close(gradient(x.cuda()).cpu(), gradient(x), rtol=1e-4, atol=1e-5)
