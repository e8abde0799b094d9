"""Which expressions can be the value of another one: through variables, parameters, attributes, options, functions.

Within one file. What cannot be followed is given as it stands, so a caller sees a name where nothing is known of it. A
question brings a table of its own: what it looks beyond, and where it stops.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.arguments import passed
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.functions import given_back, returned
from torchfix_codemods.analysis.syntax.memory import ParsedFile, remembered
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Binding, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.device_values import NAMESPACES
from torchfix_codemods.analysis.values.file_names import given_to
from torchfix_codemods.analysis.values.variables import Variables

Beyond: TypeAlias = Callable[[ast.expr], Sequence[ast.expr] | None]

_OPTION_CALLS = frozenset({"add_argument", "add_option"})


class Sources:
    """Answers for one file."""

    def __init__(self, tree: Tree, variables: Variables) -> None:
        self.tree = tree
        self.variables = variables
        self._known: dict[tuple[Beyond | None, ast.expr], list[ast.expr]] = {}

    @classmethod
    def for_file(cls, file: ParsedFile) -> Sources:
        return cls(file.tree, file.get(Variables))

    def of(self, node: ast.expr, beyond: Beyond | None = None) -> list[ast.expr]:
        """The expressions that give the value, the node itself where it is one; each once.

        `beyond` says for an expression which others have the same value for this question, as `net` for `net.cuda()`;
        none to stop at it, None to go on as usual.
        """
        known = self._known.get((beyond, node))
        if known is None:
            self._known[beyond, node] = []  # what is made of itself adds nothing
            known = self._known[beyond, node] = self._find(node, beyond)
        return known

    def _find(self, node: ast.expr, beyond: Beyond | None) -> list[ast.expr]:
        found: list[ast.expr] = []
        todo, seen = [node], {node}
        while todo:
            here = todo.pop()
            inner = None if beyond is None else beyond(here)
            inner = list(self._step(here)) if inner is None else inner
            if not inner:
                found.append(here)
            todo += [part for part in reversed(inner) if part not in seen]
            seen.update(inner)
        return found

    def _step(self, node: ast.expr) -> Iterator[ast.expr]:
        if isinstance(node, ast.IfExp):
            yield from (node.body, node.orelse)
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.NamedExpr):
            yield node.value
        elif isinstance(node, ast.Name):
            for binding in self._reaching(node):
                yield from self._of_binding(binding)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node)
        elif isinstance(node, ast.Subscript):
            yield from self._entries(node)
        elif isinstance(node, ast.Call):
            yield from self._returned(node)

    # ---- variables

    def _reaching(self, name: ast.Name) -> list[Binding]:
        bindings = self.tree.bindings(name)
        if len(bindings) < 2:
            return bindings
        if isinstance(name.ctx, ast.Load):
            return self.variables.reaching(name)
        return [b for b in bindings if not isinstance(b.node, (ast.Name, ast.arg))]

    def _of_binding(self, binding: Binding) -> Iterator[ast.expr]:
        if binding.value is not None:
            yield binding.value
        elif isinstance(binding.node, ast.arg) and isinstance(binding.statement, FUNCTIONS):
            yield from filter(None, given_to(self.tree, self.variables, binding.node))
        else:
            yield from self._unpacked(binding)

    def _unpacked(self, binding: Binding) -> Iterator[ast.expr]:
        """The part of what an own function returns as a tuple."""
        part = self.tree.assigned.at(binding.node)
        if part is None or part.way is not Way.GIVEN or part.path is None or len(part.path) != 1:
            return
        index = part.path[0]
        for value in self._returned(part.source) if isinstance(part.source, ast.Call) else ():
            if isinstance(value, ast.Tuple) and index < len(value.elts):
                yield value.elts[index]

    def given(self, binding: Binding) -> list[ast.expr]:
        """The expressions that one binding gives its variable; none where they cannot be seen."""
        return list(self._of_binding(binding))

    # ---- attributes and entries

    def _of_attribute(self, node: ast.Attribute) -> Iterator[ast.expr]:
        owner = dotted(node.value)
        if owner is None:
            return
        if owner.rsplit(".", 1)[-1] in NAMESPACES:
            yield from self.options.get(node.attr, [])
            return
        inside = self.tree.enclosing(node, ast.ClassDef)
        for part in self.tree.assigned.to(f"{owner}.{node.attr}"):
            if self.tree.enclosing(part.node, ast.ClassDef) is inside:
                yield part.source

    @cached_property
    def options(self) -> dict[str, list[ast.expr]]:
        """Option of the command line -> its default."""
        table: dict[str, list[ast.expr]] = {}
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) not in _OPTION_CALLS:
                continue
            default, given = keyword(call, "default"), keyword(call, "dest")
            texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if given is not None and isinstance(given.value, ast.Constant):
                texts = [str(given.value.value)]
            if default is not None:
                for text in texts:
                    table.setdefault(option_name(text), []).append(default.value)
        return table

    def _entries(self, node: ast.Subscript) -> Iterator[ast.expr]:
        """The values of a written-out dictionary or list; all of them where the key is not known."""
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        for holder in self.of(node.value):
            if isinstance(holder, ast.DictComp):
                yield holder.value
            elif isinstance(holder, ast.ListComp):
                yield holder.elt
            elif isinstance(holder, ast.Dict):
                for name, value in zip(holder.keys, holder.values, strict=True):
                    if key is None or not isinstance(name, ast.Constant) or name.value == key:
                        yield value

    def entries(self, node: ast.expr, key: str) -> list[ast.expr]:
        """What stands under a key of the dictionaries that an expression can be."""
        found: list[ast.expr] = []
        for holder in self.of(node):
            if isinstance(holder, ast.Dict):
                for name, value in zip(holder.keys, holder.values, strict=True):
                    if isinstance(name, ast.Constant) and name.value == key:
                        found += self.of(value)
            elif isinstance(holder, ast.Call) and isinstance(holder.func, ast.Name) and holder.func.id == "dict":
                given = keyword(holder, key)
                found += [] if given is None else self.of(given.value)
        return found

    # ---- functions

    def given_by(self, call: ast.Call) -> list[ast.expr]:
        """The expressions that can be what a call of a function of the file gives."""
        return list(self._returned(call))

    def _returned(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a function of the file gives back: of a parameter, what this very call passes."""
        function = self.function(call)
        parameter = given_back(self.tree, function)
        given = None if parameter is None or function is None else passed(self.tree, call, function, parameter)
        yield from returned(self.tree, function) if given is None else [given]

    @remembered
    def function(self, call: ast.Call) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The function or method of the file that is called, where it is the only one of that name."""
        func = call.func
        if isinstance(func, ast.Name):
            nodes = [b.node for b in self.tree.bindings(func)]
            only = nodes[0] if len(nodes) == 1 else None
            return only if isinstance(only, FUNCTIONS) else None
        if isinstance(func, ast.Attribute):
            owner = self._class_of(func.value)
            methods = [s for s in owner.body if isinstance(s, FUNCTIONS) and s.name == func.attr] if owner else []
            return methods[0] if len(methods) == 1 else None
        return None

    def _class_of(self, node: ast.expr) -> ast.ClassDef | None:
        """The class of the file whose instance `self`, a call of the class, or a variable with one binding is."""
        if isinstance(node, ast.Name) and node.id == "self":
            return self.tree.enclosing(node, ast.ClassDef)
        bindings = self.tree.bindings(node) if isinstance(node, ast.Name) else []
        value = bindings[0].value if len(bindings) == 1 else node
        return self.class_called(value) if isinstance(value, ast.Call) else None

    def class_called(self, call: ast.Call) -> ast.ClassDef | None:
        """The class of the file that a call makes an instance of."""
        nodes = [b.node for b in self.tree.bindings(call.func)] if isinstance(call.func, ast.Name) else []
        only = nodes[0] if len(nodes) == 1 else None
        return only if isinstance(only, ast.ClassDef) else None


def before_move(node: ast.expr) -> list[ast.expr] | None:
    """Beyond `net.cuda()` and `net.to(device)` stands `net`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    return [node.func.value] if node.func.attr in ("cuda", "to") else None
