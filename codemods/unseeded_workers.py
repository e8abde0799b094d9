"""Find random numbers in the workers of a DataLoader that the program's seed does not reach."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, LoaderCall
from torchfix_codemods.analysis.loading.worker_code import Draw, WorkerCode
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.spelling import shown
from torchfix_codemods.analysis.syntax.tree import Tree, callee_name
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding

_SEEDS_NUMPY = (1, 9)  # https://github.com/pytorch/pytorch/pull/56488
_SEEDS = {"numpy": "numpy.random.seed", "random": "random.seed"}


class UnseededWorkers(Codemod):
    """Every worker process draws its own random numbers. Since torch 1.9 the loader seeds torch, numpy and random in
    each of them, from a number that it draws from torch's generator, so that workers differ, epochs differ, and all of
    it is repeated after `torch.manual_seed`.

    Two things do not follow. `np.random.seed(0)` in the main program no longer decides what the workers draw: without
    `torch.manual_seed` no two runs are alike. And a generator of one's own, `self.rng = np.random.default_rng(0)`, is
    copied into every worker in every epoch, so all workers draw the same numbers, and each epoch draws them again.

    Before torch 1.9 numpy was not seeded at all, and all workers drew the same numbers from `np.random`.
    """

    code = "TFC403"
    source = "https://docs.pytorch.org/docs/stable/data.html#randomness-in-multi-process-data-loading"
    since = "0.1"
    triggers = ("DataLoader",)
    examples = (
        Example(
            """
            import numpy as np
            from torch.utils.data import DataLoader, Dataset

            class Noise(Dataset):
                def __init__(self):
                    self.rng = np.random.default_rng(0)

                def __len__(self):
                    return 8

                def __getitem__(self, index):
                    return index + self.rng.random()

            loader = DataLoader(Noise(), num_workers=2)
            """,
            """
            import numpy as np
            from torch.utils.data import DataLoader, Dataset

            class Noise(Dataset):
                def __init__(self):
                    self.rng = np.random.default_rng(0)

                def __len__(self):
                    return 8

                def __getitem__(self, index):
                    return index + self.rng.random()

            loader = DataLoader(Noise(), num_workers=2)
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "torch is seeded": """
            import numpy as np
            import torch
            from torch.utils.data import DataLoader

            class Noise(torch.utils.data.Dataset):
                def __getitem__(self, index):
                    return np.random.rand()

            np.random.seed(0)
            torch.manual_seed(0)
            loader = DataLoader(Noise(), num_workers=2)
            """,
        "nothing is to be repeated": """
            import numpy as np
            from torch.utils.data import DataLoader, Dataset

            class Noise(Dataset):
                def __getitem__(self, index):
                    return np.random.rand()

            loader = DataLoader(Noise(), num_workers=2)
            """,
        "no workers": """
            import numpy as np
            from torch.utils.data import DataLoader, Dataset

            class Noise(Dataset):
                def __getitem__(self, index):
                    return np.random.rand()

            np.random.seed(0)
            loader = DataLoader(Noise())
            """,
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        loaders = file.get(DataLoaders)
        working = [
            one
            for one in loaders.calls
            if one.complete and "worker_init_fn" not in one.arguments and loaders.has_workers(one)
        ]
        if not working or "get_worker_info" in file.tree.text:
            return
        code = WorkerCode(loaders)
        for loader in working:
            draws = list(code.draws(loader))
            copied = next((draw for draw in draws if draw.made is not None), None)
            if copied is not None:
                yield self._copied(loader, copied, file)
                continue
            yield from self._seeded(loader, draws, file)

    def _copied(self, loader: LoaderCall, draw: Draw, file: FileView) -> Finding:
        assert draw.made is not None
        again = "" if "persistent_workers" in loader.arguments else ", in each epoch again"
        return self.report(
            loader.call,
            f"every worker gets a copy of the generator that line {at(draw.made.lineno)} makes, and all draw the same "
            f"numbers from it{again}",
            reason="torch seeds its own generator and those of numpy and random in a worker, but no others: draw from "
            "these, or make the generator in worker_init_fn from torch.initial_seed()",
            evidence=Evidence(draw.call.lineno, f"draws by `{shown(file.tree, draw.call)}`"),
        )

    def _seeded(self, loader: LoaderCall, draws: list[Draw], file: FileView) -> Iterator[Finding]:
        version = file.options.target_torch
        for draw in draws:
            evidence = Evidence(draw.call.lineno, f"draws by `{shown(file.tree, draw.call)}`")
            if version is not None and version < _SEEDS_NUMPY and draw.library == "numpy":
                if _seeds_anything(file.tree):
                    yield self.report(
                        loader.call,
                        "all workers draw the same numbers from numpy",
                        reason="torch seeds numpy in its workers since 1.9 only: give worker_init_fn a function that "
                        "calls numpy.random.seed(torch.initial_seed() % 2**32)",
                        evidence=evidence,
                    )
                    return
                continue
            line = _seed_line(file.tree, _SEEDS[draw.library])
            if line and not _may_seed_torch(file.tree):
                yield self.report(
                    loader.call,
                    f"the seed that line {at(line)} gives {draw.library} does not reach the workers",
                    reason="torch (numpy: since 1.9) seeds them itself, from its own generator: call torch.manual_seed "
                    "as well, or seed them in worker_init_fn",
                    evidence=evidence,
                )
                return


def _seed_line(tree: Tree, name: str) -> int:
    return next((call.lineno for call in _seed_calls(tree) if tree.qualified_name(call.func) == name), 0)


def _seeds_anything(tree: Tree) -> bool:
    return any(True for _ in _seed_calls(tree))


def _may_seed_torch(tree: Tree) -> bool:
    """Is there a call that seeds torch, or one of somebody else's that seeds who knows what?"""
    return any(tree.qualified_name(call.func) not in _SEEDS.values() for call in _seed_calls(tree))


def _seed_calls(tree: Tree) -> Iterator[ast.Call]:
    """The calls that seed something, by their names; not the functions of the file, whose own calls are seen."""
    for call in tree.nodes(ast.Call):
        if "seed" not in callee_name(call).lower() or callee_name(call) in ("initial_seed", "get_seed"):
            continue
        own = isinstance(call.func, ast.Name) and any(
            isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)) for binding in tree.bindings(call.func)
        )
        if not own:
            yield call
