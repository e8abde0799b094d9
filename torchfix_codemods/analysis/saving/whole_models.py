"""What is to be said about saves of whole models and their loads, and the edits that turn both to state_dicts.

A save and its loads are one thing: either all of them are rewritten or none. Every verdict of a group carries the edits
of the whole group, so whoever applies one of them applies all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.saving.lone_saves import LONE, LoneSaves
from torchfix_codemods.analysis.saving.model_changes import Changes, set_outside_constructor
from torchfix_codemods.analysis.saving.model_conversion import Conversion, Conversions, Source
from torchfix_codemods.analysis.saving.model_groups import WHOLE, Group, Groups
from torchfix_codemods.analysis.saving.model_loads import Loaded, Place, Shape
from torchfix_codemods.analysis.saving.model_origin import Origins
from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tree import Tree, dotted
from torchfix_codemods.analysis.values.file_names import Same
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import AttributeToCall, Edit, target

_RIGHT = frozenset({Content.WEIGHTS, Content.OTHER})
_OLD_FILES = "files saved before do not load any more, until `torchfix convert-checkpoint` converts them"
_ELSEWHERE = "{} saves it: save its state_dict there, and make the model here first"
_NOT_HERE = "nothing in this file is known to save it: save its state_dict there, and make the model here first"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said about one save or load. Without `edits` it is a report, for `reason`."""

    call: ast.Call
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    evidence: Evidence | None = None


