"""Hold what the emulated CUDA device says against a real GPU. Run by corpus/gpu_check.sh.

    python benchmarks/gpu_check.py [--device cuda|emulate] [--jobs N] [--out DIR]

Runs the corpus before and after all default rules, and the rules of the device in tests/emulate/rules; both on the GPU
and, with the GPU hidden, on the emulated device. Writes DIR/RESULTS-gpu.md. With --device emulate only the emulated
device is asked, which shows on any machine that the check itself works.
Exit codes: 0 all is well, 1 a script is DIFFERENT or could not be compared, or a rule of the emulation is not true.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs"))

import make_corpus  # noqa: E402

RULES = sorted((ROOT / "tests" / "emulate" / "rules").glob("*.py"))
RESULTS = "RESULTS-gpu.md"
GOOD = frozenset({"same", "same with expected differences", "fixed"})
# What the machine is, asked in a process of its own: whoever has asked for the GPU can no longer fork.
ABOUT = """\
import json, platform, torch
gpu = torch.cuda.is_available()
print(json.dumps({
    "card": torch.cuda.get_device_name(0) if gpu else "",
    "memory": torch.cuda.get_device_properties(0).total_memory if gpu else 0,
    "torch": str(torch.__version__),
    "python": platform.python_version(),
}))
"""
Results: TypeAlias = dict[str, dict[str, Any]]  # script -> what `torchfix verify` says of it
Outcomes: TypeAlias = dict[str, str]  # rule of the device -> what is wrong with it, or nothing


@dataclass(frozen=True)
class Machine:
    """Where this runs. `card` is empty where there is no GPU."""

    card: str
    memory: int
    torch: str
    python: str


@dataclass
class Checked:
    """Everything that was found out on one device."""

    device: str
    scripts: Results = field(default_factory=dict)
    rules: Outcomes = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def bad_scripts(self) -> list[str]:
        return [name for name, result in self.scripts.items() if result["verdict"] not in GOOD]

    @property
    def untrue_rules(self) -> list[str]:
        return [name for name, wrong in self.rules.items() if wrong]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cuda", "emulate"), default="cuda")
    parser.add_argument("--jobs", type=int, default=max(1, min(8, (os.cpu_count() or 1) - 1)))
    parser.add_argument("--out", type=Path, help="where the results go (default: corpus/, or a new folder for emulate)")
    options = parser.parse_args()
    machine = Machine(**json.loads(_output(["-c", ABOUT])))
    if options.device == "cuda" and not machine.card:
        print("there is no GPU here that torch sees; --device emulate tries the check without one", file=sys.stderr)
        return 2
    out: Path = options.out or (make_corpus.CORPUS if options.device == "cuda" else Path(tempfile.mkdtemp()))
    devices = ("cuda", "emulate") if options.device == "cuda" else ("emulate",)
    checked = [check(device, options.jobs) for device in devices]
    out.mkdir(parents=True, exist_ok=True)
    (out / RESULTS).write_text("\n".join(page(machine, checked)), "utf-8")
    if options.device == "cuda":
        found = {name: result["verdict"] for name, result in checked[0].scripts.items()}
        make_corpus.write_verdicts("cuda", found, out / "verdicts", card=machine.card)
    for one in checked:
        print(_line(one))
    print(f"written: {out / RESULTS}")
    return int(any(one.bad_scripts or one.untrue_rules for one in checked))


def check(device: str, jobs: int) -> Checked:
    """Run the scripts and the rules on one device, some at a time."""
    start = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool, tempfile.TemporaryDirectory() as folder:
        parts = list(_parts(Path(folder), jobs))
        scripts = pool.map(lambda part: make_corpus.details(device, part), parts)
        rules = pool.map(lambda paths: _rules(device, paths), _dealt(RULES, jobs))
        result = Checked(device, _merged(scripts), _merged(rules))
    result.seconds = time.monotonic() - start
    return result


def _parts(folder: Path, jobs: int) -> Iterator[Path]:
    """Copies of the corpus, each with some of the scripts."""
    entries = [path for path in sorted(make_corpus.CORPUS.iterdir()) if path.suffix == ".py" or _has_scripts(path)]
    for number, some in enumerate(_dealt(entries, jobs)):
        part = folder / str(number)
        part.mkdir()
        for entry in some:
            if entry.is_dir():
                shutil.copytree(entry, part / entry.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(entry, part)
        yield part


def _has_scripts(path: Path) -> bool:
    return path.is_dir() and any(path.glob("*.py"))


def _dealt(things: Sequence[Path], jobs: int) -> list[Sequence[Path]]:
    """Like cards, so that neighbours do not all go to one."""
    return [things[start::jobs] for start in range(min(jobs, len(things)))]


def _rules(device: str, paths: Sequence[Path]) -> Outcomes:
    """What is wrong with each rule of some files."""
    program = str(ROOT / "tests" / "emulate" / "run_rules.py")
    real = ["--real"] if device == "cuda" else []
    hidden = {} if real else {"CUDA_VISIBLE_DEVICES": ""}
    outcomes: Outcomes = json.loads(_output([program, *real, *map(str, paths)], hidden).splitlines()[-1])
    return outcomes


def _output(arguments: Sequence[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", **(environment or {})},
    )
    return done.stdout


def _merged(parts: Any) -> Any:
    """One dictionary of several, in order of the names."""
    return dict(sorted(item for part in parts for item in part.items()))


# ---- the page


def page(machine: Machine, checked: Sequence[Checked]) -> Iterator[str]:
    """The lines of RESULTS-gpu.md."""
    yield "<!-- Written by corpus/gpu_check.sh. -->\n"
    yield "# The corpus on a GPU\n" if machine.card else "# The check for a GPU, tried without one\n"
    card = f"{machine.card}, {machine.memory / 2**30:.0f} GiB" if machine.card else "no GPU: the emulated device alone"
    yield f"* machine: {card}"
    yield f"* torch {machine.torch}, Python {machine.python}"
    for one in checked:
        yield f"* {_line(one)}"
    yield "\n## Scripts\n"
    yield from _scripts(checked)
    yield "\n## Noise\n"
    yield from _noise(checked[0])
    yield "\n## Where emulation and reality differ\n"
    yield from _gaps(checked)


def _line(one: Checked) -> str:
    verdicts = Counter(result["verdict"] for result in one.scripts.values())
    counted = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    true = len(one.rules) - len(one.untrue_rules)
    return f"{one.device}: {counted}; {true} of {len(one.rules)} rules of the device hold; {one.seconds:.0f} s"


def _scripts(checked: Sequence[Checked]) -> Iterator[str]:
    names = [one.device for one in checked]
    yield f"| script | {' | '.join(names)} | why |"
    yield "|---" * (len(names) + 2) + "|"
    for name in checked[0].scripts:
        results = [one.scripts.get(name, {}) for one in checked]
        verdicts = " | ".join(str(result.get("verdict", "not run")) for result in results)
        yield f"| {name} | {verdicts} | {_cell(_why(results[0]))} |"


def _why(result: dict[str, Any]) -> str:
    """The reason, or the first difference."""
    differences = result["differences"] or result["expected"]
    if result["reason"] or not differences:
        return str(result["reason"])
    first = differences[0]
    more = f" and {len(differences) - 1} more" if len(differences) > 1 else ""
    return f"{first['channel']} {first['where']}: {first['detail']}{more}"


def _noise(one: Checked) -> Iterator[str]:
    """Where two runs of an original differ, and by how much their losses do."""
    yield f"Two runs of the original on {one.device}. Places that differ are not judged; names of folders are left out."
    yield "\n| script | losses | largest relative difference of a loss | places |\n|---|---|---|---|"
    quiet = 0
    for name, result in one.scripts.items():
        losses = [_numbers(run["losses"]) for run in result["runs"][:2]]
        spread = _spread(*losses) if len(losses) == 2 else 0.0
        places = [f"{place['channel']} {place['where']}" for place in result["noise"] if place["channel"] != "global"]
        if spread or places:
            yield f"| {name} | {len(losses[0])} | {spread:.2g} | {_cell(', '.join(places[:4]))} |"
        else:
            quiet += 1
    yield f"\nIn {quiet} scripts nothing that is compared differs between the two runs."


def _numbers(losses: Sequence[Any]) -> list[float]:
    return [float(loss) for loss in losses]


def _spread(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest relative difference of numbers at the same place."""
    return max((_apart(a, b) for a, b in zip(one, other, strict=False)), default=0.0)


