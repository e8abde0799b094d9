"""Line numbers in messages are those that the reader counts, and nothing that the user wrote is taken for one."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from notebooks import notebook
from projects import facts_of

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.syntax.at import at, moved, told
from torchfix_codemods.analysis.syntax.tree import ParseError, parse
from torchfix_codemods.fix import FixRequest, fix, fix_marked
from torchfix_codemods.notebook import fix_notebook
from torchfix_codemods.registry import known_rules, select

ROOT = Path(__file__).parents[1]
# What a message that holds a line as data begins and ends it with.
OPEN, CLOSE = at(7).split("7")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"feeds line {at(7)}", "feeds line <7>"),
        (f"lines {at(3)}, {at(4)} and {at(12)} save it", "lines <3>, <4> and <12> save it"),
        (f'`print("line 3")` on line {at(4)}', '`print("line 3")` on line <4>'),
        (f"{at(1)}{at(2)}", "<1><2>"),
        ("line 7 of train.py, and train.py:12", "line 7 of train.py, and train.py:12"),
        ("since torch 1.5, in lines 3 and 4", "since torch 1.5, in lines 3 and 4"),
        ("", ""),
        (OPEN, OPEN),
        (f"{OPEN}{CLOSE}", f"{OPEN}{CLOSE}"),
        (f"{OPEN}7", f"{OPEN}7"),
        (f"{OPEN}-7{CLOSE}", f"{OPEN}-7{CLOSE}"),
        (f"{OPEN}²{CLOSE} {OPEN}{at(3)}", f"{OPEN}²{CLOSE} {OPEN}<3>"),
    ],
)
def test_only_lines_are_told(text: str, expected: str) -> None:
    assert told(text, lambda line: f"<{line}>") == expected


def test_lines_are_moved_as_often_as_edits_move_them() -> None:
    text = f"line {at(7)} and line 7"
    twice = moved(moved(text, lambda line: line + 2), lambda line: line * 2)
    assert twice == f"line {at(18)} and line 7"
    assert told(twice) == "line 18 and line 7"


def test_a_text_with_lines_goes_to_other_processes() -> None:
    text = f"line {at(7)}"
    assert pickle.loads(pickle.dumps(text)) == text


@pytest.mark.parametrize("text", [at(7), OPEN, CLOSE])
def test_no_source_holds_what_a_line_is_marked_with(text: str) -> None:
    with pytest.raises(ParseError):
        parse(f"x = '{text}'")
    for written in (ascii(text), f"f{text!a}", f"b'' or {text!a}"):
        assert OPEN not in ast.unparse(ast.parse(written))
        assert OPEN not in repr(ast.literal_eval(ascii(text)))


def test_every_message_of_a_rule_has_its_lines_as_data() -> None:
    found = [f"{file}: {text}" for file in (ROOT / "codemods").glob("*.py") for text in _plain_lines(file)]
    for room in ("analysis", "rewrite"):
        files = (ROOT / "torchfix_codemods" / room).rglob("*.py")
        found += [f"{file}: {text}" for file in files for text in _plain_lines(file)]
    assert not found


def _plain_lines(file: Path) -> Iterator[str]:
    """The texts of a module that put a number after the word "line"."""
    for text in ast.walk(ast.parse(file.read_bytes())):
        if not isinstance(text, ast.JoinedStr):
            continue
        for before, part in zip(text.values, text.values[1:], strict=False):
            if not isinstance(before, ast.Constant) or not isinstance(part, ast.FormattedValue):
                continue
            number = ast.unparse(part.value)
            is_named = str(before.value).endswith(("line ", "lines "))
            if is_named and not number.startswith("at(") and (number == "line" or "." in number):
                yield ast.unparse(text)


def test_a_line_that_moved_is_named_as_it_was() -> None:
    """The device line moves all others; what is left is found in the text after that."""
    source = """
        import torch
        from torch import nn

        net = nn.Linear(2, 2).cuda()
        net.eval()
        out = net(torch.ones(2))
        (out * out).sum().backward()
        weights = torch.load("net.pt")
        weights.resize_(3)
        net.weight.data = torch.ones(2, 2)
    """
    assert _left(source) == _looked_at(source)


def test_a_line_in_what_the_user_wrote_is_never_moved() -> None:
    """Names, strings and comments with the words and the marks of a line, in the messages of moved findings."""
    strange = (OPEN + "4" + CLOSE).encode("unicode_escape").decode()
    source = f"""
        import torch
        from torch import nn

        line_4 = nn.Linear(2, 2).cuda()
        table = {{"line 4": line_4, "{strange}": line_4}}
        table["line 4"].thing("line 4").cuda()
        table["{strange}"].thing("{strange}").cuda()
        torch.save(line_4, "on line 4")
        torch.save(line_4, "{strange}")
        again = torch.load("on line 4")
        other = torch.load("{strange}")
        print(again["line 4"], other["{strange}"])
        torch.save({{"{strange}": line_4, "line 4": line_4}}, "c.pt")
        last = torch.load("c.pt")["{strange}"]
        last.eval()
    """
    left = _left(source)
    assert len(left) >= 8 and left == _looked_at(source)
    assert OPEN not in "".join(text for texts in left.values() for text in texts)


def _left(source: str) -> dict[tuple[str, int], tuple[str, str]]:
    """What is said, after a run, about what it has left."""
    result = fix(dedent(source).lstrip("\n").encode(), "case.py", FixRequest(_CODES))
    assert result.after is not None
    return {(f.code, f.span.line): (f.message, f.reason) for f in result.findings if not f.fixed}


def _looked_at(source: str) -> dict[tuple[str, int], tuple[str, str]]:
    result = fix(dedent(source).lstrip("\n").encode(), "case.py", FixRequest(_CODES, apply=False))
    left = _left(source)
    said = {(f.code, f.span.line): (f.message, f.reason) for f in result.findings}
    return {place: said[place] for place in left}


# Without the rule that changes the text which others show.
_CODES = tuple(code for code in select(known_rules()) if code != "TFC501")


def test_what_is_wrong_with_a_cell_is_counted_in_it() -> None:
    broken = notebook("import torch\nx = 1", "y = 1\nz = x.cuda(\n    ]")
    (problem,) = fix_notebook(broken, "a.ipynb", FixRequest(("TFC301",))).problems
    assert problem.line == 3
    assert problem.reason.endswith("does not match opening parenthesis '(' on line 2")


def test_lines_are_told_to_readers_and_are_data_for_a_sheet() -> None:
    source = b"import torch\nnet = torch.nn.Linear(2, 2)\nnet.eval()\nprint(net(torch.ones(2)).argmax(0))\n"
    request = FixRequest(("TFC101",), apply=False)
    (told_one,) = fix(source, "a.py", request).findings
    (marked,) = fix_marked(source, "a.py", request).findings
    assert told(marked.message) == told_one.message != marked.message


NET = """
    import torch

    class Net(torch.nn.Module):
        def {method}(self, where=None):
            return self
"""
MAIN = """
    import torch
    from net import Net

    x = torch.ones(2).cuda()
    net = Net()
    net.{call}
"""


@pytest.mark.parametrize(("code", "method", "call"), [("TFC301", "cuda", "cuda()"), ("TFC302", "to", 'to("cuda")')])
def test_evidence_in_another_file_is_not_moved(code: str, method: str, call: str) -> None:
    """The device line moves the finding, and not the line of the other file that is its evidence."""
    main, net = dedent(MAIN.format(call=call)).lstrip("\n"), dedent(NET.format(method=method)).lstrip("\n")
    project = facts_of(net=net, main=main)
    result = fix(main.encode(), "main.py", FixRequest(("TFC301", code), project=project))
    assert result.after is not None
    (left,) = (finding for finding in result.findings if not finding.fixed)
    assert left.span.line == 6
    assert left.evidence == Evidence(4, f"`Net` overrides `{method}()`", "net.py")
