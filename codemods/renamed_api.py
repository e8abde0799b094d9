"""Write today's name of what torch, its neighbours or Python have renamed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree, dotted, has_star_arguments
from torchfix_codemods.analysis.tables.old_api import RENAMED
from torchfix_codemods.analysis.tables.old_api.rows import Renamed
from torchfix_codemods.analysis.values.new_imports import from_module, is_taken, new_import, spelled
from torchfix_codemods.analysis.values.old_names import (
    ToldApart,
    by_name,
    is_for_some_version,
    is_old_builtin,
    is_set_here,
    is_wanted,
    last_words,
    said_of,
    uses_of,
)
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import Edit, RenameAttribute, Replace, target

_ROWS = by_name(RENAMED)
_ATTRIBUTES = last_words(name for name in _ROWS if "." in name)
_MODULES = {name: rows for name, rows in _ROWS.items() if rows[0].whole}
_BUILTINS = {name: rows for name, rows in _ROWS.items() if "." not in name and not rows[0].whole}
_OF_TENSORS = "Tensor."
_BY_NAME = "a call gives by position what is to be given by its name today"


class RenamedApi(Codemod):
    """A program of 2018 calls `nn.init.xavier_uniform`, `F.sigmoid`, `np.float`, `collections.Iterable` or `xrange`.
    Some of these names only warn, others do not exist any more: the program stops at the first of them.

    The table of old names says what each is called today. A name is rewritten where the file's imports show that it is
    the library's, together with the import that brings it and the places that use it. What stands in a branch for one
    version of a library, with another branch or an `except ImportError` for the others, stays.
    """

    code = "TFC901"
    source = "https://github.com/pytorch/pytorch/releases"
    since = "0.2"
    triggers = (
        "ConfigParser", "Module register_backward_hook", "PIL ANTIALIAS", "PIL CUBIC", "PIL LINEAR", "Queue",
        "SocketServer", "StringIO", "__builtin__", "_pytree _register_pytree_node", "_six builtins",
        "_six container_abcs", "_six imap", "_six inf", "_six int_classes", "_six nan", "_six queue",
        "_six string_classes", "_six zip", "_utils _accumulate", "activation _LinearWithBias", "base64 decodestring",
        "base64 encodestring", "basestring", "cPickle", "cStringIO", "cgi escape", "collate default_collate",
        "collate default_convert", "collate int_classes", "collections Callable", "collections Container",
        "collections Generator", "collections Hashable", "collections ItemsView", "collections Iterable",
        "collections Iterator", "collections KeysView", "collections Mapping", "collections MutableMapping",
        "collections MutableSequence", "collections MutableSet", "collections Sequence", "collections Set",
        "collections Sized", "collections ValuesView", "copy_reg", "cuda max_memory_cached", "cuda memory_cached",
        "dataloader DataLoaderIter", "dataloader _DataLoaderIter", "dataloader string_classes",
        "distributed _all_gather_base", "distributed _reduce_scatter_base", "distributed reduce_op", "fractions gcd",
        "functional nll_loss2d", "functional sigmoid", "functional tanh", "functional upsample",
        "functorch functionalize", "functorch grad", "functorch grad_and_value", "functorch hessian",
        "functorch jacfwd", "functorch jacrev", "functorch jvp", "functorch vjp", "functorch vmap", "ger",
        "hub _download_url_to_file", "init constant", "init dirac", "init eye", "init kaiming_normal",
        "init kaiming_uniform", "init normal", "init orthogonal", "init sparse", "init uniform", "init xavier_normal",
        "init xavier_uniform", "inspect getargspec", "is_deterministic", "itertools ifilter", "itertools imap",
        "itertools izip", "itertools izip_longest", "linear _LinearWithBias", "long", "lr_scheduler _LRScheduler",
        "matrix_rank", "model_zoo load_url", "nn CrossEntropyLoss2d", "nn NLLLoss2d", "nn intrinsic", "nn qat",
        "nn quantized", "numpy Inf", "numpy Infinity", "numpy NAN", "numpy NaN", "numpy PINF", "numpy alltrue",
        "numpy cfloat", "numpy complex", "numpy complex_", "numpy cumproduct", "numpy float", "numpy float_",
        "numpy in1d", "numpy infty", "numpy int", "numpy int0", "numpy longfloat", "numpy object", "numpy product",
        "numpy random_integers", "numpy round_", "numpy row_stack", "numpy singlecomplex", "numpy sometrue",
        "numpy string_", "numpy trapz", "numpy typeDict", "numpy uint0", "numpy unicode", "numpy unicode_",
        "onnx set_training", "os getcwdu", "quantization", "raw_input", "reduce", "scipy blackman", "scipy boxcar",
        "scipy comb", "scipy cumtrapz", "scipy factorial", "scipy gaussian", "scipy hamming", "scipy hann",
        "scipy imread", "scipy kaiser", "scipy logsumexp", "scipy simps", "scipy trapz", "scipy triang", "scipy tukey",
        "set_deterministic", "skimage compare_mse", "skimage compare_psnr", "skimage compare_ssim", "sklearn Imputer",
        "sklearn cross_validation", "sklearn grid_search", "sklearn joblib", "string letters", "string lowercase",
        "string maketrans", "string uppercase", "sys maxint", "time clock", "torchvision BatchNorm2d",
        "torchvision Conv2d", "torchvision ConvTranspose2d", "torchvision RandomSizedCrop", "torchvision Scale",
        "torchvision functional_tensor", "torchvision load_state_dict_from_url", "unichr", "unicode", "urlparse",
        "utils clip_grad_norm", "xml cElementTree", "xrange",
    )  # fmt: skip
    examples = (
        Example(
            """
            import torch
            import torch.nn as nn
            import torch.nn.functional as F

            layer = nn.Linear(2, 2)
            nn.init.constant(layer.weight, 0.5)
            y = F.sigmoid(layer.weight)
            """,
            """
            import torch
            import torch.nn as nn
            import torch.nn.functional as F

            layer = nn.Linear(2, 2)
            nn.init.constant_(layer.weight, 0.5)
            y = torch.sigmoid(layer.weight)
            """,
            same="y",
        ),
        Example(
            """
            from collections import Iterable, OrderedDict

            import torch

            sizes = OrderedDict(a=1)
            both = isinstance(sizes, Iterable), torch.ones(1)
            """,
            """
            from collections import OrderedDict
            from collections.abc import Iterable

            import torch

            sizes = OrderedDict(a=1)
            both = isinstance(sizes, Iterable), torch.ones(1)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "a branch for old versions": """
            import torch

            try:
                from collections.abc import Iterable
            except ImportError:
                from collections import Iterable
        """,
        "the program's own name": """
            import torch


            def xrange(n):
                return range(n)


            numbers = list(xrange(3))
        """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        """One look at all names: asking each of them by itself would cost more than all the answers."""
        tree = file.tree
        attributes = _ATTRIBUTES & tree.words
        for attribute in tree.nodes(ast.Attribute) if attributes else ():
            if attribute.attr in attributes and isinstance(attribute.ctx, ast.Load):
                yield from self._attribute(attribute, file)
        for word in sorted(_BUILTINS.keys() & tree.words):
            for name in tree.names(word):
                yield from self._builtin(name, file)

    def _attribute(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        name = file.qualified_name(node)
        row = self._row(name, node, file)
        if row is not None and not is_set_here(row.old, file.tree):
            if not _takes_all([node], row, file.tree):
                yield self._by_hand(node, shown(file.tree, node), row, _BY_NAME)
                return
            doubt = _doubt([node], row, file)
            yield from self._use(node, shown(file.tree, node), row, _instead(node, row, file), doubt)
        elif name is None:
            yield from self._of_tensor(node, file)

    def _builtin(self, node: ast.Name, file: FileView) -> Iterator[Finding]:
        if not is_old_builtin(node, file.tree):
            return
        row = self._row(node.id, node, file)
        if row is None:
            return
        taken = is_taken(row.new.rpartition(".")[2], node, file.tree)
        yield from self._use(node, node.id, row, None if taken else _instead(node, row, file))

    def _use(
        self,
        node: ast.Attribute | ast.Name,
        name: str,
        row: Renamed,
        instead: tuple[tuple[Edit, ...], str] | None,
        doubt: str = "",
    ) -> Iterator[Finding]:
        """A place that uses the old name; one that cannot be rewritten is told where nobody has the name any more."""
        if instead is not None:
            yield self._finding(node, name, row, *instead, doubt=doubt)
        elif row.gone:
            yield self._by_hand(node, name, row, f"a name in `{row.new}` means something else here")

    def check_ImportFrom(self, node: ast.ImportFrom, file: FileView) -> Iterator[Finding]:
        module = "" if node.level else node.module or ""
        row = self._row(module, node, file) if module in _MODULES else None
        if row is not None:
            yield self._finding(node, module, row, from_module(node, row.new), row.new)
            return
        yield from self._imports(node, file)

    def check_Import(self, node: ast.Import, file: FileView) -> Iterator[Finding]:
        yield from self._imports(node, file)

    def _imports(self, node: ast.Import | ast.ImportFrom, file: FileView) -> Iterator[Finding]:
        for alias in node.names:
            name = alias.name if isinstance(node, ast.Import) else file.tree.target_of(alias, node)
            row = self._row(name, node, file)
            if row is None:
                continue
            bound = alias.asname or alias.name
            keeps = file.path.endswith("__init__.py") or file.project.hands_on(file.path, bound)
            found = new_import(node, alias, row.new, file.tree, keeps)
            uses = uses_of(alias, bound, file.tree) or ()
            if not _takes_all(uses, row, file.tree):
                yield self._by_hand(node, name, row, _BY_NAME)
            elif found is not None:
                yield self._finding(node, name, row, *found, doubt=_doubt(uses, row, file))
                return  # the next one is for the next round: both rewrite the statement
            elif row.gone:
                yield self._by_hand(
                    node, name, row, f"`{bound}` means other things too, or other files take it from here"
                )

    def _of_tensor(self, node: ast.Attribute, file: FileView) -> Iterator[Finding]:
        row = self._row(_OF_TENSORS + node.attr, node, file)
        if row is None:
            return
        receiver = file.kind(node.value)
        if receiver.is_tensor:
            edit = RenameAttribute(target(node), row.new.rpartition(".")[2])
            yield self._finding(node, shown(file.tree, node), row, (edit,), edit.name, receiver.evidence)

    def _row(self, name: str | None, node: ast.AST, file: FileView) -> Renamed | None:
        for row in _ROWS.get(name or "", ()):
            if is_wanted(row, file.options.target_torch) and not is_for_some_version(node, file.tree):
                return row
        return None

    def _finding(
        self,
        node: ast.expr | ast.stmt,
        name: str,
        row: Renamed,
        edits: tuple[Edit, ...],
        instead: str,
        evidence: Evidence | None = None,
        doubt: str = "",
    ) -> Finding:
        message = f"{said_of(row, name)}: write `{instead}`"
        evidence = evidence or Evidence(node.lineno, f"`{name}` is `{row.old}`" if name != row.old else "names it")
        if row.unsafe or doubt:
            reason = row.unsafe or doubt
            return self.unsafe(node, message, *edits, reason=reason, evidence=evidence, stops=bool(row.gone))
        return self.safe(node, message, *edits, evidence=evidence)

    def _by_hand(self, node: ast.expr | ast.stmt, name: str, row: Renamed, reason: str) -> Finding:
        return self.report(node, f"{said_of(row, name)}: write `{row.new}`", reason=reason, stops=True)


def _takes_all(uses: Sequence[ast.expr], row: Renamed, tree: Tree) -> bool:
    """Does the new function take what the calls give it by position?"""
    calls = [call for use in uses if isinstance(call := tree.parent(use), ast.Call) and call.func is use]
    most = row.positional
    return most is None or all(len(call.args) <= most and not has_star_arguments(call) for call in calls)


def _doubt(uses: Sequence[ast.expr], row: Renamed, file: FileView) -> str:
    """Why another object than before may not do, where one is handed on and not called; empty where it does."""
    if row.gone or all(_is_called(use, file.tree) for use in uses) or not file.get(ToldApart).has(row.old):
        return ""
    return f"`{row.old}` is told apart from other functions in this file, and `{row.new}` is another one"


def _is_called(node: ast.expr, tree: Tree) -> bool:
    """Is it called, or a module of which something is taken?"""
    holder = tree.parent(node)
    if isinstance(holder, ast.Call):
        return holder.func is node
    return isinstance(holder, ast.Attribute)


def _instead(node: ast.Attribute | ast.Name, row: Renamed, file: FileView) -> tuple[tuple[Edit, ...], str] | None:
    """The edits at a place that uses the old name, and the new name as it is to be written there."""
    tree = file.tree
    old_module, (new_module, _, last) = row.old.rpartition(".")[0], row.new.rpartition(".")
    if isinstance(node, ast.Attribute) and old_module == new_module and tree.qualified_name(node.value) == old_module:
        return (RenameAttribute(target(node), last),), f"{dotted(node.value)}.{last}"
    found = spelled(row.new, row.module, node, tree)
    if found is None:
        return None
    name, imports = found
    return (Replace(target(node), name), *imports), name
