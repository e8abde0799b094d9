"""What the files of a run say to each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from projects import facts_of

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.interface import Interface
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.plan import read_interface

# ---- which file an import means


@pytest.mark.parametrize(
    ("path", "statement", "expected"),
    [
        ("pkg/models.py", "from pkg.models import Net", True),
        ("pkg/models.py", "from pkg import models", True),
        ("pkg/models.py", "import pkg.models", True),
        ("pkg/__init__.py", "import pkg", True),
        ("models.py", "import models", True),
        ("train.py", "import models", False),
        ("pkg/models.py", "import other.models", False),
        ("src/pkg/models.py", "import pkg.models", True),  # src may be on the import path
        ("pkg/deep/torch.py", "import torch", False),
    ],
)
def test_is_a_file_imported(path: str, statement: str, expected: bool) -> None:
    files = {path: Interface(), "main.py": read_interface(statement.encode())}
    assert ProjectFacts(files).is_imported(path) is expected


@pytest.mark.parametrize("statement", ["from .models import Net", "from . import models", "from ..pkg import models"])
def test_relative_imports_start_from_the_folder(statement: str) -> None:
    files = {path: Interface() for path in ("pkg/models.py", "models.py", "other/models.py")}
    project = ProjectFacts({**files, "pkg/main.py": read_interface(statement.encode())})
    assert project.imported_paths == {"pkg/models.py"}


def test_a_module_inside_a_package_is_not_found_by_its_last_name() -> None:
    files = {"pkg/__init__.py": Interface(), "pkg/models.py": Interface(), "main.py": read_interface(b"import models")}
    assert not ProjectFacts(files).is_imported("pkg/models.py")


def test_of_several_files_the_nearest_is_meant() -> None:
    near = {"a/models.py": Interface(), "b/models.py": Interface()}
    assert ProjectFacts({**near, "a/main.py": read_interface(b"import models")}).imported_paths == {"a/models.py"}
    both = ProjectFacts({**near, "c/main.py": read_interface(b"import models")})
    assert both.imported_paths == {"a/models.py", "b/models.py"}


# ---- what a name stands for


def test_a_definition_is_found_through_imports_aliases_and_stars() -> None:
    project = facts_of(
        nets="import torch\nclass Net: pass\nWide = Net\n",
        pkg__INIT="from nets import Wide as Broad\n",
        everything="from nets import *\n",
        main="import os\n",
    )
    for target in ("nets.Net", "nets.Wide", "pkg.Broad", "everything.Net", "everything.Wide"):
        assert project.definitions.find("main.py", target) == (Place("nets.py", "Net"),), target
    assert project.definitions.find("nets.py", ".Net") == (Place("nets.py", "Net"),)
    assert project.definitions.find("main.py", "nets.Missing") == ()
    assert project.definitions.find("main.py", "elsewhere.Net") == ()


def test_torch_is_found_through_other_files() -> None:
    project = facts_of(
        base="import torch\nfrom torch.autograd import Variable\nimport torch.nn as nn\n_hidden = 1\n",
        again="from base import *\n",
        use="from again import *\nimport base\n",
    )
    assert project.definitions.star_names("use.py") == {
        "torch": "torch",
        "Variable": "torch.autograd.Variable",
        "nn": "torch.nn",
    }
    assert project.definitions.outside("use.py", "base.nn.Linear") == "torch.nn.Linear"
    assert project.definitions.outside("use.py", "nn.Linear") == "torch.nn.Linear"
    assert project.definitions.outside("use.py", "base.missing") is None


def test_circles_of_imports_end() -> None:
    project = facts_of(a="from b import *\n", b="from a import *\nfrom a import x\n")
    assert project.definitions.find("a.py", "b.x") == ()
    assert project.definitions.star_names("a.py") == {}


# ---- classes


def chain(**bases: str) -> ProjectFacts:
    """One file a class; `"nn.Module"`, `"other.Base"`, several with spaces."""

    def texts() -> Iterator[tuple[str, str]]:
        for name, given in bases.items():
            roots = sorted({base.split(".")[0] for base in given.split()} - {"nn", "object"})
            imports = "".join(f"import {root}\n" for root in roots)
            yield name, f"from torch import nn\n{imports}class {name}({', '.join(given.split())}):\n    pass\n"

    return facts_of(**dict(texts()))


def test_modules_are_found_through_chains_of_files() -> None:
    facts = chain(Net="Base.Base", Base="nn.Module", Other="elsewhere.Thing")
    assert facts.modules == {"Net", "Base"}


def test_plain_classes_have_only_plain_bases_through_all_files() -> None:
    facts = chain(Args="Base.Base", Base="object", Round="Trip.Trip", Trip="Round.Round", Net="nn.Module",
                  Task="Args.Args elsewhere.Thing", Sub="Task.Task")  # fmt: skip
    assert facts.plain == {"Args", "Base", "Round", "Trip"}


def test_many_copies_of_a_deep_hierarchy_cost_no_more_than_one() -> None:
    """Trying every way through the bases took 2 ** 60 steps here."""
    lines = ["import os", "class Level0: pass"]
    lines += [f"class Level{n}(Level{n - 1}, Level{n - 1}): pass" for n in range(1, 60)]
    text = "\n".join(lines) + "\n"
    assert facts_of(text, text).plain == {f"Level{n}" for n in range(60)}


def test_a_name_with_two_meanings_is_no_module() -> None:
    module, plain = "from torch import nn\nclass Net(nn.Module): pass\n", "import os\nclass Net: pass\n"
    assert facts_of(module, plain).modules == frozenset()


def test_a_method_is_found_in_a_base_or_mixin_of_another_file() -> None:
    project = facts_of(
        mixins="import torch\nclass Moves:\n    def cuda(self): return self\n",
        nets="from torch import nn\nfrom mixins import Moves\nclass Net(Moves, nn.Module): pass\n",
        main="from nets import Net\nclass Own(Net): pass\n",
    )
    assert project.definitions.method(Place("main.py", "Own"), "cuda") == Place("mixins.py", "Moves.cuda")
    assert project.definitions.method(Place("main.py", "Own"), "to") is None
    assert project.own_cuda == {"Moves", "Net", "Own"}
    assert project.definitions.is_module(Place("main.py", "Own")) is True
    function = project.definitions.function_at(Place("main.py", "Own.cuda"))
    assert function is not None and function.name == "Moves.cuda"


def test_a_class_that_takes_gradients_is_noted_with_its_heirs() -> None:
    project = facts_of(
        nets="""
            import torch
            from torch import nn
            class Net(nn.Module):
                def forward(self, x):
                    return torch.autograd.grad(e, x)
            class Plain(nn.Module): pass
            def train():
                loss.backward()
        """,
        main="from nets import Net, Plain\nclass Heir(Net): pass\nclass Other(Plain): pass\n",
    )
    assert project.own_gradients == {"Net", "Heir"}


def test_who_imports_attention_has_it() -> None:
    project = facts_of(
        pkg__layers="from torch import nn\nclass Layers(nn.Module):\n    a = nn.MultiheadAttention(1, 1)\n",
        pkg__model="from pkg.layers import Layers\nclass Model: pass\n",
        pkg__whole="from .model import Model\nclass Whole: pass\n",
        pkg__other="import pkg.other\nclass Other: pass\n",
    )
    assert project.attention == {"Layers", "Model", "Whole"}


# ---- callers


def test_calls_are_found_over_files_and_under_other_names() -> None:
    project = facts_of(
        tools="import torch\ndef fill(x): pass\nclass Box:\n    def step(self, x): pass\nfill(0)\n",
        one="from tools import fill as pour\npour(1)\n",
        two="import tools\ntools.fill(2)\ntools.Box().step(3)\n",
        three="def fill(x): pass\nfill(4)\nimport os\n",
    )
    fills = {path: call.arguments for path, call, _ in project.calls_of(Place("tools.py", "fill"))}
    assert {path: given[0][0].text for path, given in fills.items()} == {"tools.py": "0", "one.py": "1", "two.py": "2"}
    assert [is_certain for _, _, is_certain in project.calls_of(Place("tools.py", "Box"))] == [True]
    assert [is_certain for _, _, is_certain in project.calls_of(Place("tools.py", "Box.step"))] == [False]
    assert project.sees_calls_of(Place("tools.py", "Box.step"))
    assert not project.sees_calls_of(Place("tools.py", "Box.sum"))
