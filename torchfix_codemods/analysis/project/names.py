"""What the names that a file takes from other files of the run stand for outside of it."""

from __future__ import annotations

from functools import cached_property

from torchfix_codemods.analysis.project.definitions import Definitions
from torchfix_codemods.analysis.tables.outside_names import KNOWN_ROOTS


class RunNames:
    """Answers for one file: `from base import *`, `from utils import torch`, `import base; base.torch.load`."""

    def __init__(self, definitions: Definitions, path: str) -> None:
        self.definitions = definitions
        self.path = path
        self._resolved: dict[str, str] = {}

    @cached_property
    def stars(self) -> dict[str, str]:
        """Name -> dotted name, for what star imports from files of the run bring."""
        return self.definitions.star_names(self.path)

    @cached_property
    def package(self) -> str:
        """The outermost package that the file stands in; empty where its folder is none."""
        found, folder = "", self.path.rpartition("/")[0]
        while folder and f"{folder}/__init__.py" in self.definitions.files:
            folder, _, found = folder.rpartition("/")
        return found

    def resolved(self, target: str) -> str:
        """The dotted name outside the run that one stands for; the same where it is one, or of the run."""
        if target.partition(".")[0] in KNOWN_ROOTS:
            return target
        if target not in self._resolved:
            self._resolved[target] = self.definitions.outside(self.path, target) or target
        return self._resolved[target]
