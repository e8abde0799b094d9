"""What once went wrong in the emulation: each of these was a crash, a wrong number or a wrong refusal."""

from __future__ import annotations

import os
from types import FunctionType
from typing import Any

import torch
from checking import ones, refuses, total
from torch import nn
from torch.nn import functional

_EMULATION = "torchfix_codemods.verify.emulate"


def zeros_without_memory_have_memory() -> None:
    """Kernels of the CPU would follow the null pointer of such a tensor."""
    assert (torch._efficientzerotensor((3,), device="cuda") + 1).tolist() == [1, 1, 1]
    _, tangent = torch.func.jvp(lambda x: x * torch.arange(3.0).cuda(), (ones(3),), (ones(3),))
    assert tangent.tolist() == [0, 1, 2]


def conjugate_and_negative_bits_survive() -> None:
    """They are bits of the tensor, which a DLPack capsule does not carry."""
    here = torch.tensor([1 + 2j, 3 - 4j])
    there = here.cuda()
    assert (there.conj() * 1j).tolist() == (here.conj() * 1j).tolist()
    assert there.conj().imag.is_neg()
    assert (there.conj().imag + 0).tolist() == [-2, 4]
    assert torch.dot(there.conj(), there).item() == 30
    assert there.conj().cpu().tolist() == here.conj().tolist()


def numbers_in_place_of_tensors_are_taken() -> None:
    """The dispatcher hands a number to a Python kernel as it is, where C++ gets a tensor."""
    there = torch.arange(6.0).view(2, 3).cuda()
    index = torch.tensor([[0], [-1]]).cuda()
    assert torch.take_along_dim(there, index, dim=1).flatten().tolist() == [0, 5]


def the_tracer_sees_what_it_sees_on_the_cpu() -> None:
    """It would record the sizes that kernels read, and it wants `_convolution`."""
    module, x = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.ReLU()).eval(), torch.randn(1, 1, 5, 5)
    on_cpu = [node.kind() for node in torch.jit.trace(module, x).inlined_graph.nodes()]
    on_device = [node.kind() for node in torch.jit.trace(module.cuda(), x.cuda()).inlined_graph.nodes()]
    assert on_device == on_cpu
    assert "aten::_convolution" in on_device


def no_function_has_two_names() -> None:
    """torch._dynamo keeps functions by identity and asserts that each has one name."""
    names: dict[int, set[str]] = {}
    for module in (torch, torch._C, torch.cuda, torch.cuda.memory, torch.cuda.random, torch.cuda.graphs):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__.startswith(_EMULATION):
                names.setdefault(id(value), set()).add(name)
    assert len(names) > 30
    assert [each for each in names.values() if len(each) > 1] == []


def dynamo_compiles_for_the_device() -> None:
    """It imports torch._C._cuda_getCurrentRawStream once CUDA counts as compiled in."""
    compiled = torch.compile(nn.Linear(3, 4).cuda(), backend="eager")
    assert compiled(ones(2, 3)).is_cuda


def a_mask_of_truth_values_masks() -> None:
    """The function that attention is made of here would add it to the scores."""
    query, mask = torch.randn(1, 2, 4, 8), torch.ones(4, 4).tril().bool()
    expected = functional.scaled_dot_product_attention(query, query, query, attn_mask=mask)
    there = query.cuda()
    found = functional.scaled_dot_product_attention(there, there, there, attn_mask=mask.cuda())
    torch.testing.assert_close(found.cpu(), expected, rtol=1e-4, atol=1e-5)


def a_child_that_is_forked_before_the_first_use_may_use_it() -> None:
    """Installing must not compute gradients: threads of the engine would not exist in the child."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            x = ones(2).requires_grad_()
            (x * 3).sum().backward()
            os.write(writing, repr(x.grad.tolist()).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    assert os.read(reading, 100) == b"[3.0, 3.0]"


def a_seed_before_the_first_use_counts() -> None:
    """torch keeps such a seed back until CUDA is initialized."""
    assert not torch.cuda.is_initialized()
    torch.manual_seed(1)
    assert not torch.cuda.is_initialized()
    first = torch.rand(3, device="cuda").tolist()
    torch.manual_seed(2)
    second = torch.rand(3, device="cuda").tolist()
    torch.manual_seed(1)
    assert torch.rand(3, device="cuda").tolist() == first != second


def loading_a_file_is_a_first_use() -> None:
    torch.UntypedStorage(8, device="cuda")
    assert torch.cuda.is_initialized()


def an_index_of_the_device_is_refused_in_writing_too() -> None:
    """The dispatcher comes to the device's kernel by the index alone."""
    index = torch.tensor([1]).cuda()
    with refuses(RuntimeError, IndexError, text="indices should be"):
        torch.zeros(4)[index] = 1.0
    with refuses(RuntimeError, text="same device"):
        torch.zeros(4).cuda()[torch.tensor([1, 2])] = torch.ones(2)


