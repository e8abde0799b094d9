"""What a tensor is to autograd, what becomes of it, and what may run after an edit."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.graphs.flow import Flow
from torchfix_codemods.analysis.graphs.hidden_writes import danger
from torchfix_codemods.analysis.graphs.roles import Role
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.values.aliases import How
from torchfix_codemods.codemod import FileView

HEADER = "import torch\nfrom torch import nn\n"


def view(text: str) -> FileView:
    return FileView("test.py", parse(HEADER + dedent(text)))


def expression(file: FileView, text: str, nth: int = 0) -> ast.expr:
    """The nth expression with this very text that is read."""
    found = [
        node
        for node in ast.walk(file.tree.module)
        if isinstance(node, ast.expr)
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        and file.tree.source(node) == text
    ]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    return found[nth]


# ---- roles


@pytest.mark.parametrize(
    ("text", "tensor", "role", "owner"),
    [
        ("net = nn.Linear(2, 2)\nprint(net.weight)", "net.weight", Role.STATE, "net"),
        ("net = nn.Linear(2, 2)\nprint(net.weight.grad)", "net.weight.grad", Role.GRADIENT, None),
        ("net = nn.Linear(2, 2)\nfor p in net.parameters():\n    print(p)", "p", Role.STATE, "net"),
        ("net = nn.Linear(2, 2)\nfor n, p in net.named_parameters():\n    print(p)", "p", Role.STATE, "net"),
        ("def f(a, b):\n    for i, (p, q) in enumerate(zip(a.parameters(), b.parameters())):\n        q", "q",
         Role.STATE, "b"),
        ("def f(opt):\n    for group in opt.param_groups:\n        for p in group['params']:\n            p", "p",
         Role.STATE, None),
        ("def f(params):\n    return [p for p in filter(None, list(params))]", "p", Role.STATE, None),
        ("def f(net):\n    sd = net.state_dict()\n    for k, v in sd.items():\n        v", "v", Role.STATE, "net"),
        ("def f(net):\n    sd = net.state_dict()\n    print(sd['a'])", "sd['a']", Role.STATE, "net"),
        ("def f(net):\n    w = next(net.parameters())\n    print(w)", "w", Role.STATE, "net"),
        ("w = nn.Parameter(torch.ones(3))\nprint(w)", "w", Role.STATE, "w"),
        ("w = torch.ones(3, requires_grad=True)\nprint(w)", "w", Role.STATE, "w"),
        ("w = torch.ones(3)\nprint(w[0].view(-1))", "w[0].view(-1)", Role.PLAIN, "w"),
        ("h = nn.Linear(2, 2)(torch.ones(1, 2))\nprint(h)", "h", Role.GRAPH, "h"),
        ("def f(x: torch.Tensor):\n    print(x)", "x", Role.UNKNOWN, "x"),
    ],
)  # fmt: skip
def test_role(text: str, tensor: str, role: Role, owner: str | None) -> None:
    file = view(text)
    holder = file.get(Flow).role(expression(file, tensor))
    assert (holder.role, holder.owner) == (role, owner)


def test_role_of_an_attribute_is_what_the_class_makes_of_it() -> None:
    file = view(
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(3))
                self.register_buffer("mean", torch.zeros(3))
                self.lin = nn.Linear(3, 3)
                self.second = self.lin.weight

            def forward(self, x):
                self.last = self.lin(x)
                return self.last + self.scale + self.mean + self.second
        """
    )
    roles = {
        name: file.get(Flow).role(expression(file, f"self.{name}")).role for name in ("scale", "mean", "second", "last")
    }
    assert roles == {"scale": Role.STATE, "mean": Role.STATE, "second": Role.STATE, "last": Role.GRAPH}


