"""Try compositions: `python tests/adversarial --count 3000 --state adversarial.json`. Stop it and start it again.

Each program is run before and after its safe fixes, on the CPU and on the emulated CUDA device, in forks of two
processes that have imported torch. The state holds how far it has come, what was counted, and every program that was
different, with its files. `--show 17` prints one that is made anew. The exit code is 1 where differences are left.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from adversarial.programs import Program, program
from adversarial.trial import Runner, Trial, fixed, trial

_SAVED = 20


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="programs in all")
    parser.add_argument("--state", type=Path, default=Path("adversarial.json"))
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--again", action="store_true", help="try those that were different again")
    parser.add_argument("--show", type=int, metavar="INDEX", help="print one program, its fixes and both runs")
    return parser.parse_args()


def _shown(made: Program, runner: Runner) -> None:
    codes, after = fixed(made.files)
    print(made.rule, *made.ways, *codes, sep="\n  ")
    for name, text in made.files.items():
        print(f"#### {name}", text, sep="\n")
        print(
            "".join(difflib.unified_diff(text.splitlines(True), after[name].splitlines(True), "before", "after", n=0))
        )
    for device in ("cpu", "emulate"):
        for label, files in (("before", made.files), ("after", after)):
            ended = runner.run(device, files, made.script)
            print(f"#### {device} {label}: exit status {ended.code}", ended.out, ended.err[-500:], sep="\n")


def _count(state: dict[str, Any], rule: str, done: Trial) -> None:
    row = state["rules"].setdefault(rule, {"programs": 0, "rewritten": 0, "compared": 0, "different": 0})
    row["programs"] += 1
    row["rewritten"] += bool(done.codes)
    row["compared"] += bool(done.ran_on)
    row["different"] += bool(done.difference)
    for code in set(done.codes) if done.ran_on else ():
        state["codes"][code] = state["codes"].get(code, 0) + 1


def _table(state: dict[str, Any]) -> str:
    columns = ("programs", "rewritten", "compared", "different")
    lines = [f"{'base':28}" + "".join(f"{column:>11}" for column in columns)]
    total: Counter[str] = Counter()
    for rule, row in sorted(state["rules"].items()):
        lines.append(f"{rule:28}" + "".join(f"{row[column]:11}" for column in columns))
        total.update(row)
    lines.append(f"{'together':28}" + "".join(f"{total[column]:11}" for column in columns))
    return "\n".join([*lines, " ".join(f"{code}:{number}" for code, number in sorted(state["codes"].items()))])


def _try_again(state: dict[str, Any], runner: Runner) -> None:
    """Which of the different ones still are? The files are those of then."""
    left = []
    for index, files, script, _ in state["different"]:
        difference = trial(files, script, runner).difference
        if difference:
            print(f"{index} {difference}", flush=True)
            left.append([index, files, script, difference])
    state["different"] = left


def _save(state: dict[str, Any], path: Path) -> None:
    new = path.with_suffix(".new")
    new.write_text(json.dumps(state), "utf-8")
    new.replace(path)


def main() -> None:
    options = _options()
    state: dict[str, Any] = {"seed": options.seed, "done": 0, "rules": {}, "codes": {}, "different": []}
    end = time.monotonic() + 60 * options.minutes
    with Runner() as runner:
        if options.show is not None:
            _shown(program(options.seed, options.show), runner)
            return
        if options.state.exists():
            state = json.loads(options.state.read_text("utf-8"))
        if state["seed"] != options.seed:
            raise SystemExit(f"{options.state} is of seed {state['seed']}: give another file")
        if options.again:
            _try_again(state, runner)
        while not options.again and state["done"] < options.count and time.monotonic() < end:
            index = state["done"]
            made = program(options.seed, index)
            done = trial(made.files, made.script, runner)
            _count(state, made.rule, done)
            if done.difference:
                print(f"{index} {made.rule} {', '.join(made.ways)}: {done.difference}", flush=True)
                state["different"].append([index, dict(made.files), made.script, done.difference])
            state["done"] = index + 1
            if state["done"] % _SAVED == 0:
                _save(state, options.state)
    print(_table(state))
    _save(state, options.state)
    if state["different"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
