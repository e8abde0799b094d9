"""Which optimizer steps use gradients that nobody has cleared since the step before, and where to clear them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.training.optimizers import Optimizers
from torchfix_codemods.analysis.training.training import Event, Loop, Training, What
from torchfix_codemods.analysis.values.frameworks import Frameworks, Task
from torchfix_codemods.analysis.values.model_names import same_model

# Calls by which others get to run code of their own in every iteration.
_HOOKS = re.compile(r"(?:on|before|after|pre|post)_\w+\Z|\w*(?:callback|hook|trigger|notify|dispatch)s?\w*\Z", re.I)
# Functions that get an optimizer and leave its gradients alone.
_HARMLESS = re.compile(
    r"\w*(?:save|dump|log|print|lr|learning_rate|schedul|warm_?up|anneal|decay|adjust|state_dict|format|str|len|id|repr"
    r"|snapshot|unscale_|isinstance|append|checkpoint)\w*\Z|step\Z|optimizer_step\Z|amp\.initialize\Z|scale_loss\Z",
    re.I,
)
_PLAIN_BASES = frozenset({"object", "Module", "nn.Module", "torch.nn.Module", "ABC"})


@dataclass(frozen=True, slots=True)
class Uncleared:
    """An optimizer whose gradients add up from one iteration of a loop to the next.

    `steps` are its steps and `backwards` the backward passes of one iteration, `outside` the place where the gradients
    are cleared only once, before the loop; `several`: other optimizers are stepped in the same loop.
    """

    loop: Loop
    names: frozenset[str]
    steps: tuple[Event, ...]
    backwards: tuple[Event, ...]
    outside: Event | None
    several: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Put `text.zero_grad()` before the statement, or after it."""

    statement: ast.stmt
    after: bool
    text: str


