"""Is a file a script, when may it ask for CUDA, and by which name does it know torch?"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.inference.kinds import Inferred
from torchfix_codemods.analysis.project.origins import Origins
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.guards import is_main_guard
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, callee_name

_PARSING = frozenset({"parse_args", "parse_known_args", "parse_intermixed_args"})
_FILES = frozenset({"torch.load", "torch.save"})
_FORKING = frozenset({"Process", "Pool", "spawn", "start_processes", "Manager", "ProcessPoolExecutor", "fork"})
_FORKING_ROOTS = ("multiprocessing", "torch.multiprocessing", "concurrent.futures", "os", "billiard", "multiprocess")
_TEST_FILE = re.compile(r"(^|/)(tests?/|test_[^/]*$|conftest\.py$)|_test\.py$")
VISIBLE_DEVICES = "CUDA_VISIBLE_DEVICES"


def is_script(tree: Tree, kind: Callable[[ast.expr], Inferred]) -> bool:
    """Has the module a main guard, parses it arguments, or does it load, save or run a model when it is imported?"""
    if any(is_main_guard(statement) for statement in tree.module.body):
        return True
    for call in calls_at_module_level(tree):
        if callee_name(call) in _PARSING or tree.qualified_name(call.func) in _FILES:
            return True
        if isinstance(call.func, ast.Attribute) and (call.func.attr == "cuda" or kind(call.func.value).is_module):
            return not (tree.qualified_name(call.func) or "").startswith("torch.")
        if isinstance(call.func, ast.Name) and kind(call.func).is_module:
            return True
    return _runs_main(tree)


@dataclass(frozen=True)
class Hardware:
    """What the program that a file is part of can run on."""

    is_cpu_only: bool  # nothing of it can be on a GPU; who uses a library alone is not seen

    @classmethod
    def for_file(cls, file: File) -> Hardware:
        project = file.get(Origins).project
        if project.knows_gpus(file.path):
            return cls(False)
        return cls(project.has_company(file.path) or is_script(file.tree, file.kind))


def is_test_file(path: str) -> bool:
    """Does the path (forward slashes) say that a file holds tests? These choose their own device."""
    return _TEST_FILE.search(path) is not None


def _runs_main(tree: Tree) -> bool:
    """A function of the file that takes nothing is called as a statement of the module: `main()`."""
    for statement in tree.module.body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            functions = [b.node for b in tree.bindings(call.func) if isinstance(b.node, FUNCTIONS)]
            if any(callee_name(inner) in _PARSING for f in functions for inner in tree.nodes_inside(ast.Call, f)):
                return True
            if functions and call.func.id in ("main", "run", "train"):
                return True
    return False


def calls_at_module_level(tree: Tree) -> Iterator[ast.Call]:
    """The calls outside of functions: in class bodies, guarded blocks and lambdas too."""
    return (call for call in tree.nodes(ast.Call) if tree.function(call) is None)


def visible_devices_stores(tree: Tree) -> list[ast.stmt]:
    """The statements that choose the GPUs of the process by its environment."""
    found: list[ast.stmt] = []
    for text in tree.nodes(ast.Constant):
        if text.value != VISIBLE_DEVICES:
            continue
        parent = tree.parents[text]
        if isinstance(parent, ast.Subscript):
            stored = not isinstance(parent.ctx, ast.Load)
        elif isinstance(parent, ast.Call):
            stored = callee_name(parent) not in ("get", "getenv", "print", "info", "debug")
        else:
            stored = isinstance(parent, (ast.Dict, ast.keyword))
        if stored:
            found.append(tree.statement(text))
    if VISIBLE_DEVICES in tree.text:  # `os.environ.update(CUDA_VISIBLE_DEVICES="1")`
        found += [tree.statement(given) for given in tree.nodes(ast.keyword) if given.arg == VISIBLE_DEVICES]
    return found


def uses_what_chooses_gpus(tree: Tree, names: frozenset[str]) -> bool:
    """Does the file use a function or class of another file that sets the GPUs of the process when it runs?"""
    names -= {node.name for node in tree.module.body if isinstance(node, (*FUNCTIONS, ast.ClassDef))}
    if not names:
        return False
    used = {name.id for name in tree.nodes(ast.Name)} | {attribute.attr for attribute in tree.nodes(ast.Attribute)}
    return not used.isdisjoint(names)


def chooses_device_late(tree: Tree, line_at: int) -> str:
    """Why CUDA may not be asked for at line `line_at` of the module already; empty if it may."""
    for statement in visible_devices_stores(tree):
        if statement.lineno > line_at:
            return f"{VISIBLE_DEVICES} is set on line {at(statement.lineno)}"
    for call in tree.nodes(ast.Call):
        name = tree.qualified_name(call.func) or ""
        if name == "torch.cuda.set_device":
            return f"the current GPU is chosen on line {at(call.lineno)}"
        if callee_name(call) in _FORKING and _is_forking(tree, call, name):
            return f"other processes are started on line {at(call.lineno)}"
    for definition in tree.nodes(ast.ClassDef):
        if any((tree.qualified_name(base) or "").endswith("multiprocessing.Process") for base in definition.bases):
            return f"a process is defined on line {at(definition.lineno)}"
    return ""


def _is_forking(tree: Tree, call: ast.Call, name: str) -> bool:
    if name:
        return name.startswith(tuple(f"{root}." for root in _FORKING_ROOTS))
    if not isinstance(call.func, ast.Attribute):
        return False
    context = call.func.value
    values = [b.value for b in tree.bindings(context)] if isinstance(context, ast.Name) else [context]
    return any(isinstance(value, ast.Call) and callee_name(value) == "get_context" for value in values)


def import_block_end(tree: Tree) -> int:
    """Index in the module's body behind the import block, 0 where there is none. Lines after the imports go there.

    Behind the last import before the first statement which is neither an import, a block of imports and what replaces
    missing ones, nor a setting such as `sys.path.append(..)` and `os.environ[..] = ..`.
    """
    end = 0
    for index, statement in enumerate(tree.module.body):
        if _only_imports(statement):
            end = index + 1
        elif not _may_stand_between(statement):
            break
    return end


def _may_stand_between(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        parts = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return all(isinstance(part, (ast.Subscript, ast.Attribute)) for part in parts)
    return isinstance(statement, ast.Expr)


def _only_imports(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(statement, ast.Try):
        fallback = [s for handler in statement.handlers for s in handler.body]
        fallback += [*statement.orelse, *statement.finalbody]
        return all(map(_only_imports, statement.body)) and all(map(_imports_or_replaces, fallback))
    if isinstance(statement, ast.If):
        return all(map(_only_imports, [*statement.body, *statement.orelse]))
    return isinstance(statement, ast.With) and all(map(_only_imports, statement.body))


def _imports_or_replaces(statement: ast.stmt) -> bool:
    return _only_imports(statement) or isinstance(statement, (ast.Pass, ast.Raise, ast.Assign, ast.Expr))


def torch_imports(tree: Tree) -> list[tuple[str, ast.stmt]]:
    """Every name for torch itself, with the statement that imports it. Not those for type checkers only."""
    found: list[tuple[str, ast.stmt]] = []
    for statement in tree.imports():
        for alias in statement.names:
            if tree.target_of(alias, statement) == "torch" and not _is_for_type_checkers(tree, statement):
                found.append((alias.asname or "torch", statement))
    return found


def _is_for_type_checkers(tree: Tree, statement: ast.stmt) -> bool:
    return any(isinstance(up, ast.If) and "TYPE_CHECKING" in ast.unparse(up.test) for up in tree.ancestors(statement))


def modules_of(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import statement loads, as far as they are named in full."""
    if isinstance(statement, ast.ImportFrom):
        return [statement.module or ""] if statement.level == 0 else []
    return [alias.name for alias in statement.names]
