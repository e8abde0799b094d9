"""What one file tells the others of a run."""

from __future__ import annotations

import json

import pytest
from projects import facts_of

from torchfix_codemods.analysis.project.interface import UNREAD, Class, Function, Given, Interface, from_lists
from torchfix_codemods.plan import read_interface


def interface(text: str) -> Interface:
    return facts_of(text).files["file0.py"]


def function(text: str) -> Function:
    return interface(text).functions[0]


# ---- one file


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("import a\n", ("a",)),
        ("import a.b as c, d\n", ("a.b", "d")),
        ("from a import b, c as d\n", ("a", "a.b", "a.c")),
        ("from . import b\n", (".", ".b")),
        ("from .a import (\n    b,  # why\n    c,\n)\n", (".a", ".a.b", ".a.c")),
        ("def f():\n    import a\n", ("a",)),
        ("class A:\n    def f(self):\n        import a\n", ("a",)),
        ("from a import *\n", ("a",)),
        ("# import a\n", ()),
        ('"""import a"""\n', ()),
    ],
)
def test_the_modules_that_a_file_imports(text: str, modules: tuple[str, ...]) -> None:
    assert interface(text).modules == modules


def test_a_class_has_its_bases_by_their_full_names() -> None:
    text = "from torch import nn\nclass A(nn.Module):\n    pass\nclass B(A, object): pass\nclass C: pass\n"
    bases = {kind.name: kind.bases for kind in interface(text).classes}
    assert bases == {"A": ("torch.nn.Module",), "B": (".A", "object"), "C": ()}


def test_a_class_has_its_methods_and_what_its_attributes_get() -> None:
    text = """
        from torch import nn
        class Net(nn.Module):
            size = 3
            def __init__(self, head):
                self.body: nn.Linear = nn.Linear(1, 2)
                self.head, self.name = head, "net"
            if True:
                def forward(self, x):
                    self.last = x[0]
    """
    assert interface(text).classes == (
        Class(
            "Net",
            3,
            ("torch.nn.Module",),
            ("__init__", "forward"),
            (
                ("body", (Given("call", "torch.nn.Linear"),)),
                ("head", (Given("parameter", "head"),)),
                ("last", (Given("parameter", "x", ("[]",)),)),
                ("name", (Given("constant", "'net'"),)),
                ("size", (Given("constant", "3"),)),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("body", "writes"),
    [
        ("x[0] = y", ("x",)),
        ("x += y", ("x",)),
        ("x.add_(y)", ("x",)),
        ("x.data.fill_(1)", ("x",)),
        ("z = x.view(-1)\n    z[0] = y", ("x",)),
        ("z = w = x[0]\n    w.zero_()", ("x",)),
        ("for row in (x, y):\n        row.zero_()", ("x", "y")),
        ("torch.add(x, 1, out=y)", ("y",)),
        ("torch.nn.init.zeros_(y)", ("y",)),
        ("z = x.clone()\n    z[0] = 1", ()),
        ("x.requires_grad_()", ()),
        ("return x + y", ()),
    ],
)
def test_a_function_writes_into_its_parameters(body: str, writes: tuple[str, ...]) -> None:
    assert function(f"import torch\ndef f(x, y):\n    {body}\n").writes == writes


@pytest.mark.parametrize(
    ("body", "keeps", "returns"),
    [
        ("self.a = x", ("x",), ()),
        ("self.a = self.b, x", ("self", "x"), ()),
        ("self.a.append(x)", ("x",), ()),
        ("self.a[0] = x", ("x",), ()),
        ("global a\n        a = x", ("x",), ()),
        ("return x", (), ("x",)),
        ("return {'x': x[0]}, 3", (), ("x",)),
        ("yield x.view(-1)", (), ("x",)),
        ("return x.clone()", (), ()),
        ("a = x", (), ()),
    ],
)
def test_what_leaves_a_function(body: str, keeps: tuple[str, ...], returns: tuple[str, ...]) -> None:
    read = function(f"import torch\nclass A:\n    def f(self, x):\n        {body}\n")
    assert (read.keeps, read.returns) == (keeps, returns)


@pytest.mark.parametrize(
    ("line", "takes"),
    [
        ("loss.backward()", True),
        ("g = grad(e, x)", True),
        ("g = torch.autograd.grad(e, x)", True),
        ("x.requires_grad_()", True),
        ("x.requires_grad_(False)", False),
        ("x.requires_grad = True", True),
        ("f(e, create_graph=True)", True),
        ("print(x.grad)", True),
        ("with torch.enable_grad(): pass", True),
        ("y = net(x)", False),
    ],
)
def test_a_function_that_takes_gradients_says_where(line: str, takes: bool) -> None:
    text = f"import torch\nfrom torch.autograd import grad\ndef f(x):\n    pass\n    {line}\n"
    assert function(text).gradient_line == (5 if takes else 0)


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ("'cpu'", [Given("constant", "'cpu'")]),
        ("torch.ones(2).cuda()", [Given("call", "torch.ones", ("cuda()",))]),
        ("p", [Given("parameter", "p")]),
        ("p.x[0]", [Given("parameter", "p", ("x", "[]"))]),
        ("Net(2)", [Given("call", ".Net")]),
        ("Net", [Given("name", ".Net")]),
        ("{'a': Net, 'b': make}[p]()", [Given("call", ".Net"), Given("call", "factory.make")]),
        ("None if p else 3", [Given("constant", "None"), Given("constant", "3")]),
        ("one", [Given("call", "torch.ones")]),
        ("two", [Given("call", "factory.make"), Given("constant", "1")]),
        ("left", [Given("constant", "1")]),
        ("loop", [Given("again", "loop")]),
        ("[p]", [Given("parameter", "p", ("held",))]),
        ("[p, Net()][0]", [Given("parameter", "p"), Given("call", ".Net")]),
        ("[p + 1]", [Given("other")]),
    ],
)
def test_a_call_says_what_it_gives(value: str, given: list[Given]) -> None:
    text = f"""
        import torch
        from factory import make
        class Net: pass
        def f(p):
            one: object = torch.ones(2)
            two = 1
            two = make()
            left, right = 1, 2
            loop = loop
            target({value})
        def target(x): pass
    """
    calls = [call for call in interface(text).calls if call.callee == ".target"]
    assert [list(argument) for call in calls for argument in call.arguments] == [given]


