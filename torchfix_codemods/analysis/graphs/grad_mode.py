"""Is a place run with gradients switched off, or does the program manage the grad mode there itself?

`torch.no_grad()` and its relatives as blocks and decorators, the file's own decorators and context managers that use
them, callers that do, and switches for the whole process.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from functools import cached_property

from torchfix_codemods.analysis.syntax.memory import ParsedFile, followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted
from torchfix_codemods.analysis.values.variables import Variables

# Names of what switches gradients off, or on again: in torch, and by custom elsewhere.
_SWITCHES = frozenset({"no_grad", "inference_mode", "set_grad_enabled", "_set_grad_enabled", "enable_grad"})
_SAYS_SO = re.compile(r"no_?grad|without_?grad|disable_?grad|inference|grad_?enabled|enable_?grad|grad_?off", re.I)
# Lightning calls these without gradients.
_LIGHTNING_STEPS = re.compile(r"(?:on_)?(?:validation|test|predict)_(?:step|epoch_end|batch_end|step_end)\Z")


class GradMode:
    """Answers for one file."""

    def __init__(self, tree: Tree, variables: Variables) -> None:
        self.tree = tree
        self.variables = variables

    @classmethod
    def for_file(cls, file: ParsedFile) -> GradMode:
        return cls(file.tree, file.get(Variables))

    @cached_property
    def _mentions(self) -> list[tuple[int, int]]:
        """Where the names of the switches stand."""
        tree = self.tree
        found = [(n.lineno, n.col_offset) for n in tree.nodes(ast.Name) if n.id in _SWITCHES]
        found += [
            (n.end_lineno or n.lineno, n.end_col_offset or 0) for n in tree.nodes(ast.Attribute) if n.attr in _SWITCHES
        ]
        return sorted(found)

    def mentioned_in(self, node: ast.stmt | ast.expr) -> bool:
        """Does a statement or expression name one of torch's switches?"""
        index = bisect_left(self._mentions, (node.lineno, node.col_offset))
        end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
        return index < len(self._mentions) and self._mentions[index] <= end

    @cached_property
    def is_managed_by_hand(self) -> bool:
        """Does the file switch gradients by statements (`torch.set_grad_enabled(False)`), not by blocks?

        Such a switch holds for all that runs later, wherever that is.
        """
        for call in self.tree.nodes(ast.Call):
            name = callee_name(call)
            if name in ("set_grad_enabled", "_set_grad_enabled") and not self._is_block_item(call):
                return True
            if name in ("__enter__", "enter_context") and self.mentioned_in(call):
                return True
        return False

    def _is_block_item(self, call: ast.Call) -> bool:
        parent = self.tree.parents[call]
        if isinstance(parent, (ast.withitem, ast.IfExp)):
            return True
        return any(decorator is call for f in self._all_functions for decorator in f.decorator_list)

    @cached_property
    def _all_functions(self) -> list[Function]:
        return [*self.tree.nodes(ast.FunctionDef), *self.tree.nodes(ast.AsyncFunctionDef)]

    # ---- one place

    def is_covered(self, node: ast.AST) -> bool:
        """Does a block, a decorator, or every caller in the file decide the grad mode of this place already?"""
        function = self.tree.function(node)
        return self._in_block(node) or (function is not None and self._function_is_covered(function))

    def _in_block(self, node: ast.AST) -> bool:
        child = node
        for up in self.tree.ancestors(node):
            if isinstance(up, (ast.With, ast.AsyncWith)) and not isinstance(child, ast.withitem):
                if any(self.switches(item.context_expr) for item in up.items):
                    return True
            elif isinstance(up, FUNCTIONS) and isinstance(child, ast.stmt):
                return False
            child = up
        return False

    @followed(False)
    def _function_is_covered(self, function: Function) -> bool:
        if any(self.switches(decorator) for decorator in function.decorator_list):
            return True
        owner = self.tree.class_of(function)
        if owner is not None and _LIGHTNING_STEPS.match(function.name) and _is_lightning(self.tree, owner):
            return True
        calls = self.variables.calls_of(function)
        return bool(calls) and all(map(self.is_covered, calls or ()))

    # ---- one block header or decorator

    def switches(self, node: ast.expr) -> bool:
        """Does this decorator or context manager decide the grad mode, by what it is or by its name?"""
        return self._switches(node)

    @followed(False)
    def _switches(self, node: ast.expr) -> bool:
        if self.mentioned_in(node):
            return True
        func = node.func if isinstance(node, ast.Call) else node
        name = dotted(func) or ""
        if _SAYS_SO.search(name.rsplit(".", 1)[-1]):
            return True
        definition = self._definition(func)
        if definition is not None:
            return any(map(self.mentioned_in, definition.body))
        if not isinstance(func, ast.Name):
            return False
        values = [binding.value for binding in self.tree.bindings(func)]
        return any(value is not None and value is not node and self._switches(value) for value in values)

    def _definition(self, func: ast.expr) -> Function | ast.ClassDef | None:
        """The function or class of this file that is meant."""
        if isinstance(func, ast.Name):
            nodes = [binding.node for binding in self.tree.bindings(func)]
            return next((n for n in nodes if isinstance(n, (*FUNCTIONS, ast.ClassDef))), None)
        if isinstance(func, ast.Attribute):
            return next((f for f in self._all_functions if f.name == func.attr), None)
        return None


def _is_lightning(tree: Tree, owner: ast.ClassDef) -> bool:
    names = [tree.qualified_name(base) or dotted(base) or "" for base in owner.bases]
    return any("lightning" in name.lower() or name.startswith("pl.") for name in names)
