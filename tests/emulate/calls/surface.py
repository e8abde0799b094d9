"""What scripts call besides operators: torch.cuda, torch.accelerator, torch.backends, profilers, compilers."""

from __future__ import annotations

import math

import torch
from checking import ones, total
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

MEGABYTES = 1 << 20


def cudnn_is_there() -> None:
    assert torch.backends.cudnn.is_available()
    assert torch.backends.cudnn.version() > 8000
    assert torch.backends.cuda.is_built()


def the_version_can_be_taken_apart() -> None:
    assert int(torch.version.cuda.split(".")[0]) >= 11
    assert torch.cuda.is_bf16_supported()
    assert "sm_80" in torch.cuda.get_arch_list()
    assert torch.cuda.get_gencode_flags() is not None


def precision_can_be_chosen() -> None:
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.preferred_linalg_library()
    torch.backends.cuda.enable_flash_sdp(True)
    assert torch.backends.cuda.flash_sdp_enabled()


def deterministic_algorithms_can_be_demanded() -> None:
    torch.use_deterministic_algorithms(True)
    assert total(ones(2, 2) @ ones(2, 2)) == 8
    assert nn.functional.interpolate(ones(1, 1, 2, 2), scale_factor=2).shape == (1, 1, 4, 4)


def streams_are_contexts() -> None:
    stream, default = torch.cuda.Stream(), torch.cuda.current_stream()
    assert default is torch.cuda.default_stream()
    with torch.cuda.stream(stream):
        assert torch.cuda.current_stream() is stream
        x = ones(2) * 2
    assert torch.cuda.current_stream() is default
    stream.wait_stream(default)
    x.record_stream(stream)
    event = torch.cuda.streams.Event(enable_timing=True)
    event.record(stream)
    stream.wait_event(event)
    event.synchronize()
    assert stream.query()
    assert event.query()
    assert default.cuda_stream == 0
    assert torch.accelerator.current_stream() is default


def events_measure_time() -> None:
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    end.record()
    assert start.elapsed_time(end) >= 0


def devices_are_contexts() -> None:
    for device in (0, "cuda:0", torch.device("cuda"), None, -1):
        with torch.cuda.device(device):
            tensor = torch.ones(1, device="cuda")
    with torch.cuda.device_of(tensor):
        assert torch.cuda.current_device() == 0
    with torch.accelerator.device_index(0):
        assert torch.accelerator.current_device_index() == 0
    torch.cuda.set_device("cuda:0")
    torch.accelerator.set_device_index(0)


def a_default_device_can_be_set() -> None:
    torch.set_default_device("cuda")
    assert nn.Linear(2, 2)(torch.ones(1, 2)).is_cuda
    assert torch.get_default_device().type == "cuda"
    torch.set_default_device(None)
    assert not torch.ones(1).is_cuda


def memory_is_told_in_many_ways() -> None:
    tensor = ones(MEGABYTES)
    held = 4 * MEGABYTES
    for module in (torch.cuda, torch.cuda.memory):
        for name in ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved"):
            assert getattr(module, name)() >= held, name
        assert module.memory_stats()["allocated_bytes.all.current"] >= held
        assert module.memory_stats()["num_ooms"] == 0
        free, whole = module.mem_get_info()
        assert held <= whole - free < whole
        assert "Allocated memory" in module.memory_summary()
        module.empty_cache()
    assert torch.accelerator.memory_allocated() >= held
    assert torch.accelerator.memory_stats()
    assert torch.accelerator.get_memory_info()[1] > held
    assert tensor.is_cuda


def the_peak_of_memory_can_be_forgotten() -> None:
    ones(MEGABYTES)
    assert torch.cuda.max_memory_allocated() >= 4 * MEGABYTES
    for forget in (torch.cuda.reset_peak_memory_stats, torch.accelerator.reset_peak_memory_stats):
        forget()
        assert torch.cuda.max_memory_allocated() == torch.cuda.memory_allocated() < 4 * MEGABYTES
        ones(MEGABYTES)
    torch.cuda.reset_accumulated_memory_stats()


def history_of_memory_can_be_asked_for() -> None:
    torch.cuda.memory._record_memory_history()
    assert torch.cuda.memory._snapshot()["segments"] == []
    torch.cuda.memory._record_memory_history(enabled=None)
    assert torch.cuda.memory_snapshot() == []


