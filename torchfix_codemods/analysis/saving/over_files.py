"""Saves of whole models and loads of what they write that stand in different files of a run.

They are rewritten together or not at all. Every file of such a deal comes to the same decision by itself, because all
of them decide on the files as they were read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.loads import ANY_FILE, has_stem, may_be_one_file
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.saving.carried import Carried, Meanings, constructor
from torchfix_codemods.analysis.saving.model_conversion import Conversion, Source
from torchfix_codemods.analysis.saving.model_groups import Group
from torchfix_codemods.analysis.saving.model_loads import Loaded, Shape
from torchfix_codemods.analysis.saving.saved import Content
from torchfix_codemods.analysis.saving.sides import RefusedError, Sides
from torchfix_codemods.analysis.syntax.at import abroad, at, elsewhere
from torchfix_codemods.analysis.syntax.budget import OverBudget
from torchfix_codemods.analysis.syntax.parsing import ParseError
from torchfix_codemods.analysis.values.file_names import FileName
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import Edit

_MOST = 12  # files that may have to do with each other's models
_SKIPPED = re.compile(r"#\s*torchfix:\s*skip-file", re.IGNORECASE)
_TOGETHER = "one side does not go without the other"


@dataclass(frozen=True, slots=True)
class Side:
    """The save or load of one file. `key` tells it from the others of the file, whatever becomes of its lines."""

    path: str
    key: str
    line: int
    is_save: bool

    @property
    def said(self) -> str:
        """It in words."""
        return elsewhere(self.path, self.line)


@dataclass(frozen=True, slots=True)
class Deal:
    """Saves and loads of several files that are of the same models. `reason` says why they stay, if they do."""

    sides: tuple[Side, ...]
    reason: str = ""

    @property
    def paths(self) -> frozenset[str]:
        """The files that have a part in it."""
        return frozenset(side.path for side in self.sides)

    def others(self, path: str) -> str:
        """The first side that is in another file, in words."""
        return next(side.said for side in self.sides if side.path != path)


class OverFiles:
    """The deals that one file has a part in."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.sides = file.get(Sides)
        found = file.project.shared(_Deals).of(file)
        self._by_key = {side.key: deal for deal in found for side in deal.sides if side.path == file.path}

    @classmethod
    def for_file(cls, file: File) -> OverFiles:
        return cls(file)

    def deal_of(self, call: ast.Call, path: ast.expr, *, is_save: bool) -> Deal | None:
        """The deal that a save or a load is part of."""
        return self._by_key.get(_key(self.sides, call, path, is_save=is_save))

    def loaded(self, load: Loaded, deal: Deal) -> Conversion:
        """What becomes of a load of this file, as it is now.

        Raises:
            RefusedError: it has to stay.
        """
        writers = [side for side in deal.sides if side.is_save]
        first = self.file.other(writers[0].path)
        assert first is not None
        return _converted(self.sides, load, [(first, group) for group in _groups_of(first, writers[0])])


class _Deals:
    """All deals of a run, found for one file at a time."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._known: dict[frozenset[str], tuple[Deal, ...]] = {}
        loading = [path for path, one in project.files.items() if one.text and one.saved_models]
        saving = [path for path, one in project.files.items() if one.text and "save" in one.text]
        self._partners: dict[str, set[str]] = {}
        for loader in loading:
            labels = [label for label, _ in project.files[loader].saved_models]
            for saver in saving:
                if saver != loader and (self._are_near(loader, saver) or _names(project.files[saver].text, labels)):
                    self._partners.setdefault(loader, set()).add(saver)
                    self._partners.setdefault(saver, set()).add(loader)

    def _are_near(self, one: str, other: str) -> bool:
        """Are they of one program, by imports or by their folder?"""
        return one.rpartition("/")[0] == other.rpartition("/")[0] or other in self.project.group(one)

    def of(self, file: File) -> tuple[Deal, ...]:
        """The deals of those files that may have to do with a file's models."""
        reached = {file.path}
        waiting = [file.path]
        while waiting:
            new = self._partners.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        paths = frozenset(reached)
        if not 1 < len(paths) <= _MOST:
            return ()
        if paths not in self._known:
            self._known[paths] = ()
            with suppress(OverBudget, ParseError, RecursionError):  # too much to be looked at: as if it were not known
                self._known[paths] = tuple(_Search(self, file, sorted(paths)).deals())
        return self._known[paths]

    def match(self, saved: tuple[File, ast.Call], loaded: tuple[File, ast.Call]) -> bool:
        """May a load read what a save of another file writes?"""
        (saving, save), (loading, load) = saved, loaded
        written, read = saving.get(Sides).groups, loading.get(Sides).groups
        if written.in_memory(save) or read.in_memory(load):
            return False
        theirs, mine = written.labels(save), read.labels(load) - {ANY_FILE}
        near = self._are_near(saving.path, loading.path)
        if not theirs or not mine:
            return near
        if not _may_be_in_one_folder(written.names[save], read.names[load]):
            return False
        return any(
            may_be_one_file(one, other) and (near or (has_stem(one) and has_stem(other)))
            for one in theirs
            for other in mine
        )


