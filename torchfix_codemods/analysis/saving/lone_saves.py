"""Saves of whole models that nothing in the run loads: what they become, and what is left to whoever loads the file."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.saving.model_changes import Change, Changes, set_outside_constructor
from torchfix_codemods.analysis.saving.model_conversion import Conversion
from torchfix_codemods.analysis.saving.model_origin import Origin, Origins
from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import AttributeToCall, Edit, Replace, target

LONE = frozenset({Content.METHOD, Content.OPTIMIZER, Content.SEQUENCE})  # besides what makes a group
_WHOLE = frozenset({Content.MODULE, Content.METHOD, Content.OPTIMIZER})
_NESTED = frozenset({Content.ENTRIES, Content.SEQUENCE, Content.SCRIPTED})
_BY_ITS_NAME = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_NO_MODEL = Origin(wrappers=frozenset({""}))
_LOOKS = frozenset({"print", "len", "type", "save"})
_MOST = 60


class LoneSaves:
    """Answers for one file."""

    def __init__(self, tree: Tree, variables: Variables, origins: Origins, changes: Changes) -> None:
        self.tree = tree
        self.variables = variables
        self.origins = origins
        self.changes = changes

    def of(self, save: Saved) -> Conversion:
        """The edits of one save, and as notes what its readers have to know; or why it stays."""
        parts = _parts(save)
        nested = next((entry for entry in save.entries if entry.content in _NESTED), None)
        if nested is not None:
            return Conversion(reason=f"line {at(nested.node.lineno)} saves {nested.content.value} with it")
        use = self.other_use(save, {key for key, _, _ in parts})
        if use is not None:
            return Conversion(reason=f"line {at(use.lineno)} takes what is saved for something else, too")
        edits: list[Edit] = []
        notes: list[str] = []
        made: ast.Call | None = None
        for number, (_, node, content) in enumerate(parts):
            model = node.value if isinstance(node, ast.Attribute) and content is Content.METHOD else node
            origin = self.origins.of(model) if content is not Content.OPTIMIZER else _NO_MODEL
            changes = self.changes.of(origin, save.call) if content is Content.MODULE else []
            lost = next((change for change in changes if change.for_good), None)
            if lost is not None:
                return Conversion(reason=f"{lost.reason}: a state_dict does not hold it")
            if len(origin.wrappers) > 2 or (len(origin.wrappers) == 2 and "" not in origin.wrappers):
                return Conversion(reason=origin.reason)
            edits.append(self._edit(node, content, origin))
            notes += self._notes(origin, changes)
            made = origin.call if number == 0 else made
        return Conversion(
            tuple(dict.fromkeys(edits)), notes=(_for_readers(save, parts[0], made), *dict.fromkeys(notes))
        )

    def _edit(self, node: ast.expr, content: Content, origin: Origin) -> Edit:
        wrapper = max(origin.wrappers)
        if content is Content.METHOD and isinstance(node, ast.Attribute):
            if wrapper == "" or len(origin.wrappers) > 1:
                return AttributeToCall(target(node), "state_dict")
            return Replace(target(node), f"{self._text(node.value)}.{wrapper}.state_dict()")
        if len(origin.wrappers) == 1:
            return self.saving(node, wrapper)
        text = self._text(node)
        return Replace(target(node), f'getattr({text}, "{wrapper}", {text}).state_dict()')

    def saving(self, node: ast.expr, wrapper: str) -> Edit:
        """`net` becomes `net.state_dict()`, or `net.module.state_dict()`."""
        inner = f".{wrapper}" if wrapper else ""
        return Replace(target(node), f"{self._text(node)}{inner}.state_dict()")

    def _text(self, node: ast.expr) -> str:
        """The source on one line, as it stands before a dot."""
        text = " ".join(self.tree.source(node).split())
        return text if isinstance(node, _BY_ITS_NAME) else f"({text})"

    def _notes(self, origin: Origin, changes: list[Change]) -> Iterator[str]:
        """What else readers have to know."""
        if origin.reason and origin.wrappers == {""}:
            yield "whether it is wrapped cannot be seen: the keys of a DataParallel begin with `module.`"
        for change in changes[:2]:
            yield f"{change.reason}: a new model needs that too"
        owner = self.changes.class_of(origin.call) if origin.call is not None else None
        for store in set_outside_constructor(owner)[:1] if owner is not None else ():
            yield f"`{dotted(store)}` (line {at(store.lineno)}) is not in a state_dict"

    # ---- who else has the saved container

    def other_use(self, save: Saved, keys: set[str]) -> ast.expr | None:
        """Where the program takes one of these entries out of the saved dictionary or list, or hands it on."""
        if save.content not in (Content.ENTRIES, Content.SEQUENCE):
            return None
        seen: set[ast.expr] = set()
        todo: list[ast.expr] = [save.node]
        while todo and len(seen) < _MOST:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            further = self._further(node, keys)
            if further is None:
                return node
            todo += further
        return todo[0] if todo else None

    def _further(self, node: ast.expr, keys: set[str]) -> list[ast.expr] | None:
        """The reads of the variables that get the container here; None where somebody else may get at its entries."""
        parent = self.tree.parents[node]
        if targets := self.tree.assigned.targets(node):
            if not all(isinstance(goal, ast.Name) for goal in targets):
                return None
            return [read for goal in targets if isinstance(goal, ast.Name) for read in self.variables.reads(goal)]
        if isinstance(parent, ast.Subscript) and parent.value is node:
            is_key = isinstance(parent.slice, ast.Constant) and str(parent.slice.value) not in keys
            return [] if is_key or not isinstance(parent.ctx, ast.Load) else None
        call = self.tree.parents[parent] if isinstance(parent, ast.keyword) else parent
        if not isinstance(call, ast.Call) or call.func is node:
            return None
        place = parent.arg or "" if isinstance(parent, ast.keyword) else call.args.index(node)
        parameter = self.variables.parameter(call, place)
        if parameter is not None:
            return list(self.variables.reads(parameter))
        return [] if callee_name(call) in _LOOKS else None


def _for_readers(save: Saved, part: tuple[str, ast.expr, Content], made: ast.Call | None) -> str:
    """What is left to whoever loads it, as a clause."""
    key, _, content = part
    if content is Content.OPTIMIZER:
        first, name = "makes the optimizer after the model", "optimizer"
    else:
        as_here = f", as line {at(made.lineno)} does," if made is not None else ""
        first, name = f"makes the model first{as_here}", "model"
    entry = {Content.ENTRIES: f"[{key!r}]", Content.SEQUENCE: f"[{key}]"}.get(save.content, "")
    fill = f"`{name}.load_state_dict(torch.load(..){entry})`"
    return f"no file of this run loads it; whoever does {first} and fills it by {fill}"


def _parts(save: Saved) -> list[tuple[str, ast.expr, Content]]:
    """What becomes a state_dict: the key in the saved dictionary or list, the expression, what it is."""
    if save.content in (Content.ENTRIES, Content.SEQUENCE):
        return [(entry.key, entry.node, entry.content) for entry in save.entries if entry.content in _WHOLE]
    return [("", save.node, save.content)]
