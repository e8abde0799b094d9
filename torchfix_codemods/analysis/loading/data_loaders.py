"""The calls of torch's DataLoader, what they are given, and the loops that run over them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from torchfix_codemods.analysis.syntax.memory import ParsedFile
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, has_star_arguments
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.analysis.values.variables import Variables

_LOADERS = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"})
# https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader
_POSITIONS = (
    "dataset",
    "batch_size",
    "shuffle",
    "sampler",
    "batch_sampler",
    "num_workers",
    "collate_fn",
    "pin_memory",
    "drop_last",
    "timeout",
    "worker_init_fn",
)
# Calls that give the batches of what they are given, one after the other.
_SAME_BATCHES = frozenset({"enumerate", "tqdm", "trange", "iter", "next", "zip", "islice", "track", "cycle", "list"})


@dataclass(frozen=True)
class LoaderCall:
    """A call of DataLoader. `complete`: there is no `*args` or `**kwargs` that could hold other arguments."""

    call: ast.Call
    arguments: dict[str, ast.expr] = field(hash=False)
    complete: bool


@dataclass(frozen=True)
class Iteration:
    """A place that runs through a loader: the loop, comprehension or call, and the loaders it can run through.

    `targets` are the variables that hold a batch or its parts; none for a call.
    """

    node: ast.For | ast.AsyncFor | ast.comprehension | ast.Call
    loaders: tuple[LoaderCall, ...]
    targets: tuple[ast.Name, ...] = ()


def loader_calls(tree: Tree) -> list[LoaderCall]:
    """The calls of DataLoader, in source order."""
    found: list[LoaderCall] = []
    for call in tree.nodes(ast.Call):
        if not isinstance(call.func, (ast.Name, ast.Attribute)) or tree.qualified_name(call.func) not in _LOADERS:
            continue
        arguments: dict[str, ast.expr] = {}
        for name, value in zip(_POSITIONS, call.args, strict=False):
            if isinstance(value, ast.Starred):
                break
            arguments[name] = value
        arguments.update({k.arg: k.value for k in call.keywords if k.arg})
        found.append(LoaderCall(call, arguments, not has_star_arguments(call)))
    return found


class DataLoaders:
    """The loaders of one file and where they are used."""

    def __init__(self, tree: Tree, variables: Variables) -> None:
        self.tree = tree
        self.variables = variables
        self.sources = Sources(tree, variables)
        self.calls = loader_calls(tree)
        self._by_node = {loader.call: loader for loader in self.calls}

    @classmethod
    def for_file(cls, file: ParsedFile) -> DataLoaders:
        return cls(file.tree, file.get(Variables))

    def numbers(self, loader: LoaderCall, name: str) -> list[ast.expr] | None:
        """The expressions that an argument can be; None where it is not given (or in a `**kwargs` from elsewhere)."""
        value = loader.arguments.get(name)
        if value is not None:
            return self.sources.of(value)
        hidden = [k.value for k in loader.call.keywords if k.arg is None]
        found = [entry for one in hidden for entry in self.sources.entries(one, name)]
        return found or None

    def has_workers(self, loader: LoaderCall) -> bool:
        """Does the loader start processes, as far as the file shows it? An unknown number counts, a 0 does not.

        A number that may be 0, as on Windows only, is somebody's decision.
        """
        numbers = self.numbers(loader, "num_workers")
        return numbers is not None and not any(isinstance(n, ast.Constant) and not n.value for n in numbers)

    def loaders_of(self, node: ast.expr) -> list[LoaderCall]:
        """The loaders that an expression can be, or gives the batches of."""
        found = self.sources.of(node, self._holders_of_batches)
        return [self._by_node[source] for source in found if isinstance(source, ast.Call) and source in self._by_node]

    def _holders_of_batches(self, node: ast.expr) -> Sequence[ast.expr] | None:
        if not isinstance(node, ast.Call) or callee_name(node) not in _SAME_BATCHES:
            return None
        return () if node in self._by_node else node.args

    @cached_property
    def iterations(self) -> list[Iteration]:
        """The places that run through a loader of this file."""
        found: list[Iteration] = []
        if not self.calls:
            return found
        loops: list[ast.For | ast.AsyncFor | ast.comprehension] = [
            *self.tree.nodes(ast.For),
            *self.tree.nodes(ast.AsyncFor),
            *self.tree.nodes(ast.comprehension),
        ]
        for loop in loops:
            loaders = self.loaders_of(loop.iter)
            if loaders:
                found.append(Iteration(loop, tuple(loaders), tuple(_batch_names(loop.target, loop.iter))))
        for call in self.tree.nodes(ast.Call):
            if isinstance(call.func, ast.Name) and call.func.id in ("next", "iter") and call.args:
                loaders = self.loaders_of(call.args[0])
                if loaders:
                    found.append(Iteration(call, tuple(loaders), tuple(self._assigned(call))))
        return found

    def _assigned(self, call: ast.Call) -> Iterator[ast.Name]:
        if callee_name(call) == "next":
            yield from (part.target for part in self.tree.assigned.of(call) if isinstance(part.target, ast.Name))


def _batch_names(target: ast.expr, iterable: ast.expr) -> Iterator[ast.Name]:
    counted = isinstance(iterable, ast.Call) and _counts(iterable)
    if counted and isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts[1:]:
            yield from _names(part)
        return
    yield from _names(target)


def _counts(call: ast.Call) -> bool:
    """Does it number the batches?"""
    if callee_name(call) == "enumerate":
        return True
    return bool(call.args) and isinstance(call.args[0], ast.Call) and _counts(call.args[0])


def _names(target: ast.expr) -> Iterator[ast.Name]:
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from _names(part)
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)
