"""Can the value of an expression be on a GPU? Follows it back to a move, or to the output of a module.

A module's output is where the module is, and that is for whoever runs the program to choose. Everything else is on a
GPU only if the file puts it there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.devices.device_sites import device_argument
from torchfix_codemods.analysis.devices.devices import Devices
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred, Kind
from torchfix_codemods.analysis.project.effects import Effects
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.geometry import evaluated_at
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, Binding, Scope, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.tables.torch_api import DTYPES, FACTORIES, PARAMETER_NAMES, WITH_PARAMETERS, is_layer
from torchfix_codemods.analysis.values.device_values import DeviceValues, Worth
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.analysis.values.variables import Variables

_ON_CPU = frozenset({"cpu", "item", "tolist", "numpy", "size", "dim"})
_LISTS_OF_PARAMETERS = frozenset({"parameters", "named_parameters", "buffers", "state_dict"})
_PASS_ON = frozenset({"list", "tuple", "reversed", "sorted", "iter", "next", "sum", "max", "min", "enumerate", "zip"})
_MOVES = (Worth.CUDA, Worth.NAMED, Worth.INDEXED)


@dataclass(frozen=True, slots=True)
class Origin:
    """By what a value can be on a GPU. `by_module`: it is the output or a parameter of a module, made from such."""

    line: int
    text: str
    by_module: bool = False

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.line, self.text)


class Placement:
    """Answers for one file. `kind` tells what an expression is, `values` what a device is worth."""

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        values: DeviceValues,
        variables: Variables,
        sources: Sources,
        same_as: Callable[[ast.Call], ast.expr | None],
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.values = values
        self.variables = variables
        self.sources = sources
        self._same_as = same_as
        self._known: dict[ast.AST, Origin | None] = {}
        self._cuts = 0
        self._moved: dict[str, int] | None = None

    @classmethod
    def for_file(cls, file: File) -> Placement:
        return cls(
            file.tree,
            file.kind,
            file.get(Devices).names.values,
            file.get(Variables),
            file.get(Sources),
            file.get(Effects).same_as,
        )

    def on_gpu(self, node: ast.expr) -> Origin | None:
        """The line by which the value can be on a GPU; None where nothing in the file says so."""
        found = self._known[node] = self._of(node, set())
        return found

    def _of(self, node: ast.AST | None, seen: set[ast.AST]) -> Origin | None:
        if node is None or node in self._known:
            return None if node is None else self._known[node]
        if node in seen:
            self._cuts += 1  # what waits for it has no full answer yet
            return None
        seen.add(node)
        self.tree.budget.spend()
        cuts = self._cuts
        found = self._look(node, seen)
        if found is not None or cuts == self._cuts:
            self._known[node] = found
        return found

    def _look(self, node: ast.AST, seen: set[ast.AST]) -> Origin | None:
        if isinstance(node, ast.Call):
            return self._of_call(node, seen)
        if isinstance(node, ast.Name):
            return self._any(self._sources_of(node), seen)
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node, seen)
        if isinstance(node, (ast.Subscript, ast.NamedExpr, ast.Starred, ast.Await)):
            return self._of(node.value, seen)
        if isinstance(node, ast.BinOp):
            return self._any((node.left, node.right), seen)
        if isinstance(node, ast.Compare):
            return self._any((node.left, *node.comparators), seen)
        if isinstance(node, ast.UnaryOp):
            return self._of(node.operand, seen)
        if isinstance(node, ast.IfExp):
            return self._any((node.body, node.orelse), seen)
        if isinstance(node, ast.BoolOp):
            return self._any(node.values, seen)
        if isinstance(node, (ast.Tuple, ast.List)):
            return self._any(node.elts, seen)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            return self._of(node.elt, seen)
        return None

    def _any(self, nodes: Iterable[ast.expr], seen: set[ast.AST]) -> Origin | None:
        return next((found for node in nodes if (found := self._of(node, seen)) is not None), None)

    # ---- calls

    def _of_call(self, call: ast.Call, seen: set[ast.AST]) -> Origin | None:
        func = call.func
        module = self.kind(func)
        if module.is_module:
            if _follows_its_input(module.qualified or ""):
                return self._any(call.args, seen)
            return Origin(call.lineno, "the output of a module is where the module is", by_module=True)
        name = self.tree.qualified_name(func) or ""
        if name.startswith("torch."):
            return self._of_torch(call, name, seen)
        if isinstance(func, ast.Attribute):
            return self._of_method(call, func, seen)
        if isinstance(func, ast.Name) and func.id in _PASS_ON and not self.tree.bindings(func):
            return self._any(call.args, seen)
        return self._any(self._given_by(call), seen)

    def _given_by(self, call: ast.Call) -> list[ast.expr]:
        """What a function of the run gives, as far as the file shows it; nothing of one that sees to the CPU itself."""
        function = self.sources.function(call)
        if function is not None:
            is_seen_to = any(callee_name(part) in _ON_CPU for part in self.tree.nodes_inside(ast.Call, function))
            return [] if is_seen_to else self.sources.given_by(call)
        same = self._same_as(call)
        return [] if same is None else [same]

    def _of_torch(self, call: ast.Call, name: str, seen: set[ast.AST]) -> Origin | None:
        device = keyword(call, "device")
        if device is not None:
            return self._by_device(call, device.value, seen)
        last = name.rsplit(".", 1)[-1]
        if name.startswith("torch.cuda.") and last.endswith("Tensor"):
            return Origin(call.lineno, f"`{name}` is a type of tensors on a GPU")
        if name.count(".") == 1 and last in FACTORIES and not last.endswith("_like"):
            return None
        return self._any(call.args, seen)

    def _of_method(self, call: ast.Call, func: ast.Attribute, seen: set[ast.AST]) -> Origin | None:
        name = func.attr
        if name in _ON_CPU:
            return None
        if name == "cuda":
            return Origin(call.lineno, f"`{dotted(func.value) or 'it'}` is moved to a GPU")
        if name == "to":
            return self._of_move(call, func, seen)
        if name == "type" and call.args and "cuda" in ast.unparse(call.args[0]):
            return Origin(call.lineno, "it is made a tensor on a GPU")
        owner = self.kind(func.value)
        if owner.kind is Kind.MODULE:
            if name == "forward" and owner.is_module:
                return Origin(call.lineno, "the output of a module is where the module is", by_module=True)
            return self._of_module(func.value, call.lineno) if name in _LISTS_OF_PARAMETERS else None
        if owner.kind is Kind.TENSOR:
            return self._any([func.value, *call.args], seen)
        return self._any(self._given_by(call) or [func.value], seen)

    def _of_move(self, call: ast.Call, func: ast.Attribute, seen: set[ast.AST]) -> Origin | None:
        where = device_argument(call)
        if where is None or (self.tree.qualified_name(where) or "").removeprefix("torch.") in DTYPES:
            return self._of(func.value, seen)
        return self._by_device(call, where, seen)

    def _by_device(self, call: ast.Call, where: ast.expr, seen: set[ast.AST]) -> Origin | None:
        if self.kind(where).kind is Kind.TENSOR:
            return self._of(where, seen)
        worth = self.values.worth(where)
        text = ast.unparse(where)
        if worth in _MOVES or (worth is Worth.UNSEEN and isinstance(where, ast.Name)):
            return Origin(call.lineno, f"it is moved to `{text}`")
        if isinstance(where, ast.Attribute) and where.attr == "device":
            return self._of(where.value, seen)
        return None

    # ---- attributes

    def _of_attribute(self, node: ast.Attribute, seen: set[ast.AST]) -> Origin | None:
        owner = self.kind(node.value)
        if owner.kind is Kind.MODULE and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            return self._of_module(node.value, node.lineno) if node.attr in PARAMETER_NAMES else None
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            return self._any(self._assigned(node), seen)
        return self._of(node.value, seen)

    def _of_module(self, module: ast.expr, line: int) -> Origin | None:
        """The parameters of a module that the file moves."""
        root = (dotted(module) or "").split(".")[0]
        if self._moved is None:
            self._moved = {}  # while it is filled: a device to move to may be that of another module
            self._moved = self._modules_moved()
        moved = self._moved.get(root)
        return None if moved is None else Origin(moved, f"`{root}` is moved", by_module=True)

    def _modules_moved(self) -> dict[str, int]:
        """Variable -> the first line on which a module that it is or holds is moved."""
        table: dict[str, int] = {}
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) not in ("cuda", "to") or not isinstance(call.func, ast.Attribute):
                continue
            if not self.kind(call.func.value).is_module or self._of_method(call, call.func, set()) is None:
                continue
            targets = [part.target for part in self.tree.assigned.holding(call)]
            for part in (call.func.value, *targets):
                table.setdefault((dotted(part) or "").split(".")[0], call.lineno)
        return table

    def _assigned(self, attribute: ast.Attribute) -> Iterator[ast.expr]:
        """What `self.name` is given in this class."""
        owner = self.tree.enclosing(attribute, ast.ClassDef)
        yield from self.tree.assigned.values(dotted(attribute), owner) if owner is not None else ()

    # ---- variables

    @remembered
    def _sources_of(self, name: ast.Name) -> list[ast.expr]:
        return list(self._sources(name))

    def _sources(self, name: ast.Name) -> Iterator[ast.expr]:
        """The expressions that the variable's value can come from, the nearest first."""
        scope = self.tree.scope(name).lookup(name.id)
        if scope is None:
            return
        yield from self._appended(name, scope)
        seen = [binding for binding in self.variables.reaching(name) if binding.node is not name]
        for binding in sorted(seen, key=lambda b: evaluated_at(self.tree, b.node), reverse=True):
            if isinstance(binding.node, ast.arg):
                yield from self._passed(binding.node, binding.statement)
            else:
                yield from self._source(binding)

    def _appended(self, name: ast.Name, scope: Scope) -> Iterator[ast.expr]:
        """What is put into the list that the variable holds."""
        for call in self.tree.calls_named("append"):
            if isinstance(call.func, ast.Attribute) and len(call.args) == 1:
                owner = call.func.value
                same = isinstance(owner, ast.Name) and owner.id == name.id
                if same and self.tree.scope(owner).lookup(name.id) is scope:
                    yield call.args[0]

    def _source(self, binding: Binding) -> Iterator[ast.expr]:
        part = self.tree.assigned.at(binding.node)
        if part is None:
            return
        if part.way is Way.ELEMENT:
            yield from _element(part.source, list(part.path or ()))
        elif part.way is not Way.ENTERED:
            yield part.source

    def _passed(self, parameter: ast.arg, function: ast.AST) -> Iterator[ast.expr]:
        """What the calls in this file pass to a parameter."""
        name = getattr(function, "name", "")
        for call in self.tree.calls_named(name) if name else ():
            for index, argument in enumerate(call.args):
                if self.variables.parameter(call, index) is parameter:
                    yield argument
            for given in call.keywords:
                if given.arg is not None and self.variables.parameter(call, given.arg) is parameter:
                    yield given.value


def _follows_its_input(qualified: str) -> bool:
    """Is it a class of torch.nn that has no parameters, so that its output is where its input is?"""
    return is_layer(qualified) and not qualified.rsplit(".", 1)[-1].startswith(WITH_PARAMETERS)


def _element(iterable: ast.expr, path: list[int]) -> Iterator[ast.expr]:
    """What holds the values that a loop's variable at `path` takes."""
    name = callee_name(iterable) if isinstance(iterable, ast.Call) else ""
    if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
        if name == "enumerate" and iterable.args:
            if path[:1] != [0]:
                yield from _element(iterable.args[0], path[1:])
            return
        if name == "zip" and path:
            if path[0] < len(iterable.args):
                yield from _element(iterable.args[path[0]], path[1:])
            return
    if not isinstance(iterable, COMPREHENSIONS) or not path:
        yield iterable
