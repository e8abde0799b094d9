"""What a value that somebody calls a device is worth: made from CUDA, the CPU, one numbered GPU, or something else."""

from __future__ import annotations

import ast
import re
from enum import Enum
from functools import cached_property

from torchfix_codemods.analysis.syntax.arguments import default_of
from torchfix_codemods.analysis.syntax.assignments import Way
from torchfix_codemods.analysis.syntax.functions import handed_back
from torchfix_codemods.analysis.syntax.memory import followed
from torchfix_codemods.analysis.syntax.tree import Function, Scope, Tree, callee_name, dotted, keyword

NAMESPACES = frozenset(
    {
        "args", "arg", "arguments", "cfg", "conf", "config", "flags", "FLAGS", "hparams", "hps", "namespace", "opt",
        "option", "options", "opts", "params",
    }
)  # fmt: skip
_DEVICE_TEXT = re.compile(r"(cuda|cpu|mps|xpu|hpu|meta)(:\d+)?\Z")
_CHOOSE_GPU = frozenset({"torch.cuda.set_device", "torch.cuda.device", "torch.cuda.device_of"})
_INTEGERS = frozenset({"int", "Optional[int]", "int | None"})


class Worth(Enum):
    """What `x.to(value)` would do, compared to `x.cuda()`."""

    CUDA = "made from CUDA"  # the current GPU, or the CPU where there is none or the user asked for it
    NAMED = "a device by its name"  # a parameter, an attribute of the options
    CPU = "the CPU"
    INDEXED = "one numbered GPU"
    UNSEEN = "something that this line does not show"
    NONE = "None"  # `.to(None)` does nothing
    OTHER = "no device"


def text_worth(text: str, *, numbers_matter: bool) -> Worth:
    """What a device string is worth. `numbers_matter`: this file chooses the current GPU, so that 0 need not be it."""
    if text == "cuda" or (text == "cuda:0" and not numbers_matter):
        return Worth.CUDA
    if text.startswith("cuda:"):
        return Worth.INDEXED
    return Worth.CPU if text == "cpu" else Worth.OTHER


