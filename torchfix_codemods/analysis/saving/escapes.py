"""Who else gets what a file loads: other files of the run, and objects of its classes."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.devices.device_sites import overriding
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Kind
from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.origins import UNKNOWN, Origin, Origins

_TAKING = ("load_state_dict", "_load_from_state_dict", "__setstate__")


class Escapes:
    """Answers for one file."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.project = file.get(Origins).project

    def escapes(self, node: ast.AST) -> bool:
        """Can another file get at this function, class or variable?"""
        return self.project.is_reached_elsewhere(self._place(node))

    def takes(self, receiver: ast.expr) -> bool:
        """Can it be an object whose class, of any file of the run, loads states in its own way?"""
        if overriding(self.file, receiver, _TAKING) is not None:
            return True
        is_unseen = UNKNOWN in self.file.get(Origins).of(receiver) and self.file.kind(receiver).kind is Kind.UNKNOWN
        own = self.file.tree.enclosing(receiver, ast.ClassDef)
        besides = own.name if own is not None else ""
        return is_unseen and self.project.has_class_with("load_state_dict", self.file.path, besides)

    def acts(self, holder: ast.expr) -> bool:
        """Can it be an object of torch, or of a class of the run that does something, and no bag of options?"""
        return any(map(self._is_acting, self.file.get(Origins).of(holder)))

    def _is_acting(self, origin: Origin) -> bool:
        if origin.kind == "class" and origin.place is not None and not origin.then:
            kind = self.project.definitions.class_at(origin.place)
            return kind is not None and any(not method.startswith("__") for method in kind.methods)
        return origin.kind == "outside" and origin.text.startswith("torch.")

    def _place(self, node: ast.AST) -> Place:
        """A class, function or variable of this file, as the project names it."""
        if isinstance(node, (ast.Name, ast.ClassDef)):
            return Place(self.file.path, node.id if isinstance(node, ast.Name) else node.name)
        return self.file.get(Origins).place(node)
