"""What calling an imported name gives: torch, numpy, torchvision, and classes of other files."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_loaders import data_set, loader, transform
from torchfix_codemods.analysis.inference.infer_names import looks_like_module
from torchfix_codemods.analysis.inference.infer_state import Knowledge
from torchfix_codemods.analysis.inference.infer_values import (
    NOTHING,
    Value,
    What,
    join_graphs,
    known,
    like,
    sequence,
    tensor,
    tuple_of,
)
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.syntax.tree import has_star_arguments, keyword
from torchfix_codemods.analysis.tables import torch_api
from torchfix_codemods.analysis.tables.torch_names import FUNCTIONAL

_SAME_AS_FIRST = frozenset(
    {"deepcopy", "copy", "tqdm", "trange", "weight_norm", "remove_weight_norm", "spectral_norm", "script"}
)

_PRETRAINED = frozenset({"transformers", "pytorch_transformers", "pytorch_pretrained_bert"})


def named_call(name: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    """What a call of the imported `name` gives."""
    root, last = name.split(".")[0], name.rsplit(".", 1)[-1]
    if root == "torch":
        return _torch(name, last, node, args, know)
    if root in ("torchvision", "timm", "torchaudio"):
        return _vision(name, last, node, args, know)
    if last in ("deepcopy", "copy", "tqdm") and args:
        return args[0]
    if root == "math":
        return known(What.NUMBER, node.lineno, f"`{name}` gives a number")
    if root == "numpy":
        return known(What.ARRAY, node.lineno, f"`{last}` is numpy's")
    if last in ("Mock", "MagicMock") or root in ("mock", "mocker"):
        return known(What.OTHER, node.lineno, "it is a mock", torch_api.MOCK)
    if root in torch_api.NEVER_TORCH:
        return known(What.OTHER, node.lineno, f"`{name}` is no torch function")
    return _project(name, last, node, args, know)


def _project(name: str, last: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    line = node.lineno
    names = know.names
    if names.imported_module_class(name):
        return known(What.MODULE, line, f"`{last}` derives from torch.nn.Module", name)
    if names.is_project_plain(name):
        return known(What.OTHER, line, f"`{last}` is no torch class", name)
    if last == "DataLoader":
        return Value(What.LOADER, Certainty.CONVENTION, line, f"`{last}(..)`")
    if last in torch_api.BUILDERS and names.imported_module_class(name.rpartition(".")[0]):
        return known(What.MODULE, line, f"`{last}(..)` of a torch module", name.rpartition(".")[0])
    if last == "from_pretrained" and "." in name:
        owner = name.rsplit(".", 2)[-2]
        if owner.endswith(("Model", "LMHeadModel")) or "ForSequence" in owner or "ForCausal" in owner:
            certainty = Certainty.EVIDENCE if name.split(".")[0] in _PRETRAINED else Certainty.CONVENTION
            return Value(What.MODULE, certainty, line, f"`{owner}.from_pretrained(..)` returns a module")
        return NOTHING
    if last[:1].isupper():
        if last.endswith(("Dataset", "Config", "Namespace", "Parser", "Tokenizer", "Logger", "Writer")):
            return Value(What.OTHER, Certainty.CONVENTION, line, f"it is a `{last}`")
        if looks_like_module(last):
            return Value(What.MODULE, Certainty.CONVENTION, line, f"it is a `{last}`", name=name)
        return Value(name=name)  # whatever it is, it is of this class
    return NOTHING


def _vision(name: str, last: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    line = node.lineno
    if name.startswith("torchvision.models.") and "Weights" not in name:
        return known(What.MODULE, line, f"`{name}(..)` returns a module", name)
    if name == "timm.create_model" or name == "timm.models.create_model":
        return known(What.MODULE, line, f"`{name}(..)` returns a module", name)
    if name.startswith("torchvision.ops.") and name.count(".") == 2 and not last[:1].isupper():
        return tensor(line, f"`{name}(..)` returns a tensor")
    if name == "torchvision.utils.make_grid":
        return tensor(line, f"`{name}(..)` returns a tensor", Graph.NO)
    if name.startswith("torchvision.datasets."):
        return data_set(name, node, args, know)
    if name.startswith("torchvision.transforms."):
        return transform(name, node)
    return NOTHING


def _torch(name: str, last: str, node: ast.Call, args: list[Value], know: Knowledge) -> Value:
    line = node.lineno
    text = f"`{name}(..)` returns a tensor"
    upper = last[:1].isupper()
    if last in torch_api.KINDS_OF_TENSORS | torch_api.TENSOR_CLASSES:
        return _made(name, last, node, args)
    if name.startswith("torch.nn."):
        return _torch_nn(name, last, node, args)
    if name.startswith(("torch.fft.", "torch.special.")):
        return tensor(line, text, join_graphs(args[:1]))
    if name.startswith("torch.linalg."):
        return _linalg(last, node, args, text)
    if name.startswith("torch.optim"):
        if not upper:
            return NOTHING
        what = What.OTHER if name.startswith(("torch.optim.lr_scheduler", "torch.optim.swa_utils")) else What.OPTIMIZER
        if last == "AveragedModel":
            what = What.MODULE
        return known(what, line, f"`{name}(..)`", name)
    if last == "DataLoader":
        return loader(name, node, args, know)
    if name.startswith("torch.utils.data."):
        return data_set(name, node, args, know)
    if name in ("torch.jit.load", "torch.jit.script", "torch.jit.trace"):
        if name.endswith("load") or (args and args[0].what is What.MODULE):
            return known(What.MODULE, line, f"`{name}(..)` returns a module", name)
        return NOTHING
    if name == "torch.compile" and args and args[0].what is What.MODULE:
        return args[0]
    if name == "torch.hub.load":
        return Value(What.MODULE, Certainty.CONVENTION, line, "`torch.hub.load(..)` usually returns a module")
    if name == "torch.autograd.grad":
        return sequence(tensor(line, "`torch.autograd.grad(..)` returns tensors"))
    if name.startswith("torch.cuda.") and last in ("device_count", "is_available", "Stream", "Event", "current_device"):
        return known(What.OTHER, line, f"`{name}(..)` is no tensor")
    if name.count(".") == 1:
        return _top_level(name, last, node, args)
    return NOTHING


def _made(name: str, last: str, node: ast.Call, args: list[Value]) -> Value:
    """What calling a class of tensors gives."""
    line = node.lineno
    if not torch_api.is_tensor_class(name, torch_api.KINDS_OF_TENSORS | torch_api.TENSOR_CLASSES):
        return NOTHING
    if last == "Variable":
        graph = _asked_graph(node) if len(node.args) == 1 or node.keywords else Graph.UNKNOWN
        return tensor(line, "`Variable(..)` is a tensor", graph, scalar=bool(args) and args[0].scalar)
    if last in torch_api.TENSOR_CLASSES:
        return tensor(line, f"`{last}(..)` is a tensor", Graph.NO)
    frozen = last == "Buffer" or _is_false(node, "requires_grad")
    return tensor(line, f"`{last}(..)` is a tensor", Graph.NO if frozen else Graph.YES)


def _torch_nn(name: str, last: str, node: ast.Call, args: list[Value]) -> Value:
    line = node.lineno
    if name.startswith("torch.nn.functional."):
        return _functional(name, last, node, args)
    if last == "calculate_gain":
        return known(What.NUMBER, line, "a gain is a number")
    if name.startswith("torch.nn.init."):
        return args[0] if args and args[0].what is What.TENSOR else tensor(line, f"`{name}(..)` returns its tensor")
    if name.startswith("torch.nn.utils."):
        return _nn_utils(name, last, node, args)
    if not last[:1].isupper() or name.startswith("torch.nn.parallel.scatter"):
        return NOTHING
    if last in torch_api.NO_MODULES:
        return known(What.OTHER, line, f"`{last}` holds parameters", name)
    module = known(What.MODULE, line, f"`{name}` is a torch module", name)
    if last in torch_api.WRAPPERS:
        inner = args[0] if args else NOTHING
        return module._replace(info=inner.info, part=inner.part)
    if last in torch_api.LOSSES:
        return module._replace(scalar=is_reduced(node))
    if _is_true(node, "return_indices") or (last.startswith("AdaptiveMaxPool") and len(node.args) > 1):
        return module._replace(part=NOTHING)
    if last == "Sequential":
        return module._replace(part=_what_last_gives(args, line))
    if last == "ModuleList":
        return module._replace(part=_element(args[0]) if args else None)
    return module


def _what_last_gives(args: list[Value], line: int) -> Value | None:
    """What a chain of modules gives: what its last one does."""
    last = _element(args[-1]) if args else None
    if last is None or last.what is not What.MODULE or not last.known:
        return None
    if last.name is not None and torch_api.is_layer(last.name) and last.part is None:
        return tensor(line, f"`{last.name}` gives a tensor", Graph.YES)
    return last.part


def _element(value: Value) -> Value | None:
    """The last member of a container of known length, the common one of a list; else the value itself."""
    if value.what is What.TUPLE:
        return value.items[-1] if value.items else None
    return value.part if value.what is What.SEQUENCE else value


def _functional(name: str, last: str, node: ast.Call, args: list[Value]) -> Value:
    text = f"`{name}(..)` returns a tensor"
    if last not in FUNCTIONAL or _is_true(node, "return_indices"):
        return NOTHING
    graph = Graph.NO if last == "one_hot" else join_graphs(args)
    if last in torch_api.FUNCTIONAL_LOSSES:
        return tensor(node.lineno, text, graph, scalar=is_reduced(node))
    return tensor(node.lineno, text, graph)


def _nn_utils(name: str, last: str, node: ast.Call, args: list[Value]) -> Value:
    line = node.lineno
    if last in ("pack_padded_sequence", "pack_sequence", "PackedSequence"):
        return known(What.PACKED, line, f"`{last}(..)` returns a PackedSequence", torch_api.PACKED_SEQUENCE)
    if last == "pad_packed_sequence":
        padded = tensor(line, "`pad_packed_sequence(..)` returns a tensor and lengths")
        return tuple_of((padded, padded._replace(graph=Graph.NO)))
    if last == "pad_sequence":
        return tensor(line, "`pad_sequence(..)` returns a tensor")
    if last in ("clip_grad_norm_", "clip_grad_norm", "parameters_to_vector"):
        return tensor(line, f"`{last}(..)` returns a tensor", scalar=last != "parameters_to_vector")
    if last in _SAME_AS_FIRST and args:
        return args[0]
    return NOTHING


def _linalg(last: str, node: ast.Call, args: list[Value], text: str) -> Value:
    if last in (
        "svd",
        "qr",
        "eig",
        "eigh",
        "slogdet",
        "lstsq",
        "lu",
        "inv_ex",
        "cholesky_ex",
        "lu_factor",
        "ldl_factor",
    ):
        return sequence(tensor(node.lineno, text))
    scalar = last in ("norm", "vector_norm", "matrix_norm") and not has_dimension(node, 2)
    return tensor(node.lineno, text, join_graphs(args[:1]), scalar=scalar)


def _top_level(name: str, last: str, node: ast.Call, args: list[Value]) -> Value:
    line = node.lineno
    if name == "torch.device":
        return known(What.DEVICE, line, "`torch.device(..)`", name)
    if last in torch_api.TORCH_GIVES_OTHER:
        return known(What.OTHER, line, f"`{name}(..)` is no tensor", name)
    text = f"`{name}(..)` returns a tensor"
    if last in torch_api.FACTORIES:
        graph = _asked_graph(node)
        if last in ("normal", "bernoulli"):
            graph = join_graphs(_tensors_in(args))
        elif last == "sparse_coo_tensor":
            graph = Graph.UNKNOWN
        if last == "as_tensor" and args:
            graph = args[0].graph if args[0].what is What.TENSOR else Graph.NO
        return tensor(line, text, graph)
    graph = Graph.NO if last in torch_api.WITHOUT_GRAPH else join_graphs(_tensors_in(args))
    dimension = has_dimension(node, 2 if last == "norm" else 1)
    if last in torch_api.TORCH_TUPLES and (last not in torch_api.REDUCING_PAIRS or dimension):
        if last in ("max", "min") and len(args) == 2 and args[1].what is What.TENSOR:
            return tensor(line, text, graph)
        item = tensor(line, f"`{name}(..)` returns tensors", graph)
        if last in torch_api.PAIRS:
            return tuple_of((item, item._replace(graph=Graph.NO)))
        return sequence(item)
    if not torch_api.is_function_of_tensors(last) or asks_for_more(last, node, 1):
        return NOTHING
    scalar = last in torch_api.REDUCTIONS and (not dimension or last in ("dot", "dist"))
    return tensor(line, text, graph, scalar=scalar or _keeps_scalar(last, node, args))


def _keeps_scalar(last: str, node: ast.Call, args: list[Value]) -> bool:
    """Does `torch.sqrt(x)` or `torch.add(x, 1)` make a 0-dim tensor of 0-dim ones, for certain?"""
    if node.keywords or len(args) != len(node.args) or not any(value.scalar for value in args):
        return False
    if last in torch_api.KEEP_SHAPE:
        return len(args) == 1
    return last in torch_api.ELEMENTWISE and all(value.scalar or value.what is What.NUMBER for value in args)


def _tensors_in(args: list[Value]) -> list[Value]:
    """The arguments that carry values, lists of tensors opened."""
    found: list[Value] = []
    for value in args:
        if value.what is What.TUPLE:
            found += value.items
        elif value.what is What.SEQUENCE and value.part is not None:
            found.append(value.part)
        elif value.what not in (What.NUMBER, What.NONE):
            found.append(value)
    return found or [NOTHING]


def module_call(module: Value, node: ast.Call, args: list[Value], grad_off: bool) -> Value:
    """What calling a module of torch.nn, or one that is only known as a module, gives."""
    line = node.lineno
    name = module.name or ""
    last = name.rsplit(".", 1)[-1]
    graph = Graph.NO if grad_off else Graph.YES
    if not grad_off and torch_api.is_layer(name) and not last.startswith(torch_api.WITH_PARAMETERS):
        graph = join_graphs(args) if args else Graph.UNKNOWN
    if not module.known:
        return Value(What.TENSOR, Certainty.CONVENTION, line, "a module's call usually gives a tensor", graph=graph)
    if last in torch_api.RECURRENT and name.startswith("torch.nn."):
        return _recurrent(last, args, line, graph)
    if last == "LSTMCell" and name.startswith("torch.nn."):
        state = tensor(line, "an `LSTMCell` gives two tensors", graph)
        return tuple_of((state, state))
    if last == "MultiheadAttention":
        out = tensor(line, "`MultiheadAttention` gives two tensors", graph)
        return tuple_of((out, out))
    if last in torch_api.LOSSES and name.startswith("torch.nn."):
        return tensor(line, f"a `{last}` gives a tensor", graph, scalar=module.scalar)
    if last == "Identity" and args:
        return args[0]
    if torch_api.is_layer(name) and module.part is None:
        return tensor(line, f"a `{last}` gives a tensor", graph)
    if module.part is not None and last != "ModuleList":
        return module.part if module.part.what is not What.TENSOR else module.part._replace(line=line, graph=graph)
    if name.startswith("torchvision.models.") and last not in torch_api.TORCHVISION_NOT_TENSOR and name.count(".") == 2:
        return tensor(line, f"a `{last}` gives a tensor", graph)
    return Value(What.TENSOR, Certainty.CONVENTION, line, "a module's call usually gives a tensor", graph=graph)


def _recurrent(last: str, args: list[Value], line: int, graph: Graph) -> Value:
    state = tensor(line, f"a `{last}` gives its state", graph)
    hidden = tuple_of((state, state)) if last == "LSTM" else state
    given = args[0] if args else NOTHING
    if given.what is What.PACKED:
        return tuple_of((like(given, What.PACKED, given.name), hidden))
    if given.what is What.TENSOR:
        out = Value(What.TENSOR, given.certainty, line, f"a `{last}` gives a tensor for a tensor", graph=graph)
        # Where it is only believed to be a tensor, the result may be a PackedSequence, which has `.data` as well.
        return tuple_of((out if given.known else out._replace(name=torch_api.PACKED_SEQUENCE), hidden))
    return tuple_of((Value(What.PACKED, Certainty.CONVENTION, line, name=torch_api.PACKED_SEQUENCE), hidden))


def is_reduced(node: ast.Call) -> bool:
    """Does a loss, made or called so, give a 0-dim tensor for certain?"""
    if has_star_arguments(node):
        return False
    reduction, reduce, average = keyword(node, "reduction"), keyword(node, "reduce"), keyword(node, "size_average")
    if reduction is not None:
        value = reduction.value
        return isinstance(value, ast.Constant) and value.value in ("mean", "sum", "batchmean", "elementwise_mean")
    if reduce is not None:
        return isinstance(reduce.value, ast.Constant) and bool(reduce.value.value)
    return average is None or isinstance(average.value, ast.Constant)


def has_dimension(node: ast.Call, position: int) -> bool:
    """Is a dimension named, so that the result has one less than its input, but not necessarily none?"""
    if has_star_arguments(node) or len(node.args) > position:
        return True
    return any(k.arg in ("dim", "axis", "keepdim", "keepdims", "other") for k in node.keywords)


def asks_for_more(name: str, node: ast.Call, position: int) -> bool:
    """Is it one of the functions that give a tuple if they are asked for counts, or not told what to choose from?"""
    if name in ("unique", "unique_consecutive"):
        return len(node.args) > position or any(k.arg != "dim" for k in node.keywords)
    return name == "where" and position == 1 and len(node.args) == 1 and not node.keywords


def _asked_graph(node: ast.Call) -> Graph:
    """The graph of what a factory makes. `requires_grad` is a keyword of all of them, which `*sizes` cannot bring."""
    asked = keyword(node, "requires_grad")
    if asked is None:
        return Graph.UNKNOWN if any(word.arg is None for word in node.keywords) else Graph.NO
    if isinstance(asked.value, ast.Constant):
        return Graph.YES if asked.value.value else Graph.NO
    return Graph.UNKNOWN


def _is_true(node: ast.Call, name: str) -> bool:
    given = keyword(node, name)
    return given is not None and not (isinstance(given.value, ast.Constant) and not given.value.value)


def _is_false(node: ast.Call, name: str) -> bool:
    given = keyword(node, name)
    return given is not None and isinstance(given.value, ast.Constant) and not given.value.value
