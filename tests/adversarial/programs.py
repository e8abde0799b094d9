"""Programs put together: a base, up to three wrappers around its parts, something to watch. One seed, one program."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from string import Template
from textwrap import indent

from adversarial.bases import BASES, Base
from adversarial.wrappers import OVER_FILES, PASSES, WRAPPERS, Part, fits, headed, wrapped

LAYOUTS = ("module", "function", "function", "class", "notebook")
_STEPS = ("make", "before", "touch", "behind")
_WORDS = {"make": "build", "before": "hand", "touch": "work", "behind": "give"}
_TRIES = 20


@dataclass(frozen=True)
class Program:
    """Its files, the one that is run, and what it was put together from."""

    files: Mapping[str, str]
    script: str
    rule: str
    ways: tuple[str, ...]


def program(seed: int, index: int) -> Program:
    """The program of this number."""
    random = Random(f"{seed}:{index}")
    rule = random.choice(sorted(_by_rule()))
    for _ in range(_TRIES):
        made = _composed(random.choice(_by_rule()[rule]), random)
        if all(_parses(text) for name, text in made.files.items() if name.endswith(".py")):
            return made
    raise LookupError(f"no program for {seed}:{index}")


@cache
def _by_rule() -> Mapping[str, tuple[Base, ...]]:
    return {rule: tuple(base for base in BASES if base.rule == rule) for rule in {base.rule for base in BASES}}


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _composed(base: Base, random: Random) -> Program:
    files: dict[str, str] = {}
    nothing = Part("return $v", True)
    parts = {
        "make": Part(base.make, False),
        "before": replace(nothing, body=random.choice(PASSES)),
        "touch": Part(base.touch, True),
        "behind": replace(nothing, body=random.choice(PASSES) if random.random() < 0.3 else "return $v"),
    }
    ways: list[str] = []
    over_files = False
    for number in range(random.choice((0, 1, 1, 1, 2, 2, 3))):
        step = random.choice(_STEPS)
        fitting = [way for way in WRAPPERS if fits(way, parts[step])]
        way = random.choice(fitting)
        over_files = over_files or way in OVER_FILES
        ways.append(f"{way} ({step})")
        parts[step] = wrapped(parts[step], way, f"{_WORDS[step]}_{number}", files, "from nets import *\n")
    if over_files:
        files["nets.py"] = headed(base.definitions)
    shared = "from nets import *\n" if over_files else base.definitions
    return _laid_out(base, parts, shared, files, ways, random)


def _laid_out(
    base: Base, parts: Mapping[str, Part], shared: str, files: dict[str, str], ways: list[str], random: Random
) -> Program:
    layout = random.choice(LAYOUTS)
    value = random.choice(base.names)
    result = random.choice(("result", "r", value))
    if layout == "class":
        value, result = f"self.{value}", f"self.{result}"
    before, _, after = random.choice(base.watches).partition("---\n")
    steps: list[str] = []
    top = "".join(parts[step].top for step in _STEPS)
    for step, given, target in (
        ("make", value, value),
        ("before", value, value),
        ("", value, value),
        ("touch", value, result),
        ("behind", result, result),
    ):
        if not step:
            steps.append(Template(before).safe_substitute(v=value, r=result))
            continue
        lines, more = _inline(parts[step], given, target, f"{_WORDS[step]}_it")
        steps += [lines]
        top += more
    steps.append(Template(after).safe_substitute(v=value, r=result))
    text = "".join(f"{step}\n" for step in ("torch.manual_seed(0)", *steps) if step.strip())
    made = (f"layout {layout}", *ways)
    head = f"{shared}\n{top}\n"
    if layout == "notebook":
        cells = ["".join(f"{step}\n" for step in some if step.strip()) for some in (steps[:2], steps[2:4], steps[4:])]
        imports = headed(head + "".join(cells)).removesuffix("".join(cells))
        files["main.ipynb"] = _notebook([imports, "torch.manual_seed(0)", *cells])
        return Program(files, "main.ipynb", base.rule, made)
    if layout == "function":
        text = f"def main():\n{indent(text, '    ')}\nif __name__ == '__main__':\n    main()\n"
    elif layout == "class":
        text = f"class Job:\n    def run(self):\n{indent(text, ' ' * 8)}\nJob().run()\n"
    files["main.py"] = headed(f"{head}{text}")
    return Program(files, "main.py", base.rule, made)


def _inline(part: Part, given: str, target: str, name: str) -> tuple[str, str]:
    """The part as statements that bind the target; a function before it, where it returns in between."""
    *first, last = part.with_value(given).split("\n")
    if last.startswith("return ") and not any("return " in line for line in first):
        assignment = f"{target} = {last.removeprefix('return ')}"
        return "\n".join([*first, *([assignment] if assignment != f"{target} = {target}" else [])]), ""
    parameter = "given" if part.takes else ""
    definition = f"def {name}({parameter}):\n{indent(part.with_value('given'), '    ')}\n"
    return f"{target} = {name}({given if part.takes else ''})", definition


def _notebook(cells: list[str]) -> str:
    made: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "source": cell.splitlines(keepends=True),
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for cell in cells
    ]
    language = {"kernelspec": {"language": "python", "name": "python3", "display_name": "Python 3"}}
    return json.dumps({"cells": made, "metadata": language, "nbformat": 4, "nbformat_minor": 5}, indent=1)
