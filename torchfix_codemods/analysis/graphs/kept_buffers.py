"""Does a graph hang on a tensor that an object keeps and fills in place, as `storage.states[step]`?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property

from torchfix_codemods.analysis.inference.infer_run import Run
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph, Inferred, Kind
from torchfix_codemods.analysis.project.buffers import Buffers
from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.project.passing import filled
from torchfix_codemods.analysis.project.users import Users
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.scopes import Binding
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, has_star_arguments
from torchfix_codemods.analysis.tables.torch_api import VIEW_METHODS, is_in_place, is_tensor_method
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.aliases import How, use_of
from torchfix_codemods.analysis.values.variables import Variables

_MOST_STEPS = 5
_PUTTING = words("append insert extend appendleft")


class KeptBuffers:
    """Answers for one file."""

    def __init__(
        self, tree: Tree, kind: Callable[[ast.expr], Inferred], variables: Variables, origins: Callable[[], Origins]
    ) -> None:
        self.tree = tree
        self.kind = kind
        self.variables = variables
        self._origins = origins

    def has_no_graph(self, node: ast.expr) -> bool:
        """Is it a view of such a tensor, and can nothing that is written into that have a graph?"""
        root = _behind_views(node)
        if isinstance(root, ast.Attribute):
            return self._is_buffer(root)
        return isinstance(root, (ast.Name, ast.BinOp)) and self._is_clean(root, frozenset(), _MOST_STEPS)

    def _is_buffer(self, attribute: ast.Attribute) -> bool:
        owner = self.kind(attribute.value)
        is_plain = owner.kind is Kind.OTHER and owner.certainty is Certainty.EVIDENCE
        return is_plain and self._is_clean_buffer(attribute.attr)

    @followed(False)
    def _is_clean_buffer(self, name: str) -> bool:
        origins = self._origins()
        filling = origins.project.shared(Buffers).filling(name, origins.path)
        if filling is None or any(self._is_handed_out(one) for one in filling.attributes):
            return False
        for written in self._written(filling.attributes):
            if not self._is_clean(written, filling.attributes, _MOST_STEPS):
                return False
        return all(
            self._is_passed_clean(place, parameter, filling.attributes) for place, parameter in filling.parameters
        )

    def _is_handed_out(self, attribute: str) -> bool:
        """May other files get it, or a view of it, by a method? Here all that may be written into is looked at."""
        origins = self._origins()
        for method in origins.project.shared(Buffers).hands_out(attribute):
            function = origins.project.definitions.function_at(method)
            if function is None or function.decorators or not origins.project.sees_calls_of(method):
                return True
            if any(path != origins.path or call is None for path, _, call in origins.project.shared(Users).of(method)):
                return True
        return False

    def _written(self, attributes: frozenset[str]) -> Iterator[ast.expr]:
        """What this file writes in place, where it may be into one of these."""
        for part in self.tree.assigned.all:
            if isinstance(part.target, ast.Subscript) and self._may_be(part.target.value, attributes):
                yield part.source
        for augmented in self.tree.nodes(ast.AugAssign):
            if self._may_be(augmented.target, attributes):
                yield augmented.value
        for call in self.tree.nodes(ast.Call):
            func = call.func
            name = callee_name(call)
            is_of_torch = (self.tree.qualified_name(func) or "").startswith("torch.")
            if any(word.arg == "out" and self._may_be(word.value, attributes) for word in call.keywords):
                yield call
            if name in _PUTTING and any(self._holds(value, attributes) for value in call.args):
                yield call
            if is_of_torch and is_in_place(name) and call.args and self._may_be(call.args[0], attributes):
                yield from (*call.args[1:], *(word.value for word in call.keywords))
            if is_of_torch or not isinstance(func, ast.Attribute) or not self._may_be(func.value, attributes):
                continue
            if func.attr == "requires_grad_":
                yield call
            elif is_in_place(func.attr):
                yield from (*call.args, *(word.value for word in call.keywords))

    def _may_be(self, into: ast.expr, attributes: frozenset[str]) -> bool:
        """May it be one of these, or a view? A variable is one if it is given something that is not made for it."""
        root = _behind_views(into)
        if isinstance(root, ast.Attribute):
            return root.attr in attributes
        if not isinstance(root, ast.Name):
            return True
        values = [binding.value for binding in self.tree.bindings(root)]
        return not values or not all(value is not None and self._is_made(value, attributes) for value in values)

    def _holds(self, value: ast.expr, attributes: frozenset[str]) -> bool:
        """Does an expression, or a list that it makes, hold one of these as it is?"""
        root = _behind_views(value)
        if isinstance(root, (ast.List, ast.Tuple)):
            return any(self._holds(item, attributes) for item in root.elts)
        if isinstance(root, ast.Name):
            return any(
                isinstance(binding.value, ast.expr)
                and isinstance(_behind_views(binding.value), ast.Attribute)
                and self._holds(binding.value, attributes)
                for binding in self.tree.bindings(root)
            )
        if isinstance(root, (ast.Dict, ast.ListComp)):
            return any(isinstance(part, ast.Attribute) and part.attr in attributes for part in ast.walk(root))
        return isinstance(root, ast.Attribute) and root.attr in attributes

    def _is_made(self, value: ast.expr, attributes: frozenset[str]) -> bool:
        """Is it new, or no tensor at all?"""
        if isinstance(value, (ast.List, ast.Dict, ast.ListComp)):
            return not self._holds(value, attributes)
        if isinstance(value, (ast.Constant, ast.BinOp)):
            return True
        name = self.tree.qualified_name(value.func) if isinstance(value, ast.Call) else None
        if name is not None and name.partition(".")[0] in ("torch", "numpy"):
            return True
        return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self._moves(value, attributes)

    def _moves(self, call: ast.Call, attributes: frozenset[str]) -> bool:
        """`x = x.cuda()`: no other tensor than that which the variable was before."""
        root = _behind_views(call)
        if isinstance(root, ast.Call):
            return root is not call and self._is_made(root, attributes)
        names = {
            part.id for target in self.tree.assigned.targets(call) for part in [target] if isinstance(part, ast.Name)
        }
        return isinstance(root, ast.Name) and root.id in names

    def _is_passed_clean(self, place: Place, parameter: str, attributes: frozenset[str]) -> bool:
        """Do all calls of a function pass something without a graph for this parameter?"""
        origins = self._origins()
        project = origins.project
        function = project.definitions.function_at(place)
        if function is None or parameter not in function.parameters or not project.sees_calls_of(place):
            return False
        users = list(project.shared(Users).of(place))
        if not users or any(path != origins.path or call is None for path, _, call in users):
            return False
        name = place.name.rpartition(".")[2]
        calls = self.tree.calls_named(name)
        called = {call.func for call in calls}
        named: list[ast.Attribute | ast.Name] = [one for one in self.tree.nodes(ast.Attribute) if one.attr == name]
        named += [one for one in self.tree.nodes(ast.Name) if one.id == name]
        if any(one not in called for one in named):
            return False  # it may be called by another name
        for call in calls:
            if has_star_arguments(call):
                return False
            given = [value for index, value in enumerate(call.args) if filled(function, index) == parameter]
            given += [word.value for word in call.keywords if word.arg == parameter]
            if not given and parameter not in function.defaults:
                continue
            if not given or not all(self._is_clean(value, attributes, _MOST_STEPS) for value in given):
                return False
        return bool(calls)

    def _is_clean(self, node: ast.expr, attributes: frozenset[str], steps: int) -> bool:
        """Can nothing of it have a graph, as long as none of these attributes has?"""
        inferred = self.kind(node)
        if inferred.graph is Graph.NO or (inferred.kind is Kind.OTHER and inferred.certainty is Certainty.EVIDENCE):
            return True
        if steps == 0:
            return False
        root = _behind_views(node)
        if isinstance(root, ast.Constant):
            return True
        if isinstance(root, ast.Attribute):
            if root.attr == "data":
                return not self._origins().project.packs
            if root.attr in attributes or self._is_buffer(root):
                return True
            owner = self.kind(root.value)
            return owner.kind is Kind.OTHER and owner.qualified == "argparse.Namespace"
        if isinstance(root, ast.BinOp):
            return all(self._is_clean(part, attributes, steps - 1) for part in (root.left, root.right))
        if isinstance(root, ast.Call):
            return self._gives_clean(root, attributes, steps)
        if not isinstance(root, ast.Name):
            return False
        bindings = self.variables.reaching(root)
        return bool(bindings) and all(self._binds_clean(binding, attributes, steps) for binding in bindings)

    def _gives_clean(self, call: ast.Call, attributes: frozenset[str], steps: int) -> bool:
        """`x.detach()`, `x.mean()`: a method of a tensor computes with nothing but that and its arguments."""
        if not isinstance(call.func, ast.Attribute) or self.tree.qualified_name(call.func) is not None:
            return False
        if call.func.attr == "detach":
            return True
        if not is_tensor_method(call.func.attr) or is_in_place(call.func.attr) or call.func.attr == "requires_grad_":
            return False
        given = [call.func.value, *call.args, *(word.value for word in call.keywords)]
        return all(self._is_clean(part, attributes, steps - 1) for part in given)

    def _binds_clean(self, binding: Binding, attributes: frozenset[str], steps: int) -> bool:
        """Does a variable get something without a graph, and is nothing else written into it?"""
        if not isinstance(binding.node, ast.Name) or not self._is_only_read(binding.node):
            return False
        if binding.value is not None:
            return not isinstance(binding.statement, ast.AugAssign) and self._is_clean(
                binding.value, attributes, steps - 1
            )
        part = self.tree.assigned.at(binding.node)
        if part is None or not part.path or len(part.path) != 1:
            return False
        return self._is_clean_item(part.source, part.path[0], part.way, attributes, steps)

    def _is_only_read(self, target: ast.Name) -> bool:
        """Is nothing written into what a variable got, neither here nor by what it is passed to?"""
        return all(self._leaves_as_it_is(read) for read in self.variables.reached(target))

    def _leaves_as_it_is(self, read: ast.Name) -> bool:
        use = use_of(self.tree, read, lambda node: self.kind(node).is_tensor)
        if use.how is not How.ARGUMENT or not isinstance(use.node, ast.Call):
            return use.how is How.READ
        call = use.node
        if (self.tree.qualified_name(call.func) or "").startswith("torch."):
            return not is_in_place(callee_name(call))
        given = [(index, "", value) for index, value in enumerate(call.args)]
        given += [(0, word.arg or "**", word.value) for word in call.keywords]
        mine = [(index, word) for index, word, value in given if self.tree.within(read, value)]
        return bool(mine) and not any(self._run.may_write(call, index, word) for index, word in mine)

    @cached_property
    def _run(self) -> Run:
        return Run(self._origins)

    def _is_clean_item(self, source: ast.expr, position: int, way: Way, attributes: frozenset[str], steps: int) -> bool:
        """Has an item of the tuples no graph that a generator yields, as in `for a, b in store.batches(n)`?"""
        if steps == 0:
            return False
        if way is Way.ELEMENT:
            generators = [source] if isinstance(source, ast.Call) else self._values_of(source)
            return bool(generators) and all(
                self._yields_clean(one, position, attributes, steps - 1) for one in generators
            )
        if not isinstance(source, ast.Name):
            return False
        parts = [self.tree.assigned.at(binding.node) for binding in self.variables.reaching(source)]
        return bool(parts) and all(
            part is not None
            and part.way is Way.ELEMENT
            and part.path == ()
            and self._is_clean_item(part.source, position, part.way, attributes, steps - 1)
            for part in parts
        )

    def _values_of(self, name: ast.expr) -> list[ast.expr]:
        bindings = self.variables.reaching(name) if isinstance(name, ast.Name) else []
        values = [binding.value for binding in bindings if isinstance(binding.value, ast.Call)]
        return list(values) if len(values) == len(bindings) else []

    def _yields_clean(self, call: ast.expr, position: int, attributes: frozenset[str], steps: int) -> bool:
        if not isinstance(call, ast.Call) or has_star_arguments(call):
            return False
        origins = self._origins()
        buffers = origins.project.shared(Buffers)
        methods = list(origins.methods_called(call))
        if not methods or any(origin.kind != "class" for origin in origins.of(call.func)):
            return False
        for method in methods:
            function = origins.project.definitions.function_at(method)
            sources = buffers.yielded(method, position)
            if function is None or sources is None or function.decorators:
                return False
            for given in sources:
                if given.kind == "self" and (given.text in attributes or self._is_clean_buffer(given.text)):
                    continue
                passed = [value for index, value in enumerate(call.args) if filled(function, index) == given.text]
                passed += [word.value for word in call.keywords if word.arg == given.text]
                is_passed = given.kind == "parameter" and len(passed) == 1
                if not is_passed or not self._is_clean(passed[0], attributes, steps):
                    return False
        return True


def _behind_views(node: ast.expr) -> ast.expr:
    """`x` of `x[0]`, `x.view(-1)`."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in VIEW_METHODS:
            if node.func.attr in ("requires_grad_", "detach"):
                return node
            node = node.func.value
        else:
            return node
