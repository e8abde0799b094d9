"""What is known of an `eval()` before anything is said about it: is it a model's, and may the rule speak here?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from torchfix_codemods.analysis.inference.kinds import Inferred, Kind
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, all_arguments, callee_name, dotted
from torchfix_codemods.analysis.tables.gradient_words import says_gradients, says_gradients_inside
from torchfix_codemods.analysis.values.model_names import Switch


class EvalPlaces:
    """Answers for one file."""

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        in_forward: Callable[[ast.AST], bool],
        project: ProjectFacts = NO_PROJECT,
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.in_forward = in_forward
        self.project = project

    def is_out_of_question(self, switch: Switch) -> bool:
        """Is nothing to be said about this eval() wherever the forward passes are?"""
        function = self.tree.function(switch.call)
        if any(map(says_gradients_inside, switch.names)) or self._is_volatile(function):
            return True
        if function is not None and self._is_no_place(function, switch):
            return True
        if self.kind(switch.receiver).kind not in (Kind.MODULE, Kind.UNKNOWN):
            return True
        classes = self.class_names(switch)
        own = {definition.name for definition in self.tree.nodes(ast.ClassDef)}  # these can be looked at
        return bool((classes - own) & self.project.own_gradients) or any(map(says_gradients_inside, classes))

    def _is_no_place(self, function: Function, switch: Switch) -> bool:
        """Is it in a function that is not for inference? The name tells, before anything is inferred."""
        if function.name in ("__init__", "__new__") or self._is_mode(function):
            return True
        return any(map(says_gradients, self._names_around(function))) or self.in_forward(switch.call)

    def _is_mode(self, function: Function) -> bool:
        """Is it a module's own `eval()` or `train(mode)`? With more parameters it is a function like others."""
        if function.name not in ("eval", "train") or self.tree.class_of(function) is None:
            return False
        return len(all_arguments(function.args)) <= (1 if function.name == "eval" else 2)

    def _names_around(self, function: Function) -> Iterator[str]:
        """The names of a function and of what it is defined in, without those that are for training."""
        for up in (function, *self.tree.ancestors(function)):
            if isinstance(up, (*FUNCTIONS, ast.ClassDef)) and "train" not in up.name.lower() and up.name != "fit":
                yield up.name

    def _is_volatile(self, function: Function | None) -> bool:
        """Is there a `volatile=True` in the same function? Another rule turns that into a block."""
        if "volatile" not in self.tree.text:
            return False
        marks: list[ast.AST] = [word for word in self.tree.nodes(ast.keyword) if word.arg == "volatile"]
        marks += [node for node in self.tree.nodes(ast.Attribute) if node.attr == "volatile"]
        return any(self.tree.function(mark) is function for mark in marks)

    def class_names(self, switch: Switch) -> frozenset[str]:
        """The names of the classes that made the model, as far as this file shows them."""
        receiver = switch.receiver
        found = {self.kind(receiver).qualified or ""}
        values = [receiver]
        if isinstance(receiver, ast.Name):
            values += [b.value for b in self.tree.bindings(receiver) if b.value is not None]
        elif isinstance(receiver, ast.Attribute):
            values += self.tree.assigned.values(dotted(receiver))
        for value in values:
            while isinstance(value, ast.Call):
                found.add(callee_name(value))
                value = value.func.value if isinstance(value.func, ast.Attribute) else ast.Constant(None)
        return frozenset(name.rsplit(".", 1)[-1] for name in found if name)
