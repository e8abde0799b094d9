"""What the object of a method call is, for the methods in the table of old names: `Iterator.next`, `Tensor.symeig`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchfix_codemods.analysis.syntax.memory import ParsedFile
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.tables.old_api.torch_arguments import SCHEDULERS
from torchfix_codemods.analysis.tables.words import words
from torchfix_codemods.analysis.values.sources import Sources

TENSOR = "Tensor"
# Owner -> the functions that give one. A name without a dot is a builtin.
_MAKERS = {
    "Iterator": words("iter enumerate zip map filter"),
    "Mapping": words("""
        dict vars collections.OrderedDict collections.defaultdict collections.Counter json.load json.loads
    """),
    # The one of plateaus has never had a rate of its own to ask for; the one of chains was never `verbose`.
    "Scheduler": frozenset(
        f"torch.optim.lr_scheduler.{name}" for name in (*SCHEDULERS, "ChainedScheduler") if name != "ReduceLROnPlateau"
    ),
}
_DISPLAYS: dict[str, tuple[type[ast.expr], ...]] = {
    "Iterator": (ast.GeneratorExp,),
    "Mapping": (ast.Dict, ast.DictComp),
}
_METHODS = {"Mapping": frozenset({"state_dict"})}
OWNERS = (TENSOR, *_MAKERS)


def maker(node: ast.expr, owner: str, file: ParsedFile) -> ast.expr | None:
    """The expression that makes the object, where each that can be its value makes one of `owner`; else None."""
    sources = file.get(Sources).of(node)
    return sources[0] if sources and all(_makes(source, owner, file.tree) for source in sources) else None


def methods_called(name: str) -> Iterator[tuple[str, str]]:
    """(owner, dotted name in the table) for a method of this name."""
    for owner in OWNERS:
        yield owner, f"{owner}.{name}"


def _makes(node: ast.expr, owner: str, tree: Tree) -> bool:
    if isinstance(node, _DISPLAYS.get(owner, ())):
        return True
    if not isinstance(node, ast.Call):
        return owner == "Mapping" and isinstance(node, ast.Attribute) and node.attr == "__dict__"
    func = node.func
    if owner == "Iterator" and isinstance(func, ast.Name) and _are_generators(func, tree):
        return True
    if isinstance(func, ast.Attribute) and func.attr in _METHODS.get(owner, ()):
        return tree.qualified_name(func) is None
    if isinstance(func, ast.Name) and not tree.bindings(func):
        return func.id in _MAKERS[owner]
    return tree.qualified_name(func) in _MAKERS[owner]


def _are_generators(name: ast.Name, tree: Tree) -> bool:
    """Is it a function of this file that yields, whichever of that name is meant?"""
    meant = [binding.node for binding in tree.bindings(name)]
    return bool(meant) and all(isinstance(one, ast.FunctionDef) and _yields(one, tree) for one in meant)


def _yields(function: ast.FunctionDef, tree: Tree) -> bool:
    yields = (*tree.nodes(ast.Yield), *tree.nodes(ast.YieldFrom))
    return not function.decorator_list and any(tree.function(one) is function for one in yields)
