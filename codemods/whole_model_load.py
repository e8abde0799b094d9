"""Make the model first, then load its state_dict."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from torchfix_codemods.analysis.saving.model_loads import Loaded
from torchfix_codemods.analysis.saving.whole_models import WholeModels
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import keyword
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding


class WholeModelLoad(Codemod):
    """`model = torch.load(path)` gives a model only if the whole model was pickled. That needs its classes under the
    names that they had when it was saved, and since torch 2.6 `weights_only=False`, which runs whatever code the file
    brings.

    Make the model by its constructor and fill it: `model.load_state_dict(torch.load(path, map_location="cpu"))`. It is
    rewritten only together with the saves of the same file (see whole-model-save), which may stand in other files of
    the run, or where those save a state_dict already. A model that stands under the same name is filled where it is;
    else the constructor call is written before the load, and the model moved to where it was.
    """

    code = "TFC503"
    source = "https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html"
    since = "0.1"
    triggers = ("load",)
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(2, 1)
            torch.save(net, "net.pt")
            net = torch.load("net.pt")
            """,
            """
            import torch

            net = torch.nn.Linear(2, 1)
            torch.save(net.state_dict(), "net.pt")
            net.load_state_dict(torch.load("net.pt", map_location="cpu"))
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "weights": "import torch\nnet = torch.nn.Linear(2, 1)\nnet.load_state_dict(torch.load(path))\n",
        "a dictionary": "import torch\ncheckpoint = torch.load(path)\nepoch = checkpoint['epoch']\n",
        "a scripted model": "import torch\nmodel = torch.jit.load(path)\nmodel.eval()\n",
        "the save is somewhere else": "import torch\nmodel = torch.load(path)\nmodel.eval()\nmodel(x)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        for load, verdict in file.get(WholeModels).of_loads():
            message, reason, evidence = _message(load, file), verdict.reason, verdict.evidence
            if verdict.edits:
                found = self.unsafe(load.call, message, *verdict.edits, reason=reason, evidence=evidence)
                yield replace(found, together=verdict.together)
            else:
                yield self.report(load.call, message, reason=reason, evidence=evidence)


def _message(load: Loaded, file: FileView) -> str:
    keys = sorted(load.models) if load.entries else []
    part = f" under {keys[0]!r}" if keys else ""
    refused = ", and which torch refuses since 2.6" if keyword(load.call, "weights_only") is None else ""
    text = shown(file.tree, load.call)
    return f"`{text}` unpickles a whole model{part}, which needs all its classes where they were{refused}"