# ---- aliases


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("x.add_(1)", How.WRITE),
        ("x.view(-1)[0].zero_()", How.WRITE),
        ("x[0] = 1", How.WRITE),
        ("x += 1", How.WRITE),
        ("nn.init.zeros_(x)", How.WRITE),
        ("torch.add(x, 1, out=x)", How.ARGUMENT),
        ("nn.functional.relu(x, inplace=True)", How.WRITE),
        ("y.copy_(x)", How.ARGUMENT),
        ("x.resize_(3)", How.RESHAPE),
        ("x.data = y", How.RESHAPE),
        ("print(x.norm())", How.READ),
        ("f(x)", How.ARGUMENT),
        ("y[0] = x", How.READ),
        ("table['x'] = x", How.LEAVE),
        ("y.kept = x", How.LEAVE),
        ("setattr(y, 'kept', x)", How.LEAVE),
        ("y = x if f(1) else None", How.NAME),
        ("y = 1 if x else None", How.READ),
        ("y = [x, 1]", How.NAME),
        ("y = tuple(x for _ in range(3))", How.NAME),
        ("return x", How.LEAVE),
        ("yield (x, 1)", How.LEAVE),
        ("for row in x: pass", How.NAME),
        ("global kept; kept = x", How.LEAVE),
    ],
)
def test_use_of_a_tensor(text: str, how: How) -> None:
    file = view(f"def g(x: torch.Tensor, y: torch.Tensor, f, table):\n    {text}\n")
    name = next(n for n in file.tree.nodes(ast.Name) if n.id == "x")
    assert file.get(Flow).use(name).how is how


def followed(text: str, start: str) -> list[tuple[How, int]]:
    """How the value of an expression is used, through its names, with the line in `text`."""
    file = view(text)
    return sorted(
        ((use.how, use.node.lineno - 2) for use in file.get(Flow).uses(expression(file, start))),  # type: ignore[attr-defined]
        key=lambda pair: pair[1],
    )


def test_a_value_is_followed_through_names_and_views() -> None:
    text = "def f(x: torch.Tensor):\n    y = x.data\n    z = y.view(-1)\n    z.mul_(2)\n    print(y.norm())\n"
    assert followed(text, "x.data") == [(How.WRITE, 4), (How.READ, 5)]


def test_a_name_bound_anew_is_another_value() -> None:
    text = "def f(x: torch.Tensor):\n    y = x.data\n    y = torch.ones(3)\n    y.mul_(2)\n"
    assert followed(text, "x.data") == []


def test_a_name_bound_anew_in_a_branch_may_be_either() -> None:
    text = "def f(x: torch.Tensor, c):\n    y = x.data\n    if c:\n        y = torch.ones(3)\n    y.mul_(2)\n"
    assert followed(text, "x.data") == [(How.WRITE, 5)]


def test_a_loop_brings_a_value_back_to_its_beginning() -> None:
    text = "def f(x: torch.Tensor, y):\n    for _ in range(3):\n        y.mul_(2)\n        y = x.data\n"
    assert followed(text, "x.data") == [(How.WRITE, 3)]


def test_an_earlier_use_is_not_reached_without_a_loop() -> None:
    text = "def f(x: torch.Tensor, y):\n    y.mul_(2)\n    y = x.data\n    return 1\n"
    assert followed(text, "x.data") == []


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("y = f(x)\ny.requires_grad_()", True),
        ("y = f(x)\ny.requires_grad = True", True),
        ("y = f(x)\ny.resize_(3)", True),
        ("y = f(x)\ny.register_hook(print)", True),
        ("y = f(x)\ny.add_(1)", False),
        ("y = f(x)\nprint(y.requires_grad)", False),
    ],
)
def test_whether_the_object_is_changed(text: str, changed: bool) -> None:
    file = view(text)
    assert (file.get(Flow).object_changed(expression(file, "f(x)")) is not None) is changed


# ---- places


