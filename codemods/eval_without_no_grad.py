"""Run inference without building an autograd graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.graphs.graph_trace import Tracer
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.modes.eval_by_condition import BothModes
from torchfix_codemods.analysis.modes.eval_places import EvalPlaces
from torchfix_codemods.analysis.modes.forward_calls import ForwardCalls
from torchfix_codemods.analysis.modes.inference_region import Conditional, Region, Regions
from torchfix_codemods.analysis.modes.inference_verdict import Judge, Outcome, Verdict, suspends
from torchfix_codemods.analysis.modes.seen_models import SeenModels
from torchfix_codemods.analysis.project.gradients import GradientTakers
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.cells import is_displayed
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.guards import binding_before
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import Function, Tree, callee_name
from torchfix_codemods.analysis.values.model_names import Switch, sets_eval_mode
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import AddImport, Decorate, Edit, WrapStatements, target

_NO_GRAD = "torch.no_grad"
# A block that moves more lines than this is harder to review than a decorator.
_MOST_LINES_MOVED = 8
_FOR_NOTHING = " that nothing uses"
_ADVICE = "where no gradient is asked for, put the forward pass under `with torch.no_grad():`"
# Older torch runs the body of a decorated generator with gradients on.
_DECORATES_GENERATORS = (1, 7)


@dataclass(frozen=True, slots=True)
class _Site:
    """One eval() with the regions that belong to it, each in the innermost block that holds it."""

    switch: Switch
    wide: tuple[Region, ...]
    regions: tuple[Region, ...]


class EvalWithoutNoGrad(Codemod):
    """`model.eval()` sets dropout and batch normalisation to their inference behaviour and nothing else: every forward
    pass still records an autograd graph, and keeps all activations alive for a backward pass that never comes.

    The statements from the first forward pass to the last use of its result go under `torch.no_grad()`, if all that is
    taken out of them are numbers, arrays and indices. Where a gradient may still be asked for, they stay as they are.
    """

    code = "TFC101"
    source = "https://docs.pytorch.org/docs/stable/notes/autograd.html#locally-disable-grad-doc"
    since = "0.4"
    triggers = ("eval", "train")
    expected = ("requires_grad", "graph-nodes")
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 2)
            net.eval()
            hits = 0
            for x in (torch.zeros(4, 3), torch.ones(4, 3)):
                hits += (net(x).argmax(1) == 0).sum().item()
            """,
            """
            import torch

            net = torch.nn.Linear(3, 2)
            net.eval()
            hits = 0
            with torch.no_grad():
                for x in (torch.zeros(4, 3), torch.ones(4, 3)):
                    hits += (net(x).argmax(1) == 0).sum().item()
            """,
            same="hits",
        ),
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 2)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 2)
            for step in range(4):
                net.train()
                opt.zero_grad()
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
                if step % 2 == 0:
                    net.eval()
                    error = (net(x) - y).abs().max().item()
            """,
            """
            import torch

            net = torch.nn.Linear(3, 2)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 2)
            for step in range(4):
                net.train()
                opt.zero_grad()
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
                if step % 2 == 0:
                    net.eval()
                    with torch.no_grad():
                        error = (net(x) - y).abs().max().item()
            """,
            same="error",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "gradients flow through a network in eval mode": """
            import torch

            vgg = load().eval()
            canvas = torch.rand(1, 3, 8, 8, requires_grad=True)
            optimizer = torch.optim.Adam([canvas])
            for step in range(20):
                optimizer.zero_grad()
                loss = (vgg(canvas) - wanted).pow(2).mean()
                loss.backward()
                optimizer.step()
            """,
        "already without gradients": """
            import torch

            @torch.no_grad()
            def run(model, x):
                model.eval()
                return model(x)
            """,
        "no forward pass in sight": """
            import torch

            def build(path):
                net = torch.nn.Linear(2, 1)
                net.load_state_dict(torch.load(path))
                net.eval()
                return net
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if not sets_eval_mode(file.tree):
            return
        look = _Look(file)
        if look.mode.is_managed_by_hand or look.uses.in_file is not None:
            return
        for site in look.sites():
            yield from self._about_site(site, look)
        for found in look.conditional:
            verdict = look.both_modes.of_conditional(found)
            if verdict.outcome is not Outcome.SILENT:
                yield self._report(found.switch, found.forwards[0], verdict, file)

    def _about_site(self, site: _Site, look: _Look) -> Iterator[Finding]:
        verdict = max((look.judge.of_region(region) for region in site.regions), key=lambda v: v.outcome)
        function = look.tree.function(site.switch.call)
        if verdict.outcome is Outcome.SILENT:
            return
        look.claim(site)
        pause = next((p for region in site.regions if (p := suspends(region.statements)) is not None), None)
        first = site.regions[0].forwards[0]
        if isinstance(function, ast.AsyncFunctionDef):
            text = f"`{function.name}` is async: other tasks run between its steps, and would see the switch"
            verdict = Verdict(Outcome.REPORT, text)
        elif verdict.outcome is not Outcome.REPORT:
            whole = self._decoration(site, function, look, must=pause is not None)
            if whole is not None:
                yield self._fixed(site.switch, first, *whole, look)
                return
            if pause is not None:
                text = (
                    f"a block around the yield on line {at(pause.lineno)} would switch gradients off for the consumer"
                )
                verdict = Verdict(Outcome.REPORT, f"{text}; put only the forward pass under `torch.no_grad()`")
        if verdict.outcome is Outcome.REPORT:
            yield self._report(site.switch, first, verdict, look.file)
            return
        edits = look.wrapped(site)
        if edits is None:
            verdict = Verdict(Outcome.REPORT, "the name `torch` is taken here, or imported later")
            yield self._report(site.switch, first, verdict, look.file)
            return
        yield self._fixed(site.switch, first, verdict, edits, look)

    def _decoration(
        self, site: _Site, function: Function | None, look: _Look, *, must: bool
    ) -> tuple[Verdict, Sequence[Edit]] | None:
        """The decorator for the whole function, where that is right and changes less than blocks."""
        if not isinstance(function, ast.FunctionDef) or not (must or look.is_mostly_inference(site, function)):
            return None
        options = look.file.options
        if must and options.target_torch is not None and options.target_torch < _DECORATES_GENERATORS:
            return None
        verdict = look.of_whole(site, function)
        name = look.spelled(function)
        if verdict.outcome > Outcome.UNSAFE or name is None:
            return None
        return verdict, (Decorate(target(function), f"{name[0]}()"), *name[1])

    def _fixed(
        self, switch: Switch, forward: ast.Call, verdict: Verdict, edits: Sequence[Edit], look: _Look
    ) -> Finding:
        message = _message(look.tree, switch, forward)
        if verdict.outcome is Outcome.SAFE:
            evidence = verdict.evidence or Evidence(switch.call.lineno, "starts inference")
            return self.safe(switch.call, message, *edits, evidence=evidence, reason=verdict.reason)
        return self.unsafe(switch.call, message, *edits, reason=verdict.reason, evidence=verdict.evidence)

    def _report(self, switch: Switch, forward: ast.Call, verdict: Verdict, file: FileView) -> Finding:
        message = _message(file.tree, switch, forward).removesuffix(_FOR_NOTHING)
        reason = verdict.reason if "_grad" in verdict.reason else f"{verdict.reason}; {_ADVICE}"
        return self.report(switch.call, message, reason=reason, evidence=verdict.evidence)


