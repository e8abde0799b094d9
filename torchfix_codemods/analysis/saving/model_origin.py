"""How a model was made: the constructor call, what it was wrapped in, where it was moved, what was changed in it since.

A whole model in a file carries all of that. Who saves a state_dict must be able to do it again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.saving.saved import Kinds, is_loaded
from torchfix_codemods.analysis.syntax.assignments import Assignment
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.functions import returned
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import MODULE_SAME, WRAPPERS
from torchfix_codemods.analysis.values.file_names import given_to
from torchfix_codemods.analysis.values.variables import Variables

MOVES = frozenset({"to", "cuda", "cpu", "xpu", "npu", "ipu"})
_FORMATS = frozenset({"half", "double", "bfloat16", "type"})
_COPIES = frozenset({"copy.deepcopy", "copy.copy"})
_DEEPEST = 8
_MOST = 300  # steps back; who assigns a model in more ways than that has no simple answer


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a model comes from.

    `calls` are the constructor calls that may have made it, `wrapper` the attribute that leads to it (`module`,
    `_orig_mod`; empty without a wrapper), `wrappers` those of all ways by which it may come. `reason` says why this is
    no answer, `variables` are the names and attributes by which the program held it on the way.
    """

    calls: tuple[ast.Call, ...] = ()
    wrapper: str = ""
    wrappers: frozenset[str] = frozenset()
    moved: bool = False
    variables: tuple[ast.expr | ast.arg, ...] = ()
    evidence: Evidence | None = None
    reason: str = ""

    @property
    def call(self) -> ast.Call | None:
        return self.calls[0] if len(self.calls) == 1 and not self.reason else None


@dataclass
class _Trail:
    """What was met on one way back."""

    wrapper: str = ""
    moved: bool = False
    variables: tuple[ast.expr | ast.arg, ...] = ()
    seen: frozenset[ast.AST] = field(default_factory=frozenset)


