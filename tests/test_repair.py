"""The token pass over what no parser takes, and what is said about the rest."""

from __future__ import annotations

import pytest

from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.repair import explain_unparsable, keyword_arguments

METHODS = ("cuda", "to", "copy_")


def found(text: str) -> list[tuple[int, int]]:
    return [(place.line, place.column) for place in keyword_arguments(text, "async", METHODS, unless="non_blocking")]


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n",
        "x.cuda(non_blocking=True)\n",
        "cuda(async=True)\n",
        "queue.put(item, async=True)\n",
        "def cuda(self, async=True):\n    pass\n",
        "class A:\n    def to(self, device, async=False):\n        pass\n",
        "x.cuda(make(async=True))\n",
        "x.cuda[f(async=True)]\n",
        "x.cuda([async=True])\n",
        "x.cuda(async == True)\n",
        "x.cuda(flags.async)\n",
        "x.cuda(device=async)\n",
        "x.cuda(non_blocking=True, async=True)\n",
        "x.cuda(async=True, non_blocking=True)\n",
        's = "x.cuda(async=True)"\n',
        "s = f'{x.cuda(async=True)}'\n",
        '"""\nx.cuda(async=True)\n"""\n',
        "# x.cuda(async=True)\n",
        "x.cuda(  # async=True\n    device)\n",
    ],
)
def test_nothing_to_repair(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "x.cuda(async=True\n",
        's = """x.cuda(async=True)\n',
        "if x:\n        y\n    x.cuda(async=True)\n",
        "x.cuda(async=",
    ],
)
def test_broken_text_is_not_touched(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("x.cuda(async=True)\n", [(1, 7)]),
        ("x.cuda(device, async=True)\n", [(1, 15)]),
        ("x . cuda ( async = True )\n", [(1, 11)]),
        ("x.to(device, async=flag)", [(1, 13)]),
        ("a.copy_(b, async=async)\n", [(1, 11)]),
        ("a.b().c[0].cuda(async=True,)\n", [(1, 16)]),
        ("a.copy_(b.cuda(async=True), async=True)\n", [(1, 15), (1, 28)]),
        ("é = 'äö'; ü.cuda(async=True)\n", [(1, 21)]),
        ("if x:\n\tx.cuda(\n\t\tdevice,  # async=\n\t\tasync=True,\n\t)\n", [(4, 2)]),
        ("x \\\n  .cuda(async=True)\n", [(2, 8)]),
        ("print 'epoch', x.cuda(async=True)\n", [(1, 22)]),
        ("\x0cx.cuda(async=True)\n", [(1, 8)]),
        ("s = '''\n'''; x.cuda(async=True)\n", [(2, 12)]),
        ("x.cuda((a, b), async=True)\n", [(1, 15)]),
    ],
)
def test_places(text: str, places: list[tuple[int, int]]) -> None:
    assert found(text) == places
    assert found(text.replace("\n", "\r\n")) == places


PYTHON_2 = "looks like Python 2: run `python -m fissix -w` on it first (pip install fissix)"
SYNTAX = "fix the syntax error first"
RESERVED = "`async` and `await` are reserved words since Python 3.7: rename that argument or variable"
NOTEBOOK = "a notebook command is no Python: remove it, or keep the file as .ipynb"
TABS = "mixes tabs and spaces: indent with spaces only"


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        ("x = = 1", "invalid syntax", SYNTAX),
        ("f(", "'(' was never closed", SYNTAX),
        ("print_all x", "invalid syntax", SYNTAX),
        ('print "epoch", e', "Missing parentheses in call to 'print'. Did you mean print(...)?", PYTHON_2),
        ("if x: print 'a'", "invalid syntax", PYTHON_2),
        ("print >>log, 'a' % x y", "invalid syntax", PYTHON_2),
        ("print '%d' % (", "'(' was never closed", PYTHON_2),
        ("except IOError, e:", "multiple exception types must be parenthesized", PYTHON_2),
        ("    except (IOError, OSError), err:", "invalid syntax", PYTHON_2),
        ("exec code in names", "Missing parentheses in call to 'exec'. Did you mean exec(...)?", PYTHON_2),
        ("raise ValueError, 'no'", "invalid syntax", PYTHON_2),
        ("x = `y`", "invalid syntax", PYTHON_2),
        ("if a <> b:", "invalid syntax", PYTHON_2),
        ("mask = 0xffL", "invalid hexadecimal literal", PYTHON_2),
        ("mode = 0755", "leading zeros in decimal integer literals are not permitted; use an 0o prefix", PYTHON_2),
        ("s = ur'x'", "invalid syntax", PYTHON_2),
        (
            "\tx = 1",
            "inconsistent use of tabs and spaces in indentation",
            "mixes tabs and spaces: indent with spaces only",
        ),
        (
            "x = x.cuda(async)",
            "invalid syntax",
            RESERVED,
        ),
        (
            "async = True",
            "invalid syntax",
            RESERVED,
        ),
        (
            "%matplotlib inline",
            "invalid syntax",
            NOTEBOOK,
        ),
        (
            "!pip install torch",
            "invalid syntax",
            NOTEBOOK,
        ),
        ("from {{ name }} import x", "invalid syntax", "looks like a template: exclude it"),
    ],
)
def test_hint(line: str, reason: str, hint: str) -> None:
    assert explain_unparsable(f"import torch\n{line}\n", 2, reason, running=(3, 10)) == hint
    assert explain_unparsable(f"import torch\r\n{line}\r\n", 2, reason, running=(3, 10)) == hint


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("except* ValueError:", "3.11"),
        ("x[*index]", "3.11"),
        ("type Pair[T] = tuple[T, T]", "3.12"),
        ("def first[T](x: list[T]) -> T:", "3.12"),
        ("class Box[T]:", "3.12"),
        ("""print(f"{d["key"]}")""", "3.12"),
        ("""x = t"{name}" """, "3.14"),
        ("except ValueError, TypeError:", "3.14"),
    ],
)
def test_newer_grammar(line: str, needed: str) -> None:
    hint = explain_unparsable(f"{line}\n", 1, "invalid syntax", running=(3, 10))
    assert hint == f"needs Python {needed} or later: run torchfix with that Python"
    assert explain_unparsable(f"{line}\n", 1, "invalid syntax", running=(3, 14)) == SYNTAX


