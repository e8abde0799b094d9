"""What an analysis may ask of the file that it is made for."""

from __future__ import annotations

import ast
from typing import Protocol

from torchfix_codemods.analysis.inference.kinds import Inferred
from torchfix_codemods.analysis.project.origins import FileOfRun


class Options(Protocol):
    """The settings that matter for devices."""

    @property
    def device_expression(self) -> str: ...
    @property
    def device_name(self) -> str: ...


class File(FileOfRun, Protocol):
    """A file with the kinds of its values."""

    @property
    def options(self) -> Options: ...
    def kind(self, node: ast.expr) -> Inferred: ...
    def other(self, path: str) -> File | None:
        """A file of the run as it was read, this one too; None where its text is not known (`Interface.text`)."""
