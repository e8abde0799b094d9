"""Harmless rewritings and unchanged scripts: never DIFFERENT. And what is compared, kind by kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefiles import all_cases
from verifying import Benches, read_pair, told

from torchfix_codemods.verify.compare import Tolerance
from torchfix_codemods.verify.model import Place, Verdict

HARMLESS = sorted((Path(__file__).parent / "verify" / "same").glob("*.py"))
CORPUS = Path(__file__).resolve().parent.parent / "corpus"
HEAD = "import torch\nfrom torch import nn\n"
TRAIN = """net = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.randn(8, 4)
for step in range(4):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize("path", HARMLESS, ids=lambda path: path.stem)
def test_a_harmless_rewriting_is_the_same(path: Path, tmp_path: Path, benches: Benches) -> None:
    pair = read_pair(path.read_text("utf-8"))
    result = benches.verify(tmp_path, pair.before, pair.after, device=pair.device)
    assert result.verdict is Verdict.SAME, told(result)


def test_the_device_of_a_parameter_gives_the_same_numbers(tmp_path: Path, benches: Benches) -> None:
    """What the rule makes of that case, called with tensors on a GPU."""
    case = next(one for one in all_cases() if one.file.stem == "meets_a_parameter" and one.rule == "cuda-call")
    calls = """
torch.manual_seed(0)
gaussian = Gaussian()
gaussian.use_cuda = True
x = torch.randn(3, 3).cuda()
found = [gaussian.sample(x, x.clone()), mask(torch.tensor([1, 3, 2]).cuda()), shift(x, 0.5), add_in_place(x.clone())]
found += [project(x), pad(x), choose(x, x > 0), difference(x[0], x, None), *pick(x[0], 3)]
total = sum(one.double().sum().item() for one in found) + chain(x)
print(total)
"""
    result = benches.verify(tmp_path, case.before + calls, case.after + calls, device="emulate")
    assert result.verdict is Verdict.SAME, told(result)


@pytest.mark.parametrize("name", ["dqn", "style_transfer", "word2vec"])
def test_a_script_is_the_same_as_itself(name: str, tmp_path: Path, benches: Benches) -> None:
    text = (CORPUS / f"{name}.py").read_text("utf-8")
    result = benches.verify(tmp_path, text, text, device="emulate")
    assert result.verdict is Verdict.SAME
    assert result.noise == ()
    assert result.counted.losses > 10


def test_what_is_noise_is_not_judged_and_everything_else_is(tmp_path: Path, benches: Benches) -> None:
    noisy = (
        HEAD
        + TRAIN
        + (
            "import os, time, uuid\n"
            "print('loss', loss.item(), 'host', time.perf_counter_ns() % 100003)\n"
            "token = os.urandom(4).hex()\n"
            "open(f'events.{time.time_ns()}', 'w').write(token)\n"
            "open(f'{uuid.uuid4()}.log', 'w').write(token)\n"
            "for thing in {object(), object(), object()}:\n    print(id(thing) % 10007)\n"
        )
    )
    same = benches.verify(tmp_path, noisy, noisy.replace("lr=0.1", "lr=0.1 + 0"))
    assert same.verdict is Verdict.SAME, told(same)
    assert Place("output", "line 1 number 2") in same.noise
    assert Place("global", "token") in same.noise
    other = benches.verify(tmp_path, noisy, noisy.replace("lr=0.1", "lr=0.2"))
    assert other.verdict is Verdict.DIFFERENT
    assert "output line 1 number 1" in told(other)


def test_when_everything_is_noise_nothing_is_known(tmp_path: Path, benches: Benches) -> None:
    text = "import torch, time\nprint(time.perf_counter_ns())\n"
    result = benches.verify(tmp_path, text, text)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason == "two runs of the original differ in everything"


def test_little_differences_widen_the_tolerance_and_great_ones_do_not(tmp_path: Path, benches: Benches) -> None:
    text = "import torch, os\nnoise = os.urandom(1)[0] / 256\nx = torch.ones(3) * (1 + noise * 1e-6)\n"
    near = benches.verify(tmp_path, text, text.replace("(1 +", "(1 + 2e-5 * 0 +"))
    assert near.verdict is Verdict.SAME, told(near)
    far = benches.verify(tmp_path, text, text.replace("(1 +", "(1.01 +"))
    assert "global x" in told(far)


