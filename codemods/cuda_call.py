"""Write `x.to(device)` for `x.cuda()`, with a device that falls back to the CPU."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.device_arguments import device_text
from torchfix_codemods.analysis.devices.device_sites import (
    device_argument,
    goes_to_current_gpu,
    is_discarded,
    is_in_own_cuda,
    is_registered,
    makes_parameter,
    moved,
    override,
    overriding,
    own_cuda_classes,
    own_to_classes,
    patching,
)
from torchfix_codemods.analysis.devices.devices import DeviceChoice, Devices
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred, Kind
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.functions import functions_around
from torchfix_codemods.analysis.syntax.guards import covering_handler
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, dotted, has_star_arguments, keyword
from torchfix_codemods.analysis.values.sources import Sources, before_move
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, target

_MESSAGE = "`.cuda()` needs a GPU on every machine: write `.to(device)`"
_REFERENCES = frozenset({"torch.Tensor.cuda", "torch.nn.Module.cuda"})
_DATA_PARALLEL = frozenset({"torch.nn.DataParallel", "torch.nn.parallel.DataParallel"})
_SCRIPTED = frozenset({"torch.jit.script", "torch.jit.script_method"})
_MOVES = frozenset({"cuda", "to"})
_IN_WORKERS = "this may run in the worker processes of a loader, where CUDA cannot be used"


class CudaCall(Codemod):
    """`.cuda()` raises where there is no GPU. `.to(device)` does the same on a machine with one, and the program
    runs on the others too, with one place that says where it runs.

    The device is, in this order: a name that is bound there already; the tensor whose `.is_cuda` the code tests; a
    line made from the script's own flag; one line after the script's imports; in a module that others import, the
    parameter `x` that the moved tensor meets in an operation which takes tensors of one device only, as `x.device`,
    else a line in the function that needs it. Guards such as `if use_cuda:` stay, and so does the order of drawing
    and moving, so that random numbers stay the same.
    """

    code = "TFC301"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html#device-agnostic-code"
    since = "0.4"
    triggers = ("cuda",)
    examples = (
        Example(
            """
            import torch
            from torch import nn

            net = nn.Linear(2, 1)
            if torch.cuda.is_available():
                net = net.cuda()
            total = net(torch.ones(1, 2)).shape
            """,
            """
            import torch
            from torch import nn

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

            net = nn.Linear(2, 1)
            if torch.cuda.is_available():
                net = net.to(device)
            total = net(torch.ones(1, 2)).shape
            """,
            same="total",
        ),
        Example(
            """
            import torch


            def add_noise(x):
                noise = torch.zeros(3)
                if x.is_cuda:
                    noise = noise.cuda()
                return x + noise


            total = add_noise(torch.ones(3))
            """,
            """
            import torch


            def add_noise(x):
                noise = torch.zeros(3)
                if x.is_cuda:
                    noise = noise.to(x.device)
                return x + noise


            total = add_noise(torch.ones(3))
            """,
            same="total",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a flag": """
            import torch

            args.cuda = torch.cuda.is_available()
            """,
        "a class with a `cuda` of its own": """
            import torch


            class Bundle:
                def cuda(self):
                    self.image = self.image.cuda()
                    return self


            bundle = Bundle().cuda()
            """,
    }

    def check_Attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        if node.attr != "cuda" or file.qualified_name(node) not in _REFERENCES:
            return
        reason = "the function is passed on or called unbound, so that there is no call to change"
        yield self.report(node, f"{_MESSAGE}, as in `lambda t: t.to(device)`", reason=reason)

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "cuda":
            return
        if file.qualified_name(node.func) in _REFERENCES:
            return
        receiver = moved(file, node)
        if is_in_own_cuda(file.tree, node):
            return
        if receiver is None:
            yield from self._unknown(node, file)
            return
        if _is_lost(file, node, receiver):
            return
        refused = _refusal(file, node, receiver)
        if refused is not None:
            yield self.report(node, _MESSAGE, reason=refused[0], evidence=refused[1])
        elif goes_to_current_gpu(node):
            yield self._to_named(node, file, receiver)
        else:
            yield self._to_given(node, file, receiver)

    def _unknown(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        """What has such a method needs a GPU; only what it is decides whether `.to(device)` does the same."""
        assert isinstance(node.func, ast.Attribute)
        receiver = node.func.value
        if (
            file.kind(receiver).kind is not Kind.UNKNOWN
            or not _imports_torch(file.tree)
            or _is_storage(file.tree, node)
        ):
            return
        reason = f"nothing here shows that `{shown(file.tree, receiver)}` is a tensor or a module"
        yield self.report(node, _MESSAGE, reason=reason)

    def _to_named(self, node: ast.Call, file: FileView, receiver: Inferred) -> Finding:
        """`.cuda()` becomes `.to(device)`."""
        choice = file.get(Devices).name(node)
        if not choice.expression:
            return self.report(node, _MESSAGE, reason=choice.reason, evidence=choice.evidence)
        if node.args:  # the constant None
            edit = _changed(node, replace=((0, choice.expression),))
        elif keyword(node, "device") is not None:
            edit = _changed(node, replace=(("device", choice.expression),))
        else:
            edit = EditCall(target(node), rename="to", first=choice.expression)
        return self._judged(node, file, receiver, choice, edit)

    def _to_given(self, node: ast.Call, file: FileView, receiver: Inferred) -> Finding:
        """`.cuda(1)`, `.cuda(args.gpu)` and the like keep the GPU that they name."""
        device = device_argument(node)
        assert device is not None
        where: int | str = 0 if node.args else "device"
        text = device_text(file, file.get(Devices).names.values, device)
        if text is None:
            reason = (
                f"`{ast.unparse(device)}` may be None (the current GPU for `.cuda()`, no move at all for `.to()`)"
                " or something else that only `.cuda()` takes"
            )
            if isinstance(device, ast.UnaryOp):
                reason = "a negative number means the current GPU for `.cuda()` and is an error for `.to()`"
            return self.report(node, "`.cuda(..)` needs a GPU: write `.to(..)`", reason=reason)
        edit = _changed(node, replace=((where, text),) if text else ())
        return self._judged(node, file, receiver, DeviceChoice(text), edit)

    def _judged(
        self, node: ast.Call, file: FileView, receiver: Inferred, choice: DeviceChoice, edit: EditCall
    ) -> Finding:
        evidence = choice.evidence or receiver.evidence
        reason = choice.reason or _doubt(file, receiver)
        handler = covering_handler(file.tree, node)
        if handler is not None and not reason:
            evidence = Evidence(handler.lineno, "goes on where there is no GPU")
            reason = (
                f"the handler on line {at(handler.lineno)} runs where there is no GPU; with `.to(device)` it would not"
            )
        if handler is not None and is_discarded(file.tree, node):
            return self.report(node, _MESSAGE, reason=reason, evidence=evidence)
        if reason:
            return self.unsafe(node, _MESSAGE, *choice.edits, edit, reason=reason, evidence=evidence)
        assert isinstance(node.func, ast.Attribute)
        return self.safe(node, _MESSAGE, *choice.edits, edit, evidence=evidence or receiver.shown_by(node.func.value))


def _changed(node: ast.Call, replace: tuple[tuple[int | str, str], ...]) -> EditCall:
    # The second positional argument of `.to` is a dtype.
    names = ((1, "non_blocking"),) if len(node.args) > 1 else ()
    return EditCall(target(node), rename="to", keyword_for=names, replace=replace)


def _is_lost(file: FileView, node: ast.Call, receiver: Inferred) -> bool:
    """Does the call do nothing, or undo a parameter? Another rule says so; `.to(device)` would hide it."""
    assert isinstance(node.func, ast.Attribute)
    if receiver.kind is Kind.TENSOR and is_discarded(file.tree, node):
        return True
    return makes_parameter(file, node.func.value) and is_registered(file.tree, node)


def _doubt(file: FileView, receiver: Inferred) -> str:
    """Why the receiver may be something without `.to`, or with more to it than `.to` does."""
    is_any_module = receiver.qualified in ("torch.nn.Module", "torch.nn.modules.module.Module")
    if receiver.certainty is Certainty.EVIDENCE and not is_any_module:
        return ""
    own = own_cuda_classes(file)
    if receiver.kind is Kind.TENSOR:  # nobody calls an object of another file's class `x` or `inputs`
        own = {name: line for name, line in own.items() if line}
    if not own:
        return ""  # only tensors and modules have the method, and by its name it is one
    return f"`{sorted(own)[0]}` has a `cuda` of its own, and only the name says that this is none"


def _refusal(file: FileView, node: ast.Call, receiver: Inferred) -> tuple[str, Evidence | None] | None:
    """Why no rewrite of this call is right."""
    assert isinstance(node.func, ast.Attribute)
    qualified = receiver.qualified or ""
    name = "" if qualified.startswith("torch.") else qualified.rsplit(".", 1)[-1]
    own_cuda, own_to = own_cuda_classes(file), own_to_classes(file)
    place = overriding(file, node.func.value, ("cuda", "to"))
    elsewhere = receiver.evidence if place is None else override(file, place)
    if name in own_cuda:
        evidence = Evidence(own_cuda[name], f"`{name}` overrides `cuda()`") if own_cuda[name] else elsewhere
        return f"`{name}` overrides `cuda()`, which `.to(device)` does not call", evidence
    if name in own_to:
        evidence = Evidence(own_to[name], f"`{name}` overrides `to()`") if own_to[name] else elsewhere
        return f"`{name}` has a `to` of its own", evidence
    if place is not None:
        owner, _, method = place.name.rpartition(".")
        reason = f"it can be an instance of `{owner}`, which has a `{method}` of its own"
        return reason, elsewhere
    patch = patching(file, ("cuda", "to"))
    if patch is not None:
        return patch, receiver.evidence
    if has_star_arguments(node) or len(node.args) > 2:
        return "its arguments are not all visible", None
    call = _data_parallel(file, node.func.value)
    if call is not None:
        evidence = Evidence(call.lineno, "names the GPUs")
        return "the parameters must be on the first GPU of `device_ids`", evidence
    return _worker(file, node) or _scripted(file, node)


def _data_parallel(file: FileView, receiver: ast.expr) -> ast.Call | None:
    """The call of DataParallel with device_ids that made the receiver."""
    # All that the name is given anywhere, so that what wraps it later counts too.
    bindings = file.tree.bindings(receiver) if isinstance(receiver, ast.Name) else []
    ways = [binding.value for binding in bindings if binding.value is not None] or [receiver]
    made = [source for way in ways for source in _made_by(way, file)]
    # A function of another file that is given it may give it back.
    made += [given for source in made if isinstance(source, ast.Call) for given in source.args]
    for value in made:
        if not isinstance(value, ast.Call) or file.qualified_name(value.func) not in _DATA_PARALLEL:
            continue
        ids = value.args[1] if len(value.args) > 1 else getattr(keyword(value, "device_ids"), "value", None)
        if ids is not None and not (isinstance(ids, ast.Constant) and ids.value is None):
            return value
    return None


def _made_by(way: ast.expr, file: FileView) -> list[ast.expr]:
    """What made the model, before it was moved. A variable that is moved again has its own entry."""
    while (inner := before_move(way)) is not None:
        way = inner[0]
    return [way] if isinstance(way, ast.Name) else file.get(Sources).of(way, before_move)


def _worker(file: FileView, node: ast.Call) -> tuple[str, Evidence | None] | None:
    """In a data set or a collate function: these run in the loader's workers."""
    function = file.tree.function(node)
    if function is None:
        return None
    owner = file.tree.class_of(function)
    if function.name == "__getitem__" and owner is not None:
        return _IN_WORKERS, Evidence(function.lineno, "reads one item of a data set")
    passed = {ast.unparse(k.value) for k in file.tree.nodes(ast.keyword) if k.arg == "collate_fn"}
    if "collate" in function.name or function.name in passed:
        return _IN_WORKERS, Evidence(function.lineno, "collates a batch")
    return None


def _scripted(file: FileView, node: ast.Call) -> tuple[str, Evidence | None] | None:
    around = list(functions_around(file.tree, node))
    if not around:
        return None
    names = {function.name for function in around}
    by_decorator = any(file.qualified_name(one) in _SCRIPTED for inner in around for one in inner.decorator_list)
    if not by_decorator and "jit" not in file.tree.words:
        return None
    given = [call for call in file.tree.nodes(ast.Call) if any(dotted(a) in names for a in call.args)]
    if by_decorator or any(file.qualified_name(call.func) in _SCRIPTED for call in given):
        return "TorchScript compiles this function", None
    return None


def _imports_torch(tree: Tree) -> bool:
    return any(origin.split(".")[0] == "torch" for origin in tree.imported.values())


def _is_storage(tree: Tree, node: ast.AST) -> bool:
    """Is it in a `map_location`, `lambda storage, location: storage.cuda()`?"""
    function = next((up for up in tree.ancestors(node) if isinstance(up, (*FUNCTIONS, ast.Lambda))), None)
    return isinstance(function, ast.Lambda) and len(function.args.args) == 2
