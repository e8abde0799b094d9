"""Names the device for a place that says `.cuda()`, "cuda", or needs a `map_location`.

The order: a name that is bound there already; the tensor whose `.is_cuda` the code tests; in a library, the parameter
that the new tensor meets; a line made from the script's own flag; a line after the script's imports; a line inside the
function that needs it. A line asks for CUDA at
import time only in a script, because a library must not fix the list of GPUs, nor start CUDA before a fork.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from torchfix_codemods.analysis.devices.at_hand import Known, TensorsAtHand
from torchfix_codemods.analysis.devices.device_flags import DeviceFlags, FlagLine
from torchfix_codemods.analysis.devices.device_names import DeviceNames, calls_own_code_before
from torchfix_codemods.analysis.devices.device_sites import device_sites
from torchfix_codemods.analysis.devices.script import (
    chooses_device_late,
    import_block_end,
    is_script,
    modules_of,
    torch_imports,
    uses_what_chooses_gpus,
    visible_devices_stores,
)
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.guards import is_main_guard, runs_before
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function
from torchfix_codemods.edits import AddImport, Edit, InsertAfterImports, InsertStatement, target

_DEFAULT = 'torch.device("cuda" if torch.cuda.is_available() else "cpu")'
_AVAILABLE = "torch.cuda.is_available()"
_MAX_SPARE_NAMES = 9


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """What to write as the device at one place.

    `expression` is source text, empty where no device can be named. `edits` make it valid there: the line that binds
    it, the import of torch. `reason` is empty where writing it keeps the results; else it says why it may not, or why
    there is no name.
    """

    expression: str
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class _Home:
    """Where a device line goes. `holder` is the function or module whose variable it binds."""

    holder: ast.AST
    condition: str  # the flag, or empty for the configured expression
    anchor: ast.stmt | None  # None: after the imports
    after: bool = False
    evidence: Evidence | None = field(default=None, compare=False)


class Devices:
    """Names devices in one file."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.tree = file.tree
        self.names = DeviceNames(file)

    @classmethod
    def for_file(cls, file: File) -> Devices:
        return cls(file)

    def name(self, node: ast.AST, beside: Sequence[ast.AST] = ()) -> DeviceChoice:
        """The device for the expression `node`; a line for it serves those places `beside` it that need one too."""
        existing = self.names.at(node)
        if existing is not None and "." not in existing.expression and self._is_local(existing.expression, node):
            return DeviceChoice(existing.expression, (), existing.reason, existing.evidence)
        tested = self._tested_tensor(node)
        if tested is not None:
            return tested
        if existing is not None:
            return DeviceChoice(existing.expression, (), existing.reason, existing.evidence)
        return self._by_line(node, beside)

    def _is_local(self, name: str, node: ast.AST) -> bool:
        scope = self.tree.scope(node).lookup(name)
        return scope is not None and isinstance(scope.node, FUNCTIONS)

    # ---- a tensor at hand

    def _tested_tensor(self, node: ast.AST) -> DeviceChoice | None:
        """`x.device`, where `node` is reached only if `x.is_cuda`."""
        return _device_of(self.file.get(TensorsAtHand).tested(node))

    def _met_tensor(self, node: ast.AST, sites: Sequence[ast.AST]) -> DeviceChoice | None:
        """`x.device` in a library, where the tensor of each of the sites meets one that the function is given.

        Places that `device_sites` does not know stand for themselves: who asks for those does not see these.
        """
        if self._is_script:
            return None
        function = self.tree.function(node)
        group = self._groups.get(function, [])
        if group and len(group) != len(sites):
            return None
        return _device_of(self.file.get(TensorsAtHand).for_all(function, sites).get(node))

    # ---- a line of our own

    def _by_line(self, node: ast.AST, beside: Sequence[ast.AST]) -> DeviceChoice:
        function = self.tree.function(node)
        group = self._groups.get(function, [])
        known = any(site is node for site in group)
        home = self._homes.get(function)
        sites: Sequence[ast.AST] = group
        if not known:
            others = [site for site in beside if site is not node and self._needs_line(site, function)]
            sites = sorted([*group, *others, node], key=position)
        met = self._met_tensor(node, sites)
        if met is not None:
            return met
        if not known and (home is None or not self._serves(home, node)):
            home = self._home(function, sites)
        if home is None:
            return DeviceChoice("", reason="no device line can be placed before it")
        name = self._free_name(home, node)
        if name is None:
            return DeviceChoice("", reason="no name for a device is free there")
        torch = self._torch(home)
        if torch is None:
            return DeviceChoice("", reason="torch is not certain to be imported where the line would go")
        alias, imports = torch
        line = f"{name} = {self._expression(home.condition, alias)}"
        edit: Edit = InsertAfterImports(line)
        if home.anchor is not None:
            edit = InsertStatement(target(home.anchor), line, after=home.after)
        return DeviceChoice(name, (*imports, edit), "", home.evidence)

    @remembered
    def _needs_line(self, site: ast.AST, function: Function | None) -> bool:
        if self.tree.function(site) is not function:
            return False
        return self.names.at(site) is None and self._tested_tensor(site) is None

    def _serves(self, home: _Home, node: ast.AST) -> bool:
        if home.anchor is None:
            return True
        if home.after:
            return runs_before(self.tree, home.anchor, node) or not isinstance(home.holder, ast.Module)
        return self.tree.within(node, home.anchor) or runs_before(self.tree, home.anchor, node)

    @cached_property
    def _groups(self) -> dict[Function | None, list[ast.AST]]:
        """The sites that need a line, by the function that runs them."""
        groups: dict[Function | None, list[ast.AST]] = {}
        for site in self._sites:
            function = self.tree.function(site)
            if self._needs_line(site, function):
                groups.setdefault(function, []).append(site)
        return groups

    @cached_property
    def _sites(self) -> list[ast.Call]:
        return device_sites(self.file)

    @cached_property
    def _homes(self) -> dict[Function | None, _Home | None]:
        return {function: self._home(function, sites) for function, sites in self._groups.items()}

    @cached_property
    def _flags(self) -> DeviceFlags:
        return DeviceFlags(self.tree, self._sites)

    @cached_property
    def _is_script(self) -> bool:
        return not self.file.project.is_imported(self.file.path) and is_script(self.tree, self.file.kind)

    @cached_property
    def _flag_lines(self) -> dict[Function | None, FlagLine]:
        if not self._is_script:
            return {}
        lines = {function: self._flags.line_for(sites) for function, sites in self._groups.items()}
        return {function: line for function, line in lines.items() if line is not None}

    def _home(self, function: Function | None, sites: Sequence[ast.AST]) -> _Home | None:
        line = self._flag_lines.get(function)
        if line is not None:
            home = self._flag_home(line, sites)
            if home is not None:
                return home
        if self._is_script and not any(isinstance(line.holder, ast.Module) for line in self._flag_lines.values()):
            home = self._module_home(sites)
            if home is not None:
                return home
        return self._local_home(function, sites)

    def _flag_home(self, line: FlagLine, sites: Sequence[ast.AST]) -> _Home | None:
        evidence = Evidence(position(sites[0])[0], f"`{line.flag.text}` decides about CUDA")
        anchor = line.after
        if anchor is None:
            anchor = self._first_statement(line.holder, sites)
            return None if anchor is None else _Home(line.holder, line.flag.text, anchor, False, evidence)
        body = self.tree.module.body
        end = import_block_end(self.tree)
        if any(anchor is statement for statement in body[:end]):
            anchor = body[end - 1]
        home = _Home(line.holder, line.flag.text, anchor, True, evidence)
        return home if self._torch(home) is not None else None

    @remembered
    def _is_late(self, line: int) -> bool:
        """May CUDA not be asked for at this line of the module already?"""
        return bool(chooses_device_late(self.tree, line))

    def _module_home(self, sites: Sequence[ast.AST]) -> _Home | None:
        """The line after the imports, unless CUDA may not be asked for there, or torch is not there for certain."""
        body = self.tree.module.body
        end = import_block_end(self.tree)
        index = end
        imports = [body.index(s) for _, s in torch_imports(self.tree) if self.tree.parents[s] is self.tree.module]
        if imports and min(imports) >= end:
            index = min(imports) + 1
            while index < len(body) and isinstance(body[index], (ast.Import, ast.ImportFrom)):
                index += 1
        elif not imports and not self._may_import_torch(self.tree.module):
            return None
        if self._is_late(body[index - 1].lineno if index else 0):
            return None
        if uses_what_chooses_gpus(self.tree, self.file.project.choose_gpus):
            return None
        if index == end:
            return _Home(self.tree.module, "", None)
        first = min(position(site) for site in sites)
        behind = body[index] if index < len(body) else None
        if behind is None or position(behind) > first or calls_own_code_before(self.tree, behind):
            return None
        return _Home(self.tree.module, "", body[index - 1], True)

    def _local_home(self, function: Function | None, sites: Sequence[ast.AST]) -> _Home | None:
        holder: ast.AST = function or self.tree.module
        anchor = self._first_statement(holder, sites, deep=self._torch_may_be_none)
        return None if anchor is None else _Home(holder, "", anchor)

    @cached_property
    def _torch_may_be_none(self) -> bool:
        """Is there `except ImportError: torch = None`? Then only the code that uses torch may ask it."""
        scope = self.tree.scopes[self.tree.module]
        names = {alias for alias, _ in torch_imports(self.tree)}
        return any(_is_none(b.value) for name in names for b in scope.bindings.get(name, []))

    def _first_statement(self, holder: ast.AST, sites: Sequence[ast.AST], *, deep: bool = False) -> ast.stmt | None:
        """The statement of the holder's own block before which the line serves all sites.

        Not above a statement that chooses the GPUs of the process, nor out of a main guard. If `deep`, out of no `if`.
        """
        block: list[ast.stmt] = list(getattr(holder, "body", []))
        stores = visible_devices_stores(self.tree)
        while True:
            first = next((s for s in block if any(self.tree.within(site, s) for site in sites)), None)
            if first is None:
                return None
            reached = min(position(site) for site in sites)
            early = [s for s in stores if self.tree.within(s, first) and position(s) < reached]
            if not early and not is_main_guard(first) and not (deep and isinstance(first, ast.If)):
                return first
            inner = self._common_block(first, sites)
            if inner is None:
                return None if early else first
            block = inner

    def _common_block(self, statement: ast.stmt, sites: Sequence[ast.AST]) -> list[ast.stmt] | None:
        """The block of a compound statement that holds all the sites."""
        for name in ("body", "orelse", "finalbody"):
            block = getattr(statement, name, [])
            if block and all(any(self.tree.within(site, s) for s in block) for site in sites):
                return list(block)
        return None

    # ---- names

    def _free_name(self, home: _Home, node: ast.AST) -> str | None:
        """A name that is free at the node and at all the places that share the line with it."""
        spare = self.file.options.device_name
        used = self._names_of_other_homes(home)
        for name in ("device", spare, *(f"{spare}_{n}" for n in range(2, _MAX_SPARE_NAMES))):
            if name in used or not self._is_free(name, home):
                continue
            scope = self.tree.scope(node).lookup(name)
            if scope is None or not self.tree.within(scope.node, home.holder):
                return name
        return None

    @remembered
    def _names_of_other_homes(self, home: _Home) -> set[str]:
        """A module can have a flag's line and another one; the first of them in the file takes the first name."""
        others = [other for other in self._homes.values() if other is not None and other.holder is home.holder]
        distinct = list(dict.fromkeys(others))
        earlier = distinct[: distinct.index(home)] if home in distinct else distinct
        return {("device", self.file.options.device_name)[min(i, 1)] for i in range(len(earlier))}

    @remembered
    def _is_free(self, name: str, home: _Home) -> bool:
        """May `name` become a variable of the home's holder, seen from all its sites, and no meaning is changed?"""
        tree, holder = self.tree, home.holder
        sites = [site for function, part in self._groups.items() if self._homes.get(function) == home for site in part]
        if name in tree.scopes[holder].bindings or any(self._mentions(name, holder)) or self._lists_names(holder):
            return False
        for use in tree.names(name):
            if tree.within(use, holder):
                scope = tree.scope(use).lookup(name)
                if scope is None or not tree.within(scope.node, holder):
                    return False
        for scope in {tree.scope(site).lookup(name) for site in sites}:
            if scope is not None and tree.within(scope.node, holder):
                return False
        return True

    def _lists_names(self, holder: ast.AST) -> bool:
        """Does a function look at its own variables with `locals()`?"""
        calls = [call for name in ("locals", "vars", "dir") for call in self.tree.calls_named(name)]
        return any(
            isinstance(call.func, ast.Name) and not call.args and self.tree.function(call) is holder for call in calls
        )

    def _mentions(self, name: str, holder: ast.AST) -> Iterator[bool]:
        declared: list[ast.Global | ast.Nonlocal] = [*self.tree.nodes(ast.Global), *self.tree.nodes(ast.Nonlocal)]
        for statement in declared:
            yield name in statement.names and self.tree.within(statement, holder)

    # ---- text

    def _expression(self, condition: str, alias: str) -> str:
        expression = self.file.options.device_expression
        if condition:
            if expression == _DEFAULT:
                expression = expression.replace(_AVAILABLE, condition)
                return expression if alias == "torch" else f"{alias}.{expression.removeprefix('torch.')}"
            expression = f'{expression} if {condition} else torch.device("cpu")'
        return expression if alias == "torch" else re.sub(r"\btorch\b(?=\.)", alias, expression)

    def torch_before(self, statement: ast.stmt) -> tuple[str, tuple[Edit, ...]] | None:
        """The name of torch just before `statement`, and the import that it needs; None where there can be none."""
        return self._torch(_Home(self.tree.function(statement) or self.tree.module, "", statement))

    def _torch(self, home: _Home) -> tuple[str, tuple[Edit, ...]] | None:
        for alias, statement in torch_imports(self.tree):
            if self._is_seen(alias, statement, home):
                return alias, ()
        if not self._may_import_torch(home.holder):
            return None
        parts = [s for s in self._imports_of_parts if self.tree.parents[s] is self.tree.module]
        return "torch", (InsertStatement(target(parts[0]), "import torch") if parts else AddImport("torch"),)

    def _is_seen(self, alias: str, statement: ast.stmt, home: _Home) -> bool:
        scope = self.tree.scopes[home.holder].lookup(alias)
        if scope is None or self.tree.function(statement) is not _function_or_none(scope.node):
            return False
        if any(not isinstance(b.node, ast.alias) and not _is_none(b.value) for b in scope.bindings[alias]):
            return False
        if home.anchor is None:
            return isinstance(scope.node, ast.Module)
        if isinstance(scope.node, ast.Module) and not isinstance(home.holder, ast.Module):
            return True
        return runs_before(self.tree, statement, home.anchor) or (home.after and statement is home.anchor)

    def _may_import_torch(self, holder: ast.AST) -> bool:
        """Is `torch` free, and does the module import a part of torch, or a model, without a way out?"""
        if self.tree.scopes[holder].lookup("torch") is not None or torch_imports(self.tree):
            return False
        parts = self._imports_of_parts
        return not parts or any(self.tree.parents[s] is self.tree.module for s in parts)

    @cached_property
    def _imports_of_parts(self) -> list[ast.Import | ast.ImportFrom]:
        """The imports of torch's submodules and names."""
        statements: list[ast.Import | ast.ImportFrom] = [*self.tree.nodes(ast.Import), *self.tree.nodes(ast.ImportFrom)]
        parts = [s for s in statements if any(name.split(".")[0] == "torch" for name in modules_of(s))]
        return sorted(parts, key=position)


def _device_of(known: Known | None) -> DeviceChoice | None:
    return None if known is None else DeviceChoice(f"{known.tensor}.device", (), "", known.evidence)


def _function_or_none(node: ast.AST) -> ast.AST | None:
    return node if isinstance(node, FUNCTIONS) else None


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
