"""Drop `Variable(...)`: tensors have recorded their own history since PyTorch 0.4."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.hidden_writes import is_detached
from torchfix_codemods.analysis.graphs.needless_handles import has_no_graph, is_the_same_object
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Kind
from torchfix_codemods.analysis.syntax.spelling import shown, spelling
from torchfix_codemods.analysis.syntax.tree import dotted, has_star_arguments, keyword
from torchfix_codemods.analysis.values.filled_factories import filled_at_once
from torchfix_codemods.analysis.values.new_imports import is_idle, without_alias
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import AddImport, Edit, EditCall, RemoveStatement, Replace, Target, Unwrap, target

_VARIABLE = frozenset({"torch.autograd.Variable", "torch.autograd.variable.Variable"})
# Factories that take `requires_grad=`, as functions of torch and as methods of a tensor.
_FACTORIES = frozenset(
    {
        "arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "logspace", "ones", "ones_like",
        "rand", "rand_like", "randn", "randn_like", "tensor", "zeros", "zeros_like",
    }
)  # fmt: skip
_NEW_FACTORIES = frozenset({"new_empty", "new_full", "new_ones", "new_tensor", "new_zeros"})
_GRAD_BLOCKS = frozenset({"torch.no_grad", "torch.enable_grad", "torch.inference_mode"})
# These make a new tensor too, but have no such keyword.
_MOVING = frozenset({"to", "cuda", "cpu", "float", "double", "half"})
_FRESH = frozenset({"from_numpy", "Tensor", "FloatTensor", "DoubleTensor", "HalfTensor"})


@dataclass(frozen=True, slots=True)
class _Wrapper:
    """A call of `Variable`: what it wraps, and its `requires_grad` (None where it is False or left out)."""

    call: ast.Call
    wrapped: ast.expr
    requires_grad: ast.expr | None


class VariableWrapper(Codemod):
    """`Variable` and `Tensor` are one class since PyTorch 0.4, and the call only gives another handle on the same
    storage, cut off from the graph. So `Variable(x)` is `x.detach()`, and plain `x` where no graph hangs on `x`;
    `Variable(x, requires_grad=True)` is `x.detach().requires_grad_()`, and a factory such as `torch.randn(3)` takes the
    keyword itself.

    A wrapper around something that may have a graph is never just dropped: gradients would flow where they did not.

    No object has the type `Variable` any more: `type(h) == Variable`, which is always false, becomes
    `isinstance(h, torch.Tensor)` on request.
    """

    code = "TFC204"
    source = "https://pytorch.org/blog/pytorch-0_4_0-migration-guide/"
    since = "0.4"
    triggers = ("Variable",)
    examples = (
        Example(
            """
            import torch
            from torch.autograd import Variable

            x = Variable(torch.ones(3))
            w = Variable(torch.ones(3), requires_grad=True)
            (x * w).sum().backward()
            """,
            """
            import torch

            x = torch.ones(3)
            w = torch.ones(3, requires_grad=True)
            (x * w).sum().backward()
            """,
            same="w.grad",
        ),
        Example(
            """
            import torch
            from torch.autograd import Variable

            layer = torch.nn.Linear(2, 2)
            hidden = layer(torch.ones(1, 2))
            start = Variable(hidden)
            flags = (start.requires_grad, hidden.requires_grad)
            """,
            """
            import torch

            layer = torch.nn.Linear(2, 2)
            hidden = layer(torch.ones(1, 2))
            start = hidden.detach()
            flags = (start.requires_grad, hidden.requires_grad)
            """,
            same="flags",
        ),
    )
    leaves_alone: ClassVar[dict[str, str]] = {
        "another library's class": """
            import tensorflow as tf
            import torch

            step = tf.Variable(0)
        """,
        "no_grad has to come with it": """
            import torch
            from torch.autograd import Variable

            x = Variable(torch.ones(3), volatile=True)
        """,
        "not a call": """
            import torch
            from torch.autograd import Variable


            def is_variable(x):
                return isinstance(x, Variable)
        """,
    }

    def check_ImportFrom(self, node: ast.ImportFrom, file: FileView) -> Iterator[Finding]:
        """The import goes where nothing uses it, as after the wrappers are gone."""
        unused = [alias for alias in node.names if file.tree.target_of(alias, node) in _VARIABLE]
        if len(unused) != 1 or not is_idle(unused[0], node, file):
            return
        name = unused[0].asname or unused[0].name
        evidence = Evidence(node.lineno, f"nothing uses `{name}`")
        yield self.safe(node, f"`{name}` is imported and not used", *without_alias(node, unused[0]), evidence=evidence)

    def check_Compare(self, node: ast.Compare, file: FileView) -> Iterator[Finding]:
        """`type(h) == Variable`, in whichever order."""
        asked = _asked_for_variable(node, file)
        if asked is None:
            return
        torch_tensor = spelling(file.tree, "torch.Tensor", node)
        imports = () if torch_tensor is not None else (AddImport("torch"),)
        opposite = "not " if isinstance(node.ops[0], (ast.NotEq, ast.IsNot)) else ""
        template = f"{opposite}isinstance($0, {torch_tensor or 'torch.Tensor'})"
        message = f"nothing has the type `Variable` any more: write `{template}`"
        written = shown(file.tree, asked)
        reason = "today the other branch is taken for every tensor"
        edit = Replace(target(node), template, (target(asked),))
        yield self.unsafe(node, message.replace("$0", written), *imports, edit, reason=reason)

    def check_Call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        if file.qualified_name(node.func) not in _VARIABLE:
            return
        wrapper = _read(node)
        if wrapper is None or _is_no_tensor(wrapper.wrapped, file):
            return
        edits, instead = _with_gradient(wrapper, file) if wrapper.requires_grad else _without_gradient(wrapper, file)
        evidence = file.kind(wrapper.wrapped).evidence or Evidence(node.lineno, "calls torch's `Variable`")
        yield self.safe(node, f"`Variable(...)` is not needed: write `{instead}`", *edits, evidence=evidence)


def _asked_for_variable(node: ast.Compare, file: FileView) -> ast.expr | None:
    """`h` of `type(h) == Variable`."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
        return None
    for call, kind in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
        if file.qualified_name(kind) in _VARIABLE and isinstance(call, ast.Call) and len(call.args) == 1:
            func = call.func
            if not isinstance(func, ast.Name) or func.id != "type" or file.tree.bindings(func) or call.keywords:
                return None
            return None if isinstance(call.args[0], ast.Starred) else call.args[0]
    return None


