"""Processes that end with the one that has started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from torchfix_codemods.parent import end_with_parent

only_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has it")
# A process whose child asks to end with it, stops itself, and is named once it has.
_STOPPED_CHILD = """
import os, signal
from torchfix_codemods.parent import end_with_parent
parent = os.getpid()
child = os.fork()
if not child:
    end_with_parent(parent)
    os.kill(os.getpid(), signal.SIGSTOP)
os.waitpid(child, os.WUNTRACED)
print(child, flush=True)
signal.pause()
"""


def _runs(process: int) -> bool:
    """One that has ended may wait for somebody to take note."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@only_linux
@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL"])
def test_a_stopped_process_ends_with_its_parent(number: str) -> None:
    with subprocess.Popen([sys.executable, "-c", _STOPPED_CHILD], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert _runs(child)
        parent.send_signal(getattr(signal, number))
    end = time.monotonic() + 10
    while _runs(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert not _runs(child)


@only_linux
def test_one_whose_parent_has_ended_already_ends_at_once() -> None:
    child = os.fork()
    if not child:
        end_with_parent(os.getpid())  # which is not its parent
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_have_no_such_thing(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(OSError, match="only Linux"):
        end_with_parent()
