"""What the inference says of torch's functions, methods, operators and layers, against what they give when they run."""

from __future__ import annotations

import ast
import contextlib
import itertools
import warnings
from typing import Any

import pytest

from torchfix_codemods.analysis.inference.infer import infer
from torchfix_codemods.analysis.inference.kinds import Graph, Inferred, Kind
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.tables import torch_api

torch = pytest.importorskip("torch")

IMPORTS = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
VALUES = """\
x = torch.rand(3, 3) + 0.5
w = nn.Parameter(torch.rand(3, 3) + 0.5)
i = torch.tensor([0, 1, 2])
b = torch.rand(3, 3) > 0.5
s = torch.rand(3).sum()
"""
# They wait, loop, print, change torch as a whole, or need a device.
SKIPPED = set()
for words in (
    "index backward set_ resize_ pin_memory cuda xpu ipu mtia to_mkldnn apply_ map_ map2_ share_memory_ numpy storage",
    "untyped_storage record_stream register_hook register_post_accumulate_grad_hook as_subclass module_load save load",
    "compile cond fork wait vmap seed manual_seed initial_seed import_ir_module parse_ir while_loop init_num_threads",
    "prepare_multiprocessing_environment unify_type_list use_deterministic_algorithms",
):
    SKIPPED.update(words.split())
QUIET = ("_", "set_", "get_", "is_", "autocast", "sparse_", "sym_", "cudnn", "mkldnn", "miopen", "fbgemm", "quantized")


def names(owner: object) -> list[str]:
    """The public functions of a module or a class."""
    found = [n for n in dir(owner) if n not in SKIPPED and not n.startswith(QUIET) and not n[0].isupper()]
    return [name for name in found if callable(getattr(owner, name)) and not isinstance(getattr(owner, name), type)]


def methods() -> list[str]:
    calls = itertools.product("ws", names(torch.Tensor), ("", "0", "dim=0", "x"))
    return [f"{receiver}.{name}({given})" for receiver, name, given in calls]


def functions() -> list[str]:
    given = ("x", "w", "s", "w, dim=0", "x, w", "w, i", "b, x, w")
    of_torch = itertools.product(["torch"], names(torch), given)
    functional = itertools.product(["F"], names(torch.nn.functional), given)
    return [f"{home}.{name}({arguments})" for home, name, arguments in [*of_torch, *functional]]


def operators() -> list[str]:
    signs = ("+", "-", "*", "/", "//", "%", "**", "@", "<", "==")
    pairs = [f"{left} {sign} {right}" for left in ("x", "w", "s", "i", "2.0") for sign in signs for right in "xwsi"]
    return [
        *pairs,
        "-x",
        "-w",
        "-s",
        "+w",
        "~b",
        "not s",
        "x[0]",
        "w[:1]",
        "s[None]",
        "x[b]",
        "w.T",
        "w.data",
        "s.real",
    ]


def layers() -> list[str]:
    kinds = [name for name in dir(torch.nn) if torch_api.is_layer(f"torch.nn.{name}") and "Transformer" not in name]
    made = itertools.product(kinds, ("", "3", "3, 3"), ("x", "w", "i", "w, i"))
    return [f"nn.{kind}({given})({fed})" for kind, given, fed in made]


def run(expressions: list[str]) -> list[tuple[str, Any]]:
    """The expressions that run, with what they give."""
    found: list[tuple[str, Any]] = []
    values = _fresh()
    for expression in expressions:
        with contextlib.suppress(Exception):
            found.append((expression, eval(expression, values)))
        if "_(" in expression:
            values = _fresh()  # it changes what it is called on
    return found


def _fresh() -> dict[str, Any]:
    values: dict[str, Any] = {}
    torch.manual_seed(0)
    exec(IMPORTS + VALUES, values)
    return values


def said_of(expressions: list[str]) -> list[Inferred]:
    """What the inference says of each, in a function of its own."""
    setting = "".join(f"    {line}\n" for line in VALUES.splitlines())
    body = "".join(f"def f{n}():\n{setting}    return {code}\n" for n, code in enumerate(expressions))
    tree = parse(IMPORTS + body)
    kinds = infer(tree)
    return [kinds.of(node.value) for node in tree.nodes(ast.Return) if node.value is not None]


def contradiction(inferred: Inferred, value: object) -> str:
    """What is wrong about what was said; empty if nothing is."""
    is_tensor = isinstance(value, torch.Tensor)
    if inferred.kind is Kind.UNKNOWN:
        return ""
    if (inferred.kind is Kind.TENSOR) is not is_tensor:
        return f"{inferred.kind.value}, not a {type(value).__name__}"
    if not isinstance(value, torch.Tensor):
        return ""
    if inferred.scalar and value.dim():
        return f"scalar, not {value.dim()} dimensions"
    if (inferred.graph is Graph.YES and not value.requires_grad) or (
        inferred.graph is Graph.NO and value.requires_grad
    ):
        return f"graph {inferred.graph.value}"
    return ""


@pytest.mark.parametrize(("make", "least"), [(methods, 600), (functions, 700), (operators, 150), (layers, 80)])
def test_what_is_said_is_what_torch_does(make: Any, least: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ran = run(make())
    assert len(ran) > least
    answers = said_of([expression for expression, _ in ran])
    wrong = {e: contradiction(said, value) for (e, value), said in zip(ran, answers, strict=True)}
    assert not {expression: why for expression, why in wrong.items() if why}
    known = sum(1 for said in answers if said.kind is not Kind.UNKNOWN)
    assert known > 0.8 * len(answers)
