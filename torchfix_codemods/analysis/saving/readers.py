"""Which other files of the run may load a whole model from a file that is saved here, or save what is loaded here."""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.loads import ANY_FILE, has_stem, may_be_one_file
from torchfix_codemods.analysis.project.model_files import ModelFiles
from torchfix_codemods.analysis.syntax.at import elsewhere, plain


class Readers:
    """Answers for one file. A label that says nothing of the file is looked for in the same program only."""

    def __init__(self, file: File) -> None:
        self.project = file.project
        self.files = file.project.shared(ModelFiles)
        self.path = file.path
        self._spend = file.tree.budget.spend

    def of(self, labels: set[str], besides: frozenset[str] = frozenset()) -> str:
        """Another file and what it does, as a clause: "test.py line 3 loads a model and names `net.pt`"; empty if none.

        `labels` are what is known of the saved file's name; nothing stands for any name. `besides` are files whose
        loads are known.
        """
        return next((said for path, said in self._all(labels) if path not in besides), "")

    def _all(self, labels: set[str]) -> Iterator[tuple[str, str]]:
        """(path, what it does) of all of them."""
        for label in sorted(labels):
            for known, place in self._named(label):
                yield place[0], f"{_said(place)} and names `{plain(known)}`"
        for place in self._near(ANY_FILE):
            yield place[0], f"{_said(place)}, from where is not written there"
        for known in sorted(self.files.loads) if not labels else ():
            for place in self._near(known):
                yield place[0], f"{_said(place)} and names `{plain(known)}`, which may be this one"

    def writer(self, labels: set[str]) -> str:
        """Another file that saves a model under one of these names, as "train.py line 31"; empty if none is seen."""
        for label in sorted(labels):
            for path, line in self.files.saves.get(label, ()):
                if path != self.path:
                    return elsewhere(path, line)
        return ""

    def _named(self, label: str) -> Iterator[tuple[str, tuple[str, int]]]:
        """(label, place) of the loads of what may be a file of this name."""
        yield from ((label, place) for place in self._others(label))
        is_open = "{}" in label
        for known in sorted(self.files.loads):
            self._spend()
            if known in (label, ANY_FILE) or not (is_open or "{}" in known) or not may_be_one_file(label, known):
                continue
            says_it = has_stem(label) and has_stem(known)
            yield from ((known, place) for place in (self._others(known) if says_it else self._near(known)))

    def _others(self, label: str) -> Iterator[tuple[str, int]]:
        """(path, line) of the loads in other files."""
        return (place for place in self.files.loads.get(label, ()) if place[0] != self.path)

    def _near(self, label: str) -> Iterator[tuple[str, int]]:
        """Those in the same program, by its imports or by its folder."""
        for path, line in self._others(label):
            if path.rpartition("/")[0] == self.path.rpartition("/")[0] or path in self.project.group(self.path):
                yield path, line


def _said(place: tuple[str, int]) -> str:
    return f"{elsewhere(*place)} loads a model"
