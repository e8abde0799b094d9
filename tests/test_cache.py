"""A second run reads only what has changed, and says the same as the first."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent

import pytest
import runs
from runs import IDLE, LOUD, QUIET, Folder, watch

from torchfix_codemods import plan
from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.cache import Cache, Entry, packed, unpacked
from torchfix_codemods.cache_file import cache_file
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.plan import read_interface
from torchfix_codemods.result import FixResult, Reported, Span, TextChange


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    runs.install(site)
    return site


@pytest.fixture
def folder(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """a.py has a finding, b.py a trigger and no finding, c.py nothing."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path.resolve())
    watch(folder, monkeypatch)
    folder.write("a.py", LOUD)
    folder.write("b.py", "import torch\n# SONG\n")
    folder.write("c.py", IDLE)
    return folder


def results(folder: Folder) -> Path:
    return cache_file(folder.root)


def test_a_second_run_reads_nothing_and_says_the_same(folder: Folder) -> None:
    first = folder.run(apply=False)
    assert folder.read == ["a.py", "b.py", "c.py"]
    second = folder.run(apply=False)
    assert (folder.read, folder.looked_at) == ([], [])
    assert second == first
    assert len(second["a.py"].result.findings) == 1


def test_what_changed_is_read_again(folder: Folder) -> None:
    folder.run(apply=False)
    folder.write("c.py", LOUD)
    outcomes = folder.run(apply=False)
    assert (folder.read, folder.looked_at) == (["c.py"], ["c.py"])
    assert len(outcomes["c.py"].result.findings) == 1


def test_a_new_file_is_read_and_a_vanished_one_forgotten(folder: Folder) -> None:
    folder.run(apply=False)
    folder.write("d.py", LOUD)
    (folder.root / "c.py").unlink()
    assert list(folder.run(apply=False)) == ["a.py", "b.py", "d.py"]
    assert folder.read == ["d.py"]
    assert "c.py" not in json.loads(results(folder).read_bytes().split(b"\n")[1])["files"]


def test_the_same_content_at_another_time_is_read_and_not_looked_at(folder: Folder) -> None:
    first = folder.run(apply=False)
    os.utime(folder.root / "a.py", ns=(10**18, 10**18 + 999))
    second = folder.run(apply=False)
    assert (folder.read, folder.looked_at) == (["a.py"], [])
    assert second["a.py"].result == first["a.py"].result
    folder.run(apply=False)
    assert folder.read == []


def test_another_content_of_the_same_size_at_the_same_time_needs_a_settled_file(folder: Folder) -> None:
    now = time.time_ns()
    folder.write("a.py", LOUD)
    os.utime(folder.root / "a.py", ns=(now, now))
    folder.run(apply=False)
    folder.write("a.py", LOUD.replace("LOUD", "loud"))
    os.utime(folder.root / "a.py", ns=(now, now))
    assert not folder.run(apply=False)["a.py"].result.findings


def test_every_module_that_decides_on_results_is_known_by_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []

    def code_version(folders: Iterable[Path]) -> str:
        asked.extend(folders)
        return ""

    monkeypatch.setattr(plan, "code_version", code_version)
    plan._state_of.__wrapped__(frozenset({"torchfix_codemods.codemods"}))
    seen = {file for folder in asked for file in folder.glob("*.py")}
    program = Path(plan.__file__).parent
    deciding = [*program.glob("*.py"), *program.glob("analysis/**/*.py"), *program.glob("rewrite/**/*.py")]
    assert set(deciding) - seen == set()
    assert "data_attribute.py" in {file.name for file in seen}


def test_what_is_known_serves_other_runs(folder: Folder) -> None:
    """A file without a finding is clean in a check and when fixes are applied; findings are looked for anew."""
    folder.run(apply=False)
    outcomes = folder.run(apply=True)
    assert folder.read == ["a.py"]
    assert outcomes["a.py"].result.after == QUIET.encode()


def test_a_file_that_would_be_changed_is_looked_at_each_time(folder: Folder) -> None:
    for _ in range(2):
        assert folder.run(apply=True)["a.py"].result.after == QUIET.encode()
        assert folder.looked_at[0] == "a.py"


def test_a_written_file_is_looked_at_once_more(folder: Folder) -> None:
    folder.run(write=True)
    folder.run(write=True)
    assert folder.read == ["a.py"]


@pytest.mark.parametrize("settings", [{"select": ("RUN2",)}, {"ignore": ("shout",)}], ids=["select", "ignore"])
def test_other_rules_look_again(folder: Folder, settings: dict[str, tuple[str, ...]]) -> None:
    folder.run(apply=False)
    outcomes = folder.run(apply=False, settings=settings)
    assert (folder.read[:3], folder.looked_at) == (["a.py", "b.py", "c.py"], ["b.py"])
    assert not outcomes["a.py"].result.findings


@pytest.mark.parametrize(
    ("settings", "request_", "looked_at"),
    [
        ({"target_torch": "1.0"}, {}, ["a.py", "b.py"]),
        ({"device_name": "where"}, {}, ["a.py", "b.py"]),
        ({"unsafe_fixes": True}, {}, ["a.py"]),
        ({}, {"render_changes": True}, ["a.py"]),
    ],
)
def test_other_options_look_again_where_they_may_matter(
    folder: Folder, settings: dict[str, object], request_: dict[str, bool], looked_at: list[str]
) -> None:
    folder.run(apply=False)
    folder.run(apply=False, settings=settings, **request_)
    assert folder.looked_at == looked_at