class _Search:
    """The search in a few files."""

    def __init__(self, deals: _Deals, file: File, paths: Sequence[str]) -> None:
        self.deals_of_run = deals
        files = (file.other(path) for path in paths)
        self.files = [one for one in files if one is not None]

    def deals(self) -> Iterator[Deal]:
        """Every save of one file with all loads of others that may read it, and these with all their saves."""
        groups = [(one, group) for one in self.files for group in one.get(Sides).groups.all]
        loads = [(one, load) for one in self.files for load in _free_loads(one.get(Sides))]
        links = [
            (saved, loaded)
            for saved in groups
            for loaded in loads
            if saved[0] is not loaded[0]
            and _is_read_as(saved[1], loaded[1], loaded[0].get(Sides))
            and any(self.deals_of_run.match((saved[0], s.call), (loaded[0], loaded[1].call)) for s in saved[1].saves)
        ]
        while links:
            saved, loaded = [links[0][0]], [links[0][1]]
            while more := [link for link in links if link[0] in saved or link[1] in loaded]:
                links = [link for link in links if link not in more]
                saved += [one for one, _ in more if one not in saved]
                loaded += [one for _, one in more if one not in loaded]
            yield self._decided(saved, loaded)

    def _decided(self, saved: list[tuple[File, Group]], loaded: list[tuple[File, Loaded]]) -> Deal:
        sides = [
            Side(one.path, _key(one.get(Sides), s.call, s.path, is_save=True), s.call.lineno, True)
            for one, group in saved
            for s in group.saves
        ]
        sides += [
            Side(one.path, _key(one.get(Sides), load.call, load.path, is_save=False), load.call.lineno, False)
            for one, load in loaded
        ]
        deal = Deal(tuple(sides))
        if len({(side.path, side.key) for side in sides}) < len(sides) - _repeated(saved):
            return replace(deal, reason=f"{sides[0].said} and others cannot be told apart")
        return replace(deal, reason=self._doubt(deal, saved, loaded))

    def _doubt(self, deal: Deal, saved: list[tuple[File, Group]], loaded: list[tuple[File, Loaded]]) -> str:
        """Why the sides stay; empty if they do not."""
        for one in self.files:
            if one.path not in deal.paths:
                continue
            kept = one.project.kept.get(one.path, "")
            if kept or _SKIPPED.search(one.tree.text):
                return f"{one.path} {kept or 'is to stay as it is'}, and {_TOGETHER}"
        for one, group in saved:
            sides = one.get(Sides)
            doubt = sides.groups.doubt(group, deal.paths)
            doubt = doubt or _refusal(partial(sides.converted, group, is_read=True))
            if doubt:
                return _about(one, doubt)
        for one, load in loaded:
            sides = one.get(Sides)
            if sides.groups.is_kept(load.call):
                return f"{elsewhere(one.path, load.call.lineno)} is to stay as it is, and {_TOGETHER}"
            doubt = _refusal(partial(_converted, sides, load, saved))
            if doubt:
                return _about(one, doubt)
        return ""


def _about(file: File, doubt: str) -> str:
    said = abroad(doubt, file.path)
    return said if said.endswith(_TOGETHER) else f"{said}: {_TOGETHER}"


def _refusal(make: Callable[[], Conversion]) -> str:
    """Why something cannot be made; empty if it can."""
    try:
        return "" if make().edits else "nothing of it is a model"
    except RefusedError as refused:
        return refused.reason


def _repeated(saved: list[tuple[File, Group]]) -> int:
    """How many saves of a group have the key of another one: they are rewritten alike."""
    keys = [[_key(one.get(Sides), s.call, s.path, is_save=True) for s in group.saves] for one, group in saved]
    return sum(len(own) - len(set(own)) for own in keys)


