"""What the tool says about its rules and about itself."""

from __future__ import annotations

import json
import textwrap
import zipfile
from pathlib import Path

import pytest

from torchfix_codemods.registry import RuleInfo
from torchfix_codemods.report import doctor, explain

RULE = '''
    """Say hello
    politely."""
    import ast
    from torchfix_codemods.codemod import Codemod, Example

    class Hello(Codemod):
        """Because it is polite.

        For instance:

            hello()
        """
        code = "TFC999"
        source = "https://example.org/hello"
        since = "1.4"
        triggers = ("hi",)
        preview = True
        examples = [Example("""
            def f():
                hi()
                bye()
        """, """
            def f():
                hello()
                bye()
        """)]
        leaves_alone = {"a string": 'x = "hi"'}

        def check_Call(self, node, file):
            yield self.unsafe(node, "say hello", reason="it is longer")
            yield self.report(node, "say hello", reason="it is longer")
'''


@pytest.fixture
def hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RuleInfo:
    (tmp_path / "say_hello.py").write_text(textwrap.dedent(RULE), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return RuleInfo("TFC999", "say-hello", "say_hello", (b"hi",), True)


def test_the_page_of_a_rule_shows_first_what_it_does(hello: RuleInfo) -> None:
    assert list(explain.page_lines(hello)) == [
        "TFC999 say-hello (preview)",
        "Say hello politely",
        "",
        "    def f():",
        "  -     hi()",
        "  +     hello()",
        "        bye()",
        "",
        "Why",
        "  Because it is polite.",
        "",
        "  For instance:",
        "",
        "      hello()",
        "",
        "When",
        "  unsafe  fixed with `--unsafe-fixes` where they may change",
        "  report  reported where no rewrite is right without knowing more",
        "",
        "Leaves alone",
        "  a string:",
        '      x = "hi"',
        "",
        "Source",
        "  https://example.org/hello",
        "  works since torch 1.4",
        "",
        "To keep a line as it is",
        "  # noqa: TFC999",
        "  # torchfix: ignore[TFC999] the reason",
    ]


def test_the_table_of_rules(hello: RuleInfo) -> None:
    rows = explain.rule_rows([hello])
    assert list(explain.table_lines(rows)) == [
        "Code    Name       Default  Summary",
        "TFC999  say-hello  unsafe   Say hello politely (preview)",
    ]
    assert json.loads(explain.table_json(rows)) == [
        {
            "code": "TFC999",
            "name": "say-hello",
            "summary": "Say hello politely",
            "default": "unsafe",
            "applicabilities": ["unsafe", "report"],
            "since": "1.4",
            "source": "https://example.org/hello",
            "preview": True,
        }
    ]


@pytest.mark.parametrize(
    ("script", "package"),
    [
        ("#!/bin/python\nimport re\nimport sys\nfrom torchfix_codemods.__main__ import main\n", "torchfix_codemods"),
        ("#!/bin/python\nimport sys\nfrom torchfix.torchfix import main\n", "torchfix"),
        ("#!/bin/sh\necho hello\n", ""),
    ],
)
def test_a_script_tells_which_package_it_starts(tmp_path: Path, script: str, package: str) -> None:
    file = tmp_path / "torchfix"
    file.write_text(script, encoding="utf-8")
    assert doctor.package_behind(file) == package
    with zipfile.ZipFile(tmp_path / "torchfix.exe", "w") as archive:
        archive.writestr("__main__.py", script)
    assert doctor.package_behind(tmp_path / "torchfix.exe") == package


def test_doctor_names_the_other_owner_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "torchfix"
    script.write_text("#!/bin/python\nfrom torchfix_codemods.__main__ import main\n", encoding="utf-8")
    script.chmod(0o755)
    other = tmp_path / "torchfix-0.7.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: torchfix\nVersion: 0.7.0\n", encoding="utf-8")
    (other / "entry_points.txt").write_text("[console_scripts]\ntorchfix = torchfix.torchfix:main\n", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    shown = "\n".join(doctor.doctor_lines(tmp_path))
    assert f"{script} is ours; torchfix would install the same command" in shown
    assert "defaults; no pyproject.toml from here upwards has [tool.torchfix]" in shown
    assert doctor.package_behind(tmp_path / "gone") == ""


def test_doctor_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.torchfix]\nselekt = []\n", encoding="utf-8")
    other = tmp_path / "torchfix"
    other.write_text("#!/bin/python\nfrom torchfix.torchfix import main\n", encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = "\n".join(doctor.doctor_lines(tmp_path))
    assert "belongs to the package torchfix, not to us; use `torchfix-codemods`" in shown
    assert "did you mean 'select'?" in shown
    monkeypatch.setenv("PATH", "")
    assert "no `torchfix` on the path" in "\n".join(doctor.doctor_lines(tmp_path))