def test_another_folder_looks_again(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.run(apply=False)
    folder.write("sub/d.py", IDLE)
    monkeypatch.chdir(folder.root / "sub")
    assert list(folder.run("..", apply=False)) == ["../a.py", "../b.py", "../c.py", "d.py"]
    assert folder.looked_at == ["../a.py", "../b.py"]


def test_what_the_files_say_together_decides_too(folder: Folder) -> None:
    folder.run(apply=False)
    folder.write("c.py", "import os\n")
    folder.run(apply=False)
    assert folder.looked_at == []
    folder.write("c.py", "import a\n")
    folder.run(apply=False)
    assert folder.looked_at == ["a.py"]
    folder.write("c.py", "import a, b\n")
    folder.run(apply=False)
    assert folder.looked_at == ["a.py", "b.py"]
    assert folder.requests["a.py"].project.is_imported("a.py")
    folder.run(apply=False)
    assert (folder.read, folder.looked_at) == ([], [])


def test_some_of_the_files_leave_the_others_known(folder: Folder) -> None:
    folder.run(apply=False)
    folder.run("a.py", "b.py", apply=False)
    assert folder.read == []
    folder.run(apply=False)
    assert folder.read == []


def test_times_that_were_set_back_deceive_nobody(folder: Folder) -> None:
    folder.run(apply=False)
    folder.write("b.py", "import torch\n# LOUD\n")  # same size, same time of change
    folder.run(apply=False)
    assert folder.read == ["b.py"]


def test_old_bytes_that_are_asked_for_are_those_of_the_findings(folder: Folder) -> None:
    folder.run(apply=False)
    folder.write("a.py", LOUD.replace("LOUD", "SONG"))  # same size, same time
    outcomes = folder.run(apply=False, keep_before=True)
    assert [finding.code for finding in outcomes["a.py"].result.findings] == ["RUN200"]
    assert outcomes["a.py"].before == LOUD.replace("LOUD", "SONG").encode()


def test_a_known_file_that_is_gone_when_its_bytes_are_asked_for_is_told(folder: Folder) -> None:
    folder.run(apply=False)
    run = folder.start(apply=False, keep_before=True)
    (folder.root / "a.py").unlink()
    assert [problem.reason for outcome in run for problem in outcome.result.problems] == ["is gone"]


def test_an_unchanged_cache_is_not_written_again(folder: Folder) -> None:
    folder.run(apply=False)
    os.utime(results(folder), ns=(1, 1))
    folder.run(apply=False)
    assert results(folder).stat().st_mtime_ns == 1


@pytest.mark.parametrize(("paths", "use_cache"), [(("a.py",), True), ((".",), False)])
def test_no_cache_is_made_for_one_file_or_against_a_wish(folder: Folder, paths: tuple[str], use_cache: bool) -> None:
    folder.run(*paths, apply=False, use_cache=use_cache)
    assert not results(folder).exists()


def test_each_project_has_a_cache_of_its_own(folder: Folder) -> None:
    folder.configure(folder="sub")
    folder.write("sub/d.py")
    folder.run(apply=False)
    assert cache_file(folder.root / "sub").exists()
    assert cache_file(folder.root / "sub") != cache_file(folder.root)
    folder.run(apply=False)
    assert folder.read == []


def test_facts_come_back_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    cache = Cache.load(tmp_path)
    text = """
        import torch
        from torch import nn
        class Net(nn.Module):
            def forward(self, x, *more, scale=2):
                self.last = x[0]
                x += 1
                return helper(x, *more, by=scale)
        net = Net().cuda()
        model = torch.load("net.pt")
    """
    facts = read_interface(dedent(text).encode())
    entry = Entry(0, 1, 2, "content", cache.add_facts(facts))
    cache.remember(tmp_path / "a.py", entry)
    cache.save()
    again = Cache.load(tmp_path)
    assert again.entry(tmp_path / "a.py") == entry
    assert again.facts(entry.facts) == facts


def test_results_come_back_as_they_were() -> None:
    finding = Reported(
        code="TFC601",
        name="data-attribute",
        span=Span(1, 2, 3, 4),
        message="é",
        applicability=Applicability.UNSAFE,
        fixed=False,
        reason="why",
        evidence=Evidence(5, "x = 1", "other.py"),
        cell=2,
        changes=(TextChange(Span(1, 1, 1, 1), "new\n"),),
        fixable=True,
    )
    plain = Reported("TFC602", "b", Span(1, 1, 1, 2), "m", Applicability.REPORT)
    for result in (
        FixResult("a.py"),
        FixResult("a.py", findings=(finding, plain)),
        FixResult("a.py", unused_suppressions=((3, "# noqa: TFC601"),)),
    ):
        assert unpacked("a.py", json.loads(json.dumps(packed(result)))) == result


def test_a_file_without_the_word_is_looked_at_once_another_brings_torch(folder: Folder) -> None:
    def is_looked_at() -> bool:
        folder.run(apply=False)
        return "use.py" in folder.looked_at

    folder.write("use.py", "from base import *\nLOUD = 1\n")
    assert not is_looked_at()
    folder.write("base.py", "from middle import *\n")
    assert not is_looked_at()
    folder.write("middle.py", "import torch\n")
    assert is_looked_at()
    folder.write("middle.py", "import numpy\n")
    assert not is_looked_at()
    folder.write("use.py", "import os\nLOUD = 1\n")
    folder.write("middle.py", "import torch\n")
    assert not is_looked_at()