def _converted(sides: Sides, load: Loaded, saved: Sequence[tuple[File, Group]]) -> Conversion:
    """The edits of a load of what other files save.

    Raises:
        RefusedError: it has to stay.
    """
    (file, group), *others = saved
    try:
        keys = file.get(Sides).keys(group.saves, group.loads)
    except RefusedError as refused:
        raise RefusedError(abroad(refused.reason, file.path)) from None
    sides.check_reads(load, keys)
    edits: list[Edit] = []
    notes: list[str] = []
    for key in keys:
        source = _source(file, group, key)
        for other in others:
            if not _is_same(source, _source(*other, key)):
                first, second = elsewhere(file.path, group.saves[0].call.lineno), other[1].saves[0].call.lineno
                raise RefusedError(f"{first} and {elsewhere(other[0].path, second)} save different models")
        made = sides.placed(load, key, source)
        edits += made.edits
        notes += made.notes
        if made.anew:
            notes.append("making the model anew draws random numbers")
    return Conversion(tuple(dict.fromkeys(edits)), notes=tuple(dict.fromkeys(notes)))


def _source(file: File, group: Group, key: str | None) -> Source:
    """How the model was made that another file saves."""
    sides = file.get(Sides)
    try:
        if key not in sides.keys(group.saves, ()):
            raise RefusedError(f"line {at(group.saves[0].call.lineno)} saves other things")
        source = sides.source(group.saves, key)
    except RefusedError as refused:
        raise RefusedError(abroad(refused.reason, file.path)) from None
    told = tuple(replace(change, text=change.text, path=file.path) for change in source.changes)
    call = source.origin.call
    if call is None:
        lines = " and ".join(str(made.lineno) for made in source.origin.calls)
        raise RefusedError(f"the model may be made on {file.path} lines {lines}, which is for the file to say")
    doubt = sides.conversions.rebuild.doubt(call)
    if doubt:
        raise RefusedError(abroad(doubt, file.path))
    meaning = Meanings(file, file.get(Variables)).of(call)
    where = constructor(file.path, call)
    carried = Carried(file.path, where, meaning, sides.conversions.rebuild.is_pure)
    return replace(source, changes=told, carried=carried)


def _is_same(one: Source, other: Source) -> bool:
    assert one.carried is not None and other.carried is not None
    key = one.carried.call.key
    return key != "" and key == other.carried.call.key and one.moved == other.moved and one.training == other.training


def _groups_of(file: File, side: Side) -> list[Group]:
    sides = file.get(Sides)
    return [
        group
        for group in sides.groups.all
        if any(_key(sides, save.call, save.path, is_save=True) == side.key for save in group.saves)
    ]


def _free_loads(sides: Sides) -> list[Loaded]:
    """The loads of what no save of the same file writes."""
    grouped = {load.call for group in sides.groups.all for load in (*group.loads, *group.perhaps)}
    return [load for load in sides.groups.loads if load.call not in grouped]


def _is_read_as(group: Group, load: Loaded, sides: Sides) -> bool:
    """Is a load used as one of such a file is, or can it be, where it names a file?"""
    if load.places and all(place.shape is Shape.FED for place in load.places) and not load.entries:
        return False
    save = group.saves[0]
    if save.content is Content.ENTRIES:
        keys = {entry.key for entry in save.entries if entry.content is Content.MODULE}
        return bool(load.models) or any(key in keys for key, _ in load.entries)
    is_handed_on = not load.entries and bool(sides.groups.labels(load.call) or _is_passed(load))
    return load.is_model or load.by_name or load.unpacks_model or is_handed_on


def _is_passed(load: Loaded) -> bool:
    """Is the content returned, with a path that the callers give?"""
    return any(place.shape is Shape.RETURNED for place in load.places)


def _key(sides: Sides, call: ast.Call, path: ast.expr, *, is_save: bool) -> str:
    """What tells a save or load from the others of a file, whatever becomes of its line."""
    function = sides.tree.function(call)
    name = getattr(function, "name", "")
    return f"{'save' if is_save else 'load'} {ast.unparse(path)} in {name}"


def _names(text: str, labels: Iterable[str]) -> bool:
    """Does a text hold all that is known of one of these file names?"""
    known = ([part for part in label.split("{}") if part] for label in labels if has_stem(label))
    return any(parts and all(part in text for part in parts) for parts in known)


def _may_be_in_one_folder(one: FileName, other: FileName) -> bool:
    """Two known paths: are they one, where the programs are started in different folders?"""
    if not one.is_known or not other.is_known:
        return True
    first, second = (_folders("".join(map(str, name.parts))) for name in (one, other))
    length = min(len(first), len(second))
    return first[len(first) - length :] == second[len(second) - length :]


def _folders(path: str) -> list[str]:
    return [part for part in path.split("/")[:-1] if part not in ("", ".", "..")]
