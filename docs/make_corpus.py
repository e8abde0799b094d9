"""Write corpus/README.md: what each script imitates, what the rules find in it, and how it does before and after.

    python docs/make_corpus.py                    write the page from the scripts and the verdicts in corpus/verdicts
    python docs/make_corpus.py cpu emulate        run `torchfix verify` on these devices first, and keep the verdicts

What a script imitates is the first line of its docstring. The traps are those of corpus/traps.toml.
`tests/test_corpus.py` fails where the page is stale, and runs the scripts to see whether the verdicts are true.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules, select
from torchfix_codemods.result import FixResult

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
README = CORPUS / "README.md"
VERDICTS = CORPUS / "verdicts"
DEVICES = ("cpu", "emulate", "cuda")
# Longer than any script takes, on a machine that has other things to do.
SECONDS = 60

HEAD = """\
<!-- Written by docs/make_corpus.py. Change the scripts, corpus/traps.toml or that program, not this file. -->

# Corpus

{count} files in the style of PyTorch research code and tutorials of 2017 to 2023, from PyTorch 0.3 to 2.x. They were
written for this project: synthetic data, a fixed seed, a second or two on a CPU, nothing needed but torch and numpy.

    torchfix apply corpus --dry-run             # what would change
    torchfix verify corpus --device emulate     # run all of them before and after, compare whatever they compute
    torchfix verify corpus --device cpu
    corpus/gpu_check.sh                         # the same on a real GPU, and the emulated device held against it
    python docs/make_corpus.py cpu emulate      # bring this page up to date

## Scripts

The rules of the third column change the script by default, those of the fourth also find what they only suggest
(`--unsafe-fixes`) or tell. The last columns are verdicts of `torchfix verify`, before against after all default rules:
*same*: text, losses, values, files and random numbers are equal within the tolerance of their type; *expected*: all
differences are of a kind that a rule has announced (a result that no longer requires grad, say); *fixed*: the original
fails and the rewritten script finishes; *needs a GPU*: it asks for one in a way that no rule may change. cpu is a
machine without a GPU, emulate the emulated CUDA device{cuda}.

"""
TRAPS_HEAD = """
## Traps

Places that look like a pattern, where the plain rewrite would be wrong, or would change what the script computes. The
rule says nothing there (*silent*), says why it does not change it (*report*), waits for `--unsafe-fixes` (*unsafe*), or
writes the one form that is right.

"""
SHOWN = {
    "same": "same",
    "same with expected differences": "expected",
    "fixed": "fixed",
    "DIFFERENT": "**DIFFERENT**",
    "inconclusive": "needs a GPU",
}


@dataclass(frozen=True)
class Script:
    """A file of the corpus. `name` is its path below the folder."""

    name: str

    @property
    def path(self) -> Path:
        return CORPUS / self.name

    @cached_property
    def source(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def result(self) -> FixResult:
        """What the default rules do to it."""
        return fix(self.source, self.name, FixRequest(select(known_rules())))

    @property
    def style(self) -> str:
        """What it imitates; empty for a file that does not parse today."""
        try:
            text = ast.get_docstring(ast.parse(self.source))
        except SyntaxError:
            text = ast.get_docstring(ast.parse(self.result.after or b""))
        return (text or "").partition("\n")[0].rstrip(".")

    @property
    def changed_by(self) -> str:
        """The rules that fix something in it by default."""
        return ", ".join(sorted({finding.code for finding in self.result.findings if finding.fixed}))

    @property
    def told_by(self) -> str:
        """The rules that leave something to the user."""
        return ", ".join(sorted({finding.code for finding in self.result.findings if not finding.fixed}))


@dataclass(frozen=True)
class Trap:
    """A place that must not be rewritten in the obvious way.

    `line` is the whole line without its indentation. `says` is silent, report, unsafe, or "becomes", and then `becomes`
    is the line that the rule writes.
    """

    what: str
    script: str
    line: str
    rule: str
    says: str
    becomes: str = ""


def scripts() -> list[Script]:
    """All files of the corpus."""
    return [Script(path.relative_to(CORPUS).as_posix()) for path in sorted(CORPUS.rglob("*.py"))]


def traps() -> list[Trap]:
    """All traps, as corpus/traps.toml has them."""
    return [Trap(**entry) for entry in tomllib.loads((CORPUS / "traps.toml").read_text("utf-8"))["trap"]]


def verdicts(device: str) -> dict[str, str]:
    """Script -> verdict of the last run on a device; empty if there was none."""
    file = _file_of(device)
    return dict(json.loads(file.read_text("utf-8"))["verdicts"]) if file.is_file() else {}


def run(device: str) -> dict[str, str]:
    """Verify the corpus on a device; script -> verdict."""
    return {name: result["verdict"] for name, result in details(device, CORPUS).items()}


def details(device: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Verify the scripts of a folder on a device; script -> all that verify says of it.

    Raises:
        SystemExit: verify itself is in trouble.
    """
    command = [sys.executable, "-m", "torchfix_codemods", "verify", str(folder), "--device", device, "--quiet"]
    command += ["--output-format", "json", "--timeout", str(SECONDS)]
    # Not where torchfix_codemods lies as source: `-m` looks there first, and finds no rules in it.
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "docs")
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"torchfix verify --device {device}: {done.stderr.strip()}") from None
    return {Path(script["name"]).relative_to(folder).as_posix(): script for script in answer["scripts"]}


def page() -> str:
    """The text of corpus/README.md."""
    every, known = scripts(), {device: verdicts(device) for device in DEVICES}
    devices = [device for device in DEVICES if known[device]]
    cuda = f", cuda a real one ({_card()}, [RESULTS-gpu.md](RESULTS-gpu.md))" if "cuda" in devices else ""
    lines = [HEAD.format(count=len(every), cuda=cuda)]
    lines += _row("script", "imitates", "changed by", "told by", *devices), "|---" * (4 + len(devices)) + "|\n"
    for script in every:
        shown = (_shown(known[device].get(script.name)) for device in devices)
        lines.append(_row(script.name, script.style, script.changed_by, script.told_by, *shown))
    lines += TRAPS_HEAD, _row("trap", "script", "rule", "there"), "|---|---|---|---|\n"
    for trap in traps():
        there = f"`{_cell(trap.becomes)}`" if trap.becomes else trap.says
        lines.append(_row(trap.what, trap.script, trap.rule, there))
    return "".join(lines)


def main(devices: Sequence[str]) -> None:
    """Run the corpus on some devices, then write the page."""
    for device in devices:
        write_verdicts(device, run(device))
    README.write_text(page(), "utf-8")


def write_verdicts(device: str, found: Mapping[str, str], folder: Path = VERDICTS, **about: str) -> None:
    """Keep the verdicts of a run.

    Args:
        device: one of DEVICES.
        found: script -> verdict.
        folder: where to.
        about: what else to say of the run, as the name of the card.
    """
    folder.mkdir(exist_ok=True)
    text = json.dumps({**about, "verdicts": dict(found)}, indent=1, sort_keys=True)
    (folder / f"{device}.json").write_text(text + "\n", "utf-8")


def _file_of(device: str) -> Path:
    return VERDICTS / f"{device}.json"


def _card() -> str:
    return str(json.loads(_file_of("cuda").read_text("utf-8")).get("card", "a GPU"))


def _shown(verdict: str | None) -> str:
    return "" if verdict is None else SHOWN[verdict]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    main(sys.argv[1:])