def _apart(one: float, other: float) -> float:
    if one == other or (math.isnan(one) and math.isnan(other)):
        return 0.0
    if not (math.isfinite(one) and math.isfinite(other)):
        return math.inf
    return abs(one - other) / max(abs(one), abs(other))


def _gaps(checked: Sequence[Checked]) -> Iterator[str]:
    if len(checked) == 1:
        yield "Only the emulated device was asked."
        untrue = {name: checked[0].rules[name] for name in checked[0].untrue_rules}
        yield from (f"* rule {name} does not hold: {_cell(wrong)}" for name, wrong in untrue.items())
        return
    real, emulated = checked
    found = [*_rules_apart(real, emulated), *_verdicts_apart(real, emulated)]
    yield from found or ["No rule and no verdict."]
    yield "\nFirst losses of the original, emulated against real (other random numbers on the device make them differ):"
    yield "\n| script | relative difference |\n|---|---|"
    for name, result in real.scripts.items():
        runs = [side.get("runs") for side in (result, emulated.scripts.get(name, {}))]
        first = [_numbers(side[0]["losses"][:3]) if side else [] for side in runs]
        if all(first):
            yield f"| {name} | {_spread(*first):.1g} |"


def _rules_apart(real: Checked, emulated: Checked) -> Iterator[str]:
    for name in sorted(real.rules.keys() | emulated.rules.keys()):
        sides = {one.device: one.rules.get(name, "was not run") for one in (real, emulated)}
        for device, wrong in sides.items():
            if wrong:
                yield f"* rule {name} does not hold on {device}: {_cell(wrong)}"


def _verdicts_apart(real: Checked, emulated: Checked) -> Iterator[str]:
    for name, result in real.scripts.items():
        verdict = emulated.scripts.get(name, {}).get("verdict", "not run")
        if verdict != result["verdict"]:
            yield f"* {name}: {result['verdict']} on the GPU, {verdict} emulated"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
