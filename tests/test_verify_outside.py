"""Whatever a script does: nothing of the user's is changed, or verify says so, or refuses to run.

Each test of a run is made twice: with what this system gives (namespaces, where it has them), and without.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest
from verifying import Benches, is_running, told

from torchfix_codemods.verify import copying
from torchfix_codemods.verify.model import Verdict, VerifyError
from torchfix_codemods.verify.sandbox import Shelter
from torchfix_codemods.verify.scripts import Bench

ALL: frozenset[str] = frozenset()
PLAIN = frozenset({"mounts", "processes"})
BOTH = pytest.mark.parametrize("without", [ALL, PLAIN], ids=["as the system has it", "without namespaces"])
BIG = 17 * 2**20
PRINT = "import os\nprint('ran')\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def has_layers(benches: Benches) -> bool:
    return benches.on("cpu").workshop.inside["mounts"]


def database(path: Path) -> None:
    """More than 16 MiB, in 340 rows."""
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (number integer, text blob)")
        connection.executemany("insert into t values (?, zeroblob(51200))", ((n,) for n in range(340)))
    connection.close()
    assert path.stat().st_size > 16 * 2**20


SQLITE = (
    "import sqlite3\nconnection = sqlite3.connect('data.db')\nconnection.execute('pragma synchronous = off')\n"
    "print(connection.execute('select count(*) from t').fetchone())\n"
    "connection.execute('delete from t where number % 2 = 0')\nconnection.commit()\n"
    "print(connection.execute('select count(*) from t').fetchone())\n"
)


@BOTH
def test_rows_that_a_script_deletes_are_deleted_in_its_copy(
    project: Path, benches: Benches, without: frozenset[str]
) -> None:
    database(project / "data.db")
    before = (project / "data.db").read_bytes()
    result = benches.verify(project, SQLITE, SQLITE + "x = 1\n", without=without)
    assert result.verdict is Verdict.SAME, told(result)
    assert [run.printed for run in result.runs] == ["(340,)\n(170,)\n"] * 3
    assert (project / "data.db").read_bytes() == before
    assert result.counted.files == 1
    other = SQLITE.replace("print(connection.execute('select count(*) from t').fetchone())\n", "")
    result = benches.verify(project, other, other.replace("% 2", "% 3"), without=without)
    assert result.verdict is Verdict.DIFFERENT
    assert "file data.db: other bytes" in told(result)


# Ways to change a file, of which each gets one of its own.
WAYS: tuple[str, ...] = (
    "torch.UntypedStorage.from_file(name, True, os.path.getsize(name)).fill_(77)",
    "torch.from_file(name, True, 16, dtype=torch.uint8).fill_(77)",
    "os.system(f'echo 77 >> {name}')",
    "os.system(f'echo 77 >> {os.path.realpath(name)}')",
    "os.truncate(name, 77)",
    "os.remove(name)",
    "os.system(f'rm {name}')",
    "open('new', 'w').close(); os.replace('new', name)",
    "mmap.mmap(os.open(name, os.O_RDWR), 16)[0] = 77",
    "ctypes.CDLL(None).truncate(name.encode(), ctypes.c_long(77))",
)


@BOTH
def test_what_is_too_big_to_be_simply_copied_stays_as_it_is(
    project: Path, benches: Benches, monkeypatch: pytest.MonkeyPatch, without: frozenset[str]
) -> None:
    monkeypatch.setattr(copying, "BIG", 1000)
    names = [f"big{number}.bin" for number in range(len(WAYS))]
    for name in names:
        (project / name).write_bytes(bytes(4096))
    text = "import ctypes, mmap, os, torch\n"
    for name, way in zip(names, WAYS, strict=True):
        text += f"name = {name!r}\nprint(os.path.getsize(name), open(name, 'rb').read(1))\n{way}\n"
    text += f"for name in {names}:\n    print(name, open(name, 'rb').read() if os.path.exists(name) else None)\n"
    result = benches.verify(project, text, text + "x = 1\n", without=without)
    assert result.verdict is Verdict.SAME, (told(result), result.reason)
    printed = [run.printed.splitlines() for run in result.runs]
    assert printed == printed[:1] * 3
    assert printed[0][: len(names)] == ["4096 b'\\x00'"] * len(names)
    unchanged = [line for line in printed[0][len(names) :] if line.endswith(f" {bytes(4096)!r}")]
    assert unchanged == []
    assert [(project / name).read_bytes() for name in names] == [bytes(4096)] * len(names)
    assert result.counted.files == len(names) - 2  # two are gone
    other = text.replace("77", "88").replace("os.remove(name)", "pass")
    differing = told(benches.verify(project, text, other, without=without))
    assert [name for name in names if f"file {name}" not in differing] == ["big6.bin", "big7.bin"]


@BOTH
def test_what_lies_behind_a_link_stays_as_it_is_and_is_compared(
    project: Path, tmp_path: Path, benches: Benches, without: frozenset[str]
) -> None:
    out = tmp_path / "scratch" / "out"
    out.mkdir(parents=True)
    (out / "log.txt").write_text("one\n")
    (out / "old.txt").write_text("old\n")
    (out / "big.bin").write_bytes(bytes(BIG))
    (tmp_path / "one.txt").write_text("one\n")
    (project / "out").symlink_to(out)
    (project / "file.txt").symlink_to(tmp_path / "one.txt")
    text = (
        "import os, sqlite3\nprint(open('out/log.txt').read(), os.listdir('out') != [])\n"
        "os.system('echo two >> out/log.txt; echo two >> file.txt; rm out/old.txt; echo 1 >> out/big.bin')\n"
        "open('out/made.txt', 'w').write('made')\n"
    )
    result = benches.verify(project, text, text + "x = 1\n", without=without)
    assert result.verdict is Verdict.SAME, (told(result), result.reason)
    assert [run.printed for run in result.runs] == ["one\n True\n"] * 3
    assert sorted(path.name for path in out.iterdir()) == ["big.bin", "log.txt", "old.txt"]
    assert [(out / name).read_text() for name in ("log.txt", "old.txt")] == ["one\n", "old\n"]
    assert (out / "big.bin").stat().st_size == BIG
    assert (tmp_path / "one.txt").read_text() == "one\n"
    result = benches.verify(project, text, text.replace("'made'", "'other'"), without=without)
    assert told(result).startswith("file out/made.txt line 1")


def test_an_absolute_path_leads_into_a_layer(project: Path, tmp_path: Path, benches: Benches) -> None:
    if not has_layers(benches):
        pytest.skip("this system gives no namespace of mounts")
    there, made = tmp_path / "there.txt", tmp_path / "made.txt"
    there.write_text("mine\n")
    text = PRINT + (
        f"print(open({str(there)!r}).read(), os.path.exists({str(made)!r}))\n"
        f"os.system('echo more >> {there}')\nopen({str(made)!r}, 'w').write('x')\n"
        f"print(open({str(there)!r}).read(), os.path.exists({str(made)!r}))\n"
    )
    result = benches.verify(project, text, text, without=ALL)
    assert result.verdict is Verdict.SAME, told(result)
    assert [run.printed for run in result.runs] == ["ran\nmine\n False\nmine\nmore\n True\n"] * 3
    assert there.read_text() == "mine\n"
    assert not made.exists()
    note = "it wrote outside its copy, where nothing was compared and your own files are as they were: "
    told_of = next(line for line in result.notes if line.startswith(note))
    if "COVERAGE_PROCESS_CONFIG" not in os.environ:  # it writes outside, too
        assert told_of == f"{note}{made}, {there}"


CHANGES: tuple[str, ...] = (
    "open(there, 'w').write('x')",
    "open(there, 'r+').write('x')",
    "os.remove(there)",
    "os.truncate(there, 0)",
    "open('new', 'w').close(); os.replace('new', there)",
    "import shutil; shutil.rmtree(os.path.dirname(there))",
    "os.remove(os.path.basename(there), dir_fd=os.open(os.path.dirname(there), os.O_RDONLY))",
    "torch.save(1, there)",
    "torch.UntypedStorage.from_file(there, True, 1)",
)


def test_without_layers_python_is_refused_to_change_what_is_there(
    project: Path, tmp_path: Path, benches: Benches
) -> None:
    (tmp_path / "mine").mkdir()
    there = tmp_path / "mine" / "there.txt"
    there.write_text("mine\n")
    head = f"import os, torch\nthere = {str(there)!r}\n"
    tries = "".join(f"try:\n    {change}\nexcept PermissionError as error:\n    print(error)\n" for change in CHANGES)
    result = benches.verify(project, head + tries, head + tries, without=PLAIN)
    assert result.before is not None
    kept = "[Errno 13] torchfix verify keeps the files outside of its copy as they are: "
    lines = result.before.printed.splitlines()
    assert len(lines) == len(CHANGES), result.before
    assert {line.replace(str(there), "FILE").replace(str(there.parent), "FOLDER") for line in lines} == {
        f"{kept}'FILE'",
        f"{kept}'FOLDER'",
    }
    assert there.read_text() == "mine\n"
    result = benches.verify(project, head + CHANGES[0], head + CHANGES[0], without=PLAIN)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason.endswith("is kept as it is; --allow-outside lets the script change it")


def test_without_layers_what_is_new_or_empty_outside_can_be_written(
    project: Path, tmp_path: Path, benches: Benches
) -> None:
    made, lock, folder = tmp_path / "made.txt", tmp_path / "lock", tmp_path / "folder"
    lock.touch()
    text = PRINT + (
        f"open({str(lock)!r}, 'a').close()\nopen({str(made)!r}, 'w').write('x')\n"
        f"open({str(made)!r}, 'a').write('y')\nos.remove({str(made)!r})\n"
        f"import shutil\nos.makedirs({str(folder)!r})\nopen({str(folder / 'x')!r}, 'w').write('x')\n"
        f"shutil.rmtree({str(folder)!r})\n"
    )
    result = benches.verify(project, text, text, without=PLAIN)
    assert result.verdict is Verdict.SAME, result.reason
    written = [note for note in result.notes if note.startswith("it wrote outside the sandbox")]
    assert len(written) == 1
    assert str(made) in written[0]


def test_without_layers_what_another_program_has_changed_is_told(project: Path, benches: Benches) -> None:
    (project / "data.txt").write_text("mine\n")
    text = PRINT + f"os.system('echo more >> {project / 'data.txt'}')\n"
    result = benches.verify(project, text, text, without=PLAIN)
    assert result.verdict is Verdict.INCONCLUSIVE
    why = "your own files were changed meanwhile, so that not all runs found the same"
    assert result.reason == f"{why}: {project / 'data.txt'}"


def test_without_layers_a_database_outside_that_has_changed_is_told(
    project: Path, tmp_path: Path, benches: Benches
) -> None:
    place = tmp_path / "data.db"
    database(place)
    text = PRINT + SQLITE.replace("data.db", str(place)).replace("print", "str")
    result = benches.verify(project, text, text, without=PLAIN)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert str(place) in result.reason


def test_what_the_user_allows_to_be_changed_gives_no_same(project: Path, tmp_path: Path, benches: Benches) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/log.txt").write_text("one\n")
    (project / "out").symlink_to(tmp_path / "out")
    (project / "big.bin").write_bytes(bytes(BIG))
    text = PRINT + "os.system('echo two >> out/log.txt')\n"
    result = benches.verify(project, text, text, allow_outside=True)
    assert (tmp_path / "out/log.txt").read_text() == "one\n" + 3 * "two\n"
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.reason.endswith(f"not all runs found the same: {tmp_path / 'out/log.txt'}")
    assert "linked to and not copied, so that runs can change it: out, big.bin" in result.notes


DAEMONS = """
import os, subprocess, time
command = ["sh", "-c", 'touch "$0"; sleep 600; : PROJECT']
subprocess.Popen([*command, "session"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp(command[0], [*command, "twice"])
    os._exit(0)
os.wait()
os.system("nohup sh -c 'touch nohup; sleep 600; : PROJECT' >/dev/null 2>&1 &")
while not (os.path.exists("session") and os.path.exists("twice") and os.path.exists("nohup")):
    time.sleep(0.01)
print("all run")
"""


@BOTH
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere daemons go on, as the documentation says")
def test_daemons_end_with_the_run(project: Path, benches: Benches, without: frozenset[str]) -> None:
    text = DAEMONS.replace("PROJECT", str(project))
    result = benches.verify(project, text, text, without=without)
    assert result.verdict is Verdict.SAME, (told(result), result.reason)
    assert not is_running(f": {project}")


@BOTH
@pytest.mark.parametrize(
    "change",
    [
        "import shutil\nshutil.rmtree(os.getcwd())\n",
        'os.system(\'rm -rf "$PWD"; touch "$PWD"\')\n',
    ],
    ids=["rmtree", "a file in its place"],
)
def test_a_script_may_remove_its_own_folder(
    change: str, project: Path, benches: Benches, without: frozenset[str]
) -> None:
    (project / "data.txt").write_text("x")
    result = benches.verify(project, PRINT + change, PRINT + change + "x = 1\n", without=without)
    assert result.verdict is Verdict.SAME, (told(result), result.reason)
    assert sorted(path.name for path in project.iterdir()) == ["data.txt", "script.py"]
    kept = PRINT + "os.remove('data.txt')\n"
    assert "file script.py" in told(benches.verify(project, PRINT + change, kept, without=without))


@BOTH
def test_a_script_that_removes_all_that_is_known_of_it_is_told(
    project: Path, benches: Benches, without: frozenset[str]
) -> None:
    text = PRINT + "os.system('rm -rf \"${PWD%/*}\"')\n"
    with pytest.raises(VerifyError, match=r"^a run has removed the folder that verify keeps its results in: "):
        benches.verify(project, text, text, without=without)


@BOTH
def test_names_of_one_file_stay_one_file_and_apart_from_the_users(
    project: Path, tmp_path: Path, benches: Benches, without: frozenset[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine\n")
    for name in ("a.txt", "b.txt"):
        (project / name).hardlink_to(tmp_path / "mine.txt")
    text = (
        "import os\nopen('a.txt', 'a').write('more')\n"
        "print(open('b.txt').read(), os.path.samefile('a.txt', 'b.txt'), os.stat('a.txt').st_nlink)\n"
    )
    result = benches.verify(project, text, text, without=without)
    assert result.before is not None
    assert result.before.printed == "mine\nmore True 2\n"
    assert (tmp_path / "mine.txt").read_text() == "mine\n"


def test_pipes_and_sockets_are_no_data(project: Path, benches: Benches) -> None:
    os.mkfifo(project / "pipe")
    text = PRINT + "os.mkfifo('made')\nos.mkfifo('pipe')\n"
    assert benches.verify(project, text, text).verdict is Verdict.SAME
    other = text.replace("os.mkfifo('made')", "open('made', 'w').close()")
    assert "file made: is another kind of file" in told(benches.verify(project, text, other))


def test_a_run_that_cannot_be_kept_apart_does_not_begin(
    project: Path, benches: Benches, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = project.parent / "mark"
    monkeypatch.setattr(Bench, "_shelter", lambda bench, box, folder: Shelter(True, (str(project / "nowhere"),)))
    with pytest.raises(VerifyError, match="the runs cannot be kept from your files: "):
        benches.verify(project, f"open({str(mark)!r}, 'w')\n", "", without=ALL if has_layers(benches) else PLAIN)
    assert not mark.exists()