class Origins:
    """Answers for one file. `kind` tells what an expression is."""

    def __init__(self, tree: Tree, kind: Kinds, variables: Variables) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self._left = _MOST

    def of(self, node: ast.expr) -> Origin:
        """The origin of the model that an expression stands for."""
        self._left = _MOST
        ways = list(self._ways(node, _Trail(), _DEEPEST))
        if not ways:
            return Origin(wrappers=frozenset({""}), reason="where the model comes from cannot be seen")
        wrappers = frozenset(way.wrapper for way in ways)
        variables = tuple(dict.fromkeys(v for way in ways for v in way.variables))
        broken = next((way for way in ways if way.reason), None)
        if broken is not None:
            return replace(broken, wrappers=wrappers, variables=variables)
        calls = tuple(dict.fromkeys(call for way in ways for call in way.calls))
        together = replace(
            ways[0],
            calls=calls,
            wrappers=wrappers,
            moved=any(way.moved for way in ways),
            variables=variables,
        )
        if len(wrappers) > 1:
            line = max(call.lineno for call in self._wrapping(together))
            reason = f"line {at(line)} wraps it on some ways only"
            return replace(together, reason=reason, evidence=Evidence(line, "wraps it"))
        return together

    def _wrapping(self, origin: Origin) -> list[ast.Call]:
        """The calls that wrap one of the origin's variables."""
        held = {_key(variable) for variable in origin.variables}
        found = [
            call
            for call in self.tree.nodes(ast.Call)
            if self._wrapper_of(call) and call.args and _key(call.args[0]) in held
        ]
        return found or list(origin.calls)

    # ---- the ways back

    def _ways(self, node: ast.expr, trail: _Trail, depth: int) -> Iterator[Origin]:
        self._left -= 1
        if self._left < 0:
            yield self._end(trail, node, "there are too many ways in which it may be made")
            return
        if depth == 0 or node in trail.seen:
            return
        trail = replace(trail, seen=trail.seen | {node})
        if not isinstance(node, (ast.Name, ast.Attribute)) and is_loaded(self.tree, node):
            return  # another way to the same variable, which holds what was saved
        if isinstance(node, ast.Call):
            yield from self._of_call(node, trail, depth - 1)
        elif isinstance(node, ast.Name):
            yield from self._of_name(node, trail, depth - 1)
        elif isinstance(node, ast.Attribute) and node.attr in ("module", "_orig_mod"):
            for way in self._ways(node.value, trail, depth - 1):
                inside = way.wrapper == node.attr
                yield replace(way, wrapper="") if inside else replace(way, reason="what `.module` is cannot be seen")
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node, trail, depth - 1)
        elif isinstance(node, ast.IfExp):
            yield from self._ways(node.body, trail, depth - 1)
            yield from self._ways(node.orelse, trail, depth - 1)
        else:
            yield self._end(trail, node, "where the model comes from cannot be seen")

    def _of_call(self, call: ast.Call, trail: _Trail, depth: int) -> Iterator[Origin]:
        func = call.func
        if isinstance(func, ast.Attribute) and func.attr in MODULE_SAME and self.tree.qualified_name(func) is None:
            if func.attr in _FORMATS:
                yield self._end(trail, call, f"line {at(call.lineno)} changes its number format")
                return
            yield from self._ways(func.value, replace(trail, moved=trail.moved or func.attr in MOVES - {"cpu"}), depth)
            return
        wrapper = self._wrapper_of(call)
        if wrapper and call.args:
            if trail.wrapper:
                yield self._end(trail, call, f"line {at(call.lineno)} wraps it a second time")
                return
            yield from self._ways(call.args[0], replace(trail, wrapper=wrapper), depth)
            return
        name = self.tree.qualified_name(func) or ""
        if name in _COPIES and call.args:
            yield from self._ways(call.args[0], trail, depth)
            return
        held = {_key(variable) for variable in trail.variables}
        is_given_it = any(dotted(part) in held or self.kind(part).is_module for part in call.args)
        if is_given_it and not callee_name(call)[:1].isupper():
            yield from self._given_back(call, trail, depth)
            return
        made = Evidence(call.lineno, "it is made here")
        yield Origin((call,), trail.wrapper, moved=trail.moved, variables=trail.variables, evidence=made)

    def _given_back(self, call: ast.Call, trail: _Trail, depth: int) -> Iterator[Origin]:
        """What a function returns that is given a model."""
        bindings = self.tree.bindings(call.func) if isinstance(call.func, ast.Name) else []
        values = returned(self.tree, bindings[0].node) if len(bindings) == 1 else []
        if not values:
            reason = f"what `{callee_name(call)}(..)` on line {at(call.lineno)} makes of the model is not in sight"
            yield self._end(trail, call, reason)
        for value in values:
            yield from self._ways(value, trail, depth)

    def _wrapper_of(self, call: ast.Call) -> str:
        """The attribute that leads through a wrapper to the model; empty for a call that wraps nothing."""
        name = self.tree.qualified_name(call.func) or dotted(call.func) or ""
        if name == "torch.compile":
            return "_orig_mod"
        return "module" if name.rsplit(".", 1)[-1] in WRAPPERS else ""

    def _of_name(self, name: ast.Name, trail: _Trail, depth: int) -> Iterator[Origin]:
        trail = replace(trail, variables=(*trail.variables, name))
        reaching = self.variables.reaching(name)
        for binding in reaching:
            if isinstance(binding.node, ast.arg):
                yield from self._of_parameter(binding.node, trail, depth)
            elif binding.value is not None:
                yield from self._ways(binding.value, trail, depth)
            else:
                yield self._end(trail, name, f"what line {at(binding.line)} gives it cannot be seen")
        if not reaching:
            yield self._end(trail, name, "where the model comes from cannot be seen")

    def _of_parameter(self, parameter: ast.arg, trail: _Trail, depth: int) -> Iterator[Origin]:
        trail = replace(trail, variables=(*trail.variables, parameter))
        given = given_to(self.tree, self.variables, parameter)
        if not given or None in given:
            yield self._end(
                trail, parameter, f"the callers of this function, which pass `{parameter.arg}`, are not in sight"
            )
            return
        for value in given:
            if value is not None:
                yield from self._ways(value, trail, depth)

    def _of_attribute(self, node: ast.Attribute, trail: _Trail, depth: int) -> Iterator[Origin]:
        trail = replace(trail, variables=(*trail.variables, node))
        text = dotted(node)
        owner = self.tree.enclosing(node, ast.ClassDef)
        if text is None or not text.startswith("self.") or owner is None:
            yield self._end(trail, node, "where the model comes from cannot be seen")
            return
        parts = self.tree.assigned.to(text, owner)
        for part in self._seen_from(node, parts):
            yield from self._ways(part.source, trail, depth)
        if not parts:
            yield self._end(trail, node, f"where `{text}` comes from cannot be seen")

    def _seen_from(self, read: ast.AST, parts: list[Assignment]) -> list[Assignment]:
        """The assignments to an attribute that a read can see: in one block, only the last one before it."""
        blocks: dict[int, list[Assignment]] = {}
        for part in parts:
            blocks.setdefault(id(self.tree.block(self.tree.statement(part.node))[0]), []).append(part)
        for block in blocks.values():
            inside = next((part for part in block if self.tree.within(read, part.node)), None)
            before = block[: block.index(inside)] if inside is not None else []
            if before:
                return before[-1:]
        return [block[-1] for block in blocks.values() if not self.tree.within(read, block[-1].node)]

    def _end(self, trail: _Trail, node: ast.expr | ast.arg, reason: str) -> Origin:
        evidence = Evidence(node.lineno, reason)
        return Origin((), trail.wrapper, moved=trail.moved, variables=trail.variables, evidence=evidence, reason=reason)


def _key(variable: ast.expr | ast.arg) -> str:
    return variable.arg if isinstance(variable, ast.arg) else dotted(variable) or ""