@pytest.mark.parametrize(
    "head",
    ["def __init__(self):", "def reset_parameters(self):", "def _init_weights(m):", "def weights_init(m):",
     "def xavier_init(m):", "def initialize(m):"],
)  # fmt: skip
def test_initialisation_is_known_by_the_function(head: str) -> None:
    file = view(f"{head}\n    place\n")
    assert file.get(Flow).says_initialisation(expression(file, "place"))
    assert not file.get(Flow).in_initialisation(expression(file, "place"))  # no call shows when it runs


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        ("class A:\n    def __init__(self):\n        self.reset()\n", True),
        ("class A:\n    def __init__(self):\n        self.apply(self.reset)\n", True),
        ("class A:\n    def __init__(self):\n        self.start()\n    def start(self):\n        self.reset()\n", True),
        ("net.apply(reset)\nout = net(x)\nout.backward()\n", True),
        ("out = net(x)\nnet.apply(reset)\nout.backward()\n", False),
        ("class A:\n  def f(self):\n    o = self.n(1)\n    self.n.apply(reset)\n    o.backward()\n", False),
        ("for t in x:\n    net.reset()\n    total = total + net(t)\ntotal.backward()\n", False),
        ("for t in x:\n    net.reset()\n    net(t).backward()\n", True),
    ],
)  # fmt: skip
def test_initialisation_is_known_by_its_calls(uses: str, expected: bool) -> None:
    file = view(f"def reset(m):\n    place\n{uses}")
    assert file.get(Flow).in_initialisation(expression(file, "place")) is expected


@pytest.mark.parametrize("head", ["def train(m):", "def initial_guess(m):", "def digit(m):"])
def test_other_functions_are_no_initialisation(head: str) -> None:
    file = view(f"{head}\n    place\nplace\n")
    assert not file.get(Flow).in_initialisation(expression(file, "place"))
    assert not file.get(Flow).in_initialisation(expression(file, "place", 1))


def test_a_function_given_to_apply_initialises() -> None:
    file = view("def setup(m):\n    place\nnn.Linear(1, 1).apply(setup)\n")
    assert file.get(Flow).in_initialisation(expression(file, "place"))


def test_a_forward_pass_is_forward_what_it_calls_and_hooks() -> None:
    file = view(
        """
        class Net(nn.Module):
            def forward(self, x):
                return self.helper(x)

            def helper(self, x):
                return inside

            def other(self, x):
                return outside


        def hook(module, inputs, output):
            hooked


        nn.Linear(1, 1).register_forward_hook(hook)
        """
    )
    places = {name: file.get(Flow).in_forward(expression(file, name)) for name in ("inside", "outside", "hooked")}
    assert places == {"inside": True, "outside": False, "hooked": True}


# ---- backward passes over older graphs


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("loss = net(x).sum()\nedit\nloss.backward()", 3),
        ("edit\nloss = net(x).sum()\nloss.backward()", None),
        ("out = net(x)\nedit\nloss = out.sum()\nloss.backward()", 4),
        ("out = net(x).detach()\nedit\nloss = out.sum()\nloss.backward()", None),
        ("loss = other(x).sum()\nedit\nloss.backward()", None),
        ("loss = 0\nfor b in x:\n    loss += net(b).sum()\nedit\nloss.backward()", 5),
        ("loss = net(x).sum()\nfor _ in range(3):\n    loss.backward(retain_graph=True)\n    edit", 3),
        ("for b in x:\n    loss = net(b).sum()\n    loss.backward()\n    edit", None),
        ("loss = net(x).sum()\nif x is None:\n    edit\nelse:\n    loss.backward()", None),
        ("loss = net(x).sum()\nedit\ntorch.autograd.grad(loss, net.parameters())", 3),
        ("loss = net(x).sum()\nedit\nscaler.scale(loss).backward()", 3),
        ("edit\nself.loss.backward()", 2),
        ("outs = [net(b) for b in x]\nedit\nloss = sum(o for o in outs)\nloss.backward()", 4),
        ("h = net(x)\nfor b in x:\n    h = cut(h)\n    h = net(h)\n    h.sum().backward()\n    edit", None),
        ("h = net(x)\nfor b in x:\n    h = net(h)\n    h.sum().backward()\n    edit", 4),
    ],
)
def test_backward_over_an_older_graph(text: str, line: int | None) -> None:
    body = "\n".join(f"    {part}" for part in text.split("\n"))
    cut = "def cut(h): return h.detach() if h.dim() else tuple(cut(v) for v in h)\n"
    file = view(f"{cut}def f(self, net, other, x, scaler):\n{body}\n")
    stale = file.get(Flow).stale_backward(expression(file, "edit"), "net")
    assert (None if stale is None else stale.call.lineno - 4) == line


