"""The two versions of a project that rules make, some of their edits, and which files are scripts. Nothing is run."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from torchfix_codemods.registry import known_rules, load
from torchfix_codemods.verify.model import KINDS, Edit, VerifyError
from torchfix_codemods.verify.modules import is_script, local_modules
from torchfix_codemods.verify.project import Given, rewritten
from torchfix_codemods.verify.sandbox import Sandbox, snapshot, written

HELPER = "import torch\n\n\ndef total(net):\n    for p in net.parameters():\n        print(p.data.sum())\n"
SCRIPT = (
    "import torch\nimport helper\n\nnet = torch.nn.Linear(2, 1).cuda()\nx = torch.ones(1, 2).cuda()\n"
    "helper.total(net)\nprint(net(x).data)\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "other.py").write_text("import torch\nprint(torch.ones(1).data)\n")
    return tmp_path


def test_the_whole_project_is_rewritten(folder: Path) -> None:
    project = rewritten(folder, [folder / "train.py"], {})
    assert set(project.after) == set(project.before) == {"helper.py", "train.py", "other.py"}
    assert project.before["train.py"] == SCRIPT.encode()
    assert b"p.detach().sum()" in project.after["helper.py"]
    assert project.rules["TFC301 cuda-call"] == 2


def test_some_edits_are_made_alone_and_as_part_of_the_whole_analysis(folder: Path) -> None:
    project = rewritten(folder, [folder / "train.py"], {})
    moves = [edit for edit in project.edits if edit.code == "TFC301"]
    assert [edit.line for edit in moves] == [4, 5]
    files = project.with_only(moves[:1])
    assert set(files or ()) == {"train.py"}
    text = (files or {})["train.py"].decode()
    assert "torch.nn.Linear(2, 1).to(device)" in text  # the line that `device` needs comes along
    assert "torch.ones(1, 2).cuda()" in text
    assert "net(x).data" in text
    assert project.with_only(project.edits) == project.after
    assert project.with_only([]) == {}


def test_settings_choose_the_rules(folder: Path) -> None:
    project = rewritten(folder, [], {"select": ("TFC601",)})
    assert {edit.code for edit in project.edits} == {"TFC601"}


def test_a_script_that_no_python_parses_cannot_be_rewritten(folder: Path) -> None:
    (folder / "train.py").write_text("import torch\nx = torch.ones(1).cuda(\n")
    with pytest.raises(VerifyError, match=r"train\.py:2: not valid Python"):
        rewritten(folder, [folder / "train.py"], {})


def test_what_rules_announce_are_known_kinds() -> None:
    announced = {kind for info in known_rules() for kind in load(info).expected}
    assert {"requires_grad", "loaded-device", "global-type"} <= announced <= KINDS.keys()


def test_only_rules_that_changed_something_announce(folder: Path) -> None:
    assert rewritten(folder, [], {}).announced == {}
    (folder / "train.py").write_text(
        "import torch\nnet = torch.nn.Linear(2, 1)\nnet.load_state_dict(torch.load('net.pt'))\n"
    )
    assert rewritten(folder, [], {}).announced == {"loaded-device": "TFC501"}


def test_two_given_versions_are_taken_apart_by_lines() -> None:
    given = Given("a.py", b"a = 1\nb = 2\n", b"a = 3\nb = 4\n", path="old/a.py")
    first, second = given.edits
    assert first == Edit("old/a.py", 1, "", "`a = 1` -> `a = 3`")
    assert given.with_only([second]) == {"a.py": b"a = 1\nb = 4\n"}


def test_a_part_that_is_no_python_cannot_be_tried() -> None:
    given = Given("a.py", b"x = f(\n    1)\n", b"y = g()\n\n\nz = 2\n")
    assert given.with_only([Edit("a.py", 99)]) == {"a.py": given.old}
    broken = Given("a.py", b"if a:\n    b\n", b"if a:\nb\n")
    assert broken.with_only(broken.edits) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a\n\n\ndef f():\n    pass\n\n\nx = 1\n", False),
        ("print(1)\n", True),
        ("def main():\n    pass\n\n\nif __name__ == '__main__':\n    main()\n", True),
        ("for x in y:\n    pass\n", True),
        ("try:\n    import numpy\nexcept ImportError:\n    numpy = None\n", False),
        ("if True:\n    x = 1\n", False),
        ("not python\n", False),
        ('"""Only words."""\n', False),
    ],
)
def test_what_is_a_script(source: str, expected: bool) -> None:
    assert is_script(source.encode()) is expected


def test_which_modules_a_script_reaches() -> None:
    sources = {
        "train.py": b"import helper\nfrom models.net import Net\n",
        "helper.py": b"def f():\n    from deep import g\n",
        "deep.py": b"",
        "models/__init__.py": b"",
        "models/net.py": b"import torch\n",
        "models/other.py": b"",
        "eval.py": b"import deep\n",
    }
    assert local_modules("train.py", sources) == set(sources) - {"eval.py"}  # of a package all that is in it
    assert local_modules("eval.py", sources) == {"eval.py", "deep.py"}


def test_a_sandbox_leaves_out_what_belongs_to_others(tmp_path: Path) -> None:
    project, box = tmp_path / "project", tmp_path / "box"
    for name in (
        ".git/config",
        "data/x.txt",
        "venv/pyvenv.cfg",
        "my-env/pyvenv.cfg",
        "__pycache__/a.pyc",
        "build/y.txt",
    ):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    (project / "loop").symlink_to(project / "data")
    (project / "nowhere").symlink_to("missing")
    (project / "round").symlink_to("about")
    (project / "about").symlink_to("round")
    (project / "boxes/x").mkdir(parents=True)
    (project / "boxes/x/y.txt").touch()
    box.mkdir()
    sandbox = Sandbox(box, project, project / "boxes")
    before = sandbox.prepare({"data/x.txt": b"new", "more/z.py": b"z"})
    assert set(before) == {"data/x.txt", "build/y.txt", "more/z.py"}
    assert (sandbox.work / "loop").resolve() == (sandbox.work / "data").resolve()
    assert (sandbox.work / "data/x.txt").read_bytes() == b"new"
    assert (project / "data/x.txt").read_text() == "x"
    (sandbox.work / "made.txt").write_text("x")
    (sandbox.work / "build/y.txt").unlink()
    (sandbox.work / "more/z.py").write_text("changed")
    assert written(before, snapshot(sandbox.work)) == (["made.txt", "more/z.py"], ["build/y.txt"])


def test_a_sandbox_leaves_out_what_nobody_may_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, box = tmp_path / "project", tmp_path / "box"
    closed = project / "closed"
    for name in ("a.py", "closed/deep/b.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).touch()
    box.mkdir()
    exists, access = Path.exists, os.access

    def guarded(path: Path) -> bool:
        if path.is_relative_to(closed) and path != closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", guarded)
    monkeypatch.setattr(os, "access", lambda path, mode: path != closed and access(path, mode))
    assert set(Sandbox(box, project, box).prepare({})) == {"a.py"}
