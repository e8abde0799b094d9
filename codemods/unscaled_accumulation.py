"""Divide the loss by the number of backward passes per step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.training.clearing import Clearing, is_periodic
from torchfix_codemods.analysis.training.training import Event, Loop, Training, What
from torchfix_codemods.analysis.values.frameworks import Task
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_CRITERION = re.compile(r"(?:^|_)(?:criterion|criteria|crit|loss_?f(?:n|unc|unction)?)\w*\Z", re.I)
_SCALES = re.compile(r"div|mul|scale_(?:grad|loss)|grad_?scal|multiply_grad|normali[sz]e_grad|sum\Z|accumulate\Z", re.I)
_SUMS = re.compile(r"reduction\s*=\s*[\"'](?:sum|none)|size_average\s*=\s*False|reduce\s*=\s*False")


class UnscaledAccumulation(Codemod):
    """A criterion gives the mean over its batch. The gradients of k batches add up, so a step every k-th time follows k
    times the gradient of one big batch, as if the learning rate were k times as large.

    Reported where an optimizer steps by a count of iterations, its gradients are cleared as seldom, and nothing divides
    the loss. With `reduction="sum"` the count of samples has to come in elsewhere, and nothing is said.
    """

    code = "TFC805"
    source = "https://docs.pytorch.org/docs/stable/notes/amp_examples.html#gradient-accumulation"
    since = "0.1"
    triggers = ("backward", "manual_backward")
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            criterion = torch.nn.MSELoss()
            for i, (x, y) in enumerate([(torch.ones(2, 3), torch.zeros(2, 1))] * 8):
                loss = criterion(net(x), y)
                loss.backward()
                if (i + 1) % 4 == 0:
                    opt.step()
                    opt.zero_grad()
            """,
            """
            import torch

            net = torch.nn.Linear(3, 1)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            criterion = torch.nn.MSELoss()
            for i, (x, y) in enumerate([(torch.ones(2, 3), torch.zeros(2, 1))] * 8):
                loss = criterion(net(x), y)
                loss.backward()
                if (i + 1) % 4 == 0:
                    opt.step()
                    opt.zero_grad()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "already divided": """
            import torch

            criterion = torch.nn.MSELoss()
            for i, (x, y) in enumerate(loader):
                loss = criterion(net(x), y) / 4
                loss.backward()
                if (i + 1) % 4 == 0:
                    optimizer.step()
                    optimizer.zero_grad()
            """,
        "a sum over samples": """
            import torch

            criterion = torch.nn.MSELoss(reduction="sum")
            for i, (x, y) in enumerate(loader):
                criterion(net(x), y).backward()
                if (i + 1) % 4 == 0:
                    optimizer.step()
                    optimizer.zero_grad()
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        text = file.tree.text
        if "step" not in text or "%" not in text or _SUMS.search(text) is not None:
            return
        look = _Look(file, file.get(Clearing))
        for loop in file.get(Training).loops:
            for event, count in look.unscaled(loop):
                yield self._about(event, count, loop, file)

    def _about(self, event: Event, count: ast.expr, loop: Loop, file: FileView) -> Finding:
        assert isinstance(event.node, ast.expr)
        k = shown(file.tree, count)
        step = loop.of(What.STEP)[0]
        message = f"{k} backward passes add up for each step, and nothing divides their mean losses by {k}"
        reason = f"the learning rate may have been chosen to fit: write `(loss / {k}).backward()` and choose it anew"
        evidence = Evidence(step.line, f"a step in every {k}-th iteration")
        return self.report(event.node, message, reason=reason, evidence=evidence)


