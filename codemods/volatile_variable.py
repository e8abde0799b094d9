"""Put the forward pass under `torch.no_grad()`, where a `Variable` is `volatile`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from torchfix_codemods.analysis.devices.devices import Devices
from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred, Kind
from torchfix_codemods.analysis.modes.volatile import Consumers, Run, VolatileCall, VolatileUses, volatile_call
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, EditCall, WrapStatements, target

_MESSAGE = "`volatile=True` does nothing since PyTorch 0.4, and a graph is built: "
_WRITE = "put the forward pass under `with torch.no_grad():`"


@dataclass(frozen=True, slots=True)
class _Site:
    """A call with `volatile=True` and those who use its variable."""

    found: VolatileCall
    consumers: Consumers


class VolatileVariable(Codemod):
    """Until PyTorch 0.3 nothing computed from a `Variable(x, volatile=True)` kept a graph. Since 0.4 the flag is
    ignored with a warning, so evaluation code takes the memory of training. What it meant is `with torch.no_grad():`
    around the forward pass.

    The keyword goes together with the block, never alone, and the block holds only the statements that run a module on
    the variable. Nothing that a backward pass needs is wrapped. `volatile=<expression>` is only reported:
    `with torch.set_grad_enabled(not expression):` is what it says.
    """

    code = "TFC203"
    source = "https://pytorch.org/blog/pytorch-0_4_0-migration-guide/"
    since = "0.4"
    triggers = ("volatile", "Variable")
    expected = ("requires_grad", "graph-nodes")
    examples = (
        Example(
            """
            import torch
            from torch.autograd import Variable

            net = torch.nn.Linear(2, 1)
            x = Variable(torch.ones(1, 2), volatile=True)
            y = net(x)
            shape = y.shape
            """,
            """
            import torch
            from torch.autograd import Variable

            net = torch.nn.Linear(2, 1)
            x = Variable(torch.ones(1, 2))
            with torch.no_grad():
                y = net(x)
            shape = y.shape
            """,
            same="shape",
        ),
        Example(
            """
            import torch
            from torch.autograd import Variable

            gen, disc = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
            noise = Variable(torch.ones(1, 2), volatile=True)
            fake = Variable(gen(noise).data)
            d_loss = disc(fake).sum()
            d_loss.backward()
            """,
            """
            import torch
            from torch.autograd import Variable

            gen, disc = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
            noise = Variable(torch.ones(1, 2))
            with torch.no_grad():
                fake = Variable(gen(noise).data)
            d_loss = disc(fake).sum()
            d_loss.backward()
            """,
            same="disc.weight.grad is not None and gen.weight.grad is None",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "an expression may be false": """
            import torch
            from torch.autograd import Variable

            x = Variable(torch.ones(3), volatile=not training)
        """,
        "no flag": """
            import torch
            from torch.autograd import Variable

            x = Variable(torch.ones(3), requires_grad=False)
        """,
        "an own attribute": """
            import torch
            from torch.autograd import Variable


            class Option:
                def __init__(self, volatile):
                    self.volatile = volatile
        """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        calls = [volatile_call(file.tree, call) for call in file.tree.nodes(ast.Call)]
        found = [one for one in calls if one is not None]
        if not found:
            return
        uses = VolatileUses(file.tree, file.kind, file.get(Variables))
        sites: list[_Site] = []
        for one in found:
            if not isinstance(one.value, ast.Constant):
                yield self._expression(one, file)
            elif not one.value.value:
                message = f"`{one.key if isinstance(one.key, str) else 'volatile'}=False` does nothing: drop it"
                evidence = Evidence(one.value.lineno, "gives it as false, which it is without")
                yield self.safe(one.call, message, _dropped(one), evidence=evidence)
            else:
                sites.append(_Site(one, uses.of(one.call)))
        runs = uses.runs(site.consumers for site in sites if site.consumers.obstacle is None)
        for site in sites:
            yield self._site(site, runs, file)

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        """`x.volatile = True`."""
        if node.attr != "volatile" or not isinstance(node.ctx, ast.Store):
            return
        part = file.tree.assigned.at(node)
        value = None if part is None else part.value
        off = isinstance(value, ast.Constant) and not value.value
        inferred = file.kind(node.value)
        if off or inferred.kind is not Kind.TENSOR:
            return
        reason = "the attribute has no effect, and which forward pass it is for cannot be seen"
        yield self.report(
            node, f"`{shown(file.tree, node)} = ...` does nothing: {_WRITE}", reason=reason, evidence=inferred.evidence
        )

    # ---- findings

    def _expression(self, one: VolatileCall, file: FileView) -> Finding:
        flag = " ".join(file.tree.source(one.value).split())
        if isinstance(one.value, ast.Attribute) and one.value.attr == "volatile":
            inferred = file.kind(one.value.value)
            if inferred.kind is Kind.TENSOR:
                return self._inherited(one, inferred, file)
        plain = isinstance(one.value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        opposite = f"not {flag}" if plain else flag.removeprefix("not ") if flag.startswith("not ") else f"not ({flag})"
        return self.report(
            one.call,
            f"`volatile={flag}` does nothing since PyTorch 0.4: put the forward pass under "
            f"`with torch.set_grad_enabled({opposite}):`",
            reason=f"`{flag}` is known at run time only, and the forward pass may be the caller's",
        )

    def _inherited(self, one: VolatileCall, inferred: Inferred, file: FileView) -> Finding:
        """`volatile=x.volatile`: under `no_grad` what is new needs no mark of its own."""
        message = (
            f"`volatile={shown(file.tree, one.value)}` does nothing: drop it, because no tensor is volatile any more"
        )
        evidence = inferred.evidence
        if inferred.is_tensor:
            return self.safe(one.call, message, _dropped(one), evidence=inferred.shown_by(one.value))
        assert isinstance(one.value, ast.Attribute)
        reason = f"`{shown(file.tree, one.value.value)}` is known to be a tensor only by its name or position"
        return self.unsafe(one.call, message, _dropped(one), reason=reason, evidence=evidence)

    def _site(self, site: _Site, runs: list[Run], file: FileView) -> Finding:
        call, consumers = site.found.call, site.consumers
        message = _MESSAGE + _WRITE
        obstacle = consumers.obstacle
        if obstacle is not None:
            reason = f"line {at(obstacle.line)} {obstacle.text}; without the keyword the results are the same"
            return self.report(call, message, reason=reason, evidence=obstacle)
        grad_mode = file.get(GradMode)
        open_forwards = [forward for forward in consumers.forwards if not grad_mode.is_covered(forward)]
        if grad_mode.is_managed_by_hand or (consumers.forwards and not open_forwards) or grad_mode.is_covered(call):
            message = "`volatile=True` does nothing: drop it, because gradients are switched off here already"
            evidence = Evidence(call.lineno, "is run with gradients switched off")
            return self.safe(call, message, _dropped(site.found), evidence=evidence)
        if not open_forwards:
            return self.report(call, message, reason="no forward pass that uses it is in sight")
        trained = next((forward for forward in open_forwards if file.get(Flow).in_forward(forward)), None)
        if trained is not None:
            evidence = Evidence(trained.lineno, "is part of a module's forward pass")
            reason = f"line {at(trained.lineno)} is part of a module's forward pass, which training runs too"
            return self.report(call, message, reason=reason, evidence=evidence)
        mine = [run for run in runs if any(_holds(run, forward, file) for forward in open_forwards)]
        torch = file.get(Devices).torch_before(mine[0].first)
        if torch is None:
            return self.report(call, message, reason="torch has no name of its own there")
        alias, imports = torch
        header = f"with {alias}.no_grad():"
        wraps: list[Edit] = [WrapStatements(target(run.first), target(run.last), header) for run in mine]
        line = open_forwards[0].lineno
        return self.unsafe(
            call,
            message,
            _dropped(site.found),
            *imports,
            *wraps,
            reason=f"what line {at(line)} computes cannot be backpropagated through any more",
            evidence=Evidence(line, "the forward pass that uses it"),
        )


def _holds(run: Run, statement: ast.stmt, file: FileView) -> bool:
    if file.tree.parents[run.first] is not file.tree.parents[statement]:
        return False
    return run.first.lineno <= statement.lineno <= run.last.lineno


def _dropped(one: VolatileCall) -> EditCall:
    return EditCall(target(one.call), drop=(one.key,))
