"""A look at what would happen: functions that run in a forked child, with a time limit.

A backward pass starts threads of the autograd engine, and a process that has them can no longer fork safely; a call
through a wrong entry of a table ends the process. Both may happen in a child, not in the process of the script.
"""

from __future__ import annotations

import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from typing import Any

from torchfix_codemods.verify.emulate.errors import EmulationError


def run_in_fork(function: Callable[[], Any], purpose: str, seconds: float) -> Any:
    """What the function returns when it runs in a forked child.

    Args:
        function: returns something that JSON can carry.
        purpose: how errors call it: "the self-test".
        seconds: time limit.

    Raises:
        EmulationError: the function raised, the child crashed, or it took too long.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # Python 3.12 warns of threads; torch has none that matter yet
        child = os.fork()
    if child == 0:
        os.close(reading)
        _answer(function, writing)
    os.close(writing)
    text: bytes | None = None
    try:
        text = _read(reading, seconds)
    finally:
        os.close(reading)
        if text is None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if text is None:
        raise EmulationError(f"{purpose} took more than {seconds:g} seconds")
    if os.WIFSIGNALED(status):
        raise EmulationError(f"{purpose} crashed with signal {os.WTERMSIG(status)}")
    answer = json.loads(text or b"{}")
    if "value" not in answer:
        raise EmulationError(f"{purpose} failed: {answer.get('error', 'no answer')}")
    return answer["value"]


def _answer(function: Callable[[], Any], writing: int) -> None:
    """In the child: write the result and end at once, without the parent's exit handlers and its callers' code."""
    try:
        try:
            answer = json.dumps({"value": function()})
        except BaseException as error:  # whatever it is, it belongs to the answer
            answer = json.dumps({"error": f"{type(error).__name__}: {error}".splitlines()[0]})
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer.encode())
    finally:
        os._exit(0)


def _read(reading: int, seconds: float) -> bytes | None:
    """Everything up to the end of the pipe; None when that takes too long."""
    end = time.monotonic() + seconds
    text = b""
    while select.select([reading], [], [], max(0.0, end - time.monotonic()))[0]:
        part = os.read(reading, 1 << 16)
        if not part:
            return text
        text += part
    return None