def _read(call: ast.Call) -> _Wrapper | None:
    """The parts of the call; None if it has `volatile`, or arguments that cannot be seen."""
    if has_star_arguments(call) or len(call.args) > 2 or keyword(call, "volatile") is not None:
        return None
    named = {k.arg: k.value for k in call.keywords}
    given = dict(zip(("data", "requires_grad"), call.args, strict=False))
    if given.keys() & named.keys() or named.keys() - {"data", "requires_grad"}:
        return None
    parts = given | {str(name): value for name, value in named.items()}
    if "data" not in parts or isinstance(parts["data"], ast.GeneratorExp):
        return None
    flag = parts.get("requires_grad")
    if isinstance(flag, ast.Constant) and not flag.value:
        flag = None
    return _Wrapper(call, parts["data"], flag)


def _is_no_tensor(node: ast.expr, file: FileView) -> bool:
    """Does the file show that this is something else? The call raises then."""
    inferred = file.kind(node)
    return inferred.certainty is Certainty.EVIDENCE and inferred.kind not in (Kind.TENSOR, Kind.UNKNOWN)


def _without_gradient(wrapper: _Wrapper, file: FileView) -> tuple[tuple[Edit, ...], str]:
    """`Variable(x)`."""
    call, wrapped = wrapper.call, wrapper.wrapped
    if is_detached(wrapped, file.tree, file.kind) or _can_be_dropped(wrapper, file):
        removed = _statement_without_effect(wrapper, file)
        if removed is not None:
            return (RemoveStatement(target(removed), _only_around(removed, file)),), shown(file.tree, wrapped)
        zeros = _zeros(wrapped, file)
        if zeros is not None:
            made, like = zeros
            edits = Unwrap(target(call), target(made)), EditCall(target(made), rename="new_zeros")
            return edits, f"{shown(file.tree, like)}.new_zeros(...)"
        return (Unwrap(target(call), target(wrapped)),), shown(file.tree, wrapped)
    edit = Replace(target(call), "$0.detach()", (target(wrapped),))
    return (edit,), f"{shown(file.tree, wrapped)}.detach()"


