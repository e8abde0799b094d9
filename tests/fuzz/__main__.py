"""Try random programs: `python tests/fuzz --count 50000 --state fuzz.json`. Stop it and start it again as you like.

The state holds how far each generator has come and every fault that was found, with what makes its program again:
`python tests/fuzz --show case:17`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from casefiles import all_cases

from fuzz.programs import GENERATORS, program
from fuzz.properties import faults, found_otherwise
from fuzz.spelling import spellings

_SAVED = 50


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="programs in all, over all generators")
    parser.add_argument("--state", type=Path, default=Path("fuzz.json"))
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--share", type=float, default=0.25, help="of the programs that get the costly checks")
    parser.add_argument(
        "--again", action="store_true", help="try the faults in the state again, and drop those that are gone"
    )
    parser.add_argument("--only", choices=sorted(GENERATORS), action="append", help="generators")
    parser.add_argument("--spellings", action="store_true", help="spell every case in other ways instead")
    parser.add_argument("--show", metavar="GENERATOR:INDEX", help="print one program and its faults")
    return parser.parse_args()


def _faults(generator: str, seed: int, index: int, share: float = 1.0) -> list[list[str]]:
    text = program(generator, seed, index)
    found = faults(text, Random(f"{generator}:{index}"), unsafe=index % 3 == 0, share=share)
    return [[fault.kind, fault.detail] for fault in found]


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
    sys.stdout.write(program(generator, seed, int(index)))
    for kind, detail in _faults(generator, seed, int(index)):
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
    generators = options.only or list(GENERATORS)
    state: dict[str, Any] = {"seed": options.seed, "done": {}, "faults": []}
    if options.state.exists():
        state = json.loads(options.state.read_text("utf-8"))
        if state["seed"] != options.seed:
            raise SystemExit(
                f"{options.state} is of seed {state['seed']}: give --seed {state['seed']}, or another file"
            )
    if options.again:
        left = [
            f for f in state["faults"] if any(k == f[2] for k, _ in _faults(f[0], state["seed"], f[1], options.share))
        ]
        print("\n".join(f"{g}:{i} {kind}: {detail}" for g, i, kind, detail in left))
        state["gone"] = state.get("gone", []) + [f for f in state["faults"] if f not in left]
        state["faults"] = left
        options.state.write_text(json.dumps(state), "utf-8")
        return
    end = time.monotonic() + 60 * options.minutes
    each = -(-options.count // len(generators))
    since = 0
    while time.monotonic() < end:
        waiting = [g for g in generators if state["done"].get(g, 0) < each]
        if not waiting:
            break
        for generator in waiting:
            index = state["done"].get(generator, 0)
            for kind, detail in _faults(generator, options.seed, index, options.share):
                state["faults"].append([generator, index, kind, detail, program(generator, options.seed, index)])
                print(f"{generator}:{index} {kind}: {detail}", flush=True)
            state["done"][generator] = index + 1
        since += 1
        if since % _SAVED == 0:
            options.state.write_text(json.dumps(state), "utf-8")
    options.state.write_text(json.dumps(state), "utf-8")
    print(_table(state))


if __name__ == "__main__":
    main()
