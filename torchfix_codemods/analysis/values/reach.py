"""Which reads of a variable see the value that it was given at a place, by their order in the text.

A read is hidden from a binding by another one that is certain to come between. Which binding is the last to hide a read
does not depend on the one that is asked about: it is found once for each read, so that a variable with many bindings
and many reads is not looked at pair by pair.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.geometry import ending, position
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Binding, Tree

Place: TypeAlias = tuple[int, int]
_NOWHERE = (-1, -1)  # before everything


class Reach:
    """One variable: its reads, in the order of the walk, and its bindings."""

    def __init__(self, tree: Tree, loads: list[ast.Name], bindings: list[Binding]) -> None:
        self.tree = tree
        self.loads = loads
        self.bindings = bindings
        self._hidden_by: dict[ast.Name, tuple[Place, ast.AST | None]] = {}

    def reads(self, start: ast.Name | ast.arg) -> list[ast.Name]:
        """The reads that can see the value bound at `start`."""
        home = home_of(self.tree, start)
        near = self._reads_in.get(home)
        if near is None:
            return list(self.loads)  # read at a time that nobody knows
        seen = {read for read in near.around(self.tree, start) if self._sees(start, read)}
        return self._with_others(seen, home)

    def reads_later(self, name: ast.Name) -> list[ast.Name]:
        """The reads that can happen after the variable was used at `name`, up to its next binding."""
        home = self.tree.function(name)
        near = self._reads_in.get(home)
        if near is None:
            return [read for read in self.loads if read is not name]
        seen = {r for r in near.around(self.tree, name) if r is not name and self._is_later(name, r)}
        return self._with_others(seen, home)

    def _with_others(self, seen: set[ast.Name], home: ast.AST | None) -> list[ast.Name]:
        """These reads with all of other functions than this one, in the order of the walk."""
        if len(self._reads_in) == 1:  # there are no others
            return sorted(seen, key=self._numbers.__getitem__)
        function = self.tree.function
        return [read for read in self.loads if read in seen or function(read) is not home]

    @cached_property
    def _numbers(self) -> dict[ast.Name, int]:
        return {read: number for number, read in enumerate(self.loads)}

    @remembered
    def reaching(self, read: ast.Name) -> list[Binding]:
        """The bindings whose value a read can see. Definitions and imports count as seen from everywhere."""
        home = self.tree.function(read)
        near = self._bound_in.get(home)
        if near is None:
            return list(self.bindings)
        low, high = self._hidden_from(read)[0], position(read)
        loop = outermost_loop(self.tree, read)
        if loop is not None:
            high = max(high, ending(loop))
        places, bindings = near
        seen: set[Binding] = set()
        for binding in bindings[bisect_left(places, low) : bisect_right(places, high)]:
            if isinstance(binding.node, (ast.Name, ast.arg)) and self._sees(binding.node, read):
                seen.add(binding)
        if len(bindings) == len(self.bindings) and len(seen) < 2:
            return list(seen)
        near_by = set(bindings)
        return [binding for binding in self.bindings if binding in seen or binding not in near_by]

    # ---- a place and a read of the same function

    def _sees(self, start: ast.Name | ast.arg, read: ast.Name) -> bool:
        last, hider = self._hidden_from(read)
        is_open = last < position(start) or hider is start
        if is_open and not _is_before(self.tree, read, start) and not _in_other_branch(self.tree, start, read):
            return True
        loop = _common_loop(self.tree, start, read)
        return loop is not None and last < position(loop)  # to the read in the next turn

    def _is_later(self, name: ast.Name, read: ast.Name) -> bool:
        if position(name) < position(read) and self._hidden_from(read)[0] > position(name):
            return False
        if _common_loop(self.tree, name, read) is not None:
            return True
        return not _is_before(self.tree, read, name) and not _in_other_branch(self.tree, name, read)

    def _hidden_from(self, read: ast.Name) -> tuple[Place, ast.AST | None]:
        """The last binding before the read that has certainly been run when the read is."""
        if read not in self._hidden_by:
            self._hidden_by[read] = self._last_hider(read)
        return self._hidden_by[read]

    def _last_hider(self, read: ast.Name) -> tuple[Place, ast.AST | None]:
        until = position(read)
        found: tuple[Place, ast.AST | None] = (_NOWHERE, None)
        hiders = self._hiders
        child: ast.AST | None = read if hiders else None
        while child is not None:
            if isinstance(child, ast.stmt) and (here := hiders.get(id(self.tree.block(child)[0]))) is not None:
                places, bindings = here
                for index in range(bisect_right(places, until) - 1, -1, -1):
                    if places[index] <= found[0]:
                        break
                    if not _is_own_value(self.tree, bindings[index].node, read):
                        found = places[index], bindings[index].node
                        break
            child = self.tree.parent(child)
        return found

    @cached_property
    def _hiders(self) -> dict[int, tuple[list[Place], list[Binding]]]:
        """Block -> the bindings, in order, that hide others from what comes after them in the block."""
        table: dict[int, tuple[list[Place], list[Binding]]] = {}
        for binding in sorted(self.bindings, key=_place):
            statement = binding.statement
            if not isinstance(statement, ast.stmt) or isinstance(binding.node, ast.arg):
                continue
            if isinstance(statement, ast.AugAssign) or self._may_be_skipped(binding):
                continue
            if isinstance(statement, (ast.For, ast.AsyncFor)):
                block = statement.body
            else:
                block = self.tree.block(statement)[0]
            places, bindings = table.setdefault(id(block), ([], []))
            places.append(_place(binding))
            bindings.append(binding)
        return table

    def _may_be_skipped(self, binding: Binding) -> bool:
        """Is it `(x := v)` within an expression, of which not all need be evaluated?"""
        holder = self.tree.parent(binding.node)
        return isinstance(holder, ast.NamedExpr) and not isinstance(self.tree.parent(holder), ast.Expr)

    @cached_property
    def _reads_in(self) -> dict[ast.AST | None, _Reads]:
        """The reads by the function that they are run in."""
        groups: dict[ast.AST | None, list[ast.Name]] = {}
        for read in self.loads:
            groups.setdefault(self.tree.function(read), []).append(read)
        return {home: _Reads(reads, self) for home, reads in groups.items()}

    @cached_property
    def _bound_in(self) -> dict[ast.AST | None, tuple[list[Place], list[Binding]]]:
        """The assignments and parameters, in order, by the function that they are run in."""
        groups: dict[ast.AST | None, tuple[list[Place], list[Binding]]] = {}
        for binding in sorted(self.bindings, key=_place):
            if isinstance(binding.node, (ast.Name, ast.arg)):
                places, bindings = groups.setdefault(home_of(self.tree, binding.node), ([], []))
                places.append(_place(binding))
                bindings.append(binding)
        return groups


class _Reads:
    """The reads of a variable in one function."""

    def __init__(self, reads: list[ast.Name], reach: Reach) -> None:
        self.reads = sorted(reads, key=position)
        self.places = [position(read) for read in self.reads]
        # For each read: the least place up to which it or a later one looks back.
        self.look_back: list[Place] = []
        least: Place | None = None
        for read in reversed(self.reads):
            back = reach._hidden_from(read)[0]
            least = back if least is None else min(least, back)
            self.look_back.append(least)
        self.look_back.reverse()

    def around(self, tree: Tree, start: ast.Name | ast.arg) -> Iterator[ast.Name]:
        """The reads that may see what happens at `start`: all those that do, and few others."""
        place = position(start)
        after = bisect_left(self.places, place)
        if isinstance(start, ast.arg):
            yield from self.reads[:after]
        elif (loop := outermost_loop(tree, start)) is not None:
            yield from self.reads[bisect_left(self.places, (position(loop)[0], -1)) : after]
        for index in range(after, len(self.reads)):
            if self.look_back[index] > place:
                return
            yield self.reads[index]


def home_of(tree: Tree, start: ast.Name | ast.arg) -> ast.AST | None:
    """The function in which a name is bound; a parameter's is the one that has it, also a lambda."""
    return tree.parents[tree.parents[start]] if isinstance(start, ast.arg) else tree.function(start)