def _zeros(wrapped: ast.expr, file: FileView) -> tuple[ast.Call, ast.expr] | None:
    """The call of `new` in `w.new(2, 3).zero_()`, and `w`; TFC601 sees to that of `w.data.new(2, 3).zero_()`."""
    made = wrapped.func.value if isinstance(wrapped, ast.Call) and isinstance(wrapped.func, ast.Attribute) else None
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Attribute):
        return None
    of_handle = isinstance(made.func.value, ast.Attribute) and made.func.value.attr == "data"
    found = None if of_handle else filled_at_once(made, file.tree)
    return None if found is None or found[0] is not wrapped else (made, made.func.value)


def _with_gradient(wrapper: _Wrapper, file: FileView) -> tuple[tuple[Edit, ...], str]:
    """`Variable(x, requires_grad=True)`, or an expression in place of True."""
    call, wrapped, flag = wrapper.call, wrapper.wrapped, wrapper.requires_grad
    assert flag is not None
    always = isinstance(flag, ast.Constant)
    if always and isinstance(wrapped, ast.Call) and _takes_requires_grad(wrapped, file):
        edits = (Unwrap(target(call), target(wrapped)), EditCall(target(wrapped), add=(("requires_grad", "True"),)))
        return edits, f"{shown(file.tree, wrapped.func)}(..., requires_grad=True)"
    middle = "" if is_detached(wrapped, file.tree, file.kind) or _is_fresh(wrapped, file) else ".detach()"
    value = "" if always else "$1"
    parts = (target(wrapped),) if always else (target(wrapped), target(flag))
    edit = Replace(target(call), f"$0{middle}.requires_grad_({value})", parts)
    return (edit,), f"{shown(file.tree, wrapped)}{middle}.requires_grad_({'' if always else '...'})"


def _can_be_dropped(wrapper: _Wrapper, file: FileView) -> bool:
    """Does no graph hang on the wrapped tensor, and does nobody notice that the handle is the same?"""
    wrapped = wrapper.wrapped
    if not has_no_graph(wrapped, file.get(Flow)):
        return False
    if _is_fresh(wrapped, file) or is_the_same_object(wrapped, wrapper.call, file.get(Flow)):
        return True
    return isinstance(wrapped, ast.Name) and _is_given(wrapper.call, wrapped.id, file) and _is_unseen(wrapped, file, ())


def _is_given(value: ast.expr, name: str, file: FileView) -> bool:
    """Is it what a statement gives the variable of this name?"""
    statement = file.tree.parents[value]
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    return isinstance(statement.targets[0], ast.Name) and statement.targets[0].id == name


def _is_unseen(read: ast.Name, file: FileView, seen: tuple[ast.Name, ...]) -> bool:
    """Was the tensor made for this variable, and moved at most before this read? Nobody else has another handle."""
    variables = file.get(Variables)
    bindings = variables.reaching(read)
    if not bindings or read in seen:
        return False
    for binding in bindings:
        if binding.value is None or not isinstance(binding.node, ast.Name):
            return False
        reached = (other for other in variables.reached(binding.node) if other not in (read, *seen))
        if any(_moved(other, file) is None for other in reached):
            return False
        func = binding.value.func if isinstance(binding.value, ast.Call) else None
        source = func.value if isinstance(func, ast.Attribute) else None
        is_moved = isinstance(source, ast.Name) and _moved(source, file) is binding.value
        if not _is_fresh(binding.value, file) and not (
            is_moved and isinstance(source, ast.Name) and _is_unseen(source, file, (*seen, read))
        ):
            return False
    return True