def a_label_without_dimensions_is_no_number() -> None:
    """Only elementwise operators take a tensor of the CPU for a number."""
    label, place = torch.tensor(1), torch.tensor([1])
    with refuses(RuntimeError, text="same device"):
        functional.cross_entropy(ones(3), label)
    with refuses(RuntimeError, text="same device"):
        ones(3).index_select(0, label)
    with refuses(RuntimeError, text="same device"):
        torch.stack([torch.tensor(1.0).cuda(), torch.tensor(1.0)])
    with refuses(RuntimeError, text="same device"):
        nn.Embedding(3, 2).cuda()(label)
    assert functional.mse_loss(torch.tensor(3.0).cuda(), label).item() == 4
    assert ones(3)[label].item() == ones(3)[place].item() == 1


def an_old_type_does_not_convert_tensors() -> None:
    """`torch.FloatTensor(tensor)` is another name for the same memory, and takes nothing else."""
    there = ones(2)
    torch.cuda.FloatTensor(there).add_(1)
    assert there.tolist() == [2, 2]
    for other in (torch.ones(2), ones(2).double()):
        with refuses(TypeError, text="expected"):
            torch.cuda.FloatTensor(other)


def a_device_that_is_not_there_has_no_properties() -> None:
    with refuses(AssertionError, text="invalid device id"):
        torch.cuda.get_device_properties(1)
    with refuses(RuntimeError, text="invalid device ordinal"):
        torch.cuda.set_device(1)
    with refuses(RuntimeError, text="invalid device ordinal"), torch.cuda.device(3):
        pass


def an_event_without_timing_has_no_times() -> None:
    with refuses(ValueError, text="enable_timing"):
        torch.cuda.Event().elapsed_time(torch.cuda.Event())


def a_layer_without_shapes_moves() -> None:
    """Its parameters are of a class whose `shape` raises, in kernels written in Python too."""
    layer = nn.LazyConv2d(4, 3).cuda()
    assert layer(ones(1, 2, 5, 5)).shape == (1, 4, 3, 3)
    assert layer.weight.is_cuda


def kernels_stay_unseen_by_classes_that_listen() -> None:
    """A kernel asks tensors for sizes and the like; a class of tensors must not be told."""
    seen: list[str] = []

    class Listening(torch.Tensor):  # type: ignore[misc]
        @classmethod
        def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(function.__name__)
            return super().__torch_function__(function, types, args, kwargs or {})

    (torch.ones(2).as_subclass(Listening) + 1).mul_(2)
    on_cpu = seen.copy()
    seen.clear()
    (ones(2).as_subclass(Listening) + 1).mul_(2)
    assert seen == on_cpu


def a_kernel_that_is_missing_is_named() -> None:
    with refuses(NotImplementedError, RuntimeError, text="sparse_csr"):
        torch.eye(3).cuda().to_sparse_csr()


def padding_for_a_transformer_goes_without_nested_tensors() -> None:
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder, x = nn.TransformerEncoder(layer, 2).eval(), torch.randn(2, 3, 8)
    padded = torch.tensor([[False, False, True], [False, False, False]])
    with torch.no_grad():
        expected = encoder(x, src_key_padding_mask=padded)
        found = encoder.cuda()(x.cuda(), src_key_padding_mask=padded.cuda())
    torch.testing.assert_close(found.cpu()[~padded], expected[~padded], rtol=1e-4, atol=1e-5)


def dropout_in_a_recurrent_layer_leaves_the_stream_of_the_cpu() -> None:
    torch.manual_seed(1)
    expected = torch.randn(3).tolist()
    torch.manual_seed(1)
    nn.GRU(2, 2, num_layers=2, dropout=0.5)  # draws its weights on the CPU
    after_weights = torch.get_rng_state()
    functional.dropout(ones(5), 0.5)
    nn.RReLU().cuda()(ones(3) * -1)
    assert torch.equal(torch.get_rng_state(), after_weights)
    torch.manual_seed(1)
    assert torch.randn(3).tolist() == expected


def memory_stays_constant_while_training() -> None:
    """What the capsules hold is let go."""
    layer, x = nn.Linear(16, 16).cuda(), ones(8, 16)
    optimizer = torch.optim.Adam(layer.parameters())
    held = []
    for _ in range(20):
        optimizer.zero_grad()
        layer(x).pow(2).mean().backward()
        optimizer.step()
        held.append(torch.cuda.memory_allocated())
    assert held[1:] == held[1:2] * 19
    assert total(x) == 128


def patched_functions_take_their_arguments_by_name() -> None:
    assert torch.ones(2).type(dtype=torch.cuda.DoubleTensor).dtype == torch.double
    assert torch.ones(2).type(dtype="torch.cuda.LongTensor", non_blocking=True).is_cuda
    torch.set_default_tensor_type(t=torch.FloatTensor)
    assert torch.Generator(device="cuda").device.type == "cuda"
