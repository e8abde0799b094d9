"""Wrong rewritings, each called DIFFERENT, with the change that is to blame; the harmless changes beside it are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from verifying import Benches, read_pair, told

from torchfix_codemods.verify.model import Verdict

DEFECTS = sorted((Path(__file__).parent / "verify" / "defects").glob("*.py"))


def test_there_are_many() -> None:
    assert len(DEFECTS) >= 30


@pytest.mark.parametrize("path", DEFECTS, ids=lambda path: path.stem)
def test_a_wrong_rewriting_is_different_and_the_change_is_named(path: Path, tmp_path: Path, benches: Benches) -> None:
    pair = read_pair(path.read_text("utf-8"))
    result = benches.verify(tmp_path, pair.before, pair.after, device=pair.device, most_runs=20)
    assert result.verdict is Verdict.DIFFERENT, told(result)
    assert result.noise == ()  # two runs of the original agree to the last bit
    assert result.blame is not None
    assert result.blame.is_exact
    assert {edit.line for edit in result.blame.edits} <= pair.guilty
