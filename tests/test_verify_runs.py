"""What scripts may do to themselves and to whoever runs them: one clear verdict each, and torchfix goes on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import heed_signals
from verifying import Benches, is_running, told

from torchfix_codemods.verify.model import Verdict
from torchfix_codemods.verify.scripts import Request, verify_versions
from torchfix_codemods.verify.verification import Options

posix = pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes are POSIX's")
TORCH = "import torch\n"
LOSS = "w = torch.ones(2, requires_grad=True)\n(w * 3).sum().backward()\nprint('loss done')\n"


def wait_until(condition: Callable[[], bool]) -> bool:
    """Wait for up to a minute; whether it has come true."""
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_a_script_that_fails_in_the_same_way_before_and_after_shows_nothing(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "open('data.csv')\n"
    result = benches.verify(tmp_path, text, text + "x = 1\n")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason == (
        "both fail with FileNotFoundError at script.py:5: [Errno 2] No such file or directory: 'data.csv' "
        "(compared up to there: 1 line printed, 1 loss)"
    )


def test_a_script_that_parts_before_it_fails_is_different(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "open('data.csv')\n"
    result = benches.verify(tmp_path, text, text.replace("* 3", "* 4"))
    assert result.verdict is Verdict.DIFFERENT
    assert told(result) == "loss backward 1 of 1: 6 -> 8"


def test_a_script_that_fails_earlier_is_different(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "print('more')\nraise ValueError('late')\n"
    result = benches.verify(tmp_path, text, text.replace("print('more')\n", "raise ValueError('early')\n"))
    assert result.verdict is Verdict.DIFFERENT
    assert "2 lines printed, 1 loss -> after 1 line printed, 1 loss" in told(result)


def test_a_script_that_gets_as_far_and_fails_in_another_way_shows_nothing(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "print(1)\nraise ValueError('one')\n"
    result = benches.verify(tmp_path, text, text.replace("ValueError", "KeyError"))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the original fails with ValueError at script.py:3: one" in result.reason
    assert "the rewritten one gets as far and fails with KeyError" in result.reason


def test_a_script_that_finishes_only_after_is_fixed(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "print(w.cuda().sum().item())\n"
    result = benches.verify(tmp_path, text, text.replace(".cuda()", ""))
    assert result.verdict is Verdict.FIXED
    assert result.reason.startswith("the original fails with AssertionError at script.py:5: Torch not compiled")


def test_what_no_python_parses_can_be_fixed(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "x = torch.ones(2)\nprint(x.sum(async=True))\n"
    result = benches.verify(tmp_path, text, text.replace("async=True", ""))
    assert result.verdict is Verdict.FIXED
    assert "SyntaxError at script.py:3" in result.reason


@pytest.mark.skipif(not shutil.which("ps"), reason="there is no ps")
@posix
def test_running_processes_are_found(tmp_path: Path) -> None:
    with subprocess.Popen(["sh", "-c", f"sleep 600; : {'x' * 300} # {tmp_path}"], start_new_session=True) as process:
        try:
            assert wait_until(lambda: is_running(f"# {tmp_path}"))
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    assert not is_running(f"# {tmp_path}")


def test_an_endless_script_is_stopped_with_all_it_started(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + (
        "import subprocess, time\n"
        f"child = subprocess.Popen(['sh', '-c', 'sleep 600; # {tmp_path}'])\n"
        "while True:\n    time.sleep(0.01)\n"
    )
    result = benches.verify(tmp_path, text, text, timeout=1.0)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "were stopped after 1 s at script.py:" in result.reason
    assert "--timeout gives it more time" in result.reason
    assert not is_running(f"# {tmp_path}")


def test_a_script_that_becomes_endless_is_different(tmp_path: Path, benches: Benches) -> None:
    result = benches.verify(tmp_path, TORCH + LOSS, TORCH + LOSS + "import time\ntime.sleep(600)\n", timeout=4.0)
    assert result.verdict is Verdict.DIFFERENT
    assert "finishes -> was stopped after" in told(result)


def test_a_script_that_reads_standard_input_finds_its_end(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "name = input()\n"
    result = benches.verify(tmp_path, text, text + "# again\n")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "both fail with EOFError" in result.reason
    assert "it reads standard input, which is empty in verify" in result.reason


def test_a_script_that_kills_its_parent_does_not_reach_torchfix(tmp_path: Path, benches: Benches) -> None:
    """Nor even what runs it, where that is the first process of a namespace."""
    text = TORCH + "import os\nprint(1)\nos.killpg(os.getpgid(os.getppid()), 9)\n"
    without = frozenset({"processes", "mounts"})
    result = benches.verify(tmp_path, text, text + "x = 1\n", without=without)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason == "the original killed the process that watches it"
    assert benches.verify(tmp_path, TORCH + LOSS, TORCH + LOSS, without=without).verdict is Verdict.SAME
    if benches.on("cpu").workshop.inside["processes"]:
        text = TORCH + "import os\nos.kill(os.getppid(), 9)\nprint('still here')\n"
        assert benches.verify(tmp_path, text, text).verdict is Verdict.SAME


def test_a_script_that_kills_itself_is_told_by_its_signal(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "import os\nos.kill(os.getpid(), 11)\n"
    result = benches.verify(tmp_path, text, text + "x = 1\n")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "both were ended by SIGSEGV (compared up to there: 1 line printed, 1 loss)" in result.reason


def test_gigabytes_of_output_are_cut(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "for i in range(1500):\n    print('x' * 9999)\n"
    result = benches.verify(tmp_path, text, text + "y = 2\n")
    assert result.verdict is Verdict.SAME
    assert "of 15,000,000 bytes of output only the first 4,194,304 were kept and compared (419 lines)" in result.notes


def test_a_script_that_leaves_by_exit_is_captured(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + LOSS + "import os, sys\nsys.stdout.flush()\nos._exit(0)\n"
    assert benches.verify(tmp_path, text, text).verdict is Verdict.SAME
    other = benches.verify(tmp_path, text, text.replace("print('loss done')", "print('loss done'); v = 1; w = None"))
    assert "global w" in told(other)


def test_an_exit_code_other_than_zero_is_a_failure(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "import sys\nsys.exit('no data')\n"
    result = benches.verify(tmp_path, text, text)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "both end with exit code 1: no data" in result.reason


def test_exit_functions_threads_and_open_files_get_to_their_end(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + (
        "import atexit, threading, time\n"
        "atexit.register(lambda: print('good', 'bye'))\n"
        "def late():\n    time.sleep(0.2)\n    print('late')\n"
        "threading.Thread(target=late).start()\n"
        "log = open('log.txt', 'w')\nlog.write('one')\n"
    )
    assert benches.verify(tmp_path, text, text).verdict is Verdict.SAME
    for old, new in (("'bye'", "'night'"), ("'late'", "'soon'"), ("'one'", "'two'")):
        assert benches.verify(tmp_path, text, text.replace(old, new)).verdict is Verdict.DIFFERENT, old


def test_the_network_is_off(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + "import urllib.request\nurllib.request.urlopen('http://192.0.2.1/weights')\n"
    result = benches.verify(tmp_path, text, text)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the network is off in verify, and it asked for 192.0.2.1" in result.reason


def test_this_machine_can_be_talked_to(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + (
        "import socket\nserver = socket.create_server(('127.0.0.1', 0))\n"
        "client = socket.create_connection(server.getsockname())\nprint('connected')\n"
    )
    assert benches.verify(tmp_path, text, text).verdict is Verdict.SAME


def test_arguments_and_name_are_those_of_a_script(tmp_path: Path, benches: Benches) -> None:
    text = "import sys, os\nprint(sys.argv, __name__, os.path.basename(__file__), os.getcwd() == sys.path[0])\n"
    result = benches.verify(tmp_path, text, text, arguments=("--epochs", "1"))
    assert result.before is not None
    assert result.before.printed == "['script.py', '--epochs', '1'] __main__ script.py True\n"


def test_workers_of_loaders_run(tmp_path: Path, benches: Benches) -> None:
    text = TORCH + (
        "from torch.utils.data import DataLoader, TensorDataset\n"
        "loader = DataLoader(TensorDataset(torch.arange(8.)), batch_size=2, num_workers=2, shuffle=True)\n"
        "print([batch.tolist() for batch, in loader])\n"
    )
    assert benches.verify(tmp_path, text, text).verdict is Verdict.SAME


def test_spawned_processes_find_the_script(tmp_path: Path, benches: Benches) -> None:
    text = (
        "import multiprocessing\n\n\ndef double(x):\n    return 2 * x\n\n\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n        print(pool.map(double, [1, 2]))\n"
    )
    result = benches.verify(tmp_path, text, text)
    assert result.verdict is Verdict.SAME
    assert result.before is not None and result.before.printed == "[2, 4]\n"


def test_a_module_of_the_script_wins_over_one_that_torch_has_imported(tmp_path: Path, benches: Benches) -> None:
    text = "import torch, sympy, random\nprint(sympy.own, random.own)\n"
    files = {"sympy.py": "own = 1\n", "random.py": "own = 2\n"}
    result = benches.verify(tmp_path, text, text, files=files)
    assert result.before is not None and result.before.printed == "1 2\n"


def test_two_versions_that_leave_nothing_show_nothing(tmp_path: Path, benches: Benches) -> None:
    result = benches.verify(tmp_path, "import torch\n", "import torch\n\n")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason.startswith("nothing to compare")


def test_a_pickle_in_a_checkpoint_is_never_run(tmp_path: Path, benches: Benches) -> None:
    mark = tmp_path / "mark"
    text = (
        "import torch, pickle\n"
        f"class Evil:\n    def __reduce__(self):\n        return (open, ({str(mark)!r}, 'w'))\n"
        "value = 1\n"
        "with open('evil.pt', 'wb') as file:\n    pickle.dump([Evil(), value], file)\n"
    )
    result = benches.verify(tmp_path / "project", text, text.replace("value = 1", "value = 2"))
    assert result.verdict is Verdict.DIFFERENT
    assert "file evil.pt: other bytes (its content cannot be compared" in told(result)
    assert not mark.exists()


def test_runs_are_where_their_files_are(tmp_path: Path, benches: Benches) -> None:
    """Both versions see the same paths, so that paths in their output do not differ."""
    text = "import os\nprint(os.getcwd(), __file__)\nopen('here.txt', 'w').write(os.getcwd())\n"
    assert benches.verify(tmp_path, text, text + "x = 1\n").verdict is Verdict.SAME


def test_a_script_that_fails_now_and_then_is_not_blamed_on_the_rewriting(tmp_path: Path, benches: Benches) -> None:
    count = tmp_path / "count"
    text = (
        f"import torch\nwith open({str(count)!r}, 'a') as file:\n    file.write('x')\n"
        f"if len(open({str(count)!r}).read()) in FAILING:\n    raise ValueError('now')\nprint(1)\n"
    )
    third_only, second_only = (text.replace("FAILING", numbers) for numbers in ("(3,)", "(2,)"))
    result = benches.verify(tmp_path / "a", third_only, third_only, allow_outside=True)
    assert result.verdict is Verdict.SAME, told(result)
    assert any(note.startswith("a difference that was not there again: exit end: ") for note in result.notes)
    count.unlink()
    result = benches.verify(tmp_path / "b", second_only, second_only, allow_outside=True)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason.startswith("two runs of the original end differently: finishes; fails with ValueError")


def test_a_number_that_only_the_first_runs_agree_on_is_noise(tmp_path: Path, benches: Benches) -> None:
    """As a time of one second that is rounded: 1 s, 1 s, then 2 s and 1 s."""
    count = tmp_path / "count"
    text = (
        f"with open({str(count)!r}, 'a') as file:\n    file.write('x')\n"
        f"print('time', 1 + (len(open({str(count)!r}).read()) == 3), 's')\nprint(2)\n"
    )
    result = benches.verify(tmp_path / "project", text, text, allow_outside=True)
    assert result.verdict is Verdict.SAME, told(result)


def test_each_run_can_be_an_interpreter_of_its_own(tmp_path: Path, benches: Benches) -> None:
    """As on systems that cannot fork safely."""
    text = TORCH + LOSS + "x = torch.ones(3)\n"
    (tmp_path / "script.py").write_text(text)
    (tmp_path / "other.py").write_text(text.replace("ones(3)", "ones(3).requires_grad_()"))
    request = Request(device="cpu", forks=False, options=Options(expected=("requires_grad",)))
    result = verify_versions(tmp_path / "script.py", tmp_path / "other.py", request)
    assert result.verdict is Verdict.EXPECTED
    assert [one.where for one in result.expected] == ["x"]
    assert (result.counted.losses, result.counted.lines) == (1, 1)


@posix
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT", "SIGTERM", "SIGHUP"])
def test_no_script_outlives_torchfix(name: str, tmp_path: Path, benches: Benches) -> None:
    """Nor does its folder, where torchfix is told to end."""
    number = getattr(signal, name)
    boxes = tmp_path / "boxes"
    boxes.mkdir()
    text = f"import subprocess, time\nsubprocess.Popen(['sh', '-c', 'sleep 600; # {tmp_path}'])\ntime.sleep(600)\n"
    (tmp_path / "script.py").write_text(text)
    command = [sys.executable, "-m", "torchfix_codemods", "verify", "--device", "cpu"]
    with subprocess.Popen(
        [*command, "--before", "script.py", "--after", "script.py"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(boxes)},
        preexec_fn=heed_signals,
    ) as process:
        assert wait_until(lambda: is_running(f"# {tmp_path}"))
        process.send_signal(number)
        _, said = process.communicate()
    if number != signal.SIGKILL:
        assert list(boxes.iterdir()) == []
        assert process.returncode == 128 + number
    if number == signal.SIGINT:
        assert said.strip() == "torchfix: interrupted; nothing of yours was rewritten, and the copies are removed"
    assert wait_until(lambda: not is_running(f"# {tmp_path}"))


def test_the_project_itself_is_not_touched(tmp_path: Path, benches: Benches) -> None:
    text = "open('made.txt', 'w').write('x')\nopen('there.txt', 'a').write('y')\n"
    benches.verify(tmp_path, text, text, files={"there.txt": "z"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["script.py", "there.txt"]
    assert (tmp_path / "there.txt").read_text() == "z"
