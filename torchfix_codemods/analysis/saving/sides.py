"""What becomes of the saves and loads of one file: the edits of each, or why they stay.

A save and its loads are one thing: either all of them are rewritten or none. Where they stand in several files, each
file is asked for its own part (`over_files`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.saving.lone_saves import LoneSaves
from torchfix_codemods.analysis.saving.model_changes import Changes, set_outside_constructor
from torchfix_codemods.analysis.saving.model_conversion import Conversion, Conversions, Source
from torchfix_codemods.analysis.saving.model_groups import Group, Groups
from torchfix_codemods.analysis.saving.model_loads import Loaded, Place
from torchfix_codemods.analysis.saving.model_origin import Origins
from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tree import Tree, dotted
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import Edit


class RefusedError(Exception):
    """The group stays as it is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Sides:
    """Answers for one file."""

    def __init__(self, file: File) -> None:
        self.tree: Tree = file.tree
        variables = file.get(Variables)
        self.groups = Groups(file, variables)
        self.origins = Origins(self.tree, file.kind, variables)
        self.changes = Changes(self.tree, file.kind, variables)
        self.conversions = Conversions(file, variables, self.origins, self.changes)
        self.lone = LoneSaves(self.tree, variables, self.origins, self.changes)

    @classmethod
    def for_file(cls, file: File) -> Sides:
        return cls(file)

    def converted(self, group: Group, *, is_read: bool = False) -> Conversion:
        """The edits of a group and what is lost by them. `is_read`: other files load it, and are rewritten too.

        Raises:
            RefusedError: it has to stay.
        """
        if not group.loads and not is_read:
            return self._unread(group.saves)
        edits: list[Edit] = []
        notes: list[str] = []
        anew = False
        for key in self.keys(group.saves, group.loads):
            source = self.source(group.saves, key)
            edits += [self.lone.saving(_node(save, key), source.origin.wrapper) for save in group.saves]
            for load in group.loads:
                made = self.placed(load, key, source)
                edits += made.edits
                notes += made.notes
                anew = anew or made.anew
            notes += self._also_lost(source)
        if anew:
            notes.append("making the model anew draws random numbers")
        return Conversion(tuple(dict.fromkeys(edits)), notes=tuple(dict.fromkeys(notes)))

    def _unread(self, saves: list[Saved]) -> Conversion:
        """What becomes of saves that nothing in the run loads."""
        made = [self.lone.of(save) for save in saves]
        refused = next((one for one in made if one.reason), None)
        if refused is not None:
            return refused
        notes = dict.fromkeys(note for one in made for note in one.notes)
        return Conversion(tuple(dict.fromkeys(edit for one in made for edit in one.edits)), notes=tuple(notes))

    def placed(self, load: Loaded, key: str | None, source: Source) -> Conversion:
        """What becomes of the places to which a load brings the whole content, or one entry of it.

        Raises:
            RefusedError: one has to stay.
        """
        return self.filled(load.places if key is None else [p for name, p in load.entries if name == key], load, source)

    def filled(self, places: Iterable[Place], load: Loaded, source: Source) -> Conversion:
        """What becomes of these places of a load.

        Raises:
            RefusedError: one has to stay.
        """
        made = [self.conversions.of(place, load.call, source) for place in places]
        for one in made:
            if one.reason:
                raise RefusedError(one.reason)
        edits = tuple(edit for one in made for edit in one.edits)
        return Conversion(edits, "", tuple(note for one in made for note in one.notes), any(one.anew for one in made))

    # ---- what is saved

    def keys(self, saves: Sequence[Saved], loads: Sequence[Loaded]) -> list[str | None]:
        """The entries to convert; None stands for the whole content.

        Raises:
            RefusedError: what is saved, or how it is read, cannot be told for certain.
        """
        first = saves[0]
        keys: list[str | None] = [None] if first.content is Content.MODULE else [*_models(first)]
        for save in saves:
            if save.content is not first.content or (save.content is Content.ENTRIES and _models(save) != keys):
                raise RefusedError(f"lines {at(first.call.lineno)} and {at(save.call.lineno)} save different things")
            self._check_entries(save)
        for load in loads:
            self.check_reads(load, keys)
        return keys

    def check_reads(self, load: Loaded, keys: Sequence[str | None]) -> None:
        """May a load of these keys be rewritten, by how its content is read?

        Raises:
            RefusedError: it is not read as what was saved.
        """
        if None not in keys:
            unknown = next((place.model for key, place in load.entries if key == "*"), load.unclear)
            if unknown is not None:
                raise RefusedError(f"line {at(getattr(unknown, 'lineno', load.call.lineno))} may read any entry")
            if not any(key in keys for key, _ in load.entries):
                raise RefusedError(f"nothing takes the model out of what line {at(load.call.lineno)} loads")
            return
        entry = next((place.model for name, place in load.entries if not name.isdigit()), None)  # no layer's number
        if entry is not None:
            raise RefusedError(f"line {at(entry.lineno)} takes an entry out of it, as of a dictionary")

    def _check_entries(self, save: Saved) -> None:
        for entry in save.entries:
            if entry.content is Content.OPTIMIZER:
                raise RefusedError(
                    f"the optimizer (line {at(entry.node.lineno)}) is saved whole with it and drives the loaded model: "
                    "both have to become state_dicts, and the optimizer be made after the model"
                )
            if entry.content not in (Content.MODULE, Content.WEIGHTS, Content.OTHER, Content.NAMED):
                raise RefusedError(f"line {at(entry.node.lineno)} saves {entry.content.value} with it")
        use = self.lone.other_use(save, set(_models(save)))
        if use is not None:
            raise RefusedError(f"line {at(use.lineno)} takes what is saved for something else, too")
        if save.content is Content.ENTRIES and (not save.complete or any(e.key == "*" for e in save.entries)):
            raise RefusedError(f"line {at(save.node.lineno)} does not show all entries")

    def source(self, saves: Sequence[Saved], key: str | None) -> Source:
        """How the model was made that is saved, as a whole or under a key.

        Raises:
            RefusedError: it cannot be seen, or they are different ones.
        """
        sources = [self.source_of(save, _node(save, key)) for save in saves]
        first = sources[0]
        for other in sources[1:]:
            if set(other.origin.calls) != set(first.origin.calls) or other.origin.wrapper != first.origin.wrapper:
                raise RefusedError(f"lines {at(first.save.lineno)} and {at(other.save.lineno)} save different models")
        return max(sources, key=lambda source: len(source.changes))

    def source_of(self, save: Saved, node: ast.expr) -> Source:
        """How the model was made that an expression gives to a save.

        Raises:
            RefusedError: it cannot be seen.
        """
        origin = self.origins.of(node)
        if origin.reason:
            raise RefusedError(origin.reason)
        changes = tuple(self.changes.of(origin, save.call))
        is_moved = self.changes.is_moved(origin, save.call)
        return Source(save.call, node, origin, changes, is_moved, self.conversions.modes.at(save.call, node))

    def _also_lost(self, source: Source) -> list[str]:
        call = source.origin.call
        owner = self.changes.class_of(call) if call is not None else None
        stores = set_outside_constructor(owner) if owner is not None else []
        return [f"`{dotted(store)}` (line {at(store.lineno)}) is not in a state_dict" for store in stores[:1]]


def _node(save: Saved, key: str | None) -> ast.expr:
    """The expression that is saved as a whole, or under a key."""
    return save.node if key is None else next(entry.node for entry in save.entries if entry.key == key)


def _models(save: Saved) -> list[str]:
    return [entry.key for entry in save.entries if entry.content is Content.MODULE]
