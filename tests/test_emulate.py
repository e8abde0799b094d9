"""The emulated CUDA device: where it may be used, what it computes, and what it refuses.

The rules, calls and scripts lie in tests/emulate. Each kind runs in one process, which imports torch once and forks
for each of them: one that crashes takes no other with it.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from projects import unmeasured

from torchfix_codemods.verify import emulate
from torchfix_codemods.verify.emulate import EmulationError, forking, gate

DATA = Path(__file__).parent / "emulate"
DOCUMENTATION = Path(__file__).parent.parent / "docs" / "emulation.md"
RULES = sorted(DATA.glob("rules/*.py"))
CALLS = sorted(DATA.glob("calls/*.py"))
SCRIPTS = sorted(DATA.glob("scripts/*.py"))
OPERATORS = (
    "__getitem__",
    "abs",
    "add",
    "addmm",
    "amax",
    "argmax",
    "as_strided",
    "baddbmm",
    "bernoulli",
    "bmm",
    "cat",
    "cdist",
    "clone",
    "complex",
    "conj",
    "cumsum",
    "diagonal",
    "einsum",
    "eq",
    "expand",
    "fft.rfft",
    "flip",
    "full_like",
    "gather",
    "histc",
    "index_put",
    "index_select",
    "kthvalue",
    "linalg.cholesky",
    "linalg.solve",
    "linalg.svd",
    "log_softmax",
    "masked_select",
    "matmul",
    "max.reduction_with_dim",
    "multinomial",
    "nn.functional.batch_norm",
    "nn.functional.conv2d",
    "nn.functional.conv_transpose2d",
    "nn.functional.cross_entropy",
    "nn.functional.ctc_loss",
    "nn.functional.dropout",
    "nn.functional.embedding",
    "nn.functional.embedding_bag",
    "nn.functional.grid_sample",
    "nn.functional.interpolate.bilinear",
    "nn.functional.layer_norm",
    "nn.functional.max_pool2d",
    "nn.functional.scaled_dot_product_attention",
    "nonzero",
    "norm",
    "randn_like",
    "resize_",
    "scatter_add",
    "sort",
    "stft",
    "take_along_dim",
    "to_sparse",
    "unique",
    "where",
)
Outcomes = Callable[[str, Sequence[str]], dict[str, str]]

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="a CUDA device can be emulated on Linux only")


def names_of_functions(paths: Sequence[Path]) -> list[str]:
    """ "file::function", without importing the files: they import torch."""
    return [
        f"{path.stem}::{node.name}"
        for path in paths
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    """Runs one of the programs in tests/emulate, once: what is wrong with each thing it was given, by name."""
    known: dict[str, dict[str, str]] = {}

    def outcomes_of(program: str, arguments: Sequence[str]) -> dict[str, str]:
        key = " ".join([program, *arguments])
        if key not in known:
            known[key] = json.loads(run(str(DATA / program), *arguments)[-1])
        return known[key]

    return outcomes_of


def run(*arguments: str) -> list[str]:
    """The lines that a program prints on standard output."""
    # Threads of OpenMP would be lost in forked children; coverage there would be half of the time.
    environment = {**unmeasured(), "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@needs_torch
@needs_linux
@pytest.mark.parametrize("name", names_of_functions(RULES))
def test_a_device_has_this_rule(name: str, outcomes: Outcomes) -> None:
    assert outcomes("run_rules.py", [str(path) for path in RULES])[name] == ""


@needs_torch
@needs_linux
@pytest.mark.parametrize("name", names_of_functions(CALLS))
def test_this_call_goes_through(name: str, outcomes: Outcomes) -> None:
    assert outcomes("run_rules.py", [str(path) for path in CALLS])[name] == ""


@needs_torch
@needs_linux
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_prints_the_numbers_of_the_cpu(path: Path, outcomes: Outcomes) -> None:
    assert outcomes("run_scripts.py", [str(path) for path in SCRIPTS])[path.stem] == ""


@needs_torch
@needs_linux
@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_computes_what_the_cpu_computes(name: str, outcomes: Outcomes) -> None:
    pytest.importorskip("expecttest", reason="torch's table of operators needs expecttest")
    assert outcomes("run_operators.py", OPERATORS)[name] == ""


@needs_torch
@needs_linux
def test_it_can_be_used_here() -> None:
    assert emulate.available() == ""


# Installs, tries what must not have happened, uses the device and ends as any program does.
A_WHOLE_LIFE = """\
import os
from torchfix_codemods.verify.emulate import EmulationError, install
install()
import torch
assert len(os.listdir("/proc/self/task")) == 1, "threads"
assert not torch.cuda.is_initialized()
try:
    install()
