"""What in a stretch of a program needs gradients."""

from __future__ import annotations

from textwrap import dedent

import pytest

from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.analysis.tables.gradient_words import (
    says_gradients,
    says_gradients_inside,
    says_loss,
    takes_models,
    words_of,
)
from torchfix_codemods.codemod import FileView

HEADER = "import torch\nimport numpy as np\nfrom torch import nn, optim\nfrom torch.autograd import grad\n"


def uses(text: str) -> GradientUses:
    file = FileView("test.py", parse(HEADER + dedent(text)))
    return GradientUses(file.tree, file.kind)


def first(text: str) -> str:
    """What is said of the first use in the last statement of a text, empty if there is none."""
    found = uses(text)
    use = found.first_in(found.tree.module.body[-1:])
    return use.text if use is not None else ""


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("loss.backward()", "`loss.backward()`"),
        ("scaler.scale(loss).backward()", "`backward()`"),
        ("accelerator.backward(loss)", "`accelerator.backward(..)`"),
        ("torch.autograd.backward([loss])", "`torch.autograd.backward(..)`"),
        ("g = torch.autograd.grad(y, x)", "`torch.autograd.grad(..)`"),
        ("g = grad(y, x)", "`grad(..)`"),
        ("x.requires_grad_()", "`x.requires_grad_()`"),
        ("x.requires_grad = True", "`x.requires_grad`"),
        ("x.requires_grad = flag", "`x.requires_grad`"),
        ("x = torch.rand(3, requires_grad=True)", "`requires_grad=True`"),
        ("y.f(create_graph=True)", "`create_graph`"),
        ("print(x.grad)", "`x.grad`"),
        ("x.grad = None", "`x.grad`"),
        ("optimizer.zero_grad()", "`optimizer.zero_grad()`"),
        ("optimizer.step()", "`optimizer.step(..)`"),
        ("optimizer_G.step(closure)", "`optimizer_G.step(..)`"),
        ("opt = optim.SGD(ps, 0.1)", "`optim.SGD(..)`"),
        ("j = torch.autograd.functional.jacobian(f, x)", "`torch.autograd.functional.jacobian(..)`"),
        ("adv = fgsm_attack(x)", "`fgsm_attack(..)`"),
        ("p = compute_gradient_penalty(D, a, b)", "`compute_gradient_penalty(..)`"),
        ("heat = cam(x)", "`cam(..)`"),
        ("e = explainer.attribute(x)", "`explainer.attribute(..)`"),
        ("train_one_epoch(net, loader)", "`train_one_epoch(..)`"),
        ("later(loss.backward)", "`loss.backward`"),
        ("trainer.run(loader)", "`trainer.run(..)`"),
        ("if out.requires_grad:\n    pass", "`out.requires_grad`"),
        ("draw(out.grad_fn)", "`out.grad_fn`"),
        ("with torch.enable_grad():\n    pass", "`torch.enable_grad(..)`"),
        ("on = torch.is_grad_enabled()", "`torch.is_grad_enabled(..)`"),
        ("h = torch.utils.checkpoint.checkpoint(f, x)", "`torch.utils.checkpoint.checkpoint(..)`"),
        ("x = Variable(x, volatile=True)", "`volatile`"),
        ("with pytest.raises(RuntimeError):\n    f()", "`pytest.raises(..)`"),
        ("net.train()", ""),
        ("x.requires_grad = False", ""),
        ("x = torch.rand(3, requires_grad=False)", ""),
        ("env.step(action)", ""),
        ("grade(x)", ""),
        ("camera(x)", ""),
        ("loader = get_train_loader()", ""),
        ("is_training(net)", ""),
        ("trainer.evaluate(net)", ""),
        ("n = np.gradient(a)", ""),
        ("meter.update(x)", ""),
        ("opt = parse()", ""),
        ("print(net(x).argmax(1))", ""),
    ],
)
def test_one_statement(statement: str, text: str) -> None:
    assert first(statement) == text


def test_the_line_in_the_called_function_is_named() -> None:
    assert told(first("def f(x):\n    x.backward()\nf(x)")) == "`f(..)`, with `x.backward()` on line 6,"


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    x.backward()\nf(x)",
        "def f(x):\n    x.backward()\nrun(f, x)",
        "def f(x):\n    x.backward()\nrun(fun=f)",
        "def f(x):\n    g(x)\ndef g(x):\n    x.backward()\nf(x)",
        "class Net(nn.Module):\n    def forward(self, x):\n        return grad(x, x)\nnet = Net()\nprint(net(x))",
        """
        class Base(nn.Module):
            def forward(self, x):
                return grad(x, x)
        class Net(Base):
            pass
        net = Net()
        print(net(x))
        """,
        """
        class Net(nn.Module):
            def improve(self, x):
                x.backward()
        net = Net()
        print(net.improve(x))
        """,
        "cam = GradCAM(net)\nrun(cam.scale(x), cam(x))",
        "tool = DeepFool(net)\ny = tool(x)",
    ],
)
def test_what_is_called_needs_gradients(text: str) -> None:
    assert first(text)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    f(x)\nf(x)",
        "def f(x):\n    return x\nrun(f, x)",
        "def attack(x):\n    return x\nattack(x)",  # its body tells
        "from sklearn.decomposition import PCA\np = PCA()\np.fit(a)",
        "class Net(nn.Module):\n    def forward(self, x):\n        return x\nnet = Net()\nprint(net(x))",
    ],
)
def test_what_is_called_does_not(text: str) -> None:
    assert first(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import captum", "`captum`"),
        ("from torchattacks import PGD", "`torchattacks`"),
        ("layer.register_forward_hook(f)", "`register_forward_hook(..)`"),
        ("layer.register_full_backward_hook(f)", "`register_full_backward_hook(..)`"),
        ("out.register_hook(print)", "`register_hook(..)`"),
        ("import artist", ""),
        ("registry.register('hook')", ""),
    ],
)
def test_what_makes_a_whole_file_suspect(text: str, expected: str) -> None:
    use = uses(text).in_file
    assert (use.text if use is not None else "") == expected


def test_later_uses_are_those_of_the_function() -> None:
    found = uses("def f():\n    a.backward()\n    b.backward()\nc.backward()\n")
    function = found.tree.module.body[-2]
    start = (6, 10)
    assert [use.text for use in found.later(function, start)] == ["`b.backward()`"]  # type: ignore[arg-type]
    assert [use.text for use in found.later(None, start)] == ["`c.backward()`"]


def test_words() -> None:
    assert words_of("GradCAM_plus") == ["grad", "cam", "plus"]
    assert words_of("getTrainLoader2") == ["get", "train", "loader"]
    assert words_of("__init__") == ["init"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            "pgd_attack GradientPenalty train train_step update_weights gradcam grad_norm hessian_trace fit smoothgrad",
            True,
        ),
        ("get_train_data update camera save fitness gradual trainable is_training", False),
    ],
)
def test_names_that_say_gradients(names: str, expected: bool) -> None:
    assert [name for name in names.split() if says_gradients(name) is not expected] == []
    assert not says_gradients("")


def test_names_of_models_and_functions() -> None:
    assert says_gradients_inside("MAML") and says_gradients_inside("energy_net") and not says_gradients_inside("Net")
    assert says_loss("perceptual_loss") and says_loss("StyleLoss") and not says_loss("predict")
    assert takes_models("evaluate_all") and takes_models("isinstance") and not takes_models("change")
