"""Try random programs: `python tests/fuzz --count 50000 --state fuzz.json`. Stop it and start it again as you like.

The state holds how far each generator has come and every fault that was found, with its program. `--again` tries these
programs again, `--show case:17` prints one that was made anew. The exit code is 1 where faults are left.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from casefiles import all_cases

from fuzz import smith
from fuzz.programs import GENERATORS, available, is_program, program
from fuzz.properties import faults, found_otherwise
from fuzz.spelling import spellings

_SAVED = 50


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="programs in all, over all generators")
    parser.add_argument("--state", type=Path, default=Path("fuzz.json"))
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--share", type=float, default=0.1, help="of the programs that get each of the costly checks")
    parser.add_argument(
        "--again", action="store_true", help="try the faults in the state again, and drop those that are gone"
    )
    parser.add_argument("--only", choices=sorted(GENERATORS), action="append", help="generators")
    parser.add_argument("--spellings", action="store_true", help="spell every case in other ways instead")
    parser.add_argument("--show", metavar="GENERATOR:INDEX", help="print one program and its faults")
    return parser.parse_args()


def _faults(text: str, generator: str, index: int, share: float = 1.0) -> list[list[str]]:
    found = faults(text, Random(f"{generator}:{index}"), unsafe=index % 3 == 0, share=share)
    return [[fault.kind, fault.detail] for fault in found]


def _is_left(fault: list[Any]) -> bool:
    """Is a fault of the state there again, in the program that showed it?"""
    generator, index, kind, _, text = fault
    return is_program(text) and any(
        f.kind == kind for f in faults(text, Random(f"{generator}:{index}"), unsafe=index % 3 == 0)
    )


def _spellings() -> None:
    """Every case in each of the spellings alone: the same rules must find as much in it."""
    tried = 0
    for case in all_cases():
        if not case.parses:
            continue
        for way, text in spellings(case.before.replace("\r\n", "\n"), Random(str(case))):
            tried += 1
            difference = found_otherwise(case, text)
            if difference:
                print(f"{case} {way}: {difference}", flush=True)
    print(f"{tried} spellings")


def _show(name: str, seed: int) -> None:
    generator, index = name.split(":")
    text = program(generator, seed, int(index))
    sys.stdout.write(text)
    for kind, detail in _faults(text, generator, int(index)):
        print(f"\n#### {kind}: {detail}")


def _table(state: dict[str, Any]) -> str:
    kinds = sorted({fault[2] for fault in state["faults"]})
    lines = [f"{'generator':10} {'programs':>9} " + " ".join(f"{kind:>15}" for kind in kinds)]
    for generator, done in state["done"].items():
        counts = Counter(fault[2] for fault in state["faults"] if fault[0] == generator)
        lines.append(f"{generator:10} {done:9} " + " ".join(f"{counts[kind]:15}" for kind in kinds))
    return "\n".join(lines)


def main() -> None:
    options = _options()
    if options.spellings:
        _spellings()
        return
    if options.show:
        _show(options.show, options.seed)
        return
    generators = options.only or available()
    if len(generators) < len(options.only or GENERATORS):
        print(smith.MISSING, file=sys.stderr)
    state: dict[str, Any] = {"seed": options.seed, "python": platform.python_version(), "done": {}, "faults": []}
    if options.state.exists():
        state = json.loads(options.state.read_text("utf-8"))
        if state["seed"] != options.seed:
            raise SystemExit(
                f"{options.state} is of seed {state['seed']}: give --seed {state['seed']}, or another file"
            )
    if options.again:
        left = [fault for fault in state["faults"] if _is_left(fault)]
        print("\n".join(f"{g}:{i} {kind}: {detail}" for g, i, kind, detail, _ in left))
        state["gone"] = state.get("gone", []) + [f for f in state["faults"] if f not in left]
        state["faults"] = left
    else:
        _try(state, generators, options)
        print(_table(state))
    _save(state, options.state)
    if state["faults"]:
        raise SystemExit(1)


def _save(state: dict[str, Any], path: Path) -> None:
    """Write the state so that a kill leaves the old or the new one."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(state), "utf-8")
    new.replace(path)


def _try(state: dict[str, Any], generators: list[str], options: argparse.Namespace) -> None:
    """Go on with each generator until it has made its part of the programs, or the time is over."""
    end = time.monotonic() + 60 * options.minutes
    each = -(-options.count // len(generators))
    rounds = 0
    while time.monotonic() < end:
        waiting = [g for g in generators if state["done"].get(g, 0) < each]
        if not waiting:
            return
        for generator in waiting:
            index = state["done"].get(generator, 0)
            text = program(generator, options.seed, index)
            for kind, detail in _faults(text, generator, index, options.share):
                state["faults"].append([generator, index, kind, detail, text])
                print(f"{generator}:{index} {kind}: {detail}", flush=True)
            state["done"][generator] = index + 1
        rounds += 1
        if rounds % _SAVED == 0:
            _save(state, options.state)


if __name__ == "__main__":
    main()
