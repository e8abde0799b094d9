"""Switch back to training mode after an evaluation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.script import is_test_file
from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import position
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, LOOPS
from torchfix_codemods.analysis.training.clearing import Clearing
from torchfix_codemods.analysis.training.training import Event, Loop, Training, What
from torchfix_codemods.analysis.values.frameworks import Task
from torchfix_codemods.analysis.values.model_names import is_part_of, model_names, same_model
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import InsertStatement, target

# Without one of these in sight both modes do the same, in a model whose class is in sight.
_HAS_MODES = re.compile(r"ropout|Norm|norm\(|RReLU|\bmodels\.|timm|hub\.load|from_pretrained|\.training\b")
_LAST_TIME = re.compile(r"-\s*1\b|last|final|done|stop|converged", re.I)
_PLAIN = re.compile(r"[A-Za-z_][\w.]*\Z")


class StickyEvalMode(Codemod):
    """`eval()` holds until `train()` is called. A loop that evaluates after each epoch and never switches back trains
    from the second epoch on with dropout off and batch statistics frozen, and nothing says so.

    Reported where one iteration of a training loop, with the functions of the file that it calls, switches the trained
    model to eval mode and nothing in it switches back. Switching back changes what is learned.
    """

    code = "TFC103"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.eval"
    since = "0.1"
    triggers = ("eval", "train")
    examples = (
        Example(
            """
            import torch

            torch.manual_seed(0)
            net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 1))
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            for epoch in range(3):
                opt.zero_grad()
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
                net.eval()
                with torch.no_grad():
                    error = (net(x) - y).abs().max().item()
            """,
            """
            import torch

            torch.manual_seed(0)
            net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 1))
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            x, y = torch.ones(4, 3), torch.zeros(4, 1)
            for epoch in range(3):
                net.train()
                opt.zero_grad()
                torch.nn.functional.mse_loss(net(x), y).backward()
                opt.step()
                net.eval()
                with torch.no_grad():
                    error = (net(x) - y).abs().max().item()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "switched back by the function that trains": """
            import torch

            def train(net):
                net.train()
                criterion(net(x), y).backward()
                optimizer.step()

            def test(net):
                net.eval()
                return net(x).argmax(1)

            for epoch in range(9):
                train(model)
                test(model)
            """,
        "trained in eval mode on purpose": """
            import torch

            for x, y in loader:
                net.eval()
                criterion(net(x), y).backward()
                optimizer.step()
            """,
        "another model": """
            import torch

            optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
            for x in loader:
                criterion(student(x), wanted).backward()
                optimizer.step()
                teacher.eval()
                wanted = teacher(x)
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        text = file.tree.text
        if "backward" not in text or "step" not in text or is_test_file(file.path):
            return
        if file.tree.words.isdisjoint(("eval", "train")):
            return
        look = _Look(file, file.get(Clearing))
        seen: set[ast.AST] = set()
        for loop in file.get(Training).loops:
            for event in loop.modes:
                if event.what is What.EVAL and event.node not in seen and look.is_sticky(event, loop):
                    seen.add(event.node)
                    yield self._about(event, loop, look)

    def _about(self, event: Event, loop: Loop, look: _Look) -> Finding:
        assert isinstance(event.node, ast.expr) and event.subject is not None
        name = shown(look.file.tree, event.subject)
        message = (
            f"`{name}` stays in eval mode: the loop on line {at(loop.node.lineno)} goes on training "
            "and never switches back"
        )
        backward = loop.of(What.BACKWARD)[0]
        evidence = Evidence(backward.line, "from the second time on, this pass is run in eval mode")
        place = look.place(event, loop)
        plain = [name for name in event.names if _PLAIN.match(name)]
        if place is None or len(event.names) != 1 or not plain:
            reason = "the model has no single name in that loop: call its `train()` before it is trained again"
            return self.report(event.node, message, reason=reason, evidence=evidence)
        edit = InsertStatement(target(place), f"{plain[0]}.train()")
        return self.unsafe(event.node, message, edit, reason="the network will learn something else", evidence=evidence)


class _Look:
    """What the rule asks about one file."""

    def __init__(self, file: FileView, clearing: Clearing) -> None:
        self.file = file
        self.tree = file.tree
        self.clearing = clearing
        self.training = clearing.training
        self.loops = {loop.node for loop in self.training.loops}

    def is_sticky(self, event: Event, loop: Loop) -> bool:
        """Does the model of an `eval()` go on being trained, with nothing that switches back?"""
        if not event.names or loop.of(What.HANDED) or self._belongs_inside(event, loop):
            return False
        if self.clearing.frameworks.doing(Task.MODE, event.node) or self.clearing.is_made_in(loop, event.names):
            return False
        if any(self._switches_back(other, event) for other in loop.modes if other.what is What.TRAIN):
            return False
        if self._is_on_purpose(event, loop) or self._is_last(event, loop) or self._is_harmless(event):
            return False
        return self._is_trained(event, loop)

    def _belongs_inside(self, event: Event, loop: Loop) -> bool:
        """Is there an inner loop that trains as well?"""
        return any(up in self.loops for up, _ in self.training.branches(event, loop.node))

    def _switches_back(self, other: Event, event: Event) -> bool:
        return not other.names or _meet(other.names, event.names)

    def _is_on_purpose(self, event: Event, loop: Loop) -> bool:
        """Does the function that trains switch to eval mode itself, before it does? Or keep the mode to restore it?"""
        function = self.tree.function(event.node)
        holder: ast.AST = function if function is not None else self.tree.module
        if any(n.attr == "training" and self.tree.within(n, holder) for n in self.tree.nodes(ast.Attribute)):
            return True
        for backward in loop.of(What.BACKWARD):
            same = self.tree.function(backward.node) is function and backward.way[:-1] == event.way[:-1]
            if same and position(event.node) < position(backward.node):
                return True
        return False

    def _is_last(self, event: Event, loop: Loop) -> bool:
        """Is it the last thing that the loop does?"""
        for up, part in self.training.branches(event, loop.node):
            if isinstance(up, ast.If):
                body = up.body if part in up.body else up.orelse
                if body and isinstance(body[-1], (ast.Break, ast.Return, ast.Raise)):
                    return True
                text = ast.unparse(up.test)
                if "%" not in text and _LAST_TIME.search(text):
                    return True
        block, index = self.tree.block(self.tree.statement(event.place))
        return any(isinstance(statement, (ast.Break, ast.Return)) for statement in block[index:])

    def _is_harmless(self, event: Event) -> bool:
        """Does the class of the model show that both modes do the same?"""
        assert event.subject is not None
        own = {definition.name for definition in self.tree.nodes(ast.ClassDef)}
        return self.file.kind(event.subject).qualified in own and not _HAS_MODES.search(self.tree.text)

    def _is_trained(self, event: Event, loop: Loop) -> bool:
        found = [self.clearing.optimizers.models(step.names) for step in loop.of(What.STEP)]
        if any(models is not None and _meet(models, event.names) for models in found):
            return True
        if all(models is not None for models in found):
            return False
        return any(self._runs_before(event.names, backward, loop) for backward in loop.of(What.BACKWARD))

    def _runs_before(self, models: frozenset[str], backward: Event, loop: Loop) -> bool:
        """Is there a forward pass with gradients in the function of a backward pass?"""
        function = self.tree.function(backward.node)
        start = position(loop.node) if function is None else position(function)
        for call in self.tree.nodes(ast.Call):
            if not start < position(call) < position(backward.node) or self.tree.function(call) is not function:
                continue
            if isinstance(call.func, (ast.Name, ast.Attribute)) and not self.file.get(GradMode).is_covered(call):
                func = call.func
                if isinstance(func, ast.Attribute) and func.attr == "forward":
                    names = model_names(self.tree, func.value)
                else:
                    names = model_names(self.tree, func)
                if names and same_model(self.training.outside(names, backward.way), models):
                    return True
        return False

    def place(self, event: Event, loop: Loop) -> ast.stmt | None:
        """Before which statement of the loop's body to switch back."""
        body = loop.node.body
        of_eval = next(i for i, statement in enumerate(body) if self.tree.within(event.place, statement))
        backward = loop.of(What.BACKWARD)[0]
        of_pass = next(i for i, statement in enumerate(body) if self.tree.within(backward.place, statement))
        if of_eval == of_pass and isinstance(body[of_eval], (*LOOPS, *FUNCTIONS)):
            return None
        if of_eval == of_pass and position(event.place) <= position(backward.place):
            return None
        return body[0] if of_eval >= of_pass else body[of_pass]


def _meet(one: frozenset[str], other: frozenset[str]) -> bool:
    """Can one of them be the other, or a part of it?"""
    return same_model(one, other) or is_part_of(one, other) or is_part_of(other, one)
