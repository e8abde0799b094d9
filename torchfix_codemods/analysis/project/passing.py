"""Which parameter of a function of the run a call gives which argument. The only place that matches the two."""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.analysis.project.interface import UNKNOWN, Call, Function, Given


def filled(function: Function, position: int, keyword: str = "") -> str:
    """The parameter that gets the argument at `position` (from 0), or that of `keyword`.

    With its star where it is `*args` or `**kwargs`, empty where there is none.
    """
    if keyword:
        last = "".join(function.parameters[-1:])
        return keyword if keyword in function.parameters else last if last.startswith("**") else ""
    names, rest = _positional(function)
    return names[position] if position < len(names) else rest


def argument(function: Function, call: Call, name: str) -> tuple[Given, ...] | None:
    """What a call passes for a parameter; () where it leaves it to its default, None where that cannot be told."""
    for word, given in call.keywords:
        if word == name:
            return given
    if call.is_open:
        return None
    position = _position(function, name)
    return call.arguments[position] if position is not None and position < len(call.arguments) else ()


def argument_place(function: Function, call: Call, name: str) -> str:
    """Where a call passes what a parameter gets, as in `Call.fresh`: a position or a keyword; empty where it cannot."""
    if any(word == name for word, _ in call.keywords):
        return name
    position = _position(function, name)
    return "" if position is None else str(position)


def _position(function: Function, name: str) -> int | None:
    names, _ = _positional(function)
    return names.index(name) if name in names else None


def handed_on(call: Call, parameter: str) -> Iterator[tuple[int, str]]:
    """Where a call passes a parameter of the function around it, or a part of it, on: (position, keyword)."""
    for position, given in enumerate(call.arguments):
        if _has(given, parameter):
            yield position, ""
    for word, given in call.keywords:
        if _has(given, parameter):
            yield 0, word


def handed_through(function: Function) -> str:
    """The parameter that a function gives back, whatever happens, and does nothing else to; empty for none."""
    only = function.gives[0] if len(function.gives) == 1 and not function.decorators else UNKNOWN
    done = {*function.writes, *function.keeps, *function.moves, *function.marks}
    return only.text if only.kind == "parameter" and not only.then and only.text not in done else ""


def _has(given: tuple[Given, ...], parameter: str) -> bool:
    return any(one.kind == "parameter" and one.text == parameter for one in given)


def _positional(function: Function) -> tuple[tuple[str, ...], str]:
    """The parameters that arguments without a keyword fill, in order, and the one that takes the rest of them.

    What stands behind `*args` gets its argument by keyword only.
    """
    parameters = function.parameters
    is_method = "." in function.name and "staticmethod" not in function.decorators
    if is_method and not "".join(parameters[:1]).startswith("*"):  # `*args` takes the object along
        parameters = parameters[1:]
    for index, name in enumerate(parameters):
        if name.startswith("*"):
            return parameters[:index], "" if name.startswith("**") else name
    return parameters, ""
