"""Notebooks: their cells as one source, and back without touching another byte.

The rules here are functions on text, so that what is tested is the way through the notebook and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from notebooks import REQUEST, fixed, notebook, on_text, rename, seen

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.notebook import fix_notebook, python_of
from torchfix_codemods.result import FixResult, Problem, Reported, Span, TextChange

# ---- bytes


@pytest.mark.parametrize("indent", [None, 1, 2, 4])
@pytest.mark.parametrize(
    "source", ["x = old(1)\ny = 2", ["x = old(1)\n", "y = 2"], ["x = old(1)\n", "y = 2\n"], ["x = ", "old(1)\ny = 2"]]
)
def test_only_the_string_that_changes_is_written_anew(source: str | list[str], indent: int | None) -> None:
    before = notebook("a = 1", source, ("markdown", ["old(1)"]), ["b = old\n", "c = 2"], indent=indent)
    after = fixed(before)
    expected = json.loads(before)
    pieces = [source] if isinstance(source, str) else source
    renamed = "".join(pieces).replace("old(", "new(")
    cell = json.loads(after)["cells"][1]
    assert "".join(cell["source"]) == renamed
    assert isinstance(cell["source"], type(source))
    expected["cells"][1]["source"] = cell["source"]
    assert json.loads(after) == expected
    start = before.index(b'"scrolled"', before.index(b'"cell-1"'))
    old = before[:start], before[before.index(b'"markdown"') :]
    assert after.startswith(old[0])
    assert after.endswith(old[1])


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_lines_that_stay_keep_their_escapes(indent: int | None) -> None:
    raw = notebook(["s = 'é'\n", "x = old(1)\n", "t = 1"], indent=indent)
    before = raw.replace("'é'".encode(), rb"'\u00e9\/'")
    assert fixed(before) == before.replace(b'"x = old', b'"x = new')


def test_new_lines_look_like_the_old_ones() -> None:
    before = notebook(["import a\n", "x = old(1)"], indent=2)
    after = fixed(before, lambda text: text.replace("import a\n", "import a\nimport b\nä = 1\n"))
    assert after == before.replace(
        b'"import a\\n",\n', '"import a\\n",\n        "import b\\n",\n        "ä = 1\\n",\n'.encode()
    )


def test_a_source_of_one_line_grows_in_the_form_of_the_file() -> None:
    before = notebook(["x = old(1)"], indent=1)
    after = fixed(before, lambda text: text.replace("x = old(1)", "import b\nx = old(1)"))
    assert after == before.replace(b'    "x = old(1)"', b'    "import b\\n",\n    "x = old(1)"')


def test_new_text_is_escaped_where_the_old_is() -> None:
    before = notebook("s = 'é'; x = old(1)").replace("'é'".encode(), rb"'\u00e9'")
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


def test_a_cell_may_lose_all_its_lines() -> None:
    before = notebook(["old(1)"], "y = 1")
    after = json.loads(fixed(before, lambda text: text.replace("old(1)\n", "")))
    assert [cell["source"] for cell in after["cells"]] == [[], "y = 1"]


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n\n"])
def test_both_ends_of_the_file_stay(bom: bytes, end: bytes) -> None:
    before = bom + notebook("x = old(1)").rstrip() + end
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


def test_windows_line_ends_stay_outside_and_inside_of_cells() -> None:
    before = notebook(["x = old(1)\r\n", "y = 2\r\n"]).replace(b"\n", b"\r\n")
    assert fixed(before) == before.replace(b'"x = old(1)', b'"x = new(1)')


def test_numbers_that_json_cannot_hold_do_not_matter() -> None:
    before = notebook("x = old(1)").replace(b'"scrolled": true', b'"n": [NaN, 1e999, 12345678901234567890123, 0.10]')
    before = before.replace(b"0.10", b"0.10, " + b"1" * 5000)
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


def test_of_equal_keys_the_last_counts() -> None:
    before = notebook("x = old(1)").replace(b'"source": ', b'"source": "x = old(3)", "source": ')
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


def test_a_clean_notebook_has_no_new_text() -> None:
    assert fix_notebook(notebook("x = 1"), "a.ipynb", REQUEST, on_text(rename)) == FixResult("a.ipynb")


# ---- what the rules see


def test_cells_are_one_source() -> None:
    code = seen(
        notebook("import torch", ("markdown", "text"), ["def f():\n", "    return 1"], "", ("raw", "x"), "f()\n")
    )
    assert [line for line in code.split("\n") if line and not line.startswith("#")] == [
        "import torch",
        "def f():",
        "    return 1",
        "f()",
    ]


def test_an_encoding_named_in_a_cell_is_nothing_but_a_comment() -> None:
    before = notebook("# -*- coding: latin-1 -*-\ns = 'é'; x = old(1)")
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"language": "julia"}},
        {"language_info": {"name": "R"}},
        {"kernelspec": {"language": "python"}, "language_info": {"name": "scala"}},
    ],
)
def test_other_languages_are_passed_by(metadata: dict[str, Any]) -> None:
    assert seen(notebook("x = old(1)", **metadata)) == ""


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"kernelspec": {"language": "python"}, "language_info": {"name": "python"}},
        {"language_info": {"name": "ipython"}},
        {"kernelspec": 3, "language_info": {}},
    ],
)
def test_python_is_whatever_does_not_say_otherwise(metadata: dict[str, Any]) -> None:
    assert "old(1)" in seen(notebook("x = old(1)", **metadata))


def test_a_notebook_without_code_is_clean() -> None:
    assert seen(notebook(("markdown", "old(1)"), "", "\n")) == ""


# ---- findings


def finding(line: int, **more: Any) -> Reported:
    return Reported("TFC601", "data-attribute", Span(line, 5, line, 8), "no", Applicability.SAFE, **more)


def test_findings_are_counted_in_their_cell() -> None:
    data = notebook(("markdown", "a\nb"), "import torch", ["x = 1\n", "y = old(1)"])
    line = seen(data).split("\n").index("y = old(1)") + 1
    above = seen(data).split("\n").index("import torch") + 1
    results = on_text(
        rename,
        finding(line, evidence=Evidence(line - 1, "x is"), changes=(TextChange(Span(line, 5, line, 8), "new"),)),
        finding(line, evidence=Evidence(above, "torch"), changes=(TextChange(Span(above, 1, above, 1), "import a"),)),
    )
    near, far = fix_notebook(data, "a.ipynb", REQUEST, results).findings
    assert (near.cell, near.span) == (3, Span(2, 5, 2, 8))
    assert near.evidence == Evidence(1, "x is")
    assert near.changes == (TextChange(Span(2, 5, 2, 8), "new"),)
    assert far.evidence == Evidence(1, "torch (cell 2)")
    assert far.changes == ()


def test_problems_and_suppressions_are_counted_in_their_cell() -> None:
    data = notebook("import torch", "x = 1\ny = 2")

    def fixer(source: bytes, path: str, request: FixRequest) -> FixResult:
        line = source.decode().split("\n").index("y = 2") + 1
        problems = (Problem(path, "is odd", line), Problem(path, "is strange"))
        return FixResult(path, problems=problems, unused_suppressions=((line, "# noqa: TFC601"),))

    result = fix_notebook(data, "a.ipynb", REQUEST, fixer)
    assert [(problem.reason, problem.line) for problem in result.problems] == [("cell 2: is odd", 2), ("is strange", 0)]
    assert result.unused_suppressions == ((2, "# noqa: TFC601 (cell 2)"),)


# ---- fixes that do not stay in their cell


def by_rule(changes: dict[str, Callable[[str], str]]) -> Callable[[bytes, str, FixRequest], FixResult]:
    """What fixes a source by the changes of the rules asked for."""

    def fixer(data: bytes, path: str, request: FixRequest) -> FixResult:
        text = data.decode()
        findings = [replace(finding(3), code=code, fixed=request.apply, fixable=True) for code in request.codes]
        for code in request.codes:
            text = changes[code](text)
        after = text.encode() if request.apply and text.encode() != data else None
        return FixResult(path, after, tuple(findings))

    return fixer


def wrap_all(text: str) -> str:
    return "with a:\n" + "".join(f"    {line}\n" for line in text.splitlines())


def test_a_fix_over_several_cells_is_left_and_the_others_are_done() -> None:
    before = notebook("x = old(1)", "y = 1")
    request = replace(REQUEST, codes=("TFC101", "TFC601"))
    result = fix_notebook(before, "a.ipynb", request, by_rule({"TFC101": wrap_all, "TFC601": rename}))
    assert result.after == before.replace(b'"x = old(1)', b'"x = new(1)')
    assert [(f.code, f.fixed, f.reason) for f in result.findings] == [
        ("TFC101", False, "its fix would reach over several cells of the notebook"),
        ("TFC601", True, ""),
    ]


def test_fixes_that_only_together_reach_over_cells_are_all_left() -> None:
    def second(text: str) -> str:
        return wrap_all(text) if "new(" in text else text

    before = notebook("x = old(1)", "y = 1")
    request = replace(REQUEST, codes=("TFC101", "TFC601"))
    result = fix_notebook(before, "a.ipynb", request, by_rule({"TFC101": rename, "TFC601": second}))
    assert result.after is None
    assert {f.fixed for f in result.findings} == {False}


def test_what_is_put_above_everything_goes_into_the_first_cell() -> None:
    before = notebook(("markdown", "x"), "x = old(1)", "y = 1")
    after = json.loads(fixed(before, lambda text: "import b\n" + text))
    assert [cell["source"] for cell in after["cells"]] == ["x", "import b\nx = old(1)", "y = 1"]


# ---- what is no notebook


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (b'{"cells": [\n  1,\n}', "is not valid JSON: Illegal trailing comma before end of object", 2),
        (b"", "is not valid JSON: Expecting value", 1),
        (b'{"cells": [\n}', "is not valid JSON: Expecting value", 2),
        (b"[]", "is JSON, but no notebook", 0),
        (b'{"cells": 3}', "is JSON, but no notebook", 0),
        (b'{"worksheets": []}', "is a notebook of format 3 or older", 0),
        (b'"\xff"', "is not UTF-8, as notebooks must be", 0),
        (b"[" * 100_000, "is nested too deeply", 0),
        (notebook(3), "is no valid notebook: the source of cell 1 is no text", 0),
        (notebook([1]), "is no valid notebook: the source of cell 1 is no text", 0),
        (notebook("x = y.data").replace(b"y.data", rb"y.data; z = '\ud800'"), "has a cell that is no valid Unicode", 0),
    ],
)
def test_what_cannot_be_read_is_told(data: bytes, reason: str, line: int) -> None:
    result = fix_notebook(data, "a.ipynb", REQUEST)
    (problem,) = result.problems
    assert result.after is None
    if "trailing comma" not in reason:  # worded differently by each Python
        assert (problem.reason, problem.line) == (reason, line)
    assert problem.reason.startswith(reason.partition(":")[0])


def test_odd_cells_are_no_code() -> None:
    document = {
        "cells": [3, None, {"cell_type": "code"}, {"source": "x"}, {"cell_type": "code", "source": "x = old(1)"}]
    }
    before = json.dumps(document).encode()
    assert fixed(before) == before.replace(b"old", b"new")


def test_the_code_of_a_notebook_is_what_its_cells_say() -> None:
    data = notebook("import torch\n", ("markdown", "y.data"), ["x = 'é'\n", "z"])
    assert python_of(data) == "import torch\n\nx = 'é'\nz".encode()
    assert python_of(b"no json") == b"no json"


def test_lines_named_in_words_are_counted_in_their_cell() -> None:
    cells = (
        "import torch\nnet = torch.nn.Linear(2, 2)\n",
        "# the same model\nnet.eval()\n",
        "x = torch.ones(1, 2)\nprint(net(x).argmax(1))\n",
    )
    (finding,) = fix_notebook(notebook(*cells), "a.ipynb", FixRequest(("TFC101",), apply=False)).findings
    assert finding.cell == 2
    assert "the forward pass on line 2 of cell 3 " in finding.message


def test_the_cell_that_cannot_be_repaired_is_the_one_named() -> None:
    before = notebook("import torch\nx = y.cuda(async=True)", "z = 1\nexec 'torch', z.cuda()")
    (problem,) = fix_notebook(before, "a.ipynb", FixRequest(codes=("TFC301", "TFC308"))).problems
    assert problem.line == 2
    assert problem.reason.startswith("cell 2: not valid Python")
