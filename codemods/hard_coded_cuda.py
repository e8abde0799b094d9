"""Let a hard-coded `"cuda"` fall back to the CPU where there is no GPU."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.device_flags import is_flag_name
from torchfix_codemods.analysis.devices.device_sites import (
    is_cuda_text,
    is_guarded,
    override,
    overriding,
    patching,
    placements,
)
from torchfix_codemods.analysis.devices.devices import Devices
from torchfix_codemods.analysis.devices.fallbacks import changed_use
from torchfix_codemods.analysis.devices.script import is_test_file
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import covering_handler
from torchfix_codemods.analysis.syntax.parts import option_name
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted, keyword
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, EditCall, Replace, target

_DEFAULT_EXPRESSION = 'torch.device("cuda" if torch.cuda.is_available() else "cpu")'
_MESSAGE = '`"{text}"` needs a GPU on every machine: fall back to the CPU where there is none'
_DEFAULT = 'the default `"{text}"` needs a GPU on every machine: choose the default by `torch.cuda.is_available()`'
_SEEN = "{}, and the program goes on where there is no GPU"
_DEVICE_NAME = re.compile(r"(^|[._])(device|DEVICE|dev)$")
_OPTIONS = frozenset({"add_argument", "add_option", "option", "argument", "Option", "DEFINE_string"})
# What makes a value called `device` the place of tensors, not a name in a log.
_PLACES = frozenset({"to", "load", "device", "cuda"})


class HardCodedCuda(Codemod):
    """A literal `"cuda"` that nothing guards makes a program fail on every machine without a GPU, often after minutes
    of loading. With a choice by `torch.cuda.is_available()` it is the same program where there is a GPU, and it runs
    where there is none. So it is with a flag that is true from the start, `use_cuda = True`, which becomes
    `torch.cuda.is_available()` on request.

    Defaults of parameters and of options are reported: they are somebody's interface. Comparisons, and strings that
    name a type of device for another API (autocast, GradScaler, profiler, Generator), place nothing and stay.
    """

    code = "TFC302"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html#device-agnostic-code"
    since = "0.4"
    triggers = ("cuda", "CUDA", "gpu", "GPU", "use_cuda", "USE_CUDA", "use_gpu", "USE_GPU")
    examples = (
        Example(
            """
            import torch

            device = torch.device("cuda:0")
            """,
            """
            import torch

            device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
            """,
        ),
        Example(
            """
            import torch

            device = "cuda"
            x = torch.zeros(3, device=device)
            """,
            """
            import torch

            device = "cuda" if torch.cuda.is_available() else "cpu"
            x = torch.zeros(3, device=device)
            """,
        ),
        Example(
            """
            import torch

            if __name__ == "__main__":
                x = torch.zeros(3, device="cuda")
            """,
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

            if __name__ == "__main__":
                x = torch.zeros(3, device=device)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a choice already": """
            import torch

            device = "cuda" if torch.cuda.is_available() else "cpu"
            """,
        "a comparison": """
            import torch

            if str(device) == "cuda":
                torch.backends.cudnn.benchmark = True
            """,
        "a type of device for another API": """
            import torch

            with torch.autocast("cuda"):
                pass
            scaler = torch.amp.GradScaler("cuda")
            generator = torch.Generator(device="cuda")
            """,
    }

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if is_test_file(file.path):
            return
        if file.qualified_name(node.func) == "torch.device":
            yield from self._torch_device(node, file)
        elif callee_name(node) in _OPTIONS:
            yield from self._option(node, file)
        else:
            for text in placements(file, node):
                if not is_guarded(file.tree, text):
                    yield self._placement(node, text, file)

    def check_Constant(self, node: ast.Constant, file: FileView) -> Iterator[Finding]:
        if node.value is True:
            yield from self._flag(node, file)
        if is_cuda_text(node):
            for name in file.tree.assigned.targets(node):
                yield from self._assignment(name, node, file)

    def check_arguments(self, node: ast.arguments, file: FileView) -> Iterator[Finding]:
        if is_test_file(file.path):
            return
        positional = [*node.posonlyargs, *node.args]
        pairs = list(zip(reversed(positional), reversed(node.defaults), strict=False))
        pairs += [(a, d) for a, d in zip(node.kwonlyargs, node.kw_defaults, strict=True) if d is not None]
        for parameter, default in pairs:
            text = _cuda_default(default, file)
            if text is not None and _DEVICE_NAME.search(parameter.arg):
                reason = f"the callers may count on the default of `{parameter.arg}`"
                yield self.report(default, _DEFAULT.format(text=text), reason=reason)

    # ---- the shapes

    def _torch_device(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        """`torch.device("cuda:0")` keeps its number."""
        text = node.args[0] if node.args else getattr(keyword(node, "type"), "value", None)
        if not is_cuda_text(text) or is_guarded(file.tree, node) or _is_part_of_a_choice(file, node):
            return
        message = _MESSAGE.format(text=text.value)
        if (seen := changed_use(file, node)) is not None:
            yield self.report(node, message, reason=_SEEN.format(seen.text), evidence=Evidence(seen.line, seen.text))
            return
        if len(node.args) > 1 or keyword(node, "index") is not None:
            reason = "the number of the GPU means nothing on the CPU"
            yield self.report(node, message, reason=reason)
            return
        expression = file.options.device_expression
        if text.value == "cuda" and expression != _DEFAULT_EXPRESSION:
            yield self._judged(node, file, message, Replace(target(node), expression))
            return
        torch = dotted(node.func)
        if torch is None or "." not in torch:
            yield self.report(node, message, reason="torch has no name of its own here")
            return
        where: int | str = 0 if node.args else "type"
        value = _choice(text, file, torch.rsplit(".", 1)[0])
        yield self._judged(node, file, message, EditCall(target(node), replace=((where, value),)))

    def _option(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        """The default of an option `--device`."""
        default = keyword(node, "default")
        names = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if default is None or not any(_DEVICE_NAME.search(option_name(name)) for name in names):
            return
        text = _cuda_default(default.value, file)
        if text is not None and not is_guarded(file.tree, default.value):
            reason = "the option's default is the program's interface"
            yield self.report(default.value, _DEFAULT.format(text=text), reason=reason)

    def _placement(self, node: ast.Call, text: ast.Constant, file: FileView) -> Finding:
        """`x.to("cuda")` and `torch.zeros(3, device="cuda")` take the program's device."""
        message = _MESSAGE.format(text=text.value)
        if text.value != "cuda":
            return self._numbered(text, message, file)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            place = overriding(file, node.func.value, ("to",))
            if place is not None:
                owner = place.name.rpartition(".")[0]
                reason = f"`{owner}` has a `to` of its own, which may take text only"
                return self.report(text, message, reason=reason, evidence=override(file, place))
            patch = patching(file, ("to",))
            if patch is not None:
                return self.report(text, message, reason=patch)
        choice = file.get(Devices).name(node)
        if not choice.expression:
            return self.report(text, message, reason=choice.reason, evidence=choice.evidence)
        edit = Replace(target(text), choice.expression)
        reason = choice.reason
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            reason = reason or _doubt(file.kind(node.func.value))
        return self._judged(text, file, message, *choice.edits, edit, reason=reason, evidence=choice.evidence)

    def _numbered(self, text: ast.Constant, message: str, file: FileView) -> Finding:
        """`x.to("cuda:1")` keeps its number."""
        torch = file.get(Devices).torch_before(file.tree.statement(text))
        reason = "it names one GPU, which a device for all machines cannot"
        if torch is None:
            return self.report(text, message, reason=reason)
        alias, imports = torch
        return self.unsafe(text, message, *imports, Replace(target(text), _choice(text, file, alias)), reason=reason)

    def _assignment(self, name: ast.expr, value: ast.expr, file: FileView) -> Iterator[Finding]:
        """`device = "cuda"`, where tensors are placed by that name."""
        dotted_name = dotted(name)
        if not is_cuda_text(value) or dotted_name is None:
            return
        if is_test_file(file.path) or is_guarded(file.tree, value):
            return
        message = _MESSAGE.format(text=value.value)
        if isinstance(file.tree.scope(value).node, ast.ClassDef):
            yield self.report(value, message, reason="a value of a class is an interface")
            return
        if not _places_by(file, dotted_name) or _is_chosen_elsewhere(file, name, value):
            return
        if (seen := changed_use(file, value)) is not None:
            yield self.report(value, message, reason=_SEEN.format(seen.text), evidence=Evidence(seen.line, seen.text))
            return
        torch = file.get(Devices).torch_before(file.tree.statement(value))
        if torch is None or not any(name.split(".")[0] == "torch" for name in file.tree.imported.values()):
            yield self.report(value, message, reason="torch is not imported here")
            return
        alias, imports = torch
        yield self._judged(value, file, message, *imports, Replace(target(value), _choice(value, file, alias)))

    def _flag(self, node: ast.Constant, file: FileView) -> Iterator[Finding]:
        """`use_cuda = True` and the default of `--cuda`: who tests the flag goes to the GPU without asking for one."""
        name = _flag_name(node, file)
        if name is None or is_test_file(file.path) or is_guarded(file.tree, node):
            return
        torch = file.get(Devices).torch_before(file.tree.statement(node))
        if torch is None:
            return
        alias, imports = torch
        asked = f"{alias}.cuda.is_available()"
        message = f"`{name}` is true on every machine: let it be `{asked}`"
        reason = "where there is no GPU the program goes on without one, where it asked for one"
        yield self.unsafe(node, message, *imports, Replace(target(node), asked), reason=reason)

    def _judged(
        self,
        node: ast.expr,
        file: FileView,
        message: str,
        *edits: Edit,
        reason: str = "",
        evidence: Evidence | None = None,
    ) -> Finding:
        handler = covering_handler(file.tree, node)
        if handler is not None and not reason:
            evidence = Evidence(handler.lineno, "goes on where there is no GPU")
            reason = f"the handler on line {at(handler.lineno)} runs where there is no GPU; it would not any more"
        if reason:
            return self.unsafe(node, message, *edits, reason=reason, evidence=evidence)
        return self.safe(node, message, *edits, evidence=evidence or Evidence(node.lineno, "names the GPU"))


