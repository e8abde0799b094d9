"""What the attributes of a class's own object are given: every `self.x = value` in the class."""

from __future__ import annotations

import ast
from functools import cached_property

from torchfix_codemods.analysis.syntax.tree import Tree


class SelfAttributes:
    """Answers for one file, from one look at its assignments."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def given(self, owner: ast.ClassDef, attribute: str) -> list[ast.expr]:
        """The values that `self.attribute` is assigned in the class, in source order."""
        return self._values.get((owner, attribute), [])

    @cached_property
    def _values(self) -> dict[tuple[ast.ClassDef, str], list[ast.expr]]:
        found: dict[tuple[ast.ClassDef, str], list[ast.expr]] = {}
        for statement in self.tree.nodes(ast.Assign):
            for target in statement.targets:
                if not _is_own(target):
                    continue
                assert isinstance(target, ast.Attribute)
                for owner in self.tree.ancestors(statement):
                    if isinstance(owner, ast.ClassDef):
                        found.setdefault((owner, target.attr), []).append(statement.value)
        return found


def _is_own(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
