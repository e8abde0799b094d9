"""A CUDA device emulated on the CPU: plain tensors on `torch.device("cuda", 0)`, the CPU's numbers, a device's rules.

    available() -> ""                 it can be used here; else why not
    install()                         emulate the device in this process, for good

A script that is run after `install()` finds one CUDA device: `tensor.cuda()` gives a plain tensor on `cuda:0`,
tensors of both devices do not mix, a checkpoint remembers the device. Autograd, torch.nn, optimizers, data loaders and
serialization above it are torch's own. docs/emulation.md says what that can prove and what it cannot.

torch is imported by the other modules of this package, and here only when a function is called: in a child process.
"""

from __future__ import annotations

from torchfix_codemods.verify.emulate.errors import EmulationError
from torchfix_codemods.verify.emulate.gate import SECONDS, TESTED_VERSIONS, reason_against, reason_found_by_trying

__all__ = ["TESTED_VERSIONS", "EmulationError", "available", "install"]


def available(seconds: float = SECONDS) -> str:
    """Why the device cannot be emulated here: one sentence without full stop, or "" if it can.

    It is tried in a child process of this interpreter, which imports torch, installs the device and runs the
    self-test (about three seconds). A torch that is not among TESTED_VERSIONS is left to the self-test.

    Args:
        seconds: time limit for that child.
    """
    return reason_against() or reason_found_by_trying(seconds)


def install(device_count: int = 1, shared_rng: bool = False) -> None:
    """Give this process one emulated CUDA device, for as long as it lives.

    Call it before the script runs, and before anything has computed a gradient; never in the tool's own process.

    Args:
        device_count: must be 1.
        shared_rng: draw the device's random numbers from the CPU's stream, so that a script gives the numbers of its
            plain-CPU version; otherwise the device has a stream of its own, as a real one has.

    Raises:
        EmulationError: it cannot be done here, and the message says why. This process is of no use any more then.
    """
    reason = reason_against()
    if not reason and device_count != 1:
        reason = "only one CUDA device can be emulated"
    if reason:
        raise EmulationError(reason)
    from torchfix_codemods.verify.emulate.installing import install_device

    install_device(shared_rng)
