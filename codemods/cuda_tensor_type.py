"""Give tensors a dtype and a device, not a type such as `torch.cuda.FloatTensor`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from torchfix_codemods.analysis.devices.device_sites import is_guarded
from torchfix_codemods.analysis.devices.devices import DeviceChoice, Devices
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.sizes import are_sizes
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, has_star_arguments
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, EditCall, Replace, target

_DTYPES = {
    "FloatTensor": "float32",
    "DoubleTensor": "float64",
    "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16",
    "ByteTensor": "uint8",
    "CharTensor": "int8",
    "ShortTensor": "int16",
    "IntTensor": "int32",
    "LongTensor": "int64",
    "BoolTensor": "bool",
}
_SETS_DEFAULT = "set_default_tensor_type"
_TESTS = frozenset({"isinstance", "issubclass", "is_instance", "assertIsInstance", "type", "print", "str", "repr"})
_GIVE_VALUES = frozenset({"list", "tuple", "sorted", "tolist", "reversed"})
_OTHER_DEFAULT = re.compile(r"set_default_(?:dtype|tensor_type)")
_MOVED = "where there is no GPU the tensor is on the CPU, and with several it goes where the device says"

_Type: TypeAlias = ast.Attribute | ast.Name | ast.Constant


@dataclass(frozen=True, slots=True)
class _Site:
    """A type of tensors on a GPU, where it stands, and the call that it is called or asked for by."""

    node: _Type
    name: str
    call: ast.Call | None = None

    @property
    def place(self) -> ast.expr:
        return self.call or self.node


class CudaTensorType(Codemod):
    """`torch.cuda.FloatTensor` is a number format and a place in one, and it fails on every machine without a GPU. A
    tensor takes both apart: `torch.tensor([1.0], dtype=torch.float32, device=device)`.

    The old constructor takes values and sizes alike: written-out values become `torch.tensor`, certain sizes
    `torch.empty`, anything else is only reported. A name for the type becomes a choice by `torch.cuda.is_available()`.
    Tests such as `isinstance(x, torch.cuda.FloatTensor)` stay.
    """

    code = "TFC303"
    source = "https://docs.pytorch.org/docs/stable/tensors.html"
    since = "0.4"
    triggers = (
        "BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "HalfTensor",
        "IntTensor", "LongTensor", "ShortTensor",
    )  # fmt: skip
    examples = (
        Example(
            """
            import torch

            if __name__ == "__main__":
                x = torch.cuda.FloatTensor([1, 2])
                y = torch.cuda.LongTensor(2, 3).zero_()
            """,
            """
            import torch

            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

            if __name__ == "__main__":
                x = torch.tensor([1, 2], dtype=torch.float32, device=device)
                y = torch.empty(2, 3, dtype=torch.int64, device=device).zero_()
            """,
        ),
        Example(
            """
            import torch


            def halves(x, device):
                return x.type(torch.cuda.HalfTensor)
            """,
            """
            import torch


            def halves(x, device):
                return x.to(device, dtype=torch.float16)
            """,
        ),
        Example(
            """
            import torch

            Tensor = torch.cuda.FloatTensor
            name = Tensor.__name__
            """,
            """
            import torch

            Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
            name = Tensor.__name__
            """,
            same="name",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "a question": """
            import torch


            def is_float(x):
                return isinstance(x, torch.cuda.FloatTensor) or x.type() == "torch.cuda.FloatTensor"
        """,
        "values and sizes look alike": """
            import torch


            def make(n):
                return torch.cuda.FloatTensor(n)
        """,
        "a choice already": """
            import torch

            Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
        """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        sites = list(_sites(file.tree))
        places = [site.place for site in sites if site.call is not None]
        for site in sites:
            yield from self._site(site, places, file)

    def _site(self, site: _Site, places: Sequence[ast.expr], file: FileView) -> Iterator[Finding]:
        call, node = site.call, site.node
        if call is not None and _is_chosen_by_availability(file.tree.parents[call], file):
            return
        if call is not None and call.func is node:
            yield self._constructor(site, call, places, file)
        elif call is not None:
            yield self._cast(site, call, places, file)
        elif isinstance(node, ast.Constant):
            yield from self._default(site, file)
        else:
            yield from self._named(site, file)

    # ---- calls

    def _constructor(self, site: _Site, call: ast.Call, places: Sequence[ast.expr], file: FileView) -> Finding:
        """`torch.cuda.FloatTensor(..)`."""
        values = _are_values(call.args, file)
        message = _message(file, site, f"`{'torch.tensor' if values else 'torch.empty'}(..., device=device)`")
        if call.keywords or not (values or not call.args or are_sizes(call.args)):
            message = _message(file, site, "`torch.tensor(..., device=device)` for values, `torch.empty` for sizes")
            what = "its argument" if len(call.args) == 1 else "what it is given"
            reason = (
                f"{what} can be values or sizes" if not call.keywords else "its arguments are not only values or sizes"
            )
            return self.report(call, message, reason=reason)
        function = spelling(file.tree, "torch.tensor" if values else "torch.empty", call)
        dtype = spelling(file.tree, f"torch.{_DTYPES[site.name]}", call)
        if function is None or dtype is None:
            return self.report(call, message, reason="torch has no name of its own here")
        add: tuple[tuple[str, str], ...] = (("dtype", dtype),)
        if not values and site.name == "FloatTensor" and not _OTHER_DEFAULT.search(file.tree.text):
            add = ()  # it is the default
        choice = file.get(Devices).name(call, places)
        edits: list[Edit] = [Replace(target(site.node), function)]
        if not call.args:
            edits = [
                Replace(
                    target(call), f"{function}(0{''.join(f', {k}={v}' for k, v in add)}, device={choice.expression})"
                )
            ]
        else:
            edits.append(EditCall(target(call), add=(*add, ("device", choice.expression))))
        return self._placed(call, message, choice, edits)

    def _cast(self, site: _Site, call: ast.Call, places: Sequence[ast.expr], file: FileView) -> Finding:
        """`x.type(torch.cuda.FloatTensor)`."""
        message = _message(file, site, f"`.to(device, dtype=torch.{_DTYPES[site.name]})`")
        if has_star_arguments(call) or len(call.args) > 2:
            return self.report(call, message, reason="its arguments are not all visible")
        dtype = spelling(file.tree, f"torch.{_DTYPES[site.name]}", call)
        if dtype is None:
            return self.report(call, message, reason="torch has no name of its own here")
        choice = file.get(Devices).name(call, places)
        names = ((1, "non_blocking"),) if len(call.args) > 1 else ()
        edit = EditCall(
            target(call), rename="to", keyword_for=names, replace=((0, choice.expression),), add=(("dtype", dtype),)
        )
        return self._placed(call, message, choice, [edit])

    def _placed(self, call: ast.Call, message: str, choice: DeviceChoice, edits: Sequence[Edit]) -> Finding:
        if not choice.expression:
            return self.report(call, message, reason=choice.reason, evidence=choice.evidence)
        reason = f"{_MOVED}; {choice.reason}" if choice.reason else _MOVED
        return self.unsafe(call, message, *choice.edits, *edits, reason=reason, evidence=choice.evidence)

    # ---- names and other uses

    def _named(self, site: _Site, file: FileView) -> Iterator[Finding]:
        """The type itself is given a name, passed on, returned."""
        tree, node = file.tree, site.node
        parent = tree.parents[node]
        if isinstance(parent, ast.keyword):
            parent = tree.parents[parent]
        hint = "`torch.tensor(..., dtype=..., device=device)` where the type is used"
        guard = _guard(node, file)
        is_named = bool(tree.assigned.targets(node))
        if isinstance(parent, ast.Tuple) and not is_named:
            parent = tree.parents[parent]
            if not isinstance(parent, ast.Assign) or _is_only_asked(parent, tree):
                return
        if guard is not None:
            if (is_named or isinstance(parent, (ast.Assign, ast.IfExp))) and not _is_chosen_by_availability(
                parent, file
            ):
                message = f"`{_shown(file, site)}` is a number format and a device at once: write {hint}"
                reason = "the program chooses already, so nothing fails"
                yield self.report(node, message, reason=reason, evidence=guard)
        elif is_named or isinstance(parent, ast.Assign):
            yield self._alias(site, file)
        elif isinstance(parent, ast.Call) and callee_name(parent) == _SETS_DEFAULT:
            yield from self._default(site, file)
        elif isinstance(parent, ast.Call) and callee_name(parent) not in _TESTS:
            reason = f"what `{callee_name(parent) or 'the call'}` makes of the type is not in sight"
            yield self.report(node, _message(file, site, hint), reason=reason)
        elif isinstance(parent, (ast.Return, ast.arguments)):
            yield self.report(node, _message(file, site, hint), reason="who uses the type is not in sight")

    def _alias(self, site: _Site, file: FileView) -> Finding:
        """`Tensor = torch.cuda.FloatTensor`."""
        node = site.node
        available = spelling(file.tree, "torch.cuda.is_available", node)
        plain = spelling(file.tree, f"torch.{site.name}", node)
        message = _message(file, site, "a choice by `torch.cuda.is_available()`")
        if available is None or plain is None:
            return self.report(node, message, reason="torch has no name of its own here")
        edit = Replace(target(node), f"{file.tree.source(node)} if {available}() else {plain}")
        reason = "where there is no GPU it becomes the type of the CPU, without an error"
        return self.unsafe(node, message, edit, reason=reason)

    def _default(self, site: _Site, file: FileView) -> Iterator[Finding]:
        """`torch.set_default_tensor_type(torch.cuda.FloatTensor)`."""
        if _guard(site.node, file) is None:
            message = _message(file, site, '`torch.set_default_device("cuda")` where there is a GPU')
            reason = "from there on every new tensor is on the GPU, in all files of the program"
            yield self.report(site.node, message, reason=reason)


# ---- where they stand


def _sites(tree: Tree) -> Iterator[_Site]:
    """Every place that names a type of tensors on a GPU, in source order."""
    found = [*_spelled_out(tree), *_in_texts(tree)]
    yield from sorted(found, key=lambda site: (site.node.lineno, site.node.col_offset))


def _spelled_out(tree: Tree) -> Iterator[_Site]:
    imported = {name for name, target in tree.imported.items() if target.startswith("torch.cuda.")}
    nodes: list[ast.Attribute | ast.Name] = [node for node in tree.nodes(ast.Attribute) if node.attr in _DTYPES]
    nodes += [node for node in tree.nodes(ast.Name) if node.id in imported]
    for node in nodes:
        prefix, _, name = (tree.qualified_name(node) or "").rpartition(".")
        if isinstance(node.ctx, ast.Load) and prefix == "torch.cuda" and name in _DTYPES:
            yield _Site(node, name, _call_of(tree, node))


def _in_texts(tree: Tree) -> Iterator[_Site]:
    """`x.type("torch.cuda.FloatTensor")`."""
    for node in tree.nodes(ast.Constant):
        if not isinstance(node.value, str) or not node.value.startswith("torch.cuda."):
            continue
        name = node.value.removeprefix("torch.cuda.")
        parent = tree.parents[node]
        if name in _DTYPES and isinstance(parent, ast.Call) and parent.args[:1] == [node]:
            call = _call_of(tree, node)
            if call is not None or callee_name(parent) == _SETS_DEFAULT:
                yield _Site(node, name, call)


def _call_of(tree: Tree, node: _Type) -> ast.Call | None:
    """The call that makes a tensor of the type, or casts one to it."""
    parent = tree.parents[node]
    if not isinstance(parent, ast.Call):
        return None
    if parent.func is node:
        return parent
    casts = isinstance(parent.func, ast.Attribute) and parent.func.attr == "type" and parent.args[:1] == [node]
    return parent if casts and tree.qualified_name(parent.func) is None else None


def _guard(node: _Type, file: FileView) -> Evidence | None:
    """The line of a choice that the program makes itself."""
    if is_guarded(file.tree, node):
        return Evidence(node.lineno, "stands under a test for CUDA")
    parent = file.tree.parents[node]
    if isinstance(parent, ast.IfExp) and node is not parent.test:
        return Evidence(parent.lineno, f"`{shown(file.tree, parent.test)}` decides")
    return None


def _is_only_asked(types: ast.Assign, tree: Tree) -> bool:
    """`TYPES = (torch.FloatTensor, torch.cuda.FloatTensor)`, read by nothing but `isinstance(x, TYPES)` and `in`?"""
    names = {target.id for target in types.targets if isinstance(target, ast.Name)}
    readers = [
        tree.parents[name] for name in tree.nodes(ast.Name) if name.id in names and isinstance(name.ctx, ast.Load)
    ]
    return bool(readers) and all(
        isinstance(reader, ast.Compare) or (isinstance(reader, ast.Call) and callee_name(reader) in _TESTS)
        for reader in readers
    )


def _is_chosen_by_availability(parent: ast.AST, file: FileView) -> bool:
    """Is it `torch.cuda.FloatTensor if torch.cuda.is_available() else ..`, which runs everywhere?"""
    if not isinstance(parent, ast.IfExp) or not isinstance(parent.test, ast.Call):
        return False
    return file.qualified_name(parent.test.func) == "torch.cuda.is_available"


# ---- values or sizes


def _are_values(arguments: Sequence[ast.expr], file: FileView) -> bool:
    return len(arguments) == 1 and _is_values(arguments[0], file)


def _is_values(node: ast.expr, file: FileView, depth: int = 3) -> bool:
    """Is it a list or an array for certain?"""
    if isinstance(node, (ast.List, ast.Tuple, ast.ListComp)):
        return True
    if isinstance(node, ast.BinOp):
        return _is_values(node.left, file, depth) or _is_values(node.right, file, depth)
    if isinstance(node, ast.Call):
        name = file.qualified_name(node.func) or ""
        return name.startswith("numpy.") or (callee_name(node) in _GIVE_VALUES and not name)
    if isinstance(node, ast.Name) and depth:
        values = [binding.value for binding in file.tree.bindings(node)]
        return bool(values) and all(value is not None and _is_values(value, file, depth - 1) for value in values)
    return False


def _message(file: FileView, site: _Site, instead: str) -> str:
    return f"`{_shown(file, site)}` needs a GPU on every machine: write {instead}"


def _shown(file: FileView, site: _Site) -> str:
    node = site.node
    return file.tree.source(node) if isinstance(node, ast.Constant) else shown(file.tree, node)
