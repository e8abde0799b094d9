"""What a template does to the values that are put into it: `"%.3f" % x`, `"{:.2f}".format(x)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from string import Formatter


class Shown(IntEnum):
    """How a value gets into the text; the greater, the more the text depends on what the value is."""

    NUMBER = 1  # made a number first: `%.3f`, `{:.3f}`
    PLAIN = 2  # by its own idea of a format without details: `{}`
    TEXT = 3  # by str() or repr(): `%s`, `{!r}`
    PART = 4  # an attribute or an item of it: `{0.shape}`
    UNKNOWN = 5  # the template has no such place, or is not understood


_PERCENT = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?[#0\- +]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<type>.)", re.S
)
_NUMBERS = "diouxXeEfFgGc"
_FIRST = re.compile(r"[.\[]")


def percent(template: str, argument: int | str) -> Shown:
    """How `template % values` shows one value, named by its position or its key."""
    found: list[Shown] = []
    position = 0
    for place in _PERCENT.finditer(template):
        if place["type"] == "%":
            continue
        for star in (place["width"], place["precision"]):
            if star == "*":
                found += [Shown.NUMBER] * (position == argument)
                position += 1
        if argument == (position if place["key"] is None else place["key"]):
            found.append(Shown.NUMBER if place["type"] in _NUMBERS else Shown.TEXT)
        position += 1
    return max(found, default=Shown.UNKNOWN)


def places(template: str) -> int:
    """How many values `template % values` takes."""
    count = 0
    for place in _PERCENT.finditer(template):
        if place["type"] != "%":
            count += 1 + (place["width"] == "*") + (place["precision"] == "*")
    return count


def formatted(template: str, argument: int | str) -> Shown:
    """How `template.format(..)` shows one argument, named by its position or its keyword."""
    try:
        return max((shown for name, shown in _fields(template) if name == argument), default=Shown.UNKNOWN)
    except ValueError:
        return Shown.UNKNOWN


def _fields(template: str) -> Iterator[tuple[int | str, Shown]]:
    position = 0
    for _, name, spec, conversion in Formatter().parse(template):
        if name is None:
            continue
        root = _FIRST.split(name)[0]
        is_part = root != name
        if not root:
            root = str(position)
            position += 1
        shown = Shown.NUMBER if spec else Shown.PLAIN
        yield _argument(root), Shown.PART if is_part else Shown.TEXT if conversion else shown
        for _, inner, _, _ in Formatter().parse(spec or ""):
            if inner is None:
                continue
            yield _argument(inner or str(position)), Shown.NUMBER
            position += not inner


def _argument(root: str) -> int | str:
    return int(root) if root.isdigit() else root
