"""Questions that are answered once: ways back through variables and functions meet in the same places again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

from torchfix_codemods.analysis.syntax.tree import Tree


class OfFile(Protocol):
    """An analysis of one file, which can be made for it."""

    @classmethod
    def for_file(cls, file: Any) -> OfFile: ...


Made = TypeVar("Made", bound=OfFile)


class ParsedFile(Protocol):
    """A file of which analyses are asked."""

    @property
    def tree(self) -> Tree: ...
    def get(self, analysis: type[Made]) -> Made:
        """The analysis of this kind, made when it is first asked for and shared by all who ask."""


class Analysis(Protocol):
    """Answers for one file."""

    tree: Tree


P = ParamSpec("P")
Self = TypeVar("Self", bound=Analysis)
Answer = TypeVar("Answer")
Otherwise = TypeVar("Otherwise")


def remembered(
    question: Callable[Concatenate[Self, P], Answer],
) -> Callable[Concatenate[Self, P], Answer]:
    """Keep the answer for each set of arguments; whoever gets it must not change it.

    For questions without a memory of their own of what is being looked at: that would be part of the question. Without
    this, one that follows three functions that call each other eight calls deep asks 3 ** 8 times.
    """
    name = f"_answers_{question.__name__}"

    @wraps(question)
    def ask(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        answers: dict[object, Answer] | None = self.__dict__.get(name)
        if answers is None:
            answers = self.__dict__[name] = {}
        key = (*args, *kwargs.items())
        self.tree.budget.spend()
        if key not in answers:
            answers[key] = question(self, *args, **kwargs)
        return answers[key]

    return ask


# Variables, calls and parts of expressions between a question and what answers it. The open packages in benchmarks/ get
# the same findings with three to eight; it keeps a chain that was made to be long off Python's stack.
DEEPEST = 10

Question: TypeAlias = Callable[Concatenate[Self, P], Answer]


def followed(otherwise: Otherwise) -> Callable[[Question[Self, P, Answer]], Question[Self, P, Answer | Otherwise]]:
    """For a question that leads to others of its kind, which may lead back to it.

    `otherwise` is the answer to a question that is being asked already, so that circles end, and to one that is too
    far away. Answers are kept, but an answer that rests on such a one only for as long as it is asked for in the same
    question: so none depends on what has been asked before, and each is worked out once for each question.
    """

    def decorate(question: Question[Self, P, Answer]) -> Question[Self, P, Answer | Otherwise]:
        name = f"_followed_{question.__name__}"

        @wraps(question)
        def ask(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> Answer | Otherwise:
            way: _Way[Answer] | None = self.__dict__.get(name)
            if way is None:
                way = self.__dict__[name] = _Way()
            key = (*args, *kwargs.items())
            self.tree.budget.spend()
            here = len(way.open)
            if not here and key in way.outermost:
                return way.outermost[key]
            if key in way.full and here + way.full[key][1] < DEEPEST:
                answer, height = way.full[key]
                way.reached = max(way.reached, here + height)
                return answer
            if key in way.passing or key in way.open or here >= DEEPEST:
                way.cuts += 1
                return way.passing.get(key, otherwise)
            cuts, reached, way.reached = way.cuts, way.reached, here
            way.open.add(key)
            try:
                answer = question(self, *args, **kwargs)
            finally:
                way.open.discard(key)
                if not here:
                    way.passing.clear()
            if way.cuts == cuts:
                way.full[key] = answer, way.reached - here
            else:
                (way.passing if here else way.outermost)[key] = answer
            way.reached = max(reached, way.reached)
            return answer

        return ask

    return decorate


class _Way(Generic[Answer]):
    """Where a question has come to.

    `full` has the answers that rest on no other than such, each with how many questions lead down from it; `outermost`
    those that rest on `otherwise`, for who asks nothing else; `passing` what is known for the question that is open.
    """

    __slots__ = ("cuts", "full", "open", "outermost", "passing", "reached")

    def __init__(self) -> None:
        self.full: dict[object, tuple[Answer, int]] = {}
        self.outermost: dict[object, Answer] = {}
        self.passing: dict[object, Answer] = {}
        self.open: set[object] = set()
        self.cuts = 0
        self.reached = 0