class _Look:
    """What the rule asks about one file."""

    def __init__(self, file: FileView, clearing: Clearing) -> None:
        self.file = file
        self.tree: Tree = file.tree
        self.clearing = clearing
        self.training = clearing.training

    def unscaled(self, loop: Loop) -> Iterator[tuple[Event, ast.expr]]:
        """The backward passes whose losses nobody divides, with the number of them per step."""
        steps, clears, backwards = loop.of(What.STEP), loop.of(What.CLEAR), loop.of(What.BACKWARD)
        if loop.of(What.HANDED) or not clears or len({step.names for step in steps}) != 1:
            return
        if any(self.clearing.frameworks.doing(Task.ACCUMULATION, event.node) for event in loop.events):
            return
        tests = [test for event in (*steps, *clears) if (test := self._periodic(event, loop)) is not None]
        if len(tests) != len(steps) + len(clears) or any(self.training.branches(e, loop.node) for e in backwards):
            return
        count = self._count(tests[0])
        if count is None or self._is_used(count, loop):
            return
        for event in backwards:
            if event.subject is not None and self._is_plain_mean(event.subject):
                yield event, count

    def _periodic(self, event: Event, loop: Loop) -> ast.If | None:
        for up, part in self.training.branches(event, loop.node):
            if isinstance(up, ast.If) and is_periodic(up) and part in up.body:
                return up
        return None

    def _count(self, test: ast.If) -> ast.expr | None:
        """k in `i % k == 0`."""
        if not any(isinstance(part, (ast.Eq, ast.NotEq, ast.Not)) for part in ast.walk(test.test)):
            return None
        for part in ast.walk(test.test):
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod):
                is_one = isinstance(part.right, ast.Constant) and part.right.value == 1
                plain = isinstance(part.right, (ast.Constant, ast.Name, ast.Attribute))
                return part.right if plain and not is_one else None
        return None

    def _is_used(self, count: ast.expr, loop: Loop) -> bool:
        """Does the number come in anywhere else, or something that scales losses or gradients?"""
        text = dotted(count)
        function = self.tree.function(loop.node)
        holder: ast.AST = function if function is not None else self.tree.module
        reads = self._reads.get(text, [])
        for read in reads:
            in_test = read in self._tests or any(up in self._tests for up in self.tree.ancestors(read))
            if not in_test and self.tree.within(read, holder):
                parent = self.tree.parents[read]
                if isinstance(parent, (ast.BinOp, ast.AugAssign)) and not isinstance(parent.op, ast.Mod):
                    return True
                if isinstance(parent, ast.Call) and parent.func is not read and callee_name(parent) != "print":
                    return True
        for node in ast.walk(loop.node):
            if isinstance(node, ast.Call) and _SCALES.search(callee_name(node)):
                if callee_name(node) != "sum" or self._is_about_loss(node):
                    return True
            elif isinstance(node, ast.Attribute) and node.attr == "grad" and node not in reads:
                return True
        return False

    @cached_property
    def _reads(self) -> dict[str | None, list[ast.Name | ast.Attribute]]:
        """Variable or attribute -> where it is read."""
        table: dict[str | None, list[ast.Name | ast.Attribute]] = {}
        nodes: list[ast.Name | ast.Attribute] = [*self.tree.nodes(ast.Name), *self.tree.nodes(ast.Attribute)]
        for node in nodes:
            if isinstance(node.ctx, ast.Load):
                table.setdefault(dotted(node), []).append(node)
        return table

    @cached_property
    def _tests(self) -> frozenset[ast.expr]:
        """What is tested every so many steps, anywhere in the file."""
        return frozenset(node.test for node in self.tree.nodes(ast.If) if is_periodic(node))

    def _is_about_loss(self, call: ast.Call) -> bool:
        return "loss" in ast.unparse(call.func).lower()

    @followed(False)
    def _is_plain_mean(self, node: ast.expr) -> bool:
        """Is it a mean loss by evidence, with no division on the way?"""
        if isinstance(node, ast.Call) and callee_name(node) == "scale" and node.args:
            return self._is_plain_mean(node.args[0])
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Add):
                return self._is_plain_mean(node.left) or self._is_plain_mean(node.right)
            return False
        if isinstance(node, ast.Name):
            bindings = self.tree.bindings(node)
            values = [binding.value for binding in bindings]
            if not values or self._is_changed(node):
                return False
            return all(value is not None and self._is_plain_mean(value) for value in values)
        if not isinstance(node, ast.Call):
            return False
        if not node.args and not node.keywords:
            return callee_name(node) == "mean"
        if any(isinstance(part, ast.Div) for part in ast.walk(node)):
            return False
        if self.file.kind(node).scalar:
            return True
        name = callee_name(node)
        return _CRITERION.search(name) is not None and self.file.kind(node.func).kind in (Kind.UNKNOWN, Kind.MODULE)

    def _is_changed(self, name: ast.Name) -> bool:
        """Is the variable divided or multiplied in place?"""
        return any(
            isinstance(statement.target, ast.Name) and statement.target.id == name.id
            for statement in self.tree.nodes(ast.AugAssign)
        )
