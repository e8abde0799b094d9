"""A call of the old form, written by the template of its row: `[torch.linalg.solve]({A}, {input})`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from torchfix_codemods.analysis.syntax.tree import Tree, has_star_arguments
from torchfix_codemods.analysis.tables.old_api.rows import Rewritten
from torchfix_codemods.analysis.values.new_imports import spelled
from torchfix_codemods.edits import AddImport, Target, target

ALL = "..."  # the parameter that stands for all arguments as they are
_PLACE = re.compile(r"\{([\w.]+)\}|\[([a-z_]\w*(?:\.\w+)+)\]")
_DEEDS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


@dataclass
class Filled:
    """A template for `edits.Replace`, its parts, and the modules that it needs."""

    template: str = ""
    parts: list[Target] = field(default_factory=list)
    imports: list[AddImport] = field(default_factory=list)

    def place(self, node: ast.expr) -> str:
        """The placeholder of a part."""
        self.parts.append(target(node))
        return f"${len(self.parts) - 1}"


def arguments(call: ast.Call, parameters: tuple[str, ...]) -> dict[str, ast.expr] | None:
    """Parameter -> argument of a call of a function with these parameters; None where the call is another one.

    A first parameter `self` is the object of a method call.
    """
    if has_star_arguments(call):
        return None
    given: list[ast.expr] = list(call.args)
    if parameters[:1] == ("self",):
        if not isinstance(call.func, ast.Attribute):
            return None
        given.insert(0, call.func.value)
    if len(given) > len(parameters):
        return None
    found = dict(zip(parameters, given, strict=False))
    for word in call.keywords:
        if word.arg is None or word.arg in found or word.arg not in parameters:
            return None
        found[word.arg] = word.value
    return found


def filled(row: Rewritten, call: ast.Call, tree: Tree) -> Filled | None:
    """The new form of a call; None where the row is not about such a call, or the new form cannot be written."""
    if row.parameters == (ALL,):
        return None if has_star_arguments(call) else _fill(row, call, {}, tree)
    given = arguments(call, row.parameters)
    if given is not None and f"{{{ALL}}}" in row.new:
        return _fill(row, call, given, tree)
    if given is None or (row.named and all(word.arg != row.named for word in call.keywords)):
        return None
    placed = {name for name, _ in _PLACE.findall(row.new) if name}
    asked = dict(row.when)
    if given.keys() != ((placed | asked.keys()) - {"callee"}) | ({"self"} & given.keys()):
        return None
    if not all(_is(given[name], text) for name, text in row.when):
        return None
    in_new = [given[name] for name, _ in _PLACE.findall(row.new) if name in given]
    if not _may_change_places(list(given.values()), in_new):
        return None
    return _fill(row, call, given, tree)


def _fill(row: Rewritten, call: ast.Call, given: dict[str, ast.expr], tree: Tree) -> Filled | None:
    result, at, text = Filled(), 0, ""
    for match in _PLACE.finditer(row.new):
        text += row.new[at : match.start()]
        at = match.end()
        name, qualified = match.groups()
        if qualified is not None:
            found = spelled(qualified, qualified.rpartition(".")[0], call, tree)
            if found is None:
                return None
            text += found[0]
            result.imports += found[1]
        elif name == ALL:
            text += ", ".join(_all(call, row, result))
        else:
            text += result.place(call.func if name == "callee" else given[name])
    result.template = (text + row.new[at:]).replace(", )", ")")
    return result


def _all(call: ast.Call, row: Rewritten, result: Filled) -> Iterator[str]:
    for place, node in enumerate(call.args):
        name = "" if row.parameters == (ALL,) else f"{row.parameters[place]}="
        yield f"{name}{result.place(node)}"
    for word in call.keywords:
        yield f"{word.arg}={result.place(word.value)}"


def _is(node: ast.expr, text: str) -> bool:
    """Is an argument what a row asks for?"""
    sign = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    value = sign.value if isinstance(sign, ast.Constant) else None
    if text == "<int>":
        return type(value) is int
    if text == "<number>":
        return type(value) in (int, float)
    return isinstance(node, ast.Constant) and repr(node.value) == text


def _may_change_places(old: list[ast.expr], new: list[ast.expr]) -> bool:
    """Do the arguments that do something, rather than name a value, keep their order?"""
    return [node for node in old if _does_something(node)] == [node for node in new if _does_something(node)]


def _does_something(node: ast.expr) -> bool:
    return any(isinstance(part, _DEEDS) for part in ast.walk(node))
