"""The saved files that a file may load whole models from, or save them to, by the last part of their names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from torchfix_codemods.analysis.project.given import Names
from torchfix_codemods.analysis.project.nodes import Nodes
from torchfix_codemods.analysis.syntax.tree import dotted

ANY_FILE = "*"  # a load that names no file
_FIELD = re.compile(r"\{[^{}]*\}|%[-+ #0-9.]*[a-zA-Z]")
_MODEL_NAME = re.compile(r"model|net", re.I)
_MODEL_FILE = re.compile(r"\.(?:pth?|pkl|pickle|ckpt|t7|tar|model|bin|mdl)\Z")
_OF_MODELS = frozenset({"eval", "train", "module", "state_dict", "to", "cuda", "parameters"})
# What only shows that it may be a whole model: a state_dict is never asked for its own.
_ONLY_MODELS = frozenset({"eval", "train", "module", "parameters"})  # no tensor and no dictionary has them
_SURE = _OF_MODELS - {"state_dict"}


def file_label(text: str) -> str:
    """The last part of a path, with `{}` for what is filled in."""
    return _FIELD.sub("{}", text).rsplit("/", 1)[-1]


def may_be_one_file(label: str, other: str) -> bool:
    """Can two labels be of one file, `{}` standing for anything? By their beginnings and ends."""
    if "{}" not in label and "{}" not in other:
        return label == other
    start, end = _ends(label), _ends(other)
    return _one_begins(start[0], end[0]) and _one_begins(start[1][::-1], end[1][::-1])


def has_stem(label: str) -> bool:
    """Does a label say more than an extension?"""
    return len(re.findall("[A-Za-z]", label.rsplit(".", 1)[0])) > 1


def _ends(label: str) -> tuple[str, str]:
    """What is known at the beginning and at the end."""
    return label.split("{}", 1)[0], label.rsplit("{}", 1)[-1]


def _one_begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def saved_models(nodes: Nodes, names: Names, functions: Mapping[str, Nodes]) -> tuple[tuple[str, int], ...]:
    """(label, line) of the files that may be loaded as whole models; ANY_FILE for a load that names none.

    `functions` are those of the file, by name.
    """
    loads = [call for call in nodes.of(ast.Call) if _is_load(names.target(call.func) or dotted(call.func) or "")]
    if not loads:
        return ()
    by_value = _standing_for(nodes, loads, functions)
    to_models: list[ast.Call] = []
    is_unnamed = False
    kinds = (ast.Attribute, ast.Call, ast.Assign, ast.AnnAssign, ast.NamedExpr)
    for node in (node for kind in kinds for node in nodes.of(kind)):
        load, is_sure = _model_load(node, by_value)
        if load is not None:
            to_models.append(load)
            is_unnamed |= is_sure and not any(isinstance(part, (ast.Constant, ast.JoinedStr)) for part in load.args[:1])
    if not to_models:
        return ()
    first = min(load.lineno for load in to_models)
    lines = {
        file_label(text): first
        for kind in (ast.Constant, ast.JoinedStr)
        for node in nodes.of(kind)
        for text in _texts_of(node)
        if _MODEL_FILE.search(text)
    }
    lines |= {file_label(text): load.lineno for load in loads for part in load.args[:1] for text in _texts(part)}
    found = sorted((label, line) for label, line in lines.items() if label not in ("", "{}"))
    return tuple(found) or (((ANY_FILE, first),) if is_unnamed else ())


def model_saves(nodes: Nodes, names: Names) -> tuple[tuple[str, int], ...]:
    """(label, line) of the files that what is called a model is saved to as it is."""
    found: dict[str, int] = {}
    for call in nodes.of(ast.Call):
        if len(call.args) < 2 or (names.target(call.func) or dotted(call.func)) != "torch.save":
            continue
        if _MODEL_NAME.search((dotted(call.args[0]) or "").rsplit(".", 1)[-1]):
            for text in _texts(call.args[1]):
                found.setdefault(file_label(text), call.lineno)
    return tuple(sorted((label, line) for label, line in found.items() if label not in ("", "{}")))


def may_save_whole(nodes: Nodes, names: Names) -> bool:
    """Does it save what need not be a state_dict, or a dictionary with nothing else in it?"""
    return any(
        (names.target(call.func) or dotted(call.func)) == "torch.save" and not _is_weights(call.args[0])
        for call in nodes.of(ast.Call)
        if call.args
    )


def _is_weights(node: ast.expr) -> bool:
    if isinstance(node, ast.Dict):
        return not any(isinstance(value, (ast.Name, ast.Attribute)) for value in node.values)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "state_dict"


def _is_load(name: str) -> bool:
    return name == "torch.load"


def _standing_for(nodes: Nodes, loads: list[ast.Call], functions: Mapping[str, Nodes]) -> dict[int, ast.Call]:
    """The loads by the identities of the expressions that have their content, or an entry of it, as a value.

    Those are the loads, calls of functions that return one, and what is taken out of these or of their variables.
    """
    found = {id(call): call for call in loads}
    makers = {
        name: found[id(given.value)]
        for name, inside in functions.items()
        for given in inside.of(ast.Return)
        if id(given.value) in found
    }
    found |= {
        id(call): makers[call.func.id]
        for call in nodes.of(ast.Call)
        if isinstance(call.func, ast.Name) and call.func.id in makers
    }
    held = {
        name: found[id(node.value)]
        for node in nodes.of(ast.Assign)
        if id(node.value) in found
        for name in map(dotted, node.targets)
        if name is not None
    }
    entries = [(node, node.value) for node in nodes.of(ast.Subscript)]
    gets = [c for c in nodes.of(ast.Call) if isinstance(c.func, ast.Attribute) and c.func.attr in ("get", "pop")]
    for node, holder in (*entries, *((call, call.func.value) for call in gets if isinstance(call.func, ast.Attribute))):
        load = found.get(id(holder)) or held.get(dotted(holder) or "")
        if load is not None:
            found[id(node)] = load
    only = (n.value for n in nodes.of(ast.Attribute) if n.attr in _ONLY_MODELS)
    found |= {id(value): held[name] for value in only if (name := dotted(value)) is not None and name in held}
    return found


def _model_load(node: ast.AST, loads: dict[int, ast.Call]) -> tuple[ast.Call | None, bool]:
    """The load whose result is treated as a model here, and whether that is more than a look at its state_dict."""
    if isinstance(node, ast.Attribute) and node.attr in _OF_MODELS:
        return loads.get(id(node.value)), node.attr in _SURE
    if isinstance(node, ast.Call):
        return loads.get(id(node.func)), True
    targets: Iterable[ast.expr] = ()
    value: ast.expr | None = None
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        targets, value = (node.target,), node.value
    if value is None or not any(_MODEL_NAME.search((dotted(target) or "").rsplit(".", 1)[-1]) for target in targets):
        return None, True
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and id(value) not in loads:
        value = value.func.value
    return loads.get(id(value)), True


def _texts(node: ast.AST) -> list[str]:
    """The texts that an expression is made of; f-strings and `+` with `{}` for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)]
    return [text for part in ast.walk(node) for text in _texts_of(part)]


def _texts_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.JoinedStr):
        return _texts(node)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
