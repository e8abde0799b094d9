"""Programs that run inference give the same numbers, text and random stream with gradients switched off."""

from __future__ import annotations

import contextlib
import io
import warnings
from textwrap import dedent
from typing import Any

import pytest

from torchfix_codemods.fix import FixRequest, fix

HEADER = """
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(3)
"""
# Where gradients are off after the fix, and what runs there.
PROGRAMS = {
    "convolutions, batch norm, dropout": """
        body = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Dropout())
        net = nn.Sequential(body, nn.Flatten(), nn.Linear(144, 5))
        net.eval()
        hits = 0
        for _ in range(3):
            x, y = torch.randn(4, 3, 8, 8), torch.randint(0, 5, (4,))
            hits += (net(x).argmax(1) == y).sum().item()
            loss = F.cross_entropy(net(x), y)
            print("{:.8f} {}".format(loss, hits))
        """,
    "a decorated function": """
        net = nn.Sequential(nn.Linear(6, 9), nn.LayerNorm(9), nn.GELU(), nn.Linear(9, 3))

        def validate(net, batches):
            net.eval()
            total, labels = 0.0, []
            for x, y in batches:
                out = net(x)
                loss = F.cross_entropy(out, y)
                total += loss.item()
                best = out.argmax(1)
                labels += best.tolist()
                first = out[0].detach()
                print(first.norm().item())
                print(labels)
                print(f"{loss:.6f}")
            return total, labels

        found = validate(net, [(torch.randn(4, 6), torch.randint(0, 3, (4,))) for _ in range(3)])
        """,
    "a decorated generator": """
        net = nn.Sequential(nn.Embedding(10, 4), nn.Flatten(), nn.Linear(12, 2))

        def stream(net):
            net.eval()
            for _ in range(4):
                yield net(torch.randint(0, 10, (2, 3))).softmax(1).max(1)[1].tolist()

        w = torch.ones(2, requires_grad=True)
        found = []
        for labels in stream(net):
            found.append(labels)
            (w * 3).sum().backward()
        grad = w.grad
        """,
    "test steps inside training": """
        net = nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 2))
        optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
        x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))
        for step in range(6):
            net.train()
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
            if step % 2 == 0:
                net.eval()
                out = net(x)
                print(F.cross_entropy(out, y).item(), (out.argmax(1) == y).sum().item())
        weight = net[0].weight.detach()
        mean = net[1].running_mean
        """,
    "evaluation between two epochs": """
        net = nn.Sequential(nn.Linear(5, 8), nn.Dropout(), nn.Linear(8, 2))
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))

        def evaluate(net):
            net.eval()
            score = (net(x).argmax(1) == y).float().mean().item()
            net.train()
            return score

        scores = []
        for _ in range(5):
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
            scores.append(evaluate(net))
        weight = net[2].weight.detach()
        """,
    "recurrent layers": """
        class Reader(nn.Module):
            def __init__(self):
                super().__init__()
                self.table = nn.Embedding(12, 6)
                self.gru = nn.GRU(6, 7, batch_first=True)
                self.out = nn.Linear(7, 12)

            def forward(self, ids, h=None):
                y, h = self.gru(self.table(ids), h)
                return self.out(y), h

        net = Reader()
        net.eval()
        ids, h, text = torch.zeros(1, 1, dtype=torch.long), None, []
        for _ in range(8):
            logits, h = net(ids, h)
            ids = torch.multinomial(logits[:, -1].softmax(1), 1)
            text.append(ids.item())
        """,
    "samples of a generator": """
        G = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 6), nn.Tanh())
        D = nn.utils.spectral_norm(nn.Linear(6, 1))
        opt = torch.optim.Adam(G.parameters(), lr=0.01)
        images = []
        for step in range(4):
            G.train()
            opt.zero_grad()
            F.softplus(-D(G(torch.randn(8, 4)))).mean().backward()
            opt.step()
            G.eval()
            sample = G(torch.randn(2, 4))
            images.append(sample.detach().numpy())
        weight = G[0].weight.detach()
        """,
    "an ensemble": """
        nets = [nn.Linear(4, 3) for _ in range(3)]
        for net in nets:
            net.eval()
        votes = []
        for _ in range(3):
            x = torch.randn(2, 4)
            p = torch.stack([net(x).softmax(1) for net in nets]).mean(0)
            votes.append(p.argmax(1).tolist())
        """,
    "a method of the module": """
        class Auto(nn.Module):
            def __init__(self):
                super().__init__()
                self.encoder = nn.Linear(6, 2)
                self.decoder = nn.Linear(2, 6)

            def forward(self, x):
                return self.decoder(self.encoder(x))

            def errors(self, batches):
                self.eval()
                return [(self(x) - x).pow(2).mean().item() for x in batches]

        auto = Auto()
        found = auto.errors([torch.randn(3, 6) for _ in range(4)])
        """,
    "a helper that runs the model": """
        class Tester:
            def __init__(self, model):
                self.model = model
                self.seen = 0

            def step(self, x):
                self.seen += len(x)
                return self.model(x).abs().max().item()

            def run(self):
                self.model.eval()
                return [self.step(torch.randn(3, 4)) for _ in range(3)]

        tester = Tester(nn.Sequential(nn.Linear(4, 4), nn.Dropout()))
        found, seen = tester.run(), tester.seen
        """,
    "the mode is restored": """
        net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))

        def score(net, x):
            before = net.training
            net.eval()
            try:
                return net(x).sum().item()
            finally:
                net.train(before)

        first, mode = score(net, torch.randn(5, 4)), net.training
        second = net(torch.randn(5, 4)).sum().item()
        """,
    "mixed precision": """
        net = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
        net.eval()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = net(torch.randn(4, 16))
            labels = y.argmax(1)
            total = y.float().sum().item()
        """,
    "attention by hand": """
        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.qkv = nn.Linear(8, 24)

            def forward(self, x):
                q, k, v = self.qkv(x).chunk(3, -1)
                return F.scaled_dot_product_attention(q, k, v, is_causal=True)

        net = Block()
        net.eval()
        found = [net(torch.randn(2, 5, 8)).mean().item() for _ in range(3)]
        """,
    "lists joined at the end": """
        net = nn.DataParallel(nn.Linear(4, 3))
        net.eval()
        outs = []
        for _ in range(3):
            outs.append(net(torch.randn(2, 4)))
        table = torch.cat(outs).detach().numpy()
        """,
    "early return and names from inside": """
        net = nn.Linear(4, 3)

        def predict(net, x):
            net.eval()
            if x is None:
                return None
            y = net(x)
            label = y.argmax(1)
            return label

        found = [predict(net, None), predict(net, torch.randn(3, 4)).tolist()]
        """,
}
# Programs that ask for gradients through a network in eval mode: with gradients off they fail, or give other numbers.
UNTOUCHED = {
    "an image is optimised": """
        vgg = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU()).eval()
        canvas = torch.rand(1, 3, 6, 6, requires_grad=True)
        wanted = vgg(torch.rand(1, 3, 6, 6)).detach()
        optimizer = torch.optim.Adam([canvas], lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            F.mse_loss(vgg(canvas), wanted).backward()
            optimizer.step()
        """,
    "a saliency map": """
        net = nn.Linear(4, 3)
        net.eval()
        x = torch.randn(1, 4).requires_grad_()
        out = net(x)
        out.max().backward()
        shown = x.grad.abs()
        """,
    "a head is trained on frozen features": """
        backbone, head = nn.Linear(4, 3), nn.Linear(3, 2)
        optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
        backbone.eval()
        for _ in range(3):
            features = backbone(torch.randn(5, 4)).detach()
            loss = head(features).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        """,
    "forces are the gradient of an energy": """
        class Energy(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(3, 1)

            def forward(self, x):
                x = x.clone().requires_grad_()
                energy = self.layer(x).tanh().sum()
                return energy, -torch.autograd.grad(energy, x)[0]

        net = Energy()
        net.eval()
        energy, forces = net(torch.randn(4, 3))
        print(energy.item(), forces.norm().item())
        """,
    "a loss summed in eval mode": """
        net = nn.Linear(4, 1)
        net.eval()
        total = 0
        for _ in range(3):
            total += net(torch.randn(2, 4)).pow(2).mean()
        total.backward()
        grad = net.weight.grad
        """,
}


