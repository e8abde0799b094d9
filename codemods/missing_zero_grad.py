"""Clear the gradients before every backward pass."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.script import is_test_file
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name
from torchfix_codemods.analysis.training.clearing import Clearing, Uncleared
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import InsertStatement, target

# Functions of the program's own that give gradients: `ensure_shared_grads(..)`, `net.point_grad_to(..)`.
_SHARES = re.compile(
    r"(?!\w*(?:zero|clear|no_|enable|enabled|clip|norm|penalty|requires|scale|autograd|value|check|log|plot|print))"
    r"\w*_?grads?(?:ients?)?(?:_\w+)?\Z",
    re.I,
)


class MissingZeroGrad(Codemod):
    """`backward()` adds to the gradients that are there. Without `zero_grad()` every step follows the sum of all
    gradients since the beginning, so that the network swings past its goal instead of getting there.

    Reported where one iteration of a loop, with the functions of the file that it calls, runs a backward pass and an
    optimizer step and nothing in it can clear the gradients of that optimizer. Adding the call changes what is learned.
    """

    code = "TFC201"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html"
    since = "0.1"
    triggers = ("backward", "manual_backward")
    examples = (
        Example(
            """
            import torch

            torch.manual_seed(0)
            x = torch.randn(64, 3)
            y = x.sum(1, keepdim=True)
            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            for step in range(200):
                loss = torch.nn.functional.mse_loss(net(x), y)
                loss.backward()
                opt.step()
            """,
            """
            import torch

            torch.manual_seed(0)
            x = torch.randn(64, 3)
            y = x.sum(1, keepdim=True)
            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            for step in range(200):
                opt.zero_grad()
                loss = torch.nn.functional.mse_loss(net(x), y)
                loss.backward()
                opt.step()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "cleared after the step": """
            import torch

            for x, y in loader:
                criterion(net(x), y).backward()
                optimizer.step()
                net.zero_grad()
            """,
        "several passes per step": """
            import torch

            for i, (x, y) in enumerate(loader):
                (criterion(net(x), y) / 4).backward()
                if (i + 1) % 4 == 0:
                    optimizer.step()
                    optimizer.zero_grad()
            """,
        "cleared in the closure": """
            import torch

            def closure():
                optimizer.zero_grad()
                loss = criterion(net(x), y)
                loss.backward()
                return loss

            for _ in range(20):
                optimizer.step(closure)
            """,
        "one pass only": """
            import torch

            loss = criterion(net(x), y)
            loss.backward()
            optimizer.step()
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if "step" not in file.tree.text or is_test_file(file.path):
            return
        clearing = file.get(Clearing)
        for found in clearing.uncleared():
            if found.outside is None and not file.project.clears_itself and not _shares_gradients(found.loop.node):
                yield self._about(found, clearing, file)

    def _about(self, found: Uncleared, clearing: Clearing, file: FileView) -> Finding:
        step, backward = found.steps[0], clearing.first_backward(found)
        name = shown(file.tree, step.subject) if step.subject is not None else "the optimizer"
        node = backward.node
        assert isinstance(node, ast.expr)
        message = f"`backward()` adds to gradients that nothing clears in the loop on line {at(found.loop.node.lineno)}"
        evidence = Evidence(step.line, f"`{name}.step()` uses the sum over all iterations")
        place = clearing.place(found)
        if place is None:
            reason = f"the optimizer of line {at(step.line)} has no name here: clear its gradients before the pass"
            return self.report(node, message, reason=reason, evidence=evidence)
        edit = InsertStatement(target(place.statement), f"{place.text}.zero_grad()", place.after)
        reason = "the network will learn something else"
        return self.unsafe(node, message, edit, reason=reason, evidence=evidence)


def _shares_gradients(loop: ast.AST) -> bool:
    """Does it call a function that gives the optimizer's parameters the gradients of another model?"""
    names = {callee_name(node) for node in ast.walk(loop) if isinstance(node, ast.Call)}
    return any(name != "grad" and _SHARES.match(name) for name in names)