except EmulationError as error:
    print(error)
layer = torch.nn.Linear(3, 2).cuda()
layer(torch.ones(4, 3).cuda()).sum().backward()
print(*layer.bias.grad.tolist())
"""


@needs_torch
@needs_linux
def test_a_process_that_used_the_device_ends_without_a_crash() -> None:
    assert run("-c", A_WHOLE_LIFE) == ["there is a CUDA device already", "4.0 4.0"]


@needs_torch
@needs_linux
def test_the_example_of_the_documentation_is_true() -> None:
    block = re.search(r"```python\n(.*?)```", DOCUMENTATION.read_text("utf-8"), re.DOTALL)
    assert block is not None
    *lines, refused = block[1].splitlines()
    program = [*lines, f"try: {refused}", "except RuntimeError as error: print(error)"]
    works, device, message = run("-c", "\n".join(program))
    assert (works, device) == ("it works here", "cuda:0 <class 'torch.Tensor'>")
    assert message.startswith(refused.partition("  # RuntimeError: ")[2].removesuffix(", ..."))


def test_the_documentation_counts_right() -> None:
    counts = re.findall(r"`tests/emulate/(\w+)`.*\| (\d+) of (\d+) \|", DOCUMENTATION.read_text("utf-8"))
    expected = {
        "rules": len(names_of_functions(RULES)),
        "calls": len(names_of_functions(CALLS)),
        "scripts": len(SCRIPTS),
    }
    assert {kind: (int(right), int(of)) for kind, right, of in counts} == {k: (n, n) for k, n in expected.items()}


# What may be wrong with a torch -> what is said of it.
SABOTAGE = {
    "installing.failing_checks = lambda: ['views', 'LSTM']": "the emulated CUDA device fails at: views, LSTM",
    "installing.failing_checks = os.abort": "the self-test of the emulated CUDA device crashed with signal 6",
    "hooks._PLAIN_TABLE = '_ZTVNothing'": "has no symbol _ZTVNothing, which the emulated CUDA device needs",
    "installing.patch_streams = lambda: torch.cuda.nothing": "the emulation does not fit torch",
    "torch.cuda.is_available = lambda: True": "there is a CUDA device already",
}
# One process, which forks for each of them.
SABOTEUR = f"""\
import os, torch
from torchfix_codemods.verify.emulate import EmulationError, forking, hooks, install, installing

def outcome(code):
    exec(code)
    try:
        install()
    except EmulationError as error:
        return str(error)

for code in {[*SABOTAGE]}:
    print(forking.run_in_fork(lambda: outcome(code), "it", 60))
"""


@needs_torch
@needs_linux
def test_a_torch_that_does_not_fit_is_refused() -> None:
    for said, sentence in zip(run("-c", SABOTEUR), SABOTAGE.values(), strict=True):
        assert sentence in said


def test_only_one_device_can_be_emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulate, "reason_against", lambda: "")
    with pytest.raises(EmulationError, match="only one CUDA device"):
        emulate.install(device_count=2)


@pytest.mark.parametrize(
    ("platform", "sentence"),
    [
        ("darwin", "a CUDA device can be emulated on Linux only, and this is macOS"),
        ("win32", "a CUDA device can be emulated on Linux only, and this is Windows"),
        ("freebsd14", "a CUDA device can be emulated on Linux only, and this is freebsd14"),
    ],
)
def test_other_systems_get_a_sentence(platform: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert emulate.available() == sentence
    with pytest.raises(EmulationError, match=sentence):
        emulate.install()


def on_linux(monkeypatch: pytest.MonkeyPatch, torch: str | None) -> None:
    """Pretend to be on Linux with that torch, or without metadata of it."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(gate, "find_spec", lambda name: object())

    def version(name: str) -> str:
        if torch is None:
            raise PackageNotFoundError(name)
        return torch

    monkeypatch.setattr(gate, "version", version)


