"""Find an optimizer that is made before its model is moved to the GPU."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.placement import Placement
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import exclusive, position
from torchfix_codemods.analysis.syntax.guards import runs_before
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name
from torchfix_codemods.analysis.training.optimizers import Optimizers
from torchfix_codemods.analysis.values.model_names import model_names, same_model
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_MOVES = frozenset({"cuda", "to"})


class OptimizerBeforeMove(Codemod):
    """An optimizer holds the parameters that it is given, and makes its state where they are. A move to the GPU changes
    the parameters in place in most builds of torch, but not the state: what `Adagrad` makes at once, and what
    `optimizer.load_state_dict` brings for any optimizer, stays on the CPU, and the first step fails with two devices
    met. With `torch.__future__.set_overwrite_module_params_on_conversion(True)`, and for modules on XLA, the moved
    parameters are new ones, which the optimizer never sees.

    Move the model first, then make the optimizer.
    """

    code = "TFC307"
    source = "https://docs.pytorch.org/docs/stable/optim.html#constructing-it"
    since = "0.1"
    triggers = ("cuda", "to")
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(2, 1)
            optimizer = torch.optim.Adagrad(net.parameters())
            net.cuda()
            """,
            """
            import torch

            net = torch.nn.Linear(2, 1)
            optimizer = torch.optim.Adagrad(net.parameters())
            net.cuda()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "moved before": (
            "import torch\nnet = torch.nn.Linear(2, 1)\nnet.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=1)\n"
        ),
        "another model": (
            "import torch\nopt = torch.optim.SGD(net.parameters(), lr=1)\nother = torch.nn.Linear(2, 1)\nother.cuda()\n"
        ),
        "moved to the CPU to be saved": (
            "import torch\nopt = torch.optim.SGD(net.parameters(), lr=1)\nnet.to('cpu')\nsave(net)\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if not any(isinstance(call.func, ast.Attribute) for name in _MOVES for call in file.tree.calls_named(name)):
            return  # `to` stands in many a comment
        optimizers = Optimizers(file.tree)
        if not optimizers.made:
            return
        moves = [(call, names) for call in _moves(file) if (names := _moved(file.tree, call))]
        seen: set[ast.Call] = set()
        for optimizer, calls in optimizers.made.items():
            models = optimizers.models(frozenset({optimizer}))
            if len(calls) != 1 or models is None or calls[0] in seen:
                continue
            seen.add(calls[0])
            mine = [(call, names) for call, names in moves if same_model(names, models)]
            move = _first_move(file.tree, calls[0], [call for call, _ in mine])
            if move is None or _is_made_again(file.tree, calls[0], move, models, optimizers):
                continue
            yield self.report(
                calls[0],
                f"the parameters of this optimizer are moved to a GPU only afterwards, on line {at(move.lineno)}",
                reason="state that it has by then, or that is loaded into it before, stays on the CPU: move the model "
                "first, then make the optimizer; lines between them may depend on the order",
                evidence=Evidence(move.lineno, "moves the model"),
            )


def _moves(file: FileView) -> Iterator[ast.Call]:
    for call in file.tree.nodes(ast.Call):
        func = call.func
        moves = isinstance(func, ast.Attribute) and func.attr in _MOVES and not file.kind(func.value).is_tensor
        if moves and file.get(Placement).on_gpu(call) is not None:
            yield call


def _moved(tree: Tree, call: ast.Call) -> frozenset[str]:
    """The names of the model that is moved, also in a wrapper that is made on the spot, or on its way to them."""
    assert isinstance(call.func, ast.Attribute)
    owner = call.func.value
    while isinstance(owner, ast.Call) and callee_name(owner).endswith("Parallel") and owner.args:
        owner = owner.args[0]
    targets = [part.target for part in tree.assigned.holding(call)]
    return model_names(tree, owner).union(*(model_names(tree, place) for place in targets))


def _first_move(tree: Tree, made: ast.Call, moves: list[ast.Call]) -> ast.Call | None:
    """The first move of the model, if it certainly comes after the optimizer was made."""
    function = tree.function(made)
    if any(tree.function(move) is not function for move in moves):
        return None  # whether it ran before cannot be seen
    moves = sorted(moves, key=position)
    if not moves or position(moves[0]) < position(made):
        return None
    after = [move for move in moves if not exclusive(tree, made, move)]
    return next((move for move in after if runs_before(tree, tree.statement(made), move)), None)


def _is_made_again(tree: Tree, made: ast.Call, move: ast.Call, models: frozenset[str], optimizers: Optimizers) -> bool:
    """Is there another model under the name by then, or another optimizer for it later?"""
    start, end = position(made), position(move)
    own = tree.statement(move)
    for part in tree.assigned.given:
        if tree.statement(part.node) is own or not start < position(part.node) < end:
            continue
        if same_model(model_names(tree, part.target), models) and not _reads(tree, part.source, models):
            return True
    for name, calls in optimizers.made.items():
        again = any(position(call) > end and tree.function(call) is tree.function(made) for call in calls)
        theirs = optimizers.models(frozenset({name})) if again else None
        if theirs is not None and same_model(theirs, models):
            return True
    return False


def _reads(tree: Tree, value: ast.expr, models: frozenset[str]) -> bool:
    return any(
        same_model(model_names(tree, part), models)
        for part in ast.walk(value)
        if isinstance(part, (ast.Name, ast.Attribute))
    )
