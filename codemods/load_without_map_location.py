"""Tell `torch.load` where to put what it loads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from torchfix_codemods.analysis.devices.devices import Devices
from torchfix_codemods.analysis.devices.script import Hardware
from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.project.effects import Effects
from torchfix_codemods.analysis.saving.escapes import Escapes
from torchfix_codemods.analysis.saving.load_calls import (
    given_location,
    is_about_cuda,
    is_chosen_by_branch,
    load_calls,
    references,
)
from torchfix_codemods.analysis.saving.loaded import Judged, Role, is_plain_key, judge
from torchfix_codemods.analysis.saving.whole_models import WholeModels
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import Binding, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.values.uses import How, uses_of
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, target

_CPU = '"cpu"'
_DIRECT = (Role.ADOPTED, Role.MODEL, Role.TENSOR, Role.MOVED)
_FED = (Role.FEEDS, Role.COPIED, Role.ON_CPU)
# In sight of these every process loads the file, and a GPU's name would mean the same GPU to all of them.
_DISTRIBUTED = re.compile(r"\blocal_rank\b|\btorch\.distributed\b|\bDistributedDataParallel\b|\bhorovod\b")
# What is called so is a number in every program that has it.
_NUMBERS = frozenset({"gpu", "gpu_id", "gpu_ids", "gpus", "rank", "local_rank", "global_rank", "device_id", "cuda_id"})
_GIVE_NUMBERS = frozenset({"int", "get_rank", "current_device"})
_MODEL_NAMES = re.compile(
    r"(?:^|_)(?:model|net|network|encoder|decoder|generator|discriminator|critic|actor)\d*$", re.I
)
# Takes a path or a file, never a device.
_PATH_CALLS = ("os.path.", "pathlib.", "io.", "open", "str")


@dataclass(frozen=True, slots=True)
class _Advice:
    """What to write as `map_location` (`device`: by its name; empty: nothing), and why it is unsafe or refused."""

    value: str
    because: Judged | None
    reason: str = ""


class LoadWithoutMapLocation(Codemod):
    """Without `map_location` a file is loaded onto the devices that it was saved from. On a machine without that GPU
    the call fails, and in a distributed run every process takes memory on the first GPU.

    `load_state_dict` copies into the parameters wherever they are, so weights can always be loaded to the CPU. Tensors
    and whole models that the program goes on to use have to be where the rest is.
    """

    code = "TFC501"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.load.html"
    since = "0.1"
    triggers = ("load", "load_url", "load_state_dict_from_url")
    expected = ("loaded-device",)
    examples = (
        Example(
            """
            import io
            import torch

            file = io.BytesIO()
            net = torch.nn.Linear(2, 1)
            torch.save({"weight": torch.ones(1, 2), "bias": torch.zeros(1)}, file)
            file.seek(0)
            net.load_state_dict(torch.load(file))
            """,
            """
            import io
            import torch

            file = io.BytesIO()
            net = torch.nn.Linear(2, 1)
            torch.save({"weight": torch.ones(1, 2), "bias": torch.zeros(1)}, file)
            file.seek(0)
            net.load_state_dict(torch.load(file, map_location="cpu"))
            """,
            same="net.weight",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "already given, also by position": "import torch\nsd = torch.load(path, lambda storage, location: storage)\n",
        "may hold it already": "import torch\nsd = torch.load(path, **options)\n",
        "no map on purpose": "import torch\nsd = torch.load(path, map_location=None)\n",
        "another library's load": "import numpy as np\nxs = np.load(path)\n",
        "the other branch has it": (
            "import torch\nif torch.cuda.is_available():\n    sd = torch.load(path)\n"
            'else:\n    sd = torch.load(path, map_location="cpu")\n'
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        calls = load_calls(tree)
        variables = file.get(Variables)
        others = Escapes(file)
        for reference in references(tree):
            yield self._handed_on(reference, file)
        advised: list[tuple[ast.Call, _Advice]] = []
        for call in calls:
            misplaced = _misplaced(file, call)
            location = given_location(tree, call)
            if misplaced is not None:
                yield self._misplaced(misplaced, call, file)
            elif location is not None:
                yield from self._given(call, location, file)
            elif not is_chosen_by_branch(tree, call, calls):
                uses = uses_of(tree, call, variables, others.escapes, file.get(Effects).same_as)
                judged = judge(tree, uses, file.kind, others.takes, others.acts)
                advised.append((call, _advice(judged)))
        beside = [call for call, advice in advised if advice.value not in ("", _CPU)]
        rebuilt = _rebuilt(file) if beside else []
        beside = [call for call in beside if call not in rebuilt]
        for call, advice in advised:
            if call not in rebuilt or advice.value in ("", _CPU):
                yield self._advise(call, advice, beside, file)

    def _advise(self, call: ast.Call, advice: _Advice, beside: list[ast.Call], file: FileView) -> Finding:
        message = f"`{_name(file.tree, call)}` without `map_location` needs the GPU that the file was saved on"
        because = advice.because
        if because is not None:
            message += f"; the content {because.text}"
        evidence = because.evidence if because is not None else None
        if advice.value == _CPU and not advice.reason and evidence is not None:
            return self.safe(call, message, _add(call, _CPU), evidence=evidence)
        if advice.value == _CPU:
            return self.unsafe(call, message, _add(call, _CPU), reason=advice.reason, evidence=evidence)
        if not advice.value:
            reason = f'{advice.reason}: write `map_location="cpu"`, or the device that it is used on'
            return self.report(call, message, reason=reason, evidence=evidence)
        return self._on_device(call, message, advice, beside, file)

    def _on_device(
        self, call: ast.Call, message: str, advice: _Advice, beside: list[ast.Call], file: FileView
    ) -> Finding:
        """Content that is used directly goes where the program computes; one line serves the loads `beside` it, too."""
        assert advice.because is not None
        evidence = advice.because.evidence
        if _DISTRIBUTED.search(file.tree.text):
            reason = (
                "several processes load this file, so it goes to the CPU, and the tensors have to be moved afterwards"
            )
            return self.unsafe(call, message, _add(call, _CPU), reason=reason, evidence=evidence)
        if advice.because.role is Role.TENSOR and _is_in_data_set(file.tree, call):
            reason = (
                "the items of a data set belong on the CPU, and tensors that were saved from a GPU went there before"
            )
            return self.unsafe(call, message, _add(call, _CPU), reason=reason, evidence=evidence)
        if file.get(Hardware).is_cpu_only:
            reason = "nothing in the program goes to a GPU, but the content may have come from one until now"
            return self.unsafe(call, message, _add(call, _CPU), reason=reason, evidence=evidence)
        choice = file.get(Devices).name(call, beside)
        if not choice.expression:
            reason = f"it has to be on the device that it is used on, and {choice.reason}"
            return self.report(call, message, reason=reason, evidence=evidence)
        reason = advice.reason or f"`{choice.expression}` may be another device than the one that the file names"
        if choice.reason:
            reason += f"; {choice.reason}"
        return self.unsafe(
            call, message, _add(call, choice.expression), *choice.edits, reason=reason, evidence=evidence
        )

    def _given(self, call: ast.Call, location: ast.expr, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        text = tree.source(location)
        if isinstance(location, ast.Constant) and isinstance(location.value, str):
            guarded = any(is_about_cuda(test) for test, _ in conditions(tree, call))
            if location.value.startswith("cuda") and not guarded:
                yield self.report(
                    location,
                    f"`map_location={text}` fails on every machine without that GPU",
                    reason='write "cpu" where the content feeds load_state_dict, else a device made from '
                    "torch.cuda.is_available()",
                )
            return
        evidence = _number(file, location)
        if evidence is not None:
            index = text if isinstance(location, ast.Constant) else f"{{{text}}}"
            wanted = f'"cuda:{index}"' if isinstance(location, ast.Constant) else f'f"cuda:{index}"'
            yield self.report(
                location,
                f"`map_location={text}` is a number, which `{_name(tree, call)}` does not take",
                reason=f"write `{wanted}` or a torch.device; what `{text}` is when there is no GPU cannot be seen",
                evidence=evidence,
            )

    def _handed_on(self, node: ast.expr, file: FileView) -> Finding:
        return self.report(
            node,
            f"`{file.tree.source(node)}` is handed on to be called without `map_location`",
            reason="the calls are not in sight: hand on a function that gives `map_location`",
        )

    def _misplaced(self, wrong: ast.Call, call: ast.Call, file: FileView) -> Finding:
        return self.report(
            wrong,
            f"`map_location` is given to `{_name(file.tree, wrong)}`, which does not take it",
            reason=f"it belongs to `{_name(file.tree, call)}`, and this call fails",
        )


def _advice(judged: Sequence[Judged]) -> _Advice:
    """What the uses of the content say together."""
    by_role: dict[Role, Judged] = {}
    for one in judged:
        by_role.setdefault(one.role, one)
    on_cpu = by_role.get(Role.ON_CPU)
    fed = next((by_role[role] for role in _FED if role in by_role), None)
    direct = next((by_role[role] for role in _DIRECT if role in by_role), None)
    unpacked, unknown = by_role.get(Role.UNPACKED), by_role.get(Role.UNKNOWN)
    if direct is not None and direct.role is Role.MOVED and fed is not None:
        direct = None  # moved on its way to the parameters
    if unpacked is not None and (direct is None or direct.role is Role.TENSOR):
        return _unpacked_advice(judged, unpacked, direct)
    if direct is not None and on_cpu is not None:
        return _Advice(
            "", direct, f"it {on_cpu.text} (line {at(on_cpu.use.line)}) as well, for which it has to be on the CPU"
        )
    if direct is not None:
        return _Advice("device", direct)
    doubt = by_role.get(Role.TAKEN) or unknown
    if doubt is not None and on_cpu is not None and fed is not on_cpu:
        return _Advice("", doubt, f"it {on_cpu.text} (line {at(on_cpu.use.line)}), for which it has to be on the CPU")
    if doubt is not None and (fed is not None or doubt.role is Role.TAKEN):
        return _Advice("device", doubt, _doubt(doubt))
    if fed is not None:
        return _Advice(_CPU, fed)
    if unknown is not None:
        return _Advice("", unknown, "what becomes of it cannot be seen")
    if any(one.role is Role.PLAIN and one.text != "" and not _is_dropped(one) for one in judged):
        plain = by_role[Role.PLAIN]
        return _Advice(_CPU, plain)
    return _Advice("", None, "nothing in this file uses the content")


def _unpacked_advice(judged: Sequence[Judged], unpacked: Judged, direct: Judged | None) -> _Advice:
    """A tuple of tensors is a data set that was put away, which belongs on the CPU."""
    names = unpacked.use.part
    assert isinstance(names, (ast.Tuple, ast.List))
    fed = {one.use.path[:1] for one in judged if one.role in _FED}
    for index, element in enumerate(names.elts):
        name = element.id if isinstance(element, ast.Name) else ""
        if _MODEL_NAMES.search(name) and (str(index),) not in fed:
            return _Advice(
                "", unpacked, f"`{name}` is a model by its name, and has to be on the device that it is used on"
            )
    leaves = (How.RETURNED, How.YIELDED) if fed else ()
    plain = {str(i) for i, e in enumerate(names.elts) if isinstance(e, ast.Name) and is_plain_key((e.id,))}
    unknown = [one for one in judged if one.role is Role.UNKNOWN and not plain.intersection(one.use.path[:1])]
    whole = next((one for one in unknown if not one.use.path or one.use.how in leaves), None)
    doubt = direct or whole
    return _Advice(_CPU, unpacked, "" if doubt is None else _doubt(doubt))


def _doubt(judged: Judged) -> str:
    part = "".join(f"[{key!r}]" if key != "*" else "[..]" for key in judged.use.path)
    what = f"its part `{part}`" if part else "it"
    why = "" if ", and " in judged.text else ", where the tensors may have to be on the GPU"
    return f"{what} {judged.text} (line {at(judged.use.line)}){why}"


def _is_dropped(judged: Judged) -> bool:
    return isinstance(judged.use.node, ast.Expr)


def _is_in_data_set(tree: Tree, node: ast.AST) -> bool:
    """Does it stand in a class that derives from torch.utils.data.Dataset, or from a class named like it?"""
    owner = tree.enclosing(node, ast.ClassDef)
    bases = [tree.qualified_name(base) or dotted(base) or "" for base in owner.bases] if owner is not None else []
    return any(base.endswith("Dataset") for base in bases)


def _rebuilt(file: FileView) -> list[ast.Call]:
    """The loads of whole models that TFC503 makes loads of a state_dict: what those need is seen after that."""
    if not file.runs("TFC503"):
        return []
    return [load.call for load, verdict in file.get(WholeModels).of_loads() if verdict.edits]


def _add(call: ast.Call, value: str) -> EditCall:
    return EditCall(target(call), add=(("map_location", value),))


def _name(tree: Tree, call: ast.Call) -> str:
    return " ".join(tree.source(call.func).split())


def _misplaced(file: FileView, call: ast.Call) -> ast.Call | None:
    """The call around a load, or inside it, that got the `map_location` by mistake."""
    tree = file.tree
    names = [name for name in tree.assigned.targets(call) if isinstance(name, ast.Name)]
    for content in (call, *(read for name in names for read in file.get(Variables).reads(name))):
        around = tree.parents[content]
        is_feed = isinstance(around, ast.Call) and callee_name(around) == "load_state_dict"
        if is_feed and isinstance(around, ast.Call) and keyword(around, "map_location"):
            return around
    for argument in call.args:
        if not isinstance(argument, ast.Call) or not keyword(argument, "map_location"):
            continue
        name = tree.qualified_name(argument.func) or _name(tree, argument)
        if name.startswith(_PATH_CALLS) or callee_name(argument) in ("format", "join"):
            return argument
    return None


def _number(file: FileView, location: ast.expr) -> Evidence | None:
    """The line that shows, or the name that says, that a location is an int."""
    tree = file.tree
    if isinstance(location, ast.Constant):
        is_number = isinstance(location.value, int) and not isinstance(location.value, bool)
        return Evidence(location.lineno, "a number") if is_number else None
    if isinstance(location, ast.Call):
        current = tree.qualified_name(location.func) == "torch.cuda.current_device"
        return Evidence(location.lineno, "the number of the current GPU") if current else None
    name = _last_name(location)
    if name not in _NUMBERS or file.kind(location).kind is Kind.DEVICE:
        return None
    if isinstance(location, ast.Name):
        return _number_by_bindings(tree, location)
    option = _option(tree, name)
    if option is None:
        return Evidence(location.lineno, "a number by its name")
    return Evidence(option.lineno, "this option is a number") if _is_number_option(option) else None


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return node.id if isinstance(node, ast.Name) else ""


def _number_by_bindings(tree: Tree, name: ast.Name) -> Evidence | None:
    bindings = tree.bindings(name)
    if not all(_may_be_number(binding) for binding in bindings):
        return None
    return Evidence(bindings[0].line if bindings else name.lineno, "a number by its name")


def _may_be_number(binding: Binding) -> bool:
    if isinstance(binding.node, ast.arg):
        return binding.node.annotation is None or "int" in ast.unparse(binding.node.annotation)
    value = binding.value
    if isinstance(value, ast.Constant):
        return value.value is None or isinstance(value.value, int)
    if isinstance(value, ast.Call):
        return callee_name(value) in _GIVE_NUMBERS
    return isinstance(value, (ast.Attribute, ast.Subscript))


def _option(tree: Tree, name: str) -> ast.Call | None:
    """The `add_argument` that makes an option."""
    for call in tree.nodes(ast.Call):
        if callee_name(call) == "add_argument" and any(
            isinstance(a, ast.Constant) and option_name(str(a.value)) == name for a in call.args
        ):
            return call
    return None


def _is_number_option(option: ast.Call) -> bool:
    kind = keyword(option, "type")
    return kind is not None and isinstance(kind.value, ast.Name) and kind.value.id == "int"
