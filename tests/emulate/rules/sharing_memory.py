"""Views, storages and results: which tensors share memory, and which get new memory."""

from __future__ import annotations

import torch
from checking import ones, total


def views_share_memory() -> None:
    base = torch.zeros(4, 4).cuda()
    base[1:3, ::2].fill_(1)
    base.t()[3] = 5
    flat, turned = base.view(16), base.permute(1, 0)
    flat[0] = 9
    assert base[0, 0].item() == 9
    assert total(base) == 33
    assert turned.untyped_storage().data_ptr() == base.untyped_storage().data_ptr()
    assert flat._base is base
    assert not turned.is_contiguous()


def data_and_detach_share_memory() -> None:
    weight = ones(2).requires_grad_()
    weight.data.mul_(3)
    weight.detach().add_(1)
    assert weight.tolist() == [4, 4]
    assert weight._version == 1


def out_gets_a_size_or_keeps_it() -> None:
    empty, filled = torch.empty(0).cuda(), torch.zeros(2, 2).cuda()
    torch.mm(ones(2, 2), ones(2, 2), out=empty)
    torch.add(ones(2, 2), 1, out=filled)
    assert total(empty) == 8
    assert total(filled) == 8
    assert empty.is_cuda


def resizing_keeps_the_device() -> None:
    tensor = ones(2)
    tensor.resize_(2, 3)
    tensor.fill_(1)
    assert total(tensor) == 6
    assert tensor.is_cuda


def set_shares_memory() -> None:
    source, target = torch.arange(6.0).cuda(), torch.empty(0).cuda()
    target.set_(source)
    target.add_(1)
    assert total(source) == 21