def states_of_random_numbers_go_by_all_names() -> None:
    torch.cuda.set_rng_state_all(torch.cuda.get_rng_state_all())
    torch.cuda.seed()
    torch.cuda.seed_all()
    assert torch.cuda.initial_seed() == torch.cuda.random.initial_seed()
    assert torch.equal(torch.cuda.random.get_rng_state(0), torch.cuda.get_rng_state("cuda:0"))


def the_default_generator_is_the_one_that_is_seeded() -> None:
    torch.cuda.default_generators[0].manual_seed(3)
    first = torch.rand(2, device="cuda")
    torch.cuda.manual_seed(3)
    assert torch.equal(first, torch.rand(2, device="cuda"))
    generator = torch.Generator("cuda")
    generator.set_state(generator.get_state())
    assert generator.seed() == generator.initial_seed()


def random_draws_of_all_kinds_lie_on_the_device() -> None:
    assert torch.multinomial(ones(4), 2).is_cuda
    assert torch.bernoulli(ones(2) * 0.5).is_cuda
    assert torch.normal(0.0, 1.0, (3,), device="cuda").is_cuda
    torch.manual_seed(0)
    first = torch.randperm(9, device="cuda").tolist()
    torch.manual_seed(0)
    assert first == torch.randperm(9, device="cuda").tolist()


def the_module_of_the_device_is_torch_cuda() -> None:
    assert torch.get_device_module("cuda") is torch.cuda
    assert torch.get_device_module() is torch.cuda
    assert not torch.cuda.can_device_access_peer(0, 0)


def the_runtime_library_can_be_called() -> None:
    assert torch.cuda.cudart().cudaProfilerStart() == 0
    torch.cuda.check_error(0)
    torch.cuda.profiler.start()
    torch.cuda.profiler.stop()
    torch.cuda.set_sync_debug_mode("default")
    assert torch.cuda.get_sync_debug_mode() == 0


def ranges_can_be_named() -> None:
    with torch.cuda.nvtx.range("training"):
        torch.cuda.nvtx.mark("here")
    torch.cuda.nvtx.range_push("outer")
    torch.cuda.nvtx.range_pop()


def profilers_record_the_cpu() -> None:
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        total(ones(4, 4) @ ones(4, 4))
    assert len(profile.key_averages()) > 2
    with torch.autograd.profiler.profile(use_device="cuda") as old:
        _ = ones(2) + 1
    assert len(old.key_averages()) > 0


def memory_is_pinned() -> None:
    assert torch.empty(3, pin_memory=True).shape == (3,)
    loader = DataLoader(TensorDataset(torch.arange(8.0)), 4, pin_memory=True, num_workers=1)
    assert [batch.is_pinned() for (batch,) in loader] == [True, True]


def parts_are_sent_and_gathered() -> None:
    comm = nn.parallel.comm
    assert comm.scatter(torch.ones(4), [0])[0].is_cuda
    assert comm.gather([ones(2), ones(2)]).shape == (4,)
    assert not comm.gather([ones(2)], destination="cpu").is_cuda
    assert comm.broadcast(ones(2), [0])[0].is_cuda
    assert comm.broadcast_coalesced([ones(2)], [0])[0][0].is_cuda


def storages_move() -> None:
    assert torch.UntypedStorage(8, device="cuda").device.type == "cuda"
    assert torch.UntypedStorage([1, 2], device="cuda").cpu().tolist() == [1, 2]
    assert torch.ones(2).untyped_storage().cuda().device.type == "cuda"
    assert ones(2).untyped_storage().cpu().device.type == "cpu"


def other_libraries_get_capsules() -> None:
    assert torch.from_dlpack(ones(2)).is_cuda
    assert torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(ones(2))).is_cuda
    assert ones(2).__cuda_array_interface__["shape"] == (2,)


def torchscript_runs_again_and_again() -> None:
    cell = torch.jit.script(nn.LSTMCell(3, 4)).cuda()
    for _ in range(4):  # after some runs it would fuse
        cell(ones(2, 3))[0].sum().backward()
    assert math.isfinite(total(cell.weight_ih.grad))


def compilation_ahead_of_time_works() -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.RMSNorm(4)).cuda()
    compiled, x = torch.compile(model, backend="aot_eager"), torch.randn(2, 3).cuda()
    torch.testing.assert_close(compiled(x), model(x), rtol=1e-4, atol=1e-5)
    compiled(x).sum().backward()
    assert model[0].weight.grad.is_cuda


def programs_are_exported() -> None:
    program = torch.export.export(nn.Linear(3, 4).cuda(), (ones(2, 3),))
    assert program.module()(ones(2, 3)).is_cuda
