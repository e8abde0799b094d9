"""Who uses a value: follow an expression through names, containers, own functions, to the places where it ends.

Within one file, and by names: a value put under one key of a dictionary and read under another one is not followed,
a variable is followed from the assignment to the reads that it reaches.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from torchfix_codemods.analysis.syntax.functions import given_back
from torchfix_codemods.analysis.syntax.tree import COMPREHENSIONS, Tree, dotted
from torchfix_codemods.analysis.tables.torch_api import DTYPES
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.held_parts import ANY, Part
from torchfix_codemods.analysis.values.variables import Variables

_LIMIT = 400  # places looked at for one value; who writes more than that has no simple answer
Escapes: TypeAlias = Callable[[ast.AST], bool]
SameAs: TypeAlias = Callable[[ast.Call], ast.expr | None]

# Calls whose result holds the same values as their argument.
_SAME_CALLS = words("dict list tuple set sorted reversed iter collections.OrderedDict copy.copy copy.deepcopy")
# Methods whose result is the same value, or the same numbers on the same device.
_SAME_METHODS = words("""
    values copy state_dict float half double bfloat16 long int bool byte detach clone contiguous view reshape view_as
    squeeze unsqueeze transpose permute t flatten __getitem__
""")
_ENTRY_METHODS = words("get pop setdefault")
_PUT_METHODS = words("append add appendleft insert")
_PUT_ALL_METHODS = words("update extend")


class How(str, Enum):
    """In which way a value is used where it ends."""

    CALLED = "called"
    METHOD = "method"  # `value.name(..)`
    ATTRIBUTE = "attribute"  # `value.name`
    SET_ATTRIBUTE = "set attribute"  # `value.name = ..`
    ARGUMENT = "argument"  # `name(.., value, ..)`
    OPERAND = "operand"  # arithmetic
    INDEX = "index"  # `x[value]`
    COMPARED = "compared"  # also `key in value`
    TESTED = "tested"
    FORMATTED = "formatted"
    UNPACKED = "unpacked"  # `a, b = value`; a and b are followed as well
    RETURNED = "returned"  # from a function that this file does not call
    YIELDED = "yielded"
    STORED = "stored"  # where this file does not show who reads it
    DISCARDED = "discarded"
    OTHER = "other"


# Places where a value ends whatever it is, and how.
_ENDS: dict[type[ast.AST], How] = {
    ast.Expr: How.DISCARDED,
    ast.If: How.TESTED,
    ast.While: How.TESTED,
    ast.Assert: How.TESTED,
    ast.Match: How.TESTED,
    ast.AugAssign: How.OPERAND,
    ast.BinOp: How.OPERAND,
    ast.Compare: How.COMPARED,
    ast.FormattedValue: How.FORMATTED,
    ast.Slice: How.INDEX,
    ast.Yield: How.YIELDED,
    ast.YieldFrom: How.YIELDED,
    ast.Lambda: How.RETURNED,
}
_PASSING = (ast.Await, ast.BoolOp)


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a value, or a part of it, ends.

    `node` is the expression or statement that uses it, `part` the expression that stands for it there, and `path` the
    keys that lead from the value to that part: constants as text, `*` for any element. `name` is the method, attribute
    or called function (by its import, else as written), `argument` the position or keyword of an ARGUMENT.
    """

    how: How
    node: ast.AST
    part: ast.AST
    path: tuple[str, ...] = ()
    name: str = ""
    argument: int | str = ""

    @property
    def line(self) -> int:
        return int(getattr(self.node, "lineno", getattr(self.part, "lineno", 1)))


def uses_of(
    tree: Tree, node: ast.expr, variables: Variables | None = None, escapes: Escapes | None = None,
    same_as: SameAs | None = None,
) -> list[Use]:  # fmt: skip
    """The places where the value of `node` ends, in source order.

    Args:
        variables: the file's variables, for a caller that asks more than once.
        escapes: can other files get at a function, class or variable of this one, and so at what it returns or keeps?
            Without it only who uses the value in this file is of interest.
        same_as: which argument does a call of a function of another file give back and do nothing to?
    """
    follower = _Follower(tree, variables or Variables(tree), escapes, same_as)
    follower.follow(node, Part())
    follower.settle()
    return sorted(follower.found, key=lambda use: (use.line, getattr(use.node, "col_offset", 0)))


