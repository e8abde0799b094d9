"""From one device to the other: what is copied, what is moved in place, what is refused."""

from __future__ import annotations

import copy
import os
import threading

import numpy as np
import torch
from checking import ones, refuses, total
from torch import nn


def cuda_copies_once() -> None:
    here = torch.zeros(2)
    there = here.cuda()
    there.fill_(1)
    assert total(here) == 0
    assert there.cuda() is there


def cpu_copies() -> None:
    there = torch.zeros(2).cuda()
    there.cpu().fill_(1)
    assert total(there) == 0


def an_array_of_numpy_is_not_shared() -> None:
    array = np.zeros(2, "float32")
    tensor = torch.from_numpy(array).cuda()
    tensor += 1
    assert array.sum() == 0
    assert total(tensor) == 2


def numpy_works_after_cpu() -> None:
    assert ones(2).cpu().numpy().sum() == 2


def numbers_come_out() -> None:
    tensor = torch.tensor([1.5, 2.5]).cuda()
    assert tensor[0].item() == 1.5
    assert tensor.tolist() == [1.5, 2.5]
    assert float(tensor[1]) == 2.5
    assert bool(tensor[0] > 1)


def to_takes_tensors_devices_and_dtypes() -> None:
    there = torch.ones(2, device="cuda")
    assert there.to(torch.ones(1)).device.type == "cpu"
    assert torch.ones(1).to(there).is_cuda
    assert there.to("cpu", torch.double).dtype == torch.double


def a_device_that_is_not_there_is_refused() -> None:
    with refuses(RuntimeError, AssertionError):
        torch.ones(2).to("cuda:7")


def a_module_moves_in_place() -> None:
    module = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    weight = module[0].weight
    module.cuda()
    assert module[0].weight is weight
    assert weight.is_cuda
    assert weight.is_leaf
    assert module[1].running_mean.is_cuda


def a_module_moves_back() -> None:
    assert not nn.Linear(2, 2).cuda().cpu().weight.is_cuda


def a_deep_copy_stays_on_the_device() -> None:
    module = nn.Linear(2, 2).cuda()
    copied = copy.deepcopy(module)
    copied.weight.data.zero_()
    assert copied.weight.is_cuda
    assert total(module.weight.abs()) > 0


def a_parameter_takes_data_of_the_device() -> None:
    parameter = nn.Parameter(torch.ones(2))
    parameter.data = parameter.data.cuda()
    (parameter * 2).sum().backward()
    assert parameter.is_cuda
    assert parameter.grad.is_cuda


def parameters_become_a_vector_and_back() -> None:
    module = nn.Linear(2, 2).cuda()
    doubled = torch.nn.utils.parameters_to_vector(module.parameters()) * 2
    torch.nn.utils.vector_to_parameters(doubled, module.parameters())
    assert module.weight.is_cuda


def data_parallel_scatters_to_the_device() -> None:
    assert nn.DataParallel(nn.Linear(2, 2).cuda())(torch.ones(4, 2)).is_cuda


def only_memory_of_the_cpu_is_pinned() -> None:
    assert torch.ones(2).pin_memory().is_pinned()
    assert not torch.ones(2).is_pinned()
    with refuses(RuntimeError, text="cannot pin"):
        ones(2).pin_memory()


def sharing_memory_changes_nothing() -> None:
    assert ones(2).share_memory_().is_cuda


def a_forked_child_may_not_use_it() -> None:
    ones(1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with refuses(RuntimeError, text="Cannot re-initialize CUDA in forked subprocess"):
                _ = ones(1) + 1
            os.write(writing, b"refused")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    assert os.read(reading, 7) == b"refused"


def threads_may_use_it() -> None:
    found: list[float] = []
    threads = [threading.Thread(target=lambda: found.append(total(ones(8, 8) @ ones(8, 8)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [512] * 4
