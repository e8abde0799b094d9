"""Follow the autograd graph that hangs on a value: where it is cut, and where the value leaves with it.

`.item()`, `.numpy()`, `.detach()`, an index, a comparison cut it: what comes out is the same with gradients off.
Within one file. A function that cannot be seen does what its name says, and its result carries the graph on.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_ends import (
    CONTAINERS,
    CUTTING_ATTRIBUTES,
    CUTTING_BUILTINS,
    CUTTING_METHODS,
    GRADIENT_ATTRIBUTES,
    METERS,
    SAVING,
    carrying,
    is_callback,
    is_end,
    is_known,
    is_log_call,
    may_train,
    moves_to_host,
    part_of_loop,
    says_array,
    shows_number,
    shows_text,
    takes_index,
)
from torchfix_codemods.analysis.graphs.graph_places import is_dictionary, own_reads, written_by
from torchfix_codemods.analysis.graphs.graph_sinks import End, Sink, Trace
from torchfix_codemods.analysis.inference.kinds import Graph, Inferred
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.values.aliases import is_shared
from torchfix_codemods.analysis.values.variables import Variables

_LIMIT = 800  # places looked at for one region; who writes more than that has no simple answer


class Tracer:
    """Follows values of one file."""

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        variables: Variables,
        uses: GradientUses,
        displays: bool = False,
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self.uses = uses
        self._reads: dict[ast.AST, list[ast.Name]] = {}
        self.displays = displays  # a notebook shows the value of an expression at the end of a cell

    def trace(
        self, seeds: Iterable[ast.expr], home: Function | None, entered: Iterable[tuple[Function, ast.Call]] = ()
    ) -> Trace:
        """Follow the values of `seeds`, expressions in the function `home` (None: the module) or in one `entered`."""
        walk = _Walk(self, home)
        for function, call in entered:
            walk.entered.setdefault(function, []).append(call)
        for seed in seeds:
            walk.add(seed, certain=True, host=moves_to_host(seed))
        walk.run()
        walk.result.sinks.sort(key=lambda sink: sink.line)
        return walk.result

    def reads_of(self, target: ast.Name | ast.arg) -> list[ast.Name]:
        """The reads that can see the value bound here."""
        if target not in self._reads:
            self._reads[target] = self.variables.reads(target)
        return self._reads[target]


class _Walk:
    """One trace."""

    def __init__(self, tracer: Tracer, home: Function | None) -> None:
        self.tracer = tracer
        self.tree = tracer.tree
        self.kind = tracer.kind
        self.variables = tracer.variables
        self.uses = tracer.uses
        self.home = home
        self.result = Trace()
        self.todo: list[ast.expr] = []
        self.seen: set[ast.expr] = set()
        self.weak: set[ast.expr] = set()  # reads of what was stored: only a backward pass counts there
        self.host: set[ast.expr] = set()  # moved to the CPU, as results are and losses are not
        self.entered: dict[Function, list[ast.Call]] = {}  # calls that pass the graph into a function of the file
        self.returning: set[Function] = set()

    def run(self) -> None:
        while self.todo:
            node = self.todo.pop()
            if len(self.seen) > _LIMIT:
                self.sink(End.LOST, node, node)
                return
            self.step(node)

    def add(self, node: ast.expr, *, certain: bool = False, weak: bool = False, host: bool = False) -> None:
        """The graph hangs on this expression too."""
        if node in self.seen and not ((node in self.weak and not weak) or (node in self.host and not host)):
            return
        if not certain:
            inferred = self.kind(node)
            if inferred.is_tensor and inferred.graph is Graph.NO:
                return
        self.seen.add(node)
        self.weak.discard(node)
        self.host.discard(node)
        if weak:
            self.weak.add(node)
        else:
            self.result.touched.append(node)
        if host:
            self.host.add(node)
        self.todo.append(node)

    def pass_on(self, source: ast.expr, *nodes: ast.expr) -> None:
        """The graph goes on from one expression to others."""
        for node in nodes:
            self.add(node, weak=source in self.weak, host=source in self.host or moves_to_host(node))

    def sink(self, end: End, node: ast.AST, what: ast.expr, text: str = "") -> None:
        if what in self.weak and end is not End.GRADIENT:
            return
        self.result.sinks.append(Sink(end, node, what, text, what in self.host))

    # ---- one expression

    def step(self, node: ast.expr) -> None:
        function = self.tree.function(node)
        if function is not None and function is not self.home and function not in self.entered:
            self.entered.update({function: calls} if (calls := self.variables.inner_calls(function)) else {})
        if function is not self.home and function not in self.entered and node not in self.weak:
            holder = self.tree.statement(node) if function is None else function
            self.sink(End.CAPTURED, holder, node, getattr(function, "name", ""))
            return
        parent = self.tree.parents[node]
        look = getattr(self, f"in_{type(parent).__name__}", None)
        if look is not None:
            look(parent, node)
        elif isinstance(parent, ast.expr) and not isinstance(parent, (ast.Compare, ast.Slice)):
            self.pass_on(node, parent)

    def in_Expr(self, parent: ast.Expr, node: ast.expr) -> None:
        if self.tracer.displays and self.tree.function(parent) is None:
            self.sink(End.SHOWN, parent, node)

    def in_Assign(self, parent: ast.Assign, node: ast.expr) -> None:
        for target in parent.targets:
            self.bind(target, node)

    def in_AnnAssign(self, parent: ast.AnnAssign, node: ast.expr) -> None:
        if parent.value is node:
            self.bind(parent.target, node)

    def in_NamedExpr(self, parent: ast.NamedExpr, node: ast.expr) -> None:
        self.bind(parent.target, node)
        if self.tree.assigned.used_on(node) is not None:
            self.pass_on(node, parent)

    def in_AugAssign(self, parent: ast.AugAssign, node: ast.expr) -> None:
        if parent.value is not node:
            return
        if isinstance(parent.target, ast.Name):
            self.into(parent.target, parent, node)  # lists and tensors are changed, not replaced
        self.bind(parent.target, node)

    def in_For(self, parent: ast.For | ast.AsyncFor | ast.comprehension, node: ast.expr) -> None:
        if parent.iter is node:
            self.bind(parent.target, node)

    in_AsyncFor = in_comprehension = in_For  # noqa: N815

    def in_withitem(self, parent: ast.withitem, node: ast.expr) -> None:
        if parent.optional_vars is not None:
            self.bind(parent.optional_vars, node)

    def in_Return(self, parent: ast.Return, node: ast.expr) -> None:
        function = self.tree.function(parent)
        if function is None or function is self.home or function not in self.entered:
            self.sink(End.RETURNED, parent, node)
            return
        self.returning.add(function)
        for call in self.entered[function]:
            self.pass_on(node, call)

    def in_Yield(self, parent: ast.Yield, node: ast.expr) -> None:
        self.sink(End.YIELDED, parent, node)

    in_YieldFrom = in_Yield  # noqa: N815

    def in_Lambda(self, parent: ast.Lambda, node: ast.expr) -> None:
        if parent.body is node:
            self.sink(End.CAPTURED, parent, node, "a lambda")

    def in_IfExp(self, parent: ast.IfExp, node: ast.expr) -> None:
        if parent.test is not node:
            self.pass_on(node, parent)

    def in_UnaryOp(self, parent: ast.UnaryOp, node: ast.expr) -> None:
        if not isinstance(parent.op, ast.Not):
            self.pass_on(node, parent)

    def in_BinOp(self, parent: ast.BinOp, node: ast.expr) -> None:
        is_format = isinstance(parent.op, ast.Mod) and parent.right is node
        if is_format and isinstance(parent.left, (ast.Constant, ast.JoinedStr)):
            self.formatted(parent, node, shows_number(parent.left, None))
        else:
            self.pass_on(node, parent)

    def in_Tuple(self, parent: ast.Tuple, node: ast.expr) -> None:
        holder, index = self.tree.parents[parent], parent.elts.index(node)
        if isinstance(holder, ast.BinOp) and isinstance(holder.op, ast.Mod) and holder.right is parent:
            self.formatted(holder, node, shows_number(holder.left, index))
        elif isinstance(holder, ast.Subscript) and holder.slice is parent:
            return
        elif targets := self.tree.assigned.targets(node):
            for target in targets:
                self.bind(target, node)
        else:
            self.pass_on(node, parent)

    def in_Dict(self, parent: ast.Dict, node: ast.expr) -> None:
        if not any(key is node for key in parent.keys):
            self.pass_on(node, parent)

    def in_FormattedValue(self, parent: ast.FormattedValue, node: ast.expr) -> None:
        as_number = parent.format_spec is not None and parent.conversion == -1
        self.formatted(parent, node, as_number, parent.conversion)

    def formatted(self, holder: ast.AST, node: ast.expr, as_number: bool, conversion: int = -1) -> None:
        """A scalar in a format without conversion is a plain number; any other tensor shows its `grad_fn`."""
        if not as_number and not (conversion == -1 and self.kind(node).scalar and not isinstance(holder, ast.BinOp)):
            self.sink(End.SHOWN, holder, node)

    def in_Subscript(self, parent: ast.Subscript, node: ast.expr) -> None:
        if parent.value is node and not takes_index(parent):
            self.pass_on(node, parent)

    def in_Attribute(self, parent: ast.Attribute, node: ast.expr) -> None:
        call = self.tree.parents[parent]
        if isinstance(call, ast.Call) and call.func is parent:
            self.method(call, parent.attr, node)
        elif parent.attr in GRADIENT_ATTRIBUTES or isinstance(parent.ctx, ast.Store):
            self.sink(End.GRADIENT, parent, node, f"`.{parent.attr}`")
        elif parent.attr not in CUTTING_ATTRIBUTES:
            self.pass_on(node, parent)

    def method(self, call: ast.Call, name: str, node: ast.expr) -> None:
        use = self.uses.of_call(call)
        if use is not None:
            self.sink(End.GRADIENT, call, node, use.text)
        elif name not in CUTTING_METHODS:
            self.pass_on(node, call)

    # ---- names and places

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """The value, or a part of it, is assigned."""
        if isinstance(target, ast.Name):
            self.bind_name(target, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in carrying(target, value):
                self.bind(element, value)
        elif isinstance(target, ast.Subscript):
            self.into(target.value, target, value)
        elif isinstance(target, ast.Attribute):
            self.store(target, target, value)

    def bind_name(self, target: ast.Name, value: ast.expr) -> None:
        if is_shared(self.tree, target):
            self.sink(End.STORED, target, value, f"the global `{target.id}`")
        self.pass_on(value, *self.tracer.reads_of(target))

    def store(self, place: ast.Attribute, node: ast.AST, value: ast.expr) -> None:
        """The value is kept by an object, for whoever asks."""
        self.sink(End.STORED, node, value, f"`{dotted(place) or place.attr}`")
        for read in self.variables.attribute_reads(place):
            self.add(read, weak=True)

    def into(self, container: ast.expr, node: ast.AST, value: ast.expr) -> None:
        """The value is put into a container or another tensor."""
        while isinstance(container, ast.Subscript) or (
            isinstance(container, ast.Attribute) and container.attr == "data"
        ):
            container = container.value
        reads = own_reads(self.tree, self.variables, container) if isinstance(container, ast.Name) else None
        if reads is not None:
            self.pass_on(value, *reads)
        elif isinstance(container, ast.Attribute):
            self.store(container, node, value)
        else:
            self.sink(End.STORED, node, value, f"`{self.tree.source(container)}`")

    # ---- calls

    def in_Call(self, parent: ast.Call, node: ast.expr) -> None:
        if parent.func is node:
            self.pass_on(node, parent)
        else:
            self.argument(parent, node, next(i for i, argument in enumerate(parent.args) if argument is node))

    def in_keyword(self, parent: ast.keyword, node: ast.expr) -> None:
        call = self.tree.parents[parent]
        if isinstance(call, ast.Call):
            self.argument(call, node, parent.arg or "**")

    def in_Starred(self, parent: ast.Starred, node: ast.expr) -> None:
        call = self.tree.parents[parent]
        if isinstance(call, ast.Call):
            self.argument(call, node, "*")
        elif isinstance(call, ast.expr):
            self.pass_on(node, call)

    def argument(self, call: ast.Call, node: ast.expr, index: int | str) -> None:
        """The value is passed to a call."""
        name = callee_name(call)
        use = self.uses.of_call(call)
        if use is not None:
            self.sink(End.GRADIENT, call, node, use.text)
        elif name in CUTTING_BUILTINS and isinstance(call.func, ast.Name) and not self.tree.bindings(call.func):
            return
        elif shows_text(self.tree, call):
            self.sink(End.SHOWN, call, node)
        elif is_log_call(self.tree, call):
            self.logged(call, node, index)
        elif name == "format" and isinstance(call.func, ast.Attribute):
            self.formatted(call, node, shows_number(call.func.value, index))
        elif (part := part_of_loop(self.tree, call, index)) is not None:
            self.bind(part, node)
        elif name in ("setattr", "__setattr__"):
            self.sink(End.STORED, call, node, f"an attribute of `{self.tree.source(call.args[0])}`")
        elif not self.enter(call, node, index) and not self.put(call, node, name):
            for place in written_by(call):
                self.into(place, call, node)
            self.hand_over(call, node, name)

    def logged(self, call: ast.Call, node: ast.expr, index: int | str) -> None:
        template = call.args[0] if call.args and call.args[0] is not node else None
        as_number = template is not None and shows_number(template, index - 1 if isinstance(index, int) else None)
        self.formatted(call, node, as_number, 0)

    def put(self, call: ast.Call, node: ast.expr, name: str) -> bool:
        """Is it a method that puts the value into its receiver, and gives nothing?"""
        is_statement = isinstance(self.tree.parents[call], ast.Expr) and self.tree.qualified_name(call.func) is None
        if not isinstance(call.func, ast.Attribute) or not is_statement:
            return False
        receiver = call.func.value
        if name in CONTAINERS or (name in METERS and is_dictionary(self.tree, node)):
            self.into(receiver, call, node)
            return True
        if may_train(receiver, name):
            self.sink(End.STORED, call, node, f"`{self.tree.source(receiver)}`")
            return True
        if name in METERS:
            reads = own_reads(self.tree, self.variables, receiver) if isinstance(receiver, ast.Name) else None
            self.pass_on(node, *reads or ())
            return True
        return False

    def hand_over(self, call: ast.Call, node: ast.expr, name: str) -> None:
        """A function gets the value: one of torch, of another package, or one that cannot be seen."""
        qualified = self.tree.qualified_name(call.func) or ""
        root = qualified.split(".")[0]
        if qualified in SAVING:
            self.sink(End.SAVED, call, node)
        elif is_callback(self.tree, call):
            self.sink(End.STORED, call, node, f"`{callee_name(call)}(..)`")
        elif not is_end(root, name):
            if node not in self.weak and not is_known(self.tree, call, root) and not self.kind(call.func).is_module:
                self.result.handed.append(call)
            if not says_array(name):
                self.pass_on(node, call)

    def enter(self, call: ast.Call, node: ast.expr, index: int | str) -> bool:
        """Follow the value into a function of this file."""
        parameter = self.variables.parameter(call, index)
        if parameter is None:
            return False
        function = self.tree.parents[self.tree.parents[parameter]]
        if not isinstance(function, FUNCTIONS) or function is self.home:
            return False
        self.entered.setdefault(function, []).append(call)
        self.pass_on(node, *self.tracer.reads_of(parameter))
        if function in self.returning:
            self.pass_on(node, call)
        return True