@dataclass
class _Follower:
    tree: Tree
    variables: Variables
    escapes: Escapes | None = None
    same_as: SameAs | None = None
    found: list[Use] = field(default_factory=list)
    seen: set[tuple[ast.AST, Part]] = field(default_factory=set)
    kept: list[tuple[ast.expr, ast.expr, Part]] = field(default_factory=list)

    def use(
        self, how: How, node: ast.AST, part_node: ast.AST, part: Part, name: str = "", argument: int | str = ""
    ) -> None:
        use = Use(how, node, part_node, part.keys, name, argument)
        if use not in self.found:
            self.found.append(use)

    def follow(self, node: ast.expr, part: Part) -> None:
        """The value stands at `node`: what is done with it there?"""
        if (node, part) in self.seen:
            return
        self.seen.add((node, part))
        parent = self.tree.parents[node]
        if len(self.seen) > _LIMIT:
            self.use(How.OTHER, parent, node, part)
            return
        look = getattr(self, f"_in_{type(parent).__name__}", None)
        if look is not None:
            look(parent, node, part)
        elif isinstance(parent, _PASSING):
            self.follow(parent, part)
        elif isinstance(parent, COMPREHENSIONS):
            self.follow(parent, part.put(ANY))
        else:
            self.use(_ENDS.get(type(parent), How.OTHER), parent, node, part)

    # ---- statements

    def _in_Assign(self, parent: ast.Assign, node: ast.expr, part: Part) -> None:
        for target in parent.targets:
            self.bind(target, part, parent)

    def _in_AnnAssign(self, parent: ast.AnnAssign, node: ast.expr, part: Part) -> None:
        if node is parent.value:
            self.bind(parent.target, part, parent)

    def _in_Return(self, parent: ast.Return, node: ast.expr, part: Part) -> None:
        function = self.tree.function(parent)
        calls = self.variables.calls_of(function) if function is not None else None
        if calls is None:
            self.use(How.RETURNED, parent, node, part, function.name if function is not None else "")
            return
        if function is not None and self.escapes is not None and self.escapes(function):
            self.use(How.RETURNED, parent, node, part, function.name)
        for call in calls:
            self.follow(call, part.plain())

    def _in_For(self, parent: ast.For, node: ast.expr, part: Part) -> None:
        self.iterate(parent.target, part, parent)

    def _in_Delete(self, parent: ast.Delete, node: ast.expr, part: Part) -> None:
        return

    # ---- expressions that hold the value on

    def _in_NamedExpr(self, parent: ast.NamedExpr, node: ast.expr, part: Part) -> None:
        self.bind(parent.target, part, parent)
        if self.tree.assigned.used_on(node) is not None:
            self.follow(parent, part)

    def _in_IfExp(self, parent: ast.IfExp, node: ast.expr, part: Part) -> None:
        if node is parent.test:
            self.use(How.TESTED, parent, node, part)
        else:
            self.follow(parent, part)

    def _in_Dict(self, parent: ast.Dict, node: ast.expr, part: Part) -> None:
        for key, value in zip(parent.keys, parent.values, strict=True):
            if value is node:
                self.follow(parent, part if key is None else part.put(_key(key)))

    def _in_DictComp(self, parent: ast.DictComp, node: ast.expr, part: Part) -> None:
        if node is parent.value:
            self.follow(parent, part.put(ANY))

    def _in_List(self, parent: ast.List, node: ast.expr, part: Part) -> None:
        self.follow(parent, part.put(str(parent.elts.index(node))))

    def _in_Tuple(self, parent: ast.Tuple, node: ast.expr, part: Part) -> None:
        holder = self.tree.parent(parent)
        if isinstance(holder, ast.Subscript) and holder.slice is parent:
            self.use(How.INDEX, holder, node, part)
        else:
            self.follow(parent, part.put(str(parent.elts.index(node))))

    def _in_Starred(self, parent: ast.Starred, node: ast.expr, part: Part) -> None:
        holder = self.tree.parent(parent)
        if isinstance(holder, ast.Call):
            self.use(How.ARGUMENT, holder, node, part, self.name_of(holder.func), "*")
        elif isinstance(holder, (ast.List, ast.Tuple, ast.Set)):
            self.follow(holder, part)

    def _in_Subscript(self, parent: ast.Subscript, node: ast.expr, part: Part) -> None:
        if node is parent.slice:
            self.use(How.INDEX, parent, node, part)
        elif isinstance(parent.ctx, ast.Load):
            entry = part.take(_key(parent.slice))
            if entry is not None:
                self.follow(parent, entry.plain())

    def _in_Attribute(self, parent: ast.Attribute, node: ast.expr, part: Part) -> None:
        holder = self.tree.parent(parent)
        if not isinstance(parent.ctx, ast.Load):
            self.use(How.SET_ATTRIBUTE, parent, node, part, parent.attr)
        elif isinstance(holder, ast.Call) and holder.func is parent:
            self.method(holder, parent.attr, node, part)
        elif parent.attr == "data":
            self.follow(parent, part)
        else:
            self.use(How.ATTRIBUTE, parent, node, part, parent.attr)

    def _in_comprehension(self, parent: ast.comprehension, node: ast.expr, part: Part) -> None:
        if node is parent.iter:
            self.iterate(parent.target, part, parent)
        else:
            self.use(How.TESTED, node, node, part)

    def _in_UnaryOp(self, parent: ast.UnaryOp, node: ast.expr, part: Part) -> None:
        self.use(How.TESTED if isinstance(parent.op, ast.Not) else How.OPERAND, parent, node, part)

    # ---- calls

    def _in_Call(self, parent: ast.Call, node: ast.expr, part: Part) -> None:
        if node is parent.func:
            self.use(How.CALLED, parent, node, part)
        else:
            self.argument(parent, node, parent.args.index(node), part)

    def _in_keyword(self, parent: ast.keyword, node: ast.expr, part: Part) -> None:
        call = self.tree.parents[parent]
        if isinstance(call, ast.Call):
            self.argument(call, node, parent.arg or "**", part)
        else:
            self.use(How.OTHER, parent, node, part)

    def method(self, call: ast.Call, name: str, node: ast.expr, part: Part) -> None:
        """`node.name(..)` where the value stands at `node`."""
        if name in _ENTRY_METHODS:
            entry = part.take(_key(call.args[0]) if call.args else ANY)
            if entry is not None:
                self.follow(call, entry.plain())
        elif name == "items":
            self.follow(call, replace(part, columns=(*part.columns, 1)))
        elif name in _SAME_METHODS or (name == "to" and self.is_dtype(call)):
            self.follow(call, part.plain())
        else:
            self.use(How.METHOD, call, node, part, name)

    def is_dtype(self, call: ast.Call) -> bool:
        """Does `.to(..)` change the number format only?"""
        names = [self.tree.qualified_name(value) or "" for value in (*call.args, *(k.value for k in call.keywords))]
        return bool(names) and all(name.removeprefix("torch.") in DTYPES for name in names)

    def argument(self, call: ast.Call, node: ast.expr, index: int | str, part: Part) -> None:
        """The value is passed to a call."""
        name = self.name_of(call.func)
        if name in _SAME_CALLS and index == 0:
            self.follow(call, part if name not in ("dict", "collections.OrderedDict") else part.plain())
        elif name == "enumerate" and index == 0:
            self.follow(call, replace(part, columns=(*part.columns, 1)))
        elif name == "zip" and isinstance(index, int):
            self.follow(call, replace(part, columns=(*part.columns, index)))
        elif name == "next" and index == 0 and (entry := part.take(ANY)) is not None:
            self.follow(call, entry)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in _ENTRY_METHODS and index == 1:
            self.follow(call, part.plain())  # the value to give where the key is missing
        elif isinstance(call.func, ast.Attribute) and self.put(call.func, part):
            return
        elif (parameter := self.variables.parameter(call, index)) is not None:
            self.enter(call, parameter, part.plain())
        elif self.same_as is not None and self.same_as(call) is node:
            self.follow(call, part)
        else:
            self.use(How.ARGUMENT, call, node, part, name, index)

    def enter(self, call: ast.Call, parameter: ast.arg, part: Part) -> None:
        """The value is what a function of the file gets, and perhaps gives back to this very call."""
        is_given_back = given_back(self.tree, self.tree.parents[self.tree.parents[parameter]]) is parameter
        if is_given_back:
            self.follow(call, part)
        for read in self.variables.reads(parameter):
            if not (is_given_back and isinstance(self.tree.parents[read], ast.Return)):
                self.follow(read, part)

    def put(self, function: ast.Attribute, part: Part) -> bool:
        """Is it a container's method that puts the value into it? Then follow the container."""
        if function.attr in _PUT_METHODS or function.attr == "setdefault":
            part = part.put(ANY)
        elif function.attr not in _PUT_ALL_METHODS:
            return False
        if not isinstance(function.value, (ast.Name, ast.Attribute)):
            return False
        self.into(function.value, part.plain(), function)
        return True

    def name_of(self, function: ast.expr) -> str:
        """The called function by its import, else as it is written, else its last name."""
        name = self.tree.qualified_name(function) or dotted(function)
        return name or (function.attr if isinstance(function, ast.Attribute) else "")

    # ---- where values are kept

    def bind(self, target: ast.expr, part: Part, holder: ast.AST) -> None:
        """The value is assigned to a target."""
        if isinstance(target, ast.Name):
            if self.is_read_elsewhere(target):
                self.use(How.STORED, target, target, part, target.id)
            for read in self.variables.reads(target):
                self.follow(read, part.plain())
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, part, holder)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, part, holder)
        elif isinstance(target, ast.Subscript):
            self.into(target.value, part.put(_key(target.slice)), target)
        elif isinstance(target, ast.Attribute):
            self.into(target, part.plain(), target)

    def unpack(self, target: ast.Tuple | ast.List, part: Part, holder: ast.AST) -> None:
        if part.columns:
            *rest, column = part.columns
            if column < len(target.elts):
                self.bind(target.elts[column], replace(part, columns=tuple(rest)), holder)
            return
        if not part.wraps:
            self.use(How.UNPACKED, target, target, part)
        for index, element in enumerate(target.elts):
            entry = part.take(ANY if isinstance(element, ast.Starred) else str(index))
            if entry is not None:
                self.bind(element, entry, holder)

    def iterate(self, target: ast.expr, part: Part, holder: ast.AST) -> None:
        element = part.take(ANY)
        if element is not None:
            self.bind(target, element, holder)

    def into(self, container: ast.expr, part: Part, place: ast.expr) -> None:
        """The value is in (or is) the thing that `container` names: follow those who read it later."""
        reads: Sequence[ast.expr] = ()
        known = False
        if isinstance(container, ast.Name):
            reads = self.variables.reads_later(container)
            known = self.variables.is_local(container) and not self.is_read_elsewhere(container)
        elif isinstance(container, ast.Attribute):
            reads = self.variables.attribute_reads(container)
            known = bool(reads) and not self.is_seen_elsewhere(container)
        if not known:
            self.kept.append((container, place, part))
        for read in reads:
            self.follow(read, part)

    def is_read_elsewhere(self, name: ast.Name) -> bool:
        """Is it a variable of the module that another file of the run can read?"""
        if self.escapes is None:
            return False
        scope = self.tree.scope(name).lookup(name.id)
        return scope is not None and isinstance(scope.node, ast.Module) and self.escapes(name)

    def is_seen_elsewhere(self, attribute: ast.Attribute) -> bool:
        """Can another file of the run read the attribute?"""
        owner = self.tree.enclosing(attribute, ast.ClassDef)
        return self.escapes is not None and owner is not None and self.escapes(owner)

    def settle(self) -> None:
        """Note what is stored where others may read it, unless that place is the value itself: `sd[new] = sd[old]`."""
        followed = {node for node, _ in self.seen}
        for container, place, part in self.kept:
            if container not in followed:
                self.use(How.STORED, place, place, part, dotted(container) or "")


def _key(node: ast.expr) -> str:
    """A key as text: constants as they print, anything else is any key."""
    return str(node.value) if isinstance(node, ast.Constant) else ANY