def _flag_name(node: ast.Constant, file: FileView) -> str | None:
    """The flag for CUDA that has this value from the start, and which nothing else settles."""
    parent = file.tree.parents[node]
    call = file.tree.parents[parent] if isinstance(parent, ast.keyword) and parent.arg == "default" else None
    if isinstance(call, ast.Call):
        words = [keyword(call, "dest"), *call.args] if callee_name(call) in _OPTIONS else []
        texts = (getattr(word, "value", word) if isinstance(word, ast.keyword) else word for word in words)
        names = [option_name(str(t.value)) for t in texts if isinstance(t, ast.Constant)]
        return next((name for name in names if is_flag_name(name)), None)
    for name in file.tree.assigned.targets(node):
        written = dotted(name)
        if written is not None and is_flag_name(written) and not _is_chosen_elsewhere(file, name, node):
            return written
    return None


def _choice(text: ast.Constant, file: FileView, torch: str) -> str:
    source = file.tree.source(text)
    quote = source[-1]
    return f"{source} if {torch}.cuda.is_available() else {quote}cpu{quote}"


def _doubt(receiver: Inferred) -> str:
    return "" if receiver.certainty is Certainty.EVIDENCE else "only its name says that it is a tensor or a module"


def _cuda_default(default: ast.expr, file: FileView) -> str | None:
    """The device string that a default value stands for."""
    if isinstance(default, ast.Call) and file.qualified_name(default.func) == "torch.device" and default.args:
        default = default.args[0]
    return str(default.value) if is_cuda_text(default) else None


