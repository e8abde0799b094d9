"""The values that the inference computes with, and the cells that remember how a variable is used.

A `Value` says what an expression is as far as the walk has seen. A `Cell` belongs to one binding of a name (or to one
attribute of a class, or one expression) and collects what its uses prove: `x.unsqueeze(0)` ten lines further down
shows that `x` was a tensor all along.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Graph, Inferred, Kind
from torchfix_codemods.analysis.tables import torch_api
from torchfix_codemods.analysis.tables.members import plain_members

if TYPE_CHECKING:
    from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo, FunctionInfo


@plain_members
class What(IntEnum):
    """Finer than `Kind`: also what containers and names of the program stand for."""

    UNKNOWN = 0
    NONE = 1  # the constant None
    TENSOR = 2
    MODULE = 3
    OPTIMIZER = 4
    LOADER = 5
    DEVICE = 6
    OTHER = 7
    ARRAY = 8  # numpy
    PACKED = 9  # a PackedSequence
    NUMBER = 10
    SEQUENCE = 11  # `part` is the element
    TUPLE = 12  # `items` are the elements
    MAPPING = 13  # `part` is the value
    BATCH = 14  # what a loader yields
    GROUP = 15  # an element of optimizer.param_groups
    NAME = 16  # an imported name: `name`
    CLASS = 17  # a class of the file: `info`
    FUNCTION = 18  # a function of the file: `function`
    OWN = 19  # `self` in a method of `info`
    METHOD = 20  # a bound method: `function`
    SUPER = 21  # super(): `info`


_KINDS = {
    What.UNKNOWN: Kind.UNKNOWN,
    What.NONE: Kind.OTHER,
    What.TENSOR: Kind.TENSOR,
    What.MODULE: Kind.MODULE,
    What.OPTIMIZER: Kind.OPTIMIZER,
    What.LOADER: Kind.LOADER,
    What.DEVICE: Kind.DEVICE,
    What.BATCH: Kind.UNKNOWN,
    What.SUPER: Kind.UNKNOWN,
}
CONTAINERS = frozenset({What.SEQUENCE, What.TUPLE, What.MAPPING})
# Two values of these join to one only if they are the same.
_NOMINAL = frozenset({What.NAME, What.CLASS, What.FUNCTION, What.OWN, What.METHOD, What.SUPER})
OWN_METHOD = "own "  # before the name of a method that only modules of the run have, in `Cell.uses`
_MAX_DEPTH = 6
_MOST_FLOWS = 100  # parameters that a value goes on to, from function to function; what goes further has no answer


class Cell:
    """What the uses of one variable prove."""

    __slots__ = (
        "children",
        "converted",
        "dirty",
        "flows",
        "hint",
        "mixed",
        "parents",
        "proofs",
        "remade",
        "requires_grad",
        "uses",
    )

    def __init__(self) -> None:
        self.proofs: dict[What, Evidence] = {}
        self.children: dict[object, Cell] = {}  # of attributes, by name, and of constant keys
        self.parents: tuple[Cell, ...] = ()  # bindings that flow together here
        self.flows: list[Cell] = []  # parameters that this value is passed to
        self.converted = False  # bound to `f(x)` where x is the same name: says nothing about the x before
        self.requires_grad = False
        self.mixed = False  # an attribute or parameter that is of different kinds at different times
        self.remade = False  # an attribute set to `f(self.x)`: what it is after that shows nothing about before
        self.dirty = False  # written to in place with something that may have history
        self.uses: set[str] = set()
        self.hint = What.UNKNOWN  # what has most often what is used here

    def child(self, name: object) -> Cell:
        cell = self.children.get(name)
        if cell is None:
            cell = self.children[name] = Cell()
        return cell

    def prove(self, what: What, evidence: Evidence) -> None:
        """A use shows that the value is this."""
        if what not in self.proofs:
            self.proofs[what] = evidence
            for parent in self._reachable():
                parent.prove(what, evidence)

    def flow(self, parameter: Cell) -> None:
        """The value is passed to this parameter of a function of the file: it is what the function needs."""
        if parameter is not self and parameter not in self.flows:
            self.flows.append(parameter)

    def ask_for_gradient(self) -> None:
        """A use shows that the value takes part in autograd."""
        if not self.requires_grad:
            self.requires_grad = True
            for parent in self._reachable():
                parent.ask_for_gradient()

    def use(self, name: str, line: int) -> None:
        """Note a use that proves something only together with others."""
        if name in self.uses:
            return
        self.uses.add(name)
        text = _as_only_modules(self.uses)
        if text:
            self.prove(What.MODULE, Evidence(line, text))
        for parent in self._reachable():
            parent.use(name, line)

    def _reachable(self) -> tuple[Cell, ...]:
        if any(parent.converted for parent in self.parents):
            return tuple(parent for parent in self.parents if parent.converted)
        return self.parents

    def proof(self) -> tuple[What, Evidence] | None:
        """What the uses prove, if they agree."""
        if self.proofs:
            return self._own_proof()
        if not self.flows:
            return None
        seen = {self}
        found = self._proof_by_flow(seen)
        return found if len(seen) < _MOST_FLOWS else None

    def _own_proof(self) -> tuple[What, Evidence] | None:
        if self.mixed or (self.remade and What.TENSOR in self.proofs):
            return None
        if len(self.proofs) == 1:
            what, evidence = next(iter(self.proofs.items()))
            return None if what is What.OTHER else (what, evidence)  # OTHER only says that it is no tensor
        shown = [what for what in self.proofs if what is not What.OTHER]
        if len(shown) != 1 or shown[0] is What.TENSOR:
            return None
        return shown[0], self.proofs[shown[0]]

    def _proof_by_flow(self, seen: set[Cell]) -> tuple[What, Evidence] | None:
        """What all the functions need that the value is passed to, as far as they show it."""
        found: tuple[What, Evidence] | None = None
        for cell in self.flows:
            if cell in seen or len(seen) >= _MOST_FLOWS:
                continue
            seen.add(cell)
            needed = cell._own_proof() if cell.proofs else cell._proof_by_flow(seen)
            if needed is None and cell.proofs:
                return None
            if needed is not None and found is not None and needed[0] is not found[0]:
                return None
            found = found or needed
        return found


def _as_only_modules(uses: set[str]) -> str:
    """What a variable is used for that only a module can be used for; empty where that is not so."""
    own = {name for name in uses if name.startswith(OWN_METHOD)}
    same = uses & torch_api.MODULE_SAME
    if own and same:
        method = min(own).removeprefix(OWN_METHOD)
        return f"it has `.{min(same)}(..)` and `.{method}(..)`, as only modules of the run"
    others = uses - own - torch_api.MODULE_SAME
    if "eval" not in uses or not others:
        return ""
    text = "is called" if "called" in others else f"has `.{min(others)}(..)`"
    return f"it has `.eval()` and {text}, as only a module"


class Value(NamedTuple):
    """What an expression is. `line` and `text` are the evidence."""

    what: What = What.UNKNOWN
    certainty: Certainty = Certainty.NONE
    line: int = 0
    text: str = ""
    scalar: bool = False
    graph: Graph = Graph.UNKNOWN
    name: str | None = None
    part: Value | None = None
    items: tuple[Value, ...] = ()
    info: ClassInfo | None = None
    function: FunctionInfo | None = None
    cell: Cell | None = None

    @property
    def known(self) -> bool:
        return self.certainty is Certainty.EVIDENCE

    @property
    def open(self) -> bool:
        """Can uses still tell something? Not where a constructor or an annotation has."""
        return not self.known or (self.cell is not None and self.what in self.cell.proofs)

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.line, self.text)

    def because(self, line: int, text: str) -> Value:
        """The same, with other evidence where it has none of its own."""
        return self if self.line else self._replace(line=line, text=text)

    def at(self, cell: Cell | None) -> Value:
        """The same in another cell: `_replace`, four times as fast, as every expression of a file comes by here."""
        return _new_value(Value, (*self[:-1], cell))

    def weak(self) -> Value:
        """The same by convention only."""
        if self.certainty is not Certainty.EVIDENCE:
            return self
        return self._replace(certainty=Certainty.CONVENTION)


_new_value = tuple.__new__
NOTHING = Value()
NONE = Value(What.NONE, Certainty.EVIDENCE)


def tensor(line: int, text: str, graph: Graph = Graph.UNKNOWN, *, scalar: bool = False) -> Value:
    """A tensor on evidence."""
    return Value(What.TENSOR, Certainty.EVIDENCE, line, text, scalar, graph)


def known(what: What, line: int, text: str, name: str | None = None) -> Value:
    """Something on evidence."""
    return Value(what, Certainty.EVIDENCE, line, text, name=name)


def like(source: Value, what: What, name: str | None = None) -> Value:
    """Something that follows from `source`, as certain as that is."""
    return Value(what, source.certainty, source.line, source.text, name=name)


def sequence(element: Value, certainty: Certainty = Certainty.EVIDENCE) -> Value:
    return Value(What.SEQUENCE, certainty, element.line, element.text, part=element)


def tuple_of(items: tuple[Value, ...]) -> Value:
    return Value(What.TUPLE, Certainty.EVIDENCE, items=items)


def join(a: Value, b: Value, depth: int = 0) -> Value:
    """What a variable is that is the one or the other. None is neutral: using None as a tensor raises anyway."""
    if a is b or a.what is What.NONE:
        return b
    if b.what is What.NONE:
        return a
    if a.what is What.UNKNOWN or b.what is What.UNKNOWN:
        better = b if a.what is What.UNKNOWN else a
        return NOTHING if better.what in _NOMINAL else better.weak()._replace(scalar=False, graph=Graph.UNKNOWN)
    if a.what is not b.what:
        return _join_unlike(a, b)
    if a.what in _NOMINAL:
        if a.known and b.known and a.what is What.NAME and _is_tensor_class(a) and _is_tensor_class(b):
            return a._replace(name="torch.Tensor")  # `torch.cuda.FloatTensor if cuda else torch.FloatTensor`
        return a if (a.name, a.info, a.function) == (b.name, b.info, b.function) else NOTHING
    certainty = min(a.certainty, b.certainty)
    if a.what is What.TUPLE and len(a.items) != len(b.items):
        return Value(What.OTHER, certainty, a.line, a.text)
    deep = depth < _MAX_DEPTH
    graph = a.graph if a.graph is b.graph else Graph.UNKNOWN
    part = join(a.part, b.part, depth + 1) if deep and a.part is not None and b.part is not None else None
    items = tuple(join(x, y, depth + 1) for x, y in zip(a.items, b.items, strict=True)) if deep else ()
    if a.what is What.TUPLE and not items and a.items:
        return Value(What.OTHER, certainty, a.line, a.text)
    info = a.info if a.info is b.info else None
    name = a.name if a.name == b.name else None
    if a.what is What.TENSOR and torch_api.PACKED_SEQUENCE in (a.name, b.name):
        name = torch_api.PACKED_SEQUENCE
    return Value(a.what, certainty, a.line, a.text, a.scalar and b.scalar, graph, name, part, items, info)


def _is_tensor_class(value: Value) -> bool:
    return torch_api.is_tensor_class(value.name or "", torch_api.TENSOR_CLASSES)


def _join_unlike(a: Value, b: Value) -> Value:
    for value in (a, b):
        if value.what is What.PACKED or value.name == torch_api.PACKED_SEQUENCE:
            return value.weak()
    kinds = {_KINDS.get(a.what, Kind.OTHER), _KINDS.get(b.what, Kind.OTHER)}
    if kinds == {Kind.OTHER} and not {a.what, b.what} & _NOMINAL:
        return Value(What.OTHER, min(a.certainty, b.certainty), a.line, a.text)
    return NOTHING


def join_graphs(values: list[Value]) -> Graph:
    """Does the result of an operation on these have autograd history?"""
    if not values:
        return Graph.UNKNOWN
    graphs = {value.graph for value in values if value.what is not What.NUMBER}
    if Graph.YES in graphs:
        return Graph.YES
    return Graph.NO if graphs <= {Graph.NO} else Graph.UNKNOWN


def settle(value: Value) -> Value:
    """The value with what its cell has learnt."""
    cell = value.cell
    if cell is None:
        return value
    if value.certainty is not Certainty.EVIDENCE and (cell.proofs or cell.flows or value.what is What.TENSOR):
        proof = cell.proof() if cell.proofs or cell.flows else None
        if proof is not None:
            what, evidence = proof
            same = value.what is what
            value = Value(
                what,
                Certainty.EVIDENCE,
                evidence.line,
                evidence.text,
                same and value.scalar,
                Graph.NO if same and value.graph is Graph.NO else Graph.UNKNOWN,
                value.name if same else None,
                info=value.info if same else None,
                cell=cell,
            )
        elif (cell.proofs and What.TENSOR in cell.proofs) or (
            What.OTHER in cell.proofs and value.what is not What.UNKNOWN
        ):
            return Value(cell=cell)  # uses that contradict each other, or the convention
        elif value.what is What.TENSOR and cell.hint is What.MODULE:
            return Value(cell=cell)
    if value.what is What.TENSOR:
        if cell.requires_grad and value.graph is not Graph.YES:
            value = value._replace(graph=Graph.YES)
        elif cell.dirty and value.graph is Graph.NO:
            value = value._replace(graph=Graph.UNKNOWN)
    return value


def is_open(value: Value) -> bool:
    """Can what others pass still tell something? Not where uses contradict each other, or say that it is another."""
    return value.what in (What.UNKNOWN, What.TENSOR, What.MODULE) and not (value.cell is not None and value.cell.proofs)


def inferred(value: Value) -> Inferred:
    """The answer for rules."""
    value = settle(value)
    if value.what is What.OWN:
        return _own(value)
    if value.what is What.NAME:
        if not value.known:
            return Inferred()
        return Inferred(Kind.OTHER, value.certainty, Evidence(value.line, value.text), qualified=None)
    if value.what is What.UNKNOWN and value.cell is not None and value.cell.hint is not What.UNKNOWN:
        return Inferred(_KINDS[value.cell.hint], Certainty.CONVENTION)
    kind = _KINDS.get(value.what, Kind.OTHER)
    if kind is Kind.UNKNOWN or value.certainty is Certainty.NONE:
        return Inferred()
    evidence = Evidence(value.line, value.text) if value.line else None
    return Inferred(kind, value.certainty, evidence, value.scalar, value.graph, value.name)


def _own(value: Value) -> Inferred:
    info = value.info
    if info is None:
        return Inferred()
    if info.module is not Certainty.NONE:
        return Inferred(Kind.MODULE, info.module, info.evidence, qualified=info.name)
    if info.is_plain:
        return Inferred(Kind.OTHER, Certainty.EVIDENCE, info.evidence, qualified=info.name)
    return Inferred()