def test_an_environment_without_torch_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch=None)
    monkeypatch.setattr(gate, "find_spec", lambda name: None)
    assert emulate.available() == "torch is not installed in the environment of this Python"


@pytest.mark.parametrize("version", ["1.13.1", "2.9.1+cpu"])
def test_an_old_torch_gets_a_sentence(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch=version)
    number = ".".join(version.split(".")[:2])
    assert emulate.available() == f"a CUDA device can be emulated from torch 2.10 on, and this is torch {number}"


@pytest.mark.parametrize("version", ["2.10.0", "2.13.0+cpu", "2.14.1+cu130", "3.0.0", "unknown", None])
def test_any_other_torch_is_tried(version: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch=version)
    monkeypatch.setattr(gate, "_PROGRAM", "print('works')")
    assert emulate.available() == ""


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("print('reason: it is Monday')", "it is Monday"),
        ("import os; os.abort()", "installing the emulated CUDA device crashed with signal 6"),
        ("raise OSError('no libc')", "installing the emulated CUDA device failed: OSError: no libc"),
        ("print('half')", "installing the emulated CUDA device failed: without a message"),
    ],
)
def test_what_happened_in_the_trial_is_told(program: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch="2.13.0")
    monkeypatch.setattr(gate, "_PROGRAM", program)
    assert emulate.available() == sentence


def test_a_trial_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch="2.13.0")
    monkeypatch.setattr(gate, "_PROGRAM", "import time; time.sleep(60)")
    assert emulate.available(seconds=0.2) == "installing the emulated CUDA device took more than 0.2 seconds"


def test_the_folder_of_the_user_is_not_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux(monkeypatch, torch="2.13.0")
    (tmp_path / "torchfix_codemods.py").write_text("print('reason: the wrong module')", "utf-8")
    (tmp_path / "sitecustomize.py").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    program = gate._PROGRAM.replace("    install()\n", "    print('works'); raise SystemExit\n")
    monkeypatch.setattr(gate, "_PROGRAM", program)
    assert emulate.available() == ""


def test_asking_does_not_import_torch() -> None:
    program = "import sys, torchfix_codemods.verify.emulate; print('torch' in sys.modules)"
    assert run("-c", program) == ["False"]


@needs_linux
def test_a_function_in_a_fork_answers() -> None:
    assert forking.run_in_fork(lambda: [os.getpid() != os.getppid(), "x" * 200_000], "it", 60) == [True, "x" * 200_000]


@needs_linux
@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda: 1 / 0, "it failed: ZeroDivisionError: division by zero"),
        (lambda: sys.exit("stop\nhere"), "it failed: SystemExit: stop"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "it crashed with signal 9"),
        (lambda: os._exit(3), "it failed: no answer"),
        (lambda: object(), "it failed: TypeError: Object of type object is not JSON serializable"),
    ],
)
def test_what_happened_in_a_fork_is_told(function: Callable[[], object], sentence: str) -> None:
    with pytest.raises(EmulationError) as caught:
        forking.run_in_fork(function, "it", 60)
    assert str(caught.value) == sentence


@needs_linux
def test_a_fork_without_end_is_ended() -> None:
    with pytest.raises(EmulationError, match=r"it took more than 0\.1 seconds"):
        forking.run_in_fork(signal.pause, "it", 0.1)
