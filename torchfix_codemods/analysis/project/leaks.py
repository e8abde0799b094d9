"""Where a tensor of an object gets a second name, or an attribute is reached by no name, so that nobody sees more."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from torchfix_codemods.analysis.project.given import Names
from torchfix_codemods.analysis.project.interface import Given
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.tables.torch_api import is_in_place
from torchfix_codemods.analysis.tables.words import words

ANY = "*"  # stands for whatever attribute
LEAK = Given("other", "leak")  # nobody can tell what is written, not even the file that does it
_KEEPING = words("map filter setattr partial reduce dict SimpleNamespace namedtuple add update setdefault put push")
_PARSING = words("parse_args parse_known_args Namespace")
_BOOKS = words("__dict__ __setattr__ __getattribute__ __setstate__")
_ABOUT = words("__class__ __init__ __name__ __len__ __repr__ __str__ __doc__ __module__")


class Leaks:
    """Reads one function, or the module (`first` None); `first` is the first parameter of a method."""

    def __init__(
        self, nodes: Nodes, names: Names, given: Mapping[str, Sequence[ast.expr | None]], first: str | None
    ) -> None:
        self.nodes = nodes
        self.names = names
        self.given = given
        self.first = first
        self._called = {call.func for call in nodes.of(ast.Call)}

    def seen_here(self) -> Iterator[ast.expr | None]:
        """What gets out of the function, where the file itself still sees it."""
        declared: list[ast.Global | ast.Nonlocal] = [*self.nodes.of(ast.Global), *self.nodes.of(ast.Nonlocal)]
        outer = {name for node in declared for name in node.names}
        for target, value in self.nodes.assignments():
            if isinstance(target, ast.Name) and (self.first is None or target.id in outer):
                yield value
        for returned in self.nodes.of(ast.Return):
            value = returned.value
            if value is not None and not (self.first and _root(value) == self.first):
                yield value
        functions: list[ast.FunctionDef | ast.Lambda] = [*self.nodes.of(ast.FunctionDef), *self.nodes.of(ast.Lambda)]
        for function in functions:
            yield from (*function.args.defaults, *function.args.kw_defaults)
        inner = {function.name for function in self.nodes.of(ast.FunctionDef)}
        for call in self.nodes.of(ast.Call):
            if isinstance(call.func, ast.Name) and (call.func.id in self.given or call.func.id in inner):
                yield from (*call.args, *(word.value for word in call.keywords))
        yield from (node.body for node in self.nodes.of(ast.Lambda))

    def unseen(self, of_variables: bool = False) -> Iterator[ast.expr | None]:
        """What nobody follows. An item of an attribute that is written is taken for one of a tensor, where a variable
        is not kept."""
        for node in self.nodes.of(ast.Dict):
            yield from node.values
        for several in self.nodes.of(ast.Set):
            yield from several.elts
        for target, value in self.nodes.assignments():
            if isinstance(target, ast.Subscript):
                if not of_variables or isinstance(_behind_items(target), ast.Name):
                    yield value
            elif isinstance(target, ast.Attribute) and _last_attribute(value) != target.attr:
                yield value
                root = _behind_items(value)
                if isinstance(root, ast.Name) and self.names.target(root) is None:
                    yield target
        for target, source in self.nodes.parted():
            if not isinstance(target, ast.Name):
                yield source
        for assigned in self.nodes.of(ast.Assign):
            if len(assigned.targets) > 1:
                yield from (target for target in assigned.targets if isinstance(target, ast.Attribute))
        for attribute in self.nodes.of(ast.Attribute):
            is_method = is_in_place(attribute.attr) and attribute not in self._called
            if is_method or (attribute.attr.startswith("__") and attribute.attr not in _ABOUT):
                yield attribute.value
        for call in self.nodes.of(ast.Call):
            yield from _handed_over(call)

    def attributes(self) -> Iterator[str]:
        """The attributes that are reached by another way than their name."""
        for call in self.nodes.of(ast.Call):
            if isinstance(call.func, ast.Name):
                yield from self._by_builtin(call, call.func.id)
        if any(self._is_book(node) for node in self.nodes.of(ast.Attribute)):
            yield ANY
        if any(node.name in _BOOKS for node in (*self.nodes.of(ast.FunctionDef), *self._definitions())):
            yield ANY

    def _definitions(self) -> list[ast.FunctionDef]:
        return [node for node in self.nodes.definitions if isinstance(node, ast.FunctionDef)]

    def _by_builtin(self, call: ast.Call, name: str) -> Iterator[str]:
        if name in ("exec", "eval") or (name == "vars" and not (call.args and self._is_of_options(call.args[0]))):
            yield ANY
        elif name in ("getattr", "setattr", "delattr") and len(call.args) > 1:
            word = call.args[1]
            if isinstance(word, ast.Constant):
                yield str(word.value)
            elif self.names.target(call.args[0]) is None:
                yield ANY
        elif name not in self.given:
            return
        for value in self.given.get(name, ()):  # `put = store.put; put(x)`
            if isinstance(value, ast.Attribute):
                yield value.attr

    def _is_book(self, node: ast.Attribute) -> bool:
        if node.attr not in _BOOKS or self._is_of_options(node.value):
            return False
        return node not in self._called or node.attr not in ("__setstate__", "__getattribute__")

    def _is_of_options(self, node: ast.expr) -> bool:
        """Is it what an argument parser gave?"""
        if isinstance(node, ast.Call):
            return callee_name(node) in _PARSING
        values = self.given.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return bool(values) and all(isinstance(one, ast.Call) and callee_name(one) in _PARSING for one in values)


def _handed_over(call: ast.Call) -> Iterator[ast.expr]:
    """What a call gets that is not matched to a parameter."""
    yield from (value for value in call.args if isinstance(value, ast.Starred))
    yield from (word.value for word in call.keywords if word.arg is None)
    name = callee_name(call)
    if name == "getattr":
        yield from call.args[:1]
    elif name in _KEEPING:
        yield from (*call.args, *(word.value for word in call.keywords))


def _behind_items(node: ast.expr | None) -> ast.expr | None:
    """`x` of `x[0]`, `x.view(1)[0]`, `x.data`."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            return node


def _last_attribute(node: ast.expr | None) -> str:
    """`x` of `self.x.to(device)[0]`."""
    node = _behind_items(node)
    return node.attr if isinstance(node, ast.Attribute) else ""


def _root(node: ast.expr) -> str:
    root: ast.expr | None = _behind_items(node)
    while isinstance(root, ast.Attribute):
        root = _behind_items(root.value)
    return root.id if isinstance(root, ast.Name) else ""
