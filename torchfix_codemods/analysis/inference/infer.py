"""Which expressions of a file are tensors, modules, loaders ..., without torch and without a type checker.

One walk over the statements in the order of the flow, twice: the second time with what the first has learnt from uses
and call sites. A third time where functions are passed to functions that call them. What no line of the file shows
stays unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from torchfix_codemods.analysis.inference.infer_functions import walk_function
from torchfix_codemods.analysis.inference.infer_names import Names
from torchfix_codemods.analysis.inference.infer_passed import Passed
from torchfix_codemods.analysis.inference.infer_run import Run
from torchfix_codemods.analysis.inference.infer_state import Frame, Knowledge
from torchfix_codemods.analysis.inference.infer_statements import run
from torchfix_codemods.analysis.inference.infer_values import Value, inferred, is_open
from torchfix_codemods.analysis.inference.kinds import UNKNOWN, Certainty, Inferred
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.tree import Tree

_ROUNDS = 2


class Kinds:
    """The answers for one file."""

    def __init__(self, values: dict[ast.expr, Value], passed: Passed | None = None) -> None:
        self._values = values
        self._passed = passed

    def of(self, node: ast.expr) -> Inferred:
        """What the value of an expression of the tree is. Unknown for nodes that are not evaluated (annotations)."""
        value = self._values.get(node)
        if value is None:
            return UNKNOWN
        found = inferred(value)
        if self._passed is None or found.certainty is Certainty.EVIDENCE or not is_open(value):
            return found
        passed = self._passed.of(node)
        return found if passed is None else inferred(passed)


def infer(tree: Tree, project: ProjectFacts = NO_PROJECT, origins: Callable[[], Origins] | None = None) -> Kinds:
    """Infer a whole file; `origins` tells what made its values over the run.

    Never raises: a file that is nested too deeply for it is unknown everywhere.
    """
    try:
        know = Knowledge(tree, Names(tree, project), Run(origins or (lambda: Origins(tree, "", project))))
        know.walk = lambda info: walk_function(info, know)
        for _ in range(_ROUNDS):
            _round(tree, know)
        if know.hands_on_functions:  # what is passed is known in the second round, and what that is called with then
            _round(tree, know)
    except RecursionError:
        return Kinds({})
    values = know.values
    _cut_circles(know)
    return Kinds(values, Passed(tree, origins) if origins is not None and tree.run_names is not None else None)


def _cut_circles(know: Knowledge) -> None:
    """Let go of what no answer needs: it points at itself, and only the collector could free it, with the tree."""
    for info in know.functions.values():
        info.calls, info.past_calls, info.returned, info.outer, info.owner = {}, {}, None, None, None
    for owner in know.names.by_node.values():
        owner.let_go()
    vars(know).clear()


def _round(tree: Tree, know: Knowledge) -> None:
    for info in know.functions.values():
        info.past_calls, info.calls = info.calls, {}
        info.state, info.returned = 0, None
    for owner in know.names.by_node.values():
        owner.attributes = {}
    know.depth = 0
    know.queue = []
    module = Frame(know)
    run(tree.module.body, module)
    # Constructors first: the other methods read the attributes that they set.
    for info in [i for i in know.queue if i.name == "__init__"]:
        walk_function(info, know)
    while know.queue:
        walk_function(know.queue.pop(0), know)