def _is_part_of_a_choice(file: FileView, node: ast.Call) -> bool:
    """Compared, a default, or one of several devices: it places nothing by itself."""
    parent = file.tree.parents[node]
    if isinstance(parent, (ast.Compare, ast.arguments, ast.Dict)):
        return True
    if isinstance(parent, ast.keyword) and parent.arg == "default":
        return True
    if isinstance(parent, (ast.List, ast.Tuple, ast.Set)) and not file.tree.assigned.targets(node):
        return any(part is not node and "cpu" in ast.unparse(part) for part in parent.elts)
    return any(_is_chosen_elsewhere(file, name, node) for name in file.tree.assigned.targets(node))


def _is_chosen_elsewhere(file: FileView, name: ast.expr, value: ast.expr) -> bool:
    """Does the program itself bind the name to another device too, or ask for CUDA where it uses the name?"""
    if isinstance(name, ast.Name):
        scope = file.tree.scope(value).lookup(name.id)
        bindings = scope.bindings[name.id] if scope is not None else []
        if any(binding.value is not value for binding in bindings):
            return True
        uses = [use for use in file.tree.nodes(ast.Name) if use.id == name.id and isinstance(use.ctx, ast.Load)]
        return any(_is_chosen_at(file, use) for use in uses)
    return any(other is not value for other in file.tree.assigned.values(dotted(name)))


def _is_chosen_at(file: FileView, use: ast.expr) -> bool:
    parent = file.tree.parents[use]
    return isinstance(parent, ast.IfExp) and use is not parent.test and "is_available" in ast.unparse(parent.test)


def _places_by(file: FileView, name: str) -> bool:
    """Is something put on the device called `name`: `x.to(device)`, `device=device`, `torch.device(device)`?"""
    last = name.rsplit(".", 1)[-1]
    for call in file.tree.nodes(ast.Call):
        given = [k.value for k in call.keywords if k.arg in ("device", "map_location")]
        if callee_name(call) in _PLACES:
            given += call.args[:1]
        if any((dotted(value) or "").rsplit(".", 1)[-1] == last for value in given):
            return True
    return False
