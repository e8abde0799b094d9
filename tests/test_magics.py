"""IPython's own lines: shown to rules as Python, and back byte for byte."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notebooks import REQUEST, fixed, notebook, on_text, rename, seen

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.magics import Disguise
from torchfix_codemods.notebook import fix_notebook
from torchfix_codemods.result import Span

MAGICS = [
    "%matplotlib inline",
    "!pip install torch",
    "!pip install \\\n    torch \\\n  numpy",
    "x = !ls",
    "x.y, z = %env HOME",
    "%time y = f(1)",
    "%timeit -n 10 f(1)",
    "%time for",
    "f?",
    "torch.nn.Linear??",
    "?f",
    "for i in a:\n    %time f(i)\n    !echo {i}\n",
    "if a:\n\t%cd x\n",
    "cd ..",
    "pip install x",
    "/f 1",
    "%%time\nf(1)\n",
    "%%capture out\nf(1)",
]
NOT_MAGICS = [
    "x = (a\n  % b)",
    's = """\n!ls\n%time\n"""',
    "s = '''\n# '''\n",
    "x = a \\\n  % b",
    "s = 'it''s' # \"\nt = 1",
    "s = 'a\\\n!b'",
    "# what?",
    "time = 3\ntime -1\nls\n",
    "x = y != z",
    "r'''\\''' '''\n",
]


@pytest.mark.parametrize("magic", MAGICS)
def test_magics_are_shown_as_python_and_come_back_byte_for_byte(magic: str) -> None:
    before = notebook(["import torch\n"], magic.splitlines(keepends=True), "x = old(1)")
    code = seen(before)
    ast.parse(code)
    assert "__torchfix_codemods_magic_1_0__" in code
    assert fixed(before) == before.replace(b"x = old(1)", b"x = new(1)")


@pytest.mark.parametrize("code", NOT_MAGICS)
def test_what_only_looks_like_a_magic_stays_as_it_is(code: str) -> None:
    assert code.rstrip("\n") in seen(notebook(code))
    assert "magic" not in seen(notebook(code))


@pytest.mark.parametrize(
    ("magic", "expected"),
    [
        ("%time y = f(1)", "y = f(1)  # noqa "),
        ("%timeit -n 10 -r 3 f(1)", "f(1)  # noqa "),
        ("%time f(1)  # slow", "import __torchfix_codemods_magic_1_0__  # noqa "),
        ("x = !ls", "import __torchfix_codemods_magic_1_0__ as x  # noqa "),
        ("x, y = !ls", "x, y = __torchfix_codemods_magic_1_0__()  # noqa "),
        ("  !ls", "  import __torchfix_codemods_magic_1_0__  # noqa "),
    ],
)
def test_a_stand_in_binds_and_runs_what_the_magic_does(magic: str, expected: str) -> None:
    assert Disguise().put_on(magic) == [f"{expected}__torchfix_codemods_magic_1_0__"]


def test_a_stand_in_may_be_indented_but_not_changed() -> None:
    disguise = Disguise()
    lines = disguise.put_on("%time old(1)\n!ls \\\n   x") or []
    assert disguise.take_off(lines) == ["%time old(1)", "!ls \\", "   x"]
    assert disguise.take_off([f"    {line}" for line in lines]) == ["    %time old(1)", "    !ls \\", "       x"]
    assert disguise.take_off([rename(line) for line in lines]) is None
    assert disguise.take_off([f"x; {line}" for line in lines]) is None


def test_what_a_magic_runs_is_told_and_left() -> None:
    before = notebook("import torch\nx = torch.zeros(3)\nif x:\n    %time x.data.cpu()\n    !echo x.data\nx.data.cpu()")
    result = fix_notebook(before, "a.ipynb", REQUEST)
    magic, plain = result.findings
    assert (magic.code, magic.span, magic.cell) == ("TFC601", Span(4, 5, 4, 23), 1)
    assert (magic.applicability, magic.fixed, magic.fixable) == (Applicability.REPORT, False, False)
    assert magic.reason == "it stands in a magic command, so it has to be changed by hand"
    assert (plain.span.line, plain.fixed) == (6, True)
    assert result.after == before.replace(b"\\nx.data.cpu()", b"\\nx.cpu()")


@pytest.mark.parametrize("cell", ["%%bash\nold(1)", "%%html\n<b>", "\n%%timeit\nold(1)", "%%javascript\nold(1)"])
def test_cells_for_others_are_left_out(cell: str) -> None:
    before = notebook(cell, "x = old(1)")
    assert "%%" not in seen(before)
    assert fixed(before) == before.replace(b'"x = old(1)', b'"x = new(1)')


def test_nothing_gets_above_a_cell_magic() -> None:
    before = notebook("%%time\nx = old(1)")
    result = fix_notebook(
        before, "a.ipynb", REQUEST, on_text(lambda text: text.replace("import __", "y\nimport __", 1))
    )
    assert result.after is None


def test_cells_that_are_no_python_are_left_out_unless_a_rule_may_mean_them() -> None:
    before = notebook("exec 'x'", "x = old(1)")
    assert fixed(before) == before.replace(b'"x = old(1)', b'"x = new(1)')
    result = fix_notebook(notebook("import torch", "a = 1\nexec x.data"), "a.ipynb", REQUEST)
    (problem,) = result.problems
    assert problem.reason.startswith("cell 2: not valid Python")
    assert problem.line == 2


@pytest.mark.parametrize(
    "statement",
    [
        "print 'x'",
        "print x, y",
        "print 'a=%d' % x",
        "if x:\n    print 'x'\nelse:\n    print",
        "print \\\n x",
    ],
)
def test_a_print_statement_costs_nothing_but_itself(statement: str) -> None:
    before = notebook("import torch", f"y = old(1)\n{statement}\nx = old(2)", "x = old(1)")
    result = fix_notebook(before, "a.ipynb", REQUEST, on_text(rename))
    assert result.after == before.replace(b" = old(", b" = new(")
    (problem,) = result.problems
    first = next(number for number, line in enumerate(statement.split("\n"), 2) if "print " in line)
    assert (problem.line, problem.fatal) == (first, False)
    assert problem.reason == "cell 2: has a print statement of Python 2, which was left as it is"


def test_a_call_of_print_is_no_print_statement() -> None:
    before = notebook("print ('x'), 1\nprint('y')\nprinted = 1", "x = old(1)")
    assert fixed(before) == before.replace(b'"x = old(1)', b'"x = new(1)')


@given(
    cells=st.lists(
        st.lists(st.sampled_from([*MAGICS[:10], *NOT_MAGICS, "x = old(1)", "é = old('☃')", ""])),
        max_size=4,
    ),
    indent=st.sampled_from([None, 1, 3]),
    as_list=st.booleans(),
)
@settings(derandomize=True, deadline=None)
def test_what_comes_back_is_the_old_file_with_the_words_replaced(
    cells: Sequence[Sequence[str]], indent: int | None, as_list: bool
) -> None:
    texts = ["\n".join(lines) for lines in cells]
    before = notebook(*(text.splitlines(keepends=True) if as_list else text for text in texts), indent=indent)
    after = fixed(before)
    old, new = json.loads(before), json.loads(after)
    for cell, text in zip(new["cells"], texts, strict=True):
        assert "".join(cell["source"]) == rename(text)
    for document in (old, new):
        for cell in document["cells"]:
            del cell["source"]
    assert old == new
