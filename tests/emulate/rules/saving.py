"""Files: what remembers its device, where it comes back, and what another machine says to it."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from checking import ones, refuses
from torch import nn

_LOAD_TWICE = """\
import sys, torch
try:
    torch.load(sys.argv[1])
except RuntimeError as error:
    print(error)
print(torch.load(sys.argv[1], map_location="cpu").sum().item())
"""


def _saved(value: Any) -> io.BytesIO:
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return file


def a_file_remembers_the_device() -> None:
    file = _saved({"weight": torch.arange(3.0).cuda()})
    assert torch.load(file)["weight"].is_cuda
    file.seek(0)
    on_cpu = torch.load(file, map_location="cpu")["weight"]
    assert not on_cpu.is_cuda
    assert on_cpu.tolist() == [0, 1, 2]


def shared_memory_is_shared_again() -> None:
    saved = torch.arange(4.0).cuda()
    whole, end = torch.load(_saved([saved, saved[2:]]))
    end.fill_(7)
    assert whole.tolist() == [0, 1, 7, 7]
    assert end.is_cuda


def a_machine_without_a_gpu_refuses_the_file() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "saved.pt")
        torch.save(ones(2), path)
        command = [sys.executable, "-c", _LOAD_TWICE, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Attempting to deserialize object on a CUDA device" in done.stdout
    assert done.stdout.splitlines()[-1] == "2.0"


def a_device_that_is_not_there_is_refused() -> None:
    with refuses(RuntimeError, AssertionError):
        torch.load(_saved(torch.ones(2)), map_location="cuda:5")


def a_pickle_remembers_the_device() -> None:
    assert pickle.loads(pickle.dumps(ones(2))).is_cuda


def a_whole_module_remembers_the_device() -> None:
    assert torch.load(_saved(nn.Linear(2, 2).cuda()), weights_only=False).weight.is_cuda


def the_state_of_an_optimizer_lies_on_the_device() -> None:
    module = nn.Linear(2, 2).cuda()
    optimizer = torch.optim.Adam(module.parameters())
    module(ones(1, 2)).sum().backward()
    optimizer.step()
    optimizer.load_state_dict(optimizer.state_dict())
    assert optimizer.state[module.weight]["exp_avg"].is_cuda


def the_state_of_an_optimizer_follows_its_parameters() -> None:
    module = nn.Linear(2, 2)
    before = torch.optim.SGD(module.parameters(), 0.1, momentum=0.9)
    module(torch.ones(1, 2)).sum().backward()
    before.step()
    module.cuda()
    after = torch.optim.SGD(module.parameters(), 0.1, momentum=0.9)
    after.load_state_dict(before.state_dict())
    assert after.state[module.weight]["momentum_buffer"].is_cuda
