"""Whose parameters an optimizer updates, as far as the file shows it."""

from __future__ import annotations

import ast
from functools import cached_property

from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.model_names import is_part_of, model_names, same_model

_PARAMETERS = frozenset({"parameters", "named_parameters"})


class Optimizers:
    """Answers for one file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._known: dict[frozenset[str], frozenset[str] | None] = {}

    @cached_property
    def made(self) -> dict[str, list[ast.Call]]:
        """Name of an optimizer -> the calls that make it."""
        table: dict[str, list[ast.Call]] = {}
        for part in self.tree.assigned.given:
            if isinstance(part.source, ast.Call) and self._makes_optimizer(part.source):
                for name in model_names(self.tree, part.target):
                    table.setdefault(name, []).append(part.source)
        return table

    def _makes_optimizer(self, call: ast.Call) -> bool:
        qualified = self.tree.qualified_name(call.func) or ""
        if qualified.startswith("torch.optim."):
            return "lr_scheduler" not in qualified and "swa_utils" not in qualified
        text = dotted(call.func) or ""
        return "optim" in text.lower() and "sched" not in text.lower()

    def models(self, names: frozenset[str]) -> frozenset[str] | None:
        """The names of the models that it updates, None where not all of them can be seen."""
        if names not in self._known:
            self._known[names] = self._models(names)
        return self._known[names]

    def _models(self, names: frozenset[str]) -> frozenset[str] | None:
        found: set[str] = set()
        calls = [call for name in names for call in self.made.get(name.split(":")[-1], [])]
        for call in calls:
            given = keyword(call, "params")
            value = call.args[0] if call.args else given.value if given is not None else None
            owners = () if value is None else self._owners(value)
            if not owners or None in owners:
                return None
            found.update(name for owner in owners if owner is not None for name in owner)
        return frozenset(found) if calls else None

    @followed((None,))
    def _owners(self, node: ast.expr) -> tuple[frozenset[str] | None, ...]:
        """Whose parameters an expression holds; None for what cannot be seen."""
        own = tuple(
            model_names(self.tree, call.func.value) or None
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and callee_name(call) in _PARAMETERS and isinstance(call.func, ast.Attribute)
        )
        if not isinstance(node, ast.Name):
            return own
        bindings = self.tree.bindings(node)
        only = bindings[0].value if len(bindings) == 1 else None
        return (None,) if only is None else self._owners(only)

    def clears(self, cleared: frozenset[str], optimizer: frozenset[str], others: frozenset[str]) -> bool:
        """Can `cleared.zero_grad()` clear the gradients that an optimizer uses? `others` are names of others."""
        if not cleared or same_model(cleared, optimizer):
            return True
        mine = self.models(optimizer)
        if cleared & others or any(name in self.made for name in cleared):
            theirs = self.models(cleared)
            return mine is not None and theirs is not None and _meet(mine, theirs)
        return mine is None or _meet(mine, cleared)


def _meet(one: frozenset[str], other: frozenset[str]) -> bool:
    return same_model(one, other) or is_part_of(one, other) or is_part_of(other, one)