def program(text: str) -> str:
    return HEADER + dedent(text)


def fixed(text: str) -> str:
    result = fix(text.encode(), "program.py", FixRequest(("TFC101",)))
    assert not result.problems
    return text if result.after is None else result.after.decode()


def run(text: str, torch: Any) -> tuple[str, dict[str, Any], Any]:
    """What a program prints, what its variables are at the end, and where the random stream stands."""
    names: dict[str, Any] = {"__name__": "program"}
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        exec(compile(text, "program.py", "exec"), names)
    plain = (int, float, bool, str, list, tuple, torch.Tensor)
    kept = {name: value for name, value in names.items() if isinstance(value, plain) and name[0] != "_"}
    return printed.getvalue(), kept, torch.get_rng_state()


def is_same(one: Any, other: Any, torch: Any) -> bool:
    """The same values bit for bit; whether a graph hangs on them does not count."""
    if isinstance(one, torch.Tensor):
        return one.dtype == other.dtype and bool(torch.equal(one, other))
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(is_same(a, b, torch) for a, b in zip(one, other, strict=True))
    if isinstance(one, torch.nn.Module):
        return True
    return bool(one.tobytes() == other.tobytes()) if hasattr(one, "tobytes") else bool(one == other)


@pytest.mark.parametrize("name", PROGRAMS)
def test_inference_is_fixed(name: str) -> None:
    text = program(PROGRAMS[name])
    assert fixed(text).count("no_grad") == 1


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_stay(name: str) -> None:
    torch = pytest.importorskip("torch")
    text = program(PROGRAMS[name])
    printed, values, stream = run(text, torch)
    printed_after, values_after, stream_after = run(fixed(text), torch)
    assert printed_after == printed
    assert values_after.keys() == values.keys()
    assert [key for key in values if not is_same(values[key], values_after[key], torch)] == []
    assert torch.equal(stream, stream_after)
    assert torch.is_grad_enabled()


@pytest.mark.parametrize("name", UNTOUCHED)
def test_programs_that_need_gradients_stay_as_they_are(name: str) -> None:
    text = program(UNTOUCHED[name])
    assert fixed(text) == text


@pytest.mark.parametrize("name", UNTOUCHED)
def test_such_programs_do_need_them(name: str) -> None:
    torch = pytest.importorskip("torch")
    text = program(UNTOUCHED[name])
    run(text, torch)
    with torch.no_grad(), pytest.raises(RuntimeError):
        run(text, torch)
