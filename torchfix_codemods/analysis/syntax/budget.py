"""How much work one file may be, so that a text made to be hard is named and left, and never waited for.

Steps are counted, not seconds: what is found in a file must not depend on how busy the machine is.
"""

from __future__ import annotations

# Of torch's own files and the open packages in benchmarks/, the longest needs 3 steps for each node of its syntax tree,
# and shorter ones up to 8; 46,000 in all is the most that a file of the packages needs.
STEPS = 500_000
STEPS_PER_NODE = 80
MOST_CHARACTERS = 5_000_000
MOST_NODES = 750_000


class OverBudget(Exception):  # noqa: N818
    """The file is too much. `reason` is a clause, `hint` what to do about it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = "split the file, or exclude it"


class Budget:
    """The steps that the analysis of one tree may still take."""

    __slots__ = ("left", "most")

    def __init__(self, steps: int) -> None:
        self.most = self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps.

        Raises:
            OverBudget: there are no more.
        """
        self.left -= steps
        if self.left < 0:
            raise OverBudget(f"is too complex: after {self.most:,} steps the analysis has not come to an end")


def budget_of(nodes: int) -> Budget:
    """What a tree of so many nodes may cost."""
    return Budget(STEPS + STEPS_PER_NODE * nodes)


def check_size(text: str) -> None:
    """Is the text one that may be parsed?

    Raises:
        OverBudget: it is too long.
    """
    if len(text) > MOST_CHARACTERS:
        raise OverBudget(f"is too long: it has {len(text):,} characters, and {MOST_CHARACTERS:,} are the most")


def check_nodes(count: int) -> None:
    """May a syntax tree of so many nodes be looked at?

    Raises:
        OverBudget: it is too large.
    """
    if count > MOST_NODES:
        raise OverBudget(f"is too large: its syntax tree has {count:,} nodes, and {MOST_NODES:,} are the most")
