"""What cuts an autograd graph off a value, what keeps it, and what writes a tensor out as text."""

from __future__ import annotations

import ast
import builtins
import re
import string

from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, dotted
from torchfix_codemods.analysis.tables.gradient_words import words_of
from torchfix_codemods.analysis.tables.torch_api import NEVER_TORCH, REDUCING_PAIRS, TENSOR_GIVES_OTHER, WITHOUT_GRAPH
from torchfix_codemods.analysis.tables.words import words

# What these give has no graph, and is the same whether gradients are on or off.
CUTTING_ATTRIBUTES = words("""
    data shape dtype device is_cuda ndim is_sparse layout names itemsize nbytes indices batch_sizes is_quantized
""")
# ... and these, read or handed on, are about the graph itself.
GRADIENT_ATTRIBUTES = words("grad grad_fn requires_grad backward register_hook retain_grad requires_grad_")
CUTTING_METHODS = (WITHOUT_GRAPH | TENSOR_GIVES_OTHER | words("numpy __array__ keys")) - words("""
    backward register_hook retain_grad storage untyped_storage
""")
CUTTING_BUILTINS = words("""
    int float bool len isinstance issubclass type id hasattr callable range hash all any bytes
""")
CUTTING_FUNCTIONS = (WITHOUT_GRAPH - words("new")) | words("""
    is_tensor save_image allclose equal numel make_grid assert_close assert_allclose is_complex isfinite one_hot
    size batched_nms nms
""")
_ARRAYS = words("np numpy ndarray nparray pil detach detached tolist")
# Values and their indices: only the values carry the graph.
PAIRS = REDUCING_PAIRS | words("topk sort kthvalue mode median cummax cummin max min")

# Methods that put their argument into the receiver, and those by which meters take a value in.
CONTAINERS = words("""
    append add extend insert appendleft extendleft setdefault put put_nowait push store enqueue remember record collect
    register_buffer register_parameter
""")
SAVING = words("torch.save pickle.dump pickle.dumps joblib.dump")
METERS = words("update")

# Packages of Python that hand values on as they are.
PASSING_ROOTS = words("""
    itertools copy copyreg functools collections random typing dataclasses argparse logging pickle sys struct threading
    multiprocessing
""")
_KNOWN_ROOTS = PASSING_ROOTS | {"torch", "torchvision"}

_LEARNERS = words("self agent learner trainer solver policy algo algorithm actor critic model net engine optimizer")
_LOG_METHODS = words("info debug warning warn error critical exception log write print")
_LOGGER = re.compile(r"(?:^|_)log(?:ger|ging|s)?\Z|\Atqdm\Z", re.I)
_PRINTS = re.compile(r"(?:^|_)(?:print|pprint|log|echo|display)(?:_|\Z)")
_SHOWING = words("str repr ascii")
_SHOWING_METHODS = words("set_postfix set_postfix_str set_description set_description_str writelines")
_PERCENT = re.compile(r"%(?:\(\w*\))?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?([diouxXeEfFgGcrsa%])")


def _is_print_call(tree: Tree, call: ast.Call) -> bool:
    """Is it `print(..)`, or a function whose name says that it prints?

    One whose result is used computes: `log_sum_exp(x)` and `log(x)` print nothing.
    """
    if not isinstance(call.func, ast.Name) or _PRINTS.search(call.func.id) is None:
        return False
    return isinstance(tree.parents[call], ast.Expr) or call.func.id in ("print", "pprint")


def shows_text(tree: Tree, call: ast.Call) -> bool:
    """Does the call print its arguments, or make text of them: `str(x)`, `bar.set_postfix(loss=x)`?"""
    if _is_print_call(tree, call):
        return True
    if isinstance(call.func, ast.Name):
        return call.func.id in _SHOWING and not tree.bindings(call.func)
    return callee_name(call) in _SHOWING_METHODS


def is_log_call(tree: Tree, call: ast.Call) -> bool:
    """Is it a call of a logger: `logging.info(..)`, `self.logger.debug(..)`, `tqdm.write(..)`?"""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _LOG_METHODS:
        return False
    receiver = (dotted(call.func.value) or callee_of(call.func.value)).rsplit(".", 1)[-1]
    return _LOGGER.search(receiver) is not None or (tree.qualified_name(call.func) or "").startswith("logging.")


def callee_of(node: ast.expr) -> str:
    return callee_name(node) if isinstance(node, ast.Call) else ""


