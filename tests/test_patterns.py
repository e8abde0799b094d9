"""Which paths the patterns of the settings mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchfix_codemods.ignores import excluded, patterns
from torchfix_codemods.settings import Settings, SettingsError


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a.py", "a.py", True),
        ("a.py", "sub/a.py", True),
        ("sub", "sub/deep/a.py", True),
        ("sub/", "sub/a.py", True),
        ("/a.py", "sub/a.py", False),
        ("sub/*.py", "sub/a.py", True),
        ("sub/*.py", "sub/deep/a.py", False),
        ("sub/**", "sub/deep/a.py", True),
        ("**/deep/*", "sub/deep/a.py", True),
        ("b.py", "a.py", False),
    ],
)
def test_patterns_match_paths(tmp_path: Path, pattern: str, path: str, expected: bool) -> None:
    assert patterns((pattern,), Settings(root=tmp_path)).match_path(str(tmp_path / path)) is expected


def test_excludes_of_the_same_settings_are_compiled_once(tmp_path: Path) -> None:
    assert excluded(Settings(root=tmp_path)) is excluded(Settings(root=tmp_path))


def test_a_wrong_pattern_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is not a file pattern"):
        patterns(("ok", "!"), Settings(root=tmp_path))