def test_backward_in_a_caller() -> None:
    file = view(
        """
        def clip(net):
            edit

        def train(model, x):
            loss = model(x).sum()
            clip(model)
            loss.backward()

        def other(model, judge, x):
            loss = judge(x).sum()
            clip(model)
            loss.backward()
        """
    )
    stale = file.get(Flow).stale_backward(expression(file, "edit"), "net")
    assert stale is not None
    assert file.tree.line(stale.call.lineno - 1).strip() == "clip(model)"
    assert file.get(Flow).stale_backward(expression(file, "edit"), "nothing") is None


def test_a_computed_tensor_is_in_every_graph_that_is_made_of_it() -> None:
    file = view("def f(net, x):\n    h = net(x)\n    edit\n    loss = h.sum()\n    loss.backward()\n")
    assert file.get(Flow).stale_backward(expression(file, "edit"), "h", computed=True) is not None
    assert file.get(Flow).stale_backward(expression(file, "edit"), "h") is None


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("edit\nreturn net(x)", True),
        ("y = net(x)\nedit\nreturn y, 1", True),
        ("edit\nreturn net(x).detach()", False),
        ("edit\nreturn other(x)", False),
        ("edit\nreturn net", False),
        ("edit\nreturn len(net(x))", False),
        ("loss = net(x)\nloss.backward()\nedit\nreturn loss", False),
        ("edit\nyield net(x)", True),
        ("edit\ndef inner():\n    return net(x)", False),
    ],
)
def test_whether_a_graph_is_returned(text: str, leaves: bool) -> None:
    body = "\n".join(f"    {part}" for part in text.split("\n"))
    file = view(f"def f(net, other, x):\n{body}\n")
    assert (file.get(Flow).returned_graph(expression(file, "edit"), "net") is not None) is leaves


def test_a_local_tensor_is_another_one_in_the_next_call() -> None:
    file = view("def f(net):\n    z = torch.ones(3)\n    edit\n    return net(z)\n")
    assert file.get(Flow).returned_graph(expression(file, "edit"), "z") is None
    file = view("def f(net):\n    z = torch.ones(3)\n    y = net(z)\n    edit\n    return y\n")
    assert file.get(Flow).returned_graph(expression(file, "edit"), "z") is not None


@pytest.mark.parametrize(
    ("text", "of_graph"),
    [
        ("net.weight.data.mul_(2)\nreturn net(x)", False),
        ("h = net(x)\ny = h * x\nh.data.mul_(2)\nreturn y", True),
        ("h = torch.exp(net(x))\nh.data.mul_(2)\nh.sum().backward()", True),
        ("loss = net(x).sum()\nnet.weight.data.mul_(2)\nloss.backward()", False),
        ("net.weight.data.mul_(2)\nloss = net(x).sum()\nloss.backward()", None),
        ("net.weight.grad.data.zero_()\nnet(x).sum().backward()", None),
        ("y = net.weight.data\nprint(y.norm())", None),
        ("return net.weight.data", False),
        ("x.data.mul_(2)", False),
    ],
)
def test_danger_of_a_write(text: str, of_graph: bool | None) -> None:
    body = "\n".join(f"    {part}" for part in text.split("\n"))
    file = view(f"def f(net: nn.Linear, x: torch.Tensor):\n{body}\n")
    data = next(node for node in file.tree.nodes(ast.Attribute) if node.attr == "data")
    found = danger(data, file.get(Flow))
    assert (None if found is None else found.of_graph) is of_graph
