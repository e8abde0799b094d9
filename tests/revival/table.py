"""Write docs/revival.md: what was broken in each old program, which rules mended it, and how it ends before and after.

    python tests/revival/table.py --write

Without `--write` it says whether the page is up to date. `--show NAME` prints what becomes of one program.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from revival.revive import DEVICES, Lives, Program, lives_of, programs, revive, runner

PAGE = Path(__file__).resolve().parents[2] / "docs" / "revival.md"
_LONGEST = 100
_HEAD = """<!-- Written by tests/revival/table.py. Change the programs, not this file. -->

# Old programs that run again

{count} programs in the style of 2017 to 2020, written for this project: {scripts} scripts and {folders} folders of
several files, with what old code is full of. None of them runs on torch {torch} without a GPU. After one
`torchfix apply --unsafe-fixes` each runs to its end, on the CPU and on the [emulated device](emulation.md), and prints
the numbers of its modern form, which a person wrote (`tests/revival/modern`). `tests/test_revival.py` runs them all.

"exit" is the exit status on the CPU before the fixes, and after them on the CPU and on the emulated device. Fixes are
counted by rule; [rules.md](rules.md) says what each does.

| program | what was broken | fixes | exit |
|---|---|---|---|
"""
_BEYOND = """
## What is beyond reach

These ways of old programs are not in the set, because no rule mends them:

{list}
"""
# What old programs do that nothing here mends, and why.
BEYOND: tuple[tuple[str, str], ...] = (
    (
        "`criterion(output, target[c])`, a target without a dimension for one row of scores",
        "whether the scores have a row cannot be seen in most programs, and no rule looks for it yet",
    ),
    (
        "`np.float` or `xrange` in a file that does not name torch, beside others that do",
        "such a file is read and never rewritten",
    ),
    (
        "`DataParallel(net, device_ids=[0])`, `.cuda(args.gpu)`, `lambda storage, loc: storage.cuda(0)`",
        "they name one GPU by a number, so that only a person can say what they mean without one",
    ),
    (
        "`volatile=True` on what a loss is computed from, as in the target of deep Q learning",
        "the same pass may be needed for the gradients, and a block would take them away",
    ),
    (
        "`action.reinforce(reward)`, functions without a context, torchtext, `torch.utils.ffi`",
        "there is no form of today that could be written without knowing more",
    ),
)


def page(lives: dict[str, Lives], torch: str) -> str:
    """The text of the page."""
    every = programs()
    folders = sum(len(program.files) > 1 for program in every)
    head = _HEAD.format(count=len(every), scripts=len(every) - folders, folders=folders, torch=torch)
    rows = "".join(_row(program, lives[program.name]) for program in every)
    total: Counter[str] = sum((one.rules for one in lives.values()), Counter())
    summed = f"\nAll together: {_counted(total)}.\n"
    beyond = _BEYOND.format(list="\n".join(f"* {what}: {why}." for what, why in BEYOND)) if BEYOND else ""
    return head + rows + summed + beyond


def _row(program: Program, lives: Lives) -> str:
    name = f"`{program.name}`" if len(program.files) == 1 else f"`{program.name}/` ({len(program.files)} files)"
    broken = lives.broken if len(lives.broken) <= _LONGEST else f"{lives.broken[:_LONGEST]} ..."
    exits = f"{lives.before} -> {', '.join(map(str, lives.after))}"
    return f"| {name} | {broken.replace('|', chr(92) + '|')} | {_counted(lives.rules)} | {exits} |\n"


def _counted(rules: Counter[str]) -> str:
    return ", ".join(f"{code} {count}" for code, count in sorted(rules.items()))


def _show(name: str) -> None:
    program = next(one for one in programs() if one.name == name)
    revived = revive(program.files)
    for file, text in program.files.items():
        lines = difflib.unified_diff(text.splitlines(True), revived.files[file].splitlines(True), file, file, n=0)
        print("".join(lines))
    with runner() as running:
        print(running.run("cpu", program.files, program.script).err)
        for device in DEVICES:
            ended = running.run(device, revived.files, program.script)
            print(f"#### {device}: exit status {ended.code}", ended.out, ended.err[-2000:], sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the page")
    parser.add_argument("--show", metavar="NAME", help="print what becomes of one program")
    options = parser.parse_args()
    if options.show:
        _show(options.show)
        return
    import torch

    with runner() as running:
        text = page({program.name: lives_of(program, running) for program in programs()}, torch.__version__[:4])
    if options.write:
        PAGE.write_text(text, "utf-8")
    elif PAGE.read_text("utf-8") != text:
        raise SystemExit("docs/revival.md is stale, run: python tests/revival/table.py --write")


if __name__ == "__main__":
    main()
