"""Do two places of a program name the same file?"""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.syntax.tree import callee_name, parse
from torchfix_codemods.analysis.values.file_names import FileNames, Same
from torchfix_codemods.analysis.values.variables import Variables

METHOD = "    def f(self):\n        here(self.p)\n"


def same(text: str) -> Same:
    """The answer for the first argument of the two calls of `here` in a program."""
    tree = parse(dedent(text))
    calls = [call for call in tree.nodes(ast.Call) if callee_name(call) == "here"]
    names = FileNames(tree, Variables(tree))
    one, other = (names.of(call.args[0]) for call in calls)
    assert one.same_as(other) is other.same_as(one)
    return one.same_as(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("here('a.pt'); here('a.pt')", Same.YES),
        ("here('a.pt'); here('./a.pt')", Same.YES),
        ("here('a.pt'); here('.\\\\a.pt')", Same.YES),
        ("here('a.pt'); here('b.pt')", Same.NO),
        ("p = 'a.pt'\nhere(p); here('a.pt')", Same.YES),
        ("here('out' + '/a.pt'); here('out/a.pt')", Same.YES),
        ("import os\nhere(os.path.join('out', 'a.pt')); here('out/a.pt')", Same.YES),
        ("from pathlib import Path\nhere(Path('out') / 'a.pt'); here('out/a.pt')", Same.YES),
        ("from pathlib import Path\nhere(str(Path('out', 'a.pt'))); here('out/a.pt')", Same.YES),
        ("here('%s.pt' % 'a'); here('a.pt')", Same.YES),
        ("here('{}.pt'.format('a')); here('{n}.pt'.format(n='a'))", Same.YES),
        ("here(f'{\"a\"}.pt'); here('a.pt')", Same.YES),
        ("here(open('a.pt', 'wb')); here('a.pt')", Same.YES),
        ("with open('a.pt', 'wb') as f:\n    here(f)\nwith open('a.pt', 'rb') as f:\n    here(f)", Same.YES),
        ("here(args.save); here(args.save)", Same.YES),
        ("here(args.save); here(args.load)", Same.MAYBE),
        ("here(args.save); here('a.pt')", Same.MAYBE),
        ("here(args.save); here(args.save + '.opt')", Same.NO),
        ("here(args.out + '/a.pt'); here(args.out + '/b.pt')", Same.NO),
        ("here(args.out + '/a.pt'); here(args.data + '/a.pt')", Same.MAYBE),
        ("here('a/' + args.name); here('b/' + args.name)", Same.NO),
        ("def f(args):\n    here(args.p)\ndef g(args):\n    here(args.p)", Same.YES),
        ("def f(p):\n    here(p)\ndef g(q):\n    here(q)\nf('a')\ng('a')", Same.YES),
        ("def f(p):\n    here(p)\ndef g(q):\n    here(q)\nf('a')\ng('b')", Same.NO),
        ("def f(p):\n    here(p)\ndef g(p):\n    here(p)", Same.MAYBE),
        ("def f(p='a'):\n    here(p)\nf()\nhere('a')", Same.YES),
        ("for e in es:\n    here(f'net_{e}.pt')\nfor i in es:\n    here(f'net_{i}.pt')", Same.YES),
        ("for e in es:\n    here(f'net_{e}.pt')\nhere(f'net_{args.epoch}.pt')", Same.YES),
        ("for e in es:\n    here(f'net_{e}.pt')\nfor i in es:\n    here(f'opt_{i}.pt')", Same.NO),
        ("for e in es:\n    here(f'{e}.pt')\nfor i in es:\n    here(f'{i}.pt')", Same.MAYBE),
        ("class A:\n    def __init__(self, p):\n        self.p = p\n" + METHOD + "A('a')\nhere('a')", Same.YES),
        ("class A:\n    def f(self):\n        here(self.p)\n    def g(self):\n        here(self.p)", Same.YES),
        ("class A:\n" + METHOD + "class B:\n" + METHOD, Same.MAYBE),
        ("import time\nhere(f'net_{time.time()}.pt'); here(f'net_{time.time()}.pt')", Same.YES),
        ("import time\nhere(str(time.time())); here(str(time.time()))", Same.MAYBE),
        ("import config\nhere(config.PATH); here(config.PATH)", Same.YES),
        ("here(settings['path']); here(settings['path'])", Same.YES),
        ("p = 'a'\np = 'b'\nhere(p); here('b')", Same.YES),
        ("p = 'a'\nif x:\n    p = 'b'\nhere(p); here('b')", Same.MAYBE),
        ("here(find(args)); here(find(args))", Same.YES),
    ],
)  # fmt: skip
def test_paths_are_compared(text: str, expected: Same) -> None:
    assert same(text) is expected


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\nx = 2\nprint(x)", [2]),
        ("x = 1\nif a:\n    x = 2\nprint(x)", [1, 3]),
        ("x = 1\nfor i in a:\n    print(x)\n    x = 2", [1, 4]),
        ("x = 1\ndef f():\n    print(x)\nx = 2", [1, 4]),
        ("def f(x):\n    x = 2\n    print(x)", [2]),
        ("def f(x):\n    print(x)", [1]),
        ("import x\nprint(x)", [1]),
        ("print(x)", []),
    ],
)
def test_the_bindings_that_a_read_can_see(text: str, lines: list[int]) -> None:
    tree = parse(text)
    (call,) = (call for call in tree.nodes(ast.Call) if callee_name(call) == "print")
    (read,) = call.args
    assert isinstance(read, ast.Name)
    assert [binding.line for binding in Variables(tree).reaching(read)] == lines
