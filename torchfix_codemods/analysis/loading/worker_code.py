"""The code of a file that runs in the workers of a DataLoader, and the random numbers that it draws there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, LoaderCall
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name

_GENERATORS = frozenset(
    {"numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator", "random.Random"}
)
_NO_DRAWS = frozenset(
    {"seed", "get_state", "set_state", "getstate", "setstate", "RandomState", "default_rng", "Generator", "Random"}
)


@dataclass(frozen=True)
class Draw:
    """A call that draws a random number. `made` is the call that made the generator, None for those of the modules."""

    call: ast.Call
    library: str  # numpy or random
    made: ast.Call | None = None


class WorkerCode:
    """Answers for one file."""

    def __init__(self, loaders: DataLoaders) -> None:
        self.loaders = loaders
        self.tree: Tree = loaders.tree

    def draws(self, loader: LoaderCall) -> Iterator[Draw]:
        """The draws in the data set, its transforms and the collate function, where these are written in the file."""
        for function in self._functions(loader):
            for call in ast.walk(function):
                if isinstance(call, ast.Call):
                    draw = self._draw(call)
                    if draw is not None:
                        yield draw

    def _draw(self, call: ast.Call) -> Draw | None:
        if not isinstance(call.func, (ast.Attribute, ast.Name)) or callee_name(call) in _NO_DRAWS:
            return None
        name = self.tree.qualified_name(call.func) or ""
        if name.startswith("numpy.random.") and name.count(".") == 2:
            return Draw(call, "numpy")
        if name.startswith("random.") and name.count(".") == 1:
            return Draw(call, "random")
        if name or not isinstance(call.func, ast.Attribute):
            return None
        for source in self.loaders.sources.of(call.func.value):
            if isinstance(source, ast.Call):
                made_by = self.tree.qualified_name(source.func) or ""
                if made_by in _GENERATORS and self.tree.function(source) is not self.tree.function(call):
                    return Draw(call, made_by.partition(".")[0], source)
        return None

    def _functions(self, loader: LoaderCall) -> list[Function]:
        found: list[Function] = []
        for name in ("dataset", "collate_fn"):
            given = loader.arguments.get(name)
            if given is not None:
                found += self._of_value(given)
        seen: list[Function] = []
        for function in found:  # grows while it is walked
            if function in seen:
                continue
            seen.append(function)
            for call in ast.walk(function):
                called = self.loaders.sources.function(call) if isinstance(call, ast.Call) else None
                if called is not None and called.name != "__init__":
                    found.append(called)
        return seen

    @followed(())
    def _of_value(self, node: ast.expr) -> tuple[Function, ...]:
        """The functions of the file that an object may run in a worker: its methods, and those of what it was given."""
        return tuple(dict.fromkeys(self._reachable_from(node)))

    def _reachable_from(self, node: ast.expr) -> Iterator[Function]:
        for source in self.loaders.sources.of(node):
            if isinstance(source, ast.Lambda):
                continue
            if isinstance(source, ast.Name):
                yield from (b.node for b in self.tree.bindings(source) if isinstance(b.node, FUNCTIONS))
            elif isinstance(source, (ast.List, ast.Tuple)):
                for element in source.elts:
                    yield from self._of_value(element)
            elif isinstance(source, ast.Call):
                made = self.loaders.sources.class_called(source)
                if made is not None:
                    yield from self._methods(made)
                for argument in (*source.args, *(k.value for k in source.keywords)):
                    if not isinstance(argument, (ast.Constant, ast.Starred)):
                        yield from self._of_value(argument)

    def _methods(self, owner: ast.ClassDef) -> Iterator[Function]:
        """Those that are not only used while the object is made."""
        methods = [s for s in owner.body if isinstance(s, FUNCTIONS)]
        entries = [m for m in methods if m.name in ("__getitem__", "__call__", "__iter__", "__next__", "__getitems__")]
        yield from entries
