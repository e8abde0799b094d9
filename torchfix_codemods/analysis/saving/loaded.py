"""What the content of a loaded file is used for, as far as the file shows: weights, a model, tensors, plain values.

This decides where the content may lie: `load_state_dict` copies into parameters wherever they are, a tensor that is
multiplied with others has to be where they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence, Inferred, Kind
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name, keyword
from torchfix_codemods.analysis.tables.torch_api import (
    NO_MODULES,
    ONLY_MODULES_CALL,
    TENSOR_CLASSES,
    TENSOR_GIVES_OTHER,
    TORCH_GIVES_OTHER,
    WRAPPERS,
    is_tensor_method,
)
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.device_values import NAMESPACES
from torchfix_codemods.analysis.values.held_parts import ANY
from torchfix_codemods.analysis.values.uses import How, Use, uses_of


class Role(str, Enum):
    """What one use says about the device of the used part."""

    FEEDS = "feeds"  # copied into parameters or optimizer state, wherever those are
    COPIED = "copied"  # by `copy_`, into a tensor wherever that is
    ON_CPU = "on the CPU"  # a random number generator's state, or what only takes tensors of the CPU
    TAKEN = "taken"  # by the `load_state_dict` of a class that is no part of torch, which may keep the tensors
    ADOPTED = "adopted"  # `load_state_dict(.., assign=True)`: the module takes over the tensors themselves
    MODEL = "model"
    MOVED = "moved"  # `.cuda()`, `.to(..)`
    TENSOR = "tensor"
    PLAIN = "plain"  # numbers, text, options; or a use that does not depend on the device
    UNPACKED = "unpacked"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Judged:
    """A use, its role, and a clause that says it ("feeds `net.load_state_dict`")."""

    use: Use
    role: Role
    text: str

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.use.line, self.text)


# A key names a plain value if it ends in one of these words ("best_acc1", "model_args") ...
_PLAIN_WORDS = words("""
    acc accuracy arch arg args argument arguments auc best bleu cer cfg class classes conf config
    configuration count date dropout epoch epochs error errors fscore hash history hparams hyper
    hyperparameters info iter iteration iterations iters itos kwargs lang log logger loss losses lr metadata
    meter meters metric metrics mode monitor msgs name names niter opt option options opts patience perplexity
    ppl prec precision psnr rate recall recorder score scores seed session settings start step steps stoi time
    title token tokens type updates val version vocab vocabulary wer word
""")
# ... or if one of these, which count or measure something, stands anywhere in it.
_COUNTING_WORDS = words("""
    dim dims num n size sizes ndim nhead nlayers nhidden ntokens nclasses width idx2word word2idx word2id
""")
_WORD = re.compile(r"[A-Z]?[a-z]+(?:2[a-z]+)?|[A-Z]+")

# Calls by their last name, whatever they belong to.
_RANDOM_CALLS = words("set_rng_state set_rng_state_all set_state")
_SHOWING_CALLS = words("print pprint info debug warning warn error log write format join set_description set_postfix")
_PLAIN_CALLS = words("""
    int float bool str len range min max abs round isinstance issubclass hasattr type id repr vars any all setstate
    is_tensor is_storage callable Namespace add_scalar tqdm trange
""")
_PLAIN_PREFIXES = ("math.", "numpy.", "json.", "random.", "logging.", "os.", "pprint.")
_PLAIN_METHODS = (TENSOR_GIVES_OTHER - {"backward", "register_hook"}) | words("""
    keys clear startswith endswith replace split rsplit partition strip lstrip rstrip lower upper format join encode
    decode index count find has_key remove sort numpy tolist item cpu update pin_memory __contains__
