"""Switch a loaded model to eval mode before it is asked for results."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.script import is_test_file
from torchfix_codemods.analysis.graphs.grad_mode import GradMode
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.modes.held_out import HeldOut, validations
from torchfix_codemods.analysis.modes.loaded_models import LoadedModels, Unswitched
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.training.training import Training
from torchfix_codemods.analysis.values.frameworks import Frameworks, Task
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import InsertStatement, target


class InferenceWithoutEval(Codemod):
    """A new model is in training mode, and loading weights does not change that: dropout throws away a part of every
    result, and batch normalisation makes it depend on the rest of the batch, and changes the loaded statistics.

    Reported where a file loads weights into a model that it makes, runs it without gradients or in a function that is
    named for it, and never calls `eval()`. Calling it changes the results, which is the point. Also reported where a
    file trains a model with such layers, and validates it under `no_grad` without a single `eval()` or `train()`.
    """

    code = "TFC102"
    source = "https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html"
    since = "0.1"
    triggers = ("load_state_dict", "no_grad", "inference_mode", "set_grad_enabled")
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
            net.load_state_dict(torch.load("net.pt"))
            with torch.no_grad():
                out = net(torch.ones(2, 3))
            """,
            """
            import torch

            net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
            net.load_state_dict(torch.load("net.pt"))
            net.eval()
            with torch.no_grad():
                out = net(torch.ones(2, 3))
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "already in eval mode": """
            import torch

            net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
            net.load_state_dict(torch.load("net.pt"))
            net.eval()
            with torch.no_grad():
                out = net(torch.ones(2, 3))
            """,
        "weights of another model": """
            import torch

            target = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
            target.load_state_dict(policy.state_dict())
            with torch.no_grad():
                out = target(torch.ones(2, 3))
            """,
        "trained further": """
            import torch

            net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
            net.load_state_dict(torch.load("net.pt"))
            for x in loader:
                net(x).sum().backward()
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if is_test_file(file.path):
            return
        models = LoadedModels(file.tree, file.kind, file.get(GradMode), file.get(Training))
        for found in models.unswitched():
            if file.get(Frameworks).doing(Task.MODE, found.forward) is None:
                yield self._about(found, file)
        for held_out in validations(models):
            if file.get(Frameworks).doing(Task.MODE, held_out.forward) is None:
                yield self._still_training(held_out, file)

    def _still_training(self, found: HeldOut, file: FileView) -> Finding:
        name = shown(file.tree, found.forward.func)
        message = f"`{name}(..)` runs on held-out data in training mode: nothing in this file calls `eval()`"
        reason = f"call `{name}.eval()` before the loop, and `{name}.train()` before the next epoch"
        evidence = Evidence(found.trained.lineno, "the model is trained here, and `no_grad` switches no mode")
        return self.report(found.forward, message, reason=reason, evidence=evidence)

    def _about(self, found: Unswitched, file: FileView) -> Finding:
        name = shown(file.tree, found.model)
        called = shown(file.tree, found.forward.func)
        message = f"`{called}(..)` runs in training mode: nothing calls `eval()` after the weights were loaded"
        evidence = Evidence(found.load.lineno, "a model is in training mode until `eval()` is called")
        if not found.can_insert:
            reason = f"call `{called}.eval()` before this, and `train()` before the model is trained again"
            return self.report(found.forward, message, reason=reason, evidence=evidence)
        edit = InsertStatement(target(file.tree.statement(found.load)), f"{name}.eval()", after=True)
        reason = "the results will be others if the model has dropout or batch normalisation"
        return self.unsafe(found.forward, message, edit, reason=reason, evidence=evidence)
