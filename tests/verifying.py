"""Scripts run before and after for tests, all through one process that has imported torch once."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from torchfix_codemods.verify.compare import BY_TYPE, Tolerance
from torchfix_codemods.verify.model import Program, Verification
from torchfix_codemods.verify.project import Given
from torchfix_codemods.verify.scripts import Bench, Request, bench
from torchfix_codemods.verify.verification import Options

# What coverage notes in a run is lost where files that are written go into layers.
_DEFAULT = frozenset({"mounts"} if "COVERAGE_PROCESS_CONFIG" in os.environ else ())
HAS_TORCH = importlib.util.find_spec("torch") is not None
_MARK = re.compile(r"  #(!?)([-+])$")
_DEVICE = re.compile(r"# device: (\w+)\n")


@dataclass(frozen=True)
class Pair:
    """Two versions of a script in one listing.

    A line that ends in `#-` stands only in the old one, a line that ends in `#+` only in the new one; `#!-` and `#!+`
    are lines of the change that makes a difference, whose places in the old version are `guilty`.
    """

    device: str
    before: str
    after: str
    guilty: frozenset[int]


def read_pair(text: str) -> Pair:
    """The two versions in a listing."""
    header = _DEVICE.match(text)
    before: list[str] = []
    after: list[str] = []
    guilty: set[int] = set()
    for line in text[header.end() if header else 0 :].splitlines():
        mark = _MARK.search(line)
        kept = line[: mark.start()] if mark else line
        if mark is None or mark[2] == "+":
            after.append(kept)
        if mark is not None and mark[1]:
            guilty.add(len(before) + 1)
        if mark is None or mark[2] == "-":
            before.append(kept)
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    return Pair(header[1] if header else "cpu", old, new, frozenset(guilty))


class Benches:
    """One bench for each device, and for each choice of what not to use of the system, made when first asked for."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._benches: dict[tuple[str, frozenset[str]], Bench] = {}
        self._numbers = count()

    def on(self, device: str, without: frozenset[str] = frozenset()) -> Bench:
        key = device, without
        if key not in self._benches:
            self._benches[key] = self._stack.enter_context(bench(Request(device=device, without=without)))
        return self._benches[key]

    def close(self) -> None:
        self._stack.close()

    def verify(
        self,
        folder: Path,
        before: str,
        after: str,
        *,
        device: str = "cpu",
        files: Mapping[str, str | bytes] | None = None,
        arguments: tuple[str, ...] = (),
        expected: tuple[str, ...] = (),
        tolerance: Tolerance = BY_TYPE,
        timeout: float = 60.0,
        most_runs: int = 0,
        allow_outside: bool = False,
        without: frozenset[str] = _DEFAULT,
    ) -> Verification:
        """Verify two versions of a script.

        Args:
            folder: an empty folder, which becomes the project.
            files: what else lies in the project.
            most_runs: how many runs may be made in search of the guilty change.
            allow_outside: whether the script may change what lies outside of the copy.
            without: what not to use of the system, see `Request`.
        """
        for name, content in {**(files or {}), "script.py": before}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        own = self.on(device, without)
        options = Options(tolerance, expected, most_runs)
        request = replace(own.request, timeout=timeout, options=options, arguments=arguments)
        request = replace(request, allow_outside=allow_outside)
        place = Bench(request, own.box, own.workshop, own.found)
        program = Program("script.py", script="script.py", arguments=arguments)
        given = Given("script.py", before.encode(), after.encode())
        return place.verify(given, program, folder, f"test{next(self._numbers)}")


def told(result: Verification) -> str:
    """All differences in one text."""
    return "\n".join(f"{one.channel} {one.where}: {one.detail}" for one in result.differences)


def is_running(words: str) -> bool:
    """Does a process run that has these words in its command line? Inside a namespace it has another number."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "stat=,args="], capture_output=True, text=True, check=True).stdout
    return any(words in line and not line.startswith("Z") for line in listed.splitlines())
