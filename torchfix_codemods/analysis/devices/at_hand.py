"""The tensor whose `.device` says where another one belongs: one that the code asks, or one that the other one meets.

Two tensors meet in an operation that raises unless both are on the same device. A tensor without dimensions may be on
the CPU beside one on a GPU, an index may be, and what is stored into a slice is copied: these prove nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torchfix_codemods.analysis.devices.dimensions import Dimensions, constant
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.syntax.geometry import evaluated_at, position
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, LOOPS, Function, all_arguments, callee_name
from torchfix_codemods.analysis.tables.torch_api import KEEP_SHAPE, VIEW_METHODS, is_in_place
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.variables import Variables

# `x`, `self.weight`, `inputs[0]`, and the first parameter of a module.
_PLAIN_TENSOR = re.compile(r"next\((?P<first>\w+)[\w.]*\.parameters\(\)\)|(?P<holder>\w+)[\w.]*(\[\w+\])?")
_TYPE_ON_GPU = re.compile(r"torch\.cuda\.\w+Tensor")
_LIMIT = 40  # places looked at for one new tensor
_DEPTH = 12  # steps from what it meets back to the parameter
# The result is one tensor, on the device of the receiver.
_STAYS = (KEEP_SHAPE | VIEW_METHODS | {"repeat", "expand", "squeeze"}) - words("""
    to cuda cpu type type_as chunk split unbind pin_memory share_memory_
""")
_WRAPPERS = ("torch.autograd.Variable", "torch.autograd.variable.Variable")
_MATMUL = words("matmul mm bmm")  # raise for a tensor without dimensions
_TWO = _MATMUL | words("""
    add sub mul div true_divide floor_divide eq ne gt lt ge le maximum minimum logical_and logical_or bitwise_and
    bitwise_or
