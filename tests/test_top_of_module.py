"""What goes to the top of a module: imports and lines below them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rewriting import Find, apply, rewritten

from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.edits import AddImport, AttributeToCall, Edit, InsertAfterImports

Make = Callable[[Find], list[Edit]]


def top(*edits: Edit) -> Make:
    return lambda find: list(edits)


DEVICE = InsertAfterImports('device = torch.device("cuda" if torch.cuda.is_available() else "cpu")')
SEED = InsertAfterImports("seed = 0")
TORCH = AddImport("torch")
DEVICE_LINE = 'device = torch.device("cuda" if torch.cuda.is_available() else "cpu")\n'


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        ("import torch\nx = 1\n", [DEVICE, SEED], f"import torch\n{DEVICE_LINE}seed = 0\nx = 1\n"),
        ("import os\n\n\nx = 1\n", [DEVICE, TORCH, SEED],
         f"import os\nimport torch\n\n{DEVICE_LINE}seed = 0\n\n\nx = 1\n"),
        ("import torch", [SEED], "import torch\n\nseed = 0"),
        ("import os\r\n\r\nx = 1\r\n", [SEED], "import os\r\n\r\nseed = 0\r\n\r\nx = 1\r\n"),
        ("import os\r\nx = 1\r\n", [TORCH], "import os\r\nimport torch\r\nx = 1\r\n"),
        ("", [TORCH], "import torch\n"),
        ("x = 1\n", [TORCH], "import torch\nx = 1\n"),
        ("# about x\nx = 1\n", [TORCH], "import torch\n# about x\nx = 1\n"),
        ("#!/usr/bin/python\n# -*- coding: utf-8 -*-\nx = 1\n", [TORCH],
         "#!/usr/bin/python\n# -*- coding: utf-8 -*-\nimport torch\nx = 1\n"),
        ("# Licence\n# text\n\n# about x\nx = 1\n", [TORCH, SEED],
         "# Licence\n# text\n\nimport torch\nseed = 0\n# about x\nx = 1\n"),
        ('"""doc\n"""\nx = 1\n', [TORCH], '"""doc\n"""\nimport torch\nx = 1\n'),
        ('"""doc"""\n\nx = 1\n', [TORCH, SEED], '"""doc"""\n\nimport torch\nseed = 0\nx = 1\n'),
        ('"""doc"""', [TORCH], '"""doc"""\nimport torch'),
        ("from __future__ import annotations\n\nx = 1\n", [TORCH],
         "from __future__ import annotations\nimport torch\n\nx = 1\n"),
        ("import a; import b  # c\nx = 1\n", [TORCH], "import a; import b  # c\nimport torch\nx = 1\n"),
        ("from q import (\n  a)\n", [TORCH], "from q import (\n  a)\nimport torch\n"),
        ("try:\n    import a\nexcept ImportError:\n    a = None\n    # no a\nx = 1\n", [TORCH],
         "try:\n    import a\nexcept ImportError:\n    a = None\n    # no a\nimport torch\nx = 1\n"),
        ("with b:\n    import c\nx = 1\n", [TORCH], "with b:\n    import c\nimport torch\nx = 1\n"),
        ("if b:\n    import c\nelse:\n    import d\nx = 1\n", [TORCH],
         "if b:\n    import c\nelse:\n    import d\nimport torch\nx = 1\n"),
        ("import sys\nsys.path.append('.')\nos.environ['A'] = '1'\nimport torch\nx = 1\nimport late\n", [SEED],
         "import sys\nsys.path.append('.')\nos.environ['A'] = '1'\nimport torch\nseed = 0\nx = 1\nimport late\n"),
        ("import os\nx = 1\nimport torch\ny = 2\n", [SEED, DEVICE],
         f"import os\nseed = 0\nx = 1\nimport torch\n{DEVICE_LINE}y = 2\n"),
        ("import torch\nimport os\nx = 1\nimport torch\n", [DEVICE],
         f"import torch\nimport os\n{DEVICE_LINE}x = 1\nimport torch\n"),
        ("import torch\nprint('a', 'b')\n", [DEVICE],
         "import torch\n" + DEVICE_LINE.replace('"', "'") + "print('a', 'b')\n"),
        ("import torch\nseed = 0\n", [SEED], "import torch\nseed = 0\n"),
    ],
)  # fmt: skip
def test_new_lines_go_below_the_imports(before: str, edits: list[Edit], after: str) -> None:
    assert rewritten(before, *(top(edit) for edit in edits)) == after


@pytest.mark.parametrize(
    ("before", "edit"),
    [
        ("import torch\n", TORCH),
        ("import torch.nn\n", TORCH),
        ("import os, torch\n", TORCH),
        ("try:\n    import torch\nexcept ImportError:\n    torch = None\n", TORCH),
        ("from torch import nn, optim\n", AddImport("torch", "nn")),
        ("import torch.utils.data\n", AddImport("torch.utils.data")),
    ],
)
def test_an_import_that_is_there_is_not_repeated(before: str, edit: Edit) -> None:
    assert rewritten(before, top(edit)) == before


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("import torch.nn as nn\n", TORCH, "import torch.nn as nn\nimport torch\n"),
        ("import torch as t\n", TORCH, "import torch as t\nimport torch\n"),
        ("from .torch import nn\n", AddImport("torch", "optim"), "from .torch import nn\nfrom torch import optim\n"),
        ("import torch\n", AddImport("torch", "nn"), "import torch\nfrom torch import nn\n"),
        ("import torch\n", AddImport("torch.utils.data"), "import torch\nimport torch.utils.data\n"),
        ("def f():\n    import torch\n", TORCH, "import torch\ndef f():\n    import torch\n"),
    ],
)
def test_an_import_of_something_else_does_not_count(before: str, edit: Edit, after: str) -> None:
    assert rewritten(before, top(edit)) == after


@pytest.mark.parametrize(
    ("before", "edit", "reason"),
    [
        ("torch = 1\n", TORCH, "the name `torch` is taken by line 1"),
        ("import os\nimport mytorch as torch\n", TORCH, "the name `torch` is taken by line 2"),
        ("from other import nn\n", AddImport("torch", "nn"), "the name `nn` is taken by line 1"),
        ("import torch\ndef device(): pass\n", DEVICE, "the name `device` is taken by line 2"),
        ("import torch\n", InsertAfterImports("x ="), "`x =` is no statement"),
    ],
)
def test_a_taken_name_is_never_bound_again(before: str, edit: Edit, reason: str) -> None:
    refused = apply(before, top(edit)).refused
    assert {group: told(text) for group, text in refused.items()} == {0: reason}


def test_new_lines_must_come_before_the_first_use_at_module_level() -> None:
    before = "import os\ny = x.data\nimport torch\n"
    late = apply(before, lambda f: [AttributeToCall(f("x.data"), "detach"), DEVICE])
    assert late.refused == {0: "the place below the imports comes after the first use"}
    again = rewritten(before, lambda f: [AttributeToCall(f("x.data"), "detach"), TORCH])
    assert again == "import os\nimport torch\ny = x.detach()\nimport torch\n"
    inside = before.replace("y = x.data", "def f(): return x.data")
    assert rewritten(inside, lambda f: [AttributeToCall(f("x.data"), "detach"), TORCH]) == inside.replace(
        "x.data", "x.detach()"
    )


@pytest.mark.parametrize("text", ["import os; x = y\n", "import os; \\\nx = y\n", "import os \\\n; \\\n x = y\n"])
def test_an_import_that_shares_its_logical_line_gets_nothing_below_it(text: str) -> None:
    result = apply(text, top(TORCH))
    assert (result.text, result.refused) == (text, {0: "the last import shares its line with another statement"})