def test_a_name_of_a_parameter_is_not_that_of_an_import() -> None:
    text = "import nets\ndef f(nets):\n    nets.Net()\ndef g():\n    nets.Net()\n"
    assert [(call.callee, call.inside) for call in interface(text).calls] == [("?.Net", "f"), ("nets.Net", "g")]


def test_a_file_that_does_not_parse_says_only_that() -> None:
    assert interface("import torch\nprint 'x'\n") == UNREAD
    assert read_interface(b"import torch\nx = '\xff'\n") == UNREAD


def test_the_old_keyword_async_does_not_keep_a_file_from_being_read() -> None:
    assert interface("import torch\nclass Net:\n    pass\nx.cuda(async=True)\n").classes[0].name == "Net"


def test_an_interface_comes_back_from_json() -> None:
    text = """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self, size, *more, **other):
                self.size = size[0]
            @torch.no_grad()
            def forward(self, x):
                x += 1
                return helper(x, *x, by=self.size)
        net = Net(3).cuda()
    """
    read = interface(text)
    assert from_lists(json.loads(json.dumps(read))) == read


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("layer = nn.TransformerEncoder(one, 2)", ("Net",)),
        ("from torch.nn import MultiheadAttention", ("Net",)),
        ("from torch.nn import Linear, TransformerDecoderLayer", ("Net",)),
        ("layer = Attention(2)", ()),
    ],
)
def test_attention_layers_of_torch_are_noted(line: str, found: tuple[str, ...]) -> None:
    assert interface(f"from torch import nn\n{line}\nclass Net(nn.Module):\n    pass\n").attention == found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def parse(gpu):\n    os.environ['CUDA_VISIBLE_DEVICES'] = gpu\n", {"parse"}),
        ("class Options:\n    def parse(self):\n        environ.update(CUDA_VISIBLE_DEVICES='1')\n", {"Options"}),
        ("class Options:\n    def parse(self):\n        environ.update({'CUDA_VISIBLE_DEVICES': '1'})\n", {"Options"}),
        ("def parse(gpu):\n    os.environ.setdefault('CUDA_VISIBLE_DEVICES', gpu)\n", {"parse"}),
        ("def show():\n    print(os.environ['CUDA_VISIBLE_DEVICES'])\n", set()),
        ("def f():\n    pass\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\n", set()),
        ("if True:\n    os.environ['CUDA_VISIBLE_DEVICES'] = '0'\n", set()),
    ],
)
def test_what_chooses_the_gpus_when_it_runs(text: str, names: set[str]) -> None:
    assert facts_of(f"import os\n{text}").choose_gpus == names


