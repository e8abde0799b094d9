"""Save the state_dict of a model, not the model itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from torchfix_codemods.analysis.saving.saved import Content, Saved
from torchfix_codemods.analysis.saving.whole_models import WholeModels
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding


class WholeModelSave(Codemod):
    """`torch.save(model, path)` pickles the model. The file then holds the names of its classes and modules and the
    values of all its attributes: it cannot be loaded where a class was renamed or moved, in another script (a class of
    `__main__` is not found there), often not by a newer torch, and since torch 2.6 only with `weights_only=False`,
    which runs whatever code the file brings.

    `torch.save(model.state_dict(), path)` holds the parameters and buffers. Whoever loads it makes the model first.
    So the save is rewritten together with every load of what it writes, where the constructor call can be written
    there (a model that stands under the same name is filled in place). Where no file of the run loads it, the save is
    rewritten alone, and the reason says what its readers have to do. Loads in other files of the run are rewritten with
    it, all or none: the constructor is imported there, and its arguments are options of the same definition, settings
    of a module that both import, or variables that are made alike. Else both stay, and the reason names the line that
    stands in the way. Of a DataParallel wrapper or a compiled model the inner model is saved, so that the keys carry no
    prefix. Whole optimizers, and lists with models or optimizers in them, are rewritten where nothing loads them.

    What a state_dict does not hold is lost: plain attributes, layers that were replaced, buffers that are not
    persistent, `requires_grad` flags, hooks, parameters tied outside of the constructor, the train or eval mode.
    Where the program shows one of these, the save is reported and left with that line as the reason; the mode is
    set again where it can be seen. Making the model anew draws random numbers. Files saved before do not load any
    more: `torchfix convert-checkpoint OLD NEW --model MODULE:FACTORY --trust` makes state_dicts of them, where the old
    classes are still found and torch still reads the file.
    """

    code = "TFC502"
    source = "https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html"
    since = "0.1"
    triggers = ("save",)
    expected = ("checkpoint-format",)
    examples = (
        Example(
            """
            import torch

            net = torch.nn.Linear(2, 1)
            torch.save(net, "net.pt")
            again = torch.load("net.pt", weights_only=False)
            again.eval()
            """,
            """
            import torch

            net = torch.nn.Linear(2, 1)
            torch.save(net.state_dict(), "net.pt")
            again = torch.nn.Linear(2, 1)
            again.load_state_dict(torch.load("net.pt", weights_only=False, map_location="cpu"))
            again.eval()
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a state_dict": "import torch\nnet = torch.nn.Linear(2, 1)\ntorch.save(net.state_dict(), path)\n",
        "tensors and plain values": "import torch\ntorch.save({'mean': torch.zeros(3), 'epoch': 3}, path)\n",
        "a copy through memory": (
            "import io\nimport torch\nnet = torch.nn.Linear(2, 1)\nbuffer = io.BytesIO()\ntorch.save(net, buffer)\n"
        ),
        "another library's save": "import numpy as np\nnp.save(path, xs)\n",
        "what the model alone holds": (
            "import torch\nnet = torch.nn.Linear(2, 1)\nnet.classes = ['cat', 'dog']\ntorch.save(net, 'net.pt')\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        for save, verdict in file.get(WholeModels).of_saves():
            message, reason, evidence = _message(save, file), verdict.reason, verdict.evidence
            if verdict.edits:
                found = self.unsafe(save.call, message, *verdict.edits, reason=reason, evidence=evidence)
                yield replace(found, together=verdict.together)
            else:
                yield self.report(save.call, message, reason=reason, evidence=evidence)


def _message(save: Saved, file: FileView) -> str:
    call = shown(file.tree, save.call)
    if save.content is Content.NAMED:
        return f"`{call}` saves a model by its name"
    if save.content is Content.MISNAMED:
        return f"`{call}` saves {save.content.value}"
    if save.content is Content.SCRIPTED:
        return f"`{call}` saves a scripted model"
    if save.content is Content.METHOD:
        return f"`{call}` pickles the method `state_dict`, and the whole model with it"
    return f"`{call}` pickles {save.content.value}, so the file loads only where all its classes are found"
