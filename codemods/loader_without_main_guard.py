"""Start the workers of a DataLoader under `if __name__ == "__main__":` only."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.loading.data_loaders import DataLoaders, Iteration, LoaderCall
from torchfix_codemods.analysis.loading.module_run import ModuleRun, starts_by_fork
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.codemod import Codemod, Example, FileView, Finding
from torchfix_codemods.edits import WrapStatements, target

_GUARD = 'if __name__ == "__main__":'
# Notebooks have no module that a worker could import, nor have the scripts that were exported from one.
_NOTEBOOK = re.compile(r"^# In\s?\[|\bget_ipython\(\)|^# %%|^# coding: utf-8\s+# In", re.MULTILINE)


class LoaderWithoutMainGuard(Codemod):
    """On Windows and macOS, and with Python 3.14 on Linux, a worker process starts from nothing and imports the script
    to find its data set. Without a main guard that import runs the whole program again, until it comes to the loop over
    the loader, where Python stops with "An attempt has been made to start a new process before the current process has
    finished its bootstrapping phase".

    The fix puts the statements that run under a guard. Definitions stay outside, because the workers need them, and so
    do the variables that definitions read. Who imports the file gets nothing of what is guarded.
    """

    code = "TFC401"
    source = "https://docs.pytorch.org/docs/stable/data.html#platform-specific-behaviors"
    since = "0.1"
    triggers = ("DataLoader",)
    examples = (
        Example(
            """
            import torch
            from torch.utils.data import DataLoader

            loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
            for batch in loader:
                print(batch.sum())
            """,
            """
            import torch
            from torch.utils.data import DataLoader

            if __name__ == "__main__":
                loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
                for batch in loader:
                    print(batch.sum())
            """,
        ),
    )
    leaves_alone: ClassVar[Mapping[str, str]] = {
        "guarded": (
            "from torch.utils.data import DataLoader\n\n\ndef main():\n    loader = DataLoader(data, num_workers=2)\n"
            '    for x in loader:\n        step(x)\n\n\nif __name__ == "__main__":\n    main()\n'
        ),
        "no workers": "from torch.utils.data import DataLoader\nfor x in DataLoader(data):\n    step(x)\n",
        "no workers on Windows": (
            "import sys\nfrom torch.utils.data import DataLoader\n"
            'n = 0 if sys.platform == "win32" else 4\nfor x in DataLoader(data, num_workers=n):\n    step(x)\n'
        ),
        "nothing runs through it": (
            "from torch.utils.data import DataLoader\nloader = DataLoader(data, num_workers=2)\n"
        ),
    }

    def check_Module(self, node: ast.Module, file: FileView) -> Iterator[Finding]:
        tree = file.tree
        loaders = file.get(DataLoaders)
        working = [one for one in loaders.calls if loaders.has_workers(one) and not _is_forked(one)]
        if not working or file.path.endswith(".ipynb") or _NOTEBOOK.search(tree.text) or starts_by_fork(tree):
            return
        places = {place.node: place for place in loaders.iterations if _first(place, working) is not None}
        run = ModuleRun(tree, loaders.sources)
        for statement in run.statements:
            place = run.runs(statement, list(places))
            if place is not None:
                loader = _first(places[place], working)  # type: ignore[index]
                assert loader is not None
                yield self._say(loader, statement, place, run, file)
                return

    def _say(self, loader: LoaderCall, statement: ast.stmt, place: ast.AST, run: ModuleRun, file: FileView) -> Finding:
        line = getattr(place, "lineno", 0) or getattr(getattr(place, "target", None), "lineno", statement.lineno)
        message = f"the workers of this loader are started without a main guard, by line {at(statement.lineno)}"
        evidence = Evidence(line, "runs through the loader")
        if file.project.is_imported(file.path):
            reason = "other files import this one: move what it runs into a function, and call it under a main guard"
            return self.report(loader.call, message, reason=reason, evidence=evidence)
        runs, reason = run.guarded(statement)
        if not runs:
            reason = f"{reason}: put what is run into a function, and call it under a main guard"
            return self.report(loader.call, message, reason=reason, evidence=evidence)
        edits = [WrapStatements(target(first), target(last), _GUARD) for first, last in runs]
        reason = "whoever imports this file does not get what is guarded"
        if file.tree.nodes(ast.Lambda):
            reason += "; and a data set that holds a lambda cannot be sent to a worker that was not forked"
        return self.unsafe(loader.call, message, *edits, reason=reason, evidence=evidence)


def _first(place: Iteration, working: list[LoaderCall]) -> LoaderCall | None:
    return next((loader for loader in place.loaders if loader in working), None)


def _is_forked(loader: LoaderCall) -> bool:
    context = loader.arguments.get("multiprocessing_context")
    return isinstance(context, ast.Constant) and context.value == "fork"
