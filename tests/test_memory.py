"""Questions that lead to questions of their kind: circles end, and no answer depends on what was asked before."""

from __future__ import annotations

import itertools

import pytest

from torchfix_codemods.analysis.syntax.memory import DEEPEST, followed
from torchfix_codemods.analysis.syntax.tree import parse


class Graph:
    """Which marks lie on the ways from a place. `asked` counts the places that were looked at."""

    def __init__(self, ways: dict[str, str]) -> None:
        self.tree = parse("")
        self.ways = ways
        self.asked = 0

    @followed(frozenset("?"))
    def marks(self, place: str) -> frozenset[str]:
        self.asked += 1
        return frozenset(place).union(*map(self.marks, self.ways.get(place, "")))


CIRCLES = {"a": "bc", "b": "cd", "c": "ad", "d": "e", "e": "", "f": "ad"}


@pytest.mark.parametrize("first", [*itertools.permutations("abcdf", 3)])
def test_an_answer_does_not_depend_on_what_was_asked_before(first: tuple[str, ...]) -> None:
    graph = Graph(CIRCLES)
    for place in first:
        assert graph.marks(place) == Graph(CIRCLES).marks(place)


def test_a_circle_ends() -> None:
    assert Graph(CIRCLES).marks("a") == set("abcde?")
    assert Graph(CIRCLES).marks("d") == set("de")
    assert Graph({"a": "a"}).marks("a") == set("a?")


def test_what_is_too_far_away_is_not_asked_whatever_is_known_of_it() -> None:
    names = [chr(ord("A") + number) for number in range(2 * DEEPEST)]
    chain = dict(itertools.pairwise(names))
    asked_before = Graph(chain)
    for name in reversed(names):
        asked_before.marks(name)
    for name in names:
        assert asked_before.marks(name) == Graph(chain).marks(name)
    assert Graph(chain).marks("A") == {*names[:DEEPEST], "?"}


def test_each_place_is_asked_once_for_a_question() -> None:
    everywhere = dict.fromkeys("abcdefgh", "abcdefgh")
    graph = Graph(everywhere)
    graph.marks("a")
    assert graph.asked <= 8
    graph.marks("a")
    assert graph.asked <= 8


def test_a_question_that_failed_can_be_asked_again() -> None:
    graph = Graph({"a": "b"})
    graph.ways = {"a": "b", "b": 3}  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        graph.marks("a")
    graph.ways = {"a": "b"}
    assert graph.marks("a") == set("ab")
