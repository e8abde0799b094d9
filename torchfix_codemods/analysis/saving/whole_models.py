"""What is to be said about saves of whole models and their loads, and the edits that turn both to state_dicts.

A save and its loads are one thing: either all of them are rewritten or none. Every verdict of a group carries the edits
of the whole group, so whoever applies one of them applies all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.saving.lone_saves import LONE
from torchfix_codemods.analysis.saving.model_conversion import Conversion
from torchfix_codemods.analysis.saving.model_groups import WHOLE, Group
from torchfix_codemods.analysis.saving.model_loads import Loaded, Shape
from torchfix_codemods.analysis.saving.over_files import Deal, OverFiles
from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.saving.sides import RefusedError, Sides
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.values.file_names import Same
from torchfix_codemods.edits import AttributeToCall, Edit, target

_RIGHT = frozenset({Content.WEIGHTS, Content.OTHER})
_OLD_FILES = "files saved before do not load any more, until `torchfix convert-checkpoint` converts them"
_ELSEWHERE = "{} saves it: save its state_dict there, and make the model here first"
_NOT_HERE = "nothing in this file is known to save it: save its state_dict there, and make the model here first"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said about one save or load. Without `edits` it is a report, for `reason`.

    `together` are the files that are rewritten with it, this one among them.
    """

    call: ast.Call
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    evidence: Evidence | None = None
    together: frozenset[str] = frozenset()


class WholeModels:
    """The verdicts on one file."""

    def __init__(self, file: File) -> None:
        self.path = file.path
        self.sides = file.get(Sides)
        self.groups = self.sides.groups
        self.over_files = file.get(OverFiles)
        self.results = [self._convert(group) for group in self.groups.all]

    @classmethod
    def for_file(cls, file: File) -> WholeModels:
        return cls(file)

    def of_saves(self) -> Iterator[tuple[Saved, Verdict]]:
        """The saves about which there is something to say, each with what."""
        for group, result in zip(self.groups.all, self.results, strict=True):
            for save in group.saves:
                yield (
                    save,
                    self._verdict(save.call, save.evidence, result, is_loaded=bool(group.loads or result.together)),
                )
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
        return Verdict(call, result.edits, reason, evidence, result.together)

    # ---- one group

    def _convert(self, group: Group) -> Conversion:
        deal = self._deal(group)
        if deal is not None and deal.reason:
            return Conversion(reason=deal.reason)
        doubt = self.groups.doubt(group, deal.paths if deal is not None else frozenset())
        if doubt:
            return Conversion(reason=doubt)
        try:
            made = self.sides.converted(group, is_read=deal is not None)
        except RefusedError as refusal:
            return Conversion(reason=refusal.reason)
        if deal is not None:
            with_it = f"{deal.others(self.path)} is rewritten with it"
            made = replace(made, notes=(with_it, *made.notes), together=deal.paths)
        return made

    def _deal(self, group: Group) -> Deal | None:
        """The deal with other files that load what a group saves."""
        found = (self.over_files.deal_of(save.call, save.path, is_save=True) for save in group.saves)
        return next((deal for deal in found if deal is not None), None)

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
            result = Conversion(reason=doubt) if doubt else self.sides.lone.of(save)
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
        deal = self.over_files.deal_of(load.call, load.path, is_save=False)
        if deal is not None:
            return self._dealt(load, deal)
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
            made = self.sides.filled(load.places, load, self.sides.source_of(save, save.node.func.value))
        except RefusedError as refusal:
            return Verdict(load.call, (), f"{because}; {refusal.reason}")
        return Verdict(load.call, made.edits, because)

    def _dealt(self, load: Loaded, deal: Deal) -> Verdict | None:
        """A load of what another file saves."""
        reason = deal.reason
        try:
            made = self.over_files.loaded(load, deal) if not reason else Conversion()
        except RefusedError as refusal:
            reason = refusal.reason
        if reason or not made.edits:  # it is done already
            return Verdict(load.call, (), reason) if reason else None
        because = "; ".join((f"{deal.others(self.path)} is rewritten with it", _OLD_FILES, *made.notes))
        return Verdict(load.call, made.edits, because, together=deal.paths)


_ALONE = {
    Content.METHOD: "write `.state_dict()`, and load it by load_state_dict{lines}",
    Content.OPTIMIZER: "save its state_dict, and load that into an optimizer that is made after the model{lines}",
    Content.SEQUENCE: "save a dictionary of state_dicts, and fill the models and optimizers from it{lines}",
    Content.SCRIPTED: "torch.save refuses a scripted model: write `model.save(path)`, and load it by torch.jit.load",
}


def _is_fed(load: Loaded) -> bool:
    """Does it load a state_dict already?"""
    return bool(load.places) and all(place.shape is Shape.FED for place in load.places) and not load.entries
