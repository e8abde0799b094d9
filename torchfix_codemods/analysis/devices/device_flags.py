"""The flag by which a script itself decides about CUDA (`use_cuda`, `args.cuda`), and where it is settled."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from torchfix_codemods.analysis.devices.device_names import calls_own_code_before
from torchfix_codemods.analysis.syntax.arguments import given
from torchfix_codemods.analysis.syntax.guards import binding_before, conditions, is_main_guard, runs_before
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import (
    FUNCTIONS,
    Binding,
    Function,
    Scope,
    Tree,
    callee_name,
    dotted,
    has_star_arguments,
    keyword,
)

_ON = re.compile(r"cuda|gpu", re.I)
_NOT_A_FLAG = re.compile(
    r"^(n|num|multi|all|per|total|no|not|disable|without)_?(gpu|cuda)|_(count|num|memory|mem)$|is_cuda", re.I
)
_OFF = re.compile(r"^(no|not|disable|without)_?(cuda|gpu)s?$|^(use_|force_)?cpu(_only)?$", re.I)
# Comparisons of a GPU number (or a switch) that ask whether there is to be a GPU at all.
_ASKS_WHETHER: frozenset[tuple[type[ast.cmpop], str]] = frozenset(
    {
        (ast.IsNot, "None"),
        (ast.NotEq, "None"),
        (ast.NotEq, "-1"),
        (ast.Gt, "-1"),
        (ast.Gt, "0"),
        (ast.GtE, "0"),
        (ast.Is, "True"),
    }
)


@dataclass(frozen=True, slots=True)
class Flag:
    """A condition on one variable or attribute. `text` is its source, `name` the dotted name in it."""

    text: str
    name: str

    @property
    def root(self) -> str:
        return self.name.split(".")[0]


@dataclass(frozen=True, slots=True)
class FlagLine:
    """Where a line that reads the flag may stand: behind `after`, or, where that is None, before the first use."""

    flag: Flag
    holder: ast.AST  # the function or module whose variable the flag is
    after: ast.stmt | None


def is_flag_name(name: str) -> bool:
    """Is that a variable, attribute or option by which a script decides for CUDA: `use_cuda`, `args.gpu`?"""
    last = name.rsplit(".", 1)[-1]
    return _ON.search(last) is not None and _NOT_A_FLAG.search(last) is None


def flag_in(test: ast.expr, truth: bool) -> Flag | None:
    """The flag that decides about CUDA, if that is what this test asks."""
    if isinstance(test, ast.Compare):
        return _compared(test) if truth else None
    name = dotted(test)
    if name is None:
        return None
    last = name.rsplit(".", 1)[-1]
    if truth and is_flag_name(last):
        return Flag(name, name)
    return Flag(f"not {name}", name) if not truth and _OFF.search(last) else None


def _compared(test: ast.Compare) -> Flag | None:
    name = dotted(test.left)
    if name is None or len(test.ops) != 1 or not _ON.search(name.rsplit(".", 1)[-1]):
        return None
    other = ast.unparse(test.comparators[0])
    if (type(test.ops[0]), other) not in _ASKS_WHETHER:
        return None
    return Flag(ast.unparse(test), name)


class DeviceFlags:
    """The flags that guard the places of one file where something goes to a GPU."""

    def __init__(self, tree: Tree, sites: Sequence[ast.AST]) -> None:
        self.tree = tree
        self.guards = [(site, flag) for site in sites for flag in self._guarding(site)]

    def _guarding(self, site: ast.AST) -> list[Flag]:
        found = [flag_in(test, truth) for test, truth in conditions(self.tree, site)]
        return [flag for flag in found if flag is not None]

    def line_for(self, sites: Sequence[ast.AST]) -> FlagLine | None:
        """The flag line that serves all of these places, which stand in one function (or all in none).

        Only a flag that guards them all: what goes to a GPU without asking it goes there where it is off, too.
        """
        for flag in self._by_use(sites):
            line = self._line(flag, sites)
            if line is not None:
                return self._passed(line, sites) or line
        return None

    def _passed(self, line: FlagLine, sites: Sequence[ast.AST]) -> FlagLine | None:
        """The line of the module's own flag, where every call passes that for the parameter: `test(net, args.cuda)`."""
        function, flag = line.holder, line.flag
        if line.after is not None or not isinstance(function, FUNCTIONS) or flag.text != flag.root:
            return None
        if self.tree.parents[function] is not self.tree.module:
            return None
        uses = [use for use in self.tree.names(function.name) if isinstance(use.ctx, ast.Load)]
        passed = {self._flag_passed(self.tree.parents[use], use, function, flag.root) for use in uses}
        known = passed.pop() if len(passed) == 1 else None
        return None if known is None else self._line(known, sites)

    def _flag_passed(self, call: ast.AST, use: ast.Name, function: Function, parameter: str) -> Flag | None:
        """The module's flag that a call passes for a parameter."""
        if not isinstance(call, ast.Call) or call.func is not use or has_star_arguments(call):
            return None
        passed = given(self.tree, call, function, parameter)
        flag = None if passed is None else flag_in(passed, True)
        scope = None if flag is None else self.tree.scope(call).lookup(flag.root)
        return flag if scope is not None and isinstance(scope.node, ast.Module) else None

    def _by_use(self, sites: Sequence[ast.AST]) -> list[Flag]:
        """Those that guard every one of these places; the one that guards most others first."""
        guarding = [{flag for guarded, flag in self.guards if guarded is site} for site in sites]
        common = set.intersection(*guarding) if guarding else set()
        uses = [flag for _, flag in self.guards]
        return sorted(common, key=lambda flag: (-uses.count(flag), uses.index(flag)))

    def _line(self, flag: Flag, sites: Sequence[ast.AST]) -> FlagLine | None:
        scopes = {self.tree.scope(site).lookup(flag.root) for site in sites}
        scope = scopes.pop()
        if scopes or scope is None or not isinstance(scope.node, (*FUNCTIONS, ast.Module)):
            return None
        if not any(self.tree.scope(site).lookup(flag.root) is scope for site, known in self.guards if known == flag):
            return None
        bindings = scope.bindings[flag.root]
        if any(self._runs_elsewhere(binding, scope) for binding in bindings):
            return None
        stores = self._attribute_stores(flag, scope)
        if stores is None or not self._is_set(flag, scope, stores):
            return None
        last = self._last([b.statement for b in bindings if not isinstance(b.node, ast.arg)] + list(stores), scope.node)
        if last is None:
            # Only a parameter: the line stands before the first use in that very function.
            own = all(self.tree.function(site) is scope.node for site in sites)
            return FlagLine(flag, scope.node, None) if own else None
        is_parameter = any(isinstance(b.node, ast.arg) for b in bindings)
        if not self._serves(last, scope, flag, sites, is_parameter=is_parameter):
            return None
        return FlagLine(flag, scope.node, last)

    def _runs_elsewhere(self, binding: Binding, scope: Scope) -> bool:
        """Is it bound by a `global` statement of another function?"""
        if isinstance(binding.node, ast.arg):
            return False
        return self._function_of(binding.statement) is not scope.node

    def _function_of(self, statement: ast.AST) -> ast.AST:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return self.tree.function(statement) or self.tree.module
        return self.tree.function(statement) or self.tree.module

    def _attribute_stores(self, flag: Flag, scope: Scope) -> list[ast.stmt] | None:
        """Statements that set the attribute where the flag is one; None if another function sets it at any time."""
        stores: list[ast.stmt] = []
        if flag.name == flag.root:
            return stores
        for attribute in self.tree.nodes(ast.Attribute):
            if isinstance(attribute.ctx, ast.Load) or dotted(attribute) != flag.name:
                continue
            if self.tree.scope(attribute).lookup(flag.root) is not scope:
                continue  # another variable of that name
            statement = self.tree.statement(attribute)
            if self._function_of(statement) is not scope.node:
                return None
            stores.append(statement)
        return stores

    def _is_set(self, flag: Flag, scope: Scope, stores: Sequence[ast.stmt]) -> bool:
        """May the flag be read without an error: is it a plain name, or an attribute that the file shows?"""
        if flag.name == flag.root or stores:
            return True
        if isinstance(scope.node, FUNCTIONS) and any(isinstance(b.node, ast.arg) for b in scope.bindings[flag.root]):
            return any(self._asked_at_once(site, flag, scope.node) for site, known in self.guards if known == flag)
        last = flag.name.rsplit(".", 1)[-1]
        return any(_names_argument(call, last) for call in self.tree.nodes(ast.Call))

    def _asked_at_once(self, site: ast.AST, flag: Flag, holder: ast.AST) -> bool:
        """Does the function read the flag itself in a test of its own, under no other test?"""
        tests = [up for up in self.tree.ancestors(site) if isinstance(up, (ast.If, ast.IfExp))]
        tests = [up for up in tests if self.tree.within(up, holder)]
        return bool(tests) and flag.name in ast.unparse(tests[-1].test)

    def _last(self, statements: list[ast.stmt | ast.AST], holder: ast.AST) -> ast.stmt | None:
        """The last of these statements, lifted to the level of the function's (module's, main guard's) own block."""
        placed = [s for s in statements if isinstance(s, ast.stmt)]
        if not placed:
            return None
        last = max(placed, key=lambda s: (s.lineno, s.col_offset))
        while True:
            parent = self.tree.parents[last]
            if parent is holder or is_main_guard(parent) or not isinstance(parent, ast.AST):
                return last
            last = self.tree.statement(parent)

    def _serves(
        self, last: ast.stmt, scope: Scope, flag: Flag, sites: Sequence[ast.AST], *, is_parameter: bool
    ) -> bool:
        """Has `last` run, and the flag been bound, whenever one of the places is reached?"""
        root = flag.root
        block, index = self.tree.block(last)
        behind = block[index + 1] if index + 1 < len(block) else None
        if behind is None:
            return False
        if not is_parameter and binding_before(self.tree, root, behind, scope.node) is None:
            return False
        if all(runs_before(self.tree, last, site) for site in sites):
            return True
        in_functions = all(self.tree.function(site) is not None for site in sites)
        if not in_functions or not isinstance(scope.node, ast.Module) or self.tree.parents[last] is not scope.node:
            return False
        return not calls_own_code_before(self.tree, behind)


def _names_argument(call: ast.Call, name: str) -> bool:
    """Does `add_argument(..)` define an option whose value is called `name`?"""
    if callee_name(call) not in ("add_argument", "add_option", "option", "DEFINE_boolean", "DEFINE_bool"):
        return False
    dest = keyword(call, "dest")
    if dest is not None:
        return isinstance(dest.value, ast.Constant) and dest.value.value == name
    texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return any(option_name(text) == name for text in texts)
