"""Write calls that torch or a neighbour has changed in today's form, and name what is gone for good."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, dotted
from torchfix_codemods.analysis.tables.old_api import GONE, REWRITTEN
from torchfix_codemods.analysis.tables.old_api.rows import Gone, Rewritten
from torchfix_codemods.analysis.values.call_templates import filled
from torchfix_codemods.analysis.values.new_imports import is_idle, without_alias
from torchfix_codemods.analysis.values.old_names import (
    aliases,
    by_name,
    calls_of,
    is_for_some_version,
    is_old_builtin,
    is_set_here,
    is_wanted,
    last_words,
    said_of,
)
from torchfix_codemods.analysis.values.receivers import TENSOR, maker, methods_called
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, Replace, Unwrap, target

_CALLS, _GONE = by_name(REWRITTEN), by_name(GONE)
_NAMES = last_words(name for name, rows in _GONE.items() if not rows[0].called)
_BY_CALL = frozenset({*_CALLS, *(name for name, rows in _GONE.items() if rows[0].called)})
_BUILTINS = frozenset(name for name in _GONE if "." not in name)
_CALLED = last_words(_BY_CALL)
# Whose methods are known by their names alone, and what their objects are.
_OF_PYTHON_2 = {"Mapping": "a dictionary", "Iterator": "an iterator"}
_ITERATOR_NAME = re.compile(r"^it$|iter", re.I)


class RemovedApi(Codemod):
    """torch has taken away or changed calls whose new form takes its arguments in another way: `torch.gesv(b, A)` is
    `torch.linalg.solve(A, b)`, `p.add_(-lr, grad)` is `p.add_(grad, alpha=-lr)`.

    The table of old names has a template for each such call. It is filled in where the call gives the arguments that
    the template knows, and where only that part of a tuple is used which the new call gives. What has no new form that
    could be written without knowing more (`torch.utils.ffi`, the fields of torchtext) is reported with what to do, so
    that nobody takes a program that cannot run for a clean one.
    """

    code = "TFC902"
    source = "https://github.com/pytorch/pytorch/releases"
    since = "0.4"
    triggers = (
        "PIL textsize", "_functions tensor", "_jit_internal weak_module", "_jit_internal weak_script",
        "_jit_internal weak_script_method", "_thnn", "add", "add_", "addbmm", "addbmm_", "addcdiv", "addcdiv_",
        "addcmul", "addcmul_", "addmm", "addmm_", "addmv", "addmv_", "addr", "addr_", "amp GradScaler", "amp autocast",
        "backends thnn", "baddbmm", "baddbmm_", "btrifact", "btrisolve", "chain_matmul", "cholesky", "cmp", "commands",
        "contrib", "creator", "cuda sdp_kernel", "data TensorDataset", "dataloader numpy_type_map",
        "dataloader pin_memory_batch", "distributed all_gather_multigpu", "distributed all_reduce_multigpu",
        "distributed broadcast_multigpu", "distributed deprecated", "distributed reduce_multigpu",
        "distributed reduce_scatter_multigpu", "distutils", "eig", "execfile", "fft", "functional upsample_bilinear",
        "functional upsample_nearest", "functorch make_functional", "gels", "gesv", "get_lr", "has_key", "ifft", "imp",
        "irfft", "iteritems", "iterkeys", "itervalues", "legacy", "librosa write_wav", "loss _assert_no_grad", "lstsq",
        "lu", "lu_solve", "matplotlib get_cmap", "matplotlib hold", "next", "nn UpsamplingBilinear2d",
        "nn UpsamplingNearest2d", "nn _functions", "norm", "numpy asfarray", "numpy find_common_type", "numpy math",
        "numpy msort", "onnx ExportOptions", "onnx dynamo_export", "potrf", "potri", "potrs", "pstrf", "qr", "range",
        "reinforce", "rfft", "scipy bytescale", "scipy fromimage", "scipy imresize", "scipy imrotate", "scipy imsave",
        "scipy imshow", "scipy toimage", "serialization load_lua", "sklearn fetch_mldata", "sklearn linear_assignment_",
        "sklearn load_boston", "solve", "sub", "sub_", "svd", "symeig", "tensorflow contrib", "testing assert_allclose",
        "testing make_non_contiguous", "testing rand", "testing randn", "torchtext BPTTIterator", "torchtext Batch",
        "torchtext BucketIterator", "torchtext Dataset", "torchtext Example", "torchtext Field", "torchtext Iterator",
        "torchtext LabelField", "torchtext NestedField", "torchtext Pipeline", "torchtext ReversibleField",
        "torchtext TabularDataset", "torchtext legacy", "torchvision model_urls", "triangular_solve", "trtrs",
        "urllib urlencode", "urllib urlopen", "urllib urlretrieve", "urllib2", "utils ffi", "utils trainer",
        "utils weight_norm",
    )  # fmt: skip
    examples = (
        Example(
            """
            import torch

            A = torch.tensor([[2.0, 0.0], [0.0, 4.0]])
            x = torch.gesv(torch.ones(2, 1), A)[0]
            """,
            """
            import torch

            A = torch.tensor([[2.0, 0.0], [0.0, 4.0]])
            x = torch.linalg.solve(A, torch.ones(2, 1))
            """,
        ),
        Example(
            """
            import torch

            x = torch.zeros(2)
            x.add_(-0.5, torch.ones(2))
            """,
            """
            import torch

            x = torch.zeros(2)
            x.add_(torch.ones(2), alpha=-0.5)
            """,
            same="x",
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "the new form": "import torch\nx = torch.zeros(2).add_(torch.ones(2), alpha=2)\n",
        "another library's function": "import numpy as np\nimport torch\nx = np.linalg.solve(a, b)\n",
        "its own function": "import torch\n\n\ndef gesv(b, A):\n    return b\n\n\nx = gesv(1, 2)\n",
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        """One look at all names: asking each of them by itself would cost more than all the answers."""
        tree = file.tree
        for call in calls_of(_CALLED, _BY_CALL, file):
            yield from self._of_call(call, file)
        attributes = _NAMES & tree.words
        for attribute in tree.nodes(ast.Attribute) if attributes else ():
            if attribute.attr in attributes and isinstance(attribute.ctx, ast.Load):
                yield from self._attribute(attribute, file)
        for word in sorted(_BUILTINS & tree.words):
            for name in tree.names(word):
                yield from self._builtin(name, file)
        yield from self._imports(file)

    def _of_call(self, node: ast.Call, file: FileView) -> Iterator[Finding]:
        func = node.func
        name = file.qualified_name(func)
        if name in _BY_CALL:
            yield from self._call(node, name, file, Evidence(node.lineno, f"calls `{name}`"))
        elif name is None and isinstance(func, ast.Attribute):
            for owner, method in methods_called(func.attr):
                if not _may_be_meant(node, method, file):
                    continue
                evidence = _shown(func.value, owner, file)
                if evidence is not None:
                    yield from self._call(node, method, file, evidence)
                    return
                if _is_named_so(func, method, file):
                    evidence = Evidence(node.lineno, f"calls `{func.attr}`")
                    doubt = f"whether `{shown(file.tree, func.value)}` is {_OF_PYTHON_2[owner]} cannot be seen"
                    yield from self._call(node, method, file, evidence, doubt)
                    return

    def _attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        name = file.qualified_name(node)
        method = f"{TENSOR}.{node.attr}"
        if name is None and method in _GONE and file.kind(node.value).is_tensor:
            name = method
        row = self._gone(name, node, file)
        if row is not None and not row.called and not is_set_here(row.old, file.tree):
            yield self._report(node, shown(file.tree, node), row)

    def _builtin(self, node: ast.Name, file: FileView) -> Iterator[Finding]:
        row = self._gone(node.id, node, file) if is_old_builtin(node, file.tree) else None
        if row is not None:
            yield self._report(node, node.id, row)

    def _imports(self, file: FileView) -> Iterator[Finding]:
        """What the imports bring; one report for one import, also where it stands for a whole module."""
        for statement, alias, name in aliases(file):
            name = alias.name if isinstance(statement, ast.Import) else name
            row = self._gone(name, statement, file) or self._gone(_module(statement), statement, file)
            if row is not None and not row.called:
                yield self._report(statement, name, row)
            elif name in _CALLS and is_idle(alias, statement, file) and not is_for_some_version(statement, file.tree):
                bound = alias.asname or alias.name
                message = f"`{bound}` is imported and not used"
                evidence = Evidence(statement.lineno, f"nothing uses `{bound}`")
                yield self.safe(statement, message, *without_alias(statement, alias), evidence=evidence)
                return  # the next one is for the next round: both rewrite an import

    def _call(
        self, node: ast.Call, name: str, file: FileView, evidence: Evidence, doubt: str = ""
    ) -> Iterator[Finding]:
        if is_for_some_version(node, file.tree) or is_set_here(name, file.tree):
            return
        written = shown(file.tree, node.func)
        for row in _CALLS.get(name, ()):
            if not is_wanted(row, file.options.target_torch):
                continue
            new = filled(row, node, file.tree)
            place, taken = (node, ()) if row.item is None else _item(node, row.item, file)
            if new is None or place is None:
                continue
            edits: tuple[Edit, ...] = (Replace(target(place), new.template, tuple(new.parts)), *taken, *new.imports)
            yield self._rewritten(place, written, row, edits, evidence, doubt)
            return
        gone = self._gone(name, node, file)
        if doubt:
            return
        if gone is not None and gone.called:
            yield self._report(node, written, gone)
        elif name in _CALLS and _CALLS[name][0].gone and not _CALLS[name][0].named:  # else only the argument is old
            row = _CALLS[name][0]
            reason = "this call of it has no form that could be written without knowing more"
            reason = f"{reason}: see {row.source}"
            yield self.report(node, said_of(row, written), reason=reason, evidence=evidence, stops=True)

    def _rewritten(
        self, place: ast.expr, written: str, row: Rewritten, edits: tuple[Edit, ...], evidence: Evidence, doubt: str
    ) -> Finding:
        instead = row.new.replace("[", "").replace("]", "").partition("(")[0].replace("{callee}", written)
        message = f"{said_of(row, written)}: write `{instead}(...)`"
        if row.unsafe or doubt:
            stops = bool(row.gone) and not doubt
            return self.unsafe(place, message, *edits, reason=row.unsafe or doubt, evidence=evidence, stops=stops)
        return self.safe(place, message, *edits, evidence=evidence)

    def _gone(self, name: str | None, node: ast.AST, file: FileView) -> Gone | None:
        for row in _GONE.get(name or "", ())[:1]:
            if is_wanted(row, file.options.target_torch) and not is_for_some_version(node, file.tree):
                return row
        return None

    def _report(self, node: ast.expr | ast.stmt, name: str, row: Gone) -> Finding:
        return self.report(node, said_of(row, name), reason=row.instead, stops=bool(row.gone))


def _may_be_meant(call: ast.Call, method: str, file: FileView) -> bool:
    """Does the call fit the method, if its object is a tensor? Most of what is called `add` is a set's."""
    if method not in _BY_CALL:
        return False
    rows = _CALLS.get(method, ())
    return any(row.gone for row in rows) or method in _GONE or any(filled(row, call, file.tree) for row in rows)


