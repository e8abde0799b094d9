"""[tool.torchfix] and the command line become one Settings, or one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchfix_codemods.codemod import RuleOptions
from torchfix_codemods.registry import RuleInfo, UnknownRuleError
from torchfix_codemods.settings import (
    DEFAULT_EXCLUDES,
    Settings,
    SettingsError,
    codes,
    load_settings,
    options,
    override,
    resolver,
)

RULES = (
    RuleInfo("TFC301", "cuda-call", "m.cuda_call", (b".cuda(",)),
    RuleInfo("TFC302", "hard-coded-cuda", "m.hard_coded_cuda", (b"cuda",)),
    RuleInfo("TFC602", "inplace-on-leaf", "m.inplace_on_leaf", (b"requires_grad",), preview=True),
)


def project(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_key_is_read(tmp_path: Path) -> None:
    project(
        tmp_path,
        """
        [tool.torchfix]
        select = ["TFC3"]
        extend-select = ["TFC602"]
        ignore = ["cuda-call"]
        exclude = ["old"]
        extend-exclude = ["new/*.py"]
        unsafe-fixes = true
        preview = true
        target-torch = "2.6"
        device-expression = ' pick("gpu") '
        device-name = "where"
        plugins = ["more-rules"]
        [tool.torchfix.per-file-ignores]
        "tests/*" = ["TFC3", "TFC6"]
        """,
    )
    assert load_settings(tmp_path) == Settings(
        select=("TFC3",),
        extend_select=("TFC602",),
        ignore=("cuda-call",),
        per_file_ignores=(("tests/*", ("TFC3", "TFC6")),),
        exclude=("old",),
        extend_exclude=("new/*.py",),
        unsafe_fixes=True,
        preview=True,
        target_torch=(2, 6),
        device_expression='pick("gpu")',
        device_name="where",
        plugins=("more-rules",),
        root=tmp_path,
    )


def test_without_a_table_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, "[tool.other]\nselect = 3\n")
    monkeypatch.chdir(tmp_path)
    settings = load_settings(tmp_path)
    assert settings == Settings(root=Path.cwd())
    assert settings.exclude == DEFAULT_EXCLUDES
    assert options(settings) == RuleOptions()


def test_the_nearest_table_decides_and_is_not_mixed_with_those_above(tmp_path: Path) -> None:
    project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\nignore = ["TFC301"]\n')
    project(tmp_path / "sub", '[tool.torchfix]\nselect = ["TFC6"]\n')
    project(tmp_path / "sub" / "silent", "[project]\nname = 'x'\n")
    settings = load_settings(tmp_path / "sub" / "silent" / "deeper")
    assert (settings.select, settings.ignore, settings.root) == (("TFC6",), (), tmp_path / "sub")


def test_an_empty_table_is_a_table(tmp_path: Path) -> None:
    project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\n')
    project(tmp_path / "sub", "[tool.torchfix]\n")
    assert load_settings(tmp_path / "sub").select == ()


@pytest.mark.parametrize(
    ("table", "line", "reason"),
    [
        ('selct = ["TFC3"]', 2, "[tool.torchfix] selct is not a key; did you mean 'select'?"),
        (
            'ignore = []\nunsafe_fixes = "x"',
            3,
            "[tool.torchfix] unsafe_fixes is not a key; did you mean 'unsafe-fixes'?",
        ),
        ('select = "TFC3"', 2, "[tool.torchfix] select must be a list of strings, not 'TFC3'"),
        ("select = [3]", 2, "[tool.torchfix] select must be a list of strings, not a list with something else in it"),
        ('ignore = [" "]', 2, "[tool.torchfix] ignore holds an empty string"),
        ('preview = "yes"', 2, "[tool.torchfix] preview must be true or false, not 'yes'"),
        ("unsafe-fixes = 1", 2, "[tool.torchfix] unsafe-fixes must be true or false, not 1"),
        (
            'target-torch = "0.3"',
            2,
            "[tool.torchfix] target-torch must be \"0.4\" or newer, not '0.3': what it writes needs that",
        ),
        ("target-torch = 2.6", 2, '[tool.torchfix] target-torch must be a version in quotes such as "2.6", not 2.6'),
        (
            'target-torch = ">=2"',
            2,
            "[tool.torchfix] target-torch must be a version in quotes such as \"2.6\", not '>=2'",
        ),
        (
            'device-expression = "torch.device("',
            2,
            "[tool.torchfix] device-expression must be a Python expression in quotes, not 'torch.device('",
        ),
        (
            "device-expression = true",
            2,
            "[tool.torchfix] device-expression must be a Python expression in quotes, not true",
        ),
        ('device-name = "class"', 2, "[tool.torchfix] device-name must be a name that Python allows, not 'class'"),
        ('device-name = "a b"', 2, "[tool.torchfix] device-name must be a name that Python allows, not 'a b'"),
        (
            'per-file-ignores = ["a"]',
            2,
            "[tool.torchfix] per-file-ignores must be a table from file patterns to lists of rules, not a list",
        ),
        (
            'per-file-ignores = { "a.py" = "TFC3" }',
            2,
            "[tool.torchfix] per-file-ignores for 'a.py' must be a list of strings, not 'TFC3'",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, table: str, line: int, reason: str) -> None:
    file = project(tmp_path, f"[tool.torchfix]\n{table}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert (caught.value.reason, caught.value.file, caught.value.line) == (reason, file, line)
    assert str(caught.value) == f"{file}:{line}: {reason}"


def test_a_key_that_is_like_nothing_gets_the_list_of_keys(tmp_path: Path) -> None:
    project(tmp_path, "[tool.torchfix]\nzzz = 1\n")
    with pytest.raises(SettingsError, match=r"zzz is not a key; the keys are device-expression, device-name, exclude"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[tool.torchfix.selct]\na = 1\n", 3),
        ("[tool]\ntorchfix.selct = 1\n", 4),
        ('[tool."torchfix"]\n"selct" = 1\n', 4),
        ("[tool.torchfix]\npreview = true\nselct = 1\n", 5),
    ],
)
def test_the_line_is_found_however_the_table_is_written(tmp_path: Path, text: str, line: int) -> None:
    project(tmp_path, f"[tool.other]\nselct = 0\n{text}")
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert caught.value.line == line


def test_invalid_toml_is_named_with_its_line(tmp_path: Path) -> None:
    file = project(tmp_path, "[tool.torchfix]\nselect = [\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert caught.value.file == file
    assert caught.value.reason.startswith("is not valid toml: ")
    assert "line" not in caught.value.reason


def test_a_broken_file_that_does_not_name_the_tool_is_passed_by(tmp_path: Path) -> None:
    project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\n')
    project(tmp_path / "data", "this is no toml [")
    assert load_settings(tmp_path / "data").select == ("TFC3",)


def test_a_table_that_is_none_is_an_error(tmp_path: Path) -> None:
    project(tmp_path, "[tool]\ntorchfix = 3\n")
    with pytest.raises(SettingsError, match="must be a table"):
        load_settings(tmp_path)


def test_a_file_that_is_not_utf8_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.torchfix]\n# \xff\n")
    with pytest.raises(SettingsError, match="is not UTF-8"):
        load_settings(tmp_path)


def test_the_command_line_beats_the_file(tmp_path: Path) -> None:
    project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\nignore = ["TFC301"]\ntarget-torch = "1.0"\n')
    settings = override(load_settings(tmp_path), select=("TFC6",), ignore=None, target_torch="2.13.1", preview=True)
    assert settings.select == ("TFC6",)
    assert settings.ignore == ("TFC301",)
    assert settings.target_torch == (2, 13)
    assert [override(Settings(), target_torch=version).target_torch for version in ("0.4", "0.4.1", "99.0")] == [
        (0, 4),
        (0, 4),
        (99, 0),
    ]
    assert settings.preview
    assert settings.root == tmp_path


def test_a_wrong_value_on_the_command_line_is_named_by_its_option() -> None:
    with pytest.raises(SettingsError) as caught:
        override(Settings(), target_torch="new")
    assert str(caught.value) == "--target-torch must be a version in quotes such as \"2.6\", not 'new'"


def test_a_resolver_knows_the_settings_of_each_folder(tmp_path: Path) -> None:
    project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\n')
    project(tmp_path / "sub", '[tool.torchfix]\nselect = ["TFC6"]\n')
    settings_of = resolver(unsafe_fixes=True)
    upper, lower = settings_of(tmp_path / "other" / "deep"), settings_of(tmp_path / "sub")
    assert (upper.select, upper.unsafe_fixes, upper.root) == (("TFC3",), True, tmp_path)
    assert (lower.select, lower.unsafe_fixes, lower.root) == (("TFC6",), True, tmp_path / "sub")
    # Files are grouped by the identity of their settings.
    assert settings_of(tmp_path / "other") is upper
    assert settings_of(tmp_path / "sub" / "more") is lower


def test_a_resolver_reads_a_file_once(tmp_path: Path) -> None:
    file = project(tmp_path, '[tool.torchfix]\nselect = ["TFC3"]\n')
    settings_of = resolver()
    first = settings_of(tmp_path)
    file.unlink()
    assert settings_of(tmp_path / "below") is first


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), ("TFC301", "TFC302")),
        (Settings(preview=True), ("TFC301", "TFC302", "TFC602")),
        (Settings(select=("TFC301",), extend_select=("TFC602",)), ("TFC301", "TFC602")),
        (Settings(ignore=("cuda-call",)), ("TFC302",)),
    ],
)
def test_settings_select_rules(settings: Settings, expected: tuple[str, ...]) -> None:
    assert codes(settings, RULES) == expected


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(UnknownRuleError):
        codes(Settings(select=("TFC9",)), RULES)