def test_tolerances_by_type_and_those_of_the_user(tmp_path: Path, benches: Benches) -> None:
    text = (
        "import torch\nsingle = torch.ones(3)\ndouble = torch.ones(3, dtype=torch.float64)\nwhole = torch.tensor([7])\n"
    )
    last_bit = text.replace("ones(3)\n", "ones(3) + 1e-6\n")
    assert benches.verify(tmp_path, text, last_bit).verdict is Verdict.SAME
    more = text.replace("float64)", "float64) + 1e-6")
    assert "global double: 1 -> 1.000001 at [0], 3 of 3 values differ, by up to 1e-06" in told(
        benches.verify(tmp_path, text, more)
    )
    assert benches.verify(tmp_path, text, more, tolerance=Tolerance(1e-5, 1e-5)).verdict is Verdict.SAME
    assert "global single" in told(benches.verify(tmp_path, text, last_bit, tolerance=Tolerance(0.0, 0.0)))
    eight = text.replace("[7]", "[8]")
    assert "global whole: 7 -> 8 at [0]" in told(benches.verify(tmp_path, text, eight, tolerance=Tolerance(1.0, 1.0)))


# Every kind of value a script may leave: the change, and how it is told.
VALUES = {
    "half": ("torch.ones(2, dtype=torch.float16)", "torch.zeros(2, dtype=torch.float16)", "1 -> 0 at [0]"),
    "brain": ("torch.ones(2, dtype=torch.bfloat16)", "torch.ones(2, dtype=torch.bfloat16) * 2", "1 -> 2"),
    "complex": ("torch.ones(2, dtype=torch.complex64)", "torch.ones(2, dtype=torch.complex64) * 1j", "(1+0j) -> 1j"),
    "conjugate": ("torch.tensor([1 + 1j]).conj()", "torch.tensor([1 + 1j])", "(1-1j) -> (1+1j)"),
    "strided": ("torch.arange(6).view(2, 3).t()", "torch.arange(6).view(3, 2)", "3 -> 1 at [0, 1]"),
    "flag": ("torch.tensor([True])", "torch.tensor([False])", "True -> False at [0]"),
    "nan": ("torch.tensor([float('nan')])", "torch.tensor([0.0])", "nan -> 0"),
    "infinite": ("torch.tensor([float('inf')])", "torch.tensor([1.0])", "inf -> 1"),
    "empty": ("torch.zeros(0)", "torch.zeros(0, 1)", "float32 [0] -> float32 [0, 1]"),
    "shape": ("torch.zeros(2, 1)", "torch.zeros(2)", "float32 [2, 1] -> float32 [2]"),
    "precision": ("torch.zeros(2)", "torch.zeros(2).double()", "float32 [2] -> float64 [2]"),
    "sparse": ("torch.eye(2).to_sparse()", "(2 * torch.eye(2)).to_sparse()", "1 -> 2 at [0]"),
    "rows": ("torch.eye(2).to_sparse_csr()", "torch.ones(2, 2).to_sparse_csr()", "value.rows"),
    "quantized": (
        "torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)",
        "torch.quantize_per_tensor(torch.zeros(2), 0.1, 0, torch.qint8)",
        "1 -> 0 at [0]",
    ),
    "array": ("np.ones(3)", "np.ones(3) + 1", "1 -> 2 at [0]"),
    "words": ("np.array(['a', 'b'])", "np.array(['a', 'c'])", "value[1]: 'b' -> 'c'"),
    "number": ("1.5", "1.6", "1.5 -> 1.6"),
    "big": ("2 ** 70", "2 ** 71", "value: '0x4"),
    "text": ("'a'", "'b'", "'a' -> 'b'"),
    "none": ("None", "0", "None -> 0"),
    "list": ("[i / 7 for i in range(20)]", "[i / 7 for i in range(19)] + [9.0]", "2.714286 -> 9 at [19]"),
    "tensors": ("[torch.tensor(i / 7) for i in range(20)]", "[i / 7 for i in range(20)]", "type Tensor -> float"),
    "arrays": ("[np.array(i) for i in range(20)]", "[*range(19), 20]", "value[19]: 19 -> 20"),
    "nested": ("{'a': [torch.ones(1), {'b': 1}]}", "{'a': [torch.ones(1), {'b': 2}]}", "value.a[1].b: 1 -> 2"),
    "set": ("{1, 2}", "{1, 3}", "value{1}: 2 -> 3"),
    "module": (
        "nn.Linear(1, 1, bias=False).requires_grad_(False)",
        "nn.Linear(1, 1, bias=False).eval()",
        "training: True -> False",
    ),
    "object": ("Own(1)", "Own(2)", "value.number: 1 -> 2"),
    "loop": ("own_loop(1)", "own_loop(2)", "value.number: 1 -> 2"),
    "type": ("torch.tensor(2.0)", "2.0", "type Tensor -> float"),
    "device": ("torch.device('cpu')", "torch.device('cuda')", "'cpu' -> 'cuda'"),
}
_OWN = """import torch
import numpy as np
from torch import nn
torch.manual_seed(0)
class Own:
    def __init__(self, number):
        self.number = number
def own_loop(number):
    own = Own(number)
    own.me = own
    return own
"""


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_compared(name: str, tmp_path: Path, benches: Benches) -> None:
    before, after, expected = VALUES[name]
    result = benches.verify(tmp_path, f"{_OWN}value = {before}\n", f"{_OWN}value = {after}\n")
    assert result.verdict is Verdict.DIFFERENT
    assert expected in told(result)
    assert not [place for place in result.noise if place.channel == "global"]