def _moved(read: ast.Name, file: FileView) -> ast.Call | None:
    """The call of `x = x.cuda()` for its `x`."""
    method = file.tree.parents[read]
    call = file.tree.parents[method]
    if not isinstance(method, ast.Attribute) or method.attr not in _MOVING or not isinstance(call, ast.Call):
        return None
    return call if call.func is method and _is_given(call, read.id, file) else None


def _takes_requires_grad(call: ast.Call, file: FileView) -> bool:
    if keyword(call, "requires_grad") is not None or keyword(call, "out") is not None:
        return False
    if any(k.arg is None for k in call.keywords):
        return False
    name = file.qualified_name(call.func)
    if name is not None:
        return name.rpartition(".")[::2] in {("torch", factory) for factory in _FACTORIES}
    return isinstance(call.func, ast.Attribute) and call.func.attr in _NEW_FACTORIES and file.kind(call).is_tensor


def _is_fresh(node: ast.expr, file: FileView) -> bool:
    """Is it a tensor that the call has just made, so that there is no other handle on it?"""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in _MOVING and isinstance(node.func.value, ast.Call):
        return _is_fresh(node.func.value, file)
    prefix, _, name = (file.qualified_name(node.func) or "").rpartition(".")
    return prefix == "torch" and name in _FACTORIES | _FRESH and keyword(node, "requires_grad") is None


def _statement_without_effect(wrapper: _Wrapper, file: FileView) -> ast.stmt | None:
    """The statement `x = Variable(x)` or `x, y = Variable(x), Variable(y)`, of which nothing would be left."""
    tree = file.tree
    statement = tree.statement(wrapper.call)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    if isinstance(tree.parents[statement], ast.ClassDef):
        return None
    if tree.comment_behind(statement) or "#" in tree.source(statement):
        return None  # a comment would go, too
    written, values = _elements(statement.targets[0]), _elements(statement.value)
    if len(written) != len(values):
        return None
    if all(_is_itself(name, value, file) for name, value in zip(written, values, strict=True)):
        return statement
    return None


def _only_around(statement: ast.stmt, file: FileView) -> tuple[Target, ...]:
    """The statements around this one that do nothing without it: `with torch.no_grad():`, `if volatile:`."""
    found: list[Target] = []
    for up in file.tree.ancestors(statement):
        if isinstance(up, ast.With):
            if any(file.qualified_name(_callee(item)) not in _GRAD_BLOCKS for item in up.items):
                break
        elif not isinstance(up, ast.If) or not all(_is_only_read(part, file) for part in ast.walk(up.test)):
            break
        found.append(target(up))
    return tuple(found)


def _callee(item: ast.withitem) -> ast.expr:
    made = item.context_expr
    return made.func if isinstance(made, ast.Call) and not made.args and item.optional_vars is None else made


def _is_only_read(part: ast.AST, file: FileView) -> bool:
    """Can this part of a test not do anything?"""
    if isinstance(part, ast.Call):
        return file.qualified_name(part.func) == "torch.cuda.is_available"
    return not isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Subscript))


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is_itself(name: ast.expr, value: ast.expr, file: FileView) -> bool:
    """Is it `x` and `Variable(x)`, where the wrapper can go, or `x` and `x`?"""
    text = dotted(name)
    if text is None or not (isinstance(name, ast.Name) or text.startswith("self.")):
        return False
    if dotted(value) == text:
        return True
    if not isinstance(value, ast.Call):
        return False
    if file.qualified_name(value.func) not in _VARIABLE:
        return False
    wrapper = _read(value)
    if wrapper is None or wrapper.requires_grad is not None or not _can_be_dropped(wrapper, file):
        return False
    return dotted(wrapper.wrapped) == text
