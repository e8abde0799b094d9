"""What the files of a run say to each other."""

from __future__ import annotations

import pytest

from torchfix_codemods.analysis.project.project import FileFacts, facts_of, join_facts


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("import a\n", ("a",)),
        ("import a.b as c, d\n", ("a.b", "d")),
        ("from a import b, c as d\n", ("a", "a.b", "a.c")),
        ("from . import b\n", (".", ".b")),
        ("from .a import (\n    b,  # why\n    c,\n)\n", (".a", ".a.b", ".a.c")),
        ("def f():\n    import a\n", ("a",)),
        ("from a import *\n", ("a",)),
        ("# import a\n", ()),
    ],
)
def test_imports_are_read_from_the_bytes(text: str, imports: tuple[str, ...]) -> None:
    assert facts_of(text.encode()).imports == imports


def test_classes_are_read_with_their_bases() -> None:
    text = "class A(nn.Module):\n    class Inner(A):\n        pass\nclass B(A, object): pass\nclass C: pass\n"
    assert facts_of(text.encode()).classes == (("A", ("nn.Module",)), ("B", ("A", "object")), ("C", ()))


@pytest.mark.parametrize(
    ("path", "statement", "expected"),
    [
        ("pkg/models.py", "from pkg.models import Net", True),
        ("pkg/models.py", "from .models import Net", True),
        ("pkg/models.py", "from . import models", True),
        ("pkg/models.py", "import pkg.models", True),
        ("pkg/__init__.py", "import pkg", True),
        ("models.py", "import models", True),
        ("train.py", "import models", False),
        ("pkg/models.py", "import other.models", False),
    ],
)
def test_is_a_file_imported(path: str, statement: str, expected: bool) -> None:
    assert join_facts([facts_of(statement.encode())]).is_imported(path) is expected


def classes(**bases: tuple[str, ...]) -> FileFacts:
    return FileFacts(classes=tuple(bases.items()))


def test_modules_are_found_through_chains_of_files() -> None:
    facts = join_facts([classes(Net=("Base",)), classes(Base=("torch.nn.Module",)), classes(Other=("Thing",))])
    assert facts.modules == {"Net", "Base"}


def test_plain_classes_have_only_plain_bases_through_all_files() -> None:
    given = [
        classes(Args=("Base",), Base=("object",), Bare=(), Round=("Trip",), Trip=("Round",)),
        classes(Net=("nn.Module",), Task=("Args", "Elsewhere"), Sub=("Task",)),
        classes(Bare=("Net",)),
    ]
    assert join_facts(given).plain == {"Args", "Base", "Round", "Trip"}


def test_many_copies_of_a_deep_hierarchy_cost_no_more_than_one() -> None:
    """Trying every way through the bases took 2 ** 60 steps here."""
    levels = [f"Level{number}" for number in range(60)]
    hierarchy = dict(zip(levels, [(), *((name, name) for name in levels)], strict=False))
    copy = {name: (*bases, "object") for name, bases in hierarchy.items()}
    facts = join_facts([classes(**hierarchy), classes(**copy)])
    assert facts.plain == set(levels)


def test_a_name_with_two_meanings_is_no_module() -> None:
    assert join_facts([classes(Net=("nn.Module",)), classes(Net=("object",))]).modules == frozenset()


def test_plain_classes_have_known_bases_only() -> None:
    facts = join_facts([classes(Data=("object",), Rows=("Data",), Loop=("Loop",), Foreign=("lib.Base",))])
    assert {"Data", "Rows"} <= facts.plain
    assert "Foreign" not in facts.plain


def test_a_class_that_takes_gradients_is_noted() -> None:
    text = (
        "class Net(nn.Module):\n    def forward(self, x):\n        return torch.autograd.grad(e, x)\n"
        "class Plain(nn.Module):\n    pass\n"
        "def train():\n    loss.backward()\n"
    )
    facts = facts_of(text.encode())
    assert facts.own_gradients == ("Net",)
    assert join_facts([facts]).own_gradients == {"Net"}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("layer = nn.TransformerEncoder(one, 2)", ("Net",)),
        ("from torch.nn import MultiheadAttention", ("Net",)),
        ("from torch.nn import Linear, TransformerDecoderLayer", ("Net",)),
        ("layer = TransformerBlock(2)", ()),
        ("from .layers import Transformer", ()),
    ],
)
def test_attention_layers_of_torch_are_noted(line: str, found: tuple[str, ...]) -> None:
    assert facts_of(f"{line}\nclass Net(nn.Module):\n    pass\n".encode()).attention == found


def test_who_imports_attention_has_it() -> None:
    layers = FileFacts(classes=(("Layers", ("nn.Module",)),), attention=("Layers",))
    model = FileFacts(imports=("pkg.layers", "pkg.layers.Layers"), classes=(("Model", ("nn.Module",)),))
    whole = FileFacts(imports=(".model.Model",), classes=(("Whole", ("nn.Module",)),))
    other = FileFacts(imports=("pkg.other",), classes=(("Other", ("nn.Module",)),))
    assert join_facts([whole, other, model, layers]).attention == {"Layers", "Model", "Whole"}


def test_a_program_that_packs_sequences_is_known_by_one_file() -> None:
    files = ["import torch\n", "from torch.nn.utils.rnn import pack_padded_sequence\n"]
    assert join_facts(facts_of(text.encode()) for text in files).packs
    assert not join_facts([facts_of(b"import torch\n")]).packs


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def parse(gpu):\n    os.environ['CUDA_VISIBLE_DEVICES'] = gpu\n", {"parse"}),
        ("class Options:\n    def parse(self):\n        environ.update(CUDA_VISIBLE_DEVICES='1')\n", {"Options"}),
        ("def show():\n    print(os.environ['CUDA_VISIBLE_DEVICES'])\n", set()),
        ("def f():\n    pass\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\n", set()),
        ("if True:\n    os.environ['CUDA_VISIBLE_DEVICES'] = '0'\n", set()),
    ],
)
def test_what_chooses_the_gpus_when_it_runs(text: str, names: set[str]) -> None:
    assert join_facts([facts_of(text.encode())]).choose_gpus == names


def test_a_module_that_clears_its_own_gradients_is_known_to_all() -> None:
    model = b"class Net(nn.Module):\n    def forward(self, x):\n        self.zero_grad()\n        return x\n"
    assert join_facts([facts_of(b"import torch\n"), facts_of(model)]).clears_itself
    assert not join_facts([facts_of(b"def forward(x):\n    return x\n")]).clears_itself