class _RefusedError(Exception):
    """The group stays as it is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WholeModels:
    """The verdicts on one file."""

    def __init__(self, file: File) -> None:
        self.tree: Tree = file.tree
        variables = file.get(Variables)
        self.groups = Groups(file, variables)
        self.origins = Origins(self.tree, file.kind, variables)
        self.changes = Changes(self.tree, file.kind, variables)
        self.conversions = Conversions(file, variables, self.origins, self.changes)
        self.lone = LoneSaves(self.tree, variables, self.origins, self.changes)
        self.results = [self._convert(group) for group in self.groups.all]

    @classmethod
    def for_file(cls, file: File) -> WholeModels:
        return cls(file)

    def of_saves(self) -> Iterator[tuple[Saved, Verdict]]:
        """The saves about which there is something to say, each with what."""
        for group, result in zip(self.groups.all, self.results, strict=True):
            for save in group.saves:
                yield save, self._verdict(save.call, save.evidence, result, is_loaded=bool(group.loads))
        for save in self.groups.saves:
            if save.content not in WHOLE | _RIGHT and not self.groups.in_memory(save.call):
                yield save, self._alone(save)

    def of_loads(self) -> Iterator[tuple[Loaded, Verdict]]:
        """The loads about which there is something to say, each with what."""
        grouped: set[ast.Call] = set()
        for group, result in zip(self.groups.all, self.results, strict=True):
            for load in group.loads:
                if load.call not in grouped and not _is_fed(load):
                    yield load, self._verdict(load.call, None, result)
                grouped.add(load.call)
        for load in self.groups.loads:
            if load.call not in grouped and not self.groups.in_memory(load.call):
                verdict = self._unpaired(load)
                if verdict is not None:
                    yield load, verdict

    def _verdict(
        self, call: ast.Call, evidence: Evidence | None, result: Conversion, *, is_loaded: bool = True
    ) -> Verdict:
        notes = (_OLD_FILES, *result.notes) if is_loaded else result.notes
        reason = "; ".join(notes) if result.edits else result.reason
        return Verdict(call, result.edits, reason, evidence)

    # ---- one group

    def _convert(self, group: Group) -> Conversion:
        doubt = self.groups.doubt(group)
        if doubt:
            return Conversion(reason=doubt)
        try:
            return self._converted(group)
        except _RefusedError as refusal:
            return Conversion(reason=refusal.reason)

    def _converted(self, group: Group) -> Conversion:
        if not group.loads:
            return self._unread(group.saves)
        edits: list[Edit] = []
        notes: list[str] = []
        anew = False
        for key in self._keys(group):
            source = self._source(group, key)
            edits += [self.lone.saving(_node(save, key), source.origin.wrapper) for save in group.saves]
            for load in group.loads:
                for place in _places(load, key):
                    made = self._place(place, load, source)
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

    def _place(self, place: Place, load: Loaded, source: Source) -> Conversion:
        made = self.conversions.of(place, load.call, source)
        if made.reason:
            raise _RefusedError(made.reason)
        return made

    def _keys(self, group: Group) -> list[str | None]:
        """The entries to convert; None stands for the whole content."""
        first = group.saves[0]
        keys: list[str | None] = [None] if first.content is Content.MODULE else [*_models(first)]
        for save in group.saves:
            if save.content is not first.content or (save.content is Content.ENTRIES and _models(save) != keys):
                raise _RefusedError(f"lines {at(first.call.lineno)} and {at(save.call.lineno)} save different things")
            self._check_entries(save)
        for load in group.loads:
            if first.content is Content.ENTRIES:
                self._check_reads(load, [key for key in keys if key is not None])
                continue
            entry = next((place.model for name, place in load.entries if not name.isdigit()), None)  # no layer's number
            if entry is not None:
                raise _RefusedError(f"line {at(entry.lineno)} takes an entry out of it, as of a dictionary")
        return keys

    def _check_entries(self, save: Saved) -> None:
        for entry in save.entries:
            if entry.content is Content.OPTIMIZER:
                raise _RefusedError(
                    f"the optimizer (line {at(entry.node.lineno)}) is saved whole with it and drives the loaded model: "
                    "both have to become state_dicts, and the optimizer be made after the model"
                )
            if entry.content not in (Content.MODULE, Content.WEIGHTS, Content.OTHER, Content.NAMED):
                raise _RefusedError(f"line {at(entry.node.lineno)} saves {entry.content.value} with it")
        use = self.lone.other_use(save, set(_models(save)))
        if use is not None:
            raise _RefusedError(f"line {at(use.lineno)} takes what is saved for something else, too")
        if save.content is Content.ENTRIES and (not save.complete or any(e.key == "*" for e in save.entries)):
            raise _RefusedError(f"line {at(save.node.lineno)} does not show all entries")

    def _check_reads(self, load: Loaded, keys: list[str]) -> None:
        unknown = next((place.model for key, place in load.entries if key == "*"), load.unclear)
        if unknown is not None:
            raise _RefusedError(f"line {at(getattr(unknown, 'lineno', load.call.lineno))} may read any entry")
        if not any(key in keys for key, _ in load.entries):
            raise _RefusedError(f"nothing takes the model out of what line {at(load.call.lineno)} loads")

    def _source(self, group: Group, key: str | None) -> Source:
        sources = [self._source_of(save, _node(save, key)) for save in group.saves]
        first = sources[0]
        for other in sources[1:]:
            if set(other.origin.calls) != set(first.origin.calls) or other.origin.wrapper != first.origin.wrapper:
                raise _RefusedError(f"lines {at(first.save.lineno)} and {at(other.save.lineno)} save different models")
        return max(sources, key=lambda source: len(source.changes))

    def _source_of(self, save: Saved, node: ast.expr) -> Source:
        origin = self.origins.of(node)
        if origin.reason:
            raise _RefusedError(origin.reason)
        changes = tuple(self.changes.of(origin, save.call))
        return Source(save.call, node, origin, changes, self.changes.is_moved(origin, save.call))

    def _also_lost(self, source: Source) -> list[str]:
        call = source.origin.call
        owner = self.changes.class_of(call) if call is not None else None
        stores = set_outside_constructor(owner) if owner is not None else []
        return [f"`{dotted(store)}` (line {at(store.lineno)}) is not in a state_dict" for store in stores[:1]]

    # ---- one side only

    def _alone(self, save: Saved) -> Verdict:
        """A save that belongs to no group."""
        readers = [load for load in self.groups.loads if self.groups.same(save.call, load.call) is Same.YES]
        lines = "".join(f" (line {at(load.call.lineno)} loads it)" for load in readers[:1])
        if save.content is Content.METHOD and readers and all(map(_is_fed, readers)):
            edit = AttributeToCall(target(save.node), "state_dict")
            reason = f"what line {at(readers[0].call.lineno)} loads becomes a state_dict"
            return Verdict(save.call, (edit,), reason, save.evidence)
        if save.content in LONE and not readers and not self.groups.is_kept(save.call):
            doubt = self.groups.doubt_unread(save)
            result = Conversion(reason=doubt) if doubt else self.lone.of(save)
            return self._verdict(save.call, save.evidence, result, is_loaded=False)
        reason = _ALONE.get(
            save.content, "it is no module for certain{shown}; if it is one, save its state_dict{lines}"
        )
        if save.content is Content.MISNAMED and save.evidence is not None:
            reason = f"line {at(save.evidence.line)} {save.evidence.text}: nothing is to be done"
        shown = f": {save.evidence.text}" if save.evidence is not None else ""
        return Verdict(save.call, (), reason.format(lines=lines, shown=shown), save.evidence)

    def _unpaired(self, load: Loaded) -> Verdict | None:
        """A load without a save of a whole model under that name; None if there is nothing to say."""
        related = [save for save in self.groups.saves if self.groups.same(save.call, load.call) is Same.YES]
        lists = [save for save in related if save.content is Content.SEQUENCE]
        if lists:
            line = lists[0].call.lineno
            return Verdict(load.call, (), f"line {at(line)} saves a list: save a dictionary of state_dicts there")
        if not (load.is_model or load.models or load.unpacks_model):
            return None
        group = next((group for group in self.groups.all if load in group.perhaps), None)
        if group is not None:
            line = group.saves[0].call.lineno
            return Verdict(load.call, (), f"line {at(line)} may save it, under a path that cannot be told")
        if related and load.is_model and all(save.content is Content.WEIGHTS for save in related):
            return self._late(load, related[0])
        writer = self.groups.readers.writer(self.groups.files.labels(self.groups.names[load.call]))
        return Verdict(load.call, (), _ELSEWHERE.format(writer) if writer else _NOT_HERE)

    def _late(self, load: Loaded, save: Saved) -> Verdict:
        """The file holds a state_dict already, and the load takes it for a model."""
        because = f"line {at(save.call.lineno)} saves a state_dict, which is no model"
        assert isinstance(save.node, ast.Call) and isinstance(save.node.func, ast.Attribute)
        try:
            source = self._source_of(save, save.node.func.value)
            edits = [edit for place in load.places for edit in self._place(place, load, source).edits]
        except _RefusedError as refusal:
            return Verdict(load.call, (), f"{because}; {refusal.reason}")
        return Verdict(load.call, tuple(edits), because)


_ALONE = {
    Content.METHOD: "write `.state_dict()`, and load it by load_state_dict{lines}",
    Content.OPTIMIZER: "save its state_dict, and load that into an optimizer that is made after the model{lines}",
    Content.SEQUENCE: "save a dictionary of state_dicts, and fill the models and optimizers from it{lines}",
    Content.SCRIPTED: "torch.save refuses a scripted model: write `model.save(path)`, and load it by torch.jit.load",
}


def _is_fed(load: Loaded) -> bool:
    """Does it load a state_dict already?"""
    return bool(load.places) and all(place.shape is Shape.FED for place in load.places) and not load.entries


def _node(save: Saved, key: str | None) -> ast.expr:
    """The expression that is saved as a whole, or under a key."""
    return save.node if key is None else next(entry.node for entry in save.entries if entry.key == key)


def _models(save: Saved) -> list[str]:
    return [entry.key for entry in save.entries if entry.content is Content.MODULE]


def _places(load: Loaded, key: str | None) -> list[Place]:
    return list(load.places) if key is None else [place for name, place in load.entries if name == key]