def shows_number(template: ast.expr, place: int | str | None) -> bool:
    """Does a format string write the argument at `place` as a number? Only for strings that can be read.

    `place` is a position or a keyword; None means that all its fields have to be numbers.
    """
    text = _text(template)
    if text is None:
        return False
    percent = [kind for kind in _PERCENT.findall(text) if kind != "%"]
    if percent:
        chosen = percent if not isinstance(place, int) or place >= len(percent) else [percent[place]]
        return all(kind not in "rsac" for kind in chosen)
    return _braces_show_number(text, place)


def _text(template: ast.expr) -> str | None:
    if isinstance(template, ast.Constant) and isinstance(template.value, str):
        return template.value
    if isinstance(template, ast.BinOp) and isinstance(template.op, ast.Add):
        left, right = _text(template.left), _text(template.right)
        return None if left is None or right is None else left + right
    return None


def _braces_show_number(text: str, place: int | str | None) -> bool:
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return False
    shown: list[bool] = []
    fields = [(name, spec or "", conversion) for _, name, spec, conversion in parts if name is not None]
    for number, (name, spec, conversion) in enumerate(fields):
        root = re.split(r"[.\[]", name)[0]
        if place is None or root == str(place) or (root == "" and number == place):
            shown.append(bool(spec) and not conversion and not spec.endswith("s"))
    return bool(shown) and all(shown)


def is_end(root: str, name: str) -> bool:
    """Does a function of this package give nothing with a graph?"""
    if root in ("torch", "torchvision"):
        return name in CUTTING_FUNCTIONS
    return root in NEVER_TORCH and root not in PASSING_ROOTS


def is_known(tree: Tree, call: ast.Call, root: str) -> bool:
    """Is it a function of torch or Python, whose work is known, or one that logs numbers?"""
    if root in _KNOWN_ROOTS or callee_name(call).startswith("add_scalar"):
        return True
    return isinstance(call.func, ast.Name) and not tree.bindings(call.func) and hasattr(builtins, call.func.id)


def is_callback(tree: Tree, call: ast.Call) -> bool:
    """Is it a function that the caller handed in, called for what it does: `callback(output)`, whose answer is dropped?

    It may keep what it gets, or run a backward pass over it.
    """
    if not isinstance(call.func, ast.Name) or not isinstance(tree.parents[call], ast.Expr):
        return False
    return any(isinstance(binding.node, ast.arg) for binding in tree.bindings(call.func))


def says_array(name: str) -> bool:
    """Does a function of this name give an array, or something else without a graph: `to_np(x)`?"""
    return not _ARRAYS.isdisjoint(words_of(name))


def may_train(receiver: ast.expr, name: str) -> bool:
    """Is it `agent.update(loss)` or `engine.step(loss)`, which may run a backward pass on what they get?"""
    last = (dotted(receiver) or callee_of(receiver)).rsplit(".", 1)[-1]
    if name == "step":
        return re.search(r"sched|plateau|env", last, re.I) is None
    return name in METERS and not _LEARNERS.isdisjoint(words_of(last))


def moves_to_host(node: ast.expr) -> bool:
    """Is it `x.cpu()` or `x.to("cpu")`?"""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr == "to":
        return any(isinstance(argument, ast.Constant) and argument.value == "cpu" for argument in node.args)
    return node.func.attr == "cpu"


def is_pair(node: ast.expr) -> bool:
    """Does the call give values together with their indices: `out.max(1)`, `torch.topk(out, 5)`?"""
    return isinstance(node, ast.Call) and callee_name(node) in PAIRS


def takes_index(subscript: ast.Subscript) -> bool:
    """Does it take the indices out of such a pair?"""
    key = subscript.slice
    if not is_pair(subscript.value):
        return False
    if isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.USub):
        return isinstance(key.operand, ast.Constant) and key.operand.value == 1
    return isinstance(key, ast.Constant) and key.value == 1


def part_of_loop(tree: Tree, call: ast.Call, index: int | str) -> ast.expr | None:
    """`for i, x in enumerate(xs)`, `for x, y in zip(xs, ys)`: the target for what is passed at `index`."""
    loop = tree.parents[call]
    place = 1 if callee_name(call) == "enumerate" else index
    if callee_name(call) not in ("enumerate", "zip") or not isinstance(loop, (ast.For, ast.comprehension)):
        return None
    targets = loop.target.elts if isinstance(loop.target, (ast.Tuple, ast.List)) else []
    return targets[place] if isinstance(place, int) and place < len(targets) else None


def carrying(target: ast.Tuple | ast.List, value: ast.expr) -> list[ast.expr]:
    """The targets that get a part with a graph."""
    if is_pair(value) and len(target.elts) == 2:
        return target.elts[:1]
    if isinstance(value, ast.Call) and callee_name(value) in ("items", "enumerate") and len(target.elts) == 2:
        return target.elts[1:]
    return target.elts
