"""Which files of the run load whole models from a saved file, and which save models to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from torchfix_codemods.analysis.project.project import ProjectFacts

# Label of a saved file (`loads.file_label`) -> (path, line) of those who have to do with it.
Places: TypeAlias = dict[str, tuple[tuple[str, int], ...]]


class ModelFiles:
    """Answers for a run. Who loads may load whole models, who saves saves what is called a model."""

    def __init__(self, project: ProjectFacts) -> None:
        files = sorted(project.files.items())
        self.loads = _by_label((path, one.saved_models) for path, one in files)
        self.saves = _by_label((path, one.model_saves) for path, one in files)


def _by_label(files: Iterable[tuple[str, tuple[tuple[str, int], ...]]]) -> Places:
    table: dict[str, list[tuple[str, int]]] = {}
    for path, found in files:
        for label, line in found:
            table.setdefault(label, []).append((path, line))
    return {label: tuple(places) for label, places in table.items()}