class _Look:
    """What the rule asks about one file."""

    def __init__(self, file: FileView) -> None:
        self.file = file
        self.tree = file.tree
        variables = file.get(Variables)
        self.mode = file.get(GradMode)
        self.uses = file.get(GradientUses)
        displays = file.path.endswith(".ipynb")
        tracer = Tracer(file.tree, file.kind, variables, self.uses, displays)
        self.calls = ForwardCalls(file.tree, file.kind, variables, self.mode, self.uses)
        self.regions = Regions(file.tree, self.calls, tracer)
        self.places = EvalPlaces(file.tree, file.kind, file.get(Flow).in_forward, file.project)
        models = SeenModels(file.get(Origins), file.get(Origins).project.shared(GradientTakers))
        self.judge = Judge(file.tree, file.kind, self.regions, self.places, models)
        self.both_modes = BothModes(file.tree, self.regions)
        self.conditional: list[Conditional] = []
        self.claimed: set[ast.Call] = set()

    def sites(self) -> Iterator[_Site]:
        """Every eval() with forward passes after it, the outer ones first; those inside a claimed region not."""
        found: list[Region] = []
        for switch in self.calls.switches:
            if switch.training or self.places.is_out_of_question(switch):
                continue
            region = self.regions.after(switch)
            if isinstance(region, Region):
                found.append(region)
            elif region is not None:
                self.conditional.append(region)
        groups: dict[int, list[Region]] = {}
        for region in found:
            groups.setdefault(id(region.block), []).append(region)
        blocks = sorted(groups.values(), key=lambda group: position(group[0].block[0]))
        for group in blocks:
            yield from self._in_block(group)

    def _in_block(self, group: list[Region]) -> Iterator[_Site]:
        """The eval() calls of one block: those whose regions meet are one site."""
        reached: dict[ast.Call, list[Switch]] = {}
        for region in group:
            for call in region.forwards:
                reached.setdefault(call, []).extend(region.switches)
        calls = sorted((call for call in reached if call not in self.claimed), key=position)
        if not calls:
            return
        every = Region(tuple(s for r in group for s in r.switches), group[0].block, 0, 0, tuple(calls))
        by_owner: dict[ast.Call, list[Region]] = {}
        for part in self.regions.split(every):
            switches = {s.call: s for call in part.forwards for s in reached[call]}
            part = replace(part, switches=tuple(sorted(switches.values(), key=lambda s: position(s.call))))
            by_owner.setdefault(part.switches[0].call, []).append(part)
        for parts in by_owner.values():
            narrow = tuple(map(self.regions.narrowed, parts))
            yield _Site(parts[0].switches[0], tuple(parts), narrow)

    def claim(self, site: _Site) -> None:
        """Nothing more is to be said about the forward passes in the regions of a site."""
        for region in site.regions:
            self.claimed.update(self.uses.calls_in(region.statements))

    # ---- edits

    def wrapped(self, site: _Site) -> list[Edit] | None:
        """A block around each region; None where torch has no name there."""
        edits: list[Edit] = []
        for region in site.regions:
            statements = region.statements
            is_shown = is_displayed(self.tree, statements[-1])
            if is_shown and not any(self.tree.within(call, statements[-1]) for call in region.forwards):
                statements = statements[:-1]  # it only looks at the results, and the cell goes on showing it
            first, last = statements[0], statements[-1]
            name = self.spelled(first)
            if name is None:
                return None
            edits += [WrapStatements(target(first), target(last), f"with {name[0]}():"), *name[1]]
        return edits

    def spelled(self, place: ast.stmt) -> tuple[str, tuple[Edit, ...]] | None:
        """What `torch.no_grad` is called at a place, and the import that this needs."""
        name = spelling(self.tree, _NO_GRAD, place)
        if name is not None and self._is_bound(name.split(".")[0], place):
            return name, ()
        if self.tree.scope(place).lookup("torch") is not None:
            return None
        if any(used.id == "torch" for used in self.tree.nodes(ast.Name)):
            return _NO_GRAD, ()  # by `from .. import *`
        return _NO_GRAD, (AddImport("torch"),)

    def _is_bound(self, root: str, place: ast.stmt) -> bool:
        """Has the import run: one of the same function has to stand before?"""
        scope = self.tree.scope(place).lookup(root)
        if scope is None or isinstance(scope.node, ast.Module):
            return scope is not None
        return binding_before(self.tree, root, place, scope.node) is not None

    # ---- whole functions

    def is_mostly_inference(self, site: _Site, function: Function) -> bool:
        """Would blocks move many lines, and nearly all of the function?"""
        if any(region.block is not function.body for region in site.wide):
            return False
        moved = sum(_lines(region.statements) for region in site.regions)
        return (moved > _MOST_LINES_MOVED or len(site.regions) > 2) and 2 * moved >= _lines(function.body)

    def of_whole(self, site: _Site, function: Function) -> Verdict:
        """May gradients be switched off for the whole function?"""
        bad = Verdict(Outcome.REPORT)
        if any(region.block is not function.body for region in site.wide):
            return bad
        for switch in self.calls.switches:
            if switch.training and self.tree.within(switch.call, function):
                return bad
        if "jit" in self.tree.words and self.tree.class_of(function) is not None:
            return bad  # a scripted class can have no decorated methods
        decorators = [self.tree.source(decorator) for decorator in function.decorator_list]
        if any(decorator not in ("staticmethod", "classmethod") for decorator in decorators):
            return bad
        return max((self.judge.of_region(r, function.body) for r in site.regions), key=lambda v: v.outcome)


def _lines(statements: Sequence[ast.stmt]) -> int:
    return (statements[-1].end_lineno or 0) - statements[0].lineno + 1


def _message(tree: Tree, switch: Switch, forward: ast.Call) -> str:
    name = shown(tree, switch.receiver)
    way = "train(False)" if callee_name(switch.call) == "train" else "eval()"
    where = f"on line {at(forward.lineno)}" if forward.lineno != switch.call.lineno else "here"
    return f"`{name}.{way}` does not switch gradients off: the forward pass {where} records a graph{_FOR_NOTHING}"
