"""Put beside the tool as `sitecustomize.py`: does something when the tool asks the system for something in its tree.

Python announces such calls before it makes them (https://docs.python.org/3/library/audit_events.html). `FAULT` in the
environment says at which of them (`at`, the first is 1), whether from there on at all of them (`on`), for which names
(`name`, a part of one) and what to do: `signal`, `errno`, or `code` to execute. `count` is a file for their number.
"""

import atexit
import json
import os
import sys
from pathlib import Path
from typing import Any

_OF_OS = "rename remove chmod chown link symlink mkdir scandir listdir truncate utime listxattr getxattr setxattr"
_EVENTS = frozenset({"open", "tempfile.mkstemp", *(f"os.{name}" for name in _OF_OS.split())})
# Between the last look at a file and its replacement there is no moment to step in: that would be another race.
_NOT_FOR_CODE = frozenset({"os.rename", "os.link"})


class _Fault:
    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.process = os.getpid()
        self.count = 0
        self.is_done = False
        self.is_busy = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS or self.is_busy or os.getpid() != self.process:
            return
        names = [os.fsdecode(item) for item in arguments[:2] if isinstance(item, (str, bytes))]
        mine = [name for name in names if name.startswith(self.plan["tree"])]
        if not mine or not any(self.plan.get("name", "") in name for name in mine):
            return
        self.count += 1
        if self.is_done or self.count < self.plan.get("at", sys.maxsize):
            return
        if "code" in self.plan and event in _NOT_FOR_CODE:
            return
        self.is_done = not self.plan.get("on", False)
        self.is_busy = True
        try:
            self.act()
        finally:
            self.is_busy = False

    def act(self) -> None:
        if "signal" in self.plan:
            os.kill(os.getpid(), self.plan["signal"])
        if "code" in self.plan:
            exec(self.plan["code"], {"os": os, "Path": Path})
        if "errno" in self.plan:
            raise OSError(self.plan["errno"], os.strerror(self.plan["errno"]))

    def note(self) -> None:
        self.is_busy = True
        if os.getpid() == self.process and "count" in self.plan:
            Path(self.plan["count"]).write_text(str(self.count))


if "FAULT" in os.environ:
    _fault = _Fault(json.loads(os.environ.pop("FAULT")))
    atexit.register(_fault.note)
    sys.addaudithook(_fault)
