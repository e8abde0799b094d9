"""Reads the interface of one file from its syntax tree.

What a name means is asked of the file's own text only: imports, definitions, and what the function around gives it.
Whoever joins the files (`project`) finds out what imported names stand for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from torchfix_codemods.analysis.project.functions import FunctionReader, handed_back
from torchfix_codemods.analysis.project.given import Names, annotated
from torchfix_codemods.analysis.project.interface import UNKNOWN, UNREAD, Call, Class, Function, Given, Interface
from torchfix_codemods.analysis.project.loads import may_save_whole, model_saves, saved_models
from torchfix_codemods.analysis.project.mentions import made_of
from torchfix_codemods.analysis.project.nested_gradients import nests_gradients
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.project.patches import patched
from torchfix_codemods.analysis.syntax.budget import OverBudget
from torchfix_codemods.analysis.syntax.parsing import ParseError, parse_module
from torchfix_codemods.analysis.syntax.scopes import FUNCTIONS, bound_name, import_target
from torchfix_codemods.analysis.syntax.scopes import Function as Definition
from torchfix_codemods.analysis.syntax.tree import callee_name, dotted
from torchfix_codemods.analysis.tables.torch_api import BY_DEVICE_TYPE, DTYPES, PACKING

_ATTENTION = ("Transformer", "MultiheadAttention")
# Names of what puts things on a GPU, and of the frameworks that do it by themselves.
_OF_GPUS = (
    *("cuda", "cudnn", "gpu", "device", "xpu", "accelerat", "lightning", "deepspeed", "horovod", "ignite", "fabric"),
    *("distributed", "data_parallel", "dataparallel", "nccl"),
)
_MPS = re.compile(r"mps\b")
_GPU_CHOICE = "CUDA_VISIBLE_DEVICES"
_SETTING = frozenset({"putenv", "update", "setdefault", "setenv"})


def interface_of(module: ast.Module, text: str = "") -> Interface:
    """What a file tells the others. `text` is its source."""
    return Reading(module, text).interface()


def interface_of_text(text: str) -> Interface:
    """What a file tells the others; of one that does not parse or is too long, only that."""
    try:
        return interface_of(parse_module(text), text)
    except (ParseError, OverBudget, RecursionError):
        return UNREAD


class Reading:
    """The reading of one file."""

    def __init__(self, module: ast.Module, text: str = "") -> None:
        self.text = text
        self.top = Nodes(module.body, is_shallow=True)
        self.classes: list[Class] = []
        self.functions: list[Function] = []
        self.calls: list[Call] = []
        self.sets: list[tuple[str, str, tuple[Given, ...]]] = []
        self.fills: list[tuple[str, str, tuple[Given, ...]]] = []
        self.yields: list[tuple[str, str, tuple[Given, ...]]] = []
        self.everything = Nodes(())
        self.everything.include(self.top)
        self.stretches: dict[ast.AST, Nodes] = {}
        self._take_definitions(self.top)
        self.imports = self.everything.of(ast.Import)
        self.imports_from = self.everything.of(ast.ImportFrom)
        defined = [node.name for node in self.top.definitions]
        handing = {
            node.name: place
            for node in self.top.definitions
            if isinstance(node, ast.FunctionDef)
            and (place := handed_back(node, self.stretches[node])) is not None
            and defined.count(node.name) == 1
        }
        self.names = Names(dict(self._imported()), frozenset(defined), handing)

    def _take_definitions(self, outer: Nodes) -> None:
        """Walk each function, and each class body, once."""
        for node in outer.definitions:
            inside = Nodes(node.body, is_shallow=isinstance(node, ast.ClassDef))
            self.stretches[node] = inside
            self.everything.include(inside)
            if isinstance(node, ast.ClassDef):
                self._take_definitions(inside)

    def interface(self) -> Interface:
        """What the file tells the others."""
        top = FunctionReader("", self.names, None, self.top)
        self.calls += top.calls()
        self.sets += top.sets()
        self.fills += top.fills()
        for node in self.top.definitions:
            if isinstance(node, ast.ClassDef):
                self._read_class(node)
            else:
                self._read_function(node, node.name)
        everything = self.everything
        words = {node.id for node in everything.of(ast.Name)} | {node.attr for node in everything.of(ast.Attribute)}
        words |= {alias.name.rsplit(".", 1)[-1] for alias in everything.of(ast.alias)}
        functions = {node.name: self.stretches[node] for node in self.top.definitions}
        loads = saved_models(everything, self.names, functions) if "load" in words else ()
        has_sides = loads or ("save" in words and may_save_whole(everything, self.names))
        return Interface(
            imports=tuple(sorted(self.names.imports.items())),
            modules=tuple(sorted(set(self._modules()))),
            stars=tuple(
                sorted(
                    "." * node.level + (node.module or "") for node in self.imports_from if node.names[0].name == "*"
                )
            ),
            names=tuple(sorted(top.assigned().items())),
            classes=tuple(self.classes),
            functions=tuple(self.functions),
            calls=tuple(self.calls),
            sets=tuple(dict.fromkeys(self.sets)),
            fills=tuple(dict.fromkeys(self.fills)),
            yields=tuple(self.yields),
            mentions=tuple(self._mentions()),
            saved_models=loads,
            model_saves=model_saves(everything, self.names) if "save" in words else (),
            attention=tuple(kind.name for kind in self.classes) if self._has_attention(words) else (),
            chooses_gpus=tuple(self._choosing_gpus()),
            patched=tuple(sorted(set(patched(everything, self.names)))),
            packs=not words.isdisjoint(PACKING),
            retains=any(map(_retains, everything.of(ast.keyword))),
            nests=nests_gradients(everything, words),
            goes_back="backward" in words,
            knows_gpus=self._knows_gpus(words),
            casts=not words.isdisjoint(BY_DEVICE_TYPE),
            clears_itself="zero_grad" in words and any(map(_clears_itself, self.stretches)),
            text=self.text if has_sides else "",
        )

    def reader(self, function: Definition | None) -> FunctionReader:
        """Describes expressions of one function or method of the file, None for the module."""
        if function is None:
            return FunctionReader("", self.names, None, self.top)
        inside = self.stretches.get(function) or Nodes(function.body)
        return FunctionReader(function.name, self.names, function, inside)

    # ---- names

    def _mentions(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(module-level name, the dotted names in what it is given)."""
        for target, value in self.top.assignments():
            if isinstance(target, ast.Name) and value is not None and (found := made_of(value, self.names)):
                yield target.id, found

    def _imported(self) -> Iterator[tuple[str, str]]:
        statements: list[ast.Import | ast.ImportFrom] = [*self.imports, *self.imports_from]
        for node in statements:
            for alias in node.names:
                if alias.name != "*":
                    yield bound_name(alias, node), import_target(alias, node)

    def _stars(self) -> Iterator[str]:
        for node in self.imports_from:
            if node.names[0].name == "*":
                yield "." * node.level + (node.module or "")

    def _modules(self) -> Iterator[str]:
        """Every module that an import can mean: `from a import b` may import the module `a.b`."""
        for node in self.imports:
            yield from (alias.name for alias in node.names)
        for from_node in self.imports_from:
            yield "." * from_node.level + (from_node.module or "")
            yield from (import_target(alias, from_node) for alias in from_node.names if alias.name != "*")

    # ---- definitions

    def _read_class(self, node: ast.ClassDef) -> None:
        body = self.stretches[node]
        outside = FunctionReader("", self.names, None, body)
        self.calls += outside.calls()
        attributes: dict[str, list[Given]] = {name: list(values) for name, values in outside.assigned().items()}
        for said in body.of(ast.AnnAssign):
            if said.value is None and isinstance(said.target, ast.Name):
                kind = annotated(said.annotation, self.names)
                attributes.setdefault(said.target.id, []).append(Given("instance", kind) if kind else UNKNOWN)
        for method in body.definitions:
            if isinstance(method, FUNCTIONS):
                reader = self._read_function(method, f"{node.name}.{method.name}", node.name)
                for attribute, given in reader.attributes().items():
                    attributes.setdefault(attribute, []).extend(given)
        self.classes.append(
            Class(
                node.name,
                node.lineno,
                tuple(self.names.target(base) or dotted(base) or "?" for base in node.bases),
                tuple(dict.fromkeys(method.name for method in body.definitions)),
                tuple((name, tuple(dict.fromkeys(values))) for name, values in sorted(attributes.items())),
            )
        )

    def _read_function(self, node: Definition, name: str, owner: str | None = None) -> FunctionReader:
        reader = FunctionReader(name, self.names, node, self.stretches[node], owner)
        self.functions.append(reader.function())
        self.calls += reader.calls()
        self.sets += reader.sets()
        self.fills += reader.fills()
        self.yields += reader.yields()
        return reader

    # ---- the whole file

    def _has_attention(self, words: Iterable[str]) -> bool:
        """Does it use torch's own layers of this kind, by the name that it imports them by?"""
        if not any(word.startswith(_ATTENTION) for word in words):
            return False
        nodes: list[ast.expr] = [*self.everything.of(ast.Name), *self.everything.of(ast.Attribute)]
        targets = [self.names.target(node) or dotted(node) or "" for node in nodes]
        return any(
            target.startswith(("torch.nn.", "nn.")) and target.rsplit(".", 1)[-1].startswith(_ATTENTION)
            for target in (*targets, *self.names.imports.values())
        )

    def _knows_gpus(self, words: set[str]) -> bool:
        texts = (node.value for node in self.everything.of(ast.Constant) if isinstance(node.value, str))
        given = (node.arg for node in self.everything.of(ast.keyword) if node.arg)
        written = "\n".join((*words, *given, *texts, *self._modules())).lower()
        if any(word in written for word in _OF_GPUS) or _MPS.search(written):
            return True
        return any(callee_name(call) == "to" and not self._is_dtype(call) for call in self.everything.of(ast.Call))

    def _is_dtype(self, call: ast.Call) -> bool:
        """Does a `.to(..)` name a dtype of torch, so that nothing moves?"""
        names = [self.names.target(value) or dotted(value) or "" for value in call.args]
        return len(names) == 1 and names[0].rpartition(".")[2] in DTYPES

    def _choosing_gpus(self) -> Iterator[str]:
        """The functions and classes that set the variable, not those that read it."""
        named = any(node.value == _GPU_CHOICE for node in self.everything.of(ast.Constant))
        if not named and not any(word.arg == _GPU_CHOICE for word in self.everything.of(ast.keyword)):
            return
        for node in self.top.definitions:
            inside = Nodes([node])
            stores = [n for n in inside.of(ast.Subscript) if isinstance(n.ctx, ast.Store) and _is_choice(n.slice)]
            calls = [
                call
                for call in inside.of(ast.Call)
                if callee_name(call) in _SETTING and any(map(_is_choice, ast.walk(call)))
            ]
            if stores or calls:
                yield node.name


def _is_choice(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == _GPU_CHOICE
    return isinstance(node, ast.Constant) and node.value == _GPU_CHOICE


def _retains(word: ast.keyword) -> bool:
    is_asked = word.arg in ("retain_graph", "retain_variables")
    return is_asked and not (isinstance(word.value, ast.Constant) and not word.value.value)


def _clears_itself(node: ast.AST) -> bool:
    if not isinstance(node, ast.ClassDef):
        return False
    inside = Nodes([node])
    has_forward = any(part.name == "forward" for part in inside.of(ast.FunctionDef))
    return has_forward and any(dotted(call.func) == "self.zero_grad" for call in inside.of(ast.Call))