def _shown(receiver: ast.expr, owner: str, file: FileView) -> Evidence | None:
    """What shows that the object of a method call is one of `owner`; None where nothing does."""
    if owner == TENSOR:
        kind = file.kind(receiver)
        return kind.shown_by(receiver) if kind.is_tensor else None
    source = maker(receiver, owner, file)
    return None if source is None else Evidence(source.lineno, f"is made by `{shown(file.tree, source)}`")


def _is_named_so(func: ast.Attribute, method: str, file: FileView) -> bool:
    """Is the method one that only dictionaries of Python 2 had, or is its object called an iterator?

    Not where a class of the run has such a method.
    """
    owner = method.partition(".")[0]
    if owner not in _OF_PYTHON_2 or not _CALLS[method][0].gone:
        return False
    if owner == "Iterator" and not _ITERATOR_NAME.search((dotted(func.value) or "").rpartition(".")[2]):
        return False
    return not _defines(func.attr, file.tree) and not file.project.has_class_with(func.attr, file.path, "")


def _defines(method: str, tree: Tree) -> bool:
    return any(function.name == method and tree.class_of(function) for function in tree.nodes(ast.FunctionDef))


def _module(statement: ast.Import | ast.ImportFrom) -> str | None:
    return statement.module if isinstance(statement, ast.ImportFrom) and not statement.level else None


def _item(call: ast.Call, item: int, file: FileView) -> tuple[ast.expr | None, tuple[Edit, ...]]:
    """The expression to replace where only this part of the tuple is used: `call[item]`, or the call of `x, _ = call`.

    With it the edit that leaves one name of several.
    """
    parent = file.tree.parents[call]
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant) and parent.slice.value == item:
        return parent, ()
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
        return None, ()
    names = parent.targets[0]
    if not isinstance(names, ast.Tuple) or len(names.elts) <= item:
        return None, ()
    if not all(_is_never_read(name, file) for place, name in enumerate(names.elts) if place != item):
        return None, ()
    return call, (Unwrap(target(names), target(names.elts[item])),)


def _is_never_read(name: ast.expr, file: FileView) -> bool:
    """Is it a variable that nothing asks? One of a module may be asked by other files, unless it is `_`."""
    if not isinstance(name, ast.Name):
        return False
    scope = file.tree.scope(name)
    if not name.id.startswith("_") and not isinstance(scope.node, FUNCTIONS):
        return False
    return not any(
        isinstance(use.ctx, ast.Load) and file.tree.scope(use).lookup(name.id) is scope
        for use in file.tree.names(name.id)
    )
