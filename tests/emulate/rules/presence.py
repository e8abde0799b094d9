"""That there is a device, what it is called, and how its tensors look."""

from __future__ import annotations

import torch
from checking import ones
from torch import nn


def there_is_one_device() -> None:
    assert torch.cuda.is_available()
    assert torch.cuda.device_count() == 1
    assert torch.cuda.current_device() == 0


def a_tensor_names_its_device() -> None:
    tensor = ones(2)
    assert tensor.device == torch.device("cuda", 0)
    assert tensor.device.type == "cuda"
    assert str(tensor.device) == "cuda:0"
    assert tensor.is_cuda
    assert tensor.get_device() == 0


def tensors_and_parameters_are_plain() -> None:
    assert type(ones(2)) is torch.Tensor
    assert type(nn.Linear(2, 2).cuda().weight) is nn.Parameter


def the_device_is_printed() -> None:
    assert "device='cuda:0'" in repr(ones(2))


def tensors_of_the_cpu_stay_there() -> None:
    assert torch.ones(2).device.type == "cpu"
    assert not torch.ones(2).is_cuda


def factories_make_tensors_on_the_device() -> None:
    made = (
        torch.zeros(2, device="cuda"),
        torch.randn(2, device="cuda:0"),
        torch.arange(3, device=torch.device("cuda")),
        torch.tensor([1], device=0),
        torch.zeros_like(ones(2)),
        torch.empty(2, device="cuda"),
        torch.full((2,), 1.0, device="cuda"),
        torch.eye(2, device="cuda"),
        torch.linspace(0, 1, 3, device="cuda"),
        torch.randperm(4, device="cuda"),
        torch.rand(2, 2, device="cuda"),
        ones(2).new_zeros(2),
    )
    assert all(tensor.is_cuda for tensor in made)


def a_device_is_a_context() -> None:
    with torch.device("cuda"):
        assert torch.zeros(2).is_cuda


def old_types_make_tensors() -> None:
    floats, integers = torch.cuda.FloatTensor(2, 3), torch.cuda.LongTensor([1, 2])
    assert floats.is_cuda
    assert floats.dtype == torch.float32
    assert integers.dtype == torch.int64
    assert integers.tolist() == [1, 2]


def old_types_tell_instances() -> None:
    here, there = torch.ones(2), ones(2)
    assert isinstance(there, torch.cuda.FloatTensor)
    assert not isinstance(here, torch.cuda.FloatTensor)
    assert not isinstance(there, torch.FloatTensor)
    assert there.type() == "torch.cuda.FloatTensor"


def old_types_cast() -> None:
    assert torch.ones(2).type(torch.cuda.FloatTensor).is_cuda
    assert torch.ones(2).type("torch.cuda.HalfTensor").dtype == torch.half
    assert ones(2).type(torch.FloatTensor).device.type == "cpu"
    assert torch.ones(2).type_as(ones(1)).is_cuda


def an_old_type_can_be_the_default() -> None:
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
    assert torch.ones(2).is_cuda
    torch.set_default_tensor_type("torch.FloatTensor")
    assert not torch.ones(2).is_cuda


def new_stays_on_the_device() -> None:
    assert ones(1).new(2, 2).is_cuda
    assert ones(1).new([1.0, 2.0]).is_cuda


def the_device_has_properties() -> None:
    assert torch.cuda.get_device_properties(0).total_memory > 0
    assert torch.cuda.get_device_name()
    assert torch.cuda.get_device_capability()[0] >= 1


def memory_is_measured() -> None:
    assert isinstance(torch.cuda.memory_allocated(), int)
    assert torch.cuda.max_memory_allocated() >= 0


def memory_grows_and_shrinks_with_tensors() -> None:
    size = 1 << 20
    before = torch.cuda.memory_allocated()
    tensor = ones(size)
    assert torch.cuda.memory_allocated() - before >= 4 * size
    del tensor
    assert torch.cuda.memory_allocated() - before < 4 * size


def streams_and_events_work() -> None:
    stream, event = torch.cuda.Stream(), torch.cuda.Event(enable_timing=True)
    event.record()
    torch.cuda.synchronize()
    stream.synchronize()
    assert torch.cuda.current_stream() is not None


def it_is_the_accelerator() -> None:
    assert torch.accelerator.is_available()
    assert torch.accelerator.current_accelerator().type == "cuda"


def a_storage_names_its_device() -> None:
    storage = ones(3).storage()
    assert storage.device.type == "cuda"
    assert len(storage) == 3
