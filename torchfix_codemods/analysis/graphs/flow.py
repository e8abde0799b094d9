"""Questions about regions: is this initialisation, what follows an in-place edit, who uses a value.

All answers are about one file, and cautious: what cannot be seen counts as the worse case where the doc says so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

from torchfix_codemods.analysis.graphs.backward import Backward, StaleBackward
from torchfix_codemods.analysis.graphs.kept_buffers import KeptBuffers
from torchfix_codemods.analysis.graphs.roles import Holder, Role, Roles
from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Inferred
from torchfix_codemods.analysis.project.effects import Effects
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.project.setups import Setups
from torchfix_codemods.analysis.project.users import Users
from torchfix_codemods.analysis.syntax.functions import functions_around, hands_on, outermost, returned
from torchfix_codemods.analysis.syntax.geometry import common_loop, position
from torchfix_codemods.analysis.syntax.memory import remembered
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import GIVING_LAYERS, is_in_place
from torchfix_codemods.analysis.values.aliases import RESHAPING_METHODS, How, Use, follow, use_of
from torchfix_codemods.analysis.values.variables import Variables

_MOST_MAKERS = 3  # functions that make the function that makes a function
_INIT_NAME = re.compile(r"_*(?:\w+_)?(?:init|initiali[sz]e|reset|re_?init)(?:_\w+)?_*\Z|weights?_?init\w*\Z", re.I)
# What is done to a model before its first forward pass, and tests, which hold all that they run.
_SETUP_NAME = re.compile(
    r"_*(?:\w+_)?(?:load|from|convert|import|restore|build|create|make|setup|construct)(?:_\w+)?\Z|test_|setUp\Z", re.I
)
_HOOKS = re.compile(r"register_\w*hook\Z")
_STEP = ".step"  # no name of a variable
_ABOUT_HISTORY = frozenset({"requires_grad", "grad_fn", "is_leaf"})
_CHANGES_OBJECT = RESHAPING_METHODS | {"requires_grad_", "retain_grad", "register_hook"}


def _callers_elsewhere(file: File, function: Function) -> list[bool]:
    """For each place of another file that calls a function of this one, or passes it on: is it an early one?"""
    origins = file.get(Origins)
    setups, place = origins.project.shared(Setups), origins.place(function)
    users = (user for user in origins.project.shared(Users).of(place) if user[0] != file.path)
    return [setups.is_early(place, *user) for user in users]


class Flow:
    """Answers about one tree. `kind` tells what an expression is.

    `elsewhere` tells of each place of another file that calls a function, or passes it on, whether it runs before any
    graph can need what the function writes to, `effects` what a call of a function of the run does.
    """

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        variables: Variables,
        *,
        retains: bool = False,
        nests: Callable[[], bool] = lambda: True,
        elsewhere: Callable[[Function], Sequence[bool]] = lambda function: (),
        effects: Callable[[], Effects | None] = lambda: None,
        origins: Callable[[], Origins] | None = None,
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self._elsewhere = elsewhere
        self._effects = effects
        self.buffers = None if origins is None else KeptBuffers(tree, kind, variables, origins)
        self._setups: dict[Function, bool] = {}
        self._nests = nests
        self._retains = retains or "retain_graph" in tree.text  # does a file of the run keep graphs for a second pass?

    @classmethod
    def for_file(cls, file: File) -> Flow:
        return cls(
            file.tree,
            file.kind,
            file.get(Variables),
            retains=file.project.retains,
            nests=lambda: file.get(Origins).project.nests,
            elsewhere=partial(_callers_elsewhere, file),
            effects=partial(file.get, Effects),
            origins=partial(file.get, Origins),
        )

    @cached_property
    def nests_gradients(self) -> bool:
        """May a file of the run make graphs of gradients?"""
        return self._nests()

    @cached_property
    def roles(self) -> Roles:
        return Roles(self.tree, self.kind)

    def _is_tensor(self, node: ast.expr) -> bool:
        return self.kind(node).is_tensor

    def role(self, node: ast.expr) -> Holder:
        """What a tensor is to autograd."""
        return self.roles.of(node)

    @remembered
    def use(self, node: ast.expr) -> Use:
        """What is done to the value of this expression on the spot."""
        return use_of(self.tree, node, self._is_tensor)

    def uses(self, node: ast.expr) -> Iterator[Use]:
        """What is done to the value of this expression, also through the names it is given, and by the functions."""
        effects = self._effects()
        for value, use in self._followed(node):
            if use.how is not How.ARGUMENT or effects is None or not isinstance(use.node, ast.Call):
                yield use
                continue
            is_meant = partial(self.tree.within, value)
            yield Use(How.WRITE, use.node) if effects.writes(use.node, is_meant) else use
            if effects.keeps(use.node, is_meant):
                yield Use(How.LEAVE, use.node)

    def _followed(self, node: ast.expr) -> Iterator[tuple[ast.expr, Use]]:
        return follow(self.tree, self.variables, node, self.use, self._gives_back)

    def object_changed(self, node: ast.expr) -> ast.AST | None:
        """The first place that changes the tensor itself rather than its values: `requires_grad_()`, `resize_()`, ...

        It makes a difference between a tensor and another handle on the same storage. A variable or an attribute may
        be changed anywhere in the file, any other value where it is followed to. A variable that another function makes
        itself is another one, an argument of it may be this one.
        """
        name = dotted(node)
        if name is not None:
            changes = (change for change in self._object_changes if dotted(change.value) == name)
            return next((change for change in changes if self._may_be(change.value, node)), None)
        for value, _ in self._followed(node):
            parent = self.tree.parents[value]
            if isinstance(parent, ast.Attribute) and parent in self._object_changes:
                return parent
        return next((use.node for use in self.uses(node) if use.how is How.RESHAPE), None)

    def _may_be(self, changed: ast.expr, node: ast.expr) -> bool:
        """May two places of the same spelling be one object?"""
        if not isinstance(changed, ast.Name) or not isinstance(node, ast.Name):
            return True
        home, other = (self.tree.scope(name).lookup(name.id) for name in (node, changed))
        if home is other or other is None or not isinstance(other.node, FUNCTIONS):
            return True
        return any(isinstance(binding.node, ast.arg) for binding in other.bindings[changed.id])

    @cached_property
    def asked_for_history(self) -> frozenset[str]:
        """The names of tensors that the file asks whether they have a history: `x.requires_grad`."""
        asked = (node for node in self.tree.nodes(ast.Attribute) if node.attr in _ABOUT_HISTORY)
        return frozenset(name for node in asked if (name := dotted(node.value)) is not None)

    @cached_property
    def _object_changes(self) -> list[ast.Attribute]:
        """Attributes such as `x.requires_grad_` in `x.requires_grad_()`, and all that are assigned to."""
        return [
            node
            for node in self.tree.nodes(ast.Attribute)
            if isinstance(node.ctx, ast.Store) or node.attr in _CHANGES_OBJECT
        ]

    # ---- where a node stands

    def in_initialisation(self, node: ast.AST) -> bool:
        """Does it run before any graph exists: in a constructor, or in what only constructors call or apply?

        A function that says so by its name, as `reset_parameters` does, is believed where every call of it in the run
        is seen, and none stands between a forward pass and the backward pass over it.
        """
        function = self.tree.function(node)
        return function is not None and self._sets_up(function, frozenset())

    def says_initialisation(self, node: ast.AST) -> bool:
        """Does the function around say by its name that it initialises, or is it given to `.apply`?"""
        function = self.tree.function(node)
        if function is None:
            return False
        is_named = function.name in ("__init__", "__new__") or _INIT_NAME.match(function.name) is not None
        return is_named or bool(self._backward.appliers(function))

    def _sets_up(self, function: Function, seen: frozenset[Function]) -> bool:
        if function.name in ("__init__", "__new__"):
            return self.tree.class_of(function) is not None
        if function in seen:
            return True
        if function not in self._setups:
            self._setups[function] = self._is_setup(function, seen | {function})
        return self._setups[function]

    def _is_setup(self, function: Function, seen: frozenset[Function]) -> bool:
        calls = [*self.tree.calls_named(function.name), *self._backward.appliers(function)]
        calls = [call for call in calls if self.tree.function(call) is not function]
        elsewhere = self._elsewhere(function)
        if not calls and not elsewhere:
            return False
        if not all(elsewhere):
            return False
        is_told = _INIT_NAME.match(function.name) or any(callee_name(call) == "apply" for call in calls)
        for call in calls:
            caller = self.tree.function(call)
            if caller is not None and self._sets_up(caller, seen):
                continue
            owner = self._backward.owner_given(call, function)
            if not is_told or self._backward.stale(call, owner, False) is not None:
                return False
        return True

    def runs_unseen(self, edit: ast.AST) -> bool:
        """Do only other files know when it runs, so that a graph of theirs may be alive?

        Not where the function runs a backward pass itself, is called in this file, or sets a model up by its name. The
        step of an optimizer stands between the backward pass over one graph and the building of the next one, unless
        the program retains graphs; torch's own optimizers have let autograd count their writes since 1.5.
        """
        function = self.tree.function(edit)
        if function is None or self._backward.runs_in(function):
            return False
        owner = self.tree.enclosing(function, ast.ClassDef)
        if owner is not None and function.name == "step" and any(map(self._is_optimizer, owner.bases)):
            return self._retains
        if _SETUP_NAME.match(function.name):
            return False
        if not all(self._elsewhere(function)):
            return True
        calls = self.tree.calls_named(function.name)
        if any(self.in_forward(call) for call in calls):
            return True  # of which object cannot be seen: it may be this one, in the middle of a graph
        return not calls and not self._backward.appliers(function)

    def _is_optimizer(self, base: ast.expr) -> bool:
        return "Optim" in ast.unparse(base) or (self.tree.qualified_name(base) or "").startswith("torch.optim.")

    def in_forward(self, node: ast.AST) -> bool:
        """Is it part of a forward pass: a module's `forward`, a method that it calls, a hook?"""
        return any(function in self._forward_functions for function in functions_around(self.tree, node))

    @cached_property
    def _forward_functions(self) -> set[Function]:
        tree = self.tree
        methods: dict[tuple[ast.ClassDef, str], Function] = {}
        functions: list[Function] = [*tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
        found: set[Function] = set()
        for function in functions:
            owner = tree.class_of(function)
            if owner is not None:
                methods[owner, function.name] = function
                if function.name == "forward":
                    found.add(function)
        found |= self._hooks(functions)
        todo = list(found)
        while todo:
            function = todo.pop()
            owner = tree.class_of(function)
            for call in ast.walk(function):
                name = dotted(call.func) if isinstance(call, ast.Call) else None
                if owner is None or name is None or not name.startswith("self."):
                    continue
                method = methods.get((owner, name.removeprefix("self.")))
                if method is not None and method not in found:
                    found.add(method)
                    todo.append(method)
        return found

    def _hooks(self, functions: list[Function]) -> set[Function]:
        names = {
            (dotted(call.args[0]) or "").rsplit(".", 1)[-1]
            for call in self.tree.nodes(ast.Call)
            if _HOOKS.match(callee_name(call)) and call.args
        }
        return {function for function in functions if function.name in names}

    def in_autograd_function(self, node: ast.AST) -> bool:
        """Is it in a method of a `torch.autograd.Function`, where autograd records nothing?"""
        definition = self.tree.enclosing(node, ast.ClassDef)
        if definition is None:
            return False
        names = [self.tree.qualified_name(base) or dotted(base) or "" for base in definition.bases]
        return any(name.rsplit(".", 1)[-1] in ("Function", "InplaceFunction") for name in names)

    # ---- backward passes

    @cached_property
    def _backward(self) -> Backward:
        return Backward(self.tree, self.kind)

    def stale_backward(self, edit: ast.AST, owner: str | None, *, computed: bool = False) -> StaleBackward | None:
        """The first backward pass that can run after `edit` over a graph that was built before it.

        `owner` is what the edited tensor belongs to, as dotted text: only graphs that were built with it count. None
        means that any graph counts. Where the tensor was `computed`, so that it has a graph of its own, `owner` is its
        variable, and all that is made of it counts. Callers of the function in the file are looked at too.
        """
        return self._backward.stale(edit, owner, computed)

    def written_before_backward(self, read: ast.AST, tensor: ast.expr) -> ast.AST | None:
        """What can write to a tensor after it was read, and before a backward pass of the same function: an edit in
        place, or an optimizer's step where it may be a parameter."""
        keys = [dotted(tensor) or ""]
        if self.role(tensor).role in (Role.STATE, Role.UNKNOWN):
            keys.append(_STEP)
        function = outermost(self.tree, read)
        is_in_loop = any(isinstance(up, LOOPS) for up in self.tree.ancestors(read))
        for key in keys:
            writers = self._writers.get((function, key), [])
            if writers and position(writers[-1]) > position(read):
                return writers[-1]
            if is_in_loop and any(common_loop(self.tree, read, call) is not None for call in writers):
                return writers[-1]
        return None

    @cached_property
    def _writers(self) -> dict[tuple[Function | None, str], list[ast.Call]]:
        """(function, what is written to) -> the edits in place that a backward pass can follow, in source order."""
        table: dict[tuple[Function | None, str], list[ast.Call]] = {}
        for function, calls in self.tree.calls_by_function.items():
            if not self._backward.runs_here(function):
                continue
            for call in calls:
                key = self._written_by(call)
                if key is not None and self._backward.follows(call) is not None:
                    table.setdefault((function, key.removesuffix(".data")), []).append(call)
        return table

    def _written_by(self, call: ast.Call) -> str | None:
        """What a call edits in place, or that it runs an optimizer's step, also by a function of the run."""
        effects = self._effects()
        if isinstance(call.func, ast.Attribute) and is_in_place(call.func.attr):
            return dotted(call.func.value)
        is_step = callee_name(call) == "step" and isinstance(call.func, ast.Attribute)
        return _STEP if is_step or (effects is not None and effects.steps(call)) else None

    def writes_into(self, call: ast.Call, value: ast.expr) -> bool:
        """Does a function of the run that is called write into a value that it gets?"""
        effects = self._effects()
        return effects is not None and effects.writes(call, partial(self.tree.within, value))

    def _gives_back(self, call: ast.Call, value: ast.expr) -> bool:
        """May what a call gives be the value that it is passed? A function that cannot be seen as a whole may do so."""
        is_layer = self.kind(call.func).qualified in GIVING_LAYERS
        if is_layer or self.tree.within(value, call.func) or _is_hidden(call.func, self.tree):
            return True
        effects = self._effects()
        return effects is not None and effects.gives_back(call, partial(self.tree.within, value))

    def backward_after(self, edit: ast.AST) -> ast.Call | None:
        """A backward pass of the same function that can run after the edit, over whatever graph."""
        return self._backward.follows(edit)

    def returned_graph(self, edit: ast.AST, owner: str, *, computed: bool = False) -> ast.AST | None:
        """The statement by which a graph that holds a tensor of `owner` leaves the function of `edit`.

        Somebody else may run backward over it, after another call has made the edit again.
        """
        return self._backward.returned(edit, owner, computed)


def _is_hidden(func: ast.expr, tree: Tree) -> bool:
    """Is what is called a function that stands in a variable, a table or another function, or one that is made here?

    What it does to its arguments is not known from the outside. Not so a model, and what is imported or a parameter.
    """
    if isinstance(func, (ast.Lambda, ast.Subscript)) or hands_on(func, tree):
        return True
    bindings = tree.bindings(func) if isinstance(func, ast.Name) else []
    return any(
        isinstance(binding.value, (ast.Lambda, ast.Subscript, ast.Name, ast.Attribute))
        or _is_partial(binding.value, tree)
        or any(_is_function(value, tree) for value in _given_by_call(binding.value, tree))
        or (isinstance(binding.node, FUNCTIONS) and tree.function(binding.node) is not None)
        for binding in bindings
    )


def _given_by_call(value: ast.expr | None, tree: Tree) -> list[ast.expr]:
    """What a call may give: what the function of the file returns, and what any function is given."""
    if not isinstance(value, ast.Call):
        return []
    bindings = tree.bindings(value.func) if isinstance(value.func, ast.Name) else []
    return [*value.args, *(given for one in bindings for given in returned(tree, one.node))]


def _is_function(value: ast.expr, tree: Tree, depth: int = 0) -> bool:
    """Can it be a function, rather than a model, which is an object?"""
    if isinstance(value, ast.Lambda) or _is_partial(value, tree):
        return True
    if isinstance(value, ast.Call) and depth < _MOST_MAKERS:
        return any(_is_function(given, tree, depth + 1) for given in _given_by_call(value, tree))
    return isinstance(value, ast.Name) and any(isinstance(one.node, FUNCTIONS) for one in tree.bindings(value))


def _is_partial(value: ast.expr | None, tree: Tree) -> bool:
    return isinstance(value, ast.Call) and tree.qualified_name(value.func) == "functools.partial"
