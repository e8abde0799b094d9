"""What a script is, where its imports end, and what has certainly happened before a place is reached."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from torchfix_codemods.analysis.devices.script import chooses_device_late, import_block_end, is_script
from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.analysis.syntax.guards import binding_before, binds, conditions, covering_handler, leaves
from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.codemod import FileView

# ---- scripts


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import torch\ndef f(): pass\n", False),
        ("import torch\nif __name__ == '__main__':\n    pass\n", True),
        ("import argparse\nargs = argparse.ArgumentParser().parse_args()\n", True),
        ("import argparse\ndef main():\n    args = argparse.ArgumentParser().parse_args()\nmain()\n", True),
        ("import argparse\ndef options():\n    return argparse.ArgumentParser().parse_args()\n", False),
        ("import torch\nnet = torch.nn.Linear(1, 1)\nnet.eval()\n", True),
        ("import torch\nnet = torch.nn.Linear(1, 1)\nnet(torch.zeros(1))\n", True),
        ("import torch\ntorch.manual_seed(1)\n", False),
    ],
)
def test_what_a_script_is(source: str, expected: bool) -> None:
    file = FileView("case.py", parse(source))
    assert is_script(file.tree, file.kind) is expected


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\n", "line 2"),
        ("import os\nos.environ.setdefault('CUDA_VISIBLE_DEVICES', '1')\n", "line 2"),
        ("import os\nos.environ.update({'CUDA_VISIBLE_DEVICES': '1'})\n", "line 2"),
        ("import os\nprint(os.environ['CUDA_VISIBLE_DEVICES'])\n", ""),
        ("import torch\ntorch.cuda.set_device(1)\n", "current GPU"),
        ("import torch\ntorch.cuda.empty_cache()\n", ""),
        ("import multiprocessing as mp\nmp.Process(target=print)\n", "processes"),
        ("from multiprocessing import get_context\nctx = get_context('fork')\nctx.Pool(2)\n", "processes"),
        ("from multiprocessing import Process\nclass Work(Process):\n    pass\n", "process is defined"),
        ("import os\nos.fork()\n", "processes"),
        ("from game import Process\nProcess()\n", ""),
        ("import torch.multiprocessing\ntorch.multiprocessing.set_sharing_strategy('file_system')\n", ""),
    ],
)
def test_when_cuda_may_not_be_asked_for_at_once(source: str, words: str) -> None:
    reason = told(chooses_device_late(parse(source), 1))
    assert words in reason
    assert bool(reason) is bool(words)


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("x = 1\n", 0),
        ('"""Doc."""\nimport a\nx = 1\n', 2),
        ("import a\nimport sys\nsys.path.append('.')\nimport b\nx = 1\nimport c\n", 4),
        ("try:\n    import a\nexcept ImportError:\n    a = None\nx = 1\n", 1),
        ("import os\nos.environ['A'] = '1'\nimport b\n", 3),
        ("import a\ntry:\n    a.b()\nexcept ValueError:\n    pass\nimport c\n", 1),
        ("if True:\n    import a\nelse:\n    import b\nx = 1\n", 1),
    ],
)
def test_where_the_import_block_ends(source: str, end: int) -> None:
    assert import_block_end(parse(source)) == end


# ---- what has happened before


def at(source: str) -> tuple[Tree, ast.Name]:
    """The tree of a source, and the name `here` in it."""
    tree = parse(dedent(source))
    (here,) = (name for name in tree.nodes(ast.Name) if name.id == "here")
    return tree, here


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if a:\n    here\n", [("a", True)]),
        ("if a:\n    pass\nelse:\n    here\n", [("a", False)]),
        ("if not a:\n    here\n", [("a", False)]),
        ("if a and b:\n    here\n", [("a", True), ("b", True)]),
        ("if a or b:\n    here\n", []),
        ("if not (a or b):\n    here\n", [("a", False), ("b", False)]),
        ("x = here if a else 0\n", [("a", True)]),
        ("x = a and here\n", [("a", True)]),
        ("x = a or here\n", [("a", False)]),
        ("while a:\n    here\n", [("a", True)]),
        ("assert a\nhere\n", [("a", True)]),
        ("if a:\n    raise ValueError\nhere\n", [("a", False)]),
        ("if a:\n    pass\nhere\n", []),
    ],
)
def test_which_conditions_hold(source: str, expected: list[tuple[str, bool]]) -> None:
    found = [(ast.unparse(test), truth) for test, truth in conditions(*at(source))]
    assert [pair for pair in found if pair[0] != "a or b"] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\n", True),
        ("x: int\n", False),
        ("x: int = 1\n", True),
        ("(y, x) = 1, 2\n", True),
        ("if a:\n    x = 1\n", False),
        ("if a:\n    x = 1\nelse:\n    x = 2\n", True),
        ("if a:\n    x = 1\nelse:\n    raise ValueError\n", True),
        ("for x in a:\n    pass\n", False),
        ("with a:\n    x = 1\n", True),
        ("try:\n    x = 1\nexcept ValueError:\n    pass\n", False),
        ("try:\n    x = 1\nexcept ValueError:\n    x = 2\n", True),
        ("try:\n    pass\nfinally:\n    x = 1\n", True),
        ("import x\n", True),
        ("def x(): pass\n", True),
        ("def y():\n    x = 1\n", False),
        ("print([x for x in a])\n", False),
    ],
)
def test_what_certainly_binds_a_name(source: str, expected: bool) -> None:
    tree = parse(source)
    assert binds(tree, tree.module.body[0], "x") is expected


def test_the_nearest_binding_before_a_place() -> None:
    tree, here = at("x = 1\nx = 2\nif a:\n    here\nx = 3\n")
    found = binding_before(tree, "x", here, tree.module)
    assert found is not None
    assert found.lineno == 2


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        ("except RuntimeError:\n    pass\n", True),
        ("except:\n    pass\n", True),
        ("except (KeyError, AssertionError):\n    pass\n", True),
        ("except KeyboardInterrupt:\n    pass\n", False),
        ("except RuntimeError:\n    raise\n", False),
        ("except RuntimeError:\n    sys.exit(1)\n", False),
        ("except RuntimeError as e:\n    if 'memory' not in str(e):\n        raise e\n", False),
    ],
)
def test_which_handlers_go_on_without_a_gpu(handler: str, expected: bool) -> None:
    tree, here = at(f"try:\n    here\n{handler}")
    assert (covering_handler(tree, here) is not None) is expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [("return", True), ("continue", True), ("sys.exit()", True), ("print()", False), ("x = 1", False)],
)
def test_which_blocks_are_left(block: str, expected: bool) -> None:
    assert leaves(ast.parse(block).body) is expected
