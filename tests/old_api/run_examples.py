"""Runs pairs of programs, old form and new form, and says of each what became of it: one process for all of them.

Reads a json list of [old, new] from stdin and writes a list of [what the old one did, what the new one did, whether
`out` is the same] to stdout. What a program did is "ran", the text of its error, or "missing NAME" for a library.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import warnings
from typing import Any

_KEPT: list[Any] = []  # operators are gone with the library that defined them


def did(program: str) -> tuple[str, Any]:
    """What became of a program, and what it left in `out`."""
    names: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(compile(program, "example", "exec"), names)  # our own table's examples
    except ModuleNotFoundError as error:
        return f"missing {str(error.name).partition('.')[0]}", None
    except Exception as error:
        return f"{type(error).__name__}: {error}", None
    return "ran", names["out"]


def is_same(one: Any, other: Any) -> bool:
    """Are two results equal, as far as they can be compared?"""
    if hasattr(one, "detach"):
        import torch

        return bool(one.dtype == other.dtype and torch.allclose(one, other, rtol=1e-5, atol=1e-6))
    if hasattr(one, "tolist"):
        return bool(one.tolist() == getattr(other, "tolist", lambda: other)())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


def import_vision() -> None:
    """Import torchvision, if it is there, also where its own operators were built for another torch.

    Its Python code asks for some of them on import. No example uses them.
    """
    with contextlib.suppress(ImportError):
        import torch

        library = torch.library.Library("torchvision", "DEF")
        for _ in range(99):
            try:
                import torchvision  # noqa: F401
            except RuntimeError as error:
                missing = re.search(r"operator torchvision::(\w+) does not exist", str(error))
                if missing is None:
                    return
                library.define(f"{missing[1]}(Tensor x) -> Tensor")
                for name in [name for name in sys.modules if name.partition(".")[0] == "torchvision"]:
                    del sys.modules[name]
            else:
                _KEPT.append(library)
                return


def main() -> None:
    warnings.simplefilter("ignore")
    import_vision()
    results = []
    for old, new in json.load(sys.stdin):
        (before, one), (after, other) = did(old), did(new)
        results.append([before, after, before != "ran" or after != "ran" or is_same(one, other)])
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
