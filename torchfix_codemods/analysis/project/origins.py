"""What a value is made by, followed over the whole run: through variables, attributes, calls, and what callers pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.functions import FunctionReader
from torchfix_codemods.analysis.project.given import joined
from torchfix_codemods.analysis.project.interface import Call, Given
from torchfix_codemods.analysis.project.passing import argument
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.project.reading import Reading
from torchfix_codemods.analysis.syntax.memory import ParsedFile
from torchfix_codemods.analysis.syntax.scopes import FUNCTIONS
from torchfix_codemods.analysis.syntax.scopes import Function as Function_
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.tables.words import words

# What gives the same object, or one of the same class: moves, modes, types.
_SAME = words("cuda() cpu() to() eval() train() float() half() double() bfloat16() requires_grad_() share_memory()")
_WRAPPERS = words("""
    torch.nn.DataParallel torch.nn.parallel.DataParallel torch.nn.parallel.DistributedDataParallel torch.compile
    copy.copy copy.deepcopy
""")


class Origin(NamedTuple):
    """What made a value.

    `kind` is `class` (an instance of the class of the run at `place`), `definition` (the function, class or module at
    `place` itself), `outside` (what calling `text`, a dotted name that is not of the run, gives), `outside-name`
    (that name itself), `constant` (`text` is its repr), `device` (the torch.device of that text) or `unknown`. `then`
    are the attributes and methods that follow.
    """

    kind: str
    text: str = ""
    place: Place | None = None
    then: tuple[str, ...] = ()


UNKNOWN = Origin("unknown")
_LONGEST = 6  # attributes and methods in a row
# Functions that hand parts of what they are given to each other make all combinations of parts, without an end in sight
# for a reader either. After so many steps only what can be the value itself, or an item of it, is followed.
_MOST_STEPS = 1000
_SHORT = 1


class Step(NamedTuple):
    """A value that is still to be followed: what the function `inside` of a file says of it, and what comes after."""

    given: Given
    path: str
    inside: str
    then: tuple[str, ...] = ()


class Makers:
    """Answers over the run, for what an interface says that a value is given.

    Each question follows every way once, so that circles of calls cost no more than the calls in them.
    """

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._sources: dict[tuple[Given, str, str], tuple[Step | Origin, ...]] = {}
        self._known: dict[tuple[tuple[Given, ...], str, str], tuple[Origin, ...]] = {}

    def of(self, given: tuple[Given, ...], path: str, inside: str) -> tuple[Origin, ...]:
        """What can have made a value that the function `inside` of a file gives so, each once, in a certain order."""
        key = given, path, inside
        if key not in self._known:
            self._known[key] = self._find(given, path, inside)
        return self._known[key]

    def _find(self, given: tuple[Given, ...], path: str, inside: str) -> tuple[Origin, ...]:
        found: dict[Origin, None] = {}
        waiting = [Step(one, path, inside) for one in given]
        seen = set(waiting)
        while waiting:
            for further in self._steps_from(waiting.pop(), _SHORT if len(seen) > _MOST_STEPS else _LONGEST):
                if isinstance(further, Origin):
                    found[further] = None
                elif further not in seen:
                    seen.add(further)
                    waiting.append(further)
        return tuple(found) or (UNKNOWN,)

    def _steps_from(self, step: Step, most: int) -> Sequence[Step | Origin]:
        """What a step leads to; `most` are the attributes and methods in a row that are followed."""
        given, path, inside, then = step
        if given.then:  # few have any, and a large run has hundreds of thousands of steps
            then = joined(tuple(part for part in given.then if part not in _SAME), then)
            given = given._replace(then=())
        if len(then) > most:
            return (UNKNOWN,)
        key = given, path, inside
        found = self._sources.get(key)
        if found is None:
            found = self._sources[key] = tuple(self._of_kind(given, path, inside))
        return [_continued(one, then) for one in found] if then else found

    # ---- one value

    def _of_kind(self, given: Given, path: str, inside: str) -> Iterator[Step | Origin]:
        if given.kind in ("constant", "device"):
            yield Origin(given.kind, given.text)
        elif given.kind == "call":
            yield from self._of_call(given.text, path)
        elif given.kind == "name":
            yield from self._of_name(given.text, path)
        elif given.kind == "parameter":
            yield from self._of_parameter(given.text, Place(path, inside))
        elif given.kind == "self" and "." in inside:
            yield from self._of_attribute(given.text, Place(path, inside.rpartition(".")[0]))
        elif given.kind == "method" and given.text.startswith("self.") and "." in inside:
            owner = Place(path, inside.rpartition(".")[0])
            method = self.project.definitions.method(owner, given.text.removeprefix("self."))
            if method is None:
                yield UNKNOWN
            else:
                yield from self._of_result(method)
        else:
            yield UNKNOWN

    def _of_call(self, target: str, path: str) -> Iterator[Step | Origin]:
        places = self.project.definitions.find(path, target)
        for place in places:
            if self.project.definitions.class_at(place) is not None:
                yield Origin("class", place=place)
            elif self.project.definitions.function_at(place) is not None:
                yield from self._of_result(place)
            else:
                yield UNKNOWN
        if not places:
            outside = self.project.definitions.outside(path, target)
            yield UNKNOWN if outside is None else Origin("outside", outside)

    def _of_result(self, place: Place) -> Iterator[Step | Origin]:
        function = self.project.definitions.function_at(place)
        if function is None or not function.gives:
            yield UNKNOWN
            return
        yield from (Step(given, place.path, place.name) for given in function.gives)

    def _of_name(self, target: str, path: str) -> Iterator[Step | Origin]:
        places = self.project.definitions.find(path, target)
        for place in places:
            given = dict(self.project.files[place.path].names).get(place.name)
            if given is not None:
                yield from (Step(one, place.path, "") for one in given)
            else:
                yield Origin("definition", place=place)
        if not places:
            outside = self.project.definitions.outside(path, target)
            yield UNKNOWN if outside is None else Origin("outside-name", outside)

    def _of_attribute(self, name: str, owner: Place) -> Iterator[Step | Origin]:
        ancestry, _ = self.project.definitions.ancestry(owner)
        found = False
        for place in ancestry:
            kind = self.project.definitions.class_at(place)
            for given in dict(kind.attributes).get(name, ()) if kind else ():
                found = True
                # A parameter is nearly always one of the constructor; of another method it is looked for there.
                yield Step(given, place.path, f"{place.name}.__init__")
        if not found:
            yield UNKNOWN

    # ---- what callers pass

    def _of_parameter(self, name: str, place: Place) -> Iterator[Step | Origin]:
        function = self.project.definitions.function_at(place)
        if function is None or name not in function.parameters:
            yield UNKNOWN
            return
        owner, _, method = place.name.rpartition(".")
        if owner and name == function.parameters[0] and "staticmethod" not in function.decorators:
            kind = "definition" if "classmethod" in function.decorators or method == "__new__" else "class"
            yield from (Origin(kind, place=heir) for heir in self.project.heirs(Place(place.path, owner)))
            return
        calls = list(self.calls_of(place))
        if not calls:
            yield UNKNOWN
        for path, call in calls:
            passed = argument(function, call, name)
            if passed is None:
                yield UNKNOWN
            else:
                yield from (Step(given, path, call.inside) for given in passed)

    def calls_of(self, place: Place) -> Iterator[tuple[str, Call]]:
        """The calls of a function of the run; of a constructor those of its class and of the classes below."""
        owner, _, method = place.name.rpartition(".")
        if method != "__init__":
            yield from ((path, call) for path, call, _ in self.project.calls_of(place))
            return
        for heir in self.project.heirs(Place(place.path, owner)):
            yield from ((path, call) for path, call, _ in self.project.calls_of(heir))


def _continued(one: Step | Origin, then: tuple[str, ...]) -> Step | Origin:
    """The same with what comes after it, which is something."""
    if isinstance(one, Step):
        return Step(one.given, one.path, one.inside, then)
    if one == UNKNOWN:
        return one
    if one.kind == "definition" and then[0] == "()":  # a class that is called
        return Origin("class", place=one.place, then=then[1:])
    return one._replace(then=joined(one.then, then))


class FileOfRun(ParsedFile, Protocol):
    """A file, and the run that it is of."""

    @property
    def path(self) -> str: ...
    @property
    def project(self) -> ProjectFacts: ...


class Origins:
    """Answers for expressions of one file, whose tree may be newer than what the project holds of it."""

    def __init__(self, tree: Tree, path: str, project: ProjectFacts) -> None:
        self.tree = tree
        self.path = path
        if path not in project.files:
            project = ProjectFacts({**project.files, path: self.reading.interface()}, project.kept)
        self.project = project
        self.makers = project.shared(Makers)
        self._readers: dict[ast.AST | None, FunctionReader] = {}

    @cached_property
    def reading(self) -> Reading:
        """The names of the file; most that ask for origins ask about others."""
        return Reading(self.tree.module)

    @classmethod
    def for_file(cls, file: FileOfRun) -> Origins:
        return cls(file.tree, file.path, file.project)

    def of(self, node: ast.expr) -> tuple[Origin, ...]:
        """What can have made the value of an expression; `UNKNOWN` is among them where not all ways are seen."""
        return self.makers.of(self.given(node), self.path, self.place(node).name)

    def given(self, node: ast.expr) -> tuple[Given, ...]:
        """What the file's own text shows an expression to be."""
        return self._reader(node).describe(node)

    def callees(self, call: ast.Call) -> Iterator[str]:
        """What a call can mean, named as in `interface.Call`; nothing for what no file of the run can define."""
        owner = self.place(call).name.rpartition(".")[0]
        func = call.func
        if owner and isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "self":
            yield f".{owner}.{func.attr}"
        elif callee := self._reader(call).callee(call):
            is_known = callee.startswith("?.") and all(one.kind != "unknown" for one in self.of(func))
            if not is_known:  # else it is looked up in the class
                yield callee

    def methods_called(self, call: ast.Call) -> Iterator[Place]:
        """The methods of classes of the run that are called on an object whose class is known, or by calling it."""
        for origin in self.of(call.func):
            if origin.kind != "class" or origin.place is None or len(origin.then) > 1:
                continue
            names = [step.removesuffix("()") for step in origin.then] or ["__call__", "forward"]
            methods = [self.project.definitions.method(origin.place, name) for name in names]
            yield from (method for method in methods if method is not None)

    def _reader(self, node: ast.AST) -> FunctionReader:
        function = self._outermost(node)
        if function not in self._readers:
            self._readers[function] = self.reading.reader(function)
        return self._readers[function]

    def place(self, node: ast.AST) -> Place:
        """The function or method of the interface that a node stands in; one without a name for the module."""
        function = self._outermost(node)
        if function is None:
            return Place(self.path, "")
        owner = self.tree.class_of(function)
        return Place(self.path, function.name if owner is None else f"{owner.name}.{function.name}")

    def _outermost(self, node: ast.AST) -> Function_ | None:
        """The function or method around a node (or that it is) that is not itself in one."""
        found = node if isinstance(node, FUNCTIONS) else self.tree.function(node)
        while found is not None and (outer := self.tree.function(found)) is not None:
            found = outer
        return found
