"""Puts the emulated device into this process, part by part, and tries it out before anything relies on it."""

from __future__ import annotations

import os

import torch

from torchfix_codemods.verify.emulate.coverage import register_kernels
from torchfix_codemods.verify.emulate.cuda_surface import patch_cuda
from torchfix_codemods.verify.emulate.device import EmulatedDevice
from torchfix_codemods.verify.emulate.errors import EmulationError
from torchfix_codemods.verify.emulate.forking import run_in_fork
from torchfix_codemods.verify.emulate.generators import Generators
from torchfix_codemods.verify.emulate.guard import install_guard
from torchfix_codemods.verify.emulate.hooks import install_hooks
from torchfix_codemods.verify.emulate.selftest import failing_checks
from torchfix_codemods.verify.emulate.storages import patch_storages
from torchfix_codemods.verify.emulate.streams import patch_streams
from torchfix_codemods.verify.emulate.tensor_types import patch_tensor_types

_SECONDS = 120.0


def install_device(shared_rng: bool) -> None:
    """Emulate the device in this process, for good.

    Raises:
        EmulationError: something that the emulation needs is not in this torch, or the self-test failed.
    """
    if torch.cuda.is_available():
        raise EmulationError("there is a CUDA device already")
    device = EmulatedDevice(Generators(shared_rng))
    try:
        install_guard()
        patch_tensor_types()
        patch_storages(device.memory)
        device.generators.patch()
        patch_streams()
        patch_cuda(device)
        register_kernels(device)
        install_hooks()
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise EmulationError(f"the emulation does not fit torch {torch.__version__} ({what})") from error
    os.register_at_fork(after_in_child=device.note_fork)
    failed = run_in_fork(failing_checks, "the self-test of the emulated CUDA device", _SECONDS)
    if failed:
        raise EmulationError(f"on torch {torch.__version__} the emulated CUDA device fails at: {', '.join(failed)}")