""")
_PLAIN_ATTRIBUTES = words("shape dtype ndim is_cuda device requires_grad __class__ names")
_MODEL_METHODS = ONLY_MODULES_CALL | {"eval", "train", "load_state_dict", "forward", "apply", "zero_grad"}
_MODEL_FUNCTIONS = frozenset({"torch.compile", "torch.jit.script", "torch.jit.trace", "torch.onnx.export"})
_MOVING_METHODS = frozenset({"cuda", "to", "xpu"})
_TENSOR_ATTRIBUTES = frozenset({"T", "grad", "mT"})
_PARAMETER_ENDS = frozenset({"data", "weight", "bias"})


def judge(
    tree: Tree,
    uses: Sequence[Use],
    kind: Callable[[ast.expr], Inferred],
    takes: Callable[[ast.expr], bool] | None = None,
    acts: Callable[[ast.expr], bool] | None = None,
) -> list[Judged]:
    """The role of each use of a loaded file's content, in the order given.

    `kind` says what an expression is, `takes` whether an object can be one whose own class, of any file, loads states,
    `acts` whether it can be one that does more than to hold options.
    """
    judged = []
    for use in uses:
        role = _role(tree, use, kind)
        if role is Role.FEEDS and takes is not None and _receiver_takes(use.node, takes):
            role = Role.TAKEN
        is_kept = role is Role.PLAIN and use.how is How.STORED and not is_plain_key(use.path)
        if is_kept and acts is not None and isinstance(use.part, ast.Attribute) and acts(use.part.value):
            role = Role.UNKNOWN
        judged.append(Judged(use, role, _text(tree, use, role)))
        if use.how is How.METHOD and use.name in _MOVING_METHODS:
            judged += [model for model in _after_move(tree, use, kind) if model.role is Role.MODEL]
    return judged


def _after_move(tree: Tree, use: Use, kind: Callable[[ast.expr], Inferred]) -> list[Judged]:
    """What is done with the moved part. A tensor may be anything by then, a model keeps tensors that do not move."""
    assert isinstance(use.node, ast.Call)
    later = [replace(one, path=(*use.path, *one.path)) for one in uses_of(tree, use.node)]
    return judge(tree, [one for one in later if one.node is not use.node], kind)


def _role(tree: Tree, use: Use, kind: Callable[[ast.expr], Inferred]) -> Role:
    role = _ROLES[use.how](tree, use) if use.how in _ROLES else Role.UNKNOWN
    if role is Role.FEEDS and _is_own_class(use.node, kind):
        return Role.TAKEN
    if is_plain_key(use.path) and (role is Role.UNKNOWN or (role is Role.TENSOR and use.how is How.ARGUMENT)):
        return Role.PLAIN
    if role is Role.MOVED and use.path:
        return Role.PLAIN  # wherever it was, it is moved before it is used
    return role


def _receiver_takes(call: ast.AST, takes: Callable[[ast.expr], bool]) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and takes(call.func.value)


def _is_own_class(call: ast.AST, kind: Callable[[ast.expr], Inferred]) -> bool:
    """Is the receiver of a call an instance of a class that is known and no part of torch?"""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    receiver = kind(call.func.value)
    own = receiver.qualified is not None and not receiver.qualified.startswith("torch.")
    return receiver.kind is Kind.OTHER and receiver.certainty is Certainty.EVIDENCE and own


def is_plain_key(path: tuple[str, ...]) -> bool:
    """Do the keys that lead to a part say that it is a number, a text or options?"""
    for key in path:
        words = [word.lower() for word in _WORD.findall(key)]
        if words and (words[-1] in _PLAIN_WORDS or not _COUNTING_WORDS.isdisjoint(words)):
            return key != "state_dict"
    return False


def _holds_tensors(path: tuple[str, ...]) -> bool:
    """Is the part the whole content, or any entry of it?"""
    return all(key == ANY for key in path)


def _argument(tree: Tree, use: Use) -> Role:
    last = use.name.rsplit(".", 1)[-1]
    assert isinstance(use.node, ast.Call)
    if "load_state_dict" in last or (last == "from_pretrained" and use.argument == "state_dict"):
        assign = keyword(use.node, "assign")
        off = assign is None or (isinstance(assign.value, ast.Constant) and not assign.value.value)
        return Role.FEEDS if off else Role.ADOPTED
    if last == "copy_" and use.argument == 0:
        return Role.COPIED
    if last in _RANDOM_CALLS and not use.name.startswith(("numpy.", "np.")):
        return Role.ON_CPU
    if last in _SHOWING_CALLS:
        # A tensor's text names its device.
        return Role.UNKNOWN if _holds_tensors(use.path) else Role.PLAIN
    if last in _PLAIN_CALLS or use.name.startswith(_PLAIN_PREFIXES):
        return Role.PLAIN
    if not use.name.startswith("torch.") or use.name.startswith(("torch.save", "torch.utils.")):
        return Role.UNKNOWN
    if last == "from_numpy":
        return Role.PLAIN  # it is an array
    if last in TENSOR_CLASSES and not use.name.startswith("torch.cuda."):
        return Role.ON_CPU
    if use.name in _MODEL_FUNCTIONS or last in WRAPPERS:
        return Role.MODEL
    makes_layer = use.name.startswith("torch.nn.") and last[:1].isupper() and last not in NO_MODULES
    return Role.PLAIN if last in TORCH_GIVES_OTHER or (makes_layer and use.path) else Role.TENSOR


def _method(tree: Tree, use: Use) -> Role:
    if use.name in _MOVING_METHODS:
        return Role.MOVED
    if use.name in _MODEL_METHODS:
        return Role.MODEL
    if use.name in _PLAIN_METHODS:
        return Role.PLAIN
    return Role.TENSOR if is_tensor_method(use.name) else Role.UNKNOWN


def _attribute(tree: Tree, use: Use) -> Role:
    if use.name in _PLAIN_ATTRIBUTES:
        return Role.PLAIN
    if use.name == "module":
        return Role.MODEL
    return Role.TENSOR if use.name in _TENSOR_ATTRIBUTES else Role.UNKNOWN


def _operand(tree: Tree, use: Use) -> Role:
    if is_plain_key(use.path):
        return Role.PLAIN
    node = use.node
    if isinstance(node, ast.BinOp):
        other = node.right if node.left is use.part else node.left
        if isinstance(node.left, (ast.Constant, ast.JoinedStr)) and isinstance(node.op, ast.Mod):
            return Role.UNKNOWN if _holds_tensors(use.path) else Role.PLAIN
        if _is_plain_operand(other):
            return Role.PLAIN if use.path else Role.TENSOR
    return Role.TENSOR


def _is_plain_operand(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _PLAIN_CALLS
    return isinstance(node, (ast.Constant, ast.UnaryOp, ast.JoinedStr))


def _compared(tree: Tree, use: Use) -> Role:
    return Role.PLAIN


def _formatted(tree: Tree, use: Use) -> Role:
    return Role.UNKNOWN if _holds_tensors(use.path) else Role.PLAIN


def _stored(tree: Tree, use: Use) -> Role:
    """`weight.data[:n] = value` copies; anything else keeps the value for readers who are not seen."""
    place = use.part
    if isinstance(place, ast.Subscript) and isinstance(place.value, ast.Attribute):
        parts = place.slice.elts if isinstance(place.slice, ast.Tuple) else [place.slice]
        if place.value.attr in _PARAMETER_ENDS and all(isinstance(part, (ast.Slice, ast.Constant)) for part in parts):
            return Role.COPIED
    kept_as_option = use.name.split(".")[0] in NAMESPACES and isinstance(place, ast.Attribute)
    return Role.PLAIN if kept_as_option and use.path else Role.UNKNOWN


def _discarded(tree: Tree, use: Use) -> Role:
    return Role.PLAIN


def _called(tree: Tree, use: Use) -> Role:
    return Role.MODEL


def _unpacked(tree: Tree, use: Use) -> Role:
    return Role.PLAIN if use.path else Role.UNPACKED


_ROLES = {
    How.ARGUMENT: _argument,
    How.METHOD: _method,
    How.ATTRIBUTE: _attribute,
    How.OPERAND: _operand,
    How.INDEX: _compared,  # an index on the CPU serves tensors everywhere
    How.COMPARED: _compared,
    How.TESTED: _compared,
    How.FORMATTED: _formatted,
    How.STORED: _stored,
    How.DISCARDED: _discarded,
    How.CALLED: _called,
    How.UNPACKED: _unpacked,
}


def _text(tree: Tree, use: Use, role: Role) -> str:
    """A clause without a subject."""
    what = _short(tree, use.node)
    if role is Role.PLAIN and use.name in _MOVING_METHODS:
        return f"is moved before it is used (`{what}`)"
    if role is Role.PLAIN:
        return f"is read for plain values only (`{what}`)"
    if use.how is How.ARGUMENT:
        return _argument_text(tree, use, role)
    if role is Role.COPIED:
        return f"is copied into `{_short(tree, use.part)}`"
    if role is Role.MODEL:
        return f"is used as a model (`{what}`)"
    if role is Role.TENSOR:
        return f"is used as a tensor (`{what}`)"
    if role is Role.MOVED:
        return f"is moved as a whole (`{what}`)"
    texts = {
        How.RETURNED: f"is returned by `{use.name}`" if use.name else "is returned",
        How.YIELDED: "is yielded",
        How.STORED: f"is kept in `{use.name or what}`",
        How.UNPACKED: "is unpacked",
        How.FORMATTED: "is printed, and the text of a tensor names its device",
        How.OPERAND: "is printed, and the text of a tensor names its device",
        How.ATTRIBUTE: f"is an object whose `.{use.name}` is used",
        How.SET_ATTRIBUTE: f"is an object whose `.{use.name}` is set",
        How.METHOD: f"is an object whose `.{use.name}()` is called",
    }
    return texts.get(use.how, f"is used in `{what}`")


def _argument_text(tree: Tree, use: Use, role: Role) -> str:
    assert isinstance(use.node, ast.Call)
    called = _short(tree, use.node.func)
    if role is Role.FEEDS:
        return f"feeds `{called}`"
    if role is Role.TAKEN:
        return f"feeds `{called}`, and that class has one of its own"
    if role is Role.ADOPTED:
        return f"becomes the parameters themselves in `{called}(.., assign=True)`"
    if role is Role.COPIED:
        return f"is copied by `{called}`"
    if role is Role.ON_CPU and use.name.startswith("torch.") and callee_name(use.node) in TENSOR_CLASSES:
        return f"is given to `{called}`, which takes tensors of the CPU"
    if role is Role.ON_CPU:
        return f"sets the random state with `{called}`"
    if role in (Role.TENSOR, Role.MODEL):
        return f"is used as a {role.value} by `{called}`"
    if use.name == "torch.save":
        return f"is saved again by `{called}`, and a file names the devices of its tensors"
    if callee_name(use.node) in _SHOWING_CALLS:
        return f"is printed by `{called}`, and the text of a tensor names its device"
    return f"is passed to `{called}`"


def _short(tree: Tree, node: ast.AST) -> str:
    """The text of a node on one line, cut where it gets long."""
    if not isinstance(node, (ast.expr, ast.stmt)):
        return type(node).__name__
    text = " ".join(tree.source(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
