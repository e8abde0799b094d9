"""Which other files of the run may load a whole model from a file that is saved here."""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.loads import ANY_FILE, has_stem, may_be_one_file
from torchfix_codemods.analysis.syntax.at import plain


class Readers:
    """Answers for one file. A label that says nothing of the file is looked for in the same program only."""

    def __init__(self, file: File) -> None:
        self.project = file.project
        self.path = file.path
        self._spend = file.tree.budget.spend

    def of(self, labels: set[str]) -> str:
        """Another file and what it does, as a clause: "test.py loads a model from `net.pt`"; empty if none is seen.

        `labels` are what is known of the saved file's name; nothing stands for any name.
        """
        for label in sorted(labels):
            for known, path in self._named(label):
                return f"{plain(path)} names `{plain(known)}` and loads a model"
        for path in self._others(ANY_FILE):
            if self._is_near(path):
                return f"{plain(path)} loads a model, from where is not written there"
        if not labels:
            for known in sorted(self.project.model_files):
                for path in filter(self._is_near, self._others(known)):
                    return f"{plain(path)} names `{plain(known)}` and loads a model, which may be this one"
        return ""

    def _named(self, label: str) -> Iterator[tuple[str, str]]:
        """(label, path) of the loads of what may be a file of this name."""
        yield from ((label, path) for path in self._others(label))
        is_open = "{}" in label
        for known in sorted(self.project.model_files):
            self._spend()
            if known in (label, ANY_FILE) or not (is_open or "{}" in known) or not may_be_one_file(label, known):
                continue
            says_it = has_stem(label) and has_stem(known)
            yield from ((known, path) for path in self._others(known) if says_it or self._is_near(path))

    def _others(self, label: str) -> Iterator[str]:
        return (path for path in self.project.model_files.get(label, ()) if path != self.path)

    def _is_near(self, path: str) -> bool:
        """Does it belong to the same program, by its imports or by its folder?"""
        return path.rpartition("/")[0] == self.path.rpartition("/")[0] or path in self.project.group(self.path)
