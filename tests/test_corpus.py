"""The corpus scripts: every one is changed, a second run changes nothing, and the printed numbers stay the same."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import known_rules, select

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
SCRIPTS = sorted(path.stem for path in CORPUS.glob("*.py"))
ROW = re.compile(r"^\| (\w+)\.py \|.*\| (same|fixed) \|$", re.M)
VERDICTS = dict(ROW.findall((CORPUS / "README.md").read_text("utf-8")))

# What no rule may touch: attributes called `data` that are no tensors' or have no twin.
TRAPS = {
    "dqn": ["self.data.append(None)", "random.sample(self.data, batch_size)"],
    "finetune": ["'data: %s' % args.data"],
    "mean_teacher": ["        args.data, epoch"],
    "mnist_cnn": ["train_set.data.size(0)", "args.data, ", "len(self.data)", "self.data[i, 0,"],
    "resume": ["len(dataset.data)", "dataset.data[i:i + 16]"],
    "seq2seq": ["packed.data.size(0)", "self.data[c] for c in word", "decoder.embedding.weight.data = "],
    "siamese": ["random.choice(self.data)", "len(faces.data)"],
    "word2vec": ["sorted(set(self.data))"],
}


def _fixed(source: bytes, name: str) -> bytes | None:
    """The source after all safe fixes, None if there are none."""
    result = fix(source, name, FixRequest(codes=select(known_rules())))
    assert result.problems == ()
    return result.after


@pytest.fixture(scope="session")
def rewritten() -> dict[str, bytes]:
    """Script -> its bytes after `torchfix apply`, unchanged ones as they are."""
    before = {name: (CORPUS / f"{name}.py").read_bytes() for name in SCRIPTS}
    return {name: _fixed(source, f"{name}.py") or source for name, source in before.items()}


def test_the_table_names_every_script() -> None:
    assert sorted(VERDICTS) == SCRIPTS


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_changed_once_and_parses(name: str, rewritten: dict[str, bytes]) -> None:
    after = rewritten[name]
    assert after != (CORPUS / f"{name}.py").read_bytes()
    ast.parse(after)
    assert _fixed(after, f"{name}.py") is None


@pytest.mark.parametrize("name", sorted(TRAPS))
def test_what_only_looks_like_a_tensor_stays(name: str, rewritten: dict[str, bytes]) -> None:
    before, after = (CORPUS / f"{name}.py").read_text("utf-8"), rewritten[name].decode()
    for trap in TRAPS[name]:
        assert before.count(trap) == after.count(trap) > 0, trap


@dataclass(frozen=True)
class Ran:
    """What became of one run of a script."""

    status: int
    printed: str
    errors: str


def _run(script: Path) -> Ran:
    environment = {
        **os.environ,
        "CUDA_VISIBLE_DEVICES": "",  # the table is about machines without a GPU
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONWARNINGS": "ignore",
        "TMPDIR": str(script.parent),
    }
    command = [sys.executable, str(script)]
    done = subprocess.run(
        command, cwd=script.parent, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def runs(rewritten: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Ran, Ran]]:
    """Script -> its run before and after, each in a folder of its own."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    scripts = []
    for name in SCRIPTS:
        for source in ((CORPUS / f"{name}.py").read_bytes(), rewritten[name]):
            folder = tmp_path_factory.mktemp(name)
            scripts.append(folder / f"{name}.py")
            scripts[-1].write_bytes(source)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        ran = list(pool.map(_run, scripts))
    return dict(zip(SCRIPTS, zip(ran[::2], ran[1::2], strict=True), strict=True))


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_numbers_stay(name: str, runs: dict[str, tuple[Ran, Ran]]) -> None:
    before, after = runs[name]
    assert after.status == 0, after.errors
    assert re.search(r"\d\.\d{3}", after.printed)  # it came as far as printing a result
    if VERDICTS[name] == "same":
        assert before.status == 0, before.errors
        assert after.printed == before.printed
    else:
        assert before.status != 0
        assert after.printed.startswith(before.printed)
