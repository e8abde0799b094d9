"""Find a tensor on the CPU that meets a model or a batch on a GPU."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.devices.placement import Placement
from torchfix_codemods.analysis.inference.kinds import Evidence, Kind
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, LoaderCall
from torchfix_codemods.analysis.saving.load_calls import is_about_cuda
from torchfix_codemods.analysis.syntax.guards import conditions
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, all_arguments, callee_name
from torchfix_codemods.analysis.values.frameworks import Frameworks, Task
from torchfix_codemods.analysis.values.model_names import model_names, same_model
from torchfix_codemods.analysis.values.uses import How, Use, uses_of
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import EditCall, target

_MADE = frozenset({"zeros", "ones", "full", "eye", "linspace", "arange"})
_DRAWN = frozenset({"rand", "randn"})
_MOVES = frozenset(
    {"to", "cuda", "type", "type_as", "cpu", "numpy", "item", "tolist", "pin_memory", "xpu", "expand_as"}
)
_MEETING = frozenset({"cat", "stack", "matmul", "mm", "bmm", "where", "add", "mul", "concat", "addmm", "max", "min"})
_ITERATING = frozenset({"items", "values", "keys", "enumerate", "iter", "list", "zip", "vars", "__dict__"})
_SHOWING = frozenset({"print", "info", "debug", "append", "add_image", "imshow", "show"})
_ABOUT_DEVICES = re.compile(r"device|cuda|gpu", re.IGNORECASE)
# Tensors are made elsewhere by default.
_DEFAULTS = re.compile(r"\bset_default_tensor_type\b|\bset_default_device\b|\bwith torch\.device\(")


class DeviceMismatch(Codemod):
    """A factory such as `torch.zeros(n)` makes its tensor on the CPU. In `forward` it meets activations that are where
    the model is, and on a GPU torch raises "Expected all tensors to be on the same device". The same happens to a batch
    that comes from a loader and goes to a model that was moved.

    Give the factory `device=x.device` of a tensor that it meets, and move every part of the batch. What a module keeps
    belongs in `register_buffer`, which moves with it.
    """

    code = "TFC305"
    source = "https://docs.pytorch.org/docs/stable/notes/cuda.html"
    since = "0.4"
    triggers = ("forward", "DataLoader")
    examples = (
        Example(
            """
            import torch
            from torch import nn

            class Shift(nn.Module):
                def forward(self, x):
                    shift = torch.ones(3)
                    return x + shift

            y = Shift()(torch.zeros(2, 3))
            """,
            """
            import torch
            from torch import nn

            class Shift(nn.Module):
                def forward(self, x):
                    shift = torch.ones(3, device=x.device)
                    return x + shift

            y = Shift()(torch.zeros(2, 3))
            """,
            same="y",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "moved later": """
            import torch
            from torch import nn

            class Shift(nn.Module):
                def forward(self, x):
                    shift = torch.ones(3)
                    return x + shift.to(x)
            """,
        "numbers without dimensions go with any device": """
            import torch
            from torch import nn

            class Shift(nn.Module):
                def forward(self, x):
                    return x + torch.tensor(1.0)
            """,
        "an index may be on the CPU": """
            import torch
            from torch import nn

            class First(nn.Module):
                def forward(self, x):
                    return x[torch.arange(2)]
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        if _DEFAULTS.search(file.tree.text):
            return
        variables = file.get(Variables)
        for function in file.tree.nodes(ast.FunctionDef):
            if function.name == "forward" and file.tree.class_of(function) is not None:
                yield from self._made_in(function, variables, file)
        yield from self._batches(file)

    # ---- tensors that forward makes

    def _made_in(self, function: ast.FunctionDef, variables: Variables, file: FileView) -> Iterator[Finding]:
        for call in file.tree.calls_by_function.get(function, ()):
            if not _is_made_on_cpu(call, file):
                continue
            if any(is_about_cuda(test) for test, _ in conditions(file.tree, call)):
                continue
            met = _meeting(call, variables, file)
            if met is None:
                continue
            given = _tensor_arguments(function, variables, file)
            message = f"`{shown(file.tree, call)}` is on the CPU, and meets tensors that are where the model is"
            evidence = Evidence(met.line, "meets them")
            drawn = (file.tree.qualified_name(call.func) or "").removeprefix("torch.") in _DRAWN
            if len(given) == 1 and not drawn:
                edit = EditCall(target(call), add=(("device", f"{given[0]}.device"),))
                reason = f"that `{given[0]}` is a tensor on the device of the model is not seen in all calls"
                yield self.unsafe(call, message, edit, reason=reason, evidence=evidence)
            else:
                reason = "give it the device of a tensor that it meets"
                if drawn:
                    reason += ": `.to(x.device)` behind the call keeps the numbers, `device=` draws others"
                yield self.report(call, message, reason=reason, evidence=evidence)

    # ---- batches

    def _batches(self, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        loaders = file.get(DataLoaders)
        if not loaders.iterations:
            return
        frameworks = file.get(Frameworks)
        moved = dict(_moved_models(file))
        for place in loaders.iterations:
            if frameworks.doing(Task.DEVICES, tree.statement(place.node)) is not None:
                continue
            if _comes_from_gpu(place.loaders, loaders, file):
                continue
            for batch in place.targets:
                if _only_loops(file, batch) and not _is_changed_in_place(file, batch):
                    yield from self._unmoved(batch, loaders, moved, file)

    def _unmoved(
        self, batch: ast.Name, loaders: DataLoaders, moved: dict[frozenset[str], int], file: FileView
    ) -> Iterator[Finding]:
        """The first place where a variable of a loop goes to a moved model as the loader gives it."""
        for read in loaders.variables.reads(batch):
            call = file.tree.parent(read)
            if not isinstance(call, ast.Call) or read not in call.args:
                continue
            line = _line_of_model(call, moved, file)
            if line and file.get(Placement).on_gpu(read) is None:
                yield self.report(
                    read,
                    f"`{read.id}` comes from the loader and is on the CPU, `{shown(file.tree, call.func)}` was moved "
                    "to a GPU",
                    reason="move the batch to the device of the model first",
                    evidence=Evidence(line, "moves the model"),
                )
                return


def _is_made_on_cpu(call: ast.Call, file: FileView) -> bool:
    """Does a factory make a tensor with dimensions here, with no word about the device?"""
    name = (file.tree.qualified_name(call.func) or "").removeprefix("torch.")
    if name not in _MADE | _DRAWN or not call.args:
        return False
    if any(k.arg in ("device", "out", None) for k in call.keywords) or any(
        isinstance(a, ast.Starred) for a in call.args
    ):
        return False
    return not (isinstance(call.args[0], ast.Tuple) and not call.args[0].elts)


def _meeting(call: ast.Call, variables: Variables, file: FileView) -> Use | None:
    """The first use that needs the tensor to be where others are; None where it is moved, or where none is seen."""
    uses = uses_of(file.tree, call, variables)
    if any(use.how is How.METHOD and use.name in _MOVES for use in uses):
        return None
    return next((use for use in uses if not use.path and _needs_same_device(use, file)), None)


def _needs_same_device(use: Use, file: FileView) -> bool:
    node = use.node
    if use.how is How.OPERAND and isinstance(node, ast.BinOp):
        other = node.right if node.left is use.part else node.left
        return _is_activation(other, file)
    if use.how is not How.ARGUMENT or not isinstance(node, ast.Call):
        return False
    if file.kind(node.func).is_module:
        return True
    name = file.tree.qualified_name(node.func) or ""
    parent, _, last = name.rpartition(".")
    if parent == "torch.nn.functional" or (parent == "torch" and last in _MEETING):
        others = [part for argument in node.args for part in _parts(argument) if part is not use.part]
        return any(_is_activation(part, file) for part in others)
    return False


def _parts(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, (ast.List, ast.Tuple)) else [node]


def _is_activation(node: ast.expr, file: FileView) -> bool:
    """Is it a tensor that is where the model or its input is?"""
    if isinstance(node, ast.Name) and any(isinstance(binding.node, ast.arg) for binding in file.tree.bindings(node)):
        return file.kind(node).kind is Kind.TENSOR
    return file.kind(node).kind is Kind.TENSOR and file.get(Placement).on_gpu(node) is not None


def _tensor_arguments(function: Function, variables: Variables, file: FileView) -> list[str]:
    """The parameters that are tensors, and are not bound again."""
    found: list[str] = []
    for parameter in all_arguments(function.args)[1:]:
        reads = variables.reads(parameter)
        if any(file.kind(read).kind is Kind.TENSOR for read in reads):
            bindings = file.tree.scopes[function].bindings.get(parameter.arg, [])
            found += [parameter.arg] if len(bindings) == 1 else [parameter.arg, parameter.arg]
    return found


def _moved_models(file: FileView) -> Iterator[tuple[frozenset[str], int]]:
    """The names of models that the file moves to a GPU, with the line."""
    tree = file.tree
    for call in tree.nodes(ast.Call):
        func = call.func
        if (
            not isinstance(func, ast.Attribute)
            or func.attr not in ("to", "cuda")
            or not file.kind(func.value).is_module
        ):
            continue
        if file.get(Placement).on_gpu(call) is not None:
            targets = [part.target for part in tree.assigned.holding(call)]
            yield model_names(tree, func.value).union(*(model_names(tree, place) for place in targets)), call.lineno


def _line_of_model(call: ast.Call, moved: dict[frozenset[str], int], file: FileView) -> int:
    """The line that moves the model which is called, 0 where it is none, wraps the batch itself, or moves it."""
    found = file.kind(call.func)
    if not found.is_module or "Parallel" in (found.qualified or "") or "Parallel" in file.tree.text:
        return 0
    for definition in file.tree.nodes(ast.ClassDef):
        for function in definition.body:
            if isinstance(function, FUNCTIONS) and function.name == "forward" and _moves_something(function):
                return 0
    names = model_names(file.tree, call.func)
    return next((line for moved_names, line in moved.items() if same_model(names, moved_names)), 0)


def _moves_something(function: Function) -> bool:
    return any(isinstance(n, ast.Call) and callee_name(n) in ("to", "cuda", "type_as") for n in ast.walk(function))


def _only_loops(file: FileView, name: ast.Name) -> bool:
    """Is the variable bound by loops only, so that nothing moved it?"""
    return all(isinstance(binding.statement, (ast.For, ast.AsyncFor)) for binding in file.tree.bindings(name))


def _is_changed_in_place(file: FileView, batch: ast.Name) -> bool:
    """Is a part of the batch stored anew, or may a call whose result nobody takes have done that: is it moved so?

    `batch[k] = v.to(device)`, `batch.x = ..`, `batch.update(..)`, `for v in batch: v.data = ..`, `to_device(batch)`.
    """
    tree = file.tree
    loop = tree.statement(batch)
    names = {batch.id}
    for part in tree.assigned.inside(loop):  # other names for it, its parts and its elements
        if isinstance(part.target, ast.Name) and _root(part.source) in names:
            names.add(part.target.id)
    stored: list[ast.Subscript | ast.Attribute] = [
        *tree.nodes_inside(ast.Subscript, loop),
        *tree.nodes_inside(ast.Attribute, loop),
    ]
    if any(not isinstance(p.ctx, ast.Load) and _root(p) in names for p in stored):
        return True
    for call in tree.nodes_inside(ast.Call, loop):
        if not isinstance(tree.parents[call], ast.Expr):
            continue
        given = [*call.args, *(word.value for word in call.keywords)]
        if isinstance(call.func, ast.Attribute) and callee_name(call) != "backward":
            given.append(call.func.value)
        if callee_name(call) not in _SHOWING and any(_root(value) in names for value in given):
            return True
    return False


def _root(node: ast.expr) -> str:
    """The name of the variable that an expression is, or is a part, an element or an iterator of."""
    while True:
        if isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ITERATING:
            node = node.func.value
        elif isinstance(node, ast.Call) and callee_name(node) in _ITERATING and node.args:
            node = node.args[-1]
        else:
            return node.id if isinstance(node, ast.Name) else ""


def _comes_from_gpu(given: tuple[LoaderCall, ...], loaders: DataLoaders, file: FileView) -> bool:
    """Are the items on a GPU, may the collate function put them there, or does the data set know about devices?"""
    for loader in given:
        data = loader.arguments.get("dataset")
        if not loader.complete or "collate_fn" in loader.arguments or data is None:
            return True
        for source in (data, *loaders.sources.of(data)):
            if file.get(Placement).on_gpu(source) is not None or _ABOUT_DEVICES.search(ast.unparse(source)):
                return True
    return False
