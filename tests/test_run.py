"""Many files: what is looked at, what is written, in what order it comes out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import runs
from projects import unmeasured
from runs import IDLE, LOUD, QUIET, Folder, problems, watch

from torchfix_codemods.analysis.project.project import NO_PROJECT
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.registry import UnknownRuleError
from torchfix_codemods.run import Run, RunRequest
from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import stdin_source


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    runs.install(site)
    return site


@pytest.fixture
def folder(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path.resolve())
    watch(folder, monkeypatch)
    return folder


def test_apply_writes_what_changes(folder: Folder) -> None:
    folder.write("a.py")
    folder.write("b/c.py", QUIET)
    outcomes = folder.run(write=True)
    assert [(name, outcome.written) for name, outcome in outcomes.items()] == [("a.py", True), ("b/c.py", False)]
    assert folder.text("a.py") == QUIET
    assert folder.text("b/c.py") == QUIET
    assert outcomes["a.py"].result.after == QUIET.encode()
    assert outcomes["a.py"].before == LOUD.encode()


def test_a_second_run_has_nothing_to_do(folder: Folder) -> None:
    folder.write("a.py")
    folder.write("b.py")
    folder.run(write=True)
    assert not any(outcome.written for outcome in folder.run(write=True).values())


def test_a_dry_run_knows_both_texts_and_writes_nothing(folder: Folder) -> None:
    folder.write("a.py")
    folder.write("b.py", IDLE)
    outcomes = folder.run()
    assert (outcomes["a.py"].before, outcomes["a.py"].result.after) == (LOUD.encode(), QUIET.encode())
    assert outcomes["b.py"].before is None
    assert folder.text("a.py") == LOUD


def test_check_finds_and_writes_nothing(folder: Folder) -> None:
    folder.write("a.py")
    outcomes = folder.run(apply=False)
    (finding,) = outcomes["a.py"].result.findings
    assert (finding.code, finding.message) == ("RUN100", "too loud")
    assert outcomes["a.py"].before is None
    assert folder.text("a.py") == LOUD


def test_old_bytes_are_kept_for_who_asks(folder: Folder) -> None:
    folder.write("a.py")
    folder.write("b.py", IDLE)
    for _ in range(2):  # the second time from the cache
        outcomes = folder.run(apply=False, keep_before=True)
        assert (outcomes["a.py"].before, outcomes["b.py"].before) == (LOUD.encode(), None)


@pytest.mark.parametrize("text", ["LOUD = 1\n", IDLE, "", "# torch\nprint 'no Python'\n"])
def test_no_rule_looks_at_a_file_without_a_trigger(folder: Folder, text: str) -> None:
    folder.write("a.py", text)
    folder.write("b.py", text)
    assert not list(problems(folder.run(write=True)))
    assert folder.looked_at == []


def test_rules_can_be_off_for_some_files(folder: Folder) -> None:
    both = "import torch\nLOUD = SONG = 1\n"
    folder.configure('[tool.torchfix.per-file-ignores]\n"tests/" = ["RUN1"]\n"/a.py" = ["sing"]\n"x.py" = ["RUN"]')
    for name in ("a.py", "tests/a.py", "tests/x.py", "b.py"):
        folder.write(name, both)
    found = {name: [f.code for f in o.result.findings] for name, o in folder.run(apply=False).items()}
    assert found == {"a.py": ["RUN100"], "b.py": ["RUN100", "RUN200"], "tests/a.py": ["RUN200"], "tests/x.py": []}


def test_each_sub_project_has_its_own_rules(folder: Folder) -> None:
    both = "import torch\nLOUD = SONG = 1\n"
    folder.configure('select = ["RUN2"]\ntarget-torch = "1.4"\nunsafe-fixes = true', folder="sub")
    folder.write("a.py", both)
    folder.write("sub/b.py", both)
    outcomes = folder.run(apply=False)
    assert [f.code for f in outcomes["sub/b.py"].result.findings] == ["RUN200"]
    assert len(outcomes["a.py"].result.findings) == 2
    assert folder.requests["sub/b.py"].options.target_torch == (1, 4)
    assert (folder.requests["sub/b.py"].unsafe_fixes, folder.requests["a.py"].unsafe_fixes) == (True, False)


def test_wrong_rules_are_an_error_before_anything_is_done(folder: Folder) -> None:
    folder.write("a.py")
    with pytest.raises(UnknownRuleError):
        folder.run(write=True, settings={"select": ("RUN9",)})
    assert folder.text("a.py") == LOUD


def test_files_tell_each_other_what_they_import(folder: Folder) -> None:
    folder.write("net.py", f"{LOUD}class Net(torch.nn.Module): pass\n")
    folder.write("train.py", f"import net, os\n{LOUD}")
    folder.run(apply=False)
    project = folder.requests["net.py"].project
    assert project.is_imported("net.py")
    assert not project.is_imported("train.py")
    assert project.imported_paths == {"net.py"}
    assert "Net" in project.modules


def test_a_notebook_imports_too(folder: Folder) -> None:
    folder.write("net.py")
    cell = {"cell_type": "code", "source": "import torch\nimport net"}
    folder.write("a.ipynb", json.dumps({"cells": [cell], "metadata": {}}))
    folder.run(apply=False)
    assert folder.requests["net.py"].project.is_imported("net.py")


def test_one_file_alone_needs_no_project(folder: Folder) -> None:
    folder.write("net.py", f"import net\n{LOUD}")
    folder.run("net.py", apply=False)
    assert folder.requests["net.py"].project == NO_PROJECT


def test_notebooks_are_fixed_cell_by_cell(folder: Folder) -> None:
    cell = {"cell_type": "code", "source": LOUD, "outputs": ["LOUD"]}
    before = json.dumps({"cells": [cell], "metadata": {}}, indent=1)
    folder.write("a.ipynb", before)
    folder.write("b.ipynb", '{"cells": [{"cell_type": "markdown", "source": "torch LOUD"}]}')
    folder.write("c.ipynb", "torch LOUD, but no notebook")
    outcomes = folder.run(write=True)
    assert folder.text("a.ipynb") == before.replace("LOUD = ", "quiet = ")
    assert outcomes["a.ipynb"].result.findings[0].cell == 1
    assert not outcomes["b.ipynb"].written
    assert list(problems(outcomes)) == [("c.ipynb", "is not valid JSON: Expecting value")]


def test_standard_input_is_fixed_and_not_written(folder: Folder) -> None:
    folder.write("a.py", IDLE)
    source = stdin_source("a.py", resolver())
    assert source is not None
    (outcome,) = Run([source], RunRequest(write=True), stdin=LOUD.encode())
    assert outcome == FileOutcome(source, outcome.result, LOUD.encode(), written=False)
    assert outcome.result.after == QUIET.encode()
    assert folder.text("a.py") == IDLE


def test_no_files_give_no_outcomes() -> None:
    assert list(Run([], RunRequest(write=True))) == []


def test_progress_is_told_up_to_the_end(folder: Folder) -> None:
    for name in ("a.py", "b.py", "c.py"):
        folder.write(name, IDLE if name == "b.py" else LOUD)
    told: list[tuple[int, int]] = []
    run = folder.start(apply=False)
    run.progress = lambda done, total: told.append((done, total))
    assert len(list(run)) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_who_interrupts_finds_every_file_old_or_new(folder: Folder, after: int) -> None:
    for name in ("a.py", "b.py", "c.py"):
        folder.write(name)
    run = folder.start(write=True)

    def interrupt(done: int, _: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    run.progress = interrupt
    with pytest.raises(KeyboardInterrupt):
        list(run)
    texts = [folder.text(name) for name in ("a.py", "b.py", "c.py")]
    assert texts == [QUIET] * after + [LOUD] * (3 - after)
    assert folder.leftovers() == []


def test_outcomes_come_while_the_rest_is_still_to_do(folder: Folder) -> None:
    for name in ("a.py", "b.py"):
        folder.write(name)
    outcomes = iter(folder.start(write=True))
    assert next(outcomes).source.display == "a.py"
    assert folder.text("b.py") == LOUD
    assert isinstance(outcomes, Iterator)
    assert [outcome.source.display for outcome in outcomes] == ["b.py"]


def test_few_files_start_no_processes_and_a_check_loads_no_rewriter(folder: Folder, site: Path) -> None:
    folder.write("a.py")
    folder.write("b.py", IDLE)
    program = (
        "import sys; from pathlib import Path; from torchfix_codemods.run import Run, RunRequest; "
        "from torchfix_codemods.sources import discover; from torchfix_codemods.settings import resolver; "
        "found = discover([Path('.')], resolver()); outcomes = list(Run(found.sources, RunRequest(apply=False))); "
        "print(len(outcomes), *sorted(sys.modules.keys() & {'multiprocessing', 'libcst', 'torch', 'rich'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(site)!r}); {program}"],
        capture_output=True,
        text=True,
        check=True,
        env=unmeasured(),
    )
    assert done.stdout.split() == ["2"]
