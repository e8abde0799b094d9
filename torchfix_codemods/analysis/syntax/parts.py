"""Small questions to one expression."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Protocol, TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


class RunNames(Protocol):
    """What names that other files of a run bring stand for."""

    @property
    def path(self) -> str: ...
    @property
    def stars(self) -> Mapping[str, str]: ...
    @property
    def package(self) -> str: ...
    def resolved(self, target: str) -> str: ...


def dotted(node: ast.AST) -> str | None:
    """`a.b.c` for a chain of plain names and attributes, else None."""
    if isinstance(node, ast.Name):  # most are one
        return node.id
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])


def callee_name(call: ast.Call) -> str:
    """The last name of what is called: `to` for `x.to(..)`, `f` for `f(..)`; empty for anything else."""
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """The keyword argument of that name."""
    return next((k for k in call.keywords if k.arg == name), None)


def has_star_arguments(call: ast.Call) -> bool:
    """Does the call pass `*args` or `**kwargs`, so that its arguments are not all known?"""
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def option_name(text: str) -> str:
    """The name under which the value of an option of the command line is read: `use_cuda` for `--use-cuda`."""
    return text.lstrip("-").replace("-", "_")


def shared_start(one: Iterable[str], other: Iterable[str]) -> int:
    """How many leading items are equal."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items by what `key` gives for them, each list in their order."""
    table: dict[Key, list[Item]] = {}
    for item in items:
        table.setdefault(key(item), []).append(item)
    return table