def test_merge_conflict() -> None:
    text = "import torch\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"
    assert told(explain_unparsable(text, 2, "invalid syntax")) == "resolve the merge conflict on line 2 first"


def test_mixed_indentation_is_seen_from_the_file() -> None:
    text = "if a:\n\tx = 1\n        if b:\n    y = 1\n"
    hint = explain_unparsable(text, 4, "unindent does not match any outer indentation level")
    assert hint == TABS


def test_unknown_line() -> None:
    assert explain_unparsable("x = 1\n", 0, "nested too deeply for Python's parser") == SYNTAX
    assert explain_unparsable("", 9, "invalid syntax") == SYNTAX


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b"\xef\xbb\xbfimport torch\nx = y.cuda(async=True)\n",
            b"\xef\xbb\xbfimport torch\nx = y.cuda(non_blocking=True)\n",
        ),
        (
            b"# -*- coding: latin-1 -*-\r\nimport torch\r\ns = '\xe4\xf6'; x = y.cuda(async=True)\r\n",
            b"# -*- coding: latin-1 -*-\r\nimport torch\r\ns = '\xe4\xf6'; x = y.cuda(non_blocking=True)\r\n",
        ),
        (
            b"import torch\n\x0cif x:\n\tx = y.cuda(0, async=True)",
            b"import torch\n\x0cif x:\n\tx = y.cuda(0, non_blocking=True)",
        ),
    ],
)
def test_every_other_byte_survives(before: bytes, after: bytes) -> None:
    result = fix(before, "case.py", FixRequest(codes=("TFC308",)))
    assert result.after == after
    assert not result.problems
    assert [finding.fixed for finding in result.findings] == [True]


def test_a_file_that_parses_is_never_repaired() -> None:
    text = b"import torch\nasync def f(x):\n    return x.cuda(non_blocking=True)  # async=True\n"
    result = fix(text, "case.py", FixRequest(codes=("TFC308",)))
    assert (result.after, result.findings, result.problems) == (None, (), ())


def test_what_stays_unparsable_is_explained() -> None:
    result = fix(b"import torch\nx = y.cuda(async=async)\n", "case.py", FixRequest(codes=("TFC308",)))
    assert result.after is None
    assert [problem.hint for problem in result.problems] == [RESERVED]


def test_other_findings_stand_where_the_user_sees_them() -> None:
    text = "import torch\nn = torch.ones(2); ä = n.cuda(async=True); ö = (n.cuda(0, async=True), n.cuda())\n"
    result = fix(text.encode(), "case.py", FixRequest(codes=("TFC301", "TFC308"), apply=False))
    line = text.split("\n")[1]
    shown = [(found.code, line[found.span.column - 1 : found.span.end_column - 1]) for found in result.findings]
    assert shown == [
        ("TFC301", "n.cuda(async=True)"),
        ("TFC308", "async"),
        ("TFC301", "n.cuda(0, async=True)"),
        ("TFC308", "async"),
        ("TFC301", "n.cuda()"),
    ]
