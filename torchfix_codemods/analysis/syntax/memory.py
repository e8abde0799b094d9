"""Questions that are answered once: ways back through variables and functions meet in the same places again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

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