class Clearing:
    """Answers for one file."""

    def __init__(self, tree: Tree, training: Training, frameworks: Frameworks) -> None:
        self.tree = tree
        self.training = training
        self.optimizers = Optimizers(tree)
        self.frameworks = frameworks

    @classmethod
    def for_file(cls, file: File) -> Clearing:
        return cls(file.tree, file.get(Training), file.get(Frameworks))

    def uncleared(self) -> Iterator[Uncleared]:
        """Every optimizer in a loop where its gradients are never cleared, in any order."""
        seen: set[ast.AST] = set()
        for loop in self.training.loops:
            if self._is_beyond_sight(loop):
                continue
            for names, steps in self._steps(loop).items():
                if steps[0].node in seen or not names:
                    continue
                found = self._of(loop, names, steps)
                if found is not None:
                    seen.update(step.node for step in steps)
                    yield found

    def _steps(self, loop: Loop) -> dict[frozenset[str], list[Event]]:
        """Optimizer -> its steps in this loop, without those of an inner loop that has backward passes of its own."""
        table: dict[frozenset[str], list[Event]] = {}
        for event in loop.of(What.STEP):
            inner = [up for up, _ in self.training.branches(event, loop.node) if isinstance(up, LOOPS)]
            if not any(up in self._loop_nodes for up in inner):
                table.setdefault(event.names, []).append(event)
        return table

    @cached_property
    def _loop_nodes(self) -> set[ast.AST]:
        return {loop.node for loop in self.training.loops}

    def _of(self, loop: Loop, names: frozenset[str], steps: list[Event]) -> Uncleared | None:
        others = frozenset(name for event in loop.of(What.STEP) if event.names != names for name in event.names)
        if any(self.optimizers.clears(event.names, names, others) for event in loop.of(What.CLEAR)):
            return None
        if self.is_made_in(loop, names) or not self._is_like_torch(names) or self._is_given_away(loop, names):
            return None
        outside: Event | None = None
        for event in self._all_clears:
            if not self.optimizers.clears(event.names, names, others):
                continue
            where = self._relation(event, loop)
            if where is None:
                return None
            if where:
                outside = event
        return Uncleared(loop, names, tuple(steps), tuple(loop.of(What.BACKWARD)), outside, bool(others))

    # ---- loops about which nothing can be said

    def _is_beyond_sight(self, loop: Loop) -> bool:
        if loop.of(What.HANDED) or self._runs_once(loop.node):
            return True
        nodes = [loop.node, *(event.node for event in loop.events)]
        if any(self.frameworks.doing(Task.ZERO_GRAD, node) for node in nodes):
            return True
        return any(_HOOKS.match(callee_name(c)) or self._is_foreign_method(c) for c in self._calls_in(loop))

    def _runs_once(self, node: ast.For | ast.AsyncFor | ast.While) -> bool:
        if isinstance(node.body[-1], (ast.Break, ast.Return)):
            return True
        if isinstance(node, ast.While):
            return False
        return ast.unparse(node.iter) in ("range(1)", "range(0, 1)")

    def _calls_in(self, loop: Loop) -> list[ast.Call]:
        """The calls in the loop's body and in the functions that lead to its events."""
        stretches: list[Sequence[ast.stmt]] = [loop.node.body]
        stretches += [function.body for function in self._functions_of(loop)]
        return [call for statements in stretches for call in self.training.uses.calls_in(statements)]

    def _functions_of(self, loop: Loop) -> set[Function]:
        found: set[Function] = set()
        for event in loop.events:
            function = self.tree.function(event.node) if event.way else None
            if function is not None:
                found.add(function)
            for call in event.way[1:]:
                outer = self.tree.function(call)
                if outer is not None:
                    found.add(outer)
        return found

    def _is_foreign_method(self, call: ast.Call) -> bool:
        """Is it `self.method()` of a class that may have got the method from anywhere?"""
        func = call.func
        if not (isinstance(func, ast.Attribute) and isinstance(func.value, (ast.Name, ast.Call))):
            return False
        is_super = isinstance(func.value, ast.Call) and callee_name(func.value) == "super"
        is_self = isinstance(func.value, ast.Name) and func.value.id == "self"
        owner = self.tree.enclosing(call, ast.ClassDef)
        if not (is_super or is_self) or owner is None or self.training.uses.method(owner, func.attr) is not None:
            return False
        return any((dotted(base) or "") not in _PLAIN_BASES for base in owner.bases)

    @cached_property
    def _stores(self) -> dict[str | None, list[ast.Name | ast.Attribute]]:
        """Variable or attribute -> where it is assigned or deleted."""
        table: dict[str | None, list[ast.Name | ast.Attribute]] = {}
        for node in self._references:
            if not isinstance(node.ctx, ast.Load):
                table.setdefault(dotted(node), []).append(node)
        return table

    @cached_property
    def _references(self) -> list[ast.Name | ast.Attribute]:
        return [*self.tree.nodes(ast.Name), *self.tree.nodes(ast.Attribute)]

    # ---- optimizers about which nothing can be said

    def is_made_in(self, loop: Loop, names: frozenset[str]) -> bool:
        """Is what has these names made anew in every iteration?"""
        if any(":" in name for name in names):
            return True
        functions = self._functions_of(loop)
        for name in names:
            root = re.split(r"[.\[]", name, maxsplit=1)[0]
            for node in chain(self._stores.get(root, ()), self._stores.get(name, ())):
                function = self.tree.function(node)
                if self.tree.within(node, loop.node) or (function is not None and function in functions):
                    return True
        return False

    def _is_like_torch(self, names: frozenset[str]) -> bool:
        """Is nothing known about it that says that it is no optimizer of torch?"""
        if any(name in self.optimizers.made for name in names):
            return True
        return not any(isinstance(value, ast.Call) for name in names for value in self.tree.assigned.values(name))

    def _is_given_away(self, loop: Loop, names: frozenset[str]) -> bool:
        """Does a function that cannot be seen get the optimizer, or all of `self`?"""
        of_self = any(name.startswith("self.") for name in names)
        for call in self._calls_in(loop):
            if _HARMLESS.match(callee_name(call)) or self.training.called(call):
                continue
            for value in (*call.args, *(word.value for word in call.keywords)):
                if of_self and isinstance(value, ast.Name) and value.id == "self":
                    return True
                if not isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
                    continue
                given = self.training.names(value)
                if same_model(given, names) or given & {step.split(".")[-1] for step in names}:
                    return True
        return False

    # ---- clears elsewhere

    @cached_property
    def _all_clears(self) -> list[Event]:
        tree = self.tree
        functions: list[Function | None] = [None, *tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
        return [e for f in functions for e in self.training.events_of(f) if e.what is What.CLEAR and not e.way]

    def _relation(self, event: Event, loop: Loop) -> bool | None:
        """True where it happens once before the loop, False where it belongs elsewhere, None where nobody knows."""
        function = self.tree.function(event.node)
        home = self.tree.function(loop.node)
        if function is home:
            return position(event.node) < position(loop.node) and self._leads_to(event, loop)
        if function is None or not self._is_passed_on(function):
            return self._is_around(event, loop)
        return None

    def _leads_to(self, event: Event, loop: Loop) -> bool:
        """Does it stand in a block around the loop?"""
        holder = self.tree.parents[self.tree.statement(event.node)]
        return self.tree.within(loop.node, holder)

    def _is_around(self, event: Event, loop: Loop) -> bool:
        """Does the function that has the loop get called right after the event, in the event's own function?"""
        home = self.tree.function(loop.node)
        if home is None:
            return False
        holder = self.tree.parents[self.tree.statement(event.node)]
        for call in self.tree.nodes(ast.Call):
            if self.tree.function(call) is not self.tree.function(event.node) or not self.tree.within(call, holder):
                continue
            if position(call) > position(event.node) and home in self.training.called(call):
                return True
        return False

    def _is_passed_on(self, function: Function) -> bool:
        """Is the function used otherwise than by calls of it?"""
        for node in self._references:
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name != function.name or not isinstance(node.ctx, ast.Load):
                continue
            parent = self.tree.parents[node]
            if not (isinstance(parent, ast.Call) and parent.func is node):
                return True
        return False

    # ---- where to clear

    def place(self, found: Uncleared) -> Place | None:
        """Where one iteration should clear the gradients, None where the names of one function do not do."""
        step = found.steps[0]
        backward = self.first_backward(found)
        if backward.way and backward.way[-1] is step.node and step.node is not backward.node:
            assert step.subject is not None  # a closure, which some optimizers call several times per step
            return Place(self.tree.statement(backward.node), False, self.tree.source(step.subject))
        depth = 0
        while depth < min(len(step.way), len(backward.way)) and step.way[depth] is backward.way[depth]:
            depth += 1
        text = self._text(step, depth)
        if text is None:
            return None
        if depth == len(step.way) and self._is_guarded(found, step, backward):
            return Place(self.tree.statement(step.node), True, text)
        one = (*step.way, step.node)[depth]
        statement = self.tree.statement((*backward.way, backward.node)[depth])
        while True:
            holder = self.tree.parents[statement]
            block, _ = self.tree.block(statement)
            if any(self.tree.within(one, other) for other in block):
                break
            if not isinstance(holder, ast.stmt) or isinstance(holder, FUNCTIONS):
                return None
            statement = holder
        is_top = block is found.loop.node.body and not found.several
        return Place(block[0] if is_top else statement, False, text)

    def first_backward(self, found: Uncleared) -> Event:
        """The backward pass of an iteration whose gradients the optimizer is first to use."""
        events = found.loop.events
        index = next(i for i, event in enumerate(events) if event is found.steps[0])
        start = max((i for i in range(index) if events[i].what is What.STEP), default=-1)
        between = [event for event in events[start + 1 : index] if event.what is What.BACKWARD]
        return between[0] if between else found.backwards[0]

    def _text(self, step: Event, depth: int) -> str | None:
        """The optimizer as it is called in the function that is `depth` calls away from the loop."""
        if depth == len(step.way):
            return self.tree.source(step.subject) if step.subject is not None else None
        plain = [name for name in step.names if "[" not in name]
        return plain[0] if depth == 0 and len(step.names) == 1 and plain else None

    def _is_guarded(self, found: Uncleared, step: Event, backward: Event) -> bool:
        """Are all steps made in some iterations only, by a count of them or by what may not have made the optimizer?"""
        loop = found.loop.node
        shared = {up for up, _ in self.training.branches(backward, loop)}
        guards = [(up, part) for up, part in self.training.branches(step, loop) if up not in shared]
        guards = [(up, part) for up, part in guards if isinstance(up, ast.If)]
        if any(is_periodic(up) for up, _ in guards):
            return True
        others = [set(self.training.branches(other, loop)) for other in found.steps]
        return any(all(guard in branches for branches in others) for guard in guards)


def is_periodic(node: ast.AST) -> bool:
    """Is it an `if` on a remainder, as in `if (i + 1) % 4 == 0`?"""
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) for part in ast.walk(node.test)
    )