def outermost_loop(tree: Tree, node: ast.AST) -> ast.AST | None:
    """The outermost loop that `node` stands in."""
    found: ast.AST | None = None
    for up in tree.ancestors(node):
        if isinstance(up, LOOPS):
            found = up
    return found


def _place(binding: Binding) -> Place:
    return position(binding.node)


def _is_before(tree: Tree, read: ast.Name, start: ast.Name | ast.arg) -> bool:
    if isinstance(start, ast.arg):
        return False
    return _is_own_value(tree, start, read) or position(read) < position(start)


def _common_loop(tree: Tree, start: ast.AST, read: ast.Name) -> ast.AST | None:
    """The innermost loop of the function that repeats both."""
    for up in tree.ancestors(read) if not isinstance(start, ast.arg) else ():
        if isinstance(up, FUNCTIONS):
            break
        if isinstance(up, LOOPS) and tree.within(start, up):
            return up
    return None


def _in_other_branch(tree: Tree, start: ast.AST, read: ast.Name) -> bool:
    for up in tree.ancestors(read):
        if isinstance(up, (ast.If, ast.IfExp)) and tree.within(start, up):
            return _branch(tree, start, up) + _branch(tree, read, up) in (("body", "orelse"), ("orelse", "body"))
    return False


def _branch(tree: Tree, node: ast.AST, holder: ast.If | ast.IfExp) -> tuple[str]:
    child = node
    while child is not holder and (up := tree.parents[child]) is not holder:
        child = up
    part = tree.block(child)[0] if isinstance(child, ast.stmt) else child
    return ("body",) if part is holder.body else ("orelse",) if part is holder.orelse else ("test",)


def _is_own_value(tree: Tree, start: ast.AST, read: ast.Name) -> bool:
    """Does the read stand in what assigns to `start`? The right-hand side is evaluated first."""
    part = tree.assigned.at(start)
    return part is not None and part.way in (Way.GIVEN, Way.AUGMENTED) and tree.within(read, part.node)
