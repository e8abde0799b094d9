"""What `torch.save` writes: a whole module, a container that holds one, an optimizer, or what it should be, tensors."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred, Kind
from torchfix_codemods.analysis.syntax.tree import Binding, Tree, callee_name, has_star_arguments, keyword
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME
from torchfix_codemods.analysis.values.file_names import given_to
from torchfix_codemods.analysis.values.variables import Variables

Kinds: TypeAlias = Callable[[ast.expr], Inferred]

_SAVERS = frozenset({"torch.save", "torch.serialization.save"})
_MODEL_NAME = re.compile(r"(?:^|_)(?:model|net|network)$", re.IGNORECASE)
_SCRIPTING = ("torch.jit.",)
_DEEPEST = 6
_MOST = 300  # steps back


class Content(Enum):
    """What is saved."""

    MODULE = "a whole model"
    METHOD = "the method that gives a state_dict"  # `net.state_dict` without the call
    ENTRIES = "a dictionary that holds whole models"
    SEQUENCE = "a list that holds whole models"
    OPTIMIZER = "a whole optimizer"
    SCRIPTED = "a scripted model"
    NAMED = "a model by its name only"
    MISNAMED = "no model, but called one"
    WEIGHTS = "a state_dict"
    OTHER = "something else"


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a saved dictionary: its key, the expression, and what it is."""

    key: str
    node: ast.expr
    content: Content
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Saved:
    """One call. `what` is its argument, `node` the expression that stands for the content: that, or where it is made.

    `entries` are those of a dictionary or a list that are known, `complete` says that there are no others.
    """

    call: ast.Call
    path: ast.expr
    what: ast.expr
    node: ast.expr
    content: Content
    evidence: Evidence | None = None
    entries: tuple[Entry, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Found:
    node: ast.expr
    content: Content
    evidence: Evidence | None = None
    entries: tuple[Entry, ...] = field(default=())
    complete: bool = True


def saves(tree: Tree, kind: Kinds, variables: Variables) -> list[Saved]:
    """The calls of torch.save with known arguments, in source order."""
    found: list[Saved] = []
    contents = Contents(tree, kind, variables)
    for call in tree.nodes(ast.Call):
        if callee_name(call) != "save" and not isinstance(call.func, ast.Name):
            continue
        if tree.qualified_name(call.func) not in _SAVERS or has_star_arguments(call):
            continue
        what = call.args[0] if call.args else _argument(call, "obj")
        path = call.args[1] if len(call.args) > 1 else _argument(call, "f")
        if what is not None and path is not None:
            is_ = contents.of(what)
            found.append(Saved(call, path, what, is_.node, is_.content, is_.evidence, is_.entries, is_.complete))
    return found


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    named = keyword(call, name)
    return named.value if named is not None else None


def has_model_name(node: ast.expr) -> bool:
    """Is it called what models are called: `model`, `self.best_net`?"""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return _MODEL_NAME.search(name) is not None


def is_loaded(tree: Tree, node: ast.expr) -> bool:
    """Is it what torch.load gives, an entry of it, or that after some calls?"""
    is_entry = False
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        if isinstance(node, ast.Call):
            if tree.qualified_name(node.func) == "torch.load":
                return True
            is_entry = is_entry or callee_name(node) in ("get", "pop")
            node = node.func
        else:
            is_entry = is_entry or isinstance(node, ast.Subscript)
            node = node.value
    if not is_entry or not isinstance(node, ast.Name):
        return False
    values = [binding.value for binding in tree.bindings(node)]
    return any(isinstance(v, ast.Call) and tree.qualified_name(v.func) == "torch.load" for v in values)


class Contents:
    """Says what expressions are, for saving."""

    def __init__(self, tree: Tree, kind: Kinds, variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self._left = _MOST

    def of(self, node: ast.expr) -> _Found:
        """What an expression that is saved holds, also where its variable was filled further up or by the callers."""
        self._left = _MOST
        return self._of(node, _DEEPEST)

    def _of(self, node: ast.expr, depth: int) -> _Found:
        content, evidence = self._plain(node)
        self._left -= 1
        if content is not Content.OTHER or depth == 0 or self._left < 0:
            return _Found(node, content, evidence)
        if isinstance(node, ast.Dict):
            return self._of_entries(node, list(_dict_items(node)), None in node.keys, depth)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
            items = [(k.arg, k.value) for k in node.keywords if k.arg]
            return self._of_entries(node, items, has_star_arguments(node) or bool(node.args), depth)
        if isinstance(node, (ast.List, ast.Tuple)):
            parts = [self._of(element, depth - 1) for element in node.elts]
            whole = next((p for p in parts if p.content in (Content.MODULE, Content.OPTIMIZER)), None)
            content = Content.SEQUENCE if whole else Content.OTHER
            entries = tuple(
                Entry(str(number), element, part.content, part.evidence)
                for number, (element, part) in enumerate(zip(node.elts, parts, strict=True))
            )
            return _Found(node, content, whole.evidence if whole else None, entries)
        if isinstance(node, ast.Name):
            return self._of_name(node, depth - 1)
        return _Found(node, Content.OTHER)

    def _plain(self, node: ast.expr) -> tuple[Content, Evidence | None]:
        """What the kind of an expression says."""
        if isinstance(node, ast.Call) and callee_name(node) == "state_dict":
            return Content.WEIGHTS, Evidence(node.lineno, "it is a state_dict")
        if isinstance(node, ast.Attribute) and node.attr == "state_dict" and self.kind(node.value).is_module:
            return Content.METHOD, self.kind(node.value).evidence
        found = self.kind(node)
        if found.certainty is not Certainty.EVIDENCE:
            return Content.OTHER, None
        if found.kind is Kind.MODULE:
            scripted = (found.qualified or "").startswith(_SCRIPTING)
            return (Content.SCRIPTED if scripted else Content.MODULE), found.evidence
        return (Content.OPTIMIZER if found.kind is Kind.OPTIMIZER else Content.OTHER), found.evidence

    # ---- dictionaries

    def _of_entries(self, node: ast.expr, items: list[tuple[str, ast.expr]], unknown: bool, depth: int) -> _Found:
        entries: list[Entry] = []
        for key, value in items:
            content, evidence = self._plain(value)
            if content is Content.OTHER and isinstance(value, (ast.Dict, ast.List, ast.Tuple, ast.Name)):
                inner = self._of(value, depth - 1)
                content, evidence = inner.content, inner.evidence
                if inner.node is not value and content is Content.MODULE:
                    content = Content.OTHER
            entries.append(Entry(key, value, content, evidence))
        whole = next((e for e in entries if e.content in _WHOLE), None)
        named = next((e for e in entries if e.content is Content.NAMED), None)
        if whole is None and named is not None:
            return _Found(node, Content.NAMED, named.evidence, tuple(entries), not unknown)
        content = Content.OTHER if whole is None else Content.ENTRIES
        return _Found(node, content, whole.evidence if whole else None, tuple(entries), not unknown)

    # ---- variables

    def _of_name(self, name: ast.Name, depth: int) -> _Found:
        reaching = self.variables.reaching(name)
        if len(reaching) != 1:
            return self._of_several(name, reaching)
        binding = reaching[0]
        if isinstance(binding.node, ast.arg):
            return self._of_parameter(name, binding.node, depth)
        value = binding.value
        if value is None or self.tree.within(name, binding.statement):
            return self._by_name(name)
        if isinstance(value, ast.Call) and self.tree.qualified_name(value.func) == "torch.load":
            return self._of_loaded(name, value)
        found = self._of(value, depth)
        added = list(self._added(name, binding))
        if added and isinstance(found.node, (ast.Dict, ast.Call)):
            items = [*((entry.key, entry.node) for entry in found.entries), *added]
            return self._of_entries(found.node, items, not found.complete, depth)
        if found.content is Content.OTHER and found.node is value and not isinstance(value, (ast.Dict, ast.List)):
            return self._by_name(name) if self.kind(name).kind is Kind.UNKNOWN else _Found(name, Content.OTHER)
        # A module is saved by the name that it has at the call.
        return _Found(name, found.content, found.evidence) if found.content is Content.MODULE else found

    def _of_several(self, name: ast.Name, reaching: list[Binding]) -> _Found:
        """A variable that is a module on every way that does not load it."""
        values = [binding.value for binding in reaching]
        made = [
            value
            for value in values
            if value is not None and not is_loaded(self.tree, value) and not _is_itself(value, name.id)
        ]
        if made and None not in values and all(self.kind(value).is_module for value in made):
            return _Found(name, Content.MODULE, self.kind(made[0]).evidence)
        return self._by_name(name)

    def _added(self, name: ast.Name, binding: Binding) -> Iterator[tuple[str, ast.expr]]:
        """What `state["key"] = value` puts into a dictionary."""
        assert isinstance(binding.node, ast.Name)
        for read in self.variables.reads(binding.node):
            place = self.tree.parents[read]
            if not isinstance(place, ast.Subscript) or not isinstance(place.ctx, ast.Store) or place.value is not read:
                continue
            part = self.tree.assigned.at(place)
            if part is not None and part.value is not None and isinstance(place.slice, ast.Constant):
                yield str(place.slice.value), part.value

    def _of_parameter(self, name: ast.Name, parameter: ast.arg, depth: int) -> _Found:
        """What the callers pass, if they all pass the same sort of thing."""
        given = given_to(self.tree, self.variables, parameter)
        found = [self._of(value, depth) for value in given if value is not None]
        if not found or len(found) != len(given):
            return self._by_name(name)
        first = found[0]
        if any(one.content is not first.content for one in found):
            return self._by_name(name)
        if first.content is Content.WEIGHTS and has_model_name(name):
            line = first.node.lineno
            return _Found(name, Content.MISNAMED, Evidence(line, "passes a state_dict"))
        if first.content is Content.ENTRIES and len(found) == 1:
            return first
        return _Found(name, first.content, first.evidence)

    def _of_loaded(self, name: ast.Name, load: ast.Call) -> _Found:
        """A file's content that is saved again."""
        if has_model_name(name):
            for node in self.tree.nodes(ast.Subscript):
                held = node.value
                if isinstance(held, ast.Name) and held.id == name.id and self.tree.scope(held) is self.tree.scope(name):
                    return _Found(name, Content.MISNAMED, Evidence(node.lineno, "takes it for a dictionary"))
        return _Found(name, Content.OTHER)

    def _by_name(self, name: ast.Name) -> _Found:
        found = self.kind(name)
        if found.kind in (Kind.UNKNOWN, Kind.MODULE) and has_model_name(name):
            return _Found(name, Content.NAMED, Evidence(name.lineno, "nothing in this file shows what it is"))
        return _Found(name, Content.OTHER)


def _is_itself(value: ast.expr, name: str) -> bool:
    """Is it the variable's own model, moved or in another mode: `net = net.cuda()`?"""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in MODULE_SAME:
        value = value.func.value
    return isinstance(value, ast.Name) and value.id == name


_WHOLE = (Content.MODULE, Content.OPTIMIZER, Content.METHOD, Content.SCRIPTED, Content.ENTRIES, Content.SEQUENCE)


def _dict_items(node: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            yield (str(key.value) if isinstance(key, ast.Constant) else "*"), value
