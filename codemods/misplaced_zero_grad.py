"""Clear the gradients before the pass that computes them, once per step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.script import is_test_file
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.training.clearing import Clearing, Uncleared
from torchfix_codemods.analysis.training.thrown_away import ThrownAway, thrown_away
from torchfix_codemods.analysis.training.training import Event
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, InsertStatement, Move, Replace, target

_CHANGES = "the network will learn something else"


class MisplacedZeroGrad(Codemod):
    """Between `backward()` and `step()`, `zero_grad()` throws the gradients away that were just computed, and nothing
    is learned at all. Before the loop it clears them once, and from then on they add up. In every iteration, with a
    step in each fourth only, three of four passes are for nothing.

    The call belongs before the backward pass, as often as there are steps. Moving it changes what is learned.
    """

    code = "TFC202"
    source = "https://docs.pytorch.org/docs/stable/optim.html#taking-an-optimization-step"
    since = "0.1"
    triggers = ("zero_grad",)
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            for step in range(9):
                loss = torch.nn.functional.mse_loss(net(x), y)
                loss.backward()
                opt.zero_grad()
                opt.step()
            """,
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            for step in range(9):
                loss = torch.nn.functional.mse_loss(net(x), y)
                opt.zero_grad()
                loss.backward()
                opt.step()
            """,
        ),
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            opt.zero_grad()
            for step in range(9):
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
            """,
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            for step in range(9):
                opt.zero_grad()
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "after the forward pass, before backward": """
            import torch

            for x, y in loader:
                loss = criterion(net(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
        "the gradients of another network": """
            import torch

            for x in loader:
                g_loss = criterion(D(G(x)), ones)
                g_loss.backward()
                d_optimizer.zero_grad()
                g_optimizer.step()
                g_optimizer.zero_grad()
                d_loss = criterion(D(x), ones)
                d_loss.backward()
                d_optimizer.step()
            """,
        "gradients of the input were wanted": """
            import torch

            for x, y in loader:
                criterion(net(x), y).backward()
                sign = x.grad.sign()
                optimizer.zero_grad()
                criterion(net(x + 0.1 * sign), y).backward()
                optimizer.step()
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        if "step" not in tree.text or "backward" not in tree.text or is_test_file(file.path):
            return
        clearing = file.get(Clearing)
        for found in thrown_away(clearing):
            yield self._thrown_away(found, tree)
        for loop in clearing.uncleared():
            if loop.outside is not None:
                yield self._before_loop(loop, loop.outside, clearing)

    def _thrown_away(self, found: ThrownAway, tree: Tree) -> Finding:
        clear, step, backward = found.clear, found.step, found.backward
        assert isinstance(clear.node, ast.expr)
        name = shown(tree, step.subject) if step.subject is not None else "the optimizer"
        if found.periodic:
            message = f"the gradients of line {at(backward.line)} are thrown away in all iterations without a step"
            evidence = Evidence(step.line, f"`{name}.step()` is meant for the sum of several passes")
            edits = _moved(tree, clear, step, after=True)
        else:
            message = f"the gradients of line {at(backward.line)} are thrown away before `{name}.step()` uses them"
            evidence = Evidence(step.line, "this step changes nothing, but for momentum and weight decay")
            edits = _moved(tree, clear, backward, after=False) or _moved(tree, clear, step, after=True)
        if edits is None:
            reason = "it stands in another function or block: clear the gradients before the backward pass"
            return self.report(clear.node, message, reason=reason, evidence=evidence)
        return self.unsafe(clear.node, message, *edits, reason=_CHANGES, evidence=evidence)

    def _before_loop(self, found: Uncleared, clear: Event, clearing: Clearing) -> Finding:
        assert isinstance(clear.node, ast.expr)
        step = found.steps[0]
        message = (
            f"the gradients are cleared once before the loop on line {at(found.loop.node.lineno)}, and add up in it"
        )
        evidence = Evidence(step.line, "the step uses the sum over all iterations")
        place = clearing.place(found)
        if place is None:
            reason = "the optimizer has no name in the loop: clear the gradients there before the backward pass"
            return self.report(clear.node, message, reason=reason, evidence=evidence)
        text, tree = f"{place.text}.zero_grad()", clearing.tree
        edits: list[Edit] = [InsertStatement(target(place.statement), text, place.after)]
        if _is_statement(tree, clear) and tree.function(clear.node) is tree.function(place.statement):
            edits = [Move(target(tree.statement(clear.node)), target(place.statement), place.after)]
            called = clear.node.func if isinstance(clear.node, ast.Call) else None
            if found.several and isinstance(called, ast.Attribute) and tree.source(called.value) != place.text:
                edits.append(Replace(target(called.value), place.text))
        return self.unsafe(clear.node, message, *edits, reason=_CHANGES, evidence=evidence)


def _is_statement(tree: Tree, event: Event) -> bool:
    statement = tree.statement(event.node)
    return isinstance(statement, ast.Expr) and statement.value is event.node


def _moved(tree: Tree, clear: Event, other: Event, *, after: bool) -> list[Edit] | None:
    """Edits that move the clear before (or behind) the statement of another event of the same function."""
    if clear.way[:-1] != other.way[:-1] and (clear.way or other.way):
        return None
    if tree.function(clear.node) is not tree.function(other.node) or not _is_statement(tree, clear):
        return None
    assert isinstance(clear.node, ast.expr)
    place = tree.statement(other.node)
    if not after:
        block, _ = tree.block(tree.statement(clear.node))
        inside = [statement for statement in block if tree.within(place, statement)]
        if not inside:
            return None  # it stands in a branch, the pass does not
        place = inside[0]
    return [Move(target(tree.statement(clear.node)), target(place), after)]