""")
# Which two arguments of a function meet; of a method, the receiver is the first.
_PAIRS = {**dict.fromkeys(_TWO, (0, 1)), "masked_fill": (0, 1), "gather": (0, 2)}
_COMPARING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_MAY_BE_SKIPPED = (ast.IfExp, ast.BoolOp, ast.Lambda, *COMPREHENSIONS)
_RUN_AT_ONCE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr, ast.If, ast.While, ast.For)
_LEAVING = (ast.Return, ast.Break, ast.Continue)


@dataclass(frozen=True, slots=True)
class Known:
    """A tensor that is where the place needs it, as source text, and what shows that."""

    tensor: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class _Meeting:
    """`node` raises unless `other`, where it has that many dimensions or more, is on the same device."""

    node: ast.expr | ast.AugAssign
    other: ast.expr
    dimensions: int = 1


class TensorsAtHand:
    """Answers for one file."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.tree = file.tree
        self.variables = file.get(Variables)

    @classmethod
    def for_file(cls, file: File) -> TensorsAtHand:
        return cls(file)

    # ---- a tensor that the code asks

    def tested(self, node: ast.AST) -> Known | None:
        """`x`, where `node` is reached only if `x.is_cuda`."""
        for test, truth in conditions(self.tree, node):
            if not truth or not isinstance(test, ast.Attribute) or test.attr != "is_cuda":
                continue
            if self.tree.function(test) is not self.tree.function(node):
                continue
            tensor = test.value
            if isinstance(tensor, ast.Attribute) and tensor.attr == "data":
                tensor = tensor.value
            if self.file.kind(tensor).kind in (Kind.TENSOR, Kind.UNKNOWN) and self._is_same(tensor, test, node):
                text = ast.unparse(tensor)
                return Known(text, Evidence(test.lineno, f"`{text}` is on a GPU here"))
        return None

    def _is_same(self, tensor: ast.expr, test: ast.expr, node: ast.AST) -> bool:
        """Is it the same tensor at `node` as at the test? Only plain spellings are looked at."""
        plain = _PLAIN_TENSOR.fullmatch(ast.unparse(tensor))
        if plain is None or plain[0] in ("self", "cls"):
            return False
        root = plain["first"] or plain["holder"]
        scope = self.tree.scope(test).lookup(root)
        last = getattr(node, "lineno", 0)
        return scope is not None and not any(test.lineno < b.line < last for b in scope.bindings[root])

    # ---- a parameter that the new tensor meets

    def for_all(self, function: Function | None, sites: Sequence[ast.AST]) -> dict[ast.AST, Known]:
        """The parameter that each of these tensors meets; empty unless all do, and no other place needs a device."""
        return self._for_all(function, tuple(sites))

    @remembered
    def _for_all(self, function: Function | None, sites: tuple[ast.AST, ...]) -> dict[ast.AST, Known]:
        if function is None or self._needs_a_name_besides(function, sites):
            return {}
        found: dict[ast.AST, Known] = {}
        for site in sites:
            known = self._met(site, function)
            if known is None:
                return {}
            found[site] = known
        return found

    def _needs_a_name_besides(self, function: Function, sites: Sequence[ast.AST]) -> bool:
        """Does the function load, or name a type of tensors on a GPU, at other places than these?"""
        for call in self.tree.nodes_inside(ast.Call, function):
            if callee_name(call).startswith("load") and call not in sites:
                return True
        for text in self.tree.nodes_inside(ast.Constant, function):
            if isinstance(text.value, str) and _TYPE_ON_GPU.fullmatch(text.value):
                return True
        names = [*self.tree.nodes_inside(ast.Attribute, function), *self.tree.nodes_inside(ast.Name, function)]
        types = [name for name in names if _TYPE_ON_GPU.fullmatch(self.tree.qualified_name(name) or "")]
        return any(self.tree.parents[kind] not in sites for kind in types)

    @remembered
    def _met(self, site: ast.AST, function: Function) -> Known | None:
        if not isinstance(site, ast.Call) or not self.file.kind(site).is_tensor or self._runs_in_parts(site, function):
            return None
        for meeting in self._meetings(site, set()):
            if not self._is_certain(site, meeting.node, function):
                continue
            statement = self.tree.statement(meeting.node)
            parameter = self._parameter(meeting.other, site, statement, function)
            if parameter is None:
                continue
            if Dimensions(self.tree, function, statement).at_least(meeting.other) >= meeting.dimensions:
                text = f"`{parameter}` has to be on the same device here"
                return Known(parameter, Evidence(meeting.node.lineno, text))
        return None

    def _runs_in_parts(self, site: ast.Call, function: Function) -> bool:
        """Is it a generator, does the site run for each element of something, or can an inner function bind names?"""
        kinds = (ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global)
        if any(self.tree.nodes_inside(kind, function) for kind in kinds):
            return True
        if any(
            isinstance(part.ctx, ast.Store) and part.attr == "data"
            for part in self.tree.nodes_inside(ast.Attribute, function)
        ):
            return True
        around = self._between(site, function)
        return any(isinstance(up, (ast.Lambda, ast.ClassDef, *COMPREHENSIONS)) for up in around)

    def _between(self, node: ast.AST, holder: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node` that are in `holder`, the nearest first."""
        for up in self.tree.ancestors(node):
            if up is holder:
                return
            yield up

    # ---- where it meets others

    def _meetings(self, node: ast.expr, seen: set[ast.expr]) -> Iterator[_Meeting]:
        """Where the tensor at `node`, or what is made of it on its device, meets others. Nearest first."""
        if node in seen or len(seen) > _LIMIT:
            return
        seen.add(node)
        self.tree.budget.spend()
        yield from self._at(node)
        for after in self._carried(node):
            yield from self._meetings(after, seen)

    def _at(self, node: ast.expr) -> Iterator[_Meeting]:
        parent = self.tree.parents[node]
        if isinstance(parent, ast.BinOp):
            other = parent.right if node is parent.left else parent.left
            yield _Meeting(parent, other, 0 if isinstance(parent.op, ast.MatMult) else 1)
        elif isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], _COMPARING):
            yield _Meeting(parent, parent.comparators[0] if node is parent.left else parent.left)
        elif isinstance(parent, ast.AugAssign):
            if isinstance(parent.target, ast.Name) and node is parent.value:
                yield _Meeting(parent, parent.target)
        elif isinstance(parent, ast.Attribute):
            call = self.tree.parents[parent]
            if isinstance(call, ast.Call) and call.func is parent:
                yield from self._in_call(call, node)
        elif isinstance(parent, ast.Call):
            yield from self._in_call(parent, node)
        elif isinstance(parent, (ast.List, ast.Tuple)):
            yield from self._in_list(parent, node)

    def _in_call(self, call: ast.Call, node: ast.expr) -> Iterator[_Meeting]:
        qualified = self.tree.qualified_name(call.func)
        given = list(call.args)
        name = (qualified or "").removeprefix("torch.")
        if qualified is None and isinstance(call.func, ast.Attribute):
            given.insert(0, call.func.value)
            name = call.func.attr if call.func.attr in _PAIRS else call.func.attr.removesuffix("_")
        if any(isinstance(argument, ast.Starred) for argument in given):
            return
        if qualified == "torch.where" and len(given) == 3 and node in given:
            yield from (_Meeting(call, other) for other in given if other is not node)
        pair = [given[place] for place in _PAIRS.get(name, ()) if place < len(given)]
        if len(pair) == 2 and node in pair:
            yield _Meeting(call, pair[1] if node is pair[0] else pair[0], 0 if name in _MATMUL else 1)

    def _in_list(self, parts: ast.List | ast.Tuple, node: ast.expr) -> Iterator[_Meeting]:
        """`torch.cat([node, other])`, which passes over an empty tensor with one dimension, and `torch.stack`."""
        call = self.tree.parents[parts]
        if not isinstance(call, ast.Call) or call.args[:1] != [parts]:
            return
        dimensions = {"torch.cat": 2, "torch.concat": 2, "torch.stack": 1}.get(
            self.tree.qualified_name(call.func) or ""
        )
        if dimensions is not None:
            yield from (_Meeting(call, other, dimensions) for other in parts.elts if other is not node)

    def _carried(self, node: ast.expr) -> Iterator[ast.expr]:
        """The expressions that are on the device of the tensor at `node` because it is."""
        parent = self.tree.parents[node]
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
            yield from self._reads(parent.targets[0])
            return
        made: ast.AST = parent
        if isinstance(parent, ast.Attribute) and parent.attr != "data":
            made = self.tree.parents[parent]
            if not isinstance(made, ast.Call) or made.func is not parent:
                return
            is_scaled = parent.attr in _TWO and bool(made.args)
            if not is_scaled and parent.attr not in _STAYS and not is_in_place(parent.attr):
                return
        elif isinstance(parent, ast.keyword):
            made = self.tree.parents[parent]
            if parent.arg != "out" or not isinstance(made, ast.Call):
                return
            if not (self.tree.qualified_name(made.func) or "").startswith("torch."):
                return
        elif isinstance(parent, ast.Call):
            if parent.args[:1] != [node] or self.tree.qualified_name(parent.func) not in _WRAPPERS:
                return
        elif isinstance(parent, ast.Subscript):
            made = parent if node is parent.value else node
        elif not isinstance(parent, (ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Compare)):
            return
        if made is not node and isinstance(made, ast.expr) and self.file.kind(made).is_tensor:
            yield made

    def _reads(self, target: ast.Name) -> Iterator[ast.Name]:
        """The reads further down that see the value once the assignment has run."""
        scope = self.tree.scope(target).lookup(target.id)
        if scope is None or scope.node is not self.tree.function(target):
            return
        bound = evaluated_at(self.tree, target)
        others = [evaluated_at(self.tree, b.node) for b in scope.bindings[target.id] if b.node is not target]
        for read in self.variables.reads(target):
            at = position(read)
            is_here = self.tree.scope(read) is scope and at > bound
            if is_here and not any(bound < other <= at for other in others):
                yield read

    # ---- is it reached?

    def _is_certain(self, site: ast.Call, node: ast.AST, function: Function) -> bool:
        """Whenever the site has run, is `node` evaluated before the function ends, and does nothing catch its error?"""
        statement = self.tree.statement(node)
        if not isinstance(statement, _RUN_AT_ONCE) or self.tree.function(node) is not function:
            return False
        if node is not statement and any(isinstance(up, _MAY_BE_SKIPPED) for up in self._between(node, statement)):
            return False
        if any(map(self._may_catch, self._between(statement, function))):
            return False
        for kind in _LEAVING:
            for leaving in self.tree.nodes_inside(kind, function):
                if leaving is not statement and position(site) < position(leaving) < position(node):
                    return False
        home = self.tree.statement(site)
        if home is statement:
            return True
        blocks = {id(block): index for block, index in map(self.tree.block, self._entered(statement))}
        for up in (home, *self._between(home, function)):
            if isinstance(up, ast.stmt) and (index := blocks.get(id(self.tree.block(up)[0]))) is not None:
                return self.tree.block(up)[1] < index and not isinstance(up, LOOPS)
            if isinstance(up, LOOPS) or self._may_catch(up):
                return False
        return False

    def _entered(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """The statement, and the `with` statements around it that nothing else stands between."""
        yield statement
        for up in self.tree.ancestors(statement):
            if not isinstance(up, (ast.With, ast.AsyncWith)):
                return
            yield up

    def _may_catch(self, up: ast.AST) -> bool:
        """May the statement end the way of an error that comes from inside of it?"""
        if isinstance(up, (ast.With, ast.AsyncWith)):
            entered = [item.context_expr for item in up.items]
            named = [one.func if isinstance(one, ast.Call) else one for one in entered]
            return not all((self.tree.qualified_name(one) or "").startswith("torch.") for one in named)
        return bool(getattr(up, "handlers", None))

    # ---- whom it meets

    def _parameter(
        self, node: ast.expr, site: ast.Call, statement: ast.stmt, function: Function, depth: int = _DEPTH
    ) -> str | None:
        """The parameter of the function whose device the tensor at `node` is on, as bound at the site and here."""
        if not depth:
            return None
        inner: ast.expr | None = None
        if isinstance(node, ast.Name):
            if self._is_lasting_parameter(node, site, statement, function):
                return node.id if self.file.kind(node).is_tensor else None
            bindings = self.tree.bindings(node)
            if len(bindings) == 1 and isinstance(bindings[0].statement, ast.Assign) and not self._is_put(node):
                own = self.tree.scope(node).lookup(node.id)
                inner = bindings[0].value if own is not None and own.node is function else None
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_scaled = node.func.attr in _TWO and all(constant(given) is not None for given in node.args)
            is_there = is_scaled or node.func.attr in _STAYS or is_in_place(node.func.attr)
            inner = node.func.value if is_there else None
        elif isinstance(node, ast.Attribute):
            inner = node.value if node.attr in ("data", "T") else None
        elif isinstance(node, ast.Subscript):
            inner = node.value
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            inner = node.operand
        elif isinstance(node, ast.BinOp):
            inner = node.left if constant(node.right) is not None else node.right
            if constant(node.right) is None and constant(node.left) is None:
                inner = None
        return None if inner is None else self._parameter(inner, site, statement, function, depth - 1)

    def _is_lasting_parameter(self, name: ast.Name, site: ast.Call, statement: ast.stmt, function: Function) -> bool:
        scope = self.tree.scope(name).lookup(name.id)
        if scope is None or scope.node is not function or self._is_put(name):
            return False
        bindings = scope.bindings[name.id]
        given = [p for p in all_arguments(function.args) if p.arg == name.id]
        if not given or given[0] in (function.args.vararg, function.args.kwarg):
            return False
        others = [b for b in bindings if b.node is not given[0]]
        if len(others) == len(bindings):
            return False
        around = [*self._between(site, function), *self._between(statement, function)]
        if others and any(isinstance(up, LOOPS) for up in around):
            return False
        for other in others:
            is_after = position(other.statement) > position(statement) or (
                other.statement is statement and isinstance(statement, (ast.Assign, ast.AugAssign))
            )
            if not is_after or isinstance(self.tree.parents[other.node], ast.NamedExpr):
                return False
        return True

    def _is_put(self, name: ast.Name) -> bool:
        """Is the variable deleted, or is its tensor given other data, which may be on another device?"""
        for use in self.tree.names(name.id):
            parent = self.tree.parents[use]
            is_stored = isinstance(parent, ast.Attribute) and not isinstance(parent.ctx, ast.Load)
            if is_stored or isinstance(use.ctx, ast.Del):
                return True
        return False
