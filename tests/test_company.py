"""The rest of a project is read for what it says about the files that were named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from torchfix_codemods.cli import cli
from torchfix_codemods.company import company
from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import discover

TRAIN = "from nets import build\n\nmodel = build()\nmodel.cuda()\n"
NETS = """from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


def build():
    return Net()
"""
FOUND = "TFC301"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"train.py": TRAIN, "nets.py": NETS})
    return tmp_path


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def beside(*names: str) -> set[str]:
    settings_of = resolver()
    found = company(discover([Path(name) for name in names], settings_of).sources, settings_of)
    return {source.display for source in found}


def check(*arguments: str, text: str = "") -> str:
    return CliRunner().invoke(cli, ["check", *arguments], input=text).stdout


def test_one_file_is_understood_as_in_a_run_over_all(project: Path) -> None:
    assert FOUND in check(".")
    assert FOUND in check("train.py")
    assert FOUND in check("train.py", "--no-cache")
    assert FOUND in check("--stdin-filename", "train.py", "-", text=TRAIN)
    assert check("train.py", "--alone") == ""
    assert check("-", text=TRAIN) == ""


def test_only_what_was_named_is_rewritten(project: Path) -> None:
    nets = NETS + "\n\nnet = Net()\nnet.cuda()\n"
    write(project, {"nets.py": nets})
    CliRunner().invoke(cli, ["apply", "train.py"])
    assert "model.to(device)" in (project / "train.py").read_text()
    assert (project / "nets.py").read_text() == nets


def test_a_change_of_another_file_is_seen_by_the_cache(project: Path) -> None:
    assert FOUND in check("train.py")
    write(project, {"nets.py": "def build():\n    return object()\n"})
    assert check("train.py") == ""
    write(project, {"nets.py": NETS + "# as before\n"})
    assert FOUND in check("train.py")


def test_the_project_is_the_nearest_one_above(project: Path) -> None:
    write(project, {"sub/pyproject.toml": "", "sub/train.py": TRAIN, "sub/other.py": "import train\n"})
    assert beside("sub/train.py") == {"sub/other.py"}


def test_a_folder_without_a_project_has_no_company(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"train.py": TRAIN, "nets.py": NETS})
    monkeypatch.chdir(tmp_path)
    assert beside("train.py") == set()


def test_a_home_folder_is_no_project(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(project))
    monkeypatch.setenv("USERPROFILE", str(project))
    assert beside("train.py") == set()


@pytest.mark.parametrize(
    "line",
    [
        "import nets\n",
        "import os, nets as n\n",
        "from nets import (\n    Net,\n    build,\n)\n",
        "from sub \\\n    import nets\n",
        "from .nets import Net\n",
        "if True: import nets\n",
        "import pkg.nets\n",
        "import middle\n",  # which imports it
        "def f():\n\timport nets\n",
        "x = 1; from nets import build\n",
    ],
)
def test_what_imports_connect_belongs_together(project: Path, line: str) -> None:
    write(project, {"user.py": line, "middle.py": "import nets\n", "far.py": "import os\nnets = 1  # from nets\n"})
    assert "user.py" in beside("nets.py")
    assert "nets.py" in beside("user.py")
    assert "far.py" not in beside("nets.py")


def test_a_relative_import_means_the_packages_above(project: Path) -> None:
    write(
        project, {"pkg/__init__.py": "import nets\n", "pkg/sub/__init__.py": "", "pkg/sub/a.py": "from .. import b\n"}
    )
    assert "pkg/__init__.py" in beside("pkg/sub/a.py")


def test_what_settings_leave_out_has_no_company_and_is_none(project: Path) -> None:
    write(project, {"pyproject.toml": '[tool.torchfix]\nextend-exclude = ["old"]\n', "old/nets.py": "x = 1\n"})
    assert beside("old/nets.py") == set()
    assert beside("train.py") == {"nets.py"}


def test_what_cannot_be_read_is_passed_by(project: Path) -> None:
    write(project, {"broken.py": "import nets\ndef (\n"})
    (project / "bytes.py").write_bytes(b"import nets\n\xff\xfe")
    ran = CliRunner().invoke(cli, ["check", "train.py"])
    assert (ran.exit_code, FOUND in ran.stdout) == (1, True)


def test_a_file_that_nothing_can_be_said_of_does_not_ask(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchfix_codemods.company.discover", lambda *given: pytest.fail("the project was walked"))
    write(project, {"clean.py": "import nets\nprint(nets)\n"})
    assert check("clean.py") == ""
    assert FOUND not in check(".", "--select", "TFC601")  # all files of the project were named


@pytest.mark.parametrize("source", [["import torch\n", "import nets\n"], "import torch\nimport nets\n"])
def test_a_notebook_has_company(project: Path, source: object) -> None:
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
    book = {"cells": [cell], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    write(project, {"book.ipynb": json.dumps(book)})
    assert beside("book.ipynb") == {"nets.py", "train.py"}