# Every kind of file: how it is written, another content, the same content in other bytes (or none), what is told.
FILES = {
    "a.txt": ("open(f, 'w').write(f'loss {v}')", "1 -> 2 in 'loss 2'"),
    "a.bin": ("open(f, 'wb').write(bytes([0, v]))", "other bytes (2 -> 2)"),
    "a.npy": ("np.save(f, np.full(3, float(v)))", "1 -> 2 at [0]"),
    "a.npz": ("np.savez(f, x=np.full(3, float(v)))", "x.npy: 1 -> 2 at [0]"),
    "a.pt": ("torch.save({'x': torch.full((3,), float(v))}, f)", "a.pt .x: 1 -> 2 at [0]"),
    "old.pt": (
        "torch.save([torch.full((3,), float(v))], f, _use_new_zipfile_serialization=False)",
        "[0]: 1 -> 2 at [0]",
    ),
    "whole.pt": ("net.bias.data.fill_(v); torch.save(net, f)", ".bias: 1 -> 2 at [0]"),
    "options.pt": ("torch.save({'options': argparse.Namespace(lr=v), 'net': net}, f)", ".options.lr: 1 -> 2"),
    "script.pt": ("net.bias.data.fill_(v); torch.jit.save(torch.jit.script(net), f)", "script/data/"),
    "through_a_file.pt": ("with open(f, 'wb') as file: torch.save(torch.tensor(v), file)", "1 -> 2"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_compared(name: str, tmp_path: Path, benches: Benches) -> None:
    code, expected = FILES[name]
    text = f"import argparse\n{_OWN}net = nn.Linear(1, 1)\nf = {name!r}\nv = 1\n{code}\nv = 0\n"
    assert benches.verify(tmp_path, text, text + "w = 1\n").verdict is Verdict.SAME
    result = benches.verify(
        tmp_path, text, text.replace("v = 1", "v = 2").replace("net, f)\n", "net, f)\nnet = None\n")
    )
    assert f"file {name}" in told(result)
    assert expected in told(result)


def test_a_safetensors_file_is_compared(tmp_path: Path, benches: Benches) -> None:
    text = (
        "import json, struct\n"
        "v = 1.0\n"
        "head = json.dumps({'x': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 4]}}).encode()\n"
        "data = len(head).to_bytes(8, 'little') + head + struct.pack('f', v)\n"
        "open('a.safetensors', 'wb').write(data)\ndata = None\nv = 0\n"
    )
    result = benches.verify(tmp_path, text, text.replace("v = 1.0", "v = 2.0"))
    assert told(result) == "file a.safetensors x: 1 -> 2 at [0]"


def test_a_copy_that_a_script_makes_of_itself_differs_as_it_does(tmp_path: Path, benches: Benches) -> None:
    text = "import shutil\nprint(1)\nshutil.copy(__file__, 'used.txt')\n"
    result = benches.verify(tmp_path, text, text + "# rewritten\n")
    assert result.verdict is Verdict.SAME
    assert "used.txt is a copy of a rewritten file" in result.notes


SAVES = HEAD + TRAIN + "torch.save(net, 'net.pt')\nnet = None\n"


def test_what_is_announced_is_expected_and_nothing_else(tmp_path: Path, benches: Benches) -> None:
    after = SAVES.replace("save(net,", "save(net.state_dict(),")
    result = benches.verify(tmp_path, SAVES, after)
    assert result.verdict is Verdict.DIFFERENT
    assert told(result) == "file net.pt: saved as module -> saved as OrderedDict; the weights are compared"
    announced = benches.verify(tmp_path, SAVES, after, expected=("checkpoint-format",))
    assert announced.verdict is Verdict.EXPECTED
    assert [one.kind for one in announced.expected] == ["checkpoint-format"]
    wrong = after.replace("net.state_dict()", "{k: v * 2 for k, v in net.state_dict().items()}")
    assert benches.verify(tmp_path, SAVES, wrong, expected=("checkpoint-format",)).verdict is Verdict.DIFFERENT


def test_no_grad_is_expected_where_it_is_announced(tmp_path: Path, benches: Benches) -> None:
    text = HEAD + TRAIN + "net.eval()\nout = net(x)\n"
    after = text.replace("out = net(x)\n", "with torch.no_grad():\n    out = net(x)\n")
    assert told(benches.verify(tmp_path, text, after)) == "global out: requires_grad True -> False"
    result = benches.verify(tmp_path, text, after, expected=("requires_grad",))
    assert result.verdict is Verdict.EXPECTED


def test_only_what_was_loaded_may_lie_elsewhere(tmp_path: Path, benches: Benches) -> None:
    text = HEAD + (
        "torch.save({'w': torch.ones(2).cuda()}, 'w.pt')\n"
        "state = torch.load('w.pt')\nother = torch.zeros(1).cuda()\nprint(state['w'].sum().item())\n"
    )
    moved = text.replace("load('w.pt')", "load('w.pt', map_location='cpu')")
    result = benches.verify(tmp_path, text, moved, device="emulate", expected=("loaded-device",))
    assert result.verdict is Verdict.EXPECTED
    assert [one.detail for one in result.expected] == ["device cuda -> cpu"]
    wrong = moved.replace("zeros(1).cuda()", "zeros(1)")
    result = benches.verify(tmp_path, text, wrong, device="emulate", expected=("loaded-device",))
    assert told(result) == "global other: device cuda -> cpu"


def test_a_loaded_state_that_an_optimizer_no_longer_writes_to_is_expected(tmp_path: Path, benches: Benches) -> None:
    text = HEAD + (
        "net = nn.Linear(2, 1).cuda()\nx = torch.ones(3, 2).cuda()\n"
        "optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n"
        "def step():\n    optimizer.zero_grad()\n    net(x).pow(2).mean().backward()\n    optimizer.step()\n"
        "step()\ntorch.save(optimizer.state_dict(), 'o.pt')\nstate = torch.load('o.pt')\n"
        "optimizer.load_state_dict(state)\nstep()\n"
    )
    after = text.replace("load('o.pt')", "load('o.pt', map_location='cpu')")
    result = benches.verify(tmp_path, text, after, device="emulate", expected=("loaded-device",))
    assert result.verdict is Verdict.EXPECTED, told(result)
    assert any(" -> " in one.detail and "momentum_buffer" in one.where for one in result.expected)


def test_new_warnings_count_and_old_ones_may_go(tmp_path: Path, benches: Benches) -> None:
    text = "import torch, warnings\nprint(1)\n"
    loud = text + "warnings.warn('slow')\n"
    assert told(benches.verify(tmp_path, text, loud)) == "warning UserWarning: new: slow"
    assert benches.verify(tmp_path, text, loud, expected=("warnings",)).verdict is Verdict.EXPECTED
    result = benches.verify(tmp_path, loud, text)
    assert result.verdict is Verdict.SAME
    assert "a warning is gone: UserWarning: slow" in result.notes


def test_a_changed_graph_is_told_and_not_judged(tmp_path: Path, benches: Benches) -> None:
    text = HEAD + TRAIN
    result = benches.verify(tmp_path, text, text.replace(".mean()", ".mean() + 0.0"))
    assert result.verdict is Verdict.SAME
    assert any(note.startswith("the graph has other nodes in backward 1: ") for note in result.notes)


def test_memory_that_is_no_longer_shared_is_told(tmp_path: Path, benches: Benches) -> None:
    text = "import torch\na = torch.ones(3)\nb = a.data\n"
    result = benches.verify(tmp_path, text, text.replace("a.data", "a.detach().clone()"))
    assert result.verdict is Verdict.SAME
    assert "one memory before and not after: b and a" in result.notes


def test_a_generator_that_ends_elsewhere_is_different(tmp_path: Path, benches: Benches) -> None:
    text = "import torch, random\nimport numpy as np\nprint(1)\n"
    for draw, name in (("torch.rand(1)", "torch"), ("random.random()", "python"), ("np.random.rand()", "numpy")):
        result = benches.verify(tmp_path, text, f"{text}{draw}\n")
        assert told(result) == f"random numbers {name}: another number of draws was made"


def test_each_device_has_a_generator_of_its_own(tmp_path: Path, benches: Benches) -> None:
    text = "import torch\nprint(1)\ntorch.zeros(1, device='cuda')\n"
    result = benches.verify(tmp_path, text, text + "torch.rand(1, device='cuda')\n", device="emulate")
    assert told(result) == "random numbers cuda: another number of draws was made"


def test_values_inside_a_function_are_seen_through_the_optimizer(tmp_path: Path, benches: Benches) -> None:
    inside = "def main():\n" + "".join(f"    {line}\n" for line in TRAIN.splitlines()) + "    {}\nmain()\n"
    text = HEAD + inside.format("pass")
    result = benches.verify(tmp_path, text, HEAD + inside.format("net.weight.data.zero_()"))
    assert "weights <parameters of Adam 1>[0][0]" in told(result)


def test_nan_losses_are_told(tmp_path: Path, benches: Benches) -> None:
    text = HEAD + TRAIN.replace(".mean()", ".mean() * float('nan')")
    result = benches.verify(tmp_path, text, text)
    assert "4 of 4 losses are NaN, which says little about the others" in result.notes