def test_a_module_that_clears_its_own_gradients_is_known_to_all() -> None:
    model = "import nn\nclass Net(nn.Module):\n    def forward(self, x):\n        self.zero_grad()\n        return x\n"
    assert facts_of("import torch\n", model).clears_itself
    assert not facts_of("import torch\ndef forward(x):\n    self.zero_grad()\n").clears_itself


@pytest.mark.parametrize(
    ("call", "retains"),
    [
        ("loss.backward(retain_graph=True)", True),
        ("loss.backward(retain_graph=keep)", True),
        ("loss.backward(retain_variables=True)", True),
        ("loss.backward(retain_graph=False)", False),
        ("print('retain_graph')", False),
    ],
)
def test_who_retains_graphs(call: str, retains: bool) -> None:
    assert facts_of(f"import torch\n{call}\n").retains is retains


def test_a_program_that_packs_sequences_is_known_by_one_file() -> None:
    assert facts_of("import torch\n", "from torch.nn.utils.rnn import pack_padded_sequence\n").packs
    assert not facts_of("import torch\n# pack_padded_sequence\n").packs


@pytest.mark.parametrize(
    ("line", "nests"),
    [
        ("loss.backward(create_graph=True)", True),
        ("loss.backward(None, True, deep)", True),
        ("torch.autograd.grad(loss, xs, None, True, True)", True),
        ("p.grad = torch.autograd.grad(loss, p)[0]", True),
        ("import higher", True),
        ("loss.backward(retain_graph=True, create_graph=False)", False),
        ("p.grad = None", False),
        ("shared._grad = p.grad", False),
        ("p.grad = q.grad.clone().to(device)", False),
        ("print('create_graph')", False),
    ],
)
def test_who_makes_graphs_of_gradients(line: str, nests: bool) -> None:
    assert facts_of(f"import torch\n{line}\n", "loss.backward()\n").nests is nests


def test_gradients_whose_backward_pass_is_not_seen_may_have_graphs() -> None:
    assert facts_of("import torch\nprint(p.grad)\n").nests


def test_what_is_written_in_place_into_the_tensors_of_objects() -> None:
    project = facts_of(
        "import torch\n"
        "class Store:\n"
        "    def put(self, state, loss):\n"
        "        last = self.states[-1]\n"
        "        last.copy_(state.data)\n"
        "        self.states[0] = state * torch.ones(3)\n"
        "        self.losses += loss.detach() + self.states.sum()\n"
        "    def get(self, extra):\n"
        "        yield self.states[0].view(-1), torch.cat([extra, self.losses])\n"
    )
    (facts,) = project.files.values()
    assert {(name, tuple(given.text for given in sources)) for name, _, sources in facts.fills} == {
        ("states", ()),
        ("states", ("state",)),
        ("losses", ("states",)),
    }
    assert [(place, [given.text for given in sources]) for place, _, sources in facts.yields] == [
        ("0", ["states"]),
        ("1", ["extra", "losses"]),
    ]
