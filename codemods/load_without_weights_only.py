"""Say `weights_only=True` where a loaded file holds nothing but tensors and plain values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.saving.load_calls import load_calls
from torchfix_codemods.analysis.saving.model_loads import Loaded, loads
from torchfix_codemods.analysis.saving.saved import Saved, saves
from torchfix_codemods.analysis.saving.saved_values import Accepted, Held, SavedValues
from torchfix_codemods.analysis.saving.whole_models import WholeModels
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import callee_name, keyword
from torchfix_codemods.analysis.values.file_names import FileName, FileNames, Same
from torchfix_codemods.analysis.values.sources import Sources
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, target

_TORCH_LOAD = frozenset({"torch.load", "torch.serialization.load"})
_KNOWS = (1, 13)  # the first torch that has the argument
_DEFAULT = (2, 6)  # the first one in which it is True by default


class LoadWithoutWeightsOnly(Codemod):
    """`torch.load` unpickles, and a pickle may run any code. `weights_only=True` takes nothing but tensors, numbers,
    text and plain containers. It is the default since torch 2.6: there, and wherever it is written, a file that holds a
    whole model, a numpy number or the `Namespace` of the options is refused.

    Which is right depends on what was saved. The fix writes `True` only where the same program saves the file, and all
    of it is visibly accepted: on torch 2.6 that changes nothing, on older ones it closes the hole. `False` is never
    written, because only its author knows whether a file can be trusted. Where it cannot be seen what a file holds,
    nothing is said, unless `target-torch` is below 2.6: from there on torch itself refuses what is not plain.
    """

    code = "TFC504"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.load.html"
    since = "1.13"
    triggers = ("load",)
    examples = (
        Example(
            """
            import io
            import torch

            net = torch.nn.Linear(2, 1)
            file = io.BytesIO()
            torch.save({"net": net.state_dict(), "epoch": 3}, file)
            file.seek(0)
            epoch = torch.load(file)["epoch"]
            """,
            """
            import io
            import torch

            net = torch.nn.Linear(2, 1)
            file = io.BytesIO()
            torch.save({"net": net.state_dict(), "epoch": 3}, file)
            file.seek(0)
            epoch = torch.load(file, weights_only=True)["epoch"]
            """,
            same="epoch",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "already given": "import torch\nsd = torch.load(path, weights_only=False)\n",
        "may hold it already": "import torch\nsd = torch.load(path, **options)\n",
        "a pickle module of its own": "import torch\nsd = torch.load(path, pickle_module=dill)\n",
        "a scripted model": "import torch\nnet = torch.jit.load(path)\n",
        "another library's load": "import numpy as np\nxs = np.load(path)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        tree, target_torch = file.tree, file.options.target_torch
        calls = [call for call in load_calls(tree) if tree.qualified_name(call.func) in _TORCH_LOAD]
        calls = [call for call in calls if not _is_decided(call)]
        if not calls or (target_torch is not None and target_torch < _KNOWS):
            return
        variables = file.get(Variables)
        names = FileNames(tree, variables)
        written = saves(tree, file.kind, variables)
        values = SavedValues(tree, file.kind, file.get(Sources))
        models = {load.call: load for load in loads(tree, file.kind, variables)}
        for call in calls:
            path = _path(call)
            if path is None:
                continue
            name = names.of(path)
            same = {save: _same(names.of(save.path), name) for save in written}
            mine = [save for save in written if same[save] is Same.YES]
            perhaps = [save for save in written if same[save] is Same.MAYBE]
            finding = self._judge(call, mine, perhaps, values, models.get(call), file)
            if finding is not None:
                yield finding

    def _judge(
        self,
        call: ast.Call,
        mine: list[Saved],
        perhaps: list[Saved],
        values: SavedValues,
        model: Loaded | None,
        file: FileView,
    ) -> Finding | None:
        message = f"`{shown(file.tree, call)}` does not say `weights_only`"
        held = [(save, values.of(save)) for save in mine]
        refused = next((pair for pair in held if pair[1].accepted is Accepted.NO), None)
        if refused is not None:
            return self._refused(call, message, *refused, file)
        if model is not None and (model.is_model or model.models or model.unpacks_model):
            if file.runs("TFC503") and any(load.call is call for load, _ in file.get(WholeModels).of_loads()):
                return None  # that rule says it already
            reason = "it unpickles a whole model, which torch refuses since 2.6: save its state_dict, and load that"
            return self.report(call, message, reason=reason)
        unknown = next((pair for pair in held if pair[1].accepted is Accepted.UNKNOWN), None)
        if unknown is not None:
            save, what = unknown
            reason = (
                f"whether `weights_only=True` takes `{shown(file.tree, what.node)}`, which is saved, cannot be seen"
            )
            return self._unknown(call, message, reason, Evidence(save.call.lineno, "saves the file"), file)
        if not held:
            return self._not_saved_here(call, message, perhaps, values, file)
        evidence = Evidence(held[0][0].call.lineno, "saves only what it accepts")
        target_torch = file.options.target_torch
        if target_torch is not None and target_torch < _DEFAULT:
            reason = "before torch 2.6 files that were saved by others load without it: write `weights_only=True`"
            return self.report(call, message, reason=reason, evidence=evidence)
        edit = EditCall(target(call), add=(("weights_only", "True"),))
        return self.safe(call, message, edit, evidence=evidence)

    def _refused(self, call: ast.Call, message: str, save: Saved, held: Held, file: FileView) -> Finding:
        evidence = Evidence(save.call.lineno, f"saves `{shown(file.tree, held.node)}`")
        reason = (
            f"{held.what} is saved, which torch refuses since 2.6: save {_instead(held)}; for files that you trust, "
        )
        return self.report(call, message, reason=f"{reason}`weights_only=False` still loads it", evidence=evidence)

    def _not_saved_here(
        self, call: ast.Call, message: str, perhaps: list[Saved], values: SavedValues, file: FileView
    ) -> Finding | None:
        parent = file.tree.parents[call]
        feeds_model = isinstance(parent, ast.Call) and callee_name(parent) == "load_state_dict"
        for save in perhaps:
            if feeds_model and isinstance(save.what, ast.Dict):
                continue  # no model takes that dictionary
            held = values.of(save)
            if held.accepted is Accepted.NO:
                evidence = Evidence(save.call.lineno, f"saves `{shown(file.tree, held.node)}`")
                reason = (
                    f"line {at(save.call.lineno)} may have saved it with {held.what}, which torch refuses since 2.6: "
                )
                return self.report(call, message, reason=f"{reason}save {_instead(held)}", evidence=evidence)
        reason = "what the file holds cannot be seen: write `weights_only=True` if it is tensors and plain values"
        return self._unknown(call, message, reason, None, file)

    def _unknown(
        self, call: ast.Call, message: str, reason: str, evidence: Evidence | None, file: FileView
    ) -> Finding | None:
        """Since 2.6 torch itself refuses what is not plain, and says so: before, it unpickles whatever is there."""
        wanted = file.options.target_torch
        return self.report(call, message, reason=reason, evidence=evidence) if wanted and wanted < _DEFAULT else None


def _same(saved: FileName, loaded: FileName) -> Same:
    """Is it one file, or one of a series whose name says something?"""
    same = saved.same_as(loaded)
    if same is Same.YES and saved.parts != loaded.parts and not re.search(r"[A-Za-z]", loaded.label.split(".")[0]):
        return Same.MAYBE
    return same


def _instead(held: Held) -> str:
    if "Namespace" in held.what:
        return "`vars(..)` of it"
    if "whole model" in held.what or "whole optimizer" in held.what or "scripted" in held.what:
        return "its state_dict"
    if "numpy" in held.what or "array" in held.what:
        return "`float(..)` of a number, a tensor for an array"
    return "plain values"


def _is_decided(call: ast.Call) -> bool:
    return any(k.arg in ("weights_only", "pickle_module") for k in call.keywords) or len(call.args) > 2


def _path(call: ast.Call) -> ast.expr | None:
    named = keyword(call, "f")
    return call.args[0] if call.args else named.value if named is not None else None