class DeviceValues:
    """Judges the expressions of one file. `expression` is the right-hand side of device lines that the tool writes."""

    def __init__(self, tree: Tree, expression: str) -> None:
        self.tree = tree
        self.expression = _normal(expression)
        self.numbers_matter = any(tree.qualified_name(call.func) in _CHOOSE_GPU for call in tree.nodes(ast.Call))

    @cached_property
    def no_devices(self) -> set[str]:
        """Dotted names that the file compares with something that is no device: `device == "gpu"`, `device >= 0`."""
        found: set[str] = set()
        for test in self.tree.nodes(ast.Compare):
            sides = [test.left, *test.comparators]
            if any(_is_no_device(side) for side in sides):
                found.update(name for name in map(dotted, sides) if name is not None)
        return found

    @cached_property
    def _given_no_device(self) -> set[tuple[str, str]]:
        """The functions and parameters that calls in the file give a number, or a text that is no device."""
        found: set[tuple[str, str]] = set()
        definitions: list[Function] = [*self.tree.nodes(ast.FunctionDef), *self.tree.nodes(ast.AsyncFunctionDef)]
        functions = {function.name: function for function in definitions}
        for call in self.tree.nodes(ast.Call):
            name = callee_name(call)
            if name in functions:
                found.update((name, k.arg) for k in call.keywords if k.arg and _is_no_device(k.value))
                pairs = zip(functions[name].args.args, call.args, strict=False)
                found.update((name, parameter.arg) for parameter, value in pairs if _is_no_device(value))
        return found

    def worth(self, value: ast.expr | None) -> Worth:
        """What this expression is worth as a device."""
        return Worth.UNSEEN if value is None else self._worth(value)

    @followed(Worth.UNSEEN)
    def _worth(self, value: ast.expr) -> Worth:
        if isinstance(value, ast.Constant):
            return self._constant(value)
        if isinstance(value, (ast.IfExp, ast.BoolOp)):
            return self._choice(value)
        if isinstance(value, ast.Call):
            return self._call(value)
        if isinstance(value, (ast.JoinedStr, ast.BinOp)):
            return Worth.INDEXED if _first_text(value).startswith("cuda") else Worth.OTHER
        if isinstance(value, ast.Attribute):
            return self._attribute(value)
        if isinstance(value, ast.Name):
            return self._name(value)
        return Worth.OTHER

    def _constant(self, value: ast.Constant) -> Worth:
        if value.value is None:
            return Worth.NONE
        if isinstance(value.value, str):
            return text_worth(value.value, numbers_matter=self.numbers_matter)
        return Worth.OTHER

    def _choice(self, value: ast.IfExp | ast.BoolOp) -> Worth:
        if _normal(ast.unparse(value)) == self.expression:
            return Worth.CUDA
        parts = value.values if isinstance(value, ast.BoolOp) else [value.body, value.orelse]
        return join([self.worth(part) for part in parts])

    def _call(self, call: ast.Call) -> Worth:
        if _normal(ast.unparse(call)) == self.expression:
            return Worth.CUDA
        if (inner := handed_back(self.tree, call)) is not call:
            return self.worth(inner)
        name = self.tree.qualified_name(call.func) or dotted(call.func) or ""
        if name in ("torch.cuda.current_device", "torch.accelerator.current_accelerator"):
            return Worth.CUDA
        if name == "torch.device":
            return self._torch_device(call)
        if callee_name(call) == "format" and isinstance(call.func, ast.Attribute):
            return Worth.INDEXED if _first_text(call.func.value).startswith("cuda") else Worth.OTHER
        return Worth.UNSEEN if "device" in name.rsplit(".", 1)[-1].lower() else Worth.OTHER

    def _torch_device(self, call: ast.Call) -> Worth:
        kind = call.args[0] if call.args else getattr(keyword(call, "type"), "value", None)
        index = call.args[1] if len(call.args) > 1 else getattr(keyword(call, "index"), "value", None)
        if isinstance(kind, ast.Constant) and isinstance(kind.value, int):
            return Worth.INDEXED
        worth = self.worth(kind)
        if index is not None and worth is Worth.CUDA:
            zero = isinstance(index, ast.Constant) and index.value == 0
            return Worth.CUDA if zero and not self.numbers_matter else Worth.INDEXED
        # A torch.device is a device, whatever it was made from.
        return Worth.UNSEEN if worth in (Worth.OTHER, Worth.NONE) else worth

    def _attribute(self, value: ast.Attribute) -> Worth:
        if value.attr != "device":
            return Worth.OTHER
        holder = dotted(value.value)
        if holder in NAMESPACES and self.option is not None:
            return self.option_worth(self.option)
        named = holder is not None and (holder == "self" or holder.rsplit(".", 1)[-1].lower() in NAMESPACES)
        return Worth.NAMED if named else Worth.UNSEEN

    @cached_property
    def option(self) -> ast.Call | None:
        """The call that defines an option `--device`."""
        for call in self.tree.nodes(ast.Call):
            texts = [a.value for a in call.args if isinstance(a, ast.Constant)]
            if callee_name(call) == "add_argument" and {"--device", "-device", "device"} & set(texts):
                return call
        return None

    def option_worth(self, call: ast.Call) -> Worth:
        """What an option is worth, by its type and default."""
        kind = keyword(call, "type")
        if kind is not None and ast.unparse(kind.value) not in ("str", "torch.device"):
            return Worth.OTHER
        default = keyword(call, "default")
        if default is not None:
            return self.worth(default.value)
        required = keyword(call, "required")
        positional = any(isinstance(a, ast.Constant) and a.value == "device" for a in call.args)
        given = required is not None and ast.unparse(required.value) == "True"
        return Worth.NAMED if positional or given else Worth.NONE

    def _name(self, name: ast.Name) -> Worth:
        scope = self.tree.scope(name).lookup(name.id)
        if scope is None:
            return Worth.OTHER
        bindings = [binding for binding in scope.bindings[name.id] if binding.value is not name]
        return join([self.binding_worth(scope, name.id, index) for index in range(len(bindings))])

    def binding_worth(self, scope: Scope, name: str, index: int) -> Worth:
        """What the variable `name` of `scope` is worth after its binding number `index`."""
        binding = scope.bindings[name][index]
        if isinstance(binding.node, ast.arg):
            return self._parameter(binding.node, binding.statement)
        if isinstance(binding.node, ast.alias):
            imported = self.tree.imported.get(name, "")
            return Worth.OTHER if imported.split(".")[0] in ("torch", "numba", "") else Worth.UNSEEN
        if binding.value is not None:
            return self.worth(binding.value)
        part = self.tree.assigned.at(binding.node)
        return Worth.UNSEEN if part is not None and part.way is Way.GIVEN else Worth.OTHER

    def _parameter(self, parameter: ast.arg, function: ast.AST) -> Worth:
        arguments = getattr(function, "args", None)
        if not isinstance(arguments, ast.arguments) or parameter in (arguments.vararg, arguments.kwarg):
            return Worth.OTHER
        if parameter.annotation is not None and ast.unparse(parameter.annotation) in _INTEGERS:
            return Worth.OTHER
        if (getattr(function, "name", ""), parameter.arg) in self._given_no_device:
            return Worth.OTHER
        default = default_of(arguments, parameter)
        if default is None:
            return Worth.NAMED if "device" in parameter.arg.lower() else Worth.UNSEEN
        worth = self.worth(default)
        return Worth.NAMED if worth in (Worth.UNSEEN, Worth.INDEXED) else worth


def _is_no_device(value: ast.expr) -> bool:
    """A number, or a text that is no device: `device >= 0`, `device == "gpu"`."""
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if not isinstance(value, ast.Constant) or isinstance(value.value, bool):
        return False
    return isinstance(value.value, int) or (isinstance(value.value, str) and not _DEVICE_TEXT.match(value.value))


def join(worths: list[Worth]) -> Worth:
    """What a value is worth that may be any of these."""
    for worth in (Worth.OTHER, Worth.CUDA, Worth.INDEXED, Worth.NAMED, Worth.UNSEEN, Worth.CPU):
        if worth in worths:
            return worth
    return Worth.NONE


def _first_text(value: ast.expr) -> str:
    """The text that a built-up string begins with."""
    while isinstance(value, ast.BinOp):
        value = value.left
    if isinstance(value, ast.JoinedStr):
        value = value.values[0] if value.values else value
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _normal(expression: str) -> str:
    """An expression in one spelling, so that quotes and spaces do not matter."""
    try:
        return ast.unparse(ast.parse(expression, mode="eval"))
    except SyntaxError:
        return expression
