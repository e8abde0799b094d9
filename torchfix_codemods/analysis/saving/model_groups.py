"""Which saves of whole models and which loads have to do with the same files, and why such a group has to stay."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.saving.model_loads import Loaded, loads
from torchfix_codemods.analysis.saving.readers import Readers
from torchfix_codemods.analysis.saving.saved import Content, Saved, saves
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import runs_before
from torchfix_codemods.analysis.syntax.tree import Tree, dotted
from torchfix_codemods.analysis.values.file_names import FileName, FileNames, Same
from torchfix_codemods.analysis.values.variables import Variables

WHOLE = frozenset({Content.MODULE, Content.ENTRIES})
# Who says that one side is to stay as it is keeps the other side too.
_KEPT = re.compile(r"#.*(?:noqa(?!:)|TFC50[23]|whole-model)", re.IGNORECASE)


@dataclass
class Group:
    """Saves and loads of one file name, or of one series of them.

    `perhaps` are loads from a path that is not known to be another one, `others` saves of something else under the
    same name.
    """

    saves: list[Saved]
    loads: list[Loaded] = field(default_factory=list)
    perhaps: list[Loaded] = field(default_factory=list)
    others: list[Saved] = field(default_factory=list)


class Groups:
    """The saves and loads of one file."""

    def __init__(self, file: File, variables: Variables) -> None:
        self.file = file
        self.tree: Tree = file.tree
        self.saves = saves(self.tree, file.kind, variables)
        self.loads = loads(self.tree, file.kind, variables)
        self.files = FileNames(self.tree, variables)
        self.readers = Readers(file)
        self.names: dict[ast.Call, FileName] = {
            **{save.call: self.files.of(save.path) for save in self.saves},
            **{load.call: self.files.of(load.path) for load in self.loads},
        }
        self.all = list(self._grouped())

    def same(self, one: ast.Call, other: ast.Call) -> Same:
        """Do two calls name the same file?"""
        self.tree.budget.spend()
        return self.names[one].same_as(self.names[other])

    def in_memory(self, call: ast.Call) -> bool:
        """Does the call write or read something that no other program can get?"""
        return self.names[call].in_memory

    # ---- groups

    def _grouped(self) -> Iterator[Group]:
        left = [s for s in self.saves if s.content in WHOLE and not self.in_memory(s.call)]
        while left:
            group = Group([left.pop(0)])
            for save in list(left):
                one_thing = save.node is group.saves[0].node  # a dictionary that is written to several files
                if one_thing or any(self.same(save.call, one.call) is Same.YES for one in group.saves):
                    left.remove(save)
                    group.saves.append(save)
            for load in self.loads:
                ways = {self._feeds(save, load) for save in group.saves}
                if Same.YES in ways:
                    group.loads.append(load)
                elif Same.MAYBE in ways and load.may_be_whole:
                    group.perhaps.append(load)
            group.others = [
                save
                for save in self.saves
                if save not in group.saves and any(self.same(save.call, one.call) is Same.YES for one in group.saves)
            ]
            yield group

    def _feeds(self, save: Saved, load: Loaded) -> Same:
        """Does the load read what the save wrote?"""
        same = self.same(load.call, save.call)
        return Same.YES if same is Same.MAYBE and self._are_counterparts(save, load) else same

    def _are_counterparts(self, save: Saved, load: Loaded) -> bool:
        """Are they `save(self, path)` and `load(self, path)` of one class, about the same attribute?"""
        goal = load.places[0].target if len(load.places) == 1 else None
        text = dotted(self._aliased(save.node))
        if goal is None or text is None or not text.startswith("self.") or dotted(goal) != text:
            return False
        if self.tree.enclosing(save.call, ast.ClassDef) is not self.tree.enclosing(load.call, ast.ClassDef):
            return False
        return ast.dump(save.path) == ast.dump(load.path) and all(
            isinstance(binding.node, ast.arg)
            for path in (save.path, load.path)
            for name in ast.walk(path)
            if isinstance(name, ast.Name)
            for binding in self.tree.bindings(name)
        )

    def _aliased(self, node: ast.expr) -> ast.expr:
        """What a variable that is bound once to a name or an attribute stands for; anything else as it is."""
        bindings = self.tree.bindings(node) if isinstance(node, ast.Name) else []
        value = bindings[0].value if len(bindings) == 1 else None
        return value if isinstance(value, ast.Attribute) else node

    # ---- why a group stays

    def doubt(self, group: Group, besides: frozenset[str] = frozenset()) -> str:
        """Why the group has to stay as it is, by where it is saved and loaded; empty if nothing speaks against it.

        `besides` are other files that load it and are rewritten too.
        """
        for call in (*(save.call for save in group.saves), *(load.call for load in group.loads)):
            if self.is_kept(call):
                return f"line {at(call.lineno)} is to stay as it is, and one side does not go without the other"
        if group.others:
            return f"line {at(group.others[0].call.lineno)} saves something else under the same name"
        elsewhere = next(filter(None, (self.read_elsewhere(save, besides) for save in group.saves)), "")
        if elsewhere:
            return f"{elsewhere}: it has to change too"
        if group.perhaps:
            too = " too" if group.loads else ""
            return f"line {at(group.perhaps[0].call.lineno)} may load it{too}, from a path that cannot be told"
        if not group.loads:
            return next(filter(None, (self.doubt_unread(save, besides) for save in group.saves)), "")
        for save in group.saves:
            if self._is_called_elsewhere(save):
                return f"other files of this run may call the function of line {at(save.call.lineno)} with other models"
        for other_group in self.all:
            shared = next((load for load in group.loads if load in other_group.loads), None)
            if other_group is not group and shared is not None:
                saved = at(other_group.saves[0].call.lineno)
                return f"line {at(shared.call.lineno)} may load what line {saved} saves, too"
        return next(filter(None, (self._doubt_about_order(load, group) for load in group.loads)), "")

    def _is_called_elsewhere(self, save: Saved) -> bool:
        """Is it a function of a module that others import, and do its callers say what is saved where?"""
        function = self.tree.function(save.call)
        if function is None or not self.file.project.is_imported(self.file.path) or self.tree.class_of(function):
            return False
        names = [name for part in (save.path, save.what) for name in ast.walk(part) if isinstance(name, ast.Name)]
        return any(binding.statement is function for name in names for binding in self.tree.bindings(name))

    def is_kept(self, call: ast.Call) -> bool:
        """Does a comment say that the call is to stay as it is?"""
        first, last = self.tree.statement(call).lineno, call.end_lineno or call.lineno
        return any(_KEPT.search(self.tree.line(line)) for line in range(min(first, call.lineno), last + 1))

    def doubt_unread(self, save: Saved, besides: frozenset[str] = frozenset()) -> str:
        """What may load a file that is not seen to be loaded; empty if nothing does."""
        for load in self.loads:
            if load.is_open and self._feeds(save, load) is not Same.NO:
                return f"line {at(load.call.lineno)} may load it, from a path that cannot be told"
        elsewhere = self.read_elsewhere(save, besides)
        return f"{elsewhere}: it has to change too" if elsewhere else ""

    def read_elsewhere(self, save: Saved, besides: frozenset[str] = frozenset()) -> str:
        """What another file of the run does that may load a whole model from the saved file; empty if none does."""
        return self.readers.of(self.labels(save.call), besides)

    def labels(self, call: ast.Call) -> set[str]:
        """The last part of the path of a save or a load, as far as it is known."""
        return self.files.labels(self.names[call])

    def _doubt_about_order(self, load: Loaded, group: Group) -> str:
        """A load that comes first on every way reads what another program wrote."""
        statement: ast.stmt = self.tree.statement(load.call)
        while isinstance(holder := self.tree.parents[statement], (ast.With, ast.AsyncWith)):
            statement = holder
        if not all(runs_before(self.tree, statement, run) for save in group.saves for run in self._run_at(save)):
            return ""
        line = group.saves[0].call.lineno
        return f"line {at(load.call.lineno)} loads it before line {at(line)} saves it, so another program wrote it"

    def _run_at(self, save: Saved) -> list[ast.AST]:
        """Where a save is run from: itself, or the calls of its function."""
        function = self.tree.function(save.call)
        if function is None:
            return [save.call]
        calls: list[ast.AST] = [
            call
            for call in self.tree.nodes(ast.Call)
            if isinstance(call.func, ast.Name) and call.func.id == function.name and self.tree.function(call) is None
        ]
        return calls or [save.call]
